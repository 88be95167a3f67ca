"""The figures of an entry: the rows about it in the tables of its game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from rulesdb.description.grids import Located, figure_grid, words_of
from rulesdb.description.model import Figure, Link
from rulesdb.model import Entry, LabelRows
from rulesdb.tables import Binned, Cell, Labelled, Node, Table

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset


def figures_of(entry: Entry, game: Ruleset) -> tuple[Figure, ...]:
    """The part of each table in which the entry is a label, in the order of the tables.

    >>> from rulesdb import open_game
    >>> game = open_game("mobile-infantry")
    >>> figures = figures_of(game.entry("unit/tank-bug"), game)
    >>> [figure.table.title for figure in figures][:2]
    ['Hits to kill', 'Hits that slow']
    """
    return tuple(_figure(game.tables[rows.table], rows, cells) for rows, cells in figure_cells(entry, game))


def figure_cells(entry: Entry, game: Ruleset) -> Iterator[tuple[LabelRows, list[Located]]]:
    """The rows about an entry, each with its cells and their places on all axes."""
    for rows in game.label_rows.get(entry.key, ()):
        table = game.tables[rows.table]
        place = [axis.name for axis in table.axes].index(rows.axis)
        root = _only(table.root, place, rows.labels)
        yield rows, list(replace(table, root=root).cells())


def _figure(table: Table, rows: LabelRows, cells: list[Located]) -> Figure:
    names = [axis.name for axis in table.axes if axis.name != rows.axis or len(rows.labels) > 1]
    return Figure(
        table=Link(table.id, "table", table.entry.slug, table.entry.title),
        provenance=table.entry.provenance,
        result=words_of(table.result_name),
        unit=table.entry["result"].get("unit", ""),
        grid=figure_grid(table, cells, names),
    )


def _only(node: Node, depth: int, labels: tuple[str, ...]) -> Node:
    """The branches of some labels of the axis at a depth, below every branch of the axes before it."""
    match node:
        case Labelled(branches) if depth == 0:
            return Labelled(MappingProxyType({label: branches[label] for label in labels}))
        case Labelled(branches):
            inner = {label: _only(child, depth - 1, labels) for label, child in branches.items()}
            return Labelled(MappingProxyType(inner))
        case Binned(bins):
            return Binned(tuple((interval, _only(child, depth - 1, labels)) for interval, child in bins))
        case Cell():
            return node
