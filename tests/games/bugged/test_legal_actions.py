"""Legal actions against a second enumerator, which is slow and shares no code with the first.

It knows the map from the file of the field, and the figures from the book.
"""

from __future__ import annotations

import math
import random

import pytest
from bugged_field import ANDROIDS, Changes, field_play

from builder.games.bugged.play.bugged_play import BuggedPlay
from builder.games.bugged.play.state import ACTED, FIRED_ON, HALTED, SHOT, STRUCK, State
from builder.playtest.dice import DiceBox
from builder.playtest.play import Action, Decision, Ending, Roll

COLUMNS, ROWS = 15, 11
SLOW = {"0404": 2, "0503": 2, "1305": 3, "1502": 3}
LEVELS = {"0404": 1, "0503": 1, "1102": 1, "1103": 1, "1201": 2, "1202": 2}
# The hexes on both sides of the wall and of the hedge.
CROSSED = {frozenset(("0808", "0807")), frozenset(("0808", "0909"))}
FIELDS: dict[str, Changes] = {"humans and bugs": (), "androids and hunters": ANDROIDS}


def _label(play: BuggedPlay, cell: int) -> str:
    column, row = play.setting.ground.board.spots[cell].hex
    return f"{column:02}{row:02}"


def _point(label: str) -> tuple[float, float]:
    """The middle of a hex, one hex being 1 from side to side."""
    column, row = int(label[:2]), int(label[2:])
    return column * math.sqrt(3) / 2, row + (0.5 if column % 2 == 0 else 0.0)


