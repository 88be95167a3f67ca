"""The view of a side: the MI do not see bugs that nobody has spotted."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from builder.games.mobile_infantry.play.roster import BRAIN, BUGS, FLYER, MI, SIDES, WARRIOR
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import NOBODY, WAITING, State
from builder.playtest.dice import throw

# Places that are tried for a group before one in sight has to do.
_TRIES = 20


def seen_by(setting: Setting, state: State, side: int) -> State:
    """A state without what is hidden from a side.

    Source: mobile-infantry Spotting Bugs
    """
    if SIDES[side] != MI or not any(setting.is_hidden(state, bug) for bug in setting.bugs):
        return state.copy()
    seen = state.copy()
    for bug in setting.living(state, setting.bugs):
        if setting.is_hidden(state, bug):
            seen.cell[bug], seen.origin[bug] = WAITING, NOBODY
            seen.places[state.group[bug]] = NOBODY
            seen.hits[bug] = seen.inches[bug] = 0
            seen.group[bug] = NOBODY
    return seen


def guessed(setting: Setting, state: State, side: int, rng: random.Random) -> State:
    """A whole state from one that a side sees: each group that nobody has spotted is somewhere out of sight.

    Of such a group, the MI know its kind. How many bugs it has is rolled as the rules roll it.
    """
    whole = state.copy()
    if SIDES[side] != MI:
        return whole
    for group, place in enumerate(state.places):
        if place == NOBODY:
            _hide(setting, whole, group, rng)
    return whole


def _hide(setting: Setting, state: State, group: int, rng: random.Random) -> None:
    """Put a group where no trooper is near enough to see it."""
    ground = setting.ground
    kind = BUGS[state.kinds[group]]
    cells = _lairs(setting, state, kind)
    place = cells[0]
    for _ in range(_TRIES):
        place = rng.choice(cells)
        if not _is_in_sight(setting, state, place):
            break
    state.places[group] = place
    row = ground.away(place)
    for each, number in _numbers(setting, kind, rng):
        # The figures of hidden bugs are among those that the MI see nowhere.
        unseen = [
            bug
            for bug in setting.in_box(state, each)
            if state.cell[bug] == WAITING and not (state.hits[bug] or state.inches[bug])
        ]
        for bug in unseen[:number]:
            state.cell[bug] = ground.nearest_of(ground.free(row < 1e6, state.cell), row)
            state.group[bug], state.origin[bug] = group, state.cell[bug]


def _numbers(setting: Setting, kind: str, rng: random.Random) -> Iterator[tuple[str, int]]:
    """How many bugs of which kinds there are in a group."""
    if kind == BRAIN:
        yield BRAIN, 1
        yield WARRIOR, _rolled(setting.tables.dice("brain-bug-guard", "warriors"), rng)
    else:
        yield kind, _rolled(setting.tables.dice("bug-number", kind), rng)


def _rolled(dice: str, rng: random.Random) -> int:
    return int(dice) if dice.isdigit() else throw(dice, rng).total


def _lairs(setting: Setting, state: State, kind: str) -> Sequence[int]:
    """Where a group can be: in tunnels, in cover, or anywhere if it flies."""
    ground = setting.ground
    below = range(ground.surface, len(ground.spots))
    is_below = any(state.cell[unit] >= ground.surface for unit in setting.troopers)
    if below and (kind == BRAIN or is_below):
        return below
    cover = [cell for cell in range(ground.surface) if ground.is_cover[cell]]
    return cover if cover and kind != FLYER else range(ground.surface)


def _is_in_sight(setting: Setting, state: State, place: int) -> bool:
    ground, far = setting.ground, setting.figures.spotting
    return any(
        ground.distance(state.cell[unit], place) <= far and ground.sees(state.cell[unit], place)
        for unit in setting.living(state, setting.troopers)
    )
