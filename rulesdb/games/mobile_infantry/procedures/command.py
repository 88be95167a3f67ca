"""Mobile Infantry's procedures of command: the strength of units, reactions and missions."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

from rulesdb.errors import InputError
from rulesdb.procedures import modifiers_of, of_axis, of_kind, procedure
from rulesdb.ruleset import Ruleset

_PREFERENCE = (
    "House rules: what a team of veterans prefers if no choice is named, and that a gung-ho charge is better "
    "than a rout."
)


@procedure(
    "mi-organization",
    basis="derived",
    note="The sum of the parts that the book lists. It prints 375 for a regiment, which is not their sum.",
    takes={"unit": of_axis("organization", "unit")},
)
def count_strength(game: Ruleset, unit: str) -> int:
    """The number of troopers in a unit, counted from its parts.

    The book prints the same counts for fire team, squad and company, but not for a regiment.

    >>> from rulesdb import open_game
    >>> count = open_game("mobile-infantry").procedure("count-strength")
    >>> [count(unit) for unit in ("fire-team", "squad", "company", "regiment")]
    [4, 20, 83, 335]

    Raises:
        InputError: no such unit.
    """
    units = game.table("organization").axes[0].labels
    parts = game.result("organization", unit=unit)
    return sum(
        number * (count_strength(game, part) if part in units else 1) for part, number in parts.items()
    )


@procedure(
    "reaction-tests",
    basis="reading",
    note=_PREFERENCE,
    takes={"dice": of_axis("reaction", "die"), "modifiers": modifiers_of("reaction")},
)
def react(game: Ruleset, dice: tuple[int, ...], modifiers: tuple[str, ...] = (), choice: str = "") -> str:
    """The reaction of a team: by one die, or by two from which veterans and command teams choose.

    ``choice`` is the reaction they want. Without it, or if neither die gives it, the team reacts as first
    listed: orders, no advance, falling back, a gung-ho charge, a rout. It never chooses a rout if the other
    die is better.

    >>> from rulesdb import open_game
    >>> react = open_game("mobile-infantry").procedure("react")
    >>> react((1,)), react((1,), ("last-man", "leader-near")), react((6, 2)), react((6, 4), choice="gung-ho")
    ('rout', 'no-advance', 'fall-back', 'gung-ho')
    >>> react((1, 6), choice="rout")
    'gung-ho'

    Raises:
        InputError: not one die or two of six faces, or no such modifier.
    """
    if len(dice) not in (1, 2) or any(not 1 <= die <= 6 for die in dice):
        raise InputError(f"dice={dice}: give one die, or two for veterans and command teams, each 1-6")
    results = [str(game.result("reaction", die=die, modifiers=modifiers)) for die in dice]
    if choice in results and choice != "rout":
        return choice
    return min(results, key=("orders", "no-advance", "fall-back", "gung-ho", "rout").index)


@procedure("reaction-tests", basis="reading", note=_PREFERENCE, takes={"modifiers": modifiers_of("reaction")})
def reaction_odds(
    game: Ruleset, modifiers: tuple[str, ...] = (), veteran: bool = False, choice: str = ""
) -> dict[str, str]:
    """The exact chance of each reaction, as fractions; veterans choose as :func:`react` does.

    >>> from rulesdb import open_game
    >>> odds = open_game("mobile-infantry").procedure("reaction-odds")
    >>> odds()
    {'rout': '1/6', 'fall-back': '1/6', 'no-advance': '1/6', 'orders': '1/3', 'gung-ho': '1/6'}
    >>> odds(veteran=True)["rout"], odds(("casualty", "casualty"), veteran=True)["orders"]
    ('1/36', '11/36')

    Raises:
        InputError: no such modifier.
    """
    throws = list(product(range(1, 7), repeat=2 if veteran else 1))
    counts = Counter(react(game, dice, modifiers, choice) for dice in throws)
    order = ("rout", "fall-back", "no-advance", "orders", "gung-ho")
    return {reaction: str(Fraction(counts[reaction], len(throws))) for reaction in order if counts[reaction]}


@procedure("mission-control")
def roll_mission(game: Ruleset, seed: int, mostly_veterans: bool = False) -> str:
    """The slug of a random mission.

    >>> from rulesdb import open_game
    >>> roll = open_game("mobile-infantry").procedure("roll-mission")
    >>> missions = {roll(seed) for seed in range(99)}
    >>> len(missions), "the-head-hunters" in missions
    (6, False)
    >>> "bravo-two-zero" in {roll(seed, mostly_veterans=True) for seed in range(99)}
    False
    """
    modifiers = ("mostly-veterans",) if mostly_veterans else ()
    return str(game.table("mission-roll").roll(random.Random(seed), modifiers=modifiers).result)


@procedure(
    "mission-control",
    basis="reading",
    note="An officer who is killed scores as an officer, not also as an MI.",
    takes={"mission": of_kind("mission")},
    sample={"events": "bug-killed=12,mi-killed=2"},
)
def score_mission(game: Ruleset, mission: str, events: tuple[str, ...]) -> dict[str, int]:
    """The victory points of each side for some events, each written as ``event=number``.

    >>> from rulesdb import open_game
    >>> score = open_game("mobile-infantry").procedure("score-mission")
    >>> score("bravo-two-zero", ("mi-killed=4", "officer-killed=1", "bug-killed=9", "objective-reached=2"))
    {'bug': 7, 'mi': 19}

    Raises:
        InputError: no such mission or event, or what follows ``=`` is not a number.
    """
    lines = {line["event"]: line for line in game.find("mission", mission)["victory"]}
    points = dict.fromkeys((line["side"] for line in lines.values()), 0)
    for event in events:
        name, _, number = event.partition("=")
        if name not in lines or not number.isdecimal():
            raise InputError(f"event {event!r}: write one of {', '.join(lines)} with =number")
        line, count = lines[name], int(number)
        by_number = line.get("by_number")
        if by_number is None:
            points[line["side"]] += count * int(line["each"])
        elif count > len(by_number):
            raise InputError(f"event {event!r}: use a number of at most {len(by_number)}")
        elif count:
            points[line["side"]] += int(by_number[count - 1])
    return points
