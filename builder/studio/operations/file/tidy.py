"""Lists of hexes and dots, written with few words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, ClassVar

from builder.lint.finding import Edit
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.operations.file.values import existing_path
from builder.studio.operations.operation import About, Operation
from builder.studio.operations.things import value_at

_LIST = re.compile(r"\d{4,8}(?:-\d{4,8})?(?:[ ,]+\d{4,8}(?:-\d{4,8})?)+")
# The dots of a tunnel are in the order of the way through it.
_ORDERED = ("map", "tunnels")


@dataclass(frozen=True, slots=True)
class Tidy(Operation):
    """Write lists of hexes or dots with as few words as they need, if they have more."""

    NAME: ClassVar = "tidy"
    MAPS: ClassVar = ("hex", "land", "dots")

    path: Annotated[str, About("Part of the file to tidy; all of it if left out", "path")] = ""

    def edits(self, state: State) -> tuple[Edit, ...]:
        base = existing_path(state, self.path) if self.path else ()
        cells = Cells.of(state)
        draft = state.draft()
        for path, _ in state.source.value_spans():
            text = value_at(state.data, path)
            is_list = isinstance(text, str) and _LIST.fullmatch(text)
            if not is_list or path[: len(base)] != base or path[:2] == _ORDERED or path[0] == "texts":
                continue
            if all(cells.grid.read_block(word) for word in re.findall(r"[^\s,]+", text)):
                cells.replace(draft, path, cells.read_valid(text))
        return draft.edits()
