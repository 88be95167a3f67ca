"""The sheet of a dots map: the map at a glance, a key to it, and the tables that stand beside a map."""

from __future__ import annotations

from builder.draw.maps.dot_key import DotKey
from builder.draw.maps.dotmap import draw_dots
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.overview_heading import LEAST_WIDTH, TOP, detail, draw_overview_heading, overview_title
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.charts import table_blocks
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer, draw_flow
from builder.scenario.model import Scenario


def draw_dots_overview(
    scenario: Scenario, size: tuple[float, float], context: DrawingContext, *, look: MapLook | None = None
) -> list[Drawing]:
    """The whole map on one sheet with set-up zones and a key; the game's tables for a map follow it."""
    width, height = size
    canvas = Canvas(width, height, context)
    words = context.words
    look = look or MapLook()
    draw_overview_heading(canvas, scenario, look)
    key = DotKey(scenario, width, context, look)
    whole = draw_dots(scenario, context, look=look)
    scale = min(1.0, width / whole.width, (height - TOP - key.height - 3) / whole.height)
    drawing = draw_dots(scenario, context, look=look, overview_at=detail(scale))
    canvas.place(drawing, (width - drawing.width * scale) / 2, TOP, scale=scale)
    key.draw(canvas, TOP + drawing.height * scale + 3)
    sheets = [canvas.drawing(*overview_title(scenario, context.words, look))]
    about = words("sheet.tables-of", title=scenario.title)

    def blocks(writer: Writer) -> list[Block]:
        made: list[Block] = []
        for slug in scenario.ruleset.map_tables:
            table = scenario.ruleset.table(slug)
            made.append(_together([writer.heading(table.entry.title), *table_blocks(table, writer)]))
        return made

    if scenario.ruleset.map_tables:
        sheets += draw_flow("table-charts", scenario.ruleset.title, about, blocks, size, context)
    return sheets


def poster_size(scenario: Scenario, context: DrawingContext, look: MapLook) -> tuple[float, float]:
    """The room in mm that the sheet takes with the map at its true spacing."""
    whole = draw_dots(scenario, context, look=look)
    width = max(LEAST_WIDTH, whole.width)
    return width, TOP + whole.height + 3 + DotKey(scenario, width, context, look).height + 0.1


def _together(blocks: list[Block]) -> Block:
    """Blocks as one, so that no column ends between them."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for block in blocks:
            block.draw(canvas, x, y)
            y += block.height

    return Block(sum(block.height for block in blocks), draw)
