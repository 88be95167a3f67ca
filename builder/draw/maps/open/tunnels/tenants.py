"""Who is in a chamber below a table: the figure of its counter, on the floor above the name."""

from __future__ import annotations

from builder.boards.table import Node
from builder.draw.pieces.cards.creatures import draw_creature, is_creature, one_of, points_of_creature
from builder.draw.pieces.counter_look import CounterLook
from builder.draw.pieces.counter_portraits import tones_of
from builder.draw.pieces.figure_looks import unit_of_species
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.clear_space import Box
from builder.scenario.forces.counter_colors import family_of
from builder.scenario.model import Force, Scenario

# The size of an icon and how wide and tall a creature is at most, in mm, and its rim.
_ICON, _WIDE, _TALL, _RIM = 9.0, 17.0, 11.0, 0.35
# How far the feet are above the middle of the chamber, where its name is.
_ABOVE_NAME = 3.0


def tenants_of(scenario: Scenario, chamber: Node) -> list[Force]:
    """The forces that the note about a chamber names."""
    forces = [force for force in scenario.forces if force.unit is not None and force.icon]
    return [force for force in forces if force.title in chamber.text]


def tenant_box(force: Force, chamber: Node, scale: float) -> Box:
    """The room of who is in a chamber, in mm, at ``scale`` mm per unit of the table."""
    x, foot = chamber.at[0] * scale, chamber.at[1] * scale - _ABOVE_NAME
    name = _creature(force)
    if not name:
        return x - _ICON / 2, foot - _ICON, x + _ICON / 2, foot
    west, north, east, south = _extent(name)
    size = _size(name)
    return x - (east - west) * size / 2, foot - (south - north) * size, x + (east - west) * size / 2, foot


def draw_tenant(canvas: Canvas, force: Force, room: Box) -> None:
    """The creature in the colors of its counters, or without a portrait the icon of the force."""
    name = _creature(force)
    if not name:
        canvas.icon(force.icon, room[0], room[1], _ICON, fill="ink")
        return
    west, north, _, _ = _extent(name)
    size, tones = _size(name), tones_of(CounterLook(canvas.theme, family_of(force)))
    draw_creature(canvas, name, room[0] - west * size, room[1] - north * size, size * 100, tones, _RIM)


def _creature(force: Force) -> str:
    """The creature on the counters of a force, or nothing."""
    portrait = one_of(unit_of_species(force).get("portrait", ""))
    return portrait if is_creature(portrait) else ""


def _size(name: str) -> float:
    """The size of a hundredth of the box of a creature, in mm."""
    west, north, east, south = _extent(name)
    return min(_WIDE / (east - west), _TALL / (south - north))


def _extent(name: str) -> Box:
    """The bounds of a creature from the middle and the top of its box, in hundredths of that."""
    across, down = zip(*points_of_creature(name), strict=True)
    return min(across), min(down), max(across), max(down)
