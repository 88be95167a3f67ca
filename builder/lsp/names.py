"""The names that a scenario file defines, and the places that refer to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from builder.lsp.cursor import value_at
from rulesdb.problem import Span
from rulesdb.yaml_source import DataPath, YamlSource, load_yaml

_ANY = "*"


@dataclass(frozen=True, slots=True)
class Name:
    """A name and the path of its definition; ``owner`` is the force of a member or team."""

    kind: str
    id: str
    title: str
    path: DataPath
    is_key: bool = False
    owner: str = ""
    about: str = ""


def kind_used_at(path: DataPath) -> str:
    """The kind of name that the value at a path refers to; empty if it refers to none."""
    return _kind_at(path, "references") or _kind_in_logic(path)


def kinds_of_name(kind: str) -> tuple[str, ...]:
    """The kinds of names that a reference of a kind can be: itself, or those that it stands for."""
    return tuple(_patterns()["wider_kinds"].get(kind, (kind,)))


def entry_kind_of_key(path: DataPath) -> str:
    """The kind of entry that the key at a path names; empty if it names none."""
    return _kind_at(path, "entry_keys")


def names_in(data: Any) -> tuple[Name, ...]:
    """Every name that a file defines; parts that do not match the schema are skipped."""
    return tuple(_names(data))


@cache
def _patterns() -> dict[str, Any]:
    data: dict[str, Any] = load_yaml(Path(__file__).with_suffix(".yaml")).data
    return data


def name_defined_at(data: Any, path: DataPath) -> Name | None:
    """The name whose definition is at a path."""
    return next((name for name in names_in(data) if name.path == path), None)


def find_name(data: Any, kind: str, id: str, owner: str = "") -> Name | None:
    """The name of a kind and an id; for a member, that of its own force if there are several."""
    kinds = kinds_of_name(kind)
    names = [name for name in names_in(data) if name.kind in kinds and name.id == id]
    return next((name for name in names if name.owner == owner), names[0] if names else None)


def definition_span(source: YamlSource, name: Name) -> Span:
    """The span of a name's definition."""
    return source.key_span(name.path) if name.is_key else source.value_span(name.path)


def _names(data: Any) -> Iterator[Name]:
    for path, areas in _items(data, ("map", "levels", _ANY, "areas")):
        for id, area in areas.items() if isinstance(areas, dict) else ():
            title = area.get("name", "") if isinstance(area, dict) else ""
            about = _about(area, ("kind", "hexes"))
            yield Name("area", id, str(title), (*path, id), is_key=True, about=about)
    for definition in _patterns()["definitions"]:
        kind = definition["kind"]
        for path, item in _items(data, definition["at"].split("/")):
            if isinstance(item, dict) and isinstance(item.get("id"), str):
                owner = value_at(data, (*path[:2], "id")) if kind in ("member", "squad") else ""
                title = str(item.get(definition["title"], ""))
                about = _about(item, ("side", "unit", "count", "areas", "hexes", "weapon", "hex", "at"))
                yield Name(kind, item["id"], title, (*path, "id"), owner=str(owner or ""), about=about)


def force_of_members(data: Any, path: DataPath, named: str) -> str:
    """The id of the force whose members a value at a path names; ``named`` is the force next to it.

    Without one, it is the force of the placement or vehicle, or the force that the value is in.
    """
    if named:
        return named
    return str(value_at(data, (*path[:3], "force")) or value_at(data, (*path[:2], "id")) or "")


def _about(item: Any, keys: tuple[str, ...]) -> str:
    if not isinstance(item, dict):
        return ""
    parts = []
    for key in keys:
        if key in item:
            value = item[key]
            parts.append(f"{key} {', '.join(map(str, value)) if isinstance(value, (list, dict)) else value}")
    return ", ".join(parts)


def _items(data: Any, pattern: Sequence[str], path: DataPath = ()) -> Iterator[tuple[DataPath, Any]]:
    """Every value whose path fits a pattern, with its path."""
    if not pattern:
        yield path, data
        return
    part, rest = pattern[0], pattern[1:]
    if part == _ANY and isinstance(data, list):
        for index, item in enumerate(data):
            yield from _items(item, rest, (*path, index))
    elif isinstance(data, dict) and part in data:
        yield from _items(data[part], rest, (*path, part))


def _kind_at(path: DataPath, section: str) -> str:
    """The kind of the first pattern of a section that a path fits; empty if it fits none."""
    for pattern, kind in _patterns()[section].items():
        parts = pattern.split("/")
        if len(parts) == len(path) and all(
            one in (_ANY, other) for one, other in zip(parts, path, strict=True)
        ):
            return str(kind)
    return ""


def _kind_in_logic(path: DataPath) -> str:
    """The kind of a name in a condition or effect."""
    keys = [part for part in path if isinstance(part, str)]
    is_logic = not set(_patterns()["logic"]).isdisjoint(keys[:-1])
    return str(_patterns()["logic_references"].get(keys[-1], "")) if is_logic else ""
