"""Lists the things of a scenario, with the traits that constraints ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from builder.boards.parts import Trait, traits_of
from builder.lint.constraints.things import Thing
from builder.scenario.model import Force, Member, Scenario, Vehicle
from rulesdb import Entry
from rulesdb.yaml_source import DataPath


def census(scenario: Scenario) -> Mapping[str, Sequence[Thing]]:
    """Everything in a scenario that constraints can speak of, by kind, in the order of the file."""
    things: dict[str, list[Thing]] = {}
    for thing in _things(scenario):
        things.setdefault(thing.kind, []).append(thing)
    return things


def _things(scenario: Scenario) -> Iterator[Thing]:
    whole = Thing("scenario", "the scenario", ("scenario", "id"), _scenario_traits(scenario))
    yield whole
    yield Thing("map", "the map", ("map", "kind"), {"is": (scenario.map.kind,)}, whole)
    for part in scenario.map.parts():
        yield Thing(part.kind, part.name, part.path, part.traits, whole)
    sides: dict[str, Thing] = {}
    owners: dict[str, Thing] = {}
    for force in scenario.forces:
        if force.side not in sides:
            path = (*force.path, "side")
            sides[force.side] = Thing("side", f"side `{force.side}`", path, {"is": (force.side,)}, whole)
            yield sides[force.side]
        owners[force.id] = _force(scenario, force, sides[force.side])
        yield owners[force.id]
        yield from _contents(force, owners[force.id])
    for vehicle in scenario.vehicles:
        yield _vehicle(scenario, vehicle, owners.get(vehicle.force, whole))
    for objective in scenario.objectives:
        yield Thing(
            "objective",
            f"objective `{objective.id}`",
            (*objective.path, "id"),
            {
                "act": _words(objective.act),
                "side": _words(objective.side),
                **scenario.map.traits_of(objective.region),
            },
            whole,
        )
    for event in scenario.events:
        yield Thing("event", f"event `{event.title}`", (*event.path, "turn"), {"turn": event.turn}, whole)


def _scenario_traits(scenario: Scenario) -> dict[str, Trait]:
    traits: dict[str, Trait] = {
        "map": (scenario.map.kind,),
        "turns": scenario.turns,
        "players": scenario.players,
        "mission": _words(scenario.mission.slug if scenario.mission else ""),
        "command_post": _yes(bool(scenario.command_post)),
        **scenario.map.traits,
    }
    if scenario.budget is not None:
        traits["budget"] = scenario.budget
    return traits


def _force(scenario: Scenario, force: Force, side: Thing) -> Thing:
    traits: dict[str, Trait] = {
        **traits_of(force.unit),
        "unit": (force.unit.slug,),
        "roster": _words(force.roster.slug if force.roster else ""),
        "species": _words(force.species or ""),
        "count": force.count,
        "figures": len(force.members),
        "arrives": _yes(bool(force.arrival)),
        "color": _words(force.color),
    }
    for name, value in (("dummies", force.dummies), ("panic", force.panic)):
        if isinstance(value, int):
            traits[name] = value
    zones = (scenario.zone(item.zone) for item in scenario.placements if item.force == force.id)
    places = [scenario.map.traits_of(zone.region) for zone in zones if zone is not None]
    for name in dict.fromkeys(name for place in places for name in place):
        values = (place[name] for place in places)
        traits[name] = tuple(word for value in values if isinstance(value, tuple) for word in value)
    return Thing("force", f"force `{force.id}`", (*force.path, "id"), traits, side)


def _contents(force: Force, owner: Thing) -> Iterator[Thing]:
    """The teams, figures, weapons, powers and cards of a force."""
    teams: dict[DataPath, Thing] = {}
    for team in force.teams:
        traits: dict[str, Trait] = {
            "is": _words(team.made_of),
            "experience": _words(team.experience),
            "figures": len(team.members),
        }
        thing = Thing("team", f"team `{team.id}`", (*team.path, "id"), traits, owner)
        teams |= {member.path: thing for member in team.members}
        yield thing
    for power in force.powers:
        yield Thing("power", power.title, (*force.path, "species"), traits_of(power), owner)
    for card, number in force.cards.values():
        for _ in range(number):
            yield Thing("card", card.title, (*force.path, "cards", card.slug), traits_of(card), owner)
    for member in force.members:
        figure = _figure(force, member, teams.get(member.path, owner))
        yield figure
        if member.weapon is not None:
            yield _weapon(member.weapon, (*member.path, "weapon"), figure, in_hand=True)
        for index, weapon in enumerate(member.carries):
            yield _weapon(weapon, (*member.path, "carries", index), figure, in_hand=False)
        for index, gear in enumerate(member.gear):
            yield Thing("gear", gear, (*member.path, "gear", index), {"is": (gear,)}, figure)


def _figure(force: Force, member: Member, owner: Thing) -> Thing:
    traits: dict[str, Trait] = {
        "is": ((member.unit or force.unit).slug,),
        "row": member.row,
        "position": _words(member.position.slug if member.position else ""),
        "experience": _words(member.experience),
        "leads": _yes(member.leads),
        "wounded": _yes(member.wounded),
        "armed": _yes(member.weapon is not None or bool(member.usual)),
        "activation": member.activation,
        "panic": member.panic,
    }
    return Thing("figure", member.name, member.path, traits, owner)


def _weapon(weapon: Entry, path: DataPath, figure: Thing, *, in_hand: bool) -> Thing:
    return Thing("weapon", weapon.title, path, {**traits_of(weapon), "in_hand": _yes(in_hand)}, figure)


def _vehicle(scenario: Scenario, vehicle: Vehicle, owner: Thing) -> Thing:
    traits = {
        **traits_of(vehicle.kind),
        "aboard": len(vehicle.crew),
        "placed": _yes(bool(vehicle.region)),
        **scenario.map.traits_of(vehicle.region),
    }
    return Thing("vehicle", f"vehicle `{vehicle.id}`", (*vehicle.path, "vehicle"), traits, owner)


def _words(text: str) -> tuple[str, ...]:
    return (text,) if text else ()


def _yes(value: bool) -> tuple[str, ...]:
    return ("yes" if value else "no",)
