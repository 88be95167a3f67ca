"""The set-up as tables: who starts in which zone, and the weapons that are set up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from builder.draw.maps.whereabouts import where
from builder.draw.sentences.side_names import side_name
from builder.draw.surface.type import BOLD, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Emplacement, Placement, Scenario, SetupLimit

if TYPE_CHECKING:
    from builder.draw.sheets.briefing import Writing

Part = TypeVar("Part")
_TITLE = Type(BOLD, 3.4)


def set_up_parts(
    scenario: Scenario,
    writer: Writing[Part],
    steps: Sequence[tuple[int, Placement]],
    *,
    is_open: bool = False,
) -> list[Part]:
    """Numbered steps of the set-up as a table: who starts in which zone, and how.

    ``is_open`` is for every player to read: it does not say which secret zones there are.
    """
    words = writer.words
    rows: list[list[str]] = []
    for number, placement in steps:
        who, zone, how = _placed(scenario, placement, words, is_open=is_open)
        if rows and rows[-1][2:] == [zone, how] and not how:
            # Who starts in the same zone, without more to say about it, has one row, as one tab on the map.
            rows[-1][:2] = [f"{rows[-1][0]}, {number}", f"{rows[-1][1]}; {who}"]
        else:
            rows.append([str(number), who, zone, how])
    if not rows:
        return []
    columns = [at for at in range(4) if at < 3 or any(row[at] for row in rows)]
    for row in rows:
        row[3] = row[3] or words("briefing.anywhere")
    heads = [words("briefing.step"), words("briefing.who"), words("briefing.zone"), words("briefing.how")]
    longest = max(len(row[0]) for row in rows)
    shares = (0.8 + 0.12 * max(0, longest - 2), 3.0, 2.2, 3.0)
    return [
        writer.table(
            [heads[at] for at in columns],
            [[row[at] for at in columns] for row in rows],
            [shares[at] for at in columns],
        )
    ]


def _placed(scenario: Scenario, placement: Placement, words: Words, *, is_open: bool) -> tuple[str, str, str]:
    """Who is placed, where, and how; of a secret zone that everybody may read, whose sheet says where."""
    force, zone = scenario.force(placement.force), scenario.zone(placement.zone)
    if is_open and force is not None and zone is not None and zone.secret:
        side = side_name(scenario, force.side, words)
        return force.title, words("briefing.secret-zone"), words("briefing.secret-place", side=side)
    who = _who_is_placed(scenario, placement, words)
    place = placement.zone
    if zone is not None:
        areas = ", ".join(scenario.hex_map.areas[area].name for area in zone.region.areas)
        place = (
            f"{zone.title} ({areas})" if areas and areas.casefold() != zone.title.casefold() else zone.title
        )
    posture = words.of("posture", placement.posture) if placement.posture else ""
    facing = words("briefing.faces", facing=placement.facing) if placement.facing else ""
    limits = (_limit(limit, words) for limit in placement.limits)
    how = " ".join(filter(None, (posture, facing, *limits, placement.text)))
    return f"{who[0].upper()}{who[1:]}", place, how


def _limit(limit: SetupLimit, words: Words) -> str:
    """A limit in a sentence."""
    each = words.of("each-part", limit.each)
    if limit.most == limit.least:
        return words("briefing.limit-exact", count=limit.least, each=each)
    if limit.most is None:
        return words("briefing.limit-least", count=limit.least, each=each)
    if not limit.least:
        return words("briefing.limit-most", count=limit.most, each=each)
    return words("briefing.limit-between", least=limit.least, most=limit.most, each=each)


def _who_is_placed(scenario: Scenario, placement: Placement, words: Words) -> str:
    """The groups and members of a placement, or its force, or the rest of that."""
    force = scenario.force(placement.force)
    if force is None:
        return placement.force
    if placement.members:
        groups = [group for group in force.groups if group.id in placement.groups]
        grouped = {member.id for group in groups for member in group.members}
        named = set(placement.members) - grouped
        titles = [group.title for group in groups]
        return ", ".join(titles + [member.name for member in force.members if member.id in named])
    others = (each for each in scenario.placements if each is not placement)
    is_rest = any(other.force == placement.force for other in others)
    return words("briefing.rest", force=force.title) if is_rest else force.title


def emplacement_parts(
    scenario: Scenario, writer: Writing[Part], emplacements: Sequence[Emplacement]
) -> list[Part]:
    """The weapons that are set up when the game begins as a table: gunner, place, facing and crew."""
    words = writer.words
    if not emplacements:
        return []
    rows = [
        [
            item.gunner.weapon.title if item.gunner.weapon else item.gunner.usual,
            ", ".join([item.gunner.name, *(member.name for member in item.crew)]),
            where(scenario, item, words) if item.region else "–",
            item.facing or "–",
        ]
        for item in emplacements
    ]
    heads = [words(f"briefing.{name}") for name in ("weapon", "gunner", "place", "facing-of")]
    title = writer.paragraph(words("briefing.weapons"), _TITLE)
    return writer.together([title, writer.table(heads, rows, (2.6, 3.2, 1.6, 1.0))])
