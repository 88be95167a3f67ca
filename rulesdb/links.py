"""Links inside texts: ``[[table/door-costs]]`` or ``[[rule/304.2|the attack]]``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_LINK = re.compile(r"\[\[([^\]|\n]+)(?:\|([^\]\n]+))?\]\]")


def links_in(text: str) -> Iterator[str]:
    """The targets, in order.

    >>> list(links_in("See [[rule/304.2|the attack]] and [[term/lift]]."))
    ['rule/304.2', 'term/lift']
    """
    return (match[1].strip() for match in _LINK.finditer(text))


def replace_links(text: str, render: Callable[[str, str | None], str]) -> str:
    """The text with each link replaced by ``render(target, words)``; ``words`` may be ``None``.

    >>> replace_links("See [[rule/304.2]].", lambda target, words: words or target)
    'See rule/304.2.'
    """
    return _LINK.sub(lambda match: render(match[1].strip(), match[2]), text)


_POINTER = re.compile(r"\s*\((?:\[\[[^\]]+\]\](?:, )?)+\)|\s*See (?:\[\[[^\]]+\]\](?:, | and )?)+\.")


def without_pointers(text: str) -> str:
    """The text without mere references: links in parentheses, and sentences that begin with See.

    >>> without_pointers("All are hit ([[table/explosion]]). See [[rule/explosions]], [[term/blast]].")
    'All are hit.'
    """
    return _POINTER.sub("", text).strip()


_SECTION = re.compile(r"(\d+)\.(\d+)([A-Za-z])?")


def section_above(section: str) -> str:
    """The numbered section that a section is part of, or an empty text.

    >>> section_above("303.1C"), section_above("303.1"), section_above("303.0"), section_above("Weapons")
    ('303.1', '303.0', '', '')
    """
    match = _SECTION.fullmatch(section)
    if match is None:
        return ""
    number, case, letter = match.groups()
    if letter:
        return f"{number}.{case}"
    return f"{number}.0" if case != "0" else ""
