"""Fills the pages of the aid down to their feet: with higher rows, then with space between blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from builder.draw.sheets.aid.contents import Contents
from builder.draw.sheets.aid.pages.arrangement import APART
from builder.draw.sheets.aid.pages.spacing import Elastic, Placed, foot_of, spaced

# How much higher than they have to be rows become at most, and the steps of that, in mm.
_MAX_PADDING, _STEP = 0.9, 0.05
# How much lower they are, tried one after the other, where the block would be higher than the page.
_LOWER = (0.2, 0.4, 0.6)
# How much higher they are, tried one after the other, for a group with more room than this below it.
_HIGHER, _MUCH_ROOM = (1.6, 1.3, 1.0, 0.7), 8.0
# How far the parts of groups are moved apart at most, in mm; on a page with room for markers below them; and
# in a column that ends before others of the page.
_MAX_SPREAD, _ROOMY_SPREAD, _SHORTER = 2.2, 1.2, 5.0
# How far the steps of the order of play are moved apart at most, to end level with the block beside it.
_LEVEL = 8.0

_TINY = 1e-6


def filled_page(
    placed: Sequence[Placed], height: float, contents: Callable[[float], Contents]
) -> list[Placed]:
    """The blocks of a page down to its foot, ``height`` mm below its head.

    ``contents`` gives those of the page with rows of which each is so many mm higher.
    """
    padded = _padded(placed, height, contents)
    return _spread(_with_higher_ends(padded, height, contents), height, _MAX_SPREAD)


def roomy_page(placed: Sequence[Placed], height: float) -> list[Placed]:
    """The blocks of a page near each other, with the room that is left below them."""
    return _spread(placed, height, _ROOMY_SPREAD)


def _spread(placed: Sequence[Placed], height: float, most: float) -> list[Placed]:
    """The blocks and their parts moved apart, and the columns of the page to one end."""
    end = min(height, foot_of(spaced(placed, APART, height, most)))
    moved = spaced(placed, APART, end, _SHORTER)
    return [_leveled(each, moved) for each in moved]


def _leveled(each: Placed, placed: Sequence[Placed]) -> Placed:
    """The order of play as far down as what stands beside it, if both are above one block; or any other."""
    below = min((other.y for other in placed if each.is_above(other)), default=0.0)
    beside = [other.foot for other in placed if other.y < below and other.foot <= below]
    more = min(max(beside, default=0.0) - each.foot, _LEVEL * each.gaps)
    if each.start is not None or not isinstance(each.block, Elastic) or more <= 0:
        return each
    return replace(each, block=each.block.of_height(each.block.height + more))


def _padded(
    placed: Sequence[Placed], height: float, contents: Callable[[float], Contents]
) -> Sequence[Placed]:
    """The blocks with the highest rows for which the page has room."""
    close = spaced(placed, APART, height, 0.0)
    if foot_of(close) > height:
        ways = (_made_of(placed, height, contents(-lower)) for lower in _LOWER)
        return next((low for low in ways if low is not None and foot_of(low) <= height), close)
    highest = _made_of(placed, height, contents(_MAX_PADDING))
    if highest is None or foot_of(highest) <= height:
        return close if highest is None else highest
    # Feet are about as far down as rows are high.
    share = (height - foot_of(close)) / (foot_of(highest) - foot_of(close))
    padding = _STEP * int(_MAX_PADDING * max(0.0, share) / _STEP)
    lower = _made_of(placed, height, contents(padding)) if padding else None
    return close if lower is None or foot_of(lower) > height else lower


def _with_higher_ends(
    placed: Sequence[Placed], height: float, contents: Callable[[float], Contents]
) -> Sequence[Placed]:
    """The blocks, those with still higher rows that have much room below them in all their columns.

    If there is no room for all of these, only those that end a column.
    """
    short = [each for each in placed if _is_short(each, placed, height)]
    ends = [each for each in short if not any(map(each.is_above, placed))]
    ways = [(chosen, padding) for chosen in (short, ends) for padding in _HIGHER] if short else []
    for chosen, padding in ways:
        own = contents(padding)
        blocks = [each.make(own) if each.make and each in chosen else None for each in placed]
        higher = [
            each if block is None else replace(each, block=block)
            for each, block in zip(placed, blocks, strict=True)
        ]
        moved = spaced(higher, APART, height, 0.0)
        if foot_of(moved) <= height:
            return moved
    return placed


def _is_short(each: Placed, placed: Sequence[Placed], height: float) -> bool:
    """Whether a group has much room below what follows it in its columns, up to what is also in others."""
    columns = range(each.first, each.first + each.span)
    below = [other for other in placed if each.is_above(other)]
    wider = [other.y for other in below if not {*range(other.first, other.first + other.span)} <= {*columns}]
    end = min(wider, default=height)
    feet = [
        max(
            (other.foot for other in (each, *below) if _is_in(other, column) and other.foot <= end + _TINY),
            default=end,
        )
        for column in columns
    ]
    return each.start is not None and all(end - foot > _MUCH_ROOM for foot in feet)


def _is_in(each: Placed, column: int) -> bool:
    return each.first <= column < each.first + each.span


def _made_of(placed: Sequence[Placed], height: float, contents: Contents) -> list[Placed] | None:
    """The same blocks of other contents, each below those above it; ``None`` if one is too wide."""
    made = []
    for each in placed:
        block = each.make(contents) if each.make is not None else each.block
        if block is None:
            return None
        made.append(replace(each, block=block))
    return spaced(made, APART, height, 0.0)
