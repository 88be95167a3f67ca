"""Draws dot lattices: the map at its spacing, and at a glance with its key."""

from __future__ import annotations

from builder.draw.maps.dot_key import DotKey
from builder.draw.maps.dotmap import draw_dots
from builder.draw.maps.map_artist import MIN_WIDTH, TOP, Blocks, MapArtist, Size, small_scale
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.charts import table_blocks
from builder.draw.surface.flow import Block, Writer, stacked

_GAP = 3.0


class DotArtist(MapArtist):
    """One map, whose tables follow on sheets of their own."""

    file_prefix = "dots-"

    def maps(self, width: float) -> list[Drawing]:
        return [draw_dots(self.scenario, self.context, look=self.look)]

    def _draw_overview(self, canvas: Canvas) -> Blocks | None:
        key = DotKey(self.scenario, canvas.width, self.context, self.look)
        whole = draw_dots(self.scenario, self.context, look=self.look)
        room = canvas.height - TOP - key.height - _GAP
        scale = min(1.0, canvas.width / whole.width, room / whole.height)
        drawing = draw_dots(self.scenario, self.context, look=self.look, overview_at=small_scale(scale))
        key.draw(canvas, self._place(canvas, drawing, TOP, scale) + _GAP)
        return self._tables if self.scenario.ruleset.map_tables else None

    def _poster_size(self) -> Size:
        whole = draw_dots(self.scenario, self.context, look=self.look)
        width = max(MIN_WIDTH, whole.width)
        key = DotKey(self.scenario, width, self.context, self.look)
        return width, TOP + whole.height + _GAP + key.height + 0.1

    def _tables(self, writer: Writer) -> list[Block]:
        tables = [self.scenario.ruleset.table(slug) for slug in self.scenario.ruleset.map_tables]
        return [
            stacked([writer.heading(table.entry.title), *table_blocks(table, writer, in_play=True)])
            for table in tables
        ]
