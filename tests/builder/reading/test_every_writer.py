"""Every writer shows the complete description of every entry of every game."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import Any

import click
import pytest
from kits import printed
from soak import every, times

from builder.browse import pages as screen
from builder.browse.catalog import Catalog
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.charts import table_blocks
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Writer as SheetWriter
from builder.draw.surface.theme import load_theme
from builder.lsp.hover import entry_help
from builder.publish.markdown import basis_mark
from builder.publish.pages import entry_page
from builder.reading.as_json import entry_json
from builder.reading.markdown import markdown_page
from builder.reading.text import text_lines
from builder.reading.text_grid import rules_for_output
from rulesdb import Entry, Provenance, Ruleset, game_folders, open_game
from rulesdb.description import Description, Fact, Figure, Grid, describe, plain
from rulesdb.description.grids import words_of as in_words
from rulesdb.notebook import description_html

Writer = Callable[[Ruleset, Entry, Description], str]
WIDE = 2000


def as_text(game: Ruleset, entry: Entry, description: Description) -> str:
    return click.unstyle("\n".join(text_lines(description, WIDE, rules_for_output())))


def as_markdown(game: Ruleset, entry: Entry, description: Description) -> str:
    return markup_removed(markdown_page(description))


def as_html(game: Ruleset, entry: Entry, description: Description) -> str:
    return markup_removed(description_html(description))


def as_screen(game: Ruleset, entry: Entry, description: Description) -> str:
    return screen.entry_page(Catalog((game,)), entry.id, WIDE).text


def as_help(game: Ruleset, entry: Entry, description: Description) -> str:
    return markup_removed(entry_help(game, entry))


def as_page(game: Ruleset, entry: Entry, description: Description) -> str:
    """The page with each role replaced by its displayed text: its words, or the title."""

    def words(match: re.Match[str]) -> str:
        return match[2] or game.all_entries[f"{match[1]}/{match[3]}"].title

    page = re.sub(r"\{bb:([\w-]+)\}`(?:([^`<]*) <)?[\w-]+:([^`>]+)>?`", words, entry_page(game, entry))
    return markup_removed(page)


WRITERS: dict[str, Writer] = {
    "text": as_text,
    "markdown": as_markdown,
    "notebook": as_html,
    "terminal browser": as_screen,
    "editor": as_help,
    "site": as_page,
}


def markup_removed(text: str) -> str:
    """A page of Markdown or HTML without markup and escapes."""
    return html.unescape(re.sub(r"<[a-z/][^<>]*>", " ", text.replace("\\<", "&lt;")))


def flat(text: str) -> str:
    """Only letters and digits, so that layout and punctuation do not matter."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def elements(game: Ruleset, description: Description) -> Iterator[tuple[str, ...]]:
    """Every part of a description; if a part has several forms, writers show one of them."""
    yield (description.title,)
    yield (description.id,)
    yield from of_provenance(description.provenance)
    yield from ((name,) for name in description.also)
    yield from ((plain(paragraph),) for paragraph in description.paragraphs)
    for fact in (*description.inputs, *description.remarks, *description.facts):
        yield from of_fact(game, fact)
    for figure in description.figures:
        yield from of_figure(figure)
    for grid in (description.grid, description.modifiers):
        yield from of_grid(grid) if grid is not None else ()
    for example in description.examples:
        yield (example.title,)
        yield (example.doctest,)
    for link in (*description.see, *description.used_by):
        yield (link.slug, link.title)


def of_provenance(provenance: Provenance) -> Iterator[tuple[str, ...]]:
    yield (str(provenance.source),)
    yield (str(provenance.basis),)
    yield from ((text,) for text in (provenance.note, *provenance.alternatives))


def of_fact(game: Ruleset, fact: Fact) -> Iterator[tuple[str, ...]]:
    yield (fact.title,)
    titles = [
        game.all_entries[piece.target.partition(":")[2]].title if piece.titled else piece.text
        for piece in fact.prose
    ]
    yield plain(fact.prose), "".join(titles)
    yield (fact.remark,)
    yield from ((plain(item),) for item in fact.items)
    if fact.grid is not None:
        yield from of_grid(fact.grid)


