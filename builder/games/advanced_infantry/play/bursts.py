"""How far bursts and smoke spread, and where a burst lands that drifts."""

from __future__ import annotations

from builder.boards.spots import TUNNEL
from builder.games.advanced_infantry.play.ground import Ground
from builder.geometry.dotlattice import Dot, Edge
from rulesdb.cache.methods import cached_method


class Bursts:
    """Bursts and smoke on the ``ground`` of a scenario; ``holes`` are the structures that are breached."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def _stops(self, edge: Edge | None, windows: bool) -> bool:
        """Whether a barrier on an edge stops a burst; windows stop only incendiaries."""
        barrier = self.ground.dots.barriers.get(edge) if edge is not None else None
        if barrier is None:
            return False
        door = barrier.door.kind if barrier.door is not None else ""
        if door == "gap" or (door == "window" and not windows):
            return False
        return barrier.building is not None or bool(barrier.terrain and barrier.terrain.get("impassable"))

    def _barriers(self, one: Dot, other: Dot, windows: bool) -> list[list[Edge]]:
        """The obstacles to a burst between neighbors, on both ways diagonally; empty if a way is free."""
        ways = [[(one, other)]]
        if one.column != other.column and one.row != other.row:
            corners = (Dot(one.column, other.row), Dot(other.column, one.row))
            ways = [[(one, corner), (corner, other)] for corner in corners]
        lattice, shut = self.ground.dots.lattice, []
        for way in ways:
            edges = [edge for pair in way if self._stops(edge := lattice.edge(*pair), windows) and edge]
            if not edges:
                return []
            shut.append(edges)
        return shut

    @cached_method(8192)
    def around(
        self, cell: int, radius: int, holes: tuple[int, ...], windows: bool
    ) -> tuple[tuple[int, int], ...]:
        """The cells to which smoke spreads from dot to dot on its floor, each with the dots on the way.

        Impassable obstacles stop it; ``windows`` do, too, if that is true.
        """
        ways, dots_by_cell, ring = self._ways_of_smoke(holes, windows), {cell: 0}, [cell]
        for dots in range(1, radius + 1):
            ring = list({there: dots for here in ring for there in ways[here] if there not in dots_by_cell})
            dots_by_cell.update(dict.fromkeys(ring, dots))
        return tuple(sorted(dots_by_cell.items()))

    @cached_method(128)
    def _ways_of_smoke(self, holes: tuple[int, ...], windows: bool) -> list[list[int]]:
        """The cells beside each cell to which smoke spreads from there."""
        edges, felled = self.ground.broken(holes)
        if holes:
            ways = self._ways_of_smoke((), windows).copy()
            dots = {dot for edge in edges for dot in edge} | {self.ground.spots[tree].dot for tree in felled}
            dots.update([near for dot in dots for near in self.ground.dots.lattice.neighbors(dot)])
            changed = [cell for cell, spot in enumerate(self.ground.spots) if spot.dot in dots]
        else:
            ways, changed = [[]] * len(self.ground), list(range(len(self.ground)))
        barred, barriers = self.ground.tree_cells - felled, self._barriers_beside(windows)
        for cell in changed:
            ways[cell] = [
                there
                for there, shut in zip(self.ground.neighbors[cell], barriers[cell], strict=True)
                if there not in barred
                and not (shut and all(any(edge not in edges for edge in way) for way in shut))
            ]
        return ways

    @cached_method()
    def _barriers_beside(self, windows: bool) -> list[list[list[list[Edge]]]]:
        """For each cell, and each cell beside it, what stops a burst between them; nothing in tunnels."""
        return [
            [
                []
                if spot.floor == TUNNEL
                else self._barriers(spot.dot, self.ground.spots[there].dot, windows)
                for there in self.ground.neighbors[cell]
            ]
            for cell, spot in enumerate(self.ground.spots)
        ]

    @cached_method(8192)
    def burst(
        self, cell: int, radius: int, holes: tuple[int, ...], windows: bool
    ) -> tuple[tuple[int, int], ...]:
        """The cells that a burst reaches, each with its distance; it does not go around obstacles."""
        far = self.ground.far[cell]
        reached = self.around(cell, radius, holes, windows)
        return tuple((there, dots) for there, dots in reached if far[there] == dots)

    @cached_method(4096)
    def drifts(self, cell: int, dots: int) -> tuple[int, ...]:
        """Where a burst lands that drifts in each direction; impassable walls stop it."""
        return tuple(self._drift(cell, name, dots) for name in self.ground.dots.lattice.directions)

    def _drift(self, cell: int, direction: str, dots: int) -> int:
        here = self.ground.spots[cell]
        for _ in range(dots):
            there = here._replace(dot=self.ground.dots.lattice.step(here.dot, direction))
            if there not in self.ground.cell_of or self.ground.cell_of[there] in self.ground.tree_cells:
                break
            if here.floor != TUNNEL and self._barriers(here.dot, there.dot, False):
                break
            here = there
        return self.ground.cell_of[here]
