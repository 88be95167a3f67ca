"""The player aid of a game: the tables needed in play, on as few pages as type of a readable size allows."""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import ceil, inf

from builder.draw.sheets.aid.contents import Contents
from builder.draw.sheets.aid.fitted_table import MIN_SIZE
from builder.draw.sheets.aid.grids import MAX_SIZE, AidWriter
from builder.draw.sheets.aid.pages.arrangement import APART, SPLIT, Arrangement, arranged
from builder.draw.sheets.aid.pages.filling import filled_page, roomy_page
from builder.draw.sheets.aid.pages.spacing import GUTTER, Placed
from builder.draw.sheets.aid.scope import in_scope, with_special_rules
from builder.draw.surface.canvas import Canvas, Drawing, Rectangle
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Writer, draw_band
from builder.draw.surface.wording import Words
from builder.scenario.model import SpecialRule
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
# How much harder to read the last page can be in larger type, in mm of columns.
_AS_EASY = 20.0


@dataclass(frozen=True, slots=True)
class PlayerAid:
    """The sheets of an aid; ``roomy`` are ways to draw the last with room at its foot, the least first."""

    sheets: tuple[Drawing, ...] = ()
    roomy: tuple[Drawing, ...] = ()


def draw_player_aid(
    game: Ruleset,
    size: tuple[float, float],
    context: DrawingContext,
    census: Census | None = None,
    special_rules: Sequence[SpecialRule] = (),
) -> PlayerAid:
    """The game's ``chart_tables`` and order of play on sheets of ``size`` mm.

    With the ``census`` of a scenario, only what it needs of them; if the game has a group for them, also the
    ``special_rules`` of the scenario.

    The type is the largest that needs no more pages than the smallest. There are no sheets if the game has
    neither tables nor phases. The drawings have the boxes that are free of blocks.

    Raises:
        InputError: a table is wider than the sheet in the smallest type.
    """
    game = with_special_rules(in_scope(game, census), special_rules)
    fitting = _Fitting(game, size, context)
    pages = fitting.pages()
    height = size[1] - _HEAD
    sheets = []
    for number, page in enumerate(pages):
        filled = filled_page(page.placed, height, partial(fitting.contents, page.step))
        sheets.append(_sheet(game, size, context, filled, (number + 1, len(pages))))
    roomy = (
        _sheet(game, size, context, roomy_page(page.placed, height), (len(pages), len(pages)))
        for page in (*pages[-1:], *fitting.smaller(pages))
    )
    return PlayerAid(tuple(sheets), tuple(roomy))


def _sheet(
    game: Ruleset,
    size: tuple[float, float],
    context: DrawingContext,
    placed: Sequence[Placed],
    numbered: tuple[int, int],
) -> Drawing:
    """A page of the aid, with its number and that of all pages."""
    canvas, (page, total) = Canvas(*size, context), numbered
    number = context.words("chart.page", number=page, total=total) if total > 1 else ""
    draw_band(canvas, game.title.upper(), context.words("chart.about"), size[0], number)
    for each in placed:
        each.block.draw(canvas, each.x, _HEAD + each.y)
    suffix = "" if total == 1 else f"-{page}"
    drawing = canvas.drawing(f"player-aid{suffix}", context.words("chart.title", game=game.title))
    return replace(drawing, free=_free(placed, size), remark=_bases_on(drawing, context.words))


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


@dataclass(frozen=True, slots=True)
class _Page:
    """The blocks of a page, in type of which each step makes one smaller."""

    placed: Sequence[Placed]
    step: int


class _Fitting:
    """Arranges the blocks of an aid in the largest type that takes no more pages than the smallest."""

    def __init__(self, game: Ruleset, size: tuple[float, float], context: DrawingContext) -> None:
        self._columns = _columns(size[0])
        self._height = size[1] - _HEAD
        column = (size[0] - GUTTER * (self._columns - 1)) / self._columns
        self._writer = AidWriter(game, Writer(column, context), MAX_SIZE)
        self._width = size[0]
        self._steps = ceil((MAX_SIZE - MIN_SIZE) / _STEP)
        self.contents = functools.cache(self._contents)
        self._arrangement = functools.cache(self._arranged)

    def pages(self) -> list[_Page]:
        """The pages with their blocks.

        The type is a little smaller if the groups are then easier to read; that of the last page is larger if
        it has room for that.
        """
        steps = self._steps
        # A group fills a hole of the page before only if that saves a page.
        strict = self._count(steps, True)
        is_strict = strict <= _FEW_PAGES or strict <= self._count(steps, False)
        fewest = self._count(steps, is_strict)
        if fewest == inf:
            title = self._writer.game.title
            raise InputError(f"a table of {title} is wider than {self._width:g} mm; use larger paper")
        largest = bisect_left(
            range(steps), True, key=lambda step: self._count(step, is_strict, fewest) <= fewest
        )
        near = [
            (found, step)
            for step in range(largest, min(largest + _SMALLER, steps) + 1)
            if (found := self._arrangement(step, is_strict, fewest)) is not None
        ]
        best, step = min(near, key=lambda each: (each[0].pages, each[0].cost))
        pages = [
            _Page([each for each in best.placed if each.page == page], step) for page in range(best.pages)
        ]
        return [*pages[:-1], self._with_larger_type(pages, largest)] if pages else []

    def smaller(self, pages: Sequence[_Page]) -> list[_Page]:
        """The only page in smaller type; none if there are several."""
        if len(pages) != 1:
            return []
        step = min(pages[0].step + _SMALLER, self._steps)
        found = self._arrangement(step, True, 1)
        return [] if found is None else [_Page(found.placed, step)]

    def _contents(self, step: int, padding: float = 0.0) -> Contents:
        """The blocks in type of some size, with rows ``padding`` mm higher than they have to be."""
        writer = self._writer.of_size(max(MIN_SIZE, round(MAX_SIZE - _STEP * step, 2))).padded(padding)
        return Contents(self._columns, self._height, writer)

    def _arranged(self, step: int, is_strict: bool, most: float) -> Arrangement | None:
        return arranged(self.contents(step), is_strict=is_strict, most=most)

    def _count(self, step: int, is_strict: bool, most: float = inf) -> float:
        """The number of pages; infinity if there are more than ``most``, or none are enough."""
        found = self._arrangement(step, is_strict, most)
        return inf if found is None else found.pages

    def _with_larger_type(self, pages: Sequence[_Page], step: int) -> _Page:
        """The last page in the largest type in which all its groups still fit in one piece each.

        It stays as it is if the pages do not follow each other, or if its groups would be harder to read.
        """
        last = pages[-1]
        before = [each.start for page in pages[:-1] for each in page.placed if each.start is not None]
        starts = [each.start for each in last.placed if each.start is not None]
        if len(pages) == 1 or len(starts) < len(last.placed) or any(each > min(starts) for each in before):
            return last
        own = arranged(self.contents(last.step), start=min(starts), most=1)
        most = SPLIT if own is None else min(SPLIT, own.cost + _AS_EASY)
        for larger in range(max(0, step - _LARGER), step):
            found = arranged(self.contents(larger), start=min(starts), most=1)
            if found is not None and found.pages == 1 and found.cost < most:
                return _Page([replace(each, page=last.placed[0].page) for each in found.placed], larger)
        return last
