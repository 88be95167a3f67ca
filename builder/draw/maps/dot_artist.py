"""Draws dot lattices: the map at its spacing, and an overview with its key and the plans of tall buildings.

The key explains everything on the map, its costs, and how to read the lattice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from builder.boards.dots import Building, Obstacle, Piece
from builder.boards.spots import Region
from builder.draw.game_sheets import sheets_of
from builder.draw.maps.dotmap import MARGIN, TITLE_BAND, draw_dots, overview_scale
from builder.draw.maps.dots import samples
from builder.draw.maps.dots.areas import WATERS, Areas, symbol_of
from builder.draw.maps.dots.floors.sheets import FloorSheets
from builder.draw.maps.dots.interiors import floor_color
from builder.draw.maps.dots.plan import Plan, overview_letters
from builder.draw.maps.dots.relief import DotRelief
from builder.draw.maps.dots.samples import Sample, sample_drawing
from builder.draw.maps.dots.site import Site
from builder.draw.maps.dots.storeys import Storeys
from builder.draw.maps.dots.walls import Look, looks_of
from builder.draw.maps.looks import look_of
from builder.draw.maps.map_artist import (
    MIN_WIDTH,
    SCREEN_WIDTH,
    TOP,
    Blocks,
    MapArtist,
    MapView,
    Size,
    small_scale,
)
from builder.draw.maps.map_key import Key, KeyItem
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.nature.kinds import LINES, ORGANIC
from builder.draw.maps.open.lettering import name_line
from builder.draw.maps.signposts import signpost_items
from builder.draw.maps.slabs.perspective import NamedPlace, Slab, slab_of
from builder.draw.maps.slabs.picture_view import zone_marks
from builder.draw.maps.spoken_names import is_spoken_of
from builder.draw.maps.zone_tabs import side_of
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.charts import table_blocks
from builder.draw.surface.clear_space import Box
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import NOTE, Block, Writer, stacked
from builder.geometry.dotlattice import Dot, Edge, Lattice
from builder.scenario.model import Scenario
from rulesdb import Entry

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The layers of the map on a small plan of it, and on a picture.
_PLAN = frozenset({"ground", "floors", "tunnels", "walls", "trees", "mouths"})
_PICTURE = frozenset({"ground", "floors", "furniture", "walls", "stairs", "trees"})
_RAISED = frozenset({"trees"})
_GAP = 3.0
_COLUMN_GAP = 5.0
_COLUMNS = 4
_SCALE = 0.62
_AIR = 1.5
_KEY_ROW = 8.2
# The same in a key that is as low as can be.
_CLOSE_GAP, _CLOSE_ROW = 2.5, 7.4
# Ground on which names can be read.
_LOW = frozenset({"brush", "loose"})
# What has its name on a small plan although the briefing does not speak of it, since it is hard to make out.
_ALWAYS_NAMED = frozenset({"wire"})
# Half the thickness of walls, which names on a small plan stay clear of.
_HALF_WALL = 1.7
# The kind of going of water in which people swim.
_SWIMMING = "swimming"
# How much smaller the whole map can be so that the plans below it are larger.
_LEAST_MAP = 0.88


class DotArtist(MapArtist):
    """One map, whose tables follow on separate sheets."""

    file_prefix = "dots-"
    shows_north = False
    avoids_seams = True
    # The seams of the map as it was drawn last: an overview has its names at the same places.
    _seams: Sequence[Box] = ()

    def __init__(self, scenario: Scenario, context: DrawingContext, look: MapLook | None = None) -> None:
        super().__init__(scenario, context, look)
        self._floors: dict[tuple[Size, float], list[Drawing]] = {}

    def maps(self, width: float, room: Size | None = None, seams: Sequence[Box] = ()) -> list[Drawing]:
        self._seams = seams
        return [draw_dots(self.scenario, self.context, look=self.look, seams=seams)]

    @property
    def note(self) -> str:
        lattice = self.scenario.dots_map.lattice
        spacing = self.words.number(lattice.spacing)
        size = self.words("dots.size", columns=lattice.columns, rows=lattice.rows, spacing=spacing)
        return self._note_with(size)

    def view(self, id: str, width: float = SCREEN_WIDTH) -> MapView:
        lattice = self.scenario.dots_map.lattice
        first, beside, below = (lattice.at(Dot(*numbers)) for numbers in ((1, 1), (2, 1), (1, 2)))
        return MapView(
            draw_dots(self.scenario, self.context, look=self.look),
            (MARGIN, MARGIN + TITLE_BAND, lattice.width, lattice.height),
            MARGIN,
            {
                "kind": "dots",
                "columns": lattice.columns,
                "rows": lattice.rows,
                "digits": lattice.digits,
                "first": first,
                "across": beside[0] - first[0],
                "down": below[1] - first[1],
                # Every second column is this much lower.
                "lowered": beside[1] - first[1],
            },
        )

    def slabs(self, width: float) -> list[Slab]:
        from shapely import box

        lattice = self.scenario.dots_map.lattice
        flags = [
            (lattice.at(objective.region.spot.dot), objective.title)
            for objective in self.look.objectives_of(self.scenario)
        ]
        board, corner = box(0, 0, lattice.width, lattice.height), (MARGIN, MARGIN + TITLE_BAND)

        def parts_of(region: Region) -> list[list[Point]]:
            return [[lattice.at(dot) for dot in part] for part in lattice.parts(tuple(region.dots))]

        marks = tuple(zone_marks(self.scenario, self.look, parts_of))
        relief = DotRelief(Site(self.scenario.dots_map))
        plan = self._storeys.plan
        zones = [(area, side_of(self.scenario, zone)) for zone, area in plan.zones.areas]
        solids = [plan.wall_lines.buffer(_HALF_WALL), *self._unspoken()]
        markers = [(lattice.at(dot), each.entry) for each in plan.site.dots.markers for dot in each.dots]
        return [
            slab_of(
                drawing, board, corner, _PICTURE, flags, relief,
                raised=_RAISED, marks=marks, on_plan=_PLAN, zones=zones, places=self._named(), solids=solids,
                markers=markers,
            )
            for drawing in self.maps(width)
        ]  # fmt: skip

    def _unspoken(self) -> Iterator[BaseGeometry]:
        """The shores, and the pieces without a name on a small plan that names of others stay clear of."""
        areas = self._storeys.plan.areas.pieces
        for piece in self.scenario.dots_map.pieces:
            is_told = is_spoken_of(piece.name, self.scenario) or symbol_of(piece) in _ALWAYS_NAMED
            has_name = bool(piece.name) and is_told
            symbol, area = symbol_of(piece), areas.get(piece.id)
            if area is not None and symbol in WATERS:
                yield area.boundary.buffer(_HALF_WALL)
            elif area is not None and symbol not in _LOW and not has_name:
                yield area

    def _named(self) -> Iterator[NamedPlace]:
        """The buildings of the map, wire, and the pieces, tunnels and labels that the briefing speaks of."""
        from shapely import LineString, MultiPoint

        dots = self.scenario.dots_map
        lattice, half = dots.lattice, dots.lattice.spacing / 2
        for building in dots.buildings:
            if building.name and building.dots:
                area = MultiPoint([lattice.at(dot) for dot in building.dots]).buffer(half).envelope
                fill = floor_color(is_light=building.id in self._storeys.plan.areas.light)
                yield NamedPlace(building.name, area, "hill_line", fill, is_natural=False, holds_name=True)
        for piece in dots.pieces:
            is_told = is_spoken_of(piece.name, self.scenario) or symbol_of(piece) in _ALWAYS_NAMED
            if piece.name and piece.dots and is_told:
                area = MultiPoint([lattice.at(dot) for dot in piece.dots]).buffer(half).envelope
                symbol = symbol_of(piece)
                fill = symbol if symbol in ORGANIC else "ground"
                is_natural = symbol not in LINES
                yield NamedPlace(piece.name, area, name_line(symbol), fill, is_natural=is_natural)
        for tunnel in dots.tunnels:
            if len(tunnel.dots) > 1 and is_spoken_of(tunnel.name, self.scenario):
                area = LineString([lattice.at(dot) for dot in tunnel.dots]).buffer(half / 2)
                yield NamedPlace(tunnel.name, area, "hill_line", "ground", is_natural=True)
        for name, dot in dots.labels.items():
            if not is_spoken_of(name, self.scenario):
                continue
            area = MultiPoint([lattice.at(dot)]).buffer(half).envelope
            yield NamedPlace(name, area, "hill_line", "ground", is_natural=False)

    def _draw_overview(self, canvas: Canvas) -> Blocks | None:
        key = self._key_block(canvas.width)
        lattice, metrics = self.scenario.dots_map.lattice, self.context.metrics
        room = canvas.height - TOP - key.height - 2 * _GAP
        widest = overview_scale(lattice, metrics, canvas.width, inf)
        plans = self._storeys.block(canvas.width, room - (lattice.height + 2 * MARGIN) * widest * _LEAST_MAP)
        if plans is not None:
            room -= plans.height
        scale = overview_scale(lattice, metrics, canvas.width, room)
        at = small_scale(scale)
        drawing = draw_dots(self.scenario, self.context, look=self.look, overview_at=at, seams=self._seams)
        below = self._place(canvas, drawing, TOP, scale) + _GAP
        key.draw(canvas, 0, below)
        if plans is not None:
            plans.draw(canvas, 0, below + key.height + _GAP)
        return self._tables if self._tables_by_the_map else None

    def _poster_size(self) -> Size:
        [whole] = self.maps(MIN_WIDTH)
        width = max(MIN_WIDTH, whole.width)
        plans = self._storeys.block(width, whole.height)
        below = plans.height if plans is not None else 0.0
        return width, TOP + whole.height + 2 * _GAP + self._key_block(width).height + below + 0.1

    def floors(self, room: Size, widest: float) -> list[Drawing]:
        if (room, widest) not in self._floors:
            spacing = self.words.number(self.scenario.dots_map.lattice.spacing)
            note = self._note_with(self.words("dots.apart", spacing=spacing))
            sheets = FloorSheets(self._storeys, room, widest, self._small_map, self._parts_of, note)
            self._floors[room, widest] = sheets.strips()
        return self._floors[room, widest]

    @cached_property
    def _small_map(self) -> Drawing:
        """The map without its edges and texts, to be drawn small."""
        lattice = self.scenario.dots_map.lattice
        drawing = draw_dots(self.scenario, self.context, look=self.look).only(_PLAN)
        return drawing.cropped((MARGIN, MARGIN + TITLE_BAND, lattice.width, lattice.height))

    @cached_property
    def _storeys(self) -> Storeys:
        areas = Areas.of_map(self.scenario, self.context)
        plan = Plan(self.scenario, areas, self.look, self.context)
        return Storeys(plan, self.look, self.context)

    def _parts_of(self, building: Building) -> list[KeyItem]:
        """The parts of a building with what they do: its walls, and the ways in and out."""
        dots, words, members = self.scenario.dots_map, self.words, set(building.dots)
        terrain, wanted = dots.building_terrain, set[str]()
        edges = [edge for edge in dots.doors if members & set(edge)]
        wanted |= {words(f"dots.{dots.doors[edge].kind}") for edge in edges}
        wanted |= {words("dots.stairs")} if building.stairs else set()
        if any(members >= set(edge) for edge in dots.obstacles):
            wanted.add(words("dots.inner-wall"))
        walls = []
        look = Look.LIGHT if building.id in self._storeys.plan.areas.light else Look.THICK
        if terrain is not None:
            line = self._terrain_line(terrain, building.toughness)
            walls.append(_Explained(words("dots.outer-wall"), line, samples.wall(look)))
        items = [*walls, *(item for item in self._explained(look) if item.name in wanted)]
        return [_key_item(item, self.context) for item in items]

    def _tables(self, writer: Writer) -> list[Block]:
        return [
            stacked([writer.heading(table.entry.title), *table_blocks(table, writer, in_play=True)])
            for table in self._tables_by_the_map
        ]

    def _key_block(self, width: float) -> Block:
        """Everything on the map with its costs, in columns, and below them how to read the lattice."""
        count = max(_COLUMNS, int(width / 60))
        # The plans of tall buildings get the room below a key in close rows.
        row, air = (_CLOSE_ROW, 0.0) if self._storeys.tall else (_KEY_ROW, _AIR)
        lines = self._lines_block(width, count, _COLUMN_GAP, row, air)
        writer = Writer(width, self.context)
        return stacked([lines, *(writer.paragraph(text, NOTE, color="muted") for text in self._readings())])

    def _names_block(self, width: float) -> Block:
        """Everything on the map with its costs, as low as can be, without how to read the lattice."""
        counts = (_COLUMNS, _COLUMNS + 1)
        blocks = (self._lines_block(width, count, _CLOSE_GAP, _CLOSE_ROW, 0.0) for count in counts)
        return min(blocks, key=lambda block: block.height)

    def _lines_block(self, width: float, count: int, gap: float, row: float, air: float) -> Block:
        """Everything on the map with its costs in columns, in rows at least so high, with air below them."""
        items = [_key_item(item, self.context) for item in self._explained()]
        key = Key(items, self.context, (width - (count - 1) * gap) / count, row)
        return Block(
            key.height_beside(count) + air,
            lambda canvas, x, y: key.draw(canvas, x, y, count, by_rows=False, width=width),
        )

    def _explained(self, outer: Look = Look.THICK) -> Iterator[_Explained]:
        """Everything on the map with its costs; doors and windows are shown in ``outer`` walls."""
        dots, words, movement = self.scenario.dots_map, self.words, self.scenario.ruleset.movement
        item = _Explained
        for entry in dots.terrain_entries():
            yield from self._explained_terrain(entry)
        if Look.LIGHT in self._looks.values() and dots.building_terrain is not None:
            # Toughness matters only where walls can be breached; elsewhere a gray wall is like any other.
            usual = self._terrain_line(dots.building_terrain)
            meaning = words("dots.gray-wall-meaning") if self._can_breach else usual
            yield item(words("dots.gray-wall"), meaning, samples.wall(Look.LIGHT))
        climb = movement.doors.get("window", 0) if movement is not None else ""
        level = movement.change_level if movement is not None else ""
        if dots.elevation:
            meaning = words("dots.contour-cost", cost=level) if level else words("dots.contour-plain")
            yield item(words("dots.contour"), meaning, samples.step)
        doors = {door.kind for door in dots.doors.values()}
        for kind, meaning in (
            ("door", words("dots.door-cost")),
            ("window", words("dots.window-cost", cost=climb)),
            ("gap", words("dots.gap-cost")),
        ):
            if kind in doors:
                yield item(words(f"dots.{kind}"), meaning, samples.opening(kind, outer))
        if dots.buildings:
            yield item(words("dots.floors"), words("dots.floors-counted"), samples.badge)
        if any(building.stairs for building in dots.buildings):
            meaning = words("dots.stairs-cost", cost=level)
            yield item(words("dots.stairs"), meaning, samples.stairs)
        if dots.buildings:
            yield item(words("dots.furniture"), words("dots.furniture-meaning"), samples.furniture)
        if self.look.zones and any(item.region and item.facing for item in self.scenario.emplacements):
            yield item(words("dots.weapon"), words("dots.weapon-arc"), samples.weapon)
        for marker in dots.markers:
            yield item(marker.entry.title, words("dots.at-the-start"), samples.marker(marker.entry))
        if self.look.zones_of(self.scenario):
            yield item(words("map.zone"), words("map.zone-said"), samples.zone)
        for key_item in signpost_items(self.scenario, self.look, words):
            yield item(key_item.title, key_item.text, samples.signpost(key_item.draw))
        if self.look.objectives_of(self.scenario):
            yield item(words("map.objective"), self._objectives_said(), samples.objective)
        if self.look.dead is not None:
            yield item(words("map.not-seen", zone=self.look.dead.zone.title), "", samples.dead_ground)

    def _objectives_said(self) -> str:
        """Where objectives are, and which letter each of them has on a small map."""
        letters = overview_letters(self.scenario, self.look)
        titles = {objective.id: objective.title for objective in self.look.objectives_of(self.scenario)}
        if not letters:
            return self.words("dots.objective-said")
        named = (
            titles[id] if titles[id].endswith(f" {letter}") else f"{letter} {titles[id]}"
            for id, letter in letters.items()
        )
        # No line breaks between a letter and its name.
        listed = ", ".join(each.replace(" ", "\u00a0") for each in named)
        return self.words("dots.objectives-said", titles=listed)

    @cached_property
    def _looks(self) -> Mapping[Edge, Look]:
        return looks_of(self.scenario)

    def _explained_terrain(self, entry: Entry) -> Iterator[_Explained]:
        """A kind of terrain; high walls in the open apart from those between rooms, which look different."""
        if entry.get("symbol") != "high-wall":
            yield _Explained(entry.title, self._terrain_line(entry), self._sample(entry))
            return
        walls = (wall for wall in self.scenario.dots_map.obstacles.values() if wall.terrain is entry)
        kinds = {self._is_inner(wall) for wall in walls}
        for is_inner in sorted(kinds):
            title = self.words("dots.inner-wall") if is_inner else entry.title
            line = self._terrain_line(entry, self._toughness_of(entry, is_inner=is_inner))
            yield _Explained(title, line, samples.wall(Look.INNER if is_inner else Look.BRICK))

    def _is_inner(self, wall: Obstacle) -> bool:
        """Whether a wall is between two rooms."""
        return self._looks.get(wall.edge) is Look.INNER

    def _sample(self, entry: Entry) -> Sample:
        """A sample of a kind of terrain as this map draws it."""
        symbol = str(entry.get("symbol", "ground"))
        if symbol in samples.WALLS:
            return samples.wall(*samples.WALLS[symbol])
        pieces = [piece for piece in self.scenario.dots_map.pieces if piece.terrain is entry]
        return samples.terrain(symbol, _look(pieces))

    def _going(self, entry: Entry) -> list[str]:
        movement = self.scenario.ruleset.movement
        if movement is None or not ("cost" in entry.facts or entry.get("open")):
            return []
        cost = movement.ground[entry["cost"]] if "cost" in entry.facts else movement.open
        swims = entry.get("cost") == _SWIMMING
        return [self.words("dots.swim" if swims else f"dots.{entry.get('paid', 'enter')}", cost=cost)]

    def _readings(self) -> list[str]:
        """How to read the lattice, which the available rules do not explain, and the notes of the file."""
        dots, words, game = self.scenario.dots_map, self.words, self.scenario.ruleset
        kind = "square" if dots.lattice.kind is Lattice.SQUARE else "triangular"
        texts = [f"{words(f'dots.reads-{kind}')} {words('dots.reads')}"]
        notes_of_game = sheets_of(game).map_notes
        texts += notes_of_game(self.scenario, words) if notes_of_game is not None else ()
        if dots.buildings:
            texts.append(words("dots.walls"))
        if dots.buildings and self._can_breach:
            texts += self._toughness()
        notes = [(piece.name or piece.terrain.title, piece.text) for piece in dots.pieces]
        notes += [(building.name, building.text) for building in dots.buildings]
        notes += [(tunnel.name, tunnel.text) for tunnel in dots.tunnels]
        return [" ".join(texts), *(f"{name}: {text}" for name, text in notes if text)]

    def _toughness_of(self, entry: Entry, *, is_inner: bool = False) -> str:
        """That of all its pieces if they agree on another one than usual, or else the usual one.

        Of walls between rooms, if they are ``is_inner``, and of the others apart from them. Empty in games
        whose walls cannot be breached.
        """
        dots, usual = self.scenario.dots_map, str(entry.get("toughness", ""))
        present = {
            wall.toughness or usual
            for wall in dots.obstacles.values()
            if wall.terrain is entry and self._is_inner(wall) is is_inner
        }
        if entry is dots.building_terrain:
            present |= {building.toughness for building in dots.buildings}
        return present.pop() if len(present) == 1 else usual

    def _toughness(self) -> list[str]:
        """The toughness of the walls: that of the key, and that of each which has another."""
        dots, words = self.scenario.dots_map, self.words
        usual = dots.building_terrain
        others = [
            (building.name, building.toughness)
            for building in dots.buildings
            if usual is not None and building.toughness != self._toughness_of(usual)
        ]
        walls = {wall.text: wall for wall in dots.obstacles.values() if wall.toughness}
        others += [
            (f"{wall.terrain.title} {text}", wall.toughness)
            for text, wall in walls.items()
            if wall.toughness != self._toughness_of(wall.terrain, is_inner=self._is_inner(wall))
        ]
        listed = [f"{name}: {self._resistance(row)} ({words.term(row)})" for name, row in others]
        texts = [words("dots.usual-toughness")]
        return [*texts, words("dots.buildings", buildings="; ".join(listed))] if listed else texts


def _look(pieces: Sequence[Piece]) -> str:
    """How pieces of one kind look, if their names choose it."""
    looks = {"rocks": "crates", "brush": "planters", "water": "basin", "shallow": "basin"}
    for piece in pieces:
        look = looks.get(symbol_of(piece), "")
        if look and look_of((piece.name, piece.id), (look,)):
            return look
    return ""


@dataclass(frozen=True, slots=True)
class _Explained:
    """An item of the key: its name, what it means, and a sample of it."""

    name: str
    meaning: str
    sample: Sample


def _key_item(item: _Explained, context: DrawingContext) -> KeyItem:
    """An item for the key on a sheet of the map."""
    sample = sample_drawing(item.sample, context)

    def draw(canvas: Canvas, at: Point) -> None:
        wide, tall = sample.width * _SCALE, sample.height * _SCALE
        canvas.place(sample, at[0] - wide / 2, at[1] - tall / 2, scale=_SCALE)

    return KeyItem(item.name, item.meaning, draw)
