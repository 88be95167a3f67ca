"""The ink on maps of open ground that no text may touch: signs, walls, lines of zones, and other text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from shapely import LineString, Point, STRtree, box, union_all
from shapely.geometry.base import BaseGeometry

from builder.draw.maps.landmap import draw_land
from builder.draw.maps.map_frame import MARGIN
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.nature.kinds import ORGANIC
from builder.draw.maps.open.frame import TITLE_BAND
from builder.draw.maps.open.land_plan import LandPlan
from builder.draw.maps.open.table_plan import COMPASS, MOUTH, TablePlan
from builder.draw.maps.open.zones import LINE
from builder.draw.maps.tablemap import NORTH, WEST, draw_table, table_scale
from builder.draw.maps.zone_tabs import Tab
from builder.draw.surface.canvas import Drawing, PlacedText
from builder.draw.surface.context import DrawingContext
from builder.scenario.model import Scenario

_TOUCH = 0.05
_WIDTH = 236.0

Solid = tuple[str, BaseGeometry]


def touching(scenario: Scenario, context: DrawingContext, look: MapLook) -> list[str]:
    """Texts of a map that touch other text or something solid, or that are not on the map."""
    if scenario.map.kind == "table":
        drawing = draw_table(scenario, _WIDTH, context, look=look)
        plan = TablePlan(scenario, context, look, table_scale(scenario.table_map, _WIDTH))
        return _faults(drawing, (WEST, NORTH), list(_on_table(plan)), _frame(plan), plan.zones)
    drawing = draw_land(scenario, context, look=look)
    land = LandPlan(scenario, context, look)
    return _faults(drawing, (MARGIN, TITLE_BAND), list(_on_land(land)), land.board, land.zones)


def _faults(
    drawing: Drawing, corner: tuple[float, float], solids: list[Solid], ground: BaseGeometry, zones: object
) -> list[str]:
    texts = [(text, _box(text, corner)) for text in drawing.texts]
    signs = [tab for sign in zones for tab in sign.tabs]  # type: ignore[attr-defined]
    faults = []
    tree = STRtree([shape for _, shape in texts])
    for one, other in tree.query(tree.geometries, predicate="intersects").T.tolist():
        if one < other:
            faults.append(f"{texts[one][0].text} / {texts[other][0].text}")
    tree = STRtree([shape for _, shape in solids])
    for number, solid in tree.query([shape for _, shape in texts], predicate="intersects").T.tolist():
        text, name = texts[number][0].text, solids[solid][0]
        # A tab covers the line that it hangs from.
        owners = [tab for tab in signs if name.casefold() == f"line of {tab.title.text}".casefold()]
        if not any(text in _texts_of(tab) for tab in owners):
            faults.append(f"{text} / {name}")
    for text, shape in texts:
        if shape.centroid.intersects(ground) and not ground.contains(shape):
            faults.append(f"{text.text} / edge")
        faults += [f"{text.text} / tab {tab.title.text}" for tab in signs if _is_covered(text, shape, tab)]
    return faults


def _is_covered(text: PlacedText, shape: BaseGeometry, tab: Tab) -> bool:
    """Whether a text lies under a tab that is not its own."""
    return bool(text.text not in _texts_of(tab) and shape.intersects(box(*tab.box)))


def _texts_of(tab: Tab) -> tuple[str, str]:
    return tab.title.text, tab.title.steps


def _on_land(plan: LandPlan) -> Iterator[Solid]:
    for side, obstacle in plan.land.obstacles.items():
        yield obstacle.kind, LineString(plan.layout.side(side)).buffer(0.9)
    visible = {objective.id for objective in plan.look.objectives_of(plan.scenario)}
    for goal in plan.goals:
        if goal.objective.id in visible:
            west, _, east, _ = goal.box
            yield f"star of {goal.objective.title}", Point(goal.at).buffer((east - west) / 2)
    for sign in plan.zones:
        yield f"line of {sign.zone.title}", _line(sign.path)
    for patch in plan.patches:
        if patch.symbol == "mountain":
            for (x, y), size in plan.peaks(patch):
                yield "crag", box(x - size * 0.3, y - size * 0.3, x + size * 0.3, y + size * 0.3)


def _on_table(plan: TablePlan) -> Iterator[Solid]:
    scale = plan.scale
    for place in plan.places:
        if place.symbol not in ORGANIC:
            yield place.piece.name, place.area.buffer(-0.3)
    for objective in plan.look.objectives_of(plan.scenario):
        x, y = objective.region.spot
        yield f"star of {objective.title}", Point(x * scale, y * scale).buffer(2.3)
    for node in plan.entrances:
        yield f"mouth {node.name}", Point(node.at[0] * scale, node.at[1] * scale).buffer(MOUTH)
    for sign in plan.zones:
        yield f"line of {sign.zone.title}", _line(sign.path)
    yield "compass", Point(plan.compass).buffer(COMPASS - 0.2)


def _frame(plan: TablePlan) -> BaseGeometry:
    return plan.ground.buffer(-0.2, join_style="mitre")


def _line(path: str) -> BaseGeometry:
    """The ink of a line with straight sides."""
    lines = []
    for part in path.split("M")[1:]:
        points = [tuple(map(float, point.split())) for point in part.rstrip("Z").split("L")]
        lines += [
            LineString(ends) for ends in pairwise([*points, points[0]] if part.endswith("Z") else points)
        ]
    return union_all(lines).buffer(LINE / 2)


def _box(text: PlacedText, corner: tuple[float, float]) -> BaseGeometry:
    x, y = text.x - corner[0], text.y - corner[1]
    return box(x + _TOUCH, y + _TOUCH, x + text.width - _TOUCH, y + text.height - _TOUCH)
