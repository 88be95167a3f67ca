"""Places everything on a table, in mm from its north-west corner: pieces, zones, signs and names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from builder.boards.spots import Region
from builder.boards.table import Node, Piece, TableMap
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.nature.buildings import USED_RING
from builder.draw.maps.nature.hills import LONGEST, hill_steps, step_color
from builder.draw.maps.nature.kinds import LINES, ORGANIC
from builder.draw.maps.nature.landmarks import landmark_of
from builder.draw.maps.nature.open_buildings import OPEN, leaves_of
from builder.draw.maps.nature.shapes import exact, natural
from builder.draw.maps.open.lettering import SOFT, Lettering, Name, name_line
from builder.draw.maps.open.walled import Gate, court_of, encloses, gates_of
from builder.draw.maps.open.zones import LINE, ZoneSign, place_zones
from builder.draw.maps.set_up_signs import numbered
from builder.draw.maps.signposts import Signpost, passages_of, place_signposts
from builder.draw.surface.canvas import Point
from builder.draw.surface.clear_space import Box, grown
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import seeded
from builder.draw.surface.type import BOLD, CONDENSED_BOLD, NATURAL, Type
from builder.geometry.shapes import Shape
from builder.scenario.model import Objective, Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

STAR = 8.6
_STAR_REACH = 2.5
# The names of what people built, and how far from a point its label begins.
_BUILT, _LABEL_REACH = Type(CONDENSED_BOLD, 2.7, 0.35), 1.0
# The size of a landmark in mm, and how much of it names keep clear of.
LANDMARK, _LANDMARK_REACH = 10.5, 0.45
_VEHICLE = (3.4, 2.2)
MOUTH = 2.0
COMPASS = 4.6
_COMPASS_AWAY = 4.0
# What names and tabs leave free beside a wall, whose courses they would seem to end.
_BUILT_COST, _OFF_LINE = 15.0, 0.8
# How far signposts are from zones and pieces, in mm.
_APART = 1.2
# The share of the edge of a zone that makes a wall its edge, and the distance of the line from the wall.
# What part of a building a zone can miss, or have beside it, to be the building.
_TINY = 0.05
_ALONG, _OFF_WALL = 0.5, 1.2
# How wide the strokes down the slope of a hill are, which tabs would hide.
_SLOPE = 3.0
# How far strokes down a slope are from what people built on it, and the upper steps of a hill in a fort.
_OFF_BUILT, _STEP_OFF_BUILT = 0.1, 3.0
# What a square mm of the edge of a natural piece costs a name that crosses it.
_EDGE, _EDGE_COST = 0.5, 12.0
# The room that leaders and labels leave to each other.
_OFF_LABEL = 1.6
# The shadow of a building, and what a square mm of it costs a name.
SHADED = frozenset({"building", "bunker", "cliff", "tower", OPEN})
_SHADOW, _SHADOW_COST = (1.6, 2.2), 8.0
# What lies on top of what; kinds that are not listed are on top of these.
_LAYERS = (
    "hill",
    "loose",
    "water",
    "shallow",
    "marsh",
    "pad",
    "rocks",
    "mountain",
    "cliff",
    "brush",
    "woods",
    "trench",
    "ruins",
)
_NATURAL_NAMES = ORGANIC | {"tree"}


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of terrain with its outline; ``line`` has its points if it is a wall or a trench.

    What is boarded in the west of it has its ``ramp_west``.
    """

    piece: Piece
    symbol: str
    area: BaseGeometry
    line: tuple[Point, ...]
    thick: float
    ramp_west: bool = False

    @property
    def has_own_name(self) -> bool:
        """Whether its name is not only that of its kind, which the key has."""
        return self.piece.name.casefold() != self.piece.terrain.title.casefold()

    @property
    def has_ship(self) -> bool:
        """Whether a ship with places for figures stands there."""
        return self.symbol == "pad" and self.piece.places is not None

    @property
    def is_natural(self) -> bool:
        """Whether people did not build it."""
        return self.symbol in _NATURAL_NAMES


