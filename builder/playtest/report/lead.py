"""The chance to win by turn, estimated from a batch: tension, changes of the lead, decided games."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from builder.playtest.match import Result

Floats = NDArray[np.float64]
MIN_GAMES = 20
_ROUNDS = 12
_RIDGE = 1.0
_SAME = 1e-9
# A side leads if its chance is at least this; between, nobody does.
_LEADS = 0.55
_DECIDED = 0.9
_OPEN = 0.2
_DIGITS = 3
_QUANTILES = (0.1, 0.5, 0.9)


@dataclass(frozen=True, slots=True)
class Lead:
    """The estimated chance of the first side, by game and turn, from the set-up on.

    Attributes:
        side: the side whose chance it is.
        chances: a row for each game; a column for the set-up and for each turn.
        won: 1 for each game that the side won, 0 if it lost, 0.5 if nobody won.
    """

    side: str
    chances: Floats
    won: Floats

    def as_json(self) -> dict[str, Any]:
        """The curve of tension and figures derived from it, as plain data."""
        changes = [_changes(row) for row in self.chances]
        last = self.chances.shape[1] - 1
        decided = [_decided(row, won) for row, won in zip(self.chances, self.won, strict=True)]
        return {
            "side": self.side,
            "curve": [
                {
                    "turn": turn,
                    **dict(zip(("low", "middle", "high"), _quantiles(column), strict=True)),
                    "mean": round(float(column.mean()), _DIGITS),
                    "open": round(float(np.mean((column > _OPEN) & (column < 1 - _OPEN))), _DIGITS),
                }
                for turn, column in enumerate(self.chances.T)
            ],
            "lead_changes": {
                "mean": round(float(np.mean(changes)), _DIGITS),
                "none": sum(not count for count in changes),
                "most": max(changes),
            },
            "decided": {
                "mean_turn": round(float(np.mean(decided)), 2),
                "in_last_turn": sum(turn >= last for turn in decided),
            },
        }


def lead_of(results: Sequence[Result], side: str) -> Lead | None:
    """The chances of a side in games that were watched; ``None`` for too few games.

    For each turn, a logistic regression on the share of each force that is left and the objectives that were
    carried out; the weights for each half of the games are fitted to the other half.
    """
    games = [each for each in results if each.trace is not None]
    if len(games) < MIN_GAMES:
        return None
    won = np.array([0.5 if not each.ending.side else float(each.ending.side == side) for each in games])
    turns = max(len(each.trace.alive) for each in games if each.trace is not None)
    chances = np.repeat(won[:, None], turns, axis=1)
    full = _full_strength(games)
    for turn in range(turns):
        going = [
            number
            for number, each in enumerate(games)
            if each.trace is not None and len(each.trace.alive) > turn + 1
        ]
        rows = np.array([_features(games[number], turn, full) for number in going])
        for half in (0, 1):
            asked = [place for place, number in enumerate(going) if number % 2 == half]
            training = [place for place, number in enumerate(going) if number % 2 != half]
            if not asked:
                continue
            weights = _fitted(rows[training], won[[going[place] for place in training]]) if training else None
            share = float(won.mean()) if weights is None else 0.0
            for place in asked:
                value = share if weights is None else _chance(rows[place], weights)
                chances[going[place], turn] = value
    return Lead(side, chances, won)


def _full_strength(games: Sequence[Result]) -> Floats:
    """The greatest strength of each force in any game."""
    rows = [np.array(each.trace.alive).max(axis=0) for each in games if each.trace is not None]
    most: Floats = np.maximum(1.0, np.max(rows, axis=0)).astype(np.float64)
    return most


def _features(game: Result, turn: int, full: Floats) -> list[float]:
    trace = game.trace
    assert trace is not None
    done = [float(0 < when <= turn) for when in trace.objectives]
    return [1.0, *(np.array(trace.alive[turn]) / full), *done]


def _fitted(rows: Floats, won: Floats) -> Floats:
    """The weights of a logistic regression with a small penalty on all of them but the first.

    For the penalty to be fair, columns are scaled by their spread; constant columns get no weight.
    """
    middle, spread_of = rows.mean(axis=0), rows.std(axis=0)
    middle[0], spread_of[0] = 0.0, 1.0
    scale = np.where(spread_of > _SAME, spread_of, np.inf)
    rows = (rows - middle) / scale
    size = rows.shape[1]
    penalty = np.eye(size) * _RIDGE
    penalty[0, 0] = 1e-3
    weights = np.zeros(size)
    for _ in range(_ROUNDS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(rows @ weights, -30, 30)))
        spread = np.maximum(1e-6, chance * (1 - chance))
        slope = rows.T @ (won - chance) - penalty @ weights
        weights = weights + np.linalg.solve(rows.T @ (rows * spread[:, None]) + penalty, slope)
    stretched = weights / scale
    stretched[0] -= float((stretched * middle)[1:].sum())
    return stretched


def _chance(row: Sequence[float] | Floats, weights: Floats) -> float:
    return float(1.0 / (1.0 + np.exp(-np.clip(np.asarray(row) @ weights, -30, 30))))


def _changes(row: Floats) -> int:
    """How often the lead changes in a game."""
    leaders = [1 if chance >= _LEADS else -1 for chance in row if chance >= _LEADS or chance <= 1 - _LEADS]
    return sum(one != other for one, other in itertools.pairwise(leaders))


def _decided(row: Floats, won: float) -> int:
    """The first turn from which on the winner's chance stays high."""
    chances = row if won >= 0.5 else 1 - row
    turn = len(row) - 1
    while turn > 0 and chances[turn - 1] >= _DECIDED:
        turn -= 1
    return turn


def _quantiles(column: Floats) -> list[float]:
    return [round(float(value), _DIGITS) for value in np.quantile(column, _QUANTILES)]
