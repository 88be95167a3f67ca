"""The layout of schema files: a part that fits on a line is on one line, to keep schemas short."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

LINE_LENGTH = 110
_INDENT = 2
# These are never on one line, so that their keys are below each other.
_SPREAD = frozenset({"properties", "$defs"})


def format_schema(schema: Any) -> str:
    """The text of a schema file.

    >>> print(format_schema({"type": "object", "properties": {"at": {"type": "integer"}}}), end="")
    {
      "type": "object",
      "properties": {
        "at": {"type": "integer"}
      }
    }
    """
    return _written(schema, 0, spread=True) + "\n"


def format_files(folder: Path) -> list[Path]:
    """Format the schema files of a folder; the paths of those that changed."""
    changed = []
    for path in sorted(folder.glob("*.json")):
        text = path.read_text(encoding="utf-8")
        formatted = format_schema(json.loads(text))
        if formatted != text:
            path.write_text(formatted, encoding="utf-8", newline="\n")
            changed.append(path)
    return changed


def _written(value: Any, indent: int, *, spread: bool = False, used: int = 0) -> str:
    """The text of a value that begins after ``used`` letters of a line with this indent."""
    flat = json.dumps(value, ensure_ascii=False)
    holds_spread = isinstance(value, dict) and not _SPREAD.isdisjoint(value)
    if not isinstance(value, dict | list) or not value:
        return flat
    # A comma may follow.
    if not spread and not holds_spread and indent + used + len(flat) < LINE_LENGTH:
        return flat
    inner = indent + _INDENT
    if isinstance(value, list) and not any(isinstance(item, dict | list) for item in value):
        words = [json.dumps(item, ensure_ascii=False) for item in value]
        return "\n".join(["[", *_filled(words, " " * inner), " " * indent + "]"])
    pairs = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    lines = []
    for key, item in pairs:
        start = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "
        lines.append(" " * inner + start + _written(item, inner, spread=key in _SPREAD, used=len(start)))
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n" + ",\n".join(lines) + f"\n{' ' * indent}{closing}"


def _filled(words: list[str], margin: str) -> list[str]:
    """Fill lines with words separated by commas."""
    lines = [margin + words[0]]
    for word in words[1:]:
        lines[-1] += ","
        # A comma may follow this one, too.
        if len(lines[-1]) + 1 + len(word) < LINE_LENGTH:
            lines[-1] += f" {word}"
        else:
            lines.append(margin + word)
    return lines
