"""The squad roster: one line for each figure, with room to mark wounds and markers in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draw.maps.whereabouts import where
from builder.draw.pieces.counters import weapon_label
from builder.draw.sheets.form_parts import LINE, draw_marks
from builder.draw.surface.canvas import Canvas, Drawing, Rectangle
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.entry_text import cited
from builder.draw.surface.flow import NOTE, Block, Flow, Writer
from builder.draw.surface.flow_sheets import draw_flows
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type
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
_PAD = 1.2

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
    flows = roster_flows(scenario, force, context)
    return [drawing for flow in flows for drawing in draw_flows([flow], size, context)]


def roster_flows(scenario: Scenario, force: Force, context: DrawingContext) -> list[Flow]:
    """A human force's roster: a line for each figure, squad by squad."""
    return [_roster_flow(scenario, force, squad, context) for squad in force.squads or (force,)]


def _roster_flow(scenario: Scenario, force: Force, squad: Force | Squad, context: DrawingContext) -> Flow:
    words, columns = context.words, _columns(scenario, context.words)
    title = force.title if squad is force else words("roster.squad", force=force.title, squad=squad.title)
    # People with ratings of their own are not on a roster of the book.
    roster = force.roster if any(member.row for member in squad.members) else None
    about = words("roster.about", title=scenario.title)
    if roster is not None:
        about = words("roster.about-list", title=scenario.title, roster=roster.title)
    keys = [words("roster.key-abilities")] if uses_abilities(scenario) else []
    if roster is not None:
        keys.insert(0, words("roster.ratings", source=cited(roster)))
    keys.append(words("roster.key"))

    def blocks(writer: Writer) -> list[Block]:
        common = " ".join(common_texts(scenario, force, squad, words))
        return [
            _head_row(columns, writer),
            *(_row(columns, member, writer) for member in squad.members),
            Block(2.0, lambda canvas, x, y: None),
            *([writer.paragraph(common)] if common else []),
            writer.paragraph(" ".join(keys), NOTE, color="muted"),
        ]

    return Flow(f"roster-{squad.id}", words("roster.title", force=title), about, blocks, columns=1)


def grenades_text(scenario: Scenario, force: Force, squad: Force | Squad, words: Words) -> str:
    """The number of hand grenades of a squad, or how to roll for it; empty if the file does not give it."""
    if squad.grenades is None:
        return ""
    axis = scenario.ruleset.people.get("grenades")
    if squad.grenades != ROLLED or axis is None:
        return words("roster.grenades", number=squad.grenades)
    dice = scenario.ruleset.table(axis["table"]).lookup(**{axis["axis"]: force.unit.slug}).result
    return words("roster.grenades-rolled", dice=dice, men=len(squad.members))


def _unit(columns: Sequence[Column], writer: Writer) -> float:
    """The width in mm of a share."""
    return writer.width / (sum(column.share for column in columns) + _MARK_SHARE)


def _head_row(columns: Sequence[Column], writer: Writer) -> Block:
    def draw(canvas: Canvas, x: float, y: float) -> None:
        unit, type = _unit(columns, writer), Type(CONDENSED_BOLD, 3.2)
        canvas.rect(x, y, writer.width, HEAD, fill="panel")
        for column in columns:
            wide = column.share * unit
            fitted = canvas.metrics.fit(column.head, type, wide - 1.4, MIN_SIZE)
            canvas.text(column.head, x + _PAD, y + 4.8, fitted, within=(x, y, wide, HEAD))
            x += wide
        canvas.text(writer.words("roster.wounds-and-markers"), x + _PAD, y + 4.8, type)

    return Block(HEAD, draw, keep_with_next=True)


def _row(columns: Sequence[Column], member: Member, writer: Writer) -> Block:
    def draw(canvas: Canvas, x: float, y: float) -> None:
        unit, right = _unit(columns, writer), x + writer.width
        canvas.rule(x, y + LINE, writer.width)
        for column in columns:
            wide = column.share * unit
            _draw_cell(canvas, column, member, (x, y, wide, LINE))
            x += wide
        draw_marks(canvas, x, y, right - x, wounded=member.wounded)

    return Block(LINE, draw)


def _draw_cell(canvas: Canvas, column: Column, member: Member, box: Rectangle) -> None:
    """The text of a cell in the largest type in which its lines fit, above the boxes of its rounds."""
    x, y, wide, _ = box
    room, boxes, text = wide - 2.0, column.boxes(member), column.text(member)
    type, lines = Type(CONDENSED_BOLD if column.strong else CONDENSED, 3.6), [text]
    tall = LINE - 0.6 - (_SHOT + 0.6 if boxes else 0)
    if canvas.metrics.width(text, type) > room:
        wrapped = ((type.at(size), canvas.metrics.wrap(text, type.at(size), room)) for size in _SMALLER)
        type, lines = min(wrapped, key=lambda each: len(each[1]) * each[0].size * 1.15 > tall)
    step = type.size * 1.15
    first = y + LINE / 2 + type.size * 0.35 - step * (len(lines) - 1) / 2 - (1.8 if boxes else 0)
    canvas.boxes(x + _PAD, y + LINE - _SHOT - 0.9, boxes, _SHOT, 0.6)
    canvas.lines(lines, x + _PAD, first, type, step, within=box)


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
