"""The Sphinx domain ``bb``: a role for each kind of entry, resolved against the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.domains.std import StandardDomain
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from rulesdb.nearest import nearest
from rulesdb.validate import NOT_ENTRIES, SchemaSet

_log = logging.getLogger(__name__)


def entry_kinds() -> tuple[str, ...]:
    """Every kind of entry: those that have a schema, and procedures."""
    return (*(name for name in SchemaSet().names() if name not in NOT_ENTRIES), "procedure")


class ShortRole(XRefRole):
    """A role that may be written without the domain: ``{rule}`bug-hunter:304.2```."""

    def __call__(self, name: str, *args: Any, **options: Any) -> Any:
        return super().__call__(f"bb:{name}", *args, **options)


def short_roles() -> tuple[str, ...]:
    """The kinds whose names Sphinx itself does not use for a role."""
    return tuple(kind for kind in entry_kinds() if kind not in StandardDomain.roles)


class EntryIndex(Index):
    """All entries of all games, in the order of their titles."""

    name = "entries"
    localname = "Index of entries"
    shortname = "entries"

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Group the entries by first letter."""
        letters: dict[str, list[IndexEntry]] = {}
        objects: dict[str, tuple[str, str]] = self.domain.data["objects"]
        for id, (document, title) in sorted(objects.items(), key=lambda item: item[1][1].casefold()):
            if docnames is None or document in docnames:
                game, _, key = id.partition(":")
                kind = key.partition("/")[0]
                letters.setdefault(title[:1].upper(), []).append(
                    IndexEntry(title, 0, document, "", game, "", kind)
                )
        return sorted(letters.items()), False


class BrainbugDomain(Domain):
    """Entries of the rules database as targets: ``{bb:rule}`bug-hunter:304.2```."""

    name = "bb"
    label = "brainbug"
    kinds: ClassVar[tuple[str, ...]] = entry_kinds()
    object_types: ClassVar[dict[str, ObjType]] = {kind: ObjType(kind, kind) for kind in kinds}
    roles: ClassVar[dict[str, Any]] = {kind: XRefRole(warn_dangling=True) for kind in kinds}
    indices: ClassVar[list[type[Index]]] = [EntryIndex]
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}}

    @property
    def objects(self) -> dict[str, tuple[str, str]]:
        """Full id to (document, title)."""
        found: dict[str, tuple[str, str]] = self.data["objects"]
        return found

    def resolve_xref(
        self, env: Any, fromdocname: str, builder: Any, typ: str, target: str, node: Any, contnode: Any
    ) -> Any:
        """A link to the entry's page, with the entry's title unless words are given."""
        id = full_id(typ, target)
        if id not in self.objects:
            return None
        document, title = self.objects[id]
        words = contnode.astext() if node.get("refexplicit") else title
        contnode = nodes.inline("", words, classes=["xref", "bb", f"bb-{typ}"])
        return make_refnode(builder, fromdocname, document, "", contnode, title)

    def resolve_any_xref(
        self, env: Any, fromdocname: str, builder: Any, target: str, node: Any, contnode: Any
    ) -> list[tuple[str, Any]]:
        """Every kind that has an entry of this name."""
        found = []
        for kind in self.kinds:
            link = self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode)
            if link is not None:
                found.append((f"bb:{kind}", link))
        return found

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """The inventory for other projects: name, title, kind, document, anchor, priority."""
        for id, (document, title) in self.objects.items():
            game, _, key = id.partition(":")
            kind, _, slug = key.partition("/")
            yield f"{game}:{slug}", title, kind, document, "", 1

    def merge_domaindata(self, docnames: Any, otherdata: dict[str, Any]) -> None:
        """Reading in parallel adds nothing: the objects come from the database."""


def full_id(kind: str, target: str) -> str:
    """The id that a role's target means.

    >>> full_id("rule", "bug-hunter:304.2")
    'bug-hunter:rule/304.2'
    """
    game, _, slug = target.partition(":")
    return f"{game}:{kind}/{slug}"


def warn_of_missing(app: Sphinx, domain: Domain, node: Any) -> bool | None:
    """Instead of Sphinx's own warning: what is missing, and what may have been meant."""
    if not isinstance(domain, BrainbugDomain):
        return None
    id = full_id(node["reftype"], node["reftarget"])
    near = nearest(id, domain.objects)
    hint = f"; did you mean {', '.join(near)}?" if near else ""
    _log.warning("no entry %s%s", id, hint, location=node, type="ref", subtype="bb")
    return True
