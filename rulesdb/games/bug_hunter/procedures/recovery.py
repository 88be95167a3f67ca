"""The preservation interphase: its steps, and how humans recover in it."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rulesdb.procedures import of_axis, procedure, require_range
from rulesdb.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Recovery:
    """The result of a recovery roll, and the number of preservation chits drawn for it."""

    result: str
    soldier: str
    preservation_chits: int

    def __str__(self) -> str:
        chits = self.preservation_chits
        return f"{self.result} (preservation chits drawn: {chits})" if chits else self.result


@procedure("313.3", basis="house", note="The table of recovery is a house value; the rest is printed.")
def interphase(
    game: Ruleset, seed: int, wounded: int = 0, incapacitated: int = 0, medic: bool = True
) -> tuple[tuple[str, str], ...]:
    """Play the human side of a preservation interphase, step by step.

    Each step has its title and its outcome. The third rolls for casualties and draws chits for the dead,
    the fourth returns chits.

    >>> from rulesdb import open_game
    >>> steps = open_game("bug-hunter").procedure("interphase")(4, wounded=2)
    >>> [title for title, _ in steps][:2], len(steps)
    (['Preds leave', 'Charges explode'], 6)

    Raises:
        InputError: a number is negative.

    Source: bug-hunter 313.3, 313.4
    """
    require_range(0, wounded=wounded, incapacitated=incapacitated)
    rng = random.Random(seed)
    hurt = ["wounded"] * wounded + ["incapacitated"] * incapacitated
    results = [f"{state}: {recover(game, state, rng.randrange(2**32), medic)}" for state in hurt]
    chits = game.table("chits-returned").roll(rng).result
    outcomes = {
        "humans-regroup": "; ".join(results) or "nobody is hurt",
        "chits-return": f"{chits} chits may go back",
    }
    return tuple((step.title, outcomes.get(step.slug, "done")) for step in game.of_kind("phase"))


@procedure(
    "313.4",
    basis="house",
    note="The table of results is a house value.",
    title="Recovery of a casualty",
    takes={"state": of_axis("casualty-recovery", "state")},
)
def recover(game: Ruleset, state: str, seed: int, medic: bool = True) -> Recovery:
    """Roll for a casualty in an interphase; without a medic the die is lower.

    The result has his new state, and the preservation chits drawn if he dies.

    >>> from rulesdb import open_game
    >>> roll = open_game("bug-hunter").procedure("recover")
    >>> print(*(roll("wounded", seed) for seed in (1, 2, 3)), sep="; ")
    no change; dies (preservation chits drawn: 1); no change

    Raises:
        InputError: the state is not wounded or incapacitated.
    """
    table = game.table("casualty-recovery")
    modifiers = () if medic else ("no-medic",)
    result: str = table.roll(random.Random(seed), state=state, modifiers=modifiers).result
    outcome = game.result("recovery-outcomes", result=result)
    return Recovery(result, outcome["soldier"], outcome.get("preservation chits", 0))
