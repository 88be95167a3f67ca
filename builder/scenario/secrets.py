"""The secrets of each side, and the texts of a scenario that reveal them."""

from __future__ import annotations

import re
from dataclasses import replace

from builder.scenario.logic.conditions import places_of
from builder.scenario.model import Scenario, SpecialRule, VictoryCondition, Zone


def has_secrets(scenario: Scenario, side: str) -> bool:
    """Whether a side's briefing is secret.

    It is secret if the side has hidden counters, cards, powers, laid charges, a place in a secret zone, or a
    secret objective.
    """
    forces = [force for force in scenario.forces if force.side == side]
    own = {force.id for force in forces}
    zones = {zone.id for zone in scenario.zones if zone.secret}
    return (
        any(force.is_hidden or force.powers or force.cards or force.charges for force in forces)
        or any(placement.force in own and placement.zone in zones for placement in scenario.placements)
        or any(objective.secret and objective.side == side for objective in scenario.objectives)
    )


def owners_of_secrets(scenario: Scenario) -> tuple[str, ...]:
    """The sides that have a secret zone or objective; one in which nobody starts has no side ("").

    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> owners_of_secrets(load_scenario(shipped("scenarios") / "bug_hunter" / "long-walk.yaml"))
    ('pred',)
    """
    owners = [_owner_of_zone(scenario, zone) for zone in scenario.zones if zone.secret]
    owners += [objective.side for objective in scenario.objectives if objective.secret]
    return tuple(dict.fromkeys(owners))


def with_secrets_of(scenario: Scenario, side: str) -> Scenario:
    """The scenario without the secret zones and objectives of other sides."""
    zones = [zone for zone in scenario.zones if not zone.secret or _owner_of_zone(scenario, zone) == side]
    objectives = [each for each in scenario.objectives if not each.secret or each.side == side]
    return replace(scenario, zones=tuple(zones), objectives=tuple(objectives))


def _owner_of_zone(scenario: Scenario, zone: Zone) -> str:
    """The side that starts in a zone; empty if none does, or both."""
    placed = {placement.force for placement in scenario.placements if placement.zone == zone.id}
    sides = {force.side for force in scenario.forces if force.id in placed}
    return sides.pop() if len(sides) == 1 else ""


def _own_names(scenario: Scenario, side: str) -> set[str]:
    """The names of what only one side has: its cards, powers, secret objectives and secret zones."""
    forces = [force for force in scenario.forces if force.side == side]
    own = {force.id for force in forces}
    placed = {placement.zone for placement in scenario.placements if placement.force in own}
    names = {card.title for force in forces for card, _ in force.cards.values()}
    names |= {power.title for force in forces for power in force.powers}
    names |= {item.title for item in scenario.objectives if item.secret and item.side == side}
    return names | {zone.title for zone in scenario.zones if zone.secret and zone.id in placed}


def _is_public(scenario: Scenario, name: str) -> bool:
    """Whether a name is part of one that everybody may read, such as the name of a vehicle."""
    public = [*(force.title for force in scenario.forces), *(each.title for each in scenario.vehicles)]
    public += [getattr(item, "name", "") for _, items in scenario.map.named_things() for item in items]
    return any(_names(text, name) for text in public)


def owner_of(scenario: Scenario, text: str) -> str:
    """The side that alone may read a text, because it names what only that side has; empty if all may.

    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> scenario = load_scenario(shipped("scenarios") / "bugged" / "static.yaml")
    >>> owner_of(scenario, "Telepathy does not work."), owner_of(scenario, "The relay jams.")
    ('second', '')
    """
    sides = dict.fromkeys(force.side for force in scenario.forces)
    for side in sides:
        named = [name for name in _own_names(scenario, side) if _names(text, name)]
        if not all(_is_public(scenario, name) for name in named):
            return side
    return ""


def open_special_rules(scenario: Scenario) -> list[SpecialRule]:
    """The special rules that everybody may read."""
    return [rule for rule in scenario.special_rules if not owner_of(scenario, rule.text)]


def is_secret(scenario: Scenario, condition: VictoryCondition) -> bool:
    """Whether the condition names a secret objective or zone, which only the side's own briefing may name."""
    named = set(places_of(condition.condition)) | {("objective", id) for id in condition.objectives}
    objectives = any(item.secret for item in scenario.objectives if ("objective", item.id) in named)
    return objectives or any(zone.secret for zone in scenario.zones if ("zone", zone.id) in named)


def _names(text: str, name: str) -> bool:
    """Whether a text has a name as whole words."""
    # Most texts have it not at all, which is seen sooner so.
    return name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
