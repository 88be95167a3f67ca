"""Vehicles of several hexes to cut out, at the scale of their map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from builder.boards.deck import HexMap
from builder.draw.maps.decks.vehicles import draw_vehicle
from builder.draw.sheets.cutouts.template_parts import Template, draw_outline
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.outlines import area_path
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Scenario, Vehicle

_STEPS = ("template.vehicle-cut", "template.vehicle-lay")


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
    name, size = f"vehicle-{vehicle.id}", (max(across) - left, max(down) - top)
    heading, short = "template.vehicle-heading", "template.vehicle-short"
    return Template(name, *size, draw, _STEPS, heading, short, lies_over=False)


def _draw(decks: HexMap, vehicle: Vehicle, level: int, left: float, top: float, canvas: Canvas) -> None:
    """A vehicle on its hexes, along whose edge it is cut out, straight over the notches between them."""
    from shapely import MultiPoint

    layout = HexLayout(decks.grid, decks.hex_size)
    corners = [corner for hex in vehicle.region.hexes(level) for corner in layout.corners(hex)]
    edge = area_path(MultiPoint(corners).convex_hull)
    with canvas.shifted(-left, -top):
        draw_outline(canvas, lambda **style: canvas.path(edge, **style))
        draw_vehicle(canvas, decks, vehicle, level, titled=True)
