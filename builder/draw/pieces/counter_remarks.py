"""Remarks on the parts of a figure's counter, for the key of a sheet of counters."""

from __future__ import annotations

from builder.draw.pieces.counter_faces import BAND, Figure
from builder.draw.pieces.counter_key import Remark
from builder.draw.pieces.counter_names import SIZE
from builder.draw.surface.wording import Words
from builder.scenario.model import Member
from rulesdb import Ruleset


def figure_remarks(
    game: Ruleset, member: Member, front: Figure, back: Figure, words: Words
) -> tuple[list[Remark], list[Remark]]:
    """What is where on the front and on the back, from top to bottom."""
    names, band = _names(game, words), SIZE - BAND / 2
    shown = [Remark((5.8, 2.4), words("counter.id"))]
    if member.position is not None:
        shown.append(Remark((SIZE - 0.6, 2.6), words("counter.job", title=member.position.title)))
    if member.weapon is not None:
        shown.append(Remark((7.4, 8.6), words("counter.weapon", title=member.weapon.title)))
    shown += _ratings(front, names, band)
    turned = [Remark((SIZE - 3.0, 3.0) if back.badge else (8.0, 6.6), words("counter.back"))]
    if back.name:
        turned.append(Remark((SIZE - 0.6, 10.8), words("counter.name", name=member.name)))
    return shown, [*turned, *_ratings(back, names, band)]


def unit_remarks(
    game: Ruleset, front: Figure, back: Figure, words: Words
) -> tuple[list[Remark], list[Remark]]:
    """What is where on the front and on the back of a unit's counter, from top to bottom."""
    names, band = _names(game, words), SIZE - BAND / 2
    shown = [
        Remark((5.8, 2.4), words("counter.line-of-side")),
        Remark((SIZE / 2, 8.0), words("counter.kind-open")),
    ]
    turned = [Remark((SIZE - 3.0, 3.0), words("counter.back"))]
    return [*shown, *_ratings(front, names, band)], [*turned, *_ratings(back, names, band)]


def hidden_remarks(words: Words, *, is_swarm: bool) -> tuple[list[Remark], list[Remark]]:
    """What is on the front and on the back of a hidden creature's counter, or of a swarm's."""
    number = (
        Remark((SIZE - 3.4, 2.6), words("counter.amount"))
        if is_swarm
        else Remark((3.4, 2.4), words("counter.line"))
    )
    return [Remark((SIZE / 2, SIZE / 2), words("counter.hidden"))], [
        number,
        Remark((SIZE / 2 + 1.0, 8.0), words("counter.kind")),
    ]


def _names(game: Ruleset, words: Words) -> dict[str, str]:
    """The names of the ratings on the band by their side."""
    ratings = game.printing.get("ratings", {})
    return {side: words.of("score", words.of("rating", name)) for side, name in ratings.items()}


def _ratings(figure: Figure, names: dict[str, str], level: float) -> list[Remark]:
    """The ratings on the band, the right one first: its line is the shorter.

    Each line ends beside its figure.
    """
    sides = (("right", figure.right, (SIZE - 0.4, level)), ("left", figure.left, (1.6, SIZE - 0.4)))
    return [Remark(at, names[side]) for side, value, at in sides if value and side in names]
