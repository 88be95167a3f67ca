"""The scenes of bugs: where they hatch, break out, lie in wait, spit, and come in great numbers."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin

from builder.draw.pieces.cards.brush import Brush, lit
from builder.draw.surface.canvas import Point, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import smooth_path

_BLACK, _WHITE = "#000000", "#ffffff"
# Earth, sky and slime, which mix with the color of the card.
_EARTH, _CLAY, _DUST, _DUSK, _SLIME, _GRASS = (
    "#6d4427", "#b98a52", "#ecd6a4", "#e9a15c", "#c8d05a", "#7d8a3c",
)  # fmt: skip
_CORNERS = 18


def draw_nest(brush: Brush) -> None:
    """A cave full of eggs, with roots that hang from its roof; the glow comes from the deep end."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    rock = blend(_BLACK, blend(brush.colors.key, _EARTH, 0.5), 0.45)
    glow = blend(brush.colors.glow, blend(brush.colors.key, _DUSK, 0.5), 0.25)
    brush.ground(lit(rock, -0.25))
    for share in range(4):
        grown = 1.0 - share / 5
        brush.shape(
            _blob(brush, (middle, tall * 0.62), (wide * 0.5 * grown, tall * 0.62 * grown)),
            blend(glow, rock, 0.10 + 0.11 * share),
        )
    for side in (-1, 1):
        # The walls lean in over the glow.
        wall = [
            (middle + side * wide * share, tall * level)
            for share, level in ((0.20, 0.0), (0.30, 0.22), (0.27, 0.5), (0.36, 0.72), (0.24, 1.0))
        ]
        outer = middle + side * wide
        brush.shape(f"{smooth_path(wall, closed=False)}H{mm(outer)}V0Z", lit(rock, -0.3))
    roots = [wide * (number + rng.uniform(0.1, 0.9)) / 15 for number in range(15)]
    for x in roots:
        near = 1.0 - min(1.0, abs(x - middle) / (wide * 0.5))
        long, half = tall * rng.uniform(0.10, 0.34) * (1.15 - near * 0.75), rng.uniform(0.9, 1.9)
        brush.area([(x - half, 0), (x + half, 0), (x + rng.uniform(-0.5, 0.5), long)], lit(rock, -0.42))
    shell = blend(blend(_WHITE, glow, 0.45), _CLAY, 0.62)
    for row, level in enumerate((0.80, 0.92)):
        for number in range(9):
            x = wide * (number + 0.5 * row + rng.uniform(-0.12, 0.12)) / 8
            aside = min(1.0, abs(x - middle) / (wide * 0.5))
            if aside < 0.3:
                continue
            high = tall * (0.10 + 0.15 * aside) * rng.uniform(0.85, 1.1)
            _egg(brush, (x, tall * level), high, lit(shell, -0.34 + 0.16 * row - 0.12 * aside))
    floor = [(wide * at / 5, tall * rng.uniform(0.94, 0.97)) for at in range(-1, 7)]
    brush.shape(f"{smooth_path(floor, closed=False)}V{mm(tall)}H{mm(-wide / 5)}Z", lit(rock, -0.5))


def _egg(brush: Brush, foot: Point, high: float, color: str) -> None:
    """An egg that stands on its blunt end, lit from the upper left."""
    x, y = foot
    half = high * 0.36
    top = y - high

    def shell(grown: float, aside: float) -> str:
        left, right, middle = x + aside - half * grown, x + aside + half * grown, x + aside
        low, peak = y - high * (1 - grown) * 0.5, top + high * (1 - grown) * 0.5
        across, down = mm(left), mm((low + peak) / 2 + high * 0.12)
        return (
            f"M{across} {down}C{across} {mm(peak + high * 0.22)} {mm(middle - half * 0.4)} {mm(peak)} "
            f"{mm(middle)} {mm(peak)}S{mm(right)} {mm(peak + high * 0.22)} {mm(right)} {down}"
            f"S{mm(middle + half * 0.6)} {mm(low)} {mm(middle)} {mm(low)}S{across} {mm(low)} {across} {down}Z"
        )

    brush.shape(shell(1.0, 0.0), lit(color, -0.35), lit(color, -0.7), 0.25)
    brush.shape(shell(0.72, -half * 0.16), color)
    brush.shape(shell(0.28, -half * 0.36), lit(color, 0.4))
    brush.strokes(
        f"M{mm(x + half * 0.1)} {mm(y - high * 0.12)}q{mm(half * 0.5)} {mm(-high * 0.2)} {mm(half * 0.3)} "
        f"{mm(-high * 0.5)}",
        lit(color, -0.5),
        0.2,
    )


