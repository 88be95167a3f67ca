"""4xx: the time that it takes to go below and to come back."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from builder.games.mobile_infantry.checks import GAMES
from builder.games.mobile_infantry.mission_plan import tunnels_of
from builder.geometry.shapes import Shape, length
from builder.lint.check import Check
from builder.lint.finding import Defect
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind

if TYPE_CHECKING:
    from builder.boards.table import TunnelPlan

_TROOPER = "trooper"


class ChamberReachCheck(Check):
    """A chamber that the troops cannot get to in time."""

    code = "BB434"
    slug = "chamber-out-of-reach"
    what = (
        "In a mission below ground, a chamber is farther from where the MI start than they can march in the "
        "whole game, by the nearest entrance and the shortest tunnels."
    )
    why = "The mission scores for every chamber."
    example = "a chamber 70 inches from the landing zone in a game of 10 rounds"
    fix = "Land nearer to an entrance, shorten the way below, or add turns."
    games = GAMES
    maps = frozenset({"table"})
    needs = frozenset(
        {NameKind.MISSION, NameKind.UNIT, NameKind.TUNNEL_END, NameKind.NEW_TUNNEL, NameKind.ZONE}
    )

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        mission, movement, table = scenario.mission, scenario.ruleset.movement, scenario.table_map
        starts = _starts(scenario)
        if mission is None or movement is None or table.plan is None or not starts:
            return
        if not tunnels_of(scenario.ruleset, mission):
            return
        far = movement.farthest[_TROOPER] * scenario.turns
        for chamber, way in _ways(table.plan, starts).items():
            inches = way * table.in_inches
            if inches > far:
                node = table.plan.nodes[chamber]
                message = f"chamber `{chamber}` is {inches:.0f}″ from where the MI start"
                there = f"{message}; in {scenario.turns} rounds they march {far}″"
                yield Defect(there, (*node.path, "at"), rule=mission.key)


def _starts(scenario: Scenario) -> list[Shape]:
    """The zones where figures of the MI start."""
    troops = {force.id for force in scenario.forces if force.members}
    zones = {item.zone for item in scenario.placements if item.force in troops}
    shapes = (zone.region.shape for zone in scenario.zones if zone.id in zones)
    return [shape for shape in shapes if shape is not None]


def _ways(plan: TunnelPlan, starts: list[Shape]) -> Mapping[str, float]:
    """The shortest way to the rim of each chamber that can be reached, in the table's unit."""
    tunnels: dict[str, list[tuple[str, float]]] = {id: [] for id in plan.nodes}
    for tunnel in plan.tunnels:
        here, there = tunnel.ends
        tunnels[here.id].append((there.id, length(tunnel.points)))
        tunnels[there.id].append((here.id, length(tunnel.points)))
    queue = [
        (min(start.distance(node.shape) for start in starts), node.id) for node in plan.of_kind("entrance")
    ]
    heapq.heapify(queue)
    ways: dict[str, float] = {}
    while queue:
        way, id = heapq.heappop(queue)
        if id not in ways:
            ways[id] = way
            for other, far in tunnels[id]:
                heapq.heappush(queue, (way + far, other))
    return {node.id: ways[node.id] - node.diameter / 2 for node in plan.of_kind("chamber") if node.id in ways}
