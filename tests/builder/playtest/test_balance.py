"""Balance: levers name numbers of a file, and the search finds the change that the games show to be best."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builder.playtest import balance as module
from builder.playtest.balance import Search, Version, balance
from builder.playtest.batch import Batch
from builder.playtest.levers import Lever, read_lever
from builder.playtest.match import Result
from builder.playtest.play import Ending
from rulesdb import InputError

DATA: dict[str, Any] = {
    "schedule": {
        "turns": 6,
        "events": [{"title": "Wings", "turn": 4, "effects": [{"arrives": "flyers", "count": 2}]}],
    },
    "forces": [{"id": "squad", "unit": "trooper"}, {"id": "bugs", "count": 10}],
}


@pytest.mark.parametrize(
    ("text", "path", "values"),
    [
        ("turns=5..8", ("schedule", "turns"), (5, 7, 8)),
        ("forces.bugs.count=6..12/3", ("forces", 1, "count"), (6, 9, 12)),
        ("forces.2.count=3,10,4", ("forces", 1, "count"), (3, 4)),
        ("events.wings.effects.flyers.count=1..3", ("schedule", "events", 0, "effects", 0, "count"), (1, 3)),
        ("schedule.events.1.turn=3", ("schedule", "events", 0, "turn"), (3,)),
    ],
)
def test_a_lever_names_a_number_of_the_file(
    text: str, path: tuple[str | int, ...], values: tuple[int, ...]
) -> None:
    lever = read_lever(text, DATA)
    assert (lever.path, lever.values) == (path, values)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turns", "name=low..high"),
        ("turns=8..5", "lower number first"),
        ("turns=6", "no value but that of the file"),
        ("turns=0..999", "at most 60 values"),
        ("turns=many", "neither a number nor a range"),
        ("forces.bug.count=1..3", "did you mean `bugs`"),
        ("forces.squad.count=1..3", "there is no `count`"),
        ("forces.squad.unit=1..3", "not a whole number"),
        ("forces=1..3", "a list of 2"),
        ("turns.x=1..3", "nothing below a single value"),
    ],
)
def test_a_lever_that_does_not_fit_is_one_clear_message(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        read_lever(text, DATA)
    assert "\n" not in str(raised.value)


# Versions whose true chance to win is known: value 5 of the lever wins half of the games.
CHANCES = {0: 0.9, 2: 0.05, 3: 0.2, 4: 0.35, 5: 0.5, 6: 0.68, 7: 0.8}
LEVER = Lever("count", ("count",), 9, (2, 3, 4, 5, 6, 7))


def _versions() -> list[Version]:
    batch = Batch(Path("0"), (), (), (), 1)
    versions = [Version(None, 0, batch, "")]
    return versions + [
        Version(LEVER, value, replace(batch, path=Path(str(value))), "") for value in LEVER.values
    ]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Plays games by chance, with the same dice for all versions; counts them by version."""
    counts: dict[str, int] = {}

    def play(batch: Batch, numbers: range) -> list[Result]:
        counts[str(batch.path)] = counts.get(str(batch.path), 0) + len(numbers)
        chance = CHANCES[int(str(batch.path))]
        rolls = [random.Random(f"{batch.seed}/{number}").random() for number in numbers]
        return [
            Result(number, Ending("a" if roll < chance else "b", "great", "condition", ""), 1, 1, 1, {})
            for number, roll in zip(numbers, rolls, strict=True)
        ]

    monkeypatch.setattr(module, "play_chunk", play)
    return counts


def test_the_version_nearest_to_the_target_is_found_and_confirmed(played: dict[str, int]) -> None:
    outcome = balance(_versions(), Search("a", 0.5), confirm=1000, jobs=1)
    assert outcome.best.value == 5
    share, low, high, games = outcome.confirmed
    assert games == 1000
    assert low < 0.5 < high
    assert outcome.is_near
    assert 0.45 <= share <= 0.55


def test_versions_that_are_surely_worse_play_few_games(played: dict[str, int]) -> None:
    balance(_versions(), Search("a", 0.5), confirm=100, jobs=1)
    assert max(played["0"], played["2"]) <= 80
    assert played["5"] == max(played.values())
    assert sum(played.values()) < 0.6 * len(CHANCES) * 400


def test_a_target_out_of_reach_is_reported(played: dict[str, int]) -> None:
    versions = [version for version in _versions() if version.value in (0, 2, 7)]
    outcome = balance(versions, Search("a", 0.5), confirm=200, jobs=1)
    assert not outcome.is_near
    assert outcome.best.value == 7


def test_of_two_equal_versions_the_smaller_change_wins(
    played: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHANCES, 6, 0.5)
    assert balance(_versions(), Search("a", 0.5), confirm=20, jobs=1).best.value == 6
