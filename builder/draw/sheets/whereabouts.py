"""Where an objective or a vehicle is, in the words of the reader."""

from __future__ import annotations

from builder.draw.surface.wording import Words
from builder.scenario.dots_map import DotsMap
from builder.scenario.model import HexMap, Location, Objective, Scenario
from builder.scenario.table_map import TableMap


def where(scenario: Scenario, thing: Objective | Location, words: Words) -> str:
    """The place of something on the map; empty where it has none."""
    on = scenario.map
    if isinstance(on, DotsMap):
        if thing.dot is None:
            return ""
        number = on.lattice.label(thing.dot)
        if thing.floor:
            return words("place.dot-on-floor", number=number, floor=thing.floor)
        return words("place.dot", number=number)
    if isinstance(on, TableMap):
        return _point(on, thing.at, words) if thing.at is not None else ""
    if thing.place is None:
        return ""
    number = on.grid.label(thing.place.hex)
    if isinstance(on, HexMap) and len(on.levels) > 1:
        return words("place.hex-on-level", number=number, level=on.levels[thing.place.level].title)
    return words("place.hex", number=number)


def _point(table: TableMap, point: tuple[float, float], words: Words) -> str:
    """A point from the nearer edges."""
    x, y = point
    across, side = (x, "west") if x <= table.width / 2 else (table.width - x, "east")
    along, end = (y, "north") if y <= table.depth / 2 else (table.depth - y, "south")
    return words(
        "place.point",
        across=f"{words.number(across)}{table.sign}",
        side=words(f"place.{side}"),
        along=f"{words.number(along)}{table.sign}",
        end=words(f"place.{end}"),
    )
