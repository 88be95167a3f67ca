"""The texts of markers in the areas of decks when the game begins: damage, shut down, gas."""

from __future__ import annotations

from collections.abc import Iterator

from builder.boards.deck import HexMap
from builder.draw.sentences.entry_text import marker_face
from builder.draw.surface.wording import Words
from rulesdb import Ruleset


def area_states(decks: HexMap, game: Ruleset, words: Words) -> Iterator[tuple[str, str]]:
    """Each area that has a marker, with the text on it.

    An area whose damage is marked needs no second marker if it is shut down.
    """

    def face(state: str) -> str:
        return marker_face(game, state) or words.of("marked", state)

    for area in decks.areas.values():
        if area.damage:
            yield area.id, f"{face('damage')} {area.damage}"
        elif area.id in decks.shut_down and area.kind != "lift":
            yield area.id, face("shut-down")
        if area.gas:
            yield area.id, face("gas")
