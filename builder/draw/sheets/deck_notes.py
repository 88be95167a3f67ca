"""The notes of the briefing on decks when the game begins: air, lifts, special rooms, doors and breaches."""

from __future__ import annotations

from collections.abc import Iterator

from builder.boards.deck import HexMap
from builder.boards.deck_parts import Door
from builder.boards.deck_structure import OUTSIDE, Boundary
from builder.draw.maps.decks.lockers import contents_in_full
from builder.draw.maps.whereabouts import place_text
from builder.draw.sentences.entry_text import marker_face
from builder.draw.sentences.present import text_in
from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario
from rulesdb import Ruleset

Note = tuple[str, str]


def air_text(hex_map: HexMap, game: Ruleset, words: Words) -> str:
    """The atmosphere inside and outside, if the game has rules about it, and where the lifts start."""
    sentences = [words(f"briefing.{hex_map.site}")] if hex_map.site else []
    if game.movement is not None and game.movement.air is not None:
        sentences.append(_air(hex_map, words))
    sentences += [
        words(
            "briefing.cargo-lift",
            lift=lift.name,
            level=hex_map.levels[lift.starts].title,
            console=lift.controls,
        )
        if lift.controls
        else words("briefing.lift", lift=lift.name, level=hex_map.levels[lift.starts].title)
        for lift in hex_map.lifts
    ]
    return " ".join(sentences)


def _air(hex_map: HexMap, words: Words) -> str:
    air = {"inside": words.of("air", hex_map.inside), "outside": words.of("air", hex_map.outside)}
    others = [
        f"{area.name}: {words.of('air', area.atmosphere)}"
        for area in hex_map.areas.values()
        if area.atmosphere != hex_map.inside
    ]
    if others:
        return words("briefing.air-but", others="; ".join(others), **air)
    return words("briefing.air", **air)


def deck_notes(scenario: Scenario, hex_map: HexMap, words: Words) -> Iterator[Note]:
    """The notes on decks, each with its opening phrase."""
    game = scenario.ruleset
    yield from _rooms(scenario, hex_map)
    yield from _doors(hex_map, game, words)
    yield from _damage(hex_map, game, words)
    for feature in hex_map.features:
        if feature.kind == "locker" and (contents := contents_in_full(feature, words)):
            yield words("locker.at", place=place_text(hex_map, feature.place, words)), contents


def _rooms(scenario: Scenario, hex_map: HexMap) -> Iterator[Note]:
    """Each terrain with its areas and its rule, if that says anything about this map."""
    for entry in hex_map.terrain_entries():
        names = [area.name for area in hex_map.areas.values() if area.terrain is entry]
        others = [name for name in names if name.casefold() != entry.title.casefold()]
        lead = f"{entry.title} ({', '.join(names)})." if others else f"{entry.title}."
        if text := text_in(scenario, entry):
            yield lead, text


def _doors(hex_map: HexMap, game: Ruleset, words: Words) -> Iterator[Note]:
    """Breaches, and the doors that are not closed."""
    doorways: dict[str, list[str]] = {"breach": [], "open": [], "broken": []}
    for boundary in hex_map.boundaries:
        door = boundary.door
        if door is not None and (door.kind == "breach" or door.starts != "closed"):
            state = "breach" if door.kind == "breach" else door.starts
            doorways[state].append(_doorway(hex_map, boundary, door, words))
    for state, doors in doorways.items():
        if doors:
            listed = "; ".join(doors)
            text = words("briefing.held", doors=listed) if state == "open" else f"{listed}."
            yield with_marker(words.of("doorways", state), state, game, words), text


def _damage(hex_map: HexMap, game: Ruleset, words: Words) -> Iterator[Note]:
    """Structural damage, areas that are shut down, damaged machinery, and gas."""
    listed: dict[str, list[str]] = {}
    for group in hex_map.compartments:
        names = ", ".join(hex_map.areas[id].name for id in group)
        if points := hex_map.damage_of(group):
            # The points are those of all areas together, with the markers in one of them.
            marked = ", ".join(hex_map.areas[id].name for id in group if hex_map.areas[id].damage)
            key = "briefing.points-together" if names != marked else "briefing.points"
            text = words(key, areas=names, marked=marked, count=points)
            listed.setdefault("damage", []).append(text)
        if group[0] in hex_map.shut_down:
            listed.setdefault("shut-down", []).append(names)
    for feature in hex_map.features:
        if feature.kind == "damaged-machinery":
            state = "explosion" if feature.place in hex_map.explosions else "machinery"
            listed.setdefault(state, []).append(place_text(hex_map, feature.place, words))
    gas = [area.name for area in hex_map.areas.values() if area.gas]
    if gas:
        listed["gas"] = [", ".join(gas)]
    for state, places in listed.items():
        yield with_marker(words.of("states", state), state, game, words), _sentence("; ".join(places))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _doorway(hex_map: HexMap, boundary: Boundary, door: Door, words: Words) -> str:
    """A door by the places that it joins and its hexside."""
    here, there = (
        words("briefing.outside") if area == OUTSIDE else hex_map.areas[area].name
        for area in (boundary.here, boundary.there)
    )
    if len(hex_map.levels) == 1:
        return words("briefing.doorway", here=here, there=there, hexside=door.text)
    level = hex_map.levels[boundary.level].title
    return words("briefing.doorway-on-level", here=here, there=there, hexside=door.text, level=level)


def with_marker(title: str, state: str, game: Ruleset, words: Words) -> str:
    """The opening of a note, with the game's marker for this state, if there is one."""
    face = marker_face(game, state)
    return words("briefing.marker", title=title, face=face) if face else f"{title}."
