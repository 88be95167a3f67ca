"""Scenes within walls behind the icons of cards: a corridor, and torn plates."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from builder.draw.pieces.cards.brush import Brush, lit
from builder.draw.surface.canvas import Point, mm
from builder.draw.surface.color_vision import blend

_BLACK, _WHITE = "#000000", "#ffffff"
# The sizes of a corridor's cross-section from the eye to its end, and the light on its eight walls, clockwise
# from the ceiling.
_DEPTHS = (1.62, 1.08, 0.74, 0.52, 0.37, 0.27)
_WALLS = (-0.30, -0.12, -0.02, -0.16, 0.06, -0.08, 0.06, -0.04)
_FLOOR, _LAMPS = 4, (1, 7)
# The colors that plates and the light behind them mix with the color of the card.
_RUST, _FIRE = "#a8301a", "#dd5218"
_GASHES = 4


def draw_corridor(brush: Brush) -> None:
    """A passage of eight walls in one-point perspective, with ribs, lamps and a lit door at its end."""
    wide, tall, rng, colors = brush.width, brush.height, brush.rng, brush.colors
    near = blend(_BLACK, colors.key, 0.55)
    far = blend(colors.glow, lit(colors.key, 0.25), 0.45)
    eye = (wide * rng.uniform(0.44, 0.56), tall * rng.uniform(0.42, 0.48))
    brush.ground(near)
    lamp = blend(colors.glow, _WHITE, 0.45)
    chamfer = rng.choice((0.3, 0.5, 0.5, 0.75))

    def section(depth: float) -> list[Point]:
        across, down = wide * 0.5 * depth, tall * 0.56 * depth
        cut = chamfer * min(across, down)
        corners = (
            (cut - across, -down), (across - cut, -down), (across, cut - down), (across, down - cut),
            (across - cut, down), (cut - across, down), (-across, down - cut), (-across, cut - down),
        )  # fmt: skip
        return [(eye[0] + x, eye[1] + y) for x, y in corners]

    def strip(depths: tuple[float, float], wall: int, start: float, end: float) -> list[Point]:
        """Part of a wall, from one share of its breadth to another."""
        points = []
        for depth, shares in zip(depths, ((start, end), (end, start)), strict=True):
            one, other = (section(depth)[(wall + step) % 8] for step in (0, 1))
            points += [
                (one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share)
                for share in shares
            ]
        return points

    last = len(_DEPTHS) - 2
    for step, depths in enumerate(pairwise(_DEPTHS)):
        base = blend(far, near, 0.10 + 0.80 * step / last)
        for wall, light in enumerate(_WALLS):
            brush.area(strip(depths, wall, 0, 1), lit(base, light))
        brush.area(strip(depths, _FLOOR, 0.32, 0.68), lit(base, 0.20))
        middle = (depths[0] * 0.7 + depths[1] * 0.3, depths[0] * 0.25 + depths[1] * 0.75)
        for wall in _LAMPS:
            brush.area(strip(middle, wall, 0.35, 0.65), blend(lamp, base, 0.55 + 0.35 * step / last))
        # A door, a panel or a pipe on a wall, by chance.
        for wall in (2, 6):
            thing = rng.random()
            if thing < 0.45:
                brush.area(strip(middle, wall, 0.12, 0.88), lit(base, -0.22))
            elif thing < 0.75:
                brush.area(strip(depths, wall, 0.40, 0.50), lit(base, -0.25))
                brush.area(strip(depths, wall, 0.56, 0.62), lit(base, 0.14))
        outer, inner = section(depths[1]), section(depths[1] * 0.94)
        ring = "".join(f"M{'L'.join(f'{mm(x)} {mm(y)}' for x, y in each)}Z" for each in (outer, inner[::-1]))
        brush.shape(ring, lit(base, -0.38))
    end = section(_DEPTHS[-1] * 0.94)
    brush.area(end, blend(lamp, far, 0.30))
    (left, top), (right, _), (_, low) = end[0], end[1], end[4]
    inset = (right - left) * 0.12
    # Never so bright that it outshines the icon before it.
    leaf = [(left + inset, top), (right - inset, top), (right - inset, low), (left + inset, low)]
    brush.area(leaf, blend(lamp, far, 0.55))


def draw_torn(brush: Brush) -> None:
    """Plates of a hull with rivets, torn by the claws of something, and the light behind them."""
    wide, tall, rng, colors = brush.width, brush.height, brush.rng, brush.colors
    base = blend(_RUST, colors.key, 0.55)
    brush.ground(lit(base, -0.6))
    rows = 3
    for row in range(rows):
        top, low = tall * row / rows, tall * (row + 1) / rows
        edge = -wide * rng.uniform(0.05, 0.3)
        while edge < wide:
            end = edge + wide * rng.uniform(0.28, 0.42)
            color = lit(base, -0.34 - 0.1 * row + rng.uniform(-0.06, 0.06))
            box = [(edge, top), (end, top), (end, low), (edge, low)]
            brush.area(box, color)
            # Lit from the upper left.
            brush.strokes(
                f"M{mm(edge + 0.4)} {mm(low - 0.4)}V{mm(top + 0.4)}H{mm(end - 0.4)}", lit(color, 0.16), 0.3
            )
            brush.strokes(f"M{mm(edge)} {mm(low)}H{mm(end)}V{mm(top)}", lit(color, -0.45), 0.5)
            for x in (edge + 1.7, end - 1.7):
                for y in (top + 1.7, low - 1.7):
                    brush.disc(x, y, 0.42, lit(color, -0.35))
            edge = end
    glow = blend(_FIRE, colors.glow, 0.8)
    reach, lean = tall * rng.uniform(0.88, 1.0), wide * 0.30
    for gash in range(_GASHES):
        share = gash / (_GASHES - 1) - 0.5
        long = reach * (1 - 0.9 * share * share) * rng.uniform(0.92, 1.05)
        middle = (brush.focus + wide * 0.66 * share, tall * 0.5 + tall * rng.uniform(-0.05, 0.05))
        upper = (middle[0] + lean / 2, middle[1] - long / 2)
        lower = (middle[0] - lean / 2, middle[1] + long / 2)
        breadth = tall * rng.uniform(0.055, 0.075)
        for grown, color in ((1.9, lit(base, -0.68)), (1.0, glow), (0.36, blend(colors.glow, glow, 0.6))):
            brush.shape(_gash(upper, lower, breadth * grown), color)


def _gash(start: Point, end: Point, breadth: float) -> str:
    """A slit from one point to another, bent a little, and pointed at both of its ends."""
    (x, y), (to_x, to_y) = start, end
    long = hypot(to_x - x, to_y - y)
    across, down = (to_y - y) / long, (x - to_x) / long

    def curve(out: float, to: Point) -> str:
        control = ((x + to_x) / 2 + across * out, (y + to_y) / 2 + down * out)
        return f"Q{mm(control[0])} {mm(control[1])} {mm(to[0])} {mm(to[1])}"

    bend = 0.14 * long
    return f"M{mm(x)} {mm(y)}{curve(bend + breadth, end)}{curve(bend - breadth, start)}Z"
