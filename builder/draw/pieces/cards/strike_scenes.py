"""The scenes of strikes: shots that miss, that pierce a plate and that are aimed, and a duct to lurk in."""

from __future__ import annotations

from math import cos, pi, sin

from builder.draw.pieces.cards.brush import Brush, lit
from builder.draw.surface.canvas import Point, mm
from builder.draw.surface.color_vision import blend

_BLACK, _WHITE = "#000000", "#ffffff"
# Night in a passage, the light of shots, the steel of a duct, and the light at its end.
_NIGHT, _SHOT, _STEEL, _LAMP = "#27496b", "#ffe09a", "#6a5a86", "#ffb45e"
# The plates that shots go through.
_COOL = "#4d6476"
# The sizes of a duct's frames from the eye to its end, and the light on its walls, clockwise from the top.
_FRAMES, _WALLS = (1.75, 1.24, 0.9, 0.66, 0.49), (-0.34, -0.06, 0.12, -0.2)
_ARCS, _SHOTS = 4, 13
# Where shots have gone through a plate, in shares of the scene from its middle, and how large each hole is.
_HOLES = (
    (-0.44, 0.40, 0.07), (-0.33, 0.76, 0.085), (-0.47, 0.82, 0.045), (0.34, 0.20, 0.06), (0.43, 0.48, 0.085),
    (0.31, 0.42, 0.04), (0.48, 0.20, 0.04), (-0.34, 0.44, 0.04),
)  # fmt: skip
# The marks along the cross of a sight, and the dust before it.
_MARKS, _DUST = 7, 26


