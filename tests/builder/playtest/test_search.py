"""The player who tries actions out. ``make soak`` lets it play against the greedy one."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from handspan_field import field_play
from soak import soak_only
from toy_play import ToyPlay

from builder.playtest.batch import Batch, prepare
from builder.playtest.lineup import player_maker
from builder.playtest.match import play_match
from builder.playtest.play import Decision, Guesser, View
from builder.playtest.players import RandomPlayer, SearchPlayer
from builder.playtest.report.endings import interval
from rulesdb import InputError
from rulesdb.shipped import shipped


class OpenToy(ToyPlay):
    """The toy game, in which nothing is hidden, and which advises nothing."""

    def guess(self, view: View[list[int]], rng: random.Random) -> list[int]:
        return view.state.copy()

    def worths(self, view: View[list[int]], decision: Decision, actions: Any) -> list[float]:
        return [0.0] * len(actions)


def _wins(playouts: int, games: int) -> int:
    play = OpenToy()
    results = [
        play_match(play, {"human": SearchPlayer(playouts), "bug": RandomPlayer()}, 1, game)
        for game in range(games)
    ]
    return sum(result.ending.side == "human" for result in results)


def test_a_search_finds_out_by_itself_that_only_dice_win() -> None:
    assert _wins(12, 12) >= 10


def test_a_game_can_have_a_number_of_playouts_of_its_own() -> None:
    tried: list[int] = []

    class SlowToy(OpenToy):
        playouts = 3

        def guess(self, view: View[list[int]], rng: random.Random) -> list[int]:
            tried.append(1)
            return super().guess(view, rng)

    for player, playouts in ((SearchPlayer(), 3), (SearchPlayer(5), 5)):
        play = SlowToy()
        player.begin("human", play, random.Random(1))
        state = play.start()
        decision = play.next(state)
        assert isinstance(decision, Decision)
        tried.clear()
        player.choose(play.view(state, "human"), decision, play.actions(state, decision))
        assert len(tried) == 1 + playouts


def test_the_same_seed_gives_the_same_game_and_the_state_is_not_touched() -> None:
    play = field_play()
    assert isinstance(play, Guesser)
    results = [
        play_match(play, {"human": SearchPlayer(1), "bug": RandomPlayer()}, 1, most=12) for _ in range(2)
    ]
    assert results[0] == results[1]


def test_a_play_that_cannot_guess_is_refused() -> None:
    with pytest.raises(InputError, match="search cannot guess what is hidden"):
        SearchPlayer().begin("human", ToyPlay(), random.Random(1))


@pytest.mark.parametrize("name", ["search:0", "search:", "search:-1", "search:x", "search:10001", "search:²"])
def test_a_wrong_number_of_playouts_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="from 1 to 10000"):
        player_maker(name)


def test_a_guess_fits_what_a_side_sees() -> None:
    path = shipped("scenarios") / "bugged" / "static.yaml"
    play: Any = prepare(Batch(path, (), (), (), 1)).play
    state = play.start()
    for side in play.sides:
        view = play.view(state, side)
        guess = play.guess(view, random.Random(1))
        assert play.key(play.view(guess, side).state) == play.key(view.state)
        count = len(guess.cards) // 2
        assert [sum(guess.cards[at : at + count]) for at in (0, count)] == list(state.hands)


@soak_only
@pytest.mark.parametrize("name", ["handspan/last-lift.yaml", "bugged/brood-debt.yaml"])
def test_search_wins_at_least_sixty_in_a_hundred_games_against_greedy(name: str) -> None:
    path = shipped("scenarios") / name
    batch, sides = Batch(path, (), (), (), 1), prepare(Batch(path, (), (), (), 1)).play.sides
    won: Counter[str] = Counter()
    games = 8
    for own in sides:
        lineup = tuple((side, "search" if side == own else "greedy") for side in sides)
        prepared = prepare(replace(batch, lineup=lineup))
        won[own] = sum(prepared.result(game).ending.side == own for game in range(games))
    least, _ = interval(won.total(), games * len(sides))
    assert least >= 0.6, won