def of_figure(figure: Figure) -> Iterator[tuple[str, ...]]:
    """The table, its basis unless it is printed, the values of every cell, and the notes on them."""
    yield (figure.table.title,)
    yield (figure.mark,)
    yield (figure.qualifier,)
    if figure.line:
        for place in figure.grid.rows[0]:
            yield (place.lettered,)
        yield ("".join(piece.lettered for piece in figure.line),)
    else:
        yield from ((head,) for head in figure.grid.heads)
        for row in figure.grid.rows:
            yield from ((place.text,) for place in row[: figure.grid.keys])
            yield (" ".join(place.lettered for place in row[figure.grid.keys :]),)
    yield from ((figure.note_text(note),) for note in figure.grid.notes)


def of_grid(grid: Grid) -> Iterator[tuple[str, ...]]:
    """Headings, keys and values; the values of a row follow each other, with or without letters."""
    yield from ((head,) for head in (*grid.heads, grid.across))
    for row in grid.rows:
        yield from ((place.text,) for place in row[: grid.keys])
        values = row[grid.keys :]
        lettered = [place.lettered for place in values]
        marks = [basis_mark(grid, place) for place in values]
        marked = [place.text + mark for place, mark in zip(values, marks, strict=True)]
        both = [text + mark for text, mark in zip(lettered, marks, strict=True)]
        yield tuple(map(" ".join, (lettered, marked, both)))
    for note in grid.notes:
        yield from of_provenance(note.provenance)


@pytest.mark.soak
@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("game", game_folders())
def test_no_writer_omits_anything(game: str, writer: str) -> None:
    ruleset = open_game(game)
    missing = []
    for entry in every(times(4, 1), [*ruleset.all_entries.values()]):
        description = describe(entry, ruleset)
        page = flat(WRITERS[writer](ruleset, entry, description))
        missing += [
            (entry.id, forms)
            for forms in elements(ruleset, description)
            if not any(flat(form) in page for form in forms)
        ]
    assert missing == []


@pytest.mark.parametrize("game", game_folders())
def test_a_chart_omits_nothing_of_a_table(game: str) -> None:
    """Exceptions are the name of the horizontal axis, ids of modifiers, and the basis of printed figures."""
    ruleset = open_game(game)
    writer = SheetWriter(WIDE, DrawingContext(load_theme()))
    missing = []
    for table in ruleset.tables.values():
        description = describe(table.entry, ruleset)
        canvas = Canvas(WIDE, WIDE, writer.context)
        for block in table_blocks(table, writer):
            block.draw(canvas, 0, 0)
        page = flat(" ".join(placed.text for placed in canvas.drawing("chart", "Chart").texts))
        wanted = list(of_provenance(table.entry.provenance))
        assert description.grid is not None
        wanted += of_grid(description.grid)
        if description.modifiers is not None:
            wanted += [(row[-2].lettered,) for row in description.modifiers.rows]
            wanted += [(note.provenance.note,) for note in description.modifiers.notes]
        left_out = {("printed",), (description.grid.across,)}
        missing += [
            (table.id, forms)
            for forms in wanted
            if forms not in left_out and not any(on_paper(form, game) in page for form in forms)
        ]
    assert missing == []


def on_paper(text: str, game: str) -> str:
    """A text as a chart prints it: without the id of the game's book, with ids in words."""
    parts = text.removeprefix(f"{game} ").split(", ")
    return flat(printed(", ".join(map(in_words, parts))).replace(f" {game} ", " "))


# JSON expresses these differently: with true and false, with null, by the names of its keys.
LABELS = (
    "yes no nothing modifier changes when to as often as it counts not with or may be left out beyond its "
    "ends of several results the first last that fits counts refuses sources otherwise in Python "
    "not in the book text by one"
)


def leaves(data: Any) -> Iterator[str]:
    """Every key and value of JSON as text."""
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from leaves(part)
    if isinstance(data, dict):
        yield from data
    elif not isinstance(data, list):
        yield str(data)


@pytest.mark.parametrize("game", game_folders())
def test_json_contains_every_word_of_a_description(game: str) -> None:
    ruleset = open_game(game)
    missing = []
    for entry in ruleset.all_entries.values():
        words = words_of(f"{LABELS} {' '.join(leaves(entry_json(ruleset, entry, {})))}")
        missing += [
            (entry.id, forms)
            for forms in elements(ruleset, describe(entry, ruleset))
            if not any(words_of(form) <= words for form in forms)
        ]
    assert missing == []


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", text.casefold()))
