"""Write scenario files as YAML with the layout that people use."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

_WIDTH = 108
_PROSE = "summary"  # never on the line of its key
_PLAIN = re.compile(r"[^\W\d_][^,:#{}\[\]\"\\]*|\d+\.\d+\.\d+")
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
    return "\n".join("\n".join((f"{name}:", *_lines(block, "  "), "")) for name, block in data.items())


def _lines(block: Any, indent: str) -> Iterator[str]:
    """The items of a list, or the keys of a mapping."""
    if isinstance(block, list):
        for item in block:
            line = f"{indent}- {_flow(item)}"
            first, *others = (line,) if _is_short(item, line) else _lines(item, f"{indent}  ")
            yield f"{indent}- {first.strip().removeprefix('- ')}"
            yield from others
        return
    for key, value in block.items():
        line = f"{indent}{key}: {_flow(value)}"
        if key != _PROSE and _is_short(value, line):
            yield line
        elif isinstance(value, str):
            yield f"{indent}{key}: >-"
            yield from (f"{indent}  {part}" for part in textwrap.wrap(value, _WIDTH))
        else:
            yield f"{indent}{key}:"
            yield from _lines(value, f"{indent}  ")


def _is_short(value: Any, line: str) -> bool:
    """Whether a value goes on one line: it fits, and no mapping is nested in it."""
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return len(line) <= _WIDTH and not any(map(_has_mappings, parts))


def _has_mappings(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and any(map(_has_mappings, value)))


def _flow(value: Any) -> str:
    """Data on one line; whole numbers without their decimals."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    if not isinstance(value, str) or (_PLAIN.fullmatch(value) and value.lower() not in _NOT_TEXT):
        return str(value)
    return json.dumps(value, ensure_ascii=False)