def draw_breach(brush: Brush) -> None:
    """The ground as it bursts from below: slabs that tilt, clods in the air, and the shaft under them."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    earth = blend(brush.colors.key, _EARTH, 0.4)
    sky = blend(brush.colors.key, _DUST, 0.10)
    brush.ground(lit(sky, 0.15))
    for band in range(1, 4):
        top = tall * (0.18 + 0.13 * band)
        brush.area([(0, top), (wide, top), (wide, tall), (0, tall)], lit(sky, 0.12 - 0.08 * band))
    # Dust flies up on both sides of the hole.
    dust = lit(blend(_CLAY, sky, 0.45), 0.1)
    for number in range(11):
        angle = pi * (1.06 + 0.88 * number / 10)
        jet = tall * rng.uniform(0.62, 0.95)
        peak = (middle + jet * 1.25 * cos(angle), tall * 0.86 + jet * sin(angle))
        base = [(middle + wide * share * cos(angle), tall * 0.86) for share in (0.145, 0.255)]
        brush.area([base[0], peak, base[1]], blend(dust, lit(sky, -0.05), rng.uniform(0.5, 1.0)))
    for number, grown in enumerate((1.0, 0.74)):
        cloud = blend(dust, lit(sky, 0.3), 0.75 - 0.45 * number)
        brush.shape(_blob(brush, (middle, tall * 0.80), (wide * 0.34 * grown, tall * 0.52 * grown)), cloud)
    ground = [(wide * at / 6, tall * (0.76 + rng.uniform(-0.015, 0.015))) for at in range(-1, 8)]
    brush.shape(f"{smooth_path(ground, closed=False)}V{mm(tall)}H{mm(-wide / 6)}Z", lit(earth, -0.1))
    brush.shape(
        _blob(brush, (middle, tall * 0.90), (wide * 0.25, tall * 0.17)),
        lit(earth, -0.75),
        lit(earth, -0.85),
        0.3,
    )
    for side in (-1, 1):
        for number in range(4):
            # Slabs lean away from the hole, the nearest the steepest.
            near = wide * (0.17 + 0.075 * number)
            x, foot = middle + side * near, tall * (0.88 + 0.02 * (number % 2))
            high, long = tall * (0.36 - 0.075 * number) * rng.uniform(0.9, 1.1), wide * 0.07
            tip = (x + side * (1.4 + 1.9 * number), foot - high)
            back = (tip[0] + side * long * 0.7, tip[1] + high * 0.30)
            face = [(x - side * 0.6, foot), tip, back, (x + side * (long + 1.2), foot)]
            brush.area(face, lit(earth, -0.28 if side > 0 else -0.05), lit(earth, -0.65), 0.25)
            brush.area(
                [tip, back, (x + side * long * 0.75, foot - high * 0.42)],
                lit(earth, 0.2 if side < 0 else 0.06),
            )
    for _ in range(16):
        angle, out = pi * rng.uniform(1.08, 1.92), tall * rng.uniform(0.45, 0.82)
        x, y = middle + 1.35 * out * cos(angle), tall * 0.86 + out * sin(angle)
        _clod(brush, (x, y), rng.uniform(0.5, 1.5), lit(earth, rng.choice((-0.35, -0.15, 0.0))))
    cracks = ""
    for side in (-1, 1):
        x, y = middle + side * wide * 0.30, tall * 0.92
        cracks += f"M{mm(x)} {mm(y)}"
        for _ in range(4):
            cracks += f"l{mm(side * rng.uniform(1.5, 3.2))} {mm(rng.uniform(-0.9, 0.9))}"
    brush.strokes(cracks, lit(earth, -0.7), 0.4)


def _clod(brush: Brush, at: Point, size: float, color: str) -> None:
    """A lump of earth with five corners, lit from the upper left."""
    x, y = at
    turn = brush.rng.uniform(0, 2 * pi)
    corners = [
        (x + size * cos(turn + 2 * pi * corner / 5), y + 0.8 * size * sin(turn + 2 * pi * corner / 5))
        for corner in range(5)
    ]
    brush.area(corners, color, lit(color, -0.5), 0.15)


def draw_spray(brush: Brush) -> None:
    """Acid that was spat on rock: the splash, drops around it, and what runs down."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    rock = blend(blend(brush.colors.key, "#7c746a", 0.45), _BLACK, 0.82)
    slime = blend(_SLIME, brush.colors.key, 0.86)
    brush.ground(lit(rock, -0.1))
    # Slabs of rock with joints.
    edge = 0.0
    while edge < wide:
        end = edge + wide * rng.uniform(0.14, 0.24)
        top = tall * rng.uniform(0.28, 0.44)
        lean = rng.uniform(-1.5, 1.5)
        for upper, lower, light in ((0.0, top, -0.18), (top, tall * 0.74, -0.32), (tall * 0.74, tall, -0.46)):
            shade = lit(rock, light + rng.uniform(-0.07, 0.07))
            box = [(edge + lean, upper), (end + lean, upper), (end - lean, lower), (edge - lean, lower)]
            brush.area(box, shade, lit(rock, -0.62), 0.3)
        edge = end
    center = (middle, tall * 0.54)
    spikes: list[Point] = []
    count = 26
    for number in range(count):
        angle = 2 * pi * number / count + rng.uniform(-0.06, 0.06)
        out = tall * (rng.uniform(0.46, 0.66) if number % 2 else rng.uniform(0.32, 0.38))
        spikes.append((center[0] + 1.5 * out * cos(angle), center[1] + 0.86 * out * sin(angle)))
    for number in range(7):
        x = middle + wide * (number - 3) * 0.085 + rng.uniform(-1.2, 1.2)
        top, long = tall * 0.72, tall * rng.uniform(0.16, 0.3)
        brush.shape(_drip((x, top), rng.uniform(0.9, 1.5), long), lit(slime, -0.18))
    dark = lit(slime, -0.55)
    brush.shape(smooth_path(spikes), lit(slime, -0.12), dark, 0.35)
    for grown, color in ((0.8, slime), (0.56, lit(slime, 0.28)), (0.36, lit(slime, 0.5))):
        brush.shape(smooth_path(_moved(spikes, center, grown, -tall * 0.012)), color)
    for _ in range(26):
        angle, out = rng.uniform(0, 2 * pi), rng.uniform(0.62, 1.05)
        x, y = center[0] + wide * 0.46 * out * cos(angle), center[1] + tall * 0.62 * out * sin(angle)
        radius = rng.uniform(0.25, 0.95)
        brush.disc(x, y, radius, lit(slime, -0.1))
        brush.disc(x - radius * 0.3, y - radius * 0.3, radius * 0.35, lit(slime, 0.55))


