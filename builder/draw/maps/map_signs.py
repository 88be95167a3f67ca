"""The signs of a map for its key: each with its name and a sample."""

from __future__ import annotations

from collections.abc import Callable

from builder.boards.land import LandMap
from builder.draw.maps.dead_ground import draw_dead_ground
from builder.draw.maps.map_frame import zone_style
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.symbols import (
    draw_console,
    draw_door,
    draw_hatch,
    draw_lift,
    draw_locker,
    draw_machinery,
    draw_objective,
)
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario

Sign = tuple[str, Callable[[Canvas, Point], None]]
_HALF_WIDE, _HALF_TALL = 4.0, 2.6


def deck_signs(scenario: Scenario, words: Words, look: MapLook, size: float) -> list[Sign]:
    """The signs of decks, for hexes of ``size`` mm, and then those of the layers."""
    signs: list[Sign] = [
        (words("map.interior-door"), _door("interior", size)),
        (words("map.airtight-door"), _door("airtight", size)),
        (words("map.wall"), _wall("wall", "interior_weight")),
        (words("map.hull"), _wall("hull", "exterior_weight")),
        (words("map.airlock"), lambda canvas, at: _airlock(canvas, at)),
        (words("map.hatch"), lambda canvas, at: draw_hatch(canvas, at, size)),
        (words("map.lift"), lambda canvas, at: draw_lift(canvas, at, size)),
        (words("map.machinery"), _machinery("obstructing", size)),
        (words("map.explosive"), _machinery("explosive", size)),
        (words("map.locker"), lambda canvas, at: draw_locker(canvas, at, size)),
        (words("map.console"), lambda canvas, at: draw_console(canvas, at, size)),
    ]
    if not any(area.kind == "airlock" for area in scenario.hex_map.areas.values()):
        signs = [sign for sign in signs if sign[0] != words("map.airlock")]
    return signs + layer_signs(scenario, words, look, size)


def land_signs(land: LandMap, words: Words) -> list[Sign]:
    """Obstacles between hexes of open country, those that there are."""
    kinds = {obstacle.kind for obstacle in land.obstacles.values()}
    signs: list[Sign] = []
    if "wall" in kinds:
        signs.append((words("map.low-wall"), _wall("wall", "interior_weight")))
    if "hedge" in kinds:
        signs.append((words("map.hedge"), _hedge))
    return signs


def layer_signs(scenario: Scenario, words: Words, look: MapLook, size: float) -> list[Sign]:
    """Objectives, set-up zones and dead ground, where the map shows them."""
    signs: list[Sign] = []
    if look.objectives_of(scenario):
        signs.append((words("map.objective"), lambda canvas, at: draw_objective(canvas, at, size)))
    if look.zones_of(scenario):
        signs.append((words("map.zone"), lambda canvas, at: draw_zone_sample(canvas, at)))
    if look.dead is not None:
        name = words("map.not-seen", zone=look.dead.zone.title)
        signs.append((name, lambda canvas, at: draw_dead_sample(canvas, at)))
    return signs


def draw_zone_sample(canvas: Canvas, at: Point) -> None:
    """A piece of a set-up zone."""
    x, y = at
    canvas.rect(x - 3, y - 2.4, 6, 4.8, radius=1.2, **zone_style(0.1, 0.6, 1.6, 1.2))


def draw_dead_sample(canvas: Canvas, at: Point) -> None:
    """A piece of dead ground."""
    x, y = at
    west, north, east, south = x - _HALF_WIDE, y - _HALF_TALL, x + _HALF_WIDE, y + _HALF_TALL
    outline = f"M{west:.3f} {north:.3f}H{east:.3f}V{south:.3f}H{west:.3f}Z"
    cell = ((west, north), (east, north), (east, south), (west, south))
    draw_dead_ground(canvas, outline, [cell], 13.0)


def _door(kind: str, size: float) -> Callable[[Canvas, Point], None]:
    def draw(canvas: Canvas, at: Point) -> None:
        draw_door(canvas, ((at[0] - 4, at[1]), (at[0] + 4, at[1])), kind, size)

    return draw


def _machinery(kind: str, size: float) -> Callable[[Canvas, Point], None]:
    return lambda canvas, at: draw_machinery(canvas, at, kind, size)


def _wall(color: str, weight: str) -> Callable[[Canvas, Point], None]:
    def draw(canvas: Canvas, at: Point) -> None:
        ends = (at[0] - _HALF_WIDE, at[1]), (at[0] + _HALF_WIDE, at[1])
        canvas.line(*ends, stroke=color, stroke_width=weight, stroke_linecap="round")

    return draw


def _hedge(canvas: Canvas, at: Point) -> None:
    ends = (at[0] - _HALF_WIDE, at[1]), (at[0] + _HALF_WIDE, at[1])
    canvas.line(*ends, stroke="woods", stroke_width=1.0, stroke_linecap="round", stroke_dasharray="0.1 1.5")


def _airlock(canvas: Canvas, at: Point) -> None:
    x, y = at
    canvas.rect(x - _HALF_WIDE, y - _HALF_TALL, 2 * _HALF_WIDE, 2 * _HALF_TALL, fill="airlock")
    wide, tall = _HALF_WIDE - 0.6, _HALF_TALL - 0.6
    ring = (x - wide, y - tall, 2 * wide, 2 * tall)
    canvas.rect(*ring, stroke="airtight_door", stroke_width=0.5, stroke_dasharray="1.3 0.9")
