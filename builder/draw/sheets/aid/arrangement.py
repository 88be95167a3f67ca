"""Where the blocks of the aid stand: groups in their order on as few pages as they fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from builder.draw.sheets.aid.contents import Contents
from builder.draw.sheets.aid.groups import GUTTER
from builder.draw.surface.flow import Block

APART = 3.0
# How far groups are moved apart at most, in mm.
_MAX_SPREAD = 5.0
# How many arrangements of the first groups are tried on.
_KEPT = 12
# A group is split if that saves so much room, in mm.
_SPLIT = 40.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A block with its page, its place below the head of the page, and its columns."""

    page: int
    first: int
    span: int
    y: float
    block: Block
    step: float

    @property
    def x(self) -> float:
        return self.first * self.step

    @property
    def width(self) -> float:
        return self.span * self.step - GUTTER

    @property
    def foot(self) -> float:
        return self.y + self.block.height

    def is_above(self, other: Placed) -> bool:
        """Whether another block of the page is below this one, in one of its columns."""
        is_beside = self.first + self.span <= other.first or other.first + other.span <= self.first
        return self.page == other.page and not is_beside and self.y < other.y


@dataclass(frozen=True, slots=True)
class _State:
    """What is placed so far, where the columns of the last page end, and how many groups are split."""

    page: int
    feet: tuple[float, ...]
    placed: tuple[Placed, ...] = ()
    splits: int = 0

    @property
    def rank(self) -> tuple[float, ...]:
        """The less, the better: pages, then the room that is taken."""
        return self.page, round(max(self.feet) + sum(self.feet) + _SPLIT * self.splits, 2)

    def with_block(self, block: Block, span: int, height: float, step: float) -> _State | None:
        """The block as high as there is room on the last page; ``None`` if there is none.

        A block that is higher than a page can only stand at the top of an empty one.
        """
        places = range(len(self.feet) - span + 1)
        y, first = min((max(self.feet[at : at + span]), at) for at in places)
        if y + block.height > height and any(self.feet):
            return None
        feet = list(self.feet)
        feet[first : first + span] = [y + block.height + APART] * span
        placed = Placed(self.page, first, span, y, block, step)
        return replace(self, feet=tuple(feet), placed=(*self.placed, placed))

    def on_next_page(self) -> _State:
        return replace(self, page=self.page + 1, feet=(0.0,) * len(self.feet))


def arranged(contents: Contents) -> list[Placed] | None:
    """Every block with its place; ``None`` if something is too large for the sheet.

    First the order of play and the framed block, then the groups in their order: none is on a page before
    that of an earlier one. A group may go on in another place if there is no room for all of it.
    """
    if contents.rail is None or (contents.rows and contents.frame is None):
        return None
    start = _State(0, (0.0,) * contents.columns)
    first = [(block, 1) for block in contents.rail]
    first += [(contents.frame, min(2, contents.columns))] if contents.frame is not None else []
    for block, span in first:
        placed = start.with_block(block, span, contents.height, contents.step)
        start = placed or _sure(start.on_next_page().with_block(block, span, contents.height, contents.step))
    states = {(0, 0): [start]}
    for number, group in enumerate(contents.groups):
        for done in range(len(group.parts)):
            for state in sorted(states.pop((number, done), ()), key=lambda each: each.rank)[:_KEPT]:
                for stop, after in _steps(contents, state, number, done):
                    at = (number, stop) if stop < len(group.parts) else (number + 1, 0)
                    states.setdefault(at, []).append(after)
    ends = states.get((len(contents.groups), 0), ())
    return _spread(min(ends, key=lambda each: each.rank).placed, contents.height) if ends else None


def _sure(state: _State | None) -> _State:
    assert state is not None, "an empty page has room for any block"
    return state


def _steps(contents: Contents, state: _State, group: int, done: int) -> Iterator[tuple[int, _State]]:
    """The ways to go on with a group: how many of its parts are done then, and the state."""
    total = len(contents.groups[group].parts)
    pages = [state, state.on_next_page()] if any(state.feet) else [state]
    for page in pages:
        for span in range(1, contents.columns + 1):
            for stop in range(total, done, -1):
                block = contents.group(group, range(done, stop), span)
                if block is None or (not any(page.feet) and block.height > contents.height and stop > done + 1):
                    continue
                after = page.with_block(block, span, contents.height, contents.step)
                if after is not None:
                    yield stop, replace(after, splits=after.splits + (stop < total))
                    break


def _spread(placed: Sequence[Placed], height: float) -> list[Placed]:
    """The blocks of each page moved apart evenly if it has room to spare."""
    depths: dict[int, int] = {}
    for number, each in enumerate(placed):
        above = [depths[at] for at, other in enumerate(placed[:number]) if other.is_above(each)]
        depths[number] = 1 + max(above, default=-1)
    moved = []
    for number, each in enumerate(placed):
        own = [at for at, other in enumerate(placed) if other.page == each.page]
        deepest = max(depths[at] for at in own)
        spare = height - max(placed[at].foot for at in own)
        step = min(_MAX_SPREAD, max(0.0, spare) / deepest) if deepest else 0.0
        moved.append(replace(each, y=each.y + step * depths[number]))
    return moved
