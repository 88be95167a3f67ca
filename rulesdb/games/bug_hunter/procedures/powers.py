"""Pred powers: drawing them, and what several cards of a kind come to."""

from __future__ import annotations

import random
from math import prod

from rulesdb.errors import InputError
from rulesdb.procedures import procedure
from rulesdb.ruleset import Ruleset

_AGAIN = "extra-power"


@procedure("321.0", note="The numbers of the cards in the deck are ours.")
def draw_powers(game: Ruleset, form: str, seed: int, together: bool = False) -> tuple[str, ...]:
    """Draw the power cards of a species.

    ``form`` is the unit, whose number of cards is drawn; an Extra Power card goes back and brings two
    others. A card that may not be held with one already drawn is put aside and replaced, unless
    ``together`` allows it by a special rule of the scenario. ``seed`` fixes the shuffle.

    >>> from rulesdb import open_game
    >>> draw = open_game("bug-hunter").procedure("draw-powers")
    >>> len(draw("swarm-pred", 1)), draw("swarm-pred", 1) == draw("swarm-pred", 1)
    (2, True)

    Raises:
        InputError: the form draws no powers.

    Source: bug-hunter 321.0, 321.1
    """
    unit = game.find("unit", form)
    wanted = unit.get("powers", 0)
    if not wanted:
        raise InputError(f"form={form!r} draws no powers; use individual-pred or swarm-pred")
    rng = random.Random(seed)
    deck = [power.slug for power in game.of_kind("power") for _ in range(power["copies"])]
    rng.shuffle(deck)
    held: list[str] = []
    while wanted > len(held):
        card = deck.pop()
        if card == _AGAIN:
            wanted += 1
            deck.insert(rng.randrange(len(deck) + 1), card)
        elif together or not set(game.find("power", card).get("excludes", ())) & set(held):
            held.append(card)
    return tuple(held)


@procedure("321.1")
def innate_multiple(game: Ruleset, powers: tuple[str, ...], form: str = "individual-pred") -> int:
    """The innate defense multiple that Carapace cards give: their factors multiplied.

    The book's example is ×3 with ×4.

    >>> from rulesdb import open_game
    >>> multiple = open_game("bug-hunter").procedure("innate-multiple")
    >>> multiple(("carapace-3", "carapace-4")), multiple(("carapace-3", "carapace-4"), "swarm-pred")
    (12, 4)
    >>> multiple(("speed",))
    1

    Raises:
        UnknownEntry: a power is not one of the game's.

    Source: bug-hunter 321.1
    """
    table = game.table("carapace-stacking")
    cards = [game.find("power", name) for name in powers]
    return prod(
        int(table.lookup(form=form, card=card.slug).result) for card in cards if card.get("armor") is not None
    )


@procedure("321.1")
def hand_to_hand_rating(game: Ruleset, powers: tuple[str, ...]) -> int:
    """The hand-to-hand rating that Hand-to-Hand cards give: their figures added up.

    The book's example is +1 with +2.

    >>> from rulesdb import open_game
    >>> open_game("bug-hunter").procedure("hand-to-hand-rating")(("hand-to-hand-1", "hand-to-hand-2"))
    3

    Raises:
        UnknownEntry: a power is not one of the game's.

    Source: bug-hunter 321.1
    """
    return sum(int(game.find("power", name).get("hand_to_hand", 0)) for name in powers)
