"""Sheets of flowing text: several flows on a sheet, in the size of type that fills the fewest sheets."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.columns import set_in_columns
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import BAND, Block, Flow, Writer, draw_band
from builder.draw.surface.type import REGULAR, Type

GUTTER = 7.0
"""Between columns, in mm."""
_BELOW_BAND = 3.0
BETWEEN = 4.0
"""Between a flow or a drawing and the next on the same sheet, in mm."""
# The same before a flow that continues another one.
_CONTINUED = 2.4
# The height of the heading of the next.
_SECTION_BAND = 8.0
SECTION = _SECTION_BAND + 2.5
"""What the heading of a flow below another takes, in mm."""
# A flow does not start in less room than this.
_MIN_ROOM = 30.0
# What one way to set texts has to save to be worth it, in mm.
_LITTLE = 1.5
# Texts in a larger or smaller type, so that sheets are full and none has only a few lines.
_SCALES = (1.22, 1.14, 1.07, 1.0, 0.94, 0.88)
# Sheets are rearranged if one of them is less full than this.
_FULL_ENOUGH = 0.7
# A last sheet of which that much is free takes over from the sheets before it.
_RATHER_EMPTY = 0.5
# How much emptier the last sheet may be.
_LAST = 0.3
_MAX_REARRANGED = 6
# The shares of the room on the last sheet that the sheets before it can leave free.
_FEET = (0.8, 0.6, 0.4)

Column = tuple[int, float, Block]


Paint = Callable[[Canvas], None]


@dataclass(slots=True)
class _Sheet:
    """A sheet as planned: what to paint on it, the names of that, where it ends, and what is free above that.

    The free part is that below shorter columns, in mm of the height of the sheet; ``feet`` are where the
    columns of the last flow end.
    """

    title: str
    names: list[str]
    end: float
    paints: list[Paint] = field(default_factory=list)
    base: Drawing | None = None
    loose: float = 0.0
    feet: Sequence[float] = ()


class FlowSheets:
    """Sheets of ``size`` mm on which flows follow each other; nothing is drawn before :meth:`drawings`.

    The first flow of a sheet has a band, which is the title of the sheet; the others have a smaller heading.
    ``scale`` is that of the type. Flows leave ``foot`` mm free at the foot of each sheet.
    """

    def __init__(
        self, size: tuple[float, float], context: DrawingContext, scale: float = 1.0, foot: float = 0.0
    ) -> None:
        self.width, self.height = size
        self.context = context
        self.scale = scale
        self.foot = foot
        self._sheets: list[_Sheet] = []

    @property
    def count(self) -> int:
        """The number of sheets."""
        return len(self._sheets)

    @property
    def fullness(self) -> float:
        """The share of its height that the emptiest sheet uses; the last may well be emptier than others."""
        ends = [sheet.end for sheet in self._sheets[:-1]]
        ends += [min(self.height, sheet.end + _LAST * self.height) for sheet in self._sheets[-1:]]
        return min(ends, default=self.height) / self.height

    @property
    def room(self) -> float:
        """The height in mm that is left on the last sheet; 0 if there is none."""
        return max(0.0, self.height - self._sheets[-1].end - BETWEEN) if self._sheets else 0.0

    @property
    def column_rooms(self) -> Sequence[float]:
        """The height in mm that is left below each column of the last flow on the last sheet."""
        return [max(0.0, self.height - foot - BETWEEN) for foot in self._sheets[-1].feet]

    @property
    def loose(self) -> float:
        """What is free below columns that are shorter than others, in mm of the height of a sheet."""
        return sum(sheet.loose for sheet in self._sheets)

    def blocks(self, flow: Flow) -> Sequence[Block]:
        """The blocks of a flow in the width of its columns."""
        return flow.blocks(Writer(self._column(flow), self.context, self.scale))

    def add(self, flow: Flow, blocks: Sequence[Block] | None = None, *, here: bool | None = None) -> None:
        """Set a flow where the one before it ends, or on a new sheet if that takes no more sheets.

        ``here`` decides it: True where the one before it ends, if there is room, and False on a new sheet.
        """
        blocks = self.blocks(flow) if blocks is None else blocks
        height = self.height - BAND - _BELOW_BAND - self.foot
        sheets = set_in_columns(blocks, flow.columns, height)
        room = self.room + BETWEEN - _CONTINUED if flow.continues else self.room - SECTION
        room -= self.foot
        if (room > _MIN_ROOM and here is not False) or (flow.continues and self._sheets):
            following = set_in_columns(blocks, flow.columns, height, max(0.0, room))
            if following[0] and (here or len(following) <= len(sheets)):
                self._add_section(flow, following[0])
                sheets = following[1:]
        for sheet in sheets:
            self._start(flow)
            self._set(flow, sheet)

    def begin(self, drawing: Drawing) -> None:
        """Start with a sheet that has a drawing of its size; flows follow below its last text or kept box."""
        ends = [*(text.y + text.height for text in drawing.texts), *(south for *_, south in drawing.kept)]
        end = max(ends, default=0.0) + _BELOW_BAND
        self._sheets.append(_Sheet(drawing.title, [drawing.name], end, base=drawing))

    def add_if_fits(self, flow: Flow, *, least: float = _MIN_ROOM) -> bool:
        """Set a flow on the last sheet if all of it fits; returns whether it does.

        In less room than the ``least``, in mm, it never does.
        """
        filled = self._fitted(flow, least)
        if filled is not None:
            self._add_section(flow, filled)
        return filled is not None

    def has_room_for(self, flow: Flow) -> bool:
        """Whether all of a flow fits on the last sheet."""
        return self._fitted(flow, _MIN_ROOM) is not None

    def _fitted(self, flow: Flow, least: float) -> Sequence[tuple[int, float, Block]] | None:
        """The places of the blocks of a flow on the last sheet; None if they do not fit."""
        room = self.room - SECTION
        if room < least:
            return None
        filled = set_in_columns(self.blocks(flow), flow.columns, room)
        is_high = len(filled) > 1 or max(y + block.height for _, y, block in filled[0]) > room
        return None if is_high else filled[0]

    def place(self, drawing: Drawing) -> None:
        """Put a drawing below what is on the last sheet, which must have :attr:`room` for it.

        One that is higher than that, as it goes up into the :attr:`column_rooms`, is at the foot.
        """
        sheet = self._sheets[-1]
        top = min(sheet.end + BETWEEN, self.height - drawing.height)
        sheet.paints.append(lambda canvas: canvas.place(drawing, 0, top))
        sheet.names.append(drawing.name)
        sheet.end, sheet.feet = top + drawing.height, ()

    def drawings(self) -> list[Drawing]:
        """The sheets."""
        names = ["-".join(dict.fromkeys(sheet.names)) for sheet in self._sheets]
        drawings = []
        for index, (name, sheet) in enumerate(zip(names, self._sheets, strict=True)):
            size = (self.width, self.height)
            canvas = (
                Canvas.continuing(sheet.base, self.context)
                if sheet.base is not None
                else Canvas(*size, self.context)
            )
            for paint in sheet.paints:
                paint(canvas)
            number = f"-{names[: index + 1].count(name)}" if names.count(name) > 1 else ""
            drawings.append(canvas.drawing(f"{name}{number}", sheet.title))
        return drawings

    def _column(self, flow: Flow) -> float:
        return (self.width - GUTTER * (flow.columns - 1)) / flow.columns

    def _start(self, flow: Flow) -> None:
        """A new sheet with the flow's band; a flow that is on the sheet before is continued."""
        is_continued = bool(self._sheets) and flow.name in self._sheets[-1].names
        title = self.context.words("sheet.continued", title=flow.title) if is_continued else flow.title
        sheet = _Sheet(title, [], BAND + _BELOW_BAND)
        sheet.paints.append(lambda canvas: draw_band(canvas, title, flow.subtitle, self.width))
        self._sheets.append(sheet)

    def _add_section(self, flow: Flow, filled: Sequence[Column]) -> None:
        """A part of a flow below another, under a heading unless it continues that one."""
        sheet = self._sheets[-1]
        if flow.continues:
            sheet.end += _CONTINUED
        else:
            top = sheet.end + BETWEEN
            sheet.paints.append(lambda canvas: _draw_section(canvas, flow, top))
            sheet.end = top + SECTION
        self._set(flow, filled)

    def _set(self, flow: Flow, filled: Sequence[Column]) -> None:
        """Blocks below what is on the last sheet."""
        sheet, step = self._sheets[-1], self._column(flow) + GUTTER
        top = sheet.end

        def paint(canvas: Canvas) -> None:
            for column, y, block in filled:
                block.draw(canvas, column * step, top + y)

        sheet.paints.append(paint)
        sheet.names.append(flow.name)
        ends = [top] * flow.columns
        for column, y, block in filled:
            ends[column] = max(ends[column], top + y + block.height)
        sheet.end, sheet.feet = max(ends), ends
        sheet.loose += sheet.end - sum(ends) / len(ends)


