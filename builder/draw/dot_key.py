"""The key of a dots map: what everything on it is, what it costs, and how the lattice is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from builder.draw.canvas import Canvas, Point
from builder.draw.dot_buildings import draw_badge, draw_barrier, draw_stairs, draw_way_through
from builder.draw.flow import NOTE, Writer
from builder.draw.symbols import draw_objective
from builder.draw.terrain import draw_terrain, draw_texture
from builder.draw.theme import Theme
from builder.draw.type import CONDENSED, CONDENSED_BOLD, Metrics, Type
from builder.geometry.dotlattice import Lattice
from builder.geometry.shapes import circle
from builder.scenario.dots_map import DotsMap
from builder.scenario.model import Scenario
from builder.scenario.trooper import crew, has_troopers
from rulesdb import Basis, Entry

_GAP = 5.0
_COLUMNS = 3
_NAME = Type(CONDENSED_BOLD, 2.9)
_SAID = Type(CONDENSED, 2.6)
_LINE = 3.1
_SAMPLE = 10.5
_PAID = {"enter": "to enter", "border": "in or out", "cross": "to climb"}
_BETWEEN = frozenset({"wall", "high-wall", "fence", "building"})


@dataclass(frozen=True, slots=True)
class _Item:
    """One line of the key: a picture around a point, a name, and what it means."""

    name: str
    lines: Sequence[str]
    picture: Callable[[Canvas, Point], None]
    is_house: bool = False

    @property
    def height(self) -> float:
        return max(8.4, 3.6 + _LINE * len(self.lines) + 1.6)


class DotKey:
    """What everything on the map is and costs, in three columns, and how to read the lattice under them."""

    def __init__(self, scenario: Scenario, width: float, theme: Theme, metrics: Metrics) -> None:
        self.theme = theme
        self.column = (width - (_COLUMNS - 1) * _GAP) / _COLUMNS
        items = list(_items(scenario, theme, metrics, self.column - _SAMPLE))
        self.columns = _in_columns(items)
        writer = Writer(width, theme, metrics)
        self.notes = [writer.paragraph(text, NOTE, color="muted") for text in _readings(scenario)]

    @property
    def height(self) -> float:
        """In mm."""
        tallest = max((sum(item.height for item in column) for column in self.columns), default=0.0)
        return tallest + sum(note.height for note in self.notes)

    def draw(self, canvas: Canvas, top: float) -> None:
        """Draw it with its upper edge at ``top``."""
        for index, column in enumerate(self.columns):
            x, y = index * (self.column + _GAP), top
            for item in column:
                item.picture(canvas, (x + 4.2, y + 3.6))
                canvas.text(item.name, x + _SAMPLE, y + 2.8, _NAME, fill=self.theme["ink"])
                color = self.theme["house" if item.is_house else "muted"]
                for row, line in enumerate(item.lines):
                    canvas.text(line, x + _SAMPLE, y + 5.9 + row * _LINE, _SAID, fill=color)
                y += item.height
        y = top + self.height - sum(note.height for note in self.notes)
        for note in self.notes:
            note.draw(canvas, 0, y)
            y += note.height


def _in_columns(items: list[_Item]) -> list[list[_Item]]:
    """Items in order in columns about equally tall."""
    share = sum(item.height for item in items) / _COLUMNS
    columns: list[list[_Item]] = [[] for _ in range(_COLUMNS)]
    at, tall = 0, 0.0
    for item in items:
        if at < _COLUMNS - 1 and tall + item.height / 2 > share:
            at, tall = at + 1, 0.0
        columns[at].append(item)
        tall += item.height
    return columns


def _items(scenario: Scenario, theme: Theme, metrics: Metrics, room: float) -> Iterator[_Item]:
    dots = scenario.dots_map
    for entry in _terrains(dots):
        lines = metrics.wrap(terrain_line(scenario, entry), _SAID, room)[:3]
        house = entry.provenance.basis is Basis.HOUSE
        yield _Item(entry.title, lines, _sample(theme, str(entry.get("symbol", "ground"))), house)

    def item(name: str, said: str, picture: Callable[[Canvas, Point], None], *, house: bool = False) -> _Item:
        return _Item(name, metrics.wrap(said, _SAID, room)[:3], picture, house)

    costs = scenario.ruleset.tables.get("terrain-costs")
    climb = costs.lookup(movement="climb-wall").result if costs else ""
    level = costs.lookup(movement="change-level").result if costs else ""
    if dots.elevation:
        said = f"{level} to cross, up or down" if costs else "a step in height"
        yield item("Contour, with its level", said, lambda canvas, at: _draw_contour(canvas, theme, at))
    doors = {door.kind for door in dots.doors.values()}
    for kind, said, house in (
        ("door", "walked through at the cost of the dot behind it (house)", True),
        ("window", f"seen through; {climb} to climb through (house)", True),
        ("gap", "walked and seen through", False),
    ):
        if kind in doors:
            yield item(kind.title(), said, _door_sample(theme, kind), house=house)
    if any(building.levels > 1 for building in dots.buildings):
        yield item(
            "Floors of a building", "the ground floor counts", lambda c, at: draw_badge(c, theme, at, 2)
        )
    if any(building.stairs for building in dots.buildings):
        said = f"from floor to floor and to the roof: {level} each (house)"
        yield item("Stairs", said, lambda c, at: draw_stairs(c, theme, at, 18.0), house=True)
    if scenario.zones:
        yield item("Set-up zone", "see the briefing", lambda canvas, at: _draw_zone(canvas, theme, at))
    if scenario.objectives:
        yield item(
            "Objective", "of the dot to its lower left", lambda c, at: draw_objective(c, theme, at, 11.0)
        )


def _terrains(dots: DotsMap) -> list[Entry]:
    """Every kind of terrain on the map, once."""
    found = [piece.terrain for piece in dots.pieces]
    found += [obstacle.terrain for obstacle in dots.obstacles.values()]
    if dots.buildings and dots.building_terrain is not None:
        found.append(dots.building_terrain)
    if dots.tunnels and dots.tunnel_terrain is not None:
        found.append(dots.tunnel_terrain)
    if dots.open_ground is not None:
        found.append(dots.open_ground)
    return list({entry.key: entry for entry in found}.values())


def terrain_line(scenario: Scenario, entry: Entry) -> str:
    """What a kind of terrain costs and does, in a line; values of ours are marked."""
    tables = scenario.ruleset.tables
    said = []
    if "cost" in entry.facts and "terrain-costs" in tables:
        cost = tables["terrain-costs"].lookup(movement=entry["cost"]).result
        said.append(f"{cost} {_PAID[entry.get('paid', 'enter')]}")
    elif entry.get("open") and "basic-figures" in tables:
        said.append(f"{tables['basic-figures'].lookup(about='standard movement cost').result} to enter")
    said += [
        "nobody passes" if entry.get("impassable") else "",
        "blocks sight" if entry.get("blocks_sight") else "",
        f"{entry['cover']} cover" if entry.get("cover", "none") != "none" else "",
    ]
    if "toughness" in entry.facts and "toughness" in tables:
        said.append(f"toughness {tables['toughness'].lookup(structure=entry['toughness']).result}")
    said.append("(house)" if entry.provenance.basis is Basis.HOUSE else "")
    return ", ".join(part for part in said if part).replace(", (house)", " (house)") or "no effect"


def _sample(theme: Theme, symbol: str) -> Callable[[Canvas, Point], None]:
    def draw(canvas: Canvas, at: Point) -> None:
        x, y = at
        if symbol in _BETWEEN:
            draw_barrier(canvas, theme, symbol, [((x - 3.2, y), (x + 3.2, y))])
        elif symbol == "trench":
            for weight, color in ((3.6, "fence"), (2.6, "trench")):
                canvas.line(
                    (x - 2, y),
                    (x + 2, y),
                    stroke=theme.map[color],
                    stroke_width=weight,
                    stroke_linecap="round",
                )
        elif symbol in ("wire", "tree", "tunnel"):
            draw_texture(canvas, theme, symbol, circle(at, 3.0))
        else:
            draw_terrain(canvas, theme, symbol, circle(at, 3.0), 1.0)

    return draw


def _door_sample(theme: Theme, kind: str) -> Callable[[Canvas, Point], None]:
    def draw(canvas: Canvas, at: Point) -> None:
        ends = ((at[0] - 4, at[1]), (at[0] + 4, at[1]))
        draw_barrier(canvas, theme, "building", [ends])
        draw_way_through(canvas, theme, kind, ends, 2.0, ground=theme["paper"])

    return draw


def _draw_contour(canvas: Canvas, theme: Theme, at: Point) -> None:
    x, y = at
    canvas.path(
        f"M{x - 3.4:.2f} {y + 1.4:.2f}q3.4 -5 6.8 0",
        stroke=theme.map["contour"],
        stroke_width=0.6,
        fill="none",
    )


def _draw_zone(canvas: Canvas, theme: Theme, at: Point) -> None:
    x, y = at
    color = theme.map["zone"]
    canvas.rect(
        x - 3, y - 2.4, 6, 4.8, radius=1.2, fill=color, fill_opacity=0.1, stroke=color, stroke_width=0.6,
        stroke_dasharray="1.6 1.2",
    )  # fmt: skip


def _crewed(scenario: Scenario) -> bool:
    members = [member for force in scenario.forces for member in force.members]
    return any(crew(scenario.ruleset, member.weapon) is not None for member in members)


def _readings(scenario: Scenario) -> list[str]:
    """How the lattice is read, as the rules that we have do not say it."""
    dots = scenario.dots_map
    square = dots.lattice.kind is Lattice.SQUARE
    lies = (
        "The lattice is read as square: eight neighbors to a dot, and a step to a corner counts as one."
        if square
        else "The lattice is read as triangular: six neighbors to a dot, all one step away."
    )
    said = [
        f"{lies} Numbers are column and row, costs are action points. A step pays for the dearest thing that "
        "it meets, a reading too. A line of sight that touches a corner is stopped if both its sides are."
    ]
    if has_troopers(scenario.ruleset) and _crewed(scenario):
        arc = scenario.ruleset.table("firing-arc").lookup(weapon="crewed").result
        lies = "to either side of a line of dots" if square else "between two lines of dots, and on them"
        said.append(f"An arc of {arc} degrees lies {lies} (a reading).")
    if dots.buildings:
        said.append(
            "Inner walls stand on every floor. Doors in outer walls are on the ground floor, windows on all. "
            "Unless it is noted, a building is of the usual toughness."
        )
    others = [
        f"{building.name}: {building.toughness}"
        for building in dots.buildings
        if dots.building_terrain is not None and building.toughness != dots.building_terrain.get("toughness")
    ]
    if others:
        said.append(f"Toughness: {'; '.join(others)}.")
    notes = [(piece.name or piece.terrain.title, piece.text) for piece in dots.pieces]
    notes += [(building.name, building.text) for building in dots.buildings]
    notes += [(tunnel.name, tunnel.text) for tunnel in dots.tunnels]
    return [*said, *(f"{name}: {text}" for name, text in notes if text)]
