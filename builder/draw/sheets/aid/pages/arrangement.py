"""Arranges the blocks of the aid: groups in their order on as few pages as they fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import NamedTuple

from builder.draw.sheets.aid.contents import Contents
from builder.draw.sheets.aid.pages.spacing import Placed
from builder.draw.surface.flow import Block

APART = 3.0
# How many arrangements of the first groups are tried on.
_KEPT = 12
SPLIT = 220.0
"""What it has to save, in mm of columns, to go on with a group in another place."""
# The same, to put a group to the left of the one before it.
_BACKWARD = 60.0
# By how much the blocks of a column can be moved apart before gaps show, in mm, and what each mm more counts.
_SPREAD, _HOLLOW = 20.0, 3.0
# The most parts of a group that stays together.
_SHORT = 2


class _State(NamedTuple):
    """The blocks placed so far, and the ends of the columns of each page.

    The ``cost`` is that of what is hard to read, in mm of columns.
    """

    feet: tuple[tuple[float, ...], ...]
    placed: tuple[Placed, ...] = ()
    cost: float = 0.0

    @property
    def rank(self) -> tuple[float, ...]:
        """The less, the better: pages, the room that is taken on the last one with the cost, and holes.

        Those are at the ends of columns of the pages before.
        """
        pages, taken = self.room
        holes = sum(_hole(feet) for feet in self.feet[:-1])
        return pages, round(taken + self.cost + holes, 2)

    @property
    def final_rank(self) -> tuple[float, ...]:
        """The rank of all blocks, in which the columns of the last page should end at about one height."""
        pages, taken = self.rank
        short = [max(self.feet[-1]) - foot for foot in self.feet[-1]]
        hollow = sum(max(0.0, each - _SPREAD) for each in short)
        return pages, round(taken + sum(short) + _HOLLOW * hollow, 2)

    @property
    def room(self) -> tuple[float, ...]:
        """The less, the better: pages, then the room that is taken on the last one."""
        return len(self.feet), round(max(self.feet[-1]) + sum(self.feet[-1]), 2)

    def with_block(
        self,
        make: Callable[[Contents], Block | None],
        span: int,
        contents: Contents,
        page: int,
        start: tuple[int, int] | None = None,
        cost: float = 0.0,
    ) -> Iterator[_State]:
        """The block in each place of a page that has room for it; the page after the last one is a new one.

        To have it there at all has a ``cost``, in mm of columns. A block that is higher than a page can only
        stand at the top of an empty one.
        """
        block = make(contents)
        if block is None:
            return
        feet = self.feet if page < len(self.feet) else (*self.feet, (0.0,) * contents.columns)
        before = self.placed[-1] if self.placed and self.placed[-1].page == page else None
        for first in range(contents.columns - span + 1):
            y = max(feet[page][first : first + span])
            if y + block.height > contents.height and any(feet[page]):
                continue
            own = list(feet[page])
            own[first : first + span] = [y + block.height + APART] * span
            placed = Placed(page, first, span, y, block, contents.step, start, make)
            # Groups are read from the top, and those that begin at one height from the left.
            is_back = before is not None and first < before.first and y < before.y + 1.0
            hole = sum(y - foot for foot in feet[page][first : first + span])
            whole = self.cost + cost + hole + (_BACKWARD if is_back else 0.0)
            yield _State((*feet[:page], tuple(own), *feet[page + 1 :]), (*self.placed, placed), whole)


def _hole(feet: Sequence[float]) -> float:
    """What is free at the ends of columns beside the longest one, in mm."""
    return len(feet) * max(feet) - sum(feet)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Every block with its place, the number of pages, and what is hard to read, in mm of columns."""

    placed: Sequence[Placed]
    pages: int
    cost: float


