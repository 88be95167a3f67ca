"""YAML of scenario files that brainbug writes, as people would set it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from rulesdb import Ruleset

_WRAP = 108
_PLAIN = re.compile(r"[^\W\d_][^,:#{}\[\]\"\\]*")
_NOT_TEXT = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


def flow(value: Any) -> str:
    """Data as YAML on one line; whole numbers without their decimals.

    >>> flow({"id": "wood", "circle": [12.0, 7.5, 3], "secret": True, "name": "Wood 1", "row": "01"})
    '{id: wood, circle: [12, 7.5, 3], secret: true, name: Wood 1, row: "01"}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(part) for part in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    if not isinstance(value, str) or (_PLAIN.fullmatch(value) and value.lower() not in _NOT_TEXT):
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def about_lines(
    game: Ruleset, id: str, title: str, players: int, summary: str, mission: str = ""
) -> Iterator[str]:
    """The ``scenario`` block, with a summary in lines of a readable length."""
    yield "scenario:"
    yield f"  id: {id}"
    yield f"  title: {title}"
    yield f"  game: {game.id}"
    if mission:
        yield f"  mission: {mission}"
    yield "  version: 0.1.0"
    yield "  authors: [Your name]"
    yield f"  players: {players}"
    yield "  summary: >-"
    line = "   "
    for word in summary.split():
        if len(line) + len(word) > _WRAP:
            yield line
            line = "   "
        line += f" {word}"
    yield line
