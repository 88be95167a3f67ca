"""Parses what people type for an input into the word or number that a table or procedure accepts.

Besides the plain word or number, it reads ``chits-in-the-cup`` for a label with spaces, capitals or not;
``22:2`` or ``11 to 1`` for the label ``11:1``; ``2`` for ``+2``; ``2,3`` for the dice of a total; ``6"``,
``5 hexes`` if the input has that unit; ``31-84`` if the table has that range.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any

from rulesdb import Dice, InputError
from rulesdb.nearest import nearest
from rulesdb.tables.axes import Axis, Interval, list_words

_NUMBER = re.compile(r"[-+]?\d{1,9}")
_RATIO = re.compile(r"(\d{1,6})\s*(?::|/|-|\s*to\s*)\s*(\d{1,6})")
_MEASURE = re.compile(r"([-+]?\d{1,9})\s*([^\d\s.,;+:-].*)")
_REPEATED = re.compile(r"(.+?)\s*[*×]\s*(\d{1,2})")
_SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "inch": ('"', "″", "''", "in", "inch", "inches"),
    "centimeter": ("cm", "centimeter", "centimeters", "centimetre", "centimetres"),
    "hand span": ("span", "spans", "hand span", "hand-span", "hand-spans", "hand spans"),
    "hex": ("hex", "hexes"),
    "dot": ("dot", "dots"),
    "turn": ("turn", "turns"),
    "round": ("round", "rounds"),
    "movement point": ("mp", "movement point", "movement points"),
    "action point": ("ap", "action point", "action points"),
}
_DISTANCES = ("distance", "range", "reach")


def read_inputs(pairs: Iterable[str]) -> dict[str, str]:
    """``axis=value`` arguments as a mapping.

    >>> read_inputs(("force=marine", "die=5"))
    {'force': 'marine', 'die': '5'}

    Raises:
        InputError: an argument has no ``=``, or names an input twice.
    """
    inputs: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise InputError(f"not an input: {pair!r}; write name=value, such as force=marine")
        if name in inputs:
            raise InputError(f"{name!r} is given twice")
        inputs[name] = value
    return inputs


def unit_of(name: str, units: Mapping[str, str], stated: str = "") -> str:
    """The unit of an input: that of its axis, the one in its name, or for a distance that of the game.

    >>> unit_of("hexes_to_lift", {}), unit_of("range", {"distance": "inch"}), unit_of("die", {})
    ('hex', 'inch', '')
    """
    words = [stated, *re.split(r"[_\s-]+", name)] if stated else re.split(r"[_\s-]+", name)
    for word in words:
        for unit, spellings in _SPELLINGS.items():
            if word in spellings and len(word) > 2:
                return unit
    return units.get("distance", "") if name in _DISTANCES else ""


def plural(unit: str) -> str:
    """Several of a unit, as in ``hexes``."""
    return _SPELLINGS[unit][-1] if unit in _SPELLINGS else f"{unit}s"


def read_axis(axis: Axis, text: str, unit: str = "", ranges: Collection[str] = ()) -> str | int:
    """The label or number of an axis; ``ranges`` are those of its table.

    Raises:
        InputError: the text is not accepted; the message has the nearest values and all accepted ones.
    """
    if axis.is_label:
        return read_word(axis.name, axis.labels, text)
    if axis.dice is not None and re.search(r"\d\s*[,;+\s]\s*\d", text.strip()):
        return total_of_faces(axis.name, axis.dice, re.split(r"[,;+\s]+", text.strip(" ,;+")))
    plain = read_number(axis.name, text, unit)
    if _NUMBER.fullmatch(plain):
        return int(plain)
    try:
        wanted = str(Interval.parse(plain))
    except InputError:
        raise InputError(f"{axis.name}={text!r}: use a whole number, {axis.accepts}") from None
    if wanted in ranges:
        return Interval.parse(wanted).low
    listed = f"; its ranges are {', '.join(ranges)}" if ranges else ""
    raise InputError(f"{axis.name}={text!r}: use a whole number, {axis.accepts}{listed}")


def read_word(name: str, words: Collection[str], text: str) -> str:
    """The word among ``words`` that matches ``text``.

    >>> read_word("column", ["1:2", "5:1", "11:1"], "22 to 2"), read_word("to", ["in water"], "In-Water")
    ('11:1', 'in water')
    >>> read_word("weapons", ["ER, ACR, P", "PR, MG"], "mg")
    'PR, MG'

    Raises:
        InputError: no word matches; the message has the nearest word and all words.
    """
    meant = find_word(words, text)
    if meant is not None:
        return meant
    listed = list_words(words)
    near = _between(words, text) or nearest(text.strip(), words, 1)
    hint = f"did you mean `{near[0]}`? It accepts {listed}" if near else f"use one of: {listed}"
    raise InputError(f"{name}={text!r}: {hint}")


def find_word(words: Collection[str], text: str) -> str | None:
    """Like :func:`read_word`, but ``None`` if no word matches."""
    text = text.strip()
    if text in words:
        return text
    # A label of several names, as "ER, ACR, P", is also called by each of them that no other label has.
    parts = Counter(form_of(part) for word in words for part in word.split(", "))
    by_form = {
        form_of(part): word for word in words for part in word.split(", ") if parts[form_of(part)] == 1
    }
    by_form |= {form_of(word): word for word in words}
    by_value = {_value(word): word for word in words if _value(word) is not None}
    word = by_form.get(form_of(text))
    value = _value(text)
    return word if word is not None or value is None else by_value.get(value)


def read_number(name: str, text: str, unit: str) -> str:
    """The text without its unit, if it has one.

    >>> read_number("range", '6"', "inch"), read_number("hexes", "3 hexes", "hex")
    ('6', '3')

    Raises:
        InputError: it has another unit.
    """
    match = _MEASURE.fullmatch(text.strip())
    if match is None:
        return text.strip()
    unit_text = match[2].strip().casefold()
    if unit_text in _SPELLINGS.get(unit, ()):
        return match[1]
    if any(unit_text in spellings for spellings in _SPELLINGS.values()):
        counted = f"counted in {plural(unit)}" if unit else "a number without such a unit"
        raise InputError(f"{name}={text!r}: this is {counted}; write {match[1]} if that is the number")
    return text.strip()


def total_of_faces(name: str, dice: Dice, faces: Iterable[str]) -> int:
    """The total of dice rolled by the user.

    >>> total_of_faces("dice", Dice.parse("2d6"), ["2", "3"])
    5

    Raises:
        InputError: the number of dice or a face is wrong.
    """
    given = list(faces)
    sides = [pool.sides for pool in dice.pools for _ in range(pool.count)]
    if len(given) != len(sides):
        raise InputError(f"{name}={','.join(given)}: {len(given)} dice given, {dice.text} has {len(sides)}")
    for face, most in zip(given, sides, strict=True):
        if not face.isdecimal() or not 1 <= int(face) <= most:
            raise InputError(f"{name}={','.join(given)}: {face!r} is not a face of a die; use 1-{most}")
    total, _ = dice.roll(_GivenFaces([int(face) for face in given]))
    return total


def read_modifiers(texts: Iterable[str]) -> list[str]:
    """The ids in ``a,b`` and ``casualty*2``; an id that counts several times is repeated.

    >>> read_modifiers(["casualty*2, leader-near"])
    ['casualty', 'casualty', 'leader-near']
    """
    ids: list[str] = []
    for item in (part.strip() for text in texts for part in text.split(",")):
        repeated = _REPEATED.fullmatch(item)
        if repeated is not None:
            ids += [repeated[1]] * int(repeated[2])
        elif item:
            ids.append(item)
    return ids


class _GivenFaces(random.Random):
    """A generator that returns faces that the user rolled."""

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__(0)
        self._faces = iter(faces)

    def randint(self, a: int, b: int) -> int:
        return next(self._faces)


def form_of(word: str) -> str:
    """A word without differences of case, spaces, hyphens and underscores.

    >>> form_of("In the Cup"), form_of("-1")
    ('in-the-cup', '-1')
    """
    word = word.strip().casefold()
    return word if _NUMBER.fullmatch(word) else re.sub(r"[\s_-]+", "-", word)


def _value(word: str) -> Any:
    """The ratio or number that a label states, if any."""
    word = word.strip()
    ratio = _RATIO.fullmatch(word)
    if ratio is not None and int(ratio[2]):
        return ("ratio", Fraction(int(ratio[1]), int(ratio[2])))
    return ("number", int(word)) if _NUMBER.fullmatch(word) else None


def _between(words: Collection[str], text: str) -> tuple[str, ...]:
    """The label nearest to a ratio or number that lies between labels."""
    wanted = _value(text)
    values = [(value[1], word) for word in words if (value := _value(word)) is not None]
    if wanted is None or not values:
        return ()
    return (min(values, key=lambda pair: abs(pair[0] - wanted[1]))[1],)
