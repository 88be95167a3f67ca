"""The artist for each kind of map."""

from __future__ import annotations

from builder.draw.maps.map_artist import MapArtist
from builder.draw.maps.map_look import MapLook, require_map
from builder.draw.surface.context import DrawingContext
from builder.scenario.model import Scenario


def map_artist(scenario: Scenario, context: DrawingContext, look: MapLook | None = None) -> MapArtist:
    """The artist for a scenario's kind of map; without ``look`` it draws every layer."""
    require_map(scenario, context, look)
    return _class_for(scenario.map.kind)(scenario, context, look)


def _class_for(kind: str) -> type[MapArtist]:
    """The class of a kind of map; only its own modules are imported."""
    match kind:
        case "hex":
            from builder.draw.maps.deck_artist import DeckArtist

            return DeckArtist
        case "dots":
            from builder.draw.maps.dot_artist import DotArtist

            return DotArtist
        case "land":
            from builder.draw.maps.open.land_artist import LandArtist

            return LandArtist
    from builder.draw.maps.open.table_artist import TableArtist

    return TableArtist
