"""Flowing text: blocks set below each other in columns and sheets."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import (
    BOLD,
    CONDENSED,
    CONDENSED_BOLD,
    ITALIC,
    MIN_SIZE,
    REGULAR,
    Metrics,
    Type,
)

NUMBER_INDENT = 2.1
"""How far a numbered paragraph is indented, in sizes of its type."""
BODY = Type(REGULAR, 3.2)
SMALL = Type(REGULAR, 2.5)
NOTE = Type(ITALIC, 2.5)
HEADING = Type(BOLD, 4.4)
CELL_PAD = 1.6
# The side of the patch before a heading, in sizes of its type.
_PATCH = 1.42
# Between the top of a heading's block and that of its letters, less what a paragraph has there.
_ABOVE_HEADING = 0.33
BAND = 17.0
# The height of the band, and that of its part below the title.
_BAND_LOW, _BAND_DEEP = 12.4, 15.4
_BADGE = 12.0
_TITLES, _SUBTITLES = (8.0, 7.2, 6.4), (3.6, 3.2, 2.9)
_CORNER = Type(REGULAR, 3.1)
# Between the edges of a box and what is in it, in mm.
_BOX_PAD = 2.6
# The size of the figure on a disc, the radius of a dot, and the room for it, in sizes of their type.
_DISC_FIGURE, _DOT, _DOT_INDENT = 0.86, 0.36, 1.15
# How low lines of forms can be, as a share of their usual height.
_LOWEST_LINE = 0.78
# How much faster lines of forms get lower than type gets smaller.
_LOWER = 2.0
# What is one space in a paragraph; a no-break space stays.
_SPACES = re.compile(r"[ \n]+")
# Seven points.
_MIN_TEXT = 2.47


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of text with its height in mm, drawn from its top left corner.

    ``above`` mm at its top are empty; a column that starts with the block goes without them. Instead it has
    the block ``continued``, if that is given. A heading ``starts`` a section, up to the next such block.
    Blocks at the end that are ``anywhere`` can be below the first of two columns, if both are then shorter.
    """

    height: float
    draw: Callable[[Canvas, float, float], None]
    keep_with_next: bool = False
    above: float = 0.0
    continued: Block | None = None
    starts: bool = False
    anywhere: bool = False


def draw_patch(canvas: Canvas, icon: str, x: float, y: float, side: float) -> None:
    """An icon on a square of the game's color; only the icon in a theme that saves ink."""
    is_plain = canvas.theme.saves_ink
    if not is_plain:
        canvas.rect(x, y, side, side, radius=side * 0.14, fill="band")
    inner = side * (0.92 if is_plain else 0.76)
    canvas.icon(
        icon, x + (side - inner) / 2, y + (side - inner) / 2, inner, "ink" if is_plain else "band_text"
    )


def _draw_panel(
    canvas: Canvas, x: float, y: float, width: float, height: float, *, is_last: bool = False
) -> None:
    """A part of the panel of a box, with lines at its sides, and below its last part."""
    # A little higher than it has to be, so that there is no seam between two parts.
    canvas.rect(x, y, width, height if is_last else height + 0.05, fill="panel")
    ends = [((at, y), (at, y + height)) for at in (x, x + width)]
    ends += [((x, y + height), (x + width, y + height))] * is_last
    canvas.segments(ends, stroke="heading", stroke_width="rule")


