"""Who may do what only some may: start a sequence, launch or drive something."""

from __future__ import annotations

from collections.abc import Iterator

from builder.scenario.model import Force, HexMap, Member, Scenario
from rulesdb import InputError, Ruleset


def acts_of(game: Ruleset) -> tuple[str, ...]:
    """The acts that a game lets only some people do; none if its ruleset names none."""
    if game.acts is None:
        return ()
    axes = (axis for table, name in game.acts.names for axis in game.table(table).axes if axis.name == name)
    return tuple(dict.fromkeys(label for axis in axes for label in axis.labels))


def may_do(scenario: Scenario, force: Force, member: Member, act: str) -> bool:
    """Whether a member may do something, by position or as one of his force.

    If the file does not say on what kind of site the map is, whoever may on any of them may here.
    """
    acts = scenario.ruleset.acts
    if acts is None:
        return False
    may = scenario.ruleset.procedure(acts.procedure)
    position = acts.nobody
    if member.position is not None:
        position = member.position.get("acts_as", {}).get(force.unit.slug, member.position.slug)
    site = scenario.map.site if isinstance(scenario.map, HexMap) else ""
    for place in (site,) if site else acts.sites:
        try:
            if may(position=position, act=act, force=force.unit.slug, place=place):
                return True
        except InputError:
            # A troop type, or a position in it, that the book's list does not have.
            return False
    return False


def able(scenario: Scenario, side: str, act: str) -> Iterator[tuple[Force, Member]]:
    """The members of a side who may do something, in the file's order."""
    for force in scenario.forces:
        if force.side == side:
            for member in force.members:
                if may_do(scenario, force, member, act):
                    yield force, member
