"""Vehicles on decks: over all their hexes at scale, with arrows at the front, or a symbol in one hex.

A vehicle at a hull or in a room is drawn clear of the walls, so that these can be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import dist
from typing import TYPE_CHECKING

from builder.boards.deck import HexMap
from builder.boards.deck_fronts import front_hexes
from builder.draw.maps.decks.craft import TRACKED, Craft, craft_look, craft_of, craft_solids, draw_craft
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.symbols import draw_symbol
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.outlines import area_path, rings
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.geometry.hexgrid import Direction, Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Vehicle

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# In hexes: how far a vehicle is from the sides of its hexes, its panel from that, and its rounded corners.
_INSET, _PANEL, _ROUND = 0.09, 0.1, 0.24
# How much smaller a craft to cut out is, so that it does not touch the bold edge along its hexes.
_TO_CUT = 0.9
# Notches between two hexes that are closed, in hexes; between a vehicle and a wall, in mm for hexes of 18 mm.
_CLOSED, _OFF_WALL = 0.34, 0.9
# How round the corners are that walls cut off it, in hexes.
_TIP_ROUND = 0.16
_PANEL_LINE = 0.3
# Where walls are in the way of a craft: how much narrower it is then, and how far aside in hexes. It stays
# that many mm over the centers of its hexes.
_SHARES, _ASIDE, _OVER_CENTER, _TINY = (
    (1.0, 0.9, 0.8),
    (0.0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18),
    0.5,
    0.02,
)
# Where the title of a crawler is, as a share of its length.
_CRAWLER_TITLE = -0.19
_SYMBOL = 0.8
# A title, the distance between its lines in mm, and the most room for one, in radii of a hex.
_TITLE, _LINE, _TITLE_ROOM = Type(CONDENSED_BOLD, 2.5), 2.6, 1.3
# From the edge of a craft to that of its deck, with some air, in hexes.
_DECK = 0.11
# The width of a sample in the key, in mm.
_SAMPLE = 6.0
# An arrow leaves room for the number of its hex in front, and for a title behind it.
_TIP, _NOTCH, _BACK, _HALF = 0.4, 0.13, 0.02, 0.15


def draw_vehicle(
    canvas: Canvas, decks: HexMap, vehicle: Vehicle, level: int, *, titled: bool, plan: DeckPlan | None = None
) -> None:
    """One vehicle on one level, from the grid's top left corner, with its title in the middle or the rear.

    With a ``plan`` it keeps clear of the walls there. Without one it is smaller, to be cut out.
    """
    layout = HexLayout(decks.grid, decks.hex_size)
    hexes = vehicle.region.hexes(level)
    if not hexes:
        return
    facing = Direction(vehicle.facing) if vehicle.facing else None
    front = _front(decks, vehicle)
    if plan is None:
        usual = craft_of(layout, hexes, vehicle.facing)
        craft = usual and usual.resized(_TO_CUT)
        body = _body(layout, hexes) if craft is None else craft.outline
    else:
        craft, body = craft_on(plan, hexes, vehicle.facing), craft_shape(plan, hexes)
    x, y = _place_of_title(
        layout, [hex for hex in hexes if hex not in front] or hexes, hexes, body, craft, craft_look(vehicle)
    )
    if craft is not None:
        is_cut = not body.buffer(_TINY).covers(craft.outline)
        draw_craft(canvas, craft, craft_look(vehicle), body if is_cut else None)
    elif len(hexes) > 1:
        canvas.path(area_path(body), fill="vehicle", stroke="wall", stroke_width="interior_weight")
        panel = body.buffer(-_PANEL * layout.size)
        canvas.path(area_path(panel), stroke="vehicle_line", stroke_width=_PANEL_LINE)
    else:
        draw_symbol(canvas, "vehicle", (x, y - layout.size * 0.07), layout.size * _SYMBOL)
    if facing is not None:
        for hex in sorted(front):
            canvas.polygon(_arrow_corners(layout, hex, facing, body), fill="wall")
    if not titled:
        return
    if len(hexes) == 1:
        lines = canvas.metrics.wrap(vehicle.title, _TITLE, layout.radius * _TITLE_ROOM)[:2]
        top = y + layout.size * 0.23
    else:
        lines = _lines_of_title(canvas, vehicle.title, layout, body, (x, y))
        top = _top_of_title(layout, y, len(lines))
    canvas.lines(lines, x, top, _TITLE, _LINE, anchor="middle")


def _lines_of_title(
    canvas: Canvas, title: str, layout: HexLayout, body: BaseGeometry, at: Point
) -> list[str]:
    """A title on a craft, in two lines if one would touch the edge of its deck."""
    from shapely import box

    metrics, (x, y) = canvas.metrics, at
    usual = metrics.wrap(title, _TITLE, layout.radius * _TITLE_ROOM)[:2]
    half = max(metrics.width(line, _TITLE) for line in usual) / 2
    top = _top_of_title(layout, y, len(usual))
    block = box(x - half, top - _TITLE.cap, x + half, top + (len(usual) - 1) * _LINE)
    if len(usual) > 1 or body.buffer(-_DECK * layout.size).covers(block):
        return usual
    longest = max(metrics.width(word, _TITLE) for word in title.split())
    return metrics.wrap(title, _TITLE, longest + _TINY)[:2]


def _top_of_title(layout: HexLayout, y: float, lines: int) -> float:
    """The first baseline of a title on a craft, so that it is around one level with any number of lines."""
    return y + layout.size * 0.08 - (lines - 1) * _LINE / 2


def craft_shape(plan: DeckPlan, hexes: Iterable[Hex]) -> BaseGeometry:
    """The outline of a vehicle on a level, in mm from the grid's corner: rounded, and clear of the walls."""
    from shapely import Polygon

    own = sorted(hexes)
    if not own:
        return Polygon()
    craft = craft_on(plan, own)
    body = _clear_of_walls(plan, own, _body(plan.layout, own) if craft is None else craft.outline)
    # Without thin ends between the hull and the sides of hexes.
    tip = _TIP_ROUND * plan.size
    body = body.buffer(-tip, quad_segs=4).buffer(tip, quad_segs=4)
    whole: BaseGeometry = max(getattr(body, "geoms", [body]), key=lambda part: part.area)
    return whole


