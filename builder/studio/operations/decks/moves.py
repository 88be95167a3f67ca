"""Moving what stands in the rooms of decks, and the ways between levels."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from builder.geometry.hexgrid import Numbers
from builder.lint.finding import Edit
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.draft import Draft
from builder.studio.operations.decks.levels import read_hex
from builder.studio.operations.operation import About, Operation, OperationError
from builder.studio.operations.things import block_of, blocks_of, level_of, value_at
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True)
class MoveFitting(Operation):
    """Move machinery, a locker or a hatch to another hex of its level."""

    NAME: ClassVar = "move-fitting"
    MAPS: ClassVar = ("hex",)

    level: Annotated[str, About("Level on which it is", "level")]
    kind: Annotated[Literal["machinery", "locker", "hatch"], About("What is moved")]
    hex: Annotated[str, About("Hex where it is", "hex")]
    to: Annotated[str, About("Hex where it goes", "hex")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        path, level = level_of(state, self.level, MoveFitting)
        start, end = read_hex(state, self.hex), read_hex(state, self.to)
        draft = state.draft()
        if start == end:
            return ()
        cells = Cells.of(state)
        (old,), (new,) = cells.read(start), cells.read(end)
        if self.kind == "hatch":
            self._hatches(state, draft, end)
        elif self.kind == "locker" and isinstance(level.get("lockers"), dict):
            self._locker(level["lockers"], draft, path, end)
        elif self.kind == "locker":
            self._in_list(draft, cells, (*path, "lockers"), old, new)
        else:
            lists = [(*path, "machinery", key) for key in block_of(level, "machinery")]
            holders = [each for each in lists if old in cells.read_valid(value_at(state.data, each))]
            if not holders:
                raise OperationError(self._absence)
            for each in lists:
                # What was in the new hex is replaced, so that it has one kind of machinery.
                if each in holders:
                    cells.change(draft, each, {old}, {new})
                elif not cells.take(draft, each, {new}):
                    draft.remove(each)
        return draft.edits()

    @property
    def _absence(self) -> str:
        return f"there is no {self.kind} in hex {self.hex} of level `{self.level}`"

    def _hatches(self, state: State, draft: Draft, end: str) -> None:
        here = [
            path
            for path, hatch in blocks_of(state, ("map", "hatches"))
            if str(hatch.get("hex")) == self.hex and self.level in (hatch.get("levels") or ())
        ]
        if not here:
            raise OperationError(self._absence)
        for path in here:
            draft.set((*path, "hex"), end)

    def _locker(self, lockers: Collection[str], draft: Draft, path: DataPath, end: str) -> None:
        if self.hex not in lockers:
            raise OperationError(self._absence)
        if end in lockers:
            raise OperationError(f"there is already a locker in hex {end}")
        draft.rename((*path, "lockers", self.hex), end)

    def _in_list(self, draft: Draft, cells: Cells, path: DataPath, old: Numbers, new: Numbers) -> None:
        if path not in draft.source or old not in cells.read_valid(draft.source_value(path)):
            raise OperationError(self._absence)
        cells.change(draft, path, {old}, {new})
