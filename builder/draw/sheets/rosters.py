"""The squad roster: one line for each figure, with room to mark wounds and markers in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draw.maps.whereabouts import where
from builder.draw.pieces.counters import weapon_label
from builder.draw.sheets.form_parts import LINE, draw_marks
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.entry_text import cited
from builder.draw.surface.flow import draw_band
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, ITALIC, REGULAR, Type
from builder.draw.surface.wording import Words
from builder.scenario.forces.read_squads import ROLLED
from builder.scenario.model import Force, Member, Scenario, Squad
from rulesdb import InputError
from rulesdb.arguments import require, require_number
from rulesdb.errors import brief_repr

HEAD = 7.0
MAX_SHOTS = 8
LAUNCHER = "launcher"
_SHOT = 2.6
TOP = 20.0


_SIZE = "width", "height"
_SIDES = 10.0, 10_000.0


@dataclass(frozen=True, slots=True)
class Column:
    """One column: heading, share of the width, the text of a member's cell, and boxes to tick below it."""

    head: str
    share: float
    text: Callable[[Member], str]
    strong: bool = False
    boxes: Callable[[Member], int] = lambda member: 0


def ability_letters(abilities: Mapping[str, str]) -> list[str]:
    """Abilities as the book prints them: letters, with penalties in parentheses."""
    return [letter if kind == "bonus" else f"({letter})" for letter, kind in abilities.items()]


def shots(member: Member) -> int:
    """The number of boxes for a weapon whose rounds are ticked off, one for each salvo if it fires salvos.

    Weapons that run out by a die roll have no boxes, and neither do those with too many rounds to tick.
    """
    if member.weapon is None:
        return 0
    rounds = int(member.weapon.get("rounds", 0)) if member.rounds is None else member.rounds
    shots = rounds // int(member.weapon.get("salvo", 1))
    return shots if shots <= MAX_SHOTS else 0


def served(member: Member, words: Words) -> list[str]:
    """The load of a member's weapon, its rounds if they are not boxes to tick, and who loads it."""
    weapon = member.weapon
    texts = []
    if member.load:
        counts = Counter(grenade.title for grenade in member.load)
        load = " + ".join(f"{count} × {title}" if count > 1 else title for title, count in counts.items())
        texts.append(words("roster.load", load=load))
    elif weapon is not None and (weapon.get("class") == LAUNCHER or "includes" in weapon.facts):
        texts.append(words("roster.load-open"))
    if member.rounds is not None and not shots(member):
        texts.append(words("roster.rounds", count=member.rounds))
    if member.loader:
        texts.append(words("roster.loader", id=member.loader))
    return texts


_MARK_SHARE = 3.6
# Sizes of cells that take several lines; the first that fits is used.
_SMALLER = (3.2, 2.9, 2.4, 2.0)


def _columns(scenario: Scenario, words: Words) -> tuple[Column, ...]:
    """The columns of a roster, without abilities if their optional rule is not in use."""

    def position(member: Member) -> str:
        return str(member.position["abbreviation"]) if member.position else "–"

    def abilities(member: Member) -> str:
        return ", ".join(ability_letters(member.abilities)) or "–"

    def carried(member: Member) -> str:
        suit = [words("roster.suit")] if member.suited else []
        things = [*(item.title for item in member.carries), *served(member, words), *suit]
        return ", ".join(things) or "–"

    columns = (
        Column(words("roster.id"), 0.7, lambda member: member.id, strong=True),
        Column(words("roster.name"), 3.0, lambda member: member.name, strong=True),
        Column(words("roster.position"), 1.0, position),
        Column(words("roster.activation"), 0.8, lambda member: str(member.activation), strong=True),
        Column(words("roster.panic"), 0.8, lambda member: str(member.panic), strong=True),
        Column(words("roster.abilities"), 1.5, abilities),
        Column(words("roster.weapon"), 1.8, lambda member: weapon_label(member.weapon, words), boxes=shots),
        Column(words("roster.carries"), 3.9, carried),
    )
    has_abilities = uses_abilities(scenario)
    return tuple(column for column in columns if has_abilities or column.text is not abilities)


def uses_abilities(scenario: Scenario) -> bool:
    """Whether the optional rule on abilities is in use, or the players choose."""
    rule = scenario.ruleset.people.get("abilities", {}).get("rule", "")
    return all(unused.key != rule for unused in scenario.unused_rules)


def _require_size(size: Any) -> None:
    if not isinstance(size, tuple) or len(size) != len(_SIZE):
        raise InputError(f"size={brief_repr(size)}: use a width and a height in mm")
    for name, side in zip(_SIZE, size, strict=True):
        require_number(name, side, *_SIDES, "mm")


