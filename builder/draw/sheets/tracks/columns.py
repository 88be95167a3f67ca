"""The columns of a track that a scenario needs: those about something that it does without are left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.scenario.model import Scenario
from rulesdb.constraints import Selector


def with_needed_columns(track: Mapping[str, Any], scenario: Scenario | None) -> Mapping[str, Any]:
    """A track without the columns of boxes for which a scenario has none of the things that they need.

    The columns after them move up, with their boxes.
    """
    ticks = track.get("ticks", ())
    if scenario is None:
        return track
    census = scenario.census
    useless: set[int] = {
        tick["column"]
        for tick in ticks
        if "needs" in tick and not census.selected(Selector.parse(tick["needs"]))
    }
    if not useless:
        return track

    def moved(column: int) -> int:
        return column - sum(int(other < column) for other in useless)

    columns = [head for column, head in enumerate(track["columns"], 1) if column not in useless]
    kept = [{**tick, "column": moved(tick["column"])} for tick in ticks if tick["column"] not in useless]
    return {**track, "columns": columns, "ticks": kept}
