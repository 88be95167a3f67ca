"""Pieces of terrain on an open table: one symbol for each kind, with fill and texture from the theme."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from builder.draw.surface.canvas import Canvas, Point, mm
from builder.geometry.shapes import Shape

Texture = Callable[[Canvas, Shape], None]
_WAYS = frozenset({"fence", "high-wall", "trench", "wall"})


def draw_terrain(canvas: Canvas, symbol: str, shape: Shape, scale: float) -> None:
    """One piece at ``scale`` mm per unit; ``symbol`` is one of those in the schema of terrain."""
    on_paper = scaled(shape, scale)
    if symbol in _WAYS and not shape.encloses and len(shape.points) > 1:
        draw_way(canvas, on_paper, symbol, at_least=0.7)
        return
    _outline(canvas, on_paper, fill=symbol, stroke="muted", stroke_width="terrain")
    draw_texture(canvas, symbol, on_paper)


def draw_texture(canvas: Canvas, symbol: str, shape: Shape) -> None:
    """Draw the marks of a kind of terrain inside a shape in mm, if it has any."""
    texture = _TEXTURES.get(symbol)
    if texture is not None:
        texture(canvas, shape)


def draw_way(canvas: Canvas, shape: Shape, color: str, at_least: float = 0.0) -> None:
    """A line at its true width, or a little wider if that would be too thin to see."""
    data = "M" + "L".join(f"{mm(x)} {mm(y)}" for x, y in shape.points)
    canvas.path(
        data,
        fill="none",
        stroke=color,
        stroke_width=mm(max(shape.radius * 2, at_least)),
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def scaled(shape: Shape, scale: float) -> Shape:
    """The shape in mm."""
    points = tuple((x * scale, y * scale) for x, y in shape.points)
    return Shape(points, shape.encloses, shape.radius * scale)


def _outline(canvas: Canvas, shape: Shape, **style: Any) -> None:
    if len(shape.points) == 1:
        canvas.circle(*shape.points[0], shape.radius, **style)
    elif shape.encloses:
        canvas.polygon(shape.points, **style)
    else:
        draw_way(canvas, shape, str(style["fill"]))


def _shrunk(shape: Shape, factor: float) -> Shape:
    """The shape shrunk toward its middle."""
    x0, y0 = shape.center
    points = tuple((x0 + (x - x0) * factor, y0 + (y - y0) * factor) for x, y in shape.points)
    return Shape(points, shape.encloses, shape.radius * factor)


def _spots(shape: Shape, step: float, clear: float) -> Iterator[Point]:
    """Points inside a shape in staggered rows around its middle, at least ``clear`` from its edge."""
    west, north, east, south = shape.bounds
    x0, y0 = shape.center
    rows = max(0, int(((south - north) / 2 - clear) // step))
    for row in range(-rows, rows + 1):
        y = y0 + row * step
        shift = step / 2 if row % 2 else 0.0
        columns = max(0, int(((east - west) / 2 - clear) // step)) + 1
        for column in range(-columns, columns + 1):
            x = x0 + column * step + shift
            if all(
                shape.contains((x + clear * math.cos(turn), y + clear * math.sin(turn)))
                for turn in (0, math.pi / 2, math.pi, 3 * math.pi / 2)
            ):
                yield x, y


def _contours(canvas: Canvas, shape: Shape) -> None:
    for factor in (0.68, 0.38):
        _outline(canvas, _shrunk(shape, factor), fill="none", stroke="muted", stroke_width="terrain")


def _trees(canvas: Canvas, shape: Shape) -> None:
    for x, y in _spots(shape, 3.4, 1.0):
        canvas.circle(x, y, 1.0, fill="paper", fill_opacity=0.45, stroke="muted", stroke_width="terrain")
        canvas.circle(x, y, 0.22, fill="muted")


def _stones(canvas: Canvas, shape: Shape) -> None:
    for index, (x, y) in enumerate(_spots(shape, 3.0, 0.9)):
        lean = 0.25 if index % 2 else -0.2
        canvas.polygon(
            [(x - 1.0, y + 0.7), (x - 0.3 + lean, y - 0.8), (x + 0.6 + lean, y - 0.3), (x + 1.0, y + 0.7)],
            fill="paper",
            fill_opacity=0.5,
            stroke="muted",
            stroke_width="terrain",
        )


@dataclass(frozen=True, slots=True)
class _Glyphs:
    """A texture of small paths about ``step`` mm apart, at least ``clear`` from the edge.

    Each starts ``right`` and ``down`` mm from its place.
    """

    path: str
    step: float
    clear: float
    right: float
    down: float
    color: str = "muted"
    is_pointed: bool = False

    def __call__(self, canvas: Canvas, shape: Shape) -> None:
        places = _spots(shape, self.step, self.clear)
        data = "".join(f"M{mm(x + self.right)} {mm(y + self.down)}{self.path}" for x, y in places)
        if data:
            style = {"stroke_linejoin": "round"} if self.is_pointed else {}
            canvas.path(data, stroke=self.color, stroke_width="terrain", **style)


def _rubble(canvas: Canvas, shape: Shape) -> None:
    data = "".join(
        f"M{mm(x - 0.8)} {mm(y - 0.8)}h1.2v1M{mm(x)} {mm(y + 0.8)}h1" for x, y in _spots(shape, 3.2, 1.0)
    )
    if data:
        canvas.path(data, stroke="ink", stroke_width="terrain")


def _cross(canvas: Canvas, shape: Shape) -> None:
    west, north, east, south = shape.bounds
    canvas.segments(
        [((west, north), (east, south)), ((west, south), (east, north))], stroke="ink", stroke_width="terrain"
    )


def _roof(canvas: Canvas, shape: Shape) -> None:
    _outline(canvas, _shrunk(shape, 0.75), fill="none", stroke="ink", stroke_width="terrain")


def _pad(canvas: Canvas, shape: Shape) -> None:
    _outline(
        canvas,
        _shrunk(shape, 0.8),
        fill="none",
        stroke="ink",
        stroke_width="terrain",
        stroke_dasharray="1.2 0.9",
    )


def _dots(canvas: Canvas, shape: Shape) -> None:
    for x, y in _spots(shape, 2.6, 0.4):
        canvas.circle(x, y, 0.22, fill="muted")


def _crown(canvas: Canvas, shape: Shape) -> None:
    draw_tree(canvas, shape.center, shape.radius or 2.0)


def _coils(canvas: Canvas, shape: Shape) -> None:
    x, y = shape.center
    draw_coils(canvas, ((x - shape.radius, y), (x + shape.radius, y)), 1.2)


def _burrow(canvas: Canvas, shape: Shape) -> None:
    draw_mouth(canvas, shape.center, 2.2)


def draw_tree(canvas: Canvas, at: Point, radius: float) -> None:
    """A crown of leaves around a trunk."""
    x, y = at
    for index in range(8):
        turn = 2 * math.pi * index / 8
        leaf = x + radius * 0.72 * math.cos(turn), y + radius * 0.72 * math.sin(turn)
        canvas.circle(*leaf, radius * 0.36, fill="tree", stroke="muted", stroke_width="terrain")
    canvas.circle(x, y, radius * 0.84, fill="tree")
    canvas.circle(x, y, radius * 0.26, fill="fence", stroke="ink", stroke_width="terrain")


def draw_coils(canvas: Canvas, ends: tuple[Point, Point], radius: float) -> None:
    """Barbed wire from one point to another: rings that overlap."""
    (x1, y1), (x2, y2) = ends
    count = max(1, round(math.dist(*ends) / (radius * 1.3)))
    for index in range(count + 1):
        share = index / count
        x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
        canvas.circle(x, y, radius, stroke="wire", stroke_width="terrain")


def draw_mouth(canvas: Canvas, at: Point, radius: float) -> None:
    """The dark mouth of a tunnel with a rim."""
    x, y = at
    canvas.circle(x, y, radius, fill="ink", stroke="tunnel", stroke_width=0.5)
    half = radius * 0.6
    canvas.path(
        f"M{mm(x - half)} {mm(y + half * 0.75)}a{mm(half)} {mm(half * 1.25)} 0 0 1 {mm(2 * half)} 0Z",
        fill="tunnel",
        stroke="none",
    )


_BRUSH = _Glyphs("v-1.5m0 1.5l-0.8 -1.1m0.8 1.1l0.8 -1.1", 3.6, 1.0, 0.0, 0.7)
_WAVES = _Glyphs("q0.65 -0.8 1.3 0q0.65 0.8 1.3 0", 4.2, 1.2, -1.3, 0.0)
_TUFTS = _Glyphs("h2m-1 0v-1.3m-0.5 1.3l-0.4 -0.9m1.4 0.9l0.4 -0.9", 4.0, 1.0, -1.0, 0.0)
_PEAKS = _Glyphs("l1.5 -2.4l1.5 2.4", 4.6, 1.4, -1.5, 1.0, "ink", is_pointed=True)
_TEXTURES: Mapping[str, Texture] = {
    "brush": _BRUSH,
    "shallow": _WAVES,
    "tree": _crown,
    "tunnel": _burrow,
    "wire": _coils,
    "hill": _contours,
    "loose": _dots,
    "mountain": _PEAKS,
    "woods": _trees,
    "rocks": _stones,
    "ruins": _rubble,
    "water": _WAVES,
    "marsh": _TUFTS,
    "tower": _cross,
    "bunker": _roof,
    "building": _roof,
    "pad": _pad,
    "wreck": _cross,
}
