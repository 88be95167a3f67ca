"""The anatomy of a counter: a piece of the scenario with remarks on its front and its back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from builder.draw.pieces.cards.hero import outline_of
from builder.draw.pieces.chevrons import edge_of
from builder.draw.pieces.counter_faces import hidden_place
from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counter_portraits import OFF_BAND, portrait_end
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.figure_looks import (
    carried_in_patch,
    corner_figures,
    experience_of,
    gear_of,
    marks_of,
    own_name,
    unit_of_species,
)
from builder.draw.pieces.figure_places import (
    BAND,
    SAFE,
    Figure,
    icon_place,
    id_type,
    longest_of,
    name_end,
    person_place,
)
from builder.draw.pieces.piece import Piece
from builder.draw.pieces.team_stripes import LEFT
from builder.draw.surface.canvas import Point
from builder.draw.surface.type import Metrics
from builder.draw.surface.wording import Words
from builder.scenario.model import Force, Member, Scenario
from rulesdb import Entry, Ruleset


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on what is on a face, whose edge nearest to it is ``at``, in mm from the corner of the cut.

    It is at its left or its right. If it may be at the right, too, that is about the point ``from_right``. A
    line to a remark on type (``is_type``) ends beside it, so that nothing is hidden; others end on the thing.
    Those to the edge of the face, and to what stands right at it, end on the edge.
    """

    at: Point
    text: str
    is_left: bool = False
    from_right: Point | None = None
    is_type: bool = False

    @property
    def is_on_edge(self) -> bool:
        """Whether the edge nearest to it is that of the face."""
        return self.at[0] in (0.0, SIZE) or self.at[1] == 0.0


@dataclass(frozen=True, slots=True)
class Anatomy:
    """A piece as it is on the sheet, with remarks on its front and back from top to bottom."""

    piece: Piece
    front: Sequence[Remark]
    back: Sequence[Remark]


def anatomies_of(artist: CounterArtist, scenario: Scenario, side: str = "") -> list[Anatomy]:
    """The piece of a side on which there is most to see; without one, a piece of each side that all may see.

    A listed figure comes before a unit, and both before a creature that is hidden. The side with most to see
    is first.
    """
    forces = [force for force in scenario.forces if (force.side == side if side else not force.is_hidden)]
    sides = dict.fromkeys(force.side for force in forces)
    # Of several sides with figures, one shows what a figure can carry, the others who leads.
    carrying = [force.side for force in forces for member in force.members if _carried(force, member)]
    sides_with_figures = {force.side for force in forces if force.members}
    of_carried = carrying[-1] if len(sides_with_figures) > 1 and carrying else ""
    each = (
        _anatomy_of(
            artist, scenario, [one for one in forces if one.side == own], is_of_carried=own == of_carried
        )
        for own in sides
    )
    found = sorted(
        (anatomy for anatomy in each if anatomy is not None), key=lambda one: -len(one.front) - len(one.back)
    )
    if found and scenario.ruleset.printing.get("has_front_edge"):
        # That of one piece tells enough.
        edge = Remark(_FRONT_EDGE, artist.words("counter.front-edge"), is_type=True)
        found[0] = replace(found[0], front=[*found[0].front, edge])
    return found


def _carried(force: Force, member: Member) -> Entry | None:
    """The weapon on the patch of a figure."""
    return carried_in_patch(member, member.unit or force.unit)


def _anatomy_of(
    artist: CounterArtist, scenario: Scenario, forces: Sequence[Force], *, is_of_carried: bool
) -> Anatomy | None:
    """The piece of some forces on which there is most to see; None if they have no pieces.

    If it ``is_of_carried``, it has the patch of what a figure carries, and no remarks on what the pieces of
    other sides show, too.
    """
    listed = [(force, member) for force in forces for member in force.members]
    if listed:
        seen = [_of_figure(artist, scenario, *each) for each in listed]

        def interest(number: int) -> tuple[bool, bool, int]:
            """A job is what most figures have in the corner, so it comes before what one carries."""
            member, carried = listed[number][1], _carried(*listed[number])
            if is_of_carried and carried is not None:
                # A short name leaves room for larger pieces.
                return member.position is not None, True, -len(carried.title)
            return (
                member.position is not None,
                member.leads and not is_of_carried,
                sum(map(len, seen[number])),
            )

        number = max(range(len(seen)), key=interest)
        front, back = seen[number]
        if is_of_carried and _carried(*listed[number]) is not None:
            force, member = listed[number]
            own = edge_of(artist.member_sides(scenario, force, member)[0].chevrons)
            front, back = [remark for remark in front if not remark.is_left and remark.at != own], []
        return Anatomy(artist.member(scenario, *listed[number]), front, back)
    for force in sorted(forces, key=lambda each: "back" not in each.unit["counter"]):
        for piece in artist.creatures(scenario, force):
            return Anatomy(piece, *_of_unit(artist, scenario, force))
    return None