def arranged(
    contents: Contents, *, is_strict: bool = True, start: tuple[int, int] | None = None, most: float = inf
) -> Arrangement | None:
    """The best arrangement; ``None`` if something is too large for the sheet, or for ``most`` pages.

    First the order of play and the framed block, then the groups in their order. If that ``is_strict``,
    none is on a page before that of an earlier one; if not, a group may fill a hole of the page before. A
    group may go on in another place if there is no room for all of it. With a ``start``, only that group from
    that part on, and the groups after it.
    """
    if start is not None:
        empty = _State(((0.0,) * contents.columns,))
        return _with_groups(contents, empty, start, most, is_strict=is_strict)
    if contents.rail is None or (contents.rows and contents.frame is None):
        return None
    state = _State(((0.0,) * contents.columns,))
    first: list[tuple[Callable[[Contents], Block | None], int]]
    first = [(partial(_rail_of, number), 1) for number in range(len(contents.rail))]
    first += [(_frame_of, min(2, contents.columns))] if contents.frame is not None else []
    for make, span in first:
        last = len(state.feet) - 1
        places = [each for page in (last, last + 1) for each in state.with_block(make, span, contents, page)]
        state = min(places, key=lambda each: (each.placed[-1].page, each.placed[-1].y, each.placed[-1].first))
    return _with_groups(contents, state, (0, 0), most, is_strict=is_strict)


def _rail_of(number: int, contents: Contents) -> Block | None:
    return contents.rail[number] if contents.rail is not None else None


def _frame_of(contents: Contents) -> Block | None:
    return contents.frame


def _group_of(group: int, parts: range, span: int, contents: Contents) -> Block | None:
    return contents.group(group, parts, span)


def _with_groups(
    contents: Contents, state: _State, start: tuple[int, int], most: float, *, is_strict: bool
) -> Arrangement | None:
    """The best way to add the groups from ``start`` on to what is placed, if ``most`` pages have room."""
    states = {start: [state]}
    for number, group in enumerate(contents.groups):
        for done in range(len(group.parts)):
            for state in _best(states.pop((number, done), [])):
                for stop, after in _steps(contents, state, number, done, most, is_strict=is_strict):
                    at = (number, stop) if stop < len(group.parts) else (number + 1, 0)
                    states.setdefault(at, []).append(after)
    best = min(states.get((len(contents.groups), 0), ()), key=lambda each: each.final_rank, default=None)
    if best is None:
        return None
    pages = max((each.page + 1 for each in best.placed), default=0)
    cost = best.cost + sum(contents.height - max(feet) for feet in best.feet[: pages - 1])
    return Arrangement(best.placed, pages, cost)


def _best(states: Sequence[_State]) -> list[_State]:
    """The states to go on with: those that are best so far, and those that have most room left."""
    best = sorted(states, key=lambda each: each.rank)
    roomy = sorted(best[_KEPT:], key=lambda each: each.room)
    return best[:_KEPT] + roomy[:_KEPT]


def _steps(
    contents: Contents, state: _State, group: int, done: int, most: float, *, is_strict: bool
) -> Iterator[tuple[int, _State]]:
    """The ways to go on with a group: how many of its parts are done then, and the state."""
    total, last = len(contents.groups[group].parts), len(state.feet) - 1
    pages = [last, last + 1] if any(state.feet[last]) and last + 1 < most else [last]
    pages += [last - 1] if last and not done and not is_strict else []
    for page in pages:
        is_empty = page > last or not any(state.feet[page])
        cost = SPLIT if done else 0.0
        # Only a whole group can fill a hole of the page before.
        # A short one is not torn apart, unless it is higher than a page.
        is_whole = page < last or (total <= _SHORT and not is_empty)
        least = total if is_whole else done + 1
        for span in range(1, contents.columns + 1):
            for stop in range(total, least - 1, -1):
                block = contents.group(group, range(done, stop), span)
                if block is None or (is_empty and block.height > contents.height and stop > done + 1):
                    continue
                make = partial(_group_of, group, range(done, stop), span)
                places = list(state.with_block(make, span, contents, page, (group, done), cost))
                yield from ((stop, after) for after in places)
                if places:
                    break
