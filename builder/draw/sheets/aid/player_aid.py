"""The player aid of a game: the tables needed in play, on as few pages as type of a readable size allows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property
from itertools import combinations

from builder.draw.sheets.aid.fitted_table import MIN_SIZE
from builder.draw.sheets.aid.frame import framed_block
from builder.draw.sheets.aid.grids import MAX_SIZE, AidWriter
from builder.draw.sheets.aid.joined import read_joined
from builder.draw.sheets.aid.outline import Cell, Step, read_block, read_steps, tables_of
from builder.draw.sheets.aid.rail import order_of_play
from builder.draw.sheets.aid.scope import in_scope
from builder.draw.sheets.aid.tasks import footnotes_of_tasks, tasks_block
from builder.draw.surface.canvas import Canvas, Drawing, Rectangle
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer, draw_band
from builder.scenario.things import Census
from rulesdb import InputError, Ruleset

_STEP = 0.05
_HEAD = 18.0
_GUTTER = 5.0
_APART = 2.2
# A table is set wider if that takes no more than this share of the room.
_MUCH_LESS = 1.04
# A lower table is not tried in two columns, in mm.
_HIGH = 24.0
# How far blocks of a column are moved apart at most, in mm.
_MAX_SPREAD = 4.0
# Sentences on lone figures that are not below one heading.
APART = 0
# Narrower columns would break the words of most tables.
_MIN_COLUMN = 56.0


@dataclass(frozen=True, slots=True)
class _Placed:
    """A block with its page, its place below the head of the page, and its columns."""

    page: int
    x: float
    y: float
    block: Block
    span: int
    width: float


class _Way(Enum):
    """A way to lay out tables, the preferred one first.

    In their order, wider if they would be mostly empty; as narrow as they fit; or the highest first.
    """

    WIDENED = auto()
    IN_ORDER = auto()
    HIGHEST_FIRST = auto()


def draw_player_aid(
    game: Ruleset, size: tuple[float, float], context: DrawingContext, census: Census | None = None
) -> list[Drawing]:
    """The game's ``chart_tables`` and order of play on sheets of ``size`` mm.

    With the ``census`` of a scenario, only what it needs of them.

    The type is the largest that needs no more pages than the smallest. There are no sheets if the game has
    neither tables nor phases. The drawings have the boxes that are free of blocks.

    Raises:
        InputError: a table is wider than the sheet in the smallest type.
    """
    game = in_scope(game, census)
    placed = _fitting(game, size, context)
    total = max((each.page + 1 for each in placed), default=0)
    drawings = []
    for page in range(total):
        canvas = Canvas(*size, context)
        number = context.words("chart.page", number=page + 1, total=total) if total > 1 else ""
        draw_band(canvas, game.title.upper(), context.words("chart.about"), size[0], number)
        for each in placed:
            if each.page == page:
                each.block.draw(canvas, each.x, _HEAD + each.y)
        suffix = "" if total == 1 else f"-{page + 1}"
        drawing = canvas.drawing(f"player-aid{suffix}", context.words("chart.title", game=game.title))
        own = [each for each in placed if each.page == page]
        drawings.append(replace(drawing, free=_free(own, size)))
    return drawings


def _free(placed: Sequence[_Placed], size: tuple[float, float]) -> tuple[Rectangle, ...]:
    """The boxes of a page that have no block, of one column or several, the largest first."""
    columns = _columns(size[0])
    step, height = (size[0] + _GUTTER) / columns, size[1] - _HEAD
    boxes = []
    for first, last in combinations(range(columns + 1), 2):
        left, width = first * step, (last - first) * step - _GUTTER
        own = [each for each in placed if each.x < left + width and left < each.x + each.width]
        top = 0.0
        for each in sorted(own, key=lambda each: each.y):
            boxes.append((left, _HEAD + top, width, each.y - _APART - top))
            top = max(top, each.y + each.block.height + _APART)
        boxes.append((left, _HEAD + top, width, height - top))
    return tuple(sorted((box for box in boxes if box[3] > 0), key=lambda box: -box[2] * box[3]))


def _columns(width: float) -> int:
    return max(1, min(3, int((width + _GUTTER) / (_MIN_COLUMN + _GUTTER))))


def _fitting(game: Ruleset, size: tuple[float, float], context: DrawingContext) -> list[_Placed]:
    """The blocks in the largest type that takes no more pages, so that they fill the last one evenly."""
    steps = round((MAX_SIZE - MIN_SIZE) / _STEP)
    layouts: dict[tuple[int, _Way, int], list[_Placed] | None] = {}
    columns = _columns(size[0])
    column = (size[0] - _GUTTER * (columns - 1)) / columns
    writer = AidWriter(game, Writer(column, context), MAX_SIZE)
    parts: dict[int, _Parts] = {}
    choices = [(way, span) for span in (min(2, columns), 1, APART) for way in _Way]

    def layout(step: int, way: _Way, span: int) -> list[_Placed] | None:
        if (step, way, span) not in layouts:
            if step not in parts:
                aid = writer.of_size(round(MAX_SIZE - _STEP * step, 2))
                parts[step] = _Parts(game, columns, size[1] - _HEAD, aid)
            layouts[step, way, span] = _laid_out(parts[step], way, span)
        return layouts[step, way, span]

    def pages(step: int, way: _Way, span: int) -> float:
        placed = layout(step, way, span)
        return float("inf") if placed is None else max((each.page + 1 for each in placed), default=0)

    fewest = min(pages(steps, *choice) for choice in choices)
    if fewest == float("inf"):
        raise InputError(f"a table of {game.title} is wider than {size[0]:g} mm; use larger paper")
    best = next(choice for choice in choices if pages(steps, *choice) <= fewest)
    step = bisect_left(range(steps), True, key=lambda step: pages(step, *best) <= fewest)
    others = [layout(step, *choice) for choice in choices if choice[1]]
    return min((each for each in (layout(step, *best), *others) if each is not None), key=_fullness)


def _fullness(placed: Sequence[_Placed]) -> tuple[int, float]:
    """The number of pages, and how far down the last one is filled: if evenly, less far."""
    last = max((each.page for each in placed), default=0)
    foot = max((each.y + each.block.height for each in placed if each.page == last), default=0.0)
    return last, round(foot, 2)


class _Parts:
    """The blocks in type of one size, each set once for all the ways to lay them out.

    ``height`` is the room in mm below the head of a sheet that has this many ``columns``.
    """

    def __init__(self, game: Ruleset, columns: int, height: float, aid: AidWriter) -> None:
        self.game = game
        self.columns = columns
        self.height = height
        self.aid = aid
        self._tables: dict[tuple[str, int], Block | None] = {}
        self._in_short: dict[int, Block] = {}

    def across(self, span: int) -> AidWriter:
        """The writer for some columns."""
        return self.aid.of_width(self.aid.width * span + _GUTTER * (span - 1))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of a turn."""
        return read_steps(self.game)

    @cached_property
    def rail(self) -> list[Block] | None:
        """The order of play; ``None`` if it is too large for the sheet."""
        rail = order_of_play(self.steps, self.aid, self.height) if self.steps else []
        # A line of steps is broken only if even the smallest type is too large for the sheet.
        return None if rail is not None and len(rail) > 1 and self.aid.size > MIN_SIZE else rail

    @cached_property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows of the frame."""
        return read_block(self.game)

    @cached_property
    def frame(self) -> Block | None:
        """The block that is used most, in a frame; ``None`` if it is too large for the sheet."""
        frame = framed_block(self.rows, self.across(min(2, self.columns)))
        # Tables that are joined in the smallest type may be too high below each other.
        is_too_high = frame is not None and frame.height > self.height and self.aid.size > MIN_SIZE
        return None if is_too_high else frame

    @cached_property
    def tasks(self) -> Block:
        """What the units can do."""
        return tasks_block(self.game, self.across(min(2, self.columns)))

    @cached_property
    def on_first(self) -> set[str]:
        """The tables of the blocks above."""
        slugs = set(tables_of(self.steps, self.rows, read_joined(self.game)))
        return slugs | {*footnotes_of_tasks(self.game)} if self.game.of_kind("task") else slugs

    @cached_property
    def lone(self) -> list[str]:
        """The tables that are sentences, if there are several; a single one stands below its own title."""
        sentences = self.game.aid.get("sentences", {})
        lone = [slug for slug in self.game.chart_tables if slug in sentences and slug not in self.on_first]
        return lone if len(lone) > 1 or self.has_reminders else []

    @property
    def has_reminders(self) -> bool:
        """Whether there are sentences on no table for everybody."""
        return any("side" not in each for each in self.game.aid.get("reminders", ()))

    def table(self, slug: str, span: int) -> Block | None:
        """A table in some columns; ``None`` if it is too wide."""
        if (slug, span) not in self._tables:
            self._tables[slug, span] = self.across(span).table(slug)
        return self._tables[slug, span]

    @cached_property
    def each_in_short(self) -> Sequence[Block]:
        """Each of the sentences, or of their groups, in a column."""
        return list(self.aid.each_in_short(self.lone))

    def in_short(self, span: int) -> Block:
        """The sentences in some columns."""
        if span not in self._in_short:
            self._in_short[span] = self.across(span).in_short(self.lone)
        return self._in_short[span]


def _laid_out(parts: _Parts, way: _Way, lone_span: int) -> list[_Placed] | None:
    """Every block with its place; ``None`` if some table or the order of play is too large for the sheet.

    Sentences on lone figures take ``lone_span`` columns, or stand :data:`APART` wherever there is room.
    """
    game, columns = parts.game, parts.columns
    sheet = _Sheet(columns, parts.aid.width, parts.height)
    if parts.rail is None:
        return None
    for block in parts.rail:
        sheet.place(block, 1)
    if parts.rows:
        if parts.frame is None:
            return None
        sheet.place(parts.frame, min(2, columns))
    if game.of_kind("task"):
        sheet.place(parts.tasks, min(2, columns))
    fitting = [
        _spanning(slug, parts, widens=way is _Way.WIDENED)
        for slug in game.chart_tables
        if slug not in parts.on_first and slug not in parts.lone
    ]
    blocks = [each for each in fitting if each is not None]
    if len(blocks) < len(fitting):
        return None
    if way is _Way.HIGHEST_FIRST:
        blocks.sort(key=lambda each: (-each[1], -each[0].height))
    for block, span in blocks:
        sheet.place(block, span)
    if lone_span == APART:
        for block in parts.each_in_short:
            sheet.place(block, 1)
    elif parts.lone or parts.has_reminders:
        span = min(lone_span, columns)
        sheet.place(parts.in_short(span), span)
    return _spread(sheet.placed, sheet.height)


def _spanning(slug: str, parts: _Parts, *, widens: bool) -> tuple[Block, int] | None:
    """A table in as few columns as it fits in; if it ``widens``, in two if much of one would be empty."""
    for span in range(1, parts.columns + 1):
        block = parts.table(slug, span)
        if block is None:
            continue
        if widens and span == 1 and parts.columns > 1 and block.height > _HIGH:
            wide = parts.table(slug, 2)
            if wide is not None and wide.height * 2 < _MUCH_LESS * block.height:
                return wide, 2
        return block, span
    return None


def _spread(placed: Sequence[_Placed], height: float) -> list[_Placed]:
    """The blocks moved apart where their columns end early, so that all end at about the same height."""
    moved = []
    for page in range(max((each.page + 1 for each in placed), default=0)):
        own = [each for each in placed if each.page == page]
        for x in sorted({each.x for each in own}):
            column = sorted((each for each in own if each.x == x), key=lambda each: each.y)
            foot = max(each.y + each.block.height for each in column)
            # Blocks of several columns, and what is above them, stay where they are.
            wide = [each for each in own if each.span > 1 and each.x <= x < each.x + each.width - 1]
            fixed = max((each.y for each in wide), default=-1.0)
            free = [each for each in column if each.y > fixed]
            gaps = len(free) - (0 if fixed >= 0 else 1)
            step = min(_MAX_SPREAD, (height - foot) / gaps) if gaps > 0 and foot < height else 0.0
            start = 1 if fixed >= 0 else 0
            moved += [
                replace(each, y=each.y + step * (start + free.index(each))) if each in free else each
                for each in column
            ]
    return moved


class _Sheet:
    """Places blocks as high as they fit, also between others; what does not fit goes to another page."""

    def __init__(self, columns: int, column: float, height: float) -> None:
        self.columns = columns
        self.step = column + _GUTTER
        self.height = height
        # For each page and column, the tops and feet of its blocks.
        self.filled: list[list[list[tuple[float, float]]]] = []
        self.placed: list[_Placed] = []

    def place(self, block: Block, span: int) -> None:
        """Put a block into ``span`` columns of the first page that has room for it."""
        for page in range(len(self.filled) + 1):
            if page == len(self.filled):
                self.filled.append([[] for _ in range(self.columns)])
            places = [
                (y, first)
                for first in range(self.columns - span + 1)
                if (y := self._highest(self.filled[page][first : first + span], block.height)) is not None
            ]
            if places:
                y, first = min(places)
                for column in self.filled[page][first : first + span]:
                    column.append((y, y + block.height + _APART))
                width = span * self.step - _GUTTER
                self.placed.append(_Placed(page, first * self.step, y, block, span, width))
                return

    def _highest(self, columns: Sequence[Sequence[tuple[float, float]]], height: float) -> float | None:
        """The least distance from the top at which all of these columns are free; ``None`` if there is none.

        A block that is higher than a page can only stand at the top of an empty one.
        """
        taken = [each for column in columns for each in column]
        for y in sorted({0.0, *(foot for _, foot in taken)}):
            is_free = all(foot <= y or y + height + _APART <= top for top, foot in taken)
            if is_free and (y + height <= self.height or not taken):
                return y
        return None
