"""Random operations that fit a scenario, most of the time."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from builder.lsp.names import names_in
from builder.studio.document import State
from builder.studio.operations import operation_from_json, operations_for
from builder.studio.operations.operation import FormField, Operation
from builder.studio.operations.parts.copies import part_of
from builder.studio.selection.handles import handles_of

_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")


def random_operation(state: State, rng: random.Random, name: str = "") -> Operation:
    """An operation of some kind for the scenario's map, or of the one that is named."""
    kinds = operations_for(state.kind_name)
    kind = next((kind for kind in kinds if name == kind.NAME), None) or rng.choice(kinds)
    values: dict[str, Any] = {"op": kind.NAME}
    fields = {field.name: field for field in kind.form()}
    if "kind" in fields and "id" in fields:
        values |= _thing(state, rng, fields["kind"].options)
    if kind.NAME == "move-unit":
        placement = rng.choice(state.data["setup"]["placements"] or [{"force": "x", "zone": "x"}])
        values |= {"force": placement["force"], "zone": placement["zone"]}
    if kind.NAME == "move-fitting":
        values |= _fitting(state, rng)
    if kind.NAME == "move-marker":
        values |= {"marker": "fire", "dot": "0806"}
    if kind.NAME in ("copy-part", "paste-part"):
        values |= _part(state, rng, kind.NAME)
    if kind.NAME == "paint-piece":
        values["terrain"] = _entry("terrain")(state, rng)
    for field in kind.form():
        is_here = field.name not in _NOT_HERE[state.kind_name] | set(values)
        if is_here and (field.is_required or rng.random() < 0.4):
            values[field.name] = _value(state, rng, field)
    if state.kind_name == "table" and kind.NAME in ("place-piece", "place-zone"):
        shapes = {"circle", "rectangle", "polygon", "line"} & set(fields)
        for shape in shapes:
            values.pop(shape, None)
        shape = rng.choice(sorted(shapes))
        values[shape] = _SHAPES[shape](rng)
    return operation_from_json(values)


# The fields of places on other kinds of map.
_NOT_HERE: Mapping[str, set[str]] = {
    "hex": {"box", "circle", "rectangle", "polygon", "line", "at", "by", "floor"},
    "land": {
        "box",
        "start",
        "to_level",
        "circle",
        "rectangle",
        "polygon",
        "line",
        "at",
        "by",
        "floor",
        "level",
        "areas",
    },
    "dots": {
        "box",
        "start",
        "to_level",
        "circle",
        "rectangle",
        "polygon",
        "line",
        "at",
        "by",
        "level",
        "areas",
    },
    "table": {"to_level", "spots", "spot", "start", "level", "areas", "floor"},
}


def _thing(state: State, rng: random.Random, kinds: Sequence[str]) -> dict[str, Any]:
    """The kind and id of something that the scenario has."""
    tunnels = ("entrance", "chamber", "junction")
    names = [name for name in names_in(state.data) if name.kind in kinds]
    things = [{"kind": name.kind, "id": name.id} for name in names]
    for kind in set(kinds) & set(tunnels):
        listed = state.map.get("tunnels")
        items = listed.get(f"{kind}s", ()) if isinstance(listed, dict) else ()
        things += [{"kind": kind, "id": item["id"]} for item in items]
    return rng.choice(things) if things else {"kind": kinds[0], "id": "nobody"}


def _fitting(state: State, rng: random.Random) -> dict[str, Any]:
    """The level, kind and hex of something that moves to another hex."""
    level = rng.choice(state.map["levels"])
    handles = [handle.op for handle in handles_of(state, level["id"]).handles]
    moves = [op for op in handles if op["op"] == "move-fitting"]
    op = rng.choice(moves) if moves else {"level": level["id"], "kind": "locker", "hex": "0101"}
    return {name: op[name] for name in ("level", "kind", "hex")}


def _part(state: State, rng: random.Random, name: str) -> dict[str, Any]:
    """A part of the map and where it goes, of a copy or of what is pasted."""
    levels = [level["id"] for level in state.map.get("levels", ())] or [""]
    level, goal = rng.choice(levels), rng.choice(levels)
    if state.kind_name == "table":
        # What is pasted has some piece at least.
        box, spots = [0, 0, 500, 500] if name == "paste-part" else [*_point(rng), 24, 24], ""
        place: dict[str, Any] = {"at": _point(rng)}
    else:
        box, spots = [], _cells(state, rng)
        place = {
            "spot": _cell(state, rng),
            **({"level": goal if name == "paste-part" else level} if level else {}),
        }
    if name == "paste-part":
        return {"part": part_of(state, level, spots, box), **place}
    if level and rng.random() < 0.5:
        place["to_level"] = goal
    return {**({"box": box} if box else {"spots": spots}), **place}


