"""Preds in play: how motion trackers find them, and how they recover from panic."""

from __future__ import annotations

from rulesdb.procedures import of_axis, procedure, require_range
from rulesdb.ruleset import Ruleset


@procedure(
    "314.2",
    takes={
        "distance": of_axis("motion-tracker", "distance"),
        "levels_apart": of_axis("motion-tracker", "levels_apart"),
    },
)
def track_motion(game: Ruleset, die: int, distance: int, levels_apart: str = "same") -> bool:
    """Whether a motion tracker finds a hidden counter that moves.

    ``distance`` is in hexes; ``levels_apart`` is same, one or more.

    >>> from rulesdb import open_game
    >>> finds = open_game("bug-hunter").procedure("track-motion")
    >>> finds(4, 3), finds(3, 3), finds(6, 2, "one"), finds(6, 0, "more")
    (True, False, True, False)

    Raises:
        InputError: the die is not from 1 to 6, or the distance negative.
    """
    require_range(1, 6, die=die)
    needed = game.result("motion-tracker", distance=distance, levels_apart=levels_apart)
    return needed != "never" and die >= int(needed)


@procedure("323.3", title="Recovery of a panicked Pred")
def pred_recovers(game: Ruleset, die: int, panic: int) -> bool:
    """Whether a panicked Pred recovers in the Recovery phase: if the die is at least its panic rating.

    >>> from rulesdb import open_game
    >>> back = open_game("bug-hunter").procedure("pred-recovers")
    >>> back(3, 3), back(2, 3)
    (True, False)

    Raises:
        InputError: die or rating is not from 1 to 6.
    """
    require_range(1, 6, die=die, panic=panic)
    return die >= panic
