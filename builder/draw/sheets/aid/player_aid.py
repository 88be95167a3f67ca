"""The player aid of a game: the tables needed in play, on as few pages as type of a readable size allows."""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from math import ceil

from builder.draw.sheets.aid.arrangement import APART, SPLIT, Arrangement, arranged
from builder.draw.sheets.aid.contents import Contents
from builder.draw.sheets.aid.fitted_table import MIN_SIZE
from builder.draw.sheets.aid.grids import MAX_SIZE, AidWriter
from builder.draw.sheets.aid.scope import in_scope
from builder.draw.sheets.aid.spacing import GUTTER, Placed
from builder.draw.surface.canvas import Canvas, Drawing, Rectangle
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Writer, draw_band
from builder.draw.surface.wording import Words
from builder.scenario.things import Census
from rulesdb import Basis, InputError, Ruleset

_STEP = 0.1
_HEAD = 18.0
# Narrower columns would break the words of most tables.
_MIN_COLUMN = 56.0
# That many pages have no holes that would save one.
_FEW_PAGES = 2
# So many steps smaller the type can be, or so many larger on the last page.
_SMALLER, _LARGER = 4, 3


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
        own = [each for each in placed if each.page == page]
        for each in own:
            each.block.draw(canvas, each.x, _HEAD + each.y)
        suffix = "" if total == 1 else f"-{page + 1}"
        drawing = canvas.drawing(f"player-aid{suffix}", context.words("chart.title", game=game.title))
        remark = _bases_on(drawing, context.words)
        drawings.append(replace(drawing, free=_free(own, size), remark=remark))
    return drawings


def _bases_on(drawing: Drawing, words: Words) -> str:
    """What the words after citations mean that are on a page."""
    said = {basis: words.of("basis", basis) for basis in (Basis.HOUSE, Basis.READING, Basis.DERIVED)}
    return " · ".join(
        words(f"chart.means-{basis}", basis=word)
        for basis, word in said.items()
        if any(mark in text.text for text in drawing.texts for mark in (f"· {word}", f"({word})"))
    )


def _free(placed: Sequence[Placed], size: tuple[float, float]) -> tuple[Rectangle, ...]:
    """The boxes of a page that have no block, of one column or several, the largest first."""
    columns = _columns(size[0])
    step, height = (size[0] + GUTTER) / columns, size[1] - _HEAD
    boxes = []
    for first, last in combinations(range(columns + 1), 2):
        left, width = first * step, (last - first) * step - GUTTER
        own = [each for each in placed if each.first < last and first < each.first + each.span]
        top = 0.0
        for each in sorted(own, key=lambda each: each.y):
            boxes.append((left, _HEAD + top, width, each.y - APART - top))
            top = max(top, each.foot + APART)
        boxes.append((left, _HEAD + top, width, height - top))
    return tuple(sorted((box for box in boxes if box[3] > 0), key=lambda box: -box[2] * box[3]))


def _columns(width: float) -> int:
    return max(1, min(3, int((width + GUTTER) / (_MIN_COLUMN + GUTTER))))


def _fitting(game: Ruleset, size: tuple[float, float], context: DrawingContext) -> Sequence[Placed]:
    """The blocks in the largest type that takes no more pages than the smallest.

    The type is a little smaller if the groups are then easier to read; that of the last page is larger if it
    has room for that.
    """
    steps = ceil((MAX_SIZE - MIN_SIZE) / _STEP)
    columns = _columns(size[0])
    column = (size[0] - GUTTER * (columns - 1)) / columns
    writer = AidWriter(game, Writer(column, context), MAX_SIZE)

    @functools.cache
    def contents(step: int) -> Contents:
        return Contents(
            columns, size[1] - _HEAD, writer.of_size(max(MIN_SIZE, round(MAX_SIZE - _STEP * step, 2)))
        )

    @functools.cache
    def arrangement(step: int, is_strict: bool) -> Arrangement | None:
        return arranged(contents(step), is_strict=is_strict)

    def pages(step: int, is_strict: bool) -> float:
        found = arrangement(step, is_strict)
        return float("inf") if found is None else found.pages

    # A group fills a hole of the page before only if that saves a page.
    is_strict = pages(steps, True) <= _FEW_PAGES or pages(steps, True) <= pages(steps, False)
    fewest = pages(steps, is_strict)
    if fewest == float("inf"):
        raise InputError(f"a table of {game.title} is wider than {size[0]:g} mm; use larger paper")
    largest = bisect_left(range(steps), True, key=lambda step: pages(step, is_strict) <= fewest)
    near = (arrangement(step, is_strict) for step in range(largest, min(largest + _SMALLER, steps) + 1))
    placed = min((each for each in near if each is not None), key=lambda each: (each.pages, each.cost)).placed
    return _with_larger_end(placed, largest, lambda step, start: arranged(contents(step), start=start))


def _with_larger_end(
    placed: Sequence[Placed], step: int, arranged_from: Callable[[int, tuple[int, int]], Arrangement | None]
) -> Sequence[Placed]:
    """The last page in the largest type in which all its groups still fit in one piece each.

    It stays as it is if the pages do not follow each other.
    """
    last = max((each.page for each in placed), default=0)
    own = [each.start for each in placed if each.page == last]
    before = [each.start for each in placed if each.page < last and each.start is not None]
    starts = [each for each in own if each is not None]
    if not last or len(starts) < len(own) or any(each > min(starts) for each in before):
        return placed
    start = min(starts)

    larger = (arranged_from(at, start) for at in range(max(0, step - _LARGER), step))
    whole = (each for each in larger if each is not None and each.pages == 1 and each.cost < SPLIT)
    found = next(whole, None)
    if found is None:
        return placed
    return [
        *(each for each in placed if each.page < last),
        *(replace(each, page=last) for each in found.placed),
    ]
