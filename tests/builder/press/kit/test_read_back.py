"""Tables of the printed PDF, read by another program: row by row what the database has."""

from __future__ import annotations

import functools
import io
import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pdfplumber
import pytest
from kits import GAMES, printed
from soak import WHOLE

from builder.draw.sheets.aid.outline import read_block, read_steps
from builder.draw.sheets.aid.rows import aid_rows, gathered
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.charts import cell_text, notes_in_play
from builder.draw.surface.entry_text import filled
from builder.draw.surface.theme import load_theme, theme_names
from builder.draw.surface.type import DISPLAY_FACES
from builder.draw.surface.wording import load_words
from builder.press.kit.play_aids import compose_aids
from builder.press.pdf.typeset import About, typeset_pdf
from builder.press.services.sheet_file import load_paper, paper_names
from rulesdb import Table, open_game
from rulesdb.description import table_grid
from rulesdb.description.results import result_ranks
from rulesdb.language import in_language

pytestmark = pytest.mark.soak
LOOKS = list(itertools.product(paper_names(), theme_names(), ("en", "de")))
# Two games in one look each; with ``make soak``, all in all looks.
TRIED = (
    [(game, *look) for game in GAMES for look in LOOKS]
    if WHOLE
    else [("handspan", "a4", "default", "de"), ("bugged", "letter", "low-ink", "en")]
)
Word = dict[str, Any]


@functools.cache
def pages(game: str, paper: str, theme: str, language: str) -> list[tuple[list[Word], list[Word]]]:
    """The words and the horizontal rules of each page of a player aid."""
    look = load_theme(theme, load_words(language))
    aids = compose_aids(open_game(game), load_paper(paper), look, aids=("charts",))
    drawings: list[Drawing] = [page.drawing for page in aids.pages]
    data = typeset_pdf(drawings, About("", (), ""), plain=True)
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        return [
            (
                page.extract_words(extra_attrs=["fontname", "size"], use_text_flow=True),
                [line for line in page.lines if line["top"] == line["bottom"] and line["linewidth"] > 0.7],
            )
            for page in pdf.pages
        ]


def is_display(word: Word) -> bool:
    names = [face.file.partition(".")[0] for face in DISPLAY_FACES.values()]
    return any(word["fontname"].endswith(name) for name in names)


def below(title: str, found: list[tuple[list[Word], list[Word]]]) -> list[Word]:
    """The words from the rule below a title to the next title in the same columns."""
    for words, rules in found:
        for rule in rules:
            inside = [w for w in words if rule["x0"] - 2 < w["x0"] and w["x1"] < rule["x1"] + 2]
            above = [w for w in inside if is_display(w) and -30 < w["top"] - rule["top"] < 0]
            heading = " ".join(w["text"] for w in above if w["size"] < 11)
            if heading != title and heading[2:] != title:
                continue
            ends = [w["top"] for w in inside if is_display(w) and w["top"] > rule["top"] + 2]
            # A wider table may follow, whose title is outside these columns.
            ends += [
                other["top"] - 12
                for other in rules
                if other["top"] > rule["top"] and other["x0"] < rule["x1"] and rule["x0"] < other["x1"]
            ]
            end = min(ends, default=max(w["bottom"] for w in words) - 10)
            return [w for w in inside if rule["top"] < w["top"] < end - 1]
    raise AssertionError(f"no table {title}")


def expected(table: Table, language: str) -> Iterator[list[str]]:
    """The cells of each row as the aid arranges them."""
    heads, rows = aid_rows(table, load_words(language).of_game(open_game(table.entry.game)))
    if len(table.axes) == 1 and table.result_type != "record":
        heads, rows = gathered(heads, rows)
    ticked = {cell.ticks for row in read_block(open_game(table.entry.game)) for cell in row}
    if table.entry.slug in ticked and not table.modifiers:
        rows = [[f"{int(value):+d}", key] for key, value in rows]
    yield from ([printed(cell, language) for cell in row] for row in rows)


@pytest.mark.parametrize(("game", "paper", "theme", "language"), TRIED)
def test_tables_of_the_aid_are_those_of_the_database(
    game: str, paper: str, theme: str, language: str
) -> None:
    rules = in_language(open_game(game), language)
    found = pages(game, paper, theme, language)
    elsewhere = {slug for step in read_steps(rules) for slug in step.tables} | rules.aid["sentences"].keys()
    ticked_elsewhere = {cell.ticks for row in read_block(rules) for cell in row}
    checked = 0
    for slug in rules.chart_tables:
        table = rules.table(slug)
        if slug in elsewhere or (table.axes[-1].dice and len(result_ranks(table)) > 3):
            continue
        words = [word["text"] for word in below(printed(table.entry.title, language), found)]
        cells = [cell for row in expected(table, language) for cell in row]
        wanted = Counter(" ".join(cells).split())
        missing = wanted - Counter(words)
        # A lone figure is a sentence, whose cells end in its signs.
        missing = Counter({w: n for w, n in missing.items() if not {w + ":", w + ".", w + ";"} & set(words)})
        assert not missing, (slug, missing, words)
        extra = Counter(words) - wanted
        has_more = notes_in_play(table_grid(table)) or (table.modifiers and slug not in ticked_elsewhere)
        heads = len(" ".join(aid_rows(table, load_words(language).of_game(rules))[0]).split())
        assert has_more or sum(extra.values()) <= heads + 3, (slug, extra)
        checked += 1
    assert checked >= len(set(rules.chart_tables) - elsewhere) / 2


@pytest.mark.parametrize(("game", "paper", "theme", "language"), TRIED)
def test_sentences_of_the_aid_have_the_figures_of_the_database(
    game: str, paper: str, theme: str, language: str
) -> None:
    rules = in_language(open_game(game), language)
    written = " ".join(word["text"] for words, _ in pages(game, paper, theme, language) for word in words)
    catalog = load_words(language).of_game(rules)
    for slug, template in rules.aid["sentences"].items():
        table = rules.table(slug)
        values = {" ".join(at.values()): cell_text(table, cell, catalog) for at, cell in table.cells()}
        values["value"] = next(iter(values.values()))
        assert printed(filled(catalog.term(template), values), language) in written
