"""What cannot be seen from a set-up zone."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from builder.geometry.dotlattice import Dot
from builder.geometry.dotsight import DotSight
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.geometry.sight import Segment, sees
from builder.scenario.dot_walls import hidden_by
from builder.scenario.model import HexMap, Place, Scenario, Zone
from builder.scenario.structure import boundaries


def dead_ground(scenario: Scenario, zone: Zone) -> frozenset[Place]:
    """Hexes of decks that no hex of a zone sees: walls and closed doors hide, other decks are not counted.

    Lines run from center to center of hexes.
    """
    ship = scenario.hex_map
    layout = HexLayout(ship.grid, ship.hex_size)
    hidden: set[Place] = set()
    for level in dict.fromkeys(place.level for place in scenario.zone_places(zone)):
        walls = _walls(ship, layout, level)
        eyes = [place.hex for place in scenario.zone_places(zone) if place.level == level]
        for place in ship.area_at:
            if place.level == level and not _seen(layout, eyes, place.hex, walls):
                hidden.add(place)
    return frozenset(hidden)


def dead_dots(scenario: Scenario, zone: Zone) -> frozenset[Dot]:
    """Dots of a lattice that no dot of a zone sees: walls and terrain hide, heights do not count."""
    dots = scenario.dots_map
    lattice = dots.lattice
    sight = DotSight(lattice, *hidden_by(dots))
    near_first = {
        target: sorted(zone.dots, key=lambda eye: dist(lattice.at(eye), lattice.at(target)))
        for target in lattice
    }
    return frozenset(
        target
        for target, eyes in near_first.items()
        if target not in zone.dots and not any(sight.sees(eye, target) for eye in eyes)
    )


def _walls(ship: HexMap, layout: HexLayout, level: int) -> list[Segment]:
    return [
        layout.side(boundary.side)
        for boundary in boundaries(ship)
        if boundary.level == level and (boundary.door is None or boundary.door.kind != "open")
    ]


def _seen(layout: HexLayout, eyes: Sequence[Hex], target: Hex, walls: Sequence[Segment]) -> bool:
    goal = layout.center(target)
    near_first = sorted(eyes, key=lambda hex: layout.grid.distance(hex, target))
    return any(sees(layout.center(eye), goal, walls) for eye in near_first)
