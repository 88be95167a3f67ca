"""Templates in one block at the left of a sheet, and at its right a column with the steps of their use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.sheets.cutouts.template_parts import Template
from builder.draw.sheets.cutouts.template_steps import LARGE_STEPS, STEPS_SCALE, numbered
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, Writer, stacked

# Between templates in a row, also where one more has room so, between them and the steps, and half of the
# bold edge, in mm.
_BETWEEN, _NARROW, _BESIDE, _EDGE = 8.0, 4.0, 10.0, 1.0
# The least width of the column of steps.
_MIN_STEPS = 58.0
# The least and the most between two rows, which belong together, and the most above the first.
_LEAST_APART, _MOST_APART, _TOP = 6.0, 30.0, 14.0
# The least share of the room that a row of several kinds takes, so that it does not look left over.
_FULL = 0.6


@dataclass(frozen=True, slots=True)
class _Row:
    """Templates beside each other, with the blocks of the kinds that begin with one of them."""

    templates: Sequence[Template]
    kinds: Sequence[str]

    @property
    def width(self) -> float:
        """The width of the row in mm, with the bold edges."""
        return self.taken(_BETWEEN)

    def taken(self, between: float) -> float:
        """The width of the row with so much between two templates."""
        return sum(each.width + between for each in self.templates) - between + 2 * _EDGE

    @property
    def height(self) -> float:
        """The height of the row in mm, with the bold edges."""
        return max(each.height for each in self.templates) + 2 * _EDGE


def draw_sections(
    canvas: Canvas, templates: Sequence[Template], top: float, size: tuple[float, float]
) -> float | None:
    """Draw templates from the ``top`` down in a width and height in mm, beside the steps of each kind.

    Rows are spread over the width of the widest, and all steps are in one column.
    Returns where they end; None if they are not drawn: each must be of a kind with a heading, no row of
    several kinds, and all have to fit.
    """
    width, height = size
    if not templates or not all(template.heading and template.steps for template in templates):
        return None
    room = width - _BESIDE - _MIN_STEPS
    rows = _rows(templates, room)
    if any(len(row.kinds) > 1 for row in rows):
        return None
    widest = max(min(row.width, room) for row in rows)
    left = widest + _BESIDE
    if width - left < _MIN_STEPS:
        return None
    for scale in (LARGE_STEPS, STEPS_SCALE):
        steps = _steps(canvas, templates, width - left, scale)
        tall = [max(row.height, *(steps[kind].height for kind in row.kinds), 0.0) for row in rows]
        spare = height - sum(tall)
        if spare >= _MOST_APART * (len(rows) - 1):
            break
    if spare < _LEAST_APART * (len(rows) - 1):
        return None
    above = min(_TOP, spare / (len(rows) + 1))
    top += above
    apart = min(_MOST_APART, (spare - above) / len(rows))
    is_column = all(len(row.templates) == 1 for row in rows)
    for row, high in zip(rows, tall, strict=True):
        _draw(canvas, row, top + (high - row.height) / 2, widest, is_column=is_column)
        for kind in row.kinds:
            steps[kind].draw(canvas, left, top + max(0.0, (row.height - steps[kind].height) / 2))
        top += high + apart
    return top - apart


def _steps(canvas: Canvas, templates: Sequence[Template], width: float, scale: float) -> dict[str, Block]:
    """The steps of each kind below its heading, in a width in mm."""
    writer = Writer(width, canvas.context, scale)
    of_kinds = {each.heading: each.steps for each in templates}
    return {
        kind: stacked([writer.heading(canvas.context.words(kind)), numbered(steps, writer)])
        for kind, steps in of_kinds.items()
    }


def _rows(templates: Sequence[Template], room: float) -> list[_Row]:
    """Templates of the same kind after each other, in rows that are no wider than the room if they can be.

    Each kind has rows of its own, beside which are its steps alone, unless that takes more rows than rows
    of several kinds that are all well filled.
    """
    kinds = [*dict.fromkeys(template.heading for template in templates)]
    in_order = sorted(templates, key=lambda each: kinds.index(each.heading))
    apart = [row for kind in kinds for row in _filled([one for one in in_order if one.heading == kind], room)]
    together = _filled(in_order, room)
    begun = set[str]()
    is_full = all(_Row(row, ()).width >= _FULL * room for row in together)
    return [_row(row, begun) for row in (together if is_full and len(together) < len(apart) else apart)]


def _filled(templates: Sequence[Template], room: float) -> list[list[Template]]:
    """Templates in their order in rows, each with as many as there is room for."""
    rows = list[list[Template]]()
    for template in templates:
        if not rows or _Row([*rows[-1], template], ()).taken(_NARROW) > room:
            rows.append([])
        rows[-1].append(template)
    return rows


def _row(templates: list[Template], begun: set[str]) -> _Row:
    """A row, with the kinds that have not ``begun`` before it, which have then."""
    kinds = [each for each in dict.fromkeys(one.heading for one in templates) if each not in begun]
    begun.update(kinds)
    return _Row(templates, kinds)


def _draw(canvas: Canvas, row: _Row, top: float, width: float, *, is_column: bool) -> None:
    """The templates of a row, spread over a width in mm, level in their middles.

    They begin at its left edge, but in a column of lone ones the middles are below each other.
    """
    count, free = len(row.templates), width - row.taken(0.0)
    between = free / (count - 1) if count > 1 else 0.0
    x = _EDGE + (free / 2 if is_column else 0.0)
    for template in row.templates:
        y = top + (row.height - template.height) / 2
        with canvas.shifted(x, y), canvas.layer(f"template-{template.name}"):
            template.draw(canvas)
        x += template.width + between
