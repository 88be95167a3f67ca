"""The player aid of a game: the tables needed in play, on as few pages as type of a readable size allows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder.draw.sheets.aid.frame import framed_block
from builder.draw.sheets.aid.grids import MAX_SIZE, MIN_SIZE, AidWriter
from builder.draw.sheets.aid.outline import read_block, read_steps, tables_of
from builder.draw.sheets.aid.rail import order_of_play
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer, draw_band, stacked
from builder.draw.surface.type import CONDENSED, Type
from builder.draw.surface.wording import Words
from rulesdb import Entry, InputError, Ruleset

_STEP = 0.05
_HEAD = 18.0
_GUTTER = 5.0
_APART = 2.2
# Narrower columns would break the words of most tables.
_MIN_COLUMN = 56.0


@dataclass(frozen=True, slots=True)
class _Placed:
    """A block with its page and its place below the head of the page."""

    page: int
    x: float
    y: float
    block: Block


def draw_player_aid(game: Ruleset, size: tuple[float, float], context: DrawingContext) -> list[Drawing]:
    """The game's ``chart_tables`` and order of play on sheets of ``size`` mm.

    The type is the largest that needs no more pages than the smallest. There are no sheets if the game has
    neither tables nor phases.

    Raises:
        InputError: a table is wider than the sheet in the smallest type.
    """
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
        drawings.append(canvas.drawing(f"player-aid{suffix}", context.words("chart.title", game=game.title)))
    return drawings


def _fitting(game: Ruleset, size: tuple[float, float], context: DrawingContext) -> list[_Placed]:
    steps = round((MAX_SIZE - MIN_SIZE) / _STEP)
    layouts: dict[int, list[_Placed] | None] = {}

    def pages(step: int) -> float:
        if step not in layouts:
            layouts[step] = _laid_out(game, size, context, round(MAX_SIZE - _STEP * step, 2))
        placed = layouts[step]
        return float("inf") if placed is None else max((each.page + 1 for each in placed), default=0)

    fewest = pages(steps)
    if fewest == float("inf"):
        raise InputError(f"a table of {game.title} is wider than {size[0]:g} mm; use larger paper")
    best = layouts[bisect_left(range(steps), True, key=lambda step: pages(step) <= fewest)]
    assert best is not None
    return best


def _laid_out(
    game: Ruleset, size: tuple[float, float], context: DrawingContext, type_size: float
) -> list[_Placed] | None:
    """Every block with its place; ``None`` if some table or the order of play is too large for the sheet."""
    columns = max(1, min(3, int((size[0] + _GUTTER) / (_MIN_COLUMN + _GUTTER))))
    column = (size[0] - _GUTTER * (columns - 1)) / columns
    aid = AidWriter(game, Writer(column, context), type_size)

    def across(span: int) -> AidWriter:
        return aid.of_width(column * span + _GUTTER * (span - 1))

    steps, rows = read_steps(game), read_block(game)
    sheet = _Sheet(columns, column, size[1] - _HEAD)
    if steps:
        rail = order_of_play(steps, aid, sheet.height)
        # A line of steps is broken only if even the smallest type is too large for the sheet.
        if rail is None or (len(rail) > 1 and type_size > MIN_SIZE):
            return None
        for block in rail:
            sheet.place(block, 1)
    if rows:
        span = min(2, columns)
        frame = framed_block(rows, across(span))
        if frame is None:
            return None
        sheet.place(frame, span)
    on_first = tables_of(steps, rows)
    tasks = game.of_kind("task")
    if tasks:
        sheet.place(_tasks(tasks, aid), 1)
    sentences = game.aid.get("sentences", {})
    lone = [slug for slug in game.chart_tables if slug in sentences and slug not in on_first]
    # A single one stands below its own title.
    lone = lone if len(lone) > 1 else []
    for slug in game.chart_tables:
        if slug not in on_first and slug not in lone:
            blocks = ((across(span).table(slug), span) for span in range(1, columns + 1))
            fitting = next(((block, span) for block, span in blocks if block is not None), None)
            if fitting is None:
                return None
            sheet.place(*fitting)
    if lone:
        span = min(2, columns)
        sheet.place(across(span).sentences(lone), span)
    return sheet.placed


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
                self.placed.append(_Placed(page, first * self.step, y, block))
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


def _tasks(tasks: Sequence[Entry], aid: AidWriter) -> Block:
    """The tasks of a round by group, with their points and footnotes."""
    words = aid.writer.words
    groups: dict[str, list[str]] = {}
    for task in tasks:
        groups.setdefault(task["group"], []).append(_task(task, words))
    parts = [aid.heading(words("chart.tasks"), tasks)]
    for name, listed in _named(groups).items():
        parts.append(aid.writer.paragraph(f"{name}: {'; '.join(listed)}.", Type(CONDENSED, aid.size)))
    return stacked(parts, _APART)


def _named(groups: Mapping[str, list[str]]) -> dict[str, list[str]]:
    return {f"{name[0].upper()}{name[1:]}": listed for name, listed in groups.items()}


def _task(task: Entry, words: Words) -> str:
    """A task of a round with its points, who may do it, and its footnotes."""
    limits = [words("chart.points", count=task["movement"])] if "movement" in task.facts else []
    limits += [words("chart.only", who=words.of("who", task["who"]))] if task["who"] != "all" else []
    marks = ",".join(map(str, task.get("footnotes", ())))
    return task.title + (f" ({', '.join(limits)})" if limits else "") + (f" [{marks}]" if marks else "")
