"""Tables of the printed PDF, read by another program: cell by cell what the database has."""

from __future__ import annotations

import functools
import io
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

import pdfplumber
import pytest
from kits import GAMES, SCENARIOS, printed, scenario_of
from pdfplumber.page import Page
from printed_cells import Letter, Letters, Printed, Sheet, Word, cells_of, grid_of, lines_of, ticked_of
from soak import WHOLE

from builder.draw.sentences.entry_text import filled, named_in, spelled
from builder.draw.sheets.aid.banded_rows import run_in, shared_heads
from builder.draw.sheets.aid.examples import filled_from
from builder.draw.sheets.aid.forces import force_rows
from builder.draw.sheets.aid.joined import in_short, joined_rows, read_joined
from builder.draw.sheets.aid.named_rows import by_name, is_named
from builder.draw.sheets.aid.outline import read_block, read_steps
from builder.draw.sheets.aid.rows import aid_rows, gathered, in_one_unit, is_list
from builder.draw.sheets.aid.scope import in_scope
from builder.draw.sheets.aid.tasks import footnotes_of_tasks
from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.charts import cell_text
from builder.draw.surface.theme import load_theme, theme_names
from builder.draw.surface.type import DISPLAY_FACES
from builder.draw.surface.wording import Words, load_words
from builder.press.kit.kit import compose_kit
from builder.press.kit.play_aids import compose_aids
from builder.press.pdf.typeset import About, typeset_pdf
from builder.press.services.sheet_file import load_paper, paper_names
from rulesdb import Ruleset, Table, open_game
from rulesdb.language import in_language
from rulesdb.search.snippet import sentences_in

pytestmark = pytest.mark.soak
SVG = "{http://www.w3.org/2000/svg}"
MM = 25.4 / 72
# How far the edge of a letter may be from its place, in mm.
ALIGNED = 0.6
# How wide a list beside a step is at most, and how high its lines are, in points.
LIST_WIDTH, LIST_LINE = 220, 14
# How high a stack of tokens is at most, in points.
STACK = 60
LOOKS = list(itertools.product(paper_names(), theme_names(), ("en", "de")))
# A game and a scenario in one look each; with ``make soak``, all games in all looks, and all scenarios.
TRIED = (
    [(name, *look) for name in GAMES for look in LOOKS] + [(name, *LOOKS[0]) for name in SCENARIOS]
    if WHOLE
    else [("handspan", "a4", "default", "de"), ("static", "letter", "low-ink", "en")]
)


def rules_of(name: str, language: str) -> Ruleset:
    """A game, or what the aid of a scenario has of its game."""
    if name not in SCENARIOS:
        return in_language(open_game(name), language)
    scenario = scenario_of(name)
    return in_scope(in_language(scenario.ruleset, language), scenario.census)


@functools.cache
def aid_drawings(game: str, paper: str, theme: str, language: str) -> list[Drawing]:
    """The pages of a player aid."""
    look = load_theme(theme, load_words(language))
    if game in SCENARIOS:
        kit = compose_kit(scenario_of(game), load_paper(paper), look, parts=("charts",))
        return [page.drawing for page in kit.pages]
    aids = compose_aids(open_game(game), load_paper(paper), look, aids=("charts",))
    return [page.drawing for page in aids.pages]


@functools.cache
def pages(game: str, paper: str, theme: str, language: str) -> list[Sheet]:
    """The pages of a player aid as another program reads them in the PDF."""
    data = typeset_pdf(aid_drawings(game, paper, theme, language), About("", (), ""), plain=True)
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        return [
            Sheet(
                page.extract_words(extra_attrs=["fontname", "size"], use_text_flow=True),
                [line for line in page.lines if line["top"] == line["bottom"]],
                [*page.rects, *page.curves],
                letters_by_line(page),
            )
            for page in pdf.pages
        ]


def is_display(word: Word) -> bool:
    names = [face.file.partition(".")[0] for face in DISPLAY_FACES.values()]
    return any(word["fontname"].endswith(name) for name in names)


