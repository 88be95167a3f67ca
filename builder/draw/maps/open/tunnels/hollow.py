"""The hollow of tunnels and chambers below a table: its outline, its floor and the rock around it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from math import hypot, pi, sin
from typing import TYPE_CHECKING

from builder.boards.table import Tunnel, TunnelPlan
from builder.draw.maps.nature.plot import Marks, disc, shadow, xy
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, organic, rings, scattered, seeded

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# How much wider or narrower than its width a tunnel is in places, as a share of it, and how far it sways.
_SWELL, _SWAY = 0.13, 0.10
# From one cross section of a tunnel to the next, in mm.
_STEP = 1.6
# Corners between tunnels and chambers are filled with this radius, and those of the rock are rounded.
_FILLET, _ROUND = 3.2, 1.2
# Strokes into the rock around the hollow: how far apart they are and how long.
_APART, _SHORT, _LONG = 1.15, 0.9, 2.4
_RIM = 1.3
# The shadow of the walls at the north-west: how far it falls, in mm, the shares of that to which its steps
# reach, and the strength of each.
_SHADE_EAST, _SHADE_SOUTH, _SHADE_STEPS, _SHADE = 1.9, 2.6, (1.0, 0.8, 0.6, 0.45, 0.3), 0.11


def chamber_outline(at: Point, radius: float, names: Sequence[str]) -> BaseGeometry:
    """The rough outline of a chamber; ``names`` seed it."""
    from shapely import Polygon

    return Polygon(organic(at, radius, seeded(*names), amplitude=0.08)).buffer(0)


def hollow_of(plan: TunnelPlan, id: str, scale: float) -> BaseGeometry:
    """All tunnels and chambers with rough walls, rounded where they meet, at ``scale`` mm per unit."""
    from shapely import unary_union

    parts = [
        _way(tunnel, seeded(id, "tunnel", str(number)), scale) for number, tunnel in enumerate(plan.tunnels)
    ]
    for node in plan.of_kind("chamber"):
        at = node.at[0] * scale, node.at[1] * scale
        parts.append(chamber_outline(at, node.diameter / 2 * scale, (id, node.id)))
    raw = unary_union(parts)
    return raw.buffer(_FILLET).buffer(-_FILLET - _ROUND).buffer(_ROUND)


def _way(tunnel: Tunnel, rng: random.Random, scale: float) -> BaseGeometry:
    """One tunnel: a little wider here and narrower there, and not quite straight."""
    from shapely import LineString, unary_union
    from shapely import Point as Spot

    line = LineString([(x * scale, y * scale) for x, y in tunnel.points])
    half, count = tunnel.width / 2 * scale, max(4, round(line.length / _STEP))
    swell, sway = rng.uniform(0, 2 * pi), rng.choice((-1, 1))
    discs = []
    for number in range(count + 1):
        share = number / count
        spot = line.interpolate(share, normalized=True)
        ahead = line.interpolate(min(share + 0.01, 1.0), normalized=True)
        back = line.interpolate(max(share - 0.01, 0.0), normalized=True)
        run = hypot(ahead.x - back.x, ahead.y - back.y) or 1.0
        aside = sway * half * 2 * _SWAY * sin(2 * pi * share)
        more = 0.7 * sin(line.length / 9 * share + swell) + 0.3 * rng.uniform(-1, 1)
        # Less narrow than wide, so that its length has room.
        wide = 1 + _SWELL * max(more, more * 0.4)
        x, y = spot.x - (ahead.y - back.y) / run * aside, spot.y + (ahead.x - back.x) / run * aside
        discs.append(Spot(x, y).buffer(half * wide, quad_segs=6))
    pairs = [one.union(other).convex_hull for one, other in pairwise(discs)]
    return unary_union(pairs)


def draw_rim(
    canvas: Canvas, hollow: BaseGeometry, ground: BaseGeometry, clear: BaseGeometry, id: str
) -> None:
    """Strokes into the rock along the edge of the hollow, none through what is kept ``clear``."""
    from shapely import LinearRing, LineString, line_interpolate_point

    rng, marks, theme = seeded(id, "rim"), Marks(), canvas.theme
    if not theme.saves_ink:
        canvas.path(
            area_path(hollow.buffer(_LONG * 0.8).intersection(ground)),
            fill=blend(theme["earth"], theme["paper"], 0.58),
        )
    color = blend(theme["ink"], theme["earth"], 0.5)
    for ring in rings(hollow):
        edge = LinearRing(ring)
        count = int(edge.length / _APART)
        for number in range(count):
            here = (number + rng.uniform(-0.3, 0.3)) * _APART % edge.length
            spot, ahead = line_interpolate_point(edge, [here, (here + 0.3) % edge.length])
            run = hypot(ahead.x - spot.x, ahead.y - spot.y) or 1.0
            right, down = (ahead.y - spot.y) / run, -(ahead.x - spot.x) / run
            # Away from the hollow, whichever way round its edge runs.
            if hollow.contains(type(spot)(spot.x + right * 0.4, spot.y + down * 0.4)):
                right, down = -right, -down
            far, lean = rng.uniform(_SHORT, _LONG), rng.uniform(-0.25, 0.25)
            tip = spot.x + (right - down * lean) * far, spot.y + (down + right * lean) * far
            stroke = LineString([(spot.x, spot.y), tip])
            if stroke.intersects(clear) or not ground.contains(stroke):
                continue
            marks.line(f"M{xy(spot.x, spot.y)}L{xy(*tip)}", color, 0.2)
    marks.draw(canvas)


def draw_floor(canvas: Canvas, hollow: BaseGeometry, clear: BaseGeometry, id: str) -> None:
    """The floor with grit, darker along both walls, and the shadow of the wall at the north-west."""
    from shapely.affinity import translate

    theme, rng = canvas.theme, seeded(id, "floor")
    canvas.path(area_path(hollow), fill="tunnel", fill_rule="evenodd")
    rim = shadow(theme, "tunnel", 0.17)
    if rim != "none":
        canvas.path(area_path(hollow.difference(hollow.buffer(-_RIM))), fill=rim, fill_rule="evenodd")
        for share in _SHADE_STEPS:
            lit = translate(hollow, share * _SHADE_EAST, share * _SHADE_SOUTH)
            canvas.path(
                area_path(hollow.difference(lit)), fill="shade", fill_opacity=_SHADE, fill_rule="evenodd"
            )
    grit = Marks()
    color = blend(theme["tunnel_line"], theme["tunnel"], 0.5)
    for x, y in scattered(hollow.buffer(-1.0).difference(clear), 2.4, rng):
        size = rng.choice((0.13, 0.17, 0.24))
        grit.fill(disc(x, y, size, size), color)
    grit.draw(canvas)


def draw_walls(canvas: Canvas, hollow: BaseGeometry) -> None:
    """The outline of the hollow."""
    canvas.path(area_path(hollow), stroke="ink", stroke_width=0.5, stroke_linejoin="round")
