"""Zones: where forces set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from builder.lint.finding import Edit
from builder.scenario.map_kinds import KINDS
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.operations.decks.levels import read_levels
from builder.studio.operations.operation import About, Numbers, Operation, OperationError, Points
from builder.studio.operations.table.shapes import shape_values
from builder.studio.operations.things import (
    block_of,
    block_with_id,
    blocks_of,
    find_block,
    new_id,
    title_of,
    words_of,
)
from rulesdb.nearest import did_you_mean


@dataclass(frozen=True, slots=True)
class PlaceZone(Operation):
    """Add a zone, or change what is given of one: its title, or its part of the map."""

    NAME: ClassVar = "place-zone"

    id: Annotated[str, About("Id of the zone", "zone")]
    title: Annotated[str, About("Title on the map; from the id if left out")] = ""
    areas: Annotated[str, About("Areas of decks, as in cryo quarters", "areas")] = ""
    level: Annotated[str, About("Level of the hexes", "level")] = ""
    spots: Annotated[str, About("Hexes or dots, and blocks of them", "spots")] = ""
    circle: Annotated[Numbers, About("Center and radius on a table")] = ()
    rectangle: Annotated[Numbers, About("North-west corner, width and depth on a table")] = ()
    polygon: Annotated[Points, About("Corners on a table, in order")] = ()

    def edits(self, state: State) -> tuple[Edit, ...]:
        place = self._place(state)
        draft = state.draft()
        path = ("setup", "zones")
        zone_block = find_block(state, path, self.id)
        if zone_block is None:
            if not place:
                keys = KINDS[state.kind_name].zone_keys if state.kind_name in KINDS else ()
                raise OperationError(
                    f"there is no zone `{self.id}`: a new one needs a place on the map ({' or '.join(keys)})"
                )
            draft.append(path, {"id": new_id(self.id), "title": self.title or title_of(self.id), **place})
            return draft.edits()
        at, zone = zone_block
        if self.title:
            draft.set((*at, "title"), self.title)
        if place:
            stale = {"areas", "hexes", "level", "dots", "circle", "rectangle", "polygon"} - set(place)
            for key in zone:
                if key in stale:
                    draft.remove((*at, key))
            for key, value in place.items():
                draft.set((*at, key), value)
        return draft.edits()

    def _place(self, state: State) -> dict[str, Any]:
        """The keys for the place of the zone; empty if no place is given."""
        shape = shape_values(state, self.circle, self.rectangle, self.polygon, ())
        shapes = {key: value for key, value in shape.items() if value}
        given = [bool(self.areas), bool(self.spots), bool(shapes)]
        kind = state.kind_name
        allowed = [kind == "hex", kind != "table", kind == "table"]
        if sum(given) > 1 or any(one and not other for one, other in zip(given, allowed, strict=True)):
            accepted = " or ".join(KINDS[kind].zone_keys) if kind in KINDS else "nothing"
            raise OperationError(f"a zone on a map of kind {kind or '?'} has {accepted}")
        if self.areas:
            return {"areas": read_areas(state, self.areas)}
        if self.spots:
            cells = Cells.of(state)
            text = " ".join(cells.words(cells.read(self.spots)))
            level = {"level": read_levels(state, self.level)[0]} if self.level else {}
            return {**level, "dots" if kind == "dots" else "hexes": text}
        return shapes


@dataclass(frozen=True, slots=True)
class PaintZone(Operation):
    """Give hexes or dots to a zone, or take them from it."""

    NAME: ClassVar = "paint-zone"
    MAPS: ClassVar = ("hex", "land", "dots")

    zone: Annotated[str, About("Id of the zone", "zone")]
    spots: Annotated[str, About("Hexes or dots, and blocks of them", "spots")]
    take: Annotated[bool, About("Whether they are taken from the zone")] = False

    def edits(self, state: State) -> tuple[Edit, ...]:
        at, zone = block_with_id(state, ("setup", "zones"), self.zone, "zone")
        key = "dots" if state.kind_name == "dots" else "hexes"
        if key not in zone:
            raise OperationError(f"zone `{self.zone}` is not made of {key}: use place-zone to change it")
        cells = Cells.of(state)
        spots = cells.read(self.spots)
        draft = state.draft()
        if not self.take:
            cells.add(draft, (*at, key), spots)
        elif not cells.take(draft, (*at, key), spots):
            raise OperationError(f"zone `{self.zone}` would be empty")
        return draft.edits()


def read_areas(state: State, text: str) -> list[str]:
    """The ids of areas in a list.

    Raises:
        OperationError: one of them is no area.
    """
    ids = [id for _, level in blocks_of(state, ("map", "levels")) for id in block_of(level, "areas")]
    ids += [str(lift.get("id")) for _, lift in blocks_of(state, ("map", "lifts"))]
    words = words_of(text)
    for word in words:
        if word not in ids:
            raise OperationError(f"there is no area `{word}`: {did_you_mean(word, ids)}")
    return words
