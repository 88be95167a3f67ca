"""The game of the folder in ``examples/``, Night Shift, and a field for its play."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from builder.boards.spots import Place
from builder.playtest.assumptions import choose_assumptions
from builder.playtest.generic import GenericPlay
from builder.playtest.generic.state import DEAD, State
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from rulesdb import Library, Ruleset
from rulesdb.yaml_source import parse_yaml

GAMES = Path(__file__).resolve().parents[1] / "examples" / "games"
FOLDER = GAMES / "night_shift"
LIBRARY = Library({"night-shift": FOLDER})
SCENARIOS = {path.stem: path for path in sorted((FOLDER / "scenarios").glob("*.yaml"))}
Changes = tuple[tuple[str, str], ...]

ONE, TWO, GUARD, LOADER, BORER, OTHER, NYMPH, SPITTER = range(8)
FIELD = """\
scenario: {id: field, title: Field, game: night-shift, version: 1.0.0, authors: [Tests], players: 2,
  length: short, summary: A field for tests.}
map:
  kind: hex
  title: Field
  columns: 15
  rows: 11
  hex_size: 10
  land:
    terrain: {rubble: "0404 0503", trench: "1305", scrub: "0702", pit: "0505 1502"}
    obstacles: {0808/N: wall, 0808/SE: hedge}
forces:
  - {id: fitters, title: Fitters, side: shift, unit: fitter, count: 2, cards: {steady-hands: 1, overtime: 1}}
  - {id: guard, title: Guard, side: shift, unit: guard, count: 1, cards: {double-time: 1}}
  - {id: loader, title: Loader, side: shift, unit: loader, count: 1}
  - {id: borers, title: Borers, side: brood, unit: borer, count: 2, cards: {frenzy: 1, scent: 1}}
  - {id: nymph, title: Nymph, side: brood, unit: nymph, count: 1}
  - {id: spitter, title: Spitter, side: brood, unit: spitter, count: 1}
setup:
  zones:
    - {id: west, title: West, hexes: "0104-0208"}
    - {id: east, title: East, hexes: "1304-1408"}
  placements:
    - {force: fitters, zone: west}
    - {force: guard, zone: west}
    - {force: loader, zone: west}
    - {force: borers, zone: east}
    - {force: nymph, zone: east}
    - {force: spitter, zone: east}
schedule: {turns: 4}
objectives:
  - {id: stone, title: Stone, side: shift, hex: "0806", done_by: {in: here}, done_at: last turn}
  - {id: gate, title: Gate, side: shift, hex: "1506", done_by: {left_by: here, who: shift}}
victory:
  - {side: shift, grade: win, when: {any: [{done: stone}, {standing: brood, at_most: 0}]}}
  - {side: brood, grade: win, when: {standing: shift, at_most: 0}, at: once}
  - {side: brood, grade: draw, when: otherwise}
special_rules:
  - id: key
    title: The key
    text: A fitter carries it, a point slower.
    effects: [{item: key, title: the key, carried_by: fitters, plus: -1}]
"""


@functools.cache
def ruleset() -> Ruleset:
    """The game."""
    return LIBRARY.open("night-shift")


@functools.cache
def scenario_of(name: str) -> Scenario:
    """A scenario of the game's folder."""
    return load_scenario(SCENARIOS[name], library=LIBRARY)


@functools.cache
def library_play(name: str) -> GenericPlay:
    """The play of a scenario of the game's folder."""
    return GenericPlay(scenario_of(name), choose_assumptions(ruleset()))


@functools.cache
def field_play(*swaps: str, turns: int = 4, changes: Changes = ()) -> GenericPlay:
    """The play of the field, with some of its text changed."""
    text = FIELD
    for old, new in (*changes, ("turns: 4", f"turns: {turns}")):
        assert old in text, old
        text = text.replace(old, new)
    scenario = scenario_from(parse_yaml(text, "field.yaml"), LIBRARY)
    return GenericPlay(scenario, choose_assumptions(scenario.ruleset, swaps))


def cell(play: GenericPlay, label: str) -> int:
    """The cell of a hex."""
    hex = play.setting.scenario.land_map.grid.read(label)
    assert hex is not None
    return play.setting.ground.board.cell_of[Place(0, hex)]


def stand(play: GenericPlay, places: Mapping[int, str], *, mover: int = 0, rolls: bool = False) -> State:
    """A state in turn 1 with some units in hexes as ``0405``, before the roll for who goes first or after."""
    state = play.start()
    state.agenda = []
    state.turn, state.mover = 1, mover
    state.bearer = [-1] * len(state.bearer)
    state.cell = [DEAD] * len(state.cell)
    for unit, label in places.items():
        state.cell[unit] = cell(play, label)
    first = [("first", 0, (), (0, 1))] * rolls
    state.push(*first, ("activate",), ("end-turn",))
    return state
