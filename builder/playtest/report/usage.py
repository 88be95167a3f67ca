"""The rules, tables and cells that games used and never used, and the house values among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from builder.playtest.tables import FlatTable
from builder.playtest.trace import Trace
from rulesdb import Basis, Ruleset

_DIGITS = 3


def usage_of(game: Ruleset, traces: Sequence[Trace]) -> dict[str, Any]:
    """The use of tables, house values, and steps of play, as plain data."""
    uses: dict[str, Counter[int]] = {}
    games: dict[str, Counter[int]] = {}
    steps: Counter[str] = Counter()
    for trace in traces:
        steps.update(trace.steps)
        for id, cells in trace.cells.items():
            uses.setdefault(id, Counter()).update(cells)
            games.setdefault(id, Counter()).update(cells.keys())
    by_id = {table.id: table for table in game.tables.values()}
    flat = {id: FlatTable(by_id[id]) for id in sorted(uses) if id in by_id}
    return {
        "tables": [_table(each, uses[id], games[id], len(traces)) for id, each in flat.items()],
        "house_values": [
            row for id, each in flat.items() for row in _house(each, uses[id], games[id], len(traces))
        ],
        "steps": [
            {"step": step, "title": step_title(game, step), "times": times}
            for step, times in sorted(steps.items(), key=lambda item: (-item[1], item[0]))
        ],
    }


def step_title(game: Ruleset, step: str) -> str:
    """The title of a rule, phase or table that a step carries out."""
    kind, _, slug = step.partition("/")
    if kind == "table":
        return next((table.entry.title for key, table in game.tables.items() if key == slug), slug)
    return next((entry.title for entry in game.of_kind(kind) if entry.slug == slug), slug)


def _table(flat: FlatTable, uses: Mapping[int, int], games: Mapping[int, int], count: int) -> dict[str, Any]:
    never = [number for number in range(len(flat.inputs)) if number not in uses]
    return {
        "table": flat.id,
        "title": flat.table.entry.title,
        "axes": [axis.name for axis in flat.table.axes],
        "uses": sum(uses.values()),
        "cells": len(flat.inputs),
        "cells_used": len(flat.inputs) - len(never),
        "used": [
            {
                "at": list(flat.inputs[number]),
                "result": flat.results[number],
                "uses": times,
                "share_of_games": round(games[number] / max(1, count), _DIGITS),
            }
            for number, times in sorted(uses.items(), key=lambda item: (-item[1], item[0]))
        ],
        "never_used": [list(flat.inputs[number]) for number in never],
    }


def _house(
    flat: FlatTable, uses: Mapping[int, int], games: Mapping[int, int], count: int
) -> list[dict[str, Any]]:
    rows = []
    for number, times in sorted(uses.items()):
        answer = flat.answer(number)
        if answer.provenance.basis is Basis.HOUSE:
            rows.append(
                {
                    "table": flat.id,
                    "title": flat.table.entry.title,
                    "at": list(flat.inputs[number]),
                    "result": flat.results[number],
                    "uses": times,
                    "share_of_games": round(games[number] / max(1, count), _DIGITS),
                }
            )
    return rows
