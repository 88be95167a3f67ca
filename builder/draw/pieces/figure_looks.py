"""The look of a listed figure on its counter: its weapon, its marks, its person and its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from builder.draw.pieces.cards.troopers import is_trooper
from builder.draw.pieces.counter_names import counter_name
from builder.draw.surface.wording import Words
from builder.scenario.model import Force, Member
from rulesdb import Entry, Ruleset
from rulesdb.tables.table import Table

# The letters of a word beside the head of a figure.
_MAX_LETTERS = 5
# The rating that a procedure gives: the points of a turn.
_POINTS = "action_points"


def weapon_label(weapon: Entry | None, words: Words) -> str:
    """A weapon's abbreviation, or its name if the book gives none."""
    if weapon is None:
        return words("roster.unarmed")
    label: str = weapon.get("abbreviation", weapon.title)
    return label


def in_hand(member: Member, words: Words) -> str:
    """The weapon on a figure's counter, in capitals."""
    if member.weapon is None:
        return (member.usual or words("roster.unarmed")).upper()
    return str(member.weapon.get("word", weapon_label(member.weapon, words))).upper()


def has_badge(look: Mapping[str, Any]) -> bool:
    """Whether a unit's icon is the badge of people, and not what they hold or what the unit looks like."""
    return "figure" in look and not look.get("in_hand", False)


def unit_of_species(force: Force) -> Entry:
    """The unit of a force as its cards and counters show it: with the icon and portrait of its species."""
    unit, roster = force.unit, force.roster
    species = roster.get("species", ()) if roster is not None else ()
    looks: dict[str, Any] = {"counter": {**unit["counter"], "icon": force.icon}}
    for each in species:
        if each["id"] == force.species and "portrait" in each:
            looks["portrait"] = each["portrait"]
    return replace(unit, facts={**unit.facts, **looks})


def carried_in_patch(member: Member, unit: Entry) -> Entry | None:
    """The weapon that a figure carries besides that in hand, if the patch has nothing else to show."""
    if member.position is not None or member.leads or "short" in unit["counter"]:
        return None
    return next((weapon for weapon in member.carries if "icon" in weapon.facts), None)


def person_of(member: Member, look: Mapping[str, Any]) -> str:
    """How a figure looks: by the weapon in hand, else by whether it leads or its experience; and its gear."""
    persons = look.get("persons", {})
    usual = persons.get(member.experience, look.get("figure", "person"))
    leading = persons.get("leader", usual) if member.leads else usual
    person = str(member.weapon.get("person", leading) if member.weapon is not None else leading)
    worn = look.get("worn", {})
    return next((worn[item][person] for item in member.gear if person in worn.get(item, {})), person)


def portrait_of(member: Member, unit: Entry) -> str:
    """The portrait on a figure's counter, which the weapon in hand decides, if its unit has portraits."""
    usual = str(unit.get("portrait", ""))
    if not usual or member.weapon is None:
        return usual
    own = str(member.weapon.get("person", usual))
    return own if is_trooper(own) else usual


def usual_experience(game: Ruleset) -> str:
    """The experience of a figure whose scenario gives none; empty in a game in which it has none then."""
    return game.movement.allowance.experience if game.movement is not None else ""


def marks_of(game: Ruleset, member: Member, words: Words) -> Mapping[str, str]:
    """The letters of a listed figure's rank and experience, and what each is short for.

    Leading is not among them, since it is the figure's patch.
    """
    marks = {}
    if member.experience and not usual_experience(game):
        title = words.term(member.experience)
        rank = rank_of(game, member, words)
        if rank:
            marks[rank] = title
        else:
            marks[_experience_mark(title)] = words("counter.experience", title=title)
    return marks


def rank_of(game: Ruleset, member: Member, words: Words) -> str:
    """The letters of the rank that a listed figure's experience is; empty without one."""
    rank = game.teams.get("ranks", {}).get(member.experience, "")
    return words.term(rank) if rank else ""


def experiences_of(game: Ruleset) -> tuple[str, ...]:
    """The experiences of a game that its counters show by chevrons, one for the first and so on.

    None in a game in which a figure can be without one.
    """
    if not usual_experience(game):
        return ()
    return tuple(game.table(game.teams["experience"]).axes[0].labels)


def experience_of(game: Ruleset, member: Member) -> str:
    """The experience of a figure that its chevrons show; empty in a game without them."""
    return member.experience or usual_experience(game)


def chevrons_of(game: Ruleset, member: Member) -> int:
    """The number of chevrons on a figure's counter."""
    experiences = experiences_of(game)
    return experiences.index(experience_of(game, member)) + 1 if experiences else 0


def gear_of(member: Member, words: Words) -> Mapping[str, str]:
    """The letters of a listed figure's gear, and what each is short for."""
    gear = (item for item in member.gear if f"gear.{item}" in words.texts)
    return {words.of("gear", item): words.term(item.replace("-", " ")) for item in gear}


def experience_marks(game: Ruleset, words: Words) -> list[str]:
    """The letters of every experience that counters can show, the best first."""
    names = game.table(game.teams["experience"]).axes[0].labels if "experience" in game.teams else ()
    return [_experience_mark(words.term(name)) for name in reversed(names)]


def _experience_mark(title: str) -> str:
    return _short(title.upper())


def _short(word: str) -> str:
    """A word as it is if it is short, else its first letters; three letters of a short one mislead.

    >>> _short("GREEN"), _short("VETERAN")
    ('GREEN', 'VET.')
    """
    return word if len(word) <= _MAX_LETTERS else f"{word[:3]}."


def own_name(member: Member, unit: Entry) -> str:
    """A figure's name on its counter; empty if it is only called after its unit."""
    name = counter_name(member)
    return "" if name in unit.title.split() else name


def corner_figures(game: Ruleset, unit: Entry) -> list[tuple[Table, str]]:
    """The tables whose figures for a unit are in the corner of its counter, each with its figure."""
    tables = (game.table(slug) for slug in game.printing.get("corner_figures", ()))
    return [
        (table, str(table.lookup(**{table.axes[0].name: unit.slug}).result))
        for table in tables
        if unit.slug in table.axes[0].labels
    ]


def rating_of(game: Ruleset, of: Member | Entry, name: str) -> str:
    """A rating of a person, or a score of a unit; empty if it has none."""
    if not name:
        return ""
    if isinstance(of, Member):
        if name == _POINTS:
            return str(_points_of(game, of))
        return str(getattr(of, name, "") or "")
    return str(of.get("scores", {}).get(name, ""))


def _points_of(game: Ruleset, member: Member) -> int:
    """The points of a figure's turn, by its experience and whether it flies."""
    movement = game.movement
    assert movement is not None, "a game whose counters show points has rules of movement"
    flies = movement.flight is not None and movement.flight.gear in member.gear
    total, _ = game.procedure(movement.allowance.procedure)(experience_of(game, member), flies)
    return int(total)
