"""Legal actions against a second enumerator, which is slow and shares no code with the first."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

import pytest
from handspan_field import field_play

from builder.games.handspan.play.handspan_play import HandspanPlay
from builder.games.handspan.play.roster import GUNS
from builder.games.handspan.play.state import Flag, State
from builder.playtest.dice import DiceBox
from builder.playtest.play import Action, Decision, Ending, Roll
from rulesdb import open_game

GAME = open_game("handspan")
PLAY = field_play()
SPOTS = PLAY.setting.ground.board.spots
SPAN, CLIMB, FINGER = 7 * 2.54, 2 * 2.54, 3 * 2.54
RANGES = {"assault-rifle": (30, 100), "sniper-rifle": (50, math.inf), "submachine-gun": (15, 30),
          "squad-machine-gun": (50, math.inf)}  # fmt: skip


def _away(one: int, other: int) -> float:
    return math.dist(SPOTS[one], SPOTS[other])


def _adjacent(one: int, other: int) -> bool:
    return one != other and _away(one, other) < 3.6


def _rough(cell: int) -> bool:
    return math.dist(SPOTS[cell], (12, 12)) <= 6


def _walk(start: int, far: float) -> set[int]:
    """Every cell within a move, by trying all steps of the lattice again and again."""
    spent = {start: 0.0}
    while True:
        before = dict(spent)
        for cell, used in before.items():
            for x, y in itertools.product(range(-2, 3), repeat=2):
                if math.gcd(x, y) != 1:
                    continue
                column, row = cell % 24 + x, cell // 24 + y
                if not (0 <= column < 24 and 0 <= row < 24):
                    continue
                there = row * 24 + column
                pace = min(far, CLIMB) if _rough(cell) or _rough(there) else far
                total = used + round(math.hypot(x, y) * 250) / 100 / pace
                if total <= 1 + 1e-6 and total < spent.get(there, math.inf):
                    spent[there] = total
        if spent == before:
            return set(spent) - {start}


def _coarse(start: int, cell: int) -> bool:
    near = abs(start % 24 - cell % 24) <= 2 and abs(start // 24 - cell // 24) <= 2
    return near or (cell % 24 % 2 == 0 and cell // 24 % 2 == 0)


def _free(state: State, cell: int) -> bool:
    return cell not in state.cell


def _on_table(state: State, numbers: Sequence[int]) -> list[int]:
    return [number for number in numbers if state.cell[number] >= 0]


def _slow(play: HandspanPlay, state: State, decision: Decision) -> set[Action] | None:
    """The legal actions of some kinds of decision; ``None`` for the others."""
    if decision.what == "fire":
        return _shots(state, decision.subject[0])
    if decision.what == "move" and decision.side == "human":
        return _human_moves(state, decision.subject[0])
    if decision.what == "move":
        return _bug_moves(state, decision.subject[0])
    return None


def _human_moves(state: State, human: int) -> set[Action]:
    actions: set[Action] = {("stay",)}
    here, flags = state.cell[human], state.flags[human]
    if not flags & Flag.LOADED and state.warheads[human]:
        actions.add(("reload",))
    if any(_adjacent(here, state.cell[bug]) for bug in _on_table(state, range(6, 12))):
        return actions
    for other in _on_table(state, range(6)):
        if not _adjacent(here, state.cell[other]):
            continue
        is_hurt, theirs = flags & Flag.WOUNDED, state.flags[other]
        if not is_hurt and theirs & Flag.WOUNDED and not theirs & (Flag.MOVED | Flag.HELPED):
            actions.add(("help", other))
        bugs = _on_table(state, range(6, 12))
        jumped = any(
            _adjacent(state.cell[other], state.cell[bug]) for bug in bugs if not state.flags[bug] & Flag.FRESH
        )
        has_gun = state.weapon[human] == GUNS.index("squad-machine-gun")
        if is_hurt and has_gun and not theirs & Flag.WOUNDED and not jumped:
            actions.add(("pass", other))
    for cell in _walk(here, FINGER if flags & Flag.WOUNDED else SPAN):
        if _coarse(here, cell) and _free(state, cell):
            actions.add(("go", cell))
    return actions


def _bug_moves(state: State, bug: int) -> set[Action]:
    actions: set[Action] = {("stay",)}
    if state.flags[bug] & Flag.STOPPED:
        return actions
    spans = (1 if bug == 10 else 2) - bool(state.flags[bug] & Flag.SLOWED)
    here = state.cell[bug]
    for cell in range(24 * 24):
        if cell == here or _away(here, cell) > spans * SPAN + 1e-6 or not _free(state, cell):
            continue
        beside = any(_adjacent(cell, state.cell[human]) for human in _on_table(state, range(6)))
        if spans and (_coarse(here, cell) or beside):
            actions.add(("go", cell))
    return actions


def _shots(state: State, human: int) -> set[Action]:
    actions: set[Action] = {("hold",)}
    here, flags = state.cell[human], state.flags[human]
    bugs = _on_table(state, range(6, 12))
    humans = _on_table(state, range(6))

    def jumped(number: int) -> bool:
        return any(
            _adjacent(state.cell[number], state.cell[bug])
            for bug in bugs
            if not state.flags[bug] & Flag.FRESH
        )

    if flags & (Flag.FIRED | Flag.DELAYED) or jumped(human):
        return actions
    sees = PLAY.setting.scenario.map.sight(GAME)
    seen = [bug for bug in bugs if sees(SPOTS[here], SPOTS[state.cell[bug]])]
    gun = GUNS[state.weapon[human]]
    is_usable = gun != "squad-machine-gun" or not flags & Flag.WOUNDED
    reach = [bug for bug in seen if _away(here, state.cell[bug]) <= RANGES[gun][1]] if is_usable else []
    support = sum(
        _adjacent(here, state.cell[other]) and state.weapon[other] == state.weapon[human]
        and not state.flags[other] & (Flag.FIRED | Flag.DELAYED) and not jumped(other)
        and (gun != "squad-machine-gun" or not state.flags[other] & Flag.WOUNDED)
        for other in humans
    )  # fmt: skip
    dice = {}
    for bug in reach:
        base = {"assault-rifle": 3, "sniper-rifle": 4, "submachine-gun": 3, "squad-machine-gun": 5}[gun]
        hidden = math.dist(SPOTS[state.cell[bug]], (45, 52)) <= 5 or _rough(state.cell[bug])
        hidden = hidden or (10 <= SPOTS[state.cell[bug]][0] <= 18 and 45 <= SPOTS[state.cell[bug]][1] <= 53)
        hampered = bool(flags & (Flag.MOVED | Flag.WOUNDED | Flag.HELPED))
        dice[bug] = base - hampered - hidden + bool(flags & Flag.BONUS)
        helpers = range(min(support, 2) + 1)
        actions |= {("fire", bug, number) for number in helpers if dice[bug] + number > 0}
        if flags & Flag.BONUS:
            actions |= {("save", bug, number) for number in helpers if dice[bug] - 1 + number > 0}
    if gun != "sniper-rifle":
        for one, other in itertools.combinations(reach, 2):
            if _adjacent(state.cell[one], state.cell[other]) and dice[one] == dice[other]:
                actions |= {("split", one, other, number) for number in range(1, dice[one])}
    if state.grenades[human]:
        far = (4 if flags & (Flag.MOVED | Flag.HELPED) else 7) * 2.54
        actions |= {("throw", bug) for bug in seen if _away(here, state.cell[bug]) <= far}
        taken = {state.cell[bug] for bug in bugs}
        actions |= {
            ("lob", cell)
            for cell in range(24 * 24)
            if taken
            and cell not in (here, *taken)
            and _away(here, cell) <= far + 1e-6
            and _coarse(here, cell)
            and sees(SPOTS[here], SPOTS[cell])
        }
    still = not flags & (Flag.MOVED | Flag.HELPED | Flag.RELOADED)
    if flags & Flag.LOADED and still and not state.launched:
        spotters = [state.cell[other] for other in humans if not jumped(other)]
        for bug in bugs:
            if any(sees(SPOTS[cell], SPOTS[state.cell[bug]]) for cell in spotters):
                actions |= {("launch", bug, 0), ("launch", bug, 1)}
    return actions


def _decisions(seed: int, most: int) -> list[tuple[State, Decision]]:
    """The decisions of a game by chance, each with the state before it."""
    state, box, rng, decisions = PLAY.start(), DiceBox(seed, 0), random.Random(seed), []
    for _ in range(most):
        step = PLAY.next(state)
        if isinstance(step, Ending):
            break
        if isinstance(step, Roll):
            PLAY.thrown(state, step, box.throw(step))
            continue
        decisions.append((state.copy(), step))
        # Bugs that attack, so that humans are wounded and jumped.
        actions = PLAY.actions(state, step)
        PLAY.apply(state, step, rng.choice(actions[-4:] if step.side == "bug" else actions))
    return decisions


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_actions_of_every_decision_are_those_of_a_second_enumerator(seed: int) -> None:
    compared = 0
    for state, decision in _decisions(seed, 200):
        wanted = _slow(PLAY, state, decision)
        actions = PLAY.actions(state, decision)
        assert len(set(actions)) == len(actions) >= 1
        if wanted is not None and (decision.what == "fire" or compared % 3 == 0):
            assert set(actions) == wanted, (decision, state.turn)
        compared += wanted is not None
    assert compared > 20


def test_two_decisions_deep_the_number_of_ways_is_that_of_a_second_enumerator() -> None:
    state, decision = next(
        (state, decision)
        for state, decision in _decisions(5, 400)
        if decision.what == "fire" and len(PLAY.actions(state, decision)) > 2
    )
    ways = slow = 0
    for action in PLAY.actions(state, decision):
        after = state.copy()
        PLAY.apply(after, decision, action)
        box = DiceBox(1, 0)
        step = PLAY.next(after)
        while isinstance(step, Roll):
            PLAY.thrown(after, step, box.throw(step))
            step = PLAY.next(after)
        if isinstance(step, Decision):
            ways += len(PLAY.actions(after, step))
            slow += len(_slow(PLAY, after, step) or PLAY.actions(after, step))
    assert ways == slow > 2