@dataclass(frozen=True, slots=True)
class TableName:
    """A name with its layer, its color and that of its halo."""

    name: Name
    layer: str
    fill: str
    halo: str


class TablePlan:
    """The plan of one table at ``scale`` mm per unit."""

    def __init__(self, scenario: Scenario, context: DrawingContext, look: MapLook, scale: float) -> None:
        from shapely.affinity import translate

        self.scenario = scenario
        self.context = context
        self.theme = context.theme
        self.look = look
        self.scale = scale
        self.table: TableMap = scenario.table_map
        self.wide, self.deep = self.table.width * scale, self.table.depth * scale
        self.lettering = Lettering(
            (0.8, 0.8, self.wide - 0.8, self.deep - 0.8), context.metrics, context.memo
        )
        for place in self.places:
            cost = SOFT if place.symbol in ORGANIC else _BUILT_COST
            area = place.area.buffer(_OFF_LINE) if place.line else place.area
            self.lettering.avoid(area, cost, owner=place.piece.id, is_rival=True)
            if place.symbol == "hill":
                self.lettering.avoid(place.area.difference(place.area.buffer(-_SLOPE)), SOFT)
            if place.symbol in ORGANIC:
                self.lettering.avoid(place.area.boundary.buffer(_EDGE), _EDGE_COST)
            for leaf in leaves_of(place.area) if place.symbol == OPEN else ():
                self.lettering.take(leaf)
            if place.symbol in SHADED:
                self.lettering.avoid(translate(place.area, *_SHADOW), _SHADOW_COST)
        for steps in self.hill_steps.values():
            for upper in steps[1:]:
                self.lettering.avoid(upper.buffer(LONGEST), SOFT)
        for gate in self.gates:
            self.lettering.take(gate.box)
        for box in self._symbols():
            self.lettering.take(box)
        # A label names a point, so that it has no other place.
        labels = [] if look.bare else list(self._labels())
        near = [grown(label.name.box, _OFF_LABEL) for label in labels]
        self.zones = self._place_zones([*near, *(gate.box for gate in self.gates)])
        self.signposts = self._place_signposts()
        self.compass = self._place_compass()
        self.names = [] if look.bare else [*labels, *self._sign_names(), *self._piece_names()]

    @cached_property
    def ground(self) -> BaseGeometry:
        """The whole table."""
        from shapely import box

        return box(0, 0, self.wide, self.deep)

    @cached_property
    def places(self) -> list[Place]:
        """The pieces from the lowest to the highest."""
        return table_places(self.scenario, self.context, self.scale)

    @cached_property
    def gates(self) -> list[Gate]:
        """The gates in walls."""
        return list(gates_of([(place.line, place.thick) for place in self._walls]))

    @property
    def _walls(self) -> list[Place]:
        return [place for place in self.places if place.line and place.symbol != "trench"]

    def step_room(self, place: Place) -> BaseGeometry | None:
        """The ground for the upper steps of a hill, if a wall on it goes around some."""
        return step_room(self.places, place)

    @cached_property
    def hill_steps(self) -> dict[str, list[BaseGeometry]]:
        """The areas of the steps of each hill by its id, from the lowest."""
        hills = (place for place in self.places if place.symbol == "hill")
        return {hill.piece.id: hill_steps(hill.area, room=self.step_room(hill)) for hill in hills}

    def on_paper(self, shape: Shape) -> Shape:
        """A shape of the table in mm."""
        return shape_on_paper(shape, self.scale)

    def _symbols(self) -> Iterator[Box]:
        """The places of objectives (also of those that this copy does not show), vehicles and entrances."""
        for objective in self.scenario.objectives:
            yield self._around_objective(objective)
        for vehicle in self.scenario.vehicles:
            if vehicle.region:
                yield _around(self._at(vehicle.region.spot), *_VEHICLE)
        for node in self.entrances:
            yield self._around_mouth(node)

    def has_landmark(self, objective: Objective) -> bool:
        """Whether there is something to see at an objective: nothing is on terrain without a floor."""
        spot = self._at(objective.region.spot)
        return bool(landmark_of(objective)) and is_open(self.places, spot, indoors=True)

    def spot_of(self, objective: Objective) -> Point:
        """The place of an objective."""
        return self._at(objective.region.spot)

    def star_of(self, objective: Objective) -> Point:
        """The place of the star of an objective."""
        return star_spot(self.places, self.spot_of(objective))

    def _around_objective(self, objective: Objective) -> Box:
        reach = LANDMARK * _LANDMARK_REACH if self.has_landmark(objective) else _STAR_REACH
        return _around(self.star_of(objective), reach, reach)

    def _around_mouth(self, node: Node) -> Box:
        reach = MOUTH + (USED_RING * 2 if node.used else 0.4)
        return _around(self._at(node.at), reach, reach)

    @property
    def entrances(self) -> tuple[Node, ...]:
        """The entrances of tunnels."""
        return self.table.plan.of_kind("entrance") if self.table.plan else ()

    def _place_zones(self, labels: Sequence[Box]) -> list[ZoneSign]:
        zones, under = [], {}
        for zone in self.look.zones_of(self.scenario):
            if zone.region.shape is not None:
                area = exact(self.on_paper(zone.region.shape)).intersection(self.ground)
                zones.append((zone, *self._beside_walls(area)))
                grounds = [place for place in self.places if place.symbol in ORGANIC]
                middle = area.representative_point()
                under[zone.id] = [place.piece.id for place in grounds if place.area.contains(middle)]
        within = self.ground.buffer(-0.3, join_style="mitre")
        return place_zones(
            self.scenario, zones, self.lettering, self.context, within=within, under=under, labels=labels
        )

    def _place_signposts(self) -> list[Signpost]:
        return place_signposts(
            passages_of(self.scenario, self.look, self.context.words),
            (0.0, 0.0, self.wide, self.deep),
            self._bounds_of,
            lambda boxes: self.lettering.cost_of([self._on_table(grown(box, _APART)) for box in boxes]),
            self.lettering.take,
            self.context,
            distance_of=self._distance_of,
        )

    def _distance_of(self, region: Region, tip: Point) -> float:
        """How far a point is from the ground of a place, in mm."""
        from shapely import Point as Spot

        return 0.0 if region.shape is None else float(exact(self.on_paper(region.shape)).distance(Spot(tip)))

    def _on_table(self, box: Box) -> Box:
        """The part of a box where names can be: a signpost may touch the edge of the table."""
        west, north, east, south = self.lettering.bounds
        return max(box[0], west), max(box[1], north), min(box[2], east), min(box[3], south)

    def _bounds_of(self, region: Region) -> Box | None:
        """The box of a place."""
        if region.shape is None:
            return _around(self._at(region.spot), _STAR_REACH, _STAR_REACH) if region.spot else None
        west, north, east, south = exact(self.on_paper(region.shape)).bounds
        return west, north, east, south

    def _beside_walls(self, area: BaseGeometry) -> tuple[BaseGeometry, BaseGeometry]:
        """A zone as it is, or, if its edge is mostly a wall, the areas inside and outside of the wall.

        One that is a building is drawn around it, so that its line does not hide the walls.
        """
        for place in self.places:
            if place.symbol not in ORGANIC and place.area.symmetric_difference(area).area < _TINY * area.area:
                around = area.buffer(_OFF_WALL, join_style="mitre")
                return around, around
            if place.line:
                along = area.boundary.intersection(place.area.buffer(0.1)).length
                if along > area.length * _ALONG:
                    away = place.thick / 2 + _OFF_WALL
                    inner, outer = (area.buffer(by, join_style="mitre") for by in (-away, away))
                    return inner, outer
        return area, area

    def _place_compass(self) -> Point:
        """The corner of the table where a compass covers least."""
        away, half = COMPASS + _COMPASS_AWAY, COMPASS + 0.6
        corners = [(x, y) for y in (away + 3.0, self.deep - away) for x in (self.wide - away, away)]
        boxes = [(x - half, y - half - 4.0, x + half, y + half) for x, y in corners]
        costs = self.lettering.cost_of(boxes)
        best = min(range(4), key=lambda number: (round(costs[number], 3), number))
        self.lettering.take(boxes[best])
        return corners[best]

    def _labels(self) -> Iterator[TableName]:
        """The labels of points."""
        from shapely import box

        fill = blend(self.theme["ink"], self.theme["hill_line"], 0.55)
        for text, at in self.table.labels.items():
            around = box(*_around(self._at(at), _LABEL_REACH, _LABEL_REACH))
            name = self.lettering.place(text.upper(), _BUILT, around, inside=False)
            yield TableName(name, "", fill, self._color_at(name))

    def _sign_names(self) -> Iterator[TableName]:
        """The names of objectives, vehicles and entrances."""
        from shapely import box

        type = Type(BOLD, 2.8)
        # Several have the letters that they have on the diagram of the set-up.
        for objective in self.look.objectives_of(self.scenario):
            around = box(*self._around_objective(objective))
            name = self.lettering.place(numbered(self.scenario, objective), type, around, inside=False)
            fill = blend(self.theme["ink"], self.theme["objective"], 0.35)
            yield TableName(name, "objective-names", fill, self._color_at(name))
        for vehicle in self.scenario.vehicles:
            if vehicle.region:
                around = box(*_around(self._at(vehicle.region.spot), *_VEHICLE))
                name = self.lettering.place(vehicle.title, type, around, inside=False)
                yield TableName(name, "", "ink", self._color_at(name))
        for node in self.entrances:
            around = box(*self._around_mouth(node))
            name = self.lettering.place(node.name, type, around, inside=False)
            yield TableName(name, "", "ink", self._color_at(name))

    def _piece_names(self) -> Iterator[TableName]:
        """The names of natural pieces in italics, of what people built in capitals; not those of kinds."""
        for place in sorted(self.places, key=lambda place: self.table.pieces.index(place.piece)):
            text, line = place.piece.name, "hill_line"
            if not place.has_own_name:
                continue
            if place.is_natural:
                type, line = Type(NATURAL, 4.3, 0.12), name_line(place.symbol)
            else:
                text, type = text.upper(), _BUILT
            name = self.lettering.place(text, type, self._named_part(place), owners=self._owners(place))
            fill = blend(self.theme["ink"], self.theme[line], 0.55)
            yield TableName(name, "", fill, self._color_at(name))

    def built_on(self, place: Place) -> list[BaseGeometry]:
        """The ground of what people built on a hill, and a little around it, where no stroke runs."""
        if place.symbol != "hill":
            return []
        others = (other.area for other in self.places if other.symbol not in ORGANIC)
        return [other.buffer(_OFF_BUILT) for other in others if other.intersects(place.area)]

    def _owners(self, place: Place) -> list[str]:
        """The pieces that a name can lie on: what it names, unless it is a line, and what that stands on."""
        middle = place.area.representative_point()
        below = [other.piece.id for other in self.places if not other.line and other.area.contains(middle)]
        return below if place.line else [*below, place.piece.id]

    def _named_part(self, place: Place) -> BaseGeometry:
        """The place that a name stands beside: an area, but of a line the middle of its longest part."""
        from shapely import LineString

        if not place.line:
            return place.area
        pairs = zip(place.line, place.line[1:], strict=False)
        longest = max(pairs, key=lambda ends: LineString(ends).length)
        middle = LineString(longest).interpolate(0.5, normalized=True)
        return middle.buffer(max(place.thick / 2, 1.0) + 0.4)

    def _color_at(self, name: Name) -> str:
        """The color of the ground below the middle of a name."""
        from shapely import Point as Spot

        spot = Spot(name.at[0], name.at[1] - name.type.cap / 2)
        for place in reversed(self.places):
            if not place.line and place.symbol in ORGANIC | {"ruins", "pad"} and place.area.contains(spot):
                steps = self.hill_steps.get(place.piece.id, [])
                if steps:
                    top = sum(step.contains(spot) for step in steps) - 1
                    return step_color(self.theme, max(top, 0), len(steps))
                return self.theme[place.symbol]
        return self.theme["ground"]

    def _at(self, spot: Point) -> Point:
        return spot[0] * self.scale, spot[1] * self.scale


