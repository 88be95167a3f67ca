"""The colors of tracks: those of the counters of the side, or of the marker, that they are for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builder.draw.pieces.counter_look import CounterLook
from builder.draw.surface.color_vision import blend
from builder.draw.surface.theme import Theme
from builder.scenario.forces.counter_colors import family_of_side
from builder.scenario.model import Scenario
from rulesdb import Ruleset

_HEAD, _STRIPE = 0.75, 0.3


@dataclass(frozen=True, slots=True)
class TrackColors:
    """The colors of a track: its heading, the heads of its columns, and every second line."""

    band: str = "band"
    head: str = "panel"
    stripe: str = "panel"


def side_colors(scenario: Scenario | None, side: str, theme: Theme) -> TrackColors:
    """The colors of the counters of a side; those of the game if it has none."""
    if scenario is None:
        return TrackColors()
    return _of_family(family_of_side(scenario, side), theme)


def track_colors(
    game: Ruleset, track: Mapping[str, Any], scenario: Scenario | None, theme: Theme
) -> TrackColors:
    """The colors of a track that is for a side, or ends with a marker; otherwise those of the game."""
    if "ends_with" in track:
        marker = game.find("marker", track["ends_with"]["marker"])
        return _of_family(str(marker["family"]), theme)
    return side_colors(scenario, track.get("side", ""), theme)


def _of_family(family: str, theme: Theme) -> TrackColors:
    # Without ink for bands, all tracks look alike.
    if not family or theme.saves_ink:
        return TrackColors()
    look, paper = CounterLook(theme, family), theme["paper"]
    return TrackColors(look.band, blend(look.field, paper, _HEAD), blend(look.field, paper, _STRIPE))