def _of_figure(
    artist: CounterArtist, scenario: Scenario, force: Force, member: Member
) -> tuple[list[Remark], list[Remark]]:
    """The remarks on the front and on the back of a figure."""
    game, words, metrics = scenario.ruleset, artist.words, artist.context.metrics
    front, back = artist.member_sides(scenario, force, member)
    carried = _carried(force, member)
    front_remarks, marks = (
        [_id(words("counter.id"), member.id, metrics)],
        list(marks_of(game, member, words).values()),
    )
    if front.stripe is not None:
        team = next(team for team in force.teams if member in team.members)
        remark = words("counter.team", title=team.title)
        front_remarks.append(Remark((LEFT, 10.6), remark, is_left=True))
    if front.patch:
        if member.position is not None:
            patch = words("counter.job", title=member.position.title)
            marks = [*[words("counter.leads")] * member.leads, *marks]
        elif carried is not None:
            patch = words("counter.also", title=carried.title)
        elif not member.leads:
            patch = words("counter.rank", title=(member.unit or force.unit).title)
        elif member.experience in game.teams.get("ranks", {}):
            patch = words("counter.rank", title=marks.pop(0))
        else:
            patch = words("counter.leads")
        front_remarks.append(Remark((_PATCH_END, 2.6), patch))
    # Gear on the band is among the marks in the rows below.
    marks += [title for letters, title in gear_of(member, words).items() if letters in front.letters]
    if front.chevrons:
        title = words.term(experience_of(game, member))
        front_remarks.append(Remark(edge_of(front.chevrons), words("counter.experience", title=title)))
    if marks:
        front_remarks.append(Remark((_RIGHT, 6.1 if front.patch else 2.6), ", ".join(marks), is_type=True))
    if member.weapon is not None or (member.usual and carried is not None):
        remark = words("counter.primary", title=member.usual)
        if member.weapon is not None:
            remark = words("counter.weapon", title=member.weapon.title)
        # From the right beside a stripe, which the line would cross.
        is_left = front.stripe is None and carried is None
        front_remarks.append(Remark(_icon_edge(front, metrics, is_left=is_left), remark, is_left))
    turned, unit = [_state(back, words, metrics)], member.unit or force.unit
    name = words("counter.name", name=member.name) if own_name(member, unit) else ""
    name = name or words("counter.rank", title=unit.title)
    # Who has no name is called after a rank, of which one remark is enough.
    if back.name and all(remark.text != name for remark in front_remarks):
        turned.append(Remark((min(name_end(back, metrics), _RIGHT), 10.6), name, is_type=True))
    # The ratings are the same on both sides.
    return [*front_remarks, *_ratings(artist, game, front)], turned


