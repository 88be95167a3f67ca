"""Lists the things of a scenario, with the traits that constraints use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from builder.boards.parts import traits_of
from builder.boards.spots import Region
from builder.scenario.forces.distances import placement_distances, team_distances
from builder.scenario.forces.wounds import max_wounds
from builder.scenario.things import Census, Thing
from rulesdb import Entry, Ruleset
from rulesdb.conditions import LateTrait, Trait
from rulesdb.yaml_source import DataPath

if TYPE_CHECKING:
    from builder.scenario.model import Captive, Force, Member, Placement, Scenario, Team, Vehicle

Words = tuple[str, ...]


def take_census(scenario: Scenario) -> Census:
    """Everything in a scenario that constraints can select."""
    return Census(_Lister(scenario).things())


class _Lister:
    """The things of one scenario; zones are compared once."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.whole = Thing(
            "scenario",
            "the scenario",
            ("scenario", "id"),
            _scenario_traits(scenario),
            keys={"turns": ("schedule", "turns"), "command_post": ("setup", "command_post")},
        )
        board = scenario.map
        self.zones: Mapping[str, dict[str, Trait]] = {
            zone.id: {
                **board.traits_of(zone.region),
                "in": _join(
                    _called(other.id) for other in scenario.zones if board.covers(other.region, zone.region)
                ),
            }
            for zone in scenario.zones
        }
        self.aboard = {
            (vehicle.force, member.id): (vehicle.kind.slug, "crew" if member in vehicle.crew else "passenger")
            for vehicle in scenario.vehicles
            for member in vehicle.people
        }
        self.set_up = {(item.force, id) for item in scenario.placements for id in item.members}
        # Most figures of a force set up in the same zones.
        self.starts: dict[Words, Mapping[str, Trait]] = {}

    def things(self) -> Iterator[Thing]:
        scenario, whole = self.scenario, self.whole
        yield whole
        yield Thing("map", "the map", ("map", "kind"), {"is": (scenario.map.kind,)}, whole)
        yield from self._parts()
        for zone in scenario.zones:
            traits = {
                "called": _called(zone.id),
                "command_post": _yes(zone.id == scenario.command_post),
                **self.zones[zone.id],
            }
            yield Thing("zone", f"zone `{zone.id}`", (*zone.path, "id"), traits, whole)
        sides: dict[str, Thing] = {}
        owners: dict[str, Thing] = {}
        for force in scenario.forces:
            if force.side not in sides:
                path = (*force.path, "side")
                traits = {"is": (force.side,), "budget": scenario.budgets.get(force.side, ())}
                sides[force.side] = Thing("side", f"side `{force.side}`", path, traits, whole)
                yield sides[force.side]
            owners[force.id] = self._force(force, sides[force.side])
            yield owners[force.id]
            yield from self._contents(force, owners[force.id])
        for item in scenario.placements:
            traits = {"zone": self.zones[item.zone]["in"]} if item.zone in self.zones else {}
            traits |= {"posture": _words(item.posture), **placement_distances(scenario, item)}
            name = f"force `{item.force}` in zone `{item.zone}`"
            yield Thing("placement", name, (*item.path, "zone"), traits, owners.get(item.force, whole))
        for vehicle in scenario.vehicles:
            yield self._vehicle(vehicle, owners.get(vehicle.force, whole))
        yield from self._objectives()
        yield from self._conditions()
        for event in scenario.events:
            path = (*event.path, "turn")
            yield Thing("event", f"event `{event.title}`", path, {"turn": event.turn}, whole)

    def _parts(self) -> Iterator[Thing]:
        """The parts of the map, with the zones that they are in or touch."""
        for part in self.scenario.map.parts():
            traits: Mapping[str, LateTrait] = part.traits
            if part.region is not None:
                traits = {**traits, **self._places(part.region)}
            yield Thing(part.kind, part.name, part.path, traits, self.whole, word=part.word)

    def _places(self, region: Region) -> Mapping[str, LateTrait]:
        """The zones that contain or touch a region, and who sets up there; few constraints use them."""
        board, zones = self.scenario.map, self.scenario.zones
        forces = {force.id: force for force in self.scenario.forces}

        def around() -> Words:
            return _join(_called(zone.id) for zone in zones if board.covers(zone.region, region))

        def touching() -> list[str]:
            return [zone.id for zone in zones if board.shared(zone.region, region)]

        def touched() -> Words:
            return _join(map(_called, touching()))

        def sides() -> Words:
            zones_here = set(touching())
            placed = (item.force for item in self.scenario.placements if item.zone in zones_here)
            return tuple(dict.fromkeys(forces[force].side for force in placed if force in forces))

        return {"in": around, "touches": touched, "set_up_by": sides}

    def _objectives(self) -> Iterator[Thing]:
        board = self.scenario.map
        for objective in self.scenario.objectives:
            brought = self.scenario.force(objective.brings)
            traits: dict[str, Trait] = {
                "act": _words(objective.act),
                "side": _words(objective.side),
                "brings": _words(brought.unit.slug if brought is not None else ""),
                "called": _called(objective.id),
                **board.traits_of(objective.region),
                **board.traits_toward(objective.region, objective.boards),
            }
            name, path = f"objective `{objective.id}`", (*objective.path, "id")
            yield Thing("objective", name, path, traits, self.whole)

    def _conditions(self) -> Iterator[Thing]:
        objectives = {objective.id: objective for objective in self.scenario.objectives}
        decks = self.scenario.map.decks
        damage = decks.damage_of(decks.areas) if decks is not None else 0
        for condition in self.scenario.victory:
            named = (objectives[id] for id in condition.objectives if id in objectives)
            force = self.scenario.force(condition.survivors[0]) if condition.survivors else None
            traits: dict[str, Trait] = {
                "side": _words(condition.side),
                "act": _join(_words(objective.act) for objective in named),
                "survivors": condition.survivors[1] if condition.survivors else 0,
                "units": force.count if force is not None else 0,
                "structural_damage": condition.structural_damage,
                "damage_left": condition.structural_damage - damage,
            }
            path = (*condition.path, "grade")
            keys = {
                "survivors": (*condition.path, "survivors", "least"),
                "damage_left": (*condition.path, "structural_damage"),
            }
            name = f"condition of side `{condition.side}`"
            yield Thing("condition", name, path, traits, self.whole, keys)

    def _force(self, force: Force, side: Thing) -> Thing:
        placements = self.scenario.placements_of(force)
        stated = {"dummies": force.dummies, "panic": force.panic}
        traits: dict[str, Trait] = {
            **traits_of(force.unit),
            "unit": (force.unit.slug,),
            "side": (force.side,),
            "fights_for": _words(str(force.unit.get("side", ""))),
            "roster": _words(force.roster.slug if force.roster else ""),
            "species": _words(force.species or ""),
            "power": tuple(power.slug for power in force.powers),
            "draws_powers": _yes(force.draws_powers),
            "native": _yes(force.native),
            "suited": _yes(force.suited),
            "radiocom": _yes(force.radiocom),
            "swarms": sum(force.swarms),
            "captives": sum(captive.count for captive in force.captives),
            "has_swarms": _yes(bool(force.swarms)),
            "has_preservation": _yes(bool(force.preservation)),
            **force.preservation,
            "called": _called(force.id),
            "count": force.count,
            "rolled": tuple(force.dice),
            **self._carriage(force),
            **_wounds(self.scenario.ruleset, force),
            "figures": len(force.members),
            "teams": len(force.teams),
            "arrives": _yes(bool(force.arrival)),
            "placed": _yes(bool(placements)),
            "color": _words(force.color or force.unit.get("counter", {}).get("color", "")),
            **self._starts(self.scenario.starts_of(force)),
        }
        for name, value in stated.items():
            traits[name] = value if isinstance(value, int) else _words(value or "")
            traits[f"has_{name}"] = _yes(value is not None)
        keys = {f"has_{name}": (*force.path, name) for name in stated}
        keys |= {"wounds_left": (*force.path, "wounds"), "rides_with_own_side": (*force.path, "rides_in")}
        keys |= {name: (*force.path, "preservation", name) for name in force.preservation}
        keys["has_preservation"] = (*force.path, "preservation")
        return Thing("force", f"force `{force.id}`", (*force.path, "id"), traits, side, keys)

    def _carriage(self, force: Force) -> dict[str, Trait]:
        """The forces that a force rides in, and those that ride in it."""
        carrier = self.scenario.force(force.rides_in)
        riders = sum(rider.count for rider in self.scenario.riders_of(force))
        own_side = carrier is not None and carrier.side == force.side
        return {
            "rides": _yes(bool(force.rides_in)),
            "rides_with_own_side": _yes(own_side),
            "riders": riders,
            "room": force.room,
        }

    def _starts(self, placements: Iterable[Placement]) -> Mapping[str, Trait]:
        """The traits of the zones of some placements, with the names of the zones as ``zone``."""
        zones = tuple(item.zone for item in placements if item.zone in self.zones)
        if zones not in self.starts:
            places = [self.zones[zone] for zone in zones]
            names = dict.fromkeys(name for place in places for name in place)
            words = {name: [place.get(name, ()) for place in places] for name in names}
            self.starts[zones] = {
                "zone" if name == "in" else name: _join(
                    value for value in words[name] if isinstance(value, tuple)
                )
                for name in names
            }
        return self.starts[zones]

    def _contents(self, force: Force, owner: Thing) -> Iterator[Thing]:
        """The teams, figures, weapons, powers and cards of a force."""
        groups: dict[tuple[DataPath, str], Thing] = {}
        for team in force.teams:
            thing = self._team(force, team, owner)
            groups |= {(member.path, member.id): thing for member in team.members}
            yield thing
        for members, squad in _squads(force, owner):
            groups |= {(member.path, member.id): squad for member in members}
            yield squad
        for power in force.powers:
            path = (*force.path, "species" if force.species else "powers")
            yield Thing("power", power.title, path, traits_of(power), owner)
        for card, number in force.cards.values():
            for _ in range(number):
                yield Thing("card", card.title, (*force.path, "cards", card.slug), traits_of(card), owner)
        for weapon, number in force.supplies.values():
            supply = {
                **traits_of(weapon),
                "in_hand": _yes(False),
                "supply": _yes(True),
                **_orders(force, weapon),
            }
            for _ in range(number):
                path = (*force.path, "supplies", weapon.slug)
                yield Thing("weapon", weapon.title, path, supply, owner)
        for charge in force.charges:
            traits = {**traits_of(charge.charge), **self.scenario.map.traits_of(charge.region)}
            yield Thing("charge", charge.charge.title, (*charge.path, "charge"), traits, owner)
        for captive in force.captives:
            name = f"{captive.count} held by {captive.by.title.lower()}"
            path, captive_traits = (*captive.path, "by"), self._captive(captive)
            yield Thing("captive", name, path, captive_traits, owner)
        for index, size in enumerate(force.swarms):
            yield Thing("swarm", f"swarm of {size}", (*force.path, "swarms", index), {"size": size}, owner)
        for member in force.members:
            figure = self._figure(force, member, groups.get((member.path, member.id), owner))
            yield figure
            if member.weapon is not None:
                held = _weapon(force, member.weapon, member.weapon_path, figure, in_hand=True)
                if member.rounds is not None:
                    held = replace(held, traits={**held.traits, "rounds": member.rounds})
                yield held
            yield from _service(force, member, figure)
            for index, weapon in enumerate(member.carries):
                path = (*member.path, "carries", index)
                yield _weapon(force, weapon, path, figure, in_hand=False)
            for index, gear in enumerate(member.gear):
                yield Thing("gear", gear, (*member.path, "gear", index), {"is": (gear,)}, figure)

    def _captive(self, captive: Captive) -> dict[str, Trait]:
        """What holds captives, their number, and the weapon and distance of their keeper.

        ``keeper_gap`` is the smallest distance at which the keeper can start; ``keeper_sees`` is the smallest
        distance from another place where the keeper sees the captives.
        """
        scenario, board = self.scenario, self.scenario.map
        keeper, force = scenario.keeper(captive), scenario.force(captive.keeper[0])
        traits: dict[str, Trait] = {
            **traits_of(captive.by),
            "count": captive.count,
            **board.traits_of(captive.region),
            "keeper_has": _words(keeper.weapon.slug if keeper is not None and keeper.weapon else ""),
        }
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
        return {**traits, "keeper_gap": min(gaps, default=()), "keeper_sees": min(seen_from, default=())}

    def _team(self, force: Force, team: Team, owner: Thing) -> Thing:
        ids = {member.id for member in team.members}
        traits: dict[str, Trait] = {
            "is": _words(team.made_of),
            "listed": _yes(not team.made_of),
            "experience": _words(team.experience),
            "figures": len(team.members),
            **team_distances(self.scenario, force, team),
            **self._starts(self.scenario.placements_of(force, ids)),
        }
        return Thing("team", f"team `{team.id}`", (*team.path, "id"), traits, owner)

    def _figure(self, force: Force, member: Member, owner: Thing) -> Thing:
        aboard, seat = self.aboard.get((force.id, member.id), ("", ""))
        placements = () if aboard else self.scenario.placements_of(force, {member.id})
        traits: dict[str, Trait] = {
            "is": ((member.unit or force.unit).slug,),
            "row": member.row,
            "has_row": _yes(member.row > 0),
            "squads": sum(member in squad.members for squad in force.squads) if force.squads else 1,
            **{
                f"own_{name}": _yes(name in member.own)
                for name in ("activation", "panic", "position", "abilities")
            },
            "position": _words(member.position.slug if member.position else ""),
            "has_position": _yes(member.position is not None),
            "position_fits": _yes(_fits_position(member, force)),
            "experience": _words(member.experience),
            "leads": _yes(member.leads),
            "own_leadership": _yes(member.leadership is not None),
            "wounded": _yes(member.wounded),
            "suited": _yes(member.suited),
            "placed": _yes(bool(placements)),
            "armed": _yes(member.weapon is not None or bool(member.usual)),
            "carries": tuple(weapon.slug for weapon in member.carries),
            "aboard": _words(aboard),
            "seat": _words(seat),
            "set_up": _yes((force.id, member.id) in self.set_up),
            "activation": member.activation,
            "panic": member.panic,
            **self._starts(placements),
        }
        keys = {f"{before}{name}": (*member.path, name) for name in member.own for before in ("", "own_")}
        if "position" in member.own:
            keys["position_fits"] = keys["position"]
        return Thing("figure", member.name, member.path, traits, owner, keys)

    def _vehicle(self, vehicle: Vehicle, owner: Thing) -> Thing:
        board = self.scenario.map
        traits: dict[str, Trait] = {
            **traits_of(vehicle.kind),
            "aboard": len(vehicle.crew),
            "riders": len(vehicle.passengers),
            "placed": _yes(bool(vehicle.region)),
            "faces": _yes(bool(vehicle.facing)),
            "spots": len(vehicle.region.spots),
            "front": board.front_of(vehicle.region, vehicle.facing),
            **board.traits_of(vehicle.region),
        }
        if "at_hull" in traits:
            # One hex of a vehicle next to the hull is enough.
            each = [board.traits_of(Region((spot,))) for spot in vehicle.region.spots]
            traits["at_hull"] = _yes(any(place.get("at_hull") == _yes(True) for place in each))
        return Thing("vehicle", f"vehicle `{vehicle.id}`", (*vehicle.path, "vehicle"), traits, owner)


