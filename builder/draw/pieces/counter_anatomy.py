"""The anatomy of a counter: a piece of the scenario enlarged, with remarks on its front and its back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.pieces.counter_faces import BAND, SAFE, Figure, icon_place, name_end
from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.figure_looks import carried_in_patch, marks_of, own_name
from builder.draw.pieces.patch_row import Patch, PatchRow
from builder.draw.pieces.piece import Piece
from builder.draw.pieces.team_stripes import LEFT, WIDTH
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_small_heading
from builder.draw.surface.type import CONDENSED, Metrics, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Force, Member, Scenario
from rulesdb import Ruleset

# The largest one if there is room; few, so that a counter looks alike from kit to kit.
_SCALES = (2.2, 1.6, 1.35)
_HEAD = 6.8
_FOOT = 0.6
_ABOVE_PATCHES = 3.4
# Front and back are beside each other in this width, else below each other.
_BESIDE = 110.0
_BETWEEN = 3.0
# Between a face and the remarks beside it, of which a line leaves this free.
_LEADER, _FREE = 5.0, 0.9
_DOT = 0.5
_REMARK = Type(CONDENSED, 3.0)
_STEP = 3.6
# Between two remarks below each other.
_APART = 1.0
# No remark is beside a face in less room.
_MIN_REMARK = 16.0


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on a point of a face, in mm from the corner of its cut, at its left or its right."""

    at: Point
    text: str
    is_left: bool = False


@dataclass(frozen=True, slots=True)
class Anatomy:
    """A piece as it is on the sheet, with remarks on its front and back from top to bottom."""

    piece: Piece
    front: Sequence[Remark]
    back: Sequence[Remark]


@dataclass(frozen=True, slots=True)
class _Column:
    """Remarks on one side of a face with their lines, and the width of the longest in mm."""

    remarks: Sequence[Remark]
    lines: Sequence[Sequence[str]]
    width: float

    @property
    def height(self) -> float:
        return sum(map(len, self.lines)) * _STEP + _APART * max(0, len(self.lines) - 1)

    @property
    def taken(self) -> float:
        """Its width with that of the lines to the face; 0 without remarks."""
        return self.width + _LEADER if self.remarks else 0.0


def anatomies_of(artist: CounterArtist, scenario: Scenario, side: str = "") -> list[Anatomy]:
    """The piece of a side on which there is most to see; without one, a piece of each side that all may see.

    A listed figure comes before a unit, and both before a creature that is hidden. The side with most to see
    is first.
    """
    forces = [force for force in scenario.forces if (force.side == side if side else not force.is_hidden)]
    sides = dict.fromkeys(force.side for force in forces)
    each = (_anatomy_of(artist, scenario, [one for one in forces if one.side == own]) for own in sides)
    found = [anatomy for anatomy in each if anatomy is not None]
    return sorted(found, key=lambda one: -len(one.front) - len(one.back))


def _anatomy_of(artist: CounterArtist, scenario: Scenario, forces: Sequence[Force]) -> Anatomy | None:
    """The piece of some forces on which there is most to see; None if they have no pieces."""
    listed = [(force, member) for force in forces for member in force.members]
    if listed:
        seen = [_of_figure(artist, scenario, *each) for each in listed]
        number = max(range(len(seen)), key=lambda each: sum(map(len, seen[each])))
        return Anatomy(artist.member(scenario, *listed[number]), *seen[number])
    for force in sorted(forces, key=lambda each: "back" not in each.unit["counter"]):
        for piece in artist.creatures(scenario, force):
            return Anatomy(piece, *_of_unit(artist, scenario, force))
    return None


def draw_anatomy(
    anatomies: Sequence[Anatomy],
    patches: Sequence[Patch],
    width: float,
    height: float,
    context: DrawingContext,
) -> Drawing | None:
    """Pieces with their remarks below a heading, and what the patches of others mean below them.

    All that fits, as large as it fits; None if not even the first piece does.
    """
    few, row = anatomies[:1], PatchRow(patches, width, context)
    ways = [(pieces, row, scale) for pieces in (anatomies, few) for scale in _SCALES[:-1]]
    ways += [(few, PatchRow((), width, context), scale) for scale in _SCALES]
    drawn = (_drawn(*way, width, height, context) for way in ways if way[0])
    return next((drawing for drawing in drawn if drawing is not None), None)


