"""The key of decks: only what is on the map, drawn by the code that draws the map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import cos, pi, sin

from builder.draw.maps.decks.captives import draw_captive
from builder.draw.maps.decks.cells import cell_bars
from builder.draw.maps.decks.craft import craft_look
from builder.draw.maps.decks.doors import door_samples
from builder.draw.maps.decks.fittings.berths import draw_berth_sample
from builder.draw.maps.decks.fittings.furniture import draw_furniture_sample
from builder.draw.maps.decks.states import area_states
from builder.draw.maps.decks.vehicles import draw_vehicle_sample
from builder.draw.maps.map_frame import draw_dead_ground
from builder.draw.maps.map_key import KeyItem
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.signposts import signpost_items
from builder.draw.maps.symbols import draw_symbol
from builder.draw.maps.zone_tabs import (
    draw_post_sample,
    draw_settled_post_sample,
    draw_zone_sample,
    first_step,
    is_bare_post,
    owner_of_zones,
    side_of,
    zone_icon,
)
from builder.draw.sentences.side_names import side_name
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import CONDENSED_BOLD, MIN_SIZE, Type
from builder.scenario.model import Scenario

# Symbols are drawn for hexes of this size, in mm, and an objective's star larger than on a map.
_SIZE = 13.0
_STAR = 11.0
_HALF_WIDE, _HALF_TALL = 5.0, 2.9
_STATE = 2.8
# Doors that are not closed when the game begins.
_NOT_CLOSED = frozenset({"open", "broken", "breach"})
# What the key says more of than a name.
_EXPLAINED = frozenset(
    f"map.{name}" for name in ("explosive", "damaged", "console", "locker", "hatch", "stairs", "lift")
)


def deck_items(scenario: Scenario, context: DrawingContext, look: MapLook) -> Iterator[KeyItem]:
    """The items of the key to a scenario's decks."""
    decks, words = scenario.hex_map, context.words
    movement = scenario.ruleset.movement
    doors = movement.doors if movement is not None else {}
    for name, door, sample in door_samples(decks):
        passing = [words("map.door-cost", count=doors[door])] if door in doors else []
        passing += [words(f"map.{name}-door-said")] if name in _NOT_CLOSED else []
        yield KeyItem(words.of("door", name), "; ".join(passing), sample)
    is_walked_on = decks.site == "ship" and movement is not None and movement.hull is not None
    hull = words("map.hull-walked-on" if is_walked_on else "map.hull-said")
    yield KeyItem(words("map.hull"), hull, _draw_walls)
    if any(area.kind == "airlock" for area in decks.areas.values()):
        yield KeyItem(words("map.airlock"), words("map.airlock-said"), _draw_airlock)
    kinds = {feature.kind for feature in decks.features} | {feature.name for feature in decks.features}
    lockers = [feature for feature in decks.features if feature.kind == "locker"]
    for name, symbol, is_there in (
        ("map.machinery", "machinery", any("machinery" in kind for kind in kinds)),
        ("map.explosive", "explosive", "explosive" in kinds),
        ("map.damaged", "damaged", "damaged-machinery" in kinds),
        ("map.console", "console", "console" in kinds),
        ("map.locker", "locker", any(locker.has_suits for locker in lockers)),
        ("locker.without-suits", "chest", any(not locker.has_suits for locker in lockers)),
        ("map.hatch", "hatch", any(hatch.kind == "hatch" for hatch in decks.hatches)),
        ("map.stairs", "stairs_up", any(hatch.kind == "stairs" for hatch in decks.hatches)),
        ("map.lift", "lift", bool(decks.lifts)),
    ):
        if is_there:
            is_dear = symbol == "machinery" and movement is not None and movement.machinery
            said = words(f"{name}-said") if name in _EXPLAINED else ""
            said = words("map.hex-cost", count=movement.machinery) if is_dear and movement else said
            draw = _draw_stairs if symbol == "stairs_up" else partial(_draw_symbol, symbol)
            yield KeyItem(words(name), said, draw)
    if decks.berths:
        yield KeyItem(words("map.berth"), "", draw_berth_sample)
    held = [force for force in scenario.forces if force.captives]
    if held:
        icon = held[0].icon
        yield KeyItem(
            words("map.captive"), words("map.captive-said"), partial(draw_captive, icon, _SIZE * 0.22)
        )
    if scenario.vehicles:
        vehicle = partial(draw_vehicle_sample, look=craft_look(scenario.vehicles[0]))
        yield KeyItem(words("map.vehicle"), words("map.vehicle-said"), vehicle)
    for text in dict.fromkeys(text for _, text in area_states(decks, scenario.ruleset, words)):
        yield KeyItem(words("map.state"), words("dots.at-the-start"), partial(_draw_state, text))
    for entry in decks.terrain_entries():
        if "holds" in entry.facts:
            kept = side_name(scenario, str(entry["holds"]), words)
            yield KeyItem(entry.title, words("map.cell-said", held=kept), _draw_cell)
    yield from _layer_items(scenario, context, look)
    yield KeyItem(words("dots.furniture"), words("dots.furniture-meaning"), draw_furniture_sample)
    yield KeyItem(words("map.part-hexes"), words("map.part-hexes-said"), _draw_part_hex)


