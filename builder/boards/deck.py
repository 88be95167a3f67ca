"""Decks: hexes on one or more levels, in rooms with walls and doors between them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from builder.boards.board import Named, NamedRegion, Overlap, View
from builder.boards.deck_fronts import front_words
from builder.boards.deck_ground import DeckGround
from builder.boards.deck_moves import DeckMoves
from builder.boards.deck_parts import Area, Berth, Door, Feature, Hatch, Level, Lift, Passage
from builder.boards.deck_structure import OUTSIDE, AreaLink, Boundary, find_boundaries, link_kind
from builder.boards.deck_traits import deck_parts, place_traits
from builder.boards.hex_board import HexBoard
from builder.boards.hull_moves import HullMoves
from builder.boards.moves import Mover
from builder.boards.parts import Part
from builder.boards.spots import Place, Region
from builder.geometry.hexgrid import Direction, Hex, HexGrid, Hexside
from builder.geometry.hexlayout import HexLayout
from builder.geometry.paths import connected_groups
from builder.geometry.sight import Segment, sees
from rulesdb import Entry, InputError, Ruleset
from rulesdb.conditions import Trait

if TYPE_CHECKING:
    from builder.boards.cells.cells import Cells


@dataclass(frozen=True)
class HexMap(HexBoard):
    """Numbered hexes on one or more levels.

    ``site`` is ``ship`` or ``base``, if the file gives it. ``shut_down_at`` are the points of structural
    damage at which a compartment shuts down, 0 if the game has no such rule. ``docks`` are hexes of vehicles
    outside that make a breach in the first round, each with the hex behind it.
    """

    kind: ClassVar[str] = "hex"
    title: str
    grid: HexGrid
    hex_size: float
    outside: str
    inside: str
    levels: tuple[Level, ...]
    areas: Mapping[str, Area]
    doors: Mapping[tuple[int, Hexside], Door]
    hatches: tuple[Hatch, ...]
    lifts: tuple[Lift, ...]
    features: tuple[Feature, ...]
    area_at: Mapping[Place, str]
    area_overlaps: tuple[tuple[Place, str, str], ...]
    site: str = ""
    shut_down_at: int = 0
    docks: tuple[tuple[Place, Place], ...] = ()
    berths: tuple[Berth, ...] = ()

    @functools.cached_property
    def boundaries(self) -> tuple[Boundary, ...]:
        """Every boundary hexside once, level by level, in the order of the hexes."""
        return find_boundaries(self)

    def air(self, area: str) -> str:
        """The atmosphere of an area, or of the outside."""
        return self.outside if area == OUTSIDE else self.areas[area].atmosphere

    def passage(self, door: Door, here: str, there: str) -> Passage:
        """How a door between two areas is passed; a bay is emptied of air before its outer door opens.

        Source: bug-hunter 303.1B, 303.2, 315.4, 316.1
        """
        if not door.is_sealed or self.air(here) == self.air(there):
            return Passage.FREE
        if OUTSIDE in (here, there) and any(
            lift.controls and lift.id in (here, there) for lift in self.lifts
        ):
            return Passage.EXIT
        kinds = {OUTSIDE if area == OUTSIDE else self.areas[area].kind for area in (here, there)}
        return Passage.CYCLE if "airlock" in kinds or kinds == {"bay", OUTSIDE} else Passage.SHUT

    def can_open(self, link: AreaLink) -> bool:
        """Whether a connection between areas is open or can be opened."""
        return link.door is None or self.passage(link.door, link.here, link.there) is not Passage.SHUT

    @functools.cached_property
    def links(self) -> tuple[AreaLink, ...]:
        """Every connection between areas, or with the outside, that is not solid wall."""
        links: list[AreaLink] = []
        for level, side, here, there, door in self.boundaries:
            if door is not None:
                links.append(AreaLink(here, there, link_kind(door), self.ends(level, side), door))
        for hatch in self.hatches:
            upper, lower = (Place(level, hatch.hex) for level in hatch.levels)
            if upper in self.area_at and lower in self.area_at:
                links.append(AreaLink(self.area_at[upper], self.area_at[lower], hatch.kind, (upper, lower)))
        return tuple(links)

    @functools.cached_property
    def links_by_area(self) -> Mapping[str, tuple[AreaLink, ...]]:
        """The links of each area and of the outside; every area is a key."""
        links: dict[str, list[AreaLink]] = {id: [] for id in (*self.areas, OUTSIDE)}
        for link in self.links:
            for area in dict.fromkeys((link.here, link.there)):
                links[area].append(link)
        return MappingProxyType({area: tuple(of_area) for area, of_area in links.items()})

    @functools.cached_property
    def doors_by_area(self) -> Mapping[tuple[str, int], tuple[Door, ...]]:
        """The doors and openings in the walls of an area on a level; no key if there is none."""
        doors: dict[tuple[str, int], list[Door]] = {}
        for boundary in self.boundaries:
            if boundary.door is not None:
                for area in (boundary.here, boundary.there):
                    doors.setdefault((area, boundary.level), []).append(boundary.door)
        return MappingProxyType({key: tuple(of_area) for key, of_area in doors.items()})

    @functools.cached_property
    def compartments(self) -> tuple[tuple[str, ...], ...]:
        """Groups of areas that no airtight door, hatch or wall separates.

        Source: bug-hunter 318.1
        """
        joined: dict[str, list[str]] = {id: [] for id in self.areas}
        for link in self.links:
            if OUTSIDE not in (link.here, link.there) and link.kind not in ("airtight-door", "hatch"):
                joined[link.here].append(link.there)
                joined[link.there].append(link.here)
        return tuple(map(tuple, connected_groups(joined, joined.__getitem__)))

    def damage_of(self, compartment: Iterable[str]) -> int:
        """The points of structural damage of a compartment."""
        return sum(self.areas[area].damage for area in compartment)

    @functools.cached_property
    def shut_down(self) -> frozenset[str]:
        """The areas that are shut down when the game begins."""
        if not self.shut_down_at or not any(area.damage for area in self.areas.values()):
            return frozenset()
        groups = (group for group in self.compartments if self.damage_of(group) >= self.shut_down_at)
        return frozenset(area for group in groups for area in group)

    @functools.cached_property
    def vented(self) -> frozenset[str]:
        """The areas that eventually lose their air through the breaches of docked vehicles."""
        vented = dict.fromkeys(self.area_at[behind] for _, behind in self.docks)
        waiting = list(vented)
        for area in waiting:
            for link in self.links_by_area[area]:
                other = link.other_end(area)
                if not link.holds_air and other != OUTSIDE and other not in vented:
                    vented[other] = None
                    waiting.append(other)
        return frozenset(vented)

    @functools.cached_property
    def explosions(self) -> frozenset[Place]:
        """The hexes of explosive machinery that is damaged when the game begins."""
        kinds: dict[str, set[Place]] = {}
        for feature in self.features:
            kinds.setdefault(feature.name or feature.kind, set()).add(feature.place)
        return frozenset(kinds.get("damaged-machinery", set()) & kinds.get("explosive", set()))

    def room(self, region: Region) -> Sequence[Place]:
        """The hexes of a region where units can stand without being blown up, including those on a hull."""
        places = region.spots if self.site else super().room(region) or ()
        return [place for place in places if place not in self.explosions]

    def ends(self, level: int, side: Hexside) -> tuple[Place, Place]:
        """The places on both sides of a hexside."""
        return Place(level, side.hex), Place(level, self.grid.across(side))

    @functools.cached_property
    def symbol_hexes(self) -> Mapping[int, frozenset[Hex]]:
        """By level, the hexes with the symbol of a feature or hatch in their center."""
        hexes: dict[int, set[Hex]] = {}
        for feature in self.features:
            hexes.setdefault(feature.place.level, set()).add(feature.place.hex)
        for hatch in self.hatches:
            for level in hatch.levels:
                hexes.setdefault(level, set()).add(hatch.hex)
        return {level: frozenset(on_level) for level, on_level in hexes.items()}

    def areas_on(self, level: int) -> tuple[Area, ...]:
        """The areas with a hex on a level, in the file's order."""
        return tuple(area for area in self.areas.values() if any(p.level == level for p in area.places))

    def region_of(self, areas: Iterable[str]) -> Region:
        """The hexes of some areas, sorted."""
        ids = tuple(areas)
        return Region(tuple(sorted(place for id in ids for place in self.areas[id].places)), areas=ids)

    def describe(self, spot: Place) -> str:
        """A hex in words; the level only if there are several."""
        number = f"hex {self.grid.label(spot.hex)}"
        return f"{number} on {self.levels[spot.level].title}" if len(self.levels) > 1 else number

    def has_ground(self, spot: Place) -> bool:
        """Whether the hex belongs to an area."""
        return spot in self.area_at

    def can_hold(self, spot: Place) -> bool:
        return spot in self.area_at or self.is_open_outside(spot)

    def is_open_outside(self, place: Place) -> bool:
        """Whether a unit can be at a place outside: next to a ship, or on the ground around a base."""
        if self.site == "ship":
            return self.is_beside_area(place)
        return place.level == len(self.levels) - 1 and place.hex in self.grid

    def is_beside_area(self, place: Place) -> bool:
        """Whether a hex next to a place, on its level, belongs to an area."""
        return any(Place(place.level, hex) in self.area_at for _, hex in self.grid.around(place.hex))

    def sight(self, game: Ruleset) -> Callable[[Place, Place], bool]:
        """Lines run from center to center; walls and closed doors stop them, as does the floor."""
        layout = HexLayout(self.grid, self.hex_size)
        walls: dict[int, list[Segment]] = {}
        for boundary in self.boundaries:
            if boundary.door is None or not boundary.door.is_open:
                walls.setdefault(boundary.level, []).append(layout.side(boundary.side))

        def sees_from(eye: Place, target: Place) -> bool:
            if eye.level != target.level:
                return False
            return sees(layout.center(eye.hex), layout.center(target.hex), walls.get(eye.level, ()))

        return sees_from

    def view(self, region: Region) -> View:
        """The hexes of all areas on the levels of a region."""
        levels = {place.level for place in region.spots}
        targets = [place for place in self.area_at if place.level in levels]
        return View(region.spots, targets, "hexes on its decks")

    def moves(self, game: Ruleset, mover: Mover) -> DeckMoves | HullMoves | None:
        if game.movement is None:
            return None
        if game.id not in self._ground_by_game:
            self._ground_by_game[game.id] = DeckGround(self, game.movement)
        ground = self._ground_by_game[game.id]
        if not mover.on_hull:
            return DeckMoves(ground, mover)
        return HullMoves(ground, game.movement.hull) if game.movement.hull is not None else None

    def cells(self, game: Ruleset) -> Cells:
        from builder.boards.cells.deck_cells import deck_cells

        if game.movement is None:
            raise InputError(f"{game.title} has no costs of movement on decks")
        return deck_cells(self, game.movement)

    @functools.cached_property
    def _ground_by_game(self) -> dict[str, DeckGround]:
        return {}

    def terrain_entries(self) -> Iterable[Entry]:
        entries = [area.terrain for area in self.areas.values() if area.terrain is not None]
        return {entry.id: entry for entry in entries}.values()

    def named_things(self) -> Iterator[tuple[str, Iterable[Named]]]:
        yield "level", self.levels
        yield "lift", self.lifts

    def door_names(self, level: str = "") -> Sequence[str]:
        levels = [each.id for each in self.levels]
        doors = (door for door in self.doors.values() if level in ("", levels[door.level]))
        return tuple(door.text for door in doors)

    @property
    def named_regions(self) -> Mapping[str, NamedRegion]:
        """The areas, including the shafts of lifts, and the outside."""
        levels = range(len(self.levels))
        outside = (
            place for level in levels for hex in self.grid if (place := Place(level, hex)) not in self.area_at
        )
        areas = {id: NamedRegion("area", area.name, self.region_of([id])) for id, area in self.areas.items()}
        return {**areas, OUTSIDE: NamedRegion(OUTSIDE, OUTSIDE, Region(tuple(outside)))}

    def overlaps(self) -> Iterator[Overlap]:
        """Hexes in two areas, once for each pair of areas."""
        pairs: dict[tuple[str, str], list[Place]] = {}
        for place, first, second in self.area_overlaps:
            pairs.setdefault((first, second), []).append(place)
        for (first, second), (place, *others) in pairs.items():
            more = f" and {len(others)} more" if others else ""
            yield Overlap(
                f"area `{second}` overlaps `{first}` at {self.describe(place)}{more}",
                (*self.areas[second].path, "hexes"),
                self.areas[first].path,
                f"`{first}` is here",
                other_is_key=True,
            )

    @property
    def traits(self) -> Mapping[str, Trait]:
        return {
            **super().traits,
            "levels": len(self.levels),
            "inside": (self.inside,),
            "outside": (self.outside,),
        }

    def parts(self) -> Iterator[Part]:
        return deck_parts(self)

    def front_of(self, region: Region, facing: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(front_words(self, region, Direction(facing)))) if facing else ()

    def traits_of(self, region: Region) -> Mapping[str, Trait]:
        return place_traits(self, region)

    @property
    def decks(self) -> HexMap:
        return self

    @property
    def has_doubtful_walls(self) -> bool:
        return bool(self.area_overlaps)
