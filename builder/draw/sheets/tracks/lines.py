"""The lines of a track that a scenario gives: what is in it, as far as its file says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from builder.draw.maps.whereabouts import where
from builder.draw.sentences.deadlines import closing_turn
from builder.draw.sentences.side_names import side_name
from builder.draw.sentences.team_titles import titled_teams
from builder.draw.surface.wording import Words
from builder.scenario.logic.conditions import Damage, Sign, Turn, Work, comparisons
from builder.scenario.model import Scenario
from builder.scenario.secrets import owner_of
from rulesdb.constraints import Selector

Lines = list[list[str]]
# The maximum number of lines of a grid.
MAX_LINES = 24
# Kinds of things to which players may add.
OPEN = frozenset({"buildings", "emplacements"})


def known_lines(track: Mapping[str, Any], scenario: Scenario, words: Words) -> Lines:
    """The cells of each line that a scenario gives a track with ``known``; no lines if it gives none."""
    lines: Mapping[str, Callable[[], Lines]] = {
        "areas": lambda: _areas(scenario, track),
        "buildings": lambda: _buildings(scenario, words),
        "carriers": lambda: _carriers(scenario, track),
        "emplacements": lambda: _emplacements(scenario, track, words),
        "teams": lambda: _teams(scenario),
    }
    return lines[track["known"]]()


def _areas(scenario: Scenario, track: Mapping[str, Any]) -> Lines:
    """The rooms between airtight doors as one area, with its structural damage at the start.

    An area without explosive machinery has a dash in the column for that.

    Source: bug-hunter 318.1
    """
    decks = scenario.map.decks
    if decks is None:
        return []
    explosive = {
        decks.area_at.get(each.place) for each in decks.features if "explosive" in (each.kind, each.name)
    }
    column = int(track.get("explosive_column", 0))
    return [
        [
            ", ".join(decks.areas[id].name for id in group),
            str(decks.damage_of(group) or ""),
            *([""] * (column - 3) + ["–"] if column and not explosive.intersection(group) else []),
        ]
        for group in decks.compartments
    ]


def damage_marks(scenario: Scenario, words: Words) -> dict[int, str]:
    """The points of structural damage on all decks together that decide who wins, each with who does so."""
    return {
        each.limit: words(
            "track.wins",
            side=side_name(scenario, condition.side, words),
            grade=words.of("grade", condition.grade),
        )
        for condition in scenario.victory
        for each in comparisons(condition.condition)
        if isinstance(each.quantity, Damage) and isinstance(each.limit, int)
    }


def _teams(scenario: Scenario) -> Lines:
    """Each team; the title of its force is above it if forces have teams of the same name."""
    return [[team.title] for _, team, _ in titled_teams(scenario.forces)]


def _buildings(scenario: Scenario, words: Words) -> Lines:
    """Each building, and each wall whose toughness is not that of its kind, with its toughness."""
    if scenario.map.kind != "dots":
        return []
    game = scenario.ruleset
    table = game.table(game.structures["toughness"])
    [axis] = table.axes
    dots = scenario.dots_map
    structures = [(each.name, each.toughness) for each in dots.buildings]
    # A wall of several edges is one structure.
    walls = {wall.text: wall for wall in dots.obstacles.values() if wall.toughness}
    structures += [(f"{wall.terrain.title} {text}", wall.toughness) for text, wall in walls.items()]
    return [
        [name, f"{table.lookup(**{axis.name: row}).result} ({words.term(row)})"] for name, row in structures
    ]


def _carriers(scenario: Scenario, track: Mapping[str, Any]) -> Lines:
    """Each figure that has the weapon that the track is for."""
    weapon = Selector.parse(track["needs"]).wanted.get("is")
    return [
        [f"{member.id} {member.name}"]
        for force in scenario.forces
        for member in force.members
        if any(each is not None and each.slug == weapon for each in (member.weapon, *member.carries))
    ]


def _emplacements(scenario: Scenario, track: Mapping[str, Any], words: Words) -> Lines:
    """Each weapon that is set up: who has it, its place, its facing, and its crew; then those that are not.

    The track is for these weapons.
    """
    lines = []
    set_up = {item.gunner.path for item in scenario.emplacements}
    for item in scenario.emplacements:
        weapon = item.gunner.weapon.title if item.gunner.weapon else item.gunner.usual
        place = where(scenario, item, words) if item.region else ""
        crew = ", ".join(member.id for member in item.crew)
        lines.append([weapon, item.gunner.id, place, item.facing or "", crew])
    served = {weapon.path for weapon in scenario.census.selected(Selector.parse(track["needs"]))}
    lines += [
        [member.weapon.title, member.id, "", "", ", ".join(member.crew)]
        for force in scenario.forces
        for member in force.members
        if member.weapon is not None and member.weapon_path in served and member.path not in set_up
    ]
    return lines


def turn_marks(scenario: Scenario, words: Words) -> dict[int, tuple[str, ...]]:
    """The marks of turns: events, last turns of effects and of work, and turns in which objectives count."""
    marks: dict[int, list[str]] = {}
    for event in scenario.events:
        marks.setdefault(event.turn, []).append(event.title)
        last = event.turn + event.span.turns - 1
        # How long an event lasts is for those who may read what it is.
        if event.span.turns > 1 and last <= scenario.turns and not owner_of(scenario, event.text):
            marks.setdefault(last, []).append(words("track.ends", title=event.title))
    for objective in scenario.objectives:
        limits = [] if objective.secret else [*comparisons(objective.done_by)]
        closes = closing_turn(scenario, objective)
        if closes is not None and any(isinstance(each.quantity, Work) for each in limits):
            marks.setdefault(closes - 1, []).append(words("track.ends", title=objective.title))
        for each in limits:
            if isinstance(each.quantity, Turn) and each.sign is Sign.AT_LEAST and isinstance(each.limit, int):
                marks.setdefault(each.limit, []).append(words("track.counts", title=objective.title))
    return {turn: tuple(dict.fromkeys(texts)) for turn, texts in marks.items()}
