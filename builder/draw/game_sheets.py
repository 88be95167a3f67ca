"""The drawings of a game that differ from those of other games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Flow
from builder.draw.surface.wording import Words
from builder.extensions import module_of_game
from builder.scenario.model import Force, Scenario
from rulesdb import Ruleset


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a record sheet: heading, share of the width, and boxes or circles in each row."""

    head: str
    share: float
    boxes: int = 0
    circles: int = 0


ForceFlow = Callable[[Scenario, Force, DrawingContext], Flow]
"""Writes the record of a force."""


@dataclass(frozen=True, slots=True)
class GameSheets:
    """The drawings of a game that differ from those of other games.

    Attributes:
        listed_teams: the record of a force whose teams list their figures.
        figure_columns: the columns of a blank record sheet of a team.
        map_notes: more notes under the key of a scenario's map.
    """

    listed_teams: ForceFlow | None = None
    figure_columns: Callable[[Ruleset, Words], Sequence[Column]] | None = None
    map_notes: Callable[[Scenario, Words], Sequence[str]] | None = None


def sheets_of(game: Ruleset) -> GameSheets:
    """``SHEETS`` of the game's module ``sheets``; without one, the game has no drawings of its own."""
    sheets: GameSheets = getattr(module_of_game(game.id, "sheets"), "SHEETS", GameSheets())
    return sheets