def stacked(parts: Sequence[Block], apart: float = 0.0) -> Block:
    """Blocks below each other that stay in one column, followed by ``apart`` mm of space."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for part in parts:
            part.draw(canvas, x, y)
            y += part.height

    return Block(sum(part.height for part in parts) + apart, draw)


def kept_together(parts: Sequence[Block]) -> list[Block]:
    """Blocks that stay in one column if it has room for all of them."""
    return [replace(part, keep_with_next=True) for part in parts[:-1]] + list(parts[-1:])


class Writer:
    """Creates blocks of one width; ``scale`` enlarges or reduces the type of texts, and lines of forms."""

    def __init__(self, width: float, context: DrawingContext, scale: float = 1.0) -> None:
        self.width = width
        self.scale = scale
        self.context = context
        self.theme = context.theme
        self.metrics = context.metrics
        self.words = context.words

    def line(self, height: float) -> float:
        """The height of a line to fill in on a form: larger in larger type, and lower in smaller."""
        return height * max(_LOWEST_LINE, self.scale if self.scale > 1 else 1 - _LOWER * (1 - self.scale))

    def _scaled(self, type: Type) -> Type:
        """A type in this writer's scale, but not too small to read."""
        return type if self.scale == 1.0 else type.at(max(min(type.size, _MIN_TEXT), type.size * self.scale))

    def heading(self, text: str, icon: str = "") -> Block:
        """A heading with a rule below it, and an icon on a patch before it."""
        type = self._scaled(HEADING)
        base, line = type.size * 1.27, type.size * 1.64
        patch = type.size * _PATCH

        def draw(canvas: Canvas, x: float, y: float) -> None:
            wanted = Type(self.context.display, type.size)
            left = x
            if icon:
                draw_patch(canvas, icon, x, y + line - patch, patch)
                left += patch + type.size * 0.4
            fitted = self.metrics.fit(text, wanted, x + self.width - left, 3.0)
            canvas.text(text, left, y + base, fitted, fill="heading")
            ends = (x, y + line), (x + self.width, y + line)
            canvas.line(*ends, stroke="heading", stroke_width="heading")

        above = type.size * _ABOVE_HEADING
        return Block(type.size * 2.05, draw, keep_with_next=True, above=above, starts=True)

    def paragraph(self, text: str, type: Type = BODY, *, color: str = "ink", indent: float = 0) -> Block:
        """A paragraph, ragged right."""
        type = self._scaled(type)
        lines = self.metrics.wrap(text, type, self.width - indent)
        step = type.size * Metrics.LINE

        def draw(canvas: Canvas, x: float, y: float) -> None:
            room = (x, y, self.width + 0.1, step * len(lines) + 1)
            canvas.lines(lines, x + indent, y + type.size, type, step, fill=color, within=room)

        return Block(step * len(lines) + type.size * 0.5, draw)

    def item(self, lead: str, text: str, type: Type = BODY) -> Block:
        """A paragraph that starts with a bold phrase; a number is on a disc beside the paragraph."""
        if lead.removesuffix(".").isdigit():
            type = self._scaled(type)
            indent = type.size * NUMBER_INDENT
            body = self.paragraph(text, type.at(type.size / self.scale), indent=indent)
            return self._beside_disc(lead.removesuffix("."), body, type)
        return self._run_in(lead, text, self._scaled(type))

    def step(self, numbers: str, lead: str, text: str, color: str) -> Block:
        """A paragraph that starts with a bold phrase, beside a disc of a color with the numbers of steps.

        Without numbers the disc is a dot.
        """
        type = self._scaled(BODY)
        if not numbers:
            return self._beside_dot(
                self._run_in(lead, text, type, indent=type.size * _DOT_INDENT), type, color
            )
        more = max(0.0, self.metrics.width(numbers, Type(BOLD, type.size * _DISC_FIGURE)) - type.size)
        body = self._run_in(lead, text, type, indent=type.size * NUMBER_INDENT + more)
        return self._beside_disc(numbers, body, type, color, more)

    def _run_in(self, lead: str, text: str, type: Type, indent: float = 0.0) -> Block:
        """A paragraph in a scaled type that starts with a bold phrase."""
        bold = Type(BOLD, type.size)
        step, full = type.size * Metrics.LINE, self.width - indent
        text = _SPACES.sub(" ", self.metrics.printed(text)).strip(" ")
        # The phrase has several lines if it is longer than the first.
        *above, last = self.metrics.wrap(lead, bold, full)
        after = self.metrics.width(last + "  ", bold) if lead else 0.0
        # A word that does not fit next to the phrase starts the next line.
        fits = self.metrics.width(text.partition(" ")[0], type) <= full - after
        first = self.metrics.wrap(text, type, full - after)[0] if fits else ""
        rest = text[len(first) :].strip()
        lines = self.metrics.wrap(rest, type, full) if rest else []
        height = step * (len(above) + 1 + len(lines))

        def draw(canvas: Canvas, x: float, y: float) -> None:
            left, base = x + indent, y + type.size + step * len(above)
            canvas.lines([*above, last], left, y + type.size, bold, step)
            canvas.text(first, left + after, base, type)
            room = (x, y, self.width + 0.1, height + 1)
            canvas.lines(["", *lines], left, base, type, step, within=room)

        return Block(height + type.size * 0.45, draw)

    def _beside_disc(
        self, numbers: str, body: Block, type: Type, color: str = "band", more: float = 0.0
    ) -> Block:
        """A paragraph that leaves room for a disc with numbers, which is ``more`` mm wider than high."""
        radius = type.size * 0.72

        def draw(canvas: Canvas, x: float, y: float) -> None:
            is_plain = canvas.theme.saves_ink
            edge: dict[str, Any] = {"stroke": "ink", "stroke_width": 0.3} if is_plain else {}
            middle = (x + radius + more / 2, y + type.size * 0.66)
            fill = "band" if is_plain else color
            box = x, middle[1] - radius, 2 * radius + more, 2 * radius
            canvas.rect(*box, radius=radius, fill=fill, **edge)
            bold = Type(BOLD, max(_MIN_TEXT, type.size * _DISC_FIGURE))
            bold = self.metrics.fit(numbers, bold, radius * 1.5 + more, _MIN_TEXT)
            canvas.text(numbers, middle[0], middle[1] + bold.cap / 2, bold, anchor="middle", fill="band_text")
            body.draw(canvas, x, y)

        return Block(body.height, draw)

    def _beside_dot(self, body: Block, type: Type, color: str) -> Block:
        """A paragraph that leaves room for a dot of a color before its first line."""

        def draw(canvas: Canvas, x: float, y: float) -> None:
            radius = type.size * _DOT
            canvas.circle(x + radius, y + type.size * 0.64, radius, fill=color)
            body.draw(canvas, x, y)

        return replace(body, draw=draw)

    def boxed(self, title: str, icon: str, write: Callable[[Writer], Sequence[Block]]) -> list[Block]:
        """Blocks on a panel, below a band with their title."""
        written = write(Writer(self.width - 2 * _BOX_PAD, self.context, self.scale))
        if not written:
            return []
        *blocks, last = written
        return [
            self._box_band(title, icon),
            *(self._on_panel(block) for block in blocks),
            self._on_panel(last, is_last=True),
        ]

    def _box_band(self, title: str, icon: str) -> Block:
        """The band of a box with a title and an icon."""
        type = self._scaled(HEADING)
        above, tall, below = type.size * 0.45, type.size * 1.5, type.size * 0.35
        side = tall * 0.72

        def draw(canvas: Canvas, x: float, y: float) -> None:
            is_plain = canvas.theme.saves_ink
            edge: dict[str, Any] = {"stroke": "heading", "stroke_width": "box"} if is_plain else {}
            _draw_panel(canvas, x, y + above + tall, self.width, below)
            canvas.rect(x, y + above, self.width, tall, fill="band", **edge)
            canvas.icon(icon, x + _BOX_PAD, y + above + (tall - side) / 2, side, "band_text")
            left = x + _BOX_PAD + side + type.size * 0.4
            display = Type(self.context.display, type.size)
            fitted = self.metrics.fit(title, display, x + self.width - left - _BOX_PAD, 3.0)
            base = y + above + tall / 2 + fitted.cap / 2
            canvas.text(title, left, base, fitted, fill="band_text", within=(x, y, self.width, above + tall))

        return Block(above + tall + below, draw, keep_with_next=True, above=above, starts=True)

    def _on_panel(self, block: Block, *, is_last: bool = False) -> Block:
        """A block on the panel of a box, which ends below the last one."""
        foot, after = (_BOX_PAD * 0.4, 2.0) if is_last else (0.0, 0.0)

        def draw(canvas: Canvas, x: float, y: float) -> None:
            _draw_panel(canvas, x, y, self.width, block.height + foot, is_last=is_last)
            block.draw(canvas, x + _BOX_PAD, y)

        return replace(block, height=block.height + foot + after, draw=draw)

    def together(self, parts: Sequence[Block]) -> list[Block]:
        """Blocks that stay in one column if it has room for them; if not, the next repeats their heading."""
        if not parts or not parts[0].above:
            return kept_together(parts)
        first, *rest = parts
        return kept_together([first, *(replace(part, continued=first) for part in rest)])

    def table(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float] = ()
    ) -> Block:
        """A small table; ``shares`` are the columns' shares of the width, or else their texts give them."""
        size = self._scaled(Type(CONDENSED, 2.9)).size
        if shares:
            widths = [self.width * share / sum(shares) for share in shares]
        else:
            widths, size = self._by_texts(heads, rows, size)
        return self.set_table(heads, rows, widths, size, lead=1.41, after=2.5)

    def _by_texts(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], size: float
    ) -> tuple[list[float], float]:
        """The widths of columns with equal room after their longest texts, and the size of these."""

        def needed(size: float) -> list[float]:
            types = [Type(CONDENSED_BOLD, size), *(Type(CONDENSED, size) for _ in rows)]
            return [
                max(self.metrics.width(text, type) for text, type in zip(column, types, strict=True))
                + CELL_PAD
                for column in zip(heads, *rows, strict=True)
            ]

        # What is a little too long for its column is in smaller type.
        size = min(size, max(MIN_SIZE, size * self.width / sum(needed(size))))
        least = needed(size)
        spare = max(0.0, self.width - sum(least)) / len(least)
        share = self.width / (sum(least) + spare * len(least))
        return [(width + spare) * share for width in least], size

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
        is_plain = self.theme.saves_ink

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


