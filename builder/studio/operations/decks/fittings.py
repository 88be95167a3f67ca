"""Fittings in the rooms of decks: machinery, lockers, consoles and berths."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from builder.geometry.hexgrid import HexGrid, Hexside, Numbers
from builder.lint.finding import Edit
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.draft import Draft
from builder.studio.operations.decks.doors import read_side, read_sides
from builder.studio.operations.decks.levels import read_hex
from builder.studio.operations.operation import About, Operation, OperationError
from builder.studio.operations.things import block_of, level_of
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True)
class SetMachinery(Operation):
    """Set the machinery in hexes, or remove it."""

    NAME: ClassVar = "set-machinery"
    MAPS: ClassVar = ("hex",)

    level: Annotated[str, About("Level of the hexes", "level")]
    hexes: Annotated[str, About("Hexes and blocks of hexes", "hexes")]
    kind: Annotated[
        Literal["obstructing", "explosive", "none"], About("Kind of machinery; none removes it")
    ] = "obstructing"
    damaged: Annotated[bool, About("Whether it is damaged at the start")] = False

    def edits(self, state: State) -> tuple[Edit, ...]:
        path, level = level_of(state, self.level, SetMachinery)
        cells = Cells.of(state)
        hexes = cells.read(self.hexes)
        draft = state.draft()
        machinery = block_of(level, "machinery")
        wanted = {self.kind} | ({"damaged"} if self.damaged and self.kind != "none" else set())
        if wanted != {"none"}:
            for key in ("obstructing", "explosive", "damaged"):
                if key in wanted:
                    cells.add(draft, (*path, "machinery", key), hexes)
        take_spots(draft, cells, (*path, "machinery"), [key for key in machinery if key not in wanted], hexes)
        return draft.edits()


@dataclass(frozen=True, slots=True)
class SetLocker(Operation):
    """Put spacesuit lockers into hexes, or remove them."""

    NAME: ClassVar = "set-locker"
    MAPS: ClassVar = ("hex",)

    level: Annotated[str, About("Level of the hexes", "level")]
    hexes: Annotated[str, About("Hexes and blocks of hexes", "hexes")]
    there: Annotated[bool, About("Whether there is a locker")] = True

    def edits(self, state: State) -> tuple[Edit, ...]:
        path, level = level_of(state, self.level, SetLocker)
        cells = Cells.of(state)
        hexes = cells.read(self.hexes)
        draft = state.draft()
        lockers = level.get("lockers")
        at = (*path, "lockers")
        if isinstance(lockers, dict):
            for hex in hexes:
                label = cells.grid.label(hex)
                if self.there and label not in lockers:
                    draft.set((*at, label), {})
                elif not self.there and label in lockers:
                    draft.remove((*at, label))
        elif self.there:
            cells.add(draft, at, hexes)
        elif lockers is not None and not cells.take(draft, at, hexes):
            draft.remove(at)
        return draft.edits()


@dataclass(frozen=True, slots=True)
class SetConsole(Operation):
    """Put a console into a hex, move it there, or remove it."""

    NAME: ClassVar = "set-console"
    MAPS: ClassVar = ("hex",)

    level: Annotated[str, About("Level of the console", "level")]
    name: Annotated[str, About("What the console controls", "console")]
    hex: Annotated[str, About("Hex of the console; none removes it", "hex")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        path, level = level_of(state, self.level, SetConsole)
        draft = state.draft()
        at = (*path, "consoles", self.name)
        if self.hex != "none":
            draft.set(at, read_hex(state, self.hex))
        elif self.name in block_of(level, "consoles"):
            draft.remove(at)
        else:
            raise OperationError(f"there is no console `{self.name}` on level `{self.level}`")
        return draft.edits()


@dataclass(frozen=True, slots=True)
class SetBerth(Operation):
    """Put berths for sleepers at hexsides, or remove them."""

    NAME: ClassVar = "set-berth"
    MAPS: ClassVar = ("hex",)

    level: Annotated[str, About("Level of the hexsides", "level")]
    sides: Annotated[str, About("Hexsides, as in 1202/S 1302/S", "sides")]
    there: Annotated[bool, About("Whether there is a berth")] = True

    def edits(self, state: State) -> tuple[Edit, ...]:
        path, level = level_of(state, self.level, SetBerth)
        grid = Cells.of(state).hexes
        berths = level.get("berths")
        written = berth_sides(grid, berths)
        draft = state.draft()
        for text, side in read_sides(grid, self.sides).items():
            if self.there and side not in written:
                draft.append((*path, "berths"), text)
            elif not self.there and side in written:
                draft.remove((*path, "berths", written[side]))
        return draft.edits()


def berth_sides(grid: HexGrid, berths: Any) -> Mapping[Hexside, int]:
    """The hexsides of a list of berths, with their numbers in the list."""
    listed = enumerate(berths if isinstance(berths, list) else ())
    return {side: index for index, text in listed if (side := read_side(grid, str(text))) is not None}


def take_spots(
    draft: Draft, cells: Cells, path: DataPath, keys: Collection[str], spots: Collection[Numbers]
) -> None:
    """Take hexes or dots from some lists of a block; a list that has none left is removed."""
    for key in keys:
        if not cells.take(draft, (*path, key), spots):
            draft.remove((*path, key))