def _drip(top: Point, half: float, long: float) -> str:
    """What runs down and ends in a drop."""
    (x, y), thin, round_ = top, half * 0.45, half * 0.85
    low = y + long
    return (
        f"M{mm(x - half)} {mm(y)}C{mm(x - thin)} {mm(y + long * 0.3)} {mm(x - thin)} {mm(low - half * 2.2)} "
        f"{mm(x - half * 0.8)} {mm(low - half)}A{mm(round_)} {mm(round_)} 0 1 0 {mm(x + half * 0.8)} "
        f"{mm(low - half)}C{mm(x + thin)} {mm(low - half * 2.2)} {mm(x + thin)} {mm(y + long * 0.3)} "
        f"{mm(x + half)} {mm(y)}Z"
    )


def draw_thicket(brush: Brush) -> None:
    """High grass seen from within: far blades pale in the light, near ones dark, and a gap to watch."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    key = brush.colors.key
    light = blend(blend(_DUST, key, 0.88), _WHITE, 0.75)
    brush.ground(light)
    sun = (middle + wide * rng.choice((-0.08, 0.08)), tall * 0.38)
    brush.disc(*sun, tall * 0.40, lit(light, 0.35))
    brush.disc(*sun, tall * 0.24, lit(light, 0.7))
    grass = blend(_GRASS, key, 0.72)
    # From far to near: how many blades, how high and broad, how dark, and the gap that they leave.
    for count, high, half, shade, clear in (
        (70, 0.5, 0.55, 0.42, 0.0),
        (54, 0.78, 0.8, 0.10, 0.12),
        (40, 1.0, 1.15, -0.32, 0.25),
        (26, 1.2, 1.7, -0.62, 0.36),
    ):
        color = lit(grass, shade)
        for number in range(count):
            x = wide * (number + rng.random()) / count
            aside = abs(x - middle) / wide
            if aside < clear * rng.uniform(0.75, 1.0):
                high_here = tall * high * rng.uniform(0.1, 0.24)
            else:
                high_here = tall * high * rng.uniform(0.62, 1.0)
            # Those beside the gap bend over it.
            bend = (middle - x) * rng.uniform(0.02, 0.28) + rng.uniform(-2.2, 2.2)
            _blade(brush, (x, tall * 1.02), (x + bend, tall - high_here), half * rng.uniform(0.7, 1.1), color)


def _blade(brush: Brush, foot: Point, tip: Point, half: float, color: str) -> None:
    """A blade of grass that bends toward its tip."""
    (x, y), (to_x, to_y) = foot, tip
    level = y + (to_y - y) * 0.55
    brush.shape(
        f"M{mm(x - half)} {mm(y)}Q{mm(x - half * 0.7)} {mm(level)} {mm(to_x)} {mm(to_y)}"
        f"Q{mm(x + half)} {mm(level)} {mm(x + half)} {mm(y)}Z",
        color,
    )


def draw_gorge(brush: Brush) -> None:
    """A narrow way between cliffs, which something heavy fills: rock that breaks, and dust at its feet."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    key = brush.colors.key
    rock = blend(key, _CLAY, 0.42)
    light = blend(_DUST, key, 0.9)
    brush.ground(lit(light, 0.35))
    for band in range(1, 4):
        top = tall * 0.2 * band
        brush.area(
            [(0, top), (wide, top), (wide, tall), (0, tall)], blend(_DUSK, lit(light, 0.3), 0.14 * band)
        )
    for depth, (near, shade) in enumerate(((0.20, 0.28), (0.29, 0.02), (0.40, -0.32))):
        for side in (-1, 1):
            face = _cliff(brush, side, near)
            color = lit(rock, shade - (0.10 if side > 0 else 0.0))
            brush.area([*face, (middle + side * wide, tall), (middle + side * wide, 0)], color)
            ledges = ""
            for (x, y), (to_x, to_y) in pairwise(face):
                if to_x != x and rng.random() < 0.75:
                    ledges += f"M{mm(to_x)} {mm(to_y)}h{mm(side * rng.uniform(2.5, 7.0))}"
                else:
                    ledges += f"M{mm(x)} {mm(y)}l{mm(side * rng.uniform(1.0, 2.4))} {mm((to_y - y) * 0.7)}"
            brush.strokes(ledges, lit(color, -0.4), 0.3 + 0.1 * depth)
    floor = lit(rock, -0.22)
    edge = [(wide * at / 6, tall * rng.uniform(0.83, 0.86)) for at in range(-1, 8)]
    brush.shape(f"{smooth_path(edge, closed=False)}V{mm(tall)}H{mm(-wide / 6)}Z", floor)
    dust = lit(light, 0.25)
    for number in range(5):
        spot = middle + wide * (number - 2) * 0.10 + rng.uniform(-1, 1), tall * rng.uniform(0.88, 0.91)
        cloud = _blob(brush, spot, (wide * rng.uniform(0.09, 0.14), tall * rng.uniform(0.045, 0.075)))
        brush.shape(cloud, blend(dust, floor, 0.55 - 0.10 * (number % 2)))
    for _ in range(12):
        x = middle + wide * rng.choice((-1, 1)) * rng.uniform(0.16, 0.46)
        _clod(
            brush,
            (x, tall * rng.uniform(0.84, 0.97)),
            rng.uniform(0.6, 1.7),
            lit(rock, rng.uniform(-0.5, -0.2)),
        )


