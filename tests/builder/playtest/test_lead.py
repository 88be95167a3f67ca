"""The estimated chance to win: it follows what decides a game, and is honest about its own games."""

from __future__ import annotations

import random

from builder.playtest.match import Result
from builder.playtest.play import Ending
from builder.playtest.report.lead import MIN_GAMES, lead_of
from builder.playtest.trace import Trace


def _game(number: int, alive: list[list[int]], winner: str) -> Result:
    trace = Trace({}, {}, {}, {}, alive, [0], 0, 0, [], [], {}, {}, [])
    return Result(number, Ending(winner, "great", "condition", ""), len(alive) - 1, 1, 2, {}, trace)


def _batch(decides: bool, games: int = 200) -> list[Result]:
    """Games of three turns in which a loss in turn 2 decides who wins, or means nothing."""
    rng, batch = random.Random(7), []
    for number in range(games):
        lost = rng.random() < 0.5
        wins = (not lost) if decides else rng.random() < 0.5
        left = 4 if lost else 10
        batch.append(_game(number, [[10, 10], [10, 10], [left, 10], [left, 10]], "a" if wins else "b"))
    return batch


def test_the_chance_is_even_before_and_certain_after_what_decides() -> None:
    lead = lead_of(_batch(decides=True), "a")
    assert lead is not None
    assert all(0.35 < chance < 0.65 for chance in lead.chances[:, 1])
    after = lead.chances[:, 2]
    assert all((chance > 0.9) == (won == 1) for chance, won in zip(after, lead.won, strict=True))
    result = lead.as_json()
    assert 1.9 <= result["decided"]["mean_turn"] <= 2.1
    assert result["curve"][1]["open"] == 1
    assert result["curve"][3]["open"] == 0


def test_losses_that_mean_nothing_do_not_move_the_chance() -> None:
    lead = lead_of(_batch(decides=False), "a")
    assert lead is not None
    assert all(0.3 < chance < 0.7 for chance in lead.chances[:, 2])
    assert lead.as_json()["decided"]["in_last_turn"] == 200


def test_the_chance_of_the_other_side_is_the_rest() -> None:
    one, other = lead_of(_batch(decides=True), "a"), lead_of(_batch(decides=True), "b")
    assert one is not None
    assert other is not None
    assert abs(one.chances + other.chances - 1).max() < 1e-6


def test_too_few_games_give_no_estimate() -> None:
    assert lead_of(_batch(decides=True, games=MIN_GAMES - 1), "a") is None
