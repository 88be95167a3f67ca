"""Translates the English of records by phrases of the game and names of the scenario.

A phrase has placeholders, as in ``{who} fires at {target}``. In their place is a name, another phrase, or a
term of the game; what is none of these stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.scenario.model import Scenario
from rulesdb.language import Terms

_PLACE = re.compile(r"\{(\w+)\}")
_NUMBERED = re.compile(r"(.+) (\d+)")
_DECIMAL = re.compile(r"\d+\.\d+")
# Longer texts are sentences, which records do not repeat.
_MAX_NAME = 80


class Phrases:
    """Says texts of a record in the language of the reader.

    >>> phrases = {"{who} fires at {target}": "{who} schießt auf {target}"}
    >>> Phrases(phrases, {"Rook": "Turm"}, Terms())("Rook 2 fires at Dell")
    'Turm 2 schießt auf Dell'
    """

    def __init__(
        self, phrases: Mapping[str, str], names: Mapping[str, str], term: Terms, decimal: str = "."
    ) -> None:
        self._names, self._term, self._decimal = names, term, decimal
        # The phrase with the most letters of its own says most about a text.
        in_order = sorted(phrases.items(), key=lambda item: (-len(_PLACE.sub("", item[0])), item[0]))
        self._patterns = [(_pattern(phrase), translated) for phrase, translated in in_order]
        self._translations: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        """A text in the language of the reader."""
        if text not in self._translations:
            self._translations[text] = self._say(text)
        return self._translations[text]

    def knows(self, text: str) -> bool:
        """Whether a text is one of the phrases."""
        return any(pattern.fullmatch(text) for pattern, _ in self._patterns)

    def _say(self, text: str) -> str:
        if text in self._names:
            return self._names[text]
        for pattern, translated in self._patterns:
            if match := pattern.fullmatch(text):
                return translated.format(**{name: self(part) for name, part in match.groupdict().items()})
        if match := _NUMBERED.fullmatch(text):
            return f"{self(match[1])} {match[2]}"
        return _DECIMAL.sub(lambda number: number[0].replace(".", self._decimal), self._term(text))


def _pattern(phrase: str) -> re.Pattern[str]:
    """The pattern that a phrase matches; each placeholder is at least one letter."""
    parts = _PLACE.split(phrase)
    return re.compile(
        "".join(f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(parts))
    )


def names_in(scenario: Scenario, translated: Scenario) -> dict[str, str]:
    """The names of a scenario that another version of it, in another language, has otherwise."""
    return dict(_pairs(scenario.source.data, translated.source.data))


def _pairs(one: Any, other: Any) -> Iterator[tuple[str, str]]:
    if isinstance(one, str) and isinstance(other, str):
        if one != other and len(one) <= _MAX_NAME:
            yield one, other
    elif isinstance(one, Mapping) and isinstance(other, Mapping):
        for (key, part), (new, own) in zip(one.items(), other.items(), strict=False):
            yield from _pairs(key, new)
            yield from _pairs(part, own)
    elif isinstance(one, Sequence) and isinstance(other, Sequence):
        for part, own in zip(one, other, strict=False):
            yield from _pairs(part, own)
