"""2xx: tunnels below a table."""

from __future__ import annotations

from collections.abc import Iterator

from builder.geometry.paths import cheapest_costs
from builder.lint.check import Check
from builder.lint.finding import Finding
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind


class TunnelUnreachableCheck(Check):
    """A chamber or junction that no entrance leads to."""

    code = "BB233"
    slug = "tunnel-unreachable"
    what = "A chamber or junction is not joined to any entrance, or a junction joins fewer than two tunnels."
    why = "Nobody could get there, and the plan would mislead its owner."
    example = "a chamber that is in none of the tunnels"
    fix = "Add a tunnel, or remove the place."
    maps = frozenset({"table"})
    needs = frozenset({NameKind.TUNNEL_END, NameKind.NEW_TUNNEL})

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        plan = scenario.table_map.plan
        if plan is None:
            return
        joined: dict[str, list[str]] = {id: [] for id in plan.nodes}
        for tunnel in plan.tunnels:
            here, there = (end.id for end in tunnel.ends)
            joined[here].append(there)
            joined[there].append(here)
        starts = [node.id for node in plan.of_kind("entrance")]
        reached = cheapest_costs(starts, lambda id: [(other, 1) for other in joined[id]])
        for node in plan.nodes.values():
            if node.id not in reached:
                problem = f"no entrance leads to {node.kind} `{node.id}`"
            elif node.kind == "junction" and len(joined[node.id]) < 2:
                problem = f"junction `{node.id}` joins fewer than two tunnels"
            else:
                continue
            yield self.finding(scenario, problem, (*node.path, "id"))
