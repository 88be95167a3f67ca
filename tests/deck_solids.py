"""What is solid on the drawing of a deck, and what touches it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from itertools import pairwise

from placement import clashes
from shapely import MultiLineString, Point, box
from shapely.geometry.base import BaseGeometry

from builder.draw.maps.decks.arrangement import Arrangement
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.decks.signs import STAR
from builder.draw.maps.hexmap import draw_level
from builder.draw.maps.map_frame import MARGIN, TITLE_BAND
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import rings
from builder.scenario.model import Scenario

_LINE = "the line of a zone"
Solid = tuple[str, BaseGeometry]


def solids_of(placed: Arrangement) -> Iterator[Solid]:
    """What no text may touch, in mm from the corner of the grid."""
    plan = placed.plan
    walls = [line for wall in plan.walls.walls for line in pairwise(wall.points)]
    yield "a wall", MultiLineString(walls).buffer(plan.wall / 2, cap_style="flat")
    for bounds in placed.door_boxes:
        yield "a door", box(*bounds)
    for x, y in placed.stars.values():
        yield "a star", Point(x, y).buffer(STAR * 0.27 * plan.size)
    for sign in placed.signs.signs:
        number = 2 if sign.is_round else 1
        for bounds in itertools.islice(sign.boxes(placed.metrics), number):
            yield sign.name, box(*bounds)
    for piece in placed.furniture:
        yield piece.name, box(*piece.box)
    for _, line in placed.zones.lines:
        lines = [side for ring in rings(line) for side in pairwise([*ring, ring[0]])]
        yield _LINE, MultiLineString(lines)


def touching(
    scenario: Scenario,
    level: int,
    context: DrawingContext,
    look: MapLook,
    overview_at: float | None = None,
    *,
    crowded: bool = False,
) -> list[tuple[str, str]]:
    """The texts of a level on something solid, with what it is, and the symbols on doors and walls.

    On a ``crowded`` map, as with rooms of one hex that have everything, only walls and doors count.
    """
    plan = DeckPlan(scenario.hex_map, level, context.theme)
    placed = Arrangement(scenario, plan, context, look, overview_at)
    solids = [solid for solid in solids_of(placed) if not crowded or solid[0] in ("a wall", "a door")]
    tabs = {text for tab in placed.zones.tabs for text in (tab.title.text, tab.title.steps)}
    drawing = draw_level(scenario, level, context, look=look, overview_at=overview_at)
    texts = []
    for text in drawing.texts:
        x, y = text.x - MARGIN, text.y - MARGIN - TITLE_BAND
        if y > -MARGIN:
            texts.append((text.text, box(x, y, x + text.width, y + text.height)))
    pairs = [
        (text, name)
        for name, shape in solids
        for text, letters in texts
        if shape.intersects(letters) and not (name == _LINE and text in tabs)
    ]
    hard = [(name, shape) for name, shape in solids if name in ("a wall", "a door")]
    boxes = [(piece.name, box(*piece.box)) for piece in placed.furniture]
    signs = [
        (sign.name, box(*bounds)) for sign in placed.signs.signs for bounds in sign.boxes(placed.metrics)
    ]
    pairs += [
        (name, other)
        for number, (name, shape) in enumerate(boxes)
        for other, taken in (*signs, *boxes[:number])
        if shape.intersection(taken).area > 0.01
    ]
    pairs += [
        (name, other)
        for name, shape in solids
        if name not in ("a wall", "a door", _LINE)
        for other, wall in hard
        if shape.intersects(wall)
    ]
    return pairs + list(clashes(drawing.texts, 0.0))
