"""The names on a map of open country on hexes: those of objectives, of places and of natural features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.draw.maps.open.label_places import ACROSS, hexes_near, middles
from builder.draw.maps.open.lettering import HARD, SLOPES, Name
from builder.draw.surface.color_vision import blend
from builder.draw.surface.type import BOLD, CONDENSED_BOLD, NATURAL, Type
from builder.geometry.hexgrid import Hex

if TYPE_CHECKING:
    from builder.draw.maps.open.land_plan import LandPlan

MIN_TYPE = 2.47
"""The least size of small writing on a map, in mm."""
# A place with a name has as many hexes at most; of a larger one, the name is at its own hex.
_MAX_NAMED = 16
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
                # On the strokes of a slope if need be: farther off, it would be the name of something else.
                around = box(*goal.box)
                name = plan.lettering.place(title, type, around, inside=False, owners={SLOPES})
            color = blend(plan.theme["ink"], plan.theme["objective"], 0.35)
            yield LandName(name, "objective", color, _color_at(plan, name))


def _land_names(plan: LandPlan, usual: Places) -> Iterator[LandName]:
    """The labels of the land: places in capitals, natural features in italics."""
    goals = {goal.objective.region.spot.hex for goal in plan.goals}
    for text, hex in plan.land.labels.items():
        is_place = hex in goals
        type = Type(NATURAL, 4.3 * plan.unit**0.5 * plan.grow, 0.1 * plan.grow)
        if is_place:
            text, type = text.upper(), Type(CONDENSED_BOLD, 2.6 * plan.grow, 0.25 * plan.grow)
        name = _at_usual(plan, usual, ("land", text), type)
        if name is None:
            hexes = _named_hexes(plan, hex)
            # A hill has so many hexes that the middle of each is enough.
            across = (0.0,) if plan.land.level(hex) > 0 else ACROSS
            first = () if is_place else middles(plan.layout, hexes, across)
            name = plan.lettering.place(text, type, plan.union(hexes), first=first)
        yield LandName(name, "land", _name_color(plan, hex), _color_at(plan, name))


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
