"""The squad roster: one line for each figure, with room to mark wounds and markers in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from builder.draw.maps.whereabouts import where
from builder.draw.pieces.figure_looks import weapon_label
from builder.draw.sentences.entry_text import as_lead, cited
from builder.draw.sheets.form_parts import draw_marks
from builder.draw.sheets.sides.side_colors import colors_of_force
from builder.draw.surface.canvas import Canvas, Drawing, Rectangle
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import NOTE, Block, Flow, SectionColors, Writer
from builder.draw.surface.flow_sheets import draw_flows
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type
from builder.draw.surface.wording import Words
from builder.scenario.forces.read_squads import ROLLED
from builder.scenario.model import Force, Member, Scenario, Squad
from rulesdb import InputError
from rulesdb.arguments import require, require_number
from rulesdb.errors import brief_repr

HEAD = 7.0
# The least and the most that a line takes: more of it only parts the names from what is ticked.
_LOW_LINE, _LINE = 6.6, 8.2
MAX_SHOTS = 8
LAUNCHER = "launcher"
_SHOT = 2.6
_PAD = 1.2
_ICON = 5.2
_HEAD_SIZE = 3.2
# The box of a hand grenade with its gap, and groups of them.
_GRENADE, _GRENADE_STEP, _TOGETHER, _APART_FIVE = 3.2, 4.0, 5, 1.6

_SIZE = "width", "height"
_SIDES = 10.0, 10_000.0


@dataclass(frozen=True, slots=True)
class Column:
    """One column: heading, the text of a member's cell, an icon before it, and boxes to tick below it.

    A column ``in_lines`` may break its cells into lines. It has room for icons if it ``has_icons``.
    """

    head: str
    text: Callable[[Member], str]
    strong: bool = False
    in_lines: bool = False
    boxes: Callable[[Member], int] = lambda member: 0
    icon: Callable[[Member], str] = lambda member: ""
    has_icons: bool = False

    @property
    def indent(self) -> float:
        """The room for icons, in mm."""
        return _ICON + 1.2 if self.has_icons else 0.0

    def type(self, size: float) -> Type:
        """The type of the cells."""
        return Type(CONDENSED_BOLD if self.strong else CONDENSED, size)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Columns with their widths in mm, and the size of the type of all cells."""

    columns: tuple[Column, ...]
    widths: tuple[float, ...]
    size: float


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


def _has_open_load(member: Member) -> bool:
    """Whether a figure has a launcher whose load its player chooses."""
    weapon = member.weapon
    is_launcher = weapon is not None and (weapon.get("class") == LAUNCHER or "includes" in weapon.facts)
    return is_launcher and not member.load


def served(member: Member, words: Words) -> list[str]:
    """The load of a member's weapon, its rounds if they are not boxes to tick, and who loads it."""
    texts = []
    if member.load:
        counts = Counter(grenade.title for grenade in member.load)
        load = " + ".join(f"{count} × {title}" if count > 1 else title for title, count in counts.items())
        texts.append(words("roster.load", load=load))
    elif _has_open_load(member):
        texts.append(words("roster.load-open"))
    if member.rounds is not None and not shots(member):
        texts.append(words("roster.rounds", count=member.rounds))
    if member.loader:
        texts.append(words("roster.loader", id=member.loader))
    return texts


# Room in mm for wounds and markers at the right, and the most that a column has beside its text.
_MARKS = 40.0
_APART = 5.0
# All cells have the largest of these sizes in which they fit; cells of the last take several lines.
_SIZES = (3.6, 3.4, 3.2, 3.0, 2.8)
_SMALLER = (2.8, 2.6, 2.4, 2.0)


