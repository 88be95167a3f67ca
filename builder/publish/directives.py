"""The directives of the domain: an entry, an interactive table, odds or a roster in a page.

Each generates Markdown, in pages of both Markdown and reStructuredText.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.utils import new_document
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from builder.draw.sheets.odds.sheets import dice_sheet, entry_sheet, read_variation
from builder.publish.embedded import entry_parts, map_parts, odds_parts, table_parts
from builder.publish.names import Names
from builder.publish.rosters import roster_parts
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb import BrainbugError, Entry, InputError, Library, Ruleset
from rulesdb.description.notation import read_inputs, read_modifiers
from rulesdb.files.folders import real_path

_log = logging.getLogger(__name__)
_SCENARIO = re.compile(r"\S+\.ya?ml")
# An entry has its game before it, or no digit; dice have digits and no colon.
_DICE = re.compile(r"(?=.*\d)[^:]+")


class _Embedding(SphinxDirective):
    """A directive that is replaced by Markdown from the database."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """The parts as nodes in a container; an error becomes a warning with file and line."""
        try:
            parts = self.parts(" ".join(self.arguments[0].split()))
        except BrainbugError as error:
            for line in str(error).splitlines():
                _log.warning("%s", line, location=self.get_location(), type="bb", subtype="embed")
            return []
        box = nodes.container(classes=["bb-embedded"])
        box += self._read("\n\n".join(part for part in parts if part))
        return [box]

    def parts(self, argument: str) -> Sequence[str]:
        """Paragraphs of Markdown."""
        raise NotImplementedError

    def entry(self, kinds: Sequence[str], target: str) -> tuple[Ruleset, Entry]:
        """The only entry of some kinds that a target names.

        Raises:
            InputError: there is none, or several.
        """
        names: Names = self.env.get_domain("bb").names  # type: ignore[attr-defined]
        cited = names.find_one(kinds, target, self.config.brainbug_game)
        game = self._games[cited.game]
        return game, game.all_entries[f"{cited.kind}/{cited.slug}"]

    def scenario(self, name: str) -> Scenario:
        """A scenario from a file, relative to this page; the page is rebuilt when the file changes.

        Raises:
            DataError: it cannot be read.
        """
        _, absolute = self.env.relfn2path(name)
        self.env.note_dependency(absolute)
        path, root = Path(absolute), Path(self.env.srcdir)
        label = path.relative_to(root) if real_path(path).is_relative_to(real_path(root)) else name
        return load_scenario(path, str(label), library=Library.of(*self._games.values()))

    @property
    def _games(self) -> Mapping[str, Ruleset]:
        games: Mapping[str, Ruleset] = self.env.get_domain("bb").games  # type: ignore[attr-defined]
        return games

    def _read(self, text: str) -> list[nodes.Node]:
        """Markdown as nodes with the position of this directive, for warnings about them."""
        from myst_parser.parsers.sphinx_ import MystParser

        source, line = self.get_source_info()
        document = new_document(source, self.state.document.settings)
        MystParser().parse(text, document)
        for node in document.findall():
            if isinstance(node, nodes.Element):
                node.source, node.line = source, line
        return list(document.children)


class EntryDirective(_Embedding):
    """``{bb:weapon} bug-hunter:machine-pistol``: an entry of the database, with its citation."""

    def parts(self, argument: str) -> Sequence[str]:
        kind = self.name.rpartition(":")[2]
        return entry_parts(*self.entry([kind], argument))


class TableDirective(_Embedding):
    """``{bb:table} bug-hunter:random-panic``: a table, interactive unless it is ``:plain:``."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {"plain": directives.flag}

    def parts(self, argument: str) -> Sequence[str]:
        return table_parts(*self.entry(["table"], argument), plain="plain" in self.options)


class RosterDirective(_Embedding):
    """``{bb:roster} dead-air.yaml``: the forces of a scenario, or a roster that the game prints."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {"force": directives.unchanged_required}

    def parts(self, argument: str) -> Sequence[str]:
        force: str = self.options.get("force", "")
        if _SCENARIO.fullmatch(argument):
            return roster_parts(self.scenario(argument), force)
        if force:
            raise InputError("a roster of the game has no forces; leave :force: out, or name a scenario file")
        return entry_parts(*self.entry(["roster"], argument))


class MapDirective(_Embedding):
    """``{bb:map} dead-air.yaml``: the maps of a scenario, without secrets."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {"level": directives.unchanged_required}

    def parts(self, argument: str) -> Sequence[str]:
        return map_parts(self.scenario(argument), self.options.get("level", ""))


class OddsDirective(_Embedding):
    """``{bb:odds} bug-hunter:random-panic force=marine``: exact chances of a table, a procedure or dice."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "vary": directives.unchanged_required,
        "modifier": directives.unchanged_required,
        "show": lambda text: directives.choice(text, ("chance", "at-least", "at-most")),
    }

    def parts(self, argument: str) -> Sequence[str]:
        options = {key: str(value) for key, value in self.options.items()}
        if _DICE.fullmatch(argument):
            return odds_parts(dice_sheet(argument), **options)
        name, *inputs = shlex.split(argument)
        game, entry = self.entry(("table", "procedure"), name)
        variation = read_variation([options["vary"]] if "vary" in options else [])
        modifiers = read_modifiers([options.get("modifier", "")])
        return odds_parts(entry_sheet(game, entry, read_inputs(inputs), modifiers, variation), **options)


def directives_of(kinds: Iterable[str]) -> dict[str, type[_Embedding]]:
    """The directives of the domain, by name: one for each kind, with special ones for some."""
    general: dict[str, type[_Embedding]] = dict.fromkeys(kinds, EntryDirective)
    return general | {
        "table": TableDirective,
        "roster": RosterDirective,
        "map": MapDirective,
        "odds": OddsDirective,
    }