def below(title: str, sheets: list[Sheet]) -> Printed:
    """What is between the rule below a title and the next title in the same columns."""
    for sheet in sheets:
        rules = [line for line in sheet.lines if line["linewidth"] > 0.7]
        for rule in rules:
            inside = [w for w in sheet.words if rule["x0"] - 2 < w["x0"] and w["x1"] < rule["x1"] + 2]
            above = [w for w in inside if is_display(w) and -30 < w["top"] - rule["top"] < 0]
            heading = " ".join(w["text"] for w in above if w["size"] < 14)
            if heading != title and heading[2:] != title:
                continue
            ends = [w["top"] for w in inside if is_display(w) and w["top"] > rule["top"] + 2]
            # A wider table may follow, whose title is outside these columns.
            ends += [
                other["top"] - 12
                for other in rules
                if other["top"] > rule["top"] and other["x0"] < rule["x1"] and rule["x0"] < other["x1"]
            ]
            # Sentences start at the edge itself, where cells do not.
            ends += [w["top"] for w in inside if w["x0"] < rule["x0"] + 0.8 and w["top"] > rule["top"] + 2]
            # Notes start with a sign of their own.
            ends += [w["top"] for w in inside if w["text"] == "*" and w["top"] > rule["top"]]
            # So do texts that several cells share, at the start of a line.
            starts = (w for w in inside if w["text"] == "†" and w["x0"] < rule["x0"] + 12)
            ends += [w["top"] for w in starts if w["top"] > rule["top"]]
            end = min(ends, default=max(w["bottom"] for w in sheet.words) - 10)
            bands = [
                band
                for band in (*sheet.lines, *sheet.rects)
                if band is not rule
                and abs(band["x0"] - rule["x0"]) < 1 > abs(band["x1"] - rule["x1"])
                and rule["top"] < band["top"] < end
            ]
            edges = sorted({round(edge, 1) for band in bands for edge in (band["top"], band["bottom"])})
            return Printed([w for w in inside if rule["top"] < w["top"] < end - 1], edges)
    raise AssertionError(f"no table {title}")


def beside(head: str, sheets: list[Sheet]) -> Printed:
    """A table without a title of its own, whose first heading is known."""
    for sheet in sheets:
        for band in sorted((*sheet.rects, *sheet.lines), key=lambda band: band["top"]):
            inside = [w for w in sheet.words if band["x0"] - 1 < w["x0"] and w["x1"] < band["x1"] + 1]
            near = [w for w in inside if band["top"] - 30 < w["top"] and w["bottom"] < band["top"] + 2]
            for at, line in enumerate(lines_of(near)):
                if line[0].text != head:
                    continue
                top = sorted({round(w["bottom"], 1) for w in near})[at] - 12
                edges = {
                    round(edge, 1)
                    for other in (*sheet.rects, *sheet.lines)
                    if abs(other["x0"] - band["x0"]) < 1 > abs(other["x1"] - band["x1"])
                    for edge in (other["top"], other["bottom"])
                }
                named = (w for w in near if w["text"] == line[0].text.split()[0])
                heading = max(named, key=lambda word: word["bottom"])
                style = heading["fontname"], heading["size"]
                # Headings of several lines begin above the band; the table before them ends a gap higher.
                above, foot = [], heading["bottom"]
                for word in sorted(near, key=lambda word: -word["bottom"]):
                    if (word["fontname"], word["size"]) == style and foot - word["bottom"] < LIST_LINE:
                        above.append(word)
                        foot = word["bottom"]
                words = [w for w in inside if w["top"] > top or w in above]
                # The citation below a table is smaller.
                least = min(w["size"] for w in words if w["bottom"] < top + 14) - 0.3
                end = min((w["top"] for w in words if w["size"] < least), default=10_000)
                words = [w for w in words if w["top"] < end]
                return Printed(words, sorted(edge for edge in edges if edge > top))
    raise AssertionError(f"no table headed {head}")


def has_title(title: str, sheets: list[Sheet], language: str) -> bool:
    """Whether some sheet has a table with a title."""
    try:
        return bool(below(printed(title, language), sheets).words)
    except AssertionError:
        return False


def arranged(table: Table, words: Words, rules: Ruleset) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """The headings and rows of a table as the aid arranges them."""
    heads, rows = force_rows(rules, table.entry.slug, words) or aid_rows(table, words)
    rows = [[in_one_unit(text, rules.aid.get("units", ())) for text in row] for row in rows]
    if is_named(rules, table):
        return heads, by_name(rules, table, rows, words)
    if len(table.axes) == 1 and table.result_type != "record":
        return gathered(heads, rows)
    return heads, rows