def _cliff(brush: Brush, side: int, near: float) -> list[Point]:
    """The edge of a cliff from top to bottom, in steps, ``near`` of the scene's width from its middle."""
    rng, points, level = brush.rng, list[Point](), 0.0
    out = near
    while level < 1.0:
        x = brush.focus + side * brush.width * out
        points.append((x, brush.height * level))
        level = min(1.0, level + rng.uniform(0.10, 0.22))
        points.append((x - side * rng.uniform(0.3, 1.2), brush.height * level))
        out = near + rng.uniform(-0.035, 0.035) - 0.05 * level
    return points


def draw_horde(brush: Brush) -> None:
    """A plain at dusk, and on it small bugs in rows that grow toward the eye."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    key = brush.colors.key
    sky = blend(key, _DUSK, 0.32)
    brush.ground(lit(sky, -0.12))
    for band in range(1, 4):
        top = tall * 0.14 * band
        brush.area([(0, top), (wide, top), (wide, tall), (0, tall)], lit(sky, 0.13 * band))
    for grown, light in ((1.0, 0.5), (0.82, 0.75)):
        brush.disc(middle, tall * 0.52, tall * 0.42 * grown, lit(blend(_DUST, sky, 0.7), light))
    plain = blend(_BLACK, blend(key, _EARTH, 0.5), 0.25)
    for row in range(5):
        share = row / 4
        level = tall * (0.56 + 0.40 * share**1.3)
        color = blend(_BLACK, lit(plain, 0.30 - 0.26 * share), 0.10)
        ridge = [(wide * at / 6, level + rng.uniform(-0.5, 0.5)) for at in range(-1, 8)]
        brush.shape(f"{smooth_path(ridge, closed=False)}V{mm(tall)}H{mm(-wide / 6)}Z", color)
        size = 0.75 + 2.1 * share
        count = int(wide / (size * 3.6))
        for number in range(count):
            x = wide * (number + 0.5 + rng.uniform(-0.28, 0.28)) / count
            # Not behind the large ones of the icon.
            if abs(x - middle) < tall * 0.36 and 0 < row < 4:
                continue
            _runner(brush, (x, level - size * 0.15), size, lit(plain, -0.35 - 0.45 * share))


def _runner(brush: Brush, at: Point, size: float, color: str) -> None:
    """A small bug from the front: body, head, and three bent legs on each side."""
    x, y = at
    legs = ""
    for side in (-1, 1):
        for out, high in ((0.7, 0.2), (1.0, 0.55), (0.75, 0.9)):
            knee, foot = x + side * size * out, x + side * size * (out + 0.35)
            legs += f"M{mm(x)} {mm(y - size * 0.4)}L{mm(knee)} {mm(y - size * high)}"
            legs += f"L{mm(foot)} {mm(y + size * 0.2)}"
    brush.strokes(legs, color, 0.12 * size + 0.06)
    brush.disc(x, y - size * 0.45, size * 0.42, color)
    brush.disc(x, y - size * 0.05, size * 0.28, color)


def _blob(brush: Brush, middle: Point, radii: Point) -> str:
    """A rough ellipse."""
    return smooth_path(_rough(brush, middle, radii, 0.07))


def _rough(brush: Brush, middle: Point, radii: Point, rough: float) -> list[Point]:
    """The corners of an ellipse, each moved in or out by up to a share of the radius."""
    return [
        (
            middle[0] + radii[0] * out * cos(2 * pi * corner / _CORNERS),
            middle[1] + radii[1] * out * sin(2 * pi * corner / _CORNERS),
        )
        for corner in range(_CORNERS)
        for out in (1 + brush.rng.uniform(-rough, rough),)
    ]


def _moved(points: list[Point], middle: Point, grown: float, down: float) -> list[Point]:
    """An outline in another size around its middle, and a little lower."""
    x, y = middle
    return [(x + (at_x - x) * grown, y + down + (at_y - y) * grown) for at_x, at_y in points]