def draw_roster(
    scenario: Scenario, force: Force, size: tuple[float, float], context: DrawingContext
) -> list[Drawing]:
    """A human force's roster on sheets of ``size`` mm; each squad has its own."""
    require("scenario", scenario, Scenario, "a scenario; load_scenario reads one")
    require("force", force, Force, "a force of the scenario")
    require("context", context, DrawingContext, "a DrawingContext")
    _require_size(size)
    width, height = size
    words = context.words
    foot = 24.0
    rows_a_sheet = max(1, int((height - TOP - HEAD - foot) // LINE))
    sheets = [
        (squad, squad.members[start : start + rows_a_sheet])
        for squad in force.squads or (force,)
        for start in range(0, len(squad.members), rows_a_sheet)
    ]
    drawings = []
    columns = _columns(scenario, words)
    for number, (squad, members) in enumerate(sheets):
        canvas = Canvas(width, height, context)
        title = force.title if squad is force else words("roster.squad", force=force.title, squad=squad.title)
        # People with ratings of their own are not on a roster of the book.
        roster = force.roster if any(member.row for member in members) else None
        about = words("roster.about", title=scenario.title)
        if roster is not None:
            about = words("roster.about-list", title=scenario.title, roster=roster.title)
        draw_band(canvas, title, about, width)
        bottom = _draw_rows(canvas, columns, members, width)
        common = " ".join(common_texts(scenario, force, squad, words))
        keys = [words("roster.key-abilities")] if uses_abilities(scenario) else []
        if roster is not None:
            keys.insert(0, words("roster.ratings", source=cited(roster)))
        key = " ".join([*keys, words("roster.key")])
        _draw_foot(canvas, " ".join(filter(None, [common, force.text])), key, bottom + 4, width)
        suffix = "" if len(sheets) == 1 else f"-{number + 1}"
        drawings.append(canvas.drawing(f"roster-{force.id}{suffix}", words("roster.title", force=title)))
    return drawings


def grenades_text(scenario: Scenario, force: Force, squad: Force | Squad, words: Words) -> str:
    """The number of hand grenades of a squad, or how to roll for it; empty if the file does not give it."""
    if squad.grenades is None:
        return ""
    axis = scenario.ruleset.people.get("grenades")
    if squad.grenades != ROLLED or axis is None:
        return words("roster.grenades", number=squad.grenades)
    dice = scenario.ruleset.table(axis["table"]).lookup(**{axis["axis"]: force.unit.slug}).result
    return words("roster.grenades-rolled", dice=dice, men=len(squad.members))


def _draw_rows(canvas: Canvas, columns: Sequence[Column], members: Sequence[Member], width: float) -> float:
    unit = width / (sum(column.share for column in columns) + _MARK_SHARE)
    canvas.rect(0, TOP, width, HEAD, fill="panel")
    x = 0.0
    head = Type(CONDENSED_BOLD, 3.2)
    for column in columns:
        canvas.text(column.head, x + 1.2, TOP + 4.8, head)
        x += column.share * unit
    canvas.text(canvas.words("roster.wounds-and-markers"), x + 1.2, TOP + 4.8, head)
    y = TOP + HEAD
    for member in members:
        x = 0.0
        for column in columns:
            room = column.share * unit - 2.0
            type = Type(CONDENSED_BOLD if column.strong else CONDENSED, 3.6)
            text = column.text(member)
            lines = [text]
            if canvas.metrics.width(text, type) > room:
                wrapped = (
                    (type.at(size), canvas.metrics.wrap(text, type.at(size), room)) for size in _SMALLER
                )
                type, lines = min(wrapped, key=lambda each: len(each[1]) * each[0].size * 1.15 > LINE - 0.6)
            step = type.size * 1.15
            boxes = column.boxes(member)
            first = y + LINE / 2 + type.size * 0.35 - step * (len(lines) - 1) / 2 - (1.8 if boxes else 0)
            canvas.boxes(x + 1.2, y + LINE - _SHOT - 0.9, boxes, _SHOT, 0.6)
            canvas.lines(lines, x + 1.2, first, type, step, within=(x, y, column.share * unit, LINE))
            x += column.share * unit
        draw_marks(canvas, x, y, width - x, wounded=member.wounded)
        y += LINE
        canvas.rule(0, y, width)
    return y


def common_texts(scenario: Scenario, force: Force, squad: Force | Squad, words: Words) -> list[str]:
    """Notes about a whole squad: grenades, radios, laid charges, orders, and when it may regroup."""
    texts = [grenades_text(scenario, force, squad, words)]
    if force.radiocom:
        texts.append(words("roster.radiocom"))
    texts += (
        words(
            "roster.charge",
            charge=charge.charge.title,
            place=where(scenario, charge, words),
            id=charge.detonator.id,
        )
        for charge in force.charges
        if charge.detonator in squad.members
    )
    if force.orders:
        texts.append(words("roster.orders", classes=", ".join(force.orders)))
    if force.preservation:
        texts.append(words("roster.preservation", **force.preservation))
    return [text for text in texts if text]


def _draw_foot(canvas: Canvas, about: str, key: str, y: float, width: float) -> None:
    text = canvas.metrics.wrap(about, Type(REGULAR, 3.0), width) if about else []
    canvas.lines(text, 0, y + 3, Type(REGULAR, 3.0), 4.0)
    type = Type(ITALIC, 2.5)
    below = y + max(1, len(text)) * 4.0
    canvas.lines(canvas.metrics.wrap(key, type, width), 0, below + 3.4, type, 3.3, fill="muted")
