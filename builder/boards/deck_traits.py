"""Decks for the constraints of the rules: their parts and places, and the traits of both."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from builder.boards.deck_parts import Area, Door, Feature, Hatch, Lift
from builder.boards.deck_structure import OUTSIDE, Boundary
from builder.boards.parts import Part
from builder.boards.spots import Place, Region
from rulesdb.conditions import LateTrait, Trait

if TYPE_CHECKING:
    from builder.boards.deck import HexMap


# The traits that a place can have.
_PLACE = (
    "area",
    "atmosphere",
    "gas",
    "vented",
    "terrain",
    "level",
    "room",
    "has",
    "opens_to",
    "storey",
    "at_hull",
)


def deck_parts(decks: HexMap) -> Iterator[Part]:
    """The levels, areas, doors, hatches, lifts and features, in the order of the file."""
    for index, level in enumerate(decks.levels):
        traits: dict[str, Trait] = {"is": (level.id,), "storey": _storey(decks, index)}
        yield Part("level", f"level `{level.id}`", (*level.path, "id"), traits)
    for area in decks.areas.values():
        yield Part("area", f"area `{area.id}`", area.path, _area_traits(decks, area))
    for group in decks.compartments:
        yield _compartment(decks, group)
    for boundary in decks.boundaries:
        if (door := boundary.door) is not None:
            beside, parts = functools.partial(_beside, decks, boundary), (decks, boundary, door)
            yield Part("door", f"door {door.text}", door.path, _DOOR, beside, about=parts)
    for hatch in decks.hatches:
        name = f"{hatch.kind} in {decks.grid.label(hatch.hex)}"
        yield Part("hatch", name, hatch.path, _hatch_traits(decks, hatch))
    for berth in decks.berths:
        here, there = (decks.area_at.get(place) for place in decks.ends(berth.level, berth.side))
        inside = "yes" if here is not None and here == there else "no"
        yield Part("berth", f"berth {berth.text}", berth.path, {"inside": (inside,)})
    for lift in decks.lifts:
        yield Part("lift", f"lift `{lift.id}`", (*lift.path, "id"), _lift_traits(decks, lift))
    by_place: dict[Place, list[Feature]] = {}
    for feature in decks.features:
        by_place.setdefault(feature.place, []).append(feature)
    for feature in decks.features:
        traits_of_kind = _LOCKER if feature.kind == "locker" else _FEATURE
        label = decks.grid.label(feature.place.hex)
        name = f"{feature.name} {feature.kind.replace('-', ' ')}".strip()
        about = decks, feature, by_place[feature.place]
        yield Part(feature.kind, name, feature.path, traits_of_kind, word=label, about=about)


def place_traits(decks: HexMap, region: Region) -> dict[str, Trait]:
    """The traits of a region: kinds of areas (``outside`` is one), terrain, airs, levels, exits of its areas.

    ``has`` lists the kinds of features in it. ``storey`` counts from the lowest level, and is there if the
    region is on one level. ``at_hull`` is for a region outside: whether each hex is next to an area.
    """
    spots = frozenset(region.spots)
    ids = {decks.area_at.get(place) for place in spots}
    inside = [decks.areas[id] for id in sorted(id for id in ids if id is not None)]
    is_outside = None in ids
    levels = dict.fromkeys(place.level for place in region.spots)
    traits: dict[str, Trait] = {
        "area": (*_words(area.kind for area in inside), *((OUTSIDE,) if is_outside else ())),
        "atmosphere": (
            *_words(area.atmosphere for area in inside),
            *((decks.outside,) if is_outside else ()),
        ),
        "gas": ("yes" if any(area.gas for area in inside) else "no",),
        "vented": ("yes" if any(area.id in decks.vented for area in inside) else "no",),
        "terrain": _words(terrain for area in inside for terrain in _terrain(area)),
        "level": tuple(decks.levels[level].id for level in levels),
        "room": tuple(area.id for area in inside),
        "has": _words(feature.kind for feature in decks.features if feature.place in spots),
        "opens_to": _words(kind for area in inside for kind in _kinds_behind_doors(decks, area)),
    }
    if len(levels) == 1:
        traits["storey"] = _storey(decks, next(iter(levels)))
    if is_outside:
        beside = (decks.is_beside_area(spot) for spot in region.spots if spot not in decks.area_at)
        traits["at_hull"] = ("yes",) if all(beside) else ("no",)
    return traits


def _area_traits(decks: HexMap, area: Area) -> Mapping[str, LateTrait]:
    def has_floor_below(_: object) -> Trait:
        raised = (place for place in area.places if place.level + 1 < len(decks.levels))
        floors = (Place(place.level + 1, place.hex) for place in raised)
        return ("yes" if all(floor in decks.area_at for floor in floors) else "no",)

    return {
        "is": (area.id,),
        "area": (area.kind,),
        "terrain": _terrain(area),
        "atmosphere": (area.atmosphere,),
        "hexes": len(area.places),
        "storey": lambda _: max((_storey(decks, place.level) for place in area.places), default=0),
        "gas": ("yes" if area.gas else "no",),
        "gas_beside": lambda _: ("yes" if _is_beside_gas(decks, area) else "no",),
        "breached": lambda _: ("yes" if _is_breached(decks, area) else "no",),
        "on_levels": lambda _: len({place.level for place in area.places}),
        "has_floor_below": has_floor_below,
    }


def _beside(decks: HexMap, boundary: Boundary) -> Region:
    """The areas on both sides of a door."""
    areas = (decks.areas[area] for area in (boundary.here, boundary.there) if area != OUTSIDE)
    return Region(tuple(place for area in areas for place in area.places))


def _between(about: tuple[HexMap, Boundary, Door]) -> Trait:
    decks, boundary, _ = about
    areas = (boundary.here, boundary.there)
    return tuple(OUTSIDE if area == OUTSIDE else decks.areas[area].kind for area in areas)


_DOOR: Mapping[str, Callable[[tuple[HexMap, Boundary, Door]], Trait]] = {
    "is": lambda about: (about[2].kind,),
    "starts": lambda about: (about[2].starts,),
    "between": _between,
    "airs": lambda about: tuple(map(about[0].air, (about[1].here, about[1].there))),
    "passage": lambda about: (about[0].passage(about[2], about[1].here, about[1].there).value,),
    "storey": lambda about: _storey(about[0], about[1].level),
    "bypassed": lambda about: ("yes" if _is_bypassed(*about) else "no",),
}


def _is_bypassed(decks: HexMap, boundary: Boundary, door: Door) -> bool:
    """Whether another way leads inside from one side of a door to the other."""
    reached = {boundary.here}
    waiting = [boundary.here]
    for area in waiting:
        for link in decks.links_by_area[area]:
            other = link.other_end(area)
            if link.door is not door and other != OUTSIDE and other not in reached and decks.can_open(link):
                reached.add(other)
                waiting.append(other)
    return boundary.there in reached


def _of_place(name: str) -> Callable[[tuple[HexMap, Feature, Sequence[Feature]]], Trait]:
    return lambda about: place_traits(about[0], Region((about[1].place,))).get(name, ())


def _others(about: tuple[HexMap, Feature, Sequence[Feature]]) -> Trait:
    """The names of the other features of the same kind in the hex."""
    _, feature, features = about
    return _words(each.name for each in features if each is not feature and each.kind == feature.kind)


def _is_empty(about: tuple[HexMap, Feature, Sequence[Feature]]) -> Trait:
    feature = about[1]
    return ("no" if feature.has_suits or feature.holds or feature.text else "yes",)


_FEATURE: Mapping[str, Callable[[tuple[HexMap, Feature, Sequence[Feature]]], Trait]] = {
    **{name: _of_place(name) for name in _PLACE},
    "is": lambda about: (about[1].name,),
    "with": _others,
    "machinery": lambda about: _words(each.name for each in about[2] if each.kind == "machinery"),
}

_LOCKER: Mapping[str, Callable[[tuple[HexMap, Feature, Sequence[Feature]]], Trait]] = {
    **_FEATURE,
    "has_suits": lambda about: ("yes" if about[1].has_suits else "no",),
    "holds": lambda about: _words(weapon.slug for weapon in about[1].holds),
    "empty": _is_empty,
}


def _hatch_traits(decks: HexMap, hatch: Hatch) -> Mapping[str, Trait]:
    ends = (decks.area_at.get(Place(level, hatch.hex)) for level in hatch.levels)
    airs = {decks.air(area) for area in ends if area is not None}
    return {"is": (hatch.kind,), "same_air": ("yes" if len(airs) < 2 else "no",)}


def _lift_traits(decks: HexMap, lift: Lift) -> Mapping[str, Trait]:
    between = range(min(lift.levels), max(lift.levels))
    passed = (Place(level, hex) for level in between if level not in lift.levels for hex in lift.hexes)
    controls = [each.place for each in decks.features if (each.kind, each.name) == ("console", lift.controls)]
    links = decks.links_by_area[lift.id]
    beside = (link for link in links if link.places[0].level == lift.starts)
    return {
        "starts": (decks.levels[lift.starts].id,),
        "starts_at_stop": ("yes" if lift.starts in lift.levels else "no",),
        "levels": len(lift.levels),
        "storey": _storey(decks, lift.starts),
        "lowest": _storey(decks, max(lift.levels)),
        "starts_beside": _words(_names_on(decks, [lift.starts])),
        "stops_beside": _words(_names_on(decks, lift.levels)),
        "cargo": ("yes" if lift.controls else "no",),
        "controls_above": (
            "yes" if any(place.level == max(lift.levels) - 1 for place in controls) else "no",
        ),
        "starts_at_bottom": ("yes" if lift.starts == max(lift.levels) else "no",),
        "airs": _words(decks.air(link.other_end(lift.id)) for link in beside),
        "shaft": ("blocked" if any(place in decks.area_at for place in passed) else "clear",),
    }


def _storey(decks: HexMap, level: int) -> int:
    """The number of a level from below, 1 for the lowest."""
    return len(decks.levels) - level


def _compartment(decks: HexMap, group: tuple[str, ...]) -> Part:
    """A compartment, at the first of its areas that has structural damage."""
    damaged = [decks.areas[id] for id in group if decks.areas[id].damage]
    machines = [feature.place for feature in decks.features if feature.kind == "damaged-machinery"]
    first = (damaged or [decks.areas[group[0]]])[0]
    traits: dict[str, Trait] = {
        "damage": decks.damage_of(group),
        "damaged_areas": len(damaged),
        "damaged_machinery": sum(decks.area_at.get(place) in group for place in machines),
    }
    return Part("compartment", f"compartment of area `{first.id}`", first.path, traits)


def _is_beside_gas(decks: HexMap, area: Area) -> bool:
    """Whether only an opening separates an area from one with gas."""
    gaps = (link for link in decks.links_by_area[area.id] if link.kind == "open")
    others = (link.other_end(area.id) for link in gaps)
    return any(other != OUTSIDE and decks.areas[other].gas for other in others)


def _is_breached(decks: HexMap, area: Area) -> bool:
    doors = (link.door for link in decks.links_by_area[area.id])
    return any(door is not None and door.is_gap and door.kind != "open" for door in doors)


def _terrain(area: Area) -> tuple[str, ...]:
    return (area.terrain.slug,) if area.terrain is not None else ()


def _names_on(decks: HexMap, levels: Iterable[int]) -> Iterator[str]:
    """The ids and the terrain of the areas on some levels."""
    for level in levels:
        for area in decks.areas_on(level):
            yield from (area.id, *_terrain(area))


def _kinds_behind_doors(decks: HexMap, area: Area) -> Iterator[str]:
    for link in decks.links_by_area[area.id]:
        other = link.other_end(area.id)
        if other == OUTSIDE:
            yield OUTSIDE
        else:
            yield from (decks.areas[other].kind, *_terrain(decks.areas[other]))


def _words(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
