"""Record sheets of troopers: action points, arms and rounds, damage, morale, and the effects of weapons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from builder.draw.maps.whereabouts import where
from builder.draw.sheets.form_parts import beside, supply_blocks
from builder.draw.sheets.team_marks import draw_team_title, team_mark
from builder.draw.sheets.tracks.colors import side_colors
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import NOTE, Block, Flow, Writer, kept_together
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, REGULAR, Type
from builder.draw.surface.wording import Words
from builder.games.advanced_infantry.trooper import (
    EXTRA_AMMUNITION,
    JET_PACK,
    SMOKE_GRENADE,
    action_points,
    crew,
    experience_of,
    grenades,
    morale_targets,
    printed_of,
    rounds,
    toughness,
)
from builder.scenario.model import Force, Member, Scenario, Team
from rulesdb import Entry, Ruleset
from rulesdb.description.grids import ABSENT

_LINE = 5.0
_BOX = 3.3
_GAP = 0.6
_PAD = 1.6
_STATES = ("prone", "entangled", "down")
# The least roll of two dice.
_MIN_ROLL = 2
_MORALE_DEATHS = 8
_MORALE_HEAD, _MORALE_CELL = 36.0, 13.0
# The type of the tables below a team, the share of the width of the first, and what is between them.
_TABLE, _MORALE_SHARE, _APART = 2.7, 0.455, 3.0
# The most width of the figures of weapons in mm, and the shares of their columns.
_MOST_WEAPONS, _WEAPON_SHARES = 110.0, (2.95, 2.8, 1.95, 1.62, 1.5)
# The air between rounds and damage, so that two rows of boxes never read as one.
_BEFORE_DAMAGE = 3.6
# Left edges of the columns as shares of the width: figure, experience, action points, arms, damage.
_COLUMNS = (0.0, 0.2235, 0.2925, 0.377, 0.731)
# From the left edge of the figures: their names, and the air after these.
_NAME_LEFT, _AFTER_NAME = 8.4, 2.2
# The air before a note beside a name, and after it.
_BEFORE_NOTE, _AFTER_NOTE = 1.3, 1.6
_ROUNDING = 0.01
_NAME, _ARM, _EXTRAS = Type(REGULAR, 3.2), Type(CONDENSED, 3.0), Type(CONDENSED, 2.8)
# What is added to the air between the boxes of two weapons, so that they do not read as those of one.
_BETWEEN_ROUNDS = 0.5
# From the left edge of the arms: those whose rounds are counted, apart from that in hand, and all boxes.
_COUNTED, _BOXES, _BETWEEN_ARMS = 14.5, 47.8, 1.5
# What is added to the air between the boxes of two kinds on one line.
_SLASH = 1.2


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon or kind of grenade, and its rounds if they are counted, the last of a ``second`` kind."""

    name: str
    rounds: int | None
    second: int = 0


def trooper_flow(scenario: Scenario, force: Force, context: DrawingContext) -> Flow:
    """A block for each team with a row for each figure, its morale, and the figures of its weapons."""
    game = scenario.ruleset

    def blocks(writer: Writer) -> Sequence[Block]:
        parts: list[Block] = []
        names = _names_type([member.name for member in force.members], writer)
        for team in force.teams:
            head = _head(scenario, force, team, writer)
            own = _common_moves(game, team) is None
            rows = [
                replace(_row(scenario, member, writer, names, has_moves=own), continued=head)
                for member in team.members
            ]
            parts += kept_together([head, *rows, *_tables(game, team, writer)])
            parts.append(Block(1.6, lambda canvas, x, y: None))
        return [
            *parts,
            *supply_blocks(force, writer),
            writer.paragraph(_note(game, context.words), NOTE, color="muted"),
        ]

    about = context.words("trooper.about", title=scenario.title, count=len(force.members))
    # The briefing above names the only force of a side, as does one team of the same name.
    own = [each for each in scenario.forces if each.side == force.side]
    is_named = len(own) == 1 or [team.title for team in force.teams] == [force.title]
    return Flow(f"troopers-{force.id}", force.title, about, blocks, columns=1, continues=is_named)


def arms_of(game: Ruleset, member: Member, words: Words) -> list[Arm]:
    """Everything that a figure can fire or throw, the weapon in hand first."""
    in_hand = rounds(game, member, member.weapon) if member.weapon else None
    arms = [Arm(_in_hand(game, member, words, has_crew=not member.crew), in_hand)]
    carried = {weapon.slug: weapon for weapon in member.carries if weapon.slug != SMOKE_GRENADE}
    arms += [Arm(weapon.title, rounds(game, member, weapon)) for weapon in carried.values()]
    hand, smoke = grenades(game, member)
    if hand and smoke:
        # They take the place of each other, so that they stand on one line.
        return [*arms, Arm(words("trooper.both-grenades"), hand + smoke, smoke)]
    kinds = (words("trooper.hand-grenades"), hand), (words("trooper.smoke-grenades"), smoke)
    return [*arms, *(Arm(name, number) for name, number in kinds if number)]


