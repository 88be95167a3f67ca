"""Record sheets of forces in teams, and hit tracks of creatures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.unit_figures import cells_of
from builder.draw.sentences.entry_text import filled, spelled
from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.form_parts import amount_to_write, supply_blocks, ticked_rows
from builder.draw.sheets.team_marks import draw_team_title, team_mark
from builder.draw.sheets.tracks.colors import side_colors
from builder.draw.sheets.weapon_columns import WeaponColumns, weapon_columns
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import SMALL, Block, Flow, Writer, kept_together
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, MIN_SIZE, REGULAR, Type
from builder.scenario.forces.wounds import hits, lost_wounds, max_wounds
from builder.scenario.model import Force, Member, Scenario, Team
from rulesdb import Entry, Ruleset

_ROW = 6.4
_BOX = 3.6
# The box of a grenade, and the lines of notes.
_SMALL, _NOTE_LINE = 2.8, 7.0
_ICON, _NAME = 5.4, Type(REGULAR, 3.2)
# The room from an icon to the text.
_ICON_AIR = 1.3
# Columns about weapons: the room before the boxes of states, the least room for weapons, and where the
# columns begin at the latest, as a share of the width.
_OFF_STATES, _WITH_COLUMNS, _FIGURES = 8.0, 50.0, 0.6
_STATES = ("wounded", "killed")
# The words about boxes for hits of which one slows, and for those that only kill.
_SLOWED, _KILLED = "record.hits-slow", "record.hits-kill"
# So many teams can stand below each other.
_MOST_BELOW = 2


def team_flow(scenario: Scenario, forces: Sequence[Force], context: DrawingContext) -> Flow:
    """A block for each team of a side: experience, and each figure's weapon, ammunition and state."""

    def blocks(writer: Writer) -> Sequence[Block]:
        results: list[Block] = []
        for force in forces:
            results += [writer.heading(force.title)] if len(forces) > 1 else []
            places = _places(scenario.ruleset, forces, writer)
            results += [_team_block(scenario, force, team, places, writer) for team in force.teams]
            results += supply_blocks(force, writer, _carriers(force))
        if has_note_lines(forces):
            results.append(_notes(results[-1].height, writer))
        return results

    count = sum(len(force.members) for force in forces)
    about = context.words("record.figures", title=scenario.title, count=count)
    title = ", ".join(force.title for force in forces)
    teams = sum(len(force.teams) for force in forces)
    # Columns about weapons need the whole width.
    is_wide = "weapon_columns" in scenario.ruleset.printing and teams <= _MOST_BELOW
    # One team of the same name says all that a heading could.
    is_named = is_wide and [team.title for force in forces for team in force.teams] == [title]
    columns = 1 if is_wide else min(2, teams)
    return Flow(f"teams-{forces[0].id}", title, about, blocks, columns=columns, continues=is_named)


def has_note_lines(forces: Sequence[Force]) -> bool:
    """Whether the sheet of some forces has lines to write on, where the second column would end higher."""
    teams = sum(len(force.teams) for force in forces)
    return teams > _MOST_BELOW and teams % 2 == 1 and len(forces) == 1 and not forces[0].supplies


