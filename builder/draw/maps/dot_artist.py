"""Draws dot lattices: the map at its spacing, and an overview with its key.

The key explains everything on the map, its costs, and how to read the lattice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from builder.draw.game_sheets import sheets_of
from builder.draw.maps.dot_buildings import draw_badge, draw_barrier, draw_stairs, draw_way_through
from builder.draw.maps.dotmap import draw_dots
from builder.draw.maps.map_artist import MIN_WIDTH, TOP, Blocks, MapArtist, Size, small_scale
from builder.draw.maps.symbols import (
    Draw,
    draw_dead_sample,
    draw_sample,
    draw_starting_marker,
    draw_zone_sample,
    marker_text,
)
from builder.draw.maps.terrain import draw_terrain, draw_texture
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.charts import table_blocks
from builder.draw.surface.flow import NOTE, Block, Writer, stacked
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Type
from builder.geometry.dotlattice import Lattice
from builder.geometry.shapes import circle
from rulesdb import Entry

_GAP = 3.0
_COLUMN_GAP = 5.0
_COLUMNS = 3
_NAME = Type(CONDENSED_BOLD, 2.9)
_TEXT = Type(CONDENSED, 2.6)
_LINE = 3.1
_SAMPLE = 10.5
_BETWEEN = frozenset({"wall", "high-wall", "fence", "building"})


class DotArtist(MapArtist):
    """One map, whose tables follow on separate sheets."""

    file_prefix = "dots-"

    def maps(self, width: float) -> list[Drawing]:
        return [draw_dots(self.scenario, self.context, look=self.look)]

    def _draw_overview(self, canvas: Canvas) -> Blocks | None:
        key = self._key(canvas.width)
        [whole] = self.maps(canvas.width)
        room = canvas.height - TOP - key.height - _GAP
        scale = min(1.0, canvas.width / whole.width, room / whole.height)
        drawing = draw_dots(self.scenario, self.context, look=self.look, overview_at=small_scale(scale))
        key.draw(canvas, 0, self._place(canvas, drawing, TOP, scale) + _GAP)
        return self._tables if self._tables_by_the_map else None

    def _poster_size(self) -> Size:
        [whole] = self.maps(MIN_WIDTH)
        width = max(MIN_WIDTH, whole.width)
        return width, TOP + whole.height + _GAP + self._key(width).height + 0.1

    def _tables(self, writer: Writer) -> list[Block]:
        return [
            stacked([writer.heading(table.entry.title), *table_blocks(table, writer, in_play=True)])
            for table in self._tables_by_the_map
        ]

    def _key(self, width: float) -> Block:
        """Everything on the map with its costs, in columns, and below them how to read the lattice."""
        wide = (width - (_COLUMNS - 1) * _COLUMN_GAP) / _COLUMNS
        columns = [stacked(column) for column in _in_columns(list(self._items(wide - _SAMPLE)))]

        def draw(canvas: Canvas, x: float, y: float) -> None:
            for index, column in enumerate(columns):
                column.draw(canvas, x + index * (wide + _COLUMN_GAP), y)

        items = Block(max(column.height for column in columns), draw)
        writer = Writer(width, self.context)
        return stacked([items, *(writer.paragraph(text, NOTE, color="muted") for text in self._readings())])

    def _items(self, room: float) -> Iterator[Block]:
        dots, words, movement = self.scenario.dots_map, self.words, self.scenario.ruleset.movement

        def item(name: str, meaning: str, picture: Draw, *, house: bool = False) -> Block:
            return _item(name, self.context.metrics.wrap(meaning, _TEXT, room)[:3], picture, house)

        for entry in dots.terrain_entries():
            sample = partial(_terrain_sample, str(entry.get("symbol", "ground")))
            house = entry.provenance.basis.is_marked
            yield item(entry.title, self._terrain_line(entry), sample, house=house)
        climb = movement.doors.get("window", 0) if movement is not None else ""
        level = movement.change_level if movement is not None else ""
        if dots.elevation:
            meaning = words("dots.contour-cost", cost=level) if level else words("dots.contour-plain")
            yield item(words("dots.contour"), meaning, _contour_sample)
        doors = {door.kind for door in dots.doors.values()}
        for kind, meaning in (
            ("door", words("dots.door-cost")),
            ("window", words("dots.window-cost", cost=climb)),
            ("gap", words("dots.gap-cost")),
        ):
            if kind in doors:
                yield item(words(f"dots.{kind}"), meaning, partial(_door_sample, kind), house=kind != "gap")
        if any(building.levels > 1 for building in dots.buildings):
            yield item(words("dots.floors"), words("dots.floors-counted"), partial(draw_badge, levels=2))
        if any(building.stairs for building in dots.buildings):
            meaning = words("dots.stairs-cost", cost=level)
            yield item(words("dots.stairs"), meaning, partial(draw_stairs, size=18.0), house=True)
        if self.look.zones and any(item.region and item.facing for item in self.scenario.emplacements):
            yield item(words("dots.weapon"), words("dots.weapon-arc"), _weapon_sample)
        for marker in dots.markers:
            sample = partial(draw_starting_marker, text=marker_text(marker.entry), size=6.4)
            yield item(marker.entry.title, words("dots.at-the-start"), sample)
        if self.look.zones_of(self.scenario):
            yield item(words("dots.zone"), words("dots.zone-said"), draw_zone_sample)
        if self.look.objectives_of(self.scenario):
            star = partial(draw_sample, "objective", 11.0)
            yield item(words("map.objective"), words("dots.objective-said"), star)
        if self.look.dead is not None:
            yield item(words("map.not-seen", zone=self.look.dead.zone.title), "", draw_dead_sample)

    def _going(self, entry: Entry) -> list[str]:
        movement = self.scenario.ruleset.movement
        if movement is None or not ("cost" in entry.facts or entry.get("open")):
            return []
        cost = movement.ground[entry["cost"]] if "cost" in entry.facts else movement.open
        return [self.words(f"dots.{entry.get('paid', 'enter')}", cost=cost)]

    def _readings(self) -> list[str]:
        """How to read the lattice, which the available rules do not explain, and the notes of the file."""
        dots, words, game = self.scenario.dots_map, self.words, self.scenario.ruleset
        kind = "square" if dots.lattice.kind is Lattice.SQUARE else "triangular"
        texts = [f"{words(f'dots.reads-{kind}')} {words('dots.reads')}"]
        notes_of_game = sheets_of(game).map_notes
        texts += notes_of_game(self.scenario, words) if notes_of_game is not None else ()
        if dots.buildings:
            texts.append(words("dots.walls"))
        usual = dots.building_terrain
        others = [
            f"{building.name}: {building.toughness}"
            for building in dots.buildings
            if usual is not None and building.toughness != usual.get("toughness")
        ]
        walls = {wall.text: wall for wall in dots.obstacles.values() if wall.toughness}
        others += [f"{wall.terrain.title} {text}: {wall.toughness}" for text, wall in walls.items()]
        if others:
            texts.append(words("dots.buildings", buildings="; ".join(others)))
        notes = [(piece.name or piece.terrain.title, piece.text) for piece in dots.pieces]
        notes += [(building.name, building.text) for building in dots.buildings]
        notes += [(tunnel.name, tunnel.text) for tunnel in dots.tunnels]
        return [*texts, *(f"{name}: {text}" for name, text in notes if text)]


def _item(name: str, lines: Sequence[str], picture: Draw, is_house: bool) -> Block:
    """One item of the key: a sample, a name, and its meaning."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        picture(canvas, (x + 4.2, y + 3.6))
        canvas.text(name, x + _SAMPLE, y + 2.8, _NAME)
        canvas.lines(lines, x + _SAMPLE, y + 5.9, _TEXT, _LINE, fill="house" if is_house else "muted")

    return Block(max(8.4, 3.6 + _LINE * len(lines) + 1.6), draw)


