"""Legal actions against a second enumerator, which is slow and shares no code with the first.

It knows the table from the file of the field, and the figures from the book.
"""

from __future__ import annotations

import math
import random

import pytest
from mobile_field import field_play

from builder.games.mobile_infantry.play.mobile_infantry_play import MobileInfantryPlay
from builder.games.mobile_infantry.play.state import (
    GETTING_UP,
    JAMMED,
    NO_ADVANCE,
    RELOADING,
    ROUT,
    TOSSED,
    WOUNDED,
    State,
)  # fmt: skip
from builder.playtest.dice import DiceBox
from builder.playtest.play import Action, Decision, Ending, Roll

Point = tuple[float, float]
WIDTH, DEPTH = 40, 30
RANGES = {"assault-rifle": 24, "mini-gun": 24}


def _point(cell: int) -> Point:
    """The middle of an inch of the table, counted row by row."""
    return cell % WIDTH + 0.5, cell // WIDTH + 0.5


def _is_bad(x: float, y: float) -> bool:
    """Woods and marsh."""
    return math.dist((x, y), (5, 25)) <= 2 or (18 <= x <= 22 and 20 <= y <= 24)


def _crosses(one: Point, other: Point, screen: tuple[float, float, float, float]) -> bool:
    """Whether a line goes through a rectangle that contains neither end, by following it in small steps."""
    west, north, east, south = screen

    def inside(x: float, y: float) -> bool:
        return west <= x <= east and north <= y <= south

    if inside(*one) or inside(*other):
        return False
    return any(inside(*_between(one, other, part / 400)) for part in range(401))


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _hits(one: Point, other: Point, middle: Point, radius: float) -> bool:
    """Whether a line goes through a circle that contains neither end."""
    if min(math.dist(one, middle), math.dist(other, middle)) <= radius:
        return False
    return any(math.dist(_between(one, other, part / 400), middle) <= radius for part in range(401))


def _is_clearly_seen(one: int, other: int) -> bool | None:
    """Whether two cells see each other; ``None`` if a line only grazes something."""
    a, b = _point(one), _point(other)
    answers = set()
    for slack in (-0.05, 0.05):
        blocked = _hits(a, b, (30, 5), 3 + slack) or _hits(a, b, (5, 25), 2 + slack)
        blocked = blocked or _crosses(a, b, (1 - slack, 1 - slack, 5 + slack, 4 + slack))
        answers.add(not blocked)
    return answers.pop() if len(answers) == 1 else None


def _ables(state: State, team: int) -> list[int]:
    helpless = WOUNDED | TOSSED | GETTING_UP
    return [
        unit
        for unit in field_play().setting.teams[team].members
        if state.cell[unit] >= 0 and not state.flags[unit] & helpless and state.pinned[unit] < 0
    ]


def _known_bugs(state: State) -> list[int]:
    return [
        bug
        for bug in field_play().setting.bugs
        if state.cell[bug] >= 0 and (state.group[bug] < 0 or state.known_since[state.group[bug]])
    ]


def _away(one: int, other: int) -> float:
    return math.dist(_point(one), _point(other))


def _moves(state: State, team: int, move: str, clear: float, bad: float) -> set[Action]:
    """Where a team can go: near cells, and every second row and column of the others."""
    leader = _ables(state, team)[0]
    here, taken = state.cell[leader], set(state.cell)
    actions: set[Action] = {("stay",)}
    for cell in range(WIDTH * DEPTH):
        away = _away(here, cell)
        column, row = cell % WIDTH, cell // WIDTH
        if cell in taken or (away > 1.5 and (column % 2 or row % 2)):
            continue
        points = [_between(_point(here), _point(cell), share) for share in (0, 0.25, 0.5, 0.75, 1)]
        # Bad going is that of the inch that a point is in.
        is_bad = any(_is_bad(int(x) + 0.5, int(y) + 0.5) for x, y in points)
        if away > (bad if is_bad else clear) + 1e-4:
            continue
        if state.mood[team] == NO_ADVANCE and any(
            _away(cell, state.cell[bug]) < _away(here, state.cell[bug]) - 1e-6 for bug in _known_bugs(state)
        ):
            continue
        if team == 0 and not _stays_near(state, here, cell, 6 if move == "march" else 12):
            continue
        actions.add(("go", cell))
    return actions


