"""The abilities of a trooper, from the tables and procedures of the game."""

from __future__ import annotations

from builder.scenario.model import Member
from rulesdb import Entry, Ruleset

JET_PACK = "jet-pack"
EXTRA_AMMUNITION = "extra-ammunition"
SMOKE_GRENADE = "smoke-grenade"


def experience_of(game: Ruleset, member: Member) -> str:
    """The experience of a figure, or the default of the game."""
    usual = game.movement.allowance.experience if game.movement is not None else ""
    return member.experience or usual


def action_points(game: Ruleset, member: Member) -> tuple[int, int]:
    """Action points of a turn, and how many of them may be spent on movement."""
    points = game.procedure("action-points")
    total, moving = points(experience_of(game, member), JET_PACK in member.gear)
    return int(total), int(moving)


def toughness(game: Ruleset) -> int:
    """The damage that a trooper can take without going down."""
    return int(game.table("basic-figures").lookup(about="toughness of a trooper").result)


def rounds(game: Ruleset, member: Member, weapon: Entry) -> int | None:
    """Rounds that the figure has for a weapon; ``None`` if they are without limit or not recorded."""
    most = max_rounds(game, member, weapon)
    if most is None or weapon is not member.weapon or member.rounds is None:
        return most
    return member.rounds


def max_rounds(game: Ruleset, member: Member, weapon: Entry) -> int | None:
    """The rounds that a weapon of a figure comes with; ``None`` if they are without limit or not recorded.

    Extra ammunition doubles those of explosive weapons.
    """
    printed = printed_of(game, weapon.slug, "ammunition")
    if not printed.isdecimal():
        return None
    return int(printed) * (2 if EXTRA_AMMUNITION in member.gear else 1)


def is_explosive(game: Ruleset, weapon: Entry) -> bool:
    """Whether the table of explosive launchers lists a weapon."""
    return weapon.slug in game.table("explosive-launchers").axes[0].labels


def printed_of(game: Ruleset, weapon: str, about: str) -> str:
    """A property of a weapon from the tables of weapons with ammunition; empty if none lists the weapon."""
    for table in map(game.table, ("explosive-launchers", "incendiary-weapons")):
        if weapon in table.axes[0].labels:
            return str(table.lookup(weapon=weapon, about=about).result)
    return ""


def grenades(game: Ruleset, member: Member) -> tuple[int, int]:
    """Hand grenades and smoke grenades of a figure; each smoke grenade replaces a hand grenade."""
    smoke = sum(weapon.slug == SMOKE_GRENADE for weapon in member.carries)
    return max(0, int(game.teams.get("grenades", 0)) - smoke), smoke


def crew(game: Ruleset, weapon: Entry | None) -> int | None:
    """Troopers that a crewed weapon needs in addition to its carrier; ``None`` for other weapons."""
    table = game.table("crewed-weapons")
    if weapon is None or weapon.slug not in table.axes[0].labels:
        return None
    return int(table.lookup(weapon=weapon.slug, about="crew").result)


def morale_targets(
    game: Ruleset, experience: str, deaths: int, leadership: int | None = None
) -> tuple[tuple[int, int], ...]:
    """For each number of deaths that matters, up to ``deaths``, the number to roll while the leader is alive.

    ``leadership`` is the leader's, if it is not the standard one.
    """
    target = game.procedure("morale-target")
    targets = ((dead, target(experience, dead, leadership)) for dead in range(1, deaths + 1))
    return tuple((dead, number) for dead, number in targets if number is not None)
