"""2xx: a lattice of dots: terrain, walls and contours."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.check import DotsCheck
from builder.lint.finding import Defect, Severity
from builder.scenario.model import Scenario
from rulesdb.yaml_source import DataPath


class WallTwiceCheck(DotsCheck):
    """Two walls, or two doors, between the same dots."""

    code = "BB241"
    slug = "wall-twice"
    what = (
        "Two obstacles or two doors are between the same dots, or an obstacle is in a building's outer wall."
    )
    why = "Only one of them can be drawn and have a cost."
    example = "0405/0406: wall and 0405-0805/0406-0806: fence"
    fix = "Remove one of them, or shorten its block."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        dots = scenario.dots_map
        for fault in dots.faults:
            if fault.kind in ("wall twice", "door twice"):
                related = (("the other one", fault.other),)
                yield Defect(fault.message, fault.path, key=True, related=related, related_keys=True)
        reported: set[tuple[DataPath, str]] = set()
        for edge, obstacle in dots.obstacles.items():
            inside = [dots.building_at.get(dot) for dot in edge]
            building = inside[0] or inside[1]
            if building is None or inside[0] is inside[1] or (obstacle.path, building.id) in reported:
                continue
            reported.add((obstacle.path, building.id))
            yield Defect(
                f"{obstacle.text} is in the outer wall of `{building.id}`",
                obstacle.path,
                "remove it there: the outer walls are computed from the building's dots",
                key=True,
                related=(("the building", (*building.path, "id")),),
            )


class NoEdgeCheck(DotsCheck):
    """A wall or door between dots that are not side by side."""

    code = "BB242"
    slug = "no-edge"
    what = (
        "The dots or blocks of a wall or door do not touch: columns or rows of two dots must differ by one."
    )
    why = "Nothing can be between them."
    example = "0405/0607: wall"
    fix = "Name dots whose columns or rows differ by one, but not both, or blocks that touch."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for fault in scenario.dots_map.faults:
            if fault.kind == "no edge":
                yield Defect(fault.message, fault.path, key=True)


class ContourJumpCheck(DotsCheck):
    """Two contours in one place."""

    code = "BB244"
    slug = "contour-jump"
    severity = Severity.WARNING
    what = "Two neighboring dots differ by more than one level."
    why = "Two contour lines overlap there, and one is easily overlooked."
    example = 'elevation: {2: "0405"} without a level 1 around it'
    fix = "Add dots of the level between, or suppress this for a cliff."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        dots = scenario.dots_map
        reported: set[int] = set()
        for dot in sorted(dots.elevation):
            level = dots.level(dot)
            if level in reported:
                continue
            for other in dots.lattice.neighbors(dot):
                other_level = dots.level(other)
                # Reported for the level farther from the ground, or for a hill next to a pit as deep.
                if abs(level - other_level) > 1 and (abs(level), level) > (abs(other_level), other_level):
                    reported.add(level)
                    yield Defect(
                        f"dot {dots.lattice.label(dot)} is on level {level}, and its neighbor "
                        f"{dots.lattice.label(other)} on level {other_level}",
                        ("map", "elevation", str(level)),
                        key=True,
                    )
                    break
