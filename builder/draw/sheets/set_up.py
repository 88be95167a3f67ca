"""The set-up: who starts in which zone, step by step and on a small map, and the weapons that are set up."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import TYPE_CHECKING, TypeVar

from builder.draw.maps.symbols import draw_symbol
from builder.draw.maps.whereabouts import spots_text, where
from builder.draw.maps.zone_tabs import draw_steps, side_color
from builder.draw.sentences.side_names import side_name
from builder.draw.sentences.subjects import SubjectWriter
from builder.draw.sheets.writing import Writing
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.clear_space import grown, overlaps
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Captive, Emplacement, Force, Placement, Scenario, SetupLimit

if TYPE_CHECKING:
    from builder.draw.maps.perspective import Slab

Part = TypeVar("Part")
_TITLE = Type(BOLD, 3.4)
# On the small map of the set-up: what is above it, its least height, and the size of its stars, in mm.
_ABOVE_MAP, _MIN_MAP, _STAR = 4.4, 24.0, 5.0
# The room for the title of each of several levels.
_BETWEEN_LEVELS = 4.0
# Where steps can be beside the middle of a zone, in sizes of a star: close to it, as zones are small.
_BESIDE = ((0, 0), (0, -0.75), (-0.75, 0), (0.75, 0), (0, 0.75))
_CLOSE = 0.7
_ABOUT, _FLAG = Type(CONDENSED, 2.8), Type(BOLD, 2.6)


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
        color = side_color(scenario, force.side if force is not None else "")
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


def _place(scenario: Scenario, placement: Placement, words: Words, *, is_open: bool) -> str:
    """The zone of a placement with its areas; the sheet of a side has the hexes of a secret zone, too."""
    zone = scenario.zone(placement.zone)
    if zone is None:
        return placement.zone
    if is_open and zone.secret:
        return words("briefing.secret-zone")
    names = ", ".join(scenario.hex_map.areas[area].name for area in zone.region.areas)
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


def set_up_map(slabs: Sequence[Slab], size: tuple[float, float], context: DrawingContext) -> Drawing | None:
    """A map from straight above with the steps of its set-up, as large as it fits into a box of a size in mm.

    Its levels are below each other. None if it would be too small to see, or if the map has no zones.
    """
    bounds = [slab.outline.bounds for slab in slabs]
    between = _BETWEEN_LEVELS if len(slabs) > 1 else 0.0
    across = max((east - west for west, _, east, _ in bounds), default=1.0)
    down = sum(south - north for _, north, _, south in bounds)
    scale = min(size[0] / across, (size[1] - _ABOVE_MAP - between * len(slabs)) / max(down, 1.0))
    if not any(slab.marks for slab in slabs) or down * scale / len(slabs) < _MIN_MAP:
        return None
    canvas = Canvas(size[0], down * scale + between * len(slabs) + _ABOVE_MAP, context)
    about = context.words("briefing.set-up-map")
    type = context.metrics.fit(about, _ABOUT, size[0], 2.47)
    widest = (size[0] - across * scale) / 2
    canvas.text(about, min(widest, size[0] - context.metrics.width(about, type)), 2.4, type, fill="muted")
    top = _ABOVE_MAP
    for slab, (west, north, east, south) in zip(slabs, bounds, strict=True):
        left = (size[0] - (east - west) * scale) / 2
        if between:
            canvas.text(slab.title, left, top + 2.6, _ABOUT)
            top += between
        _draw_plan(canvas, slab, (left, top), scale)
        top += (south - north) * scale
    return canvas.drawing("set-up", context.words("briefing.set-up"))


def _draw_plan(canvas: Canvas, slab: Slab, corner: Point, scale: float) -> None:
    """One level with its steps and its stars, each with its title if there is room beside it."""
    west, north, east, _ = slab.outline.bounds
    metrics, (left, top) = canvas.metrics, corner
    right = left + (east - west) * scale
    if slab.plan is not None:
        slab.plan(canvas, corner, scale)

    def at(point: Point) -> Point:
        return left + (point[0] - west) * scale, top + (point[1] - north) * scale

    half = _STAR * 0.3
    stars = {spot: (x - half, y - half, x + half, y + half) for spot, _ in slab.flags for x, y in [at(spot)]}
    taken = []
    for spot, steps, side in slab.marks:
        # Beside a star at the same place, where no other one is.
        x, y = at(spot)
        places = [(x + across * _STAR, y + down * _STAR) for across, down in _BESIDE]
        place = next(
            (each for each in places if not any(dist(each, at(s)) < _STAR * _CLOSE for s in stars)), (x, y)
        )
        taken.append(draw_steps(canvas, steps, side, place))
    for spot in stars:
        draw_symbol(canvas, "objective", at(spot), _STAR)
    for spot, title in slab.flags:
        (x, y), run = at(spot), metrics.width(title, _FLAG)
        # Not so near to another star that it seems to be the name of that.
        others = [*taken, *(grown(box, 2.0) for star, box in stars.items() if star != spot)]
        for middle, base in (
            (x + half + 1.0 + run / 2, y + _FLAG.cap / 2),
            (x - half - 1.0 - run / 2, y + _FLAG.cap / 2),
            (x, y + half + 1.0 + _FLAG.cap),
        ):
            box = (middle - run / 2 - 0.5, base - _FLAG.cap - 0.5, middle + run / 2 + 0.5, base + 0.5)
            is_on_map = left <= box[0] and box[2] <= right
            if is_on_map and not any(overlaps(box, other) for other in others):
                canvas.text(title, middle, base, _FLAG, anchor="middle", halo="paper", halo_width=0.5)
                taken.append(box)
                break


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
        return [words("briefing.some", force=title)]
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