def _in_hand(game: Ruleset, member: Member, words: Words, *, has_crew: bool) -> str:
    """The weapon in hand, with the helpers that it needs, unless they are named below it."""
    if member.weapon is None:
        return member.usual or words("roster.unarmed")
    helpers = crew(game, member.weapon)
    title = member.weapon.title
    return words("trooper.crew", weapon=title, helpers=helpers) if helpers and has_crew else title


def _head(scenario: Scenario, force: Force, team: Team, writer: Writer) -> Block:
    """The team's name with its mark, and the headings of its columns."""
    game, colors = scenario.ruleset, side_colors(scenario, force.side, writer.theme)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        words = writer.words
        canvas.rect(x, y, writer.width, 6.6, fill=colors.head)
        draw_team_title(canvas, team_mark(scenario, force, team), team.title, (x, y, writer.width, 6.6))
        moves = _common_moves(game, team)
        if moves is not None:
            said, right = words("trooper.movement", points=moves), x + writer.width - 1.2
            canvas.text(said, right, y + 4.5, Type(CONDENSED, 3.0), anchor="end", fill="muted")
        heads = [words(f"trooper.{head}") for head in ("figure", "experience", "points", "arms")]
        heads.append(words("trooper.damage", most=toughness(game)))
        type, base = Type(CONDENSED_BOLD, 2.5), y + 9.8
        for head, share in zip(heads, _COLUMNS, strict=True):
            left = x + share * writer.width + (1.2 if share == 0 else 0)
            canvas.text(head, left, base, type, fill="muted")
        for index, state in enumerate(_STATES):
            middle = x + _state(writer, index)
            canvas.text(words(f"trooper.{state}"), middle, base, type, anchor="middle", fill="muted")

    return Block(10.8, draw, keep_with_next=True)


def _tables(game: Ruleset, team: Team, writer: Writer) -> list[Block]:
    """The morale of a team, and at its right the figures of its weapons, below who has them."""
    whole = writer.width
    morale = _morale(game, team, Writer(whole * _MORALE_SHARE - _APART, writer.context))
    left = whole * _MORALE_SHARE
    weapons = _weapons(game, team, Writer(min(whole - left, _MOST_WEAPONS), writer.context))
    tables = [table for table in (morale, weapons) if table is not None]
    return [Block(1.0, lambda canvas, x, y: None), beside(tables, left)]


def _morale(game: Ruleset, team: Team, writer: Writer) -> Block:
    """A table of the morale rolls of each experience in the team, by its dead, or that it is too small."""
    words = writer.words
    leadership = next((member.leadership for member in team.members if member.leads), None)
    deaths = min(_MORALE_DEATHS, len(team.members) - 1)
    rolls = {
        experience: morale_targets(game, experience, deaths, leadership)
        for experience in dict.fromkeys(experience_of(game, member) for member in team.members)
    }
    dead = [str(number) for number, _ in max(rolls.values(), key=len, default=())]
    if not dead:
        # Checks begin with as many dead as the team has figures, or more.
        none = words("trooper.no-checks", count=len(team.members))
        return writer.paragraph(none, Type(CONDENSED, _TABLE), color="muted")
    heads = [words("trooper.morale"), *(words("trooper.dead", count=number) for number in dead)]
    rows = [
        # No roll of two dice is lower.
        [
            words.term(experience),
            *(f"{target}+" if target > _MIN_ROLL else words("trooper.no-check") for _, target in targets),
        ]
        for experience, targets in rolls.items()
        if targets
    ]
    cell = min(_MORALE_CELL, (writer.width - _MORALE_HEAD) / len(dead))
    return writer.set_table(heads, rows, [writer.width - len(dead) * cell, *[cell] * len(dead)], _TABLE)


def _service(scenario: Scenario, member: Member, words: Words) -> str:
    """The crew of a figure's weapon, and its place if it is set up at the start; empty without either."""
    parts = [words("trooper.with-crew", ids=", ".join(member.crew))] if member.crew else []
    item = next((item for item in scenario.emplacements if item.gunner is member), None)
    if item is not None:
        place = where(scenario, item, words)
        at = ", ".join(filter(None, (place, item.facing)))
        parts.append(words("trooper.set-up-at", where=at).rstrip(": "))
    return "; ".join(parts)


def _common_moves(game: Ruleset, team: Team) -> int | None:
    """How many action points each figure of a team may move; ``None`` if that differs."""
    moves = {action_points(game, member)[1] for member in team.members}
    return moves.pop() if len(moves) == 1 else None


