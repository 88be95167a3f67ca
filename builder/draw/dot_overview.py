"""The sheet of a dots map: the map at a glance, a key to it, and the tables that stand beside a map."""

from __future__ import annotations

from builder.draw.canvas import Canvas, Drawing
from builder.draw.charts import table_blocks
from builder.draw.dot_key import DotKey
from builder.draw.dotmap import draw_dots
from builder.draw.flow import Block, Writer, draw_band, draw_flow
from builder.draw.map_look import MapLook
from builder.draw.theme import Theme
from builder.draw.type import Metrics
from builder.scenario.model import Scenario

_TOP = 19.0


def draw_dots_overview(
    scenario: Scenario,
    size: tuple[float, float],
    theme: Theme,
    metrics: Metrics,
    *,
    look: MapLook | None = None,
    debug: bool = False,
) -> list[Drawing]:
    """The whole map on one sheet with set-up zones and a key; the game's tables for a map follow it."""
    width, height = size
    canvas = Canvas(width, height, metrics, debug=debug)
    words = theme.words
    draw_band(
        canvas,
        scenario.map.title or scenario.title,
        words("sheet.overview-of", title=scenario.title),
        theme,
        width,
    )
    key = DotKey(scenario, width, theme, metrics)
    whole = draw_dots(scenario, theme, metrics)
    scale = min(1.0, width / whole.width, (height - _TOP - key.height - 3) / whole.height)
    drawing = draw_dots(scenario, theme, metrics, look=look, overview_at=scale, debug=debug)
    canvas.place(drawing, (width - drawing.width * scale) / 2, _TOP, scale=scale)
    key.draw(canvas, _TOP + drawing.height * scale + 3)
    sheets = [canvas.drawing("dots-overview", words("sheet.overview"))]
    about = words("sheet.tables-of", title=scenario.title)

    def blocks(writer: Writer) -> list[Block]:
        made: list[Block] = []
        for slug in scenario.ruleset.map_tables:
            table = scenario.ruleset.table(slug)
            made.append(_together([writer.heading(table.entry.title), *table_blocks(table, writer)]))
        return made

    if scenario.ruleset.map_tables:
        sheets += draw_flow(
            "table-charts", scenario.ruleset.title, about, blocks, size, theme, metrics, debug=debug
        )
    return sheets


def _together(blocks: list[Block]) -> Block:
    """Blocks as one, so that no column ends between them."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for block in blocks:
            block.draw(canvas, x, y)
            y += block.height

    return Block(sum(block.height for block in blocks), draw)
