"""Walls between dots: which look each has, and how it is drawn.

Outer walls of buildings are thick, or gray if their toughness is light; solid walls inside a building are
inner walls, outside they are of brick. Low walls are of stone, fences have posts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from builder.boards.dots import Building, DotsMap
from builder.draw.maps.dots.site import Run, Site
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.geometry.dotlattice import Edge
from builder.scenario.model import Scenario

Segment = tuple[Point, Point]


class Look(StrEnum):
    """The look of a wall."""

    THICK = "thick"
    LIGHT = "light"
    INNER = "inner"
    BRICK = "brick"
    STONE = "stone"
    FENCE = "fence"


_THICKNESS = {
    Look.THICK: 3.4,
    Look.LIGHT: 2.6,
    Look.INNER: 2.2,
    Look.BRICK: 4.0,
    Look.STONE: 2.3,
    Look.FENCE: 3.2,
}
_OUTLINE = 0.4
_JOINT = 0.22
_BRICK, _STONE = 4.2, 5.0
_SHADOW = 1.3
_POST_STEP = 8.0
# How much of the ink's color the lines of something have.
_LINE = 0.62


@dataclass(frozen=True, slots=True)
class Wall:
    """A straight wall."""

    look: Look
    run: Run

    def thickness(self, unit: float) -> float:
        """In mm, with its outline."""
        return thickness(self.look) * unit


def thickness(look: Look) -> float:
    """The thickness in mm of walls of one look, with their outline."""
    return _THICKNESS[look]


def looks_of(scenario: Scenario) -> dict[Edge, Look]:
    """The look of the wall at each edge that has one; of two buildings, the stronger one has the wall."""
    dots, looks = scenario.dots_map, dict[Edge, Look]()
    strong = {building.id for building in dots.buildings} - light_buildings(scenario)
    for edge, barrier in dots.barriers.items():
        sides = [dots.building_at.get(dot) for dot in edge]
        between = [side for side in sides if side is not None]
        is_outer = bool(between) and sides[0] is not sides[1]
        symbol = str(barrier.terrain and barrier.terrain.get("symbol"))
        if barrier.building or (symbol == "high-wall" and is_outer):
            is_strong = any(building.id in strong for building in between)
            looks[edge] = Look.THICK if is_strong else Look.LIGHT
        elif symbol == "high-wall":
            looks[edge] = Look.INNER if between else Look.BRICK
        else:
            looks[edge] = Look.FENCE if symbol == "fence" else Look.STONE
    return looks


def light_buildings(scenario: Scenario) -> set[str]:
    """The buildings that are less tough than buildings usually are."""
    dots, game = scenario.dots_map, scenario.ruleset
    usual = dots.building_terrain and dots.building_terrain.get("toughness")
    if usual is None or "toughness" not in game.structures:
        return set()
    table = game.table(game.structures["toughness"])

    def resists(row: str) -> int:
        return int(table.lookup(**{table.axes[0].name: row}).result)

    return {building.id for building in dots.buildings if resists(building.toughness) < resists(str(usual))}


def walls_of(site: Site, looks: dict[Edge, Look]) -> list[Wall]:
    """The straight walls of a map, those that others cover first."""
    by_look: dict[Look, list[Edge]] = {}
    for edge, look in looks.items():
        by_look.setdefault(look, []).append(edge)
    order = (Look.FENCE, Look.STONE, Look.BRICK, Look.INNER, Look.LIGHT, Look.THICK)
    return [Wall(look, run) for look in order for run in site.runs(by_look.get(look, ()))]


def building_of(dots: DotsMap, edge: Edge) -> Building | None:
    """The building that has an edge inside it or around it."""
    return dots.building_at.get(edge.here) or dots.building_at.get(edge.there)


def draw_walls(canvas: Canvas, walls: Iterable[Wall], unit: float) -> None:
    """Walls; the outer walls of buildings meet in corners, so all of a look are drawn at once."""
    walls = list(walls)
    for look in (Look.FENCE, Look.STONE, Look.BRICK):
        for wall in walls:
            if wall.look is look:
                _draw_standing(canvas, wall, unit)
    for look, color, core in (
        (Look.INNER, "inner_wall", _THICKNESS[Look.INNER] - 2 * _OUTLINE),
        (Look.LIGHT, "light_wall", 1.5),
        (Look.THICK, "thick_wall", 2.4),
    ):
        ends = [(wall.run.start, wall.run.end) for wall in walls if wall.look is look]
        cap = "butt" if look is Look.INNER else "square"
        canvas.segments(ends, stroke="hull", stroke_width=_THICKNESS[look] * unit, stroke_linecap=cap)
        if look is Look.INNER:
            ends = [(wall.run.at(_OUTLINE), wall.run.at(wall.run.long - _OUTLINE)) for wall in walls
                    if wall.look is look]  # fmt: skip
        canvas.segments(ends, stroke=color, stroke_width=core * unit, stroke_linecap=cap)


def draw_wall_shadows(canvas: Canvas, walls: Iterable[Wall], unit: float, shade: str) -> None:
    """The shadows of walls that stand outside."""
    for look in (Look.STONE, Look.BRICK):
        runs = [wall.run for wall in walls if wall.look is look]
        off = _SHADOW * unit
        moved = [((x1 + off * 0.6, y1 + off), (x2 + off * 0.6, y2 + off)) for (x1, y1), (x2, y2) in
                 ((run.start, run.end) for run in runs)]  # fmt: skip
        canvas.segments(moved, stroke=shade, stroke_width=_THICKNESS[look] * unit)


def line_color(canvas: Canvas, color: str) -> str:
    """The color of the lines of something that is filled with a color."""
    return blend(canvas.theme["ink"], canvas.theme[color], _LINE)


def _draw_standing(canvas: Canvas, wall: Wall, unit: float) -> None:
    """A wall or a fence outside."""
    if wall.look is Look.FENCE:
        _draw_fence(canvas, wall.run, unit)
        return
    color, step = ("high-wall", _BRICK) if wall.look is Look.BRICK else ("stone", _STONE)
    half, line = wall.thickness(unit) / 2, line_color(canvas, color)
    west, north, east, south = wall.run.box(0, wall.run.long, -half, half)
    canvas.rect(
        west, north, east - west, south - north, fill=color, stroke=line, stroke_width=_OUTLINE * unit
    )
    canvas.segments(list(_joints(wall.run, half, step * unit, wall.look is Look.BRICK)), stroke=line,
                    stroke_width=_JOINT * unit)  # fmt: skip


def _joints(run: Run, half: float, step: float, is_double: bool) -> Iterator[Segment]:
    """Lines between bricks; a wall of two courses has a line along it, and its joints by turns."""
    count = max(1, round(run.long / step))
    step = run.long / count
    if not is_double:
        yield from ((run.at(step * number, -half), run.at(step * number, half)) for number in range(1, count))
        return
    yield run.at(0), run.at(run.long)
    for number in range(1, 2 * count):
        side = half if number % 2 else -half
        yield run.at(step * number / 2), run.at(step * number / 2, side)


def _draw_fence(canvas: Canvas, run: Run, unit: float) -> None:
    """Two rails, with posts about 8 mm apart."""
    line = line_color(canvas, "fence")
    rails = [(run.at(0, aside * unit), run.at(run.long, aside * unit)) for aside in (-0.7, 0.7)]
    canvas.segments(rails, stroke=line, stroke_width=0.45 * unit)
    count = max(1, ceil(run.long / (_POST_STEP * unit) - 0.5))
    for number in range(count + 1):
        at = run.long * number / count
        west, north, east, south = run.box(at - 0.8 * unit, at + 0.8 * unit, -1.6 * unit, 1.6 * unit)
        canvas.rect(
            west, north, east - west, south - north, fill="fence", stroke=line, stroke_width=0.3 * unit
        )
