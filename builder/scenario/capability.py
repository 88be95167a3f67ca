"""Acts that the game allows only some people, such as to launch or drive something, and who may do them."""

from __future__ import annotations

from collections.abc import Iterator

from builder.scenario.model import Force, Member, Scenario
from rulesdb import Entry, InputError, Ruleset


def acts_of(game: Ruleset) -> tuple[str, ...]:
    """The acts that a game allows only some people."""
    if game.acts is None:
        return ()
    axes = (axis for table, name in game.acts.names for axis in game.table(table).axes if axis.name == name)
    return tuple(dict.fromkeys(label for axis in axes for label in axis.labels))


def position_may(game: Ruleset, position: Entry | None, unit: Entry, act: str, site: str = "") -> bool:
    """Whether a figure of a unit may do an act, because of its position or because the whole unit may.

    Without ``site``, it is enough that it may on some kind of site.
    """
    if game.acts is None:
        return False
    slug = game.acts.nobody
    if position is not None:
        slug = position.get("acts_as", {}).get(unit.slug, position.slug)
    may = game.procedure(game.acts.procedure)
    for place in (site,) if site else game.acts.sites:
        try:
            if may(position=slug, act=act, force=unit.slug, place=place):
                return True
        except InputError:
            # The book's list does not have the unit or the position.
            return False
    return False


def may_do(scenario: Scenario, force: Force, member: Member, act: str) -> bool:
    """Whether a member may do an act on the scenario's map."""
    site = scenario.map.site
    return position_may(scenario.ruleset, member.position, force.unit, act, site)


def members_who_may(scenario: Scenario, side: str, act: str) -> Iterator[tuple[Force, Member]]:
    """The members of a side who may do an act, in the file's order."""
    for force in scenario.forces_of(side):
        for member in force.members:
            if may_do(scenario, force, member, act):
                yield force, member
