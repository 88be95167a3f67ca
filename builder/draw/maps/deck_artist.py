"""Draws decks of hexes: each level at its true size, and an overview of all levels with a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from builder.draw.maps.decks.arrangement import Arrangement
from builder.draw.maps.decks.key import deck_items
from builder.draw.maps.decks.picture import deck_slab
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.hexmap import draw_level, level_size
from builder.draw.maps.map_artist import (
    MIN_WIDTH,
    SCREEN_WIDTH,
    TOP,
    MapArtist,
    MapView,
    Size,
    hexes_on_paper,
    small_scale,
)
from builder.draw.maps.map_frame import MARGIN, TITLE_BAND
from builder.draw.maps.map_key import COLUMN, Key
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.perspective import Slab
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.clear_space import Box
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer, stacked
from builder.draw.surface.type import REGULAR, Type
from builder.draw.surface.wording import Words
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Scenario

# Most small maps have a line of names that do not fit in their areas below them.
_LIST = 1.03
_WORTH_TURNING = 1.1
_GAP = 3.0
_MAX_GAP = 12.0


class DeckArtist(MapArtist):
    """A map for each level; the overview has them below each other."""

    def __init__(self, scenario: Scenario, context: DrawingContext, look: MapLook | None = None) -> None:
        super().__init__(scenario, context, look)
        self._drawn: dict[tuple[float | None, Size | None], list[Drawing]] = {}
        self._arranged: dict[tuple[float | None, Size | None], list[Arrangement]] = {}

    def maps(self, width: float, room: Size | None = None, seams: Sequence[Box] = ()) -> list[Drawing]:
        return self._levels(room=room)

    @property
    def views(self) -> Mapping[str, str]:
        return {level.id: level.title for level in self.scenario.hex_map.levels}

    def view(self, id: str, width: float = SCREEN_WIDTH) -> MapView:
        decks = self.scenario.hex_map
        drawing = draw_level(self.scenario, list(self.views).index(id), self.context, look=self.look)
        layout = HexLayout(decks.grid, decks.hex_size)
        box = MARGIN, MARGIN + TITLE_BAND, layout.width, layout.height
        return MapView(drawing, box, MARGIN, hexes_on_paper(decks.grid, decks.hex_size))

    def slabs(self, maps: Sequence[Drawing]) -> list[Slab]:
        return [deck_slab(plan, self.scenario, self.look) for plan in self._plans if plan.hexes]

    @cached_property
    def _plans(self) -> list[DeckPlan]:
        """The lines of each level, which are the same at any scale."""
        decks = self.scenario.hex_map
        return [
            DeckPlan(decks, level, self.context.theme, self.context.memo)
            for level in range(len(decks.levels))
        ]

    def _levels(self, overview_at: float | None = None, room: Size | None = None) -> list[Drawing]:
        """Each level, drawn once for each scale and sheet."""
        if (overview_at, room) not in self._drawn:
            arranged = self._arrangements(overview_at, room)
            self._drawn[overview_at, room] = [
                draw_level(
                    self.scenario,
                    plan.level,
                    self.context,
                    look=self.look,
                    overview_at=overview_at,
                    plan=plan,
                    room=room,
                    arrangement=arrangement,
                )
                for plan, arrangement in zip(self._plans, arranged, strict=True)
            ]
        return self._drawn[overview_at, room]

    def _arrangements(self, overview_at: float | None, room: Size | None = None) -> list[Arrangement]:
        """The arrangement of each level, for each scale and sheet."""
        if (overview_at, room) not in self._arranged:
            self._arranged[overview_at, room] = [
                Arrangement(self.scenario, plan, self.context, self.look, overview_at, room)
                for plan in self._plans
            ]
        return self._arranged[overview_at, room]

    @cached_property
    def key(self) -> Key:
        return Key(list(deck_items(self.scenario, self.context, self.look)), self.context)

    def is_wide(self, size: Size) -> bool:
        width, height = size
        return self._scale_on(height, width) > self._scale_on(width, height) * _WORTH_TURNING

    def _scale_on(self, width: float, height: float) -> float:
        """The scale of all levels below each other over their key."""
        wide, tall = level_size(self._plans[0].layout)
        room = height - TOP - self._foot(width).height - _GAP * len(self._plans)
        return min(1.0, room / (tall * len(self._plans) * _LIST), width / wide)

    def _draw_overview(self, canvas: Canvas) -> None:
        foot = self._foot(canvas.width)
        room = canvas.height - TOP - foot.height - _GAP * len(self._plans)
        wide, tall = level_size(self._plans[0].layout)
        least = tall * len(self._plans) * _LIST
        # On a poster the levels have their true size, and with it the numbers of their hexes.
        is_whole = canvas.width >= wide and room >= tall * len(self._plans)
        for _ in range(0 if is_whole else 3):
            scale = min(1.0, room / least, canvas.width / wide)
            at = small_scale(scale)
            width = self._plans[0].layout.width
            lists = (each.names.legend_height(width) for each in self._arrangements(at))
            least = tall * len(self._plans) + sum(lists)
            if least * scale <= room * 1.02:
                break
        if is_whole:
            drawings, scale = self._levels(), 1.0
        else:
            drawings, scale = self._levels(at), min(scale, room / least)
        y = TOP
        for drawing in drawings:
            y = self._place(canvas, drawing, y, scale) + _GAP
        # Close to the maps if these are much lower than the sheet.
        foot.draw(canvas, 0, min(canvas.height - foot.height, y + _MAX_GAP))

    def _poster_size(self) -> Size:
        drawings = self._levels()
        width = max(MIN_WIDTH, *(drawing.width for drawing in drawings))
        tall = sum(drawing.height + _GAP for drawing in drawings)
        return width, TOP + tall + self._foot(width).height + 0.1

    def _foot(self, width: float) -> Block:
        """The key in columns, then the tables that are not on the player aid."""
        key, columns = self.key, max(1, int(width // COLUMN))

        def draw(canvas: Canvas, x: float, y: float) -> None:
            key.draw(canvas, x, y, columns, by_rows=True, width=width)

        writer, type = Writer(width, self.context), Type(REGULAR, 2.6)
        tables = [block for group in self._table_groups(writer) for block in group]
        texts = _numbering(self.scenario, self.words, self.look)
        lists = [writer.paragraph(text, type, color="muted") for text in texts]
        return stacked([Block(key.height_in(columns) + 2, draw), *tables, *lists])


def _numbering(scenario: Scenario, words: Words, look: MapLook) -> list[str]:
    """How the letters on the map correspond to the hex numbers used everywhere else."""
    if look.numbers.style == "ccrr":
        return []
    grid = scenario.hex_map.grid
    hex = Hex(min(4, grid.columns), min(5, grid.rows))
    return [words("map.lettered", lettered=look.numbers.label(grid, hex), number=grid.label(hex))]
