"""Forces and their members."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from builder.lint.finding import Edit
from builder.studio.document import State
from builder.studio.operations.operation import About, Operation, OperationError
from builder.studio.operations.things import (
    block_with_id,
    find_block,
    new_id,
    new_member_id,
    require_entry,
    title_of,
    words_of,
)
from rulesdb.nearest import did_you_mean


@dataclass(frozen=True, slots=True)
class SetForce(Operation):
    """Add a force, or change what is given of one."""

    NAME: ClassVar = "set-force"

    id: Annotated[str, About("Id of the force", "force")]
    side: Annotated[str, About("Side of the force; required if it is new", "side")] = ""
    unit: Annotated[str, About("Unit of the game; required if it is new", "unit")] = ""
    title: Annotated[str, About("Title; from the id if left out")] = ""
    count: Annotated[int | None, About("Number of units")] = None
    text: Annotated[str, About("What its player has to know")] = ""
    data: Annotated[Any, About("Further keys, as in {roster: standard-preds}")] = None

    def edits(self, state: State) -> tuple[Edit, ...]:
        more = further_keys(self.data)
        sides = [side.id for side in state.game.sides]
        if self.side and self.side not in sides:
            raise OperationError(f"there is no side `{self.side}`: {did_you_mean(self.side, sides)}")
        if self.count is not None and self.count < 1:
            raise OperationError(f"count={self.count}: use a whole number from 1")
        unit = require_entry(state, "unit", self.unit) if self.unit else ""
        given: dict[str, Any] = {"title": self.title, "side": self.side, "unit": unit, "count": self.count}
        given |= {"text": self.text}
        new = {key: value for key, value in given.items() if value not in ("", None)} | more
        draft = state.draft()
        force = find_block(state, ("forces",), self.id)
        if force is not None:
            draft.put(force[0], new)
            return draft.edits()
        if not self.side or not self.unit:
            raise OperationError(f"there is no force `{self.id}`: a new one needs `side` and `unit`")
        new = {key: value for key, value in new.items() if value is not None}
        draft.append(("forces",), {"id": new_id(self.id), "title": title_of(self.id), **new})
        return draft.edits()


@dataclass(frozen=True, slots=True)
class SetMember(Operation):
    """Add a member to a force, or change what is given of one."""

    NAME: ClassVar = "set-member"

    force: Annotated[str, About("Force of the member", "force")]
    id: Annotated[str, About("Id of the member in the force", "member")]
    name: Annotated[str, About("Name; required if the member is new")] = ""
    row: Annotated[int | None, About("Row of the roster")] = None
    weapon: Annotated[str, About("Weapon in hand", "weapon")] = ""
    carries: Annotated[str | None, About("Weapons carried, as in net screecher; none empties it")] = None
    data: Annotated[Any, About("Further keys, as in {wounded: true}")] = None

    def edits(self, state: State) -> tuple[Edit, ...]:
        force, _ = block_with_id(state, ("forces",), self.force, "force")
        if self.row is not None and self.row < 1:
            raise OperationError(f"row={self.row}: use a whole number from 1")
        given: dict[str, Any] = {"name": self.name or None, "row": self.row}
        given |= {"weapon": require_entry(state, "weapon", self.weapon) if self.weapon else None}
        new = {key: value for key, value in given.items() if value is not None} | further_keys(self.data)
        if self.carries is not None:
            words = [] if self.carries == "none" else words_of(self.carries)
            new["carries"] = [require_entry(state, "weapon", word) for word in words] or None
        draft = state.draft()
        member = find_block(state, (*force, "members"), self.id)
        if member is not None:
            draft.put(member[0], new)
            return draft.edits()
        if not self.name:
            raise OperationError(f"force `{self.force}` has no member `{self.id}`: a new one needs `name`")
        row = {"row": new.pop("row")} if "row" in new else {}
        new = {key: value for key, value in new.items() if value is not None}
        draft.append((*force, "members"), {**row, "id": new_member_id(self.id), **new})
        return draft.edits()


def further_keys(data: Any) -> dict[str, Any]:
    """Further keys of a block; those with the value null are removed.

    Raises:
        OperationError: they are something else than a block.
    """
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise OperationError("data: use a block, as in {wounded: true}")
    return dict(data)
