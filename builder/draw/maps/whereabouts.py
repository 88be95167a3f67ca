"""The places of objectives, vehicles and other things, in the reader's language."""

from __future__ import annotations

from builder.boards.deck import HexMap
from builder.boards.dots import DotsMap
from builder.boards.spots import TUNNEL, Place, Region
from builder.boards.table import TableMap
from builder.draw.surface.wording import Words
from builder.scenario.model import Captive, Emplacement, LaidCharge, Objective, Scenario, Vehicle


def where(
    scenario: Scenario, thing: Objective | Vehicle | LaidCharge | Captive | Emplacement, words: Words
) -> str:
    """The place of something on the map; empty if it has none."""
    if not thing.region:
        return ""
    on, spot = scenario.map, thing.region.spot
    if isinstance(on, DotsMap):
        number = on.lattice.label(spot.dot)
        if spot.floor == TUNNEL:
            return words("place.dot-in-tunnel", number=number)
        building = on.building_at.get(spot.dot)
        if building is not None and spot.floor >= building.levels:
            return words("place.dot-on-roof", number=number)
        if spot.floor:
            return words("place.dot-on-floor", number=number, floor=spot.floor)
        return words("place.dot", number=number)
    if isinstance(on, TableMap):
        return _point(on, spot, words)
    if on.decks is None:
        return words("place.hex", number=scenario.land_map.grid.label(spot.hex))
    if len(thing.region.spots) == 1:
        return place_text(on.decks, spot, words)
    numbers = ", ".join(on.decks.grid.label(place.hex) for place in thing.region.spots)
    if len(on.decks.levels) > 1:
        return words("place.hexes-on-level", numbers=numbers, level=on.decks.levels[spot.level].title)
    return words("place.hexes", numbers=numbers)


def spots_text(scenario: Scenario, region: Region, words: Words) -> str:
    """The hexes of a region by their numbers, such as "hexes 0503–0507"; empty if the map has no hexes."""
    if isinstance(scenario.map, DotsMap | TableMap) or not region.spots:
        return ""
    decks = scenario.map.decks
    grid = decks.grid if decks is not None else scenario.land_map.grid
    runs: list[list[str]] = []
    for number in sorted({grid.label(spot.hex) for spot in region.spots}):
        # Numbers of one column follow each other.
        if runs and number.isdigit() and int(number) == int(runs[-1][-1]) + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    numbers = ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
    if decks is not None and len(decks.levels) > 1:
        return words("place.hexes-on-level", numbers=numbers, level=decks.levels[region.spot.level].title)
    return words("place.hexes", numbers=numbers)


def place_text(decks: HexMap, place: Place, words: Words) -> str:
    """A hex of decks, with its level if there are several."""
    number = decks.grid.label(place.hex)
    if len(decks.levels) > 1:
        return words("place.hex-on-level", number=number, level=decks.levels[place.level].title)
    return words("place.hex", number=number)


def _point(table: TableMap, point: tuple[float, float], words: Words) -> str:
    """A point, measured from the west and the north, as the scales of the map are."""
    across, along = (f"{words.number(each)}{table.sign}" for each in point)
    return words("place.point", across=across, along=along)
