"""A small scenario of Bugged! for tests of its play, with the forces that a test needs."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from builder.boards.spots import Place
from builder.games.bugged.play import make_play
from builder.games.bugged.play.bugged_play import BuggedPlay
from builder.games.bugged.play.ground import FACINGS
from builder.games.bugged.play.state import DEAD, State
from builder.playtest.assumptions import choose_assumptions
from builder.scenario.load import load_scenario, scenario_from
from rulesdb.yaml_source import parse_yaml

FIELD = (Path(__file__).parent / "games" / "bugged" / "field.yaml").read_text(encoding="utf-8")
LIBRARY = sorted(Path("scenarios/bugged").glob("*.yaml"))
ONE, TWO, TANK, WARRIOR, OTHER, SPITTER = range(6)
# The same places with androids against hunters.
ANDROIDS = (
    (
        "unit: veteran-marine, count: 2, cards: {nuke-em: 1, revenge: 1}",
        "unit: android-trooper, count: 2, cards: {destruct: 1, transform: 1}",
    ),
    ("unit: hover-tank", "unit: strider"),
    (
        "unit: warrior-bug, count: 2, cards: {swarm: 1, tunnel-trap: 1}",
        "unit: hunter-blaster, count: 2, cards: {telepathy: 1, tracker: 1}",
    ),
    ("unit: spitter", "unit: hunter-stalker"),
)
Changes = tuple[tuple[str, str], ...]


@functools.cache
def field_play(*swaps: str, turns: int = 4, changes: Changes = ()) -> BuggedPlay:
    """The play of the field, with some of its text changed."""
    text = FIELD
    for old, new in (*changes, ("turns: 4", f"turns: {turns}")):
        assert old in text, old
        text = text.replace(old, new)
    scenario = scenario_from(parse_yaml(text, "field.yaml"))
    return make_play(scenario, choose_assumptions(scenario.ruleset, swaps))


@functools.cache
def library_play(path: Path) -> BuggedPlay:
    """The play of a scenario of the library."""
    scenario = load_scenario(path)
    return make_play(scenario, choose_assumptions(scenario.ruleset))


def cell(play: BuggedPlay, label: str) -> int:
    """The cell of a hex."""
    hex = play.setting.scenario.land_map.grid.read(label)
    assert hex is not None
    return play.setting.ground.board.cell_of[Place(0, hex)]


def stand(play: BuggedPlay, places: Mapping[int, str], *, mover: int = 0, rolls: bool = False) -> State:
    """A state in turn 1 with some units in hexes as ``0405`` or ``0405/N``: before the roll, or after it."""
    state = play.start()
    state.agenda = []
    state.turn, state.mover, state.first = 1, mover, mover
    state.bearer = [-1] * len(state.bearer)
    for unit in range(len(state.cell)):
        state.cell[unit] = DEAD
    for unit, place in places.items():
        label, _, facing = place.partition("/")
        state.cell[unit] = cell(play, label)
        names = [each.value for each in FACINGS]
        state.facing[unit] = names.index(facing) if facing else 0
    state.push(*[("initiative", 0, 0)] * rolls, ("activate",), ("end-turn",))
    return state
