"""Write scenario files, and parts of them, as YAML with the layout that people use."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

WIDTH = 108
_PROSE = "summary"  # never on the line of its key
_PLAIN = re.compile(r"[^\W\d_](?:[^,:#{}\[\]\"\\\s]| (?! |\Z))*|\d+\.\d+\.\d+")
_PLAIN_KEY = re.compile(r"\w[\w./-]*(?: [\w./-]+)*")
_NOT_TEXT = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


def scenario_text(data: Mapping[str, Any]) -> str:
    """A scenario file with an empty line between its blocks, and short flat values on one line.

    >>> pieces = [{"id": "wood", "circle": [12.0, 7.5, 3]}]
    >>> print(scenario_text({"map": {"kind": "table", "pieces": pieces}}), end="")
    map:
      kind: table
      pieces:
        - {id: wood, circle: [12, 7.5, 3]}
    """
    return "\n".join("\n".join((f"{name}:", *block_lines(block, "  "), "")) for name, block in data.items())


def block_lines(block: Any, indent: str) -> Iterator[str]:
    """The lines of the items of a list, or of the keys of a mapping, without line endings."""
    if isinstance(block, list):
        for item in block:
            yield from item_lines(item, indent)
        return
    for key, value in block.items():
        yield from entry_lines(key, value, indent)


def item_lines(item: Any, indent: str) -> Iterator[str]:
    """The lines of one item of a list."""
    line = f"{indent}- {flow_text(item)}"
    if _is_short(item, line) or not _folds(item):
        yield line
    elif isinstance(item, str):
        yield f"{indent}- >-"
        yield from (f"{indent}  {part}" for part in wrapped(item))
    else:
        first, *others = block_lines(item, f"{indent}  ")
        yield f"{indent}- {first.strip()}"
        yield from others


def entry_lines(key: str | int, value: Any, indent: str) -> Iterator[str]:
    """The lines of one key of a mapping with its value.

    >>> list(entry_lines("doors", {"0405/N": "airtight", "0505/S": "open"}, "  "))
    ['  doors: {0405/N: airtight, 0505/S: open}']
    """
    line = f"{indent}{key_text(key)}: {flow_text(value)}"
    if (key != _PROSE and _is_short(value, line)) or not _folds(value):
        yield line
    elif isinstance(value, str):
        yield f"{indent}{key_text(key)}: >-"
        yield from (f"{indent}  {part}" for part in wrapped(value))
    else:
        yield f"{indent}{key_text(key)}:"
        yield from block_lines(value, f"{indent}  ")


def wrapped(text: str, width: int = WIDTH) -> list[str]:
    """The lines of a folded text, which breaks only at spaces."""
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _folds(value: Any) -> bool:
    """Whether a value can be on several lines: a text keeps only single spaces between words there."""
    if isinstance(value, str):
        return bool(value) and value == " ".join(value.split(" ")) and value.isprintable()
    return isinstance(value, (Mapping, list)) and bool(value)


def _is_short(value: Any, line: str) -> bool:
    """Whether a value goes on one line: it fits, and no mapping is nested in it."""
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return len(line) <= WIDTH and not any(map(_has_mappings, parts))


def _has_mappings(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and any(map(_has_mappings, value)))


def flow_text(value: Any) -> str:
    """Data on one line; whole numbers without their decimals.

    >>> flow_text({"id": "hut", "circle": [2.0, 2.25, 1], "name": "Hut: old", "hex": "0405"})
    '{id: hut, circle: [2, 2.25, 1], name: "Hut: old", hex: "0405"}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key_text(key)}: {flow_text(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow_text, value)) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(round(value, 6))
    return value if isinstance(value, str) and is_plain(value) else json.dumps(value, ensure_ascii=False)


def is_plain(text: str) -> bool:
    """Whether a text needs no quotes, wherever it is.

    >>> [is_plain(text) for text in ("Old Road", "0405", "no", "a: b")]
    [True, False, False, False]
    """
    return bool(_PLAIN.fullmatch(text)) and text.lower() not in _NOT_TEXT


def key_text(key: str | int) -> str:
    """A key, in quotes if it needs them; a number is read as text again.

    >>> key_text("0405/N"), key_text("Tar barrel"), key_text("Lift: upper"), key_text(4)
    ('0405/N', 'Tar barrel', '"Lift: upper"', '4')
    """
    text = str(key)
    return text if _PLAIN_KEY.fullmatch(text) else json.dumps(text, ensure_ascii=False)
