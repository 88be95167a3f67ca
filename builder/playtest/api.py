"""Playtests from Python: play a scenario, and explore the results in a notebook or as data frames."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.playtest.batch import MAX_WATCHED, Batch, Prepared, play_games, prepare
from builder.playtest.lineup import read_lineup
from builder.playtest.match import Result
from builder.playtest.report.endings import report_of
from builder.scenario.model import Scenario
from rulesdb import BrainbugError, InputError
from rulesdb.arguments import require

if TYPE_CHECKING:
    import pandas

_PERCENT = 100.0


@dataclass(frozen=True)
class Playtest:
    """The games of a scenario.

    Attributes:
        prepared: what was played.
        results: how each game ended.
    """

    prepared: Prepared
    results: Sequence[Result]

    @cached_property
    def report(self) -> dict[str, Any]:
        """All numbers, as in ``report.json``."""
        return report_of(self.prepared, self.results)

    def record(self, game: int = 0) -> str:
        """The record of a game as JSON Lines, for ``brainbug replay``."""
        return self.prepared.record(game)

    @property
    def endings(self) -> pandas.DataFrame:
        """A row for each ending: its games, and its share with the interval.

        Raises:
            BrainbugError: pandas is not installed.
        """
        return _frame(self.report["endings"])

    @property
    def games(self) -> pandas.DataFrame:
        """A row for each game: its ending, its length and the counts of the play.

        Raises:
            BrainbugError: pandas is not installed.
        """
        return _frame(
            [
                {
                    "game": each.game,
                    "side": each.ending.side,
                    "grade": each.ending.grade,
                    "how": each.ending.how,
                    "turns": each.turns,
                    "decisions": each.decisions,
                    **each.tally,
                }
                for each in self.results
            ]
        )

    @property
    def places(self) -> pandas.DataFrame:
        """A row for each place, side and kind of event, with how often it happened in a game.

        Raises:
            BrainbugError: pandas is not installed.
        """
        return _frame(
            [
                {"event": event, "side": side, "place": row["place"], "a_game": row["a_game"]}
                for event, sides in self.report["measures"].get("places", {}).items()
                for side, rows in sides.items()
                for row in rows
            ]
        )

    def _repr_html_(self) -> str:
        """The endings in a notebook."""
        scenario, report = self.prepared.scenario, self.report
        rows = "".join(
            f"<tr><th style='text-align:left'>{_name(scenario, row)}</th><td>{row['games']}</td>"
            f"<td>{_PERCENT * row['share']:.1f} %</td>"
            f"<td>{_PERCENT * row['low']:.1f} to {_PERCENT * row['high']:.1f} %</td></tr>"
            for row in report["endings"]
        )
        players = ", ".join(f"{scenario.side_title(side)} {name}" for side, name in report["players"].items())
        about = html.escape(f"{scenario.title}: {report['games']} games, {players}, seed {report['seed']}")
        heads = "".join(f"<th>{head}</th>" for head in ("ending", "games", "share", "interval"))
        return (
            f"<table><caption>{about}</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        )


def play(
    scenario: Scenario | Path | str,
    games: int = 100,
    *,
    players: str = "",
    seed: int = 1,
    jobs: int = 1,
    assume: Sequence[str] = (),
    supplements: Sequence[Path] = (),
) -> Playtest:
    """Play a scenario many times.

    >>> from rulesdb.shipped import shipped
    >>> test = play(shipped("scenarios") / "handspan" / "last-lift.yaml", games=2, players="bug=random")
    >>> len(test.results), test.report["players"]
    (2, {'human': 'officer', 'bug': 'random'})

    Args:
        scenario: the scenario, or the path of its file. One with supplements has to be given as a path.
        games: how many games.
        players: who plays, as ``human=officer,bug=greedy``.
        seed: the seed of all dice.
        jobs: processes; more than one only under ``if __name__ == "__main__":`` in a script.
        assume: assumptions to swap, as ``stacking=shared``.
        supplements: the files of supplements.

    Raises:
        DataError: the scenario has errors.
        InputError: it cannot be played by machine, or an argument is wrong.
    """
    require("scenario", scenario, (Scenario, Path, str), "a scenario, or the path of its file")
    require("games", games, int, "a number of games")
    if games < 1:
        raise InputError(f"games: {games} is too few; play at least 1")
    path = Path(scenario.source.path) if isinstance(scenario, Scenario) else Path(scenario)
    first = prepare(Batch(path, tuple(supplements), (), tuple(assume), seed, MAX_WATCHED))
    if isinstance(scenario, Scenario) and first.scenario.source.text != scenario.source.text:
        raise InputError(f"{path} has changed since the scenario was loaded; load it again")
    lineup = tuple(read_lineup(players, first.play.sides).items())
    ready = prepare(Batch(path, tuple(supplements), lineup, tuple(assume), seed, MAX_WATCHED))
    return Playtest(ready, list(play_games(ready, range(games), jobs)))


def _name(scenario: Scenario, row: Mapping[str, Any]) -> str:
    return html.escape(f"{scenario.side_title(row['side'])}, {row['grade']}" if row["side"] else "nobody")


def _frame(rows: Sequence[Mapping[str, Any]]) -> pandas.DataFrame:
    try:
        import pandas
    except ImportError as error:
        raise BrainbugError(
            "data frames need pandas, which is not installed; `report` has the same numbers as plain data"
        ) from error
    return pandas.DataFrame(list(rows))
