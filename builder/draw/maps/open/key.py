"""The key of a map of open ground: terrain and signs, drawn by the code that draws the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from string import ascii_uppercase

from builder.boards.table import TunnelPlan
from builder.draw.maps.map_frame import draw_dead_ground
from builder.draw.maps.map_key import Draw, KeyItem
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.nature.barriers import draw_stone_wall
from builder.draw.maps.nature.buildings import draw_craft, draw_hulk, draw_mouth, draw_ramp
from builder.draw.maps.nature.canopy import draw_hedge, draw_tree
from builder.draw.maps.nature.ground import draw_open_ground
from builder.draw.maps.nature.hills import draw_hill
from builder.draw.maps.nature.kinds import LINES, ORGANIC, draw_area, draw_way
from builder.draw.maps.nature.landmarks import draw_landmark, landmark_of
from builder.draw.maps.nature.plot import Plot
from builder.draw.maps.nature.scenery import COUNTRY, draw_details, draw_track
from builder.draw.maps.open.tunnels.chambers import draw_things
from builder.draw.maps.open.tunnels.plan import LENGTH, draw_crossing
from builder.draw.maps.open.walled import Gate
from builder.draw.maps.open.zones import bearing_of
from builder.draw.maps.signposts import signpost_items
from builder.draw.maps.symbols import draw_symbol
from builder.draw.maps.zone_tabs import draw_facing_sample, draw_zone_sample, first_step, side_of
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import organic, seeded
from builder.scenario.model import Objective, Scenario

_REACH = 3.9
# The size of a landmark and its star, in mm.
_LANDMARK = 8.6


def terrain_sample(symbol: str) -> Draw:
    """A small piece of a kind of terrain."""
    return partial(_draw_terrain, symbol)


def obstacle_items(
    kinds: Iterator[str] | Sequence[str], context: DrawingContext, factor: int
) -> Iterator[KeyItem]:
    """Walls and hedges on hexsides; a step across one takes ``factor`` times the cost of the hex."""
    words = context.words
    present = set(kinds)
    for kind, key in (("wall", "map.low-wall"), ("hedge", "map.hedge")):
        if kind in present:
            yield KeyItem(words(key), words("map.across", factor=factor), partial(_draw_obstacle, kind))


def level_item(levels: Sequence[int], context: DrawingContext, factor: int) -> KeyItem:
    """The levels of the ground; a step up takes ``factor`` times the cost of the hex."""
    words = context.words
    title = words("map.levels", levels=", ".join(map(str, levels)))
    return KeyItem(title, words("map.slope", factor=factor), _draw_level)


def hulk_item(title: str, context: DrawingContext) -> KeyItem:
    """A wreck that a label names."""
    return KeyItem(title, context.words("map.no-effect"), _draw_hulk)


def ship_item(name: str, places: int, context: DrawingContext, *, ramp_west: bool) -> KeyItem:
    """A ship that is boarded, with how many figures it has room for."""
    return KeyItem(name, context.words("map.places", count=places), partial(_draw_ship, ramp_west=ramp_west))


def scenery_item(context: DrawingContext) -> KeyItem:
    """What is on open ground for show."""
    return KeyItem(context.words("map.scenery"), context.words("map.no-effect"), _draw_scenery)


def sign_items(
    scenario: Scenario,
    look: MapLook,
    context: DrawingContext,
    sides: Sequence[tuple[int, str]],
    marked: Sequence[Objective] = (),
) -> Iterator[KeyItem]:
    """Objectives, set-up zones and dead ground, if the map shows them; ``sides`` have zones on the map.

    The stars of the objectives that are ``marked`` stand over landmarks.
    """
    words, objectives = context.words, look.objectives_of(scenario)
    if any(objective not in marked for objective in objectives):
        yield KeyItem(words("map.objective"), "", _draw_objective)
    for kind in dict.fromkeys(map(landmark_of, marked)):
        titles = ", ".join(objective.title for objective in marked if landmark_of(objective) == kind)
        first = next(objective for objective in marked if landmark_of(objective) == kind)
        yield KeyItem(
            words("map.objective"),
            words("map.landmark-said", titles=titles),
            partial(_draw_marked, scenario, first),
        )
    for side, title in sides:
        text = f"{title}: {words('map.zone-said')}" if title else words("map.zone-said")
        step = first_step(scenario, look.zones_of(scenario), side)
        yield KeyItem(words("map.zone"), text, partial(draw_zone_sample, side, step))
    turned = [zone for zone in look.zones_of(scenario) if bearing_of(scenario, zone) is not None]
    if turned:
        draw = partial(draw_facing_sample, side_of(scenario, turned[0]))
        yield KeyItem(words("map.facing"), words("map.facing-said"), draw)
    yield from signpost_items(scenario, look, words)
    if look.dead is not None:
        yield KeyItem(words("map.not-seen", zone=look.dead.zone.title), "", _draw_dead)


def mouth_items(plan: TunnelPlan, side: str, context: DrawingContext) -> Iterator[KeyItem]:
    """The mouths of tunnels, and apart from them those that a ``side`` uses."""
    words, entrances = context.words, plan.of_kind("entrance")
    if any(node.used for node in entrances):
        about = words("map.mouth-used-said", side=side)
        yield KeyItem(words("map.mouth-used"), about, partial(_draw_mouth, True))
    if not all(node.used for node in entrances):
        yield KeyItem(words("map.mouth"), "", partial(_draw_mouth, False))


def tunnel_items(
    plan: TunnelPlan, side: str, length: str, width: str, context: DrawingContext
) -> Iterator[KeyItem]:
    """Everything on the plan of tunnels; ``length`` is that of one of them, and ``width`` that of most."""
    words = context.words
    yield from mouth_items(plan, side, context)
    if plan.of_kind("junction"):
        draw = partial(_draw_letter, ascii_uppercase[0])
        yield KeyItem(words("map.crossing"), words("map.crossing-said"), draw)
    about = words("map.tunnel-length-said", width=width)
    yield KeyItem(words("map.tunnel-length"), about, partial(_draw_length, length))
    if plan.of_kind("chamber"):
        yield KeyItem(words("map.in-chambers"), words("map.no-effect"), _draw_contents)


def gate_item(context: DrawingContext) -> KeyItem:
    """The gap in a wall that goes around a place."""
    return KeyItem(context.words("map.gate"), context.words("map.gate-said"), _draw_gate)


def cross_item(step: str, context: DrawingContext) -> KeyItem:
    """The crosses on a table."""
    return KeyItem(context.words("map.every", step=step), "", _draw_cross)


def _draw_terrain(symbol: str, canvas: Canvas, at: Point) -> None:
    from shapely import Point as Spot
    from shapely import Polygon, box

    (x, y), rng = at, seeded("key", symbol)
    if symbol in LINES:
        draw_way(canvas, symbol, [(x - 4.4, y + 0.5), (x + 4.4, y - 0.5)], rng, thick=2.0)
    elif symbol == "tree":
        draw_tree(canvas, at, 4.0, rng)
    elif symbol == "tunnel":
        draw_mouth(canvas, at, 2.2)
    elif symbol == "ground":
        area = Polygon(organic(at, _REACH, rng, amplitude=0.06))
        plot = Plot(area, rng, coarse=0.4)
        draw_open_ground(canvas, plot)
        plot.fill(canvas, "none", "rule")
    elif symbol in ORGANIC:
        area = Polygon(organic(at, _REACH, rng, amplitude=0.06))
        if symbol == "hill":
            draw_hill(canvas, Plot(area, rng), steps=2)
        else:
            draw_area(canvas, symbol, Plot(area, rng))
    elif symbol == "pad":
        draw_area(canvas, symbol, Plot(Spot(at).buffer(4.2), rng))
    elif symbol == "tower":
        draw_area(canvas, symbol, Plot(box(x - 2.6, y - 2.6, x + 2.6, y + 2.6), rng))
    else:
        draw_area(canvas, symbol, Plot(box(x - 5.0, y - 2.9, x + 5.0, y + 2.9), rng))


def _draw_ship(canvas: Canvas, at: Point, *, ramp_west: bool) -> None:
    reach = _REACH * 1.25
    draw_ramp(canvas, at, reach, is_west=ramp_west)
    draw_craft(canvas, at, reach * 1.6, is_turned=ramp_west)


def _draw_obstacle(kind: str, canvas: Canvas, at: Point) -> None:
    (x, y), rng = at, seeded("key", kind)
    ends = (x - 4.6, y), (x + 4.6, y)
    if kind == "wall":
        draw_stone_wall(canvas, ends, rng)
    else:
        draw_hedge(canvas, ends, rng)


def _draw_level(canvas: Canvas, at: Point) -> None:
    from shapely import Polygon

    rng = seeded("key", "level")
    draw_hill(canvas, Plot(Polygon(organic(at, _REACH, rng, amplitude=0.06)), rng), steps=2)


def _draw_hulk(canvas: Canvas, at: Point) -> None:
    from shapely import box

    x, y = at
    draw_hulk(canvas, Plot(box(x - 4.6, y - 2.6, x + 4.6, y + 2.6), seeded("key", "hulk")))


def _draw_scenery(canvas: Canvas, at: Point) -> None:
    from shapely import Point as Spot
    from shapely import box

    (x, y), rng = at, seeded("key", "scenery")
    area = box(x - 5.6, y - 3.6, x + 5.6, y + 3.6)
    track = [(x - 9.0, y + 1.6), (x - 2.0, y + 0.2), (x + 2.0, y + 1.6), (x + 9.0, y)]
    draw_open_ground(canvas, Plot(area, rng), blades=())
    worn = area.buffer(-1.5)
    draw_track(canvas, track, worn, worn)
    above = Spot(x, y + 2.6).buffer(4.4)
    draw_details(canvas, Plot(area, seeded("key", "tufts"), clear=above, coarse=0.4), COUNTRY)


def _draw_marked(scenario: Scenario, objective: Objective, canvas: Canvas, at: Point) -> None:
    draw_landmark(canvas, scenario, objective, at, _LANDMARK)
    draw_symbol(canvas, "objective", at, _LANDMARK)


def _draw_objective(canvas: Canvas, at: Point) -> None:
    draw_symbol(canvas, "objective", at, 9.0)


def _draw_dead(canvas: Canvas, at: Point) -> None:
    x, y = at
    west, north, east, south = x - 5.0, y - 2.9, x + 5.0, y + 2.9
    outline = f"M{west:.3f} {north:.3f}H{east:.3f}V{south:.3f}H{west:.3f}Z"
    draw_dead_ground(canvas, outline, [((west, north), (east, north), (east, south), (west, south))], 13.0)


def _draw_mouth(is_used: bool, canvas: Canvas, at: Point) -> None:
    draw_mouth(canvas, at, 2.0, is_used=is_used)


def _draw_letter(letter: str, canvas: Canvas, at: Point) -> None:
    draw_crossing(canvas, at, letter)


def _draw_length(text: str, canvas: Canvas, at: Point) -> None:
    x, y = at
    canvas.rect(x - 5.2, y - 2.6, 10.4, 5.2, fill="tunnel")
    canvas.segments(
        [((x - 5.2, y - 2.6), (x + 5.2, y - 2.6)), ((x - 5.2, y + 2.6), (x + 5.2, y + 2.6))],
        stroke="ink",
        stroke_width=0.45,
    )
    canvas.text(text, x, y + LENGTH.cap / 2, LENGTH, anchor="middle")


def _draw_contents(canvas: Canvas, at: Point) -> None:
    x, y = at
    canvas.rect(x - 5.2, y - 3.0, 10.4, 6.0, fill="tunnel")
    draw_things(canvas, {"bone": (x - 3.0, y), "skull": (x, y - 0.2), "egg": (x + 3.2, y)})


def _draw_gate(canvas: Canvas, at: Point) -> None:
    x, y = at
    rng = seeded("key", "gate")
    for ends in ([(x - 4.6, y + 0.8), (x - 2.4, y + 0.8)], [(x + 2.4, y + 0.8), (x + 4.6, y + 0.8)]):
        draw_way(canvas, "wall", ends, rng, thick=1.6)
    Gate(((x - 2.2, y + 0.8), (x + 2.2, y + 0.8)), (x + 1.5, y - 3.4), 1.7).draw(canvas)


def _draw_cross(canvas: Canvas, at: Point) -> None:
    x, y = at
    strokes = [((x - 1.6, y), (x + 1.6, y)), ((x, y - 1.6), (x, y + 1.6))]
    canvas.segments(strokes, stroke="muted", stroke_width="grid")
