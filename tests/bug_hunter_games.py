"""Games of Bug Hunter to test, and a small station to play them on."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from builder.games.bug_hunter.play.play import BugHunterPlay, make_play
from builder.games.bug_hunter.play.state import State
from builder.playtest.assumptions import choose_assumptions
from builder.playtest.dice import DiceBox
from builder.playtest.play import Decision, Ending, Roll, Thrown
from builder.scenario.load import load_scenario, scenario_from
from rulesdb.yaml_source import parse_yaml

LIBRARY = sorted(Path("scenarios/bug_hunter").glob("*.yaml"))

STATION = """\
scenario:
  {id: station, title: Station, game: bug-hunter, version: 1.0.0, authors: [A], players: 2, length: short,
   tagline: T., summary: S.}
map:
  kind: hex
  title: Station
  site: ship
  columns: 12
  rows: 7
  hex_size: 18
  atmosphere: {outside: vacuum, inside: benign}
  levels:
    - id: upper
      title: Upper
      areas:
        lock: {name: Lock, kind: airlock, hexes: "0203-0303"}
        hall: {name: Hall, kind: corridor, hexes: "0403-0803"}
        room: {name: Room, hexes: "0405-0805"}
        den: {name: Den, hexes: "0903-1105"}
      doors: {0203/NW: airtight, 0303/SE: airtight, 0803/SE: airtight}
      machinery: {obstructing: "0605", explosive: "1005"}
      lockers: "0403"
forces:
  - id: crew
    title: Crew
    side: human
    unit: crew
    roster: standard-crew
    members:
      - {row: 3, id: "01", name: Ann, weapon: machine-pistol}
      - {row: 4, id: "02", name: Ben, weapon: electric-prod}
  - {id: bugs, title: Bugs, side: pred, unit: individual-pred, roster: standard-preds, species: stranglers,
     count: 2, dummies: 1, panic: 3}
setup:
  zones:
    - {id: hall, title: Hall, areas: [hall]}
    - {id: den, title: Den, areas: [den]}
  placements:
    - {force: crew, zone: hall, text: Anywhere.}
    - {force: bugs, zone: den, text: Anywhere.}
schedule: {turns: 4}
victory:
  - {side: human, grade: decisive, when: All Preds are dead.}
  - {side: pred, grade: decisive, when: All humans are dead.}
"""


@functools.cache
def library_play(path: Path, *swaps: str) -> BugHunterPlay:
    """The play of a scenario of the library."""
    scenario = load_scenario(path)
    return make_play(scenario, choose_assumptions(scenario.ruleset, swaps))


@functools.cache
def station(*swaps: str, changes: tuple[tuple[str, str], ...] = ()) -> BugHunterPlay:
    """The play of the small station, with some of its text changed."""
    text = STATION
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    scenario = scenario_from(parse_yaml(text, "station.yaml"))
    return make_play(scenario, choose_assumptions(scenario.ruleset, swaps))


def cell(play: BugHunterPlay, label: str, level: int = 0) -> int:
    """The cell of a hex."""
    ground = play.stage.ground
    hex = ground.decks.grid.read(label)
    return next(at for at, place in enumerate(ground.places) if place.hex == hex and place.level == level)


def blank(play: BugHunterPlay, places: Mapping[int, str]) -> State:
    """A game in its first round with counters in some hexes, and nothing else to do."""
    state = play.start()
    state.agenda = []
    state.turn = state.round = 1
    state.panic = 3
    for unit, label in places.items():
        state.at[unit] = cell(play, label)
        state.size[unit] = max(1, state.size[unit])
    return state


Chooser = Callable[[Decision, Sequence[tuple[str | int, ...]]], int]


def run(
    play: BugHunterPlay,
    state: State,
    dice: Sequence[int] = (),
    choose: Chooser = lambda decision, actions: 0,
    seed: int = 0,
) -> list[Decision | Roll | Ending]:
    """Play on until nothing is left to do; the dice show ``dice`` first, and are then thrown."""
    box, totals, steps = DiceBox(seed, 0), list(dice), []
    while True:
        step = play.next(state)
        steps.append(step)
        if isinstance(step, Ending):
            return steps
        if isinstance(step, Roll):
            thrown = Thrown(totals[0], (totals.pop(0),)) if totals else box.throw(step)
            play.thrown(state, step, thrown)
        else:
            actions = play.actions(state, step)
            play.apply(state, step, actions[choose(step, actions)])


def by_chance(seed: int) -> Chooser:
    """Choose any action."""
    rng = random.Random(seed)
    return lambda decision, actions: rng.randrange(len(actions))
