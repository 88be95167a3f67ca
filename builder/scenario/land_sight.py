"""Lines of sight over open country on hexes, by the game's own rule."""

from __future__ import annotations

from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.geometry.hexline import hexes_between
from builder.geometry.sight import Segment, sees
from builder.scenario.land_map import LandMap
from rulesdb import Ruleset


class LandSight:
    """Answers who sees whom on one map.

    The line runs from middle to middle. Walls on hexsides stop it; what the levels of the hexes between do is
    the game's procedure. Of a line that runs along hexsides one of its two ways has to be free.

    Source: bugged Line of Sight
    """

    def __init__(self, game: Ruleset, land: LandMap) -> None:
        self.land = land
        self.rule = game.procedure("sees")
        self.layout = HexLayout(land.grid, land.hex_size)
        self.walls: list[Segment] = [
            self.layout.side(side) for side, obstacle in land.obstacles.items() if obstacle.kind == "wall"
        ]

    def sees(self, here: Hex, there: Hex) -> bool:
        """Whether a unit in one hex sees a unit in another; the same both ways."""
        if here == there:
            return True
        # From the lesser hex to the greater, so that both see by the same line.
        one, other = sorted((here, there))
        if not sees(self.layout.center(one), self.layout.center(other), self.walls):
            return False
        ends = self.land.level(one), self.land.level(other)
        for way in hexes_between(self.layout, one, other):
            between = tuple(self.land.level(hex) for hex in way)
            if self.rule(shooter=ends[0], target=ends[1], between=between):
                return True
        return False
