"""Obstacles on hexsides, and walls, doors and windows between dots."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from builder.geometry.dot_edges import edge_words, edges_between
from builder.geometry.dotlattice import DotLattice, Edge
from builder.geometry.hexgrid import Numbers
from builder.lint.finding import Edit
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.draft import Draft
from builder.studio.operations.decks.doors import read_side, read_sides
from builder.studio.operations.operation import About, Operation, OperationError, require_map
from builder.studio.operations.things import block_of, require_entry, value_at, words_of
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True)
class SetObstacle(Operation):
    """Set the wall or hedge at hexsides of open country, or remove it."""

    NAME: ClassVar = "set-obstacle"
    MAPS: ClassVar = ("land",)

    sides: Annotated[str, About("Hexsides, as in 0708/N 0808/NW", "sides")]
    obstacle: Annotated[Literal["wall", "hedge", "none"], About("What is there; none removes it")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, SetObstacle)
        grid = Cells.of(state).hexes
        path = ("map", "land", "obstacles")
        keys = block_of(block_of(state.map, "land"), "obstacles")
        written = {side: key for key in keys if (side := read_side(grid, key)) is not None}
        draft = state.draft()
        for text, side in read_sides(grid, self.sides).items():
            at = (*path, written.get(side, text))
            if self.obstacle != "none":
                draft.set(at, self.obstacle)
            elif side in written:
                draft.remove(at)
        return draft.edits()


@dataclass(frozen=True, slots=True)
class SetWall(Operation):
    """Set the wall or fence between dots, or remove it."""

    NAME: ClassVar = "set-wall"
    MAPS: ClassVar = ("dots",)

    edges: Annotated[str, About("Dots or blocks on both sides, as in 1411-1412/1511-1512", "edges")]
    wall: Annotated[str, About("Terrain of the game; none removes it", "terrain")]
    toughness: Annotated[str, About("Toughness of a wall that can be breached", "toughness")] = ""

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, SetWall)
        wall: Any = None
        if self.wall != "none":
            wall = require_entry(state, "terrain", self.wall)
            wall = {"terrain": wall, "toughness": self.toughness} if self.toughness else wall
        draft = state.draft()
        set_edges(draft, state, ("map", "obstacles"), self.edges, wall)
        return draft.edits()


@dataclass(frozen=True, slots=True)
class SetOpening(Operation):
    """Set the door, window or gap in the wall between dots, or close it."""

    NAME: ClassVar = "set-opening"
    MAPS: ClassVar = ("dots",)

    edges: Annotated[str, About("Dots or blocks on both sides, as in 2316/2317", "edges")]
    opening: Annotated[Literal["door", "window", "gap", "none"], About("What is there; none closes it")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, SetOpening)
        draft = state.draft()
        set_edges(
            draft, state, ("map", "doors"), self.edges, None if self.opening == "none" else self.opening
        )
        return draft.edits()


def set_edges(draft: Draft, state: State, path: DataPath, text: str, value: Any) -> None:
    """Set what is at edges between dots; None removes it.

    A key of the file with some of these edges and others is split.

    Raises:
        OperationError: a word names no edges of the map.
    """
    lattice = lattice_of(state)
    block = value_at(state.data, path)
    written = block if isinstance(block, dict) else {}
    for word in words_of(text):
        edges = edges_between(lattice, word)
        if not edges:
            raise OperationError(f"{word}: name two dots or blocks that are side by side, as in 0405/0505")
        same = next((key for key in written if edges_between(lattice, key) == edges), None)
        take_edges(draft, state, path, edges, but=same)
        if same is not None:
            draft.set((*path, same), value) if value is not None else draft.remove((*path, same))
        elif value is not None:
            draft.set((*path, word), value)


def take_edges(
    draft: Draft, state: State, path: DataPath, edges: Collection[Edge], but: str | None = None
) -> None:
    """Take edges between dots from the keys of a block; a key with other edges too is split."""
    lattice = lattice_of(state)
    block = value_at(state.data, path)
    for key in block if isinstance(block, dict) else ():
        covered = edges_between(lattice, key)
        left = covered - set(edges)
        if key == but or left == covered:
            continue
        draft.remove((*path, key))
        for word in edge_words(lattice, left):
            draft.set((*path, word), block[key])


def touching(state: State, dots: Collection[Numbers]) -> set[Edge]:
    """The edges between two dots that are both among some dots."""
    lattice = lattice_of(state)
    wanted = {lattice.cell_at(*dot) for dot in dots}
    return {edge for dot in wanted for edge, other in lattice.edges_around(dot) if other in wanted}


def lattice_of(state: State) -> DotLattice:
    """The lattice of a map of dots."""
    grid = Cells.of(state).grid
    assert isinstance(grid, DotLattice)
    return grid
