"""The artist for each kind of map."""

from __future__ import annotations

from collections.abc import Mapping

from builder.draw.maps.deck_artist import DeckArtist
from builder.draw.maps.dot_artist import DotArtist
from builder.draw.maps.map_artist import MapArtist
from builder.draw.maps.map_look import MapLook, require_map
from builder.draw.maps.open_artists import LandArtist, TableArtist
from builder.draw.surface.context import DrawingContext
from builder.scenario.model import Scenario

_ARTISTS: Mapping[str, type[MapArtist]] = {
    "hex": DeckArtist,
    "land": LandArtist,
    "table": TableArtist,
    "dots": DotArtist,
}


def map_artist(scenario: Scenario, context: DrawingContext, look: MapLook | None = None) -> MapArtist:
    """The artist for a scenario's kind of map; without ``look`` it draws every layer."""
    require_map(scenario, context, look)
    return _ARTISTS[scenario.map.kind](scenario, context, look)
