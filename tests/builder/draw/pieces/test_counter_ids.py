"""The ids of counters: a letter for each unit, so that no two pieces of a kit have the same one."""

from __future__ import annotations

import pytest
from kits import scenario_of
from soak import every, times

from builder.draw.pieces.counter_ids import numbered_ids
from builder.draw.pieces.counters import CounterArtist
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme

NAMES = ("brood-debt", "static", "candle", "pump-hut", "dead-air")


@pytest.mark.parametrize("name", every(times(2, 1), NAMES))
def test_no_two_counters_of_a_kit_have_the_same_id(name: str) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme("default"))
    ids = [id for ids in CounterArtist(context).ids(scenario).values() for id in ids]
    ids += [member.id for force in scenario.forces for member in force.members]
    assert ids
    assert len(set(ids)) == len(ids)


def test_an_id_has_the_first_letter_that_is_free() -> None:
    names = [("SCOUT", 1), ("SHADE", 2), ("SIEGE", 1), ("ODD", 1), ("SCOUT", 1)]
    assert numbered_ids(names) == [("S1",), ("H1", "H2"), ("G1",), ("O1",), ("S2",)]


def test_an_id_has_no_letter_of_listed_figures() -> None:
    assert numbered_ids([("BRUTE", 1)], taken={"B", "R"}) == [("T1",)]
