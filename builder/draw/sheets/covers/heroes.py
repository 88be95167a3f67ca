"""How a side of a scenario looks on a cover."""

from __future__ import annotations

from dataclasses import dataclass

from builder.draw.pieces.cards.creatures import is_creature, one_of
from builder.draw.pieces.figure_looks import has_badge, person_of, unit_of_species
from builder.draw.sheets.covers.silhouettes import creature_of
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.outlines import area_path
from builder.scenario.forces.counter_colors import family_of
from builder.scenario.model import Force, Scenario


@dataclass(frozen=True, slots=True)
class Emblem:
    """How a side looks on its counters: a person with a weapon, or a creature.

    ``creature`` is the portrait of its species on cards and counters, if that is of a creature.
    """

    icon: str
    person: str
    family: str
    creature: str = ""

    def draw_sign(self, canvas: Canvas, x: float, y: float, size: float, color: str) -> None:
        """A small sign of one color in a square of ``size`` mm."""
        from shapely import union_all
        from shapely.affinity import affine_transform

        if self.creature:
            figure = union_all(creature_of(self.creature).masses)
            west, north, east, south = figure.bounds
            scale = size / max(east - west, south - north)
            moved = x + size / 2 - scale * (west + east) / 2, y + size / 2 - scale * (north + south) / 2
            shape = affine_transform(figure, [scale, 0.0, 0.0, scale, *moved])
            canvas.path(area_path(shape), fill=color, fill_rule="evenodd")
        elif self.person:
            canvas.figure(self.person, x, y, size, color)
        else:
            canvas.icon(self.icon, x, y, size, color)


def emblem_of(scenario: Scenario, side: str) -> Emblem:
    """The emblem of a side: that of its first force with the most counters."""
    forces = [force for force in scenario.forces if force.side == side]
    return _emblem(max(forces, key=lambda force: force.count))


def creatures_of(scenario: Scenario, side: str) -> list[str]:
    """The portraits of the kinds of creatures of a side whose counters all may see, each once."""
    units = [
        unit_of_species(force) for force in scenario.forces if force.side == side and not force.is_hidden
    ]
    return [
        each
        for each in dict.fromkeys(one_of(unit.get("portrait", "")) for unit in units)
        if is_creature(each)
    ]


def _emblem(force: Force) -> Emblem:
    look = force.unit["counter"]
    armed = next((member for member in force.members if member.weapon is not None), None)
    person = look.get("figure", "")
    if armed is not None and armed.weapon is not None and "icon" in armed.weapon.facts:
        own = person_of(armed, (armed.unit or force.unit)["counter"])
        return Emblem(armed.weapon["icon"], own if person else "", family_of(force))
    portrait = one_of(unit_of_species(force).get("portrait", ""))
    creature = portrait if is_creature(portrait) else ""
    return Emblem("" if person and has_badge(look) else force.icon, person, family_of(force), creature)
