"""Draws open tables in inches or centimeters, and the secret plans of their tunnels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from builder.boards.spots import Region
from builder.boards.table import Node
from builder.draw.maps.map_artist import SCREEN_WIDTH, TOP, MapView, Size
from builder.draw.maps.map_key import COLUMN, Key, KeyItem
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.nature.buildings import USED_RING, draw_mouth
from builder.draw.maps.nature.hills import hill_steps
from builder.draw.maps.nature.kinds import ORGANIC
from builder.draw.maps.nature.landmarks import landmark_of
from builder.draw.maps.nature.shapes import exact
from builder.draw.maps.open.artist import PICTURE, Layout, OpenArtist
from builder.draw.maps.open.key import cross_item, gate_item, mouth_items, ship_item, tunnel_items
from builder.draw.maps.open.lettering import name_line
from builder.draw.maps.open.plan_notes import draw_secret_tag, tunnel_notes, tunnel_reader
from builder.draw.maps.open.relief import TableRelief, wreck_feet
from builder.draw.maps.open.table_plan import (
    Place,
    is_open,
    shape_on_paper,
    star_spot,
    step_room,
    symbol_of,
    table_places,
)
from builder.draw.maps.open.tunnels.plan import usual_width
from builder.draw.maps.open.walled import gates_of
from builder.draw.maps.slabs.perspective import NamedPlace, Slab, slab_of
from builder.draw.maps.slabs.picture_view import in_one, zone_marks
from builder.draw.maps.slabs.raised_landmarks import stand_landmarks
from builder.draw.maps.slabs.raised_wreck import WRECK_TALL
from builder.draw.maps.tablemap import (
    BORDER,
    EAST,
    FOOT,
    NORTH,
    STEPS,
    WEST,
    draw_table,
    draw_tunnels,
    table_about,
    table_scale,
)
from builder.draw.maps.zone_tabs import side_of
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.clear_space import Box
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer, draw_band, stacked
from builder.draw.surface.type import BOLD, Type
from builder.scenario.model import Objective, Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# Where in a zone of a table its mark can be, and how far from pieces, in mm.
_SHARES = (0.2, 0.35, 0.5, 0.65, 0.8)
_CLEAR = 2.0
# The half of a cross, in mm.
_CROSS = 1.6
# Between the plan of tunnels and its key.
_GAP = 4.0
# The radius of the mouth of a tunnel with air, and that of one in the key of a diagram, in mm.
_MOUTH, _SAMPLE_MOUTH = 2.6, 1.0
# A table is more than a meter wide: on a poster, lines and letters are larger in proportion.
_ENLARGED = 3.0
# The id of the plan of tunnels.
_TUNNELS = "tunnels"


class TableArtist(OpenArtist):
    """An open table, drawn to fit the paper, and the secret plan of its tunnels."""

    file_prefix = "table-"
    is_tiled = False
    secret_views = frozenset({_TUNNELS})

    def __init__(
        self, scenario: Scenario, context: DrawingContext, look: MapLook | None = None, printed: float = 1.0
    ) -> None:
        """``printed`` is the factor by which the maps will be enlarged in print."""
        super().__init__(scenario, context, look)
        self.printed = printed

    def maps(self, width: float, room: Size | None = None, seams: Sequence[Box] = ()) -> list[Drawing]:
        return [draw_table(self.scenario, width, self.context, look=self.look, printed=self.printed)]

    @property
    def views(self) -> Mapping[str, str]:
        plan = self.scenario.table_map.plan
        return {**super().views, **({} if plan is None else {_TUNNELS: self.words("map.tunnels")})}

    def view(self, id: str, width: float = SCREEN_WIDTH) -> MapView:
        table, scale = self.scenario.table_map, table_scale(self.scenario.table_map, width)
        [drawing] = self.plans(width) if id == _TUNNELS else self.maps(width)
        size = {"width": table.width, "depth": table.depth, "unit": table.sign}
        box = WEST, NORTH, table.width * scale, table.depth * scale
        return MapView(drawing, box, BORDER, {"kind": "plane", "scale": scale, **size}, scale)

    def slabs(self, width: float) -> list[Slab]:
        from shapely import box

        table = self.scenario.table_map
        slabs = []
        # Names of a picture or a diagram are in other places than those of the map.
        bare = replace(self.look, bare=True)
        for drawing in (draw_table(self.scenario, width, self.context, look=bare, printed=self.printed),):
            scale = table_scale(table, drawing.width)
            places = table_places(self.scenario, self.context, scale)
            starred = [
                (objective, star_spot(places, spot), spot)
                for objective in self.look.objectives_of(self.scenario)
                for spot in [_scaled(objective.region.spot, scale)]
            ]
            flags = [(star, objective.title) for objective, star, _ in starred]
            marked = [(objective, star) for objective, star, spot in starred if is_open(places, spot)]
            landmarks, feet = stand_landmarks(self.scenario, marked, self.context)
            tall = 0.0 if self.context.theme.saves_ink else WRECK_TALL
            feet |= wreck_feet(places, [(star, spot) for _, star, spot in starred], tall)
            board = box(0, 0, table.width * scale, table.depth * scale)
            mouths = [(x * scale, y * scale) for x, y in (node.at for node in self._entrances)]
            relief = TableRelief(places, self.scenario.id, mouths)
            pins = [((x * scale, y * scale), text) for text, (x, y) in table.labels.items()]
            pins += [(at, node.name) for at, node in zip(mouths, self._entrances, strict=True) if node.name]
            solid = [place.area for place in places if place.symbol not in ORGANIC or place.symbol == "woods"]
            spots_of = partial(_open_spots, board=board, scale=scale, solid=solid)
            marks = tuple(zone_marks(self.scenario, self.look, in_one(spots_of)))
            named = self._named(places, scale)
            zones = [
                (exact(shape_on_paper(zone.region.shape, scale)), side_of(self.scenario, zone))
                for zone in self.look.zones_of(self.scenario)
                if zone.region.shape is not None
            ]
            slab = slab_of(
                drawing, board, (WEST, NORTH), PICTURE, flags, relief,
                landmarks=landmarks, feet=feet, marks=marks, on_plan=PICTURE - {"zones"}, zones=zones,
                places=named, pins=pins, solids=self._solids(places, scale),
                walls=[place.area for place in places if place.line],
                scenery=[place.area for place in places if not place.line],
            )  # fmt: skip
            slabs.append(replace(slab, signs=tuple(self._mouth_signs())))
        return slabs

    def _mouth_signs(self) -> Iterator[tuple[float, Callable[[Canvas, Point], object], str]]:
        """The ring around an entrance that a side uses, for the key of a diagram, if any has one."""
        if any(node.used for node in self._entrances):
            draw = partial(draw_mouth, radius=_SAMPLE_MOUTH, is_used=True)
            yield 2 * (_SAMPLE_MOUTH + USED_RING), draw, self.words("map.mouth-used")

    @property
    def _entrances(self) -> tuple[Node, ...]:
        plan = self.scenario.table_map.plan
        return plan.of_kind("entrance") if plan is not None else ()

    def _solids(self, places: Sequence[Place], scale: float) -> Iterator[BaseGeometry]:
        """What names and signs keep off: buildings without a name, knolls inside walls, and crosses."""
        from shapely import box

        for place in places:
            if not (place.has_own_name or place.line or place.symbol in ORGANIC):
                yield place.area
            room = step_room(places, place)
            if room is not None:
                # The knoll inside a wall is a small thing of its own.
                yield from hill_steps(place.area, room=room)[1:2]
        table = self.scenario.table_map
        step = STEPS[table.unit]
        for x in range(step, int(table.width), step):
            for y in range(step, int(table.depth), step):
                at = x * scale, y * scale
                cross = box(at[0] - _CROSS, at[1] - _CROSS, at[0] + _CROSS, at[1] + _CROSS)
                # The map has none on terrain.
                if not any(place.area.intersects(cross) for place in places):
                    yield cross

    def _named(self, places: Sequence[Place], scale: float) -> Iterator[NamedPlace]:
        """The pieces with names of their own, the mouths of tunnels, and the labels of points."""
        from shapely import Point as Spot

        for place in places:
            if place.has_own_name:
                name, symbol = place.piece.name, place.symbol
                fill = symbol if symbol in ORGANIC else "ground"
                yield NamedPlace(name, place.area, name_line(symbol), fill, is_natural=place.is_natural)
        for node in self._entrances:
            if node.name:
                area = Spot(node.at[0] * scale, node.at[1] * scale).buffer(_MOUTH)
                yield NamedPlace(node.name, area, "hill_line", "ground", False, in_capitals=False)
        for text, (x, y) in self.scenario.table_map.labels.items():
            area = Spot(x * scale, y * scale).buffer(1.0)
            yield NamedPlace(text, area, "hill_line", "ground", is_natural=False, is_label=True)

    def _aspect(self) -> tuple[float, float, float, float]:
        table = self.scenario.table_map
        return table.width, table.depth, WEST + EAST, NORTH + FOOT

    def _fitted(self, room: Size) -> tuple[Drawing, float, str]:
        table = self.scenario.table_map
        layout = Layout(*room, 1, is_beside=True)
        width = self._scale(layout) * table.width + WEST + EAST
        [drawing] = self.maps(width)
        scale = table_scale(table, width) * self.printed
        return drawing, 1.0, table_about(table, self.context, scale)

    def _items(self) -> Iterator[KeyItem]:
        table = self.scenario.table_map
        for entry in table.terrain_entries():
            pieces = (piece for piece in table.pieces if piece.terrain is entry)
            for symbol in dict.fromkeys(symbol_of(piece, self.scenario) for piece in pieces):
                yield self._terrain_item(entry, symbol)
        places = table_places(self.scenario, self.context, 1.0)
        for place in places:
            if place.has_ship and place.piece.places is not None:
                name, count = place.piece.name, place.piece.places
                yield ship_item(name, count, self.context, ramp_west=place.ramp_west)
        if any(True for _ in gates_of([(place.line, place.thick) for place in places if place.line])):
            yield gate_item(self.context)
        if table.plan is not None and table.plan.of_kind("entrance"):
            yield from mouth_items(table.plan, self._first_side, self.context)
        yield from self._signs()
        yield cross_item(f"{STEPS[table.unit]}{table.sign}", self.context)

    def _marked(self) -> list[Objective]:
        marked = [each for each in self.look.objectives_of(self.scenario) if landmark_of(each)]
        if not marked:
            return []
        places = table_places(self.scenario, self.context, 1.0)
        return [each for each in marked if is_open(places, each.region.spot, indoors=True)]

    def _notes(self, writer: Writer) -> list[Block]:
        table, words = self.scenario.table_map, self.words
        notes = []
        for piece in table.pieces:
            sentences = [piece.text] if piece.text else []
            if piece.places is not None and symbol_of(piece, self.scenario) != "pad":
                sentences.insert(0, words("map.places", count=piece.places))
            if piece.height:
                sentences.insert(0, words("map.high", height=f"{words.number(piece.height)}{table.sign}"))
            if sentences:
                notes.append(writer.item(f"{piece.name}.", " ".join(sentences)))
        return [writer.paragraph(words("map.on-the-table"), Type(BOLD, 3.4)), *notes] if notes else []

    def poster(self) -> Drawing:
        larger = TableArtist(self.scenario, self.context, self.look, printed=_ENLARGED)
        small = larger.overview(self._poster_size())[0]
        canvas = Canvas(small.width * _ENLARGED, small.height * _ENLARGED, self.context)
        canvas.place(small, 0, 0, scale=_ENLARGED)
        return canvas.drawing(small.name, small.title)

    def _poster_size(self) -> Size:
        table = self.scenario.table_map
        scale = table.unit_mm / _ENLARGED
        return self._size_with(table.width * scale + WEST + EAST, table.depth * scale + NORTH + FOOT)

    def plans(self, width: float) -> list[Drawing]:
        if self.scenario.table_map.plan is None:
            return []
        return [draw_tunnels(self.scenario, width, self.context)]

    def plan_sheets(self, size: Size) -> list[Drawing]:
        """The plan of the tunnels with the contents of each chamber, for one side only."""
        table, words = self.scenario.table_map, self.words
        if table.plan is None:
            return []
        canvas = Canvas(*size, self.context)
        length = f"{table.plan.tunnels[0].length:.0f}{table.sign}"
        usual = f"{words.number(usual_width(table.plan))}{table.sign}"
        items = list(tunnel_items(table.plan, self._first_side, length, usual, self.context))
        wide = self._scale(Layout(size[0] - COLUMN - _GAP, size[1] - TOP, 1, is_beside=True)) * table.width
        [plan] = self.plans(wide + WEST + EAST)
        draw_band(canvas, words("map.tunnels"), self.scenario.title, canvas.width)
        draw_secret_tag(canvas, tunnel_reader(self.scenario, words))
        canvas.place(plan, 0, TOP)
        left = plan.width + _GAP
        room = canvas.width - left
        key = Key(items, self.context).widened(1, room)
        key.draw(canvas, left, TOP, 1, by_rows=False, width=room)
        top = TOP + key.height_beside(1) + _GAP
        notes = tunnel_notes(self.scenario, Writer(room, self.context), canvas.height - top)
        stacked(notes).draw(canvas, left, top)
        return [canvas.drawing("tunnels", words("sheet.secret", title=words("map.tunnels")))]


def _scaled(spot: Point, scale: float) -> Point:
    """A point of the table in mm."""
    return spot[0] * scale, spot[1] * scale


def _open_spots(
    region: Region, board: BaseGeometry, scale: float, solid: Sequence[BaseGeometry]
) -> list[Point]:
    """Points of a zone of a table, in mm: clear of what stands there, if some are."""
    from shapely import MultiPoint, unary_union

    if region.shape is None:
        return []
    area = exact(shape_on_paper(region.shape, scale)).intersection(board)
    west, north, east, south = area.bounds
    shares = [(across, down) for across in _SHARES for down in _SHARES]
    grid = MultiPoint([(west + (east - west) * x, north + (south - north) * y) for x, y in shares])
    inside = grid.intersection(area)
    free = inside.difference(unary_union(solid).buffer(_CLEAR))
    spots = inside if free.is_empty else free
    return sorted((point.x, point.y) for point in getattr(spots, "geoms", [spots]))
