"""Those of a scenario who fly, in the sky of its cover."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from builder.draw.sheets.covers.backdrop import Backdrop
from builder.draw.sheets.covers.grounds import homes_of
from builder.draw.sheets.covers.heroes import creatures_of, emblem_of
from builder.draw.sheets.covers.shading import draw_silhouette
from builder.draw.sheets.covers.silhouettes import TALL, Silhouette, creature_of, figure_of, flies, leaning
from builder.scenario.forces.counter_colors import family_of
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_SOLDIER = "flying-soldier"
# The sizes of those who fly in mm, the nearest first, those of creatures, and what is free around each.
_SIZES, _CREATURES, _FREE = (24.0, 18.0, 13.0), (17.0, 12.0, 8.5, 7.0), 1.6
# The part of the picture in which they are: shares of its width and height, in steps; and where those are
# whose ground is in the west, and who fly to the east.
_ACROSS, _DOWN, _STEPS = (0.5, 0.97), (0.16, 0.62), 24
_FROM_WEST = (0.03, 0.5)
# Creatures are anywhere in the sky.
_ANYWHERE = (0.04, 0.97)
# How far creatures lean to one side in flight, for each unit of height.
_LEAN = 0.3


def draw_flyers(backdrop: Backdrop, scenario: Scenario, taken: BaseGeometry) -> BaseGeometry:
    """Some who fly, beside what is ``taken``, as far as there is room; returns what is taken then."""
    taken = _draw_people(backdrop, scenario, taken)
    for side in dict.fromkeys(force.side for force in scenario.forces):
        for creature in filter(flies, creatures_of(scenario, side)):
            family = emblem_of(scenario, side).family
            draw = partial(_draw_creature, backdrop, creature, family)
            taken = _spread(backdrop, f"flyers {creature}", _CREATURES, _ANYWHERE, draw, taken)
    return taken


def _draw_people(backdrop: Backdrop, scenario: Scenario, taken: BaseGeometry) -> BaseGeometry:
    """Those with gear to fly."""
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
    homes = homes_of(scenario)
    is_eastward = len(homes) > 1 and homes.get(force.side) == min(homes.values())
    draw = partial(_draw, backdrop, figure_of(_SOLDIER), family_of(force), is_turned=not is_eastward)
    return _spread(backdrop, "flyers", _SIZES, _FROM_WEST if is_eastward else _ACROSS, draw, taken)


def _draw_creature(backdrop: Backdrop, creature: str, family: str, x: float, y: float, size: float) -> None:
    """A creature in flight in the middle of a square."""
    lean = backdrop.random("leaning", creature, f"{size:g}").uniform(-_LEAN, _LEAN)
    _draw(backdrop, leaning(creature_of(creature), lean), family, x, y, size, is_turned=False)


def _draw(
    backdrop: Backdrop, shape: Silhouette, family: str, x: float, y: float, size: float, *, is_turned: bool
) -> None:
    """A figure in the middle of a square; one that ``is_turned`` looks to the left."""
    from shapely import union_all

    west, north, east, south = union_all([area for _, area in shape.layers]).bounds
    scale = size / max(east - west, south - north)
    across = -scale if is_turned else scale
    foot = x - across * (west + east) / 2, y - scale * (north + south) / 2
    is_far = size < _CREATURES[0]
    tall = scale * TALL
    draw_silhouette(
        backdrop.canvas, shape, foot, tall, backdrop.frame, family, is_turned=is_turned, is_far=is_far
    )


def _spread(
    backdrop: Backdrop,
    seed: str,
    sizes: Sequence[float],
    across: tuple[float, float],
    draw: Callable[[float, float, float], None],
    taken: BaseGeometry,
) -> BaseGeometry:
    """Something of some sizes at spots that are free; returns what is taken then."""
    from shapely import box, unary_union

    rng = backdrop.random(seed)
    for size in sizes:
        spots = [
            backdrop.at(
                *(
                    low + (high - low) * step / _STEPS
                    for step, (low, high) in zip(steps, (across, _DOWN), strict=True)
                )
            )
            for steps in product(range(_STEPS + 1), repeat=2)
        ]
        rng.shuffle(spots)
        for x, y in spots:
            square = box(x - size / 2, y - size / 2, x + size / 2, y + size / 2)
            around = square.buffer(_FREE)
            if backdrop.frame.contains(around) and not around.intersects(taken):
                draw(x, y, size)
                taken = unary_union([taken, square])
                break
    return taken
