"""Roofs, ruins, a crashed craft, bunkers, towers and landing pads, seen from above."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist, hypot
from typing import TYPE_CHECKING

from builder.draw.maps.nature.plot import Marks, Plot, loop, mixed, shadow, tint, xy
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.outlines import area_path, organic, rings, smooth_path

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_SEAM = 0.9
_TILE = 2.2
_WALL = 1.25
# The outline of the craft and its parts, nose to the west, in a box of 22 by 11 around the origin.
_CRAFT = (
    "M-10.5 0.6C-9 -1.6 -6 -2.2 -2 -2.2L-0.6 -5.4 2.8 -5.4 2.4 -2.1 7.6 -1.6 9.6 -3.6 10.8 -3.4 10.2 0.3 "
    "10.6 2.8 9.4 2.9 7.6 1.9 3.2 2.4 4.6 4.2 3.2 4.6 1.4 3.6 0.8 2.6 -2 2.7C-6 2.7 -9.4 2.4 -10.5 0.6Z"
)
_CANOPY = "M-8.8 0.1C-7.6 -1 -6.4 -1.4 -4.8 -1.5L-4.8 0.3Z"
_PANELS = "M-4 -2.1V2.6M-0.6 -2.2V2.7M3 -2.1V2.4M6.4 -1.7V2"
_HOLE = "M4.2 -1l1.4 0.6 0.8 -1 0.3 1.5 1 0.5 -1.2 0.5 -0.3 1.2 -0.8 -0.9 -1.4 0.2 0.6 -1Z"
_TORN_WING = "M1 3.6L4.4 3 6.2 4.4 3 5.4Z"
# The same craft from straight above, broken in two: its nose with a wing, its tail, and the other wing.
_NOSE_HALF = (
    "M-11 0C-10.2 -1.3 -8.4 -2 -6 -2.1L-3.6 -2.1 -0.9 -5.4 1.7 -5.4 0.6 -2.1 0.1 -1.2 0.9 -0.4 0 0.3 0.6 1.2 "
    "-0.3 2.1 -6 2.1C-8.4 2 -10.2 1.3 -11 0Z"
)
_TAIL_HALF = (
    "M2.4 -2L7.4 -1.6 8.9 -4.2 10.9 -4.2 10.3 -1.1 10.9 0 10.3 1.1 10.9 4.2 8.9 4.2 7.4 1.6 2.9 2 3.3 1 2.5 "
    "0.4 3.2 -0.5 2.2 -1.1Z"
)
_LOST_WING = "M-0.6 3.2L3.2 2.8 5.3 5.1 3.2 5.6 1.2 4.7Z"
_COCKPIT = "M-9.3 0C-8.4 -0.9 -7.1 -1.1 -5.8 -1L-5.8 1C-7.1 1.1 -8.4 0.9 -9.3 0Z"
_NOSE_SEAMS, _TAIL_SEAMS = "M-4.4 -2.1V2.1M-1.9 -2.1V2.1M-2.2 -3.4L0.9 -3.4", "M5 -1.8V1.8M7.4 -1.6V1.6"
_FIN, _BREAK, _TAIL_TURN = "M7.2 0H10.9", "M-0.6 -1.8L2.9 -2.4 3.6 0.3 2.7 2.4 -0.4 2.2Z", 7.0
CRAFT_LEAN = -6.0
"""How far a crashed craft is turned, in degrees."""
CRAFT_LENGTH = 22.4
"""The length of a crashed craft in its own units."""
# The width of the least ruin with rubble, in mm.
_MIN_RUBBLE = 7.0
USED_RING = 0.7
"""How wide the ring around the mouth of a tunnel in use is, in mm."""


def draw_roof(canvas: Canvas, plot: Plot) -> None:
    """A roof: hipped with seams over a rectangle, flat behind a parapet over any other shape."""
    theme, area = canvas.theme, plot.visible
    dark = shadow(theme, "ground", 0.4)
    if dark != "none":
        draw_moved(canvas, area, dark, (1.2, 1.6))
    box = rectangle_of(area)
    if box is None:
        _flat_roof(canvas, area)
    else:
        _hip_roof(canvas, *box)
    canvas.path(area_path(area), stroke="ink", stroke_width=theme.weight("terrain") * 1.6)


def _hip_roof(canvas: Canvas, corner: Point, long: Point, short: Point) -> None:
    """A hipped roof over a rectangle: its first corner, its longer and its shorter side as vectors."""
    theme = canvas.theme
    width, depth = hypot(*long), hypot(*short)
    hip = min(width / 2, depth * 0.42)

    def at(along: float, across: float) -> Point:
        """A point of the roof, ``along`` and ``across`` mm from its corner."""
        a, b = along / width, across / depth
        return corner[0] + long[0] * a + short[0] * b, corner[1] + long[1] * a + short[1] * b

    west, east = at(hip, depth / 2), at(width - hip, depth / 2)
    corners = at(0, 0), at(width, 0), at(width, depth), at(0, depth)
    faces = (
        [corners[0], corners[1], east, west],
        [corners[1], corners[2], east],
        [corners[2], corners[3], west, east],
        [corners[3], corners[0], west],
    )
    middle = at(width / 2, depth / 2)
    seams = Marks()
    for face in faces:
        light = _light((face[0][0] + face[1][0]) / 2 - middle[0], (face[0][1] + face[1][1]) / 2 - middle[1])
        color = _lit(canvas, "building", light)
        canvas.path(loop(face), fill=color)
    seam = mixed(theme, "ink", "building", 0.3)
    along = _SEAM
    while along < width - 0.3:
        reach = depth / 2 * min(1.0, along / hip, (width - along) / hip)
        for edge, side in ((0.0, 1.0), (depth, -1.0)):
            seams.line(f"M{xy(*at(along, edge))}L{xy(*at(along, edge + side * reach))}", seam, 0.12)
        along += _SEAM
    if not theme.saves_ink or depth > 6:
        seams.draw(canvas)
    ridge = [(corners[0], west), (corners[3], west), (corners[1], east), (corners[2], east), (west, east)]
    canvas.segments(
        ridge, stroke=tint(theme, "building", "paper", 0.8) if not theme.saves_ink else "ink",
        stroke_width=theme.weight("terrain") * 1.2,
    )  # fmt: skip
    if width > 7:
        x, y = at(width * 0.7, depth * 0.27)
        canvas.rect(x - 0.75, y - 0.75, 1.5, 1.5, fill="tower", stroke="ink", stroke_width=0.25)


def _flat_roof(canvas: Canvas, area: BaseGeometry) -> None:
    """A flat roof: a parapet and seams."""
    from shapely import LineString

    theme = canvas.theme
    canvas.path(area_path(area), fill=_lit(canvas, "building", 0.4), fill_rule="evenodd")
    inner = area.buffer(-1.0, join_style="mitre")
    canvas.path(area_path(inner), fill=_lit(canvas, "building", 0.0), stroke="ink", stroke_width=0.2)
    west, north, east, south = area.bounds
    seams, x = [], west + 2.4
    while x < east:
        parts = inner.intersection(LineString([(x, north), (x, south)]))
        for part in getattr(parts, "geoms", [parts]):
            if part.geom_type == "LineString" and not part.is_empty:
                (x1, y1), (x2, y2) = part.coords[0], part.coords[-1]
                seams.append(((x1, y1), (x2, y2)))
        x += 2.4
    canvas.segments(seams, stroke=mixed(theme, "ink", "building", 0.25), stroke_width=0.14)


def draw_ruined_floor(canvas: Canvas, area: BaseGeometry) -> None:
    """The tiled floor of a ruin."""
    canvas.path(area_path(area), fill="ruins", fill_rule="evenodd")
    joints = mixed(canvas.theme, "ruins_wall", "ruins", 0.3)
    canvas.segments(list(_tiles(area)), stroke=joints, stroke_width=0.14)


def draw_ruins(canvas: Canvas, plot: Plot) -> None:
    """The tiled floor of a ruin, what is left of its walls, and rubble."""
    theme, rng, area = canvas.theme, plot.rng, plot.visible
    draw_ruined_floor(canvas, area)
    shadows, walls, edges = Marks(), Marks(), Marks()
    dark = shadow(theme, "ruins", 0.4)
    edge, width = mixed(theme, "ink", "ruins_wall", 0.55), theme.weight("terrain")
    for ring in rings(area.buffer(-_WALL / 2, join_style="mitre")):
        for start, end in pairwise([*ring, ring[0]]):
            run = dist(start, end)
            right, below = (end[0] - start[0]) / (run or 1), (end[1] - start[1]) / (run or 1)
            along = -_WALL / 2
            while along < run:
                stop = min(run + _WALL / 2, along + rng.uniform(2.5, 6.0))
                gap = rng.uniform(0.8, 2.6) if rng.random() < 0.75 else 0.0
                if stop - along > 0.8:
                    block = []
                    for at, side in ((along, -1), (stop, -1), (stop, 1), (along, 1)):
                        aside = side * _WALL / 2
                        x = start[0] + right * at - below * aside + rng.uniform(-0.22, 0.22)
                        y = start[1] + below * at + right * aside + rng.uniform(-0.22, 0.22)
                        block.append((x, y))
                    if dark != "none":
                        shadows.fill(loop([(x + 0.4, y + 0.6) for x, y in block]), dark)
                    walls.fill(loop(block), theme["ruins_wall"])
                    edges.line(loop(block), edge, width)
                along = stop + gap
    near = area.buffer(0.6).difference(area.buffer(-2.2))
    west, north, east, south = area.bounds
    # Between walls that are near each other, rubble would only blur these.
    is_small = min(east - west, south - north) < _MIN_RUBBLE
    for x, y in () if is_small else _spread(Plot(near, rng, plot.within, plot.clear), 2.6):
        size = rng.uniform(0.25, 0.55)
        stone = [(x - size, y), (x, y - size * 0.8), (x + size, y + size * 0.1), (x + size * 0.2, y + size)]
        walls.fill(loop(stone), mixed(theme, "ruins_wall", "ruins", 0.6))
        edges.line(loop(stone), edge, width * 0.6)
    shadows.draw(canvas)
    walls.draw(canvas)
    edges.draw(canvas)


def draw_wreck(canvas: Canvas, plot: Plot) -> None:
    """A crashed craft fitted into its area, on scorched ground, with debris, inside its edge."""
    draw_hulk(canvas, plot)
    canvas.path(area_path(plot.visible), stroke=mixed(canvas.theme, "ink", "ground", 0.55), stroke_width=0.18,
                stroke_dasharray="0.9 0.9")  # fmt: skip


def draw_hulk(canvas: Canvas, plot: Plot) -> None:
    """A crashed craft on scorched ground, with debris."""
    theme, rng = canvas.theme, plot.rng
    west, north, east, south = plot.visible.bounds
    middle = (west + east) / 2, (north + south) / 2
    wide, deep = east - west, south - north
    is_upright = deep > wide
    long, short = (deep, wide) if is_upright else (wide, deep)
    turn = 90.0 if is_upright else 0.0
    with canvas.layer(transform=f"translate({mm(middle[0])} {mm(middle[1])}) rotate({mm(turn)})"):
        for across, share, strength in ((0.5, 0.5, 0.25), (0.42, 0.4, 0.45)):
            dark = shadow(theme, "ground", strength)
            if dark != "none":
                burnt = organic((0.0, 0.0), 1.0, rng, amplitude=0.14)[::3]
                shape = [(x * long * across, y * short * share) for x, y in burnt]
                canvas.path(smooth_path(shape), fill=dark)
        _debris(canvas, plot, long, short)
        # The box of the turned craft is 21.9 by 11.6.
        scale = min(long / CRAFT_LENGTH, short / 11.0)
        _broken_craft(canvas, max(scale, long / CRAFT_LENGTH * 0.8))


def draw_craft(canvas: Canvas, at: Point, length: float, *, is_turned: bool = False) -> None:
    """A whole craft on the ground with its nose to the west, or to the east if it ``is_turned``."""
    with canvas.layer(transform=f"translate({mm(at[0])} {mm(at[1])})"):
        _craft(canvas, length / 22.0, 0.0, is_wrecked=False, is_turned=is_turned)


def draw_craft_wreck(canvas: Canvas, length: float) -> None:
    """A crashed craft around the origin, with its nose to the west, without the ground below it."""
    _craft(canvas, length / CRAFT_LENGTH, CRAFT_LEAN, is_wrecked=True)


def craft_outline(canvas: Canvas, length: float, fill: str) -> None:
    """The outline of a crashed craft around the origin in one color."""
    place = _sized(length / CRAFT_LENGTH, is_turned=False)
    with canvas.layer(transform=f"rotate({mm(CRAFT_LEAN)}) {place}"):
        canvas.path(_CRAFT, fill=fill)


def _sized(scale: float, *, is_turned: bool) -> str:
    """The transform of a craft to a scale, mirrored if it ``is_turned``."""
    return f"scale({-scale:.4f} {scale:.4f})" if is_turned else f"scale({scale:.4f})"


def _craft(canvas: Canvas, scale: float, lean: float, *, is_wrecked: bool, is_turned: bool = False) -> None:
    theme = canvas.theme
    line = theme.weight("terrain") * 1.3 / scale
    with canvas.layer(transform=f"rotate({mm(lean)}) {_sized(scale, is_turned=is_turned)}"):
        dark = shadow(theme, "ground", 0.6)
        if dark != "none":
            canvas.path(_CRAFT, fill=dark, transform=f"translate({-0.7 if is_turned else 0.7} 1)")
        canvas.path(_CRAFT, fill="wreck", stroke="ink", stroke_width=line, stroke_linejoin="round")
        glass = tint(theme, "wreck", "ink", 0.6)
        canvas.path(_CANOPY, fill=glass, stroke="ink", stroke_width=line * 0.6)
        canvas.path(_PANELS, stroke=mixed(theme, "ink", "wreck", 0.5), stroke_width=line * 0.6)
        if not theme.saves_ink:
            canvas.path("M-9 1.2H9", stroke=tint(theme, "wreck", "paper", 0.5), stroke_width=line)
        if is_wrecked:
            canvas.path(_HOLE, fill="ink")
            canvas.path(_TORN_WING, fill="wreck", stroke="ink", stroke_width=line * 0.8)


def _broken_craft(canvas: Canvas, scale: float) -> None:
    """A crashed craft from straight above, in two parts, with its nose to the west."""
    theme = canvas.theme
    line = theme.weight("terrain") * 1.3 / scale
    hull = {"fill": "wreck", "stroke": "ink", "stroke_width": line, "stroke_linejoin": "round"}
    seam = {"stroke": mixed(theme, "ink", "wreck", 0.5), "stroke_width": line * 0.6}
    dark = shadow(theme, "ground", 0.6)
    with canvas.layer(transform=f"rotate({mm(CRAFT_LEAN)}) scale({scale:.4f})"):
        if not theme.saves_ink:
            canvas.path(_BREAK, fill=shadow(theme, "ground", 0.75))
        for parts, seams, turn in (
            ((_NOSE_HALF, _LOST_WING), _NOSE_SEAMS, 0.0),
            ((_TAIL_HALF,), _TAIL_SEAMS, _TAIL_TURN),
        ):
            with canvas.layer(transform=f"rotate({mm(turn)})"):
                for part in parts:
                    if dark != "none":
                        canvas.path(part, fill=dark, transform="translate(0.6 0.8)")
                    canvas.path(part, **hull)
                canvas.path(seams, **seam)
                if turn:
                    canvas.path(_FIN, stroke="ink", stroke_width=line * 2.2)
        canvas.path(_COCKPIT, fill=tint(theme, "wreck", "ink", 0.6), stroke="ink", stroke_width=line * 0.6)
        if not theme.saves_ink:
            canvas.path("M-5 -1H-0.6", stroke=tint(theme, "wreck", "paper", 0.5), stroke_width=line)


def _debris(canvas: Canvas, plot: Plot, long: float, short: float) -> None:
    marks, rng = Marks(), plot.rng
    color = canvas.theme["ink"] if canvas.theme.saves_ink else mixed(canvas.theme, "ink", "wreck", 0.5)
    for _ in range(14):
        x, y = rng.uniform(-0.3, 0.47) * long, rng.uniform(-0.45, 0.45) * short
        size = rng.uniform(0.2, 0.45)
        marks.fill(loop([(x - size, y), (x + size * 0.4, y - size), (x + size, y + size * 0.6)]), color)
    marks.draw(canvas)


def draw_bunker(canvas: Canvas, plot: Plot) -> None:
    """A concrete slab with a slit along each side."""
    theme, area = canvas.theme, plot.visible
    dark = shadow(theme, "ground", 0.4)
    if dark != "none":
        draw_moved(canvas, area, dark, (0.9, 1.2))
    weight = theme.weight("terrain")
    canvas.path(area_path(area), fill="bunker", stroke="ink", stroke_width=weight * 1.8)
    west, north, east, south = area.bounds
    rim = min(1.5, min(east - west, south - north) * 0.22)
    roof = area.buffer(-rim, join_style="mitre")
    canvas.path(area_path(roof), fill=tint(theme, "bunker", "paper", 0.28), stroke="ink", stroke_width=weight)
    slits = []
    for ring in rings(area.buffer(-rim / 2, join_style="mitre")):
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            if hypot(x2 - x1, y2 - y1) > 2.0:
                slits.append(
                    ((x1 * 0.7 + x2 * 0.3, y1 * 0.7 + y2 * 0.3), (x1 * 0.3 + x2 * 0.7, y1 * 0.3 + y2 * 0.7))
                )
    canvas.segments(slits, stroke="ink", stroke_width=min(0.6, rim * 0.5))


def draw_tower(canvas: Canvas, plot: Plot) -> None:
    """A platform on legs with a long shadow: a frame, its braces and the cabin on top."""
    theme, area = canvas.theme, plot.visible
    dark = shadow(theme, "ground", 0.4)
    if dark != "none":
        draw_moved(canvas, area, dark, (2.0, 2.7))
    weight = theme.weight("terrain")
    canvas.path(area_path(area), fill="tower", stroke="ink", stroke_width=weight * 1.8)
    west, north, east, south = area.envelope.bounds
    inset = min(east - west, south - north) * 0.06
    braces = [
        ((west + inset, north + inset), (east - inset, south - inset)),
        ((west + inset, south - inset), (east - inset, north + inset)),
    ]
    canvas.segments(braces, stroke="ink", stroke_width=weight * 1.4)
    cabin = area.buffer(-min(east - west, south - north) * 0.26, join_style="mitre")
    canvas.path(
        area_path(cabin), fill=tint(theme, "tower", "paper", 0.4), stroke="ink", stroke_width=weight * 1.2
    )


def draw_pad(canvas: Canvas, plot: Plot, *, has_craft: bool = False, ramp_west: bool = False) -> None:
    """A landing pad of concrete with a painted ring and marks; ``has_craft`` puts a craft on it, with its
    ramp down at its tail, in the east or in the west.
    """
    theme, area = canvas.theme, plot.visible
    weight = theme.weight("terrain")
    canvas.path(area_path(area), fill="pad", stroke="ink", stroke_width=weight * 1.4)
    west, north, east, south = area.bounds
    reach = min(east - west, south - north) / 2
    paint = mixed(theme, "ink", "pad", 0.7)
    ring = area.buffer(-reach * 0.16)
    canvas.path(area_path(ring), stroke=paint, stroke_width=max(0.3, reach * 0.05), stroke_dasharray="1.6 1")
    x, y = (west + east) / 2, (north + south) / 2
    if has_craft:
        draw_ramp(canvas, (x, y), reach, is_west=ramp_west)
        draw_craft(canvas, (x, y), reach * 1.6, is_turned=ramp_west)
        return
    arm, half = reach * 0.42, reach * 0.2
    for side in (-1, 1):
        for level in (-1, 1):
            right, below = x + side * arm, y + level * arm
            ends = xy(right - side * half, below), xy(right, below), xy(right, below - level * half)
            data = f"M{'L'.join(ends)}"
            canvas.path(data, stroke=paint, stroke_width=max(0.35, reach * 0.06), stroke_linecap="round")
    canvas.circle(x, y, reach * 0.13, fill=paint)


def draw_ramp(canvas: Canvas, middle: Point, reach: float, *, is_west: bool) -> None:
    """The ramp of a craft on its pad, which reaches so many mm from its ``middle``."""
    (x, y), side = middle, -1 if is_west else 1
    near, far, half = x + side * reach * 0.68, x + side * reach * 0.96, reach * 0.13
    corners = [(near, y - half * 0.7), (far, y - half), (far, y + half), (near, y + half * 0.7)]
    weight = canvas.theme.weight("terrain")
    edge = {"stroke": "ink", "stroke_width": weight, "stroke_linejoin": "round"}
    canvas.polygon(corners, fill=tint(canvas.theme, "wreck", "paper", 0.45), **edge)
    treads = [near + (far - near) * share for share in (0.3, 0.55, 0.8)]
    canvas.segments(
        [((at, y - half * 0.7), (at, y + half * 0.7)) for at in treads], stroke="ink", stroke_width=weight
    )


def draw_crates(canvas: Canvas, plot: Plot) -> None:
    """Stacks of crates on a dashed bed."""
    theme, rng = canvas.theme, plot.rng
    plot.fill(canvas, "rubble", mixed(theme, "rocks_line", "rubble", 0.5), 1.2, dash="2 1.2")
    weight = theme.weight("terrain")
    dark = shadow(theme, "rubble", 0.35)
    woods = theme["crate"], tint(theme, "crate", "ink", 0.08), tint(theme, "crate", "paper", 0.15)
    for x, y in plot.points(5.0, 3.6, clear=2.6):
        size = rng.uniform(3.9, 5.4) * plot.growth
        turn, half = rng.choice((0, 0, 3, -4, 90, 14)), size / 2
        with canvas.layer(transform=f"translate({mm(x)} {mm(y)}) rotate({turn})"):
            if dark != "none":
                canvas.rect(-half + 0.7, -half + 1, size, size, fill=dark)
            canvas.rect(
                -half, -half, size, size, fill=rng.choice(woods), stroke="ink", stroke_width=weight * 1.4
            )
            a, b = half, half - 1
            lines = ((-a, -b), (a, -b)), ((-a, b), (a, b)), ((-b, -b), (b, b)), ((b, -b), (-b, b))
            canvas.segments(lines, stroke=mixed(theme, "ink", "crate", 0.55), stroke_width=weight)


def draw_mouth(canvas: Canvas, at: Point, radius: float, *, is_used: bool = False) -> None:
    """The dark mouth of a tunnel with a rim, and one in use in a ring of the color of the first side."""
    x, y = at
    if is_used:
        ring = {"stroke": "zone", "stroke_width": USED_RING}
        canvas.circle(x, y, radius + USED_RING * 1.2, fill="paper", **ring)
    canvas.circle(x, y, radius, fill="ink", stroke="tunnel", stroke_width=0.5)
    half = radius * 0.6
    canvas.path(
        f"M{mm(x - half)} {mm(y + half * 0.75)}a{mm(half)} {mm(half * 1.25)} 0 0 1 {mm(2 * half)} 0Z",
        fill="tunnel",
        stroke="none",
    )


def _spread(plot: Plot, spacing: float) -> list[Point]:
    return plot.points(spacing, 0.0)


def _tiles(area: BaseGeometry) -> Iterator[tuple[Point, Point]]:
    """The joints of a tiled floor."""
    from shapely import LineString

    west, north, east, south = area.bounds
    lines = []
    x = west + _TILE
    while x < east:
        lines.append(LineString([(x, north), (x, south)]))
        x += _TILE
    y = north + _TILE
    while y < south:
        lines.append(LineString([(west, y), (east, y)]))
        y += _TILE
    for line in lines:
        parts = line.intersection(area)
        for part in getattr(parts, "geoms", [parts]):
            if part.geom_type == "LineString" and not part.is_empty:
                (x1, y1), (x2, y2) = part.coords[0], part.coords[-1]
                yield (x1, y1), (x2, y2)


def rectangle_of(area: BaseGeometry) -> tuple[Point, Point, Point] | None:
    """A corner and the longer and shorter side of a rectangle, in any position; ``None`` for other shapes."""
    corners = list(rings(area))
    if len(corners) != 1 or len(corners[0]) != 4:
        return None
    a, b, c, d = corners[0]
    if abs(a[0] + c[0] - b[0] - d[0]) + abs(a[1] + c[1] - b[1] - d[1]) > 0.01:
        return None
    one, other = (b[0] - a[0], b[1] - a[1]), (d[0] - a[0], d[1] - a[1])
    if abs(one[0] * other[0] + one[1] * other[1]) > 0.01 * hypot(*one) * hypot(*other):
        return None
    return (a, one, other) if hypot(*one) >= hypot(*other) else (a, other, one)


def draw_moved(canvas: Canvas, area: BaseGeometry, color: str, by: Point) -> None:
    """A hard shadow: the ground that the area's edges sweep on their way to the south-east."""
    from shapely import Polygon, union_all

    right, below = by
    swept = [
        Polygon([(x1, y1), (x2, y2), (x2 + right, y2 + below), (x1 + right, y1 + below)]).buffer(0)
        for ring in rings(area)
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]])
    ]
    canvas.path(area_path(union_all([area, *swept])), fill=color)


def _light(right: float, below: float) -> float:
    """How far a face that falls in a direction faces the light."""
    run = hypot(right, below) or 1.0
    return (-0.6 * right - 0.8 * below) / run


def _lit(canvas: Canvas, color: str, light: float) -> str:
    """A face's color by its light."""
    if light >= 0:
        return tint(canvas.theme, color, "paper", 0.24 * light)
    return tint(canvas.theme, color, "shade", -0.34 * light)
