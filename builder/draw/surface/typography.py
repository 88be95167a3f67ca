"""Typography of texts on paper: quotation marks, minus signs, ranges and dice, in one language.

Data is typed on a keyboard, with ``-`` for four signs and ``'`` for three. Ids, names of files, addresses and
commands keep what was typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from builder.draw.surface.wording import Words

_TYPED = re.compile(r"[\"'-]|\d[dD]\d")
# A name of a file, an address or an option of a command, which readers type as they see it.
_LITERAL = re.compile(r"\S*(?:://|\.(?:yaml|pdf|svg|json)\b)\S*|(?<!\S)--\w\S*")
_POOL = r"\d+(?:d\d+(?:[kd][hl]\d*)?|D(?:3|4|6|8|10|12|20)(?!\d))"
_DICE = re.compile(rf"(?<![\w.-])(?:\d+[+-])?{_POOL}(?:[+-](?:{_POOL}|\d+))*(?!\w)")
_PART = re.compile(rf"([+-]?)({_POOL}|\d+)")
_DIE = re.compile(r"(\d+)[dD](\d+)(?:([kd][hl])(\d*))?")
_NUMBER = r"\d+(?:[.,]\d+)?"
_RANGE = re.compile(rf"(?<![\w.−-])({_NUMBER})-({_NUMBER})(?!\w|-\d|[.,]\d)")
_MINUS = re.compile(r"(?<![\w.)\]−–-])-(?=\d)|(?<=\d) - (?=\d)")
_DASH = re.compile(r"(?<=\w) - (?=\w)")
_ENDED = re.compile(r"[\w.,;:!?)…]\Z")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_KEEPS = {"kh": "keep-highest", "kl": "keep-lowest", "dh": "drop-highest", "dl": "drop-lowest"}


class Typography:
    """Sets texts as they are printed; each result is kept, since texts are measured before they are drawn.

    >>> from builder.draw.surface.wording import load_words
    >>> print(Typography(load_words())("The captain's \\"seal\\": roll 1-2 at -1, or 4d6kh2."))
    The captain’s “seal”: roll 1–2 at −1, or 4d6, keep the highest 2.
    >>> print(Typography(load_words("de"))("Der \\"Sender\\" fällt bei 3+1d3-1d3 aus."))
    Der „Sender“ fällt bei 3 + 1W3 − 1W3 aus.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._printed: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        """The text as it is printed; one that has been set already is returned as it is."""
        printed = self._printed.get(text)
        if printed is None:
            is_typed = _TYPED.search(text) is not None
            printed = self._printed[text] = _around(_LITERAL, text, self._set) if is_typed else text
        return printed

    def _set(self, text: str) -> str:
        text = _DICE.sub(lambda match: self._dice(match[0]), text)
        text = _MINUS.sub(lambda match: match[0].replace("-", "−"), _RANGE.sub(r"\1–\2", text))
        text = _APOSTROPHE.sub("’", _DASH.sub(" – ", text))
        opening, closing, inner_opening, inner_closing = self._words.quotes
        text = _quoted(text, '"', opening, closing, "″")
        return _quoted(text, "'", inner_opening, inner_closing, "’")

    def _dice(self, text: str) -> str:
        """Dice notation in words: a number that is added to one roll stays close to it."""
        parts = _PART.findall(text)
        pools = [not part.isdigit() for _, part in parts]
        apart = " " if sum(pools) > 1 or not pools[0] else ""
        printed = ""
        for sign, part in parts:
            sign = {"+": f"{apart}+{apart}", "-": f"{apart}−{apart}"}.get(sign, "")
            printed += sign + _DIE.sub(self._pool, part)
        return printed

    def _pool(self, match: re.Match[str]) -> str:
        number, sides, keep, kept = match.groups()
        pool = self._words("dice.pool", number=number, sides=sides)
        return self._words(f"dice.{_KEEPS[keep]}", pool=pool, number=kept or "1") if keep else pool


def _around(skipped: re.Pattern[str], text: str, change: Callable[[str], str]) -> str:
    """The text with its parts between those that match ``skipped`` changed."""
    parts: list[str] = []
    at = 0
    for match in skipped.finditer(text):
        parts += [change(text[at : match.start()]), match[0]]
        at = match.end()
    return "".join([*parts, change(text[at:])])


def _quoted(text: str, mark: str, opening: str, closing: str, lone: str) -> str:
    """The text with its straight quotation marks in pairs; one after a word or number becomes ``lone``."""
    before, *pieces = text.split(mark)
    printed, is_open = before, False
    for index, piece in enumerate(pieces):
        starts = piece[:1].strip() and _ENDED.search(printed) is None
        if is_open:
            sign, is_open = closing, False
        elif starts and index + 1 < len(pieces):
            sign, is_open = opening, True
        else:
            sign = lone
        printed += sign + piece
    return printed
