"""The dice of a game: one stream for each owner and purpose, all derived from one seed."""

from __future__ import annotations

import functools
import hashlib
import random

from numpy.random import SeedSequence

from builder.playtest.play import Roll, Thrown
from rulesdb.dice import Dice


def stream(seed: int, game: int, name: str) -> random.Random:
    """A stream of random numbers for one purpose in one game of a batch; it depends on nothing else.

    >>> stream(1, 0, "human/fire").random() == stream(1, 0, "human/fire").random()
    True
    >>> stream(1, 0, "human/fire").random() == stream(1, 1, "human/fire").random()
    False
    """
    words = hashlib.blake2b(name.encode("utf-8"), digest_size=8).digest()
    key = (game, int.from_bytes(words[:4], "big"), int.from_bytes(words[4:], "big"))
    state = SeedSequence(seed, spawn_key=key).generate_state(4)
    return random.Random(int.from_bytes(state.tobytes(), "little"))


class DiceBox:
    """Throws the dice of one game.

    Each owner has one stream for each purpose, so that a change of one decision leaves most of the other
    dice alone: two games with the same seed can be compared.
    """

    def __init__(self, seed: int, game: int) -> None:
        self._seed = seed
        self._game = game
        self._streams: dict[tuple[str, str], random.Random] = {}

    def throw(self, roll: Roll) -> Thrown:
        """Throw the dice of a roll."""
        key = (roll.owner, roll.purpose)
        if key not in self._streams:
            self._streams[key] = stream(self._seed, self._game, f"{roll.owner}/{roll.purpose}")
        return throw(roll.dice, self._streams[key])


def throw(dice: str, rng: random.Random) -> Thrown:
    """Throw dice that are part of no game, such as those of a player who tries something out."""
    return Thrown(*_dice(dice).roll(rng))


@functools.cache
def _dice(text: str) -> Dice:
    return Dice.parse(text)
