"""Legal actions against a second enumerator, which is slow and shares no code with the first.

It knows the map from the file of the field, and the figures from the book.
"""

from __future__ import annotations

import math
import random

from infantry_field import field_play

from builder.games.advanced_infantry.play.infantry_play import InfantryPlay
from builder.games.advanced_infantry.play.state import (
    COWERS,
    ENTANGLED,
    FLOWN,
    FLYING,
    PRONE,
    WEARS_PACK,
    State,
)  # fmt: skip
from builder.playtest.dice import DiceBox
from builder.playtest.play import Action, Decision, Ending, Roll

PLAY = field_play()
COLUMNS, ROWS = 30, 16
Spot = tuple[int, int, int]
"""A column, a row and a floor."""

SLOW = {
    (7, 3): 3,
    (7, 5): 4,
    (7, 7): 6,
    (7, 9): 4,
    (7, 11): 4,
    (7, 12): 4,
    (8, 11): 4,
    (8, 12): 4,
    (11, 7): 3,
}
DEEP = {(7, 11), (7, 12), (8, 11), (8, 12)}
TRENCH, TREE = {(9, 3), (9, 4)}, (11, 9)
HIGH = {(3, 1), (3, 2), (4, 1), (4, 2)}
HUT = {(column, row) for column in (18, 19, 20) for row in (8, 9, 10)}
DRAIN = [(14, 13), (15, 13), (16, 13), (17, 13)]
# What it costs to pass between two dots side by side; None if nobody does.
WALLS = {
    frozenset({(13, 3), (13, 4)}): 5, frozenset({(14, 3), (14, 4)}): None, frozenset({(15, 3), (15, 4)}): 5,
    frozenset({(17, 9), (18, 9)}): 0, frozenset({(19, 7), (19, 8)}): 5,
}  # fmt: skip


def _middle(column: int, row: int) -> tuple[float, float]:
    return column * math.sqrt(3) / 2, row + (0.5 if column % 2 == 0 else 0.0)


