"""The schemas that apply to a place in a file: its keys and words, with help on each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from builder.lsp.cursor import value_at
from rulesdb.schemas import SchemaSet
from rulesdb.schemas.dialect import REFERENCE_KEYWORD
from rulesdb.yaml_source import DataPath

_ROOT = "scenario"
_TYPES = {
    "object": "block",
    "array": "list",
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "nothing",
}


@dataclass(frozen=True)
class SchemaNode:
    """A schema that applies to a place, and the name of the file that it is in."""

    schema: Mapping[str, Any]
    file: str

    @property
    def title(self) -> str:
        """The title of the value."""
        return str(self.schema.get("title", ""))

    @property
    def description(self) -> str:
        """The meaning of the value."""
        return str(self.schema.get("description", ""))

    @property
    def words(self) -> tuple[Any, ...]:
        """The values that are accepted, if the schema lists them."""
        if "const" in self.schema:
            return (self.schema["const"],)
        if self.schema.get("type") == "boolean":
            return (True, False)
        return tuple(self.schema.get("enum", ()))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of entries that a text here can name."""
        kinds = self.schema.get(REFERENCE_KEYWORD, ())
        return (kinds,) if isinstance(kinds, str) else tuple(kinds)

    @property
    def type_in_words(self) -> str:
        """The type in words."""
        types = self.schema.get("type", ())
        names = (types,) if isinstance(types, str) else tuple(types)
        if self.words and "const" not in self.schema and names != ("boolean",):
            return "one of " + ", ".join(f"`{word}`" for word in self.words)
        return " or ".join(_TYPES.get(name, name) for name in names)


class SchemaView:
    """The schema of scenarios, walked along the paths of a file."""

    def __init__(self, schemas: SchemaSet) -> None:
        self._schemas = schemas

    def at(self, path: DataPath, data: Any) -> tuple[SchemaNode, ...]:
        """Every schema that applies to the value at ``path`` of a file with these data.

        If a condition cannot be evaluated yet, both of its branches apply.
        """
        nodes = tuple(self._expanded(SchemaNode(self._schemas.load(_ROOT), _ROOT), data))
        for length, part in enumerate(path, 1):
            value = value_at(data, path[:length])
            below = [step for node in nodes for step in self._below(node, part)]
            nodes = tuple(nested for step in below for nested in self._expanded(step, value))
        return nodes

    def keys(self, path: DataPath, data: Any) -> dict[str, SchemaNode]:
        """The valid keys of the block at ``path``, in the order of the schema."""
        keys: dict[str, SchemaNode] = {}
        for node in self.at(path, data):
            for key, schema in node.schema.get("properties", {}).items():
                if key not in keys:
                    keys[key] = self._titled(SchemaNode(schema, node.file))
        return keys

    def required(self, path: DataPath, data: Any) -> frozenset[str]:
        """The required keys of the block at ``path``."""
        return frozenset(key for node in self.at(path, data) for key in node.schema.get("required", ()))

    def _titled(self, node: SchemaNode) -> SchemaNode:
        """The first schema with a title among a schema and those that it refers to."""
        return next((part for part in self._expanded(node, None) if part.title), node)

    def _below(self, node: SchemaNode, part: str | int) -> Iterator[SchemaNode]:
        schema = node.schema
        if isinstance(part, int):
            items = schema.get("items")
            if isinstance(items, dict):
                yield SchemaNode(items, node.file)
        elif part in schema.get("properties", {}):
            yield SchemaNode(schema["properties"][part], node.file)
        elif isinstance(schema.get("additionalProperties"), dict):
            yield SchemaNode(schema["additionalProperties"], node.file)

    def _expanded(self, node: SchemaNode, value: Any) -> Iterator[SchemaNode]:
        """A schema and every schema that it refers to or combines."""
        yield node
        schema = node.schema
        if "$ref" in schema:
            yield from self._expanded(self._target(schema["$ref"], node.file), value)
        for word in ("allOf", "anyOf", "oneOf"):
            for part in schema.get(word, ()):
                yield from self._expanded(SchemaNode(part, node.file), value)
        if "if" in schema:
            holds = _holds(schema["if"], value)
            for word, wanted in (("then", True), ("else", False)):
                if word in schema and holds in (wanted, None):
                    yield from self._expanded(SchemaNode(schema[word], node.file), value)

    def _target(self, reference: str, file: str) -> SchemaNode:
        name, _, pointer = reference.partition("#")
        target = name.removesuffix(".schema.json") or file
        schema: Any = self._schemas.load(target)
        for part in pointer.split("/")[1:]:
            schema = schema[part]
        return SchemaNode(schema, target)


def _holds(condition: Mapping[str, Any], value: Any) -> bool | None:
    """Whether a condition is met; None if it cannot be evaluated yet."""
    from jsonschema import Draft202012Validator
    from referencing.exceptions import Unresolvable

    if not isinstance(value, dict):
        return None
    try:
        return bool(Draft202012Validator(condition).is_valid(value))
    except Unresolvable:
        return None
