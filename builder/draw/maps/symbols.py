"""The symbols and starting markers of a map, and the samples of its key, each drawn around a point."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from builder.draw.maps.decks.captives import draw_captive
from builder.draw.maps.decks.doors import door_samples, draw_berth_sample
from builder.draw.maps.map_frame import draw_dead_ground, zone_style
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario
from rulesdb import Entry
from rulesdb.yaml_source import load_yaml

Draw = Callable[[Canvas, Point], None]
Sign = tuple[str, Draw]
_HALF_WIDE, _HALF_TALL = 4.0, 2.6


@functools.cache
def _symbols() -> Mapping[str, Any]:
    data: Mapping[str, Any] = load_yaml(Path(__file__).with_suffix(".yaml")).data
    return data


def draw_symbol(canvas: Canvas, name: str, center: Point, size: float) -> None:
    """A symbol of ``symbols.yaml`` for a hex of ``size`` mm."""
    x, y = center
    for (shape, numbers), *style in (part.items() for part in _symbols()[name]):
        look = dict(style)
        if "stroke" in look:
            look["stroke_width"] = "symbol"
        if shape == "rect":
            left, top, wide, tall, corner = (number * size for number in numbers)
            canvas.rect(x + left, y + top, wide, tall, radius=corner, **look)
        elif shape == "dome":
            left, top, wide, tall = (number * size for number in numbers)
            ends = f"{mm(x + left)} {mm(y + top)}c0 {mm(-tall)} {mm(wide)} {mm(-tall)} {mm(wide)} 0"
            canvas.path(f"M{ends}Z", **look)
        elif shape == "circle":
            right, below, radius = (number * size for number in numbers)
            canvas.circle(x + right, y + below, radius, **look)
        elif shape == "icon":
            icon, right, below, share = numbers
            side = share * size
            corner = (x + right * size - side / 2, y + below * size - side / 2)
            canvas.icon(icon, *corner, side, **look)
        elif shape == "line":
            canvas.line(*((x + right * size, y + below * size) for right, below in numbers), **look)
        else:
            points = _star(*numbers) if shape == "star" else numbers
            canvas.polygon([(x + right * size, y + below * size) for right, below in points], **look)


def _star(rays: int, radius: float, first: float, corners: list[tuple[float, float]]) -> list[Point]:
    turns = [
        (2 * math.pi * (first + (ray + turn) / rays), radius * reach)
        for ray in range(rays)
        for turn, reach in corners
    ]
    return [(reach * math.cos(turn), reach * math.sin(turn)) for turn, reach in turns]


def deck_signs(scenario: Scenario, words: Words, look: MapLook, size: float) -> list[Sign]:
    """The signs of decks with samples for hexes of ``size`` mm, then those of the layers."""
    samples: dict[str, Draw] = {
        "wall": partial(_line, stroke="wall", stroke_width="interior_weight"),
        "hull": partial(_line, stroke="hull", stroke_width="exterior_weight"),
    }
    if any(area.kind == "airlock" for area in scenario.hex_map.areas.values()):
        samples["airlock"] = _airlock
    for name in ("hatch", "lift", "machinery", "explosive", "locker", "console"):
        samples[name] = partial(draw_sample, name, size)
    signs: list[Sign] = [
        (words.of("door", look), draw) for look, draw in door_samples(scenario.hex_map, size)
    ]
    signs += [(words(f"map.{name}"), draw) for name, draw in samples.items()]
    if any(feature.kind == "locker" and not feature.has_suits for feature in scenario.hex_map.features):
        signs.append((words("locker.without-suits"), partial(draw_sample, "chest", size)))
    if any(hatch.kind == "stairs" for hatch in scenario.hex_map.hatches):
        signs.append((words("map.stairs"), partial(draw_sample, "stairs", size)))
    if scenario.hex_map.berths:
        signs.append((words("map.berth"), partial(draw_berth_sample, size)))
    if any(feature.kind == "damaged-machinery" for feature in scenario.hex_map.features):
        signs.append((words("map.damaged"), partial(_damaged, size)))
    held = [force for force in scenario.forces if force.captives]
    if held:
        icon = held[0].unit["counter"]["icon"]
        signs.append((words("map.captive"), partial(draw_captive, icon, size * 0.22)))
    terrain = scenario.hex_map.terrain_entries()
    signs += [(entry.title, _cell) for entry in terrain if "holds" in entry.facts]
    return signs + layer_signs(scenario, words, look, size)


def layer_signs(scenario: Scenario, words: Words, look: MapLook, size: float) -> list[Sign]:
    """Objectives, set-up zones and dead ground, if the map shows them."""
    signs: list[Sign] = []
    if look.objectives_of(scenario):
        signs.append((words("map.objective"), partial(draw_sample, "objective", size)))
    if look.zones_of(scenario):
        signs.append((words("map.zone"), draw_zone_sample))
    if look.dead is not None:
        signs.append((words("map.not-seen", zone=look.dead.zone.title), draw_dead_sample))
    return signs


def draw_zone_sample(canvas: Canvas, at: Point) -> None:
    """A piece of a set-up zone."""
    x, y = at
    canvas.rect(x - 3, y - 2.4, 6, 4.8, radius=1.2, **zone_style(0.1, 0.6, 1.6, 1.2))


def draw_dead_sample(canvas: Canvas, at: Point) -> None:
    """A piece of dead ground."""
    x, y = at
    west, north, east, south = x - _HALF_WIDE, y - _HALF_TALL, x + _HALF_WIDE, y + _HALF_TALL
    outline = f"M{west:.3f} {north:.3f}H{east:.3f}V{south:.3f}H{west:.3f}Z"
    cell = ((west, north), (east, north), (east, south), (west, south))
    draw_dead_ground(canvas, outline, [cell], 13.0)


def draw_sample(name: str, size: float, canvas: Canvas, at: Point) -> None:
    """A symbol for the key; as ``partial(draw_sample, name, size)`` it is a :data:`Draw`."""
    draw_symbol(canvas, name, at, size)


def _damaged(size: float, canvas: Canvas, at: Point) -> None:
    for name in ("machinery", "damaged"):
        draw_symbol(canvas, name, at, size)


def _line(canvas: Canvas, at: Point, **style: Any) -> None:
    ends = (at[0] - _HALF_WIDE, at[1]), (at[0] + _HALF_WIDE, at[1])
    canvas.line(*ends, stroke_linecap="round", **style)


def _cell(canvas: Canvas, at: Point) -> None:
    x, y = at
    canvas.rect(x - _HALF_WIDE, y - _HALF_TALL, 2 * _HALF_WIDE, 2 * _HALF_TALL, fill="room")
    wide, tall = _HALF_WIDE - 0.7, _HALF_TALL - 0.7
    ring = (x - wide, y - tall, 2 * wide, 2 * tall)
    canvas.rect(*ring, stroke="wall", stroke_width=1.2, stroke_dasharray="0.3 1")


def _airlock(canvas: Canvas, at: Point) -> None:
    x, y = at
    canvas.rect(x - _HALF_WIDE, y - _HALF_TALL, 2 * _HALF_WIDE, 2 * _HALF_TALL, fill="airlock")
    wide, tall = _HALF_WIDE - 0.6, _HALF_TALL - 0.6
    ring = (x - wide, y - tall, 2 * wide, 2 * tall)
    canvas.rect(*ring, stroke="airtight_door", stroke_width=0.5, stroke_dasharray="1.3 0.9")


def marker_text(marker: Entry) -> str:
    """The text on the front of a marker, on one line."""
    return str(marker["front"].get("text", marker.title)).replace("\n", " ")


def draw_starting_marker(canvas: Canvas, at: Point, *, text: str, size: float) -> None:
    """A small square with the text of a marker; ``size`` is its side in mm."""
    x, y = at[0] - size / 2, at[1] - size / 2
    canvas.rect(x, y, size, size, radius=size * 0.12, fill="paper", stroke="ink", stroke_width="box")
    type = canvas.metrics.fit(text, Type(CONDENSED_BOLD, size * 0.4), size * 0.86, size * 0.16)
    canvas.text(text, at[0], at[1] + type.size * 0.35, type, anchor="middle", within=(x, y, size, size))