def draw_missed(brush: Brush) -> None:
    """Shots fly past, level, and arcs in the air show where something has been a moment ago."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    night = blend(_NIGHT, brush.colors.key, 0.72)
    brush.ground(lit(night, -0.62))
    # Strips of a wall that get lighter towards the middle.
    for number in range(9):
        left, right = wide * number / 9, wide * (number + 1) / 9
        near = 1.0 - min(1.0, abs((left + right) / 2 - middle) / (0.6 * wide))
        color = lit(night, -0.6 + 0.34 * near)
        brush.area(
            [(left, 0), (right, 0), (right, tall * 0.86), (left, tall * 0.86)], color, lit(color, -0.4)
        )
    brush.area([(0, tall * 0.86), (wide, tall * 0.86), (wide, tall), (0, tall)], lit(night, -0.72))
    for arc in reversed(range(_ARCS)):
        out, color = 0.30 + 0.13 * arc, blend(lit(night, 0.35), lit(night, -0.4), 0.75 - 0.17 * arc)
        brush.shape(_crescent((middle + tall * 0.08, tall * 0.56), tall * out, tall * 0.075), color)
    light = blend(_SHOT, brush.colors.glow, 0.7)
    for shot in range(_SHOTS):
        y = tall * (0.04 + 0.92 * (shot + rng.uniform(-0.25, 0.25)) / _SHOTS)
        start = rng.uniform(-0.1, 0.75) * wide
        end = start + wide * rng.uniform(0.22, 0.5)
        half = tall * rng.uniform(0.005, 0.014)
        color = blend(light, night, rng.uniform(0.45, 1.0))
        brush.area([(start, y), (end - 2.4, y - half), (end, y), (end - 2.4, y + half)], color)
        brush.area([(end - 3.6, y - 0.5 * half), (end, y), (end - 3.6, y + 0.5 * half)], lit(color, 0.7))


def _crescent(center: Point, radius: float, thick: float) -> str:
    """An arc open to the right, thick in its middle and pointed at its ends."""
    (x, y), steps = center, 24
    turns = [0.62 * pi + 0.76 * pi * step / steps for step in range(steps + 1)]
    outer = [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]
    inner = []
    for step, turn in enumerate(turns):
        own = radius - thick * sin(pi * step / steps)
        inner.append((x + own * cos(turn), y + own * sin(turn)))
    return f"M{'L'.join(f'{mm(px)} {mm(py)}' for px, py in [*outer, *reversed(inner)])}Z"


def draw_duct(brush: Brush) -> None:
    """From within a duct, frame behind frame: slime hangs from its top, and there is light at its end."""
    wide, tall, rng, colors = brush.width, brush.height, brush.rng, brush.colors
    eye = (brush.focus, tall * 0.54)
    steel = blend(_STEEL, colors.key, 0.8)
    lamp = blend(_LAMP, colors.glow, 0.8)
    brush.ground(lit(steel, -0.75))

    def corners(size: float) -> list[Point]:
        across, down = wide * 0.42 * size, tall * 0.56 * size
        (x, y) = eye
        return [
            (x - across, y - down),
            (x + across, y - down),
            (x + across, y + down),
            (x - across, y + down),
        ]

    for step, size in enumerate(_FRAMES):
        base = lit(steel, -0.66 + 0.1 * step)
        outer, inner = corners(size), corners(_FRAMES[step + 1] if step + 1 < len(_FRAMES) else size * 0.96)
        for wall, light in enumerate(_WALLS):
            one, other = wall, (wall + 1) % 4
            brush.area(
                [outer[one], outer[other], inner[other], inner[one]], lit(base, light), lit(base, -0.5)
            )
        frame = corners(size * 0.95)
        ring = "".join(f"M{'L'.join(f'{mm(x)} {mm(y)}' for x, y in each)}Z" for each in (outer, frame[::-1]))
        brush.shape(ring, lit(base, 0.16), lit(base, -0.6), 0.25)
        for x, y in frame:
            brush.disc(x, y, 0.5 * size, lit(base, -0.4))
    # The end of the duct is a grating before a lit room.
    end = corners(_FRAMES[-1] * 0.95)
    brush.area(end, blend(lamp, steel, 0.42))
    (left, top), (right, _), (_, low), _ = end
    bars = ""
    for bar in range(1, 8):
        y = top + (low - top) * bar / 8
        bars += f"M{mm(left)} {mm(y)}H{mm(right)}"
    brush.strokes(bars, lit(steel, -0.5), 0.55)
    # What hangs down, the longest at the sides, where it hides nothing.
    slime = lit(blend("#9a78b8", steel, 0.6), 0.05)
    for drop in range(15):
        x = wide * (drop + rng.uniform(0.2, 0.8)) / 15
        aside = min(1.0, abs(x - eye[0]) / (0.5 * wide))
        long, half = tall * (0.08 + 0.42 * aside * aside) * rng.uniform(0.6, 1.0), rng.uniform(0.45, 1.0)
        for grown, color in ((1.0, lit(slime, -0.3)), (0.45, lit(slime, 0.25))):
            wide_at, foot = half * grown, long * (0.9 + 0.1 * grown)
            brim, neck, tip = 1.9 * wide_at, 0.4 * wide_at, 0.6 * wide_at
            bend, round_end = mm(0.3 * foot), f"A{mm(0.7 * wide_at)} {mm(0.8 * wide_at)} 0 0 0"
            down = f"M{mm(x - brim)} 0Q{mm(x - neck)} {bend} {mm(x - tip)} {mm(foot)}"
            back = f"{mm(x + tip)} {mm(foot)}Q{mm(x + neck)} {bend} {mm(x + brim)} 0Z"
            brush.shape(f"{down}{round_end} {back}", color)


def draw_pierced(brush: Brush) -> None:
    """Plates that shots have gone through: torn rims, cracks, and the light that is seen in the holes."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    plate = blend(_COOL, brush.colors.key, 0.8)
    light = blend(_LAMP, brush.colors.glow, 0.7)
    brush.ground(lit(plate, -0.4))
    for top, low in ((0.0, 0.46), (0.46, 1.0)):
        left = -wide * rng.uniform(0.05, 0.25)
        while left < wide:
            right = left + wide * rng.uniform(0.34, 0.5)
            box = [(left, tall * top), (right, tall * top), (right, tall * low), (left, tall * low)]
            color = lit(plate, rng.uniform(-0.36, -0.20))
            brush.area(box, color, lit(color, -0.5), 0.4)
            brush.strokes(
                f"M{mm(left + 0.6)} {mm(tall * top + 0.6)}H{mm(right - 0.6)}", lit(color, 0.25), 0.3
            )
            left = right
    holes = [((middle + wide * x, tall * y), tall * size) for x, y, size in _HOLES]
    for center, size in holes:
        _hole(brush, center, size, plate, light)


