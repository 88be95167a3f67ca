"""6xx: results of playtests by machine, if they are saved next to the file and match its text."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path

from builder.lint.check import Check
from builder.lint.finding import Defect, Severity
from builder.playtest.report.kept import Run, read_kept
from builder.scenario.model import Scenario

_MIN_GAMES = 100
_MIN_LINEUPS = 2
_MAX_STUCK = 0.02
_ONE_SIDED = 0.10
_ONE_SIDED_OTHERWISE = 0.25
_EARLY = 0.5


class _PlayedCheck(Check):
    """A check of saved playtests of at least two lineups, with all other choices for assumptions."""

    severity = Severity.INFO

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        runs = [
            run
            for run in read_kept(Path(scenario.source.path), scenario.source.text)
            if run.games >= _MIN_GAMES and run.stuck <= _MAX_STUCK
        ]
        if len(runs) >= _MIN_LINEUPS and any(run.is_weighed for run in runs):
            yield from self.judge(scenario, runs)

    @abstractmethod
    def judge(self, scenario: Scenario, runs: Sequence[Run]) -> Iterator[Defect]:
        """The defects that all runs show."""


def _games(runs: Sequence[Run]) -> str:
    return f"{sum(run.games for run in runs):,} games by machine"


class OneSidedCheck(_PlayedCheck):
    """A side that hardly ever wins."""

    code = "BB601"
    slug = "one-sided"
    severity = Severity.WARNING
    what = "A side hardly ever wins, whoever plays and whatever is assumed where the book is silent."
    why = "Its player has nothing to play for."
    example = "a side that wins 2 of 400 games by machine"
    fix = "Look for a change with brainbug balance."

    def judge(self, scenario: Scenario, runs: Sequence[Run]) -> Iterator[Defect]:
        for side in runs[0].players:
            if all(
                run.high.get(side, 1.0) < _ONE_SIDED
                and run.others["won"].get(side, 0.0) < _ONE_SIDED_OTHERWISE
                for run in runs
            ):
                most = max(run.won[side] for run in runs)
                title = scenario.side_title(side)
                yield Defect(f"{title} won at most {most:.0%} of {_games(runs)}", ("victory",), key=True)


class EndsEarlyCheck(_PlayedCheck):
    """A game that is always over long before its last turn."""

    code = "BB602"
    slug = "always-ends-early"
    what = "Every game is over in the first half of the turns."
    why = "Events and reinforcements of later turns never come about."
    example = "turns: 14, but no game by machine lasts longer than 6"
    fix = "Reduce the turns, or start the sides farther apart."

    def judge(self, scenario: Scenario, runs: Sequence[Run]) -> Iterator[Defect]:
        latest = max(max(run.latest, run.others["latest"]) for run in runs)
        if latest <= scenario.turns * _EARLY:
            message = f"{_games(runs)} were all over by turn {latest} of {scenario.turns}"
            yield Defect(message, ("schedule", "turns"))


class NeverReachedCheck(_PlayedCheck):
    """An objective that nobody ever carries out."""

    code = "BB603"
    slug = "objective-never-reached"
    what = "Nobody ever carries out an objective."
    why = "It decides nothing, or it is too hard."
    example = "an objective that no game of 400 by machine saw carried out"
    fix = "Move the objective, or ask for less."

    def judge(self, scenario: Scenario, runs: Sequence[Run]) -> Iterator[Defect]:
        done = {id for run in runs for id in (*run.done, *run.others["done"])}
        for objective in scenario.objectives:
            if objective.id not in done and (objective.done_by is not None or objective.boards):
                yield Defect(
                    f"nobody carried out objective `{objective.id}` in {_games(runs)}", objective.path
                )


class NeverMattersCheck(_PlayedCheck):
    """A unit that never meets an enemy."""

    code = "BB604"
    slug = "unit-never-matters"
    what = "A unit never meets an enemy, never attacks and is never hurt."
    why = "Its player moves it for nothing, or it need not be printed."
    example = "a guard who stands in a room that nobody ever enters"
    fix = "Place it elsewhere, or leave it out."

    def judge(self, scenario: Scenario, runs: Sequence[Run]) -> Iterator[Defect]:
        active = {id for run in runs for id in (*run.active, *run.others["active"])}
        for force in scenario.forces:
            for member in force.members:
                if f"{force.id}/{member.id}" not in active:
                    message = f"{member.name} never met an enemy in {_games(runs)}"
                    yield Defect(message, member.path)
