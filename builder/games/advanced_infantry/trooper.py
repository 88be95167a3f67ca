"""What a trooper of Advanced Infantry can do, from the game's own tables and procedures."""

from __future__ import annotations

from builder.scenario.model import Member
from rulesdb import Entry, Ruleset

JET_PACK = "jet-pack"
EXTRA_AMMUNITION = "extra-ammunition"
SMOKE_GRENADE = "smoke-grenade"
_AMMUNITION = ("explosive-launchers", "incendiary-weapons")


def experience_of(game: Ruleset, member: Member) -> str:
    """The experience of a figure, the usual one if its scenario gives none."""
    usual = game.movement.allowance.experience if game.movement is not None else ""
    return member.experience or usual


def action_points(game: Ruleset, member: Member) -> tuple[int, int]:
    """Action points of a turn, and how many of them may be spent on movement."""
    points = game.procedure("action-points")
    total, moving = points(experience_of(game, member), JET_PACK in member.gear)
    return int(total), int(moving)
    return points


def toughness(game: Ruleset) -> int:
    """The damage that a trooper bears; more brings him down."""
    return int(game.table("basic-figures").lookup(about="toughness of a trooper").result)


def rounds(game: Ruleset, member: Member, weapon: Entry) -> int | None:
    """Rounds that the figure has for a weapon; ``None`` if they are without limit or not recorded.

    Extra ammunition doubles those of explosive weapons.
    """
    for name in _AMMUNITION:
        table = game.table(name)
        if weapon.slug in table.axes[0].labels:
            printed = str(table.lookup(weapon=weapon.slug, about="ammunition").result)
            if not printed.isdecimal():
                return None
            return int(printed) * (2 if EXTRA_AMMUNITION in member.gear else 1)
    return None


def grenades(game: Ruleset, member: Member) -> tuple[int, int]:
    """Hand grenades and smoke grenades of a figure; smoke takes the place of the others."""
    smoke = sum(weapon.slug == SMOKE_GRENADE for weapon in member.carries)
    return max(0, int(game.teams.get("grenades", 0)) - smoke), smoke


def crew(game: Ruleset, weapon: Entry | None) -> int | None:
    """Troopers whom a crewed weapon needs beside its carrier; ``None`` for other weapons."""
    table = game.table("crewed-weapons")
    if weapon is None or weapon.slug not in table.axes[0].labels:
        return None
    return int(table.lookup(weapon=weapon.slug, about="crew").result)


def morale_targets(game: Ruleset, experience: str, deaths: int) -> tuple[tuple[int, int], ...]:
    """What to roll on two dice from the first death that counts up to so many, with the leader alive."""
    target = game.procedure("morale-target")
    targets = ((dead, target(experience, dead)) for dead in range(1, deaths + 1))
    return tuple((dead, number) for dead, number in targets if number is not None)
