"""What the artists of open ground have in common: one map with its key beside it or below it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from builder.draw.maps.map_artist import MIN_WIDTH, TOP, Blocks, MapArtist, Size
from builder.draw.maps.map_key import COLUMN, Key, KeyItem
from builder.draw.maps.open.key import sign_items, terrain_sample
from builder.draw.maps.zone_tabs import side_of
from builder.draw.sentences.side_names import side_name
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.flow import Block, Writer, stacked
from builder.draw.surface.flow_sheets import draw_flow
from builder.scenario.model import Objective
from rulesdb import Entry

PICTURE = frozenset({"ground", "terrain", "obstacles", "vehicles", "zones"})
"""The layers of a map on a picture of it."""
_GAP = 4.0
_NOTES_GAP = 3.0
# The rows of a key with air between them, and what they leave free below it, in mm.
_AIRY_ROW, _LEFT = 12.6, 12.0


@dataclass(frozen=True, slots=True)
class Layout:
    """The room of a map on a sheet, in mm, with its key at the side or at the foot."""

    width: float
    height: float
    columns: int
    is_beside: bool


class OpenArtist(MapArtist):
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

    def _key_block(self, width: float) -> Block:
        return self.key.block(width)

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
            key = self._airy(layout.columns, (canvas.width - x, canvas.height - TOP))
            key.draw(canvas, x, TOP, layout.columns, by_rows=False, width=canvas.width - x)
            top = TOP + key.height_beside(layout.columns)
        else:
            x = 0.0
            canvas.place(drawing, (canvas.width - wide) / 2, TOP, scale=scale)
            top = TOP + tall + _GAP
            key = self.key.widened(layout.columns, canvas.width)
            key.draw(canvas, 0, top, layout.columns, by_rows=True, width=canvas.width)
            top += key.height_in(layout.columns)
        notes = stacked(self._text(Writer(canvas.width - x, self.context)))
        has_room = not notes.height or top + _NOTES_GAP + notes.height <= canvas.height
        if has_room:
            notes.draw(canvas, x, top + _NOTES_GAP)
            top += _NOTES_GAP + notes.height
        canvas.free = ((x, top + _GAP, canvas.width - x, max(0.0, canvas.height - top - _GAP)),)
        return None if has_room else self._text

    def _airy(self, columns: int, room: Size) -> Key:
        """The key beside the map, with air between its rows if that leaves room for what is below it."""
        key, notes = self.key.widened(columns, room[0]), stacked(self._text(Writer(room[0], self.context)))
        airy = Key(self.key.items, self.context, key.column, _AIRY_ROW)
        has_room = airy.height_beside(columns) + _NOTES_GAP + notes.height + _LEFT <= room[1]
        return airy if has_room else key

    def _layout(self, size: Size) -> Layout:
        """The way to lay out map and key in which the map is largest."""
        width, height = size[0], size[1] - TOP
        columns = self.key.columns_in(height)
        beside = Layout(width - _GAP - columns * COLUMN, height, columns, is_beside=True)
        across = max(1, min(len(self.key.rows), int(width // COLUMN)))
        notes = self._text(Writer(width, self.context))
        below = self.key.height_in(across) + (stacked(notes).height + _NOTES_GAP if notes else 0.0)
        under = Layout(width, height - _GAP - below, across, is_beside=False)
        return max((beside, under), key=lambda layout: (self._scale(layout), layout.is_beside))

    def _scale(self, layout: Layout) -> float:
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
        said = self.words("map.wreck-said") if symbol == "wreck" else ""
        text = "; ".join(filter(None, (self._terrain_line(entry), said)))
        return KeyItem(entry.title, text, terrain_sample(symbol))

    @property
    def _first_side(self) -> str:
        """The name of the side that comes first in the game."""
        return side_name(self.scenario, self.scenario.ruleset.sides[0].id, self.context.words)

    def _sides(self) -> list[tuple[int, str]]:
        """The sides that have zones on the map: their numbers and titles."""
        sides, words = self.scenario.ruleset.sides, self.context.words
        titles = [side_name(self.scenario, side.id, words) for side in sides]
        numbers = {side_of(self.scenario, zone) for zone in self.look.zones_of(self.scenario) if zone.region}
        return [(number, titles[number] if len(numbers) > 1 else "") for number in sorted(numbers)]

    def _signs(self) -> Iterator[KeyItem]:
        return sign_items(self.scenario, self.look, self.context, self._sides(), self._marked())

    @abstractmethod
    def _marked(self) -> list[Objective]:
        """The objectives whose stars stand over landmarks."""
