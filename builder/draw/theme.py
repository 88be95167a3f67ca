"""Colors and line weights of a drawing, from a theme file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rulesdb import UnknownEntry
from rulesdb.nearest import nearest
from rulesdb.yaml_source import load_yaml

_FOLDER = Path(__file__).resolve().parent / "themes"


@dataclass(frozen=True, slots=True)
class Theme:
    """Named colors (``#rrggbb``), and line weights in mm; ``map`` and ``counters`` are groups."""

    name: str
    colors: Mapping[str, str]
    map: Mapping[str, Any]
    counters: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.colors[name]


def theme_names() -> tuple[str, ...]:
    """The themes that come with brainbug."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.yaml")))


def load_theme(name: str = "default") -> Theme:
    """Load a theme by name, or from a file whose path ends in ``.yaml``.

    Raises:
        UnknownEntry: there is no such theme.
        DataError: the file cannot be read.
    """
    path = Path(name) if name.endswith(".yaml") else _FOLDER / f"{name}.yaml"
    if not path.is_file() and not name.endswith(".yaml"):
        raise UnknownEntry(name, nearest(name, theme_names()) or theme_names(), "theme")
    data: dict[str, Any] = load_yaml(path).data
    if path.stem != "default":
        data = _completed(data, load_yaml(_FOLDER / "default.yaml").data)
    groups = {"map", "counters", "name"}
    return Theme(
        name=data["name"],
        colors=MappingProxyType({key: value for key, value in data.items() if key not in groups}),
        map=MappingProxyType(data["map"]),
        counters=MappingProxyType(data["counters"]),
    )


def _completed(data: dict[str, Any], default: dict[str, Any]) -> dict[str, Any]:
    """A theme with what it leaves out taken from the default one, as a copy of an older release does."""
    groups = {group: {**default[group], **data.get(group, {})} for group in ("map", "counters")}
    return {**default, **data, **groups}
