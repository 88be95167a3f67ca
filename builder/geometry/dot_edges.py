"""The edges between dots as texts: ``0405/0505``, ``0405-0407/0505-0507``, ``0405/out`` for all around."""

from __future__ import annotations

from collections.abc import Iterable

from builder.geometry.dotlattice import Dot, DotLattice, Edge


def edges_between(lattice: DotLattice, text: str) -> set[Edge]:
    """The edges that a key names: where two blocks meet, or all around one; empty if it names none.

    >>> [len(edges_between(DotLattice(9, 9), text)) for text in ("0405-0407/0505-0507", "0405/out")]
    [3, 4]
    """
    one, _, other = text.partition("/")
    first = set(lattice.read_block(one) or ())
    second = first if other == "out" else set(lattice.read_block(other) or ())
    return {
        edge
        for dot in first
        for edge, neighbor in lattice.edges_around(dot)
        if neighbor in lattice and (neighbor not in first if other == "out" else neighbor in second - first)
    }


def edge_words(lattice: DotLattice, edges: Iterable[Edge]) -> list[str]:
    """Few keys for some edges: one for each straight run.

    >>> edge_words(DotLattice(9, 9), edges_between(DotLattice(9, 9), "0405-0407/0505-0507"))
    ['0405-0407/0505-0507']
    """
    lines: dict[tuple[bool, int], list[Edge]] = {}
    for edge in sorted(edges):
        is_upright = edge.here.row == edge.there.row
        lines.setdefault((is_upright, edge.here.column if is_upright else edge.here.row), []).append(edge)
    words = []
    for (is_upright, _), line in lines.items():
        runs: list[list[Edge]] = []
        for edge in line:
            step = edge.here.row if is_upright else edge.here.column
            last = runs[-1][-1].here if runs else None
            if last is not None and step == (last.row if is_upright else last.column) + 1:
                runs[-1].append(edge)
            else:
                runs.append([edge])
        for run in runs:
            sides = (_block(lattice, run[0].here, run[-1].here), _block(lattice, run[0].there, run[-1].there))
            words.append("/".join(sides))
    return words


def _block(lattice: DotLattice, first: Dot, last: Dot) -> str:
    return lattice.label(first) if first == last else f"{lattice.label(first)}-{lattice.label(last)}"
