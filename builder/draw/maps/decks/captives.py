"""Captive creatures on a map: an icon in a frame, with what holds them."""

from __future__ import annotations

from collections.abc import Iterator

from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box
from builder.draw.surface.type import CONDENSED_BOLD, Metrics, Type
from builder.scenario.model import Captive

_FILLED = 0.8
# The family of its counters, and where the bars of the frame are, as shares of its width.
_FAMILY, _BARS = "pred", (0.2, 0.5, 0.8)
_HALF = 0.17
_RAISED = 0.06
_TYPE = Type(CONDENSED_BOLD, 2.5)
_BELOW = 2.5


def draw_captive(icon: str, half: float, canvas: Canvas, at: Point) -> None:
    """A captive behind bars, like a small counter; ``half`` is half the side of its frame in mm."""
    theme = canvas.theme
    x, y = at[0] - half, at[1] - half
    field, band = theme.counters[_FAMILY], theme.counters[f"{_FAMILY}_band"]
    color = "ink" if field == band else band
    canvas.rect(x, y, 2 * half, 2 * half, radius=0.16 * half, fill=field, stroke=color, stroke_width=0.5)
    inner = half * _FILLED
    canvas.icon(icon, at[0] - inner, at[1] - inner, 2 * inner, color)
    bars = [((x + share * 2 * half, y), (x + share * 2 * half, y + 2 * half)) for share in _BARS]
    canvas.segments(bars, stroke="wall", stroke_width=0.35)


def captive_boxes(captive: Captive, center: Point, size: float, metrics: Metrics) -> Iterator[Box]:
    """The boxes of the frame and of the text below it, in a hex of ``size`` mm."""
    (x, y), half = frame_of(center, size)
    yield x - half, y - half, x + half, y + half
    run = metrics.width(captive_text(captive), _TYPE) / 2
    yield x - run, y + half, x + run, y + half + _BELOW + 0.3


def draw_captive_in_hex(
    icon: str, captive: Captive, center: Point, size: float, canvas: Canvas, *, titled: bool
) -> None:
    """A captive in its hex, with what holds it below."""
    (x, y), half = frame_of(center, size)
    draw_captive(icon, half, canvas, (x, y))
    if titled:
        canvas.text(captive_text(captive), x, y + half + _BELOW, _TYPE, anchor="middle")


def frame_of(center: Point, size: float) -> tuple[Point, float]:
    """The middle of the frame in a hex, and half its side."""
    return (center[0], center[1] - size * _RAISED), size * _HALF


def captive_text(captive: Captive) -> str:
    """The number of captives, with what holds them."""
    return f"{captive.by.title} {captive.count}" if captive.count > 1 else captive.by.title
