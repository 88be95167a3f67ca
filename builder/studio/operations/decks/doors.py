"""Doors and other openings in the walls of decks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from builder.geometry.hexgrid import Direction, HexGrid, Hexside
from builder.lint.finding import Edit
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.operations.operation import About, Operation, OperationError
from builder.studio.operations.things import block_of, level_of

_SIDE = re.compile(r"(\d{4,8})/(N|NE|SE|S|SW|NW)")


@dataclass(frozen=True, slots=True)
class SetDoor(Operation):
    """Set what is in the wall at hexsides: a kind of door, an opening, or nothing."""

    NAME: ClassVar = "set-door"
    MAPS: ClassVar = ("hex",)

    level: Annotated[str, About("Level of the walls", "level")]
    sides: Annotated[str, About("Hexsides, as in 0505/S 0605/N", "sides")]
    door: Annotated[
        Literal["none", "interior", "airtight", "open", "breach"],
        About("Door to set; open is a gap without a door, breach a hole, none a closed wall"),
    ]
    starts: Annotated[
        Literal["closed", "open", "broken"], About("How an interior or airtight door is at the start")
    ] = "closed"

    def edits(self, state: State) -> tuple[Edit, ...]:
        path, level = level_of(state, self.level, SetDoor)
        grid = Cells.of(state).hexes
        doors = block_of(level, "doors")
        written = {side: key for key in doors if (side := read_side(grid, key)) is not None}
        draft = state.draft()
        for text, side in read_sides(grid, self.sides).items():
            at = (*path, "doors", written.get(side, text))
            if self.door != "none":
                draft.set(at, self._value)
            elif side in written:
                draft.remove(at)
        return draft.edits()

    @property
    def _value(self) -> Any:
        if self.starts == "closed":
            return self.door
        if self.door not in ("interior", "airtight"):
            raise OperationError(f"only an interior or airtight door starts {self.starts}, not `{self.door}`")
        return {"kind": self.door, "starts": self.starts}


def read_side(grid: HexGrid, text: str) -> Hexside | None:
    """A hexside by its one name; None if the text names none on the map."""
    match = _SIDE.fullmatch(text)
    hex = grid.read(match[1]) if match else None
    return grid.hexside(hex, Direction(match[2])) if match and hex is not None else None


def read_sides(grid: HexGrid, text: str) -> dict[str, Hexside]:
    """The hexsides of a list, each once, by the words that name them.

    Raises:
        OperationError: a word names no hexside of the map.
    """
    sides: dict[Hexside, str] = {}
    for word in re.findall(r"[^\s,]+", text):
        side = read_side(grid, word)
        if side is None:
            raise OperationError(
                f"{word} is not a hexside of this map: use a hex and N, NE, SE, S, SW or NW, as in 0405/NE"
            )
        sides.setdefault(side, word)
    if not sides:
        raise OperationError("name at least one hexside, as in 0405/NE")
    return {word: side for side, word in sides.items()}
