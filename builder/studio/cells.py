"""Lists of hexes or dots, which a file has as one text, such as ``0204-0406 0501``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.geometry.blocks import block_words
from builder.geometry.dotlattice import DotLattice, Lattice
from builder.geometry.gridmove import GridMove
from builder.geometry.hexgrid import HexGrid, NumberedGrid, Numbers
from builder.lint.redraft import Redraft
from builder.studio.document import State
from builder.studio.operations.operation import OperationError
from rulesdb.yaml_source import DataPath

_WORD = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Cells:
    """The numbers of the hexes or dots of a map."""

    grid: NumberedGrid[Any]
    noun: str

    @classmethod
    def of(cls, state: State) -> Cells:
        """The cells of a scenario's map.

        Raises:
            OperationError: the map has no hexes or dots, or no size.
        """
        data = state.map
        columns, rows = data.get("columns"), data.get("rows")
        if not isinstance(columns, int) or not isinstance(rows, int):
            raise OperationError("the map has no `columns` and `rows`, so it has no hexes or dots")
        if state.kind_name == "dots":
            lattice = data.get("lattice")
            kind = Lattice(lattice) if lattice in tuple(Lattice) else Lattice.TRIANGULAR
            return cls(DotLattice(columns, rows, kind), "dot")
        return cls(HexGrid(columns, rows), "hex")

    @property
    def hexes(self) -> HexGrid:
        """The grid, if it is one of hexes.

        Raises:
            OperationError: the map has dots.
        """
        if not isinstance(self.grid, HexGrid):
            raise OperationError("this map has dots, not hexes")
        return self.grid

    def read(self, text: str | int) -> dict[Numbers, None]:
        """The cells of a list, each once, in its order.

        Raises:
            OperationError: a word is not a number or block on the map.
        """
        cells: dict[Numbers, None] = {}
        for word in _WORD.findall(str(text)):
            block = self.grid.read_block(word)
            if block is None:
                last = self.grid.label((self.grid.columns, self.grid.rows))
                raise OperationError(
                    f"there is no {self.noun} {word}; the map has {self.grid.label((1, 1))} to {last}"
                )
            cells.update(dict.fromkeys(block))
        if not cells:
            raise OperationError(f"name at least one {self.noun}, as in {self.grid.label((1, 1))}")
        return cells

    def read_valid(self, text: object) -> set[Numbers]:
        """The cells that a list in the file names; words that are no cell of the map are skipped."""
        words = _WORD.findall(str(text)) if isinstance(text, (str, int)) else ()
        return {cell for word in words for cell in self.grid.read_block(word) or ()}

    def words(self, cells: Iterable[Numbers]) -> list[str]:
        """As few words as possible for some cells: cells that form a rectangle become a block.

        >>> Cells(HexGrid(9, 9), "hex").words({(2, 4), (2, 5), (3, 4), (3, 5), (5, 1)})
        ['0204-0305', '0501']
        """
        return block_words(self.grid, cells)

    def moved(self, cells: Collection[Numbers], move: GridMove) -> list[Numbers]:
        """The new places of cells after a move.

        Raises:
            OperationError: one of them would leave the map.
        """
        new = [move.cell(cell) for cell in cells]
        for (column, row), (east, south) in zip(cells, new, strict=True):
            if not (1 <= east <= self.grid.columns and 1 <= south <= self.grid.rows):
                here = self.grid.label((column, row))
                raise OperationError(f"{self.noun} {here} would be off the map (column {east}, row {south})")
        return new

    def add(self, draft: Redraft, path: DataPath, cells: Collection[Numbers]) -> None:
        """Add cells to the list at ``path``, which is created if there is none; the words in it stay."""
        old = draft.source_value(path) if path in draft.source else ""
        missing = set(cells) - self.read_valid(old)
        if not missing:
            return
        words = self.words(missing)
        if _WORD.search(str(old)) and isinstance(old, (str, int)):
            draft.reword(path, {}, words)
        else:
            draft.set(path, " ".join(words))

    def take(self, draft: Redraft, path: DataPath, cells: Collection[Numbers]) -> bool:
        """Remove cells from the list at ``path``; false, with nothing changed, if none would be left.

        Words without these cells stay; a block with some of them becomes smaller blocks.
        """
        return self.change(draft, path, cells, ())

    def change(
        self, draft: Redraft, path: DataPath, gone: Collection[Numbers], new: Collection[Numbers]
    ) -> bool:
        """Remove cells from the list at ``path`` and add others, as :meth:`take` and :meth:`add` do."""
        text = draft.source_value(path)
        if not isinstance(text, (str, int)):
            return True
        removed = set(gone) - set(new)
        changes: dict[int, tuple[str, ...]] = {}
        total = 0
        for number, word in enumerate(_WORD.findall(str(text))):
            block = set(self.grid.read_block(word) or ())
            rest = block - removed
            total += bool(rest) or not block
            if rest != block:
                changes[number] = tuple(self.words(rest))
        more = self.words(set(new) - self.read_valid(text))
        if not total and not more:
            return False
        if changes or more:
            draft.reword(path, changes, more)
        return True

    def replace(self, draft: Redraft, path: DataPath, cells: Collection[Numbers]) -> None:
        """Rewrite the list at ``path`` with few words if it has other cells or more words."""
        old = draft.source_value(path)
        words = self.words(cells)
        before = _WORD.findall(str(old))
        if self.read_valid(old) != set(cells) or len(words) < len(before):
            changes: Mapping[int, tuple[str, ...]] = {
                0: tuple(words),
                **dict.fromkeys(range(1, len(before)), ()),
            }
            draft.reword(path, changes)
