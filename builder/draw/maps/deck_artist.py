"""Draws decks of hexes: each level at its true size, and an overview of all levels with a key."""

from __future__ import annotations

from functools import cached_property
from math import ceil

from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.hexmap import draw_level, level_size
from builder.draw.maps.map_artist import MIN_WIDTH, TOP, MapArtist, Size, small_scale
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.symbols import deck_signs
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer, stacked
from builder.draw.surface.type import BOLD, REGULAR, Type
from builder.draw.surface.wording import Words
from builder.geometry.hexgrid import Hex
from builder.scenario.model import Scenario

_COLUMN_GAP = 6.0
_GAP = 3.0
_SIGN = 13.0
_SYMBOL_STEP = 7.8


class DeckArtist(MapArtist):
    """A map for each level; the overview has them below each other."""

    def __init__(self, scenario: Scenario, context: DrawingContext, look: MapLook | None = None) -> None:
        super().__init__(scenario, context, look)
        self._drawn: dict[float | None, list[Drawing]] = {}

    def maps(self, width: float) -> list[Drawing]:
        return self._levels()

    @cached_property
    def _plans(self) -> list[DeckPlan]:
        """The lines of each level, which are the same at any scale."""
        decks = self.scenario.hex_map
        return [DeckPlan(decks, level, self.context.theme) for level in range(len(decks.levels))]

    def _levels(self, overview_at: float | None = None) -> list[Drawing]:
        """Each level, drawn once for each scale."""
        if overview_at not in self._drawn:
            self._drawn[overview_at] = [
                draw_level(
                    self.scenario,
                    plan.level,
                    self.context,
                    look=self.look,
                    overview_at=overview_at,
                    plan=plan,
                )
                for plan in self._plans
            ]
        return self._drawn[overview_at]

    def _draw_overview(self, canvas: Canvas) -> None:
        key = self._key(canvas.width)
        room = canvas.height - TOP - key.height - _GAP * len(self._plans)
        wide, tall = level_size(self._plans[0].layout)
        # Most small maps have a line of names that do not fit in their areas below them.
        least = tall * len(self._plans) * 1.03
        # On a poster the levels have their true size, and with it the numbers of their hexes.
        is_whole = canvas.width >= wide and room >= tall * len(self._plans)
        for _ in range(0 if is_whole else 3):
            scale = min(1.0, room / least, canvas.width / wide)
            drawings = self._levels(small_scale(scale))
            least = sum(drawing.height for drawing in drawings)
            if least * scale <= room * 1.02:
                break
        if is_whole:
            drawings, scale = self._levels(), 1.0
        else:
            scale = min(scale, room / least)
        y = TOP
        for drawing in drawings:
            y = self._place(canvas, drawing, y, scale) + _GAP
        key.draw(canvas, 0, canvas.height - key.height)

    def _poster_size(self) -> Size:
        drawings = self._levels()
        width = max(MIN_WIDTH, *(drawing.width for drawing in drawings))
        tall = sum(drawing.height + _GAP for drawing in drawings)
        return width, TOP + tall + self._key(width).height + 0.1

    def _key(self, width: float) -> Block:
        """Symbols on the left, tables from the database on the right, the areas of each level below."""
        column = (width - _COLUMN_GAP) / 2
        groups = self._table_groups(Writer(column, self.context))
        tables = stacked([block for group in groups for block in group])
        signs = deck_signs(self.scenario, self.words, self.look, _SIGN)
        rows = ceil(len(signs) / 2)

        def draw(canvas: Canvas, x: float, y: float) -> None:
            canvas.text(self.words("map.symbols"), x, y + 4, Type(BOLD, 4.0))
            for index, (name, sample) in enumerate(signs):
                side, row = divmod(index, rows)
                left, middle = x + side * column / 2 + 5, y + 11 + row * _SYMBOL_STEP
                sample(canvas, (left, middle))
                room = (left + 7, middle - _SYMBOL_STEP / 2, column / 2 - 13.0, _SYMBOL_STEP)
                type = canvas.metrics.fit(name, Type(REGULAR, 3.0), room[2], 2.0)
                canvas.text(name, left + 7, middle + 1.1, type, within=room)
            tables.draw(canvas, x + column + _COLUMN_GAP, y)

        symbols = Block(max(tables.height, rows * _SYMBOL_STEP + 8) + 2, draw)
        texts = (*_numbering(self.scenario, self.words, self.look), *_area_lists(self.scenario, self.words))
        writer, type = Writer(width, self.context), Type(REGULAR, 2.6)
        return stacked([symbols, *(writer.paragraph(text, type, color="muted") for text in texts)])


def _numbering(scenario: Scenario, words: Words, look: MapLook) -> list[str]:
    """How the letters on the map correspond to the hex numbers used everywhere else."""
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
            terrain = area.terrain.title.lower() if area.terrain is not None else ""
            is_named = not terrain or terrain == area.name.lower()
            names.append(f"{area.name} ({count})" if is_named else f"{area.name} ({terrain}, {count})")
        texts.append(words("map.areas", level=about.title, areas=", ".join(names)))
    return texts
