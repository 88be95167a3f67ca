"""Which page cites what, so that a changed title or definition reaches the pages that show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sphinx import addnodes
from sphinx.application import Sphinx

from builder.publish.names import Cited

_CITES = "bb-cites"


def note_cited(app: Sphinx, doctree: Any) -> None:
    """Keep with a page what it cites; Sphinx keeps it with the page, and drops it with the page."""
    found = {
        f"{node['reftype']} {node['reftarget']}"
        for node in doctree.findall(addnodes.pending_xref)
        if node.get("refdomain") == "bb"
    }
    app.env.metadata[app.env.docname][_CITES] = "\n".join(sorted(found))


def changed_ids(before: Mapping[str, Cited], now: Mapping[str, Cited]) -> set[str]:
    """The ids of what other pages would show otherwise than an earlier build did."""
    return {id for id in before.keys() | now.keys() if before.get(id) != now.get(id)}


def pages_to_write(app: Sphinx, env: Any) -> list[str]:
    """The pages that cite what has changed."""
    changed: set[str] = app.brainbug_changed  # type: ignore[attr-defined]
    return [page for page in sorted(env.found_docs) if changed.intersection(_cited_on(env, page))]


def _cited_on(env: Any, page: str) -> Iterator[str]:
    names = env.get_domain("bb").names
    for line in filter(None, env.metadata[page].get(_CITES, "").split("\n")):
        kind, _, target = line.partition(" ")
        yield from (cited.id for cited in names.find(kind, target, env.config.brainbug_game))