def _squads(force: Force, owner: Thing) -> Iterator[tuple[Sequence[Member], Thing]]:
    """The squads of a force with their members; a force of people without squads and teams is one."""
    for squad in force.squads:
        traits: dict[str, Trait] = {"is": (squad.id,), "figures": len(squad.members)}
        yield squad.members, Thing("squad", f"squad `{squad.id}`", (*squad.path, "id"), traits, owner)
    if force.members and not force.groups:
        yield force.members, Thing("squad", owner.name, owner.path, {"is": (force.id,)}, owner, owner.keys)


def _scenario_traits(scenario: Scenario) -> dict[str, Trait]:
    traits: dict[str, Trait] = {
        "map": (scenario.map.kind,),
        "turns": scenario.turns,
        "players": scenario.players,
        "mission": _words(scenario.mission.slug if scenario.mission else "none"),
        "command_post": _yes(bool(scenario.command_post)),
        "overrides": tuple(rule.overrides.slug for rule in scenario.special_rules if rule.overrides),
        "lists_optional_rules": _yes(scenario.optional_rules is not None),
        "used_rules": tuple(rule.slug for rule in scenario.optional_rules or ()),
        "unused_rules": tuple(rule.slug for rule in scenario.unused_rules),
        **scenario.map.traits,
    }
    if scenario.budgets:
        traits["budget"] = max(scenario.budgets.values())
    return traits