def _cell(state: State, rng: random.Random) -> str:
    return f"{rng.randint(1, state.map['columns']):02d}{rng.randint(1, state.map['rows']):02d}"


def _cells(state: State, rng: random.Random) -> str:
    if rng.random() < 0.3:
        column, row = rng.randint(1, state.map["columns"]), rng.randint(1, state.map["rows"])
        east, south = (
            min(state.map["columns"], column + rng.randint(0, 3)),
            min(state.map["rows"], row + rng.randint(0, 3)),
        )
        return f"{column:02d}{row:02d}-{east:02d}{south:02d}"
    return " ".join(_cell(state, rng) for _ in range(rng.randint(1, 5)))


def _edges(state: State, rng: random.Random) -> str:
    column, row = rng.randint(1, state.map["columns"] - 1), rng.randint(1, state.map["rows"] - 1)
    south = min(state.map["rows"], row + rng.randint(0, 3))
    if rng.random() < 0.5:
        west, east = (f"{x:02d}{row:02d}-{x:02d}{south:02d}" for x in (column, column + 1))
        return f"{west}/{east}"
    return f"{column:02d}{row:02d}/{column:02d}{row + 1:02d}"


def _ids(kind: str) -> Callable[[State, random.Random], str]:
    def pick(state: State, rng: random.Random) -> str:
        names = [name.id for name in names_in(state.data) if name.kind == kind]
        return rng.choice(names) if names and rng.random() < 0.85 else "new-one"

    return pick


def _entry(kind: str) -> Callable[[State, random.Random], str]:
    return lambda state, rng: rng.choice([entry.slug for entry in state.game.of_kind(kind)] or ["none"])


def _path(state: State, rng: random.Random) -> str:
    paths = [path for path, _ in state.source.value_spans() if len(path) > 1 and path[0] != "scenario"]
    return "/".join(map(str, rng.choice(paths)))


_CHOICES: Mapping[str, Callable[[State, random.Random], Any]] = {
    "level": _ids("level"),
    "levels": lambda state, rng: (
        "upper lower"
        if rng.random() < 0.5
        else " ".join(name.id for name in names_in(state.data) if name.kind == "level")
    ),
    "area": _ids("area"),
    "areas": _ids("area"),
    "lift": lambda state, rng: rng.choice(
        [lift["id"] for lift in state.map.get("lifts", ())] or ["new-lift"]
    ),
    "zone": _ids("zone"),
    "force": _ids("force"),
    "member": lambda state, rng: rng.choice(["01", "03", "A", "X9"]),
    "members": lambda state, rng: rng.choice(["03", "A", "03 06", "B C"]),
    "objective": _ids("objective"),
    "piece": _ids("piece"),
    "shape": _ids("piece"),
    "console": lambda state, rng: rng.choice(["Helm", "Air plant", "New console"]),
    "label": lambda state, rng: rng.choice(["Quay", "To Pell", "A new: label"]),
    "hexes": _cells,
    "spots": _cells,
    "dots": _cells,
    "hex": _cell,
    "spot": _cell,
    "sides": lambda state, rng: " ".join(
        f"{_cell(state, rng)}/{rng.choice(_DIRECTIONS)}" for _ in range(rng.randint(1, 3))
    ),
    "edges": _edges,
    "terrain": _entry("terrain"),
    "marker": lambda state, rng: rng.choice(["fire", "smoke"]),
    "unit": _entry("unit"),
    "weapon": _entry("weapon"),
    "side": lambda state, rng: rng.choice([side.id for side in state.game.sides]),
    "path": _path,
    "toughness": lambda state, rng: "heavy",
    "facing": lambda state, rng: "N",
}
_SHAPES: Mapping[str, Callable[[random.Random], Any]] = {
    "circle": lambda rng: [*_point(rng), 3.5],
    "rectangle": lambda rng: [*_point(rng), 6, 4],
    "polygon": lambda rng: [_point(rng) for _ in range(4)],
    "line": lambda rng: [_point(rng) for _ in range(3)],
}


def _point(rng: random.Random) -> list[float]:
    return [rng.randint(0, 120) / 4, rng.randint(0, 120) / 4]


def _value(state: State, rng: random.Random, field: FormField) -> Any:
    if field.options:
        return rng.choice(field.options)
    if field.choices in _CHOICES and rng.random() < 0.95:
        return _CHOICES[field.choices](state, rng)
    match field.type:
        case "integer":
            return rng.randint(0, 4)
        case "number":
            return rng.randint(1, 12) / 4
        case "boolean":
            return rng.random() < 0.5
        case "point":
            return _point(rng)
        case "points":
            return [_point(rng) for _ in range(3)]
        case "data":
            values = ["text", 3, {"text": "More: of it"}, ["a", "b"], True]
            return rng.choice(values if field.name == "value" else [{"text": "More: of it"}])
        case _:
            return rng.choice(["new-one", "X1", "A word", "It's a text: 5 # or so"])
