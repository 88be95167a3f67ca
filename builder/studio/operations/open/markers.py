"""Markers of the game that are on a map of dots when the game begins, such as fire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from builder.lint.finding import Edit
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.operations.operation import About, Operation, OperationError, require_map
from builder.studio.operations.things import block_of, require_entry


@dataclass(frozen=True, slots=True)
class SetMarker(Operation):
    """Put a marker of the game on dots, or take it away."""

    NAME: ClassVar = "set-marker"
    MAPS: ClassVar = ("dots",)

    marker: Annotated[str, About("Marker of the game, such as fire", "marker")]
    dots: Annotated[str, About("Dots and blocks of dots", "dots")]
    there: Annotated[bool, About("Whether the marker is there")] = True

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, SetMarker)
        cells = Cells.of(state)
        dots = cells.read(self.dots)
        path = ("map", "markers", require_entry(state, "marker", self.marker))
        draft = state.draft()
        if self.there:
            cells.add(draft, path, dots)
        elif path in draft.source and not cells.take(draft, path, dots):
            draft.remove(path)
        return draft.edits()


@dataclass(frozen=True, slots=True)
class MoveMarker(Operation):
    """Move a marker from one dot to another."""

    NAME: ClassVar = "move-marker"
    MAPS: ClassVar = ("dots",)

    marker: Annotated[str, About("Marker of the game, such as fire", "marker")]
    dot: Annotated[str, About("Dot where it is", "spot")]
    to: Annotated[str, About("Dot where it goes", "spot")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, MoveMarker)
        cells = Cells.of(state)
        old, new = cells.read(self.dot), cells.read(self.to)
        path = ("map", "markers", self.marker)
        marked = cells.read_valid(block_of(state.map, "markers").get(self.marker, ""))
        if len(old) != 1 or not set(old) <= marked:
            raise OperationError(f"there is no marker `{self.marker}` on dot {self.dot}")
        if len(new) != 1:
            raise OperationError(f"{self.to}: name one dot")
        draft = state.draft()
        cells.change(draft, path, old, new)
        return draft.edits()