def _stays_near(state: State, here: int, cell: int, limit: float) -> bool:
    """Whether the command team stays near a fire team, or comes nearer to one."""
    others = [state.cell[unit] for unit in range(4, 12) if state.cell[unit] >= 0]
    if not others:
        return True
    after = min(_away(cell, other) for other in others)
    before = min(_away(here, other) for other in others)
    return after <= limit or after < before - 1e-6


def _volley(state: State, team: int) -> set[Action] | None:
    """What a team can fire at; ``None`` if a line of sight is too close to call."""
    shooters = [
        unit
        for unit in _ables(state, team)
        if state.mood[team] != ROUT and not state.flags[unit] & (RELOADING | JAMMED) and state.rounds[unit]
    ]
    actions: set[Action] = {("hold",)}
    full = any(
        field_play().setting.units[unit].weapon == "assault-rifle" and state.rounds[unit] == 5
        for unit in shooters
    )
    for bug in _known_bugs(state):
        near = [
            unit
            for unit in shooters
            if _away(state.cell[unit], state.cell[bug]) <= RANGES[field_play().setting.units[unit].weapon]
        ]
        seen = [_is_clearly_seen(state.cell[unit], state.cell[bug]) for unit in near]
        if None in seen and True not in seen:
            return None
        if True in seen:
            actions |= {("fire", bug, fire) for fire in range(1 + full)}
    close = [
        bug
        for bug in _known_bugs(state)
        if any(
            _away(state.cell[unit], state.cell[bug]) <= 12
            for unit in field_play().setting.teams[team].members
            if state.cell[unit] >= 0
        )
    ]
    if len(shooters) > 1 and len(close) > 1:
        actions.add(("split",))
    return actions


def _victims(state: State, bug: int) -> set[Action]:
    """Whom a bug can attack."""
    here = state.cell[bug]
    actions: set[Action] = set()
    for team in field_play().setting.teams:
        men = [unit for unit in team.members if state.cell[unit] >= 0]
        if any(_away(state.cell[unit], here) <= 3 for unit in men):
            actions |= {
                ("attack", unit)
                for unit in men
                if state.pinned[unit] < 0 and _away(state.cell[unit], here) < 9
            }
    craft = (unit for unit in field_play().setting.craft if state.cell[unit] >= 0)
    return actions | {("attack", unit) for unit in craft if _away(state.cell[unit], here) <= 3}


def _expected(state: State, step: Decision) -> set[Action] | None:
    task = state.agenda[-1]
    if task[0] == "move":
        return _moves(state, *task[1:])
    if task[0] == "volley":
        return _volley(state, task[1])
    return _victims(state, task[1]) if task[0] == "attack" else None


@pytest.mark.parametrize("seed", [1, 2])
def test_the_actions_of_every_decision_are_those_of_a_second_enumerator(seed: int) -> None:
    compared = {"move": 0, "volley": 0, "attack": 0}
    for game in range(2):
        _compare(field_play(), seed, game, compared)
    assert compared["move"] > 20
    assert compared["volley"] > 10
    assert compared["attack"] > 3


def _compare(play: MobileInfantryPlay, seed: int, game: int, compared: dict[str, int]) -> None:
    state, box, rng = play.start(), DiceBox(seed, game), random.Random(seed)
    while not isinstance(step := play.next(state), Ending):
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
            continue
        actions = play.actions(state, step)
        expected = _expected(state, step)
        if expected is not None:
            assert set(actions) == expected, (step, state.turn)
            compared[str(state.agenda[-1][0])] += 1
        play.apply(state, step, rng.choice(actions))


def test_two_decisions_deep_the_number_of_ways_is_that_of_a_second_enumerator() -> None:
    play, rng = field_play(), random.Random(4)
    state = play.start()
    while not (isinstance(step := play.next(state), Decision) and step.what == "move"):
        if isinstance(step, Roll):
            play.thrown(state, step, DiceBox(rng.randrange(99), 0).throw(step))
        else:
            play.apply(state, step, rng.choice(play.actions(state, step)))
    ways = slow = 0
    for action in play.actions(state, step):
        after = state.copy()
        play.apply(after, step, action)
        following = play.next(after)
        if isinstance(following, Decision) and following.what == "move":
            ways += len(play.actions(after, following))
            slow += len(_moves(after, *after.agenda[-1][1:]))
    assert ways == slow > 100
