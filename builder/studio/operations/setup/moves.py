"""Moving things with one place on the map, or with a shape or cells that move together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from builder.geometry.gridmove import GridMove
from builder.lint.finding import Edit
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.draft import Draft
from builder.studio.operations.decks.levels import read_levels
from builder.studio.operations.operation import About, Operation, OperationError, Point
from builder.studio.operations.setup.objectives import place_values
from builder.studio.operations.table.shapes import moved, shape_of
from builder.studio.operations.things import block_with_id
from rulesdb.yaml_source import DataPath

_PLACED: Mapping[str, DataPath] = {
    "piece": ("map", "pieces"),
    "building": ("map", "buildings"),
    "lift": ("map", "lifts"),
    "zone": ("setup", "zones"),
    "objective": ("objectives",),
    "vehicle": ("vehicles",),
    "entrance": ("map", "tunnels", "entrances"),
    "chamber": ("map", "tunnels", "chambers"),
    "junction": ("map", "tunnels", "junctions"),
}
# The keys of lists of cells that move together.
_LISTS = ("hexes", "dots", "stairs")


@dataclass(frozen=True, slots=True)
class Move(Operation):
    """Move a piece, building, lift, zone, objective, vehicle or end of a tunnel.

    On a table it moves by a distance or to a point. On hexes and dots, what has one place goes to ``spot``.
    What has several moves as it is, so that its hex or dot ``start`` goes there.
    """

    NAME: ClassVar = "move"

    kind: Annotated[
        Literal[
            "piece", "building", "lift", "zone", "objective", "vehicle", "entrance", "chamber", "junction"
        ],
        About("What is moved"),
    ]
    id: Annotated[str, About("Its id", "thing")]
    by: Annotated[Point | None, About("Distance east and south on a table")] = None
    at: Annotated[Point | None, About("Its new place on a table; a shape's first point goes there")] = None
    spot: Annotated[str, About("Its new hex or dot", "spot")] = ""
    start: Annotated[
        str, About("Hex or dot of it that goes to the new one; its first if left out", "spot")
    ] = ""
    level: Annotated[str, About("Its new level on decks", "level")] = ""

    def edits(self, state: State) -> tuple[Edit, ...]:
        path, thing = block_with_id(state, _PLACED[self.kind], self.id, self.kind)
        draft = state.draft()
        if state.kind_name == "table":
            self._on_table(draft, path, thing)
        else:
            self._on_cells(state, draft, path, thing)
        return draft.edits()

    def _on_table(self, draft: Draft, path: DataPath, thing: Mapping[str, Any]) -> None:
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

    def _way_to(self, first: Any) -> Point:
        assert self.at is not None
        return self.at[0] - first[0], self.at[1] - first[1]

    def _on_cells(self, state: State, draft: Draft, path: DataPath, thing: Mapping[str, Any]) -> None:
        if self.by is not None or self.at is not None:
            raise OperationError(f"a {self.kind} on this map is moved to a hex or dot: give `spot`")
        lists = [key for key in _LISTS if key in thing]
        if self.kind == "lift":
            lists = ["hex"]
        if self.spot and lists:
            self._shift(state, draft, path, thing, lists)
        elif self.spot:
            if self.kind in ("zone", "piece", "building"):
                raise OperationError(f"{self.kind} `{self.id}` has no hexes or dots of its own to move")
            for key, value in place_values(state, self.spot, None, "").items():
                draft.set((*path, key), value)
        if self.level:
            draft.set((*path, "level"), read_levels(state, self.level)[0])

    def _shift(
        self, state: State, draft: Draft, path: DataPath, thing: Mapping[str, Any], lists: list[str]
    ) -> None:
        """Move the lists of cells as one figure.

        Raises:
            OperationError: it would leave the map, or ``start`` is not a part of it.
        """
        cells = Cells.of(state)
        figure = cells.read_valid(thing[lists[0]])
        start = next(iter(cells.read(self.start)), None) if self.start else min(figure, default=None)
        (end, *more) = cells.read(self.spot)
        if start is None or start not in figure:
            raise OperationError(f"{self.kind} `{self.id}` is not in {cells.noun} {self.start}")
        if more:
            raise OperationError(f"{self.spot}: name one {cells.noun}")
        move = GridMove(start, end, is_hexes=state.kind_name != "dots")
        for key in lists:
            new = cells.moved(cells.read_valid(thing[key]), move)
            draft.set((*path, key), " ".join(cells.words(new)))
