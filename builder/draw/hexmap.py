"""A level of a hex map at its true size."""

from __future__ import annotations

from collections.abc import Iterable

from builder.draw.canvas import Canvas, Drawing, Point
from builder.draw.hex_paths import HexPaths
from builder.draw.labels import SMALLEST, place_label
from builder.draw.symbols import (
    draw_console,
    draw_door,
    draw_hatch,
    draw_lift,
    draw_locker,
    draw_machinery,
    draw_objective,
    draw_vehicle,
)
from builder.draw.theme import Theme
from builder.draw.type import BOLD, CONDENSED, CONDENSED_BOLD, Metrics, Type
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import HexMap, Objective, Place, Scenario, Vehicle
from builder.scenario.structure import boundaries

MARGIN = 3.0
TITLE_BAND = 9.0
_SMALLEST_IN_OVERVIEW = 1.8


def draw_level(
    scenario: Scenario,
    level: int,
    theme: Theme,
    metrics: Metrics,
    *,
    objectives: bool = True,
    overview_at: float | None = None,
    debug: bool = False,
) -> Drawing:
    """One level with floors, walls, doors, symbols, hex numbers and names.

    The drawing is as large as the grid at the map's hex size, plus a margin and a title band above.
    ``objectives=False`` leaves out the layer that shows objectives. ``overview_at`` is the scale of a small
    picture of the map: hex numbers and captions are left out, and names drawn large enough to be read.
    """
    hex_map = scenario.hex_map
    layout = HexLayout(hex_map.grid, hex_map.hex_size)
    width = layout.width + 2 * MARGIN
    height = layout.height + 2 * MARGIN + TITLE_BAND
    canvas = Canvas(width, height, metrics, debug=debug)
    canvas.rect(0, 0, width, height, fill=theme.map["space"])
    _draw_title(canvas, scenario, level, theme)
    with canvas.shifted(MARGIN, MARGIN + TITLE_BAND):
        pen = _Pen(canvas, hex_map, level, layout, theme, metrics, overview_at)
        with canvas.layer("space"):
            pen.space()
        with canvas.layer("floors"):
            pen.floors()
        with canvas.layer("symbols"):
            pen.symbols()
        with canvas.layer("walls"):
            pen.walls()
        if overview_at is None:
            with canvas.layer("numbers"):
                pen.numbers()
        with canvas.layer("names"):
            pen.names()
        if objectives:
            with canvas.layer("objectives"):
                pen.objectives(scenario.objectives)
        if scenario.vehicles:
            with canvas.layer("vehicles"):
                pen.vehicles(scenario.vehicles)
    return canvas.drawing(f"map-{hex_map.levels[level].id}", hex_map.levels[level].title)


def _draw_title(canvas: Canvas, scenario: Scenario, level: int, theme: Theme) -> None:
    title = scenario.hex_map.levels[level].title
    if scenario.hex_map.title:
        title = f"{scenario.hex_map.title} · {title}"
    canvas.text(title, MARGIN + 2, 8.2, Type(BOLD, 5.2), fill=theme["ink"])


