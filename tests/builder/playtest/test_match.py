"""Matches: dice, players and records."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from toy_play import ToyPlay

from builder.playtest.assumptions import choose_assumptions
from builder.playtest.match import PlayerFault, play_match
from builder.playtest.play import Action, Decision, Play, Player, Roll, Thrown, View
from builder.playtest.players import RandomPlayer
from builder.playtest.record import Record, read_record
from builder.playtest.trace import Trace, Watch
from rulesdb import InputError, open_game

PLAY = ToyPlay()


def _players() -> dict[str, Player]:
    return {"human": RandomPlayer(), "bug": RandomPlayer()}


def _text(seed: int, game: int) -> str:
    record = Record({"scenario": "toy"})
    play_match(PLAY, _players(), seed, game, recorder=record)
    return record.text


class Bad:
    """A player of somebody's own who does what ``act`` does."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def begin(self, side: str, play: Play[Any], rng: random.Random) -> None: ...

    def saw(self, roll: Roll, thrown: Thrown) -> None: ...

    def choose(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def test_the_same_seed_and_number_give_the_same_record() -> None:
    assert _text(5, 3) == _text(5, 3)
    assert len({_text(5, 3), _text(5, 4), _text(6, 3)}) == 3


def test_a_record_has_every_decision_and_every_roll_with_its_citation() -> None:
    lines = list(read_record(_text(1, 0), "game.jsonl"))
    assert (lines[0]["record"], lines[0]["scenario"]) == (2, "toy")
    assert lines[0]["pieces"] == [["Ada", "human", "crew", ""], ["Bug", "bug", "brood", ""]]
    assert lines[-1]["ending"]["how"] == "condition"
    rolls = [line for line in lines if "roll" in line]
    assert rolls[0]["cells"][0]["table"] == "handspan:table/wound-chart"
    assert rolls[0]["cells"][0]["source"] == "handspan Wound Chart"
    assert len(rolls) == sum(line.get("words") == "roll" for line in lines)


def test_dice_of_one_purpose_do_not_depend_on_others() -> None:
    faces = [
        [
            line["faces"]
            for line in read_record(_text(9, 0), "x")
            if line.get("side") == "human" and "roll" in line
        ]
        for _ in range(2)
    ]
    assert faces[0] == faces[1]


@pytest.mark.parametrize("answer", [-1, 2, "roll", None, True, 1.0])
def test_an_illegal_move_is_the_players_fault(answer: object) -> None:
    with pytest.raises(PlayerFault, match="illegal move"):
        play_match(PLAY, {"human": Bad(answer), "bug": RandomPlayer()}, 1)


def test_an_error_of_a_player_is_reported_with_its_name() -> None:
    with pytest.raises(PlayerFault, match=r"player Bad of the human side.*raised ValueError: no idea"):
        play_match(PLAY, {"human": Bad(ValueError("no idea")), "bug": RandomPlayer()}, 1)


def test_a_game_without_end_is_undecided() -> None:
    result = play_match(PLAY, {"human": Bad(0), "bug": Bad(0)}, 1, most=50)
    assert result.ending.how == "undecided"


@pytest.mark.parametrize("text", ["", "{", "[]\n", '{"record": 3}\n'])
def test_a_file_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        list(read_record(text, "game.jsonl"))


def test_a_record_has_every_change_of_every_unit() -> None:
    lines = list(read_record(_text(1, 0), "x"))
    strengths = {}
    for change in (change for line in lines for change in line.get("changes", ())):
        strengths[change["unit"]] = change["strength"]
    assert sorted(strengths.values())[0] == 0, "the loser's points are used up"


def test_a_watched_game_counts_attacks_losses_and_cells_of_tables() -> None:
    watch, record = Watch(PLAY), Record({})
    play_match(PLAY, _players(), 1, 0, recorder=record)
    play_match(PLAY, _players(), 1, 0, recorder=watch)
    trace, lines = watch.trace, list(read_record(record.text, "x"))
    rolls = [line for line in lines if "roll" in line]
    attacks = {side: sum(trace.fired[side].values()) for side in PLAY.sides}
    assert attacks == {side: sum(line["side"] == side for line in rolls) for side in PLAY.sides}
    assert sum(trace.cells["handspan:table/wound-chart"].values()) == len(rolls)
    assert max(sum(each.values()) for each in trace.died.values()) == 3
    assert trace.alive[0] == [3, 3]
    assert min(trace.alive[-1]) == 0
    assert len(trace.alive) == lines[-1]["turn"] + 1
    assert trace.attack == rolls[0]["turn"]
    assert Trace.of_json(json.loads(json.dumps(trace.as_json()))) == trace


def test_lines_of_a_record_are_json() -> None:
    assert all(isinstance(json.loads(line), dict) for line in _text(1, 0).splitlines())


def test_an_unknown_assumption_is_refused() -> None:
    with pytest.raises(InputError, match="no assumption"):
        choose_assumptions(open_game("handspan"), ["nothing=this"])
    with pytest.raises(InputError, match="id=choice"):
        choose_assumptions(open_game("handspan"), ["nothing"])
