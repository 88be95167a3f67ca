"""The anatomy of a counter: a piece of the scenario enlarged, with remarks on its front and its back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from builder.draw.pieces.counter_faces import BAND, Figure
from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.figure_looks import carried_in_patch, marks_of
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import CONDENSED, Metrics, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Force, Member, Scenario
from rulesdb import Ruleset

# The largest one if there is room.
_SCALES = (2.8, 2.2, 1.9, 1.6, 1.35, 1.2)
MIN_ANATOMY, LARGE_ANATOMY = 27.8, 34.2
"""The least height of a piece with remarks beside its front and its back, in mm, and that of a large one."""
_HEAD = 6.8
# Front and back are beside each other in this width, else below each other.
_BESIDE = 110.0
_BETWEEN = 3.0
_TEXT_FROM = 6.0
# How far above or below the piece lines run.
_AROUND = 0.9
_REMARK = Type(CONDENSED, 3.0)
_STEP = 3.6


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on a point of a face, in mm from the corner of its cut.

    Its line leaves the point to the right, or around the edge of the face ``above`` or ``below`` it.
    """

    at: Point
    text: str
    around: str = ""


@dataclass(frozen=True, slots=True)
class Anatomy:
    """A piece as it is on the sheet, with remarks on its front and back from top to bottom."""

    piece: Piece
    front: Sequence[Remark]
    back: Sequence[Remark]


def anatomy_of(artist: CounterArtist, scenario: Scenario, side: str = "") -> Anatomy | None:
    """The piece of a side, or of any side, on which there is most to see; None if the side has no pieces.

    A listed figure comes before a unit, and both before a creature that is hidden.
    """
    forces = [force for force in scenario.forces if (force.side == side if side else not force.is_hidden)]
    listed = [(force, member) for force in forces for member in force.members]
    if listed:
        seen = [_of_figure(artist, scenario, *each) for each in listed]
        number = max(range(len(seen)), key=lambda each: sum(map(len, seen[each])))
        return Anatomy(artist.member(scenario.ruleset, *listed[number]), *seen[number])
    for force in sorted(forces, key=lambda each: "back" not in each.unit["counter"]):
        for piece in artist.creatures(scenario, force):
            return Anatomy(piece, *_of_unit(artist, scenario, force))
    return None


def draw_anatomy(
    anatomy: Anatomy | None, width: float, height: float, context: DrawingContext
) -> Drawing | None:
    """The piece with its remarks below a heading, as large as fits; None if nothing does."""
    if anatomy is None:
        return None
    columns = 2 if width >= _BESIDE else 1
    wide, rows = width / columns, 2 // columns
    faces = ((anatomy.piece.front, anatomy.front), (anatomy.piece.back, anatomy.back))

    def tall(scale: float) -> float:
        return _HEAD + rows * (SIZE * scale + 2 * _AROUND) + (rows - 1) * _BETWEEN

    def fits(scale: float) -> bool:
        longest = max(sum(map(len, _wrapped(remarks, wide, scale, context.metrics))) for _, remarks in faces)
        return tall(scale) <= height and longest * _STEP <= SIZE * scale + _AROUND

    scale = next(filter(fits, _SCALES), 0.0)
    if not scale:
        return None
    canvas = Canvas(width, tall(scale), context)
    title = context.words("counter.anatomy")
    canvas.text(title, 0, 3.4, Type(context.display, 3.6), fill="heading")
    canvas.line((0, 4.8), (width, 4.8), stroke="heading", stroke_width="heading")
    for number, (face, remarks) in enumerate(faces):
        row, column = divmod(number, columns)
        corner = column * wide, _HEAD + _AROUND + row * (SIZE * scale + 2 * _AROUND + _BETWEEN)
        _enlarged(canvas, face, anatomy.piece.bleed, remarks, corner, wide, scale)
    return canvas.drawing("anatomy", title)


def _wrapped(remarks: Sequence[Remark], width: float, scale: float, metrics: Metrics) -> list[list[str]]:
    """The lines of each remark beside a piece."""
    room = max(1.0, width - SIZE * scale - _TEXT_FROM - 2.0)
    return [metrics.wrap(remark.text, _REMARK, room) for remark in remarks]


