"""2xx: a lattice of dots: terrain, walls and contours."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.check import Check
from builder.lint.finding import Finding, Severity
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind
from rulesdb.yaml_source import DataPath

DOTS = frozenset({"dots"})
DOT_NAMES = frozenset({NameKind.DOT, NameKind.TERRAIN})


class WallTwiceCheck(Check):
    """Two walls, or two doors, between the same dots."""

    code = "BB241"
    slug = "wall-twice"
    what = (
        "Two obstacles or two doors stand between the same dots, or an obstacle in a building's outer wall."
    )
    why = "Only one of them can be drawn and paid for."
    example = "0405/0406: wall beside 0405-0805/0406-0806: fence"
    fix = "Take one of them away, or shorten its block."
    maps = DOTS
    needs = DOT_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        dots = scenario.dots_map
        for fault in dots.faults:
            if fault.kind in ("wall twice", "door twice"):
                yield self.finding(
                    scenario,
                    fault.message,
                    fault.path,
                    "take one of them away, or shorten its block",
                    key=True,
                    related=(("the other is here", scenario.source.key_span(fault.other)),),
                )
        told: set[tuple[DataPath, str]] = set()
        for edge, obstacle in dots.obstacles.items():
            inside = [dots.building_at.get(dot) for dot in edge]
            building = inside[0] or inside[1]
            if building is None or inside[0] is inside[1] or (obstacle.path, building.id) in told:
                continue
            told.add((obstacle.path, building.id))
            yield self.finding(
                scenario,
                f"{obstacle.text} stands in the outer wall of `{building.id}`",
                obstacle.path,
                "take it away there: outer walls follow from the building's dots",
                key=True,
                related=(("the building is here", scenario.source.value_span((*building.path, "id"))),),
            )


class NoEdgeCheck(Check):
    """A wall or door between dots that do not lie side by side."""

    code = "BB242"
    slug = "no-edge"
    what = (
        "The dots or blocks of a wall or door do not touch: columns or rows of two dots must differ by one."
    )
    why = "There is no place between them where anything could stand."
    example = "0405/0607: wall"
    fix = "Name two dots whose columns or rows differ by one, and not both, or two blocks that touch."
    maps = DOTS
    needs = DOT_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for fault in scenario.dots_map.faults:
            if fault.kind == "no edge":
                yield self.finding(
                    scenario,
                    fault.message,
                    fault.path,
                    "name dots whose columns or rows differ by one, and not both, or blocks that touch",
                    key=True,
                )


class ContourJumpCheck(Check):
    """Two contours in one place."""

    code = "BB244"
    slug = "contour-jump"
    severity = Severity.WARNING
    what = "Two neighboring dots differ by more than one level."
    why = "Two contour lines run on top of each other there, and one is easily overlooked."
    example = 'elevation: {2: "0405"} without a level 1 around it'
    fix = "Put dots of the level between there, or suppress this for a cliff."
    maps = DOTS
    needs = DOT_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        dots = scenario.dots_map
        told: set[int] = set()
        for dot in sorted(dots.elevation):
            level = dots.level(dot)
            if level in told:
                continue
            for other in dots.lattice.neighbors(dot):
                beyond = dots.level(other)
                # It is told of the level that is farther from the ground, and of a hill beside a pit as deep.
                if abs(level - beyond) > 1 and (abs(level), level) > (abs(beyond), beyond):
                    told.add(level)
                    yield self.finding(
                        scenario,
                        f"dot {dots.lattice.label(dot)} is on level {level}, and its neighbor "
                        f"{dots.lattice.label(other)} on level {beyond}",
                        ("map", "elevation", str(level)),
                        "put dots of the level between there, or suppress this for a cliff",
                        key=True,
                    )
                    break