def craft_on(plan: DeckPlan, hexes: Iterable[Hex], facing: str = "") -> Craft | None:
    """The craft over some hexes of a level, narrower or to one side if walls are in its way.

    It is None if the hexes are not in a row.
    """
    from shapely import Point as Spot

    own = sorted(hexes)
    usual = craft_of(plan.layout, own, facing)
    if usual is None:
        return None
    centers = [Spot(*plan.layout.center(hex)) for hex in own]
    for share, aside in product(_SHARES, _ASIDE):
        craft = usual.narrowed(share, aside * plan.size)
        outline = craft.outline
        is_over = all(outline.covers(center.buffer(_OVER_CENTER)) for center in centers)
        if is_over and _clear_of_walls(plan, own, outline).buffer(_TINY).covers(outline):
            return craft
    return usual


def _clear_of_walls(plan: DeckPlan, own: Sequence[Hex], body: BaseGeometry) -> BaseGeometry:
    """The part of a vehicle's outline that is not on the walls around its hexes."""
    from shapely import unary_union

    air = _OFF_WALL * plan.scale
    rooms = [plan.floors[id] for id, floor in plan.hexes.items() if set(own) <= set(floor)]
    if rooms:
        return body.intersection(unary_union(rooms).buffer(-plan.wall / 2 - air, join_style="mitre"))
    if not plan.inner.intersection(own):
        # A craft that is moored lies on the plates of the hull, but not on the walls of rooms.
        return body.difference(plan.inside.buffer(plan.wall / 2 + air, join_style="mitre"))
    return body


def craft_arrows(plan: DeckPlan, vehicle: Vehicle) -> Iterator[tuple[Point, ...]]:
    """The corners of the arrows at the front of a vehicle on a level."""
    body = craft_shape(plan, vehicle.region.hexes(plan.level))
    for hex in sorted(_front(plan.map, vehicle).intersection(vehicle.region.hexes(plan.level))):
        yield _arrow_corners(plan.layout, hex, Direction(vehicle.facing), body)


def _body(layout: HexLayout, hexes: Iterable[Hex]) -> BaseGeometry:
    """A rounded shape over some hexes, without notches between them."""
    from shapely import Polygon, unary_union

    size = layout.size
    # The sides of neighbors are equal but for rounding, so that they must overlap to join.
    whole = unary_union([Polygon(layout.corners(hex)).buffer(0.01) for hex in sorted(hexes)])
    closed = whole.buffer(_CLOSED * size, quad_segs=4).buffer(
        -(_CLOSED + _INSET + _ROUND) * size, quad_segs=4
    )
    return closed.buffer(_ROUND * size, quad_segs=4)


