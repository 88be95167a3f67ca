"""What is on open ground for show: a track, tufts, pebbles and gullies, all pale, as they have no effect."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from builder.draw.maps.nature.plot import Marks, Plot, disc, mixed, xy
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.outlines import area_path, line_path, organic, scattered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapely import LineString
    from shapely.geometry.base import BaseGeometry

# Half the distance of the ruts of a track, the width of the worn ground below them and of each, in mm.
_RUT, _WORN, _LINE = 0.85, 2.9, 0.42
# Ruts come and go; shorter pieces of a track with an open end are left out, in mm.
_DASH, _SHORTEST = "4.2 0.5 7 0.9 2.6 0.6", 24.0
# How far from its ends a track fades, in mm, and in how many steps; an end this near to the edge does not.
_FADE, _STEPS, _AT_EDGE = 14.0, 5, 0.5


@dataclass(frozen=True, slots=True)
class Details:
    """How many details stand on open ground, and how dark they are.

    Attributes:
        apart: How far they are from each other, in mm.
        inside: How far they are from the edge of the ground, in mm.
        clear: How far they are from what is kept clear, in mm.
        tufts: The share of tufts.
        pebbles: The share of pebbles; gullies are the rest.
        green: The strength of tufts on the ground, from 0 to 1.
        stone: That of pebbles.
        size: Their size; 1 is a tuft 1.0 to 1.6 mm high.
        most: How many there are at most; ``None`` for any number.
    """

    apart: float
    inside: float
    clear: float
    tufts: float
    pebbles: float
    green: float
    stone: float
    size: float
    most: int | None


COUNTRY = Details(9.5, 2.5, 2.4, 0.52, 0.4, 0.42, 0.42, 1.0, None)
"""On a map of hexes, where most ground is open."""
TABLE = Details(17.0, 5.0, 5.0, 0.6, 0.4, 0.45, 0.5, 1.08, 80)
"""On a table, between its pieces."""
_GULLY = 0.34
# Patches of grass, in mm: how far from each other and from what has an effect, and their radii; the steps of
# their fading edges, how far apart their tufts are and how dark.
_MEADOWS, _MEADOW_INSIDE, _MEADOW = 30.0, 9.0, (8.0, 14.0)
_MEADOW_STEPS, _MEADOW_STEP, _MEADOW_APART, _MEADOW_GRASS = 3, 1.3, 4.4, 0.4
# The color of each kind of them, that of its tufts, and its strength.
_GRASSES = (
    ("woods", "woods_line", 0.075),
    ("woods", "woods_line", 0.055),
    ("loose_line", "loose_line", 0.035),
)


def draw_track(canvas: Canvas, line: Sequence[Point], ground: BaseGeometry, board: BaseGeometry) -> None:
    """Two worn ruts along a line, where the ``ground`` is open; they fade where they end on the ``board``."""
    from shapely import LineString, get_parts, unary_union

    if canvas.theme.saves_ink:
        return
    theme, way = canvas.theme, LineString(line).simplify(0.02)
    steps: dict[float, list[Any]] = {}
    for piece in get_parts(way.intersection(ground)).tolist():
        for strength, part in _faded(piece, board):
            steps.setdefault(strength, []).append(part)
    rut = mixed(theme, "loose_line", "ground", 0.5)
    for strength, parts in steps.items():
        canvas.path(
            line_path(unary_union(parts)), stroke="loose", stroke_width=_WORN, stroke_opacity=0.5 * strength
        )
        ruts = [part.offset_curve(side * _RUT) for part in parts for side in (1, -1)]
        canvas.path(
            line_path(unary_union(ruts)), stroke=rut, stroke_width=_LINE, stroke_dasharray=_DASH,
            stroke_opacity=strength,
        )  # fmt: skip


def _faded(piece: LineString, board: BaseGeometry) -> Iterator[tuple[float, BaseGeometry]]:
    """The parts of a piece of a track with their strengths, which fall to its ends inside the board."""
    from shapely import Point as Spot
    from shapely.ops import substring

    long, fade = piece.length, min(_FADE, piece.length / 3)
    first, last = (
        board.boundary.distance(Spot(piece.coords[end])) > _AT_EDGE and fade / _STEPS for end in (0, -1)
    )
    if long < _SHORTEST and (first or last):
        return
    cuts = [0.0, *(first * step for step in range(1, _STEPS + 1) if first)]
    cuts += [*(long - last * step for step in range(_STEPS, 0, -1) if last), long]
    for start, end in pairwise(cuts):
        middle = (start + end) / 2
        near = [middle / fade] if first else []
        near += [(long - middle) / fade] if last else []
        yield round(min(1.0, *near), 3) if near else 1.0, substring(piece, start, end)


def draw_meadows(canvas: Canvas, plot: Plot) -> None:
    """Wide patches of taller or of dry grass on open ground, whose edges fade so that none is terrain."""
    from shapely import Polygon

    theme, rng = canvas.theme, plot.rng
    if theme.saves_ink:
        return
    room = plot.visible.buffer(-_MEADOW_INSIDE)
    for x, y in scattered(room, _MEADOWS, rng):
        tone, line, strength = rng.choice(_GRASSES)
        outline = organic((x, y), rng.uniform(*_MEADOW), rng, amplitude=0.2)
        flat = Polygon([(x + (a - x) * 1.5, y + (b - y) * 0.75) for a, b in outline]).buffer(0)
        for step in range(_MEADOW_STEPS):
            part = flat.buffer(-_MEADOW_STEP * step, 4).intersection(plot.visible).simplify(0.2)
            canvas.path(area_path(part), fill=tone, fill_opacity=strength, fill_rule="evenodd")
        marks = Marks()
        color = mixed(theme, line, "ground", _MEADOW_GRASS)
        grass = replace(plot, area=flat.intersection(plot.visible))
        for at in grass.points(_MEADOW_APART, _MEADOW_STEP, clear=1.4):
            _tuft(marks, at, color, theme.weight("terrain"), 0.9, plot)
        marks.draw(canvas)


def _tuft(marks: Marks, at: Point, color: str, weight: float, size: float, plot: Plot) -> None:
    """Four blades of grass from one foot."""
    (x, y), rng = at, plot.rng
    for lean in (-0.9, -0.4, 0.1, 0.6):
        foot = x + lean * 0.9 + rng.uniform(-0.15, 0.15)
        blade = f"l{xy(lean * 0.5, -size * rng.uniform(1.0, 1.6))}"
        marks.line(f"M{xy(foot, y)}{blade}", color, weight)


def draw_details(canvas: Canvas, plot: Plot, details: Details) -> None:
    """Tufts, pebbles and dry gullies on open ground, few and small, so that none looks like terrain."""
    theme, rng = canvas.theme, plot.rng
    if theme.saves_ink:
        return
    marks, weight, size = Marks(), theme.weight("terrain"), details.size
    green = mixed(theme, "woods_line", "ground", details.green)
    stone = mixed(theme, "rocks_line", "ground", details.stone)
    earth = mixed(theme, "hill_line", "ground", _GULLY)
    for x, y in plot.points(details.apart, details.inside, clear=details.clear)[: details.most]:
        kind = rng.random()
        if kind < details.tufts:
            _tuft(marks, (x, y), green, weight, size, plot)
        elif kind < details.tufts + details.pebbles:
            for _ in range(rng.randint(3, 6)):
                radius = size * rng.uniform(0.2, 0.4)
                at = x + size * rng.uniform(-1.7, 1.7), y + size * rng.uniform(-0.9, 0.9)
                marks.fill(disc(*at, radius, radius * 0.75), stone)
        else:
            for aside in (0.0, 0.8):
                bend = rng.uniform(0.5, 1.0)
                curve = f"q0.9 {round(-bend, 2):g} 1.9 0t1.9 0"
                marks.line(f"M{xy(x - 1.9 + aside, y + aside)}{curve}", earth, weight)
    marks.draw(canvas)
