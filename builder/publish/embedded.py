"""What the directives put into a page, as paragraphs of Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.draw.sheets.odds_sheet import OddsSheet, Reading, footnotes, house_marked, show_percent, summary
from builder.draw.sheets.odds_sheets import procedure_sheet, read_variation, table_sheet
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.publish.map_figures import font_rules, map_figure, public_maps
from builder.publish.markdown import badge, escaped, fact_lines, grid_table, pieces, provenance_notes, role
from builder.publish.names import Cited
from builder.publish.table_data import table_block, table_html
from builder.reading.markdown import pipe_table
from builder.scenario.model import Scenario
from rulesdb import Entry, InputError, Ruleset
from rulesdb.description import describe, table_grid
from rulesdb.nearest import did_you_mean
from rulesdb.tables import show_value


def entry_parts(game: Ruleset, entry: Entry) -> list[str]:
    """An entry's title with its badge, its words and its figures."""
    description = describe(entry, game)
    return [
        _headline(entry),
        *provenance_notes(entry.provenance),
        *(pieces(game, paragraph) for paragraph in description.paragraphs),
        *fact_lines(game, (*description.remarks, *description.facts)),
    ]


def table_parts(game: Ruleset, entry: Entry, *, plain: bool = False) -> list[str]:
    """A table with its badge; unless it is ``plain``, the place where the page's script plays it."""
    table = game.table(entry.slug)
    played = [] if plain else [table_block(table)]
    # Raw HTML is for browsers; other formats get the same as a table of their own.
    elsewhere = f"```{{only}} not html\n{grid_table(game, table_grid(table))}\n```"
    return [_headline(entry), *provenance_notes(entry.provenance), table_html(table), *played, elsewhere]


def map_parts(scenario: Scenario, level: str = "") -> list[str]:
    """The maps of a scenario that every player may see, or that of one level, to zoom and to take layers off.

    Raises:
        InputError: the map has no such level.
    """
    drawings = public_maps(scenario, DrawingContext(load_theme()))
    if level:
        known = [one.id for one in scenario.map.decks.levels] if scenario.map.decks else []
        if level not in known:
            raise InputError(f"{scenario.source.path}: no level `{level}`; {did_you_mean(level, known)}")
        drawings = [drawings[known.index(level)]]
    css = font_rules(drawings)
    return [map_figure(drawing, css if number == 0 else "") for number, drawing in enumerate(drawings)]


def _headline(entry: Entry) -> str:
    return f"**{role(entry)}** · {badge(entry.provenance)}"


def asked_sheet(game: Ruleset, cited: Cited, inputs: Sequence[str], options: Mapping[str, str]) -> OddsSheet:
    """The odds of a table or procedure for ``name=value`` inputs, and the options of the directive.

    Raises:
        InputError: an input, modifier or value that it does not take.
    """
    given: dict[str, str] = {}
    for pair in inputs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise InputError(f"{pair!r} is no input; write name=value, as in force=marine")
        given[name] = value
    variation = read_variation([options["vary"]] if "vary" in options else [])
    modifiers = [name.strip() for name in options.get("modifier", "").split(",") if name.strip()]
    if cited.kind == "table":
        return table_sheet(game.table(cited.slug), given, modifiers, variation)
    if modifiers:
        raise InputError(f"{cited.id}: a procedure takes its modifiers as inputs, as name=value")
    return procedure_sheet(game.procedure(cited.slug), given, variation)


def odds_parts(sheet: OddsSheet, *, show: str = Reading.CHANCE, **_: str) -> list[str]:
    """Exact chances as a table with a bar beside each, and where they come from."""
    reading, words = Reading(show), load_words()
    if reading is not Reading.CHANCE and not sheet.is_numeric:
        raise InputError(f"show {reading}: the results are not numbers; leave it out")
    highest, marked = sheet.highest(reading), house_marked(sheet)
    chances = [sheet.chances(column, reading) for column in sheet.columns]
    rows = []
    for place, result in enumerate(sheet.results):
        shown = show_value(result)
        cells = [
            f"{chance[place]} · {escaped(show_percent(chance[place]))} {_bar(float(chance[place] / highest))}"
            for chance in chances
        ]
        rows.append([escaped(shown) + ("\\*" if shown in marked else ""), *cells])
    inputs = ", ".join(f"{name} {value}" for name, value in sheet.inputs.items())
    heads = [column.label or reading.words for column in sheet.columns]
    summaries = [(column.label, ", ".join(summary(column, words))) for column in sheet.columns]
    means = [f"{label} {said}".strip() for label, said in summaries if said]
    notes = [*means, *footnotes(sheet, words)]
    return [
        f"**{_title(sheet)}**" + (f" {escaped(inputs)}" if inputs else ""),
        pipe_table([sheet.varied or "result", *map(escaped, heads)], rows),
        escaped("; ".join(notes)),
        *dict.fromkeys(badge(source) for source in sheet.sources),
        *dict.fromkeys(note for source in sheet.house for note in provenance_notes(source)),
    ]


def _title(sheet: OddsSheet) -> str:
    game, colon, key = sheet.id.partition(":")
    kind, slash, slug = key.partition("/")
    return f"{{bb:{kind}}}`{game}:{slug}`" if colon and slash else escaped(sheet.title)


def _bar(part: float) -> str:
    """A bar for the eye; the figures beside it say the same."""
    fill = f'<span class="bb-bar-fill" style="width:{part:.1%}"></span>'
    return f'<span class="bb-bar-room" aria-hidden="true">{fill}</span>'
