"""Who may do what only some may: start a sequence, launch or drive something."""

from __future__ import annotations

from collections.abc import Iterator

from builder.scenario.model import Force, HexMap, Member, Scenario
from rulesdb import InputError, Ruleset

_NOBODY_IN_PARTICULAR = "no-position"


def acts_of(game: Ruleset) -> tuple[str, ...]:
    """The acts that a game lets only some people do; none where it has no such tables."""
    if "procedure/may" not in game.all_entries:
        return ()
    by_position = next(axis for axis in game.table("capabilities").axes if axis.name == "capability")
    by_force = next(axis for axis in game.table("whole-forces").axes if axis.name == "act")
    return tuple(dict.fromkeys((*by_position.labels, *by_force.labels)))


def may_do(scenario: Scenario, force: Force, member: Member, act: str) -> bool:
    """Whether a member may do something, by position or as one of his force.

    Where the file does not say whether the map is of a ship or of a base, whoever may on either may here.

    Source: bug-hunter 308.2
    """
    may = scenario.ruleset.procedure("may")
    position = _NOBODY_IN_PARTICULAR
    if member.position is not None:
        position = member.position.get("acts_as", {}).get(force.unit.slug, member.position.slug)
    site = scenario.map.site if isinstance(scenario.map, HexMap) else ""
    for place in (site,) if site else ("ship", "base"):
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
