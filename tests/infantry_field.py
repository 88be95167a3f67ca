"""A small scenario of Advanced Infantry for tests of its play, with the troopers that a test needs."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from play_scripts import act

from builder.boards.spots import DotPlace
from builder.games.advanced_infantry.play.infantry_play import InfantryPlay
from builder.games.advanced_infantry.play.state import DEAD, NOBODY, State
from builder.playtest.assumptions import choose_assumptions
from builder.playtest.play import Decision
from builder.scenario.load import load_scenario, scenario_from
from rulesdb.yaml_source import parse_yaml

FIELD = (Path(__file__).parent / "games" / "advanced_infantry" / "field.yaml").read_text(encoding="utf-8")
LIBRARY = sorted(Path("scenarios/advanced_infantry").glob("*.yaml"))
LEADER, GUNNER, HELPER, MATE, KITE, ROOKIE = range(6)
CHIEF, BREN, ROCKET, FLAME, LAUNCHER, GUARD = range(6, 12)
HMG, LMG = 0, 1
Changes = tuple[tuple[str, str], ...]


@functools.cache
def field_play(*swaps: str, turns: int = 4, changes: Changes = ()) -> InfantryPlay:
    """The play of the field, with some of its text changed."""
    text = FIELD
    for old, new in (*changes, ("turns: 4", f"turns: {turns}")):
        assert old in text, old
        text = text.replace(old, new)
    scenario = scenario_from(parse_yaml(text, "field.yaml"))
    return InfantryPlay(scenario, choose_assumptions(scenario.ruleset, swaps))


@functools.cache
def library_play(path: Path) -> InfantryPlay:
    """The play of a scenario of the library."""
    scenario = load_scenario(path)
    return InfantryPlay(scenario, choose_assumptions(scenario.ruleset))


def cell(play: InfantryPlay, label: str) -> int:
    """The cell of a dot, as ``0405``, or of one of its floors, as ``1909/2``; a tunnel is ``/-1``."""
    number, _, floor = label.partition("/")
    dot = play.setting.ground.dots.lattice.read(number)
    assert dot is not None
    return play.setting.ground.cell_of[DotPlace(dot, int(floor or 0))]


def stand(play: InfantryPlay, places: Mapping[int, str], *, side: int = 0, rolls: bool = False) -> State:
    """A state in turn 1 with some troopers on dots: in the part of a side, or before the rolls for it."""
    state = play.start()
    setting = play.setting
    state.agenda, state.turn, state.side, state.first = [], 1, side, side
    for unit in range(len(state.cell)):
        state.cell[unit] = cell(play, places[unit]) if unit in places else DEAD
        state.left[unit] = setting.points(state, unit)
    for number, gunner in enumerate(state.gunner):
        if gunner not in places:
            state.gunner[number], state.gun[gunner] = NOBODY, NOBODY
    state.part = [part if part >= 0 and state.gunner[part] >= 0 else NOBODY for part in state.part]
    if rolls:
        state.push(("first", 0, 0), ("parts",), ("end-turn",))
    else:
        state.push(("activate", side), ("end-part", side), ("end-turn",))
    return state


def aim(play: InfantryPlay, state: State, gun: int, facing: str) -> None:
    """Have a crewed weapon set up where its gunner is, with an arc."""
    unit = state.gunner[gun]
    state.aim[gun] = play.setting.ground.arcs.index(facing)
    state.place[gun] = state.cell[unit]
    state.part = [NOBODY if part == gun else part for part in state.part]


def options(play: InfantryPlay, state: State, *names: str) -> set[tuple[Any, ...]]:
    decision = play.next(state)
    assert isinstance(decision, Decision), decision
    return {action for action in play.actions(state, decision) if action[0] in names}


def go(play: InfantryPlay, state: State, label: str) -> None:
    act(play, state, "go", cell(play, label))
    play.next(state)
