"""The families of counters, which decide how counters look, and the colors that a scenario can give them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.scenario.model import Force, Scenario

COLORS: Mapping[str, str] = MappingProxyType(
    {"blue": "crew", "green": "marine", "brown": "pred", "yellow": "swarm"}
)
"""The family whose counters have the color."""
_COLORED: Mapping[str, str] = MappingProxyType({family: color for color, family in COLORS.items()})


def family_of(force: Force) -> str:
    """The family of a force's counters: that of its unit, unless the force has a color."""
    return COLORS[force.color] if force.color else str(force.unit.get("counter", {}).get("family", ""))


def color_of(force: Force) -> str:
    """The color of a force's counters in a word; the name of their family if it has no word.

    >>> _COLORED.get("marine"), _COLORED.get("android")
    ('green', None)
    """
    family = family_of(force)
    return _COLORED.get(family, family)


def families_of_sides(scenario: Scenario) -> list[str]:
    """The family of the counters of each side, in the order of the game's sides."""
    return [family_of_side(scenario, side.id) for side in scenario.ruleset.sides]


def other_family(scenario: Scenario) -> str:
    """The family of the first force whose counters differ from those of both sides; empty if none do."""
    usual = {family_of_side(scenario, force.side) for force in scenario.forces}
    others = (family_of(force) for force in scenario.forces)
    return next((family for family in others if family and family not in usual), "")


def family_of_side(scenario: Scenario, side: str) -> str:
    """The family of the counters of a side: that of its first force; empty if it has none."""
    return next((family_of(force) for force in scenario.forces if force.side == side), "")
