"""Games from their records: read, and played again with the same choices and dice."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.playtest.assumptions import choose_assumptions
from builder.playtest.game_play import play_of
from builder.playtest.match import PlayerFault, play_match
from builder.playtest.play import Action, Decision, Play, Player, Roll, Thrown, View
from builder.playtest.record import Record, read_record
from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from rulesdb import InputError, Library
from rulesdb.yaml_source import parse_yaml

_OF_THE_HEAD = frozenset({"record", "pieces", "changes"})


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game from its record.

    Attributes:
        head: the batch as plain data.
        lines: every decision and roll, and finally the ending.
        scenario: the scenario, as it was played.
    """

    head: Mapping[str, Any]
    lines: Sequence[Mapping[str, Any]]
    scenario: Scenario


def read_game(text: str, name: str, library: Library | None = None) -> RecordedGame:
    """The game of a record.

    Raises:
        InputError: it is not a record, or the supplements are not those of the game.
        DataError: the scenario in it has errors.
    """
    head, *lines = read_record(text, name)
    if not isinstance(head.get("text"), str) or not lines or "ending" not in lines[-1]:
        raise InputError(f"{name}: the record is not complete; write it again with brainbug playtest -o DIR")
    scenario = scenario_from(parse_yaml(head["text"], f"{name} (its scenario)"), library)
    layers = [layer.sha256 for layer in scenario.ruleset.layers]
    if head.get("supplements") != layers:
        raise InputError(f"{name}: the game was played with other supplements; give the same ones")
    return RecordedGame(head, lines, scenario)


def play_again(game: RecordedGame, name: str) -> str:
    """The record of the same game, played again with the recorded choices and the dice of its seed.

    Raises:
        InputError: the record cannot be played: by a player's fault, or because the data is damaged.
    """
    head = game.head
    try:
        swaps = [f"{id}={choice}" for id, choice in head["assumptions"].items()]
        play = play_of(game.scenario, choose_assumptions(game.scenario.ruleset, swaps))
        choices = iter([int(line["choice"]) for line in game.lines if line.get("of", 1) > 1])
        players: dict[str, Player] = {side: _Recorded(choices) for side in play.sides}
        record = Record({key: value for key, value in head.items() if key not in _OF_THE_HEAD})
        play_match(play, players, int(head["seed"]), int(head["number"]), recorder=record)
    except PlayerFault as fault:
        raise InputError(f"{name}: the rules of play have changed since: {fault}") from fault
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{name}: this is not a record of a game; a line lacks {error}") from error
    return record.text


def first_difference(one: str, other: str) -> int:
    """The number of the first line in which two records differ, from 1; 0 if they are equal.

    >>> first_difference("a\\nb\\n", "a\\nc\\n"), first_difference("a", "a"), first_difference("a", "a\\nb")
    (2, 0, 2)
    """
    if one == other:
        return 0
    ones, others = one.splitlines(), other.splitlines()
    for number, (a, b) in enumerate(zip(ones, others, strict=False), 1):
        if a != b:
            return number
    return min(len(ones), len(others)) + 1


class _Recorded:
    """Players who make the choices of a record; all sides share one list."""

    def __init__(self, choices: Iterator[int]) -> None:
        self._choices = choices

    def begin(self, side: str, play: Play[Any], rng: random.Random) -> None:
        """See :meth:`Player.begin`."""

    def saw(self, roll: Roll, thrown: Thrown) -> None:
        """See :meth:`Player.saw`."""

    def choose(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> int:
        """See :meth:`Player.choose`; after the last recorded choice, the index is not legal."""
        return next(self._choices, -1)
