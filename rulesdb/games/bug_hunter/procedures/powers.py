"""Pred powers: drawing them, and what several cards of a kind come to."""

from __future__ import annotations

import random
from math import prod

from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, of_kind, one_of, procedure
from rulesdb.ruleset import Ruleset

_AGAIN = "extra-power"


@procedure(
    "321.0",
    basis="house",
    note="The number drawn is printed; how often a card is in the deck is ours.",
    takes={"form": of_kind("unit"), "keep": of_kind("power")},
)
def draw_powers(
    game: Ruleset, form: str, seed: int, together: bool = False, keep: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Draw the power cards of a species.

    ``form`` is the unit, whose number of cards is drawn; an Extra Power card goes back and brings two
    others. Of two cards that may not be held together the Pred player gives up one and draws again: the
    later, unless ``keep`` names it as one that he would rather have. ``together`` allows both by a special
    rule of the scenario. ``seed`` fixes the shuffle.

    >>> from rulesdb import open_game
    >>> draw = open_game("bug-hunter").procedure("draw-powers")
    >>> len(draw("swarm-pred", 1)), draw("swarm-pred", 1) == draw("swarm-pred", 1)
    (2, True)

    A draw in which Reflexes come after Speed:

    >>> for keep in ((), ("speed",), ("reflexes",)):
    ...     print(*draw("individual-pred", 41, keep=keep))
    speed clone carapace-4 metamorphosis
    speed clone carapace-4 metamorphosis
    reflexes clone carapace-4 metamorphosis

    Raises:
        InputError: the form draws no powers.
        UnknownEntry: a power to keep is not one of the game's.

    Source: bug-hunter 321.0, 321.1
    """
    unit = game.find("unit", form)
    wanted = unit.get("powers", 0)
    if not wanted:
        raise InputError(f"form={form!r} draws no powers; use individual-pred or swarm-pred")
    kept = tuple(game.find("power", name).slug for name in keep)
    return _draw(game, [], wanted, random.Random(seed), together, kept)


def _draw(
    game: Ruleset,
    before: list[str],
    more: int,
    rng: random.Random,
    together: bool = False,
    keep: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """``more`` cards beside those that are held, from a deck without them."""
    deck = [power.slug for power in game.of_kind("power") for _ in range(power["copies"])]
    for card in before:
        if card in deck:
            deck.remove(card)
    rng.shuffle(deck)
    held = list(before)
    wanted = len(before) + more
    while wanted > len(held):
        card = deck.pop()
        if card == _AGAIN:
            wanted += 1
            deck.insert(rng.randrange(len(deck) + 1), card)
            continue
        barred = set() if together else set(game.find("power", card).get("excludes", ())) & set(held)
        if barred and card in keep and not barred & set(keep):
            held = [other for other in held if other not in barred]
            barred = set()
        if not barred:
            held.append(card)
    return tuple(held)


@procedure("321.1", takes={"powers": of_kind("power"), "form": of_axis("carapace-stacking", "form")})
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


@procedure("321.1", takes={"powers": of_kind("power")})
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


@procedure(
    "321.1",
    basis="house",
    note=(
        "The gains are printed; how often a card is in the deck is ours. A metamorphosis brings as many "
        "powers as the form starts with, and none for a Growth that goes back (or else: as many as it had, "
        "or one more)."
    ),
    takes={"powers": of_kind("power"), "form": of_axis("interphase-gains", "form"), "keep": of_kind("power")},
)
def interphase_powers(
    game: Ruleset, powers: tuple[str, ...], form: str, seed: int, keep: tuple[str, ...] = ()
) -> tuple[int, tuple[str, ...]]:
    """What an interphase does to a species: creatures gained by cloning, and the powers it now has.

    Metamorphosis shuffles all powers back, Growth with them, and draws as many anew as the form has, which
    is one reading of it. Otherwise Growth draws one more for each of its cards. Cloning counts the cards
    held before. ``keep`` is as in drawing powers.

    >>> from rulesdb import open_game
    >>> after = open_game("bug-hunter").procedure("interphase-powers")
    >>> after(("clone", "corrosive-blood"), "swarm-pred", 1)
    (4, ('clone', 'corrosive-blood'))
    >>> gained, now = after(("growth", "speed", "snap-attack", "clone"), "individual-pred", 1)
    >>> gained, now[:4], len(now) >= 5
    (1, ('growth', 'speed', 'snap-attack', 'clone'), True)
    >>> len(after(("metamorphosis", "horrid"), "swarm-pred", 2)[1]) >= 2
    True

    Raises:
        InputError: the form draws no powers.
        UnknownEntry: a power is not one of the game's.

    Source: bug-hunter 321.1
    """
    rng = random.Random(seed)
    held = [game.find("power", name).slug for name in powers]
    gains = game.table("interphase-gains")
    clones = held.count("clone") * int(gains.lookup(power="clone", form=form).result)
    growth = held.count("growth") * int(gains.lookup(power="growth", form=form).result)
    kept = tuple(game.find("power", name).slug for name in keep)
    if "metamorphosis" in held:
        return clones, _draw(game, [], int(game.find("unit", form)["powers"]), rng, keep=kept)
    return clones, _draw(game, held, growth, rng, keep=kept) if growth else tuple(held)


@procedure(
    "321.1",
    takes={"powers": of_kind("power"), "state": one_of("W", "I", "K"), "dice": of_axis("power-rolls", "die")},
)
def injury_worsens(game: Ruleset, state: str, dice: tuple[int, ...], powers: tuple[str, ...]) -> str:
    """What poison makes of an injury in the End Phase: one die for each Poisonous card.

    >>> from rulesdb import open_game
    >>> worse = open_game("bug-hunter").procedure("injury-worsens")
    >>> worse("W", (6,), ("poisonous",)), worse("W", (5,), ("poisonous",)), worse("I", (6,), ("poisonous",))
    ('I', 'W', 'K')
    >>> worse("W", (6, 6), ("poisonous", "poisonous")), worse("W", (6,), ("speed",))
    ('K', 'W')

    Raises:
        InputError: the state is not W, I or K, or the number of dice is not that of the cards.

    Source: bug-hunter 321.1
    """
    steps = ("W", "I", "K")
    cards = [game.find("power", name).slug for name in powers].count("poisonous")
    if state not in steps:
        raise InputError(f"state={state!r}: use W, I or K")
    if cards and len(dice) != cards:
        raise InputError(f"dice={dice}: one for each Poisonous card, of which there are {cards}")
    table = game.table("power-rolls")
    worse = sum(bool(table.lookup(power="poisonous", die=die).result) for die in dice[:cards])
    return steps[min(steps.index(state) + worse, len(steps) - 1)]


@procedure("321.1", takes={"state": one_of("incapacitated", "wounded"), "die": of_axis("power-rolls", "die")})
def regenerates(game: Ruleset, state: str, die: int) -> str:
    """What Regeneration makes of a hurt Pred in the Recovery phase.

    >>> from rulesdb import open_game
    >>> heal = open_game("bug-hunter").procedure("regenerates")
    >>> heal("incapacitated", 6), heal("wounded", 6), heal("wounded", 5)
    ('wounded', 'healthy', 'wounded')

    Raises:
        InputError: the state is neither wounded nor incapacitated.

    Source: bug-hunter 321.1
    """
    better = {"incapacitated": "wounded", "wounded": "healthy"}
    if state not in better:
        raise InputError(f"state={state!r}: use wounded or incapacitated")
    heals = game.table("power-rolls").lookup(power="regeneration", die=die).result
    return better[state] if heals else state
