"""The scenes of single powers aboard a ship: an open airlock, shots on a shell, a console, and fumes."""

from __future__ import annotations

from math import cos, pi, sin

from builder.draw.pieces.cards.brush import Brush, lit
from builder.draw.surface.canvas import Point, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import smooth_path

_BLACK, _WHITE = "#000000", "#ffffff"
# Space, steel, the light of shots, that of a screen, and gas, which mix with the color of the card.
_SPACE, _STEEL, _SHOT, _SCREEN, _GAS = "#0b1424", "#5d6974", "#ffd27a", "#58c7b8", "#a6b84a"
_STARS, _BOLTS, _CORNERS = 90, 16, 40
# Where shots hit a shell: angles from its middle in parts of half a turn, clockwise from the right.
_HITS = (1.04, 1.18, 1.33, 1.72, 1.90)
# The width of a keypad and of a screen, in heights of the scene.
_PAD = 0.36


def draw_airlock(brush: Brush) -> None:
    """The outer hatch of an airlock stands open: its frame with bolts and warning stripes, and the stars."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    wall = blend(_STEEL, brush.colors.key, 0.45)
    space = blend(_SPACE, brush.colors.key, 0.82)
    brush.ground(lit(wall, -0.45))
    center, radius = (middle, tall * 0.53), tall * 0.60
    # Plates of the wall, lit from the upper left.
    for number in range(7):
        left, right = wide * number / 7, wide * (number + 1) / 7
        for top, low in ((0.0, 0.30), (0.30, 0.72), (0.72, 1.0)):
            shade = lit(wall, rng.uniform(-0.34, -0.20))
            box = [(left, tall * top), (right, tall * top), (right, tall * low), (left, tall * low)]
            brush.area(box, shade, lit(wall, -0.62), 0.3)
    glow = blend(brush.colors.glow, wall, 0.75)
    brush.shape(_ring(center, radius * 1.30, radius * 1.16), lit(wall, -0.6))
    for stripe in range(24):
        start, end = 2 * pi * stripe / 24, 2 * pi * (stripe + 0.5) / 24
        brush.area(_arc_piece(center, (radius * 1.28, radius * 1.18), (start, end)), lit(glow, -0.12))
    brush.shape(_ring(center, radius * 1.16, radius), lit(wall, 0.12))
    brush.shape(_ring(center, radius * 1.04, radius), lit(wall, -0.3))
    for bolt in range(_BOLTS):
        x, y = _at(center, radius * 1.10, 2 * pi * (bolt + 0.5) / _BOLTS)
        brush.disc(x, y, 0.55, lit(wall, -0.5))
        brush.disc(x - 0.12, y - 0.12, 0.3, lit(wall, 0.35))
    brush.disc(*center, radius, space)
    for _ in range(_STARS):
        x, y = _at(center, radius * 0.97 * rng.random() ** 0.5, rng.uniform(0, 2 * pi))
        size = rng.choice((0.10, 0.14, 0.14, 0.20, 0.30))
        brush.disc(x, y, size, blend(_WHITE, space, rng.uniform(0.55, 1.0)))
    # The edge of a world at the foot, within the hatch.
    start, end = 0.16 * pi, 0.84 * pi
    rim = [_at(center, radius, start + (end - start) * step / 14) for step in range(15)]
    (x, y), (to_x, to_y) = rim[-1], rim[0]
    outline = "L".join(f"{mm(px)} {mm(py)}" for px, py in rim)
    for high, share in ((0.30, 0.30), (0.22, 0.55), (0.12, 0.8)):
        crest = f"Q{mm(middle)} {mm(y - tall * high)} {mm(to_x)} {mm(to_y)}"
        world = blend(lit(blend(brush.colors.glow, wall, 0.5), 0.1), space, share)
        brush.shape(f"M{outline}{crest}Z", world)


def _ring(center: Point, outer: float, inner: float) -> str:
    """A ring around a center."""
    (x, y), parts = center, ""
    for radius, sweep in ((outer, 1), (inner, 0)):
        size = mm(radius)
        parts += f"M{mm(x - radius)} {mm(y)}A{size} {size} 0 1 {sweep} {mm(x + radius)} {mm(y)}"
        parts += f"A{size} {size} 0 1 {sweep} {mm(x - radius)} {mm(y)}Z"
    return parts


def _at(center: Point, radius: float, angle: float) -> Point:
    return center[0] + radius * cos(angle), center[1] + radius * sin(angle)


def _arc_piece(center: Point, radii: Point, angles: Point) -> list[Point]:
    """A piece of a ring that leans, as warning stripes do."""
    (outer, inner), (start, end), lean = radii, angles, 0.06
    return [
        _at(center, outer, start + lean),
        _at(center, outer, end + lean),
        _at(center, inner, end),
        _at(center, inner, start),
    ]


def draw_ricochet(brush: Brush) -> None:
    """The plates of a great shell, and shots that strike sparks from its edge and glance off."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    key, glow = brush.colors.key, brush.colors.glow
    dark, shell = blend(_BLACK, key, 0.62), blend("#a8662e", key, 0.5)
    brush.ground(dark)
    center = (middle, tall * 0.98)
    across, down, plates = wide * 0.375, tall * 0.80, 5
    for share in range(3):
        grown = 1.42 - 0.13 * share
        brush.shape(_oval(center, across * grown, down * grown), blend(glow, dark, 0.07 + 0.06 * share))
    brush.shape(_oval(center, across * 1.04, down * 1.04), lit(shell, -0.72))
    for plate in range(plates):
        # Each plate lies over the next, with a lit edge.
        grown = 1 - plate / plates * 0.86
        color = lit(shell, -0.42 + 0.12 * plate)
        brush.shape(_oval(center, across * grown, down * grown), lit(color, 0.30))
        brush.shape(_oval(center, across * grown * 0.97, down * grown * 0.965), color)
        pits = ""
        for _ in range(16 - 2 * plate):
            angle, out = pi * rng.uniform(1.04, 1.96), grown - rng.uniform(0.05, 0.12)
            x, y = center[0] + across * out * cos(angle), center[1] + down * out * sin(angle)
            pits += f"M{mm(x)} {mm(y)}h{mm(rng.uniform(0.3, 1.2))}"
        brush.strokes(pits, lit(color, -0.3), 0.35)
    seam = f"M{mm(middle)} {mm(tall)}V{mm(tall * 0.98 - down)}"
    brush.strokes(seam, lit(shell, -0.6), 0.6)
    for hit in _HITS:
        angle = pi * (hit + rng.uniform(-0.02, 0.02))
        spot = center[0] + across * 1.03 * cos(angle), center[1] + down * 1.03 * sin(angle)
        if not 0 <= spot[1] <= tall:
            continue
        side = 1 if spot[0] > middle else -1
        _shot(brush, spot, side, blend(_SHOT, glow, 0.7))