def _wounds(game: Ruleset, force: Force) -> dict[str, Trait]:
    """The maximum wounds of each unit, and those left at the start if the file states them."""
    traits: dict[str, Trait] = {"max_wounds": max_wounds(game, force.unit)}
    if force.wounds is not None:
        traits["wounds_left"] = force.wounds
    return traits


def _orders(force: Force, weapon: Entry) -> Mapping[str, Trait]:
    """Whether the orders of a force allow it a weapon."""
    return {"allowed": _yes(not force.orders or weapon.get("class") in (*force.orders, "equipment"))}


def _weapon(force: Force, weapon: Entry, path: DataPath, figure: Thing, *, in_hand: bool) -> Thing:
    traits = {**traits_of(weapon), "in_hand": _yes(in_hand), "supply": _yes(False), **_orders(force, weapon)}
    return Thing("weapon", weapon.title, path, traits, figure)


def _service(force: Force, member: Member, figure: Thing) -> Iterator[Thing]:
    """The load of a figure's weapon, and who loads it."""
    weapon = (member.weapon.slug, *member.weapon.get("includes", ())) if member.weapon is not None else ()
    for index, grenade in enumerate(member.load):
        path = (*member.path, "load", index)
        yield Thing("load", grenade.title, path, {**traits_of(grenade), "launcher": weapon}, figure)
    loader = next((other for other in force.members if other.id == member.loader), None)
    if loader is not None:
        traits: dict[str, Trait] = {
            "gunner": weapon,
            "another": _yes(loader.id != member.id),
            "same_squad": _yes(force.squad_of(loader) == force.squad_of(member)),
        }
        yield Thing("loader", loader.name, (*member.path, "loader"), traits, figure)


def _fits_position(member: Member, force: Force) -> bool:
    """Whether a figure's position is one of its troop type; true if it has none."""
    return member.position is None or force.unit.slug in member.position.get("forces", (force.unit.slug,))


def _called(id: str) -> Words:
    """An id and each of its prefixes that ends before a hyphen.

    >>> _called("landing-2-west")
    ('landing', 'landing-2', 'landing-2-west')
    """
    parts = id.split("-")
    return tuple("-".join(parts[:end]) for end in range(1, len(parts) + 1))


def _join(words: Iterable[Words]) -> Words:
    """All the words once, in order."""
    return tuple(dict.fromkeys(word for some in words for word in some))


def _words(text: str) -> Words:
    return (text,) if text else ()


def _yes(value: bool) -> Words:
    return ("yes" if value else "no",)
