"""The names that a scenario file defines, and the places that refer to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from builder.lsp.cursor import value_at
from rulesdb.problem import Span
from rulesdb.yaml_source import DataPath, YamlSource

ANY = "*"
_Pattern = tuple[str, ...]


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


# Definitions: the pattern of the item that has an id, the kind of its name, and the key of its title.
_DEFINITIONS: tuple[tuple[_Pattern, str, str], ...] = (
    (("map", "levels", ANY), "level", "title"),
    (("map", "lifts", ANY), "area", "name"),
    (("map", "pieces", ANY), "piece", "name"),
    (("map", "buildings", ANY), "building", "name"),
    (("map", "tunnels", "entrances", ANY), "tunnel end", "name"),
    (("map", "tunnels", "chambers", ANY), "tunnel end", "name"),
    (("map", "tunnels", "junctions", ANY), "tunnel end", "name"),
    (("forces", ANY), "force", "title"),
    (("forces", ANY, "members", ANY), "member", "name"),
    (("forces", ANY, "teams", ANY), "member", "title"),
    (("setup", "zones", ANY), "zone", "title"),
    (("vehicles", ANY), "vehicle", "title"),
    (("objectives", ANY), "objective", "title"),
    (("special_rules", ANY), "special rule", "title"),
)

# References to names: the pattern of the value, and the kind of name.
_REFERENCES: Mapping[_Pattern, str] = MappingProxyType(
    {
        ("scenario", "game"): "game",
        ("forces", ANY, "side"): "side",
        ("objectives", ANY, "side"): "side",
        ("victory", ANY, "side"): "side",
        ("forces", ANY, "species"): "species",
        ("forces", ANY, "teams", ANY, "made_of"): "organization",
        ("forces", ANY, "teams", ANY, "experience"): "experience",
        ("setup", "zones", ANY, "areas", ANY): "area",
        ("setup", "placements", ANY, "force"): "force",
        ("setup", "placements", ANY, "zone"): "zone",
        ("setup", "placements", ANY, "members", ANY): "member",
        ("map", "hatches", ANY, "levels", ANY): "level",
        ("map", "lifts", ANY, "levels", ANY): "level",
        ("map", "lifts", ANY, "starts"): "level",
        ("map", "tunnels", "tunnels", ANY, "from"): "tunnel end",
        ("map", "tunnels", "tunnels", ANY, "to"): "tunnel end",
        ("setup", "command_post"): "zone",
        ("vehicles", ANY, "force"): "force",
        ("vehicles", ANY, "crew", ANY): "member",
        ("vehicles", ANY, "level"): "level",
        ("objectives", ANY, "level"): "level",
        ("victory", ANY, "objectives", ANY): "objective",
    }
)

# Keys that are entries of the database: the pattern of the key, and the kind of entry.
_ENTRY_KEYS: Mapping[_Pattern, str] = MappingProxyType(
    {("map", "land", "terrain", ANY): "terrain", ("forces", ANY, "cards", ANY): "card"}
)


def kind_used_at(path: DataPath) -> str:
    """The kind of name that the value at a path refers to; empty if it refers to none."""
    return _kind_at(path, _REFERENCES)


def entry_kind_of_key(path: DataPath) -> str:
    """The kind of entry that the key at a path names; empty if it names none."""
    return _kind_at(path, _ENTRY_KEYS)


def names_in(data: Any) -> tuple[Name, ...]:
    """Every name that a file defines; parts that do not fit the schema are skipped."""
    return tuple(_names(data))


def name_defined_at(data: Any, path: DataPath) -> Name | None:
    """The name whose definition is at a path."""
    return next((name for name in names_in(data) if name.path == path), None)


def find_name(data: Any, kind: str, id: str, owner: str = "") -> Name | None:
    """The name of a kind and an id; for a member, that of its own force if there are several."""
    names = [name for name in names_in(data) if name.kind == kind and name.id == id]
    return next((name for name in names if name.owner == owner), names[0] if names else None)


def definition_span(source: YamlSource, name: Name) -> Span:
    """The span of a name's definition."""
    return source.key_span(name.path) if name.is_key else source.value_span(name.path)


def _names(data: Any) -> Iterator[Name]:
    for path, areas in _items(data, ("map", "levels", ANY, "areas")):
        for id, area in areas.items() if isinstance(areas, dict) else ():
            title = area.get("name", "") if isinstance(area, dict) else ""
            about = _about(area, ("kind", "hexes"))
            yield Name("area", id, str(title), (*path, id), is_key=True, about=about)
    for pattern, kind, title_key in _DEFINITIONS:
        for path, item in _items(data, pattern):
            if isinstance(item, dict) and isinstance(item.get("id"), str):
                owner = value_at(data, (*path[:2], "id")) if kind == "member" else ""
                title = str(item.get(title_key, ""))
                about = _about(item, ("side", "unit", "count", "areas", "hexes", "weapon", "hex", "at"))
                yield Name(kind, item["id"], title, (*path, "id"), owner=str(owner or ""), about=about)


def _about(item: Any, keys: tuple[str, ...]) -> str:
    if not isinstance(item, dict):
        return ""
    parts = []
    for key in keys:
        if key in item:
            value = item[key]
            parts.append(f"{key} {', '.join(map(str, value)) if isinstance(value, (list, dict)) else value}")
    return ", ".join(parts)


def _items(data: Any, pattern: _Pattern, path: DataPath = ()) -> Iterator[tuple[DataPath, Any]]:
    """Every value whose path fits a pattern, with its path."""
    if not pattern:
        yield path, data
        return
    part, rest = pattern[0], pattern[1:]
    if part == ANY and isinstance(data, list):
        for index, item in enumerate(data):
            yield from _items(item, rest, (*path, index))
    elif isinstance(data, dict) and part in data:
        yield from _items(data[part], rest, (*path, part))


def _kind_at(path: DataPath, patterns: Mapping[_Pattern, str]) -> str:
    """The kind of the first pattern that a path fits."""
    for pattern, kind in patterns.items():
        if len(path) == len(pattern) and all(
            expected in (ANY, part) for part, expected in zip(path, pattern, strict=True)
        ):
            return kind
    return ""
