"""Samples for the key of a map of dots, drawn as on the map in a box of 18 by 11 mm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from builder.draw.maps.dots.furniture import Item, draw_items
from builder.draw.maps.dots.ground import draw_coping, draw_planters
from builder.draw.maps.dots.openings import Leaf, WayThrough, draw_way_through
from builder.draw.maps.dots.signs import (
    Badge,
    Flag,
    badge_size,
    draw_badge,
    draw_flag,
    draw_level,
    draw_mouth,
    draw_stairs,
)
from builder.draw.maps.dots.site import Run
from builder.draw.maps.dots.walls import Look, Wall, draw_walls, thickness
from builder.draw.maps.map_frame import draw_dead_ground
from builder.draw.maps.map_key import Draw
from builder.draw.maps.nature.barriers import draw_trench, draw_wire
from builder.draw.maps.nature.buildings import draw_crates
from builder.draw.maps.nature.canopy import draw_tree
from builder.draw.maps.nature.hills import draw_level as draw_step
from builder.draw.maps.nature.hills import draw_slopes
from builder.draw.maps.nature.kinds import draw_area
from builder.draw.maps.nature.plot import Plot
from builder.draw.maps.symbols import draw_starting_marker
from builder.draw.maps.zone_tabs import Tab, ZoneTitle, draw_tab
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import organic, seeded
from rulesdb import Entry

Sample = Callable[[Canvas], None]
WIDTH, HEIGHT = 18.0, 11.0
_X, _Y = WIDTH / 2, HEIGHT / 2
_RUN = Run((0.6, _Y), (WIDTH - 0.6, _Y))


def sample_drawing(draw: Sample, context: DrawingContext) -> Drawing:
    """A sample as a drawing."""
    canvas = Canvas(WIDTH, HEIGHT, context)
    draw(canvas)
    return canvas.drawing("sample", "")


def wall(*looks: Look) -> Sample:
    """Walls of some looks, below each other."""

    def draw(canvas: Canvas) -> None:
        step = HEIGHT / (len(looks) + 1)
        rows = [step * number for number in range(1, len(looks) + 1)]
        runs = [Run((0.6, y), (WIDTH - 0.6, y)) for y in rows]
        draw_walls(canvas, [Wall(look, run) for look, run in zip(looks, runs, strict=True)], 1.0)

    return draw


def opening(kind: str, outer: Look = Look.THICK) -> Sample:
    """A window, a door or a gap in a wall; a gap is in an inner one."""

    def draw(canvas: Canvas) -> None:
        look = Look.INNER if kind == "gap" else outer
        drop = 4.4 if kind == "door" else 0.0
        run = Run((0.6, _Y + drop - 0.6), (WIDTH - 0.6, _Y + drop - 0.6)) if drop else _RUN
        draw_walls(canvas, [Wall(look, run)], 1.0)
        leaves = (Leaf(-4.0, 8.0),) if kind == "door" else ()
        half = 4.0 if kind == "door" else 4.4
        way = WayThrough(kind, (), run, half, thickness(look), True, -1, leaves)
        draw_way_through(canvas, way, 1.0, "paper")

    return draw


def terrain(symbol: str, look: str = "") -> Sample:
    """A piece of terrain that covers an area, a line or a dot."""

    def draw(canvas: Canvas) -> None:
        from shapely import Polygon, box

        rng = seeded("sample", symbol)
        frame = box(0, 0, WIDTH, HEIGHT)
        outline = [(_X + (x - _X) * 1.5, y) for x, y in organic((_X, _Y), 5.0, rng)]
        plot = Plot(Polygon(outline), rng, frame)
        straight = Plot(box(0.4, 0.8, WIDTH - 0.4, HEIGHT - 0.8), rng, frame)
        if symbol == "wire":
            draw_wire(canvas, [(2.6, _Y), (WIDTH - 2.6, _Y)])
        elif symbol == "trench":
            draw_trench(canvas, [(3.6, _Y), (WIDTH - 3.6, _Y)], thick=7.0)
        elif symbol == "tree":
            draw_tree(canvas, (_X, _Y), 5.2, rng)
        elif symbol == "tunnel":
            draw_way(canvas)
        elif look == "crates":
            draw_crates(canvas, straight)
        elif look == "planters":
            draw_planters(canvas, straight, 1.0)
        elif look == "basin":
            draw_area(canvas, symbol, Plot(box(-40, 2.6, WIDTH + 40, 60), rng, frame))
            draw_coping(canvas, box(-40, 2.6, WIDTH + 40, 60), frame, 1.0)
        elif symbol == "ground":
            canvas.rect(0.4, 1.0, WIDTH - 0.8, HEIGHT - 2.0, radius=1.0, fill="ground", stroke="muted",
                        stroke_width=0.25)  # fmt: skip
        else:
            draw_area(canvas, symbol, plot)

    return draw


def draw_way(canvas: Canvas) -> None:
    """A stretch of a tunnel with its mouth."""
    canvas.rect(0.4, _Y - 2.4, 12, 4.8, fill="tunnel", stroke="tunnel_line", stroke_width=0.42,
                stroke_dasharray="2.2 1.1")  # fmt: skip
    draw_mouth(canvas, (WIDTH - 3.4, _Y))


def stairs(canvas: Canvas) -> None:
    """A flight of stairs."""
    draw_stairs(canvas, (_X - 7, _Y - 4.7, _X + 7, _Y + 4.7), True)


def badge(canvas: Canvas) -> None:
    """The badge of a building of three floors."""
    wide, tall = badge_size(3, 1.25)
    draw_badge(canvas, Badge(3, (_X - wide / 2, _Y - tall / 2, _X + wide / 2, _Y + tall / 2)), 1.25)


def step(canvas: Canvas) -> None:
    """A step in height with its number."""
    from shapely import box

    rng, frame = seeded("sample", "level"), box(0, 0, WIDTH, HEIGHT)
    plot = Plot(box(4.4, -40, 90, 90), rng, frame)
    draw_step(canvas, plot, "hill", "ground")
    draw_slopes(canvas, plot)
    draw_level(canvas, 2, (10.6, _Y + 2.0), 5.0, "hill_line", "hill")


def objective(canvas: Canvas) -> None:
    """The dot of an objective with its ring and disc."""
    draw_flag(canvas, Flag((_X - 3.4, _Y + 1.6), 3.0, (_X + 2.6, _Y - 1.8)))
    canvas.circle(_X - 3.4, _Y + 1.6, 0.6, fill="ink")


def zone(canvas: Canvas) -> None:
    """A corner of a zone with its tab."""
    for stroke, width in (("paper", 1.5), ("zone", 0.62)):
        canvas.path(f"M1 {HEIGHT - 1}V1.4H{WIDTH - 1}V{HEIGHT - 1}", stroke=stroke, stroke_width=width)
    draw_tab(canvas, Tab(ZoneTitle("", "1"), (3.6, 1.4, 14.4, 6.6), hangs=True), grow=1.3)


def signpost(draw: Draw) -> Sample:
    """A signpost as other keys draw it."""
    return lambda canvas: draw(canvas, (_X, _Y))


def weapon(canvas: Canvas) -> None:
    """A dot with the arc of a weapon."""
    canvas.path("M4.4 4.2L13.6 0.6A10 10 0 0 1 13.6 10.4L4.4 6.8", stroke="ink", stroke_width=0.5,
                stroke_dasharray="1.6 1.2")  # fmt: skip
    canvas.circle(2.6, _Y, 0.6, fill="ink")


def marker(entry: Entry) -> Sample:
    """A marker that is on the map when the game begins, without its word, which stands beside it."""
    return lambda canvas: draw_starting_marker(canvas, (_X, _Y), entry, HEIGHT, HEIGHT)


def furniture(canvas: Canvas) -> None:
    """A shelf and a desk."""
    draw_items(canvas, [Item("shelf", (1.0, 0.8, 17.0, 4.4)), Item("desk", (4.0, 6.6, 14.0, 10.6))], 1.0)


def dead_ground(canvas: Canvas) -> None:
    """Ground that a zone does not see."""
    outline = f"M1 1H{WIDTH - 1}V{HEIGHT - 1}H1Z"
    cell = ((1.0, 1.0), (WIDTH - 1, 1.0), (WIDTH - 1, HEIGHT - 1), (1.0, HEIGHT - 1))
    draw_dead_ground(canvas, outline, [cell], 13.0)


WALLS: Mapping[str, tuple[Look, ...]] = MappingProxyType(
    {"wall": (Look.STONE,), "high-wall": (Look.BRICK,), "fence": (Look.FENCE,), "building": (Look.THICK,)}
)
"""The looks of terrain between dots."""
