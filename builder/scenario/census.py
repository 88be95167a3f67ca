"""Lists the things of a scenario, with the traits that constraints use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from builder.boards.spots import Region
from builder.scenario.forces.distances import PLACEMENT_DISTANCES
from builder.scenario.logic.conditions import Destroyed, quantities
from builder.scenario.logic.effects import BarredDoors, Item
from builder.scenario.things import Census, Thing
from builder.scenario.traits import (
    FIGURE,
    FORCE,
    TEAM,
    FigureItem,
    ForceItem,
    Starts,
    TeamItem,
    Words,
    called,
    join,
    keeper_distances,
    of_placement,
    of_team,
    words,
    yes,
)
from rulesdb import Entry
from rulesdb.conditions import LateTrait, Trait
from rulesdb.yaml_source import DataPath

if TYPE_CHECKING:
    from builder.scenario.model import Captive, Force, Member, Objective, Scenario, Team, Vehicle


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
        self.starts = Starts(scenario)
        self.zones = self.starts.zones
        at_start = self.starts.traits
        teams = {team.made_of for force in scenario.forces for team in force.teams if team.made_of}
        self.of_forces: Mapping[str, LateTrait] = {**FORCE, **at_start}
        self.of_teams: Mapping[str, LateTrait] = {**TEAM, **_near(teams), **at_start}
        self.of_figures: Mapping[str, LateTrait] = {**FIGURE, **at_start}
        self.of_placements = {name: of_placement(scenario, name) for name in PLACEMENT_DISTANCES}
        self.emplacements = {item.gunner.path: item for item in scenario.emplacements}
        # Many figures carry the same weapons.
        self.arms: dict[tuple[str, ...], Mapping[str, LateTrait]] = {}

    def things(self) -> Iterator[Thing]:
        scenario, whole = self.scenario, self.whole
        yield whole
        yield Thing("map", "the map", ("map", "kind"), {"is": (scenario.map.kind,)}, whole)
        yield from self._parts()
        for zone in scenario.zones:
            traits = {
                "called": called(zone.id),
                "command_post": yes(zone.id == scenario.command_post),
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
            placed: dict[str, LateTrait] = {"posture": words(item.posture)}
            if item.zone in self.zones:
                place = self.zones[item.zone]
                placed |= {**place, "zone": place["in"], **self.of_placements}
            name, path = f"force `{item.force}` in zone `{item.zone}`", (*item.path, "zone")
            yield Thing("placement", name, path, placed, owners.get(item.force, whole), about=item)
        for vehicle in scenario.vehicles:
            yield self._vehicle(vehicle, owners.get(vehicle.force, whole))
        yield from self._objectives()
        yield from self._conditions()
        yield from self._in_play()
        for event in scenario.events:
            path = (*event.path, "turn")
            yield Thing("event", f"event `{event.title}`", path, {"turn": event.turn}, whole)

    def _parts(self) -> Iterator[Thing]:
        """The parts of the map, with the zones that they are in or touch."""
        for part in self.scenario.map.parts():
            traits = part.traits
            if part.region is not None:
                traits = {**traits, **self._places(part.region)}
            name, path = part.name, part.path
            yield Thing(part.kind, name, path, traits, self.whole, word=part.word, about=part.about)

    def _places(self, find: Callable[[], Region]) -> Mapping[str, LateTrait]:
        """The zones that a region lies in or touches, and who sets up there; few constraints ask for them."""
        board, zones = self.scenario.map, self.scenario.zones

        def around(_: object) -> Words:
            region = find()
            return join(called(zone.id) for zone in zones if board.covers(zone.region, region))

        def touching() -> list[str]:
            region = find()
            return [zone.id for zone in zones if board.shared(zone.region, region)]

        def touched(_: object) -> Words:
            return join(map(called, touching()))

        def sides(_: object) -> Words:
            zones_here = set(touching())
            placed = {item.force for item in self.scenario.placements if item.zone in zones_here}
            return join((force.side,) for force in self.scenario.forces if force.id in placed)

        return {"in": around, "touches": touched, "set_up_by": sides}

    def _in_play(self) -> Iterator[Thing]:
        """The things that effects bring into play: what can be carried, and doors that are to be forced."""
        scenario = self.scenario
        conditions = [
            *(objective.done_by for objective in scenario.objectives),
            *(outcome.condition for outcome in scenario.victory),
        ]
        destroyed = {
            quantity.item
            for condition in conditions
            for quantity in quantities(condition)
            if isinstance(quantity, Destroyed)
        }
        rules = [(rule.path, rule.effects or ()) for rule in scenario.special_rules]
        events = [(event.path, event.effects or ()) for event in scenario.events]
        for source, effects in (*rules, *events):
            path = (*source, "effects")
            for effect in effects:
                if isinstance(effect, Item):
                    traits = {"is": (effect.id,), "destroyed": yes(effect.id in destroyed)}
                    yield Thing("item", effect.title, path, traits, self.whole, about=effect)
                elif isinstance(effect, BarredDoors):
                    for door in effect.doors:
                        yield Thing("barred-door", f"door `{door}`", path, {"is": (door,)}, self.whole)

    def _objectives(self) -> Iterator[Thing]:
        board = self.scenario.map
        for objective in self.scenario.objectives:
            brought = self.scenario.force(objective.brings)
            traits: dict[str, Trait] = {
                "act": words(objective.act),
                "brings": words(brought.unit.slug if brought is not None else ""),
                "side": words(objective.side),
                "called": called(objective.id),
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
            named = [objectives[id] for id in condition.objectives if id in objectives]
            force = self.scenario.force(condition.survivors[0]) if condition.survivors else None
            traits: dict[str, Trait] = {
                "side": words(condition.side),
                "act": join(words(objective.act) for objective in named),
                "survivors": condition.survivors[1] if condition.survivors else 0,
                "units": force.count if force is not None else 0,
                "structural_damage": condition.structural_damage,
                "damage_left": condition.structural_damage - damage,
                "places": self._places_aboard(named),
            }
            path = (*condition.path, "grade")
            keys = {
                "survivors": (*condition.path, "survivors", "least"),
                "damage_left": (*condition.path, "structural_damage"),
            }
            name = f"condition of side `{condition.side}`"
            yield Thing("condition", name, path, traits, self.whole, keys)

    def _places_aboard(self, objectives: Sequence[Objective]) -> Trait:
        """How many figures can board at some objectives; no number if one of them does not limit it."""
        board = self.scenario.map
        toward = (board.traits_toward(objective.region, objective.boards) for objective in objectives)
        places = [traits.get("places", ()) for traits in toward]
        numbers = [number for number in places if not isinstance(number, tuple)]
        return sum(numbers) if numbers and len(numbers) == len(places) else ()

    def _force(self, force: Force, side: Thing) -> Thing:
        traits: dict[str, LateTrait] = {**force.unit.traits, **self.of_forces, **force.preservation}
        if force.wounds is not None:
            traits["wounds_left"] = force.wounds
        keys = {f"has_{name}": (*force.path, name) for name in ("dummies", "panic")}
        keys |= {"wounds_left": (*force.path, "wounds"), "rides_with_own_side": (*force.path, "rides_in")}
        keys |= {"has_swarms": (*force.path, "swarms"), "has_grenades": (*force.path, "grenades")}
        keys |= {"rides": (*force.path, "rides_in"), "arrives": (*force.path, "arrival")}
        keys |= {name: (*force.path, "preservation", name) for name in force.preservation}
        keys["has_preservation"] = (*force.path, "preservation")
        name, path = f"force `{force.id}`", (*force.path, "id")
        return Thing("force", name, path, traits, side, keys, about=ForceItem(self.starts, force))

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
            yield Thing("power", power.title, path, power.traits, owner)
        for card, number in force.cards.values():
            for _ in range(number):
                yield Thing("card", card.title, (*force.path, "cards", card.slug), card.traits, owner)
        for weapon, number in force.supplies.values():
            supply = self._arms(force, weapon, supply=True)
            for _ in range(number):
                path = (*force.path, "supplies", weapon.slug)
                yield Thing("weapon", weapon.title, path, supply, owner)
        for charge in force.charges:
            traits = {**charge.charge.traits, **self.scenario.map.traits_of(charge.region)}
            yield Thing("charge", charge.charge.title, (*charge.path, "charge"), traits, owner)
        for captive in force.captives:
            name = f"{captive.count} held by {captive.by.title.lower()}"
            held_by = {**captive.by.traits, "count": captive.count, **self._captive(captive)}
            yield Thing("captive", name, (*captive.path, "by"), held_by, owner)
        for index, size in enumerate(force.swarms):
            yield Thing("swarm", f"swarm of {size}", (*force.path, "swarms", index), {"size": size}, owner)
        for member in force.members:
            figure = self._figure(force, member, groups.get((member.path, member.id), owner))
            yield figure
            if member.weapon is not None:
                held = self._arms(force, member.weapon, in_hand=True)
                if member.rounds is not None:
                    held = {**held, "max_rounds": held.get("rounds", 0), "rounds": member.rounds}
                yield Thing("weapon", member.weapon.title, member.weapon_path, held, figure)
            yield from self._set_up(member, figure)
            yield from _service(force, member, figure)
            for index, weapon in enumerate(member.carries):
                path = (*member.path, "carries", index)
                yield Thing("weapon", weapon.title, path, self._arms(force, weapon), figure)
            for index, gear in enumerate(member.gear):
                yield Thing("gear", gear, (*member.path, "gear", index), {"is": (gear,)}, figure)

    def _set_up(self, member: Member, figure: Thing) -> Iterator[Thing]:
        """The crewed weapon of a figure, if the file says where it is set up."""
        item = self.emplacements.get(member.path)
        if item is not None and item.region and member.weapon is not None:
            board = self.scenario.map
            blocked = yes(not any(board.can_hold(spot) for spot in item.region.spots))
            traits = {**member.weapon.traits, **board.traits_of(item.region), "blocked": blocked}
            yield Thing("emplacement", member.weapon.title, item.path, traits, figure)

    def _captive(self, captive: Captive) -> dict[str, LateTrait]:
        """The place of a captive, and what its keeper has in hand, how far away."""
        scenario, keeper = self.scenario, self.scenario.keeper(captive)
        return {
            **scenario.map.traits_of(captive.region),
            "keeper_has": words(keeper.weapon.slug if keeper is not None and keeper.weapon else ""),
            "keeper_gap": lambda _: keeper_distances(scenario, captive)[0],
            "keeper_sees": lambda _: keeper_distances(scenario, captive)[1],
        }

    def _arms(
        self, force: Force, weapon: Entry, *, in_hand: bool = False, supply: bool = False
    ) -> Mapping[str, LateTrait]:
        """The traits of a weapon of a force, including whether the force's orders allow it."""
        key = (force.id, weapon.slug, str(in_hand), str(supply))
        if key not in self.arms:
            allowed = not force.orders or weapon.get("class") in (*force.orders, "equipment")
            own = {"in_hand": yes(in_hand), "supply": yes(supply), "allowed": yes(allowed)}
            self.arms[key] = {**weapon.traits, **own}
        return self.arms[key]

    def _team(self, force: Force, team: Team, owner: Thing) -> Thing:
        about = TeamItem(self.starts, force, team)
        return Thing("team", f"team `{team.id}`", (*team.path, "id"), self.of_teams, owner, about=about)

    def _figure(self, force: Force, member: Member, owner: Thing) -> Thing:
        keys = {f"{before}{name}": (*member.path, name) for name in member.own for before in ("", "own_")}
        if "position" in member.own:
            keys["position_fits"] = keys["position"]
        about = FigureItem(self.starts, force, member)
        return Thing("figure", member.name, member.path, self.of_figures, owner, keys, about=about)

    def _vehicle(self, vehicle: Vehicle, owner: Thing) -> Thing:
        board = self.scenario.map
        traits: dict[str, Trait] = {
            **vehicle.kind.traits,
            "aboard": len(vehicle.crew),
            "riders": len(vehicle.passengers),
            "placed": yes(bool(vehicle.region)),
            "faces": yes(bool(vehicle.facing)),
            "spots": len(vehicle.region.spots),
            "front": board.front_of(vehicle.region, vehicle.facing),
            **board.traits_of(vehicle.region),
        }
        if "at_hull" in traits:
            # One hex of a vehicle next to the hull is enough.
            each = [board.traits_of(Region((spot,))) for spot in vehicle.region.spots]
            traits["at_hull"] = yes(any(place.get("at_hull") == yes(True) for place in each))
        return Thing("vehicle", f"vehicle `{vehicle.id}`", (*vehicle.path, "vehicle"), traits, owner)


