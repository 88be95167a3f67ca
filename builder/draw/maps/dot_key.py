"""The key of a dots map: what everything on it is, what it costs, and how the lattice is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from builder.boards.dots import DotsMap
from builder.draw.game_sheets import sheets_of
from builder.draw.maps.dot_buildings import draw_badge, draw_barrier, draw_stairs, draw_way_through
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.map_signs import draw_dead_sample, draw_zone_sample
from builder.draw.maps.symbols import draw_objective
from builder.draw.maps.terrain import draw_terrain, draw_texture
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import NOTE, Writer, stacked
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Type
from builder.draw.surface.wording import Words
from builder.geometry.dotlattice import Lattice
from builder.geometry.shapes import circle
from builder.scenario.model import Scenario
from rulesdb import Entry

_GAP = 5.0
_COLUMNS = 3
_NAME = Type(CONDENSED_BOLD, 2.9)
_SAID = Type(CONDENSED, 2.6)
_LINE = 3.1
_SAMPLE = 10.5
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

    def __init__(self, scenario: Scenario, width: float, context: DrawingContext, look: MapLook) -> None:
        self.theme = context.theme
        self.column = (width - (_COLUMNS - 1) * _GAP) / _COLUMNS
        items = list(_items(scenario, context, self.column - _SAMPLE, look))
        self.columns = _in_columns(items)
        writer = Writer(width, context)
        self.notes = [
            writer.paragraph(text, NOTE, color="muted") for text in _readings(scenario, context.words)
        ]

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
                canvas.text(item.name, x + _SAMPLE, y + 2.8, _NAME)
                color = "house" if item.is_house else "muted"
                canvas.lines(item.lines, x + _SAMPLE, y + 5.9, _SAID, _LINE, fill=color)
                y += item.height
        notes = stacked(self.notes)
        notes.draw(canvas, 0, top + self.height - notes.height)


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


def _items(scenario: Scenario, context: DrawingContext, room: float, look: MapLook) -> Iterator[_Item]:
    dots, words = scenario.dots_map, context.words
    for entry in _terrains(dots):
        lines = context.metrics.wrap(terrain_line(scenario, entry, words), _SAID, room)[:3]
        house = entry.provenance.basis.is_marked
        yield _Item(entry.title, lines, _sample(str(entry.get("symbol", "ground"))), house)

    def item(
        name: str, meaning: str, picture: Callable[[Canvas, Point], None], *, house: bool = False
    ) -> _Item:
        return _Item(name, context.metrics.wrap(meaning, _SAID, room)[:3], picture, house)

    movement = scenario.ruleset.movement
    climb = movement.doors.get("window", 0) if movement is not None else ""
    level = movement.change_level if movement is not None else ""
    if dots.elevation:
        meaning = words("dots.contour-cost", cost=level) if level else words("dots.contour-plain")
        yield item(words("dots.contour"), meaning, lambda canvas, at: _draw_contour(canvas, at))
    doors = {door.kind for door in dots.doors.values()}
    for kind, meaning, house in (
        ("door", words("dots.door-cost"), True),
        ("window", words("dots.window-cost", cost=climb), True),
        ("gap", words("dots.gap-cost"), False),
    ):
        if kind in doors:
            yield item(words(f"dots.{kind}"), meaning, _door_sample(kind), house=house)
    if any(building.levels > 1 for building in dots.buildings):
        yield item(words("dots.floors"), words("dots.floors-counted"), lambda c, at: draw_badge(c, at, 2))
    if any(building.stairs for building in dots.buildings):
        meaning = words("dots.stairs-cost", cost=level)
        yield item(words("dots.stairs"), meaning, lambda c, at: draw_stairs(c, at, 18.0), house=True)
    if look.zones_of(scenario):
        meaning = words("dots.zone-said")
        yield item(words("dots.zone"), meaning, lambda canvas, at: draw_zone_sample(canvas, at))
    if look.objectives_of(scenario):
        meaning = words("dots.objective-said")
        yield item(words("map.objective"), meaning, lambda c, at: draw_objective(c, at, 11.0))
    if look.dead is not None:
        name = words("map.not-seen", zone=look.dead.zone.title)
        yield item(name, "", lambda canvas, at: draw_dead_sample(canvas, at))


def _terrains(dots: DotsMap) -> list[Entry]:
    """Every kind of terrain on the map, once."""
    entries = [piece.terrain for piece in dots.pieces]
    entries += [obstacle.terrain for obstacle in dots.obstacles.values()]
    if dots.buildings and dots.building_terrain is not None:
        entries.append(dots.building_terrain)
    if dots.tunnels and dots.tunnel_terrain is not None:
        entries.append(dots.tunnel_terrain)
    if dots.open_ground is not None:
        entries.append(dots.open_ground)
    return list({entry.key: entry for entry in entries}.values())


def terrain_line(scenario: Scenario, entry: Entry, words: Words) -> str:
    """What a kind of terrain costs and does, in a line; house values are marked."""
    game, movement = scenario.ruleset, scenario.ruleset.movement
    effects = []
    if movement is not None and "cost" in entry.facts:
        cost = movement.ground[entry["cost"]]
        effects.append(words(f"dots.{entry.get('paid', 'enter')}", cost=cost))
    elif movement is not None and entry.get("open"):
        effects.append(words("dots.enter", cost=movement.open))
    effects += [words("map.impassable") if entry.get("impassable") else "", *sight_and_cover(entry, words)]
    if "toughness" in entry.facts and "toughness" in game.structures:
        table = game.table(game.structures["toughness"])
        toughness = table.lookup(**{table.axes[0].name: entry["toughness"]}).result
        effects.append(words("dots.toughness", toughness=toughness))
    line = (", ".join(part for part in effects if part) + words.mark(entry.provenance.basis)).strip()
    return line or words("map.no-effect")


def sight_and_cover(entry: Entry, words: Words) -> Iterator[str]:
    """Whether terrain blocks sight, and what cover it gives."""
    if entry.get("blocks_sight"):
        yield words("map.blocks-sight")
    if entry.get("cover", "none") != "none":
        yield words("map.cover", cover=words.of("cover", entry["cover"]))


def _sample(symbol: str) -> Callable[[Canvas, Point], None]:
    def draw(canvas: Canvas, at: Point) -> None:
        x, y = at
        if symbol in _BETWEEN:
            draw_barrier(canvas, symbol, [((x - 3.2, y), (x + 3.2, y))])
        elif symbol == "trench":
            for weight, color in ((3.6, "fence"), (2.6, "trench")):
                canvas.line((x - 2, y), (x + 2, y), stroke=color, stroke_width=weight, stroke_linecap="round")
        elif symbol in ("wire", "tree", "tunnel"):
            draw_texture(canvas, symbol, circle(at, 3.0))
        else:
            draw_terrain(canvas, symbol, circle(at, 3.0), 1.0)

    return draw


def _door_sample(kind: str) -> Callable[[Canvas, Point], None]:
    def draw(canvas: Canvas, at: Point) -> None:
        ends = ((at[0] - 4, at[1]), (at[0] + 4, at[1]))
        draw_barrier(canvas, "building", [ends])
        draw_way_through(canvas, kind, ends, 2.0, ground="paper")

    return draw


def _draw_contour(canvas: Canvas, at: Point) -> None:
    x, y = at
    canvas.path(f"M{x - 3.4:.2f} {y + 1.4:.2f}q3.4 -5 6.8 0", stroke="contour", stroke_width=0.6, fill="none")


def _readings(scenario: Scenario, words: Words) -> list[str]:
    """How the lattice is read, as the rules that we have do not say it."""
    dots = scenario.dots_map
    square = dots.lattice.kind is Lattice.SQUARE
    kind = "square" if square else "triangular"
    notes_on_lattice = [f"{words(f'dots.reads-{kind}')} {words('dots.reads')}"]
    notes_of_game = sheets_of(scenario.ruleset).map_notes
    notes_on_lattice += notes_of_game(scenario, words) if notes_of_game is not None else ()
    if dots.buildings:
        notes_on_lattice.append(words("dots.walls"))
    others = [
        f"{building.name}: {building.toughness}"
        for building in dots.buildings
        if dots.building_terrain is not None and building.toughness != dots.building_terrain.get("toughness")
    ]
    if others:
        notes_on_lattice.append(words("dots.buildings", buildings="; ".join(others)))
    notes = [(piece.name or piece.terrain.title, piece.text) for piece in dots.pieces]
    notes += [(building.name, building.text) for building in dots.buildings]
    notes += [(tunnel.name, tunnel.text) for tunnel in dots.tunnels]
    return [*notes_on_lattice, *(f"{name}: {text}" for name, text in notes if text)]
