"""The gallery: a page for each scenario, rebuilt only if something that it depends on has changed."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import builder
import rulesdb
from builder.draw.surface.theme import load_theme
from builder.lint.configuration import ConfigFinder
from builder.lint.engine import lint_file
from builder.playtest.report.kept import is_stale, read_kept
from builder.press.kit.kit_hash import hash_entry
from builder.publish.examples import example_parts
from builder.publish.markdown import page, running, toctree
from builder.publish.names import FOLDER, scenario_document
from builder.publish.scenario_page import picture_name, scenario_page, size_of
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb import BrainbugError, Library, Ruleset
from rulesdb.cache.files import fingerprint
from rulesdb.shipped import shipped

INDEX = "scenarios"
_DRAWING = (
    "analysis", "boards", "draw", "games", "geometry", "lint", "playtest", "press", "publish", "report",
    "scenario",
)  # fmt: skip
QUIET = frozenset({"rule", "concept"})
"""The kinds whose text is not on any sheet unless the scenario names the entry; their other data count."""
_KEY_MARK = "% made of "


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A scenario with its file; ``key`` is a hash of everything that its page and kit depend on."""

    path: Path
    scenario: Scenario
    key: str

    @property
    def page(self) -> str:
        """The file of its page, in the folder of the reference."""
        return scenario_document(self.scenario).removeprefix(f"{FOLDER}/") + ".md"


def gallery_files(own: Iterable[Path]) -> list[Path]:
    """The scenarios that come with brainbug, then others."""
    return [*sorted(shipped("scenarios").rglob("*.yaml")), *own]


def load_exhibits(paths: Iterable[Path], library: Library, papers: Sequence[str]) -> list[Exhibit]:
    """The scenarios of some files, in the order of the games.

    Raises:
        BrainbugError: a file is not a valid scenario, or two have the same id.
    """
    code = _code_fingerprint()
    data = {game.id: _data_of_sheets(game, library) for game in library.open_all()}
    exhibits: list[Exhibit] = []
    for path in paths:
        scenario = load_scenario(path, library=library)
        twin = next(
            (item for item in exhibits if scenario_document(item.scenario) == scenario_document(scenario)),
            None,
        )
        if twin is not None:
            raise BrainbugError(
                f"{path}: `{scenario.id}` is also the id of {twin.path.name}; give one of them another id"
            )
        entries = [hash_entry(entry, scenario.ruleset) for entry in scenario.entries]
        text = scenario.source.text
        kept = repr((read_kept(path, text), is_stale(path, text)))
        made_of = (code, data[scenario.ruleset.id], text, kept, *papers, *entries)
        key = hashlib.blake2b("\0".join(made_of).encode(), digest_size=12).hexdigest()
        exhibits.append(Exhibit(path, scenario, key))
    order = list(data)
    return sorted(exhibits, key=lambda item: (order.index(item.scenario.ruleset.id), item.scenario.title))


def _data_of_sheets(game: Ruleset, library: Library) -> str:
    """The data of a game that pages and sheets can show: everything but the text of :data:`QUIET` kinds."""
    entries = {
        key: replace(entry, text="") if entry.kind in QUIET else entry for key, entry in game.entries.items()
    }
    parts = (replace(game, entries={}, tables={}, questions={}), entries, dict(game.tables))
    return fingerprint([library.games[game.id]], (".py",)) + "\0".join(map(repr, parts))


def gallery_pages(exhibits: Sequence[Exhibit], folder: Path, papers: Sequence[str]) -> dict[str, str]:
    """The pages of the gallery by file name; ``folder`` holds those of an earlier run, if any."""
    files = {item.page: _cached(folder / item.page, item.key) or _page(item, papers) for item in exhibits}
    if exhibits:
        files[f"{INDEX}.md"] = _index(exhibits)
    return files


def _cached(path: Path, key: str) -> str | None:
    """The page of an earlier run, if it has the same key."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return text if text.startswith(f"{_KEY_MARK}{key}\n") else None


def _page(exhibit: Exhibit, papers: Sequence[str]) -> str:
    library = Library.of(exhibit.scenario.ruleset)
    report = lint_file(exhibit.path, config=ConfigFinder().of(exhibit.path), library=library)
    example = tuple(example_parts(exhibit.path, library))
    page = scenario_page(exhibit.scenario, report, papers, load_theme(), example)
    return f"{_KEY_MARK}{exhibit.key}\n\n{page}"


def _index(exhibits: Sequence[Exhibit]) -> str:
    parts = [
        "# Scenarios",
        "Each scenario has its map, its briefing and its kit to print. Things that only one side may know "
        "are hidden until you open them.",
    ]
    for game in dict.fromkeys(item.scenario.ruleset.title for item in exhibits):
        parts.append(f"## {running(game)}")
        cards = [_card(item) for item in exhibits if item.scenario.ruleset.title == game]
        parts += ['<div class="bb-exhibits">', *cards, "</div>"]
    pages = [item.page.removesuffix(".md") for item in exhibits]
    return page(*parts, toctree(pages))


def _card(exhibit: Exhibit) -> str:
    """A scenario in the list: its small picture, title, size and summary."""
    scenario = exhibit.scenario
    page = exhibit.page.removesuffix(".md")
    picture = f"{page.rpartition('/')[0]}/{picture_name(scenario)}"
    title = f"[{running(scenario.title)}]({page}.md)"
    lines = "\\\n".join([title, running(" · ".join(size_of(scenario))), running(scenario.summary)])
    image = f'<img src="{picture}" alt="" width="480" height="300" loading="lazy">'
    return f'<div class="bb-exhibit">\n{image}\n\n{lines}\n\n</div>'


@functools.cache
def _code_fingerprint() -> str:
    """A hash of the code and data that draw and check, and of the rules engine."""
    drawing = [Path(builder.__file__).parent / part for part in _DRAWING]
    return fingerprint(drawing) + fingerprint([Path(rulesdb.__file__).parent], (".py",))
