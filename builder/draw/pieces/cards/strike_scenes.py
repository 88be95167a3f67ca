"""The scenes of powers to strike first: shots that miss what has already moved, and a duct to lurk in."""

from __future__ import annotations

from math import cos, pi, sin

from builder.draw.pieces.cards.brush import Brush, lit
from builder.draw.surface.canvas import Point, mm
from builder.draw.surface.color_vision import blend

_BLACK, _WHITE = "#000000", "#ffffff"
# Night in a passage, the light of shots, the steel of a duct, and the light at its end.
_NIGHT, _SHOT, _STEEL, _LAMP = "#27496b", "#ffe09a", "#6a5a86", "#ffb45e"
# The sizes of a duct's frames from the eye to its end, and the light on its walls, clockwise from the top.
_FRAMES, _WALLS = (1.75, 1.24, 0.9, 0.66, 0.49), (-0.34, -0.06, 0.12, -0.2)
_ARCS, _SHOTS = 4, 13


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