def _near(one: tuple[int, int]) -> list[tuple[int, int]]:
    """The dots whose middles are one dot away."""
    column, row = one
    around = [(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    return [
        dot
        for dot in around
        if 1 <= dot[0] <= COLUMNS and 1 <= dot[1] <= ROWS and math.dist(_middle(*one), _middle(*dot)) < 1.01
    ]


def _dots(one: Spot, other: Spot) -> int:
    """The distance in dots: columns are crossed diagonally, half a row at a time."""
    across = abs(one[0] - other[0])
    down = abs(_middle(*one[:2])[1] - _middle(*other[:2])[1])
    return int(across + max(0.0, down - across / 2))


def _passing(one: tuple[int, int], other: tuple[int, int], floor: int) -> int | None:
    """What a wall between two dots side by side costs."""
    if (one in HUT) != (other in HUT) and frozenset({one, other}) not in WALLS:
        return None
    if (one in HUT) != (other in HUT) and floor:
        return None
    return WALLS.get(frozenset({one, other}), 0)


def _wall(one: tuple[int, int], other: tuple[int, int], floor: int) -> int | None:
    if one[0] == other[0] or one[1] == other[1]:
        return _passing(one, other, floor)
    ways = []
    for corner in ((one[0], other[1]), (other[0], one[1])):
        pair = _passing(one, corner, floor), _passing(corner, other, floor)
        if pair[0] is not None and pair[1] is not None:
            ways.append(max(pair[0], pair[1]))
    return min(ways, default=None)


def _steps(here: Spot) -> dict[Spot, int]:
    column, row, floor = here
    dot = (column, row)
    steps: dict[Spot, int] = {}
    if floor == -1:
        place = DRAIN.index(dot)
        for near in DRAIN[max(0, place - 1) : place + 2]:
            if near != dot:
                steps[(*near, -1)] = 2
        if dot in (DRAIN[0], DRAIN[-1]):
            steps[(*dot, 0)] = 2
        return steps
    for near in _near(dot):
        wall = 0 if floor == 2 else _wall(dot, near, floor)
        if wall is None or near == TREE or (floor and near not in HUT):
            continue
        cost = max(1 if floor else SLOW.get(near, 1), wall)
        if not floor and (dot in TRENCH) != (near in TRENCH):
            cost = max(cost, 3)
        if not floor and (dot in HIGH) != (near in HIGH):
            cost = max(cost, 3)
        steps[(*near, floor)] = cost
    if dot == (19, 9):
        steps |= {(19, 9, other): 3 for other in (floor - 1, floor + 1) if 0 <= other <= 2}
    if floor == 0 and dot in (DRAIN[0], DRAIN[-1]):
        steps[(*dot, -1)] = 2
    return steps


def _spot(cell: int) -> Spot:
    spot = PLAY.setting.ground.spots[cell]
    return spot.dot.column, spot.dot.row, spot.floor


CELLS = {_spot(cell): cell for cell in range(len(PLAY.setting.ground))}
STEPS = {spot: _steps(spot) for spot in CELLS if spot[:2] != TREE}


def _walk(start: Spot, points: int, closed: set[Spot]) -> dict[Spot, int]:
    """Every spot within some points, by trying all steps again and again."""
    spent, edge = {start: 0}, {start}
    while edge:
        after: set[Spot] = set()
        for here in edge:
            for there, cost in STEPS[here].items():
                total = spent[here] + cost
                if there not in closed and total <= points and total < spent.get(there, 99):
                    spent[there] = total
                    after.add(there)
        edge = after
    return spent


def _points_to_move(state: State, unit: int) -> int:
    points = min(state.left[unit], 8 - state.moved[unit])
    if state.flags[unit] & ENTANGLED:
        return 0
    swims = _spot(state.cell[unit])[:2] in DEEP
    return max(0, points - 2) if state.flags[unit] & PRONE and not swims else max(0, points)


def _acts(play: InfantryPlay, state: State, unit: int) -> set[Action]:
    """What a trooper can do, apart from bursts, whose targets are a choice of the engine."""
    setting, trooper = play.setting, play.setting.troopers[unit]
    here, left, flags = _spot(state.cell[unit]), state.left[unit], state.flags[unit]
    actions: set[Action] = {("end",)}
    if left <= 0:
        return actions
    living = [other for other, cell in enumerate(state.cell) if cell >= 0 and other != unit]
    enemies = [other for other in living if setting.side_of[other] != trooper.side]
    friends = [other for other in living if setting.side_of[other] == trooper.side]
    swims, gun = here[:2] in DEEP, state.gun[unit]
    beside = [
        o
        for o in friends
        if _spot(state.cell[o])[:2] in _near(here[:2]) and _spot(state.cell[o])[2] == here[2]
    ]
    # Movement.
    points = _points_to_move(state, unit)
    taken = {_spot(state.cell[other]) for other in living}
    if points:
        burning = {_spot(cell) for cell, _ in state.fires}
        closed = {_spot(state.cell[enemy]) for enemy in enemies}
        reached = set(_walk(here, points, closed | burning))
        reached |= {
            there for there, cost in STEPS[here].items() if there in burning - closed and cost <= points
        }
        actions |= {("go", CELLS[spot]) for spot in reached if spot not in taken and spot != here}
    if flags & WEARS_PACK and not flags & (FLOWN | ENTANGLED) and not swims:
        actions |= _flights(state, unit, here, taken)
    # Fire: a gun that is set up, or a rifle.
    is_set_up = gun >= 0 and state.aim[gun] >= 0
    helps = state.part[unit] >= 0
    has_rifle = any(arm.weapon == "rifle" for arm in trooper.arms) and gun < 0 and unit not in state.bearer
    if left >= 4 and not swims and not helps and (is_set_up or has_rifle):
        for enemy in enemies:
            if is_set_up and not _in_arc(here, state.aim[gun], _spot(state.cell[enemy])):
                continue
            if _target(play, state, unit, enemy, "gun" if is_set_up else "rifle") <= 12:
                actions.add(("fire", enemy))
        if has_rifle and state.arc[unit] < 0:
            actions |= {("arc", facing) for facing in range(6)}
    # Crewed weapons.
    if gun >= 0 and left >= 4 and not swims:
        crew = [
            other
            for other in beside
            if state.left[other] >= 4
            and not state.flags[other] & COWERS
            and state.gun[other] < 0
            and state.part[other] in (-1, gun)
        ]
        if len(crew) >= {"heavy-machine-gun": 2, "light-machine-gun": 0}[setting.guns[gun].weapon]:
            actions |= {("break-down",)} if is_set_up else {("set-up", facing) for facing in range(6)}
    for number, place in enumerate(state.place):
        if left >= 6 and state.gunner[number] < 0 and place == state.cell[unit] and not swims:
            actions.add(("take-over", number))
    # Posture, packs and things.
    if not flags & PRONE and not swims:
        actions.add(("prone",))
    if flags & WEARS_PACK:
        actions |= {("doff",)} if left >= 5 else set()
        actions |= {("pack", o) for o in beside if left >= 6 and not state.flags[o] & WEARS_PACK}
    elif left >= 5 and state.cell[unit] in state.packs:
        actions.add(("don",))
    if left >= 4 and state.lying == [state.cell[unit]]:
        actions.add(("pick-up", 0))
    if state.bearer == [unit]:
        actions |= {("hand", 0, other) for other in beside}
    at_stone = _dots(here, (12, 9, 0)) <= 1 and here[2] == 0
    if trooper.side == 0 and at_stone and not state.done[0] and state.work[-1] < 12:
        actions.add(("work", 0))
    return actions


def _flights(state: State, unit: int, here: Spot, taken: set[Spot]) -> set[Action]:
    if min(state.left[unit], 8 - state.moved[unit]) < 3 or here[2] == -1:
        return set()
    # Inside, only the dots at the door and, on every floor, at the window let anybody out.
    if here[:2] in HUT and here[2] < 2 and here[:2] != (19, 8) and here != (18, 9, 0):
        return set()
    flights: set[Action] = set()
    for spot, cell in CELLS.items():
        is_open = spot[2] == (2 if spot[:2] in HUT else 0)
        if not is_open or spot[:2] in DEEP or spot[:2] == TREE or spot in taken:
            continue
        dots, levels = _dots(here, spot), abs(_height(spot) - _height(here))
        if 6 <= dots <= 16 and levels <= dots // 3:
            flights.add(("fly", cell))
    return flights


def _height(spot: Spot) -> int:
    return spot[2] + (spot[:2] in HIGH)


def _in_arc(here: Spot, facing: int, there: Spot) -> bool:
    """Whether a spot is within 30 degrees of the middle of an arc; the first is 30 degrees east of north."""
    (x, y), (u, v) = _middle(*here[:2]), _middle(*there[:2])
    if here[:2] == there[:2]:
        return False
    aside = math.degrees(math.atan2(u - x, -(v - y))) - (30 + 60 * facing)
    return abs(math.remainder(aside, 360)) <= 30 + 1e-6


def _target(play: InfantryPlay, state: State, unit: int, enemy: int, weapon: str) -> int:
    """The number to roll; 99 if there is no line of sight."""
    here, there = _spot(state.cell[unit]), _spot(state.cell[enemy])
    dots = _dots(here, there)
    short, long = (30, 84) if weapon == "gun" else (24, 60)
    if play.setting.guns and weapon == "gun" and state.gun[unit] == 0:
        short, long = 36, 110
    if not 1 <= dots <= long or not play.setting.sight.sees(
        state.cell[unit], state.cell[enemy], tuple(state.holes)
    ):
        return 99
    number = 7 if dots <= short else 9
    if state.flags[unit] & ENTANGLED:
        number += 1
    if -1 in (here[2], there[2]):
        number += 2
    if there[:2] in DEEP and not state.flags[enemy] & FLYING:
        number += 1
    if state.flags[enemy] & PRONE or there[:2] in TRENCH:
        number += 1
    covers = {(7, 5), (11, 5), (11, 7)} - {here[:2]}
    burning = {_spot(cell) for cell, _ in state.fires}
    inside = there[:2] in HUT and there[2] < 2 and not (here[:2] in HUT and here[2] < 2)
    cover = any(_passes(here, there, (*dot, 0)) for dot in covers)
    if cover or inside or any(_passes(here, there, spot) for spot in burning):
        number += 2
    if any(_passes(here, there, _spot(cell)) for cell in play.setting.smoke(state)):
        number += 3
    return number


def _passes(here: Spot, there: Spot, spot: Spot) -> bool:
    """Whether a line comes nearer than half a dot to a spot on the floor of one of its ends."""
    if spot[2] not in (here[2], there[2]):
        return False
    (x, y), (u, v), (a, b) = (_middle(*each[:2]) for each in (here, there, spot))
    square = (u - x) ** 2 + (v - y) ** 2
    share = 0.0 if not square else max(0.0, min(1.0, ((a - x) * (u - x) + (b - y) * (v - y)) / square))
    return math.hypot(a - x - share * (u - x), b - y - share * (v - y)) < 0.5 - 1e-6


_AIMED = ("burst", "breach")


def test_the_steps_of_the_field_are_those_of_a_second_map() -> None:
    ground = PLAY.setting.ground
    for spot, steps in STEPS.items():
        assert {_spot(there): cost for there, cost in ground.steps[CELLS[spot]]} == steps, spot
    pairs = [(one, other) for one in list(CELLS)[::37] for other in CELLS]
    assert all(int(ground.far[CELLS[one], CELLS[other]]) == _dots(one, other) for one, other in pairs)


def test_the_actions_of_every_decision_are_those_of_a_second_enumerator() -> None:
    compared, names = 0, set()
    for seed in (1, 2):
        state, box, rng = PLAY.start(), DiceBox(seed, 0), random.Random(seed)
        while not isinstance(step := PLAY.next(state), Ending):
            if isinstance(step, Roll):
                PLAY.thrown(state, step, box.throw(step))
                continue
            actions = PLAY.actions(state, step)
            if step.what == "act" and not state.holes:
                plain = {action for action in actions if action[0] not in _AIMED}
                assert plain == _acts(PLAY, state, step.subject[0]), (step, state.turn)
                compared, names = compared + 1, names | {str(action[0]) for action in plain}
            acts = [action for action in actions if action[0] not in ("end", "go", *_AIMED)]
            PLAY.apply(state, step, rng.choice(acts if acts and rng.random() < 0.5 else actions))
    assert compared > 60
    assert names >= {"go", "fly", "fire", "arc", "set-up", "prone", "doff"}


def test_two_decisions_deep_the_number_of_ways_is_that_of_a_second_enumerator() -> None:
    state, rng = PLAY.start(), random.Random(4)
    while not (isinstance(step := PLAY.next(state), Decision) and step.what == "act" and state.turn == 2):
        if isinstance(step, Roll):
            PLAY.thrown(state, step, DiceBox(rng.randrange(99), 0).throw(step))
        else:
            PLAY.apply(state, step, rng.choice(PLAY.actions(state, step)))
    ways = slow = 0
    for action in list(PLAY.actions(state, step))[::5]:
        after = state.copy()
        PLAY.apply(after, step, action)
        following = PLAY.next(after)
        if isinstance(following, Decision) and following.what == "act" and not after.holes:
            ways += sum(each[0] not in _AIMED for each in PLAY.actions(after, following))
            slow += len(_acts(PLAY, after, following.subject[0]))
    assert ways == slow > 100
