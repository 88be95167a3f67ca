"""What cannot be seen from a set-up zone in the open: on hexes, and on a table."""

from __future__ import annotations

from builder.geometry.hexgrid import Hex
from builder.geometry.shapes import Point
from builder.scenario.land_sight import LandSight
from builder.scenario.model import Scenario, Zone
from builder.scenario.table_sight import table_sees

# The step of the points on a table that are looked at, by its unit.
STEPS = {"inch": 2.0, "centimetre": 5.0}


def dead_hexes(scenario: Scenario, zone: Zone) -> frozenset[Hex]:
    """Hexes of open country that no hex of a zone sees, by the game's rule of levels."""
    land = scenario.land_map
    sight = LandSight(scenario.ruleset, land)
    return frozenset(
        hex
        for hex in land.grid
        if not any(
            sight.sees(eye, hex) for eye in sorted(zone.hexes, key=lambda eye: land.grid.distance(eye, hex))
        )
    )


def dead_points(scenario: Scenario, zone: Zone) -> tuple[tuple[Point, ...], int]:
    """Points of a table that no point of a zone sees, and how many points were looked at.

    They lie two inches, or five centimetres, apart; those of the zone too.
    """
    table = scenario.table_map
    step = STEPS[table.unit]
    points = [
        ((column + 0.5) * step, (row + 0.5) * step)
        for row in range(int(table.depth // step))
        for column in range(int(table.width // step))
    ]
    shape = zone.shape
    eyes = [point for point in points if shape is not None and shape.contains(point)]
    if shape is not None and not eyes:
        eyes = [shape.center]
    hidden = tuple(point for point in points if not any(table_sees(table, eye, point) for eye in eyes))
    return hidden, len(points)
