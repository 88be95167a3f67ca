"""Levels of decks and floors, and the ways between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from builder.lint.finding import Edit
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.operations.decks.areas import refuse_id_in_use
from builder.studio.operations.operation import About, Operation, OperationError, require_map
from builder.studio.operations.things import block_with_id, blocks_of, find_block, new_id, title_of, words_of


@dataclass(frozen=True, slots=True)
class AddLevel(Operation):
    """Add a level with its first area."""

    NAME: ClassVar = "add-level"
    MAPS: ClassVar = ("hex",)

    id: Annotated[str, About("Id of the new level")]
    area: Annotated[str, About("Id of its first area")]
    hexes: Annotated[str, About("Hexes of that area", "hexes")]
    title: Annotated[str, About("Title of the level; from its id if left out")] = ""
    below: Annotated[str, About("Level above the new one; the lowest if left out", "level")] = ""

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, AddLevel)
        levels = list(blocks_of(state, ("map", "levels")))
        if find_block(state, ("map", "levels"), self.id):
            raise OperationError(f"there is already a level `{self.id}`")
        refuse_id_in_use(state, self.area)
        index = len(levels)
        if self.below:
            above, _ = block_with_id(state, ("map", "levels"), self.below, "level")
            index = int(above[-1]) + 1
        cells = Cells.of(state)
        hexes = " ".join(cells.words(cells.read(self.hexes)))
        areas = {self.area: {"name": title_of(self.area), "hexes": hexes}}
        draft = state.draft()
        draft.insert(
            ("map", "levels"),
            index,
            {"id": new_id(self.id), "title": self.title or title_of(self.id), "areas": areas},
        )
        return draft.edits()


@dataclass(frozen=True, slots=True)
class SetHatch(Operation):
    """Set the hatch or stairs between two levels at a hex, or remove them."""

    NAME: ClassVar = "set-hatch"
    MAPS: ClassVar = ("hex",)

    hex: Annotated[str, About("Hex of the hatch, the same on both levels", "hex")]
    levels: Annotated[str, About("The two levels, as in upper lower", "levels")]
    kind: Annotated[Literal["hatch", "stairs", "none"], About("What is there; none removes it")] = "hatch"

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, SetHatch)
        hex, levels = read_hex(state, self.hex), read_levels(state, self.levels)
        if len(levels) != 2:
            raise OperationError(f"levels={self.levels}: a hatch joins two levels")
        draft = state.draft()
        for path, hatch in blocks_of(state, ("map", "hatches")):
            joined = hatch.get("levels")
            if str(hatch.get("hex")) == hex and isinstance(joined, list) and set(joined) == set(levels):
                if self.kind == "none":
                    draft.remove(path)
                else:
                    draft.put(path, {"kind": "stairs" if self.kind == "stairs" else None})
                return draft.edits()
        if self.kind != "none":
            kind = {"kind": "stairs"} if self.kind == "stairs" else {}
            draft.append(("map", "hatches"), {**kind, "hex": hex, "levels": levels})
        return draft.edits()


@dataclass(frozen=True, slots=True)
class SetLift(Operation):
    """Add a lift, or move it and change what is given."""

    NAME: ClassVar = "set-lift"
    MAPS: ClassVar = ("hex",)

    id: Annotated[str, About("Id of the lift", "lift")]
    hexes: Annotated[str, About("Hex of the shaft, or all hexes of a cargo lift", "hexes")] = ""
    levels: Annotated[str, About("Levels that it stops at, top first", "levels")] = ""
    starts: Annotated[str, About("Level where it is at the start; the first if left out", "level")] = ""
    name: Annotated[str, About("Name on the map; from the id if left out")] = ""
    controls: Annotated[str, About("Console that operates a cargo lift", "console")] = ""

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, SetLift)
        cells = Cells.of(state)
        draft = state.draft()
        levels = read_levels(state, self.levels) if self.levels else None
        if levels is not None and len(set(levels)) < 2:
            raise OperationError(f"levels={self.levels}: a lift stops at two levels or more")
        starts = read_levels(state, self.starts)[0] if self.starts else None
        hexes = " ".join(cells.words(cells.read(self.hexes))) if self.hexes else None
        old_lift = find_block(state, ("map", "lifts"), self.id)
        if old_lift is not None:
            new = {"name": self.name, "hex": hexes, "levels": levels, "starts": starts}
            for key, value in (new | {"controls": self.controls}).items():
                if value:
                    draft.set((*old_lift[0], key), value)
            return draft.edits()
        refuse_id_in_use(state, self.id)
        if hexes is None or levels is None:
            raise OperationError(f"there is no lift `{self.id}`: a new one needs `hexes` and `levels`")
        lift: dict[str, Any] = {"id": self.id, "name": self.name or title_of(self.id), "hex": hexes}
        lift |= {"levels": levels, "starts": starts or levels[0]}
        if self.controls:
            lift["controls"] = self.controls
        draft.append(("map", "lifts"), lift)
        return draft.edits()


def read_levels(state: State, text: str) -> list[str]:
    """The ids of levels in a list.

    Raises:
        OperationError: one of them is no level.
    """
    ids = words_of(text)
    for id in ids:
        block_with_id(state, ("map", "levels"), id, "level")
    return ids


def read_hex(state: State, text: str) -> str:
    """The number of one hex or dot on the map.

    Raises:
        OperationError: there is no such hex or dot, or there are several.
    """
    cells = Cells.of(state)
    hexes = cells.read(text)
    if len(hexes) != 1:
        raise OperationError(f"{text}: name one {cells.noun}")
    return text.strip()
