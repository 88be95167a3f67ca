"""Draws open ground: tables in inches or centimeters with their tunnels, and open country on hexes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from builder.draw.maps.landmap import draw_land
from builder.draw.maps.map_artist import MIN_WIDTH, TOP, Blocks, MapArtist, Size, small_scale
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.symbols import Sign, land_signs, layer_signs
from builder.draw.maps.tablemap import RULER, draw_table, draw_tunnels
from builder.draw.maps.terrain import draw_terrain
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer, draw_band, stacked
from builder.draw.surface.type import BOLD, CONDENSED, REGULAR, Type
from builder.geometry.shapes import circle
from builder.scenario.model import Scenario
from rulesdb import Entry

_GAP = 6.0
_MIN_KEY = 60.0
_MAX_BELOW = 0.45
_KEY_HEAD = 8.5
_KEY_STEP = 10.2
_SIGN = 10.0
_SIGN_STEP = 7.0
# A table is more than a meter wide: on a poster, lines and letters are larger in proportion.
_ENLARGED = 3.0


class _OpenArtist(MapArtist):
    """One map with its key and tables below it; tables that do not fit there follow on a second sheet."""

    @abstractmethod
    def _fitted(self, room: Size) -> tuple[Drawing, float]:
        """The map for some room in mm, and the scale at which it fits."""

    def _signs(self) -> list[Sign]:
        """The signs on the map besides terrain."""
        return layer_signs(self.scenario, self.words, self.look, _SIGN)

    def _notes(self, writer: Writer) -> list[Block]:
        """The heights and notes that the file gives for pieces of terrain."""
        return []

    def _draw_overview(self, canvas: Canvas) -> Blocks | None:
        column = (canvas.width - _GAP) / 2
        groups = self._groups(column)
        below = max(_MIN_KEY, min(self._below(groups), canvas.height * _MAX_BELOW))
        drawing, scale = self._fitted((canvas.width, canvas.height - TOP - below))
        top = self._place(canvas, drawing, TOP, scale) + 2
        ends = {column + _GAP: top, 0.0: self._draw_key(canvas, top, column)}
        left_over: list[Block] = []
        for group in groups:
            block = stacked(group)
            x = next((x for x, y in ends.items() if y + block.height <= canvas.height), None)
            if x is None:
                left_over += group
                continue
            block.draw(canvas, x, ends[x])
            ends[x] += block.height
        return (lambda _: left_over) if left_over else None

    def _size_with(self, width: float, height: float) -> Size:
        """The size of a sheet for a map of a size with its key and tables."""
        below = max(_MIN_KEY, self._below(self._groups((width - _GAP) / 2)))
        return width, TOP + height + below + 2

    def _groups(self, width: float) -> list[list[Block]]:
        """Notes and tables in a column of a width; a list holds blocks that stay together."""
        writer = Writer(width, self.context)
        return [group for group in (self._notes(writer), *self._table_groups(writer)) if group]

    def _below(self, groups: Iterable[Iterable[Block]]) -> float:
        """The room in mm that the key and the tables take below the map."""
        key = _KEY_HEAD + _KEY_STEP * len(self._kinds()) + _SIGN_STEP * len(self._signs()) + 2
        return max(key, sum(block.height for group in groups for block in group) + 4)

    def _kinds(self) -> list[Entry]:
        """The kinds of terrain on the map, in the order of the key."""
        return list(self.scenario.map.terrain_entries())

    def _draw_key(self, canvas: Canvas, top: float, width: float) -> float:
        """Each kind of terrain with its effects, and each sign; returns where the list ends."""
        canvas.text(self.words("map.terrain"), 0, top + 4, Type(BOLD, 4.0))
        y = top + _KEY_HEAD
        small = Type(CONDENSED, 2.8)
        for entry in self._kinds():
            with canvas.shifted(0.5, y):
                draw_terrain(canvas, entry.get("symbol", "building"), circle((4.0, 3.4), 3.0), 1.0)
            canvas.text(entry.title, 10, y + 2.9, Type(REGULAR, 3.0))
            lines = canvas.metrics.wrap(self._terrain_line(entry), small, width - 10)[:2]
            canvas.lines(lines, 10, y + 6.2, small, 3.1, fill="muted")
            y += _KEY_STEP
        for name, draw in self._signs():
            draw(canvas, (4.5, y + 2.6))
            canvas.text(name, 10, y + 3.7, Type(REGULAR, 3.0))
            y += _SIGN_STEP
        return y + 2


class LandArtist(_OpenArtist):
    """Open country on hexes."""

    file_prefix = "land-"

    def maps(self, width: float) -> list[Drawing]:
        return [draw_land(self.scenario, self.context, look=self.look)]

    def _fitted(self, room: Size) -> tuple[Drawing, float]:
        [whole] = self.maps(room[0])
        scale = min(1.0, room[0] / whole.width, room[1] / whole.height)
        small = draw_land(self.scenario, self.context, look=self.look, overview_at=small_scale(scale))
        return small, scale

    def _kinds(self) -> list[Entry]:
        land = self.scenario.land_map
        kinds = {entry.id: entry for entry in map(land.ground, land.grid) if entry is not None}
        return list(kinds.values())

    def _signs(self) -> list[Sign]:
        return [*land_signs(self.scenario.land_map, self.words), *super()._signs()]

    def _poster_size(self) -> Size:
        [whole] = self.maps(MIN_WIDTH)
        return self._size_with(max(MIN_WIDTH, whole.width), whole.height)


class TableArtist(_OpenArtist):
    """An open table, drawn to fit the paper, and the secret plan of its tunnels."""

    file_prefix = "table-"
    is_tiled = False

    def __init__(
        self, scenario: Scenario, context: DrawingContext, look: MapLook | None = None, printed: float = 1.0
    ) -> None:
        """``printed`` is the factor by which the maps will be enlarged in print."""
        super().__init__(scenario, context, look)
        self.printed = printed

    def maps(self, width: float) -> list[Drawing]:
        return [draw_table(self.scenario, width, self.context, look=self.look, printed=self.printed)]

    def _fitted(self, room: Size) -> tuple[Drawing, float]:
        [drawing] = self.maps(room[0])
        if drawing.height > room[1]:
            [drawing] = self.maps(room[0] * room[1] / drawing.height * 0.98)
        return drawing, 1.0

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
        return [writer.paragraph(words("map.on-the-table"), Type(BOLD, 4.0)), *notes] if notes else []

    def poster(self) -> Drawing:
        larger = TableArtist(self.scenario, self.context, self.look, printed=_ENLARGED)
        small = larger.overview(self._poster_size())[0]
        canvas = Canvas(small.width * _ENLARGED, small.height * _ENLARGED, self.context)
        canvas.place(small, 0, 0, scale=_ENLARGED)
        return canvas.drawing(small.name, small.title)

    def _poster_size(self) -> Size:
        table = self.scenario.table_map
        width = max(MIN_WIDTH, table.width * table.unit_mm / _ENLARGED + 2 * RULER)
        return self._size_with(width, self.maps(width)[0].height)

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
        secret = words("sheet.keep-secret", title=self.scenario.title)
        draw_band(canvas, words("map.tunnels"), secret, canvas.width)
        [plan] = self.plans(canvas.width)
        canvas.place(plan, 0, TOP)
        writer = Writer(canvas.width, self.context)
        notes = [writer.item(f"{node.name}.", node.text) for node in table.plan.nodes.values() if node.text]
        stacked(notes).draw(canvas, 0, TOP + plan.height + 3)
        return [canvas.drawing("tunnels", words("sheet.secret", title=words("map.tunnels")))]
