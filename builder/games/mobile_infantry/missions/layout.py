"""Lay out the table of a mission: its places at the distances that it states, and random terrain.

Every layout is a function that adds the places of its mission; random terrain then fills the gaps.
:mod:`builder.games.mobile_infantry.checks.missions` checks the same distances in any scenario.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from builder.games.mobile_infantry.mission_plan import distances_of, places_of, tunnels_of
from builder.geometry.shapes import Point, Shape, circle, rectangle
from rulesdb import Entry, InputError, Ruleset

Item = dict[str, Any]
_MARGIN = 1.0
_GAP = 1.5
_TRIES = 400
_TERRAIN = (
    ("woods", "Wood", 3.0, 5.5),
    ("rocks", "Rocks", 2.0, 3.5),
    ("hill", "Hill", 4.0, 6.0),
    ("ruins", "Ruin", 2.5, 4.0),
    ("marsh", "Marsh", 3.0, 4.5),
    ("building", "Shed", 2.0, 3.0),
)
_ANGULAR = ("ruins", "building")
_SPARE_PIECES = 3
_PIECES_UNSTATED = 8


@dataclass(slots=True)
class Layout:
    """A table during layout: the lists of a scenario file, and the shapes that terrain must not touch.

    ``start`` is the zone where the troops start, ``command`` that of the senior command team, if it has one.
    """

    game: Ruleset
    mission: Entry
    width: float
    depth: float
    rng: random.Random
    pieces: list[Item] = field(default_factory=list)
    zones: list[Item] = field(default_factory=list)
    objectives: list[Item] = field(default_factory=list)
    tunnels: dict[str, list[Item]] = field(default_factory=dict)
    start: str = ""
    command: str = ""
    taken: list[Shape] = field(default_factory=list)

    def between(self, low: float, high: float) -> float:
        """A random multiple of a half."""
        return self.rng.randint(math.ceil(low * 2), math.floor(high * 2)) / 2

    def zone(self, id: str, title: str, x: float, y: float, width: float, depth: float) -> None:
        """Add a set-up zone."""
        self.zones.append({"id": id, "title": title, "rectangle": [x, y, width, depth]})
        self.taken.append(rectangle(x, y, width, depth))

    def objective(self, id: str, title: str, at: Point, done_by: dict[str, Any], text: str = "") -> None:
        """Add an objective of the humans."""
        texts = {"text": text} if text else {}
        place = {"id": id, "title": title, "side": "mi", "at": list(at)}
        self.objectives.append({**place, **texts, "done_by": done_by})
        self.taken.append(circle(at, 2))


def lay_out(game: Ruleset, mission: Entry, seed: int) -> Layout:
    """The table of a mission, the same for the same seed.

    Raises:
        InputError: the mission has no layout, or the table has no room for it.
    """
    if mission.slug not in _LAYOUTS:
        raise InputError(f"{mission.id} has no layout; missions with one: {', '.join(_LAYOUTS)}")
    size = game.table("table-size")
    width, depth = (int(size.lookup(side=side).result) for side in ("width", "depth"))
    layout = Layout(game, mission, width, depth, random.Random(seed))
    _LAYOUTS[mission.slug](layout)
    _add_terrain(layout)
    return layout


def missions_with_layout() -> tuple[str, ...]:
    """Slugs of the missions that :func:`lay_out` supports."""
    return tuple(_LAYOUTS)


def _scattered_objectives(layout: Layout) -> None:
    """An objective somewhere in the far half of each sector, and a landing at the south edge."""
    distances = distances_of(layout.game, layout.mission)
    edge, apart = distances["objective", "table-edge"][0], distances["objective", "objective"][0]
    wide = layout.width / layout.mission["sectors"]
    placed: list[Shape] = []
    for number in range(1, layout.mission["sectors"] + 1):
        west, east = max(edge, (number - 1) * wide + 1), min(layout.width - edge, number * wide - 1)
        at = _spot(layout, (west, east), (edge, layout.depth / 2), placed, apart)
        placed.append(circle(at, 0))
        layout.objective(f"objective-{number}", f"Objective {number}", at, {"in": "here"})
    _landing(layout, layout.width / 2)


def _run_to_rendezvous(layout: Layout) -> None:
    """A drop zone in the west, a rendezvous in the east."""
    apart = distances_of(layout.game, layout.mission)["rendezvous", "drop-zone"][0]
    y = layout.between(10, layout.depth - 10)
    layout.zone("drop-zone", "Drop zone", 4, y - 4, 8, 8)
    layout.start = "drop-zone"
    at = (max(12 + apart + 1, layout.width - 10), layout.between(8, layout.depth - 8))
    layout.objective(
        "rendezvous", "Rendezvous", at, {"left_by": "here"}, "Where the Craft pick up the troops."
    )


def _crash(layout: Layout) -> None:
    """A wreck in the north-west with its survivors, and a landing zone far away at the south edge."""
    edge = distances_of(layout.game, layout.mission)["crash-site", "table-edge"][0]
    x, y = layout.between(edge + 4, 20), edge + 4
    layout.pieces.append(
        {"id": "wreck", "name": "Eagle", "terrain": "wreck", "rectangle": [x - 3, y - 1.5, 6, 3]}
    )
    home = {"left_by": "any", "who": "survivors"}
    layout.objective("crash-site", "Crash site", (x, y + 3), home, "Bring the survivors home.")
    layout.zones.append({"id": "survivors", "title": "Survivors", "circle": [x, y, 5]})
    layout.taken.append(circle((x, y), 5))
    _landing(layout, layout.width - 14)


def _fort(layout: Layout) -> None:
    """A fort in the middle of the table, with everything that may be built."""
    x, y = layout.width / 2, layout.depth / 2
    side = min(layout.mission["fortifications"]["walls"] / 4, 14)
    west, north = x - side / 2, y - side / 2
    east, south = west + side, north + side
    ring = [[west, north], [east, north], [east, south], [west, south], [west, north + 2]]
    layout.pieces += [
        {"id": "rise", "name": "Rise", "terrain": "hill", "circle": [x, y, side / 2 + 3]},
        {"id": "wall", "name": "Wall", "terrain": "wall", "line": ring, "thickness": 0.5},
        {
            "id": "tower",
            "name": "Fire tower",
            "terrain": "fire-tower",
            "rectangle": [west + 2, south - 4, 2, 2],
        },
        {"id": "bunker-1", "name": "Bunker", "terrain": "bunker", "rectangle": [west + 1, north + 1, 3, 2]},
        {"id": "bunker-2", "name": "Bunker", "terrain": "bunker", "rectangle": [east - 4, north + 1, 3, 2]},
        {"id": "pad", "name": "LZ", "terrain": "landing-zone", "circle": [x, south - 3, 2]},
    ]
    layout.zone("fortress", "Fortress", west, north, side, side)
    layout.zone("command", "HQ bunker", west + 1, north + 1, 3, 2)
    layout.command = "command"
    layout.taken.append(circle((x, y), side / 2 + 4))
    layout.taken.append(rectangle(west - 3, north - 3, side + 6, side + 6))
    layout.start = "fortress"


def _tunnels(layout: Layout) -> None:
    """Three entrances in the north, three chambers in the south, and ten tunnels between them."""
    plan = tunnels_of(layout.game, layout.mission)
    mouths = {"Sinkhole": (10.0, 8.0), "Quarry": (36.0, 8.0), "Gully": (62.0, 8.0)}
    rooms = {"Nursery": (11.0, 36.0), "Larder": (36.0, layout.between(31, 33)), "Pit": (61.0, 36.0)}
    forks = [(22.0, 17.0), (50.0, 17.0)]
    lair = layout.rng.choice(sorted(rooms))
    hidden = any(place["id"] == "lair" for place in places_of(layout.game, layout.mission))
    layout.tunnels["entrances"] = [
        {"id": f"entrance-{number}", "name": name, "at": list(at)}
        for number, (name, at) in enumerate(mouths.items(), 1)
    ]
    layout.tunnels["chambers"] = [
        {"id": f"chamber-{number}", "name": name, "at": list(at), "diameter": plan["diameter"]}
        | ({"text": "The Brain Bug is here."} if hidden and name == lair else {})
        for number, (name, at) in enumerate(rooms.items(), 1)
    ]
    layout.tunnels["junctions"] = [
        {"id": f"fork-{number}", "at": list(at)} for number, at in enumerate(forks, 1)
    ]
    ways = (
        "entrance-1 fork-1 entrance-2 fork-2 entrance-3",
        "fork-1 chamber-1 chamber-2 chamber-3 fork-2 chamber-2 fork-1",
    )
    layout.tunnels["tunnels"] = [
        {"from": start, "to": end, "width": plan["width"]["least"]}
        for way in ways
        for start, end in pairwise(way.split())
    ]
    layout.taken += [circle(at, 3) for at in mouths.values()]
    layout.zone("landing", "Landing", 30, 10, 12, 6)
    layout.start = "landing"


def _landing(layout: Layout, x: float) -> None:
    deep = distances_of(layout.game, layout.mission)["landing", "table-edge"][1]
    layout.zone("landing", "Landing", x - 6, layout.depth - deep, 12, deep)
    layout.start = "landing"


def _add_terrain(layout: Layout) -> None:
    """Fill the gaps with terrain: a few pieces fewer than the mission allows, for a designer to add."""
    most = layout.mission.get("terrain", {"pieces": _PIECES_UNSTATED + _SPARE_PIECES})["pieces"]
    numbers: dict[str, int] = {}
    for index in range(max(0, most - _SPARE_PIECES - len(layout.pieces))):
        terrain, name, low, high = _TERRAIN[index % len(_TERRAIN)]
        radius = layout.between(low, high)
        keep = radius + _MARGIN
        try:
            x, y = _spot(
                layout, (keep, layout.width - keep), (keep, layout.depth - keep), layout.taken, _GAP, radius
            )
        except InputError:
            continue
        layout.taken.append(circle((x, y), radius))
        number = numbers[terrain] = numbers.get(terrain, 0) + 1
        shape: Item = {"circle": [x, y, radius]}
        if terrain in _ANGULAR:
            shape = {"rectangle": [x - radius, y - radius / 2, 2 * radius, radius]}
        layout.pieces.append(
            {"id": f"{terrain}-{number}", "name": f"{name} {number}", "terrain": terrain} | shape
        )


def _spot(
    layout: Layout,
    across: tuple[float, float],
    along: tuple[float, float],
    taken: Sequence[Shape],
    gap: float,
    radius: float = 0.0,
) -> Point:
    """A random place at least ``gap`` from all occupied shapes."""
    for _ in range(_TRIES):
        at = layout.between(*across), layout.between(*along)
        if all(shape.distance(circle(at, radius)) >= gap for shape in taken):
            return at
    raise InputError(f"{layout.mission.id}: the table has no room left")


_LAYOUTS: Mapping[str, Callable[[Layout], None]] = MappingProxyType(
    {
        "bravo-two-zero": _scattered_objectives,
        "sir-is-this-another-bug-hunt": _run_to_rendezvous,
        "tunnel-rats": _tunnels,
        "eagle-down": _crash,
        "puff-the-magic-dragon": _run_to_rendezvous,
        "fort-joe-smith": _fort,
        "the-head-hunters": _tunnels,
    }
)
