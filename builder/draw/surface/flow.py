"""Flowing text: blocks set below each other in columns and sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, ITALIC, REGULAR, Metrics, Type

BODY = Type(REGULAR, 3.2)
SMALL = Type(REGULAR, 2.5)
NOTE = Type(ITALIC, 2.5)
HEADING = Type(BOLD, 4.4)
CELL_PAD = 1.6
_BALANCE_STEP = 2.0
_GUTTER = 7.0
BAND = 17.0
_BELOW_BAND = 3.0
_SCALE_STEP = 0.07
_BADGE = 12.0
_SUBTITLE = Type(REGULAR, 3.6)
_CORNER = Type(REGULAR, 3.1)
# Between a flow and the next on the same sheet, and the height of the heading of the next.
_BETWEEN = 4.0
_SECTION_BAND = 8.0
_SECTION = _SECTION_BAND + 2.5
# A flow does not start in less room than this.
_MIN_ROOM = 30.0


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of text with its height in mm, drawn from its top left corner."""

    height: float
    draw: Callable[[Canvas, float, float], None]
    keep_with_next: bool = False


def stacked(parts: Sequence[Block], apart: float = 0.0) -> Block:
    """Blocks below each other that stay in one column, followed by ``apart`` mm of space."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for part in parts:
            part.draw(canvas, x, y)
            y += part.height

    return Block(sum(part.height for part in parts) + apart, draw)


class Writer:
    """Creates blocks of one width, in type that is ``scale`` times as large as usual."""

    def __init__(self, width: float, context: DrawingContext, scale: float = 1.0) -> None:
        self.width = width
        self.scale = scale
        self.context = context
        self.theme = context.theme
        self.metrics = context.metrics
        self.words = context.words

    def heading(self, text: str) -> Block:
        """A heading with a rule below it."""

        def draw(canvas: Canvas, x: float, y: float) -> None:
            wanted = Type(self.context.display, HEADING.size)
            canvas.text(text, x, y + 5.6, self.metrics.fit(text, wanted, self.width, 3.0), fill="heading")
            canvas.line((x, y + 7.2), (x + self.width, y + 7.2), stroke="heading", stroke_width="heading")

        return Block(9.0, draw, keep_with_next=True)

    def paragraph(self, text: str, type: Type = BODY, *, color: str = "ink", indent: float = 0) -> Block:
        """A paragraph, ragged right."""
        type = type.at(type.size * self.scale)
        lines = self.metrics.wrap(text, type, self.width - indent)
        step = type.size * Metrics.LINE

        def draw(canvas: Canvas, x: float, y: float) -> None:
            room = (x, y, self.width + 0.1, step * len(lines) + 1)
            canvas.lines(lines, x + indent, y + type.size, type, step, fill=color, within=room)

        return Block(step * len(lines) + type.size * 0.5, draw)

    def item(self, lead: str, text: str, type: Type = BODY) -> Block:
        """A paragraph that starts with a bold phrase."""
        type = type.at(type.size * self.scale)
        bold = Type(BOLD, type.size)
        lead_width = self.metrics.width(lead + "  ", bold)
        step = type.size * Metrics.LINE
        text = " ".join(self.metrics.printed(text).split())
        room = self.width - lead_width
        # A word that does not fit next to the phrase starts the next line.
        fits = self.metrics.width(text.partition(" ")[0], type) <= room
        first = self.metrics.wrap(text, type, room)[0] if fits else ""
        rest = text[len(first) :].strip()
        lines = self.metrics.wrap(rest, type, self.width) if rest else []
        height = step * (1 + len(lines))

        def draw(canvas: Canvas, x: float, y: float) -> None:
            canvas.text(lead, x, y + type.size, bold)
            canvas.text(first, x + lead_width, y + type.size, type)
            room = (x, y, self.width + 0.1, height + 1)
            canvas.lines(["", *lines], x, y + type.size, type, step, within=room)

        return Block(height + type.size * 0.45, draw)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float]) -> Block:
        """A small table; ``shares`` are the columns' shares of the width."""
        widths = [self.width * share / sum(shares) for share in shares]
        return self.set_table(heads, rows, widths, 2.9 * self.scale, lead=1.41, after=2.5)

    def set_table(
        self,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        widths: Sequence[float],
        size: float,
        *,
        lead: float = 1.18,
        after: float = 0.0,
    ) -> Block:
        """A table with columns of given widths in mm and type of a given size; texts stay in their cells."""
        step = size * lead

        def wrapped(cells: Sequence[str], type: Type) -> tuple[list[list[str]], Type]:
            rooms = [width - CELL_PAD + 0.01 for width in widths]
            return [
                self.metrics.wrap(cell, type, room) for cell, room in zip(cells, rooms, strict=True)
            ], type

        lines = [wrapped(heads, Type(CONDENSED_BOLD, size))]
        lines += [wrapped(row, Type(CONDENSED, size)) for row in rows]
        heights = [max(len(cell) for cell in cells) * step + size * 0.32 for cells, _ in lines]
        is_plain = self.theme["panel"] == self.theme["paper"]

        def draw(canvas: Canvas, x: float, y: float) -> None:
            top = y
            for number, ((cells, type), height) in enumerate(zip(lines, heights, strict=True)):
                if is_plain:
                    canvas.rule(x, top + height, self.width)
                elif number % 2:
                    canvas.rect(x, top, self.width, height, fill="panel")
                at, color = x, "ink" if number else "muted"
                for cell, width in zip(cells, widths, strict=True):
                    base, room = top + step - size * 0.2, (at, top, width, height)
                    canvas.lines(cell, at + CELL_PAD / 2, base, type, step, fill=color, within=room)
                    at += width
                top += height

        return Block(sum(heights) + size * 0.3 + after, draw)


