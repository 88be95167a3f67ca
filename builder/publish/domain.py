"""The Sphinx domain ``bb``: a role and a directive for each kind of entry, and the citations of each page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains import Domain, Index, ObjType
from sphinx.domains.std import StandardDomain
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from builder.publish.directives import directives_of
from builder.publish.indexes import AbbreviationIndex, EntryIndex, GameIndex
from builder.publish.names import Cited, Names
from rulesdb import InputError, Ruleset
from rulesdb.schemas import NOT_ENTRIES, SchemaSet

_log = logging.getLogger(__name__)
_SHORT = "bb-short"
_CITES = "bb-cites"


def entry_kinds() -> tuple[str, ...]:
    """Every kind of entry: those that have a schema, and procedures."""
    return (*(name for name in SchemaSet().names() if name not in NOT_ENTRIES), "procedure")


class CitingRole(XRefRole):
    """A role of the domain. ``~`` before the target selects the short title, ``!`` omits the link."""

    innernodeclass = nodes.inline

    def process_link(
        self, env: Any, refnode: Any, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Take the ``~`` off, and set a flag for it."""
        if target.startswith("~"):
            refnode[_SHORT] = True
            target = target[1:]
        return title.removeprefix("~"), target


class ShortRole(CitingRole):
    """A role that can be written without the domain: ``{rule}`bug-hunter:304.2```."""

    def __call__(self, name: str, *args: Any, **options: Any) -> Any:
        return super().__call__(f"bb:{name}", *args, **options)


def short_roles() -> tuple[str, ...]:
    """The kinds whose names Sphinx does not use for its own roles."""
    return tuple(kind for kind in entry_kinds() if kind not in StandardDomain.roles)


class BrainbugDomain(Domain):
    """Entries of the rules database as targets: ``{bb:rule}`bug-hunter:304.2```.

    The project's ``brainbug_game`` is the game that a target without one belongs to. If the project has
    no pages of the reference, links go through intersphinx to one that has.
    """

    name = "bb"
    label = "brainbug"
    kinds: ClassVar[tuple[str, ...]] = (*entry_kinds(), "scenario", "code")
    object_types: ClassVar[dict[str, ObjType]] = {kind: ObjType(kind, kind) for kind in kinds}
    roles: ClassVar[dict[str, Any]] = {kind: CitingRole(warn_dangling=True) for kind in kinds}
    directives: ClassVar[dict[str, Any]] = directives_of(entry_kinds())
    indices: ClassVar[list[type[Index]]] = [EntryIndex, GameIndex, AbbreviationIndex]
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}}
    games: Mapping[str, Ruleset] = MappingProxyType({})

    @property
    def objects(self) -> dict[str, Cited]:
        """Everything that can be cited, by full id."""
        objects: dict[str, Cited] = self.data["objects"]
        return objects

    @property
    def names(self) -> Names:
        """Everything that can be cited, by kind and name."""
        names: Names | None = self.data.get("names")
        if names is None:
            names = self.data["names"] = Names.of(self.objects.values())
        return names

    def fill(self, things: dict[str, Cited], games: Iterable[Ruleset]) -> None:
        """Replace what can be cited and embedded."""
        self.data["objects"] = things
        self.data["names"] = None
        self.games = {game.id: game for game in games}

    def has_page(self, cited: Cited) -> bool:
        """Whether this project has the page of an entry."""
        return cited.document in self.env.found_docs

    def resolve_xref(
        self, env: Any, fromdocname: str, builder: Any, typ: str, target: str, node: Any, contnode: Any
    ) -> Any:
        """A link to the page, with the title unless words are given; a warning if the target is ambiguous."""
        matches = self.names.find(typ, target, env.config.brainbug_game)
        if not matches:
            return None
        cited = matches[0]
        if len(matches) > 1:
            _warn(self.names, typ, target, node, env.config.brainbug_game)
        if not node.get("refexplicit"):
            words = cited.short if node.get(_SHORT) else cited.title
            contnode.children = [nodes.Text(words)]
        if not self.has_page(cited):
            # An inventory has it under its full name; the words do not change.
            node["reftarget"], node["refexplicit"] = cited.target, True
            return None
        return _link(builder, fromdocname, cited, contnode.astext())

    def resolve_any_xref(
        self, env: Any, fromdocname: str, builder: Any, target: str, node: Any, contnode: Any
    ) -> list[tuple[str, Any]]:
        """A link for each kind that has an entry of this name; Sphinx warns if there are several."""
        links = []
        for kind in self.kinds:
            for cited in self.names.find(kind, target, env.config.brainbug_game):
                if self.has_page(cited):
                    words = contnode.astext() if node.get("refexplicit") else cited.title
                    links.append((f"bb:{kind}", _link(builder, fromdocname, cited, words)))
        return links

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """The inventory for other projects: name, title, kind, document, anchor, priority."""
        for cited in self.objects.values():
            if self.has_page(cited):
                yield cited.target, cited.title, cited.kind, cited.document, "", 1

    def merge_domaindata(self, docnames: Any, otherdata: dict[str, Any]) -> None:
        """Nothing to merge after parallel reading: the objects come from the database."""


