"""The names in a scenario file that can be renamed or deleted, with everything that refers to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from builder.lint.finding import Edit
from builder.lsp.names import Name, find_name, force_of_members, kind_used_at, kinds_of_name, names_in
from builder.studio.document import State
from builder.studio.draft import Draft
from builder.studio.operations.operation import About, Operation, OperationError
from builder.studio.operations.things import block_of, blocks_of, new_id, new_member_id, value_at
from rulesdb.nearest import did_you_mean
from rulesdb.yaml_source import DataPath

Kind = Literal[
    "area",
    "level",
    "piece",
    "building",
    "tunnel end",
    "console",
    "force",
    "member",
    "squad",
    "zone",
    "objective",
    "vehicle",
    "special rule",
]


@dataclass(frozen=True, slots=True)
class Rename(Operation):
    """Give something another id, wherever the file names it."""

    NAME: ClassVar = "rename"

    kind: Annotated[Kind, About("What is renamed; a team is a member, a lift an area")]
    id: Annotated[str, About("Its id now", "thing")]
    to: Annotated[str, About("Its new id")]
    force: Annotated[str, About("Force of a member or squad, if several have one of this id", "force")] = ""

    def edits(self, state: State) -> tuple[Edit, ...]:
        draft = state.draft()
        if self.kind == "console":
            return self._console(state, draft)
        name = name_of(state, self.kind, self.id, self.force)
        new_member_id(self.to) if self.kind == "member" else new_id(self.to)
        if any(
            other.id == self.to and other.kind == name.kind and other.owner == name.owner
            for other in names_in(state.data)
        ):
            raise OperationError(f"there is already a {self.kind} `{self.to}`")
        if name.is_key:
            draft.rename(name.path, self.to)
        else:
            draft.set(name.path, self.to)
        for path in references_to(state, name):
            draft.set(path, self.to)
        for path in translations_of(state, name):
            draft.rename(path, self.to)
        return draft.edits()

    def _console(self, state: State, draft: Draft) -> tuple[Edit, ...]:
        """Rename a console: the lifts that it operates, and the translations of its name."""
        is_console = False
        for level, block in blocks_of(state, ("map", "levels")):
            consoles = block_of(block, "consoles")
            if self.to in consoles:
                raise OperationError(f"there is already a console `{self.to}`")
            if self.id in consoles:
                is_console = True
                draft.rename((*level, "consoles", self.id), self.to)
        if not is_console:
            raise OperationError(f"there is no console `{self.id}`")
        for path, lift in blocks_of(state, ("map", "lifts")):
            if lift.get("controls") == self.id:
                draft.set((*path, "controls"), self.to)
        for language in block_of(state.data, "texts"):
            path = ("texts", language, "names", self.id)
            if path in draft.source:
                draft.rename(path, self.to)
        return draft.edits()


@dataclass(frozen=True, slots=True)
class Delete(Operation):
    """Remove something, its set-up and its translations, and take it out of lists that name it.

    Conditions and effects that name it stay as they are; lint reports them.
    """

    NAME: ClassVar = "delete"

    kind: Annotated[Kind, About("What is removed; a team is a member, a lift an area")]
    id: Annotated[str, About("Its id", "thing")]
    force: Annotated[str, About("Force of a member or squad, if several have one of this id", "force")] = ""

    def edits(self, state: State) -> tuple[Edit, ...]:
        draft = state.draft()
        if self.kind == "console":
            levels = [
                (*path, "consoles", self.id)
                for path, level in blocks_of(state, ("map", "levels"))
                if self.id in block_of(level, "consoles")
            ]
            if not levels:
                raise OperationError(f"there is no console `{self.id}`")
            draft.remove(levels[0])
            return draft.edits()
        name = name_of(state, self.kind, self.id, self.force)
        definition = name.path if name.is_key else name.path[:-1]
        gone = {definition: None}
        for path in references_to(state, name):
            if path[: len(definition)] != definition and (whole := self._with_it(state, path)):
                gone[whole] = None
        for path in (*gone, *translations_of(state, name)):
            if not any(path != other and path[: len(other)] == other for other in gone):
                draft.remove(path)
        return draft.edits()

    def _with_it(self, state: State, path: DataPath) -> DataPath | None:
        """The path to remove together with a reference; None if the reference stays."""
        match path:
            case ("setup", "placements", _, "force" | "zone") | ("map", "hatches", _, "levels", _):
                return path[:3]
            case ("map", "lifts", _, "levels", _) if len(value_at(state.data, path[:-1])) < 3:
                return path[:3]
            case ("setup", "placements", _, "members", _) if self._is_last(state, path):
                return path[:3]
            case ("vehicles", _, "force"):
                return path[:2]
            case ("setup", "command_post") | ("forces", _, "rides_in"):
                return path
            case ("map", "tunnels", "tunnels", _, _):
                return path[:4]
            case (*_, int()):
                if self._is_last(state, path):
                    listed = value_at(state.data, path[:-2])
                    owner = listed.get("id", "") if isinstance(listed, dict) else ""
                    message = f"`{path[-2]}` of `{owner}` names nothing else: change it first"
                    raise OperationError(f"{self.kind} `{self.id}` is needed: {message}")
                return path
        return None

    def _is_last(self, state: State, path: DataPath) -> bool:
        names = value_at(state.data, path[:-1])
        return isinstance(names, list) and set(map(str, names)) == {self.id}


def name_of(state: State, kind: str, id: str, force: str) -> Name:
    """The name of a kind with an id.

    Raises:
        OperationError: there is none, or several forces have one.
    """
    names = [name for name in names_in(state.data) if name.kind == kind]
    matching = [name for name in names if name.id == id and (not name.owner or force in ("", name.owner))]
    if not matching and force and any(name.id == id for name in names):
        raise OperationError(f"force `{force}` has no {kind} `{id}`")
    if not matching:
        raise OperationError(f"there is no {kind} `{id}`: {did_you_mean(id, (name.id for name in names))}")
    if len({name.owner for name in matching}) > 1:
        owners = " or ".join(f"`{name.owner}`" for name in matching)
        raise OperationError(f"several forces have a {kind} `{id}`: add force={owners}")
    return matching[0]


def references_to(state: State, name: Name) -> Iterator[DataPath]:
    """The paths of all values that refer to a name."""
    data = state.data
    for path, _ in state.source.value_spans():
        if not path or value_at(data, path) != name.id or path == name.path:
            continue
        kind = kind_used_at(path if isinstance(path[-1], str) or kind_used_at(path) else path[:-1])
        if not kind or name.kind not in kinds_of_name(kind):
            continue
        if name.owner:
            if _owner_at(data, path) == name.owner:
                yield path
        elif find_name(data, kind, name.id) == name:
            yield path


def translations_of(state: State, name: Name) -> Iterator[DataPath]:
    """The paths of the blocks that translate what a name names."""
    definition = name.path if name.is_key else name.path[:-1]
    parts: list[str | int] = []
    for length, part in enumerate(definition, 1):
        item = value_at(state.data, definition[:length])
        is_named = isinstance(part, int) and isinstance(item, dict) and "id" in item
        parts.append(str(item["id"]) if is_named else part)
    for language in block_of(state.data, "texts"):
        path = ("texts", language, *parts)
        if path in state.source:
            yield path


def _owner_at(data: Any, path: DataPath) -> str:
    """The force whose member a value names."""
    block = value_at(data, path[:-1] if isinstance(path[-1], str) else path[:-2])
    named = ""
    if isinstance(block, dict):
        forces = {str(item.get("id")) for item in data.get("forces") or () if isinstance(item, dict)}
        near = (
            block.get(key) for key in ("force", "who", "standing", "lost", "movement", "picks_up", "arrives")
        )
        named = next((value for value in near if isinstance(value, str) and value in forces), "")
    return force_of_members(data, path, named)