def _near(label: str) -> list[str]:
    """The hexes whose middles are one hex away."""
    labels = [f"{column:02}{row:02}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
    return [other for other in labels if other != label and math.dist(_point(label), _point(other)) < 1.01]


def _hexes(one: str, other: str) -> int:
    """The distance in hexes: the rings around one hex, until the other is in one."""
    ring, seen, count = {one}, {one}, 0
    while other not in ring:
        ring = {each for label in ring for each in NEAR[label]} - seen
        seen |= ring
        count += 1
    return count


NEAR = {
    f"{column:02}{row:02}": _near(f"{column:02}{row:02}")
    for column in range(1, COLUMNS + 1)
    for row in range(1, ROWS + 1)
}


def _cost(here: str, there: str) -> int:
    ground = SLOW.get(there, 1)
    climbs = LEVELS.get(there, 0) > LEVELS.get(here, 0)
    return ground * (2 if climbs or frozenset((here, there)) in CROSSED else 1)


def _walk(start: str, points: int, closed: set[str]) -> dict[str, int]:
    """Every hex within some points, by trying all steps again and again."""
    spent = {start: 0}
    while True:
        before = dict(spent)
        for here, used in before.items():
            for there in NEAR[here]:
                total = used + _cost(here, there)
                if there not in closed and total <= points and total < spent.get(there, 99):
                    spent[there] = total
        if spent == before:
            return spent


def _fights(here: str, there: str) -> bool:
    return there in NEAR[here] and abs(LEVELS.get(here, 0) - LEVELS.get(there, 0)) <= 1


def _dice(play: BuggedPlay, state: State, unit: int, target: int) -> int:
    hexes = _hexes(_label(play, state.cell[unit]), _label(play, state.cell[target]))
    return max(0, play.setting.kind(state, unit).range_skill - hexes // 5)


def _free_to_shoot_at(play: BuggedPlay, state: State, target: int) -> bool:
    """Whether no enemy of a target is next to it."""
    near = NEAR[_label(play, state.cell[target])]
    return not any(
        state.cell[other] >= 0
        and state.aboard[other] < 0
        and state.owner[other] != state.owner[target]
        and _label(play, state.cell[other]) in near
        for other in range(len(state.cell))
    )


def _acts(play: BuggedPlay, state: State, unit: int) -> set[Action]:
    """What a unit can do, apart from playing cards."""
    side, kind, flags = state.owner[unit], play.setting.kind(state, unit), state.flags[unit]
    here = _label(play, state.cell[unit])
    there = {
        other: _label(play, state.cell[other])
        for other in range(len(state.cell))
        if state.cell[other] >= 0 and state.aboard[other] < 0 and other != unit
    }
    enemies = [other for other in there if state.owner[other] != side]
    friends = [other for other in there if state.owner[other] == side]
    rides = state.aboard[unit] >= 0
    actions: set[Action] = {("end",)}
    sees = play.setting.scenario.map.sight(play.setting.scenario.ruleset)
    spots = play.setting.ground.board.spots
    for enemy in enemies:
        seen = sees(spots[state.cell[unit]], spots[state.cell[enemy]])
        if not rides and not flags & SHOT and seen and _dice(play, state, unit, enemy):
            actions |= {("shoot", enemy)} if _free_to_shoot_at(play, state, enemy) else set()
        lower = LEVELS.get(there[enemy], 0) > LEVELS.get(here, 0)
        if not rides and not flags & STRUCK and _fights(here, there[enemy]) and kind.melee_skill > lower:
            actions.add(("strike", enemy))
    for item, bearer in enumerate(state.bearer):
        if bearer == unit:
            near = {here, *NEAR[here]}
            actions |= {
                ("hand", item, other)
                for other, each in enumerate(play.setting.units)
                if other != unit
                and each.side == play.setting.units[unit].side
                and state.cell[other] >= 0
                and _label(play, state.cell[other]) in near
            }
    if flags & HALTED:
        return actions
    walked = _walk(here, state.left, {there[enemy] for enemy in enemies})
    taken = set(there.values())
    cells = {_label(play, cell): cell for cell in range(len(spots))}
    actions |= {("go", cells[label]) for label in walked if label != here and label not in taken}
    for friend in friends:
        room = play.setting.kind(state, friend).carries - state.aboard.count(friend)
        if kind.is_vehicle or room < 1 or friend == state.aboard[unit]:
            continue
        label = there[friend]
        if any(
            label in NEAR[last] and used + _cost(last, label) <= state.left for last, used in walked.items()
        ):
            actions.add(("board", friend))
    if kind.is_vehicle:
        for enemy in enemies:
            label = there[enemy]
            runs = [
                used + _cost(last, label)
                for last, used in walked.items()
                if label in NEAR[last] and (last == here or last not in taken)
            ]
            is_near = label in NEAR[here] and _cost(here, label) == min(runs, default=0)
            if runs and min(runs) <= state.left and (state.hexes or not is_near):
                actions.add(("ram", enemy))
    return actions


def _reactions(play: BuggedPlay, state: State, target: int, tunnel: bool) -> set[Action]:
    """Who can interrupt: a unit that has not acted, sees the target in its front, and has dice left."""
    actions: set[Action] = {("hold",)}
    if not tunnel and not _free_to_shoot_at(play, state, target):
        return actions
    sees = play.setting.scenario.map.sight(play.setting.scenario.ruleset)
    spots = play.setting.ground.board.spots
    for unit, cell in enumerate(state.cell):
        if cell < 0 or state.owner[unit] == state.owner[target] or state.flags[unit] & ACTED:
            continue
        if state.aboard[unit] >= 0 or not _dice(play, state, unit, target):
            continue
        here, there = (_point(_label(play, state.cell[each])) for each in (unit, target))
        ahead = math.radians(60 * state.facing[unit])
        bearing = math.atan2(there[0] - here[0], -(there[1] - here[1]))
        aside = abs(math.remainder(bearing - ahead, math.tau))
        # Three hexsides are half a circle.
        if sees(spots[cell], spots[state.cell[target]]) and aside <= math.pi / 2 + 1e-6:
            actions.add(("interrupt", unit))
    return actions


FIGHTS = {"strike", "shoot", "ram", "interrupt", "board"}
CARDS = {"nuke-em", "tunnel-trap", "destruct", "telepathy", "swarm", "transform"}


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_actions_of_every_decision_are_those_of_a_second_enumerator(name: str, seed: int) -> None:
    play = field_play(changes=FIELDS[name])
    state, box, rng = play.start(), DiceBox(seed, 0), random.Random(seed)
    compared = {"act": 0, "react": 0}
    while not isinstance(step := play.next(state), Ending):
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
            continue
        actions = play.actions(state, step)
        if step.what == "act" and not _shares_its_hex(state, step.subject[0]):
            plain = {action for action in actions if action[0] not in CARDS}
            assert plain == _acts(play, state, step.subject[0]), (step, state.turn)
            compared["act"] += 1
        if step.what == "react":
            assert not state.flags[step.subject[0]] & FIRED_ON
            assert set(actions) == _reactions(play, state, step.subject[0], state.agenda[-1][2])
            compared["react"] += 1
        # Units that go toward the enemy and fight more often than chance alone.
        fights = [
            action for action in actions if action[0] in ("strike", "shoot", "ram", "interrupt", "board")
        ]
        play.apply(state, step, rng.choice(fights if fights and rng.random() < 0.4 else actions))
    assert compared["act"] > 25
    assert compared["react"] > 2


def _shares_its_hex(state: State, unit: int) -> bool:
    """Whether a unit has been interrupted while it passes a friend; it can then only move on."""
    here = state.cell[unit]
    return state.aboard[unit] < 0 and any(
        cell == here and other != unit and state.aboard[other] < 0 for other, cell in enumerate(state.cell)
    )


def test_two_decisions_deep_the_number_of_ways_is_that_of_a_second_enumerator() -> None:
    play = field_play()
    state = play.start()
    rng = random.Random(4)
    while not (isinstance(step := play.next(state), Decision) and step.what == "act" and state.turn == 2):
        if isinstance(step, Roll):
            play.thrown(state, step, DiceBox(rng.randrange(99), 0).throw(step))
        else:
            play.apply(state, step, rng.choice(play.actions(state, step)))
    ways = slow = 0
    for action in play.actions(state, step):
        after = state.copy()
        play.apply(after, step, action)
        following = play.next(after)
        if isinstance(following, Decision) and following.what == "act":
            ways += sum(each[0] not in CARDS for each in play.actions(after, following))
            slow += len(_acts(play, after, following.subject[0]))
    assert ways == slow > 100
