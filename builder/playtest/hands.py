"""Hands of cards that a player cannot see."""

from __future__ import annotations

import random
from collections.abc import Sequence


def deal(full: Sequence[int], number: int, rng: random.Random) -> list[int]:
    """A random hand of ``number`` of the cards that a side had at the start, as the number of each card.

    >>> deal([2, 0, 1], 3, random.Random(1)), sum(deal([2, 0, 1], 2, random.Random(1)))
    ([2, 0, 1], 2)
    """
    cards = [card for card, count in enumerate(full) for _ in range(count)]
    held = rng.sample(cards, min(number, len(cards)))
    return [held.count(card) for card in range(len(full))]
