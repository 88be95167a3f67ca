"""Malicious games and supplements: pages of the site show their words only as text."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docutils.core import publish_string
from jinja2 import ChoiceLoader, DictLoader, FileSystemLoader
from jinja2.sandbox import SandboxedEnvironment
from myst_parser.docutils_ import Parser

from builder.publish.figures import figure_cards
from builder.publish.frame import THEME, add_frame
from builder.publish.gallery import Exhibit
from builder.publish.generate import generate
from builder.scenario.model import Scenario
from rulesdb import Ruleset, open_game
from rulesdb.description import Piece, describe

_ATTACKS = (
    '"><script>x</script>',
    "a` <script>x</script> `b",
    "```{raw} html\n<script>x</script>\n```",
    "a\n\n:::{raw} html\n<script>x</script>\n:::",
)

# The blocks of Sphinx's own layout that the theme fills.
_BASIC = "".join(
    f"{{% block {name} %}}{{% endblock %}}" for name in ("body_tag", "header", "content", "footer")
)
_BARS = "bb-columns-chart"


def _hostile(game: Ruleset, words: str) -> Ruleset:
    """The game with ``words`` for all titles and texts that a file of a game or supplement states."""
    entries = {key: replace(entry, title=words, text=words) for key, entry in game.entries.items()}
    tables = {
        slug: replace(
            table,
            entry=entries[table.entry.key],
            axes=tuple(replace(axis, title=words) for axis in table.axes),
        )
        for slug, table in game.tables.items()
    }
    documents = tuple(
        replace(document, title=words, authors=(words,), publisher=words, year=1999, note=words)
        for document in game.documents
    )
    face = {"tagline": words, "icon": words}
    game = replace(game, title=words, summary=words, edition=words, face=face)
    return replace(game, entries=entries, tables=tables, documents=documents)


@pytest.mark.parametrize("words", _ATTACKS)
def test_words_of_a_game_are_only_text_on_its_pages(words: str) -> None:
    settings = {
        "myst_enable_extensions": ["colon_fence", "deflist", "fieldlist"],
        "output_encoding": "unicode",
        "report_level": 5,
        "halt_level": 5,
        "stylesheet_path": "",
        "embed_stylesheet": False,
    }
    pages = generate([_hostile(open_game("handspan"), words)], {})
    of_game = {"handspan", "basis.md", "compare"}
    kinds = {name.rpartition("/")[0]: name for name in pages if name.partition("/")[0] in of_game}
    for name in [
        *kinds.values(),
        "handspan/index.md",
        "handspan/constraints.md",
        "handspan/play.md",
        "basis.md",
    ]:
        # Roles have a meaning only for Sphinx.
        text = re.sub(r"\{bb:\w+\}", "", pages[name])
        html = publish_string(text, parser=Parser(), writer="html5", settings_overrides=settings)
        assert "<script>x" not in html, name


@pytest.mark.parametrize("words", _ATTACKS)
def test_words_of_a_game_or_scenario_are_only_text_in_the_frame_of_a_page(
    dead_air: Scenario, words: str
) -> None:
    game = _hostile(dead_air.ruleset, words)
    exhibit = Exhibit(Path("x.yaml"), replace(dead_air, title=words, ruleset=game), "")
    app = SimpleNamespace(
        brainbug_games_with_pages=(game,),
        brainbug_exhibits_with_pages=[exhibit],
        config=SimpleNamespace(root_doc="index"),
        env=SimpleNamespace(tocs={}),
    )
    templates = SandboxedEnvironment(
        loader=ChoiceLoader([FileSystemLoader(THEME), DictLoader({"basic/layout.html": _BASIC})])
    )
    for page in ("index", "reference/bug-hunter/weapon/index", "reference/bug-hunter/index"):
        context: dict[str, Any] = {
            "pathto": lambda target, resource=0: f"{target}.html",
            "toctree": lambda **options: "",
            "project": words,
            "root_doc": "index",
            "pagename": page,
            "body": "",
        }
        add_frame(app, page, "page.html", context, None)  # type: ignore[arg-type]
        html = templates.get_template("page.html").render(context)
        assert "script" in html
        assert "<script>" not in html


@pytest.mark.parametrize("text", ["²", "9" * 5000])
def test_figures_that_python_reads_as_no_number_have_no_bars(bug_hunter: Ruleset, text: str) -> None:
    figures = describe(bug_hunter.entry("unit/colonist"), bug_hunter).figures
    [figure] = [figure for figure in figures if _BARS in "".join(figure_cards([figure]))]
    places = [replace(place, pieces=(Piece(text),)) for place in figure.grid.rows[0]]
    changed = replace(figure, grid=replace(figure.grid, rows=(tuple(places),)))
    assert _BARS not in "".join(figure_cards([changed]))