def is_open(places: Sequence[Place], at: Point, *, indoors: bool = False) -> bool:
    """Whether a point is on no piece of terrain but a hill or, ``indoors``, the floor of a building."""
    from shapely import Point as Spot

    spot, low = Spot(at), ("hill", OPEN) if indoors else ("hill",)
    return not any(place.area.contains(spot) for place in places if place.symbol not in low)


def step_room(places: Sequence[Place], hill: Place) -> BaseGeometry | None:
    """The ground inside a wall on a hill, off buildings, for its upper steps; None if there is none."""
    from shapely import unary_union

    courts = [
        court_of(wall.line).buffer(-wall.thick / 2 - _OFF_WALL - LINE - LONGEST, join_style="mitre")
        for wall in places
        if wall.line and wall.symbol != "trench"
        if hill.symbol == "hill" and encloses(wall.line) and hill.area.intersects(wall.area)
    ]
    if not courts:
        return None
    built = (other.area for other in places if other.symbol not in ORGANIC and not other.line)
    return unary_union(courts).difference(unary_union([area.buffer(_STEP_OFF_BUILT) for area in built]))


def star_spot(places: Sequence[Place], at: Point) -> Point:
    """The place of the star of an objective at a point: there, but south of a wreck, which it would hide."""
    from shapely import Point as Spot

    wrecks = [place.area for place in places if place.symbol == "wreck"]
    hidden = [area.bounds[3] for area in wrecks if area.contains(Spot(at))]
    return at[0], max(hidden) + _STAR_REACH if hidden else at[1]