def hit_flow(scenario: Scenario, forces: Sequence[Force], context: DrawingContext) -> Flow:
    """A row of boxes for each creature: the hits that kill it; the one that slows it is filled."""

    def blocks(writer: Writer) -> Sequence[Block]:
        results: list[Block] = []
        ids = CounterArtist(context).ids(scenario)
        for force in forces:
            icon = force.icon
            parts = [writer.heading(f"{force.title} ({force.amount('count')})", icon)]
            if "count" in force.dice:
                parts.append(writer.item(words("record.number"), amount_to_write(force, "count", words)))
            lost = lost_wounds(scenario.ruleset, force)
            parts += _about_hits(scenario.ruleset, force.unit, writer)
            if not shared:
                parts.append(writer.paragraph(words(_key_of_boxes(scenario, force)), SMALL, color="muted"))
            parts.append(hit_rows(scenario.ruleset, force.unit, ids[force.id], writer, lost=lost))
            results += kept_together(parts)
        return results

    words = context.words
    side = side_name(scenario, forces[0].side, context.words)
    shared = _shared_key({_key_of_boxes(scenario, force) for force in forces})
    # Three kinds with a box for each creature stand side by side, where two columns would be uneven.
    is_brief = all((max_wounds(scenario.ruleset, force.unit) or 1) == 1 for force in forces)
    return Flow(
        f"hits-{forces[0].side}",
        words("record.hits", side=side),
        words(shared) if shared else words("record.hits-about", title=scenario.title),
        blocks,
        columns=3 if is_brief and len(forces) == 3 else 2,
    )


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the weapons of a side begin, as mm from the left, and the type of all their names.

    The ``columns`` about the weapons, if there are any, begin at ``figures`` mm from the left.
    """

    weapon: float
    type: Type
    columns: WeaponColumns
    figures: float


def _places(game: Ruleset, forces: Sequence[Force], writer: Writer) -> _Places:
    """The same places for all teams of a side: weapons begin behind the longest name, if it is short."""
    members = [member for force in forces for team in force.teams for member in team.members]
    longest = max((writer.metrics.width(member.name, _NAME) for member in members), default=0.0)
    left = min(writer.width * 0.36, max(writer.width * 0.27, longest + 9.0 + 2.5))
    type = Type(CONDENSED, 3.2)
    columns = weapon_columns(game, members, writer.metrics, writer.words)
    figures = _state_left(writer, 0) - _OFF_STATES - columns.least
    if figures < left + _WITH_COLUMNS:
        columns = WeaponColumns()
    figures = min(figures, writer.width * _FIGURES) if columns.heads else _state_left(writer, 0)
    for member in members:
        if member.weapon is not None and not member.carries:
            room = _weapon_room(game, member, left, figures, writer)
            type = min(
                type,
                writer.metrics.fit(member.weapon.title, type, room, MIN_SIZE),
                key=lambda each: each.size,
            )
    return _Places(left, type, columns, figures)


def _weapon_room(game: Ruleset, member: Member, left: float, figures: float, writer: Writer) -> float:
    """The room for a figure's weapons beside the icon of the first; more without boxes for rounds."""
    end = writer.width * 0.56 if rounds_of(game, member) else figures - 5.0
    return end - left - _ICON - _ICON_AIR