def set_in_columns(
    blocks: Sequence[Block], columns: int, height: float, first: float | None = None
) -> list[list[tuple[int, float, Block]]]:
    """Distribute blocks over sheets: each a list of (column, y, block), in columns ``height`` mm high.

    The columns of the first sheet are ``first`` mm high, if given. A heading stays with the block after it.
    The columns of the last sheet are about equally long.
    """
    filled = _fill_columns(blocks, columns, height, first)
    *full, last = filled
    rest = [block for _, _, block in last]
    limit = height if full or first is None else first
    lower = sum(block.height for block in rest) / columns
    while lower < limit:
        balanced = _fill_columns(rest, columns, lower)
        if len(balanced) == 1:
            return [*full, *balanced]
        lower += _BALANCE_STEP
    return filled


def _fill_columns(
    blocks: Sequence[Block], columns: int, height: float, first: float | None = None
) -> list[list[tuple[int, float, Block]]]:
    sheets: list[list[tuple[int, float, Block]]] = [[]]
    column, y, limit = 0, 0.0, height if first is None else first
    for index, block in enumerate(blocks):
        following = blocks[index + 1].height if block.keep_with_next and index + 1 < len(blocks) else 0.0
        held = index > 0 and blocks[index - 1].keep_with_next
        # On a first sheet with little room, even the first block may have to wait for the next sheet.
        begun = y > 0 or (limit < height and len(sheets) == 1)
        if begun and not held and y + block.height + following > limit:
            column, y = column + 1, 0.0
            if column == columns or (limit < height and block.height + following > limit):
                sheets.append([])
                column, limit = 0, height
        sheets[-1].append((column, y, block))
        y += block.height
    return sheets


@dataclass(frozen=True, slots=True)
class Flow:
    """Text to set in columns below a title: its name, title, subtitle, and a function that writes it.

    Its type is up to ``largest`` times as large as usual if that takes no more sheets.
    """

    name: str
    title: str
    subtitle: str
    blocks: Callable[[Writer], Sequence[Block]]
    columns: int = 2
    largest: float = 1.0