def table_places(scenario: Scenario, context: DrawingContext, scale: float) -> list[Place]:
    """The pieces of a table at ``scale`` mm per unit, from the lowest to the highest."""
    places = [_place(piece, scenario, context, scale) for piece in scenario.table_map.pieces]
    return sorted(places, key=lambda place: _layer(place.symbol))


def symbol_of(piece: Piece, scenario: Scenario) -> str:
    """The symbol of a piece: that of its terrain, but another one for a building with an objective inside."""
    symbol = str(piece.terrain.get("symbol", "building"))
    spots = (each.region.spot for each in scenario.objectives if not each.secret)
    is_entered = symbol == "building" and any(piece.shape.contains(spot) for spot in spots if spot)
    return OPEN if is_entered else symbol


def _place(piece: Piece, scenario: Scenario, context: DrawingContext, scale: float) -> Place:
    symbol = symbol_of(piece, scenario)
    shape = shape_on_paper(piece.shape, scale)
    is_line = symbol in LINES and not shape.encloses and len(shape.points) > 1
    is_natural, names = symbol in ORGANIC, (scenario.id, piece.id)
    area = context.memo.get(
        ("outline", shape, is_natural, names),
        lambda: natural(shape, seeded(*names)) if is_natural else exact(shape),
    )
    thick = max(shape.radius * 2, 1.2)
    return Place(piece, symbol, area, shape.points if is_line else (), thick, _ramp_west(piece, scenario))


def _ramp_west(piece: Piece, scenario: Scenario) -> bool:
    """Whether a piece is boarded at an objective in the west of its middle."""
    xs = [x for x, _ in piece.shape.points]
    spots = (each.region.spot for each in scenario.objectives if each.boards == piece.id)
    return any(spot[0] < (min(xs) + max(xs)) / 2 for spot in spots)


def shape_on_paper(shape: Shape, scale: float) -> Shape:
    """A shape of a table in mm."""
    points = tuple((x * scale, y * scale) for x, y in shape.points)
    return Shape(points, shape.encloses, shape.radius * scale)


def _layer(symbol: str) -> int:
    return _LAYERS.index(symbol) if symbol in _LAYERS else len(_LAYERS)


def _around(at: Point, across: float, down: float) -> Box:
    x, y = at
    return x - across, y - down, x + across, y + down