@dataclass(frozen=True, slots=True)
class SectionColors:
    """The colors of a section, of the theme or of its own: of its title and icons, and of its panels."""

    heading: str = "heading"
    panel: str = "panel"


@dataclass(frozen=True, slots=True)
class Flow:
    """Text to set in columns below a title: its name, title, subtitle, and a function that writes it.

    One that ``continues`` the flow before it in other columns has no title there. Below another one, its
    title has its ``colors``.
    """

    name: str
    title: str
    subtitle: str
    blocks: Callable[[Writer], Sequence[Block]]
    columns: int = 2
    continues: bool = False
    colors: SectionColors = SectionColors()


SMALL_HEADING = 3.6
"""The size of the heading of a part of a sheet, in mm."""


def draw_small_heading(canvas: Canvas, title: str, width: float, size: float = SMALL_HEADING) -> Type:
    """The heading of a part of a sheet, at the top of a drawing over a line; returns its type.

    It is small, unless a ``size`` in mm is given, like that of headings beside it.
    """
    type = Type(canvas.context.display, size)
    canvas.text(title, 0, size - 0.2, type, fill="heading")
    canvas.line((0, size + 1.2), (width, size + 1.2), stroke="heading", stroke_width="heading")
    return type


def draw_band(
    canvas: Canvas, title: str, subtitle: str, width: float, corner: str = "", *, spare: float = 0.0
) -> None:
    """The title band across the top of a sheet, :data:`BAND` mm high with the space below it.

    It has the game's badge and the title in its display face; the subtitle is beside the title, or below it
    if there is no room, and the text of the ``corner`` at the right end, or ``spare`` mm of free room.
    """
    context, metrics = canvas.context, canvas.metrics
    is_plain = canvas.theme.saves_ink
    left = 4.0 + (_BADGE + 3.0 if context.badge else 0.0)
    end = width - 4.0 - spare - (metrics.width(corner, _CORNER) + 4.0 if corner else 0.0)
    # A little smaller if that keeps the subtitle beside the title.
    is_beside = False
    for size, small in product(_TITLES, _SUBTITLES):
        heading, under = Type(context.display, size, 0.2), Type(REGULAR, small)
        beside = left + metrics.width(title, heading) + 5.0
        is_beside = beside + metrics.width(subtitle, under) <= end
        if is_beside:
            break
    if is_beside:
        base = 10.6
        shoulder = beside - 1.0
    else:
        base = 8.2
        heading = metrics.fit(title, heading.at(6.4), end - left, 3.6)
        below = metrics.fit(subtitle, Type(REGULAR, 3.0), end - left, 2.5)
        runs = metrics.width(title, heading), metrics.width(subtitle, below)
        shoulder = min(left + max(runs) + 4.0, width - 6.0)
    canvas.has_band = True
    low, deep = _BAND_LOW, _BAND_DEEP
    points = [(0.0, 0.0), (width, 0.0), (width, low), (shoulder + 3.4, low), (shoulder, deep), (0.0, deep)]
    canvas.polygon(points, fill="band", stroke="ink", stroke_width="box" if is_plain else 0)
    if context.badge:
        canvas.icon(context.badge, 3.4, 1.7, _BADGE, "ink" if is_plain else context.glow or "band_text")
    box = (0.0, 0.0, width, _BAND_DEEP)
    canvas.text(title, left, base, heading, fill="band_text", within=box)
    if is_beside:
        canvas.text(subtitle, beside, base - 0.2, under, fill="band_text", within=box)
    else:
        canvas.text(subtitle, left, 13.0, below, fill="band_text", within=box)
    canvas.text(corner, width - 4.0, base - 0.2, _CORNER, anchor="end", fill="band_text", within=box)


def draw_band_edges(canvas: Canvas, margin: float) -> None:
    """What is beside and above a band ``margin`` mm from the edges of a page, in whose color the page ends.

    A theme that saves ink has none.
    """
    if canvas.theme.saves_ink:
        return
    canvas.rect(0, 0, canvas.width, margin + _BAND_LOW, fill="band")
    # A little wider, so that there is no seam.
    canvas.rect(0, margin, margin + 0.1, _BAND_DEEP, fill="band")
