"""Vehicles of several hexes to cut out, at the scale of their map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from builder.boards.deck import HexMap
from builder.boards.deck_fronts import front_hexes
from builder.draw.maps.decks.vehicles import draw_vehicle
from builder.draw.sheets.cutouts.template_parts import Template
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.geometry.hexgrid import Direction
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Scenario, Vehicle

# The picture of the vehicle and its middle above that of its hex, in sizes of a hex.
_ICON, _RAISED = 0.36, 0.11
_TITLE, _STEP = Type(CONDENSED_BOLD, 2.5), 2.6


def vehicle_templates(scenario: Scenario) -> Iterator[Template]:
    """A piece for each vehicle on decks that covers several hexes."""
    decks = scenario.map.decks
    for vehicle in scenario.vehicles if decks is not None else ():
        if len(vehicle.region.spots) > 1 and decks is not None:
            yield _piece(decks, vehicle)


def _piece(decks: HexMap, vehicle: Vehicle) -> Template:
    level = vehicle.region.spot.level
    layout = HexLayout(decks.grid, decks.hex_size)
    corners = [corner for hex in vehicle.region.hexes(level) for corner in layout.corners(hex)]
    across, down = zip(*corners, strict=True)
    left, top = min(across), min(down)
    draw = partial(_draw, decks, vehicle, level, left, top)
    return Template(f"vehicle-{vehicle.id}", max(across) - left, max(down) - top, draw)


def _draw(decks: HexMap, vehicle: Vehicle, level: int, left: float, top: float, canvas: Canvas) -> None:
    layout = HexLayout(decks.grid, decks.hex_size)
    front = front_hexes(decks, vehicle.region, Direction(vehicle.facing)) if vehicle.facing else ()
    ahead = {place.hex for place in front}
    hexes = vehicle.region.hexes(level)
    rear = next((hex for hex in hexes if hex not in ahead), next(iter(hexes)))
    with canvas.shifted(-left, -top):
        draw_vehicle(canvas, decks, vehicle, level, titled=False)
        x, y = layout.center(rear)
        lines = canvas.metrics.wrap(vehicle.title, _TITLE, layout.radius * 1.3)[:2]
        icon, middle = layout.size * _ICON, y - _RAISED * layout.size - (len(lines) - 1) * _STEP / 2
        canvas.icon(str(vehicle.kind["counter"]["icon"]), x - icon / 2, middle - icon / 2, icon, "wall")
        canvas.lines(lines, x, middle + icon / 2 + 0.8 + _TITLE.cap, _TITLE, _STEP, anchor="middle")
