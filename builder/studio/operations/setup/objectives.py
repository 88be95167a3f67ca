"""Objectives, and moving of whatever has one place on the map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from builder.lint.finding import Edit
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.operations.decks.levels import read_hex, read_levels
from builder.studio.operations.operation import About, Operation, OperationError, Point
from builder.studio.operations.table.shapes import moved, rounded, shape_of
from builder.studio.operations.things import block_with_id, find_block, new_id, title_of
from rulesdb.nearest import did_you_mean
from rulesdb.yaml_source import DataPath


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
        found = find_block(state, ("objectives",), self.id)
        if found is not None:
            for key, value in new.items():
                draft.set((*found[0], key), value)
            return draft.edits()
        if not self.side or not self.text or not {"hex", "dot", "at"} & set(place):
            message = "a new one needs `side`, `text` and a place"
            raise OperationError(f"there is no objective `{self.id}`: {message}")
        if state.kind_name == "hex" and not self.level:
            raise OperationError(f"there is no objective `{self.id}`: a new one needs `level`")
        draft.append(("objectives",), {"id": new_id(self.id), "title": title_of(self.id), **new})
        return draft.edits()


_PLACED: dict[str, DataPath] = {
    "piece": ("map", "pieces"),
    "zone": ("setup", "zones"),
    "objective": ("objectives",),
    "vehicle": ("vehicles",),
    "entrance": ("map", "tunnels", "entrances"),
    "chamber": ("map", "tunnels", "chambers"),
    "junction": ("map", "tunnels", "junctions"),
}


@dataclass(frozen=True, slots=True)
class Move(Operation):
    """Move a piece, zone, objective, vehicle or end of a tunnel.

    On a table it moves by a distance or to a point; on hexes and dots, only objectives and vehicles move.
    """

    NAME: ClassVar = "move"

    kind: Annotated[
        Literal["piece", "zone", "objective", "vehicle", "entrance", "chamber", "junction"],
        About("What is moved"),
    ]
    id: Annotated[str, About("Its id", "thing")]
    by: Annotated[Point | None, About("Distance east and south on a table")] = None
    at: Annotated[Point | None, About("Its new place on a table; a shape's first point goes there")] = None
    spot: Annotated[str, About("Its new hex or dot", "spot")] = ""
    level: Annotated[str, About("Its new level on decks", "level")] = ""

    def edits(self, state: State) -> tuple[Edit, ...]:
        path, thing = block_with_id(state, _PLACED[self.kind], self.id, self.kind)
        draft = state.draft()
        if state.kind_name != "table":
            if self.by is not None or self.at is not None or self.kind not in ("objective", "vehicle"):
                raise OperationError(
                    f"a {self.kind} on this map is moved by its hexes or dots: paint it instead"
                )
            if "hexes" in thing and self.spot:
                cells = Cells.of(state)
                draft.set((*path, "hexes"), " ".join(cells.words(cells.read(self.spot))))
                return self._on_level(state, draft, path)
            place = place_values(state, self.spot, None, "")
            for key, value in place.items():
                draft.set((*path, key), value)
            return self._on_level(state, draft, path)
        if (self.by is None) == (self.at is None) or self.spot or self.level:
            raise OperationError("on a table, give `by` or `at`")
        shape = ("at", [thing["at"]]) if isinstance(thing.get("at"), list) else shape_of(thing)
        if shape is None:
            raise OperationError(f"{self.kind} `{self.id}` has no place on the map")
        name, values = shape
        first = values[0] if isinstance(values[0], list) else values[:2]
        by = self.by if self.by is not None else self._way_to(first)
        new = moved("line" if name == "at" else name, values, by)
        draft.set((*path, name), new[0] if name == "at" else new)
        return draft.edits()

    def _way_to(self, first: Any) -> Point:
        assert self.at is not None
        return self.at[0] - first[0], self.at[1] - first[1]

    def _on_level(self, state: State, draft: Any, path: DataPath) -> tuple[Edit, ...]:
        if self.level:
            draft.set((*path, "level"), read_levels(state, self.level)[0])
        edits: tuple[Edit, ...] = draft.edits()
        return edits


def place_values(state: State, spot: str, at: Point | None, level: str) -> dict[str, Any]:
    """The keys that say where something is, for the kind of map; empty if no place is given.

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
