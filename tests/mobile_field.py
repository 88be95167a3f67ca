"""A small scenario of Mobile Infantry for tests of its play."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path

from builder.games.mobile_infantry.play import make_play
from builder.games.mobile_infantry.play.mobile_infantry_play import MobileInfantryPlay
from builder.games.mobile_infantry.play.state import DEAD, State
from builder.playtest.assumptions import choose_assumptions
from builder.playtest.play import Decision, Roll, Thrown
from builder.scenario.load import load_scenario, scenario_from
from rulesdb.yaml_source import parse_yaml

FIELD = (Path(__file__).parent / "games" / "mobile_infantry" / "field.yaml").read_text(encoding="utf-8")
LIBRARY = sorted(Path("scenarios/mobile_infantry").glob("*.yaml"))
LIEUTENANT, SERGEANT, OTHER_SERGEANT, RADIO = range(4)
RED = (4, 5, 6, 7)
GUNNER = 7
BLUE = (8, 9, 10, 11)
COMMAND, RED_TEAM, BLUE_TEAM = range(3)
WARRIOR, SECOND, THIRD = 12, 13, 14
FLYER, TANK, OTHER_TANK = 18, 20, 21
CRAFT = 22
# Tunnels below the field, with the Brain Bug in the last chamber.
TUNNELS = (
    ("mission: bravo-two-zero", "mission: the-head-hunters"),
    (
        "forces:\n",
        "  tunnels:\n"
        "    entrances: [{id: in, name: In, at: [10, 5], used: true}]\n"
        "    chambers:\n"
        "      - {id: room, name: Room, at: [10, 22], diameter: 10}\n"
        "      - {id: lair, name: Lair, at: [32, 24], diameter: 8}\n"
        "    tunnels: [{from: in, to: room, width: 4}, {from: room, to: lair, width: 4}]\n"
        "forces:\n",
    ),
    (
        "  - {id: tanks,",
        "  - {id: brain, title: Brain Bug, side: bug, unit: brain-bug, count: 1, arrival: in its chamber}\n"
        "  - {id: tanks,",
    ),
)
Changes = tuple[tuple[str, str], ...]
Point = tuple[float, float]


@functools.cache
def field_play(*swaps: str, turns: int = 6, changes: Changes = ()) -> MobileInfantryPlay:
    """The play of the field, with some of its text changed."""
    text = FIELD
    for old, new in (*changes, ("turns: 6", f"turns: {turns}")):
        assert old in text, old
        text = text.replace(old, new)
    scenario = scenario_from(parse_yaml(text, "field.yaml"))
    return make_play(scenario, choose_assumptions(scenario.ruleset, swaps))


@functools.cache
def library_play(path: Path) -> MobileInfantryPlay:
    """The play of a scenario of the library."""
    scenario = load_scenario(path)
    return make_play(scenario, choose_assumptions(scenario.ruleset))


def cell(play: MobileInfantryPlay, point: Point) -> int:
    """The cell at a point above ground."""
    return play.setting.ground.cell_at(*point)


def stand(play: MobileInfantryPlay, places: Mapping[int, Point], *tasks: tuple[object, ...]) -> State:
    """A state in round 2 in which some units are at points, the others dead, and bugs are known."""
    state = play.start()
    state.agenda = []
    state.turn = 2
    state.experience = [2, 1, 0]
    for unit in range(len(state.cell)):
        state.cell[unit] = DEAD if unit < CRAFT else -1
    for unit, point in places.items():
        state.cell[unit] = cell(play, point)
        state.origin[unit] = state.cell[unit]
    state.push(*tasks)
    return state


def roll(play: MobileInfantryPlay, state: State, *faces: Sequence[int] | int) -> list[str]:
    """Throw the dice that are due with these faces, one item for each roll; returns their notations."""
    dice = []
    for each in faces:
        request = play.next(state)
        assert isinstance(request, Roll), request
        rolled = (each,) if isinstance(each, int) else tuple(each)
        play.thrown(state, request, Thrown(sum(rolled), rolled))
        dice.append(request.dice)
    return dice


def row(units: Sequence[int], start: Point) -> dict[int, Point]:
    """Units side by side, an inch apart."""
    return {unit: (start[0], start[1] + number) for number, unit in enumerate(units)}


# A decision that follows when nothing else is left to do.
STOP = ("place", COMMAND)


def next_decision(play, state: State) -> Decision:  # type: ignore[no-untyped-def]
    decision = play.next(state)
    assert isinstance(decision, Decision), decision
    return decision


def options(play, state: State, name: str) -> set[tuple[str | int, ...]]:  # type: ignore[no-untyped-def]
    return {action for action in play.actions(state, next_decision(play, state)) if action[0] == name}


def make_group(state: State, bugs: list[int], *, known_since: int = 0) -> None:
    """Make bugs a group that appeared in round 1."""
    for bug in bugs:
        state.group[bug] = len(state.places)
    state.places.append(state.cell[bugs[0]])
    state.kinds.append(0)
    state.follows.append(1)
    state.appeared.append(1)
    state.known_since.append(known_since)
