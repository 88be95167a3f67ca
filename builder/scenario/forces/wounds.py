"""The wounds that units can take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdb import Entry, Ruleset

if TYPE_CHECKING:
    from builder.scenario.model import Force


def max_wounds(game: Ruleset, unit: Entry) -> int:
    """The wounds that kill a unit: of its scores, or of the game's table of hits; 0 if neither has any."""
    scores = unit.get("scores", {})
    return int(scores["wounds"]) if "wounds" in scores else hits(game, "hits", unit)


def hits(game: Ruleset, name: str, unit: Entry) -> int:
    """The hits that a unit takes before something happens to it, such as ``slowed``; 0 without a row."""
    table = game.table(game.teams[name]) if name in game.teams else None
    if table is None or unit.slug not in table.axes[0].labels:
        return 0
    return int(table.lookup(**{table.axes[0].name: unit.slug}).result)


def lost_wounds(game: Ruleset, force: Force) -> int:
    """The wounds that each unit of a force has lost at the start."""
    return 0 if force.wounds is None else max(0, max_wounds(game, force.unit) - force.wounds)
