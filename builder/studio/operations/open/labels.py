"""Names printed on open country and on maps of dots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from builder.lint.finding import Edit
from builder.studio.document import State
from builder.studio.operations.decks.levels import read_hex
from builder.studio.operations.operation import About, Operation, OperationError, require_map


@dataclass(frozen=True, slots=True)
class SetLabel(Operation):
    """Print a name at a hex or dot, move it there, or remove it."""

    NAME: ClassVar = "set-label"
    MAPS: ClassVar = ("land", "dots")

    name: Annotated[str, About("The name", "label")]
    spot: Annotated[str, About("Hex or dot of the name; none removes it", "spot")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, SetLabel)
        base = ("map", "land", "labels") if state.kind_name == "land" else ("map", "labels")
        draft = state.draft()
        if self.spot != "none":
            draft.set((*base, self.name), read_hex(state, self.spot))
        elif (*base, self.name) in draft.source:
            draft.remove((*base, self.name))
        else:
            raise OperationError(f"there is no label `{self.name}`")
        return draft.edits()
