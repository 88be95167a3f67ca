"""Open country on hexes: terrain and elevation in the hexes, obstacles between them."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from builder.boards.board import Overlap, View
from builder.boards.hex_board import HexBoard
from builder.boards.land_moves import LandMoves, LandSteps
from builder.boards.moves import Mover
from builder.boards.parts import Part
from builder.boards.spots import Place, Region
from builder.geometry.hexgrid import Hex, HexGrid, Hexside
from builder.geometry.hexlayout import HexLayout, hexes_between
from builder.geometry.sight import Segment, sees
from rulesdb import Entry, InputError, Ruleset
from rulesdb.conditions import Trait
from rulesdb.yaml_source import DataPath

if TYPE_CHECKING:
    from builder.boards.cells.cells import Cells


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A ``wall``, which blocks sight, or a ``hedge``, which does not, on a hexside."""

    side: Hexside
    kind: str
    path: DataPath


@dataclass(frozen=True)
class LandMap(HexBoard):
    """A map of numbered hexes without rooms, all on one level."""

    kind: ClassVar[str] = "land"
    title: str
    grid: HexGrid
    hex_size: float
    open_ground: Entry | None
    terrain: Mapping[Hex, Entry]
    elevation: Mapping[Hex, int]
    obstacles: Mapping[Hexside, Obstacle]
    labels: Mapping[str, Hex]
    listed_twice: tuple[tuple[Hex, str, str, DataPath], ...]

    @property
    def traits(self) -> Mapping[str, Trait]:
        """The sizes in hexes, and the highest elevation."""
        highest = max(self.elevation.values(), default=0)
        return {"columns": self.grid.columns, "rows": self.grid.rows, "highest": highest}

    def parts(self) -> Iterator[Part]:
        hexes = Counter(terrain.key for terrain in self.terrain.values())
        for terrain in self.terrain_entries():
            path: DataPath = ("map", "land", "terrain")
            yield Part("terrain", terrain.title, path, {**terrain.traits, "hexes": hexes[terrain.key]})
        for side, obstacle in self.obstacles.items():
            is_inside = side.hex in self.grid and self.grid.across(side) in self.grid
            edge = ("no" if is_inside else "yes",)
            name = f"{obstacle.kind} at {self.grid.label(side.hex)}"
            yield Part("obstacle", name, obstacle.path, {"is": (obstacle.kind,), "edge": edge})

    def ground(self, hex: Hex) -> Entry | None:
        """The terrain of a hex."""
        return self.terrain.get(hex, self.open_ground)

    def level(self, hex: Hex) -> int:
        """The elevation of a hex; 0 is the ground."""
        return self.elevation.get(hex, 0)

    def describe(self, spot: Place) -> str:
        """A hex in words."""
        return f"hex {self.grid.label(spot.hex)}"

    def has_ground(self, spot: Place) -> bool:
        """Every hex can be entered."""
        return True

    def sight(self, game: Ruleset) -> Callable[[Place, Place], bool]:
        """Lines run from center to center, and walls on hexsides stop them.

        Whether the levels of the hexes between block a line is decided by the game's procedure, if it has
        one. Of a line along hexsides, one of the two sides has to be free.

        Source: bugged Line of Sight
        """
        rule = game.procedure(game.sight) if game.sight else None
        layout = HexLayout(self.grid, self.hex_size)
        walls: list[Segment] = [
            layout.side(side) for side, obstacle in self.obstacles.items() if obstacle.kind == "wall"
        ]

        def sees_from(eye: Place, target: Place) -> bool:
            if eye == target:
                return True
            # From the smaller hex to the greater, so that sight is the same both ways.
            one, other = sorted((eye.hex, target.hex))
            if not sees(layout.center(one), layout.center(other), walls):
                return False
            if rule is None:
                return True
            ends = self.level(one), self.level(other)
            return any(
                rule(shooter=ends[0], target=ends[1], between=tuple(self.level(hex) for hex in way))
                for way in hexes_between(layout, one, other)
            )

        return sees_from

    def view(self, region: Region) -> View:
        """All hexes of the map."""
        return View(region.spots, [Place(0, hex) for hex in self.grid], "hexes")

    def moves(self, game: Ruleset, mover: Mover) -> LandMoves | None:
        if game.movement is None:
            return None
        if game.id not in self._steps_by_game:
            self._steps_by_game[game.id] = LandSteps(self, game.movement)
        return LandMoves(self._steps_by_game[game.id], mover.allowance)

    def cells(self, game: Ruleset) -> Cells:
        if game.movement is None:
            raise InputError(f"{game.title} has no movement costs for open country")
        # Not needed to read, check or print a map.
        from builder.boards.cells.land_cells import land_cells

        return land_cells(self, game, game.movement)

    @functools.cached_property
    def _steps_by_game(self) -> dict[str, LandSteps]:
        return {}

    def terrain_entries(self) -> Iterable[Entry]:
        return {entry.id: entry for entry in self.terrain.values()}.values()

    def overlaps(self) -> Iterator[Overlap]:
        """Hexes with two kinds of terrain or on two levels, once for each pair."""
        pairs: dict[tuple[str, str], list[tuple[Hex, DataPath]]] = {}
        for hex, first, second, path in self.listed_twice:
            pairs.setdefault((first, second), []).append((hex, path))
        for (first, second), ((hex, path), *others) in pairs.items():
            are = f" and {len(others)} more are" if others else " is"
            yield Overlap(f"hex {self.grid.label(hex)}{are} both {first} and {second}", path)
