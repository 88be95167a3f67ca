"""Woods, brush, hedges and single trees, seen from above with the light from the north-west."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import cos, dist, pi, sin

from builder.draw.maps.nature.plot import Marks, Plot, clear_of, disc, loop, mixed, shadow, tint, xy
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.theme import Theme

_APART = 2.4
_RADII = 1.5, 2.0
# From a tuft of grass to the next, and between the bushes among them.
_TUFTS_APART, _BUSHES_APART = 2.8, 8.5
# The edge is measured to, so that no crown crosses it.
_INSET = 1.95
# Saplings under the crowns: how far they are apart, inside the edge, and from crowns, and their radii.
_SAPLINGS_APART, _SAPLING_INSET, _BETWEEN = 1.2, 0.85, 1.5
_SAPLING_RADII = 0.85, 1.15
_CONIFER_SHARE = 0.4
_HEDGE_RADIUS = 1.35


def draw_woods(canvas: Canvas, plot: Plot, *, is_dense: bool = False) -> None:
    """A wood, all broadleaf or all conifer, with crowns that cover its floor.

    A dense one has smaller trees wherever there is room between the crowns, and out to its edge.
    """
    plot.fill(canvas, "woods", mixed(canvas.theme, "woods_line", "woods", 0.55))
    are_conifers = has_conifers(plot.rng)
    points = plot.points(_APART, _INSET, clear=1.9)
    if is_dense:
        small = _sapling_points(plot, points)
        radii = _SAPLING_RADII[0] * plot.growth, _SAPLING_RADII[1] * plot.growth
        draw_crowns(canvas, small, radii, plot.rng, ground="woods", are_conifers=are_conifers)
    radii = _RADII[0] * plot.growth, _RADII[1] * plot.growth
    draw_crowns(canvas, points, radii, plot.rng, ground="woods", are_conifers=are_conifers)


def has_conifers(rng: random.Random) -> bool:
    """Whether a wood is one of conifers, by the first of its random numbers."""
    return rng.random() < _CONIFER_SHARE


def _sapling_points(plot: Plot, crowns: Sequence[Point]) -> list[Point]:
    """Points for small trees where the crowns of large ones leave room."""
    from shapely import MultiPoint

    points = plot.points(_SAPLINGS_APART, _SAPLING_INSET, clear=1.1)
    return clear_of(MultiPoint(crowns), points, _BETWEEN * plot.growth) if crowns else points


def draw_brush(canvas: Canvas, plot: Plot) -> None:
    """Open ground with tufts of grass, and a low bush here and there."""
    theme, weight = canvas.theme, canvas.theme.weight("terrain")
    line = mixed(theme, "woods_line", "brush", 0.6)
    plot.fill(canvas, "brush", line, dash="1.1 0.9")
    points = plot.points(_TUFTS_APART, 1.0, clear=1.1)
    tufts = Marks()
    for x, y in points:
        tufts.line(tuft(x, y), line, weight)
    tufts.draw(canvas)
    bushes = plot.points(_BUSHES_APART, 1.2, clear=1.5)
    radii = 0.75 * plot.growth, 1.0 * plot.growth
    draw_crowns(canvas, bushes, radii, plot.rng, ground="brush")


def tuft(x: float, y: float) -> str:
    """A tuft of grass or reed of three blades at a point, as the data of a path."""
    return (
        f"M{xy(x - 0.5, y)}q-0.1 -0.7 -0.45 -1.1M{xy(x, y)}q0 -0.9 0 -1.5M{xy(x + 0.5, y)}q0.1 -0.7 0.45 -1.2"
    )


def draw_crowns(
    canvas: Canvas,
    points: Sequence[Point],
    radii: tuple[float, float],
    rng: random.Random,
    *,
    ground: str = "ground",
    are_conifers: bool = False,
) -> None:
    """Crowns at points from north to south, after all their shadows; ``ground`` is the color below."""
    theme, (least, most) = canvas.theme, radii
    shadows, lights, leaves = Marks(), Marks(), Marks()
    dark = shadow(theme, ground, 0.5)
    if dark != "none":
        for x, y in points:
            shadows.fill(disc(x + 0.28 * most, y + 0.39 * most, most * 0.86, most * 0.83), dark)
        shadows.draw(canvas)
    tints = _tints(theme)
    for x, y in points:
        radius = rng.uniform(least, most)
        if are_conifers:
            data = _needles(x, y, radius, rng, lights, leaves, theme)
        else:
            data = _foliage(x, y, radius, rng, lights, leaves, theme)
        canvas.path(
            data,
            fill=rng.choice(tints),
            stroke="woods_line",
            stroke_width=theme.weight("terrain") * 0.8,
            stroke_linejoin="round",
        )
    leaves.draw(canvas)
    lights.draw(canvas)


def draw_tree(
    canvas: Canvas, at: Point, radius: float, rng: random.Random, *, ground: str = "ground"
) -> None:
    """A single large tree: tufts of leaves in two rings around the trunk."""
    theme, (x, y) = canvas.theme, at
    dark = shadow(theme, ground, 0.28)
    if dark != "none":
        canvas.circle(x + 0.2 * radius, y + 0.29 * radius, radius, fill=dark)
    weight = theme.weight("terrain")
    canvas.circle(
        x, y, radius * 0.98, fill=tint(theme, "crown", "woods_line", 0.18), stroke="woods_line",
        stroke_width=weight * 1.5,
    )  # fmt: skip
    for number, (count, reach) in enumerate(((8, 0.7), (6, 0.42))):
        places = []
        for step in range(count):
            turn = 2 * pi * step / count + number * 0.4 + rng.uniform(-0.15, 0.15)
            places.append((x + radius * reach * cos(turn), y + radius * reach * sin(turn)))
        places.sort(key=lambda place: place[1])
        draw_crowns(canvas, places, (radius * 0.29, radius * 0.32), rng, ground="crown")
    canvas.circle(x, y, radius * 0.2, fill="fence", stroke="ink", stroke_width=weight)


def draw_hedge(canvas: Canvas, ends: tuple[Point, Point], rng: random.Random, *, scale: float = 1.0) -> None:
    """A row of small crowns from one point to another."""
    (x1, y1), (x2, y2) = ends
    radius = _HEDGE_RADIUS * scale
    count = max(2, round(dist(*ends) / (radius * 1.1)))
    points = []
    for step in range(count):
        share = (step + 0.5) / count
        aside = rng.uniform(-0.25, 0.25) * scale
        points.append((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share + aside))
    points.sort(key=lambda point: (point[1], point[0]))
    draw_crowns(canvas, points, (radius * 0.92, radius * 1.08), rng)


def _tints(theme: Theme) -> list[str]:
    """The three greens of crowns, or only one in a theme without tints."""
    if theme.saves_ink:
        return [theme["crown"]]
    dark, light = tint(theme, "crown", "woods_line", 0.22), tint(theme, "crown", "paper", 0.12)
    return [theme["crown"], dark, light]


def _foliage(
    x: float, y: float, radius: float, rng: random.Random, lights: Marks, leaves: Marks, theme: Theme
) -> str:
    """The outline of a broadleaf crown: seven to nine scallops."""
    count, start = rng.randint(7, 9), rng.uniform(0, 2 * pi)
    turns = [start + 2 * pi * step / count for step in range(count)]
    points = [xy(x + radius * 0.86 * cos(turn), y + radius * 0.86 * sin(turn)) for turn in turns]
    scallop = f"A{xy(radius * 0.36, radius * 0.36)} 0 0 1 "
    _light(x, y, radius, lights, theme)
    for _ in range(2):
        turn, reach = rng.uniform(-0.4, 2.0), radius * rng.uniform(0.25, 0.6)
        dash = f"M{xy(x + reach * cos(turn) - 0.18 * radius, y + reach * sin(turn))}"
        leaves.line(
            f"{dash}q{xy(0.2 * radius, 0.2 * radius)} {xy(0.4 * radius, 0)}",
            theme["woods_line"],
            theme.weight("terrain") * 0.6,
        )
    return f"M{points[0]}{''.join(scallop + point for point in (*points[1:], points[0]))}Z"


def _needles(
    x: float, y: float, radius: float, rng: random.Random, lights: Marks, leaves: Marks, theme: Theme
) -> str:
    """The outline of a conifer: a star of nine rays, with ribs that are light in the north-west."""
    start, rays = rng.uniform(0, 1), 9
    turns = [start + pi * step / rays for step in range(2 * rays)]
    reach = [radius * (1.0 if step % 2 == 0 else 0.62) for step in range(2 * rays)]
    points = [(x + far * cos(turn), y + far * sin(turn)) for far, turn in zip(reach, turns, strict=True)]
    width = theme.weight("terrain") * 0.6
    for turn, (to_x, to_y) in zip(turns[::2], points[::2], strict=True):
        rib = f"M{xy(x, y)}L{xy((x + to_x) / 2, (y + to_y) / 2)}"
        is_lit = cos(turn) * -0.6 + sin(turn) * -0.8 > 0.3
        if is_lit and not theme.saves_ink:
            lights.line(rib, tint(theme, "crown", "paper", 0.45), width)
        else:
            leaves.line(rib, theme["woods_line"], width)
    return loop(points)


def _light(x: float, y: float, radius: float, lights: Marks, theme: Theme) -> None:
    if not theme.saves_ink:
        arc = f"M{xy(x - radius * 0.55, y - radius * 0.05)}q{xy(radius * 0.05, -radius * 0.5)}"
        data = f"{arc} {xy(radius * 0.6, -radius * 0.52)}"
        lights.line(data, tint(theme, "crown", "paper", 0.45), theme.weight("terrain") * 1.25)
