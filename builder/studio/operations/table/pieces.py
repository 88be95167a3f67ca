"""Pieces of terrain on a table, and their vertices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from builder.lint.finding import Edit
from builder.studio.document import State
from builder.studio.draft import Draft
from builder.studio.operations.operation import (
    About,
    Numbers,
    Operation,
    OperationError,
    Point,
    Points,
    require_map,
)
from builder.studio.operations.table.shapes import Vertices, rounded, rounded_number, shape_of, shape_values
from builder.studio.operations.things import (
    block_with_id,
    blocks_of,
    find_block,
    new_id,
    require_entry,
    title_of,
)
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True)
class PlacePiece(Operation):
    """Add a piece of terrain to a table, or change what is given of one."""

    NAME: ClassVar = "place-piece"
    MAPS: ClassVar = ("table",)

    id: Annotated[str, About("Id of the piece", "piece")]
    terrain: Annotated[str, About("Terrain of the game; required if it is new", "terrain")] = ""
    name: Annotated[str, About("Name on the map; from the id if left out")] = ""
    circle: Annotated[Numbers, About("Center and radius, as in 36,24,5")] = ()
    rectangle: Annotated[Numbers, About("North-west corner, width and depth, as in 10,10,6,4")] = ()
    polygon: Annotated[Points, About("Corners in order, as in 4,4 22,6 18,16")] = ()
    line: Annotated[Points, About("Points in order, as in 30,30 46,30")] = ()
    thickness: Annotated[float | None, About("Width of a line")] = None
    height: Annotated[float | None, About("Height, if it matters")] = None

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, PlacePiece)
        shape = shape_values(state, self.circle, self.rectangle, self.polygon, self.line)
        has_shape = any(shape.values())
        more = {"thickness": self.thickness, "height": self.height}
        terrain = require_entry(state, "terrain", self.terrain) if self.terrain else ""
        given: dict[str, Any] = {"name": self.name, "terrain": terrain, **shape}
        given |= {key: rounded_number(value) for key, value in more.items() if value is not None}
        new = {key: value for key, value in given.items() if value}
        draft = state.draft()
        piece_block = find_block(state, ("map", "pieces"), self.id)
        if piece_block is None:
            if not self.terrain or not has_shape:
                message = "a new one needs `terrain` and a shape: circle, rectangle, polygon or line"
                raise OperationError(f"there is no piece `{self.id}`: {message}")
            draft.append(("map", "pieces"), {"id": new_id(self.id), "name": title_of(self.id), **new})
            return draft.edits()
        at, piece = piece_block
        if has_shape:
            replace_shape(draft, at, piece, shape)
        for key, value in new.items():
            if key not in shape:
                draft.set((*at, key), value)
        return draft.edits()


@dataclass(frozen=True, slots=True)
class MoveVertex(Operation):
    """Move, add or remove a vertex of a piece, zone or tunnel."""

    NAME: ClassVar = "move-vertex"
    MAPS: ClassVar = ("table",)

    kind: Annotated[Literal["piece", "zone", "tunnel"], About("What has the vertex")]
    id: Annotated[str, About("Id of the piece or zone; a tunnel's ends, as in entrance-1/fork-1", "shape")]
    vertex: Annotated[int, About("Number of the vertex, from 0")]
    to: Annotated[Point | None, About("Where it goes; left out to remove it")] = None
    insert: Annotated[bool, About("Whether a new vertex is added before this one")] = False

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, MoveVertex)
        draft = state.draft()
        if self.kind == "tunnel":
            return self._tunnel(state)
        path = ("map", "pieces") if self.kind == "piece" else ("setup", "zones")
        at, thing = block_with_id(state, path, self.id, self.kind)
        shape = shape_of(thing)
        if shape is None:
            raise OperationError(f"{self.kind} `{self.id}` has no shape")
        draft.set((*at, shape[0]), self._changed(Vertices(*shape)))
        return draft.edits()

    def _changed(self, vertices: Vertices) -> list[Any]:
        if self.to is None:
            return vertices.remove(self.vertex)
        change = vertices.insert if self.insert else vertices.set
        return change(self.vertex, self.to)

    def _tunnel(self, state: State) -> tuple[Edit, ...]:
        """The edits of the points of a tunnel between its ends."""
        draft = state.draft()
        for at, tunnel in blocks_of(state, ("map", "tunnels", "tunnels")):
            if f"{tunnel.get('from')}/{tunnel.get('to')}" == self.id:
                via = list(tunnel.get("via") or ())
                if not 0 <= self.vertex < len(via) + self.insert:
                    message = f"this tunnel has {len(via)} points between its ends"
                    raise OperationError(f"vertex={self.vertex}: {message}")
                new = [] if self.to is None else [rounded(self.to)]
                via[self.vertex : self.vertex + (not self.insert)] = new
                draft.put(at, {"via": via or None})
                return draft.edits()
        raise OperationError(f"there is no tunnel `{self.id}`: name its ends, as in entrance-1/fork-1")


def replace_shape(draft: Draft, at: DataPath, thing: Mapping[str, Any], shape: Mapping[str, Any]) -> None:
    """Give a thing another shape: in place if it is of the same kind, otherwise after its other keys."""
    old = shape_of(thing)
    name, values = next((name, values) for name, values in shape.items() if values)
    if old is not None and old[0] != name:
        draft.remove((*at, old[0]))
        if old[0] == "line" and "thickness" in thing:
            draft.remove((*at, "thickness"))
    draft.set((*at, name), values)
