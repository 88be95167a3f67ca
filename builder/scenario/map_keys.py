"""Keys that are needed on one kind of map, and mean nothing on another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from builder.scenario.read_table import SHAPES
from rulesdb.problem import Problem
from rulesdb.yaml_source import DataPath, YamlSource

# The keys that tell a place on each kind of map; on one kind it can have more.
PLACE_KEYS = {"table": ("at",), "land": ("hex",), "dots": ("dot",), "hex": ("level", "hex")}
_MORE_PLACE_KEYS = {"dots": ("floor",)}
_ZONE_KEYS = {
    "table": tuple(name for name in SHAPES if name != "line"),
    "land": ("hexes",),
    "dots": ("dots",),
    "hex": ("areas",),
}


def missing_keys(source: YamlSource) -> Iterator[Problem]:
    """Keys that this kind of map needs and that are not there."""
    data = source.data
    kind = _kind(data)
    for index, zone in enumerate(data["setup"]["zones"]):
        if sum(name in zone for name in _ZONE_KEYS[kind]) != 1:
            yield _missing(source, ("setup", "zones", index), f"zone `{zone['id']}`", _ZONE_KEYS[kind])
    for path, what, thing in _placed(data):
        # A vehicle may come later; then it stands nowhere at all.
        if path[0] == "objectives" or any(name in thing for name in _all(PLACE_KEYS)):
            for name in PLACE_KEYS[kind]:
                if name not in thing:
                    yield _missing(source, path, what, (name,))
    for index, piece in enumerate(data["map"].get("pieces", ()) if kind == "table" else ()):
        if sum(name in piece for name in SHAPES) != 1:
            yield _missing(source, ("map", "pieces", index), f"piece `{piece['id']}`", SHAPES)
    for index, force in enumerate(data["forces"]):
        for number, team in enumerate(force.get("teams", ())):
            if ("made_of" in team) == ("figures" in team):
                path = ("forces", index, "teams", number)
                yield _missing(source, path, f"team `{team['id']}`", ("made_of", "figures"))


def stray_keys(source: YamlSource) -> Iterator[Problem]:
    """Keys that belong to another kind of map; what they say would be lost."""
    data = source.data
    kind = _kind(data)
    for index, zone in enumerate(data["setup"]["zones"]):
        known = _ZONE_KEYS[kind]
        yield from _stray(source, ("setup", "zones", index), zone, _all(_ZONE_KEYS), known, kind)
    others = _all(PLACE_KEYS) + _all(_MORE_PLACE_KEYS)
    for path, _, thing in _placed(data):
        known = PLACE_KEYS[kind] + _MORE_PLACE_KEYS.get(kind, ())
        yield from _stray(source, path, thing, others, known, kind)
    if kind == "land":
        yield from _stray(
            source, ("map",), data["map"], ("site", "atmosphere", "levels", "hatches", "lifts"), (), kind
        )


def _kind(data: Mapping[str, Any]) -> str:
    return "land" if "land" in data["map"] else str(data["map"]["kind"])


def _all(keys: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for names in keys.values() for name in names))


def _placed(data: Mapping[str, Any]) -> Iterator[tuple[DataPath, str, Mapping[str, Any]]]:
    for block in ("objectives", "vehicles"):
        for index, thing in enumerate(data.get(block, ())):
            yield (block, index), f"{block.removesuffix('s')} `{thing['id']}`", thing


def _stray(
    source: YamlSource,
    path: DataPath,
    thing: Mapping[str, Any],
    names: tuple[str, ...],
    known: tuple[str, ...],
    kind: str,
) -> Iterator[Problem]:
    for name in names:
        if name in thing and name not in known:
            where = "open country" if kind == "land" else f"a map of kind {kind}"
            keys = " or ".join(f"`{key}`" for key in known)
            yield Problem(
                "BB004",
                "unknown-key",
                f"`{name}` means nothing on {where}",
                source.key_span((*path, name)),
                f"delete it, or use {keys}" if known else "delete it",
            )


def _missing(source: YamlSource, path: DataPath, what: str, wanted: tuple[str, ...]) -> Problem:
    keys = " or ".join(f"`{name}`" for name in wanted)
    said = "needs the key" if len(wanted) == 1 else "needs one, and only one, of the keys"
    return Problem("BB006", "missing-key", f"{what} {said} {keys}", source.value_span(path), f"add {keys}")
