"""The outline of a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from builder.lsp.document import Document
from rulesdb.problem import Span
from rulesdb.yaml_source import DataPath, YamlSource

_TITLES = ("title", "name", "grade", "force", "id", "hex", "from")
_DETAILS = ("id", "side", "zone", "to")
_LEAVES = frozenset({"atmosphere", "doors", "circle", "rectangle", "polygon", "line", "at", "hexes", "dots"})


@dataclass(frozen=True, slots=True)
class Symbol:
    """An item of the outline: a block with its key as name, or an item of a list with its title."""

    name: str
    detail: str
    is_block: bool
    span: Span
    name_span: Span
    children: tuple[Symbol, ...]


def symbols_of(document: Document) -> tuple[Symbol, ...]:
    """The blocks of the last valid text with their items."""
    source = document.last_source
    if source is None or not isinstance(source.data, dict):
        return ()
    return tuple(_children(source, (), source.data))


def _children(source: YamlSource, path: DataPath, value: Any) -> Iterator[Symbol]:
    if isinstance(value, dict):
        for key, item in value.items():
            is_list = isinstance(item, list) and any(isinstance(part, dict) for part in item)
            if (is_list or (isinstance(item, dict) and item)) and key not in _LEAVES:
                yield _symbol(source, (*path, key), item, key)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, dict):
                yield _symbol(source, (*path, index), item, "")


def _symbol(source: YamlSource, path: DataPath, value: Any, key: str) -> Symbol:
    """A block named by its key, with its title as detail; a list item named by its title, with its id."""
    titles = [name for name in _TITLES if isinstance(value, dict) and isinstance(value.get(name), str)]
    title = str(value[titles[0]]) if titles else ""
    name_span = source.key_span(path) if key or not titles else source.value_span((*path, titles[0]))
    others = (value.get(name) for name in _DETAILS) if not key else ()
    detail = next((text for text in others if isinstance(text, str) and text != title), title if key else "")
    span = source.value_span(path)
    start = min((span.line, span.column), (name_span.line, name_span.column))
    end = max((span.end_line, span.end_column), (name_span.end_line, name_span.end_column))
    children = tuple(_children(source, path, value))
    whole = Span(span.path, *start, *end)
    return Symbol(key or title or "item", detail, bool(key), whole, name_span, children)
