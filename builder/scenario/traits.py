"""The traits of the forces of a scenario, their teams and their people, for constraints.

Each table has the traits of one kind of thing by name, as functions of what the thing is about: a scenario
has many things, and constraints need few of their traits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from builder.boards.spots import Region
from builder.scenario.forces.counter_colors import color_of
from builder.scenario.forces.cups import chits_in_cup
from builder.scenario.forces.distances import placement_distances, team_distances
from builder.scenario.forces.wounds import max_wounds
from rulesdb.conditions import Trait

if TYPE_CHECKING:
    from builder.scenario.model import Captive, Force, Member, Placement, Scenario, Team

Words = tuple[str, ...]


class Starts:
    """The traits of the zones of a scenario, and of the places where forces start. Results are cached."""

    def __init__(self, scenario: Scenario) -> None:
        board = scenario.map
        self.scenario = scenario
        self.zones: Mapping[str, dict[str, Trait]] = {
            zone.id: {
                **board.traits_of(zone.region),
                "in": join(
                    called(other.id) for other in scenario.zones if board.covers(other.region, zone.region)
                ),
            }
            for zone in scenario.zones
        }
        self._by_zones: dict[Words, Mapping[str, Trait]] = {}
        self._aboard = {
            (vehicle.force, member.id): (vehicle.kind.slug, "crew" if member in vehicle.crew else "passenger")
            for vehicle in scenario.vehicles
            for member in vehicle.people
        }
        self._set_up = {(item.force, id) for item in scenario.placements for id in item.members}
        self._gunners = {item.gunner.path for item in scenario.emplacements}

    @property
    def traits(self) -> Mapping[str, Callable[[ForceItem | TeamItem | FigureItem], Trait]]:
        """The traits that a force, a team or a figure has from the zones where it starts."""
        names = dict.fromkeys(name for zone in self.zones.values() for name in zone)
        return {"zone" if name == "in" else name: _of_start(name) for name in names}

    def find(self, placements: Iterable[Placement]) -> Mapping[str, Trait]:
        """All the words that the zones of some placements have as each trait."""
        zones = tuple(item.zone for item in placements if item.zone in self.zones)
        if zones not in self._by_zones:
            places = [self.zones[zone] for zone in zones]
            names = dict.fromkeys(name for place in places for name in place)
            words = {name: [place.get(name, ()) for place in places] for name in names}
            self._by_zones[zones] = {
                name: join(value for value in words[name] if isinstance(value, tuple)) for name in names
            }
        return self._by_zones[zones]

    def seat(self, force: Force, member: Member) -> tuple[str, str]:
        """The vehicle where a member starts and the seat there; empty if it starts in none."""
        return self._aboard.get((force.id, member.id), ("", ""))

    def is_set_up(self, force: Force, member: Member) -> bool:
        """Whether a placement names a member."""
        return (force.id, member.id) in self._set_up

    def has_emplacement(self, member: Member) -> bool:
        """Whether the weapon of a member is set up when the game begins."""
        return member.path in self._gunners


def _of_start(name: str) -> Callable[[ForceItem | TeamItem | FigureItem], Trait]:
    return lambda item: item.starts.find(item.placements).get(name, ())


class ForceItem(NamedTuple):
    """A force of a scenario."""

    starts: Starts
    force: Force

    @property
    def placements(self) -> tuple[Placement, ...]:
        return self.starts.scenario.starts_of(self.force)


class TeamItem(NamedTuple):
    """A team of a force."""

    starts: Starts
    force: Force
    team: Team

    @property
    def placements(self) -> tuple[Placement, ...]:
        ids = {member.id for member in self.team.members}
        return self.starts.scenario.placements_of(self.force, ids)


class FigureItem(NamedTuple):
    """A member of a force."""

    starts: Starts
    force: Force
    member: Member

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The placements where it starts on foot."""
        if self.starts.seat(self.force, self.member)[0]:
            return ()
        return self.starts.scenario.placements_of(self.force, {self.member.id})


FORCE: Mapping[str, Callable[[ForceItem], Trait]] = {
    "unit": lambda item: (item.force.unit.slug,),
    "side": lambda item: (item.force.side,),
    "fights_for": lambda item: words(str(item.force.unit.get("side", ""))),
    "roster": lambda item: words(item.force.roster.slug if item.force.roster else ""),
    "species": lambda item: words(item.force.species or ""),
    "power": lambda item: tuple(power.slug for power in item.force.powers),
    "draws_powers": lambda item: yes(item.force.draws_powers),
    "native": lambda item: yes(item.force.native),
    "suited": lambda item: yes(item.force.suited),
    "radiocom": lambda item: yes(item.force.radiocom),
    "swarms": lambda item: sum(item.force.swarms),
    "captives": lambda item: sum(captive.count for captive in item.force.captives),
    "has_swarms": lambda item: yes(bool(item.force.swarms)),
    "has_grenades": lambda item: yes(item.force.grenades is not None),
    "has_preservation": lambda item: yes(bool(item.force.preservation)),
    "cup": lambda item: chits_in_cup(item.starts.scenario.ruleset, item.force),
    "called": lambda item: called(item.force.id),
    "count": lambda item: item.force.count,
    "rolled": lambda item: tuple(item.force.dice),
    "rides": lambda item: yes(bool(item.force.rides_in)),
    "rides_with_own_side": lambda item: yes(_rides_with_own_side(item)),
    "riders": lambda item: sum(rider.count for rider in item.starts.scenario.riders_of(item.force)),
    "room": lambda item: item.force.room,
    "max_wounds": lambda item: max_wounds(item.starts.scenario.ruleset, item.force.unit),
    "figures": lambda item: len(item.force.members),
    "teams": lambda item: len(item.force.teams),
    "zones": lambda item: len(item.starts.scenario.placements_of(item.force)),
    "arrives": lambda item: yes(bool(item.force.arrival)),
    "placed": lambda item: yes(bool(item.starts.scenario.placements_of(item.force))),
    "color": lambda item: words(color_of(item.force)),
    "dummies": lambda item: _stated(item.force.dummies),
    "hidden": lambda item: yes(item.force.is_hidden),
    "has_dummies": lambda item: yes(item.force.dummies is not None),
    "panic": lambda item: _stated(item.force.panic),
    "has_panic": lambda item: yes(item.force.panic is not None),
}