def _hole(brush: Brush, center: Point, size: float, plate: str, light: str) -> None:
    """A hole with cracks around it and a rim of petals that are bent outwards."""
    rng, turn, petals = brush.rng, brush.rng.uniform(0, 2 * pi), 9

    def at(angle: float, radius: float) -> Point:
        return center[0] + radius * cos(angle), center[1] + radius * sin(angle)

    cracks = ""
    for crack in range(5):
        angle = turn + 2 * pi * (crack + rng.uniform(-0.3, 0.3)) / 5
        points = [at(angle + rng.uniform(-0.2, 0.2), size * out) for out in (1.2, 1.7, 2.4)]
        cracks += f"M{'L'.join(f'{mm(x)} {mm(y)}' for x, y in points)}"
    brush.strokes(cracks, lit(plate, -0.72), 0.35)
    for grown, color in ((1.62, lit(plate, -0.6)), (1.42, lit(plate, 0.12))):
        rim = [
            at(turn + pi * step / petals, size * (grown if step % 2 else 0.62 * grown))
            for step in range(2 * petals)
        ]
        brush.area(rim, color)
    brush.disc(*center, size * 0.82, lit(plate, -0.75))
    brush.disc(*center, size * 0.66, light)
    brush.disc(*center, size * 0.34, lit(light, 0.7))


def draw_sights(brush: Brush) -> None:
    """Through the sight of a weapon: a lit field with marks along a cross, and dark around it."""
    tall, middle = brush.height, brush.focus
    dark = blend(_BLACK, brush.colors.key, 0.72)
    field = blend(blend(_LAMP, brush.colors.glow, 0.6), brush.colors.key, 0.62)
    center = (middle, tall * 0.55)
    brush.ground(dark)
    for share, color in (
        (0.80, lit(dark, 0.14)),
        (0.76, lit(dark, -0.5)),
        (0.72, lit(field, -0.45)),
        (0.60, lit(field, -0.28)),
        (0.46, lit(field, -0.05)),
        (0.30, lit(field, 0.25)),
    ):
        brush.disc(*center, tall * share, color)
    # Dust in the light, nearer to the rim than to what is aimed at.
    for _ in range(_DUST):
        angle, out = brush.rng.uniform(0, 2 * pi), tall * brush.rng.uniform(0.32, 0.66)
        spot = center[0] + out * cos(angle), center[1] + out * sin(angle)
        if 0 < spot[1] < tall:
            brush.disc(*spot, brush.rng.uniform(0.12, 0.34), lit(field, 0.4))
    (x, y), reach = center, tall * 0.72
    cross = f"M{mm(x - reach)} {mm(y)}H{mm(x + reach)}M{mm(x)} {mm(max(0.0, y - reach))}V{mm(tall)}"
    brush.strokes(cross, lit(dark, -0.2), 0.45)
    marks = ""
    for mark in range(1, _MARKS + 1):
        out, half = reach * mark / (_MARKS + 1), tall * (0.045 if mark % 2 else 0.028)
        for side in (-1, 1):
            marks += f"M{mm(x + side * out)} {mm(y - half)}V{mm(y + half)}"
            if 0 < y + side * out < tall:
                marks += f"M{mm(x - half)} {mm(y + side * out)}H{mm(x + half)}"
    brush.strokes(marks, lit(dark, -0.2), 0.35)
    # The light on the glass.
    brush.shape(_crescent(center, tall * 0.68, tall * 0.05), lit(field, 0.3))
