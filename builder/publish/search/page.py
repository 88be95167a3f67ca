"""The search page of the site, which replaces Sphinx's own: it finds numbers and abbreviations, by game."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri

from builder.lint.registry import code_docs
from builder.publish.names import FOLDER
from builder.publish.search.data import (
    Row,
    code_rows,
    entry_rows,
    guides_script,
    scenario_rows,
    search_script,
)
from rulesdb import Ruleset

PAGE = "search"
_SECTIONS = "bb-sections"
SCRIPTS = ("search_engine.js", "search_data.js", "search.js")
_GUIDES = "search_guides.js"
_NOT_PROSE = (nodes.section, nodes.title, nodes.comment, nodes.raw, nodes.FixedTextElement)
_OWN_GROUPS = {"lint": "Lint codes", "compare": "Comparison of the games", "pages": "Guides and explanations"}

_BODY = Path(__file__).with_name("page.html")


def leave_out_own_index(app: Sphinx) -> None:
    """Turn off the index of Sphinx, which this search replaces."""
    if app.builder.format == "html":
        app.builder.search = False  # type: ignore[attr-defined]


def search_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The search page, as an additional page for Sphinx."""
    here = app.builder.get_target_uri(PAGE)

    def to(document: str) -> str:
        return relative_uri(here, app.builder.get_target_uri(document))

    games = "".join(f'<option value="{game.id}">{html.escape(game.title)}</option>' for game in _games(app))
    scripts = "\n".join(
        f'<script src="{relative_uri(here, f"_static/{name}")}"></script>' for name in SCRIPTS
    )
    body = _BODY.read_text(encoding="utf-8").format(
        games=games,
        scripts=scripts,
        guides=relative_uri(here, f"_static/{_GUIDES}"),
        index=to("bb-entries"),
        reference=to(f"{FOLDER}/index"),
    )
    yield PAGE, {"title": "Search", "body": body}, "page.html"


def write_search_data(app: Sphinx, error: Exception | None) -> None:
    """Write the data of the search next to its script, what players look up apart from what authors do."""
    if error is not None or app.builder.format != "html":
        return
    uri = app.builder.get_target_uri
    rows = [
        *entry_rows(_games(app), uri),
        *scenario_rows((item.scenario for item in app.brainbug_exhibits_with_pages), uri),  # type: ignore[attr-defined]
    ]
    guides = [*code_rows(code_docs().values(), uri), *_written_rows(app)]
    scripts = {SCRIPTS[1]: search_script(_games(app), rows, _OWN_GROUPS), _GUIDES: guides_script(guides)}
    for name, text in scripts.items():
        (Path(app.outdir) / "_static" / name).write_text(text, encoding="utf-8", newline="\n")


def _games(app: Sphinx) -> list[Ruleset]:
    games: list[Ruleset] = app.brainbug_games_with_pages  # type: ignore[attr-defined]
    return games


def note_sections(app: Sphinx, doctree: nodes.document) -> None:
    """Store the sections of an authored page or a comparison in its metadata.

    Thus a build that reads one page again need not process the others.
    """
    document = app.env.docname
    if _compares(document) or not document.startswith(f"{FOLDER}/"):
        sections = []
        for section in doctree.findall(nodes.section):
            title = section.next_node(nodes.title)
            if title is not None:
                is_top = not isinstance(section.parent, nodes.section)
                sections.append((is_top, section["ids"][0], title.astext(), _own_text(section)))
        app.env.metadata[document][_SECTIONS] = json.dumps(sections, ensure_ascii=False)


def _written_rows(app: Sphinx) -> Iterator[Row]:
    """A row for each section of authored pages and comparisons."""
    for document in sorted(app.env.found_docs):
        page = app.env.titles[document].astext()
        address = app.builder.get_target_uri(document)
        for is_top, id, title, text in json.loads(app.env.metadata[document].get(_SECTIONS, "[]")):
            yield Row(
                "compare" if _compares(document) else "pages", "page", id, title,
                address if is_top else f"{address}#{id}",
                source="" if is_top else page, place=page, text=text,
            )  # fmt: skip


def _compares(document: str) -> bool:
    return document.startswith(f"{FOLDER}/compare/") and not document.endswith("/index")


def _own_text(section: nodes.section) -> str:
    """The words of a section without subsections and listings, which can contain deliberate typos."""
    return " ".join(" ".join(map(_prose, section.children)).split())


def _prose(node: nodes.Node) -> str:
    """The words of a part of a page, without listings."""
    if isinstance(node, _NOT_PROSE):
        return ""
    if isinstance(node, nodes.Text):
        return str(node.astext())
    return ("" if isinstance(node, nodes.TextElement) else " ").join(map(_prose, node.children))
