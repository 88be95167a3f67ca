"""The names on a map of open country on hexes: those of objectives, of places and of natural features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.draw.maps.nature.track import track_of
from builder.draw.maps.open.label_places import ACROSS, hexes_near, middles
from builder.draw.maps.open.lettering import HARD, SLOPES, Name, readable
from builder.draw.surface.canvas import Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.theme import Theme
from builder.draw.surface.type import BOLD, CONDENSED_BOLD, NATURAL, Type
from builder.geometry.hexgrid import Hex

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from builder.draw.maps.open.goals import Goal
    from builder.draw.maps.open.land_plan import LandPlan

MIN_TYPE = 2.47
"""The least size of small writing on a map, in mm."""
# A place with a name has as many hexes at most; of a larger one, the name is at its own hex.
_MAX_NAMED = 16
# From so many hexes of open ground around it, a name is that of a plain: its size in mm, its width in radii
# of a hex, and the most space between two letters.
_PLAIN_HEXES, _PLAIN, _PLAIN_WIDE, _MOST_SPACED = 2, 5.4, 7.0, 4.5
# How far it is from the middle of a track, in mm.
_OFF_TRACK = 3.0
# How much ink the color of the names of objectives has.
_DARKER = (0.35, 0.5, 0.65)
# How far from its goal an objective has its name, in mm, and what a place off slopes costs at most.
_AWAY, _HARDLY = (0.0, 2.0, 4.0, 5.0, 6.0, 7.0, 8.0), 20.0
# How far from the sign in its hex, and how much further it is, in mm; how far to a side, in sizes of a hex.
_OFF_SIGN, _DOWN, _ASIDE = 0.5, (0.0, 0.6, 1.2), (0.0, 0.05, -0.05, 0.1, -0.1)
# What its place in its own hex costs at most on an overview.
_SAME_PLACE = 80.0
# A name of an overview stands elsewhere than on other copies only if it would cover writing there.
_MOST = HARD

Places = Mapping[tuple[str, str], Name]
"""The names at their places on a map at its true size, by their kinds and texts."""


@dataclass(frozen=True, slots=True)
class LandName:
    """A name with what it names: ``objective`` or ``land``."""

    name: Name
    kind: str
    fill: str
    halo: str


def place_names(plan: LandPlan, usual: Places) -> list[LandName]:
    """The names of a map, each at its ``usual`` place if it has one, and if it is free."""
    return [*_objective_names(plan, usual), *_land_names(plan, usual)]


def _objective_names(plan: LandPlan, usual: Places) -> Iterator[LandName]:
    from shapely import box

    visible = {objective.id for objective in plan.look.objectives_of(plan.scenario)}
    type = Type(BOLD, max(MIN_TYPE, 2.9) * plan.grow)
    for goal in plan.goals:
        if goal.objective.id in visible:
            title = goal.objective.title
            name = _at_usual(plan, usual, ("objective", title), type)
            if name is None:
                name = _in_own_hex(plan, title, type, goal) or _beside_goal(plan, title, type, box(*goal.box))
            ground = _color_at(plan, name)
            yield LandName(name, "objective", _goal_color(plan.theme, ground), ground)


def _goal_color(theme: Theme, ground: str) -> str:
    """The color of objectives, so dark that it can be read on some ground; ink if none is."""
    darker = (blend(theme["ink"], theme["objective"], share) for share in _DARKER)
    return next((color for color in darker if readable(theme, color, ground) == color), "ink")


def _in_own_hex(plan: LandPlan, title: str, type: Type, goal: Goal) -> Name | None:
    """The name of an objective below its sign or above it, in the middle of its hex, if there is room.

    Strokes of slopes give way to it, so that it names no hex but its own.
    """
    x, _ = goal.at
    _, north, _, south = goal.box
    off, reach = type.cap / 2 + _OFF_SIGN * plan.grow, plan.layout.size / 2 - type.cap / 2
    middle = goal.at[1]
    levels = [south + off + step * plan.grow for step in _DOWN]
    levels += [north - off - step * plan.grow for step in _DOWN]
    spots = [
        (x + aside * plan.layout.size, level)
        for level in levels
        for aside in _ASIDE
        # Signs of an overview are larger, and few of its hexes have numbers.
        if plan.grow > 1 or abs(level - middle) <= reach
    ]
    if not spots:
        return None
    name, cost = plan.lettering.cheapest(title, type, spots, {SLOPES})
    # On an overview it stays there, although it is larger, and terrain around it is nearer.
    if cost >= (_HARDLY if plan.grow == 1 else _SAME_PLACE):
        return None
    plan.lettering.reserve(name)
    return name


def _beside_goal(plan: LandPlan, title: str, type: Type, goal: BaseGeometry) -> Name:
    """The name of an objective off the strokes of slopes, which are rules, if one near it is off them."""
    for away in _AWAY:
        name = plan.lettering.find(title, type, goal.buffer(away * plan.unit), inside=False)
        if plan.lettering.cost_of([name.box])[0] < _HARDLY:
            plan.lettering.reserve(name)
            return name
    # On strokes: farther off, it would be the name of something else.
    return plan.lettering.place(title, type, goal, inside=False, owners={SLOPES})


def _land_names(plan: LandPlan, usual: Places) -> Iterator[LandName]:
    """The labels of the land: places in capitals, natural features in italics."""
    goals = {goal.objective.region.spot.hex for goal in plan.goals}
    for text, hex in plan.land.labels.items():
        is_place = hex in goals
        type = Type(NATURAL, 4.3 * plan.unit**0.5 * plan.grow, 0.1 * plan.grow)
        is_plain = not is_place and _is_plain(plan, hex)
        if is_plain:
            text, type = text.upper(), _spaced(plan, text.upper())
        if is_place:
            text, type = text.upper(), Type(CONDENSED_BOLD, 2.6 * plan.grow, 0.25 * plan.grow)
        name = _at_usual(plan, usual, ("land", text), type)
        if name is None:
            hexes = _named_hexes(plan, hex)
            # A hill has so many hexes that the middle of each is enough.
            across = (0.0,) if plan.land.level(hex) > 0 else ACROSS
            first = () if is_place else middles(plan.layout, hexes, across)
            if is_plain:
                first = _off_track(plan, text, type, list(_between_numbers(plan, hex)))
            name = plan.lettering.place(text, type, plan.union(hexes), first=first)
        yield LandName(name, "land", _name_color(plan, hex), _color_at(plan, name))


def _spaced(plan: LandPlan, text: str) -> Type:
    """The type of the name of a plain, whose letters are spread over it."""
    size = _PLAIN * plan.unit**0.5
    run = plan.context.metrics.width(text, Type(NATURAL, size))
    spacing = min(_MOST_SPACED, (_PLAIN_WIDE * plan.layout.radius - run) / max(1, len(text) - 1))
    return Type(NATURAL, size * plan.grow, max(0.3, spacing) * plan.grow)


def _is_plain(plan: LandPlan, hex: Hex) -> bool:
    """Whether there is only open, level ground around a hex."""
    near = _around(plan, hex, _PLAIN_HEXES)
    hulks = {place for place, _ in plan.hulks}
    return all(
        each not in plan.land.terrain and not plan.land.level(each) and each not in hulks for each in near
    )


def _between_numbers(plan: LandPlan, hex: Hex) -> Iterator[Point]:
    """Places for a wide name around a hex, where it is between the numbers of its column and of the next."""
    x0, y0 = plan.layout.center(hex)
    centers = [plan.layout.center(each) for each in _around(plan, hex, _PLAIN_HEXES)]
    spots = [(x, y + down * plan.layout.size) for x, y in centers for down in (-0.15, 0.35)]
    yield from sorted(spots, key=lambda spot: (round(abs(spot[0] - x0) + 2 * abs(spot[1] - y0), 3), spot))


def _off_track(plan: LandPlan, text: str, type: Type, spots: list[Point]) -> list[Point]:
    """The places at which a name does not lie across the track; all, if there is none of these."""
    from shapely import LineString, box

    track = LineString(track_of(plan.land, plan.layout, plan.scenario.id))
    half = plan.context.metrics.width(text, type) / 2
    boxes = [box(x - half, y - type.cap / 2, x + half, y + type.cap / 2) for x, y in spots]
    off = [spot for spot, area in zip(spots, boxes, strict=True) if track.distance(area) > _OFF_TRACK]
    return off or spots


def _around(plan: LandPlan, hex: Hex, reach: int) -> list[Hex]:
    """The hexes of the map at most so many hexes away."""
    near = {hex}
    for _ in range(reach):
        near |= {other for each in near for _, other in plan.land.grid.around(each)}
    return sorted(each for each in near if each in plan.land.grid)


def _at_usual(plan: LandPlan, usual: Places, key: tuple[str, str], type: Type) -> Name | None:
    return plan.lettering.place_like(usual[key], type, _MOST) if key in usual else None


def _named_hexes(plan: LandPlan, hex: Hex) -> tuple[Hex, ...]:
    """What a name in a hex names: a hill, terrain, or the hex alone."""
    groups = [plan.patch_of[hex].hexes] if hex in plan.patch_of else []
    groups = [plan.hill_around(hex), *groups] if plan.land.level(hex) > 0 else groups
    return next((group for group in groups if len(group) <= _MAX_NAMED), (hex,))


def _name_color(plan: LandPlan, hex: Hex) -> str:
    """The color of a name: green of woods, blue of water, brown of the earth, each darkened by ink."""
    line = {"woods": "woods_line", "brush": "woods_line", "water": "water_line", "shallow": "water_line",
            "marsh": "marsh_line"}.get(plan.symbol(hex), "hill_line")  # fmt: skip
    return blend(plan.theme["ink"], plan.theme[line], 0.55)


def _color_at(plan: LandPlan, name: Name) -> str:
    """The color of the ground below a name."""
    x, y = name.at
    nearest = min(
        hexes_near(plan.layout, (x, y)),
        key=lambda hex: sum((a - b) ** 2 for a, b in zip(plan.layout.center(hex), (x, y), strict=True)),
    )
    return plan.ground_color(nearest)
