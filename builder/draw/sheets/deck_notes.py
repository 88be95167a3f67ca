"""What the briefing says about decks when the game begins: air, lifts, and rooms that rules are about."""

from __future__ import annotations

from collections.abc import Iterator

from builder.boards.deck import HexMap
from builder.draw.surface.entry_text import running_text
from builder.draw.surface.wording import Words
from rulesdb import Ruleset

Note = tuple[str, str]


def air_text(hex_map: HexMap, words: Words) -> str:
    """The atmosphere inside and outside, and where the lifts start."""
    sentences = [words(f"briefing.{hex_map.site}")] if hex_map.site else []
    air = {"inside": words.of("air", hex_map.inside), "outside": words.of("air", hex_map.outside)}
    others = [
        f"{area.name}: {words.of('air', area.atmosphere)}"
        for area in hex_map.areas.values()
        if area.atmosphere != hex_map.inside
    ]
    if others:
        sentences.append(words("briefing.air-but", others="; ".join(others), **air))
    else:
        sentences.append(words("briefing.air", **air))
    sentences += [
        words("briefing.lift", lift=lift.name, level=hex_map.levels[lift.starts].title)
        for lift in hex_map.lifts
    ]
    return " ".join(sentences)


def deck_notes(hex_map: HexMap, game: Ruleset, words: Words) -> Iterator[Note]:
    """The notes on decks, each with the phrase that it opens with."""
    yield from _rooms(hex_map, game)


def _rooms(hex_map: HexMap, game: Ruleset) -> Iterator[Note]:
    """Each terrain with its areas and its rule."""
    for entry in hex_map.terrain_entries():
        names = [area.name for area in hex_map.areas.values() if area.terrain is entry]
        others = [name for name in names if name.casefold() != entry.title.casefold()]
        lead = f"{entry.title} ({', '.join(names)})." if others else f"{entry.title}."
        yield lead, running_text(game, entry)
