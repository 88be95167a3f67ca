"""Keys that one kind of map requires, and another does not have."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any

from builder.scenario.map_kinds import KINDS, SHAPES, MapKind, kind_of
from rulesdb.codes import Code
from rulesdb.problem import Problem
from rulesdb.yaml_source import DataPath, YamlSource


def missing_keys(source: YamlSource) -> Iterator[Problem]:
    """Problems of missing keys that this kind of map requires."""
    data = source.data
    kind = kind_of(data["map"])
    for index, zone in enumerate(data["setup"]["zones"]):
        if sum(name in zone for name in kind.zone_keys) != 1:
            yield _missing(source, ("setup", "zones", index), f"zone `{zone['id']}`", kind.zone_keys)
    for path, what, thing in _placed(data):
        # A vehicle that comes later has no place.
        if path[0] != "vehicles" or any(name in thing for name in _place_keys()):
            for name in kind.place_keys:
                if name not in thing and kind.replaced_by.get(name) not in thing:
                    yield _missing(source, path, what, (name,))
    for index, piece in enumerate(data["map"].get("pieces", ()) if data["map"]["kind"] == "table" else ()):
        if sum(name in piece for name in SHAPES) != 1:
            yield _missing(source, ("map", "pieces", index), f"piece `{piece['id']}`", SHAPES)
    for index, force in enumerate(data["forces"]):
        for number, team in enumerate(force.get("teams", ())):
            if "made_of" not in team and "figures" not in team:
                path, keys = ("forces", index, "teams", number), "`made_of` or `figures`"
                message = f"team `{team['id']}` needs `made_of`, `figures` or both"
                yield Problem(Code.MISSING_KEY, message, source.value_span(path), f"add {keys}")


def stray_keys(source: YamlSource) -> Iterator[Problem]:
    """Problems of keys that would be ignored, such as those of another kind of map."""
    data = source.data
    kind = kind_of(data["map"])
    of_zones = _any_kind("zone_keys") + _any_kind("more_zone_keys")
    of_places = _place_keys()
    accepted = kind.zone_keys + kind.more_zone_keys
    for index, zone in enumerate(data["setup"]["zones"]):
        yield from _stray(source, ("setup", "zones", index), zone, of_zones, accepted, kind)
    accepted = kind.place_keys + kind.more_place_keys
    for path, _, thing in _placed(data):
        yield from _stray(source, path, thing, of_places, accepted, kind)
    for index, force in enumerate(data["forces"]):
        for number, team in enumerate(force.get("teams", ())):
            if "weapons" in team and "figures" in team:
                yield Problem(
                    Code.UNKNOWN_KEY,
                    "`weapons` cannot be used in a team that lists `figures`",
                    source.key_span(("forces", index, "teams", number, "weapons")),
                    "delete it, and write `weapon` at the figures",
                )
    if "land" in data["map"]:
        of_decks = ("site", "atmosphere", "levels", "hatches", "lifts")
        yield from _stray(source, ("map",), data["map"], of_decks, (), kind)


@functools.cache
def _any_kind(keys: str) -> tuple[str, ...]:
    """The keys that any kind of map has in an attribute."""
    return tuple(dict.fromkeys(name for kind in KINDS.values() for name in getattr(kind, keys)))


def _place_keys() -> tuple[str, ...]:
    return _any_kind("place_keys") + _any_kind("more_place_keys")


def _placed(data: Mapping[str, Any]) -> Iterator[tuple[DataPath, str, Mapping[str, Any]]]:
    for block in ("objectives", "vehicles"):
        for index, thing in enumerate(data.get(block, ())):
            yield (block, index), f"{block.removesuffix('s')} `{thing['id']}`", thing
    for index, force in enumerate(data["forces"]):
        for block in ("charges", "captives"):
            for number, thing in enumerate(force.get(block, ())):
                what = f"{block.removesuffix('s')} {number + 1} of force `{force['id']}`"
                yield ("forces", index, block, number), what, thing


def _stray(
    source: YamlSource,
    path: DataPath,
    thing: Mapping[str, Any],
    names: tuple[str, ...],
    accepted: tuple[str, ...],
    kind: MapKind,
) -> Iterator[Problem]:
    for name in names:
        if name in thing and name not in accepted:
            keys = " or ".join(f"`{key}`" for key in accepted)
            yield Problem(
                Code.UNKNOWN_KEY,
                f"`{name}` cannot be used on {kind.title}",
                source.key_span((*path, name)),
                f"delete it, or use {keys}" if accepted else "delete it",
            )


def _missing(source: YamlSource, path: DataPath, what: str, wanted: tuple[str, ...]) -> Problem:
    keys = " or ".join(f"`{name}`" for name in wanted)
    needs = "needs the key" if len(wanted) == 1 else "needs exactly one of the keys"
    return Problem(Code.MISSING_KEY, f"{what} {needs} {keys}", source.value_span(path), f"add {keys}")