def wrong_cells(table: Table, there: Printed, words: Words, language: str, rules: Ruleset) -> list[Any]:
    """Where the cells of a printed table differ from those of the aid, by row and column."""
    if is_grid(table, there):
        return wrong_results(table, there, words, language)
    heads, rows = arranged(table, words, rules)
    if len(rows) == 1:
        text = " ".join(word["text"] for word in there.words).casefold()
        cells = [printed(cell, language).casefold() for cell in rows[0]]
        return [] if all(cell in text for cell in cells) else [(rows, text)]
    listed = rows if is_list(table) else (heads, *rows)
    wanted = [[printed(cell, language) for cell in row] for row in listed]
    printed_cells = cells_of(there)
    across = [list(column) for column in zip(*wanted, strict=True)]
    if is_there(wanted, printed_cells) or is_there(across, printed_cells):
        return []
    if table.result_type == "record":
        # Long texts run on after their keys.
        text = " ".join(word["text"] for word in there.words)
        run_on = (printed(f"{key} {run_in(cells)}", language) for key, *cells in rows)
        return [row for row in run_on if row not in text]
    return [(one, other) for one, other in itertools.zip_longest(wanted, printed_cells) if one != other]


def is_there(wanted: Sequence[Sequence[str]], found: Sequence[Sequence[str]]) -> bool:
    """Whether rows are the first of those found; what follows a table may be aligned with its last row."""
    *rows, last = wanted
    if list(map(list, rows)) != list(map(list, found[: len(rows)])) or len(found) < len(wanted):
        return False
    return len(last) == len(found[len(rows)]) and all(
        there.startswith(cell) for cell, there in zip(last, found[len(rows)], strict=True)
    )


def wrong_ticks(table: Table, sheets: list[Sheet], words: Words, language: str) -> list[Any]:
    """The modifiers, as rows of a table, that do not stand beside a box with their value."""
    items = {text: value for sheet in sheets for text, value in ticked_of(sheet).items()}
    key = table.entry.key
    wanted = {
        printed(", ".join(spelled(label, words, key) for label in at.values()), language): cell.value
        for at, cell in table.cells()
    }
    return [
        (text, value) for text, value in wanted.items() if items.get(text) != printed(f"{value:+d}", language)
    ]


def wrong_stacks(table: Table, sheets: list[Sheet]) -> list[Any]:
    """The counts that do not stand above their label, with as many tokens between them."""
    wrong = []
    for at, cell in table.cells():
        [label] = at.values()
        wrong += (
            [] if any(is_stack(label, int(cell.value), sheet) for sheet in sheets) else [(label, cell.value)]
        )
    return wrong


def is_stack(label: str, count: int, sheet: Sheet) -> bool:
    """Whether a sheet has tokens between a count and the label below it."""
    for foot in (word for word in sheet.words if word["text"] == label):
        middle = (foot["x0"] + foot["x1"]) / 2
        for top in (word for word in sheet.words if word["text"] == str(count)):
            if abs((top["x0"] + top["x1"]) / 2 - middle) < 1 and 0 < foot["top"] - top["bottom"] < STACK:
                inside = [
                    each
                    for each in sheet.rects
                    if top["bottom"] - 1 < each["top"]
                    and each["bottom"] < foot["top"] + 1
                    and abs((each["x0"] + each["x1"]) / 2 - middle) < 1
                ]
                if len(inside) == count:
                    return True
    return False


def is_listed(key: str, value: str, sheet: Sheet) -> bool:
    """Whether a sheet has a value beside words, which may take several lines."""
    first, *others = key.split()
    for word in (word for word in sheet.words if word["text"] == first):
        right = [each for each in sheet.words if word["x0"] <= each["x0"] < word["x0"] + LIST_WIDTH]
        beside_it = {each["text"] for each in right if abs(each["top"] - word["top"]) < LIST_LINE / 2}
        around = {each["text"] for each in right if abs(each["top"] - word["top"]) < 2 * LIST_LINE}
        if value in beside_it and around.issuperset(others):
            return True
    return False


def is_grid(table: Table, there: Printed) -> bool:
    """Whether the results of a table stand below each total of the dice."""
    dice = table.axes[-1].dice
    if len(table.axes) != 2 or dice is None:
        return False
    first = [run.text for run in lines_of(there.words)[0]]
    return first == [str(total) for total in range(dice.low, dice.high + 1)]


def wrong_results(table: Table, there: Printed, words: Words, language: str) -> list[Any]:
    """Where the result below a total is not that of the database."""
    down, across = table.axes
    grid = grid_of(there)
    wrong = []
    assert across.dice is not None
    for label in down.labels:
        for total in range(across.dice.low, across.dice.high + 1):
            inputs: dict[str, Any] = {down.name: label, across.name: total}
            value = str(table.lookup(**inputs).result)
            text = grid[printed(spelled(label, words, table.entry.key), language), str(total)]
            name = printed(spelled(value, words, table.entry.key), language)
            is_same = text == "·" if value == "none" else text in (name, f"{name[:3]}.")
            wrong += [] if is_same else [(label, total, value, text)]
    return wrong