def _names_type(names: Sequence[str], writer: Writer) -> Type:
    """The one type in which all names of a force fit into their column."""
    longest = max(names, key=lambda name: writer.metrics.width(name, _NAME), default="")
    return writer.metrics.fit(longest, _NAME, _name_room(writer), MIN_SIZE)


def _name_room(writer: Writer) -> float:
    """The width of the column of names, in mm."""
    return (_COLUMNS[1] - _COLUMNS[0]) * writer.width - _NAME_LEFT - _AFTER_NAME


def _row(scenario: Scenario, member: Member, writer: Writer, names: Type, *, has_moves: bool) -> Block:
    """A figure, with its name in the type of all ``names``."""
    words, game, metrics = writer.words, scenario.ruleset, writer.metrics
    line, pad = writer.line(_LINE), writer.line(_PAD)
    shares = [share * writer.width for share in _COLUMNS]
    arms_room = shares[4] - shares[3] - _BEFORE_DAMAGE
    placed = _arms_in_lines(game, member, arms_room, writer)
    service = _service(scenario, member, words)
    extras = "; ".join(filter(None, (", ".join(_extras(member, words)), service)))
    second = bool(extras) or has_moves
    most = _boxes_in(arms_room - _BOXES)
    airs = _airs(placed)
    last = max(
        (row + _lines_of(arm, most)) * line + air for (row, _, arm), air in zip(placed, airs, strict=True)
    )
    # Where nothing else needs a second line, a short note stands beside the name.
    name = metrics.shorten(member.name, names, _name_room(writer) + _ROUNDING)
    beside = metrics.width(name, names) + _BEFORE_NOTE
    noted = beside + metrics.width(extras, _EXTRAS) + _AFTER_NOTE - _AFTER_NAME
    is_beside = not has_moves and last <= line and noted <= _name_room(writer)
    height = max((1 + (second and not is_beside)) * line, last) + pad

    def draw(canvas: Canvas, x: float, y: float) -> None:
        at = [x + share for share in shares]
        first = y + line * 0.5 + pad / 2 + 1.0
        canvas.text(member.id, at[0] + 1.2, first, Type(CONDENSED_BOLD, 3.6))
        canvas.text(name, at[0] + _NAME_LEFT, first, names)
        if is_beside:
            canvas.text(extras, at[0] + _NAME_LEFT + beside, first, _EXTRAS, fill="muted")
        else:
            # On a line of its own, it may go on below the next column.
            room = at[2] - at[0] - _NAME_LEFT - _AFTER_NAME
            fitted = metrics.fit(extras, _EXTRAS, room, MIN_SIZE)
            canvas.text(extras, at[0] + _NAME_LEFT, first + line, fitted, fill="muted")
        experience = canvas.words.term(experience_of(game, member))
        room = at[2] - at[1] - 1.0
        canvas.text(experience, at[1], first, metrics.fit(experience, Type(CONDENSED, 3.2), room, MIN_SIZE))
        points, moves = action_points(game, member)
        canvas.text(str(points), at[2], first, Type(CONDENSED_BOLD, 3.6))
        if has_moves:
            to_move = words("trooper.to-move", points=moves)
            fitted = metrics.fit(to_move, Type(CONDENSED, 2.8), at[3] - at[2] - 1.0, MIN_SIZE)
            canvas.text(to_move, at[2], first + line, fitted, fill="muted")
        for (row, left, arm), air in zip(placed, airs, strict=True):
            base, rounds_left = first + row * line + air, (arm.rounds or 0) - arm.second
            text_room = (_BOXES if rounds_left else arms_room) - left - _BETWEEN_ARMS
            canvas.text(arm.name, at[3] + left, base, metrics.fit(arm.name, _ARM, text_room, MIN_SIZE))
            for number, count in enumerate(_in_rows(rounds_left, most)):
                canvas.boxes(at[3] + _BOXES, base + number * line - 1.1 - _BOX / 2, count, _BOX, _GAP)
            if arm.second:
                boxes = _BOXES + rounds_left * (_BOX + _GAP) + _SLASH
                slash = at[3] + boxes - (_SLASH + _GAP) / 2
                canvas.text("/", slash, base, _ARM, anchor="middle", fill="muted")
                canvas.boxes(at[3] + boxes, base - 1.1 - _BOX / 2, arm.second, _BOX, _GAP)
        canvas.boxes(at[4], first - 1.1 - _BOX / 2, toughness(game), _BOX, _GAP)
        for index in range(len(_STATES)):
            middle = x + _state(writer, index), first - 1.1
            canvas.circle(*middle, _BOX / 2, stroke="ink", stroke_width="box")
        canvas.rule(x, y + height, writer.width)

    return Block(height, draw)