def _layer_items(scenario: Scenario, context: DrawingContext, look: MapLook) -> Iterator[KeyItem]:
    """Objectives, set-up zones and dead ground, if the map shows them."""
    words = context.words
    if look.objectives_of(scenario):
        yield KeyItem(words("map.objective"), words("map.objective-said"), partial(_draw_symbol, "objective"))
    zones = look.zones_of(scenario)
    sides = {side_of(scenario, zone) for zone in zones if not is_bare_post(scenario, zone)}
    for side in sorted(sides, key=lambda number: (zone_icon(number), number)):
        owner = owner_of_zones(scenario, side) if len(sides) > 1 else ""
        text = ": ".join(filter(None, (owner, words("map.zone-said"))))
        step = first_step(scenario, zones, side)
        yield KeyItem(words("map.zone"), text, partial(draw_zone_sample, side, step))
    for post in (zone for zone in zones if zone.id == scenario.command_post):
        settled = partial(draw_settled_post_sample, side_of(scenario, post))
        sample = draw_post_sample if is_bare_post(scenario, post) else settled
        yield KeyItem(words("map.post"), words("map.post-said"), sample)
    yield from signpost_items(scenario, look, words)
    if look.dead is not None:
        yield KeyItem(words("map.not-seen", zone=look.dead.zone.title), "", _draw_dead)


def _draw_symbol(name: str, canvas: Canvas, at: Point) -> None:
    if name == "damaged":
        draw_symbol(canvas, "machinery", at, _SIZE)
    draw_symbol(canvas, name, at, _STAR if name == "objective" else _SIZE)


def _draw_stairs(canvas: Canvas, at: Point) -> None:
    """The signs of stairs on the level below and on that above."""
    for name, aside in (("stairs_up", -0.24), ("stairs_down", 0.24)):
        draw_symbol(canvas, name, (at[0] + aside * _SIZE, at[1]), _SIZE)


def _draw_state(text: str, canvas: Canvas, at: Point) -> None:
    """The plate of a marker in an area."""
    type = canvas.metrics.fit(text, Type(CONDENSED_BOLD, _STATE), 2 * _HALF_WIDE, MIN_SIZE)
    wide = canvas.metrics.width(text, type) + 1.2
    box = (at[0] - wide / 2, at[1] - 1.6, wide, 3.2)
    canvas.rect(*box, fill="explosive", radius=0.4)
    canvas.text(text, at[0], at[1] + type.cap / 2, type, anchor="middle", fill="#ffffff", within=box)


def _draw_walls(canvas: Canvas, at: Point) -> None:
    """The hull above an inner wall."""
    x, y = at
    saves_ink = canvas.theme.saves_ink
    canvas.rect(x - _HALF_WIDE, y - 3.2, 2 * _HALF_WIDE, 3.0, fill="plate", stroke="hull", stroke_width=0.4)
    if saves_ink:
        strokes = [((x + at, y - 0.2), (x + at + 3, y - 3.2)) for at in (-5, -3.5, -2, -0.5, 1, 2)]
        canvas.segments(strokes, stroke="rib", stroke_width=0.2)
    canvas.line((x - _HALF_WIDE, y + 2.2), (x + _HALF_WIDE, y + 2.2), stroke="wall", stroke_width=1.1)


def _draw_airlock(canvas: Canvas, at: Point) -> None:
    """The striped border of an airlock's floor."""
    x, y = at
    west, north, wide, tall = x - _HALF_WIDE, y - 3.4, 2 * _HALF_WIDE, 6.8
    canvas.rect(west, north, wide, tall, fill="airlock", stroke="wall", stroke_width=0.8)
    for number in range(5):
        left = west + 0.4 + number * 2.0
        for top in (north + 0.4, north + tall - 1.8):
            corners = [(left, top + 1.4), (left + 0.7, top), (left + 1.6, top), (left + 0.9, top + 1.4)]
            canvas.polygon(corners, fill="airlock_line")


def _draw_cell(canvas: Canvas, at: Point) -> None:
    """A room that holds creatures."""
    x, y = at
    ring = [
        (x - _HALF_WIDE, y - _HALF_TALL), (x + _HALF_WIDE, y - _HALF_TALL),
        (x + _HALF_WIDE, y + _HALF_TALL), (x - _HALF_WIDE, y + _HALF_TALL),
    ]  # fmt: skip
    canvas.polygon(ring, fill="room", stroke="wall", stroke_width=0.8)
    canvas.segments(list(cell_bars([ring], 0.4, 1.2)), stroke="wall", stroke_width=0.4)


def _draw_dead(canvas: Canvas, at: Point) -> None:
    """A piece of dead ground."""
    x, y = at
    west, north, east, south = x - _HALF_WIDE, y - _HALF_TALL, x + _HALF_WIDE, y + _HALF_TALL
    outline = f"M{west:.3f} {north:.3f}H{east:.3f}V{south:.3f}H{west:.3f}Z"
    draw_dead_ground(canvas, outline, [((west, north), (east, north), (east, south), (west, south))], _SIZE)


def _draw_part_hex(canvas: Canvas, at: Point) -> None:
    """A hex of which a wall has cut off a part."""
    x, y = at
    radius, wall = 4.6, y - 2.0
    corners = [(x + radius * cos(turn * pi / 3), y + radius * sin(turn * pi / 3)) for turn in range(6)]
    inner = [(px, py) for px, py in corners if py >= wall]
    canvas.polygon(corners, stroke="space_grid", stroke_width=0.15, stroke_dasharray="0.6 0.5")
    (right, _), (left, _) = max(inner), min(inner)
    reach = radius - abs(wall - y) / 3**0.5
    canvas.polygon(
        [(x - reach, wall), (x + reach, wall), (right, y), *_lower(corners, y), (left, y)],
        fill="corridor", stroke="grid", stroke_width=0.25,
    )  # fmt: skip
    canvas.line((x - _HALF_WIDE, wall), (x + _HALF_WIDE, wall), stroke="wall", stroke_width=1.1)


def _lower(corners: list[Point], y: float) -> list[Point]:
    """The corners below the middle, from the right to the left."""
    return sorted((corner for corner in corners if corner[1] > y + 0.1), reverse=True)
