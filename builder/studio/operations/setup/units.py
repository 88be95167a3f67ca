"""Placements: who sets up where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from builder.lint.finding import Edit
from builder.studio.document import State
from builder.studio.operations.operation import About, Operation, OperationError
from builder.studio.operations.things import block_with_id, blocks_of, words_of
from rulesdb.yaml_source import DataPath

_SETUP = ("setup", "placements")


@dataclass(frozen=True, slots=True)
class PlaceUnit(Operation):
    """Set up a force, or some of its members, in a zone."""

    NAME: ClassVar = "place-unit"

    force: Annotated[str, About("Force that sets up", "force")]
    zone: Annotated[str, About("Zone where it sets up", "zone")]
    members: Annotated[str, About("Members, teams or squads, as in 03 06; all if left out", "members")] = ""
    posture: Annotated[Literal["", "standing", "prone"], About("Posture, if the scenario sets it")] = ""
    facing: Annotated[str, About("Facing, if the scenario sets it", "facing")] = ""
    text: Annotated[str, About("What else players have to know")] = ""

    def edits(self, state: State) -> tuple[Edit, ...]:
        block_with_id(state, ("forces",), self.force, "force")
        block_with_id(state, ("setup", "zones"), self.zone, "zone")
        members = words_of(self.members)
        draft = state.draft()
        more = {"members": members, "facing": self.facing, "posture": self.posture, "text": self.text}
        given = {key: value for key, value in more.items() if value}
        for at, placement in blocks_of(state, _SETUP):
            if is_placement(placement, self.force, self.zone) and set(placement.get("members") or ()) == set(
                members
            ):
                for key, value in given.items():
                    draft.set((*at, key), value)
                return draft.edits()
        draft.append(_SETUP, {"force": self.force, "zone": self.zone, **given})
        return draft.edits()


@dataclass(frozen=True, slots=True)
class MoveUnit(Operation):
    """Move a force, or some of its members, from the zone where they set up to another one.

    Members who move alone leave their old placement; one that nobody is left in is removed.
    """

    NAME: ClassVar = "move-unit"

    force: Annotated[str, About("Force that sets up", "force")]
    zone: Annotated[str, About("Zone where it sets up now", "zone")]
    to: Annotated[str, About("Zone where it sets up from now on", "zone")]
    members: Annotated[str, About("Members of the placement who move; all if left out", "members")] = ""

    def edits(self, state: State) -> tuple[Edit, ...]:
        block_with_id(state, ("setup", "zones"), self.to, "zone")
        wanted = words_of(self.members)
        draft = state.draft()
        placements = [
            (at, item) for at, item in blocks_of(state, _SETUP) if is_placement(item, self.force, self.zone)
        ]
        for at, item in placements:
            listed = [str(name) for name in item.get("members") or ()]
            if not wanted or set(wanted) == set(listed):
                draft.set((*at, "zone"), self.to)
                return draft.edits()
            if set(wanted) <= set(listed):
                for index, name in enumerate(listed):
                    if name in wanted:
                        draft.remove((*at, "members", index))
                self._join(state, draft, wanted)
                return draft.edits()
        raise OperationError(self._absence(placements))

    def _join(self, state: State, draft: Any, members: list[str]) -> None:
        """Put members into a placement of the force in the new zone, or into one of their own."""
        for at, item in blocks_of(state, _SETUP):
            if is_placement(item, self.force, self.to) and item.get("members"):
                for name in members:
                    draft.append((*at, "members"), name)
                return
        draft.append(_SETUP, {"force": self.force, "zone": self.to, "members": members})

    def _absence(self, placements: list[tuple[DataPath, Mapping[str, Any]]]) -> str:
        if not placements:
            return f"force `{self.force}` does not set up in zone `{self.zone}`"
        return f"no placement of `{self.force}` in zone `{self.zone}` names {self.members}"


def is_placement(item: Mapping[str, Any], force: str, zone: str) -> bool:
    """Whether a placement is of a force in a zone."""
    return str(item.get("force")) == force and str(item.get("zone")) == zone
