"""Luck against skill: the same games again, with the same dice and a weaker player for one side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from builder.playtest.batch import Prepared, play_games, prepare
from builder.playtest.match import Result
from builder.playtest.report.endings import DIGITS

if TYPE_CHECKING:
    from builder.playtest.machines.cluster import Cluster

WEAKER = ("greedy", "random")


@dataclass(frozen=True, slots=True)
class Skill:
    """The effect of another player.

    Attributes:
        side: the side that gets another player.
        player: the name of that player.
        games: the games that were played again.
        usual: the share of wins of the side with its own player.
        share: the share that it wins with the other player.
        same_winner: the share of games that the same side wins as before.
    """

    side: str
    player: str
    games: int
    usual: float
    share: float
    same_winner: float

    def as_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "side": self.side,
            "player": self.player,
            "games": self.games,
            "usual": round(self.usual, DIGITS),
            "share": round(self.share, DIGITS),
            "same_winner": round(self.same_winner, DIGITS),
        }


def other_lineups(prepared: Prepared) -> Sequence[tuple[str, str]]:
    """Each side with each weaker player that it does not have."""
    return [(side, name) for side, usual in prepared.batch.lineup for name in WEAKER if name != usual]


def measure_skill(
    prepared: Prepared, results: Sequence[Result], games: int, jobs: int | Cluster
) -> Iterator[Skill]:
    """The effect of each weaker player, in the first games of a batch with the same dice."""
    before = results[:games]
    for side, name in other_lineups(prepared):
        lineup = tuple((each, name if each == side else usual) for each, usual in prepared.batch.lineup)
        other = prepare(replace(prepared.batch, lineup=lineup, watched=0))
        again = list(play_games(other, [each.game for each in before], jobs))
        count = max(1, len(again))
        same = sum(one.ending.side == two.ending.side for one, two in zip(before, again, strict=True))
        yield Skill(side, name, len(again), _won(before, side), _won(again, side), same / count)


def _won(results: Sequence[Result], side: str) -> float:
    return sum(each.ending.side == side for each in results) / max(1, len(results))
