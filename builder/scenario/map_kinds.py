"""The kinds of maps that a scenario file can have. To add a kind, add it here."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from builder.scenario.map_reader import MapReader


@dataclass(frozen=True, slots=True)
class MapKind:
    """A kind of map: the keys of places and zones on it, and what reads it.

    Attributes:
        title: its name in messages.
        module: the module in this package of the class ``Reader``; imported when a file has such a map.
        place_keys: the keys that a place needs.
        more_place_keys: further keys that it may have.
        replaced_by: the keys of places that another one can replace.
        zone_keys: the keys of which a zone has exactly one.
        more_zone_keys: further keys that it may have.
    """

    title: str
    module: str
    place_keys: tuple[str, ...]
    zone_keys: tuple[str, ...]
    more_place_keys: tuple[str, ...] = ()
    more_zone_keys: tuple[str, ...] = ()
    replaced_by: Mapping[str, str] = field(default_factory=dict)

    @property
    def reader(self) -> type[MapReader]:
        """The class that reads such maps."""
        module = importlib.import_module(f"builder.scenario.{self.module}")
        reader: type[MapReader] = module.Reader
        return reader


# The keys of shapes on a table; a zone is no line.
SHAPES = ("circle", "rectangle", "polygon", "line")
KINDS: Mapping[str, MapKind] = MappingProxyType(
    {
        "table": MapKind(
            "a map of kind table", "read_table", ("at",), tuple(name for name in SHAPES if name != "line")
        ),
        "land": MapKind("open country", "read_land", ("hex",), ("hexes",)),
        "dots": MapKind("a map of kind dots", "read_dots", ("dot",), ("dots",), ("floor",), ("floor",)),
        "hex": MapKind(
            "a map of kind hex",
            "read_deck",
            ("level", "hex"),
            ("areas", "hexes"),
            ("hexes", "facing"),
            ("level",),
            {"hex": "hexes"},
        ),
    }
)


def kind_of(data: Mapping[str, Any]) -> MapKind:
    """The kind of a ``map`` block; open country is the kind ``hex`` with a block ``land``."""
    return KINDS["land" if "land" in data else data["kind"]]
