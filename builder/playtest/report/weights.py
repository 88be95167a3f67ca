"""How much the endings depend on each assumption: the same games again, with another choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from builder.playtest.assumptions import KIND
from builder.playtest.batch import MAX_WATCHED, Batch, Prepared, play_games, prepare
from builder.playtest.match import Result
from builder.playtest.report.endings import DIGITS

if TYPE_CHECKING:
    from builder.playtest.machines.cluster import Cluster


@dataclass(frozen=True, slots=True)
class Weight:
    """The effect of another choice for an assumption.

    Attributes:
        assumption: its id.
        choice: the other choice.
        games: the games that were played again.
        change: the share of games that ends differently; 0 if all shares of endings are the same.
        won: the share of wins of each side with the other choice.
        latest: the last turn in which a game ended.
        done: the objectives that were carried out in some game.
        active: the members that took part in some game, as force and member.
    """

    assumption: str
    choice: str
    games: int
    change: float
    won: Mapping[str, float]
    latest: int
    done: Sequence[str]
    active: Sequence[str]

    def as_json(self) -> dict[str, Any]:
        """The weight as plain data."""
        change = round(self.change, DIGITS)
        return {
            "assumption": self.assumption,
            "choice": self.choice,
            "games": self.games,
            "change": change,
            "won": {side: round(share, DIGITS) for side, share in self.won.items()},
            "latest": self.latest,
            "done": list(self.done),
            "active": list(self.active),
        }


def other_choices(prepared: Prepared) -> Sequence[tuple[str, str]]:
    """Every choice that the batch does not follow, with its assumption."""
    return [
        (entry.slug, str(choice["id"]))
        for entry in prepared.scenario.ruleset.of_kind(KIND)
        for choice in entry["choices"]
        if prepared.assumptions[entry.slug] != choice["id"]
    ]


def weigh(prepared: Prepared, results: Sequence[Result], games: int, jobs: int | Cluster) -> Iterator[Weight]:
    """The weight of every other choice, in the first games of a batch with the same dice."""
    before = _counts(results[:games])
    for id, choice in other_choices(prepared):
        swapped = prepare(_swapped(prepared.batch, id, choice))
        again = list(play_games(swapped, range(min(games, len(results))), jobs))
        after = _counts(again)
        moved = sum(abs(after[key] - before[key]) for key in {*before, *after})
        count = max(1, len(again))
        won = {side: sum(each.ending.side == side for each in again) / count for side in prepared.play.sides}
        latest = max((each.turns for each in again), default=0)
        yield Weight(
            id,
            choice,
            len(again),
            moved / (2 * count),
            won,
            latest,
            _done(prepared, again),
            _active(swapped, again),
        )


def _done(prepared: Prepared, results: Sequence[Result]) -> list[str]:
    """The objectives that were carried out in some game."""
    done = {
        number
        for each in results
        if each.trace is not None
        for number, turn in enumerate(each.trace.objectives)
        if turn
    }
    return [each.id for number, each in enumerate(prepared.scenario.objectives) if number in done]


def _active(prepared: Prepared, results: Sequence[Result]) -> list[str]:
    """The members that took part in some game."""
    active = {number for each in results if each.trace is not None for number in each.trace.active}
    pieces = enumerate(prepared.play.pieces)
    return [f"{piece.force}/{piece.member}" for number, piece in pieces if piece.member and number in active]


def _swapped(batch: Batch, id: str, choice: str) -> Batch:
    others = tuple(text for text in batch.assume if text.partition("=")[0] != id)
    return replace(batch, assume=(*others, f"{id}={choice}"), watched=MAX_WATCHED)


def _counts(results: Sequence[Result]) -> Counter[tuple[str, str]]:
    return Counter((each.ending.side, each.ending.grade) for each in results)
