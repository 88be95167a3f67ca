"""A figure on a cover: dark, with a rim of light on its edges, and what is on its body in faint tones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.draw.pieces.counter_look import CounterLook
from builder.draw.sheets.covers.backdrop import is_dark
from builder.draw.sheets.covers.silhouettes import BODY, CORE, GLOW, TALL, Silhouette
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The light from the north-west on edges, as a share of the size of a figure.
_LIGHT = 0.0105
# How much of the color of the family is in bodies nearby and far away, in the haze; in plates; and in gaps.
_NEAR, _HAZE, _PLATES, _GAPS = 0.16, 0.3, 0.26, 0.03
# How much white is on edges far away and nearby, and how much of that is in the light on plates.
_FAR_RIM, _RIM, _SHINE = 0.35, 0.5, 0.45
# How much white is in what is hottest.
_HOT = 0.7
_BLACK, _WHITE = "#04070a", "#ffffff"


def rim_of(canvas: Canvas, family: str, *, is_far: bool) -> str:
    """The color of the light on the edges of a figure of a family."""
    return blend(_WHITE, CounterLook(canvas.theme, family).band, _FAR_RIM if is_far else _RIM)


def body_of(canvas: Canvas, family: str, *, is_far: bool) -> str:
    """The color of a figure of a family, which is lighter far away."""
    return blend(CounterLook(canvas.theme, family).band, _BLACK, _HAZE if is_far else _NEAR)


def draw_silhouette(
    canvas: Canvas,
    shape: Silhouette,
    foot: Point,
    size: float,
    window: BaseGeometry,
    family: str,
    *,
    is_turned: bool = False,
    is_far: bool = False,
) -> None:
    """A figure with its foot at a point, where a person is ``size`` mm high, cut off at a ``window``.

    One that ``is_turned`` looks to the left. In a theme that saves ink, it has only outlines.
    """
    from shapely import affinity

    scale, (x, y), is_plain = size / TALL, foot, not is_dark(canvas)
    across, moved = -scale if is_turned else scale, size * _LIGHT
    rim, body = rim_of(canvas, family, is_far=is_far), body_of(canvas, family, is_far=is_far)
    band, eye = CounterLook(canvas.theme, family).band, canvas.theme["airtight_door"]
    tones = {
        "plate": blend(band, body, _PLATES),
        "light": blend(rim, body, _SHINE),
        "dark": blend(band, _BLACK, _GAPS),
        GLOW: eye,
        CORE: blend(_WHITE, eye, _HOT),
    }
    for tone, area in shape.layers:
        whole = affinity.affine_transform(area, [across, 0.0, 0.0, scale, x, y])
        seen = whole.intersection(window)
        if is_plain:
            edge = {"stroke": "ink", "stroke_width": 0.25 if tone == BODY else 0.12}
            canvas.path(area_path(seen), fill="paper", fill_rule="evenodd", **edge, stroke_linejoin="round")
            continue
        if tone != BODY:
            canvas.path(area_path(seen), fill=tones[tone], fill_rule="evenodd")
            continue
        canvas.path(area_path(seen), fill=rim, fill_rule="evenodd")
        shade = seen.intersection(affinity.translate(whole, moved, moved * 0.8))
        canvas.path(area_path(shade), fill=body, fill_rule="evenodd")
