"""Rooms and corridors: their hexes, painted one by one or in a stroke."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from builder.boards.deck_structure import OUTSIDE
from builder.geometry.hexgrid import Numbers
from builder.lint.finding import Edit
from builder.lint.redraft import Redraft
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.operations.decks.doors import read_side
from builder.studio.operations.operation import About, Operation, OperationError
from builder.studio.operations.things import block_of, level_of, new_id
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True)
class PaintArea(Operation):
    """Give hexes to an area; the areas that had them lose them.

    An area that does not exist yet is added, with a name from its id. One that would lose its last hex is
    removed, also from the zones that name it; a zone that has no other area gets the new one. Doors that
    would be inside the area are removed.
    """

    NAME: ClassVar = "paint-area"
    MAPS: ClassVar = ("hex",)

    level: Annotated[str, About("Level to paint on", "level")]
    area: Annotated[str, About("Id of the area that gets the hexes", "area")]
    hexes: Annotated[str, About("Hexes and blocks of hexes, as in 0204-0406 0501", "hexes")]
    name: Annotated[str, About("Name of the area, if it is new")] = ""
    kind: Annotated[
        Literal["room", "corridor", "airlock", "bay"], About("What the area is, if it is new")
    ] = "room"

    def edits(self, state: State) -> tuple[Edit, ...]:
        path, level = level_of(state, self.level, PaintArea)
        cells = Cells.of(state)
        hexes = cells.read(self.hexes)
        draft = state.draft()
        areas = block_of(level, "areas")
        take_hexes(draft, cells, (*path, "areas"), areas, hexes, heir=self.area)
        at = (*path, "areas", self.area)
        if self.area in areas:
            cells.add(draft, (*at, "hexes"), hexes)
        else:
            refuse_id_in_use(state, self.area)
            name = self.name or self.area.replace("-", " ").title()
            new = {"name": name, "kind": self.kind, "hexes": " ".join(cells.words(hexes))}
            if self.kind == "room":
                del new["kind"]
            draft.set(at, new)
        self._remove_doors(draft, cells, path, level, set(hexes))
        return draft.edits()

    def _remove_doors(
        self, draft: Redraft, cells: Cells, path: DataPath, level: Mapping[str, Any], hexes: set[Numbers]
    ) -> None:
        """Remove the doors that would be inside the area, where there is no wall anymore."""
        area = block_of(level, "areas").get(self.area)
        inside = hexes | cells.read_valid(area.get("hexes") if isinstance(area, dict) else "")
        for key in block_of(level, "doors"):
            side = read_side(cells.hexes, key)
            if side is not None:
                both = {side.hex, cells.hexes.across(side)}
                if both <= inside and not both.isdisjoint(hexes):
                    draft.remove((*path, "doors", key))


def take_hexes(
    draft: Redraft,
    cells: Cells,
    path: DataPath,
    areas: Collection[str],
    hexes: Collection[Numbers],
    heir: str = "",
) -> None:
    """Take hexes from the areas of a level except the ``heir``; an area that has none left is removed."""
    for id in areas:
        at = (*path, id, "hexes")
        if id != heir and at in draft.source and not cells.take(draft, at, hexes):
            remove_area(draft, (*path, id), heir)


def remove_area(draft: Redraft, path: DataPath, heir: str = "") -> None:
    """Remove an area, and its name from the zones that list it and from the translations.

    A zone that has no other area gets the ``heir``.

    Raises:
        OperationError: a zone has no other area, and there is no heir.
    """
    id = path[-1]
    draft.remove(path)
    data = draft.source.data
    setup = data.get("setup") if isinstance(data.get("setup"), dict) else {}
    for index, zone in enumerate(setup.get("zones") or ()):
        names = zone.get("areas") if isinstance(zone, dict) else None
        if isinstance(names, list) and id in names:
            if set(names) == {id} and heir:
                draft.set(("setup", "zones", index, "areas"), [heir])
                continue
            if set(names) == {id}:
                message = f"area `{id}` is all of zone `{zone.get('id')}`: change that zone first"
                raise OperationError(message)
            for number, name in enumerate(names):
                if name == id:
                    draft.remove(("setup", "zones", index, "areas", number))
    level = data["map"]["levels"][path[2]].get("id")
    for language in data.get("texts") or ():
        translated = ("texts", language, "map", "levels", level, "areas", id)
        if translated in draft.source:
            draft.remove(translated)


def refuse_id_in_use(state: State, id: str) -> None:
    """Refuse the id of a lift, or of an area on any level.

    Raises:
        OperationError: the id is in use, or the file cannot have it.
    """
    if new_id(id) == OUTSIDE:
        raise OperationError(f"`{OUTSIDE}` is the space around the map: use another id")
    for level in state.map.get("levels") or ():
        if isinstance(level, dict) and id in block_of(level, "areas"):
            raise OperationError(f"there is an area `{id}` on level `{level.get('id')}`: use another id")
    if any(isinstance(lift, dict) and lift.get("id") == id for lift in state.map.get("lifts") or ()):
        raise OperationError(f"there is a lift `{id}`: use another id")
