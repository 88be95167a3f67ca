"""How much the endings depend on each assumption: the same games again, with another choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from builder.playtest.assumptions import KIND
from builder.playtest.batch import Batch, Prepared, play_games, prepare
from builder.playtest.match import Result
from builder.playtest.report.endings import DIGITS


@dataclass(frozen=True, slots=True)
class Weight:
    """What another choice for an assumption changes.

    Attributes:
        assumption: its id.
        choice: the other choice.
        games: the games that were played again.
        change: the share of games that moves from some endings to others; 0 if all shares are the same.
    """

    assumption: str
    choice: str
    games: int
    change: float

    def as_json(self) -> dict[str, Any]:
        """The weight as plain data."""
        change = round(self.change, DIGITS)
        return {"assumption": self.assumption, "choice": self.choice, "games": self.games, "change": change}


def other_choices(prepared: Prepared) -> Sequence[tuple[str, str]]:
    """Every choice that the batch does not follow, with its assumption."""
    return [
        (entry.slug, str(choice["id"]))
        for entry in prepared.scenario.ruleset.of_kind(KIND)
        for choice in entry["choices"]
        if prepared.assumptions[entry.slug] != choice["id"]
    ]


def weigh(prepared: Prepared, results: Sequence[Result], games: int, jobs: int) -> Iterator[Weight]:
    """The weight of every other choice, by the first games of a batch with the same dice."""
    before = _counts(results[:games])
    for id, choice in other_choices(prepared):
        swapped = prepare(_swapped(prepared.batch, id, choice))
        again = list(play_games(swapped, range(min(games, len(results))), jobs))
        after = _counts(again)
        moved = sum(abs(after[key] - before[key]) for key in {*before, *after})
        yield Weight(id, choice, len(again), moved / (2 * max(1, len(again))))


def _swapped(batch: Batch, id: str, choice: str) -> Batch:
    others = tuple(text for text in batch.assume if text.partition("=")[0] != id)
    return replace(batch, assume=(*others, f"{id}={choice}"), watched=0)


def _counts(results: Sequence[Result]) -> Counter[tuple[str, str]]:
    return Counter((each.ending.side, each.ending.grade) for each in results)
