"""Those of a scenario who fly, in the sky of its cover."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from builder.draw.pieces.counter_look import CounterLook
from builder.draw.sheets.covers.backdrop import Backdrop, is_dark
from builder.draw.surface.color_vision import blend
from builder.scenario.forces.counter_colors import family_of
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_ICON = "jet-flight"
# The sizes of those who fly in mm, the nearest first, and what is free around each.
_SIZES, _FREE = (19.0, 14.0, 10.0), 1.6
# The part of the picture in which they are: shares of its width and height, in steps.
_ACROSS, _DOWN, _STEPS = (0.5, 0.97), (0.16, 0.62), 24
# How dark they are before the sky, and their rim.
_SHADE, _LIGHT, _RIM = 0.25, 0.5, 0.35


def draw_flyers(backdrop: Backdrop, scenario: Scenario, taken: BaseGeometry) -> BaseGeometry:
    """Some who fly, beside what is ``taken``, as far as there is room; returns what is taken then."""
    from shapely import box, unary_union

    flight = scenario.ruleset.movement.flight if scenario.ruleset.movement is not None else None
    force = next(
        (
            force
            for force in scenario.forces
            if flight is not None and not force.is_hidden
            if any(flight.gear in member.gear for member in force.members)
        ),
        None,
    )
    if force is None:
        return taken
    canvas, rng = backdrop.canvas, backdrop.random("flyers")
    band = CounterLook(canvas.theme, family_of(force)).band
    fill = blend(band, "#04070a", _SHADE) if is_dark(canvas) else "paper"
    rim = blend("#ffffff", band, _LIGHT) if is_dark(canvas) else "ink"
    for size in _SIZES:
        spots = [
            backdrop.at(
                *(
                    low + (high - low) * step / _STEPS
                    for step, (low, high) in zip(steps, (_ACROSS, _DOWN), strict=True)
                )
            )
            for steps in product(range(_STEPS + 1), repeat=2)
        ]
        rng.shuffle(spots)
        for x, y in spots:
            square = box(x - size / 2, y - size / 2, x + size / 2, y + size / 2)
            around = square.buffer(_FREE)
            if backdrop.frame.contains(around) and not around.intersects(taken):
                canvas.icon(_ICON, x - size / 2, y - size / 2, size, fill, rim=rim, rim_width=_RIM)
                taken = unary_union([taken, square])
                break
    return taken
