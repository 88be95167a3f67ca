"""Where an area's name goes on a map: inside the area, clear of hex numbers and symbols."""

from __future__ import annotations

from dataclasses import dataclass

from builder.draw.type import CONDENSED_BOLD, Metrics, Type
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Area, HexMap

LARGEST = 3.0
SMALLEST = 2.1
_BASELINE = 0.4
_MARGIN = 0.8


@dataclass(frozen=True, slots=True)
class Label:
    """A name at a place: center of the line, baseline, type, and the room it has, in mm."""

    text: str
    x: float
    baseline: float
    type: Type
    room: float
    fits: bool


def place_label(
    hex_map: HexMap, layout: HexLayout, area: Area, level: int, metrics: Metrics, smallest: float = SMALLEST
) -> Label | None:
    """The best line for an area's name on a level; ``None`` where the area has no hex there.

    The name is made smaller to fit, down to ``smallest`` mm.

    The line runs through the lower part of a hex, under its number and over the numbers of the hexes
    that sit half a hex lower, so that it meets neither.
    """
    mine = {place.hex for place in area.places if place.level == level}
    if not mine:
        return None
    taken = _taken(hex_map, level)
    text = area.name.upper()
    wanted = metrics.width(text, Type(CONDENSED_BOLD, LARGEST))
    centers = {hex: layout.center(hex) for hex in sorted(mine)}
    middle_x = sum(x for x, _ in centers.values()) / len(mine)
    middle_y = sum(y for _, y in centers.values()) / len(mine)

    def worth(hex: Hex) -> tuple[float, float]:
        x, y = centers[hex]
        left, right = _span(hex, x, mine, taken, layout.radius)
        away = abs(y - middle_y) + abs((left + right) / 2 - middle_x) * 0.5 + abs(x - middle_x) * 0.01
        return (-min(right - left, wanted + 2 * _MARGIN), away)

    free = mine - taken
    best = min(sorted(free or mine), key=worth)
    left, right = _span(best, centers[best][0], mine, taken, layout.radius)
    room = right - left - 2 * _MARGIN
    type = metrics.fit(text, Type(CONDENSED_BOLD, max(LARGEST, smallest)), room, smallest)
    half = metrics.width(text, type) / 2
    x = min(max(middle_x, left + _MARGIN + half), right - _MARGIN - half)
    if half * 2 > room:
        x = (left + right) / 2
    baseline = centers[best][1] + _BASELINE * layout.size
    return Label(text, x, baseline, type, room, half * 2 <= room + 1e-6)


def _taken(hex_map: HexMap, level: int) -> set[Hex]:
    """Hexes whose middle holds a symbol; looked for once, and not for each area anew."""
    question = f"taken on level {level}"
    if question not in hex_map.worked_out:
        taken = {feature.place.hex for feature in hex_map.features if feature.place.level == level}
        taken |= {hatch.hex for hatch in hex_map.hatches if level in hatch.levels}
        hex_map.worked_out[question] = taken
    found: set[Hex] = hex_map.worked_out[question]
    return found


def _span(hex: Hex, x: float, mine: set[Hex], taken: set[Hex], radius: float) -> tuple[float, float]:
    """How far a line through the lower part of ``hex``, whose middle is at ``x``, runs inside the area."""
    middle, row = hex
    # The hex of another column that the line passes through: the lower-sitting columns have their upper
    # half at the line's height.
    beside = row if middle % 2 else row + 1
    ends = []
    for step in (-1, 1):
        reach = radius * 0.56
        column = middle + step
        while True:
            there = (column, row if (column - middle) % 2 == 0 else beside)
            if there not in mine or there in taken:
                break
            reach = abs(column - middle) * 1.5 * radius + radius * 0.5
            column += step
        ends.append(reach)
    return x - ends[0], x + ends[1]