def draw_flow(
    name: str,
    title: str,
    subtitle: str,
    blocks: Callable[[Writer], Sequence[Block]],
    size: tuple[float, float],
    context: DrawingContext,
    *,
    columns: int = 2,
) -> list[Drawing]:
    """Flowing text below a title band, on as many drawings of ``size`` mm as needed."""
    return draw_flows([Flow(name, title, subtitle, blocks, columns)], size, context)


def draw_flows(flows: Sequence[Flow], size: tuple[float, float], context: DrawingContext) -> list[Drawing]:
    """Flows below each other, on as few drawings of ``size`` mm as needed, in type as large as fits."""
    return fitted_sheets(flows, size, context).drawings()


def tightest(
    ways: Sequence[Sequence[Flow]], size: tuple[float, float], context: DrawingContext
) -> Sequence[Flow]:
    """Of some ways to set the same texts, the one that is lowest and leaves least room beside its columns.

    An earlier one is taken unless another saves more than a little.
    """

    def cost(flows: Sequence[Flow]) -> float:
        sheets = FlowSheets(size, context)
        for flow in flows:
            sheets.add(flow)
        return sheets.count * size[1] - sheets.room + sheets.loose

    best, *others = ways
    least = cost(best)
    for way in others:
        if cost(way) < least - _LITTLE:
            best, least = way, cost(way)
    return best


