"""Vehicles that make breaches where they dock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from builder.boards.board import Board
from builder.boards.deck_fronts import fronts
from builder.geometry.hexgrid import Direction
from builder.scenario.model import Vehicle


def docked(board: Board[Any], vehicles: Iterable[Vehicle]) -> Board[Any]:
    """The board with the breaches that vehicles next to a hull make in the first round.

    Source: bug-hunter 315.6
    """
    decks = board.decks
    if decks is None:
        return board
    pairs = [
        (front.place, front.against)
        for vehicle in vehicles
        if vehicle.kind.get("breaches") and vehicle.facing
        for front in fronts(decks, vehicle.region, Direction(vehicle.facing))
        if front.place not in decks.area_at and front.against in decks.area_at
    ]
    return replace(decks, docks=tuple(pairs)) if pairs else board
