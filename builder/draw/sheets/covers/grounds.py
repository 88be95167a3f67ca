"""Where each side of a scenario stands at the start, from the left to the right of a cover's picture."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from builder.boards.dots import DotsMap
from builder.draw.maps.slabs.picture_view import View
from builder.scenario.model import Scenario

# Sides whose grounds are nearer to each other than this share of the map share it.
_APART = 0.25


def homes_of(scenario: Scenario) -> Mapping[str, float]:
    """How far to the right each side sets up on a map of dots, in mm in the picture of its cover.

    Empty on other maps, and if sides set up on no ground of their own.
    """
    if scenario.map.kind != DotsMap.kind:
        return {}
    lattice, spots = scenario.dots_map.lattice, dict[str, list[float]]()
    view = View(1.0, (0.0, 0.0))
    for placement in scenario.placements:
        zone, force = scenario.zone(placement.zone), scenario.force(placement.force)
        if zone is not None and force is not None and not zone.secret:
            across = [view.at(lattice.at(spot.dot))[0] for spot in zone.region.spots]
            spots.setdefault(force.side, []).extend(across)
    homes = {side: fmean(own) for side, own in spots.items() if own}
    width, _ = view.at((lattice.width, lattice.height))
    is_apart = homes and max(homes.values()) - min(homes.values()) >= _APART * width
    return homes if is_apart else {}