def _drawn(
    anatomies: Sequence[Anatomy],
    patches: PatchRow,
    scale: float,
    width: float,
    height: float,
    context: DrawingContext,
) -> Drawing | None:
    """The pieces in a scale with the row of patches; None if they or their remarks do not fit."""
    columns, side = (2 if width >= _BESIDE else 1), SIZE * scale
    faces = [
        (face, remarks, anatomy.piece.bleed)
        for anatomy in anatomies
        for face, remarks in ((anatomy.piece.front, anatomy.front), (anatomy.piece.back, anatomy.back))
    ]
    rows = len(faces) // columns
    below = _HEAD + rows * (side + _BETWEEN) - _BETWEEN + _FOOT
    tall = below + (_ABOVE_PATCHES + patches.height if patches.patches else 0.0)
    if tall > height:
        return None
    room = width / columns - _BETWEEN - side
    beside = [_beside(remarks, room, context.metrics) for _, remarks, _ in faces]
    canvas = Canvas(width, tall, context)
    title = context.words("counter.anatomy")
    draw_small_heading(canvas, title, width)
    for number, ((face, _, bleed), pair) in enumerate(zip(faces, beside, strict=True)):
        if pair is None or max(column.height for column in pair) > side:
            return None
        row, column = divmod(number, columns)
        corner = column * (width + _BETWEEN) / 2, _HEAD + row * (side + _BETWEEN)
        # Faces below each other are in line.
        taken = max(other[0].taken for other in beside[column::columns] if other is not None)
        _enlarged(canvas, face, bleed, pair, (corner[0] + taken, corner[1]), scale)
    patches.draw(canvas, below + _ABOVE_PATCHES)
    return canvas.drawing("anatomy", title)


def _beside(remarks: Sequence[Remark], room: float, metrics: Metrics) -> tuple[_Column, _Column] | None:
    """The remarks at the left and at the right of a face, which share the ``room``; None if it is small."""
    sides = [[each for each in remarks if each.is_left is is_left] for is_left in (True, False)]
    share = room / max(1, sum(map(bool, sides))) - _LEADER
    if remarks and share < _MIN_REMARK:
        return None
    left, right = (
        [metrics.wrap(remark.text, _REMARK, share) for remark in sorted(each, key=lambda one: one.at[1])]
        for each in sides
    )
    columns = [
        _Column(
            sorted(each, key=lambda one: one.at[1]),
            lines,
            max((metrics.width(line, _REMARK) for text in lines for line in text), default=0.0),
        )
        for each, lines in zip(sides, (left, right), strict=True)
    ]
    return columns[0], columns[1]


def _enlarged(
    canvas: Canvas, face: Drawing, bleed: float, beside: tuple[_Column, _Column], corner: Point, scale: float
) -> None:
    """A face with its remarks at both sides, each joined to what it is about by a straight line."""
    side, (x, y) = SIZE * scale, corner
    canvas.place(face, x, y, scale=scale, window=(bleed, bleed, SIZE, SIZE))
    canvas.rect(x, y, side, side, stroke="ink", stroke_width="crop")
    for column, is_left in zip(beside, (True, False), strict=True):
        edge = x - _LEADER if is_left else x + side + _LEADER
        wanted = [y + remark.at[1] * scale for remark in column.remarks]
        for remark, lines, middle in zip(
            column.remarks, column.lines, _levels(wanted, column.lines, (y, y + side)), strict=True
        ):
            spot = x + remark.at[0] * scale, y + remark.at[1] * scale
            start = edge + _FREE if is_left else edge - _FREE
            canvas.line((start, middle), spot, stroke="ink", stroke_width=0.2)
            canvas.circle(*spot, _DOT, fill="ink", stroke="paper", stroke_width=0.2)
            base = middle + _REMARK.cap / 2 - (len(lines) - 1) * _STEP / 2
            half = len(lines) * _STEP / 2 + 0.5
            within = (edge - column.width if is_left else edge, middle - half, column.width + 0.1, 2 * half)
            anchor = "end" if is_left else "start"
            canvas.lines(lines, edge, base, _REMARK, _STEP, anchor=anchor, within=within)


def _levels(
    wanted: Sequence[float], lines: Sequence[Sequence[str]], ends: tuple[float, float]
) -> list[float]:
    """The middles of remarks, each as near as possible to what it is about, between two ends.

    >>> levels = _levels([2.0, 3.0, 30.0], [["a"], ["b"], ["c"]], (0.0, 35.0))
    >>> [round(level, 1) for level in levels]
    [2.0, 6.6, 30.0]
    """
    halves = [len(each) * _STEP / 2 for each in lines]
    middles: list[float] = []
    for level, half in zip(wanted, halves, strict=True):
        least = middles[-1] + halves[len(middles) - 1] + _APART if middles else ends[0]
        middles.append(max(level, least + half))
    limit = ends[1]
    for number in range(len(middles) - 1, -1, -1):
        middles[number] = min(middles[number], limit - halves[number])
        limit = middles[number] - halves[number] - _APART
    return middles


