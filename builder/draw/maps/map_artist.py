"""The interface of the artists of all kinds of map: maps at true size, overviews, posters and plans."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from builder.draw.maps.map_frame import draw_north
from builder.draw.maps.map_look import MapLook, has_secrets
from builder.draw.maps.slabs.perspective import Slab
from builder.draw.sheets.aid.scope import needs_table
from builder.draw.surface.canvas import Canvas, Drawing, Rectangle
from builder.draw.surface.charts import table_blocks
from builder.draw.surface.clear_space import Box
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.filler import Filler
from builder.draw.surface.flow import Block, Writer, draw_band
from builder.draw.surface.flow_sheets import draw_flow
from builder.draw.surface.type import BOLD, Type
from builder.geometry.hexgrid import HexGrid
from builder.scenario.model import Scenario
from rulesdb import Entry, Table

Size = tuple[float, float]
Blocks = Callable[[Writer], Sequence[Block]]
TOP = 19.0
# The least width of a key in mm.
MIN_KEY = 60.0
# The room for an arrow to the north at the end of a title, in mm.
_NORTH = 9.0
MIN_WIDTH = 190.0
SCREEN_WIDTH = 400.0
"""The width in mm of a map on a screen, if it is too large for paper at its true size."""


@dataclass(frozen=True, slots=True)
class MapView:
    """A map on a screen or for another program: its drawing, and how its board lies in it.

    ``box`` is the box of the grid, lattice or table in the drawing, in mm; ``margin`` is the width of what
    belongs to the map around it. ``grid`` is how spots lie in the box, as data: ``kind`` is ``hexes``,
    ``dots`` or ``plane``, the rest depends on it. ``scale`` is the number of mm for each unit of the board's
    own coordinates, which are mm for hexes and dots.
    """

    drawing: Drawing
    box: Rectangle
    margin: float
    grid: Mapping[str, Any]
    scale: float = 1.0


class MapArtist(ABC):
    """Draws the maps of a scenario, with the layers of a look; one class for each kind of map.

    ``file_prefix`` is the start of the file names of overviews of this kind; ``is_tiled`` is true if maps of
    this kind are printed at their true size, ``avoids_seams`` if they place names by where they are cut,
    ``frees_seams`` if none of their names is where the room makes it likely that they are cut, and
    ``shows_north`` if their overviews have an arrow to the north. ``secret_views`` are those of
    :attr:`views` that are plans for one side only.
    """

    file_prefix = ""
    is_tiled = True
    avoids_seams = False
    frees_seams = False
    shows_north = True
    secret_views: frozenset[str] = frozenset()

    def __init__(self, scenario: Scenario, context: DrawingContext, look: MapLook | None = None) -> None:
        self.scenario = scenario
        self.context = context
        self.words = context.words
        self.look = look or MapLook(numbers=context.theme.hex_numbers)

    def floors(self, room: Size, widest: float) -> list[Drawing]:
        """Further drawings to play on, the most important first; each fits into ``room`` mm.

        One that is wider is ``widest`` mm wide at most.
        """
        return []

    @property
    def is_secret(self) -> bool:
        """Whether the map shows what not every player may know."""
        return self.look.secrets and has_secrets(self.scenario)

    @property
    def note(self) -> str:
        """The line on sheets of the map beside its title: the scenario, and its size."""
        return self.scenario.title

    def _note_with(self, size: str) -> str:
        """The line with the size of the map, without the scenario if the map has the same title."""
        is_named_so = self.scenario.map.title in ("", self.scenario.title)
        return size if is_named_so else f"{self.scenario.title} · {size}"

    @abstractmethod
    def maps(self, width: float, room: Size | None = None, seams: Sequence[Box] = ()) -> list[Drawing]:
        """Each map at its true size, or ``width`` mm wide if that is too large for paper.

        ``room`` is that for a map on a sheet, in mm; no name is where a larger map must be cut. ``seams`` are
        the strips (west, north, east, south in mm of the drawing) along which a map has been cut, which names
        leave free if they can.
        """

    def overview(self, size: Size) -> list[Drawing]:
        """The whole map on a sheet of ``size`` mm with a key; tables that do not fit are on other sheets."""
        canvas = Canvas(*size, self.context)
        words, scenario = self.words, self.scenario
        about, name, title = (
            words("sheet.overview-of", title=scenario.title),
            "overview",
            words("sheet.overview"),
        )
        if self.is_secret:
            about = words("sheet.keep-secret", title=about)
            name, title = "secret-overview", words("sheet.secret", title=title)
        self._draw_band(canvas, about)
        tables = self._draw_overview(canvas)
        sheets = [canvas.drawing(f"{self.file_prefix}{name}", title)]
        if tables is not None:
            about = words("sheet.tables-of", title=scenario.title)
            sheets += draw_flow("table-charts", scenario.ruleset.title, about, tables, size, self.context)
        return sheets

    def furnish_as(self, other: MapArtist) -> None:
        """Draw overviews with the furniture of the maps that another artist has drawn, if these have any."""
        return

    def keep_off(self, cuts: Sequence[Sequence[Box]]) -> None:
        """Draw the overview with no tab on a seam, if it shows seams; ``cuts`` are as for with_seams."""
        return

    def with_seams(self, overview: Drawing, size: Size, cuts: Sequence[Sequence[Box]]) -> Drawing:
        """The ``overview`` on a sheet of a size with what is on which sheet of each map, if it shows that.

        ``cuts`` has x, y, width and height of each part in mm of each map, the first of which is number 1.
        """
        return overview

    def _draw_band(self, canvas: Canvas, about: str) -> None:
        """The title of the map with a line about it, and an arrow to the north if the map has none itself."""
        title = self.scenario.map.title or self.scenario.title
        if self.is_secret:
            title = self.words("sheet.secret", title=title)
        draw_band(canvas, title, about, canvas.width, spare=0.0 if self.shows_north else _NORTH)
        if not self.shows_north:
            draw_north(canvas, canvas.width - 5.0, 6.6, fill="band_text")

    def is_wide(self, size: Size) -> bool:
        """Whether an overview is larger on a sheet of a size if the sheet lies on its side."""
        return False

    @abstractmethod
    def _draw_overview(self, canvas: Canvas) -> Blocks | None:
        """Draw the map and its key below :data:`TOP`; returns the tables that need a sheet of their own."""

    @abstractmethod
    def _key_block(self, width: float) -> Block:
        """The key in a width in mm."""

    @property
    def fillers(self) -> Sequence[Filler]:
        """What is drawn in free room on sheets of the map: the key."""

        def least(width: float) -> float | None:
            return self._key_block(width).height if width >= MIN_KEY else None

        def names_height(width: float) -> float | None:
            block = self._names_block(width) if width >= MIN_KEY else None
            return block.height if block is not None else None

        def names_in(room: Size) -> Drawing:
            block = self._names_block(room[0])
            assert block is not None
            return self.drawing_of(block, room[0])

        names = Filler(names_height, names_in)
        return [Filler(least, self.key_drawing, airy=True, shorter=names)]

    def _names_block(self, width: float) -> Block | None:
        """A key that leaves out some of the lines about what is in it; None if all are needed."""
        return None

    def key_drawing(self, room: Size) -> Drawing:
        """The key alone in a room in mm."""
        return self.drawing_of(self._key_block(room[0]), room[0])

    def drawing_of(self, block: Block, width: float) -> Drawing:
        """A block that is the key as a drawing."""
        canvas = Canvas(width, block.height, self.context)
        block.draw(canvas, 0.0, 0.0)
        return canvas.drawing("key", self.words("map.key"))

    def poster(self) -> Drawing:
        """The map at its true size on one sheet, with its key."""
        return self.overview(self._poster_size())[0]

    @property
    def views(self) -> Mapping[str, str]:
        """The maps that can be shown on a screen: their ids, and their titles."""
        return {"": self.scenario.map.title or self.scenario.title}

    @abstractmethod
    def view(self, id: str, width: float = SCREEN_WIDTH) -> MapView:
        """One of :attr:`views`, with everything that is printed on a map at its true size.

        It is ``width`` mm wide if its true size is too large for paper.
        """

    def boards(self, width: float) -> list[MapView]:
        """All views but secret plans, as from :meth:`view`."""
        return [self.view(id, width) for id in self.views if id not in self.secret_views]

    @abstractmethod
    def slabs(self, width: float) -> list[Slab]:
        """The maps, ``width`` mm wide if their size is not fixed, as slabs for a picture."""

    @abstractmethod
    def _poster_size(self) -> Size:
        """The size in mm of a sheet with the map at its true size and its key."""

    def plans(self, width: float) -> list[Drawing]:
        """The secret plans of what is below the map, ``width`` mm wide."""
        return []

    def plan_sheets(self, size: Size) -> list[Drawing]:
        """Sheets with the secret plans and their notes."""
        return []

    def _place(self, canvas: Canvas, drawing: Drawing, top: float, scale: float) -> float:
        """Put a map in the middle of the sheet; returns where it ends."""
        canvas.place(drawing, (canvas.width - drawing.width * scale) / 2, top, scale=scale)
        return top + drawing.height * scale

    def _terrain_line(self, entry: Entry, toughness: str = "") -> str:
        """The costs and effects of a kind of terrain, in one line; house values are marked.

        ``toughness`` is a row of the game's table, if it is not that of :meth:`_toughness_of`.
        """
        words = self.words
        effects = self._going(entry)
        effects += [words("map.impassable")] if entry.get("impassable") else []
        effects += [words("map.blocks-sight")] if entry.get("blocks_sight") else []
        if entry.get("cover", "none") != "none":
            cover = words("map.cover", cover=words.of("cover", entry["cover"]))
            effects.append(words.term(self._own_words.get("cover", "")) or cover)
        if "toughness" in entry.facts and self._can_breach:
            resistance = self._resistance(toughness or self._toughness_of(entry))
            effects.append(words("dots.toughness", toughness=resistance))
        effects += [words.term(entry["key"])] if "key" in entry.facts else []
        text = ", ".join(effects) or words("map.no-hindrance")
        return f"{text}{words.mark(entry.provenance.basis)}"

    @cached_property
    def _can_breach(self) -> bool:
        """Whether structures can be breached, by the rules that the scenario uses."""
        game = self.scenario.ruleset
        table = game.structures.get("toughness", "")
        return bool(table) and needs_table(game, self.scenario.census, table)

    def _toughness_of(self, entry: Entry) -> str:
        """The row of the table of toughness that a kind of terrain has on this map."""
        return str(entry["toughness"])

    def _resistance(self, toughness: str) -> str:
        """The damage that a structure of a row of the table of toughness resists."""
        game = self.scenario.ruleset
        table = game.table(game.structures["toughness"])
        return str(table.lookup(**{table.axes[0].name: toughness}).result)

    def _going(self, entry: Entry) -> list[str]:
        """The costs of moving over a kind of terrain."""
        words, movement = self.words, self.scenario.ruleset.movement
        costs = []
        if movement is not None and "cost" in entry.facts:
            costs = [words("map.hex-cost", count=movement.ground[str(entry["cost"])])]
        going = words.term(self._own_words.get("bad_going", "")) or words("map.bad-going")
        return [*costs, going] if entry.get("bad_going") else costs

    @property
    def _own_words(self) -> Mapping[str, str]:
        """What the game says of terrain in its own words."""
        own: Mapping[str, str] = self.scenario.ruleset.printing.get("terrain_key", {})
        return own

    @property
    def _tables_by_the_map(self) -> list[Table]:
        """The tables printed next to the map: none that is on the player aid."""
        game = self.scenario.ruleset
        return [game.table(slug) for slug in game.map_tables if slug not in game.chart_tables]

    def _table_groups(self, writer: Writer) -> list[list[Block]]:
        """Each of the map's tables under its title, as blocks that stay together."""
        groups = []
        for table in self._tables_by_the_map:
            title = writer.paragraph(table.entry.title, Type(BOLD, 4.0))
            *first, last = title, *table_blocks(table, writer, in_play=True)
            groups.append([*(replace(block, keep_with_next=True) for block in first), last])
        return groups


def small_scale(scale: float) -> float | None:
    """The scale of a map that is drawn small, and ``None`` for one at its true size."""
    return scale if scale < 1.0 else None


def hexes_on_paper(grid: HexGrid, size: float) -> Mapping[str, Any]:
    """The grid of a :class:`MapView` of hexes of ``size`` mm from flat side to flat side.

    >>> hexes_on_paper(HexGrid(24, 9), 15.0)
    {'kind': 'hexes', 'columns': 24, 'rows': 9, 'digits': 2, 'size': 15.0}
    """
    return {"kind": "hexes", "columns": grid.columns, "rows": grid.rows, "digits": grid.digits, "size": size}