def _columns(scenario: Scenario, words: Words, in_suits: Collection[str]) -> tuple[Column, ...]:
    """The columns of a roster, without abilities if their optional rule is not in use.

    The suits of members whose ids are in ``in_suits`` are noted below the roster.
    """

    def position(member: Member) -> str:
        return str(member.position["abbreviation"]) if member.position else "–"

    def abilities(member: Member) -> str:
        return ", ".join(ability_letters(member.abilities)) or "–"

    def carried(member: Member) -> str:
        suit = [words("roster.suit")] if member.suited and member.id not in in_suits else []
        things = [*(item.title for item in member.carries), *served(member, words), *suit]
        return ", ".join(things) or "–"

    def job_icon(member: Member) -> str:
        return str(member.position.get("icon", "")) if member.position else ""

    def weapon_icon(member: Member) -> str:
        return str(member.weapon.get("icon", "")) if member.weapon else ""

    columns = (
        Column(words("roster.id"), lambda member: member.id, strong=True),
        Column(words("roster.name"), lambda member: member.name, strong=True),
        Column(words("roster.position"), position, icon=job_icon, has_icons=True),
        Column(words("roster.activation"), lambda member: str(member.activation), strong=True),
        Column(words("roster.panic"), lambda member: str(member.panic), strong=True),
        Column(words("roster.abilities"), abilities),
        Column(
            words("roster.weapon"),
            lambda member: weapon_label(member.weapon, words),
            boxes=shots,
            icon=weapon_icon,
            has_icons=True,
        ),
        Column(words("roster.carries"), carried, in_lines=True),
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
    flows = roster_flows(scenario, [force], context)
    return [drawing for flow in flows for drawing in draw_flows([flow], size, context)]


def roster_flows(scenario: Scenario, forces: Sequence[Force], context: DrawingContext) -> list[Flow]:
    """Rosters of human forces: a line for each figure, squad by squad, and the key of letters at the end."""
    squads = [(force, squad) for force in forces for squad in force.squads or (force,)]
    members = [member for _, squad in squads for member in squad.members]
    keys = _keys(scenario, members, context.words)
    in_suits = {
        member.id
        for _, squad in squads
        if all(each.suited for each in squad.members)
        for member in squad.members
    }
    *others, last = [
        _roster_flow(scenario, force, squad, members, in_suits, context) for force, squad in squads
    ]

    def blocks(writer: Writer) -> list[Block]:
        return [*last.blocks(writer), writer.paragraph(keys, NOTE, color="muted")]

    return [*others, replace(last, blocks=blocks)]


def _roster_flow(
    scenario: Scenario,
    force: Force,
    squad: Force | Squad,
    everybody: Sequence[Member],
    in_suits: Collection[str],
    context: DrawingContext,
) -> Flow:
    """The roster of one squad, with columns in which ``everybody`` of the side fits.

    ``in_suits`` has the ids of those whose squad has a note that all are in spacesuits.
    """
    words = context.words
    columns = _columns(scenario, words, in_suits)
    title = force.title if squad is force else words("roster.squad", force=force.title, squad=squad.title)
    # People with ratings of their own are not on a roster of the book.
    roster = force.roster if any(member.row for member in squad.members) else None
    colors = colors_of_force(scenario, force, context.theme)
    about = words("roster.about", title=scenario.title)
    if roster is not None:
        about = words("roster.about-list", title=scenario.title, roster=roster.title)

    def blocks(writer: Writer) -> list[Block]:
        texts = common_texts(scenario, force, squad, words)
        is_last = not force.squads or squad is force.squads[-1]
        # What several squads have together stands below all of them.
        whole = preservation_text(scenario, force, words) if force.squads and is_last else ""
        grenades = grenade_boxes(scenario, squad, writer, has_note=is_last)
        if squad.members[0].id in in_suits:
            texts.insert(0, words("roster.all-suited"))
        if roster is not None:
            texts.append(words("roster.ratings", source=cited(roster)))
        layout = _layout(columns, everybody, writer)
        head = _head_row(layout, writer, colors)
        return [
            head,
            *(
                replace(_row(layout, member, writer, colors, is_striped=number % 2 == 1), continued=head)
                for number, member in enumerate(squad.members)
            ),
            Block(min(2.0, 2.0 * writer.scale), lambda canvas, x, y: None),
            *([writer.paragraph(" ".join(texts))] if texts else []),
            *grenades,
            *([writer.item(as_lead(force.title), whole)] if whole else []),
        ]

    heading = words("roster.title", force=title)
    return Flow(f"roster-{squad.id}", heading, about, blocks, columns=1, colors=colors)


def _keys(scenario: Scenario, members: Sequence[Member], words: Words) -> str:
    """The meaning of the letters on rosters of some members."""
    positions = [member.position for member in members if member.position]
    weapons = [member.weapon for member in members if member.weapon and "abbreviation" in member.weapon.facts]
    keys = [words("roster.key-abilities")] if uses_abilities(scenario) else []
    for key, entries in (("roster.key-positions", positions), ("roster.key-weapons", weapons)):
        titles = {entry["abbreviation"]: entry.title for entry in entries}
        listed = ", ".join(f"{letters} {titles[letters]}" for letters in sorted(titles))
        keys += [words(key, keys=listed)] if titles else []
    if any(_has_open_load(member) for member in members):
        keys.append(words("roster.key-load"))
    return " ".join([words("roster.key"), *keys])


def _layout(columns: Sequence[Column], members: Sequence[Member], writer: Writer) -> _Layout:
    """The columns in the largest size of type in which the cells of all members fit."""
    metrics, room = writer.metrics, writer.width - _MARKS
    head = Type(CONDENSED_BOLD, _HEAD_SIZE)
    for size in _SIZES:
        widths, is_fitting = [], True
        for column in columns:
            type = column.type(size)
            texts = [column.text(member) for member in members]
            boxes = max((column.boxes(member) for member in members), default=0)
            runs = [metrics.width(column.head, head), boxes * (_SHOT + 0.6)]
            longest = max((metrics.width(text, type) for text in texts), default=0.0)
            widths.append(max(*runs, longest + column.indent) + 2 * _PAD)
        over = sum(widths) - room
        for index, column in enumerate(columns):
            if column.in_lines and over > 0:
                type = column.type(size)
                texts = [column.text(member) for member in members]
                least = max((metrics.width(word, type) for text in texts for word in text.split()), default=0)
                widths[index] = max(least + 2 * _PAD, widths[index] - over)
                lines = [len(metrics.wrap(text, type, widths[index] - 2 * _PAD + 0.01)) for text in texts]
                is_fitting = max(lines, default=0) * size * 1.15 <= _tall(writer) - 0.6
        over = sum(widths) - room
        if is_fitting and over <= 0.01:
            apart = min(_APART, -over / len(columns))
            return _Layout(tuple(columns), tuple(width + apart for width in widths), size)
    return _Layout(tuple(columns), tuple(width * room / sum(widths) for width in widths), _SIZES[-1])


def grenades_text(scenario: Scenario, force: Force, squad: Force | Squad, words: Words) -> str:
    """How to roll for a squad's hand grenades; empty if the file gives their number, or none."""
    axis = scenario.ruleset.people.get("grenades")
    if squad.grenades is None or axis is None or squad.grenades != ROLLED:
        return ""
    dice = scenario.ruleset.table(axis["table"]).lookup(**{axis["axis"]: force.unit.slug}).result
    number = words("roster.grenades-rolled", dice=dice, men=len(squad.members))
    # Of several squads, each has its own.
    if isinstance(squad, Squad):
        return words("roster.grenades-of", squad=squad.title, number=number)
    return words("roster.grenades", number=number)


def grenade_boxes(scenario: Scenario, squad: Force | Squad, writer: Writer, *, has_note: bool) -> list[Block]:
    """A box to tick for each hand grenade of a squad whose number is known.

    With a note of what they can be, if it ``has_note``.
    """
    if not isinstance(squad.grenades, int) or not squad.grenades:
        return []
    words, game, count = writer.words, scenario.ruleset, squad.grenades
    # Of several squads, each has its own.
    lead = words("roster.grenades-to-tick")
    if isinstance(squad, Squad):
        lead = words("roster.grenades-to-tick-of", squad=squad.title)
    type = Type(CONDENSED_BOLD, 3.4)
    left, groups = writer.metrics.width(lead, type) + 2.0, -(-count // _TOGETHER)
    a_row = max(1, int((writer.width - left + _APART_FIVE) // (_TOGETHER * _GRENADE_STEP + _APART_FIVE)))

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(lead, x, y + _GRENADE / 2 + type.cap / 2, type)
        for group in range(groups):
            across, row = group % a_row, group // a_row
            at = x + left + across * (_TOGETHER * _GRENADE_STEP + _APART_FIVE)
            boxes = min(_TOGETHER, count - group * _TOGETHER)
            canvas.boxes(at, y + row * _GRENADE_STEP, boxes, _GRENADE, _GRENADE_STEP - _GRENADE)

    boxes = Block(-(-groups // a_row) * _GRENADE_STEP + 1.2, draw, keep_with_next=has_note)
    known = game.people.get("grenades", {})
    kinds = [entry.title for entry in game.of_kind("weapon") if entry.get("class") == known.get("class")]
    if "class" not in known or not kinds or not has_note:
        return [boxes]
    note = words("roster.grenade-kinds", kinds=", ".join(kinds))
    if "instead" in known:
        cell = known["instead"]["count"]
        number = game.table(cell["table"]).lookup(**cell["at"]).result
        title = game.find("weapon", known["instead"]["weapon"]).title
        note = f"{note} {words('roster.grenades-instead', weapon=title, number=number)}"
    return [boxes, writer.paragraph(note, NOTE, color="muted")]


def preservation_text(scenario: Scenario, force: Force, words: Words) -> str:
    """The preservation chits of a force and their limit, its own or those of the game; empty without any.

    Those of the game are marked as house values, so those of a scenario say that they are its own. It can
    also replace their rule.
    """
    if force.preservation:
        return words("roster.own-preservation", **force.preservation)
    known = scenario.ruleset.people.get("preservation")
    if known is None:
        return ""
    table = scenario.ruleset.table(known["table"])
    whose = next((axis for axis in table.axes if axis.name != known["axis"]), None)
    section = table.entry.provenance.source.section
    replaced = {rule.overrides.slug for rule in scenario.special_rules if rule.overrides is not None}
    if whose is None or force.unit.slug not in whose.labels or section in replaced:
        return ""
    at = {whose.name: force.unit.slug}
    chits, limit = (table.lookup(**at, **{known["axis"]: known[key]}) for key in ("chits", "limit"))
    text = words("roster.preservation", chits=chits.result, limit=limit.result)
    mark = words.mark(chits.provenance.basis)
    return f"{text.removesuffix('.')}{mark}." if mark else text


def _head_row(layout: _Layout, writer: Writer, colors: SectionColors) -> Block:
    def draw(canvas: Canvas, x: float, y: float) -> None:
        type = Type(CONDENSED_BOLD, _HEAD_SIZE)
        canvas.rect(x, y, writer.width, HEAD, fill=colors.panel)
        for column, wide in zip(layout.columns, layout.widths, strict=True):
            fitted = canvas.metrics.fit(column.head, type, wide - 1.4, MIN_SIZE)
            canvas.text(column.head, x + _PAD, y + 4.8, fitted, within=(x, y, wide, HEAD))
            x += wide
        canvas.text(writer.words("roster.wounds-and-markers"), x + _PAD, y + 4.8, type)

    return Block(HEAD, draw, keep_with_next=True)


def _tall(writer: Writer) -> float:
    """The height of a line, which is lower in smaller type but not higher in larger."""
    return max(_LOW_LINE, min(_LINE, writer.line(_LINE)))


def _row(
    layout: _Layout, member: Member, writer: Writer, colors: SectionColors, *, is_striped: bool
) -> Block:
    """The line of a figure."""
    is_plain = writer.theme.saves_ink

    tall = _tall(writer)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        right = x + writer.width
        if is_striped and not is_plain:
            canvas.rect(x, y, writer.width, tall, fill=colors.panel)
        canvas.rule(x, y + tall, writer.width)
        for column, wide in zip(layout.columns, layout.widths, strict=True):
            _draw_cell(canvas, column, member, (x, y, wide, tall), layout.size, colors.heading)
            x += wide
        draw_marks(canvas, x, y, right - x, tall, wounded=member.wounded)

    return Block(tall, draw)


def _draw_cell(
    canvas: Canvas, column: Column, member: Member, box: Rectangle, size: float, color: str
) -> None:
    """The text of a cell above the boxes of its rounds, in smaller type if its lines do not fit.

    Its icon has a ``color``.
    """
    x, y, wide, line = box
    icon, boxes = column.icon(member), column.boxes(member)
    if icon:
        low = 1.8 if boxes else 0.0
        canvas.icon(icon, x + _PAD, y + (line - _ICON) / 2 - low, _ICON, color)
    text_x = x + _PAD + column.indent
    room, text = wide - 2 * _PAD - column.indent + 0.02, column.text(member)
    type = column.type(size)
    tall = line - 0.6 - (_SHOT + 0.6 if boxes else 0)
    wrapped = ((type.at(each), canvas.metrics.wrap(text, type.at(each), room)) for each in (size, *_SMALLER))
    type, lines = min(wrapped, key=lambda each: len(each[1]) * each[0].size * 1.15 > tall)
    step = type.size * 1.15
    first = y + line / 2 + type.size * 0.35 - step * (len(lines) - 1) / 2 - (1.8 if boxes else 0)
    canvas.boxes(x + _PAD, y + line - _SHOT - 0.9, boxes, _SHOT, 0.6)
    canvas.lines(lines, text_x, first, type, step, within=box)


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
        *first, last = (words.of("weapons", each) for each in force.orders)
        classes = words("logic.and", first=", ".join(first), last=last) if first else last
        texts.append(words("roster.orders", classes=classes))
    if not force.squads:
        texts.append(preservation_text(scenario, force, words))
    return [text for text in texts if text]