TEAM: Mapping[str, Callable[[TeamItem], Trait]] = {
    "is": lambda item: words(item.team.made_of),
    "listed": lambda item: yes(item.team.is_listed),
    "organized": lambda item: yes(bool(item.team.made_of)),
    "experience": lambda item: words(item.team.experience),
    "figures": lambda item: len(item.team.members),
}

FIGURE: Mapping[str, Callable[[FigureItem], Trait]] = {
    "is": lambda item: ((item.member.unit or item.force.unit).slug,),
    "row": lambda item: item.member.row,
    "has_row": lambda item: yes(item.member.row > 0),
    "squads": lambda item: _squads_of(item),
    "own_activation": lambda item: yes("activation" in item.member.own),
    "own_panic": lambda item: yes("panic" in item.member.own),
    "own_position": lambda item: yes("position" in item.member.own),
    "own_abilities": lambda item: yes("abilities" in item.member.own),
    "position": lambda item: words(item.member.position.slug if item.member.position else ""),
    "has_position": lambda item: yes(item.member.position is not None),
    "position_fits": lambda item: yes(_fits_position(item)),
    "experience": lambda item: words(item.member.experience),
    "leads": lambda item: yes(item.member.leads),
    "own_leadership": lambda item: yes(item.member.leadership is not None),
    "wounded": lambda item: yes(item.member.wounded),
    "suited": lambda item: yes(item.member.suited),
    "placed": lambda item: yes(bool(item.placements)),
    "armed": lambda item: yes(item.member.weapon is not None or bool(item.member.usual)),
    "holds": lambda item: words(item.member.weapon.slug if item.member.weapon is not None else ""),
    "carries": lambda item: tuple(weapon.slug for weapon in item.member.carries),
    "gear": lambda item: item.member.gear,
    "aboard": lambda item: words(item.starts.seat(item.force, item.member)[0]),
    "seat": lambda item: words(item.starts.seat(item.force, item.member)[1]),
    "set_up": lambda item: yes(item.starts.is_set_up(item.force, item.member)),
    "has_crew": lambda item: yes(bool(item.member.crew) or item.starts.has_emplacement(item.member)),
    "activation": lambda item: item.member.activation,
    "panic": lambda item: item.member.panic,
}


def of_placement(scenario: Scenario, name: str) -> Callable[[Placement], Trait]:
    """How far a placement is from something, by the name of the trait."""
    return lambda placement: placement_distances(scenario, placement).get(name, ())


def of_team(name: str) -> Callable[[TeamItem], Trait]:
    """How near other teams start, by the name of the trait."""
    return lambda item: team_distances(item.starts.scenario, item.force, item.team).get(name, ())


def keeper_distances(scenario: Scenario, captive: Captive) -> tuple[Trait, Trait]:
    """How far from a captive its keeper can start.

    The smallest distance, and the smallest one from which the captive is seen and not in the same place.
    """
    board = scenario.map
    keeper, force = scenario.keeper(captive), scenario.force(captive.keeper[0])
    gaps: list[float] = []
    seen_from: list[float] = []
    placements = scenario.placements_of(force, {keeper.id}) if keeper is not None and force else ()
    zones = (scenario.zone(placement.zone) for placement in placements)
    target = captive.region.spot
    level = board.traits_of(captive.region).get("level")
    sees = board.sight(scenario.ruleset)
    for spot in (spot for zone in zones if zone is not None for spot in zone.region.spots):
        region = Region((spot,))
        if board.traits_of(region).get("level") == level:
            gap = board.gap(region, captive.region)
            gaps.append(gap)
            if gap and sees(spot, target):
                seen_from.append(gap)
    return min(gaps, default=()), min(seen_from, default=())


def _rides_with_own_side(item: ForceItem) -> bool:
    carrier = item.starts.scenario.force(item.force.rides_in)
    return carrier is not None and carrier.side == item.force.side


def _stated(value: int | str | None) -> Trait:
    return value if isinstance(value, int) else words(value or "")


def _squads_of(item: FigureItem) -> int:
    """In how many squads somebody is; in one if the force is not divided."""
    squads = item.force.squads
    return sum(item.member in squad.members for squad in squads) if squads else 1


def _fits_position(item: FigureItem) -> bool:
    """Whether a figure's position is one of its troop type; true if it has none."""
    position, unit = item.member.position, item.force.unit.slug
    return position is None or unit in position.get("forces", (unit,))


def called(id: str) -> Words:
    """An id and each of its beginnings that ends before a hyphen.

    >>> called("landing-2-west")
    ('landing', 'landing-2', 'landing-2-west')
    """
    parts = id.split("-")
    return tuple("-".join(parts[:end]) for end in range(1, len(parts) + 1))


def join(lists: Iterable[Words]) -> Words:
    """All the words once, in order."""
    return tuple(dict.fromkeys(word for some in lists for word in some))


def words(text: str) -> Words:
    """A word, or none if the text is empty."""
    return (text,) if text else ()


def yes(value: bool) -> Words:
    """The word that stands for a truth value."""
    return ("yes",) if value else ("no",)
