"""The form of a value in one line of YAML, for the help on a missing key."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z][\w /'-]*")
_MAX_DEPTH = 2
_MAX_WORDS = 4
_PLACEHOLDERS = {"string": "text", "integer": "number", "number": "number", "boolean": "true", "null": "null"}

Schema = Mapping[str, Any]


def shape_of(schema: Schema, follow: Callable[[Schema], Schema], depth: int = 0) -> str:
    """The form of a value: an example, the accepted words, or the required keys and their forms.

    >>> shape_of({"type": "object", "required": ["at"], "properties": {"at": {"type": "integer"}}}, dict)
    '{at: number}'
    >>> shape_of({"type": "array", "items": {"enum": ["low", "high"]}}, dict)
    '[low | high]'

    Args:
        schema: the schema of the key.
        follow: returns the schema that a ``$ref`` points to, and any other schema unchanged.
        depth: the number of keys above the value.
    """
    schema = follow(schema)
    if "examples" in schema:
        return _flow(schema["examples"][0])
    if "const" in schema:
        return _flow(schema["const"])
    if "enum" in schema:
        words = [_flow(word) for word in schema["enum"][:_MAX_WORDS]]
        return " | ".join([*words, "…"] if len(schema["enum"]) > _MAX_WORDS else words)
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema:
            return shape_of(schema[keyword][0], follow, depth)
    kinds = schema.get("type", "object" if "properties" in schema else "")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    if kind == "array":
        return f"[{shape_of(schema.get('items', {}), follow, depth)}]"
    if kind == "object":
        properties = schema.get("properties", {})
        if depth >= _MAX_DEPTH or not schema.get("required"):
            return "{…}"
        parts = (
            f"{key}: {shape_of(properties.get(key, {}), follow, depth + 1)}" for key in schema["required"]
        )
        return f"{{{', '.join(parts)}}}"
    return _PLACEHOLDERS.get(kind, "…")


def _flow(value: Any) -> str:
    """A value in one line of YAML; a text that YAML would parse as something else is quoted."""
    is_plain = isinstance(value, str) and _PLAIN.fullmatch(value) and value not in ("true", "false", "null")
    return value if is_plain else json.dumps(value, ensure_ascii=False)