@pytest.mark.parametrize(("game", "paper", "theme", "language"), TRIED)
def test_cells_of_the_aid_are_those_of_the_database(game: str, paper: str, theme: str, language: str) -> None:
    rules = rules_of(game, language)
    catalog = load_words(language).of_game(rules)
    sheets = pages(game, paper, theme, language)
    in_steps = {slug for step in read_steps(rules) for slug in step.tables}
    cells_of_block = [cell for row in read_block(rules) for cell in row]
    ticked = {cell.ticks for cell in cells_of_block}
    titles = {cell.tables[0]: cell.title for cell in cells_of_block if cell.tables and cell.title}
    joined = {slug for each in read_joined(rules).values() if len(each.tables) > 1 for slug in each.tables}
    wrong = {}
    for slug in [*rules.chart_tables, *sorted(in_steps - {*rules.chart_tables})]:
        table = rules.table(slug)
        if slug in rules.aid["sentences"] or slug in joined:
            continue
        if slug in footnotes_of_tasks(rules):
            written = " ".join(word["text"] for sheet in sheets for word in sheet.words)
            notes = (printed(text, language) for _, text in aid_rows(table, catalog)[1])
            wrong[slug] = [text for text in notes if text not in written]
            continue
        if slug in ticked and not table.modifiers:
            wrong[slug] = wrong_ticks(table, sheets, catalog, language)
            continue
        heads, rows = arranged(table, catalog, rules)
        if slug in rules.aid.get("stacks", ()):
            wrong[slug] = wrong_stacks(table, sheets)
            continue
        is_headed = has_title(titles.get(slug, table.entry.title), sheets, language)
        if len(rows) == 1 and slug not in in_steps and not is_headed:
            # A lone row is read out after the title.
            text = " ".join(word["text"] for sheet in sheets for word in sheet.words).casefold()
            cells = [printed(cell, language).casefold() for cell in rows[0]]
            wrong[slug] = [cell for cell in cells if cell not in text]
            continue
        if slug in in_steps and is_list(table):
            cells = [[printed(cell, language) for cell in row] for row in rows]
            wrong[slug] = [row for row in cells if not any(is_listed(*row, sheet) for sheet in sheets)]
            continue
        if slug in in_steps and len(rows) == 1 and len(table.axes) == 1:
            # One figure is read out, below the text of the step.
            key, value = (printed(cell, language) for cell in rows[0])
            lone = f"{key}: {value}".casefold()
            written = (" ".join(word["text"] for word in sheet.words) for sheet in sheets)
            wrong[slug] = [] if any(lone in text.casefold() for text in written) else [lone]
            continue
        if slug in in_steps:
            there = beside(printed(heads[0], language), sheets)
        else:
            there = below(printed(titles.get(slug, table.entry.title), language), sheets)
        wrong[slug] = wrong_cells(table, there, catalog, language, rules)
    assert {slug: cells for slug, cells in wrong.items() if cells} == {}
    assert wrong


@pytest.mark.parametrize(("game", "paper", "theme", "language"), TRIED)
def test_joined_tables_of_the_aid_have_the_cells_of_each_table(
    game: str, paper: str, theme: str, language: str
) -> None:
    rules = rules_of(game, language)
    catalog = load_words(language).of_game(rules)
    sheets = pages(game, paper, theme, language)
    written = " ".join(word["text"] for page in sheets for word in page.words)
    for joined in read_joined(rules).values():
        if len(joined.tables) == 1:
            # A scenario that needs one of the tables alone has it as it is.
            continue
        if not has_title(joined.title, sheets, language):
            # It is too wide in this language, so that its tables are below each other.
            wrong = [
                wrong_cells(
                    table, below(printed(table.entry.title, language), sheets), catalog, language, rules
                )
                for table in map(rules.table, joined.tables)
            ]
            assert not any(wrong)
            continue
        heads, whole = joined_rows(rules, joined, catalog)
        rows, below_rows = in_short(heads, whole)
        assert all(printed(f"{key} {run_in(said)}", language) in written for key, *said in below_rows)
        _, own_heads = shared_heads(heads)
        found = cells_of(below(printed(joined.title, language), sheets))
        wanted = [[printed(cell, language) for cell in row] for row in (heads, own_heads, *rows)]
        # What headings share may stand right above the one in the middle.
        assert all(head in pair for head, *pair in zip(found[0], *wanted[:2], strict=True))
        # Rows for what is in another book have names, and room to write.
        names = [printed(catalog.term(thing), language) for thing in joined.blank]
        assert found[1:] == [*wanted[2:], *([name, *[""] * (len(heads) - 1)] for name in names)]


