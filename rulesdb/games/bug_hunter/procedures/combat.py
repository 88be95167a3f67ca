"""Combat: the column of an attack, and the effect cards of strange physiologies."""

from __future__ import annotations

import random
from fractions import Fraction

from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, of_kind, procedure, require_range
from rulesdb.ruleset import Ruleset


@procedure("304.2", basis="house", note="The columns are those of brainbug's own combat results table.")
def combat_column(game: Ruleset, firepower: int, multiple: int = 1) -> str:
    """The column of the combat results table for a firepower against a defense multiple.

    The ratio is rounded down to a column, at least the first and at most the last.

    >>> from rulesdb import open_game
    >>> column = open_game("bug-hunter").procedure("combat-column")
    >>> column(12), column(12, 2), column(1, 4), column(90)
    ('11:1', '5:1', '1:2', '30:1')

    Raises:
        InputError: firepower is negative, or the multiple less than one.
    """
    require_range(0, firepower=firepower)
    require_range(1, multiple=multiple)
    columns = game.table("combat-results").axes[0].labels
    ratio = Fraction(firepower, multiple)
    fitting = [column for column in columns if Fraction(*map(int, column.split(":"))) <= ratio]
    return fitting[-1] if fitting else columns[0]


@procedure(
    "321.3",
    basis="house",
    note="The number of copies of a card in the deck, and the list of weapons, are house values.",
    takes={"weapon": of_axis("random-effect-weapons", "weapon"), "displayed": of_kind("effect")},
)
def draw_weapon_effect(game: Ruleset, weapon: str, seed: int, displayed: tuple[str, ...] = ()) -> str:
    """The effect card for a weapon at its first use; a weapon that is not on the display works as usual.

    ``displayed`` are the cards that other weapons have already; they are not in the deck.

    >>> from rulesdb import open_game
    >>> draw = open_game("bug-hunter").procedure("draw-weapon-effect")
    >>> draw("net", 1)
    'standard'
    >>> draw("ACR", 1) == draw("ACR", 1)
    True
    >>> "enrage" in {draw("ACR", seed, ("enrage",)) for seed in range(200)}
    False

    Raises:
        InputError: the display has no such weapon, or has more cards than the deck.
        UnknownEntry: no such effect.
    """
    if not game.result("random-effect-weapons", weapon=weapon):
        return "standard"
    deck = [effect.slug for effect in game.of_kind("effect") for _ in range(effect["copies"])]
    for name in displayed:
        card = game.find("effect", name).slug
        if card not in deck:
            raise InputError(f"displayed: {card} is given more often than the deck has it")
        deck.remove(card)
    if not deck:
        raise InputError("displayed: no card of the deck is left")
    return random.Random(seed).choice(deck)


@procedure(
    "321.3",
    takes={"effect": of_kind("effect"), "result": of_axis("machinery-hit", "result")},
    sample={"effect": "all-w", "result": "K"},
)
def apply_weapon_effect(game: Ruleset, effect: str, result: str) -> str:
    """The result of the combat results table after an effect card.

    Cards that shift the roll do not change the result here: they are modifiers of the table, such as
    ``effect-plus-2``.

    >>> from rulesdb import open_game
    >>> apply = open_game("bug-hunter").procedure("apply-weapon-effect")
    >>> apply("all-k", "P"), apply("all-k", "stun"), apply("all-stun", "stun"), apply("enrage", "stun")
    ('K', 'stun', 'stun', 'none')

    Raises:
        UnknownEntry: no such effect.
        InputError: no such result.
    """
    card = game.find("effect", effect)
    result = str(game.table("machinery-hit").axes[0].read(result))
    return result if result == "none" else str(card.get("stun" if result == "stun" else "any", result))
