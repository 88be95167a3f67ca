"""Tunnels below the ground, as dashed ways between their mouths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import dist

from builder.boards.dots import Tunnel
from builder.draw.maps.dots.site import Site
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path
from builder.geometry.dotlattice import Dot, DotLattice

WIDE = 5.8
_TINT = 0.55
_LINE = 0.42
_MARK_STEP = 5.0


def draw_tunnels(canvas: Canvas, site: Site, mouths: Mapping[Dot, Point]) -> None:
    """The ways of all tunnels up to their mouths, with marks along them."""
    from shapely import MultiLineString

    unit, line = site.unit, "tunnel_line"
    for tunnel in site.dots.tunnels:
        ways = _ways(site, tunnel, mouths)
        if not ways:
            continue
        # The disc of a mouth covers the round end of its way.
        area = MultiLineString([list(way) for way in ways]).buffer(
            WIDE / 2 * unit, join_style="round", quad_segs=4
        )
        canvas.path(
            area_path(area),
            fill=blend(canvas.theme["tunnel"], canvas.theme["ground"], _TINT),
            fill_rule="evenodd",
            stroke=line,
            stroke_width=_LINE * unit,
            stroke_dasharray=f"{mm(2.2 * unit)} {mm(1.1 * unit)}",
        )
        points = site.points_near(area.bounds, 0.0)
        half = 1.1 * unit
        marks = [
            f"M{mm(x - half)} {mm(y + half / 3)}q{mm(half)} {mm(-half)} {mm(2 * half)} 0"
            for way in ways
            for x, y in _along(way, _MARK_STEP * unit)
            if all(dist((x, y), point) > site.clear + 1.4 * unit for point in points)
        ]
        canvas.path("".join(marks), stroke=line, stroke_width=_LINE * unit)


def sides(site: Site, mouths: Mapping[Dot, Point]) -> Iterator[tuple[Point, Point]]:
    """The dashed lines on both sides of the ways of all tunnels."""
    for tunnel in site.dots.tunnels:
        for start, end in _ways(site, tunnel, mouths):
            (x1, y1), (x2, y2) = start, end
            off = WIDE / 2 * site.unit / (dist(start, end) or 1.0)
            for across, down in ((y1 - y2, x2 - x1), (y2 - y1, x1 - x2)):
                yield (x1 + across * off, y1 + down * off), (x2 + across * off, y2 + down * off)


def _ways(site: Site, tunnel: Tunnel, mouths: Mapping[Dot, Point]) -> list[tuple[Point, Point]]:
    """The straight parts of the way of a tunnel; that of a mouth beside its dot ends there."""
    moved = {site.lattice.at(dot): mouths[dot] for dot in tunnel.mouths if dot in mouths}
    return [(moved.get(start, start), moved.get(end, end)) for start, end in links(site.lattice, tunnel.dots)]


def _along(way: tuple[Point, Point], step: float) -> Iterator[Point]:
    (x1, y1), (x2, y2) = way
    count = max(1, round(dist(*way) / step))
    for number in range(count):
        share = (number + 0.5) / count
        yield x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def links(lattice: DotLattice, dots: Sequence[Dot]) -> list[tuple[Point, Point]]:
    """A line from each dot to each of its neighbors in the same list, every line once."""
    members = set(dots)
    return [
        (lattice.at(dot), lattice.at(other))
        for dot in dots
        for other in lattice.neighbors(dot)
        if other in members and other > dot
    ]
