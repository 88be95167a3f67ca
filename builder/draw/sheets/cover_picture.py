"""The picture of a cover: the maps of a scenario lie in space or on the ground, seen from above and aside."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.surface.canvas import Canvas, Drawing, Point, Rectangle, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import seeded

# What becomes of a step to the right and of a step down, before the picture is fitted to its box.
_RIGHT = (0.90, -0.17)
_DOWN = (0.40, 0.52)
_THICKNESS = 5.5
_STARS = 130


def night(canvas: Canvas) -> str:
    """The dark color behind the picture: the game's band, nearly black; paper in a theme that saves ink."""
    theme = canvas.theme
    return theme["paper"] if theme["band"] == theme["paper"] else blend("#05080d", theme["band"], 0.62)


def draw_sky(canvas: Canvas, box: Rectangle, seed: str) -> None:
    """Stars and the rim of a planet on a dark ground; an empty frame in a theme that saves ink."""
    x, y, width, height = box
    ground = night(canvas)
    if ground == canvas.theme["paper"]:
        canvas.rect(*box, stroke="ink", stroke_width="box")
        return
    canvas.rect(*box, fill=ground)
    center, band = (x + width * 0.93, y + height * 0.02), canvas.theme["band"]
    for share, strength in ((0.62, 0.22), (0.50, 0.38), (0.38, 0.56)):
        canvas.path(_disc_in_box(center, height * share, box), fill=blend(band, ground, strength))
    rng = seeded(seed, "stars")
    for _ in range(_STARS):
        place = (x + rng.uniform(1, width - 1), y + rng.uniform(1, height - 1))
        canvas.circle(
            *place, rng.choice((0.12, 0.16, 0.2, 0.3)), fill=blend("#ffffff", ground, rng.uniform(0.4, 0.9))
        )


def draw_maps(canvas: Canvas, maps: Sequence[Drawing], box: Rectangle) -> None:
    """The maps below each other in perspective, as large as they fit; a lower level is further below."""
    windows = [each.area or (0.0, 0.0, each.width, each.height) for each in maps]
    if not windows:
        return
    wide, tall = max(window[2] for window in windows), max(window[3] for window in windows)
    x, y, width, height = box
    across = wide * _RIGHT[0] + tall * _DOWN[0]
    drop = wide * -_RIGHT[1] + tall * _DOWN[1]
    # A lower level begins below most of the one above it.
    stride = 0.0 if len(windows) == 1 else 0.74
    scale = min(width / across, (height - _THICKNESS) / (drop * (1 + stride * (len(windows) - 1))))
    left = x + (width - across * scale) / 2
    top = y + (height - _THICKNESS - drop * scale * (1 + stride * (len(windows) - 1))) / 2
    order = list(enumerate(zip(maps, windows, strict=True)))
    for number, (drawing, window) in reversed(order):
        origin = (left, top + (wide * -_RIGHT[1] + number * stride * drop) * scale)
        _draw_map(canvas, drawing, window, origin, scale)


def _draw_map(canvas: Canvas, drawing: Drawing, window: Rectangle, origin: Point, scale: float) -> None:
    """One map as a slab: its sides below the edges that are in front."""
    _, _, wide, tall = window

    def seen(right: float, down: float) -> Point:
        across = (right * _RIGHT[0] + down * _DOWN[0]) * scale
        below = (right * _RIGHT[1] + down * _DOWN[1]) * scale
        return origin[0] + across, origin[1] + below

    west, south, east = seen(0, 0), seen(0, tall), seen(wide, tall)
    ink, paper = canvas.theme["ink"], canvas.theme["paper"]
    is_plain = night(canvas) == paper
    for (start, end), shade in (((west, south), 0.35), ((south, east), 0.55)):
        side = [start, end, (end[0], end[1] + _THICKNESS), (start[0], start[1] + _THICKNESS)]
        fill = paper if is_plain else blend("#000000", canvas.theme["band"], shade)
        canvas.polygon(side, fill=fill, stroke=ink, stroke_width=0.25)
    matrix = [*(part * scale for part in (*_RIGHT, *_DOWN)), *origin]
    with canvas.layer(transform=f"matrix({' '.join(f'{part:.5f}' for part in matrix)})"):
        canvas.place(drawing.without_writing, 0, 0, window=window)
    edge = f"M{'L'.join(f'{mm(x)} {mm(y)}' for x, y in (west, south, east, seen(wide, 0)))}Z"
    canvas.path(edge, stroke=ink, stroke_width=0.35)


def _disc_in_box(center: Point, radius: float, box: Rectangle) -> str:
    """A disc, clipped to a box."""
    from shapely import Point as Spot
    from shapely import box as rectangle

    from builder.draw.surface.outlines import area_path

    x, y, width, height = box
    return area_path(Spot(*center).buffer(radius, 48).intersection(rectangle(x, y, x + width, y + height)))