def _in_columns(items: list[Block]) -> list[list[Block]]:
    """The items in order, in columns of about equal height."""
    share = sum(item.height for item in items) / _COLUMNS
    columns: list[list[Block]] = [[] for _ in range(_COLUMNS)]
    at, tall = 0, 0.0
    for item in items:
        if at < _COLUMNS - 1 and tall + item.height / 2 > share:
            at, tall = at + 1, 0.0
        columns[at].append(item)
        tall += item.height
    return columns


def _weapon_sample(canvas: Canvas, at: Point) -> None:
    x, y = at
    for side in (-1, 1):
        ends = (x - 3.0, y), (x + 3.4, y + side * 3.0)
        canvas.line(*ends, stroke="wall", stroke_width=0.5, stroke_dasharray="1.2 0.9")
    canvas.circle(x - 3.0, y, 1.2, fill="wall", stroke="paper", stroke_width="box")


def _terrain_sample(symbol: str, canvas: Canvas, at: Point) -> None:
    x, y = at
    if symbol in _BETWEEN:
        draw_barrier(canvas, symbol, [((x - 3.2, y), (x + 3.2, y))])
    elif symbol == "trench":
        for weight, color in ((3.6, "fence"), (2.6, "trench")):
            canvas.line((x - 2, y), (x + 2, y), stroke=color, stroke_width=weight, stroke_linecap="round")
    elif symbol in ("wire", "tree", "tunnel"):
        draw_texture(canvas, symbol, circle(at, 3.0))
    else:
        draw_terrain(canvas, symbol, circle(at, 3.0), 1.0)


def _door_sample(kind: str, canvas: Canvas, at: Point) -> None:
    ends = ((at[0] - 4, at[1]), (at[0] + 4, at[1]))
    draw_barrier(canvas, "building", [ends])
    draw_way_through(canvas, kind, ends, 2.0, ground="paper")


def _contour_sample(canvas: Canvas, at: Point) -> None:
    x, y = at
    canvas.path(f"M{x - 3.4:.2f} {y + 1.4:.2f}q3.4 -5 6.8 0", stroke="contour", stroke_width=0.6, fill="none")
