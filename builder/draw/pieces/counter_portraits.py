"""The portraits of the cards of units on their counters: the same figures, in two tones without a ground."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from itertools import product

from builder.draw.pieces.cards.creatures import broadest_of, draw_creature, is_creature, points_of_creature
from builder.draw.pieces.cards.troopers import Tones, draw_trooper, points_of_trooper
from builder.draw.pieces.counter_look import CounterLook
from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.figure_places import (
    BADGE,
    BAND,
    CORNER,
    HIGH_BAND,
    LETTERS,
    LETTERS_BASE,
    PATCH,
    PATCH_LETTERS,
    SAFE,
    Figure,
    id_type,
)
from builder.draw.pieces.team_stripes import LEFT as STRIPE_LEFT
from builder.draw.pieces.team_stripes import TOP as STRIPE_TOP
from builder.draw.pieces.team_stripes import WIDTH as STRIPE_WIDTH
from builder.draw.surface.canvas import Canvas, Point, Rectangle
from builder.draw.surface.color_vision import blend
from builder.draw.surface.type import Metrics

# How much of the band the second tone has, and of white the lightest; the edge against the field, in mm.
_SECOND, _LIGHT, _RIM = 0.52, 0.65, 0.3
OFF_BAND = 2.4
"""How far above the band a line to a figure ends, in mm, so that it does not seem to be one to the band."""
# The height of the box of a creature in its own measure; how much of a person is behind the band.
_BOX, _SUNK = 100.0, 18.0
# How much of the band the cloth and the plates of people have, so that their weapons are darker.
_CLOTH, _PLATES = 0.46, 0.26
# The room of a creature: beside the cut, below it, above the band, and above a name on the field.
_SIDE, _TOP, _OVER_BAND, _OVER_NAME = 0.75, 0.7, 0.25, 9.0
# It is clear of the id and of the badge by this, half of its lines included. It is moved before it is made
# smaller, but never too small.
_CLEAR, _MOVES, _SHARES = 0.5, (0.0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.6, -1.6, 2.0, -2.0), 16
# What is at the right of an id could be one more digit of it, such as an antenna after V1.
_AFTER_ID = 0.9
_SMALLER = 0.035
# How many steps are tried from the broadest stance of a creature to its usual one.
_BREADTHS = 4
# The id with air below it for antennae, which would look like a part of its digits.
_ID_TOP, _ID_FOOT, _BADGE_TOP = 1.15, 4.55, 0.7
_LOWEST_COVER = max(_ID_FOOT, _BADGE_TOP + BADGE) + _CLEAR


def draw_portrait(canvas: Canvas, figure: Figure, look: CounterLook) -> None:
    """The person, creature or machine of a figure, as large as what is beside it lets it be."""
    name = figure.portrait
    tones = tones_of(look) if is_creature(name) else _person_tones(look)
    middle, top, height, broad = portrait_place(figure, canvas.metrics)
    if is_creature(name):
        draw_creature(canvas, name, middle, top, height, tones, _RIM, broad)
    else:
        corner = middle - height / 2, top
        draw_trooper(canvas, name, figure.icon, corner, height, tones, _RIM, is_small=True)
        if look.saves_ink:
            # The band, which people reach, has no color of its own.
            low = _low(figure)
            canvas.rect(0, low, SIZE, SIZE - low, fill=look.field)


def portrait_end(figure: Figure, metrics: Metrics) -> Point:
    """The outermost point of a portrait at the right that is well above the band, in mm from the corner of
    the face.
    """
    middle, top, height, broad = portrait_place(figure, metrics)
    scale, low = height / _BOX, _low(figure) - OFF_BAND
    points = ((middle + x * scale * broad, top + y * scale) for x, y in portrait_points(figure.portrait))
    return max(point for point in points if point[1] < low)


def portrait_place(figure: Figure, metrics: Metrics) -> tuple[float, float, float, float]:
    """The middle and the top of the box of a portrait on a face, and its height, in mm; and how many times as
    broad as usual it is.
    """
    covers: list[Rectangle] = []
    for text, is_right in ((figure.longest_id or figure.id, False), (figure.amount, True)):
        wide = metrics.width(text, id_type(text, is_slim=figure.has_slim_id)) if text else 0.0
        left = SIZE - SAFE - wide if is_right else SAFE
        wide += 0.0 if is_right or figure.has_slim_id else _AFTER_ID
        covers += [(left, _ID_TOP, wide, _ID_FOOT - _ID_TOP)] if text else []
    if figure.corner and figure.badge is None:
        wide = metrics.width(figure.corner, CORNER)
        covers.append((SIZE - SAFE - wide, _ID_TOP, wide, _ID_FOOT - _ID_TOP))
    if figure.badge is not None:
        covers.append((SIZE - SAFE - BADGE + 0.1, _BADGE_TOP, BADGE, BADGE))
    elif figure.patch or figure.has_slim_id:
        # Listed figures of a force are alike, whoever of them has a patch.
        covers.append((SIZE - SAFE - PATCH + 0.1, _BADGE_TOP, PATCH, PATCH))
    covers += _of_letters(figure, metrics)
    if figure.stripe is not None:
        covers.append((0.0, STRIPE_TOP, STRIPE_LEFT + STRIPE_WIDTH, SIZE - STRIPE_TOP))
    return _fitted(figure.portrait, tuple(covers), _low(figure))


def _of_letters(figure: Figure, metrics: Metrics) -> Iterator[Rectangle]:
    """What the letters in the upper right corner cover, line by line, also below a patch."""
    base = PATCH_LETTERS if figure.patch else LETTERS_BASE
    for number, line in enumerate(figure.letters):
        wide, tall = metrics.width(line, LETTERS), LETTERS.cap
        yield SIZE - SAFE - wide, base + number * LETTERS.size - tall, wide, tall


def _low(figure: Figure) -> float:
    """The level on which creatures stand, and below which people end."""
    if figure.name:
        return _OVER_NAME
    return SIZE - (HIGH_BAND if "\n" in figure.word else BAND) - _OVER_BAND


def portrait_points(name: str) -> tuple[Point, ...]:
    """Points on the outlines of a portrait, from the middle and the top of its box, in hundredths of that."""
    return points_of_creature(name) if is_creature(name) else points_of_trooper(name)


@functools.cache
def _fitted(name: str, covers: tuple[Rectangle, ...], low: float) -> tuple[float, float, float, float]:
    """The place of a creature on the ground at the level ``low`` that is clear of ``covers``."""
    # A point for each hundredth is enough.
    points = sorted({(round(x), round(y)) for x, y in portrait_points(name)})
    west, east = min(x for x, _ in points), max(x for x, _ in points)
    north = min(y for _, y in points)
    south = max(y for _, y in points) - (0.0 if is_creature(name) else _SUNK)
    wide, tall = SIZE - 2 * _SIDE, low - _TOP
    largest = min(wide / (east - west), tall / (south - north))
    most = broadest_of(name) if is_creature(name) else 1.0
    breadths = sorted({1 + (most - 1) * part / _BREADTHS for part in range(_BREADTHS + 1)}, reverse=True)
    place = 0.0, 0.0, 0.0, 1.0
    for step, broad, move in product(range(_SHARES), breadths, _MOVES):
        scale = largest * (1 - step * _SMALLER)
        across = scale * broad
        middle = SIZE / 2 - across * (west + east) / 2 + move
        if middle + across * west < _SIDE - 1e-6 or middle + across * east > SIZE - _SIDE + 1e-6:
            continue
        top = low - scale * south
        place = middle, top, scale * _BOX, broad
        # Only what is as high as the id or the badge can be on it.
        high = (_LOWEST_COVER - top) / scale
        if _is_clear([(middle + across * x, top + scale * y) for x, y in points if y < high], covers):
            break
    return place


def _is_clear(points: Sequence[Point], covers: Sequence[Rectangle]) -> bool:
    return not any(
        left - _CLEAR < x < left + wide + _CLEAR and top - _CLEAR < y < top + tall + _CLEAR
        for left, top, wide, tall in covers
        for x, y in points
    )


def tones_of(look: CounterLook) -> Tones:
    """Ink, and a second tone between the band and the field; in themes that save ink, white between lines."""
    ink, paper = look.theme["ink"], look.theme["paper"]
    if look.saves_ink:
        return Tones(ink, paper, ink, paper, look.field, paper)
    second, light = blend(look.band, look.field, _SECOND), blend(paper, look.field, _LIGHT)
    return Tones(ink, second, ink, light, look.field, light)


def _person_tones(look: CounterLook) -> Tones:
    """Ink for lines, and for what is in hand; cloth and plates are between the band and the field."""
    ink, paper = look.theme["ink"], look.theme["paper"]
    if look.saves_ink:
        return Tones(paper, paper, ink, paper, look.field)
    cloth, plates = (blend(look.band, look.field, share) for share in (_CLOTH, _PLATES))
    return Tones(cloth, plates, ink, blend(paper, look.field, _LIGHT), look.field)