def _enlarged(
    canvas: Canvas,
    face: Drawing,
    bleed: float,
    remarks: Sequence[Remark],
    corner: Point,
    width: float,
    scale: float,
) -> None:
    """A face with its remarks in a column beside it, each joined to what it is about by a line."""
    x, y = corner
    side = SIZE * scale
    canvas.place(face, x, y, scale=scale, window=(bleed, bleed, SIZE, SIZE))
    canvas.rect(x, y, side, side, stroke="ink", stroke_width="crop")
    left = x + side + _TEXT_FROM
    wrapped = _wrapped(remarks, width, scale, canvas.metrics)
    air = (side - sum(map(len, wrapped)) * _STEP) / max(1, len(remarks))
    top = y
    for remark, lines in zip(remarks, wrapped, strict=True):
        tall = len(lines) * _STEP + air
        level = top + tall / 2
        spot = x + remark.at[0] * scale, y + remark.at[1] * scale
        bend = (x + side + 1.5, level)
        ways = [spot, bend]
        if remark.around:
            outside = y - _AROUND if remark.around == "above" else y + side + _AROUND
            ways = [spot, (spot[0], outside), (bend[0], outside), bend]
        canvas.segments(list(pairwise([*ways, (left - 1.0, level)])), stroke="ink", stroke_width=0.2)
        canvas.circle(*spot, 0.6, fill="accent", stroke="paper", stroke_width=0.2)
        base = level + _REMARK.cap / 2 - (len(lines) - 1) * _STEP / 2
        within = (left, level - tall / 2 - 0.5, width - (left - x), tall + 1.0)
        canvas.lines(lines, left, base, _REMARK, _STEP, within=within)
        top += tall


def _of_figure(
    artist: CounterArtist, scenario: Scenario, force: Force, member: Member
) -> tuple[list[Remark], list[Remark]]:
    """The remarks on the front and on the back of a figure, from top to bottom.

    Each line ends beside what it is about: above the number, at the edge of the patch, at the end of letters.
    """
    game, words = scenario.ruleset, artist.words
    front, back = artist.member_sides(game, force, member)
    carried = carried_in_patch(member, member.unit or force.unit)
    front_remarks, marks = [_id(words("counter.id"))], list(marks_of(game, member, words).values())
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
        front_remarks.append(Remark((SIZE - 0.5, 2.6), patch))
    if marks:
        front_remarks.append(Remark((SIZE - 0.5, 6.2 if front.patch else 2.6), ", ".join(marks)))
    if member.weapon is not None:
        front_remarks.append(Remark((11.6, 9.0), words("counter.weapon", title=member.weapon.title)))
    turned = [Remark((SIZE - 0.5, 3.2) if back.badge else (11.9, 5.0), words("counter.back"))]
    if back.name:
        turned.append(Remark((SIZE - 0.5, 10.8), words("counter.name", name=member.name)))
    return [*front_remarks, *_ratings(game, front, words)], [*turned, *_ratings(game, back, words)]


def _of_unit(artist: CounterArtist, scenario: Scenario, force: Force) -> tuple[list[Remark], list[Remark]]:
    """The remarks on the front and on the back of a unit, or of a creature with a hidden front."""
    game, words = scenario.ruleset, artist.words
    is_swarm = int(force.unit.get("most", 1)) > 1
    front_face, back_face = artist.unit_sides(game, force.unit, force.title, "1")
    number = _id(words("counter.line-of-side" if back_face is not None else "counter.line"))
    first = Remark((SIZE - 0.5, 2.4), words("counter.amount")) if is_swarm else number
    if back_face is None:
        hidden = [Remark((SIZE - 1.6, SIZE / 2), words("counter.hidden"))]
        return hidden, [first, Remark((SIZE - 1.8, 8.0), words("counter.kind"))]
    front = [first, Remark((SIZE - 1.8, 8.0), words("counter.kind-open")), *_ratings(game, front_face, words)]
    if back_face == front_face:
        return front, []
    return front, [Remark((SIZE - 0.5, 3.2), words("counter.back")), *_ratings(game, back_face, words)]


def _id(text: str) -> Remark:
    return Remark((2.6, 0.1), text, "above")


def _ratings(game: Ruleset, figure: Figure, words: Words) -> list[Remark]:
    """The ratings on the band, the right one first: its line is the shorter. Each ends beside its figure."""
    ratings = game.printing.get("ratings", {})
    level = SIZE - BAND / 2
    sides = (
        ("right", figure.right, (SIZE - 0.4, level), ""),
        ("left", figure.left, (1.6, SIZE - 0.1), "below"),
    )
    return [
        Remark(at, words.of("score", words.of("rating", ratings[side])), around)
        for side, value, at, around in sides
        if value and side in ratings
    ]
