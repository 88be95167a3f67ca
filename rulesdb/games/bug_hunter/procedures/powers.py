"""Pred powers: drawing the cards, and the effects of holding several."""

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
    note="The number drawn is printed; the number of copies of a card in the deck is a house value.",
    takes={"form": of_kind("unit"), "keep": of_kind("power")},
    sample={"form": "individual-pred"},
)
def draw_powers(
    game: Ruleset, form: str, seed: int, together: bool = False, keep: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Draw the power cards of a species.

    ``form`` is the unit, which determines the number of cards; an Extra Power card goes back and brings two
    others. Of two cards that exclude each other the Pred player discards one and draws again: the later,
    unless ``keep`` names it. ``together`` allows both, for scenarios with such a special rule. ``seed``
    fixes the shuffle.

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
        UnknownEntry: the game has no such power to keep.

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
    """The cards held ``before`` and ``more`` cards from a deck without them."""
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


@procedure(
    "321.1",
    takes={"powers": of_kind("power"), "form": of_axis("carapace-stacking", "form")},
    sample={"powers": "carapace-2,carapace-3"},
)
def innate_multiple(game: Ruleset, powers: tuple[str, ...], form: str = "individual-pred") -> int:
    """The innate defense multiple of Carapace cards: the product of their factors.

    The book's example is ×3 with ×4.

    >>> from rulesdb import open_game
    >>> multiple = open_game("bug-hunter").procedure("innate-multiple")
    >>> multiple(("carapace-3", "carapace-4")), multiple(("carapace-3", "carapace-4"), "swarm-pred")
    (12, 4)
    >>> multiple(("speed",))
    1

    Raises:
        UnknownEntry: the game has no such power.
    """
    cards = [game.find("power", name) for name in powers]
    return prod(
        game.figure("carapace-stacking", form=form, card=card.slug)
        for card in cards
        if card.get("armor") is not None
    )


@procedure("321.1", takes={"powers": of_kind("power")}, sample={"powers": "hand-to-hand-1,hand-to-hand-2"})
def hand_to_hand_rating(game: Ruleset, powers: tuple[str, ...]) -> int:
    """The hand-to-hand rating of Hand-to-Hand cards: the sum of their figures.

    The book's example is +1 with +2.

    >>> from rulesdb import open_game
    >>> open_game("bug-hunter").procedure("hand-to-hand-rating")(("hand-to-hand-1", "hand-to-hand-2"))
    3

    Raises:
        UnknownEntry: the game has no such power.
    """
    return sum(int(game.find("power", name).get("hand_to_hand", 0)) for name in powers)


@procedure(
    "321.1",
    basis="house",
    note=(
        "The gains are printed; the number of copies of a card in the deck is a house value. A metamorphosis "
        "brings as many powers as the form starts with, and none for a Growth that goes back (or else: as "
        "many as it had, or one more)."
    ),
    takes={"powers": of_kind("power"), "form": of_axis("interphase-gains", "form"), "keep": of_kind("power")},
    sample={"powers": "clone,growth"},
)
def interphase_powers(
    game: Ruleset, powers: tuple[str, ...], form: str, seed: int, keep: tuple[str, ...] = ()
) -> tuple[int, tuple[str, ...]]:
    """The effect of an interphase on a species: creatures gained by cloning, and its powers afterwards.

    Metamorphosis shuffles back all powers, including Growth, and draws as many as the form starts with, which
    is one reading of it. Otherwise Growth draws one more for each of its cards. Cloning counts the cards held
    before. ``keep`` is as in :func:`draw_powers`.

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
        UnknownEntry: the game has no such power.
    """
    rng = random.Random(seed)
    held = [game.find("power", name).slug for name in powers]
    clones, growth = (
        held.count(power) * game.figure("interphase-gains", power=power, form=form)
        for power in ("clone", "growth")
    )
    kept = tuple(game.find("power", name).slug for name in keep)
    if "metamorphosis" in held:
        return clones, _draw(game, [], int(game.find("unit", form)["powers"]), rng, keep=kept)
    return clones, _draw(game, held, growth, rng, keep=kept) if growth else tuple(held)


@procedure(
    "321.1",
    takes={"powers": of_kind("power"), "state": one_of("W", "I", "K"), "dice": of_axis("power-rolls", "die")},
    sample={"dice": "6", "powers": "poisonous"},
)
def injury_worsens(game: Ruleset, state: str, dice: tuple[int, ...], powers: tuple[str, ...]) -> str:
    """The effect of poison on an injury in the End Phase, with one die for each Poisonous card.

    >>> from rulesdb import open_game
    >>> worse = open_game("bug-hunter").procedure("injury-worsens")
    >>> worse("W", (6,), ("poisonous",)), worse("W", (5,), ("poisonous",)), worse("I", (6,), ("poisonous",))
    ('I', 'W', 'K')
    >>> worse("W", (6, 6), ("poisonous", "poisonous")), worse("W", (6,), ("speed",))
    ('K', 'W')

    Raises:
        InputError: the state is not W, I or K, or there is not one die for each card.
    """
    steps = ("W", "I", "K")
    cards = [game.find("power", name).slug for name in powers].count("poisonous")
    if state not in steps:
        raise InputError(f"state={state!r}: use W, I or K")
    if cards and len(dice) != cards:
        raise InputError(f"dice={dice}: give one for each of {cards} Poisonous cards")
    worse = sum(bool(game.result("power-rolls", power="poisonous", die=die)) for die in dice[:cards])
    return steps[min(steps.index(state) + worse, len(steps) - 1)]


@procedure("321.1", takes={"state": one_of("incapacitated", "wounded"), "die": of_axis("power-rolls", "die")})
def regenerates(game: Ruleset, state: str, die: int) -> str:
    """The effect of Regeneration on a wounded or incapacitated Pred in the Recovery phase.

    >>> from rulesdb import open_game
    >>> heal = open_game("bug-hunter").procedure("regenerates")
    >>> heal("incapacitated", 6), heal("wounded", 6), heal("wounded", 5)
    ('wounded', 'healthy', 'wounded')

    Raises:
        InputError: the state is neither wounded nor incapacitated.
    """
    better = {"incapacitated": "wounded", "wounded": "healthy"}
    if state not in better:
        raise InputError(f"state={state!r}: use wounded or incapacitated")
    return better[state] if game.result("power-rolls", power="regeneration", die=die) else state
