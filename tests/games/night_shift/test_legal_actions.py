"""Legal actions against a second enumerator, which is slow and shares no code with the first.

It knows the map from the text of the field, and the figures from the rules.
"""

from __future__ import annotations

import math
import random

import pytest
from night_shift import field_play
from soak import times

from builder.playtest.dice import DiceBox
from builder.playtest.generic import GenericPlay
from builder.playtest.generic.state import MOVED, PINNED, State
from builder.playtest.play import Action, Decision, Ending, Roll

COLUMNS, ROWS = 15, 11
ROUGH, PITS = {"0404", "0503", "1305"}, {"0505", "1502"}
CROSSED, WALLED = {frozenset(("0808", "0807")), frozenset(("0808", "0909"))}, {frozenset(("0808", "0807"))}
MOVEMENT = {"fitter": 4, "guard": 4, "loader": 3, "borer": 5, "nymph": 6, "spitter": 4}
REACH = {"fitter": ("rivet-gun", 6), "guard": ("carbine", 9), "spitter": ("spit", 5)}
LABELS = [f"{column:02}{row:02}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]


def _point(label: str) -> tuple[float, float]:
    """The middle of a hex, one hex being 1 from side to side."""
    column, row = int(label[:2]), int(label[2:])
    return column * math.sqrt(3) / 2, row + (0.5 if column % 2 == 0 else 0.0)


NEAR = {
    one: [other for other in LABELS if other != one and math.dist(_point(one), _point(other)) < 1.01]
    for one in LABELS
}


def _hexes(one: str, other: str) -> int:
    """The rings around one hex, until the other is in one."""
    ring, seen, count = {one}, {one}, 0
    while other not in ring:
        ring = {each for label in ring for each in NEAR[label]} - seen
        seen |= ring
        count += 1
    return count


def _touch(one: str, other: str) -> bool:
    return other in NEAR[one] and frozenset((one, other)) not in WALLED


def _walk(start: str, points: int, enemies: set[str]) -> set[str]:
    """Every hex within some points, by trying all steps again and again."""
    halts = {label for label in LABELS if any(_touch(label, enemy) for enemy in enemies)}
    spent = {start: 0}
    while True:
        before = dict(spent)
        for here, used in before.items():
            if here in halts and here != start:
                continue
            for there in NEAR[here]:
                cost = (2 if there in ROUGH else 1) * (2 if frozenset((here, there)) in CROSSED else 1)
                if there in PITS | enemies or used + cost > points:
                    continue
                spent[there] = min(used + cost, spent.get(there, 99))
        if spent == before:
            return set(spent)


def _expected(play: GenericPlay, state: State, decision: Decision) -> set[Action]:
    """What a unit can do, apart from playing cards."""
    setting, unit = play.setting, decision.subject[0]
    spots = setting.ground.board.spots
    at = {other: "{:02}{:02}".format(*spots[cell].hex) for other, cell in enumerate(state.cell) if cell >= 0}
    here, side = at[unit], setting.units[unit].side
    kind = setting.kinds[setting.units[unit].kind].slug
    foes = {other: label for other, label in at.items() if setting.units[other].side != side}
    if decision.what == "move":
        points = MOVEMENT[kind] - (state.bearer[0] == unit) + state.extra
        cells = {"{:02}{:02}".format(*spot.hex): cell for cell, spot in enumerate(spots)}
        taken = set(at.values())
        walked = _walk(here, points, set(foes.values()))
        return {("stay",), *(("go", cells[label]) for label in walked if label not in taken)}
    actions: set[Action] = {("pass",)}
    if here == "1506" and side == 0 and not state.flags[unit] & PINNED:
        actions.add(("leave", 0))
    near = {other for other, label in foes.items() if _touch(here, label)}
    actions |= {("strike", 1, "", other, -1) for other in near}
    if not near and kind in REACH:
        weapon, most = REACH[kind]
        sees = setting.scenario.map.sight(setting.scenario.ruleset)
        for other, label in foes.items():
            if _hexes(here, label) <= most and sees(spots[state.cell[unit]], spots[state.cell[other]]):
                actions.add(("fire", 0, weapon, other, -1))
    return actions


@pytest.mark.parametrize("seed", range(times(1, 30)))
def test_moves_and_attacks_are_those_that_the_rules_allow(seed: int) -> None:
    play = field_play()
    state, box, rng = play.start(), DiceBox(seed, 0), random.Random(seed)
    compared = 0
    while not isinstance(step := play.next(state), Ending) and compared < 40:
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
            continue
        actions = play.actions(state, step)
        if step.what in ("move", "attack"):
            plain = {
                action for action in actions if action[0] != "hurry" and (len(action) < 5 or action[4] < 0)
            }
            assert plain == _expected(play, state, step), (step, state.flags[step.subject[0]] & MOVED)
            compared += 1
        play.apply(state, step, rng.choice(actions))
    assert compared > 10