class FlowSheets:
    """Sheets of ``size`` mm on which flows follow each other, with as few sheets as needed.

    The first flow of a sheet has a band, which is the title of the sheet; the others have a smaller heading.
    """

    def __init__(self, size: tuple[float, float], context: DrawingContext) -> None:
        self.width, self.height = size
        self.context = context
        self._canvases: list[Canvas] = []
        self._names: list[list[str]] = []
        self._titles: list[str] = []
        self._y = self.height

    @property
    def room(self) -> float:
        """The height in mm that is left on the last sheet; 0 if there is none."""
        return max(0.0, self.height - self._y - _BETWEEN) if self._canvases else 0.0

    def add(self, flow: Flow) -> None:
        """Set a flow where the one before it ends, or on a new sheet if that takes no more sheets."""
        wide = (self.width - _GUTTER * (flow.columns - 1)) / flow.columns
        height = self.height - BAND - _BELOW_BAND

        def set_at(scale: float) -> tuple[Sequence[Block], list[list[tuple[int, float, Block]]]]:
            blocks = flow.blocks(Writer(wide, self.context, scale))
            return blocks, set_in_columns(blocks, flow.columns, height)

        blocks, sheets = set_at(1.0)
        scale = flow.largest
        while scale > 1.0:
            larger = set_at(scale)
            if len(larger[1]) <= len(sheets):
                blocks, sheets = larger
                break
            scale -= _SCALE_STEP
        room = self.room - _SECTION
        if room > _MIN_ROOM:
            following = set_in_columns(blocks, flow.columns, height, room)
            if following[0] and len(following) <= len(sheets):
                self._draw_section(flow)
                self._set(following[0], wide, flow.name)
                sheets = following[1:]
        for sheet in sheets:
            self._start(flow)
            self._set(sheet, wide, flow.name)

    def begin(self, drawing: Drawing) -> None:
        """Start with a sheet that has a drawing of the sheet's size; flows follow below its last text."""
        self._canvases.append(Canvas.continuing(drawing, self.context))
        self._names.append([drawing.name])
        self._titles.append(drawing.title)
        self._y = max((text.y + text.height for text in drawing.texts), default=0.0) + _BELOW_BAND

    def add_if_fits(self, flow: Flow) -> bool:
        """Set a flow on the last sheet if all of it fits; returns whether it does."""
        wide = (self.width - _GUTTER * (flow.columns - 1)) / flow.columns
        room = self.room - _SECTION
        if room < _MIN_ROOM:
            return False
        blocks = flow.blocks(Writer(wide, self.context))
        filled = set_in_columns(blocks, flow.columns, room)
        if len(filled) > 1 or max(y + block.height for _, y, block in filled[0]) > room:
            return False
        self._draw_section(flow)
        self._set(filled[0], wide, flow.name)
        return True

    def place(self, drawing: Drawing) -> None:
        """Put a drawing below what is on the last sheet, which must have :attr:`room` for it."""
        self._y += _BETWEEN
        self._canvases[-1].place(drawing, 0, self._y)
        self._names[-1].append(drawing.name)
        self._y += drawing.height

    def drawings(self) -> list[Drawing]:
        """The sheets."""
        names = ["-".join(dict.fromkeys(names)) for names in self._names]
        return [
            canvas.drawing(
                f"{name}-{names[: index + 1].count(name)}" if names.count(name) > 1 else name, title
            )
            for index, (canvas, name, title) in enumerate(
                zip(self._canvases, names, self._titles, strict=True)
            )
        ]

    def _start(self, flow: Flow) -> None:
        """A new sheet with the flow's band; a flow that is on the sheet before is continued."""
        is_continued = bool(self._names) and flow.name in self._names[-1]
        title = self.context.words("sheet.continued", title=flow.title) if is_continued else flow.title
        self._canvases.append(Canvas(self.width, self.height, self.context))
        self._names.append([])
        self._titles.append(title)
        draw_band(self._canvases[-1], title, flow.subtitle, self.width)
        self._y = BAND + _BELOW_BAND

    def _draw_section(self, flow: Flow) -> None:
        self._y += _BETWEEN
        canvas, metrics = self._canvases[-1], self.context.metrics
        with canvas.shifted(0, self._y):
            canvas.rect(
                0, 0, self.width, _SECTION_BAND, radius=1.2, fill="panel", stroke="rule", stroke_width="rule"
            )
            type = metrics.fit(flow.title, Type(self.context.display, 4.6), self.width * 0.6, 3.0)
            box = (0.0, 0.0, self.width, _SECTION_BAND)
            canvas.text(flow.title, 3, 5.6, type, fill="heading", within=box)
            room = self.width - 10 - metrics.width(flow.title, type)
            small = metrics.fit(flow.subtitle, Type(REGULAR, 2.8), room, 2.4)
            subtitle = metrics.shorten(flow.subtitle, small, room)
            canvas.text(subtitle, self.width - 3, 5.4, small, anchor="end", fill="muted", within=box)
        self._y += _SECTION

    def _set(self, sheet: Sequence[tuple[int, float, Block]], wide: float, name: str) -> None:
        end = self._y
        for column, y, block in sheet:
            block.draw(self._canvases[-1], column * (wide + _GUTTER), self._y + y)
            end = max(end, self._y + y + block.height)
        self._names[-1].append(name)
        self._y = end


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
    """Flows below each other, on as few drawings of ``size`` mm as needed."""
    sheets = FlowSheets(size, context)
    for flow in flows:
        sheets.add(flow)
    return sheets.drawings()


