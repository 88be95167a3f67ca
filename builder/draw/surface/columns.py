"""Sets blocks of flowing text in columns, which break where a reader does not mind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from builder.draw.surface.flow import Block

_BALANCE_STEP = 2.0
# How much lower two columns have to end, in mm, before something is moved from one to the other.
_LEVELER = 4.0
# Sections of so many blocks, with the heading, are not parted, nor are others within so much of a column.
_FEW, _MOST_KEPT = 4, 0.3
# They are parted on the last sheet if the columns are then so much lower, in mm, and leave no hole.
_WORTH_PARTING = 12.0


def set_in_columns(
    blocks: Sequence[Block], columns: int, height: float, first: float | None = None
) -> list[list[tuple[int, float, Block]]]:
    """Distribute blocks over sheets: each a list of (column, y, block), in columns ``height`` mm high.

    The columns of the first sheet are ``first`` mm high, if given. A heading stays with the block after it,
    and blocks that are kept together stay in one column unless they are higher than that. No column ends
    after the first block of a section, or starts with the last one, if that takes no more sheets.
    The columns of the last sheet are about equally long; a section there may be parted rather than leave a
    hole. Blocks that can be anywhere end two columns on one sheet; for their sake two sections that are kept
    together may be parted.
    """
    sheets = _set(blocks, columns, height, first)
    if columns != 2:
        return sheets
    if len(sheets) == 1:
        sheets = [_leveled(sheets[0])]
    level = _set_level(blocks, height, height if first is None else first)
    if level is not None and (len(sheets) > 1 or _end(level) <= _end(sheets[0]) - _WORTH_PARTING):
        return [level]
    return sheets


def _set_level(blocks: Sequence[Block], height: float, limit: float) -> list[tuple[int, float, Block]] | None:
    """Two columns on one sheet, the shorter one with what can be anywhere; None if that is too high."""
    fixed = [block for block in blocks if not block.anywhere]
    rest = blocks[len(fixed) :]
    if not fixed or not rest or not all(block.anywhere for block in rest):
        return None
    paired = _in_company(_sections(fixed), height * _MOST_KEPT)
    found = _balanced(paired, 2, height, limit)
    if found is None:
        return None
    [placed] = found[1]
    ends = _ends(placed)
    column = ends.index(min(ends))
    y = ends[column]
    for block in rest:
        placed.append((column, y, block))
        y += block.height
    return placed if y <= limit else None


def _sections(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, of which no two sections are kept together."""
    parted = [replace(block, continued=None) if block.starts else block for block in blocks]
    for number, (block, after) in enumerate(pairwise(parted)):
        if after.starts and not block.starts:
            parted[number] = replace(block, keep_with_next=False)
    return parted


def _ends(placed: Sequence[tuple[int, float, Block]]) -> tuple[float, float]:
    """Where each of two columns ends."""
    first, second = (
        max((y + block.height for at, y, block in placed if at == column), default=0.0) for column in (0, 1)
    )
    return first, second


def _end(placed: Sequence[tuple[int, float, Block]]) -> float:
    """Where the longer of two columns ends."""
    return max(_ends(placed))


def _leveled(placed: list[tuple[int, float, Block]]) -> list[tuple[int, float, Block]]:
    """Two columns, with what can be anywhere below the first one if the longer one is then shorter."""
    ends = _ends(placed)
    moved = [each for each in placed if each[0] and each[2].anywhere]
    if not moved or ends[0] == 0.0:
        return placed
    top = moved[0][1]
    tall = ends[1] - top
    if max(ends[0] + tall, top) >= max(ends) - _LEVELER:
        return placed
    return [
        (0, ends[0] + y - top, block) if column and block.anywhere else (column, y, block)
        for column, y, block in placed
    ]


def _set(
    blocks: Sequence[Block], columns: int, height: float, first: float | None
) -> list[list[tuple[int, float, Block]]]:
    """The blocks in columns as from :func:`set_in_columns`, in their order."""
    loose = blocks
    filled = _fill_columns(_runs(blocks, height), columns, height, first)
    paired = _in_company(blocks, height * _MOST_KEPT)
    fuller = _fill_columns(_runs(paired, height), columns, height, first)
    if len(fuller) <= len(filled):
        filled, blocks = fuller, paired
    *full, last = filled
    numbers = {id(block): number for number, block in enumerate(blocks)}
    rest = [numbers[id(block)] for _, _, block in last if id(block) in numbers]
    limit = height if full or first is None else first
    kept = _balanced([blocks[number] for number in rest], columns, height, limit)
    parted = _balanced([loose[number] for number in rest], columns, height, limit)
    if parted is not None and (kept is None or parted[0] <= kept[0] - _WORTH_PARTING):
        kept = parted
    return filled if kept is None else [*full, *kept[1]]


def _balanced(
    blocks: Sequence[Block], columns: int, height: float, limit: float
) -> tuple[float, list[list[tuple[int, float, Block]]]] | None:
    """Blocks in columns that are as low as they can be on one sheet, and how low; None if none is lower."""
    lower = sum(block.height for block in blocks) / columns
    while lower < limit:
        filled = _fill_columns(_runs(blocks, height), columns, lower)
        if len(filled) == 1:
            return lower, filled
        lower += _BALANCE_STEP
    return None


def _in_company(blocks: Sequence[Block], most: float) -> list[Block]:
    """The blocks, of which the first two and the last two of a section stay together, or all of three.

    Those that are more than ``most`` mm high together may be parted.
    """
    paired = list(blocks)
    starts = [number for number, block in enumerate(blocks) if block.starts]
    for start, end in pairwise([*starts, len(blocks)]):
        few = [range(start, end)] if end - start <= _FEW else [range(start, start + 3), range(end - 2, end)]
        for kept in few:
            if sum(blocks[number].height for number in kept) <= most:
                for number in kept[:-1]:
                    paired[number] = replace(blocks[number], keep_with_next=True)
    return paired


def _runs(blocks: Sequence[Block], height: float) -> list[list[Block]]:
    """Blocks that stay together, as many as fit in ``height`` mm, but a pair in any case."""
    runs: list[list[Block]] = [[]]
    for block in blocks:
        held = bool(runs[-1]) and runs[-1][-1].keep_with_next
        is_full = len(runs[-1]) > 1 and sum(each.height for each in (*runs[-1], block)) > height
        if held and not is_full:
            runs[-1].append(block)
        else:
            runs.append([block])
    return [run for run in runs if run]


def _fill_columns(
    runs: Sequence[Sequence[Block]], columns: int, height: float, first: float | None = None
) -> list[list[tuple[int, float, Block]]]:
    sheets: list[list[tuple[int, float, Block]]] = [[]]
    column, y, limit = 0, 0.0, height if first is None else first
    for run in runs:
        tall = sum(block.height for block in run)
        # On a first sheet with little room, even the first run may have to wait for the next sheet.
        begun = y > 0 or (limit < height and len(sheets) == 1)
        if begun and y + tall > limit:
            column, y = column + 1, 0.0
            if column == columns or (limit < height and tall > limit):
                sheets.append([])
                column, limit = 0, height
        head = run[0].continued if y == 0 else None
        # A copy, since the head itself is one of the blocks.
        set_here = [replace(head), *run] if head is not None else run
        y -= set_here[0].above if y == 0 else 0.0
        for block in set_here:
            sheets[-1].append((column, y, block))
            y += block.height
    return sheets
