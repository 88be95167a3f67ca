"""The names of the sides of a scenario: those of the game, or of the only race or people on a side."""

from __future__ import annotations

from builder.draw.sentences.species import species_name
from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario

# The kinds of people that the words have a name for several of.
_PEOPLE = frozenset({"crew", "colonist", "marine"})


def side_name(scenario: Scenario, side: str, words: Words) -> str:
    """The name of a side on sheets.

    A game can call its sides players, which says nothing about who they are. If all units of a side are of
    one race, and those of no other side are, the side has the name of the race.
    """
    races: dict[str, set[str]] = {}
    for force in scenario.forces:
        races.setdefault(force.side, set()).add(str(force.unit.get("race", "")))
    own = races.get(side, set())
    others = set[str]().union(*(each for other, each in races.items() if other != side))
    if len(own) == 1 and own != {""} and not own & others:
        race = words.of("race", *own)
        return race[0].upper() + race[1:]
    return scenario.side_title(side)


def who_plays(scenario: Scenario, side: str, words: Words) -> str:
    """Who fights on a side, in a few words: its species, or how many people of what kind; else its name.

    Where each side is one force of listed people, that is the name of the force.

    >>> from builder.draw.surface.wording import load_words
    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> scenario = load_scenario(shipped("scenarios") / "bug_hunter" / "dead-air.yaml")
    >>> [who_plays(scenario, side, load_words()) for side in ("human", "pred")]
    ['12 of the crew', 'Stranglers']
    """
    forces = [force for force in scenario.forces if force.side == side]
    species = {species_name(force, words) for force in forces}
    if len(species) == 1 and "" not in species:
        return species.pop()
    kinds = {force.unit.slug for force in forces}
    count = sum(len(force.members) for force in forces)
    if kinds <= _PEOPLE and all(force.members for force in forces):
        return words(f"people.{kinds.pop()}" if len(kinds) == 1 else "people.mixed", count=count)
    sides = {force.side for force in scenario.forces}
    if len(sides) == len(scenario.forces) and all(force.members for force in scenario.forces):
        return forces[0].title
    return side_name(scenario, side, words)
