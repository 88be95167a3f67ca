"""What is special about the mission of a scenario, and what gives victory points in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.draw.pieces.marker_copies import marker_needs
from builder.scenario.model import Scenario
from rulesdb.constraints import Selector


def scoring_lines(scenario: Scenario) -> list[Mapping[str, Any]]:
    """The lines of the mission about things that the scenario has: none about Craft that have flown off.

    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> scenario = load_scenario(shipped("scenarios") / "mobile_infantry" / "the-old-one.yaml")
    >>> [line["event"] for line in scenario.mission["victory"] if line not in scoring_lines(scenario)]
    ['craft-lost']
    """
    mission, game = scenario.mission, scenario.ruleset
    tables: Mapping[str, str] = game.printing.get("victory_tables", {})

    def is_possible(line: Mapping[str, Any]) -> bool:
        needs = game.aid.get("needs", {}).get(tables.get(line["event"], ""))
        return needs is None or any(scenario.census.selected(Selector.parse(each)) for each in needs)

    return [line for line in mission.get("victory", ()) if is_possible(line)] if mission is not None else []


def scored_text(line: Mapping[str, Any]) -> str:
    """What gives points by a line of the mission, as it begins a row of a table.

    >>> scored_text({"text": "bugs killed"})
    'Bugs killed'
    """
    text = str(line["text"])
    return text[:1].upper() + text[1:]


def mission_conditions(scenario: Scenario) -> list[str]:
    """The conditions of the mission; the first one as it is if the map says which entrances are used.

    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> folder = shipped("scenarios") / "mobile_infantry"
    >>> for name in ("under-marrow.yaml", "the-old-one.yaml"):
    ...     print(mission_conditions(load_scenario(folder / name))[0][:63])
    Before the first round, the MI name the entrances that they wil
    Before the first round, the MI assign at least one fire team to
    """
    mission = scenario.mission
    if mission is None:
        return []
    first, *others = [*mission.get("conditions", ())] or [""]
    board = scenario.map.table
    if (
        board is not None
        and board.plan is not None
        and any(node.used for node in board.plan.of_kind("entrance"))
    ):
        first = mission.get("entrances_in_use", first)
    return [first, *others] if first else []


def max_times(scenario: Scenario, line: Mapping[str, Any]) -> int | None:
    """How often a line of the mission can score in a scenario; None if nothing limits that.

    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> scenario = load_scenario(shipped("scenarios") / "mobile_infantry" / "the-old-one.yaml")
    >>> {line["event"]: max_times(scenario, line) for line in scoring_lines(scenario)}
    {'mi-killed': 40, 'officer-killed': 2, 'bug-killed': None, 'brain-bug-killed': 1, 'brain-bug-captured': 1}
    """
    if "by_number" in line:
        return len(line["by_number"])
    printing, event = scenario.ruleset.printing, line["event"]
    counts, limits = printing.get("victory_counts", {}), printing.get("victory_limits", {})
    if event in counts:
        return len(scenario.census.selected(Selector.parse(counts[event]))) or None
    found: Any = scenario.mission
    for name in limits.get(event, ()):
        found = found.get(name) if found is not None else None
    return found if event in limits else None


def pool_of(scenario: Scenario, line: Mapping[str, Any]) -> int:
    """How many counters there are of what an unlimited line of the mission counts; 0 if that is unknown.

    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> scenario = load_scenario(shipped("scenarios") / "mobile_infantry" / "candle.yaml")
    >>> {line["event"]: pool_of(scenario, line) for line in scoring_lines(scenario)}
    {'mi-killed': 0, 'craft-lost': 3, 'bug-killed': 25, 'bug-left': 25}
    """
    printing = scenario.ruleset.printing
    pools, marker = printing.get("victory_pools", {}), printing.get("victory_markers", {}).get(line["event"])
    if marker is not None:
        needs = marker_needs(scenario.ruleset, scenario.census)
        return sum(need.copies for need in needs if need.marker.slug == marker)
    if line["event"] not in pools:
        return 0
    forces = scenario.census.selected(Selector.parse(pools[line["event"]]))
    return sum(int(str(force.trait("count"))) for force in forces)
