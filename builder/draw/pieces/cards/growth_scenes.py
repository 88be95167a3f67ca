"""The scenes of powers that grow, heal, spread and change, and of the weapons that are tried on them."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from builder.draw.pieces.cards.brush import Brush, lit
from builder.draw.surface.canvas import Point, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import smooth_path

_BLACK, _WHITE = "#000000", "#ffffff"
# Silk, flesh, plasma of blood, leaves, steel and the light of a birth, which mix with the color of the card.
_SILK, _FLESH, _PLASMA, _GREEN, _STEEL, _BIRTH = (
    "#e8dcc0", "#b0433a", "#c9573f", "#6f8f3a", "#5d6974", "#7a5fa8",
)  # fmt: skip
_CORNERS = 20
# Weapons on a rack, from the left to the right.
_WEAPONS = ("uzi", "bolter-gun", "ray-gun", "missile-launcher")


def draw_cocoons(brush: Brush) -> None:
    """Cocoons that hang on threads from a vault, one of them open, before a pale light."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    dark = blend(_BLACK, blend(_BIRTH, brush.colors.key, 0.55), 0.55)
    light = blend(_SILK, blend(_BIRTH, brush.colors.key, 0.6), 0.35)
    brush.ground(dark)
    for share in range(4):
        brush.disc(middle, tall * 0.55, tall * (0.82 - 0.15 * share), blend(light, dark, 0.14 + 0.15 * share))
    threads = ""
    for _ in range(34):
        x, end = wide * rng.random(), wide * rng.random()
        threads += f"M{mm(x)} 0Q{mm((x + end) / 2)} {mm(tall * rng.uniform(0.12, 0.5))} {mm(end)} 0"
    brush.strokes(threads, blend(_SILK, dark, 0.4), 0.18)
    for aside, low, size in ((-0.44, 0.62, 0.30), (0.44, 0.80, 0.30), (-0.30, 0.36, 0.2), (0.31, 0.46, 0.2)):
        x, half = middle + wide * aside, tall * size * 0.36
        _cocoon(brush, (x, tall * low), (half, tall * size * 0.78), blend(_SILK, dark, 0.45 + size))
    floor = [(wide * at / 5, tall * rng.uniform(0.92, 0.96)) for at in range(-1, 7)]
    brush.shape(f"{smooth_path(floor, closed=False)}V{mm(tall)}H{mm(-wide / 5)}Z", lit(dark, -0.45))


def _cocoon(brush: Brush, middle: Point, radii: Point, color: str) -> None:
    """A cocoon on its thread, wound about, lit from the upper left."""
    (x, y), (half, high) = middle, radii
    brush.strokes(f"M{mm(x)} {mm(y - high)}V0", color, 0.4)
    shell = (
        f"M{mm(x)} {mm(y - high)}C{mm(x + 1.5 * half)} {mm(y - 0.5 * high)} {mm(x + 1.2 * half)} "
        f"{mm(y + 0.8 * high)} {mm(x)} {mm(y + high)}C{mm(x - 1.2 * half)} {mm(y + 0.8 * high)} "
        f"{mm(x - 1.5 * half)} {mm(y - 0.5 * high)} {mm(x)} {mm(y - high)}Z"
    )
    brush.shape(shell, lit(color, -0.3), lit(color, -0.65), 0.3)
    bands = ""
    for at in range(-3, 4):
        level, reach = y + at * high * 0.24, half * (1.0 - 0.05 * at * at)
        bands += (
            f"M{mm(x - reach)} {mm(level - 0.4)}Q{mm(x)} {mm(level + 1.2)} {mm(x + reach)} {mm(level - 0.9)}"
        )
    brush.strokes(bands, lit(color, 0.2), 0.4)


