"""Whoever plays better wins more, and it does not matter on which end of a map a side begins."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import mean, variance

import pytest
from bug_hunter_games import LIBRARY, library_play
from soak import WHOLE, every, times

from builder.games.bug_hunter.play.counsel.plans import Plan, plan_for
from builder.games.bug_hunter.play.play import BugHunterPlay, make_play
from builder.games.bug_hunter.play.state import OFF
from builder.playtest.assumptions import choose_assumptions
from builder.playtest.dice import DiceBox
from builder.playtest.match import play_match
from builder.playtest.play import Ending, Roll
from builder.playtest.players import GreedyPlayer, OfficerPlayer, RandomPlayer
from builder.scenario.load import scenario_from
from rulesdb.yaml_source import parse_yaml

GRADES = {"decisive": 2, "marginal": 1, "minor": 1}
# The intervals of 99.9 % and 95 % of a normal distribution; reports give the latter.
WIDTH, USUAL_WIDTH = 3.29, 1.96

# Column 14 - c is the mirror of column c, and has the same parity.
MIRROR = """\
scenario:
  {id: mirror, title: Mirror, game: bug-hunter, version: 1.0.0, authors: [A], players: 2, length: short,
   tagline: T., summary: S.}
map:
  kind: hex
  title: Mirror
  site: ship
  columns: 13
  rows: 7
  hex_size: 18
  atmosphere: {outside: vacuum, inside: benign}
  levels:
    - id: deck
      title: Deck
      areas:
        west: {name: West, hexes: "0202-0405"}
        hall: {name: Hall, kind: corridor, hexes: "0503-0904"}
        east: {name: East, hexes: "1002-1205"}
      doors: {0403/SE: interior, 1003/SW: interior}
forces:
  - id: crew
    title: Crew
    side: human
    unit: crew
    roster: standard-crew
    members:
      - {row: 1, id: "01", name: Ann, weapon: machine-pistol}
      - {row: 2, id: "02", name: Ben, weapon: screecher}
      - {row: 3, id: "03", name: Cid, weapon: machine-pistol}
      - {row: 4, id: "04", name: Dot, weapon: electric-prod}
  - {id: bugs, title: Bugs, side: pred, unit: individual-pred, roster: standard-preds,
     species: lightning-bugs, count: 3, dummies: 1, panic: 2}
setup:
  zones:
    - {id: humans, title: Humans, areas: [HUMANS]}
    - {id: preds, title: Preds, areas: [PREDS]}
  placements:
    - {force: crew, zone: humans, text: Anywhere.}
    - {force: bugs, zone: preds, text: Anywhere.}
schedule: {turns: 3}
victory:
  - {side: human, grade: decisive, when: {standing: crew, at_least: 4}}
  - {side: pred, grade: decisive, when: otherwise}
"""


@functools.cache
def mirror(humans: str, preds: str) -> BugHunterPlay:
    """The map with the sides at two ends."""
    scenario = scenario_from(
        parse_yaml(MIRROR.replace("HUMANS", humans).replace("PREDS", preds), "mirror.yaml")
    )
    return make_play(scenario, choose_assumptions(scenario.ruleset, ()))


def wins(play: BugHunterPlay, games: int) -> int:
    """The games that the humans win, with officers on both sides."""
    players = {side: OfficerPlayer() for side in play.sides}
    return sum(play_match(play, players, 11, game).ending.side == "human" for game in range(games))


@pytest.mark.parametrize("path", every(2, LIBRARY), ids=lambda path: path.stem)
def test_a_cached_plan_equals_a_new_one(path: Path) -> None:
    play = library_play(path)
    stage, state, box = play.stage, play.start(), DiceBox(1, 0)
    player, kept = OfficerPlayer(), 0
    for side in play.sides:
        player.begin(side, play, random.Random(1))
    for _ in range(times(300, 5000)):
        step = play.next(state)
        if isinstance(step, Ending):
            break
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
            continue
        view, before = play.view(state, step.side), stage.plans.get(step.side)
        plan, fresh = plan_for(stage, view.state, step.side), Plan(stage, view.state, step.side)
        kept += plan is before
        units = [unit for unit in range(stage.cast.units) if state.at[unit] != OFF]
        for unit in units if plan is before else ():
            assert plan.title_of(unit) == fresh.title_of(unit)
            assert plan.field_of(unit) == fresh.field_of(unit)
            cells = range(0, len(stage.ground.places), 9)
            assert plan.outlook.worth_of(unit, cells) == fresh.outlook.worth_of(unit, cells)
        actions = play.actions(state, step)
        play.apply(state, step, actions[player.choose(view, step, actions)])
    assert kept > 50


@pytest.mark.soak
def test_a_map_that_is_its_own_mirror_is_even_from_both_ends() -> None:
    games = times(12, 2000)
    west, east = wins(mirror("west", "east"), games), wins(mirror("east", "west"), games)
    share = (west + east) / (2 * games)
    assert 0 < share < 1
    assert abs(west - east) <= WIDTH * sqrt(2 * games * share * (1 - share))


@functools.cache
def endings(play: BugHunterPlay, human: type, pred: type, games: int) -> Sequence[Ending]:
    """How games end with these players."""
    players = {"human": human(), "pred": pred()}
    return [play_match(play, players, 5, game).ending for game in range(games)]


def grades(play: BugHunterPlay, player: type, other: type, side: str, games: int) -> list[int]:
    """What each game is worth to a side: 2 and 1 for its victories, less than nothing for others."""
    human, pred = (player, other) if side == "human" else (other, player)
    played = endings(play, human, pred, games)
    return [GRADES[ending.grade] * (1 if ending.side == side else -1) for ending in played]


@pytest.mark.parametrize("side", ["human", "pred"])
@pytest.mark.parametrize("weaker", [RandomPlayer, GreedyPlayer])
def test_an_officer_does_better_than_weaker_players(side: str, weaker: type) -> None:
    play, games = mirror("west", "east"), times(16, 1000)
    best, worse = (grades(play, player, OfficerPlayer, side, games) for player in (OfficerPlayer, weaker))
    assert sum(best) > sum(worse)


@pytest.mark.soak
@pytest.mark.skipif(not WHOLE, reason="needs many whole games")
@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
@pytest.mark.parametrize("side", ["human", "pred"])
@pytest.mark.parametrize("weaker", [RandomPlayer, GreedyPlayer])
def test_an_officer_does_better_in_every_scenario(path: Path, side: str, weaker: type) -> None:
    play, games = library_play(path), 200
    best, worse = (grades(play, player, OfficerPlayer, side, games) for player in (OfficerPlayer, weaker))
    spread = sqrt((variance(best) + variance(worse)) / games)
    assert mean(best) - mean(worse) > USUAL_WIDTH * spread
