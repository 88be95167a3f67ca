"""The victory points of a mission on its track: for each side, boxes for what scores, and the points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draw.sentences.scoring import max_times, pool_of, scored_text, scoring_lines
from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.form_parts import beside
from builder.draw.sheets.tracks.colors import TrackColors, side_colors
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type
from builder.scenario.model import Scenario

_APART, _HEAD, _PAD = 6.0, 5.6, 0.9
# The columns beside the boxes, in mm: what scores, its points, and the field for them.
_TEXT, _EACH, _SUM = 28.0, 10.4, 11.0
# What the text leaves free before the points, with the room before it.
_OFF_POINTS = 3.6
# Boxes in a line, which touch in groups of five, and how far two groups are apart, in mm.
_A_LINE, _STEP, _GROUP, _GROUP_GAP = 10, 3.7, 5, 1.6
# The boxes of an award in steps, which have their points in them, in mm.
_AWARD = (11.0, 5.2)
_LINE = 4.5
# The line to write a number of more on, in mm, and the most boxes before it.
_MORE, _MOST_BEFORE = 9.0, 7
_TYPE, _BOLD, _STEP_TEXT = Type(CONDENSED, 3.1), Type(CONDENSED_BOLD, 3.1), 3.4


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the mission: its text in lines, its points, and its boxes; an award has them printed.

    One that ``is_open`` has room to write what the boxes do not have room for.
    """

    text: Sequence[str]
    points: str
    boxes: int
    award: tuple[str, ...]
    is_open: bool = False

    @property
    def height(self) -> float:
        lines = -(-self.boxes // _A_LINE)
        boxes = _AWARD[1] if self.award else lines * _LINE
        return max(boxes, len(self.text) * _STEP_TEXT) + 2 * _PAD


def points_block(scenario: Scenario, writer: Writer, tall: float) -> Block:
    """The sides beside each other, each with its rows, which are at least ``tall`` mm high, and a total."""
    sides = [side.id for side in scenario.ruleset.sides]
    half = Writer((writer.width - (len(sides) - 1) * _APART) / len(sides), writer.context)
    tables = [_rows_of(scenario, side, half) for side in sides]
    # All end at one height, with the total at the foot.
    high = max(_height(rows, tall) for rows in tables)
    blocks = [
        _side_block(
            side_name(scenario, side, writer.words),
            rows,
            half,
            tall,
            high + tall,
            side_colors(scenario, side, writer.theme),
        )
        for side, rows in zip(sides, tables, strict=True)
    ]
    return beside(blocks, half.width + _APART)


def _height(rows: Sequence[_Row], tall: float) -> float:
    return sum(max(tall, row.height) for row in rows)


def _rows_of(scenario: Scenario, side: str, writer: Writer) -> list[_Row]:
    return [_row(scenario, line, writer) for line in scoring_lines(scenario) if line["side"] == side]


def _row(scenario: Scenario, line: Mapping[str, Any], writer: Writer) -> _Row:
    lines, words = writer.metrics.wrap(scored_text(line), _TYPE, _TEXT - _OFF_POINTS), writer.words
    if "by_number" in line:
        award = tuple(map(str, line["by_number"]))
        return _Row(lines, words("track.in-all"), len(award), award)
    most, pool = max_times(scenario, line), pool_of(scenario, line)
    # What nothing limits has a box for each counter of it, which are only those that are on the table
    # together, and a line for more; or whole lines of boxes where the last one leaves no room for that.
    is_open = most is None and pool > 0 and (pool - 1) % _A_LINE < _MOST_BEFORE
    boxes = most or (pool if is_open else _A_LINE * max(1, -(-pool // _A_LINE)))
    return _Row(lines, words("track.each", points=line["each"]), boxes, (), is_open)


def _side_block(
    title: str, rows: Sequence[_Row], writer: Writer, tall: float, high: float, colors: TrackColors
) -> Block:
    """The rows of a side below its name, ``high`` mm in all with the total at the foot."""
    wide, words, metrics = writer.width, writer.words, writer.metrics
    spread = (high - tall - _height(rows, tall)) / max(1, len(rows))

    def draw(canvas: Canvas, x: float, y: float) -> None:
        color = "ink" if colors.band == "band" else "paper"
        canvas.rect(x, y, wide, _HEAD, fill="panel" if colors.band == "band" else colors.band)
        type = metrics.fit(title, _BOLD, wide - _SUM - 2, MIN_SIZE)
        canvas.text(title, x + 1, y + 4, type, fill=color)
        last = x + wide - _SUM
        canvas.text(words("track.points"), last + _SUM / 2, y + 4, Type(CONDENSED, 2.8), anchor="middle",
                    fill=color)  # fmt: skip
        top = y + _HEAD
        for number, row in enumerate(rows):
            height = max(tall, row.height) + spread
            if number % 2:
                canvas.rect(x, top, wide, height, fill=colors.stripe)
            _draw_row(canvas, row, (x, top, height), metrics.fit(row.points, _BOLD, _EACH - 1, MIN_SIZE))
            top += height
            canvas.rule(x, top, wide)
        canvas.rect(x, top, wide, tall, fill=colors.head)
        total = words("track.total")
        canvas.text(total, last - 2, top + tall / 2 + _BOLD.cap / 2, _BOLD, anchor="end")
        foot = y + _HEAD + high
        for at in (x, x + wide):
            canvas.line((at, y), (at, foot), stroke="rule", stroke_width="rule")
        canvas.line((last, y), (last, foot), stroke="rule", stroke_width="rule")
        canvas.rule(x, foot, wide)
        canvas.rect(last, top, _SUM, tall, stroke="ink", stroke_width="box", fill="paper")

    return Block(_HEAD + high + 3.6, draw)


def _draw_row(canvas: Canvas, row: _Row, place: tuple[float, float, float], type: Type) -> None:
    """What scores, its points and its boxes, in the middle of a row: its left, top and height in mm."""
    x, y, height = place
    middle = y + height / 2
    base = middle - (len(row.text) - 1) * _STEP_TEXT / 2 + _TYPE.cap / 2
    within = (x, y, _TEXT, height)
    canvas.lines(row.text, x + 1, base, _TYPE, _STEP_TEXT, within=within)
    canvas.text(row.points, x + _TEXT, middle + type.cap / 2, type)
    left = x + _TEXT + _EACH
    if row.award:
        wide, tall = _AWARD
        for number, points in enumerate(row.award):
            at = left + number * (wide + 1.2)
            canvas.rect(at, middle - tall / 2, wide, tall, stroke="ink", stroke_width="box", fill="paper")
            canvas.text(points, at + wide / 2, middle + _BOLD.cap / 2, _BOLD, anchor="middle")
        return
    lines = -(-row.boxes // _A_LINE)
    for first in range(0, row.boxes, _GROUP):
        line, column = divmod(first, _A_LINE)
        at = left + column * _STEP + column // _GROUP * _GROUP_GAP
        low = middle - lines * _LINE / 2 + line * _LINE + (_LINE - _STEP) / 2
        canvas.boxes(at, low, min(_GROUP, row.boxes - first), _STEP, 0.0)
    if row.is_open:
        last = (row.boxes - 1) % _A_LINE + 1
        at = left + last * _STEP + last // _GROUP * _GROUP_GAP + 1.0
        level = middle + (lines - 1) * _LINE / 2
        canvas.text("+", at, level + _BOLD.cap / 2, _BOLD)
        canvas.rule(at + 2.4, level + _STEP / 2, _MORE)