@pytest.mark.parametrize(("game", "paper", "theme", "language"), TRIED)
def test_outcomes_in_the_frame_have_the_figures_of_the_database(
    game: str, paper: str, theme: str, language: str
) -> None:
    rules = rules_of(game, language)
    catalog = load_words(language).of_game(rules)
    written = " ".join(word["text"] for page in pages(game, paper, theme, language) for word in page.words)
    for cell in (cell for row in read_block(rules) for cell in row):
        texts = [text for each in cell.outcomes.get("cells", ()) for text in (each["when"], each["then"])]
        for text in texts:
            said = printed(filled_from(rules, catalog, text), language)
            assert all(word in written for word in said.split())


@pytest.mark.parametrize(("game", "paper", "theme", "language"), TRIED)
def test_sentences_of_the_aid_have_the_figures_of_the_database(
    game: str, paper: str, theme: str, language: str
) -> None:
    rules = rules_of(game, language)
    written = " ".join(word["text"] for page in pages(game, paper, theme, language) for word in page.words)
    catalog = load_words(language).of_game(rules)
    for slug, template in rules.aid["sentences"].items():
        table = rules.table(slug)
        values = {}
        for at, cell in table.cells():
            key = " ".join(at.values())
            parts = cell.value.items() if isinstance(cell.value, Mapping) else ()
            values |= {f"{key} {name}": spelled(str(part), catalog, table.entry.key) for name, part in parts}
            values |= {} if parts else {key: cell_text(table, cell, catalog)}
        if slug in rules.aid.get("in_inches", ()) and "centimetre" in rules.aid.get("units", ()):
            continue
        if slug in rules.aid.get("in_inches", ()):
            values = {at: catalog("chart.inch", figure=figure) for at, figure in values.items()}
        values["value"] = next(iter(values.values()))
        # A scenario without a rule has no cell for it, and leaves out the sentence with that cell.
        for sentence in sentences_in(catalog.term(template)):
            if named_in(sentence) <= values.keys():
                assert printed(filled(sentence, values), language) in written


@pytest.mark.parametrize(("game", "paper", "theme", "language"), TRIED)
def test_svg_files_have_the_same_words_at_the_same_places_as_the_pdf(
    game: str, paper: str, theme: str, language: str
) -> None:
    drawings = aid_drawings(game, paper, theme, language)
    for drawing, page in zip(drawings, pages(game, paper, theme, language), strict=True):
        texts = list(svg_texts(drawing))
        assert [text for text in texts if not stands_in(page.letters, *text)] == []
        letters = sum(len(letter) for line in page.letters.values() for letter, *_ in line)
        assert letters == sum(len(text) for text, *_ in texts)


def svg_texts(drawing: Drawing) -> Iterator[tuple[str, str, float, float]]:
    """The letters of each text of an SVG file, its anchor, and its place in mm."""
    yield from texts_in(ElementTree.fromstring(svg_text(drawing)), 0.0, 0.0)


def texts_in(
    element: ElementTree.Element, right: float, below: float
) -> Iterator[tuple[str, str, float, float]]:
    """The same in an element that is so far from the top left corner of the page."""
    x, y = right + float(element.get("x", "0")), below + float(element.get("y", "0"))
    if element.tag == f"{SVG}text":
        assert element.get("transform") is None
        yield "".join((element.text or "").split()), element.get("text-anchor", "start"), x, y
    elif element.tag in (f"{SVG}svg", f"{SVG}g"):
        for child in element:
            yield from texts_in(child, x, y)


def letters_by_line(page: Page) -> Letters:
    """The letters of a page with their left and right edges in mm, by their baseline in tenths of a mm."""
    lines: dict[int, list[Letter]] = {}
    for letter in page.chars:
        if letter["text"].strip():
            base = round((float(page.height) - letter["matrix"][5]) * MM * 10)
            lines.setdefault(base, []).append((letter["text"], letter["x0"] * MM, letter["x1"] * MM))
    return {base: sorted(line, key=lambda letter: letter[1]) for base, line in lines.items()}


def stands_in(lines: Letters, text: str, anchor: str, x: float, y: float) -> bool:
    """Whether a text stands at a place of a page."""
    for base in (round(y * 10) + off for off in (0, -1, 1)):
        line = lines.get(base, [])
        for start in range(len(line)):
            end, letters = start, ""
            while len(letters) < len(text) and end < len(line):
                letters += line[end][0]
                end += 1
            left, right = line[start][1], line[end - 1][2]
            at = {"start": left, "middle": (left + right) / 2, "end": right}[anchor]
            if letters == text and abs(at - x) < ALIGNED:
                return True
    return False
