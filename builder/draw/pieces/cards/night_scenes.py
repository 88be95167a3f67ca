"""Scenes without daylight: thoughts that reach out from two minds, and mist between trees by night."""

from __future__ import annotations

from math import cos, pi, sin

from builder.draw.pieces.cards.brush import Brush, lit
from builder.draw.surface.canvas import mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import smooth_path

_BLACK, _WHITE = "#000000", "#ffffff"
_WAVES, _CORNERS = 7, 40
# Trunks of a row of trees: how many, their width and their foot in shares of the scene, and how dark.
_TREES = ((13, 0.012, 0.66, 0.30), (9, 0.022, 0.74, 0.52), (5, 0.042, 0.88, 0.74))


def draw_trance(brush: Brush) -> None:
    """Waves that spread from the heads of those in front: light in the middle, dark at the edges."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    dark = blend(_BLACK, brush.colors.key, 0.5)
    light = blend(blend(brush.colors.glow, _WHITE, 0.5), brush.colors.key, 0.9)
    brush.ground(dark)
    level, turn = tall * 0.42, rng.uniform(0, 2 * pi)
    for wave in range(_WAVES):
        share = wave / (_WAVES - 1)
        reach = tall * (1.30 - 1.0 * share)
        ring = []
        for corner in range(_CORNERS):
            angle = 2 * pi * corner / _CORNERS
            # The outer waves are the roughest.
            swing = 1 + 0.05 * (1 - share) * sin(9 * angle + turn + wave)
            ring.append((middle + 1.18 * reach * swing * cos(angle), level + reach * swing * sin(angle)))
        brush.shape(smooth_path(ring), blend(light, dark, 0.06 + 0.86 * share**1.15))
    rays = ""
    for ray in range(36):
        angle = turn + 2 * pi * (ray + rng.uniform(-0.2, 0.2)) / 36
        near, far = tall * rng.uniform(0.42, 0.52), tall * rng.uniform(0.66, 0.9)
        rays += f"M{mm(middle + 1.18 * near * cos(angle))} {mm(level + near * sin(angle))}"
        rays += f"L{mm(middle + 1.18 * far * cos(angle))} {mm(level + far * sin(angle))}"
    brush.strokes(rays, blend(light, dark, 0.5), 0.3)
    ground = [(wide * at / 4, tall * (0.90 + rng.uniform(-0.01, 0.01))) for at in range(-1, 6)]
    brush.shape(
        f"{smooth_path(ground, closed=False)}V{mm(tall)}H{mm(-wide / 4)}Z",
        blend(_BLACK, brush.colors.key, 0.35),
    )


def draw_gloom(brush: Brush) -> None:
    """A moon behind rows of bare trunks, and mist between them."""
    wide, tall, rng, middle = brush.width, brush.height, brush.rng, brush.focus
    night = blend(_BLACK, brush.colors.key, 0.62)
    mist = blend(_WHITE, blend(brush.colors.key, "#8fa0b4", 0.4), 0.42)
    brush.ground(blend(night, mist, 0.66))
    # The light of the moon fades into the night.
    for share in range(4):
        brush.disc(middle, tall * 0.40, tall * (0.92 - 0.15 * share), blend(mist, night, 0.30 + 0.14 * share))
    brush.disc(middle, tall * 0.40, tall * 0.40, lit(mist, 0.5))
    for row, (count, half, foot, dark) in enumerate(_TREES):
        color = blend(night, mist, dark)
        for number in range(count):
            x = wide * (number + rng.uniform(0.15, 0.85)) / count
            if row and abs(x - middle) < tall * 0.34:
                continue
            thick, lean = wide * half * rng.uniform(0.8, 1.2), wide * rng.uniform(-0.02, 0.02)
            base = tall * (foot + 0.04)
            trunk = [(x - thick, base), (x - 0.6 * thick + lean, 0), (x + 0.6 * thick + lean, 0)]
            brush.area([*trunk, (x + thick, base)], color)
            boughs = ""
            for _ in range(3):
                high, side = tall * rng.uniform(0.05, 0.4), rng.choice((-1, 1))
                long = tall * rng.uniform(0.08, 0.16)
                boughs += f"M{mm(x + lean * (1 - high / base))} {mm(high)}"
                boughs += f"l{mm(side * long)} {mm(-0.6 * long)}"
            brush.strokes(boughs, color, 0.3 + 12 * half)
        bank = [(wide * at / 5, tall * (foot + rng.uniform(-0.03, 0.03))) for at in range(-1, 7)]
        drift = blend(mist, night, 0.55 - 0.2 * row)
        brush.shape(f"{smooth_path(bank, closed=False)}V{mm(tall)}H{mm(-wide / 5)}Z", drift)
