"""A short form of the rows of the search, from which the script of the site restores them.

Browsers get the rows compressed by the server, which finds what is repeated nearby. So the values of a field
are next to each other; addresses and sources, which repeat other fields, are templates; and the words of
questions, most of the data, are numbers.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from builder.publish.search.data import Row

_PARTS = ("group", "kind", "key", "section")
_TEMPLATES = ("url", "source", "place")
_LAST = string.ascii_letters
"""The digits that end a number, so that frequent words have one digit."""
_MORE = string.digits + "!#$%&()*+,-./:;=?@[]^_`{}~"


def packed_rows(fields: Sequence[str], rows: Sequence[Row]) -> dict[str, Any]:
    """The values of each field, and the words of questions, the most frequent first."""
    counts = Counter(word for row in rows for question in row.questions for word in question.split())
    words = sorted(counts, key=lambda word: (-counts[word], word))
    codes = {word: code(number) for number, word in enumerate(words)}
    questions = [["".join(map(codes.__getitem__, text.split())) for text in row.questions] for row in rows]
    columns: dict[str, list[Any]] = {
        **{name: [getattr(row, name) for row in rows] for name in fields},
        **{name: [_template(row, getattr(row, name)) for row in rows] for name in _TEMPLATES},
        "facts": [None if row.facts == "; ".join(row.lines) else row.facts for row in rows],
        "questions": ["|".join(codes) for codes in questions],
    }
    return {
        "columns": columns, "templates": _TEMPLATES, "words": " ".join(words), "last": _LAST, "more": _MORE,
    }  # fmt: skip


def _template(row: Row, text: str) -> str:
    """A text with the names of fields in place of their values."""
    names = {value: name for name in reversed(_PARTS) if (value := getattr(row, name))}
    values = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<![\w-])(?:{values})(?![\w-])", lambda match: f"{{{names[match[0]]}}}", text)


def code(number: int) -> str:
    """A number in digits, the last of which is a letter.

    >>> [code(number) for number in (0, 51, 52, 104, 2000)]
    ['a', 'Z', '0a', '1a', '01y']
    """
    number, last = divmod(number, len(_LAST))
    digits = _LAST[last]
    while number:
        number, digit = divmod(number - 1, len(_MORE))
        digits = _MORE[digit] + digits
    return digits