class _Pen:
    """Draws the parts of one level, from the grid's top left corner."""

    def __init__(
        self,
        canvas: Canvas,
        hex_map: HexMap,
        level: int,
        layout: HexLayout,
        theme: Theme,
        metrics: Metrics,
        overview_at: float | None,
    ) -> None:
        self.overview_at = overview_at
        self.canvas = canvas
        self.map = hex_map
        self.level = level
        self.layout = layout
        self.paths = HexPaths(layout)
        self.theme = theme
        self.metrics = metrics
        self.size = layout.size

    def space(self) -> None:
        """The hexes around the ship, as faint outlines."""
        outside = [hex for hex in self.map.grid if Place(self.level, hex) not in self.map.area_at]
        if outside:
            self.canvas.path(self.paths.sides(outside), stroke=self.theme.map["space_grid"], stroke_width=0.2)

    def floors(self) -> None:
        """Filled hexes, one path for each kind of area, then the grid."""
        by_kind: dict[str, list[Hex]] = {}
        for area in self.map.areas_on(self.level):
            hexes = [place.hex for place in area.places if place.level == self.level]
            by_kind.setdefault(area.kind, []).extend(hexes)
        for kind, hexes in sorted(by_kind.items()):
            fill = self.theme.map[kind]
            self.canvas.path(self.paths.outline(hexes), fill=fill, stroke=fill, stroke_width=0.1)
        inside = [hex for hexes in by_kind.values() for hex in hexes]
        if inside:
            self.canvas.path(self.paths.sides(inside), stroke=self.theme.map["grid"], stroke_width=0.2)

    def walls(self) -> None:
        """Interior walls, the hull, then the doors in them."""
        interior: list[tuple[Point, Point]] = []
        exterior: list[tuple[Point, Point]] = []
        doors: list[tuple[tuple[Point, Point], str]] = []
        for boundary in boundaries(self.map):
            if boundary.level != self.level:
                continue
            ends = self.layout.side(boundary.side)
            (exterior if boundary.is_exterior else interior).append(ends)
            if boundary.door is not None:
                doors.append((ends, boundary.door.kind))
        self.canvas.segments(
            interior,
            stroke=self.theme.map["wall"],
            stroke_width=self.theme.map["interior_weight"],
            stroke_linecap="round",
        )
        self.canvas.segments(
            exterior,
            stroke=self.theme.map["hull"],
            stroke_width=self.theme.map["exterior_weight"],
            stroke_linecap="round",
        )
        for ends, kind in doors:
            draw_door(self.canvas, self.theme, ends, kind, self.size)

    def symbols(self) -> None:
        """Machinery, lockers, consoles, hatches and lifts."""
        for feature in self.map.features:
            if feature.place.level != self.level:
                continue
            center = self.layout.center(feature.place.hex)
            if feature.kind == "machinery":
                draw_machinery(self.canvas, self.theme, center, feature.name, self.size)
            elif feature.kind == "locker":
                draw_locker(self.canvas, self.theme, center, self.size)
            else:
                draw_console(self.canvas, self.theme, self._raised(center), self.size)
                if self.overview_at is None:
                    self._caption(feature.name, center, self.theme.map["console"])
        for hatch in self.map.hatches:
            if self.level in hatch.levels:
                center = self.layout.center(hatch.hex)
                draw_hatch(self.canvas, self.theme, center, self.size)
        for lift in self.map.lifts:
            if self.level in lift.levels:
                draw_lift(self.canvas, self.theme, self.layout.center(lift.hex), self.size)

    def numbers(self) -> None:
        """Each hex's number at its top."""
        type = Type(CONDENSED, self.size * 0.125)
        inside: list[tuple[str, float, float]] = []
        outside: list[tuple[str, float, float]] = []
        for hex in self.map.grid:
            x, y = self.layout.center(hex)
            numbers = inside if Place(self.level, hex) in self.map.area_at else outside
            numbers.append((self.map.grid.label(hex), x, y - self.size * 0.29))
        around = (-self.layout.radius / 2, -self.size * 0.21, self.layout.radius, self.size)
        for numbers, fill in ((outside, self.theme.map["space_number"]), (inside, self.theme["muted"])):
            self.canvas.texts(numbers, type, anchor="middle", fill=fill, around=around)

    def names(self) -> None:
        """Each area's name inside the area."""
        for area in self.map.areas_on(self.level):
            if area.kind == "lift":
                continue
            smallest = SMALLEST if self.overview_at is None else _SMALLEST_IN_OVERVIEW / self.overview_at
            label = place_label(self.map, self.layout, area, self.level, self.metrics, smallest)
            if label is None:
                continue
            half = self.metrics.width(label.text, label.type) / 2
            cap = Metrics.CAP_HEIGHT * label.type.size
            self.canvas.rect(
                label.x - half - 0.3,
                label.baseline - cap - 0.3,
                2 * half + 0.6,
                cap + 0.6,
                fill=self.theme.map[area.kind],
                fill_opacity=0.85,
                radius=0.4,
            )
            self.canvas.text(
                label.text,
                label.x,
                label.baseline,
                label.type,
                anchor="middle",
                fill=self.theme["ink"],
                within=(label.x - label.room / 2 - 10, label.baseline - cap - 1, label.room + 20, cap + 2),
            )

    def objectives(self, objectives: Iterable[Objective]) -> None:
        """A star in each objective's hex."""
        for objective in objectives:
            if objective.place is not None and objective.place.level == self.level:
                x, y = self.layout.center(objective.place.hex)
                corner = (x + self.layout.radius * 0.58, y - self.size * 0.2)
                draw_objective(self.canvas, self.theme, corner, self.size * 0.5)

    def vehicles(self, vehicles: Iterable[Vehicle]) -> None:
        """Each vehicle in its hex, with its title."""
        for vehicle in vehicles:
            place = vehicle.location.place
            if place is not None and place.level == self.level:
                center = self.layout.center(place.hex)
                draw_vehicle(self.canvas, self.theme, self._raised(center), self.size * 0.8)
                if self.overview_at is None:
                    self._caption(vehicle.title, center, self.theme["ink"])

    def _caption(self, text: str, center: Point, fill: str) -> None:
        """What a console controls, under it, in at most two lines inside the hex."""
        width = self.layout.radius * 1.3
        type = Type(CONDENSED_BOLD, 2.0)
        lines = self.metrics.wrap(text, type, width)[:2]
        for index, line in enumerate(lines):
            self.canvas.text(
                line,
                center[0],
                center[1] + self.size * 0.23 + index * 2.1,
                self.metrics.fit(line, type, width, 1.6),
                anchor="middle",
                fill=fill,
            )

    def _raised(self, center: Point) -> Point:
        return center[0], center[1] - self.size * 0.07
