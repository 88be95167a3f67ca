"""The share of each ending with its interval, and other numbers of a batch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.playtest.batch import Prepared
from builder.playtest.match import Result
from builder.playtest.report.intervals import interval
from builder.playtest.report.measures import measures_of
from rulesdb.model import Coverage

SCHEMA_VERSION = 1
UNDECIDED = "undecided"
DIGITS = 6


@dataclass(frozen=True, slots=True)
class Share:
    """How often a game ended in a way, with the interval of 95 in 100."""

    side: str
    grade: str
    games: int
    share: float
    low: float
    high: float


def shares(results: Sequence[Result], order: Sequence[tuple[str, str]]) -> Sequence[Share]:
    """The endings in the order of the victory conditions, including those that no game had."""
    counts = Counter((each.ending.side, each.ending.grade) for each in results)
    keys = list(dict.fromkeys((*order, *sorted(counts))))
    return [
        Share(side, grade, counts[side, grade], counts[side, grade] / max(1, len(results)), *ends)
        for side, grade in keys
        for ends in [interval(counts[side, grade], len(results))]
    ]


def report_of(
    prepared: Prepared,
    results: Sequence[Result],
    weights: Sequence[Mapping[str, Any]] = (),
    skill: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """The report of a batch as plain data, with weights of assumptions and skill if they were measured."""
    order = [(victory.side, victory.grade) for victory in prepared.scenario.victory]
    games = len(results)
    coverage = prepared.scenario.ruleset.coverage
    decisions = sum(each.decisions for each in results)
    return {
        "schema_version": SCHEMA_VERSION,
        **prepared.head,
        "games": games,
        "undecided": sum(each.ending.how == UNDECIDED for each in results),
        "endings": [
            {
                "side": each.side,
                "grade": each.grade,
                "games": each.games,
                "share": round(each.share, DIGITS),
                "low": round(each.low, DIGITS),
                "high": round(each.high, DIGITS),
            }
            for each in shares(results, order)
        ],
        "ended": dict(sorted(Counter(each.ending.how for each in results).items())),
        "turns": _spread([each.turns for each in results]),
        "decisions_a_game": round(decisions / max(1, games), 2),
        "choices_a_decision": round(sum(each.choices for each in results) / max(1, decisions), 2),
        "tally": _means(results),
        "weights": list(weights),
        "skill": list(skill),
        "measures": measures_of(prepared, results),
        "rules": {
            "played": [slug for slug, each in coverage.items() if each.how == "played"],
            **{how: _reasons(coverage, how) for how in ("simply", "not_played", "no_effect")},
        },
        "not_played": list(prepared.play.not_played),
    }


def _reasons(coverage: Mapping[str, Coverage], how: str) -> dict[str, str]:
    return {slug: each.why for slug, each in coverage.items() if each.how == how}


def _spread(numbers: Sequence[int]) -> dict[str, float]:
    if not numbers:
        return {}
    return {"least": min(numbers), "mean": round(sum(numbers) / len(numbers), 2), "most": max(numbers)}


def _means(results: Sequence[Result]) -> dict[str, float]:
    """The mean of each number that the play counts."""
    totals: Counter[str] = Counter()
    for each in results:
        totals.update(each.tally)
    names = dict.fromkeys(name for each in results for name in each.tally)
    return {name: round(totals[name] / len(results), 3) for name in names}
