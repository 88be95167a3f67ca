"""The preservation interphase: its steps, and how humans mend in it."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, procedure
from rulesdb.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Recovery:
    """What a recovery roll came to, and the preservation chits that are drawn for it."""

    result: str
    soldier: str
    chits: int

    def __str__(self) -> str:
        return f"{self.result} (preservation chits drawn: {self.chits})" if self.chits else self.result

    def as_json(self) -> dict[str, object]:
        return {"result": self.result, "soldier": self.soldier, "preservation chits": self.chits}


@procedure("313.3", basis="house", note="The table of recovery is ours; the rest is printed.")
def interphase(
    game: Ruleset, seed: int, wounded: int = 0, incapacitated: int = 0, medic: bool = True
) -> tuple[tuple[str, str], ...]:
    """Play out the human side of a preservation interphase, step by step.

    Each step has its title and what came of it; hurt soldiers are rolled for in the third, with the chits
    that are drawn for the dead, and the chits given back in the fourth.

    >>> from rulesdb import open_game
    >>> steps = open_game("bug-hunter").procedure("interphase")(4, wounded=2)
    >>> [title for title, _ in steps][:2], len(steps)
    (['Preds leave', 'Charges explode'], 6)

    Raises:
        InputError: a number is negative.

    Source: bug-hunter 313.3, 313.4
    """
    if wounded < 0 or incapacitated < 0:
        raise InputError(f"wounded={wounded}, incapacitated={incapacitated}: use 0 or more")
    rng = random.Random(seed)
    hurt = ["wounded"] * wounded + ["incapacitated"] * incapacitated
    results = [f"{state}: {recover(game, state, rng.randrange(2**32), medic)}" for state in hurt]
    chits = game.table("chits-returned").roll(rng).result
    came_of = {
        "humans-regroup": "; ".join(results) or "nobody is hurt",
        "chits-return": f"{chits} chits go back",
    }
    return tuple((step.title, came_of.get(step.slug, "done")) for step in game.of_kind("phase"))


@procedure(
    "313.4",
    basis="house",
    note="The table of results is ours.",
    title="Recovery of a casualty",
    takes={"state": of_axis("casualty-recovery", "state")},
)
def recover(game: Ruleset, state: str, seed: int, medic: bool = True) -> Recovery:
    """Roll for a hurt soldier in an interphase; without a medic the die is lower.

    The answer says what becomes of him, and that a preservation chit is drawn if he dies.

    >>> from rulesdb import open_game
    >>> roll = open_game("bug-hunter").procedure("recover")
    >>> print(*(roll("wounded", seed) for seed in (1, 2, 3)), sep="; ")
    no change; dies (preservation chits drawn: 1); no change

    Raises:
        InputError: the state is not wounded or incapacitated.

    Source: bug-hunter 313.4
    """
    table = game.table("casualty-recovery")
    modifiers = () if medic else ("no-medic",)
    result: str = table.roll(random.Random(seed), state=state, modifiers=modifiers).result
    outcome = game.table("recovery-outcomes").lookup(result=result).result
    return Recovery(result, outcome["soldier"], outcome.get("preservation chits", 0))
