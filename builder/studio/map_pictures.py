"""The maps of scenarios as the page shows them: everything that a referee sees, by layer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from builder.draw.maps.map_artist import MapArtist
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import Theme, load_theme
from builder.scenario.forces.counter_colors import families_of_sides
from builder.scenario.model import Scenario
from builder.studio.document import State
from builder.studio.map_layers import Layers, layers_of
from rulesdb import Ruleset


@dataclass(frozen=True, slots=True)
class Picture:
    """A view of a map: its layers, and how its spots lie on them."""

    layers: Layers
    grid: Mapping[str, Any]


class MapPictures:
    """Draws the maps of scenarios, one at a time; contexts are made once for each game and its counters."""

    def __init__(self) -> None:
        self._theme: Theme = load_theme()
        self._contexts: dict[tuple[str, ...], tuple[Ruleset, DrawingContext]] = {}
        self._lock = Lock()

    def views(self, state: State) -> dict[str, str]:
        """The ids and titles of the views of a map."""
        return dict(self._artist(state).views)

    def picture(self, state: State, view: str) -> Picture:
        """A view of the map of a state that has a model; the first one if there is no such view."""
        # A second drawing of the same map only has to wait for the first.
        with self._lock:
            artist = self._artist(state)
            artist.context.memo.begin()
            views = artist.views
            drawn = artist.view(view if view in views else next(iter(views)))
            return Picture(layers_of(drawn.drawing), drawn.grid)

    def _artist(self, state: State) -> MapArtist:
        scenario = state.scenario
        assert scenario is not None
        return map_artist(scenario, self._context(scenario), MapLook(secrets=True))

    def _context(self, scenario: Scenario) -> DrawingContext:
        game = scenario.ruleset
        key = (game.id, *families_of_sides(scenario))
        if key not in self._contexts or self._contexts[key][0] is not game:
            self._contexts[key] = game, DrawingContext.of_scenario(scenario, self._theme)
        return self._contexts[key][1]
