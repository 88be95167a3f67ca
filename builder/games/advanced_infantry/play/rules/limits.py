"""The limits of the set-up that a scenario states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import State
from builder.scenario.model import Placement, SetupLimit


def within_limits(setting: Setting, state: State, unit: int, cells: Sequence[int]) -> Sequence[int]:
    """Those of some cells in which a trooper can be set up by the limits of his placement; all if in none."""
    for placement in setting.placements_of(unit):
        for limit in placement.limits:
            cells = _within(setting, state, placement, limit, cells) or cells
    return cells


def _within(
    setting: Setting, state: State, placement: Placement, limit: SetupLimit, cells: Sequence[int]
) -> list[int]:
    others = [other for other in range(len(state.cell)) if placement in setting.placements_of(other)]

    def part(cell: int) -> str:
        return setting.part_of(cell, limit.each)

    counts = Counter(part(state.cell[other]) for other in others if state.cell[other] >= 0)
    parts = {part(cell) for cell in set().union(*(setting.zones[other] for other in others))} - {""}
    missing = {each: limit.least - counts[each] for each in parts if counts[each] < limit.least}
    waiting = sum(state.cell[other] < 0 for other in others)
    must_fill = 0 < waiting <= sum(missing.values())

    def is_allowed(cell: int) -> bool:
        here = part(cell)
        if must_fill:
            return here in missing
        return not here or limit.most is None or counts[here] < limit.most

    return [cell for cell in cells if is_allowed(cell)]
