"""2xx, 3xx and 4xx: open country on hexes, and forces that are bought by points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from builder.geometry.hexgrid import Hex
from builder.lint.check import Check
from builder.lint.finding import Finding, Severity
from builder.scenario.model import Scenario
from builder.scenario.walk import moves_of_side
from rulesdb.yaml_source import DataPath

_LAND = frozenset({"land"})
_NAMES = frozenset({"hex", "terrain", "zone", "force", "unit", "new hexside"})


class LandOverlapCheck(Check):
    """A hex with two kinds of terrain or two levels."""

    code = "BB221"
    slug = "land-overlap"
    what = "A hex is listed under two kinds of terrain, or on two levels."
    why = "It can have one only, and the map would show whichever came first."
    example = 'elevation: {1: "0203-0405", 2: "0304"} with 0304 on both'
    fix = "Take it out of one of the lists."
    maps = _LAND

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        land = scenario.land_map
        said: set[tuple[str, str]] = set()
        for hex, first, second, path in land.overlaps:
            if (first, second) not in said:
                said.add((first, second))
                shared = [other for other, one, two, _ in land.overlaps if (one, two) == (first, second)]
                are = f" and {len(shared) - 1} more are" if len(shared) > 1 else " is"
                yield self.finding(
                    scenario,
                    f"{land.describe(hex)}{are} both {first} and {second}",
                    path,
                    "take it out of one of the lists",
                )


class LandZoneCheck(Check):
    """A zone with fewer hexes than counters, or one that two sides share."""

    code = "BB222"
    slug = "land-zone"
    what = (
        "A set-up zone has fewer hexes than the counters placed there, or two sides set up in the same hexes."
    )
    why = "A hex holds one unit, so that some could not be set up."
    example = "eight units in a zone of six hexes"
    fix = "Make the zone larger, or give each side hexes of its own."
    maps = _LAND
    needs = _NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        yield from self._crowded(scenario)
        owners: dict[Hex, tuple[str, str]] = {}
        sides = {force.id: force.side for force in scenario.forces}
        zones = {zone.id: zone for zone in scenario.zones}
        for placement in scenario.placements:
            zone = zones[placement.zone]
            for hex in zone.hexes:
                side, other = owners.setdefault(hex, (sides[placement.force], zone.id))
                if side != sides[placement.force]:
                    yield self.finding(
                        scenario,
                        f"{scenario.land_map.describe(hex)} is in zones of both sides, "
                        f"`{other}` and `{zone.id}`",
                        (*placement.path, "zone"),
                        "give each side hexes of its own",
                    )
                    break

    def _crowded(self, scenario: Scenario) -> Iterator[Finding]:
        """Zones that cannot hold who is placed there; who is placed in several may start in any of them."""
        hexes = {zone.id: set(zone.hexes) for zone in scenario.zones}
        counts = {force.id: force.count for force in scenario.forces}
        zones_of: dict[str, dict[str, DataPath]] = {force: {} for force in counts}
        for placement in scenario.placements:
            zones_of[placement.force][placement.zone] = placement.path
        bound = Counter[str]()
        # Who has one zone goes first: the others have what is left.
        for force, zones in sorted(zones_of.items(), key=lambda item: len(item[1])):
            counters = counts[force] + sum(bound[zone] for zone in zones)
            room = len(set().union(*(hexes[zone] for zone in zones)))
            if len(zones) == 1:
                bound.update(dict.fromkeys(zones, counts[force]))
            if zones and counters > room:
                of = f"{'zone' if len(zones) == 1 else 'zones'} {', '.join(f'`{zone}`' for zone in zones)}"
                yield self.finding(
                    scenario,
                    f"{counters} counters set up in {'1 hex' if room == 1 else f'{room} hexes'} of {of}",
                    (*list(zones.values())[-1], "zone"),
                    "make the zone larger" if len(zones) == 1 else "make one of the zones larger",
                )


class LandReachCheck(Check):
    """An objective that nobody can reach in time."""

    code = "BB415"
    slug = "land-reach"
    what = "No unit of an objective's side can come there by the last turn, by the game's own costs."
    why = "The condition that needs it could never be met."
    example = "an objective forty movement points away in a game of three turns"
    fix = "Move the objective or the zone, or add turns."
    maps = _LAND
    needs = _NAMES | {"side"}

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for objective in scenario.objectives:
            if objective.place is None:
                continue
            turns = moves_of_side(scenario, objective.side).fewest(objective.place)
            if turns is not None and turns > scenario.turns:
                yield self.finding(
                    scenario,
                    f"objective `{objective.id}` takes at least {turns} turns to reach; "
                    f"the game has {scenario.turns}",
                    (*objective.path, "hex"),
                    "move the objective or the zone, or add turns",
                )


class BudgetCheck(Check):
    """A side that has spent more than it may."""

    code = "BB307"
    slug = "over-budget"
    what = "The units and cards of a side cost more points than the scenario's budget."
    why = "The sides would not be as even as the scenario says."
    example = "budget: 300 and five units of 67 points"
    fix = "Take units or cards away, or raise the budget."
    needs = frozenset({"unit", "card", "side"})

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        if scenario.budget is None:
            return
        for side in dict.fromkeys(force.side for force in scenario.forces):
            spent = sum(force.points for force in scenario.forces if force.side == side)
            if spent > scenario.budget:
                yield self.finding(
                    scenario,
                    f"{scenario.side_title(side)} spends {spent} points of {scenario.budget}",
                    ("scenario", "budget"),
                    "take units or cards away, or raise the budget",
                )


class CardRaceCheck(Check):
    """A card that belongs to another race."""

    code = "BB308"
    slug = "card-race"
    severity = Severity.WARNING
    what = "A force has an action card of a race that none of its side's units belongs to."
    why = "Each race has cards of its own."
    example = "a Tunnel Trap, a card of the bugs, for marines"
    fix = "Choose a card of the force's race."
    needs = frozenset({"unit", "card", "side"})

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for force in scenario.forces:
            allies = (other.unit for other in scenario.forces if other.side == force.side)
            races = dict.fromkeys(unit.get("race", "of no race") for unit in allies)
            for name, (card, _) in force.cards.items():
                if card["race"] not in races:
                    yield self.finding(
                        scenario,
                        f"{card.title} is a card of race {card['race']}; the side is {', '.join(races)}",
                        (*force.path, "cards", name),
                        "choose a card of the force's race",
                    )
