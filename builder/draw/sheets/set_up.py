"""The set-up: who starts in which zone, step by step, and the weapons that are set up."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.maps.whereabouts import spots_text, where
from builder.draw.maps.zone_tabs import force_color, side_color
from builder.draw.sentences.side_names import side_name
from builder.draw.sentences.subjects import SubjectWriter
from builder.draw.sheets.writing import Part, Writing
from builder.draw.surface.type import BOLD, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Captive, Emplacement, Force, Placement, Scenario, SetupLimit, Zone

_TITLE = Type(BOLD, 3.4)


def set_up_parts(
    scenario: Scenario,
    writer: Writing[Part],
    steps: Sequence[tuple[int, Sequence[Placement]]],
    *,
    is_open: bool = False,
) -> list[Part]:
    """Numbered steps of the set-up in the colors of their sides: in which zone, who, and how.

    ``is_open`` is for every player to read: it does not say which secret zones there are.
    """
    parts = []
    for number, placements in steps:
        force = scenario.force(placements[0].force)
        color = side_color(scenario, "") if force is None else force_color(scenario, force)
        zone = _place(scenario, placements[0], writer.words, is_open=is_open)
        text = _step_text(scenario, placements, writer.words, is_open=is_open)
        parts.append(writer.step(str(number), f"{zone[:1].upper()}{zone[1:]}:", text, color))
    return parts


def _step_text(scenario: Scenario, placements: Sequence[Placement], words: Words, *, is_open: bool) -> str:
    """Who is placed and how, as sentences; those about whom there is no more to say are in one sentence."""
    sentences: list[tuple[list[str], str]] = []
    for placement in placements:
        who = _who_is_placed(scenario, placement, words)
        how = _how(scenario, placement, words, is_open=is_open)
        if sentences and not how and not sentences[-1][1]:
            sentences[-1][0].extend(who)
        else:
            sentences.append((list(who), how))
    texts = (
        f"{words('briefing.place-them', who=SubjectWriter(scenario, words).listed(who))}{how or '.'}"
        for who, how in sentences
    )
    return " ".join(texts)


def areas_text(scenario: Scenario, zone: Zone) -> str:
    """The names of the areas of a zone; empty if it has none."""
    return ", ".join(scenario.hex_map.areas[area].name for area in zone.region.areas)


def _place(scenario: Scenario, placement: Placement, words: Words, *, is_open: bool) -> str:
    """The zone of a placement with its areas; the sheet of a side has the hexes of a secret zone, too."""
    zone = scenario.zone(placement.zone)
    if zone is None:
        return placement.zone
    if is_open and zone.secret:
        return words("briefing.secret-zone")
    names = areas_text(scenario, zone)
    if not names and zone.secret:
        names = spots_text(scenario, zone.region, words)
    return f"{zone.title} ({names})" if names and names.casefold() != zone.title.casefold() else zone.title


def _how(scenario: Scenario, placement: Placement, words: Words, *, is_open: bool) -> str:
    """How somebody is placed, as the rest of a sentence and more sentences; empty if players choose it all.

    Of a secret zone that everybody may read, it is that a sheet says where.
    """
    force, zone = scenario.force(placement.force), scenario.zone(placement.zone)
    posture = f", {words.of('posture', placement.posture)}" if placement.posture else ""
    facing = words("briefing.faces", facing=placement.facing) if placement.facing else ""
    limits = [_limit(limit, words) for limit in placement.limits]
    text = placement.text
    if is_open and force is not None and zone is not None and zone.secret:
        posture, facing, limits = "", "", []
        text = words("briefing.secret-place", side=side_name(scenario, force.side, words))
    elif is_open and force is not None and force.is_hidden:
        # The words about hidden counters reveal how many there are, or of which units.
        text = words("briefing.hidden")
    more = " ".join(filter(None, (facing, *limits, text)))
    return f"{posture}. {more}".rstrip() if posture or more else ""


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


def _who_is_placed(scenario: Scenario, placement: Placement, words: Words) -> list[str]:
    """The groups and members of a placement, or its force, or the rest or a part of that."""
    force, subjects = scenario.force(placement.force), SubjectWriter(scenario, words)
    if force is None:
        return [placement.force]
    if placement.members:
        groups = [group for group in force.groups if group.id in placement.groups]
        grouped = {member.id for group in groups for member in group.members}
        named = set(placement.members) - grouped
        titles = [subjects.named(group.title, "briefing.named") for group in groups]
        return titles + [member.name for member in force.members if member.id in named]
    others = [each for each in scenario.placements if each is not placement and each.force == placement.force]
    title = subjects.named(force.title, "briefing.named")
    if any(not other.members for other in others):
        # Of creatures that are hidden, dummies can be a part.
        return [words("briefing.some-counters" if force.is_hidden else "briefing.some", force=title)]
    return [words("briefing.rest", force=title) if others else title]


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


def vehicle_parts(scenario: Scenario, writer: Writing[Part]) -> list[Part]:
    """The vehicles, their crews and their places."""
    words = writer.words
    items = []
    for vehicle in scenario.vehicles:
        force = scenario.force(vehicle.force)
        about = {
            "vehicle": vehicle.kind.title,
            "force": force.title if force else vehicle.force,
            "place": where(scenario, vehicle, words) or words("briefing.not-on-the-map"),
        }
        if vehicle.crew:
            crew = ", ".join(member.name for member in vehicle.crew)
            text = words("briefing.vehicle-with-crew", crew=crew, **about)
        else:
            text = words("briefing.vehicle", **about)
        if vehicle.passengers:
            names = ", ".join(member.name for member in vehicle.passengers)
            text = words("briefing.passengers", vehicle=text, names=names)
        if vehicle.facing:
            text = words("briefing.facing", vehicle=text, facing=vehicle.facing)
        items.append(writer.item(f"{vehicle.title}.", f"{text} {vehicle.text}".strip()))
    return [writer.heading(words("briefing.vehicles"), "apc"), *items] if items else []


def captive_text(scenario: Scenario, force: Force, captive: Captive, words: Words) -> str:
    """Which creatures are held at the start, where, with what and by whom."""
    about = {
        "count": captive.count,
        "force": force.title,
        "by": captive.by.title,
        "place": where(scenario, captive, words),
    }
    keeper = scenario.keeper(captive)
    if keeper is None:
        return words("briefing.captive", **about)
    return words("briefing.captive-kept", keeper=keeper.name, **about)