def draw_band(canvas: Canvas, title: str, subtitle: str, width: float, corner: str = "") -> None:
    """The title band across the top of a sheet, :data:`BAND` mm high with the space below it.

    It has the game's badge and the title in its display face; the subtitle is beside the title, or below it
    if there is no room, and the text of the ``corner`` at the right end.
    """
    context, metrics = canvas.context, canvas.metrics
    is_plain = canvas.theme["band"] == canvas.theme["paper"]
    left = 4.0 + (_BADGE + 3.0 if context.badge else 0.0)
    end = width - 4.0 - (metrics.width(corner, _CORNER) + 4.0 if corner else 0.0)
    heading = Type(context.display, 8.0, 0.2)
    beside = left + metrics.width(title, heading) + 5.0
    is_beside = beside + metrics.width(subtitle, _SUBTITLE) <= end
    if is_beside:
        base = 10.6
        shoulder = beside - 1.0
    else:
        base = 8.2
        heading = metrics.fit(title, heading.at(6.4), end - left, 3.6)
        below = metrics.fit(subtitle, Type(REGULAR, 3.0), end - left, 2.5)
        runs = metrics.width(title, heading), metrics.width(subtitle, below)
        shoulder = min(left + max(runs) + 4.0, width - 6.0)
    points = [(0.0, 0.0), (width, 0.0), (width, 12.4), (shoulder + 3.4, 12.4), (shoulder, 15.4), (0.0, 15.4)]
    canvas.polygon(points, fill="band", stroke="ink", stroke_width="box" if is_plain else 0)
    if context.badge:
        canvas.icon(context.badge, 3.4, 1.7, _BADGE, "ink" if is_plain else context.glow or "band_text")
    box = (0.0, 0.0, width, 15.4)
    canvas.text(title, left, base, heading, fill="band_text", within=box)
    if is_beside:
        canvas.text(subtitle, beside, base - 0.2, _SUBTITLE, fill="band_text", within=box)
    else:
        canvas.text(subtitle, left, 13.0, below, fill="band_text", within=box)
    canvas.text(corner, width - 4.0, base - 0.2, _CORNER, anchor="end", fill="band_text", within=box)
