"""How large swarms should be when Preds set up."""

from __future__ import annotations

from builder.games.bug_hunter.play.counsel.attacks import added
from builder.games.bug_hunter.play.rules.fire import DIRECT
from builder.games.bug_hunter.play.rules.harm import swarm_losses
from builder.games.bug_hunter.play.stage import Stage

_INJURIES = frozenset({"W", "I", "K"})
# From how far away swarms are shot at, in hexes: they come out of the next room.
_RANGE = 3


def worth_of_size(stage: Stage, size: int) -> float:
    """The worth of swarms of a size, for each creature in them.

    They attack as often as chits let them, while they are shot at and struck back at. Of many small swarms
    more attack; a large one is harder to hurt, but loses more at once.
    """
    column = stage.close_column(0)
    losses = _losses_by_fire(stage, size) + _killed(stage, "hand-to-hand-results", column, size)
    return _readiness(stage, size) / (size * losses)


def _readiness(stage: Stage, size: int) -> float:
    """The chance that a chit lets a swarm act."""
    rating = stage.swarm_rating(size)
    return float(sum(stage.chits[rating - 1 :]) / sum(stage.chits))


def _losses_by_fire(stage: Stage, size: int) -> float:
    """The creatures that a shot by one of the people kills on average."""
    firepower = stage.tables["firepower"]
    arms = [stage.cast.arms[person.arm] for person in stage.cast.people if person.arm >= 0]
    powers = [int(firepower.result(arm.row, _RANGE)) for arm in arms if arm.kind in DIRECT]
    columns = [stage.column(power, size) for power in powers if power]
    losses = added(_killed(stage, "combat-results", column, size) for column in columns)
    return losses / max(1, len(columns))


def _killed(stage: Stage, table: str, column: str, size: int) -> float:
    odds = stage.odds(table, column)
    return added(chance * swarm_losses(stage, size, result) for result, chance in odds if result in _INJURIES)