def fitted_sheets(
    flows: Sequence[Flow],
    size: tuple[float, float],
    context: DrawingContext,
    *,
    most: float = math.inf,
    is_filled: bool = False,
) -> FlowSheets:
    """Sheets with flows: as few as in the smallest type, in the largest up to ``most`` that needs no more.

    All sheets but the last are rather full: a larger type is used only if they stay so. If the last would be
    rather empty, others end higher for its sake, unless it ``is_filled`` by something else.
    """
    scales = sorted({min(scale, most) for scale in _SCALES})
    best = _arranged(flows, size, context, scales[0])
    for scale in scales[1:]:
        # If the step is too large, half of it may not be.
        for tried in (scale, (best.scale + scale) / 2):
            sheets = _arranged(flows, size, context, tried)
            is_better = sheets.count <= best.count and sheets.fullness >= best.fullness
            if is_better:
                best = sheets
                break
        if best.scale < scale:
            break
    return best if is_filled else _evened(best, flows, size, context)


def _evened(
    sheets: FlowSheets, flows: Sequence[Flow], size: tuple[float, float], context: DrawingContext
) -> FlowSheets:
    """Flows that all end higher on their sheets if the last of these would be rather empty otherwise."""
    spare = sheets.room / size[1]
    if sheets.count == 1 or spare < _RATHER_EMPTY:
        return sheets
    shares = (spare * share / sheets.count for share in _FEET)
    others = (_arranged(flows, size, context, sheets.scale, share * size[1]) for share in shares)
    return next((each for each in others if each.count == sheets.count and each.room < sheets.room), sheets)


def _arranged(
    flows: Sequence[Flow], size: tuple[float, float], context: DrawingContext, scale: float, foot: float = 0.0
) -> FlowSheets:
    """Flows on sheets; those on a rather empty sheet are moved or broken so that all are about as full."""
    sheets = FlowSheets(size, context, scale, foot)
    written = [(flow, sheets.blocks(flow)) for flow in flows]
    for flow, blocks in written:
        sheets.add(flow, blocks)
    if sheets.count == 1 or sheets.fullness >= _FULL_ENOUGH or len(flows) > _MAX_REARRANGED:
        return sheets
    best = sheets
    for choices in product((False, True), repeat=len(flows) - 1):
        other = FlowSheets(size, context, scale, foot)
        for (flow, blocks), here in zip(written, (False, *choices), strict=True):
            other.add(flow, blocks, here=here)
        if (other.count, -other.fullness) < (best.count, -best.fullness):
            best = other
    return best


def _draw_section(canvas: Canvas, flow: Flow, top: float) -> None:
    """The heading of a flow that follows another one."""
    metrics, width = canvas.metrics, canvas.width
    box = (0.0, 0.0, width, _SECTION_BAND)
    with canvas.shifted(0, top):
        canvas.rect(*box, radius=1.2, fill=flow.colors.panel, stroke="rule", stroke_width="rule")
        type = metrics.fit(flow.title, Type(canvas.context.display, 4.6), width * 0.6, 3.0)
        canvas.text(flow.title, 3, 5.6, type, fill=flow.colors.heading, within=box)
        room = width - 10 - metrics.width(flow.title, type)
        small = metrics.fit(flow.subtitle, Type(REGULAR, 2.8), room, 2.5)
        subtitle = metrics.shorten(flow.subtitle, small, room)
        canvas.text(subtitle, width - 3, 5.4, small, anchor="end", fill="muted", within=box)
