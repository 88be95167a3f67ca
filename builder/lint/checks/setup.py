"""4xx: set-up, schedule and victory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.lint.check import WALLS, Check
from builder.lint.finding import Applicability, Finding, Fix, Severity
from builder.lint.layout import Layout
from builder.scenario.model import Force, Placement, Scenario, VictoryCondition
from builder.scenario.walk import moves_a_turn, moves_of_side

_NAMES = frozenset(
    {"hex", "level", "area", "zone", "force", "member", "new area id", "new hexside", "unit", WALLS}
)


class DummiesCheck(Check):
    """A hidden force that does not state its dummies."""

    code = "BB401"
    slug = "dummies-not-stated"
    what = "A force of individual Preds does not say how many dummies it has."
    why = "The number in play is fixed by the scenario, and the counters have to be printed."
    example = "unit: individual-pred, count: 5, and no dummies"
    fix = "Add `dummies:`, or `dummies: 0` for none."
    fixable = (Applicability.UNSAFE,)
    rule = "rule/326.0"
    games = frozenset({"bug-hunter"})
    needs = _NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for force in scenario.forces:
            if force.unit.slug == "individual-pred" and force.dummies is None:
                yield self.finding(
                    scenario,
                    f"force `{force.id}` does not state its dummies",
                    (*force.path, "id"),
                    "add `dummies:` with their number, 0 for none",
                    fixes=_stated(scenario, force, "dummies", "0"),
                )


class UnplacedCheck(Check):
    """A force or figure that sets up nowhere."""

    code = "BB402"
    slug = "unplaced"
    what = "No placement covers a force, or one of its members."
    why = (
        "The players would not know where it starts. A force with `arrival` comes later, and a vehicle's "
        "crew starts in it."
    )
    example = "a member who is in none of the placements, each of which names its members"
    fix = "Add a placement; one without `members` takes all that are left."
    needs = _NAMES | {"vehicle"}

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for force in scenario.forces:
            if force.arrival:
                continue
            placements = [item for item in scenario.placements if item.force == force.id]
            seated = _seated(scenario, force)
            if not placements and not seated:
                yield self.finding(
                    scenario,
                    f"force `{force.id}` is placed nowhere",
                    (*force.path, "id"),
                    "add it to `placements`",
                )
            elif all(item.members for item in placements):
                placed = seated.union(*(item.members for item in placements))
                for member in force.members:
                    if member.id not in placed:
                        yield self.finding(
                            scenario,
                            f"{member.name} (id {member.id}) is placed nowhere",
                            (*member.path, "id"),
                            "name the id in a placement, or add one without `members`",
                        )


class SharedZoneCheck(Check):
    """An area where two sides set up."""

    code = "BB403"
    slug = "shared-zone"
    what = "Two sides may set up in the same area."
    why = "They could start in the same hex."
    example = "crew and Preds both placed in the cargo hold"
    fix = "Give each side areas of its own."
    maps = frozenset({"hex"})
    needs = _NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        first: dict[str, tuple[str, Placement]] = {}
        sides = {force.id: force.side for force in scenario.forces}
        areas = {zone.id: zone.areas for zone in scenario.zones}
        for placement in scenario.placements:
            for area in areas[placement.zone]:
                side, other = first.setdefault(area, (sides[placement.force], placement))
                if side != sides[placement.force]:
                    where = scenario.source.value_span(other.path)
                    yield self.finding(
                        scenario,
                        f"both sides set up in area `{area}`",
                        (*placement.path, "zone"),
                        "give each side areas of its own",
                        related=(("the other side is placed here", where),),
                    )
                    break


class CrowdedZoneCheck(Check):
    """A zone with fewer hexes than figures."""

    code = "BB404"
    slug = "crowded-zone"
    severity = Severity.WARNING
    what = (
        "A placement puts more counters into its zone than the zone has hexes. Placements without `members` "
        "share what is left of their force, and their zones count together."
    )
    why = "Somebody has to start stacked, which the standard rules limit and swarms may not do at all."
    example = "twelve figures in a zone of nine hexes"
    fix = "Add areas to the zone, or split the placement."
    maps = frozenset({"hex"})
    needs = _NAMES | {"vehicle"}

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        zones = {zone.id: zone for zone in scenario.zones}
        for force in scenario.forces:
            placements = [item for item in scenario.placements if item.force == force.id]
            parties = [(len(item.members), [item]) for item in placements if item.members]
            others = [item for item in placements if not item.members]
            if others:
                parties.append((_left(scenario, force, placements), others))
            for counters, steps in parties:
                names = list(dict.fromkeys(item.zone for item in steps))
                hexes = len({place for name in names for place in scenario.zone_places(zones[name])})
                if counters > hexes:
                    room = f"{hexes} {'hex' if hexes == 1 else 'hexes'}"
                    known = ", ".join(f"`{name}`" for name in names)
                    zone = f"{'zones' if len(names) > 1 else 'zone'} {known}"
                    yield self.finding(
                        scenario,
                        f"{counters} counters set up in {room} of {zone}",
                        (*steps[0].path, "zone"),
                        "add areas to the zone, or split the placement",
                    )


class ObjectiveReachCheck(Check):
    """An objective that cannot be reached in time."""

    code = "BB405"
    slug = "objective-out-of-reach"
    what = (
        "An objective is cut off from its side's set-up zones, or farther than the allowance carries even "
        "if the nearest figure moved in every round of every turn; how many those are is a house value. A "
        "side with a force that is not placed may come from anywhere."
    )
    why = "The condition that needs it could never be met."
    example = "an objective in a room without a door"
    fix = "Move the objective or the zone, open a way, or add turns."
    rule = "rule/303.1"
    games = frozenset({"bug-hunter"})
    maps = frozenset({"hex"})
    needs = _NAMES | {"objective"}

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        placed = {placement.force for placement in scenario.placements}
        for objective in scenario.objectives:
            if objective.place is None or objective.place not in scenario.hex_map.area_at:
                continue
            forces = {force.id for force in scenario.forces if force.side == objective.side}
            if not forces or not forces <= placed:
                continue
            rounds = moves_of_side(scenario, objective.side).fewest(objective.place)
            have = scenario.turns * moves_a_turn(scenario)
            if rounds is None:
                said = "cannot be reached from its side's set-up zones"
            elif rounds > have:
                said = f"takes at least {rounds} rounds to reach; the game has {have} (house value)"
            else:
                continue
            yield self.finding(
                scenario,
                f"objective `{objective.id}` {said}",
                (*objective.path, "hex"),
                "move the objective or the zone, open a way, or add turns",
            )


class EventTurnCheck(Check):
    """An event that never happens, or stands out of order."""

    code = "BB406"
    slug = "event-turn"
    what = "An event is set for a turn after the last one, or stands after a later event."
    why = "It would not happen, or would be read too late."
    example = "turns: 14 and an event on turn 16"
    fix = "Correct the turn, or put the events in order."
    fixable = (Applicability.SAFE, Applicability.UNSAFE)

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        latest = 1
        for event in scenario.events:
            if event.turn > scenario.turns:
                yield self.finding(
                    scenario,
                    f"turn {event.turn} is after the last turn, {scenario.turns}",
                    (*event.path, "turn"),
                    f"use 1-{scenario.turns}, or let the game run longer",
                )
            elif event.turn < latest:
                yield self.finding(
                    scenario,
                    f"turn {event.turn} stands after turn {latest}",
                    (*event.path, "turn"),
                    "put the events in order",
                    fixes=_in_order(scenario),
                )
            else:
                latest = event.turn


class VictorySidesCheck(Check):
    """A side that cannot win."""

    code = "BB407"
    slug = "victory-missing"
    what = "A side with a force has no victory condition."
    why = "Its player has nothing to play for."
    example = "conditions for the humans only"
    fix = "Add a condition for the side."
    needs = frozenset({"side", "unit"})

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        winners = {condition.side for condition in scenario.victory}
        told: set[str] = set()
        for force in scenario.forces:
            if force.side not in winners and force.side not in told:
                told.add(force.side)
                yield self.finding(
                    scenario,
                    f"side `{force.side}` has no victory condition",
                    ("victory",),
                    f"add one with `side: {force.side}`",
                    key=True,
                )


class PanicRatingCheck(Check):
    """Preds without a panic rating."""

    code = "BB408"
    slug = "panic-not-stated"
    what = "A force of creatures does not say what its panic rating is, or that it is rolled."
    why = "All creatures of a scenario share one rating, which has to be fixed before play."
    example = "unit: individual-pred without panic"
    fix = "Add `panic: rolled`, or a number."
    fixable = (Applicability.UNSAFE,)
    rule = "rule/309.2"
    games = frozenset({"bug-hunter"})
    needs = _NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for force in scenario.forces:
            if force.unit.get("panic") == "pred" and force.panic is None:
                yield self.finding(
                    scenario,
                    f"force `{force.id}` has no panic rating",
                    (*force.path, "id"),
                    "add `panic: rolled`, or a number from 1 to 6",
                    fixes=_stated(scenario, force, "panic", "rolled"),
                )


class RepeatedGradeCheck(Check):
    """Two conditions for the same victory."""

    code = "BB416"
    slug = "repeated-grade"
    severity = Severity.WARNING
    what = "A side has two conditions of the same grade that need the same objectives."
    why = "One of the two says nothing, or they were meant to be different grades."
    example = "two conditions with side: human and grade: decisive"
    fix = "Make one of the two, or give them different grades."
    needs = frozenset({"side", "objective"})

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        first: dict[tuple[str, str, tuple[str, ...]], VictoryCondition] = {}
        for condition in scenario.victory:
            key = (condition.side, condition.grade.casefold(), tuple(sorted(condition.objectives)))
            if key in first:
                where = scenario.source.value_span((*first[key].path, "grade"))
                yield self.finding(
                    scenario,
                    f"side `{condition.side}` has a condition of grade `{condition.grade}` already",
                    (*condition.path, "grade"),
                    "make one of the two, or give them different grades",
                    related=(("the other is here", where),),
                )
            first.setdefault(key, condition)


class UnscorableCheck(Check):
    """Points that nobody can score."""

    code = "BB417"
    slug = "unscorable"
    severity = Severity.WARNING
    what = "The mission gives points for killing creatures of a kind that no force has."
    why = "A side would count on points that are not there."
    example = "no Flying Warriors in a mission that scores them"
    fix = "Add a force of that unit."
    needs = frozenset({"mission", "unit"})

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        if scenario.mission is None:
            return
        fielded = {force.unit.slug for force in scenario.forces}
        units = {unit.slug for unit in scenario.ruleset.of_kind("unit")}
        for line in scenario.mission["victory"]:
            unit = str(line["event"]).removesuffix("-killed").removesuffix("-captured")
            if unit in units and unit not in fielded:
                yield self.finding(
                    scenario,
                    f"{scenario.mission.title} scores `{line['event']}`, and no force is of unit `{unit}`",
                    ("scenario", "mission"),
                    f"add a force with `unit: {unit}`",
                    rule=scenario.mission.key,
                )


def _seated(scenario: Scenario, force: Force) -> set[str]:
    """The members who start in a vehicle of their force."""
    vehicles = [vehicle for vehicle in scenario.vehicles if vehicle.force == force.id]
    return {member.id for vehicle in vehicles for member in vehicle.crew}


def _left(scenario: Scenario, force: Force, placements: Sequence[Placement]) -> int:
    """The counters of a force that no placement names and that start in no vehicle."""
    settled = _seated(scenario, force).union(*(item.members for item in placements))
    return -(-force.count // int(force.unit.get("most", 1))) + (force.dummies or 0) - len(settled)


def _stated(scenario: Scenario, force: Force, key: str, value: str) -> tuple[Fix, ...]:
    """The key behind the number of creatures, or behind their unit."""
    after = "count" if "count" in scenario.source.data["forces"][force.path[1]] else "unit"
    edit = Layout(scenario.source).add(force.path, after, key, value)
    return (Fix(f"add `{key}: {value}`", Applicability.UNSAFE, (edit,)),) if edit is not None else ()


def _in_order(scenario: Scenario) -> tuple[Fix, ...]:
    """The events by turn; less surely where comments, whose place is a matter of meaning, go along."""
    events = scenario.events
    order = sorted(range(len(events)), key=lambda index: events[index].turn)
    edit, has_comments = Layout(scenario.source).reorder(("schedule", "events"), order)
    sure = Applicability.UNSAFE if has_comments else Applicability.SAFE
    return (Fix("put the events in order", sure, (edit,)),) if edit is not None else ()