def _shot(brush: Brush, spot: Point, side: int, color: str) -> None:
    """A shot that comes in level from one side, its sparks, and the way on which it is thrown off."""
    rng, wide, tall, (x, y) = brush.rng, brush.width, brush.height, spot
    trace = blend(color, blend(_BLACK, brush.colors.key, 0.5), 0.75)
    edge = wide if side > 0 else 0.0
    start = (edge, y - abs(edge - x) * rng.uniform(-0.10, 0.24))
    brush.area([(start[0], start[1] - 0.5), (start[0], start[1] + 0.15), (x, y)], trace)
    away = x + side * tall * rng.uniform(0.10, 0.20), y - tall * rng.uniform(0.24, 0.40)
    brush.area([(x - 0.4, y), (x + 0.4, y), away], blend(trace, brush.colors.key, 0.8))
    spikes = []
    for spike in range(14):
        out = tall * (rng.uniform(0.06, 0.11) if spike % 2 else 0.025)
        spikes.append(_at(spot, out, 2 * pi * spike / 14))
    brush.area(spikes, color)
    brush.disc(x, y, tall * 0.026, lit(color, 0.8))
    for _ in range(6):
        fly = _at(spot, tall * rng.uniform(0.10, 0.19), rng.uniform(pi, 2 * pi))
        brush.disc(*fly, rng.uniform(0.12, 0.26), color)


def _oval(center: Point, across: float, down: float) -> str:
    """An ellipse."""
    points = [
        (center[0] + across * cos(2 * pi * step / _CORNERS), center[1] + down * sin(2 * pi * step / _CORNERS))
        for step in range(_CORNERS)
    ]
    return smooth_path(points)


