"""The back of a card: the badge of the game, and the kind of card."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from builder.draw.pieces.cards.blocks import SMALLEST
from builder.draw.pieces.cards.colors import CardColors
from builder.draw.pieces.cards.front import draw_cut
from builder.draw.pieces.cards.size import CardSize
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import CONDENSED_BOLD, Type

_RAYS = 18


def draw_back(
    context: DrawingContext, size: CardSize, colors: CardColors, *, name: str, kind: str, title: str
) -> Drawing:
    """The back of all cards of a kind: rays around the game's ``badge``, its ``title``, and the ``kind``."""
    scale, bleed = size.scale, size.bleed
    canvas = Canvas(size.width + 2 * bleed, size.height + 2 * bleed, context)
    canvas.rect(0, 0, canvas.width, canvas.height, fill=colors.band)
    middle, center = canvas.width / 2, bleed + 0.42 * size.height
    if not colors.outlined:
        _rays(canvas, middle, center, blend("#ffffff", colors.band, 0.07))
    line = colors.key if colors.outlined else blend(colors.glow, colors.band, 0.75)
    with canvas.shifted(bleed, bleed):
        middle, center = middle - bleed, center - bleed
        _frame(canvas, size, line)
        radius = 17.5 * scale
        canvas.circle(
            middle, center, radius + 2.0 * scale, fill=colors.band, stroke=line, stroke_width=0.5 * scale
        )
        canvas.circle(middle, center, radius, fill="paper", stroke=line, stroke_width=1.0 * scale)
        side = 25.0 * scale
        if context.badge:
            canvas.icon(context.badge, middle - side / 2, center - side / 2, side, colors.key)
        else:
            large = Type(context.display, side)
            canvas.text(title[:1], middle, center + large.cap / 2, large, anchor="middle", fill=colors.key)
        room = size.inner - 5 * scale
        text = title.upper()
        type = context.metrics.fit(text, Type(context.display, 6.6 * scale, 0.3 * scale), room, SMALLEST)
        baseline = center + radius + 12.5 * scale
        within = (size.safe, baseline - 9 * scale, size.inner, 11 * scale)
        canvas.text(text, middle, baseline, type, anchor="middle", fill=colors.on_band, within=within)
        type = context.metrics.fit(kind.upper(), Type(CONDENSED_BOLD, 3.2 * scale, 0.35), room, SMALLEST)
        type = type.at(max(SMALLEST, type.size))
        run = context.metrics.width(kind.upper(), type)
        top, tall = size.height - size.safe - 9.0 * scale, 5.6 * scale
        plate = (middle - run / 2 - 2.2 * scale, top, run + 4.4 * scale, tall)
        canvas.rect(*plate, radius=0.8 * scale, fill=colors.glow, **_edge(colors, line))
        ink = colors.ink
        canvas.text(
            kind.upper(), middle, top + (tall + type.cap) / 2, type, anchor="middle", fill=ink, within=plate
        )
    draw_cut(canvas, size, colors)
    return canvas.drawing(name, context.words("card.back", kind=kind.capitalize()))


def _edge(colors: CardColors, line: str) -> dict[str, Any]:
    return {"stroke": line, "stroke_width": 0.3} if colors.outlined else {}


def _rays(canvas: Canvas, x: float, y: float, color: str) -> None:
    reach = canvas.height
    for ray in range(_RAYS):
        ends = [2 * pi * (ray + side) / _RAYS for side in (-0.25, 0.25)]
        canvas.polygon([(x, y), *((x + reach * cos(end), y + reach * sin(end)) for end in ends)], fill=color)


def _frame(canvas: Canvas, size: CardSize, color: str) -> None:
    """A line around the safe zone, with its corners cut off."""
    inset, cut = size.safe - 0.6 * size.scale, 4.5 * size.scale
    left, top, right, bottom = inset, inset, size.width - inset, size.height - inset
    corners = [
        (left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut),
        (right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut),
    ]  # fmt: skip
    canvas.polygon(corners, stroke=color, stroke_width=0.5 * size.scale)
