"""Record sheets of a game to fill in by hand: squads with ratings, units with scores, teams with figures."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.game_sheets import Column, sheets_of
from builder.draw.pieces.unit_figures import score_text
from builder.draw.sheets.rosters import ability_letters
from builder.draw.sheets.team_sheets import hit_rows, magazine
from builder.draw.sheets.tick_boxes import wound_letters
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.entry_text import citation_line
from builder.draw.surface.flow import SMALL, Block, Writer, draw_flow, stacked
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, Type
from builder.draw.surface.wording import Words
from rulesdb import Entry, Ruleset

_ROW = 9.0
_HEAD = 5.6
_BOX = 3.6
SQUAD = 12
TEAMS, TEAM = "ABCD", 4
FIGURES = 6
CREATURES = 12


def _rating_columns(words: Words) -> tuple[Column, ...]:
    """What is recorded of a figure with ratings."""
    return (
        Column(words("roster.id"), 0.8),
        Column(words("roster.name"), 3.2),
        Column(words("roster.position"), 1.0),
        Column(words("roster.activation"), 0.8),
        Column(words("roster.panic"), 0.8),
        Column(words("roster.abilities"), 1.4),
        Column(words("roster.weapon"), 2.0),
        Column(words("record.rounds"), 2.2, boxes=6),
        Column(words("roster.carries"), 2.6),
        Column("  ".join(wound_letters(words)), 1.3, boxes=3),
        Column(words("record.markers"), 2.2),
    )


def figure_columns(game: Ruleset, words: Words) -> Sequence[Column]:
    """What is recorded of a figure in a team of the game, with as many boxes as its tables say."""
    own = sheets_of(game).figure_columns
    if own is not None:
        return own(game, words)
    rounds = magazine(game, game.teams.get("weapon", ""))
    counted = (
        [Column(words("record.rounds"), 2.4, boxes=rounds)]
        if rounds
        else [Column(words("record.grenade"), 1.1, circles=1)]
    )
    return (
        Column(words("record.figure"), 3.0),
        Column(words("record.weapon"), 2.2),
        *counted,
        Column(words("record.wounded"), 1.1, circles=1),
        Column(words("record.killed"), 1.1, circles=1),
        Column(words("record.notes"), 2.6),
    )


def draw_blank_rosters(game: Ruleset, size: tuple[float, float], context: DrawingContext) -> list[Drawing]:
    """Sheets of ``size`` mm in the shape that the game's forces call for."""
    rosters = [roster for roster in game.of_kind("roster") if "members" in roster.facts]
    words = context.words
    scored = [unit for unit in game.of_kind("unit") if "scores" in unit.facts]

    def teams(writer: Writer) -> Sequence[Block]:
        if scored:
            return [_scored(game, unit, writer) for unit in scored]
        columns = figure_columns(game, words)
        return [_grid(words("record.team", letter=letter), columns, [[]] * TEAM, writer) for letter in TEAMS]

    about = words("record.about", game=game.title)
    if not rosters:
        title = words("record.units") if scored else words("record.teams")
        sheets = draw_flow("record-sheet", title, about, teams, size, context, columns=1)
        if "hits" not in game.teams:
            return sheets

        def creatures(writer: Writer) -> Sequence[Block]:
            return _creatures(game, writer)

        return sheets + draw_flow(
            "record-sheet-hits", words("record.all-hits"), about, creatures, size, context, columns=1
        )
    drawings: list[Drawing] = []
    blank: list[tuple[str, str, list[list[str]], str]] = [
        (words("record.squad"), about, [[]] * SQUAD, "squad")
    ]
    filled = [
        (
            roster.title,
            words("record.about-cited", game=game.title, source=citation_line(roster, words)),
            _ratings(roster),
            roster.slug,
        )
        for roster in rosters
    ]
    for title, subtitle, rows, name in [*blank, *filled]:

        def squad(writer: Writer, rows: Sequence[Sequence[str]] = rows) -> Sequence[Block]:
            return [
                _grid("", _rating_columns(words), rows, writer),
                writer.paragraph(words("roster.key"), Type(CONDENSED, 2.8), color="muted"),
            ]

        drawings += draw_flow(f"roster-{name}", title, subtitle, squad, size, context, columns=1)
    return drawings