def draw_cells(brush: Brush) -> None:
    """Blood under a lens: round cells, some of which something dark has entered."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    plasma = blend(_BLACK, blend(_PLASMA, brush.colors.key, 0.6), 0.35)
    brush.ground(lit(plasma, -0.35))
    for share in range(3):
        brush.disc(middle, tall * 0.52, tall * (0.95 - 0.2 * share), lit(plasma, -0.2 + 0.14 * share))
    placed = list[tuple[float, float, float]]()
    for _ in range(400):
        x, y, size = wide * rng.uniform(-0.02, 1.02), tall * rng.random(), tall * rng.uniform(0.06, 0.13)
        is_near = hypot(x - middle, y - tall * 0.55) < tall * 0.30 + size
        if is_near or any(hypot(x - a, y - b) < size + r + 0.5 for a, b, r in placed):
            continue
        placed.append((x, y, size))
        ill = rng.random() < 0.38
        cell = blend(_GREEN, plasma, 0.55) if ill else lit(plasma, 0.22)
        brush.shape(_rough(brush, (x + 0.4, y + 0.5), size, 0.05), lit(plasma, -0.55))
        brush.shape(_rough(brush, (x, y), size, 0.05), cell, lit(cell, -0.5), 0.25)
        brush.disc(x, y, size * 0.55, lit(cell, -0.28))
        brush.disc(x - size * 0.36, y - size * 0.4, size * 0.16, lit(cell, 0.5))
        if ill:
            spikes = "".join(
                f"M{mm(x)} {mm(y)}L{mm(x + size * 0.5 * cos(turn))} {mm(y + size * 0.5 * sin(turn))}"
                for turn in (2 * pi * spike / 7 for spike in range(7))
            )
            brush.strokes(spikes, lit(cell, -0.75), 0.35)
            brush.disc(x, y, size * 0.28, lit(cell, -0.75))


def draw_sinews(brush: Brush) -> None:
    """Torn flesh that knits: fibers from both sides, and threads that draw the gap between them together."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    flesh = blend(_FLESH, brush.colors.key, 0.6)
    gap = blend(_BLACK, flesh, 0.62)
    light = blend(brush.colors.glow, flesh, 0.7)
    brush.ground(gap)
    for share in range(4):
        grown = 1.0 - 0.2 * share
        path = _oval((middle, tall * 0.54), (wide * 0.42 * grown, tall * 0.58 * grown))
        brush.shape(path, blend(light, gap, 0.15 + 0.17 * share))
    for side in (-1, 1):
        for number in range(13):
            level = tall * (number - 0.5) / 11.5
            aside = abs(level - tall * 0.54) / (tall * 0.62)
            near = middle + side * wide * (0.36 - 0.20 * min(1.0, aside) ** 2 + rng.uniform(-0.02, 0.02))
            outer, half = middle + side * wide * 0.8, tall * 0.056
            bend, between = level + rng.uniform(-2.0, 2.0), (outer + near) / 2
            color = lit(flesh, rng.uniform(-0.35, 0.05))
            brush.shape(
                f"M{mm(outer)} {mm(bend - half)}Q{mm(between)} {mm(level - 1.5 * half)} {mm(near)} "
                f"{mm(level)}Q{mm(between)} {mm(level + 1.3 * half)} {mm(outer)} {mm(bend + half)}Z",
                color,
                lit(color, -0.5),
                0.25,
            )
            shine = f"M{mm(outer)} {mm(bend - half * 0.3)}Q{mm(between)} {mm(level - half * 0.7)} "
            brush.strokes(f"{shine}{mm(near + side * 1.6)} {mm(level - 0.2)}", lit(color, 0.35), 0.3)
    threads = ""
    for number in range(9):
        level = tall * (number + 0.5) / 9
        left, right = (middle + side * wide * rng.uniform(0.30, 0.36) for side in (-1, 1))
        sag, end = level + rng.uniform(-3, 3), level + rng.uniform(-2.5, 2.5)
        threads += f"M{mm(left)} {mm(level)}Q{mm(middle)} {mm(sag)} {mm(right)} {mm(end)}"
    brush.strokes(threads, lit(flesh, 0.5), 0.4)