def _arms_in_lines(
    game: Ruleset, member: Member, room: float, writer: Writer
) -> list[tuple[int, float, Arm]]:
    """The arms of a figure in lines ``room`` mm wide: the line, the left edge, the arm.

    Those whose rounds are counted stand below each other in their own column, on the first lines on which
    no other reaches into it: behind a long name, one would read as a part of it.
    """
    first, *others = arms_of(game, member, writer.words)
    metrics = writer.metrics
    plain = [arm for arm in others if not arm.rounds]
    placed: list[tuple[int, float, Arm]] = [(0, 0.0, first)]
    placed += [(row, 0.0, arm) for row, arm in enumerate(plain, 1)]
    ends = [0.0] * (len(plain) + 1)
    for row, _, arm in placed:
        ends[row] = room if arm.rounds else metrics.width(arm.name, _ARM) + _BETWEEN_ARMS
    most, row = _boxes_in(room - _BOXES), 0
    for arm in others:
        if arm.rounds:
            lines = _lines_of(arm, most)
            while max(ends[row : row + lines], default=0.0) > _COUNTED:
                row += 1
            placed.append((row, _COUNTED, arm))
            row += lines
    return placed


def _airs(placed: Sequence[tuple[int, float, Arm]]) -> list[float]:
    """How much lower than its line each arm stands, in mm, so that there is air above its boxes."""
    rows = sorted(row for row, _, arm in placed if arm.rounds)
    return [_BETWEEN_ROUNDS * rows.index(row) if arm.rounds else 0.0 for row, _, arm in placed]


def _boxes_in(room: float) -> int:
    """How many boxes fit side by side in ``room`` mm."""
    return int((room + _GAP) // (_BOX + _GAP))


def _in_rows(count: int, most: int) -> list[int]:
    """A number of boxes in as few rows of at most ``most`` as can be, all about as long."""
    rows = max(1, ceil(count / most))
    return [count // rows + (number < count % rows) for number in range(rows)]


def _lines_of(arm: Arm, most: int) -> int:
    """The lines that the rounds of an arm take."""
    return len(_in_rows(arm.rounds or 0, most))


def _state(writer: Writer, index: int) -> float:
    return writer.width - 3.4 - (len(_STATES) - 1 - index) * 9.9


def _extras(member: Member, words: Words) -> list[str]:
    extras = {
        "trooper.leads": member.leads,
        "trooper.wounded": member.wounded,
        "trooper.jet-pack": JET_PACK in member.gear,
        "trooper.extra-ammunition": EXTRA_AMMUNITION in member.gear,
    }
    texts = {extra: words(extra) for extra, applies in extras.items() if applies}
    if member.leadership is not None:
        leadership = words("trooper.leadership", number=member.leadership)
        texts["trooper.leads"] = f"{words('trooper.leads')}, {leadership}" if member.leads else leadership
    return list(texts.values())


def _note(game: Ruleset, words: Words) -> str:
    """Notes on the other sources of the sheet, and on the figures of the usual arms."""
    usual = words("trooper.basic", weapons=f"{game.teams['usual']}, {words('trooper.hand-grenades')}")
    return f"{usual} {words('trooper.note')}"


def _weapons(game: Ruleset, team: Team, writer: Writer) -> Block | None:
    """A line for each weapon that a figure has, without those of the basic chapters."""
    held = [weapon for member in team.members for weapon in (member.weapon, *member.carries) if weapon]
    words = writer.words
    heads = [words(f"trooper.{head}") for head in ("weapon", "by-dots", "points", "short", "long")]
    # A smoke grenade is thrown like any other, and does no damage.
    armed = {weapon.key: weapon for weapon in held if weapon.slug != SMOKE_GRENADE}
    rows = [_weapon_row(game, weapon, words) for weapon in armed.values()]
    widths = [writer.width * share / sum(_WEAPON_SHARES) for share in _WEAPON_SHARES]
    return writer.set_table(heads, rows, widths, _TABLE) if rows else None


def _weapon_row(game: Ruleset, weapon: Entry, words: Words) -> list[str]:
    slug = weapon.slug
    bands: dict[str, str] = {}
    for at, cell in game.table("range-bands").cells():
        if at["weapon"] == slug:
            bands[str(cell.value)] = at["dots"]
    crewed = game.table("crewed-weapons")
    if slug in crewed.axes[0].labels:
        damage = f"{crewed.lookup(weapon=slug, about='damage').result}X"
    else:
        blast = [cell.value for at, cell in game.table("blasts").cells() if at["weapon"] == slug]
        damage = " / ".join(f"{number}X" for number in blast if number) or words("trooper.no-damage")
    short = bands.get("short", words("trooper.as-thrown"))
    cost = printed_of(game, slug, "action points") or ABSENT
    return [weapon.title, damage, cost, short, bands.get("long", "–")]