def _squads(force: Force, owner: Thing) -> Iterator[tuple[Sequence[Member], Thing]]:
    """The squads of a force with their members; a force of people without squads and teams is one."""
    for squad in force.squads:
        traits: dict[str, Trait] = {"is": (squad.id,), "figures": len(squad.members)}
        if squad.grenades is not None:
            traits["has_grenades"] = yes(True)
        yield squad.members, Thing("squad", f"squad `{squad.id}`", (*squad.path, "id"), traits, owner)
    if force.members and not force.groups:
        yield force.members, Thing("squad", owner.name, owner.path, {"is": (force.id,)}, owner, owner.keys)


def _scenario_traits(scenario: Scenario) -> dict[str, Trait]:
    traits: dict[str, Trait] = {
        "map": (scenario.map.kind,),
        "turns": scenario.turns,
        "players": scenario.players,
        "mission": words(scenario.mission.slug if scenario.mission else "none"),
        "command_post": yes(bool(scenario.command_post)),
        "overrides": tuple(rule.overrides.slug for rule in scenario.special_rules if rule.overrides),
        "lists_optional_rules": yes(scenario.optional_rules is not None),
        "used_rules": tuple(rule.slug for rule in scenario.optional_rules or ()),
        "conditions": len(scenario.victory),
        "unused_rules": tuple(rule.slug for rule in scenario.unused_rules),
        "pots": tuple(scenario.pots or ()),
        **scenario.map.traits,
    }
    if scenario.budgets:
        traits["budget"] = max(scenario.budgets.values())
    return traits


def _service(force: Force, member: Member, figure: Thing) -> Iterator[Thing]:
    """The load of a figure's weapon, and who loads it."""
    weapon = (member.weapon.slug, *member.weapon.get("includes", ())) if member.weapon is not None else ()
    for index, grenade in enumerate(member.load):
        path = (*member.path, "load", index)
        yield Thing("load", grenade.title, path, {**grenade.traits, "launcher": weapon}, figure)
    if not member.loader:
        return
    loader = next((other for other in force.members if other.id == member.loader), None)
    if loader is not None:
        traits: dict[str, Trait] = {
            "gunner": weapon,
            "another": yes(loader.id != member.id),
            "same_squad": yes(force.squad_of(loader) == force.squad_of(member)),
        }
        yield Thing("loader", loader.name, (*member.path, "loader"), traits, figure)


def _near(teams: Iterable[str]) -> Mapping[str, LateTrait]:
    """How near teams made of each unit start."""
    return {name: of_team(name) for name in (f"inches_to_team.{team}" for team in teams)}