def _of_unit(artist: CounterArtist, scenario: Scenario, force: Force) -> tuple[list[Remark], list[Remark]]:
    """The remarks on the front and on the back of a unit, or of a creature with a hidden front."""
    game, words, metrics = scenario.ruleset, artist.words, artist.context.metrics
    is_swarm = int(force.unit.get("most", 1)) > 1
    ids, word = artist.ids(scenario)[force.id], artist.word_of(scenario, force)
    longest = longest_of(ids, metrics)
    front_face, back_face = artist.unit_sides(game, unit_of_species(force), word, ids[0], longest=longest)
    number = _id(
        words("counter.line-of-side" if back_face is not None else "counter.line"), front_face.id, metrics
    )
    first = Remark((_RIGHT, 2.4), words("counter.amount"), is_type=True) if is_swarm else number
    kind = _icon_edge(front_face, metrics)
    if back_face is None:
        has_dummies = any(each.dummies or "dummies" in each.dice for each in scenario.forces)
        eye = _ink_edge(artist.hidden_icon(force.unit), hidden_place())
        hidden = [Remark(eye, words("counter.hidden-dummy" if has_dummies else "counter.hidden"))]
        return hidden, [first, Remark(kind, words("counter.kind"))]
    front = [first, Remark(kind, words("counter.kind-open")), *_ratings(artist, game, front_face)]
    if front_face.corner:
        titles = "\u00a0/ ".join(table.entry.title for table, _ in corner_figures(game, force.unit))
        front.insert(1, Remark((_RIGHT, _ID_LEVEL), titles, is_type=True))
    if back_face == front_face:
        return front, []
    return front, [_state(back_face, words, metrics), *_ratings(artist, game, back_face)]


# Where letters in the corner at the right end, and a patch or a badge.
_RIGHT = SIZE - SAFE
_PATCH_END = _RIGHT + 0.1
# Where a line from the right passes below the letters of a patch.
_LETTERS_FOOT = 7.6
# On the top edge of a face.
_FRONT_EDGE = (0.9 * SIZE, 0.0)
# The level of remarks on an id, half as high as its letters.
_ID_LEVEL = 2.7
# Lines to ratings end on the edge of the face: before a figure, they would look like a minus sign.
_RATINGS = 0.0, SIZE
# One who lies prone: the feet, and the edge of the head at the right near its top, as shares of the size.
_PRONE_FEET, _PRONE_HEAD = (0.016, 0.676), (0.92, 0.25)


def _id(text: str, id: str, metrics: Metrics) -> Remark:
    """The remark on an id."""
    end = SAFE + metrics.width(id, id_type(id)), _ID_LEVEL
    return Remark((SAFE, _ID_LEVEL), text, is_left=True, from_right=end, is_type=True)


def _icon_edge(figure: Figure, metrics: Metrics, *, is_left: bool = False) -> Point:
    """The outermost point of a figure's icon at the right, or at the left."""
    if figure.portrait:
        return portrait_end(figure, metrics)
    above = 0.0 if is_left or not figure.letters else _LETTERS_FOOT
    place = icon_place(figure, metrics)
    return _ink_edge(figure.icon, place, is_left=is_left, is_turned=figure.turned, above=above)


def _ink_edge(
    icon: str,
    place: tuple[float, float, float],
    *,
    is_left: bool = False,
    is_turned: bool = False,
    above: float = 0.0,
) -> Point:
    """The outermost point of an icon at the right or at the left, given its left and upper edges and size.

    Points ``above`` a level are left out, in mm from the upper edge of the face, and those close to the band.
    """
    (left, top, size), turn = place, -1 if is_turned else 1
    outline = outline_of(icon) if icon else ((0.0, 0.0),)
    points = [(left + (0.5 + turn * x) * size, top + (0.5 + y) * size) for x, y in outline]
    between = [point for point in points if above < point[1] < SIZE - BAND - OFF_BAND]
    return (min if is_left else max)(between or points)


def _state(back: Figure, words: Words, metrics: Metrics) -> Remark:
    """The remark on the state that a back shows: its badge, or who lies prone."""
    text = words("counter.back", state=back.word)
    if back.badge:
        return Remark((_PATCH_END, 3.2), text)
    # At the head, a weapon can be in the way; at the feet, the stripe of a team.
    is_left, (left, top, size) = back.stripe is None, person_place(back, metrics)
    across, down = _PRONE_FEET if is_left else _PRONE_HEAD
    return Remark((left + across * size, top + down * size), text, is_left)


def _ratings(artist: CounterArtist, game: Ruleset, figure: Figure) -> list[Remark]:
    """The ratings on the band, each at its side."""
    ratings, words, level = game.printing.get("ratings", {}), artist.words, SIZE - BAND / 2
    sides = (("left", figure.left, _RATINGS[0]), ("right", figure.right, _RATINGS[1]))
    return [
        Remark((x, level), words.of("score", words.of("rating", ratings[side])), side == "left", is_type=True)
        for side, value, x in sides
        if value and side in ratings
    ]
