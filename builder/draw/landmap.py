"""Open country on hexes at its true size: terrain, elevation, obstacles, names and objectives."""

from __future__ import annotations

from collections.abc import Iterable

from builder.draw.canvas import Canvas, Drawing, Point, mm
from builder.draw.caption_placing import Captions
from builder.draw.hexmap import MARGIN, TITLE_BAND
from builder.draw.symbols import draw_objective
from builder.draw.terrain import draw_texture
from builder.draw.theme import Theme
from builder.draw.type import BOLD, CONDENSED, CONDENSED_BOLD, Metrics, Type
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.geometry.shapes import polygon
from builder.scenario.land_map import LandMap
from builder.scenario.model import Scenario

_SLOPE = 0.13
_OBSTACLE_WEIGHT = {"wall": 1.4, "hedge": 1.0}


def draw_land(
    scenario: Scenario,
    theme: Theme,
    metrics: Metrics,
    *,
    objectives: bool = True,
    zones: bool = False,
    overview_at: float | None = None,
    debug: bool = False,
) -> Drawing:
    """The whole map with hex numbers, as large as its hexes make it, under a band with its title.

    ``overview_at`` is the scale of a small picture of the map: hex numbers are left out, and names drawn
    large enough to be read. ``zones`` shows where forces set up.
    """
    land = scenario.land_map
    layout = HexLayout(land.grid, land.hex_size)
    width, height = layout.width + 2 * MARGIN, layout.height + 2 * MARGIN + TITLE_BAND
    canvas = Canvas(width, height, metrics, debug=debug)
    canvas.rect(0, 0, width, height, fill=theme["paper"])
    canvas.text(land.title or scenario.title, MARGIN + 2, 8.2, Type(BOLD, 5.2), fill=theme["ink"])
    with canvas.shifted(MARGIN, MARGIN + TITLE_BAND):
        pen = _Pen(canvas, scenario, land, layout, theme, overview_at)
        with canvas.layer("ground"):
            pen.ground()
        with canvas.layer("elevation"):
            pen.elevation()
        if overview_at is None:
            with canvas.layer("numbers"):
                pen.numbers()
        with canvas.layer("obstacles"):
            pen.obstacles()
        if zones:
            with canvas.layer("zones"):
                pen.zones()
        with canvas.layer("names"):
            pen.names(objectives)
    return canvas.drawing("map-land", land.title or "Map")


