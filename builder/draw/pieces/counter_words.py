"""The words of counters: the type in which a long one fits, and where it is broken or ends."""

from __future__ import annotations

from dataclasses import replace

from builder.draw.surface.type import CONDENSED_BOLD, DISPLAY_FACES, Metrics, Type

CLOSEST = 0.13
"""How much closer letters in the least size may be, in mm."""
# A word that would be smaller than this is in a narrower face, and has some air at its ends.
_LEAST_USUAL, _NARROWER, _AIR = 2.4, DISPLAY_FACES["Barlow Condensed"], 0.1
_TINY, _EPSILON = 0.01, 1e-6


def has_room_for(text: str, room: float, metrics: Metrics, *, floor: float) -> bool:
    """Whether a text fits into ``room`` mm in the least type, or in narrow letters of a good size."""
    usual, narrow = Type(CONDENSED_BOLD, floor), Type(_NARROWER, max(floor, _LEAST_USUAL))
    fits_so = metrics.width(text, usual) <= room + CLOSEST * (len(text) - 1)
    return fits_so or metrics.width(text, narrow) <= room - 2 * _AIR


def fitted(
    text: str, wanted: Type, room: float, metrics: Metrics, *, floor: float, least: float = 0.0
) -> Type:
    """The ``wanted`` type, or for a text longer than ``room`` mm a smaller one, or a narrower face.

    At last its letters are closer together. No type is smaller than ``floor`` mm; with ``least``, it is only
    made smaller, down to that.
    """
    wanted = wanted.at(max(wanted.size, floor))
    if metrics.width(text, wanted) <= room:
        return wanted
    smaller = metrics.fit(text, Type(wanted.face, wanted.size), room, max(least, floor))
    if least:
        return smaller
    is_small = smaller.size < _LEAST_USUAL or metrics.width(text, smaller) > room + _TINY
    if is_small and wanted.face is CONDENSED_BOLD:
        inside = room - 2 * _AIR
        narrow = metrics.fit(text, Type(_NARROWER, wanted.size), inside, floor)
        if metrics.width(text, narrow) <= inside + _TINY:
            return narrow
    closer = (room - metrics.width(text, smaller)) / max(1, len(text) - 1)
    return replace(smaller, spacing=closer) if -CLOSEST <= closer < -_EPSILON else smaller


def shortened(text: str, type: Type, room: float, metrics: Metrics) -> str:
    """The text, without its last letters if it is longer than ``room`` mm."""
    label = text
    while len(label) > 2 and metrics.width(label, type) > room + _TINY:
        label = f"{label.rstrip('.')[:-1]}."
    return label


def halves(text: str) -> list[str]:
    """A text broken at the space that makes its longer line shortest."""
    words = text.split()
    breaks = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
    return list(min(breaks, key=lambda lines: max(map(len, lines))))


def in_lower_case(words: str) -> str:
    """The words of a marker with only their first letters large; what has no vowel is an abbreviation.

    >>> in_lower_case("EXPLODING MACHINERY"), in_lower_case("GL UNLOADED")
    ('Exploding Machinery', 'GL Unloaded')
    """
    return " ".join(word if is_abbreviation(word) else word.capitalize() for word in words.split(" "))


def is_abbreviation(word: str) -> bool:
    """Whether a word in capitals has no vowel."""
    return not any(letter in "AEIOUYÄÖÜ" for letter in word)
