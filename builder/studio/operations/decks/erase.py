"""Erase hexes of a deck with everything in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from builder.lint.finding import Edit
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.operations.decks.areas import take_hexes
from builder.studio.operations.decks.doors import read_side
from builder.studio.operations.decks.fittings import berth_sides, take_spots
from builder.studio.operations.operation import About, Operation
from builder.studio.operations.things import block_of, blocks_of, level_of


@dataclass(frozen=True, slots=True)
class EraseHexes(Operation):
    """Take hexes out of a deck: out of their areas, with machinery, lockers, consoles, berths and doors.

    A door stays while one of its two hexes is in an area.
    """

    NAME: ClassVar = "erase"
    MAPS: ClassVar = ("hex",)

    level: Annotated[str, About("Level of the hexes", "level")]
    hexes: Annotated[str, About("Hexes and blocks of hexes", "hexes")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        path, level = level_of(state, self.level, EraseHexes)
        cells = Cells.of(state)
        hexes = cells.read(self.hexes)
        draft = state.draft()
        areas = block_of(level, "areas")
        take_hexes(draft, cells, (*path, "areas"), areas, hexes)
        take_spots(draft, cells, (*path, "machinery"), block_of(level, "machinery"), hexes)
        take_spots(draft, cells, (*path, "consoles"), block_of(level, "consoles"), hexes)
        lockers = level.get("lockers")
        if isinstance(lockers, dict):
            for label in lockers:
                if cells.read_valid(label) & set(hexes):
                    draft.remove((*path, "lockers", label))
        elif lockers is not None and not cells.take(draft, (*path, "lockers"), hexes):
            draft.remove((*path, "lockers"))
        grid = Cells.of(state).hexes
        left = {
            hex
            for area in areas.values()
            if isinstance(area, dict)
            for hex in cells.read_valid(area.get("hexes"))
        }
        left -= set(hexes)
        for _, lift in blocks_of(state, ("map", "lifts")):
            left |= cells.read_valid(lift.get("hex"))
        for key in block_of(level, "doors"):
            side = read_side(grid, key)
            if side is not None and {side.hex, grid.across(side)}.isdisjoint(left):
                draft.remove((*path, "doors", key))
        for side, index in berth_sides(grid, level.get("berths")).items():
            if not {side.hex, grid.across(side)} <= left:
                draft.remove((*path, "berths", index))
        return draft.edits()
