"""The reader of each kind of map. To add a kind, add it here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from builder.scenario.map_reader import MapReader
from builder.scenario.read_deck import DeckReader
from builder.scenario.read_dots import DotsReader
from builder.scenario.read_land import LandReader
from builder.scenario.read_table import TableReader

READERS: Mapping[str, type[MapReader]] = MappingProxyType(
    {"table": TableReader, "land": LandReader, "dots": DotsReader, "hex": DeckReader}
)


def reader_of(data: Mapping[str, Any]) -> type[MapReader]:
    """The reader for a ``map`` block; open country is the kind ``hex`` with a block ``land``."""
    return READERS["land" if "land" in data else data["kind"]]