def _ratings(roster: Entry) -> list[list[str]]:
    """The values of a standard roster for each figure; id, name and weapon are left to the player."""
    rows = []
    for member in roster["members"]:
        ratings = (member.get("position", ""), member["activation"], member["panic"])
        rows.append(["", "", *map(str, ratings), ", ".join(ability_letters(member.get("abilities", {})))])
    return rows


def _creatures(game: Ruleset, writer: Writer) -> list[Block]:
    """Boxes for the hits of several of each creature, with the table that says how many kill it."""
    table = game.table(game.teams["hits"])
    blocks = []
    for name in table.axes[0].labels:
        unit = game.find("unit", name)
        rows = hit_rows(game, unit, CREATURES, writer)
        blocks.append(stacked([writer.heading(unit.title), rows]))
    blocks.append(writer.paragraph(citation_line(table.entry, writer.words), SMALL, color="muted"))
    return blocks


def _grid(title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]], writer: Writer) -> Block:
    """Rows under headings, with what is known written in and boxes to tick."""
    unit = writer.width / sum(column.share for column in columns)
    top = 6.5 if title else 0.0

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(title, x, y + 4.6, Type(BOLD, 4))
        y += top
        bottom = y + _HEAD + _ROW * len(rows)
        canvas.rect(x, y, writer.width, _HEAD, fill="panel")
        left = x
        for index, column in enumerate(columns):
            wide = column.share * unit
            type = writer.metrics.fit(column.head, Type(CONDENSED_BOLD, 3), wide - 1.5, 2.0)
            canvas.text(column.head, left + 1, y + 4, type, within=(left, y, wide, _HEAD))
            canvas.line((left, y), (left, bottom), stroke="rule", stroke_width="rule")
            for number, row in enumerate(rows):
                low = y + _HEAD + _ROW * (number + 1)
                cell = row[index] if index < len(row) else ""
                room = (left, low - _ROW, wide, _ROW)
                canvas.text(cell, left + 1, low - 3, Type(CONDENSED, 3.6), within=room)
                _ticks(canvas, column, left, low, wide)
            left += wide
        for number in range(1, len(rows) + 1):
            low = y + _HEAD + _ROW * number
            canvas.rule(x, low, writer.width)

    return Block(top + _HEAD + _ROW * len(rows) + 4, draw)


def _ticks(canvas: Canvas, column: Column, left: float, low: float, wide: float) -> None:
    """A column's boxes and circles in the line that ends at ``low``."""
    top = low - (_ROW + _BOX) / 2
    step = min(_BOX + 0.6, (wide - 2) / max(1, column.boxes))
    side = min(_BOX, step - 0.4)
    canvas.boxes(left + 1, top, column.boxes, side, step - side)
    for circle in range(column.circles):
        middle = left + wide / 2 + circle * (_BOX + 0.6)
        canvas.circle(middle, low - _ROW / 2, _BOX / 2, stroke="ink", stroke_width="box")


def _scored(game: Ruleset, unit: Entry, writer: Writer) -> Block:
    """A unit's scores in a line, and a row of wound boxes for each of several figures."""
    words = writer.words
    scores = {name: value for name, value in unit["scores"].items() if name != "wounds"}
    wounds = int(unit["scores"]["wounds"])
    score_line = ", ".join(
        f"{words.of('score', name)} {score_text(game, name, value)}" for name, value in scores.items()
    )
    points = words("unit.points", count=unit.get("points", 0))
    cited = f"{points} · {citation_line(unit, words)}"

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(unit.title, x, y + 4.2, Type(BOLD, 3.8))
        color = "house" if unit.provenance.basis.is_marked else "muted"
        canvas.text(cited, x + writer.width, y + 4.2, Type(CONDENSED, 2.6), anchor="end", fill=color)
        type = writer.metrics.fit(score_line, Type(CONDENSED, 3), writer.width, 2.2)
        canvas.text(score_line, x, y + 8.4, type, within=(x, y + 5, writer.width + 0.1, 5))
        wide = writer.width / FIGURES
        for figure in range(FIGURES):
            left = x + figure * wide
            canvas.text(f"{figure + 1}", left, y + 13.6, Type(CONDENSED_BOLD, 3))
            canvas.boxes(left + 3.6, y + 10.6, wounds, _BOX, 0.6)

    return Block(18.0, draw)
