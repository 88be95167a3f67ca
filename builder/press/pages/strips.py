"""Rows of pieces on sheets: each group of pieces starts a row of its own, under its name, if that fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise, product

from builder.draw.pieces.piece import Piece
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Metrics, Type

HEADING = Type(CONDENSED_BOLD, 2.65, 0.04)
LIST = Type(CONDENSED, 2.75)
"""The type of the names of markers, which are many."""
HEADING_STEP = 3.2
_BETWEEN_NAMES = "\u00a0· "
# Between two columns of names, in mm.
_BETWEEN_COLUMNS = 2.5
# So many whole lines can be read as easily as columns.
_FEW_LINES = 2
# Between groups, beside the lines of the name of the lower one, in mm.
_GAP = 3.2
# From so many full rows on, these stay full if one piece is left.
_MANY_ROWS = 4
# How strongly groups are kept apart, in rows of pieces: those of different kinds, and those of one kind.
_OTHER_KIND, _SAME_KIND = 2.6, 0.2
# What a block costs by itself, in rows of pieces: its last row is rarely full.
_RAGGED = 0.22
# Units and markers are together only if nothing else saves a sheet: more than a row apart.
_MARKER, _UNIT_FROM_MARKER = "marker", 1.2
# How much of that is given up, step by step, to save a sheet.
_GIVEN_UP = (1.0, 0.8, 0.65, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0)


@dataclass(frozen=True, slots=True)
class Strip:
    """A row of ``count`` pieces; a ``heading`` stands in the ``gap`` mm above it, plain if it ``is_list``."""

    count: int
    gap: float = 0.0
    heading: str = ""
    is_list: bool = False

    @property
    def type(self) -> Type:
        """The type of the heading."""
        return LIST if self.is_list else HEADING


@dataclass(frozen=True, slots=True)
class _Group:
    """Pieces that belong together, by their kind: how often each name occurs, how many of one name follow
    each other, and how many each team has, in their order.
    """

    kind: str
    names: tuple[tuple[str, int], ...]
    runs: tuple[tuple[str, int], ...]
    teams: tuple[int, ...]

    @property
    def count(self) -> int:
        return sum(count for _, count in self.names)


@dataclass(frozen=True, slots=True)
class _Block:
    """The ``parts`` (teams) of groups that follow each other without a gap, under a heading in a gap.

    They are in ``rows`` of so many pieces.
    """

    parts: tuple[int, ...]
    rows: tuple[int, ...]
    heading: str
    gap: float
    is_list: bool


def heading_lines(strip: Strip, width: float, metrics: Metrics) -> list[list[str]]:
    """The lines of the heading of a row in a width in mm, each with what stands in its columns.

    The names of a list that is too long for one line are in columns of one width, unless two whole lines hold
    them and columns would have more lines; else a line is whole.
    """
    names = strip.heading.split(_BETWEEN_NAMES)
    wrapped = metrics.wrap(strip.heading, strip.type, width)
    whole = [[line.rstrip(f"{_BETWEEN_NAMES}\u00a0").replace("\u00a0", " ")] for line in wrapped]
    if not strip.is_list or len(whole) == 1:
        return whole
    widest = max(metrics.width(name, strip.type) for name in names) + _BETWEEN_COLUMNS
    columns = max(1, int((width + _BETWEEN_COLUMNS) // widest))
    # As many columns as fill the lines that there are evenly.
    columns = -(-len(names) // -(-len(names) // columns))
    aligned = [
        [name.replace("\u00a0", " ") for name in names[start : start + columns]]
        for start in range(0, len(names), columns)
    ]
    return whole if len(whole) == _FEW_LINES < len(aligned) else aligned


def plain_strips(count: int, columns: int) -> tuple[Strip, ...]:
    """Rows of ``count`` pieces without gaps."""
    return tuple(Strip(min(columns, count - start)) for start in range(0, count, columns))


def strips_for(
    pieces: Sequence[Piece],
    columns: int,
    size: tuple[float, float],
    room: float,
    metrics: Metrics,
    *,
    may_mix: bool = True,
) -> list[tuple[Strip, ...]]:
    """The rows of each sheet that is ``room`` mm high, for pieces of a ``size`` in mm.

    Groups are kept apart unless that takes more sheets; small ones share a row with their neighbors. Units
    and markers share one only if they ``may_mix``.
    """
    width, height = size
    groups = list(_groups(pieces))
    least = -(-sum(group.count for group in groups) // (columns * max(1, int((room + 1e-6) // height))))
    sheets: list[tuple[Strip, ...]] = []
    min_gaps = (_UNIT_FROM_MARKER, 0.0) if may_mix else (_UNIT_FROM_MARKER,)
    for min_gap, share in product(min_gaps, _GIVEN_UP):
        parted = _partition(groups, columns, share, min_gap)
        blocks = [_block(block, columns, metrics, width) for block in parted]
        sheets = _on_sheets(blocks, height, room)
        if len(sheets) <= least:
            single = [row for block in parted for row in _by_rows(block, columns, metrics, width)]
            headed = _on_sheets(single, height, room)
            return headed if len(headed) <= len(sheets) else sheets
    if not may_mix:
        return sheets
    strips = plain_strips(sum(group.count for group in groups), columns)
    rows = int((room + 1e-6) // height)
    return [strips[start : start + rows] for start in range(0, len(strips), rows)]


def _groups(pieces: Sequence[Piece]) -> Iterator[_Group]:
    for group, members in groupby(pieces, key=lambda piece: piece.group):
        counts: dict[str, int] = {}
        own = list(members)
        for piece in own:
            counts[piece.label] = counts.get(piece.label, 0) + piece.copies
        teams = groupby(own, key=lambda piece: piece.team)
        sizes = tuple(sum(piece.copies for piece in team) for _, team in teams)
        runs = tuple(
            (name, sum(piece.copies for piece in run))
            for name, run in groupby(own, lambda piece: piece.label)
        )
        yield _Group(group.partition(":")[0], tuple(counts.items()), runs, sizes)


def _partition(groups: Sequence[_Group], columns: int, share: float, min_gap: float) -> list[list[_Group]]:
    """Neighboring groups in blocks, each of which starts a row: as few rows as that is worth.

    To keep units and markers apart is worth ``min_gap`` rows at least.
    """

    def apart(one: _Group, other: _Group) -> float:
        if one.kind == other.kind:
            return share * _SAME_KIND
        from_marker = (one.kind == _MARKER) != (other.kind == _MARKER)
        return max(share * _OTHER_KIND, min_gap if from_marker else 0.0)

    def joined(start: int, end: int) -> float:
        """The cost of a block: its rows, its end, and the groups that it does not keep apart."""
        block = groups[start:end]
        rows = -(-sum(group.count for group in block) // columns)
        return rows + _RAGGED + sum(apart(one, other) for one, other in pairwise(block))

    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(groups) + 1):
        best.append(min((best[start][0] + joined(start, end), start) for start in range(end)))
    blocks: list[list[_Group]] = []
    end = len(groups)
    while end:
        start = best[end][1]
        blocks.insert(0, list(groups[start:end]))
        end = start
    return blocks


def _block(groups: Sequence[_Group], columns: int, metrics: Metrics, width: float) -> _Block:
    """Groups under the names of their pieces with their numbers, which come first for markers.

    A piece is so many mm wide.
    """
    names = [
        f"{count} {name}" if group.kind == _MARKER else f"{name} {count}"
        for group in groups
        for name, count in group.names
        if name
    ]
    # No name is broken at the end of a line.
    heading = _BETWEEN_NAMES.join(name.replace(" ", "\u00a0") for name in names)
    is_list = any(group.kind == _MARKER for group in groups)
    lines = len(heading_lines(Strip(1, 0.0, heading, is_list), columns * width, metrics)) if heading else 0
    parts = tuple(size for group in groups for size in group.teams)
    rows: Sequence[int] = _rows_of_teams(parts, columns)
    if not is_list:
        runs = [count for group in groups for _, count in group.runs]
        rows = _rows_of_names(runs if len(parts) == 1 else parts, rows, columns)
    return _Block(parts, tuple(rows), heading, _GAP + lines * HEADING_STEP, is_list)


def _by_rows(groups: Sequence[_Group], columns: int, metrics: Metrics, width: float) -> list[_Block]:
    """A block of units in blocks of one row, each under the names in it, if rows end where names do.

    That does not take more rows; else, and for markers, the block stays whole.
    """
    whole = _block(groups, columns, metrics, width)
    runs = [run for group in groups for run in group.runs]
    if whole.is_list or not all(name for name, _ in runs):
        return [whole]
    usual = _rows_of_teams(whole.parts, columns)
    packed = _packed(runs, columns)
    for rows in (usual, [sum(count for _, count in row) for row in packed] if len(whole.parts) == 1 else []):
        parts = _cut(runs, rows)
        if 1 < len(parts) == len(usual):
            kind = groups[0].kind
            own = [_Group(kind, tuple(part), tuple(part), (sum(n for _, n in part),)) for part in parts]
            return [_block([each], columns, metrics, width) for each in own]
    return [whole]


def _packed(runs: Sequence[tuple[str, int]], columns: int) -> list[list[tuple[str, int]]]:
    """Names in rows, as many in each as there is room for; none if a name has more pieces than that.

    >>> _packed([("Crew", 12), ("Vehicles", 1)], 12)
    [[('Crew', 12)], [('Vehicles', 1)]]
    """
    rows = list[list[tuple[str, int]]]()
    for run in runs:
        if not rows or sum(count for _, count in rows[-1]) + run[1] > columns:
            rows.append([])
        rows[-1].append(run)
    return rows if all(sum(count for _, count in row) <= columns for row in rows) else []


def _cut(runs: Sequence[tuple[str, int]], rows: Sequence[int]) -> list[list[tuple[str, int]]]:
    """The names in each of some rows; none if a row ends within a name.

    >>> _cut([("Squad", 8), ("Vehicles", 1), ("Staff", 6)], [9, 6])
    [[('Squad', 8), ('Vehicles', 1)], [('Staff', 6)]]
    >>> _cut([("Squad", 8), ("Staff", 6)], [7, 7])
    []
    """
    left, parts = list(runs), list[list[tuple[str, int]]]()
    for count in rows:
        part = list[tuple[str, int]]()
        while left and sum(n for _, n in part) < count:
            part.append(left.pop(0))
        if sum(n for _, n in part) != count:
            return []
        parts.append(part)
    return parts if not left else []


def _rows(count: int, columns: int) -> list[int]:
    """The numbers of pieces in rows; if one would be alone in the last row, all rows are about equally long.

    Of many rows, only the last two are: else no row of a large block would be as wide as the sheet.

    >>> _rows(9, 8), _rows(18, 8), _rows(25, 12), _rows(49, 12)
    ([5, 4], [8, 8, 2], [9, 8, 8], [12, 12, 12, 7, 6])
    """
    *full, last = [min(columns, count - start) for start in range(0, count, columns)]
    if last > 1 or not full or columns < 3:
        return [*full, last]
    if len(full) >= _MANY_ROWS:
        return [*full[:-1], *_rows(columns + 1, columns)]
    rows = len(full) + 1
    return [-(-(count - row) // rows) for row in range(rows)]


def _rows_of_teams(parts: Sequence[int], columns: int) -> list[int]:
    """The numbers of pieces in rows, where each part starts one, unless that takes more rows.

    >>> _rows_of_teams((4, 5), 8), _rows_of_teams((9, 2, 2), 8)
    ([4, 5], [8, 5])
    """
    apart = [count for part in parts for count in _rows(part, columns)]
    joined = _rows(sum(parts), columns)
    return apart if len(apart) <= len(joined) else joined


def _rows_of_names(runs: Sequence[int], usual: Sequence[int], columns: int) -> Sequence[int]:
    """The numbers of pieces in rows of which more end where names do than of the ``usual`` ones, if they can.

    A name that is too long for a row is in rows about equally long. Full rows stay as they are.

    >>> _rows_of_names([16, 6, 3], [9, 8, 8], 12), _rows_of_names([16, 3], [12, 7], 12)
    ([8, 8, 9], [12, 7])
    """
    if len(set(usual)) == 1:
        return usual
    rows = [0]
    for run in runs:
        if rows[-1] + run <= columns:
            rows[-1] += run
            continue
        count = -(-run // columns)
        rows += [-(-(run - row) // count) for row in range(count)]
    rows, ends = [row for row in rows if row], {*accumulate(runs)}
    is_better = len(ends & {*accumulate(rows)}) > len(ends & {*accumulate(usual)})
    return rows if len(rows) == len(usual) and is_better else usual


def _on_sheets(blocks: Sequence[_Block], height: float, room: float) -> list[tuple[Strip, ...]]:
    """The rows of blocks on sheets, each block under its heading; a block may go on on the next sheet."""
    sheets: list[list[Strip]] = [[]]
    used = 0.0
    for block in blocks:
        gap, heading = block.gap, block.heading
        for count in block.rows:
            strip = Strip(count, gap, heading, block.is_list)
            if used + gap + height > room + 1e-6:
                sheets.append([])
                used, strip = 0.0, Strip(strip.count, block.gap, block.heading, block.is_list)
            sheets[-1].append(strip)
            used += strip.gap + height
            gap, heading = 0.0, ""
    return [tuple(sheet) for sheet in sheets]
