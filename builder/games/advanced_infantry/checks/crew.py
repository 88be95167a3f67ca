"""4xx: crews of crewed weapons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.boards.spots import Region
from builder.games.advanced_infantry.checks import GAMES
from builder.games.advanced_infantry.trooper import crew
from builder.lint.check import Check
from builder.lint.finding import Defect
from builder.scenario.model import Emplacement, Force, Member, Scenario
from builder.scenario.names import NameKind


class MissingCrewCheck(Check):
    """A crewed weapon without enough troopers to set it up."""

    code = "BB423"
    slug = "missing-crew"
    what = (
        "A force has a crewed weapon, but fewer other troopers than it takes to set it up, or too few "
        "start next to its carrier; or the crew that the file names is not that of the weapon."
    )
    why = "It could never fire."
    example = "a heavy machine gun in a force of two troopers"
    fix = "Add troopers, or give the force a lighter weapon."
    rule = "rule/crew"
    games = GAMES
    needs = frozenset({NameKind.UNIT, NameKind.WEAPON, NameKind.MEMBER, NameKind.DOT})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        yield from _named_crews(scenario)
        for force in scenario.forces:
            for member in force.members:
                weapon, others = member.weapon, len(force.members) - 1
                wanted = crew(scenario.ruleset, weapon)
                if weapon is None or not wanted:
                    continue
                takes = f"a {weapon.title.lower()} takes {wanted} others to set up"
                path = member.weapon_path
                if wanted > others:
                    yield Defect(f"{takes}; `{force.id}` has {others}", path)
                elif wanted > (near := _neighbors(scenario, force, member)):
                    message = f"{takes}; {near} of `{force.id}` may start next to {member.name}"
                    yield Defect(message, path, "start more of the force in the same zone")


def _named_crews(scenario: Scenario) -> Iterator[Defect]:
    """The defects of each named crew and of each weapon that is set up."""
    set_up = {item.gunner.path: item for item in scenario.emplacements}
    for force in scenario.forces:
        gunner_of: dict[str, str] = {}
        for member in force.members:
            item = set_up.get(member.path)
            if not member.crew and item is None:
                continue
            path = (*member.path, "crew" if member.crew else "set_up")
            wanted, named = crew(scenario.ruleset, member.weapon), len(member.crew)
            if member.weapon is None or wanted is None:
                yield Defect(
                    f"{member.name} has no crewed weapon", path, "remove the key, or change `weapon`"
                )
                continue
            others = "1 other" if wanted == 1 else f"{wanted} others"
            takes = f"a {member.weapon.title.lower()} takes {others}"
            if named > wanted or (item is not None and named < wanted):
                when = "" if item is None else " next to it if it starts set up"
                yield Defect(f"{takes}{when}; `crew` names {named}", path, f"name {wanted} in `crew`")
            for helper in member.crew:
                other = gunner_of.setdefault(helper, member.name)
                if helper == member.id or other != member.name:
                    problem = "serves another weapon" if helper != member.id else "carries the weapon himself"
                    yield Defect(
                        f"{helper} of the crew of {member.name} {problem}", path, "name somebody else"
                    )
            if item is not None and item.region:
                yield from _misplaced(scenario, item)
            elif item is not None:
                yield from _scattered(scenario, item)


def _misplaced(scenario: Scenario, item: Emplacement) -> Iterator[Defect]:
    """A weapon that is set up where its gunner does not start, or out of its crew's reach."""
    board = scenario.map
    for member, reach in ((item.gunner, 0), *((helper, 1) for helper in item.crew)):
        regions = _regions(scenario, item.force, member)
        if regions and all(board.gap(region, item.region) > reach for region in regions):
            where = board.describe(item.region.spot)
            message = f"{member.name} does not start {'next to' if reach else 'at'} the weapon on {where}"
            yield Defect(
                message, (*item.path, board.spot_key), "move the weapon, or place the figure near it"
            )
            return


def _scattered(scenario: Scenario, item: Emplacement) -> Iterator[Defect]:
    """A crew that starts nowhere near the gunner, wherever the weapon is set up."""
    own = _regions(scenario, item.force, item.gunner)
    for helper in item.crew:
        regions = _regions(scenario, item.force, helper)
        if own and regions and all(scenario.map.gap(one, other) > 1 for one in own for other in regions):
            message = f"{helper.name} does not start next to {item.gunner.name}, whose weapon is set up"
            yield Defect(message, item.path, "place both in the same zone")
            return


def _neighbors(scenario: Scenario, force: Force, gunner: Member) -> int:
    """The number of figures of a force that may start next to a figure; those not placed may be anywhere."""
    own = _zones(scenario, force, gunner)
    beside: dict[frozenset[str], bool] = {own: True, frozenset(): True}
    number = 0
    for other in force.members:
        zones = _zones(scenario, force, other)
        if zones not in beside:
            starts, ends = (
                [zone.region for zone in scenario.zones if zone.id in ids] for ids in (own, zones)
            )
            near = any(scenario.map.gap(start, end) <= 1 for start in starts for end in ends)
            beside[zones] = near or not own or not own.isdisjoint(zones)
        number += other is not gunner and beside[zones]
    return number


def _regions(scenario: Scenario, force: Force, member: Member) -> Sequence[Region]:
    """The zones where a figure may start."""
    ids = _zones(scenario, force, member)
    return [zone.region for zone in scenario.zones if zone.id in ids]


def _zones(scenario: Scenario, force: Force, member: Member) -> frozenset[str]:
    return frozenset(item.zone for item in scenario.placements_of(force, {member.id}))
