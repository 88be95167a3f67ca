"""The whole map at a glance: every level small, where forces set up, the symbols and what doors cost."""

from __future__ import annotations

from math import ceil

from builder.draw.maps.hexmap import draw_level
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.map_signs import deck_signs
from builder.draw.maps.overview_heading import LEAST_WIDTH, TOP, detail, draw_overview_heading, overview_title
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.charts import table_blocks
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import BOLD, REGULAR, Type
from builder.draw.surface.wording import Words
from builder.geometry.hexgrid import Hex
from builder.scenario.model import Scenario

_COLUMN_GAP = 6.0
_GAP = 3.0
_SIGN = 13.0
_SYMBOL_STEP = 7.8


def draw_overview(
    scenario: Scenario, size: tuple[float, float], context: DrawingContext, *, look: MapLook | None = None
) -> list[Drawing]:
    """One sheet of ``size`` mm with every level, the set-up zones, a key, and the costs of passage."""
    width, height = size
    canvas = Canvas(width, height, context)
    look = look or MapLook(numbers=context.theme.hex_numbers)
    draw_overview_heading(canvas, scenario, look)
    key = _Key(scenario, width, context, look)
    levels = range(len(scenario.hex_map.levels))
    scale, drawings = 1.0, [draw_level(scenario, level, context, look=look) for level in levels]
    # Once for the scale, and again because names that find no room make a deck taller.
    for _ in range(3):
        room = height - TOP - key.height - _GAP * len(drawings)
        tall = sum(drawing.height for drawing in drawings)
        scale = min(1.0, room / tall, width / drawings[0].width)
        drawings = [
            draw_level(scenario, level, context, look=look, overview_at=detail(scale)) for level in levels
        ]
    scale = min(scale, room / sum(drawing.height for drawing in drawings))
    y = TOP
    for drawing in drawings:
        canvas.place(drawing, (width - drawing.width * scale) / 2, y, scale=scale)
        y += drawing.height * scale + _GAP
    key.draw(canvas, height - key.height)
    return [canvas.drawing(*overview_title(scenario, context.words, look))]


def poster_size(scenario: Scenario, context: DrawingContext, look: MapLook) -> tuple[float, float]:
    """The room in mm that an overview takes with every level at its true size."""
    levels = range(len(scenario.hex_map.levels))
    drawings = [draw_level(scenario, level, context, look=look) for level in levels]
    width = max(LEAST_WIDTH, *(drawing.width for drawing in drawings))
    tall = sum(drawing.height + _GAP for drawing in drawings)
    return width, TOP + tall + _Key(scenario, width, context, look).height + 0.1


class _Key:
    """Symbols on the left, tables from the database on the right, the areas of each level below."""

    def __init__(self, scenario: Scenario, width: float, context: DrawingContext, look: MapLook) -> None:
        self.words = context.words
        self.signs = deck_signs(scenario, context.words, look, _SIGN)
        self.rows = ceil(len(self.signs) / 2)
        self.column = (width - _COLUMN_GAP) / 2
        narrow = Writer(self.column, context)
        wide = Writer(width, context)
        self.tables: list[Block] = []
        for slug in scenario.ruleset.map_tables:
            table = scenario.ruleset.table(slug)
            self.tables += [
                narrow.paragraph(table.entry.title, Type(BOLD, 4.0)),
                *table_blocks(table, narrow),
            ]
        self.areas = [
            wide.paragraph(text, Type(REGULAR, 2.6), color="muted")
            for text in (*_numbering(scenario, context.words, look), *_area_lists(scenario, context.words))
        ]

    @property
    def height(self) -> float:
        """In mm."""
        upper = max(sum(block.height for block in self.tables), self.rows * _SYMBOL_STEP + 8)
        return upper + 2 + sum(block.height for block in self.areas)

    def draw(self, canvas: Canvas, top: float) -> None:
        """Draw it with its upper edge at ``top``."""
        canvas.text(self.words("map.symbols"), 0, top + 4, Type(BOLD, 4.0))
        for index, (name, draw) in enumerate(self.signs):
            side, row = divmod(index, self.rows)
            x, y = side * self.column / 2 + 5, top + 11 + row * _SYMBOL_STEP
            draw(canvas, (x, y))
            room = self.column / 2 - 13.0
            type = canvas.metrics.fit(name, Type(REGULAR, 3.0), room, 2.0)
            box = (x + 7, y - _SYMBOL_STEP / 2, room, _SYMBOL_STEP)
            canvas.text(name, x + 7, y + 1.1, type, within=box)
        y = top
        for block in self.tables:
            block.draw(canvas, self.column + _COLUMN_GAP, y)
            y += block.height
        y = top + self.height - sum(block.height for block in self.areas)
        for block in self.areas:
            block.draw(canvas, 0, y)
            y += block.height


def _numbering(scenario: Scenario, words: Words, look: MapLook) -> list[str]:
    """How letters on the map go with the numbers that everything else speaks of."""
    if look.numbers.style == "ccrr":
        return []
    grid = scenario.hex_map.grid
    hex = Hex(min(4, grid.columns), min(5, grid.rows))
    return [words("map.lettered", lettered=look.numbers.label(grid, hex), number=grid.label(hex))]


def _area_lists(scenario: Scenario, words: Words) -> list[str]:
    """Every area by level with the number of its hexes."""
    texts = []
    for level, about in enumerate(scenario.hex_map.levels):
        names = []
        for area in scenario.hex_map.areas_on(level):
            count = sum(place.level == level for place in area.places)
            names.append(f"{area.name} ({count})")
        texts.append(words("map.areas", level=about.title, areas=", ".join(names)))
    return texts
