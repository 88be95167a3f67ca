"""Moves the blocks of the aid apart, so that the columns of a page end at one height."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block

GUTTER = 5.0
"""The space between two columns, in mm."""
# How many times as far blocks of a page are moved apart as the parts of a block.
_BETWEEN = 2.0
# How many times as far parts of a shorter column are moved apart as those of the longest one.
_SHORTER = 1.3
# How far parts of a shorter column are moved apart in any case, in mm.
_LEVELED = 2.5
# Blocks beside each other that are so near one height, in mm, stand at one.
_LEVEL = 4.0
_TINY = 1e-6


@dataclass(frozen=True, slots=True)
class Elastic(Block):
    """A block of parts with so many ``gaps`` below each other, that can be ``respaced`` to a height in mm.

    Its shortest column ends ``hole`` mm above its foot.
    """

    gaps: float = 0.0
    respaced: Callable[[float], Block] | None = None
    hole: float = 0.0

    def of_height(self, height: float) -> Block:
        """The same parts, further apart; the block itself, which is still elastic, if it has the height."""
        is_higher = height > self.height + _TINY
        return self.respaced(height) if self.respaced and self.gaps and is_higher else self


@dataclass(frozen=True, slots=True)
class Placed:
    """A block with its page, its place below the head of the page, and its columns.

    A group, or a part of one, has its number and the number of its first part as ``start``. The same block
    of other contents is made with ``make``.
    """

    page: int
    first: int
    span: int
    y: float
    block: Block
    step: float
    start: tuple[int, int] | None = None
    make: Callable[[Any], Block | None] | None = None

    @property
    def x(self) -> float:
        return self.first * self.step

    @property
    def width(self) -> float:
        return self.span * self.step - GUTTER

    @property
    def foot(self) -> float:
        return self.y + self.block.height

    @property
    def gaps(self) -> float:
        return self.block.gaps if isinstance(self.block, Elastic) else 0.0

    def is_above(self, other: Placed) -> bool:
        """Whether another block of the page is below this one, in one of its columns."""
        is_beside = self.first + self.span <= other.first or other.first + other.span <= self.first
        return self.page == other.page and not is_beside and self.y < other.y


def spaced(
    placed: Sequence[Placed], apart: float, end: float, most: float, between: float = _BETWEEN
) -> list[Placed]:
    """Blocks of one page moved apart, so that every column ends at ``end``.

    Blocks that stand ``apart`` mm from each other come up to ``between`` times ``most`` mm further apart, and
    the parts of each block up to ``most`` mm. A column with too few blocks for that ends earlier.
    """
    moved = _moved(placed, apart, end, most, between, [0.0] * len(placed))
    # What would stand a little higher than a block beside it stands level with it.
    floors = [
        max((other.y for other in moved if 0.0 <= other.y - each.y < _LEVEL), default=0.0) for each in moved
    ]
    level = _moved(placed, apart, end, most, between, floors)
    return level if foot_of(level) <= max(end, foot_of(moved)) else moved


def _moved(
    placed: Sequence[Placed], apart: float, end: float, most: float, between: float, floors: Sequence[float]
) -> list[Placed]:
    """The same, with no block above its floor."""
    below = [_next(number, placed) for number in range(len(placed))]
    tops = [
        max(floor, each.y if _is_below(each, placed) else 0.0)
        for each, floor in zip(placed, floors, strict=True)
    ]
    moved = list(placed)
    for number in sorted(range(len(placed)), key=lambda each: placed[each].y):
        each, y = placed[number], tops[number]
        room = [
            (end - y - height) / gaps
            for height, gaps in _chains(number, placed, below, apart, between)
            if gaps
        ]
        more = max(0.0, min([most, *room]))
        block = each.block
        if isinstance(block, Elastic):
            block = block.of_height(block.height + block.gaps * more)
        moved[number] = replace(each, y=y, block=block)
        for other in below[number]:
            tops[other] = max(tops[other], y + block.height + apart + between * more)
    return moved


def foot_of(placed: Sequence[Placed]) -> float:
    """Where the longest column ends."""
    return max((each.foot for each in placed), default=0.0)


def columns_block(placed: Sequence[Placed], apart: float) -> Elastic:
    """Parts of a block in its columns, as one block; if it is made higher, its columns end at one height."""
    below = [_next(number, placed) for number in range(len(placed))]
    chains = [
        chain
        for number, each in enumerate(placed)
        if not _is_below(each, placed)
        for chain in _chains(number, placed, below, apart, 1.0)
    ]
    height = foot_of(placed)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for each in placed:
            each.block.draw(canvas, x + each.x, y + each.y)

    # The longest column says how much higher the block can become.
    gaps = max(chains, default=(0.0, 0.0))[1]

    def respaced(higher: float) -> Block:
        most = max(_LEVELED, _SHORTER * (higher - height) / gaps)
        return columns_block(spaced(placed, apart, higher, most, 1.0), apart)

    ends = [each.foot for number, each in enumerate(placed) if not below[number]]
    return Elastic(height, draw, gaps=gaps, respaced=respaced, hole=height - min(ends, default=height))


def _is_below(each: Placed, placed: Sequence[Placed]) -> bool:
    return any(other.is_above(each) for other in placed)


def _next(number: int, placed: Sequence[Placed]) -> list[int]:
    """The blocks right below one."""
    lower = [at for at, other in enumerate(placed) if placed[number].is_above(other)]
    return [at for at in lower if not any(placed[other].is_above(placed[at]) for other in lower)]


def _chains(
    number: int, placed: Sequence[Placed], below: Sequence[Sequence[int]], apart: float, between: float
) -> Iterator[tuple[float, float]]:
    """Each way from a block down to the end of a column: its height in mm, and the gaps that can grow."""
    own = placed[number]
    if not below[number]:
        yield own.block.height, own.gaps
    for other in below[number]:
        for height, gaps in _chains(other, placed, below, apart, between):
            yield own.block.height + apart + height, own.gaps + between + gaps