def draw_shoots(brush: Brush) -> None:
    """Feelers that grow up from the deck of a ship and curl toward a light."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    dark = blend(_BLACK, blend(_GREEN, brush.colors.key, 0.35), 0.58)
    light = blend(blend(brush.colors.glow, _GREEN, 0.45), dark, 0.75)
    brush.ground(dark)
    for share in range(4):
        brush.disc(middle, tall * 0.42, tall * (0.85 - 0.17 * share), blend(light, dark, 0.16 + 0.14 * share))
    for row, (count, high, thick, shade) in enumerate(((11, 0.92, 0.9, -0.1), (8, 0.68, 1.5, -0.35))):
        color = lit(blend(_GREEN, dark, 0.5), shade)
        for number in range(count):
            x = wide * (number + rng.uniform(0.2, 0.8)) / count
            aside = min(1.0, abs(x - middle) / (wide * 0.5))
            top = tall * (1.0 - high * (0.35 + 0.65 * aside) * rng.uniform(0.85, 1.0))
            side = 1 if x < middle else -1
            curl = tall * rng.uniform(0.05, 0.09)
            tip = x + side * curl
            stem, curled = -side * curl * 0.6, -side * curl * 0.5
            path = (
                f"M{mm(x)} {mm(tall)}C{mm(x - side * 3)} {mm(tall * 0.8)} {mm(x - side * 2)} {mm(top)} "
                f"{mm(tip)} {mm(top)}c{mm(side * curl)} 0 {mm(side * curl)} {mm(curl * 1.5)} "
                f"0 {mm(curl * 1.3)}c{mm(stem)} 0 {mm(curled)} {mm(-curl * 0.7)} 0 "
                f"{mm(-curl * 0.6)}"
            )
            brush.strokes(path, lit(color, -0.55), thick + 0.6)
            brush.strokes(path, color, thick)
            brush.strokes(path, lit(color, 0.3), thick * 0.25)
            for bud in range(3):
                level = top + (tall - top) * (0.3 + 0.2 * bud)
                brush.disc(x - side * 1.4, level, 0.5 + 0.25 * row, lit(color, 0.45))
    edge = [(0, tall * 0.93), (wide, tall * 0.93), (wide, tall), (0, tall)]
    brush.area(edge, blend(_BLACK, blend(_STEEL, brush.colors.key, 0.4), 0.55))
    rivets = "".join(f"M{mm(wide * (at + 0.5) / 14)} {mm(tall * 0.965)}h0.5" for at in range(14))
    brush.strokes(rivets, blend(_STEEL, brush.colors.key, 0.6), 0.6)


def draw_whirl(brush: Brush) -> None:
    """A whirl of light with sparks, from which something new comes."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    dark = blend(_BLACK, blend("#2d5a78", brush.colors.key, 0.6), 0.5)
    light = blend(blend("#7fc4d8", brush.colors.glow, 0.5), _WHITE, 0.8)
    brush.ground(dark)
    center, turn = (middle, tall * 0.56), rng.uniform(0, 2 * pi)
    for arm in range(7):
        start = turn + 2 * pi * arm / 7
        outer, inner = list[Point](), list[Point]()
        for step in range(16):
            share = step / 15
            angle, reach = start + 2.3 * (1 - share), tall * (1.5 - 1.42 * share**0.7)
            for points, ahead in ((outer, 0.0), (inner, 0.20 + 0.22 * (1 - share))):
                across = reach * 1.12 * cos(angle + ahead)
                points.append((center[0] + across, center[1] + reach * 0.82 * sin(angle + ahead)))
        outline = "L".join(f"{mm(x)} {mm(y)}" for x, y in [*outer, *reversed(inner)])
        brush.shape(f"M{outline}Z", blend(light, dark, 0.30 if arm % 2 else 0.18))
    for share in range(4):
        brush.shape(
            _oval(center, (tall * (0.52 - 0.12 * share), tall * (0.44 - 0.1 * share))),
            blend(light, dark, 0.30 + 0.14 * share),
        )
    for _ in range(60):
        angle, reach = rng.uniform(0, 2 * pi), tall * rng.uniform(0.4, 1.2)
        x, y = center[0] + reach * 1.1 * cos(angle), center[1] + reach * 0.8 * sin(angle)
        if 0.4 < x < wide - 0.4 and 0.4 < y < tall - 0.4:
            brush.disc(x, y, rng.uniform(0.1, 0.32), blend(light, dark, rng.uniform(0.5, 1.0)))


def draw_armory(brush: Brush) -> None:
    """A rack of weapons on the wall of a ship, of which nobody knows what they will do."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    wall = blend(_STEEL, brush.colors.key, 0.55)
    light = blend(brush.colors.glow, wall, 0.6)
    brush.ground(lit(wall, -0.55))
    for share in range(3):
        brush.disc(
            middle, tall * 0.55, tall * (0.8 - 0.2 * share), blend(light, lit(wall, -0.5), 0.1 + 0.1 * share)
        )
    slot, count = wide * 0.215, len(_WEAPONS)
    for number, weapon in enumerate(_WEAPONS):
        # Two at each side of what stands in front.
        column = (number // 2) * 2 - 1
        x, y = middle + column * wide * 0.335, tall * (0.60 + 0.255 * (number % 2))
        box = [(x - slot / 2, y - tall * 0.115), (x + slot / 2, y - tall * 0.115)]
        box += [(x + slot / 2, y + tall * 0.115), (x - slot / 2, y + tall * 0.115)]
        brush.area([(px + 0.5, py + 0.7) for px, py in box], lit(wall, -0.8))
        brush.area(box, lit(wall, -0.25 + rng.uniform(-0.04, 0.04)), lit(wall, -0.75), 0.3)
        brush.strokes(
            f"M{mm(box[3][0])} {mm(box[3][1])}V{mm(box[0][1])}H{mm(box[1][0])}", lit(wall, 0.3), 0.3
        )
        size = tall * 0.215
        color = brush.colors.line if brush.colors.outlined else lit(wall, -0.75)
        brush.canvas.icon(weapon, x - size / 2, y - size / 2, size, color, turned=column > 0)
        brush.disc(box[1][0] - 1.0, box[1][1] + 1.0, 0.45, lit(light, 0.3 if number % count else -0.3))
    for level in (0.43, 0.965):
        bar = [
            (0, tall * level),
            (wide, tall * level),
            (wide, tall * (level + 0.03)),
            (0, tall * (level + 0.03)),
        ]
        brush.area(bar, lit(wall, -0.2), lit(wall, -0.7), 0.25)


def _oval(middle: Point, radii: Point) -> str:
    (x, y), (across, down) = middle, radii
    turns = (2 * pi * corner / _CORNERS for corner in range(_CORNERS))
    return smooth_path([(x + across * cos(turn), y + down * sin(turn)) for turn in turns])


def _rough(brush: Brush, middle: Point, radius: float, rough: float) -> str:
    """A circle that is not quite round."""
    (x, y), points = middle, []
    for corner in range(_CORNERS // 2):
        turn, out = 4 * pi * corner / _CORNERS, radius * (1 + brush.rng.uniform(-rough, rough))
        points.append((x + out * cos(turn), y + out * sin(turn)))
    return smooth_path(points)
