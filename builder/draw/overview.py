"""The whole map at a glance: every level small, where forces set up, the symbols and what doors cost."""

from __future__ import annotations

from collections.abc import Callable

from builder.draw.canvas import Canvas, Drawing, Point
from builder.draw.charts import table_blocks
from builder.draw.flow import Block, Writer, draw_band
from builder.draw.hexmap import MARGIN, TITLE_BAND, draw_level
from builder.draw.symbols import (
    draw_console,
    draw_door,
    draw_hatch,
    draw_lift,
    draw_locker,
    draw_machinery,
    draw_objective,
)
from builder.draw.theme import Theme
from builder.draw.type import BOLD, REGULAR, Metrics, Type
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Scenario, Zone

_COLUMN_GAP = 6.0
_TOP = 19.0
_GAP = 3.0
_SYMBOL_ROWS = 5
_SYMBOL_STEP = 8.6


def draw_overview(
    scenario: Scenario, size: tuple[float, float], theme: Theme, metrics: Metrics, *, debug: bool = False
) -> Drawing:
    """One sheet of ``size`` mm with every level, the set-up zones, a key, and the costs of passage."""
    width, height = size
    canvas = Canvas(width, height, metrics, debug=debug)
    draw_band(canvas, scenario.map.title or scenario.title, f"{scenario.title} · overview", theme, width)
    key = _Key(scenario, width, theme, metrics)
    levels = range(len(scenario.hex_map.levels))
    first = draw_level(scenario, 0, theme, metrics)
    room = (height - _TOP - key.height) / len(levels) - _GAP
    scale = min(room / first.height, width / first.width)
    drawings = [
        draw_level(scenario, level, theme, metrics, overview_at=scale, debug=debug) for level in levels
    ]
    y = _TOP
    for level, drawing in enumerate(drawings):
        left = (width - drawing.width * scale) / 2
        canvas.place(drawing, left, y, scale=scale)
        _draw_zones(canvas, scenario, level, left, y, scale, theme)
        y += drawing.height * scale + _GAP
    key.draw(canvas, height - key.height)
    return canvas.drawing("overview", "Overview")


def _draw_zones(
    canvas: Canvas, scenario: Scenario, level: int, left: float, top: float, scale: float, theme: Theme
) -> None:
    """A dashed ring of the zone's color and its title over each set-up zone."""
    layout = HexLayout(scenario.hex_map.grid, scenario.hex_map.hex_size)
    color = theme.map["zone"]
    with canvas.layer(f"zones-{level}"):
        for zone in scenario.zones:
            for area_id in zone.areas:
                _draw_zone(canvas, scenario, zone, area_id, level, layout, (left, top), scale, color)


def _draw_zone(
    canvas: Canvas,
    scenario: Scenario,
    zone: Zone,
    area_id: str,
    level: int,
    layout: HexLayout,
    corner: tuple[float, float],
    scale: float,
    color: str,
) -> None:
    mine = {place.hex for place in scenario.hex_map.areas[area_id].places if place.level == level}
    if not mine:
        return

    def onto(point: tuple[float, float]) -> tuple[float, float]:
        return (corner[0] + (point[0] + MARGIN) * scale, corner[1] + (point[1] + MARGIN + TITLE_BAND) * scale)

    edges = []
    for hex in sorted(mine):
        for direction, other in layout.grid.around(hex):
            if other not in mine:
                start, end = layout.side(layout.grid.hexside(hex, direction))
                edges.append((onto(start), onto(end)))
    canvas.segments(edges, stroke=color, stroke_width=0.9, stroke_linecap="round", stroke_dasharray="1.6 1.6")
    top = min(layout.center(hex)[1] for hex in mine)
    middle = sum(layout.center(hex)[0] for hex in mine) / len(mine)
    x, y = onto((middle, top))
    type = Type(BOLD, 2.6)
    run = canvas.metrics.width(zone.title, type)
    canvas.rect(x - run / 2 - 0.8, y - 1.4, run + 1.6, 3.4, radius=0.8, fill=color)
    canvas.text(zone.title, x, y + 1.1, type, anchor="middle", fill="#ffffff")


class _Key:
    """Symbols on the left, tables from the database on the right, the areas of each level below."""

    def __init__(self, scenario: Scenario, width: float, theme: Theme, metrics: Metrics) -> None:
        self.theme = theme
        self.column = (width - _COLUMN_GAP) / 2
        narrow = Writer(self.column, theme, metrics)
        wide = Writer(width, theme, metrics)
        self.tables: list[Block] = []
        for slug in scenario.ruleset.map_tables:
            table = scenario.ruleset.table(slug)
            self.tables += [
                narrow.paragraph(table.entry.title, Type(BOLD, 4.0)),
                *table_blocks(table, narrow),
            ]
        self.areas = [
            wide.paragraph(text, Type(REGULAR, 2.6), color="muted") for text in _area_lists(scenario)
        ]

    @property
    def height(self) -> float:
        """In mm."""
        upper = max(sum(block.height for block in self.tables), _SYMBOL_ROWS * _SYMBOL_STEP + 8)
        return upper + 2 + sum(block.height for block in self.areas)

    def draw(self, canvas: Canvas, top: float) -> None:
        """Draw it with its upper edge at ``top``."""
        canvas.text("Symbols", 0, top + 4, Type(BOLD, 4.0), fill=self.theme["ink"])
        for index, (name, draw) in enumerate(_symbols(canvas, self.theme, 13.0)):
            side, row = divmod(index, _SYMBOL_ROWS)
            x, y = side * self.column / 2 + 5, top + 11 + row * _SYMBOL_STEP
            draw((x, y))
            canvas.text(name, x + 7, y + 1.1, Type(REGULAR, 3.0), fill=self.theme["ink"])
        y = top
        for block in self.tables:
            block.draw(canvas, self.column + _COLUMN_GAP, y)
            y += block.height
        y = top + self.height - sum(block.height for block in self.areas)
        for block in self.areas:
            block.draw(canvas, 0, y)
            y += block.height


def _symbols(canvas: Canvas, theme: Theme, size: float) -> tuple[tuple[str, Callable[[Point], None]], ...]:
    """Each symbol's name, and how to draw it at a point."""

    def door(kind: str) -> Callable[[Point], None]:
        return lambda at: draw_door(canvas, theme, ((at[0] - 4, at[1]), (at[0] + 4, at[1])), kind, size)

    return (
        ("Interior door", door("interior")),
        ("Airtight door", door("airtight")),
        ("Vertical hatch", lambda at: draw_hatch(canvas, theme, at, size)),
        ("Lift", lambda at: draw_lift(canvas, theme, at, size)),
        ("Obstructing machinery", lambda at: draw_machinery(canvas, theme, at, "obstructing", size)),
        ("Explosive machinery", lambda at: draw_machinery(canvas, theme, at, "explosive", size)),
        ("Spacesuit locker", lambda at: draw_locker(canvas, theme, at, size)),
        ("Console", lambda at: draw_console(canvas, theme, at, size)),
        ("Objective", lambda at: draw_objective(canvas, theme, at, size)),
    )


def _area_lists(scenario: Scenario) -> list[str]:
    """Every area by level with the number of its hexes."""
    texts = []
    for level, about in enumerate(scenario.hex_map.levels):
        names = []
        for area in scenario.hex_map.areas_on(level):
            count = sum(place.level == level for place in area.places)
            names.append(f"{area.name} ({count})")
        texts.append(f"{about.title}, areas and their hexes: {', '.join(names)}.")
    return texts
