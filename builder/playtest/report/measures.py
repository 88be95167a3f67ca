"""Measures of the games of a batch: losses, objectives, contact, decisions, places and the lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from builder.playtest.batch import Prepared
from builder.playtest.match import Result
from builder.playtest.record import coordinates
from builder.playtest.report.intervals import interval
from builder.playtest.report.lead import lead_of
from builder.playtest.report.usage import usage_of
from builder.playtest.trace import NEVER, Trace, forces_of

_DIGITS = 3
PLACES = ("moved", "fired", "died", "stood")


def measures_of(prepared: Prepared, results: Sequence[Result]) -> dict[str, Any]:
    """The measures of the watched games of a batch, as plain data; only their number if none was watched."""
    watched = [each for each in results if each.trace is not None]
    traces = [each.trace for each in watched if each.trace is not None]
    measures: dict[str, Any] = {
        "watched": len(traces),
        "lengths": _histogram([each.turns for each in results]),
    }
    if not traces:
        return measures
    lead = lead_of(watched, prepared.play.sides[0])
    return measures | {
        "forces": _forces(prepared, traces),
        "units": _units(prepared, traces),
        "objectives": _objectives(prepared, traces),
        "contact": _firsts([trace.contact for trace in traces]),
        "attack": _firsts([trace.attack for trace in traces]),
        "decisions_by_turn": _decisions(traces),
        "lead": None if lead is None else lead.as_json(),
        "places": {name: _places(prepared, traces, name) for name in PLACES},
        **usage_of(prepared.scenario.ruleset, traces),
    }


def _histogram(numbers: Sequence[int]) -> list[dict[str, int]]:
    counts = Counter(numbers)
    return [{"turn": turn, "games": counts[turn]} for turn in sorted(counts)]


def _firsts(turns: Sequence[int]) -> dict[str, Any]:
    """The turns in which something first happened."""
    happened = [turn for turn in turns if turn != NEVER]
    mean = round(sum(happened) / len(happened), 2) if happened else None
    return {
        "earliest": min(happened, default=None),
        "mean": mean,
        "never": len(turns) - len(happened),
        "by_turn": _histogram(happened),
    }


def _forces(prepared: Prepared, traces: Sequence[Trace]) -> list[dict[str, Any]]:
    """How much of each force is left after each turn; a game that is over keeps its last numbers."""
    play = prepared.play
    turns = max(len(trace.alive) for trace in traces)
    rows = []
    for number, id in enumerate(forces_of(play)):
        series = [[row[number] for row in trace.alive] for trace in traces]
        full = [each + [each[-1]] * (turns - len(each)) for each in series]
        most = max(1, *(max(each) for each in full))
        lost = [max(each) - each[-1] for each in full]
        side = next(piece.side for piece in play.pieces if piece.force == id)
        rows.append(
            {
                "force": id,
                "title": next(force.title for force in prepared.scenario.forces if force.id == id),
                "side": side,
                "strength": most,
                "lost": {
                    "mean": round(sum(lost) / len(lost), 2), "least": min(lost), "most": max(lost),
                },
                "left_by_turn": [
                    round(sum(column) / len(column) / most, _DIGITS)
                    for column in zip(*full, strict=True)
                ],
            }
        )  # fmt: skip
    return rows


def _units(prepared: Prepared, traces: Sequence[Trace]) -> list[dict[str, Any]]:
    """How often each unit took part and how often it fell; units that never appeared are left out."""
    active = Counter(number for trace in traces for number in trace.active)
    fallen = Counter(number for trace in traces for number in trace.fallen)
    return [
        {
            "unit": number,
            "name": piece.name,
            "force": piece.force,
            "member": piece.member,
            "took_part": round(active[number] / len(traces), _DIGITS),
            "fell": round(fallen[number] / len(traces), _DIGITS),
        }
        for number, piece in enumerate(prepared.play.pieces)
        if piece.member or active[number] or fallen[number]
    ]


def _objectives(prepared: Prepared, traces: Sequence[Trace]) -> list[dict[str, Any]]:
    """How often and when each objective was carried out."""
    rows = []
    turns = prepared.scenario.turns
    for number, objective in enumerate(prepared.scenario.objectives):
        when = [trace.objectives[number] for trace in traces]
        done = [turn for turn in when if turn]
        low, high = interval(len(done), len(when))
        rows.append(
            {
                "objective": objective.id,
                "title": objective.title,
                "side": objective.side,
                "games": len(done),
                "share": round(len(done) / len(when), _DIGITS),
                "low": round(low, _DIGITS),
                "high": round(high, _DIGITS),
                "mean_turn": round(sum(done) / len(done), 2) if done else None,
                "by_turn": [
                    round(sum(turn <= limit for turn in done) / len(when), _DIGITS)
                    for limit in range(1, turns + 1)
                ],
            }
        )
    return rows


def _decisions(traces: Sequence[Trace]) -> list[dict[str, Any]]:
    """Decisions with a choice, and choices of each, by turn, in the games that lasted that long."""
    turns = max(len(trace.decisions) for trace in traces)
    rows = []
    for turn in range(turns):
        there = [trace.decisions[turn] for trace in traces if len(trace.decisions) > turn]
        count, choices = sum(each[0] for each in there), sum(each[1] for each in there)
        if count:
            rows.append(
                {
                    "turn": turn,
                    "decisions": round(count / len(there), 2),
                    "choices": round(choices / count, 2),
                }
            )
    return rows


def _places(prepared: Prepared, traces: Sequence[Trace], name: str) -> dict[str, list[dict[str, Any]]]:
    """How often something happened in each cell, by side, per game, the busiest cells first."""
    play, scenario = prepared.play, prepared.scenario
    by_side: dict[str, list[dict[str, Any]]] = {}
    for side in play.sides:
        counts: Counter[int] = Counter()
        for trace in traces:
            by: Mapping[str, Mapping[int, int]] = getattr(trace, name)
            counts.update(by.get(side, {}))
        by_side[side] = [
            {
                "at": coordinates(play, cell),
                "place": scenario.map.describe(play.spots[cell]),
                "a_game": round(count / len(traces), _DIGITS),
            }
            for cell, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        ]
    return by_side
