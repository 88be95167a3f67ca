"""Draws open ground: tables in inches or centimeters with their tunnels, and open country on hexes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from builder.boards.spots import Region
from builder.draw.maps.landmap import draw_land, land_about, land_corner
from builder.draw.maps.map_artist import (
    MIN_WIDTH,
    SCREEN_WIDTH,
    TOP,
    Blocks,
    MapArtist,
    MapView,
    Size,
    hexes_on_paper,
    small_scale,
)
from builder.draw.maps.map_frame import MARGIN
from builder.draw.maps.map_key import COLUMN, Key, KeyItem
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.nature.kinds import ORGANIC
from builder.draw.maps.nature.shapes import exact
from builder.draw.maps.open.key import (
    cross_item,
    level_item,
    mouth_item,
    obstacle_items,
    sign_items,
    terrain_sample,
)
from builder.draw.maps.open.relief import TableRelief
from builder.draw.maps.open.table_plan import table_places
from builder.draw.maps.perspective import Slab, slab_of
from builder.draw.maps.picture_view import in_one, zone_marks
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
from builder.draw.sentences.side_names import side_name
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.clear_space import Box
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer, draw_band, stacked
from builder.draw.surface.flow_sheets import draw_flow
from builder.draw.surface.type import BOLD, Type
from builder.geometry.hexlayout import HexLayout
from builder.geometry.shapes import Shape
from builder.scenario.model import Scenario
from rulesdb import Entry

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The layers of a map on a picture of it.
_PICTURE = frozenset({"ground", "terrain", "obstacles", "vehicles", "zones"})
_TINY = 0.01
# Where in a zone of a table a figure on a picture can be, and how far from pieces, in mm.
_SHARES = (0.2, 0.35, 0.5, 0.65, 0.8)
_CLEAR = 2.0
_GAP = 4.0
_NOTES_GAP = 3.0
# A table is more than a meter wide: on a poster, lines and letters are larger in proportion.
_ENLARGED = 3.0
# The id of the plan of tunnels.
_TUNNELS = "tunnels"


@dataclass(frozen=True, slots=True)
class _Layout:
    """The room of a map on a sheet, in mm, with its key at the side or at the foot."""

    width: float
    height: float
    columns: int
    is_beside: bool


class _OpenArtist(MapArtist):
    """One map with its key beside it or below it; notes that do not fit there follow on a second sheet."""

    @abstractmethod
    def _aspect(self) -> tuple[float, float, float, float]:
        """Width and height of the map at its true size, and what is around it at any scale."""

    @abstractmethod
    def _fitted(self, room: Size) -> tuple[Drawing, float, str]:
        """The map for some room in mm, the scale at which it fits, and a line about it."""

    @abstractmethod
    def _items(self) -> Iterator[KeyItem]:
        """The items of the key."""

    def _notes(self, writer: Writer) -> list[Block]:
        """The heights and notes that the file gives for pieces of terrain."""
        return []

    def _text(self, writer: Writer) -> list[Block]:
        """The text below the key: notes, and tables that are not on the player aid."""
        groups = self._table_groups(writer)
        return [*self._notes(writer), *(block for group in groups for block in group)]

    @cached_property
    def key(self) -> Key:
        return Key(list(self._items()), self.context)

    def is_wide(self, size: Size) -> bool:
        """Whether the map is larger on a sheet of a size if the sheet lies on its side."""
        turned = size[1], size[0]
        return self._scale(self._layout(turned)) > self._scale(self._layout(size))

    def overview(self, size: Size) -> list[Drawing]:
        """The map on a sheet of ``size`` mm with its key; notes that do not fit are on another sheet."""
        canvas = Canvas(*size, self.context)
        words, name, title = self.words, "overview", self.words("sheet.overview")
        notes = self._draw_overview(canvas)
        if self.is_secret:
            name, title = "secret-overview", words("sheet.secret", title=title)
        sheets = [canvas.drawing(f"{self.file_prefix}{name}", title)]
        if notes is not None:
            heading = self.scenario.map.title or self.scenario.title
            sheets += draw_flow("map-notes", heading, self.scenario.title, notes, size, self.context)
        return sheets

    def _draw_overview(self, canvas: Canvas) -> Blocks | None:
        layout = self._layout((canvas.width, canvas.height))
        drawing, scale, about = self._fitted((layout.width, layout.height))
        if self.is_secret:
            about = self.words("sheet.keep-secret", title=about)
        # A map without a title of its own has that of the scenario in the band.
        if self.scenario.map.title not in ("", self.scenario.title):
            about = f"{self.scenario.title} · {about}"
        self._draw_band(canvas, about)
        wide, tall = drawing.width * scale, drawing.height * scale
        if layout.is_beside:
            x = wide + _GAP
            canvas.place(drawing, 0, TOP, scale=scale)
            canvas.keep_whole(0, TOP, wide, TOP + tall)
            self.key.draw(canvas, x, TOP, layout.columns, by_rows=False, width=canvas.width - x)
            top = TOP + self.key.height_beside(layout.columns)
        else:
            x = 0.0
            canvas.place(drawing, (canvas.width - wide) / 2, TOP, scale=scale)
            top = TOP + tall + _GAP
            self.key.draw(canvas, 0, top, layout.columns, by_rows=True, width=canvas.width)
            top += self.key.height_in(layout.columns)
        notes = stacked(self._text(Writer(canvas.width - x, self.context)))
        has_room = not notes.height or top + _NOTES_GAP + notes.height <= canvas.height
        if has_room:
            notes.draw(canvas, x, top + _NOTES_GAP)
            top += _NOTES_GAP + notes.height
        canvas.free = ((x, top + _GAP, canvas.width - x, max(0.0, canvas.height - top - _GAP)),)
        return None if has_room else self._text

    def _layout(self, size: Size) -> _Layout:
        """The way to lay out map and key in which the map is largest."""
        width, height = size[0], size[1] - TOP
        columns = self.key.columns_in(height)
        beside = _Layout(width - _GAP - columns * COLUMN, height, columns, is_beside=True)
        across = max(1, min(len(self.key.rows), int(width // COLUMN)))
        notes = self._text(Writer(width, self.context))
        below = self.key.height_in(across) + (stacked(notes).height + _NOTES_GAP if notes else 0.0)
        under = _Layout(width, height - _GAP - below, across, is_beside=False)
        return max((beside, under), key=lambda layout: (self._scale(layout), layout.is_beside))

    def _scale(self, layout: _Layout) -> float:
        """The scale of the map in a layout."""
        width, height, around, over = self._aspect()
        return max(0.02, min((layout.width - around) / width, (layout.height - over) / height))

    def _size_with(self, width: float, height: float) -> Size:
        """The size of a sheet for a map of a size with its key and notes below it."""
        width = max(MIN_WIDTH, width)
        across = max(1, int(width // COLUMN))
        notes = self._text(Writer(width, self.context))
        below = self.key.height_in(across) + (stacked(notes).height + _NOTES_GAP if notes else 0.0)
        return width, TOP + height + _GAP + below + 0.5

    def _terrain_item(self, entry: Entry, symbol: str) -> KeyItem:
        return KeyItem(entry.title, self._terrain_line(entry), terrain_sample(symbol))

    def _sides(self) -> list[tuple[int, str]]:
        """The sides that have zones on the map: their numbers and titles."""
        sides, words = self.scenario.ruleset.sides, self.context.words
        titles = [side_name(self.scenario, side.id, words) for side in sides]
        numbers = {side_of(self.scenario, zone) for zone in self.look.zones_of(self.scenario) if zone.region}
        return [(number, titles[number] if len(numbers) > 1 else "") for number in sorted(numbers)]

    def _signs(self) -> Iterator[KeyItem]:
        return sign_items(self.scenario, self.look, self.context, self._sides())


def _open_spots(
    region: Region, board: BaseGeometry, scale: float, solid: Sequence[BaseGeometry]
) -> list[Point]:
    """Points of a zone of a table, in mm: clear of what stands there, if some are."""
    from shapely import MultiPoint, unary_union

    if region.shape is None:
        return []
    points = tuple((x * scale, y * scale) for x, y in region.shape.points)
    area = exact(Shape(points, region.shape.encloses, region.shape.radius * scale)).intersection(board)
    west, north, east, south = area.bounds
    shares = [(across, down) for across in _SHARES for down in _SHARES]
    grid = MultiPoint([(west + (east - west) * x, north + (south - north) * y) for x, y in shares])
    inside = grid.intersection(area)
    free = inside.difference(unary_union(solid).buffer(_CLEAR))
    spots = inside if free.is_empty else free
    return sorted((point.x, point.y) for point in getattr(spots, "geoms", [spots]))


class LandArtist(_OpenArtist):
    """Open country on hexes."""

    file_prefix = "land-"
    shows_north = False

    @property
    def note(self) -> str:
        return self._note_with(land_about(self.scenario, self.context))

    def maps(self, width: float, room: Size | None = None, seams: Sequence[Box] = ()) -> list[Drawing]:
        return [draw_land(self.scenario, self.context, look=self.look)]

    def view(self, id: str, width: float = SCREEN_WIDTH) -> MapView:
        land = self.scenario.land_map
        layout = HexLayout(land.grid, land.hex_size)
        drawing = draw_land(self.scenario, self.context, look=self.look)
        box = *land_corner(), layout.width, layout.height
        return MapView(drawing, box, MARGIN, hexes_on_paper(land.grid, land.hex_size))

    def slabs(self, width: float) -> list[Slab]:
        from shapely import Polygon, unary_union

        layout, corner = (
            HexLayout(self.scenario.land_map.grid, self.scenario.land_map.hex_size),
            land_corner(),
        )
        # The sides of neighbors are the same but for rounding, so that hexes must overlap to join.
        hexes = [Polygon(layout.corners(hex)).buffer(_TINY, join_style="mitre") for hex in layout.grid]
        board = unary_union(hexes)
        flags = [
            (layout.center(objective.region.spot.hex), objective.title)
            for objective in self.look.objectives_of(self.scenario)
        ]

        def spots_of(region: Region) -> list[Point]:
            return [layout.center(hex) for hex in region.hexes()]

        marks = tuple(zone_marks(self.scenario, self.look, in_one(spots_of)))
        return [slab_of(drawing, board, corner, _PICTURE, flags, marks=marks) for drawing in self.maps(width)]

    @cached_property
    def _whole(self) -> Drawing:
        return draw_land(self.scenario, self.context, look=self.look, titled=False)

    def _aspect(self) -> tuple[float, float, float, float]:
        return self._whole.width, self._whole.height, 0.0, 0.0

    def _fitted(self, room: Size) -> tuple[Drawing, float, str]:
        width, height, _, _ = self._aspect()
        scale = min(1.0, room[0] / width, room[1] / height)
        at = small_scale(scale)
        small = draw_land(self.scenario, self.context, look=self.look, overview_at=at, titled=False)
        return small, scale, land_about(self.scenario, self.context)

    def _items(self) -> Iterator[KeyItem]:
        land = self.scenario.land_map
        kinds = {entry.id: entry for entry in map(land.ground, land.grid) if entry is not None}
        for entry in kinds.values():
            yield self._terrain_item(entry, str(entry.get("symbol", "ground")))
        levels = sorted({level for level in land.elevation.values() if level})
        if levels:
            yield level_item(levels, self.context)
        yield from obstacle_items([item.kind for item in land.obstacles.values()], self.context)
        yield from self._signs()

    def _poster_size(self) -> Size:
        return self._size_with(self._whole.width, self._whole.height)


class TableArtist(_OpenArtist):
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
        for drawing in self.maps(width):
            scale = table_scale(table, drawing.width)
            flags = [
                ((objective.region.spot[0] * scale, objective.region.spot[1] * scale), objective.title)
                for objective in self.look.objectives_of(self.scenario)
            ]
            board = box(0, 0, table.width * scale, table.depth * scale)
            places = table_places(self.scenario, self.context, scale)
            relief = TableRelief(places, self.scenario.id)
            solid = [place.area for place in places if place.symbol not in ORGANIC or place.symbol == "woods"]
            spots_of = partial(_open_spots, board=board, scale=scale, solid=solid)
            marks = tuple(zone_marks(self.scenario, self.look, in_one(spots_of)))
            slab = slab_of(drawing, board, (WEST, NORTH), _PICTURE, flags, relief, marks=marks)
            slabs.append(slab)
        return slabs

    def _aspect(self) -> tuple[float, float, float, float]:
        table = self.scenario.table_map
        return table.width, table.depth, WEST + EAST, NORTH + FOOT

    def _fitted(self, room: Size) -> tuple[Drawing, float, str]:
        table = self.scenario.table_map
        layout = _Layout(*room, 1, is_beside=True)
        width = self._scale(layout) * table.width + WEST + EAST
        [drawing] = self.maps(width)
        scale = table_scale(table, width) * self.printed
        return drawing, 1.0, table_about(table, self.context, scale)

    def _items(self) -> Iterator[KeyItem]:
        table = self.scenario.table_map
        for entry in table.terrain_entries():
            yield self._terrain_item(entry, str(entry.get("symbol", "building")))
        if table.plan is not None and table.plan.of_kind("entrance"):
            yield mouth_item(self.context)
        yield from self._signs()
        yield cross_item(f"{STEPS[table.unit]}{table.sign}", self.context)

    def _notes(self, writer: Writer) -> list[Block]:
        table, words = self.scenario.table_map, self.words
        notes = []
        for piece in table.pieces:
            sentences = [piece.text] if piece.text else []
            if piece.places is not None:
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
        writer = Writer(canvas.width, self.context)
        notes = [writer.item(f"{node.name}.", node.text) for node in table.plan.nodes.values() if node.text]
        text = stacked(notes)
        room = _Layout(size[0], size[1] - TOP - text.height - 3, 1, is_beside=False)
        width = self._scale(room) * table.width + WEST + EAST
        [plan] = self.plans(width)
        about = words("sheet.keep-secret", title=self.scenario.title)
        draw_band(canvas, words("map.tunnels"), about, canvas.width)
        canvas.place(plan, (canvas.width - width) / 2, TOP)
        text.draw(canvas, 0, TOP + plan.height + 3)
        return [canvas.drawing("tunnels", words("sheet.secret", title=words("map.tunnels")))]
