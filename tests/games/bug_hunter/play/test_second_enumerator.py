"""Legal moves and attacks, counted again by slow code that knows only the map and the printed costs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from bug_hunter_games import LIBRARY, library_play

from builder.boards.spots import Place
from builder.games.bug_hunter.play.play import BugHunterPlay
from builder.games.bug_hunter.play.state import CAGED, HELD, OFF, SUITED, State
from builder.playtest.dice import DiceBox
from builder.playtest.play import Decision, Ending, Roll

FIRST_STEPS, ENOUGH = 900, 12


def slow_moves(play: BugHunterPlay, state: State, unit: int, points: int) -> set[Place]:
    """Every place within some points on the level, found by walking every way there is."""
    stage, decks = play.stage, play.stage.ground.decks
    places = stage.ground.places
    human = unit < len(stage.people)
    edge_at = {frozenset(edge.ends): number for number, edge in enumerate(stage.ground.edges)}
    enemies = {
        places[cell]
        for other, cell in enumerate(state.at)
        if cell != OFF
        and (other < len(stage.people)) != human
        and state.health[other] < 2
        and not state.flags[other] & CAGED
    }
    slow = {each.place for each in decks.features if each.kind == "machinery"}
    berths = [set(decks.ends(berth.level, berth.side)) for berth in decks.berths]
    best: dict[Place, int] = {}
    waiting = [(places[state.at[unit]], 0)]
    while waiting:
        here, spent = waiting.pop()
        if best.get(here, 99) <= spent:
            continue
        best[here] = spent
        if here in enemies and spent:
            continue
        for _, hex in decks.grid.around(here.hex):
            there = Place(here.level, hex)
            if there not in stage.ground.cell_at:
                continue
            cost = 2 if there in slow else 1
            cost += 4 if {here, there} in berths else 0
            cost += 1 if human and state.flags[unit] & SUITED else 0
            inside = (here in decks.area_at, there in decks.area_at)
            if decks.area_at.get(here) != decks.area_at.get(there):
                cells = frozenset((stage.ground.cell_at[here], stage.ground.cell_at[there]))
                number = edge_at[cells]
                door = decks.doors.get((here.level, decks.grid.hexside(here.hex, _way(decks, here, there))))
                if number not in state.open:
                    airs = {state.air[area] for area in stage.ground.edges[number].areas}
                    if door is None or (door.kind == "airtight" and len(airs) > 1):
                        continue
                    held = number in state.held
                    cost += {"interior": (1, 0), "airtight": (3, 1)}[door.kind][held]
            elif inside == (False, False) and decks.site == "ship":
                continue
            if spent + cost <= points:
                waiting.append((there, spent + cost))
    return set(best)


def _way(decks, here: Place, there: Place):  # type: ignore[no-untyped-def]
    return next(direction for direction, hex in decks.grid.around(here.hex) if hex == there.hex)


@pytest.mark.parametrize(
    "path", [path for path in LIBRARY if path.stem in ("dead-air", "ninth-hour")], ids=str
)
def test_the_places_of_moves_are_those_of_a_slow_search(path: Path) -> None:
    play = library_play(path, "stacking=any")
    state, box, rng = play.start(), DiceBox(4, 0), random.Random(4)
    stage = play.stage
    lifts = set(stage.ground.shaft_at)
    compared = 0
    for _ in range(FIRST_STEPS):
        step = play.next(state)
        if isinstance(step, Ending) or compared == ENOUGH:
            break
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
            continue
        actions = play.actions(state, step)
        if step.what == "move" and compared < ENOUGH:
            compared += compare(play, state, step, actions, lifts)
        play.apply(state, step, rng.choice(actions))
    assert compared == ENOUGH


def compare(play: BugHunterPlay, state: State, step: Decision, actions, lifts: set[int]) -> bool:  # type: ignore[no-untyped-def]
    """Compare the places of a move on the level, without lifts; whether there was something to compare."""
    stage, unit = play.stage, step.subject[0]
    here = state.at[unit]
    if state.flags[unit] & HELD or here in lifts or stage.ground.is_outside(here):
        return False
    if not (unit < len(stage.people)) and stage.brood(unit).is_swarm:
        return False
    points = state.agenda[-1][2]
    level = stage.ground.level[here]
    places = stage.ground.places
    fast = {places[int(action[1])] for action in actions if action[0] == "to"}
    slow = slow_moves(play, state, unit, points) - {places[here]}
    outside = {place for place in places if place not in stage.ground.decks.area_at}
    skip = outside | {places[cell] for cell in lifts}
    assert {place for place in fast if place.level == level} - skip == slow - skip
    return True


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_attacks_are_offered_exactly_against_those_in_reach(path: Path) -> None:
    play = library_play(path)
    state, box, rng = play.start(), DiceBox(9, 0), random.Random(9)
    stage = play.stage
    for _ in range(FIRST_STEPS // 3):
        step = play.next(state)
        if isinstance(step, Ending):
            break
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
            continue
        actions = play.actions(state, step)
        if step.what == "task" and step.side == "pred" and not state.flags[step.subject[0]] & HELD:
            unit = step.subject[0]
            listed = {int(action[1]) for action in actions if action[0] == "attack"}
            assert listed <= set(stage.people)
            for human in stage.people:
                near = state.at[human] == state.at[unit] != OFF
                if near and state.size[unit] and ("move",) in actions:
                    assert human in listed
                if state.at[human] != OFF and human in listed:
                    assert stage.ground.far[state.at[unit]][state.at[human]] <= 1
        play.apply(state, step, rng.choice(actions))
