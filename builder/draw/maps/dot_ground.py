"""The ground of a dots map: soft-edged regions of terrain, trenches, wire, trees, contours and tunnels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.boards.dots import DotsMap, Piece
from builder.draw.maps.terrain import draw_coils, draw_mouth, draw_texture, draw_tree
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.geometry.dotlattice import Dot, DotLattice
from builder.geometry.outlines import rings
from builder.geometry.shapes import polygon

# A path through dots that are next to each other, rather than a region around them.
LINES = frozenset({"trench", "wire"})
_SINGLE = "tree"
_SHADE = 0.22
_CLEAR = 1.3
_OVERHANG = 3.0


def draw_ground(canvas: Canvas, dots: DotsMap, grow: float = 1.0) -> None:
    """Elevation and terrain: regions first, then what is on single dots.

    ``grow`` makes lines thicker, for a map that is drawn small.
    """
    _shade_levels(canvas, dots)
    for piece in dots.pieces:
        if _symbol(piece) not in LINES and _symbol(piece) != _SINGLE:
            _region(canvas, dots.lattice, piece, grow)
    _contours(canvas, dots, grow)
    for piece in dots.pieces:
        if _symbol(piece) == "trench":
            _trench(canvas, dots.lattice, piece)
        elif _symbol(piece) == "wire":
            _wire(canvas, dots.lattice, piece)
        elif _symbol(piece) == _SINGLE:
            for dot in piece.dots:
                draw_tree(canvas, dots.lattice.at(dot), dots.lattice.spacing * 0.34)


def draw_tunnels(canvas: Canvas, dots: DotsMap, grow: float = 1.0) -> None:
    """Tunnels as two dashed lines below ground, with their mouths."""
    for tunnel in dots.tunnels:
        ways = links(dots.lattice, tunnel.dots)
        for weight, color, dash in (
            (dots.lattice.spacing * 0.3, "fence", f"{mm(1.6 * grow)} {mm(1.1 * grow)}"),
            (dots.lattice.spacing * 0.3 - 0.8 * grow, "tunnel", "none"),
        ):
            style = {"stroke": color, "stroke_linecap": "butt", "stroke_dasharray": dash}
            canvas.segments(ways, stroke_width=weight, stroke_opacity=0.75, **style)
    for tunnel in dots.tunnels:
        for mouth in tunnel.mouths:
            draw_mouth(canvas, mouth_at(dots.lattice, mouth), dots.lattice.spacing * 0.13)


def mouth_at(lattice: DotLattice, dot: Dot) -> Point:
    """The place where the mouth of a tunnel is drawn: next to its dot."""
    x, y = lattice.at(dot)
    return x + lattice.spacing * 0.2, y + lattice.spacing * 0.12


def links(lattice: DotLattice, dots: Sequence[Dot]) -> list[tuple[Point, Point]]:
    """A line from each dot to each of its neighbors in the same list, every line once."""
    members = set(dots)
    return [
        (lattice.at(dot), lattice.at(other))
        for dot in dots
        for other in lattice.neighbors(dot)
        if other in members and other > dot
    ]


def region_path(lattice: DotLattice, dots: Iterable[Dot]) -> str:
    """The outline of the ground around some dots as an SVG path with round corners; empty for no dots.

    At the edge of the map, it extends slightly beyond the edge.
    """
    parts = []
    for ring in rings(lattice.cell(dot) for dot in _and_beyond(lattice, dots)):
        corners = [_clamped(lattice, lattice.on_paper(corner)) for corner in ring]
        middles = [
            ((x1 + x2) / 2, (y1 + y2) / 2)
            for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True)
        ]
        parts.append(f"M{mm(middles[-1][0])} {mm(middles[-1][1])}")
        parts += [
            f"Q{mm(corner[0])} {mm(corner[1])} {mm(middle[0])} {mm(middle[1])}"
            for corner, middle in zip(corners, middles, strict=True)
        ]
        parts.append("Z")
    return "".join(parts)


def _and_beyond(lattice: DotLattice, dots: Iterable[Dot]) -> set[Dot]:
    """Some dots, and those directly next to them off the map."""
    reached = set(dots)
    for column, row in tuple(reached):
        across = {1: -1, lattice.columns: 1}.get(column, 0)
        down = {1: -1, lattice.rows: 1}.get(row, 0)
        reached |= {Dot(column + across, row), Dot(column, row + down), Dot(column + across, row + down)}
    return reached


def _clamped(lattice: DotLattice, point: Point) -> Point:
    x, y = point
    return (
        min(max(x, -_OVERHANG), lattice.width + _OVERHANG),
        min(max(y, -_OVERHANG), lattice.height + _OVERHANG),
    )


def levels_of(dots: DotsMap) -> tuple[int, ...]:
    """The levels that have a contour: each level that some dot is on or above, or below."""
    levels = set(dots.elevation.values())
    up = range(1, max(levels, default=0) + 1)
    down = range(min(levels, default=0), 0)
    return (*down, *up)


def at_level(dots: DotsMap, level: int) -> list[Dot]:
    """The dots inside the contour of a level."""
    return [
        dot for dot, height in dots.elevation.items() if (height >= level if level > 0 else height <= level)
    ]


def _symbol(piece: Piece) -> str:
    return str(piece.terrain.get("symbol", "ground"))


def _shade_levels(canvas: Canvas, dots: DotsMap) -> None:
    for level in levels_of(dots):
        path = region_path(dots.lattice, at_level(dots, level))
        color = "hill" if level > 0 else "earth"
        canvas.path(path, fill=color, fill_opacity=_SHADE + 0.18, stroke="none", fill_rule="evenodd")


def _contours(canvas: Canvas, dots: DotsMap, grow: float) -> None:
    for level in levels_of(dots):
        path = region_path(dots.lattice, at_level(dots, level))
        canvas.path(path, stroke="contour", stroke_width=(0.5 + 0.15 * abs(level)) * grow)


def _region(canvas: Canvas, lattice: DotLattice, piece: Piece, grow: float) -> None:
    symbol = _symbol(piece)
    canvas.path(
        region_path(lattice, piece.dots),
        fill=symbol,
        stroke="muted",
        stroke_width=0.25 * grow,
        fill_rule="evenodd",
    )
    for dot in piece.dots:
        x0, y0 = lattice.at(dot)
        corners = [lattice.on_paper(corner) for corner in lattice.cell(dot)]
        draw_texture(
            canvas, symbol, polygon([(x0 + (x - x0) * 0.86, y0 + (y - y0) * 0.86) for x, y in corners])
        )
        canvas.circle(x0, y0, _CLEAR * grow**0.7, fill=symbol)


def _trench(canvas: Canvas, lattice: DotLattice, piece: Piece) -> None:
    ways = links(lattice, piece.dots) or [(lattice.at(dot), lattice.at(dot)) for dot in piece.dots]
    wide = lattice.spacing * 0.42
    for weight, color in ((wide, "fence"), (wide * 0.72, "trench")):
        canvas.segments(
            ways, stroke=color, stroke_width=weight, stroke_linecap="round", stroke_linejoin="round"
        )


def _wire(canvas: Canvas, lattice: DotLattice, piece: Piece) -> None:
    radius = lattice.spacing * 0.11
    ways = links(lattice, piece.dots)
    joined = {point for way in ways for point in way}
    for way in ways:
        draw_coils(canvas, way, radius)
    for dot in piece.dots:
        x, y = lattice.at(dot)
        if (x, y) not in joined:
            draw_coils(canvas, ((x - radius * 2, y), (x + radius * 2, y)), radius)
