"""The compiled ground has the same lines of sight and costs as the map."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from bug_hunter_games import LIBRARY, cell, library_play, station

from builder.games.bug_hunter.play.terrain.reach import ways_of
from builder.games.bug_hunter.play.terrain.sightlines import Sightlines

DEAD_AIR = next(path for path in LIBRARY if path.stem == "dead-air")


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_lines_of_sight_are_those_of_the_map(path: Path) -> None:
    stage = library_play(path).stage
    ground, sight = stage.ground, stage.ground.sight
    looks = ground.decks.sight(stage.game)
    starts = [edge.starts_open or edge.starts_held for edge in ground.edges]
    rng = random.Random(1)
    cells = range(len(ground.places))
    for _ in range(150):
        eye, target = rng.choice(cells), rng.choice(cells)
        ways = sight.doors[eye].get(target, ())
        sees = target in sight.clear[eye] or any(all(starts[edge] for edge in way) for way in ways)
        assert sees == looks(ground.places[eye], ground.places[target])


def test_the_walk_of_the_first_turn_of_dead_air_takes_all_eight_points() -> None:
    play = library_play(DEAD_AIR)
    state = play.start()
    quill = 0
    state.at[quill] = cell(play, "1304")
    ways = ways_of(play.stage, state, quill, 8)
    assert ways.arrivals[cell(play, "1005")].spent == 8
    assert ways.arrivals[cell(play, "1305")].spent == 2
    assert cell(play, "0905") not in ways.arrivals


def test_a_door_that_is_held_open_costs_less() -> None:
    play = station()
    state = play.start()
    state.at[0] = cell(play, "0703")
    door = next(
        number
        for number, edge in enumerate(play.stage.ground.edges)
        if {cell(play, "0803"), cell(play, "0904")} == set(edge.ends)
    )
    spent = [ways_of(play.stage, state, 0, 8).arrivals[cell(play, "0904")].spent]
    state.held = frozenset({door})
    spent.append(ways_of(play.stage, state, 0, 8).arrivals[cell(play, "0904")].spent)
    assert spent == [5, 3]


def test_kept_lines_of_sight_are_those_that_were_drawn() -> None:
    sight = station().stage.ground.sight
    assert Sightlines.read(sight.written()) == sight
    assert any(sight.doors)
    for data in (b"", b"[]", sight.written()[:-1]):
        with pytest.raises(ValueError, match=r"."):
            Sightlines.read(data)
