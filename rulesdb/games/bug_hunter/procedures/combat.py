"""Combat: the column of an attack, and what a strange physiology makes of its result."""

from __future__ import annotations

import random
from fractions import Fraction

from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, of_kind, procedure
from rulesdb.ruleset import Ruleset


@procedure("304.2", basis="house", note="The columns are those of our own combat results table.")
def combat_column(game: Ruleset, firepower: int, multiple: int = 1) -> str:
    """The column of the combat results table for a firepower against a defense multiple.

    The ratio is rounded down to a column, and never below the first or beyond the last.

    >>> from rulesdb import open_game
    >>> column = open_game("bug-hunter").procedure("combat-column")
    >>> column(12), column(12, 2), column(1, 4), column(90)
    ('11:1', '5:1', '1:2', '30:1')

    Raises:
        InputError: firepower is negative, or the multiple less than one.

    Source: bug-hunter 304.2
    """
    if firepower < 0 or multiple < 1:
        raise InputError(f"firepower={firepower}, multiple={multiple}: use 0 or more against 1 or more")
    columns = game.table("combat-results").axes[0].labels
    ratio = Fraction(firepower, multiple)
    fitting = [column for column in columns if Fraction(*map(int, column.split(":"))) <= ratio]
    return fitting[-1] if fitting else columns[0]


@procedure(
    "321.3",
    basis="house",
    note="How often a card is in the deck, and the list of weapons, are ours.",
    takes={"weapon": of_axis("random-effect-weapons", "weapon"), "displayed": of_kind("effect")},
)
def draw_weapon_effect(game: Ruleset, weapon: str, seed: int, displayed: tuple[str, ...] = ()) -> str:
    """The effect card for a weapon at its first use; a weapon that is not on the display works as usual.

    ``displayed`` are the cards that lie beside other weapons already: they stay there, out of the deck.

    >>> from rulesdb import open_game
    >>> draw = open_game("bug-hunter").procedure("draw-weapon-effect")
    >>> draw("net", 1)
    'standard'
    >>> draw("ACR", 1) == draw("ACR", 1)
    True
    >>> "enrage" in {draw("ACR", seed, ("enrage",)) for seed in range(200)}
    False

    Raises:
        InputError: the display has no such weapon, or more cards lie there than the deck has.
        UnknownEntry: no such effect.

    Source: bug-hunter 321.3
    """
    if not game.table("random-effect-weapons").lookup(weapon=weapon).result:
        return "standard"
    deck = [effect.slug for effect in game.of_kind("effect") for _ in range(effect["copies"])]
    for name in displayed:
        card = game.find("effect", name).slug
        if card not in deck:
            raise InputError(f"displayed: {card} lies there more often than the deck has it")
        deck.remove(card)
    if not deck:
        raise InputError("displayed: every card of the deck lies there")
    return random.Random(seed).choice(deck)


@procedure("321.3", takes={"effect": of_kind("effect"), "result": of_axis("machinery-hit", "result")})
def apply_weapon_effect(game: Ruleset, effect: str, result: str) -> str:
    """What an effect card makes of a result of the combat results table.

    A shift of the roll is no change of the result: it is the table's modifier ``effect-plus-2`` and the
    like, and is left alone here.

    >>> from rulesdb import open_game
    >>> apply = open_game("bug-hunter").procedure("apply-weapon-effect")
    >>> apply("all-k", "P"), apply("all-k", "stun"), apply("all-stun", "stun"), apply("enrage", "stun")
    ('K', 'stun', 'stun', 'none')

    Raises:
        UnknownEntry: no such effect.
        InputError: no such result.

    Source: bug-hunter 321.3
    """
    card = game.find("effect", effect)
    results = game.table("machinery-hit").axes[0]
    read = str(results.read(result))
    if read == "none":
        return read
    changed: str = card.get("stun", read) if read == "stun" else card.get("any", read)
    return changed
