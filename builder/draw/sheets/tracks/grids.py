"""The grids of tracks: lines to write on, a line for each turn, the states of areas, the points of sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from builder.draw.game_sheets import Column
from builder.draw.sentences.scoring import scoring_lines
from builder.draw.sentences.team_titles import titled_teams
from builder.draw.sheets.form_parts import GridLook, beside, grid
from builder.draw.sheets.team_marks import team_mark
from builder.draw.sheets.tracks.boxes import LABEL, boxes_row
from builder.draw.sheets.tracks.colors import TrackColors
from builder.draw.sheets.tracks.lines import MAX_LINES, OPEN, damage_marks, known_lines
from builder.draw.sheets.tracks.points import points_block
from builder.draw.surface.canvas import Canvas, Rectangle
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Force, Scenario, Team
from rulesdb import Ruleset

FREE = 2
"""Lines that players may add to those that a scenario gives."""
SPARE = "spare"
"""The entry of a track for how many of its lines are only there because a scenario has markers for them."""
# Lines to write on, in mm, if there is room; none is lower than the last.
_LINE, _TURN_LINE, _MIN_LINE = 7.0, 7.0, 5.3
# More turns than these are in three columns, or in four.
_MANY_TURNS = (20, 24)
# The share of the width that the number of the turn has in so many columns, of which others have 2.
_TURN_SHARES = {2: 1.5, 3: 1.8, 4: 2.6}
_APART = 6.0
_STATE_LINE, _MAX_STATE = 7.0, 1.5
# The shares of the width of columns with boxes, and of others beside them.
_TICKS_SHARE, _BESIDE_TICKS = 0.9, 1.3
_PLAIN = TrackColors()
# The field of the number of a line, in mm.
_CHIP = 5.6
# Points up to so many are boxes to tick, and the shares of the width of these and of a number to write.
_MOST_TICKED, _TICKED_SHARE, _WRITTEN_SHARE = 6, 1.75, 1.0


def lines_blocks(
    game: Ruleset,
    track: Mapping[str, Any],
    rows: Sequence[Mapping[str, Any]],
    writer: Writer,
    scenario: Scenario | None,
    large: float,
    more: int,
    colors: TrackColors = _PLAIN,
) -> list[Block]:
    """A grid to write in, with a column or a line for each turn if the track has them."""
    heads = _heads(game, track, writer.words)
    first, *others = heads
    count = int(track.get("count", 1))
    turns = range(1, (scenario.turns if scenario is not None else count) + 1)
    # Those for markers are the last to be left out.
    spare = track.get(SPARE, 0)
    empty = count + (more if more > 0 or not spare else min(0, more + FREE))
    labels = [str(row["label"]) for row in rows] or [""] * empty
    cells, line = [[label] for label in labels], max(_MIN_LINE, large * _LINE)
    if track.get("known") == "points" and scenario is not None and scoring_lines(scenario):
        return [points_block(scenario, writer, line)]
    is_known = track.get("known", "points") != "points"
    if is_known and scenario is not None and (known_rows := known_lines(track, scenario, writer.words)):
        if track["known"] == "areas":
            states = _state_lines(heads, known_rows, writer, large, _limits(game, track))
            marks, label = damage_marks(scenario, writer.words), writer.words("track.all-areas")
            return [states, *([boxes_row(label, max(marks), marks, writer, LABEL)] if marks else [])]
        # A little room for what players add.
        free = max(0, FREE + more) if track["known"] in OPEN else 0
        cells = [*known_rows, *([""] for _ in range(free))]
    look = _look(track, scenario, cells, colors)
    if track.get("turns") == "columns":
        heads = [str(turn) if turn > 1 else writer.words("track.turn", number=1) for turn in turns]
        wide = max(2.0, len(turns) / 5)
        columns = [Column(first, wide), *(Column(head, 1) for head in heads), *(Column(o, 2) for o in others)]
        return [grid("", columns, [[label] for label in labels], writer, tall=line, striped=True)]
    if track.get("turns") != "lines":
        ticks = {tick["column"]: tick["boxes"] for tick in track.get("ticks", ())}
        columns = [
            Column(first, 2),
            *(_column(head, ticks.get(number, 0), bool(ticks)) for number, head in enumerate(others, 2)),
        ]
        if (number := track.get("beside", 1)) > 1:
            # Nothing on their lines is known, so the first column needs no more room than others.
            columns[0] = _column(first, 0, bool(ticks))
            narrow = Writer((writer.width - (number - 1) * _APART) / number, writer.context)
            part = grid("", columns, cells, narrow, tall=line, striped=True, look=look)
            return [beside([part] * number, narrow.width + _APART)]
        return [
            grid("", columns, cells[at : at + MAX_LINES], writer, tall=line, striped=True, look=look)
            for at in range(0, len(cells), MAX_LINES)
        ]
    parted = 2 + sum(len(turns) > many for many in _MANY_TURNS)
    columns = [Column(first, _TURN_SHARES[parted]), *(Column(head, 2) for head in others)]
    tall = -(-len(turns) // parted)
    narrow = Writer((writer.width - (parted - 1) * _APART) / parted, writer.context)
    parts = [
        grid(
            "",
            columns,
            [[str(turn)] for turn in turns[at : at + tall]],
            narrow,
            tall=max(_MIN_LINE, large * _TURN_LINE),
            striped=True,
        )
        for at in range(0, len(turns), tall)
    ]
    return [beside(parts, narrow.width + _APART)]


def _column(head: str, boxes: int, is_beside_boxes: bool) -> Column:
    """A column with boxes, or one to write in, which has more room in a grid with boxes."""
    share = _TICKS_SHARE if boxes else _BESIDE_TICKS if is_beside_boxes else 1.0
    return Column(head, share, boxes=boxes)


def _look(
    track: Mapping[str, Any], scenario: Scenario | None, cells: Sequence[Sequence[str]], colors: TrackColors
) -> GridLook:
    """The colors of a track's grid, and what its lines begin with.

    Teams have their mark, below the title of their force if there are several; other lines of a side have
    their number, if there are no more than a grid has.
    """
    look = GridLook(colors.head, colors.stripe)
    if scenario is not None and track.get("known") == "teams":
        teams = titled_teams(scenario.forces)
        marks = [team_mark(scenario, force, team) for force, team, _ in teams]

        def draw_mark(canvas: Canvas, number: int, room: Rectangle) -> None:
            if number < len(marks):
                marks[number].draw(canvas, room, min(3.6, 0.6 * room[3]))

        return replace(
            look, before=draw_mark, room=max((mark.room for mark in marks), default=0.0), parts=_parts(teams)
        )
    if "side" not in track or len(cells) > MAX_LINES:
        return look

    def draw_number(canvas: Canvas, number: int, room: Rectangle) -> None:
        x, y, _, height = room
        type, is_plain = Type(CONDENSED_BOLD, 3.0), canvas.theme.saves_ink
        if not is_plain:
            canvas.rect(x, y, _CHIP, height, fill=colors.band)
        color = "ink" if is_plain or colors.band == "band" else "paper"
        base = y + height / 2 + type.cap / 2
        canvas.text(str(number + 1), x + _CHIP / 2, base, type, anchor="middle", fill=color)

    return replace(look, before=draw_number, room=_CHIP)


def _parts(teams: Sequence[tuple[Force, Team, str]]) -> dict[int, str]:
    """The title of each force above the first of its teams, if forces have teams of the same name."""
    titles = [force.title if title != team.title else "" for force, team, title in teams]
    return {
        number: title
        for number, title in enumerate(titles)
        if title and (number == 0 or titles[number - 1] != title)
    }


def _heads(game: Ruleset, track: Mapping[str, Any], words: Words) -> list[str]:
    """The headings of the columns of a track, those with a limit with its number."""
    limits = _limits(game, track)
    return [
        words("track.limit", head=head, number=limits[at]) if at in limits else head
        for at, head in enumerate(track["columns"], 1)
    ]


def _limits(game: Ruleset, track: Mapping[str, Any]) -> dict[int, int]:
    """The number at which each column with a limit applies."""
    return {limit["column"]: cell_number(game, limit["cell"]) for limit in track.get("limits", ())}


def _state_lines(
    heads: Sequence[str],
    known_rows: Sequence[Sequence[str]],
    writer: Writer,
    large: float,
    limits: Mapping[int, int],
) -> Block:
    """A line for each area, with its points and a circle for each state.

    Points are boxes to tick up to the one of the ``limits`` that counts them, or else a number to write.
    """
    first, number, *states = heads
    most = max(limits.values(), default=0)
    ticked = most if most <= _MOST_TICKED else 0
    points = Column(number, _TICKED_SHARE if ticked else _WRITTEN_SHARE, boxes=ticked)
    columns = [Column(first, 4.2), points, *(Column(state, 1.25, circles=1) for state in states)]
    line = max(_MIN_LINE, min(large, _MAX_STATE) * _STATE_LINE)
    return grid("", columns, known_rows, writer, tall=line, striped=True)


def cell_number(game: Ruleset, cell: Mapping[str, Any]) -> int:
    """The number in a cell of the database, plus what the track adds."""
    if "number" in cell:
        return int(cell["number"])
    return int(game.table(cell["table"]).lookup(**cell["at"]).result) + int(cell.get("add", 0))