def _link(builder: Any, document: str, cited: Cited, words: str) -> nodes.reference:
    inline = nodes.inline("", words, classes=["xref", "bb", f"bb-{cited.kind}"])
    return make_refnode(builder, document, cited.document, "", inline, cited.opening or cited.title)


def cite_without_page(app: Sphinx, env: Any, node: Any, contnode: Any) -> Any:
    """The title without a link, if neither this project nor an inventory has the page of the entry."""
    if node.get("refdomain") != BrainbugDomain.name:
        return None
    domain: BrainbugDomain = env.get_domain(BrainbugDomain.name)
    matches = domain.names.find(node["reftype"], node["reftarget"], env.config.brainbug_game)
    if not matches:
        return None
    classes = ["xref", "bb", f"bb-{node['reftype']}", "bb-no-page"]
    return nodes.inline("", contnode.astext(), classes=classes)


def warn_of_missing(app: Sphinx, domain: Domain, node: Any) -> bool | None:
    """Warn with suggestions, instead of Sphinx's own warning."""
    if not isinstance(domain, BrainbugDomain):
        return None
    _warn(domain.names, node["reftype"], node["reftarget"], node, app.config.brainbug_game)
    return True


def _warn(names: Names, kind: str, target: str, node: Any, game: str) -> None:
    """Warn that a target is unknown or ambiguous."""
    try:
        names.find_one([kind], target, game)
    except InputError as error:
        _log.warning("%s", error, location=node, type="ref", subtype="bb")


def note_cited(app: Sphinx, doctree: Any) -> None:
    """Store what a page cites in its metadata, which Sphinx keeps as long as the page."""
    targets = {
        f"{node['reftype']} {node['reftarget']}"
        for node in doctree.findall(addnodes.pending_xref)
        if node.get("refdomain") == "bb"
    }
    app.env.metadata[app.env.docname][_CITES] = "\n".join(sorted(targets))


def changed_ids(before: Mapping[str, Cited], now: Mapping[str, Cited]) -> set[str]:
    """The ids of things that other pages show differently than in an earlier build."""
    return {id for id in before.keys() | now.keys() if before.get(id) != now.get(id)}


def pages_to_write(app: Sphinx, env: Any) -> list[str]:
    """The pages that cite something that has changed."""
    changed: set[str] = app.brainbug_changed  # type: ignore[attr-defined]
    return [page for page in sorted(env.found_docs) if changed.intersection(_cited_on(env, page))]


def _cited_on(env: Any, page: str) -> Iterator[str]:
    names = env.get_domain("bb").names
    for line in filter(None, env.metadata[page].get(_CITES, "").split("\n")):
        kind, _, target = line.partition(" ")
        yield from (cited.id for cited in names.find(kind, target, env.config.brainbug_game))
