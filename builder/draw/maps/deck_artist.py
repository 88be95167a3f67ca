"""Draws decks of hexes: each level at its true size, and an overview of all levels with a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, zip_longest

from builder.draw.maps.decks.arrangement import Arrangement
from builder.draw.maps.decks.diagrams.openings import shaft_signs
from builder.draw.maps.decks.diagrams.seams import draw_seams
from builder.draw.maps.decks.diagrams.ways import WAYS_HEAD, draw_ways
from builder.draw.maps.decks.extent import overview_boxes, printed_box, widened
from builder.draw.maps.decks.key import deck_items
from builder.draw.maps.decks.names import LEGEND_LINE, DeckNames
from builder.draw.maps.decks.picture import deck_slab
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.hexmap import draw_level
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
from builder.draw.maps.map_frame import MARGIN, TITLE_BAND, draw_north
from builder.draw.maps.map_key import Key
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.slabs.perspective import Slab
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.clear_space import Box
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.filler import Filler
from builder.draw.surface.flow import Block, Writer, draw_small_heading, stacked
from builder.draw.surface.type import MIN_SIZE, REGULAR, Type
from builder.draw.surface.wording import Words
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Scenario

# Most small maps have a line of names that do not fit in their areas below them.
_LIST = 1.03
# How much larger levels must be on a sheet on its side to be worth turning it; a secret copy is alone on it.
_WORTH_TURNING = 1.02
_GAP = 3.0
# The least size of a picture of how levels are joined, in mm.
_WIDE_WAYS, _LEAST_WAYS = 150.0, 80.0
_MAX_GAP = 6.5
# The heights of the rows of its key in mm, the best first, and the room for what explains a counter below it.
_ROWS, _BELOW_KEY = (14.4, 13.0, 12.0, 11.2), 64.0
# Those of a key alone below a part of the map, which need not leave room for anything.
_HIGH_ROWS = (17.0, 16.2, 15.3)
# The title of a level over its map, with the room for an arrow to the north.
_HEAD, _BASE, _TITLE, _NORTH = 6.6, 4.8, 4.4, 9.0
# A title of a level below the heading of how levels are joined is smaller than that.
_BELOW_HEADING = 3.2


@dataclass(frozen=True, slots=True)
class _Level:
    """A level on an overview: its corner there in mm, and its printed ``box`` in mm from that of its grid."""

    drawing: Drawing
    names: DeckNames
    box: Box
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class _Overview:
    """The levels of an overview at their places, at one scale."""

    levels: Sequence[_Level]
    scale: float


# The scale of an overview, the sheet of a map, and the parts of the levels that an overview shows.
_Setting = tuple[float | None, Size | None, tuple[Box, ...]]


class DeckArtist(MapArtist):
    """A map for each level; the overview has them below each other."""

    frees_seams = True

    def __init__(self, scenario: Scenario, context: DrawingContext, look: MapLook | None = None) -> None:
        super().__init__(scenario, context, look)
        self._drawn: dict[_Setting, list[Drawing]] = {}
        self._overviews: dict[Size, _Overview] = {}
        self._arranged: dict[_Setting, list[Arrangement]] = {}
        self._seams: tuple[tuple[float, ...], ...] = ()
        # The sheet of the maps as they were drawn last: an overview has their furniture.
        self._sheet: Size | None = None
        self._furnished = self

    def maps(self, width: float, room: Size | None = None, seams: Sequence[Box] = ()) -> list[Drawing]:
        self._sheet = room
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

    def slabs(self, width: float) -> list[Slab]:
        signs = tuple(shaft_signs(self.scenario.hex_map, self.words))
        slabs = (deck_slab(plan, self.scenario, self.look) for plan in self._plans if plan.hexes)
        return [replace(slab, signs=signs) for slab in slabs]

    @cached_property
    def _plans(self) -> list[DeckPlan]:
        """The lines of each level, which are the same at any scale."""
        decks = self.scenario.hex_map
        return [
            DeckPlan(decks, level, self.context.theme, self.context.memo)
            for level in range(len(decks.levels))
        ]

    def _levels(
        self, overview_at: float | None = None, room: Size | None = None, boxes: Sequence[Box] = ()
    ) -> list[Drawing]:
        """Each level, drawn once for each scale and sheet; ``boxes`` are the parts that an overview shows."""
        setting = overview_at, room, tuple(boxes)
        if setting not in self._drawn:
            arranged = self._arrangements(*setting)
            self._drawn[setting] = [
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
        return self._drawn[setting]

    def _arrangements(
        self, overview_at: float | None, room: Size | None = None, boxes: Sequence[Box] = ()
    ) -> list[Arrangement]:
        """The arrangement of each level, for each scale and sheet."""
        setting = overview_at, room, tuple(boxes)
        if setting not in self._arranged:
            arranged, used = list[Arrangement](), 0
            is_small = overview_at is not None
            whole = self._furnished
            maps = whole._arrangements(None, whole._sheet) if is_small else []
            for plan, box, large in zip_longest(self._plans, boxes, maps):
                arranged.append(
                    Arrangement(
                        self.scenario,
                        plan,
                        self.context,
                        self.look,
                        overview_at,
                        room,
                        letters_used=used,
                        seams=self._seams[plan.level] if self._seams and is_small else (),
                        printed=box,
                        furniture=large.furniture if large is not None else (),
                        machines=large.machines if large is not None else (),
                    )
                )
                used += len(arranged[-1].names.tagged)
            self._arranged[setting] = arranged
        return self._arranged[setting]

    @cached_property
    def key(self) -> Key:
        return Key(list(deck_items(self.scenario, self.context, self.look)), self.context)

    def is_wide(self, size: Size) -> bool:
        width, height = size
        return self._scale_on(height, width) > self._scale_on(width, height) * _WORTH_TURNING

    def _boxes(self, *, is_small: bool) -> list[Box]:
        """The printed part of each level, in mm from the corner of its grid."""
        if is_small:
            return overview_boxes(self.scenario, self._plans, self.words)
        return [printed_box(self.scenario, plan, self.words) for plan in self._plans]

    def _scale_on(self, width: float, height: float) -> float:
        """The scale of all levels below each other over their key."""
        wide, tall = _extent(self._boxes(is_small=True))
        return min(1.0, self._room(width, height) / (tall * _LIST), width / wide)

    def _room(self, width: float, height: float) -> float:
        """The height for the levels on a sheet, without their titles."""
        return height - TOP - self._foot(width).height - (_HEAD + _GAP) * len(self._plans)

    def _draw_overview(self, canvas: Canvas) -> None:
        y, overview = 0.0, self._overview((canvas.width, canvas.height))
        for level in overview.levels:
            y = self._place_level(canvas, level, overview.scale) + _GAP
        foot = self._foot_in(canvas.width, canvas.height - y - _MAX_GAP)
        # Close to the maps if these are much lower than the sheet.
        foot.draw(canvas, 0, min(canvas.height - foot.height, y + _MAX_GAP))

    def furnish_as(self, other: MapArtist) -> None:
        if isinstance(other, DeckArtist):
            self._furnished = other

    def keep_off(self, cuts: Sequence[Sequence[Box]]) -> None:
        # In mm from the west of each grid.
        lefts = [whole.area[0] - MARGIN for whole in self._levels() if whole.area is not None]
        seams = (
            (left + x for x, *_ in sections if x > 0) for left, sections in zip(lefts, cuts, strict=True)
        )
        self._seams = tuple(tuple(sorted(set(places))) for places in seams)

    def with_seams(self, overview: Drawing, size: Size, cuts: Sequence[Sequence[Box]]) -> Drawing:
        canvas, arranged = Canvas.continuing(overview, self.context), self._overview(size)
        for level, whole, sections in zip(arranged.levels, self._levels(), cuts, strict=True):
            assert whole.area is not None
            if len(sections) > 1:
                # Both are in mm from the corner of the grid then.
                right, down = whole.area[0] - MARGIN - level.box[0], whole.area[1] - MARGIN - level.box[1]
                scale, left, top = arranged.scale, level.x, level.y + _HEAD
                down -= TITLE_BAND
                parts = [
                    (left + (x + right) * scale, top + (y + down) * scale, wide * scale, tall * scale)
                    for x, y, wide, tall in sections
                ]
                frame = (
                    left,
                    top,
                    left + (level.box[2] - level.box[0]) * scale,
                    top + (level.box[3] - level.box[1]) * scale,
                )
                draw_seams(canvas, parts, frame, overview.texts)
        return replace(canvas.drawing(overview.name, overview.title), free=overview.free)

    def _overview(self, size: Size) -> _Overview:
        """The places of the levels on an overview of a size."""
        if size not in self._overviews:
            self._overviews[size] = self._find_overview(size)
        return self._overviews[size]

    def _find_overview(self, size: Size) -> _Overview:
        width, height = size
        return self._below_each_other(width, self._room(width, height), TOP)

    def _below_each_other(self, width: float, room: float, top: float) -> _Overview:
        """The levels in a width and a height without their titles, the first ``top`` mm below the edge."""
        boxes = self._boxes(is_small=False)
        wide, tall = _extent(boxes)
        # On a poster the levels have their true size, and with it the numbers of their hexes.
        is_whole = width >= wide and room >= tall
        if not is_whole:
            boxes = self._boxes(is_small=True)
            wide, tall = _extent(boxes)
        least = tall * _LIST
        for _ in range(0 if is_whole else 3):
            scale = min(1.0, room / least, width / wide)
            at, shown = small_scale(scale), widened(boxes, width / scale, self._plans[0])
            pairs = zip(self._arrangements(at, boxes=shown), shown, strict=True)
            least = tall + sum(each.names.legend_height(box[2] - box[0]) for each, box in pairs)
            if least * scale <= room * 1.02:
                break
        if is_whole:
            drawings, arranged, scale = self._levels(), self._arrangements(None), 1.0
        else:
            drawings, arranged = self._levels(at, boxes=shown), self._arrangements(at, boxes=shown)
            scale, boxes = min(scale, room / least), shown
            wide = boxes[0][2] - boxes[0][0]
        y, first = top, min(box[0] for box in boxes)
        left, levels = (width - wide * scale) / 2, list[_Level]()
        for drawing, box, each in zip(drawings, boxes, arranged, strict=True):
            # A place on one level is below the same place on the others.
            levels.append(_Level(drawing, each.names, box, left + (box[0] - first) * scale, y))
            listed = each.names.legend_height(box[2] - box[0])
            y += _HEAD + (box[3] - box[1] + listed) * scale + _GAP
        return _Overview(levels, scale)

    def _place_level(self, canvas: Canvas, placed: _Level, scale: float, size: float = _TITLE) -> float:
        """The part of a level below its title of a ``size``, with its letters; returns where it ends."""
        drawing, names, x, y = placed.drawing, placed.names, placed.x, placed.y
        assert drawing.area is not None
        west, north, width, height = drawing.area
        legend = names.legend_height(width)
        # The list is not part of the picture, at whose sides the dark ground would show beside it.
        level = drawing.cropped((west, north, width, height - legend))
        wide = level.width * scale
        title, room = drawing.title.upper(), wide - _NORTH
        type = canvas.metrics.fit(title, Type(self.context.display, size, 0.3), room, MIN_SIZE)
        canvas.text(canvas.metrics.shorten(title, type, room), x, y + _BASE, type)
        draw_north(canvas, x + wide - 1.8, y + _BASE - 1.4)
        canvas.place(level, x, y + _HEAD, scale=scale)
        below, type = y + _HEAD + level.height * scale, names.legend_type
        step = type.size * LEGEND_LINE * scale
        canvas.lines(names.legend(width), x, below + step, type.at(type.size * scale), step)
        return below + legend * scale

    def _poster_size(self) -> Size:
        drawings, (wide, _) = self._levels(), _extent(self._boxes(is_small=False))
        width = max(MIN_WIDTH, wide)
        tall = sum(drawing.area[3] + _HEAD + _GAP for drawing in drawings if drawing.area is not None)
        return width, TOP + tall + self._foot(width).height + 0.1

    def _key_block(self, width: float, row: float = 0.0) -> Block:
        return self.key.block(width, row)

    def key_drawing(self, room: Size) -> Drawing:
        """The key alone, as airy as a room in mm allows."""
        width, height = room
        blocks = (self._key_block(width, row) for row in (*_HIGH_ROWS, *_ROWS))
        fitting = (block for block in blocks if block.height <= height)
        return self.drawing_of(next(fitting, self._key_block(width)), width)

    def _names_block(self, width: float) -> Block | None:
        # The overview has the lines about them.
        return self.key.names_alone().block(width)

    @property
    def fillers(self) -> Sequence[Filler]:
        """How several levels are joined, and the key."""

        def least(width: float) -> float | None:
            return _LEAST_WAYS if width >= _WIDE_WAYS else None

        is_joined = sum(bool(plan.hexes) for plan in self._plans) > 1
        return [*([Filler(least, self._draw_ways, grows=True)] if is_joined else []), *super().fillers]

    def _draw_ways(self, room: Size) -> Drawing:
        """The levels as on an overview, with lines from each of their ways to its other end."""
        (width, height), count = room, len(self._plans)
        small = self._below_each_other(width, height - WAYS_HEAD - (_HEAD + _GAP) * count, WAYS_HEAD)
        canvas, title = Canvas(width, height, self.context), self.words("map.ways-between")
        draw_small_heading(canvas, title.upper(), width)
        corners = list[Point]()
        for level in small.levels:
            self._place_level(canvas, level, small.scale, _BELOW_HEADING)
            # Where the corner of the grid would be.
            west, north, *_ = level.box
            corners.append((level.x - west * small.scale, level.y + _HEAD - north * small.scale))
        levels = canvas.drawing("ways", title)
        canvas = Canvas.continuing(levels, self.context)
        ends = [
            (level.y + _HEAD + (level.box[3] - level.box[1]) * small.scale, below.y + _HEAD)
            for level, below in pairwise(small.levels)
        ]
        draw_ways(canvas, self._plans, corners, ends, small.scale, levels.texts)
        return canvas.drawing("ways", title)

    def _foot_in(self, width: float, room: float) -> Block:
        """The foot with its key as airy as the ``room`` for it allows, and as what may follow it allows."""
        usual = self._foot(width)
        spare = room - usual.height
        spare -= _BELOW_KEY if spare >= _BELOW_KEY else 0.0
        airy = (self._foot(width, row) for row in _ROWS)
        return next((foot for foot in airy if foot.height - usual.height <= spare), usual)

    def _foot(self, width: float, row: float = 0.0) -> Block:
        """The key in columns, then the tables that are not on the player aid.

        A secret copy has no tables, which are below the overview for all.
        """
        if self.is_secret:
            return self._key_block(width, row)
        writer, type = Writer(width, self.context), Type(REGULAR, 2.6)
        tables = [block for group in self._table_groups(writer) for block in group]
        texts = _numbering(self.scenario, self.words, self.look)
        lists = [writer.paragraph(text, type, color="muted") for text in texts]
        return stacked([self._key_block(width, row), *tables, *lists])


def _extent(boxes: Sequence[Box]) -> Size:
    """The width of all levels over each other, and the height of all below each other, in mm at true size."""
    wests, norths, easts, souths = zip(*boxes, strict=True)
    return max(easts) - min(wests), sum(souths) - sum(norths)


def _numbering(scenario: Scenario, words: Words, look: MapLook) -> list[str]:
    """How the letters on the map correspond to the hex numbers used everywhere else."""
    if look.numbers.style == "ccrr":
        return []
    grid = scenario.hex_map.grid
    hex = Hex(min(4, grid.columns), min(5, grid.rows))
    return [words("map.lettered", lettered=look.numbers.label(grid, hex), number=grid.label(hex))]