def vehicle_boxes(plan: DeckPlan, vehicle: Vehicle) -> Iterator[Box]:
    """The boxes of a vehicle's outline, its arrows and its title, between which hex numbers can stand."""
    decks, layout = plan.map, plan.layout
    hexes = vehicle.region.hexes(plan.level)
    if not hexes:
        return
    size, space = layout.size, ClearSpace()
    body = craft_shape(plan, hexes)
    for ring in rings(body.simplify(0.3)):
        for start, end in pairwise([*ring, ring[0]]):
            space.take_line(start, end, 1.2)
    craft = craft_on(plan, hexes, vehicle.facing)
    for start, end, wide in craft_solids(craft, craft_look(vehicle)) if craft is not None else ():
        space.take_line(start, end, wide)
    yield from space.boxes()
    front = _front(decks, vehicle)
    x, y = _place_of_title(
        layout, [hex for hex in hexes if hex not in front] or hexes, hexes, body, craft, craft_look(vehicle)
    )
    half = layout.radius * 0.65
    yield x - half, y - size * (0.1 if len(hexes) > 1 else 0.24), x + half, y + size * 0.36
    if vehicle.facing:
        for hex in sorted(front):
            corners = _arrow_corners(layout, hex, Direction(vehicle.facing), body)
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            yield min(xs), min(ys), max(xs), max(ys)


def _front(decks: HexMap, vehicle: Vehicle) -> set[Hex]:
    """The hexes at the front of a vehicle; none if it faces nowhere."""
    if not vehicle.facing:
        return set()
    return {place.hex for place in front_hexes(decks, vehicle.region, Direction(vehicle.facing))}


def _arrow_corners(layout: HexLayout, hex: Hex, facing: Direction, body: BaseGeometry) -> tuple[Point, ...]:
    """An arrowhead in a hex that points to the hexside in front, on what there is of the ``body``."""
    from shapely import Polygon

    corners = _usual_arrow(layout, hex, facing)
    part = body.intersection(Polygon(layout.corners(hex)))
    if part.is_empty or body.covers(Polygon(corners)):
        return corners
    (x, y), middle = part.centroid.coords[0], Polygon(corners).centroid
    return tuple((right + x - middle.x, down + y - middle.y) for right, down in corners)


def _usual_arrow(layout: HexLayout, hex: Hex, facing: Direction) -> tuple[Point, ...]:
    (x1, y1), (x2, y2) = layout.corners(hex)[_index(facing)], layout.corners(hex)[(_index(facing) + 1) % 6]
    x, y = layout.center(hex)
    right, down = (x1 + x2) / 2 - x, (y1 + y2) / 2 - y
    tip, notch, back = ((x + right * share, y + down * share) for share in (_TIP, _NOTCH, _BACK))
    half = (x2 - x1) * _HALF, (y2 - y1) * _HALF
    return tip, (back[0] + half[0], back[1] + half[1]), notch, (back[0] - half[0], back[1] - half[1])


def _index(facing: Direction) -> int:
    return tuple(Direction).index(facing)


def _place_of_title(
    layout: HexLayout,
    room: Iterable[Hex],
    hexes: Iterable[Hex],
    body: BaseGeometry,
    craft: Craft | None,
    look: str,
) -> Point:
    """The middle of the ``body`` in the hex nearest to the middle of all hexes, among those with room.

    A craft that lies across the way it faces has an arrow in every hex, and its title between them. That of
    a crawler is between its hatch and its grille.
    """
    from shapely import Polygon

    if craft is not None and craft.is_even:
        return craft.middle
    if craft is not None and look == TRACKED:
        return craft.at(_CRAWLER_TITLE, 0.0)
    centers = [layout.center(hex) for hex in hexes]
    x, y = (sum(along) / len(centers) for along in zip(*centers, strict=True))
    hex = min(room, key=lambda hex: (round(dist(layout.center(hex), (x, y)), 6), layout.center(hex)))
    part = body.intersection(Polygon(layout.corners(hex)))
    if part.is_empty:
        return layout.center(hex)
    return part.centroid.x, part.centroid.y


def draw_vehicle_sample(canvas: Canvas, at: Point, *, look: str) -> None:
    """A vehicle with the arrow at its front, for the key."""
    x, y = at
    draw_craft(canvas, Craft(at, (1.0, 0.0), _SAMPLE * 1.7, _SAMPLE), look)
    canvas.polygon([(x + 3.5, y), (x + 1.3, y - 1.2), (x + 1.9, y), (x + 1.3, y + 1.2)], fill="wall")
