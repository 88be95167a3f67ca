"""2xx: an open table: terrain, and the tunnels below it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from builder.geometry.paths import cheapest_costs
from builder.geometry.shapes import Shape, circle
from builder.lint.check import Check
from builder.lint.finding import Finding, Severity
from builder.scenario.model import Scenario
from rulesdb import Dice
from rulesdb.yaml_source import DataPath

_SOLID = frozenset({"building", "ruins", "bunker", "tower", "wreck"})
_TABLE = frozenset({"table"})
_WALKERS = frozenset({"trooper"})
_NEARLY = 1 - 1e-6


class OffTableCheck(Check):
    """Something that lies beyond the edge of the table."""

    code = "BB231"
    slug = "off-table"
    what = "A piece, zone, objective or place of the tunnels lies wholly or partly off the table."
    why = "What is off the table cannot be laid, and is cut from the drawing."
    example = "circle: [70, 24, 5] on a table 72 wide"
    fix = "Move it inside the width and depth of the map, or make the table larger."
    maps = _TABLE

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        table = scenario.table_map
        for what, shape, path in _shapes(scenario):
            over = -table.edge_distance(shape)
            if over > 1e-9:
                yield self.finding(
                    scenario,
                    f"{what} lies {over:g}{table.sign} beyond the edge of the table",
                    path,
                    f"keep it inside {table.width:g}{table.sign} × {table.depth:g}{table.sign}",
                )


class TableReachCheck(Check):
    """An objective too far away for the time there is."""

    code = "BB427"
    slug = "table-out-of-reach"
    what = "The straight way from a side's set-up zones to its objective is longer than its troops ever move."
    why = "The condition that needs it could never be met."
    example = "an objective 30 inches away in a game of four turns, of six inches each at the most"
    fix = "Move the objective or the zone, or add turns."
    rule = "rule/mi-movement"
    games = frozenset({"mobile-infantry"})
    maps = _TABLE
    needs = frozenset({"zone", "force", "side", "unit"})

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        paces = scenario.ruleset.table("mi-movement")
        # Nobody falls back or routs towards an objective.
        most = max(
            Dice.parse(str(paces.lookup(move=move, ground="clear").result)).high
            for move in ("march", "tactical")
        )
        in_time = scenario.turns * most * 25.4 / scenario.table_map.unit_mm
        for objective in scenario.objectives:
            own = {force.id for force in scenario.forces if force.side == objective.side}
            zones = {placement.zone for placement in scenario.placements if placement.force in own}
            shapes = [zone.shape for zone in scenario.zones if zone.id in zones and zone.shape is not None]
            walks = all(force.unit.slug in _WALKERS for force in scenario.forces if force.id in own)
            if objective.at is None or not shapes or not walks:
                continue
            far = min(shape.distance(circle(objective.at, 0.0)) for shape in shapes)
            if far > in_time + 1e-9:
                sign = scenario.table_map.sign
                # Up to the next tenth, so that it does not read as if it were near enough.
                tenths = math.ceil(far * 10 - 1e-6)
                yield self.finding(
                    scenario,
                    f"objective `{objective.id}` is {tenths / 10:g}{sign} away; "
                    f"by turn {scenario.turns} one goes {in_time:g}{sign} at most",
                    (*objective.path, "at"),
                    "move the objective or the zone, or add turns",
                )


class SolidOverlapCheck(Check):
    """Two solid pieces in one place."""

    code = "BB232"
    slug = "solid-overlap"
    severity = Severity.WARNING
    what = "Two buildings, ruins, bunkers, towers or wrecks overlap."
    why = "The two pieces cannot both be put on the table there."
    example = "a bunker at the same place as a fire tower"
    fix = "Move one of them, or make one piece of the two."
    maps = _TABLE

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        solid = [
            piece for piece in scenario.table_map.pieces if piece.terrain.get("symbol", "building") in _SOLID
        ]
        for index, piece in enumerate(solid):
            for other in solid[:index]:
                if _overlap(piece.shape, other.shape):
                    yield self.finding(
                        scenario,
                        f"`{piece.id}` overlaps `{other.id}`",
                        (*piece.path, "id"),
                        "move one of them",
                        related=(("the other is here", scenario.source.value_span((*other.path, "id"))),),
                    )


class TunnelUnreachableCheck(Check):
    """A chamber or fork that no entrance leads to."""

    code = "BB233"
    slug = "tunnel-unreachable"
    what = "A chamber or junction is not joined to any entrance, or a junction joins fewer than two tunnels."
    why = "Nobody could come there, and the plan would mislead its owner."
    example = "a chamber that is in none of the tunnels"
    fix = "Add a tunnel, or take the place away."
    maps = _TABLE
    needs = frozenset({"tunnel end", "new tunnel id"})

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
                said = f"no entrance leads to {node.kind} `{node.id}`"
            elif node.kind == "junction" and len(joined[node.id]) < 2:
                said = f"junction `{node.id}` joins fewer than two tunnels"
            else:
                continue
            yield self.finding(scenario, said, (*node.path, "id"), "add a tunnel, or take the place away")


class SharedGroundCheck(Check):
    """Ground where two sides set up."""

    code = "BB409"
    slug = "shared-ground"
    what = "The set-up zones of two sides overlap on the table."
    why = "They could start in the same place."
    example = "a landing zone that covers part of the bugs' zone"
    fix = "Move the zones apart."
    maps = _TABLE
    needs = frozenset({"force", "zone"})

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        placed: list[tuple[str, Shape, DataPath]] = []
        for placement in scenario.placements:
            force, zone = scenario.force(placement.force), scenario.zone(placement.zone)
            if force is None or zone is None or zone.shape is None:
                continue
            for side, shape, path in placed:
                if side != force.side and _overlap(shape, zone.shape):
                    yield self.finding(
                        scenario,
                        f"both sides set up in zone `{zone.id}` or on ground that it shares",
                        (*placement.path, "zone"),
                        "move the zones apart",
                        related=(("the other side is placed here", scenario.source.value_span(path)),),
                    )
                    break
            placed.append((force.side, zone.shape, placement.path))


def _overlap(one: Shape, other: Shape) -> bool:
    """Whether two shapes have more in common than an edge or a corner at which they touch.

    Both are tried: a shape with an inner corner, made smaller, still touches what stands in that corner.
    """
    return one.overlaps(_a_hair_smaller(other)) and other.overlaps(_a_hair_smaller(one))


def _a_hair_smaller(shape: Shape) -> Shape:
    x, y = shape.center
    points = tuple((x + (a - x) * _NEARLY, y + (b - y) * _NEARLY) for a, b in shape.points)
    return replace(shape, points=points, radius=shape.radius * _NEARLY)


def _shapes(scenario: Scenario) -> Iterator[tuple[str, Shape, DataPath]]:
    """Everything with a place on the table; a line counts without its thickness, as a river's end may."""
    for piece in scenario.table_map.pieces:
        shape = piece.shape
        if not shape.encloses and len(shape.points) > 1:
            shape = Shape(shape.points)
        yield f"piece `{piece.id}`", shape, (*piece.path, "id")
    for zone in scenario.zones:
        if zone.shape is not None:
            yield f"zone `{zone.id}`", zone.shape, (*zone.path, "id")
    for objective in scenario.objectives:
        if objective.at is not None:
            yield f"objective `{objective.id}`", circle(objective.at, 0), (*objective.path, "at")
    plan = scenario.table_map.plan
    for node in plan.nodes.values() if plan else ():
        yield f"{node.kind} `{node.id}`", node.shape, (*node.path, "at")
