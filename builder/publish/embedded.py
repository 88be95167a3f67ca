"""The output of the directives, as paragraphs of Markdown."""

from __future__ import annotations

from builder.draw.sheets.odds.sheet import OddsSheet, Reading, footnotes, house_marked, show_percent, summary
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.publish.figures import figure_lines
from builder.publish.map_figures import font_rules, map_figure, public_maps
from builder.publish.markdown import (
    badge,
    escaped,
    fact_lines,
    grid_table,
    pieces,
    provenance_notes,
    role,
    role_of,
)
from builder.publish.table_data import is_played, table_block, table_html
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
        *map(pieces, description.paragraphs),
        *fact_lines((*description.remarks, *description.facts)),
        *figure_lines(description.figures),
    ]


def table_parts(game: Ruleset, entry: Entry, *, plain: bool = False) -> list[str]:
    """A table with its badge, interactive unless it is ``plain``."""
    table = game.table(entry.slug)
    block = [table_block(table)] if is_played(table) and not plain else []
    # Raw HTML is for browsers; other formats get a Markdown table.
    elsewhere = f"```{{only}} not html\n{grid_table(table_grid(table))}\n```"
    return [_headline(entry), *provenance_notes(entry.provenance), table_html(table), *block, elsewhere]


def map_parts(scenario: Scenario, level: str = "") -> list[str]:
    """The maps of a scenario that every player may see, or that of one level.

    Raises:
        InputError: the map has no such level.
    """
    drawings = public_maps(scenario, DrawingContext.of_scenario(scenario, load_theme()))
    if level:
        levels = [one.id for one in scenario.map.decks.levels] if scenario.map.decks else []
        if level not in levels:
            raise InputError(f"{scenario.source.path}: no level `{level}`; {did_you_mean(level, levels)}")
        drawings = [drawings[levels.index(level)]]
    css = font_rules(drawings)
    return [map_figure(drawing, css if number == 0 else "") for number, drawing in enumerate(drawings)]


def _headline(entry: Entry) -> str:
    return f"**{role(entry)}** · {badge(entry.provenance)}"


def odds_parts(sheet: OddsSheet, *, show: str = Reading.CHANCE, **_: str) -> list[str]:
    """Exact chances as a table with a bar next to each, and their sources."""
    reading, words = Reading(show), load_words()
    if reading is not Reading.CHANCE and not sheet.is_numeric:
        raise InputError(f"show {reading}: the results are not numbers; omit it")
    highest, marked = sheet.highest(reading), house_marked(sheet)
    chances = [sheet.chances(column, reading) for column in sheet.columns]
    rows = []
    for place, result in enumerate(sheet.results):
        text = show_value(result)
        cells = [
            f"{chance[place]} · {escaped(show_percent(chance[place]))} {_bar(float(chance[place] / highest))}"
            for chance in chances
        ]
        rows.append([escaped(text) + ("\\*" if text in marked else ""), *cells])
    inputs = ", ".join(f"{name} {value}" for name, value in sheet.inputs.items())
    heads = [column.label or reading.words for column in sheet.columns]
    summaries = [(column.label, ", ".join(summary(column, words))) for column in sheet.columns]
    notes = [f"{label} {text}".strip() for label, text in summaries if text]
    notes += footnotes(sheet, words)
    title = role_of(sheet.id) if sheet.sources else escaped(sheet.title)
    return [
        f"**{title}**" + (f" {escaped(inputs)}" if inputs else ""),
        pipe_table([sheet.varied or "result", *map(escaped, heads)], rows),
        escaped("; ".join(notes)),
        *dict.fromkeys(badge(source) for source in sheet.sources),
        *dict.fromkeys(note for source in sheet.house for note in provenance_notes(source)),
    ]


def _bar(part: float) -> str:
    """A bar that screen readers skip, because the figures contain the same information."""
    fill = f'<span class="bb-bar-fill" style="width:{part:.1%}"></span>'
    return f'<span class="bb-bar-room" aria-hidden="true">{fill}</span>'