class _Pen:
    def __init__(
        self,
        canvas: Canvas,
        scenario: Scenario,
        land: LandMap,
        layout: HexLayout,
        theme: Theme,
        overview_at: float | None,
    ) -> None:
        self.canvas = canvas
        self.scenario = scenario
        self.land = land
        self.layout = layout
        self.theme = theme
        self.grow = 1.0 if overview_at is None else max(1.0, 0.62 / overview_at)
        self.overview = overview_at is not None
        self.captions = Captions((0.0, 0.0, layout.width, layout.height))

    def ground(self) -> None:
        """A fill for each kind of terrain, its marks, then the grid."""
        by_symbol: dict[str, list[Hex]] = {}
        for hex in self.land.grid:
            entry = self.land.ground(hex)
            by_symbol.setdefault(entry.get("symbol", "ground") if entry else "ground", []).append(hex)
        for symbol, hexes in sorted(by_symbol.items()):
            fill = self.theme.map[symbol]
            self.canvas.path(self._outlines(hexes), fill=fill, stroke=fill, stroke_width=0.1)
            for hex in hexes:
                draw_texture(self.canvas, self.theme, symbol, polygon(self._marked_part(hex)))
        self.canvas.path(
            self._outlines(self.land.grid),
            fill="none",
            stroke=self.theme.map["grid"],
            stroke_width=0.2 * self.grow,
        )

    def elevation(self) -> None:
        """Each level a shade darker, with a line where the ground steps up, and its number."""
        levels: dict[int, list[Hex]] = {}
        for hex, level in self.land.elevation.items():
            levels.setdefault(level, []).append(hex)
        for level, hexes in sorted(levels.items()):
            self.canvas.path(
                self._outlines(sorted(hexes)),
                fill=self.theme.map["trench"],
                fill_opacity=min(0.6, _SLOPE * level + 0.1),
            )
        steps: dict[int, list[tuple[Point, Point]]] = {}
        for hex in self.land.grid:
            for direction, other in self.land.grid.around(hex):
                rise = self.land.level(hex) - self.land.level(other)
                if rise > 0 and other in self.land.grid:
                    ends = self.layout.side(self.land.grid.hexside(hex, direction))
                    steps.setdefault(rise, []).append(ends)
        for rise, edges in sorted(steps.items()):
            self.canvas.segments(
                edges,
                stroke=self.theme.map["trench"],
                stroke_width=(0.4 + 0.4 * rise) * self.grow,
                stroke_linecap="round",
            )
        for hex, level in sorted(self.land.elevation.items()):
            x, y = self.layout.center(hex)
            size = self.layout.size
            self.canvas.text(
                str(level),
                x,
                y + size * 0.44,
                Type(CONDENSED_BOLD, size * 0.14),
                anchor="middle",
                fill=self.theme["ink"],
            )
            half = size * 0.06
            self.captions.reserve((x - half, y + size * 0.33, x + half, y + size * 0.46))

    def numbers(self) -> None:
        """Each hex's number at its top."""
        type = Type(CONDENSED, self.layout.size * 0.125)
        for hex in self.land.grid:
            x, y = self.layout.center(hex)
            self.canvas.text(
                self.land.grid.label(hex),
                x,
                y - self.layout.size * 0.31,
                type,
                anchor="middle",
                fill=self.theme["muted"],
                within=(
                    x - self.layout.radius / 2,
                    y - self.layout.size / 2,
                    self.layout.radius,
                    self.layout.size,
                ),
            )
            run = self.canvas.metrics.width(self.land.grid.label(hex), type)
            top = y - self.layout.size * 0.43
            self.captions.reserve((x - run / 2, top, x + run / 2, top + self.layout.size * 0.14))

    def obstacles(self) -> None:
        """Walls as a bar, hedges as beads."""
        for kind, weight in _OBSTACLE_WEIGHT.items():
            ends = [
                self.layout.side(side) for side, found in self.land.obstacles.items() if found.kind == kind
            ]
            dashes = {} if kind == "wall" else {"stroke_dasharray": f"0.1 {mm(1.5 * self.grow)}"}
            color = self.theme.map["wall" if kind == "wall" else "woods"]
            self.canvas.segments(
                ends, stroke=color, stroke_width=weight * self.grow, stroke_linecap="round", **dashes
            )

    def zones(self) -> None:
        """A dashed ring around each set-up zone, with its name."""
        color = self.theme.map["zone"]
        for zone in self.scenario.zones:
            mine = set(zone.hexes)
            edges = [
                self.layout.side(self.land.grid.hexside(hex, direction))
                for hex in zone.hexes
                for direction, other in self.land.grid.around(hex)
                if other not in mine
            ]
            self.canvas.segments(
                edges,
                stroke=color,
                stroke_width=0.6 * self.grow,
                stroke_dasharray=f"{mm(1.6 * self.grow)} {mm(1.2 * self.grow)}",
            )
            if mine:
                xs, ys = zip(*(self.layout.center(hex) for hex in mine), strict=True)
                type = Type(BOLD, 3.0 * self.grow)
                box = (min(xs), min(ys) - 2, max(xs), min(ys) + 2)
                self.captions.place(self.canvas, zone.title, type, box, "#ffffff", color)

    def names(self, objectives: bool) -> None:
        """Objectives with their stars, then the names of the land."""
        for objective in self.scenario.objectives if objectives else ():
            if objective.place is not None:
                x, y = self.layout.center(objective.place.hex)
                star = self.layout.size * 0.5 * self.grow**0.5
                draw_objective(self.canvas, self.theme, (x, y), star)
                half = star * 0.28
                self.captions.reserve((x - half, y - half, x + half, y + half))
        type = Type(BOLD, 2.6 * self.grow)
        for objective in self.scenario.objectives if objectives else ():
            if objective.place is not None:
                x, y = self.layout.center(objective.place.hex)
                half = self.layout.size * 0.15 * self.grow**0.5
                box = (x - half, y - half, x + half, y + half)
                self.captions.place(
                    self.canvas, objective.title, type, box, self.theme["ink"], self.theme["paper"]
                )
        type = Type(CONDENSED_BOLD, 2.8 * self.grow)
        for name, hex in self.land.labels.items():
            x, y = self.layout.center(hex)
            self.captions.place(
                self.canvas, name, type, (x - 1, y - 1, x + 1, y + 1), self.theme["ink"], self.theme["paper"]
            )

    def _marked_part(self, hex: Hex) -> tuple[Point, ...]:
        """The part of a hex for the marks of its terrain: clear of its number and of its level."""
        x0, y0 = self.layout.center(hex)
        size = self.layout.size
        return tuple(
            (x0 + (x - x0) * 0.86, min(max(y0 + (y - y0) * 0.86, y0 - size * 0.26), y0 + size * 0.3))
            for x, y in self.layout.corners(hex)
        )

    def _outlines(self, hexes: Iterable[Hex]) -> str:
        parts = []
        for hex in hexes:
            corners = self.layout.corners(hex)
            parts.append("M" + "L".join(f"{mm(x)} {mm(y)}" for x, y in corners) + "Z")
        return "".join(parts)
