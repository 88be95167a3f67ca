"""The effects of hits, attacks and acid on bugs, troopers and Craft."""

from __future__ import annotations

from builder.games.mobile_infantry.play.roster import BUGS, TANK
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import (
    BUSY,
    DEAD,
    FRENZIED,
    LANDED,
    NOBODY,
    ROUT,
    TOSSED,
    WOUNDED,
    State,
)  # fmt: skip


def hit_bug(setting: Setting, state: State, bug: int, hits: int) -> None:
    """Hits on a bug, which may kill it; a Tank Bug that is only wounded retreats.

    Source: mobile-infantry Firefights 1, Movement
    """
    kind = setting.units[bug].kind
    state.hits[bug] += hits
    if state.hits[bug] >= setting.figures.hits_to_kill[kind]:
        state.kills[BUGS.index(kind)] += 1
        remove_bug(setting, state, bug, DEAD)
    elif hits and kind == TANK:
        state.push(("retreat", bug))


def remove_bug(setting: Setting, state: State, bug: int, where: int) -> None:
    """Take a bug off the table; a trooper whom it has pinned is left badly wounded.

    Source: mobile-infantry Close Combat
    """
    victim = setting.victim_of(state, bug)
    if victim >= 0:
        state.pinned[victim] = NOBODY
        state.flags[victim] |= WOUNDED
    state.cell[bug] = where
    state.hits[bug] = state.inches[bug] = 0
    state.flags[bug] &= ~(LANDED | BUSY | FRENZIED)
    state.group[bug] = NOBODY


def kill_trooper(setting: Setting, state: State, trooper: int) -> None:
    """A trooper dies; his team has to take a test, and others if it was the last of the team.

    Source: mobile-infantry Reaction Tests
    """
    team = setting.units[trooper].team
    here = state.cell[trooper]
    state.cell[trooper] = DEAD
    state.pinned[trooper] = NOBODY
    state.flags[trooper] &= ~(WOUNDED | TOSSED)
    state.casualties[team] += 1
    if not setting.alive(state, team):
        state.mood[team] = 0
        for other in witnesses(setting, state, team, [here]):
            state.push(("test", other))


def hit_craft(setting: Setting, state: State, craft: int, hits: int) -> None:
    """Hits on a Craft, which may destroy it.

    Source: mobile-infantry Navy Pilots (house)
    """
    state.hits[craft] += hits
    if state.hits[craft] >= setting.figures.craft_hits:
        state.cell[craft] = DEAD


def witnesses(setting: Setting, state: State, team: int, cells: list[int]) -> list[int]:
    """The other teams that are near and in sight of what happens to a team, unless they rout, too."""
    near, ground = setting.figures.witnesses, setting.ground
    return [
        other
        for other in range(len(setting.teams))
        if other != team
        and state.mood[other] != ROUT
        and any(
            ground.distance(state.cell[unit], cell) <= near and ground.sees(state.cell[unit], cell)
            for unit in setting.alive(state, other)
            for cell in cells
        )
    ]
