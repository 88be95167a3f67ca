"""The view of a side: everything except enemies below ground."""

from __future__ import annotations

import random

from builder.boards.spots import TUNNEL
from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import UNKNOWN, State


def seen_by(setting: Setting, state: State, side: int) -> State:
    """A state without the enemies in tunnels whom nobody in the same tunnel sees.

    Source: advanced-infantry Advanced Terrain
    """
    floor, cell = setting.ground.floor, state.cell
    below = [
        unit
        for unit, own in enumerate(setting.side_of)
        if own != side and cell[unit] >= 0 and floor[cell[unit]] == TUNNEL
    ]
    if not below:
        return state
    own_units = setting.on_map(state, side)
    hidden = [
        unit for unit in below if not any(setting.sight.sees(cell[own], cell[unit]) for own in own_units)
    ]
    if not hidden:
        return state
    seen = state.copy()
    for unit in hidden:
        seen.cell[unit] = UNKNOWN
    return seen


def guessed(setting: Setting, state: State, side: int, rng: random.Random) -> State:
    """A whole state from one that a side sees: hidden enemies are somewhere in the tunnels, out of sight."""
    whole = state.copy()
    hidden = [unit for unit, cell in enumerate(state.cell) if cell == UNKNOWN]
    if not hidden:
        return whole
    own_units = setting.on_map(state, side)
    dark = [
        cell
        for cell, floor in enumerate(setting.ground.floor)
        if floor == TUNNEL and not any(setting.sight.sees(state.cell[own], cell) for own in own_units)
    ]
    for unit in hidden:
        free = [cell for cell in dark if cell not in whole.cell] or dark
        if free:
            whole.cell[unit] = rng.choice(free)
    return whole