def _notes(height: float, writer: Writer) -> Block:
    """Lines to write on, as high as a team."""
    title = writer.words("side.lines")

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.rect(x, y, writer.width, 6.6, fill="panel")
        canvas.text(title, x + 1.2, y + 4.7, Type(BOLD, 3.8))
        count = int((height - 6.6 - 4.0) // _NOTE_LINE)
        for number in range(1, count + 1):
            canvas.rule(x, y + 6.6 + number * (height - 10.6) / count, writer.width)

    return Block(height, draw)


def _team_block(scenario: Scenario, force: Force, team: Team, places: _Places, writer: Writer) -> Block:
    game, colors = scenario.ruleset, side_colors(scenario, force.side, writer.theme)
    tall = writer.line(_ROW)
    height = 10.5 + tall * len(team.members) + 4

    def draw(canvas: Canvas, x: float, y: float) -> None:
        words = writer.words
        canvas.rect(x, y, writer.width, 6.6, fill=colors.head)
        draw_team_title(canvas, team_mark(scenario, force, team), team.title, (x, y, writer.width, 6.6))
        _experience(canvas, game, team, x + writer.width - 1.2, y + 4.5)
        top, head_type = y + 6.6, Type(CONDENSED_BOLD, 2.5)
        heads = [(words("record.figure"), 1.2), (words("record.weapon"), places.weapon)]
        if "ammunition" in game.teams:
            heads.append((words("record.ammunition"), writer.width * 0.57))
        for head, left in heads:
            canvas.text(head, x + left, top + 3.1, head_type, fill="muted")
        places.columns.draw_heads(canvas, (x + places.figures, top + 3.1), _figures_room(places, writer))
        for index, state in enumerate(_STATES):
            left = _state_left(writer, index)
            canvas.text(
                words(f"record.{state}"), x + left, top + 3.1, head_type, anchor="middle", fill="muted"
            )
        top += 3.9
        for number, member in enumerate(team.members):
            if number % 2:
                canvas.rect(x, top, writer.width, tall, fill=colors.stripe)
            _member_row(canvas, game, force, member, (x, top + (tall - _ROW) / 2), places, writer)
            top += tall
            canvas.rule(x, top, writer.width)

    return Block(height, draw)


def _state_left(writer: Writer, index: int) -> float:
    return writer.width - 5.0 - (len(_STATES) - 1 - index) * 10.0


def _figures_room(places: _Places, writer: Writer) -> float:
    """The room for the columns about weapons, in mm."""
    return _state_left(writer, 0) - _OFF_STATES - places.figures


def _experience(canvas: Canvas, game: Ruleset, team: Team, right: float, y: float) -> None:
    """The team's experience, or a box for each if it is rolled for."""
    if team.experience != "rolled":
        always = game.teams.get("always", {}).get(team.made_of, "")
        text = canvas.words.term(team.experience or always) or (
            canvas.words("record.by-the-rules") if "organization" in game.teams else ""
        )
        canvas.text(text, right, y, Type(REGULAR, 3.0), anchor="end")
        return
    cells = game.table(game.teams["experience"]).cells()
    levels = dict.fromkeys(canvas.words.term(str(cell.value)) for _, cell in cells)
    type = Type(CONDENSED, 2.9)
    for level in reversed(levels):
        run = canvas.metrics.width(level, type)
        canvas.text(level, right, y, type, anchor="end")
        right -= run + 4.2
        canvas.rect(right, y - 2.6, 3.0, 3.0, stroke="ink", stroke_width="box")
        right -= 2.4


def _member_row(
    canvas: Canvas, game: Ruleset, force: Force, member: Member, at: Point, places: _Places, writer: Writer
) -> None:
    x, y = at
    base = y + _ROW * 0.68
    canvas.text(member.id, x + 1.2, base, Type(CONDENSED_BOLD, 3.4))
    name = writer.metrics.fit(member.name, _NAME, places.weapon - 11.5, MIN_SIZE)
    canvas.text(member.name, x + 9, base, name)
    rounds = rounds_of(game, member)
    left = places.weapon + _ICON + _ICON_AIR
    room = _weapon_room(game, member, places.weapon, places.figures, writer)
    if member.weapon is not None and "icon" in member.weapon.facts:
        # As on the counter and on the aid, and not level.
        icon = str(member.weapon["icon"])
        canvas.icon(icon, x + places.weapon, y + (_ROW - _ICON) / 2, _ICON, "heading")
    places.columns.draw_row(canvas, member, (x + places.figures, base), _figures_room(places, writer))
    in_hand = member.weapon.title if member.weapon else writer.words("roster.unarmed")
    weapon, many = ", ".join([in_hand, *_carried(member)]), _many_spent(force, member)
    fitted = writer.metrics.fit(weapon, places.type, room - many * (_SMALL + 0.6), MIN_SIZE)
    canvas.text(weapon, x + left, base, fitted)
    after = x + left + writer.metrics.width(weapon, fitted) + 1.2
    canvas.boxes(after, y + (_ROW - _SMALL) / 2, many, _SMALL, 0.6)
    left = x + writer.width * 0.57
    canvas.boxes(left, y + (_ROW - _BOX) / 2, rounds, _BOX, 0.0)
    for index in range(len(_STATES)):
        center = x + _state_left(writer, index)
        fill = "ink" if index == 0 and member.wounded else "none"
        canvas.circle(center, y + _ROW / 2, _BOX / 2, stroke="ink", stroke_width="box", fill=fill)


def _carried(member: Member) -> list[str]:
    """Other weapons of a figure, each once, with its number if there are several; what is used up is last."""
    weapons = sorted(member.carries, key=lambda weapon: weapon in _spent(member))
    number = Counter(weapon.title.lower() for weapon in weapons)
    return [f"{many} × {title}" if many > 1 else title for title, many in number.items()]


def _spent(member: Member) -> list[Entry]:
    """The things that a figure carries and throws once."""
    return [weapon for weapon in member.carries if weapon.get("class") == "grenade"]


def _many_spent(force: Force, member: Member) -> int:
    """The things that a figure uses up: what it throws, or the supply of what it alone can use."""
    supplies = (force.supplies[slug][1] for slug, carrier in _carriers(force).items() if carrier == member)
    return sum(each in _spent(member) for each in member.carries) or sum(supplies)


def _carriers(force: Force) -> dict[str, Member]:
    """The figure that alone has a weapon of which the force has a supply, which is therefore in its row."""
    having = {
        slug: [member for member in force.members if weapon in (member.weapon, *member.carries)]
        for slug, (weapon, _) in force.supplies.items()
    }
    return {
        slug: members[0] for slug, members in having.items() if len(members) == 1 and not _spent(members[0])
    }


def rounds_of(game: Ruleset, member: Member) -> int:
    """Boxes for the rounds of a figure's weapon: a full magazine, unless the file states fewer."""
    most = magazine(game, member.weapon.slug) if member.weapon is not None else 0
    return most if member.rounds is None else min(member.rounds, most)


def magazine(game: Ruleset, weapon: str) -> int:
    """The maximum number of rounds that any kind of fire gives a weapon; 0 if rounds are not counted."""
    if "ammunition" not in game.teams:
        return 0
    table = game.table(game.teams["ammunition"])
    weapons = table.axes[0]
    if weapon not in weapons.labels:
        return 0
    values = [str(cell.value) for at, cell in table.cells() if at[weapons.name] == weapon]
    return max((int(value) for value in values if value.isdecimal()), default=0)


def _about_hits(game: Ruleset, unit: Entry, writer: Writer) -> list[Block]:
    """The text of the game beside the boxes of a unit's creatures, if it has figures for the unit."""
    template = game.printing.get("hit_boxes")
    if template is None:
        return []
    table, words = game.table(template["table"]), writer.words
    rows = [row for row in game.label_rows.get(unit.key, ()) if row.table == table.entry.slug]
    labels = [label for row in rows for label in row.labels]
    texts = {
        label: filled(words.term(template["text"]), cells)
        for label in labels
        if (cells := {" ".join(at): value for at, value in cells_of(table, label, words).items()})
    }
    # A unit that has several rows is in another state in each of them.
    names = {
        label: f"{spelled(label, words, table.entry.key)}: " if len(texts) > 1 else "" for label in texts
    }
    return [writer.paragraph(f"{names[label].capitalize()}{text}") for label, text in texts.items()]


def _key_of_boxes(scenario: Scenario, force: Force) -> str:
    """The words about the boxes of a force's creatures."""
    game, unit = scenario.ruleset, force.unit
    # Without hits that add up, one result kills.
    if unit is None or not max_wounds(game, unit):
        return "record.killed-box"
    return _SLOWED if hits(game, "slowed", unit) else _KILLED


def _shared_key(keys: Collection[str]) -> str:
    """The words about the boxes of all creatures; empty if they differ.

    Where no box is gray, those about gray ones say no more than that the last one kills.

    >>> _shared_key({"record.hits-slow", "record.hits-kill"})
    'record.hits-slow'
    >>> _shared_key({"record.hits-slow", "record.killed-box"})
    ''
    """
    if len(keys) == 1:
        return next(iter(keys))
    return _SLOWED if {*keys} == {_SLOWED, _KILLED} else ""


def hit_rows(game: Ruleset, unit: Entry, ids: Sequence[str], writer: Writer, *, lost: int = 0) -> Block:
    """Boxes for the hits of creatures of a unit, of which each has taken ``lost`` at the start."""
    boxes = max_wounds(game, unit) or 1
    return ticked_rows(ids, boxes, writer, marked=hits(game, "slowed", unit), lost=lost)
