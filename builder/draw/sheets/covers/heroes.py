"""The sides of a scenario as large figures in front of a cover's picture, and as small signs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.draw.pieces.counter_look import CounterLook
from builder.draw.pieces.figure_looks import has_badge, person_of
from builder.draw.sheets.covers.backdrop import is_dark
from builder.draw.surface.canvas import Canvas, Rectangle
from builder.draw.surface.color_vision import blend
from builder.scenario.forces.counter_colors import family_of
from builder.scenario.model import Force, Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The height of a figure as a share of the picture, in mm at least and at most.
_SHARE, _LEAST, _MOST = 0.21, 22.0, 29.0
# How much of it is below the picture, and how far it is from the edges of the paper.
_CUT, _ASIDE = 0.08, 3.0
# The light from the north-west on its edge, its rim, and the weapon in front of a person.
_LIGHT, _RIM = (-0.8, -0.7), 0.45
_WEAPON, _WEAPON_LEVEL = 0.56, 0.74
_BLACK, _WHITE = "#000000", "#ffffff"


@dataclass(frozen=True, slots=True)
class Emblem:
    """How a side looks on its counters: a person with a weapon, or a creature."""

    icon: str
    person: str
    family: str
    turned: bool = False

    def draw_sign(self, canvas: Canvas, x: float, y: float, size: float, color: str) -> None:
        """A small sign of one color in a square of ``size`` mm."""
        if self.person:
            canvas.figure(self.person, x, y, size, color)
        else:
            canvas.icon(self.icon, x, y, size, color)


def emblem_of(scenario: Scenario, side: str) -> Emblem:
    """The emblem of a side: that of its first force with the most counters."""
    forces = [force for force in scenario.forces if force.side == side]
    return _emblem(max(forces, key=lambda force: force.count))


def _emblem(force: Force) -> Emblem:
    look = force.unit["counter"]
    armed = next((member for member in force.members if member.weapon is not None), None)
    person = look.get("figure", "")
    if armed is not None and armed.weapon is not None and "icon" in armed.weapon.facts:
        own = person_of(armed, (armed.unit or force.unit)["counter"])
        is_turned = bool(armed.weapon.get("turned", False))
        return Emblem(armed.weapon["icon"], own if person else "", family_of(force), is_turned)
    return Emblem("" if person and has_badge(look) else look["icon"], person, family_of(force))


def hero_boxes(
    scenario: Scenario, picture: Rectangle, cut: float = _CUT
) -> Iterator[tuple[Emblem, Rectangle]]:
    """The emblems of the first two sides, and their squares at the lower corners of a picture.

    The share ``cut`` of them is below it.
    """
    x, y, width, height = picture
    size = min(_MOST, max(_LEAST, _SHARE * height))
    sides = list(dict.fromkeys(force.side for force in scenario.forces))
    for side, left in zip(sides, (x + _ASIDE, x + width - _ASIDE - size), strict=False):
        yield emblem_of(scenario, side), (left, y + height - size * (1.0 - cut), size, size)


def draw_heroes(canvas: Canvas, scenario: Scenario, picture: Rectangle) -> BaseGeometry:
    """The first two sides at the lower corners of a picture; returns the area that they cover."""
    from shapely import box, union_all

    # Only what is filled below the picture covers their feet.
    areas, cut = [], _CUT if is_dark(canvas) else 0.0
    for emblem, (x, y, width, height) in hero_boxes(scenario, picture, cut):
        _draw_hero(canvas, emblem, (x, y, width, height))
        areas.append(box(x, y, x + width, y + height))
    return union_all(areas)


def _draw_hero(canvas: Canvas, emblem: Emblem, box: Rectangle) -> None:
    """An emblem in a square, lit from the north-west; outlined in a theme that saves ink."""
    left, top, size, _ = box
    band = CounterLook(canvas.theme, emblem.family).band
    if not is_dark(canvas):
        _shape(canvas, emblem, (left, top), size, "paper", "ink")
        _draw_weapon(canvas, emblem, box, "ink", "paper")
        return
    edge, light = blend(_BLACK, band, 0.8), blend(_WHITE, band, 0.62)
    right, down = _LIGHT
    _shape(canvas, emblem, (left, top), size, edge, edge)
    _shape(canvas, emblem, (left + right, top + down), size, light, light)
    _shape(canvas, emblem, (left, top), size, blend(_BLACK, band, 0.18), "")
    _draw_weapon(canvas, emblem, box, blend(_BLACK, band, 0.86), light)


def _shape(
    canvas: Canvas, emblem: Emblem, corner: tuple[float, float], size: float, fill: str, rim: str
) -> None:
    draw, name = (canvas.figure, emblem.person) if emblem.person else (canvas.icon, emblem.icon)
    draw(name, *corner, size, fill, rim=rim, rim_width=_RIM)


def _draw_weapon(canvas: Canvas, emblem: Emblem, box: Rectangle, fill: str, rim: str) -> None:
    """The weapon of a person in front of the chest."""
    if not emblem.person or not emblem.icon:
        return
    left, top, size, _ = box
    own = _WEAPON * size
    corner = left + (size - own) / 2, top + _WEAPON_LEVEL * size - own / 2
    canvas.icon(emblem.icon, *corner, own, fill, rim=rim, rim_width=_RIM, turned=emblem.turned)
