"""Copying, moving and pasting pieces of terrain on a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.geometry.gridmove import Mirror
from builder.lint.finding import Edit
from builder.studio.document import State
from builder.studio.operations.operation import OperationError, Point
from builder.studio.operations.table.shapes import Vertices, moved, rounded, shape_of
from builder.studio.operations.things import blocks_of, free_id
from rulesdb.yaml_source import DataPath

_PIECES = ("map", "pieces")


def table_part(state: State, box: Sequence[float]) -> dict[str, Any]:
    """The pieces that are wholly in a box, as JSON.

    Raises:
        OperationError: there is none.
    """
    pieces = [dict(piece) for _, piece in _pieces_in(state, box)]
    if not pieces:
        raise OperationError("there are no pieces of terrain in this box")
    return {"kind": "table", "box": rounded(box), "pieces": pieces}


def copy_on_table(
    state: State, box: Sequence[float], at: Point, mirror: Mirror, *, is_move: bool
) -> tuple[Edit, ...]:
    """The edits that copy or move the pieces in a box; a move takes along objectives and vehicles in it."""
    part = table_part(state, box)
    if not is_move:
        return paste_on_table(state, part, at, mirror)
    draft = state.draft()
    for path, piece in _pieces_in(state, box):
        name, values = _shape(piece)
        draft.set((*path, name), _placed(name, values, box, at, mirror))
    for base in (("objectives",), ("vehicles",)):
        for path, thing in blocks_of(state, base):
            if isinstance(thing.get("at"), list) and _is_in([thing["at"]], box):
                draft.set((*path, "at"), _placed("line", [thing["at"]], box, at, mirror)[0])
    return draft.edits()


def paste_on_table(state: State, part: Mapping[str, Any], at: Point, mirror: Mirror) -> tuple[Edit, ...]:
    """The edits that add copies of pieces, with ids and names of their own.

    Raises:
        OperationError: the part is not one of a table.
    """
    try:
        box = [float(value) for value in part["box"]]
        pieces = [dict(piece) for piece in part["pieces"]]
        placed = [(piece, *_shape(piece)) for piece in pieces]
        _, _, _, _ = box
    except (KeyError, TypeError, ValueError) as error:
        raise OperationError("part: use what copying a part of a map gives") from error
    used = {str(piece.get("id")) for _, piece in blocks_of(state, _PIECES)}
    draft = state.draft()
    for piece, name, values in placed:
        piece["id"], number = free_id(str(piece.get("id")), used, "-")
        if number and piece.get("name"):
            piece["name"] = f"{piece['name']} {number}"
        used.add(piece["id"])
        draft.append(_PIECES, {**piece, name: _placed(name, values, box, at, mirror)})
    return draft.edits()


def _pieces_in(state: State, box: Sequence[float]) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    for path, piece in blocks_of(state, _PIECES):
        shape = shape_of(piece)
        if shape is not None and _is_in(_extent(*shape), box):
            yield path, piece


def _shape(piece: Mapping[str, Any]) -> tuple[str, list[Any]]:
    shape = shape_of(piece)
    if shape is None:
        raise OperationError(f"piece `{piece.get('id')}` has no shape")
    return shape


def _extent(name: str, values: Sequence[Any]) -> list[Point]:
    """Points that are in a box if and only if the shape is."""
    if name == "circle":
        x, y, radius = values
        return [(x - radius, y - radius), (x + radius, y + radius)]
    return Vertices(name, values).points


def _is_in(points: Sequence[Sequence[float]], box: Sequence[float]) -> bool:
    west, north, width, depth = box
    return all(west <= x <= west + width and north <= y <= north + depth for x, y in points)


def _placed(name: str, values: Sequence[Any], box: Sequence[float], at: Point, mirror: Mirror) -> list[Any]:
    """A shape that is mirrored in its box, whose corner then goes to a point."""
    west, north, width, depth = box

    def turned(x: float, y: float, wide: float = 0, deep: float = 0) -> Point:
        return (
            2 * west + width - x - wide if mirror.is_across else x,
            2 * north + depth - y - deep if mirror.is_down else y,
        )

    by = (at[0] - west, at[1] - north)
    if name == "circle":
        shape: list[Any] = [*turned(*values[:2]), values[2]]
    elif name == "rectangle":
        shape = [*turned(*values), *values[2:]]
    else:
        shape = [turned(x, y) for x, y in values]
    return moved(name, shape, by)