def draw_console(brush: Brush) -> None:
    """The lock of a hatch: a screen, a keypad with keys that somebody has found out, and lines between."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    key, glow = brush.colors.key, brush.colors.glow
    wall = blend(_STEEL, key, 0.35)
    light = blend(_SCREEN, key, 0.80)
    brush.ground(lit(wall, -0.52))
    for share in range(4):
        radius = tall * (0.86 - 0.15 * share)
        brush.disc(middle, tall * 0.55, radius, blend(light, lit(wall, -0.5), 0.12 + 0.12 * share))
    # Lines run out from the middle, step aside once and end in a joint.
    tracks = ""
    joints = list[Point]()
    for side in (-1, 1):
        for number in range(9):
            level = tall * (0.10 + 0.10 * number)
            aside = tall * rng.choice((-0.08, 0.08, 0.05))
            near, bend = middle + side * tall * 0.26, middle + side * tall * rng.uniform(0.48, 0.62)
            end = bend + side * (abs(aside) + tall * rng.uniform(0.04, 0.5))
            tracks += f"M{mm(near)} {mm(level)}H{mm(bend)}l{mm(side * abs(aside))} {mm(aside)}H{mm(end)}"
            joints.append((end, level + aside))
    brush.strokes(tracks, blend(light, wall, 0.55), 0.45)
    for x, y in joints:
        brush.disc(x, y, 0.75, blend(light, wall, 0.55))
        brush.disc(x, y, 0.36, lit(wall, -0.5))
    _keypad(brush, (middle + wide * 0.445 - tall * _PAD, tall * 0.53), wall, light)
    _screen(brush, (middle - wide * 0.445, tall * 0.42), wall, blend(glow, light, 0.15))


def _plate(brush: Brush, corner: Point, size: Point, color: str) -> None:
    """A plate that stands out from the wall, with its shadow."""
    (x, y), (across, down) = corner, size
    for moved, shade in ((0.7, lit(color, -0.75)), (0.0, color)):
        box = [(x, y), (x + across, y), (x + across, y + down), (x, y + down)]
        brush.area([(px + moved, py + moved) for px, py in box], shade)
    brush.strokes(f"M{mm(x)} {mm(y + down)}V{mm(y)}H{mm(x + across)}", lit(color, 0.35), 0.3)


def _keypad(brush: Brush, corner: Point, wall: str, light: str) -> None:
    """Keys in rows of three, four of which have been pressed."""
    (x, y), tall = corner, brush.height
    pad, columns, rows = tall * _PAD, 3, 4
    _plate(brush, corner, (pad, pad * 1.12), lit(wall, -0.25))
    pressed = set(brush.rng.sample(range(columns * rows), 4))
    step, low = pad / (columns + 0.3), pad * 1.12 / (rows + 0.3)
    for number in range(columns * rows):
        row, column = divmod(number, columns)
        left, top = x + step * (column + 0.27), y + low * (row + 0.25)
        across, down = step * 0.76, low * 0.70
        color = lit(light, 0.45) if number in pressed else lit(wall, 0.25)
        box = [(left, top), (left + across, top), (left + across, top + down), (left, top + down)]
        brush.area(box, color, lit(wall, -0.7), 0.25)


def _screen(brush: Brush, corner: Point, wall: str, light: str) -> None:
    """A screen with lines of signs, the last of which is an opened lock's bar."""
    (x, y), tall, rng = corner, brush.height, brush.rng
    across, down = tall * _PAD, tall * 0.46
    _plate(brush, corner, (across, down), lit(wall, -0.25))
    left, top, right, low = x + 1.2, y + 1.2, x + across - 1.2, y + down - 1.2
    ground = blend(light, _BLACK, 0.16)
    brush.area([(left, top), (right, top), (right, low), (left, low)], ground)
    signs, level = "", top + 1.6
    while level < low - 3.4:
        at = left + 1.0
        while at < right - 1.4:
            long = min(rng.uniform(0.5, 2.6), right - 0.8 - at)
            signs += f"M{mm(at)} {mm(level)}h{mm(long)}"
            at += long + 1.0
        level += 1.5
    brush.strokes(signs, blend(light, ground, 0.75), 0.45)
    bar = [
        (left + 0.9, low - 2.4),
        (right - 0.9, low - 2.4),
        (right - 0.9, low - 0.9),
        (left + 0.9, low - 0.9),
    ]
    brush.area(bar, lit(light, 0.25))


def draw_fumes(brush: Brush) -> None:
    """Gas that comes up through the grating of a deck and fills the room from below."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    key = brush.colors.key
    wall, gas = blend(_BLACK, blend(_STEEL, key, 0.3), 0.5), blend(_GAS, key, 0.75)
    brush.ground(wall)
    for number in range(6):
        left = wide * number / 6
        box = [
            (left + 0.5, 0),
            (left + wide / 6 - 0.5, 0),
            (left + wide / 6 - 0.5, tall * 0.8),
            (left + 0.5, tall * 0.8),
        ]
        brush.area(box, lit(wall, rng.uniform(0.02, 0.10)), lit(wall, -0.4), 0.3)
    for level in (0.10, 0.17):
        pipe = tall * 0.022
        for grown, light in ((1.0, -0.3), (0.45, 0.3)):
            y = tall * level
            brush.area([(0, y - pipe * grown), (wide, y - pipe * grown), (wide, y), (0, y)], lit(wall, light))
    floor = tall * 0.86
    brush.area([(0, floor), (wide, floor), (wide, tall), (0, tall)], lit(wall, -0.35))
    bars = "".join(
        f"M{mm(middle + (x - middle) * 0.8)} {mm(floor)}L{mm(x)} {mm(tall)}"
        for x in (wide * (step - 4) / 16 for step in range(25))
    )
    brush.strokes(bars, lit(wall, 0.18), 0.45)
    # From the back to the front: lower, and lighter.
    for row, (high, share) in enumerate(((0.80, 0.34), (0.56, 0.56), (0.34, 0.80))):
        color = blend(gas, wall, share)
        for number in range(9):
            x = wide * (number + rng.uniform(-0.2, 0.2)) / 8
            aside = min(1.0, abs(x - middle) / (wide * 0.5))
            top = tall * high * (0.55 + 0.45 * aside) * rng.uniform(0.8, 1.05)
            size = tall * rng.uniform(0.13, 0.2) * (1 - 0.14 * row)
            y = tall
            while y > tall - top:
                brush.disc(x + rng.uniform(-1.4, 1.4), y, size, color)
                y -= size * 0.8
                size *= 0.93
            brush.disc(x - size * 0.3, y + size * 0.5, size * 0.45, lit(color, 0.14))
