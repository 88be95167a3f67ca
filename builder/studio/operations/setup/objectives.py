"""Objectives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from builder.lint.finding import Edit
from builder.studio.document import State
from builder.studio.operations.decks.levels import read_hex, read_levels
from builder.studio.operations.operation import About, Operation, OperationError, Point
from builder.studio.operations.table.shapes import rounded
from builder.studio.operations.things import find_block, new_id, title_of
from rulesdb.nearest import did_you_mean


@dataclass(frozen=True, slots=True)
class PlaceObjective(Operation):
    """Add an objective, or change what is given of one."""

    NAME: ClassVar = "place-objective"

    id: Annotated[str, About("Id of the objective", "objective")]
    side: Annotated[str, About("Side that wants it; required if it is new", "side")] = ""
    spot: Annotated[str, About("Its hex or dot", "spot")] = ""
    at: Annotated[Point | None, About("Its place on a table")] = None
    level: Annotated[str, About("Its level on decks", "level")] = ""
    floor: Annotated[int | None, About("Its floor in a building")] = None
    title: Annotated[str, About("Title; from the id if left out")] = ""
    text: Annotated[str, About("What has to be done there; required if it is new")] = ""

    def edits(self, state: State) -> tuple[Edit, ...]:
        place = place_values(state, self.spot, self.at, self.level)
        given: dict[str, Any] = {"title": self.title, "side": self.side, **place}
        given |= {"floor": self.floor, "text": self.text}
        new = {key: value for key, value in given.items() if value not in ("", None)}
        if self.side and self.side not in (sides := [side.id for side in state.game.sides]):
            raise OperationError(f"there is no side `{self.side}`: {did_you_mean(self.side, sides)}")
        draft = state.draft()
        objective = find_block(state, ("objectives",), self.id)
        if objective is not None:
            for key, value in new.items():
                draft.set((*objective[0], key), value)
            return draft.edits()
        if not self.side or not self.text or not {"hex", "dot", "at"} & set(place):
            message = "a new one needs `side`, `text` and a place"
            raise OperationError(f"there is no objective `{self.id}`: {message}")
        if state.kind_name == "hex" and not self.level:
            raise OperationError(f"there is no objective `{self.id}`: a new one needs `level`")
        draft.append(("objectives",), {"id": new_id(self.id), "title": title_of(self.id), **new})
        return draft.edits()


def place_values(state: State, spot: str, at: Point | None, level: str) -> dict[str, Any]:
    """The keys for a place on the kind of map; empty if no place is given.

    Raises:
        OperationError: the place is of another kind of map, or not on this one.
    """
    kind = state.kind_name
    if (spot and kind == "table") or (at is not None and kind != "table") or (level and kind != "hex"):
        key = {"table": "at", "dots": "spot (a dot)", "hex": "level and spot (a hex)"}.get(
            kind, "spot (a hex)"
        )
        raise OperationError(f"a place on this map is given by {key}")
    place: dict[str, Any] = {"level": read_levels(state, level)[0]} if level else {}
    if spot:
        place["dot" if kind == "dots" else "hex"] = read_hex(state, spot)
    if at is not None:
        place["at"] = rounded(at)
    return place