def _of_figure(
    artist: CounterArtist, scenario: Scenario, force: Force, member: Member
) -> tuple[list[Remark], list[Remark]]:
    """The remarks on the front and on the back of a figure."""
    game, words, metrics = scenario.ruleset, artist.words, artist.context.metrics
    front, back = artist.member_sides(scenario, force, member)
    carried = carried_in_patch(member, member.unit or force.unit)
    front_remarks, marks = [_id(words("counter.id"))], list(marks_of(game, member, words).values())
    if front.stripe is not None:
        team = next(team for team in force.teams if member in team.members)
        remark = words("counter.team", title=team.title)
        front_remarks.append(Remark((LEFT + WIDTH / 2, 10.6), remark, is_left=True))
    if front.patch:
        if member.position is not None:
            patch = words("counter.job", title=member.position.title)
            marks = [*[words("counter.leads")] * member.leads, *marks]
        elif carried is not None:
            patch = words("counter.carries", title=carried.title)
        elif not member.leads:
            patch = words("counter.rank", title=(member.unit or force.unit).title)
        elif member.experience in game.teams.get("ranks", {}):
            patch = words("counter.rank", title=marks.pop(0))
        else:
            patch = words("counter.leads")
        front_remarks.append(Remark((_RIGHT, 2.6), patch))
    if marks:
        front_remarks.append(Remark((_RIGHT, 6.1 if front.patch else 2.6), ", ".join(marks)))
    if member.weapon is not None:
        remark = words("counter.weapon", title=member.weapon.title)
        front_remarks.append(Remark(_on_icon(front, metrics), remark, is_left=True))
    turned, unit = [_state(back, words)], member.unit or force.unit
    name = words("counter.name", name=member.name) if own_name(member, unit) else ""
    name = name or words("counter.rank", title=unit.title)
    # Who has no name is called after a rank, of which one remark is enough.
    if back.name and all(remark.text != name for remark in front_remarks):
        turned.append(Remark((name_end(back, metrics), 10.6), name))
    return [*front_remarks, *_ratings(game, front, words)], [*turned, *_ratings(game, back, words)]


def _of_unit(artist: CounterArtist, scenario: Scenario, force: Force) -> tuple[list[Remark], list[Remark]]:
    """The remarks on the front and on the back of a unit, or of a creature with a hidden front."""
    game, words, metrics = scenario.ruleset, artist.words, artist.context.metrics
    is_swarm = int(force.unit.get("most", 1)) > 1
    front_face, back_face = artist.unit_sides(game, force.unit, force.title, "1")
    number = _id(words("counter.line-of-side" if back_face is not None else "counter.line"))
    first = Remark((_RIGHT, 2.4), words("counter.amount")) if is_swarm else number
    kind = _on_icon(front_face, metrics)
    if back_face is None:
        has_dummies = any(each.dummies or "dummies" in each.dice for each in scenario.forces)
        hidden = [
            Remark(
                (SIZE / 2 + 3.2, SIZE / 2), words("counter.hidden-dummy" if has_dummies else "counter.hidden")
            )
        ]
        return hidden, [first, Remark(kind, words("counter.kind"))]
    front = [first, Remark(kind, words("counter.kind-open")), *_ratings(game, front_face, words)]
    if back_face == front_face:
        return front, []
    return front, [_state(back_face, words), *_ratings(game, back_face, words)]


# Where what is in the corner at the right ends.
_RIGHT = SIZE - SAFE


def _id(text: str) -> Remark:
    return Remark((SAFE, 2.3), text, is_left=True)


def _on_icon(figure: Figure, metrics: Metrics) -> Point:
    """The middle of a figure's icon."""
    left, top, size = icon_place(figure, metrics)
    return left + size / 2, top + size / 2


def _state(back: Figure, words: Words) -> Remark:
    """The remark on the state that a back shows: its badge, or who lies prone."""
    return Remark((_RIGHT, 3.2) if back.badge else (11.9, 5.0), words("counter.back", state=back.word))


def _ratings(game: Ruleset, figure: Figure, words: Words) -> list[Remark]:
    """The ratings on the band, each at its side."""
    ratings = game.printing.get("ratings", {})
    level = SIZE - BAND / 2
    sides = (("left", figure.left, SAFE), ("right", figure.right, _RIGHT))
    return [
        Remark((x, level), words.of("score", words.of("rating", ratings[side])), is_left=side == "left")
        for side, value, x in sides
        if value and side in ratings
    ]
