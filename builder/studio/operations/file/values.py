"""Any value of a file, by its path in ids: set, remove and reorder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from builder.lint.finding import Edit
from builder.lint.redraft import CannotKeep
from builder.studio.document import State
from builder.studio.operations.operation import About, Operation, OperationError
from builder.studio.operations.things import value_at
from rulesdb.nearest import did_you_mean
from rulesdb.yaml_source import DataPath

_END = "+"
_PATH = "Keys and ids joined by slashes, as in forces/crew/members/01/weapon"


@dataclass(frozen=True, slots=True)
class SetValue(Operation):
    """Set any value, or add a key or an item; lists are addressed by id or by number from 0, + is the end."""

    NAME: ClassVar = "set-value"

    path: Annotated[str, About(_PATH, "path")]
    value: Annotated[Any, About("The new value")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        path, rest = split_path(state, self.path)
        draft = state.draft()
        if not rest:
            draft.set(path, self.value)
        elif rest[0] == _END and isinstance(value_at(state.data, path), list) and len(rest) == 1:
            draft.append(path, self.value)
        elif rest[-1] == _END:
            draft.append((*path, *rest[:-1]), self.value)
        else:
            draft.set((*path, *rest), self.value)
        return draft.edits()


@dataclass(frozen=True, slots=True)
class RemoveValue(Operation):
    """Remove any key or item; blocks around it that are empty then disappear if they are optional."""

    NAME: ClassVar = "remove-value"

    path: Annotated[str, About(_PATH, "path")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        draft = state.draft()
        draft.remove(existing_path(state, self.path))
        return draft.edits()


@dataclass(frozen=True, slots=True)
class MoveItem(Operation):
    """Move an item of a list to another place in it, with the comments above it."""

    NAME: ClassVar = "move-item"

    path: Annotated[str, About("Item of a list, as in schedule/events/0", "path")]
    to: Annotated[int, About("Its new number in the list, from 0")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        path = existing_path(state, self.path)
        index, listed = path[-1], value_at(state.data, path[:-1])
        if not isinstance(index, int):
            raise OperationError(f"{self.path} is not an item of a list")
        if not 0 <= self.to < len(listed):
            raise OperationError(f"to={self.to}: the list has the numbers 0 to {len(listed) - 1}")
        order = [number for number in range(len(listed)) if number != index]
        order.insert(self.to, index)
        draft = state.draft()
        if self.to == index:
            return ()
        if draft.layout.is_flow(path[:-1]):
            draft.set(path[:-1], [listed[number] for number in order])
            return draft.edits()
        edit, _ = draft.layout.reorder(path[:-1], order)
        if edit is None:
            raise CannotKeep(path[:-1], "its items cannot be moved as lines")
        return (edit,)


def existing_path(state: State, text: str) -> DataPath:
    """The path of a value that exists.

    Raises:
        OperationError: it does not.
    """
    path, rest = split_path(state, text)
    if rest or not path:
        around = value_at(state.data, path)
        keys = list(around) if isinstance(around, dict) else _ids(around)
        raise OperationError(f"there is no {text}: {did_you_mean('/'.join(rest), keys)}")
    return path


def split_path(state: State, text: str) -> tuple[DataPath, tuple[str, ...]]:
    """The part of a path that exists, and the keys of the rest.

    A key with slashes, such as a hexside, is found if it exists; the last new key of a block of hexsides may
    have one, too.

    Raises:
        OperationError: it leads through something that has no keys, or names an unknown item of a list.
    """
    parts = [part for part in text.strip("/").split("/") if part]
    path: DataPath = ()
    value = state.data
    while parts:
        step: tuple[str | int, int] | None = None
        if isinstance(value, dict):
            joined = ["/".join(parts[:length]) for length in range(len(parts), 0, -1)]
            key = next((name for name in joined if name in value), None)
            step = (key, key.count("/") + 1) if key is not None else None
            if step is None:
                is_side = path and path[-1] in ("doors", "obstacles") and len(parts) == 2
                return path, ("/".join(parts),) if is_side else tuple(parts)
        elif isinstance(value, list):
            if parts == [_END]:
                return path, (_END,)
            ids = _ids(value)
            number = int(parts[0]) if parts[0].isdigit() else -1
            index = ids.index(parts[0]) if parts[0] in ids else number
            if not 0 <= index < len(value):
                where = "/".join(map(str, path))
                raise OperationError(f"{where} has no item `{parts[0]}`: {did_you_mean(parts[0], ids)}")
            step = (index, 1)
        if step is None:
            raise OperationError(f"{'/'.join(map(str, path))} is a single value; it has no `{parts[0]}`")
        path, parts = (*path, step[0]), parts[step[1] :]
        value = value_at(state.data, path)
    return path, ()


def _ids(value: Any) -> list[str]:
    """The ids of the items of a list, or the items if they are texts."""
    items = value if isinstance(value, list) else ()
    return [str(item.get("id")) if isinstance(item, dict) else str(item) for item in items]
