"""The rules of Night Shift as scripts: what happens, with the figures of its book."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping

from night_shift import (
    BORER,
    GUARD,
    LOADER,
    NYMPH,
    ONE,
    OTHER,
    SPITTER,
    TWO,
    cell,
    field_play,
    library_play,
    scenario_of,
    stand,
)
from play_scripts import act, throw

from builder.playtest.generic import GenericPlay
from builder.playtest.generic.state import DEAD, GONE, PINNED, WAITING, State
from builder.playtest.play import Decision, Ending, Roll

# The numbers of attacks and cards, in the order of the files.
FIRE, STRIKE, NO_CARD = 0, 1, -1
STEADY_HANDS, DOUBLE_TIME, OVERTIME, FRENZY, SCENT = range(5)


def due(play: GenericPlay, state: State, what: str) -> set[tuple[str | int, ...]]:
    """The actions of the decision that is due, which is about ``what``."""
    decision = play.next(state)
    assert isinstance(decision, Decision), decision
    assert decision.what == what, decision
    return set(play.actions(state, decision))


def fire(play: GenericPlay, state: State, weapon: str, target: int, total: int, card: int = NO_CARD) -> None:
    """Fire, and throw a total."""
    act(play, state, "fire", FIRE, weapon, target, card)
    assert throw(play, state, total) == ["2d6"]


def strike(play: GenericPlay, state: State, target: int, total: int, card: int = NO_CARD) -> None:
    """Strike, and throw a total."""
    act(play, state, "strike", STRIKE, "", target, card)
    throw(play, state, total)


def go(play: GenericPlay, state: State, unit: int, label: str) -> None:
    """Activate a unit, and move it."""
    act(play, state, "unit", unit)
    act(play, state, "go", cell(play, label))


def wounds_after(
    places: Mapping[int, str], total: int, *, weapon: str, by: int, target: int, pinned: bool = False
) -> tuple[int, bool]:
    """The wounds that an unmoved unit's attack leaves to the target, and whether it is pinned."""
    play = field_play()
    state = stand(play, places, mover=play.setting.units[by].side)
    state.flags[by] |= PINNED * pinned
    act(play, state, "unit", by)
    if not pinned:
        act(play, state, "stay")
    (fire if weapon else strike)(play, state, *([weapon] if weapon else []), target, total)
    return state.wounds[target], bool(state.flags[target] & PINNED)


def steady_fire() -> None:
    """Near power 4, less 1 for armor, one more as it has not moved: column 4. A pin is no wound."""
    shot = {ONE: "0206", BORER: "0506"}
    assert [
        wounds_after(shot, total, weapon="rivet-gun", by=ONE, target=BORER) for total in (5, 6, 7, 8, 10, 11)
    ] == [(2, False), (2, True), (2, True), (1, False), (1, False), (0, False)]


def fire_after_a_move() -> None:
    """Column 3, where 8 is a pin and 9 a wound."""
    for total, left in ((8, 2), (9, 1)):
        play = field_play()
        state = stand(play, {ONE: "0106", BORER: "0506"})
        go(play, state, ONE, "0206")
        fire(play, state, "rivet-gun", BORER, total)
        assert state.wounds[BORER] == left


def far_fire() -> None:
    """At six hexes, power 2 less 1 and one more: column 2. Seven hexes are out of reach."""
    far = {ONE: "0206", BORER: "0806"}
    assert wounds_after(far, 9, weapon="rivet-gun", by=ONE, target=BORER) == (2, True)
    assert wounds_after(far, 10, weapon="rivet-gun", by=ONE, target=BORER) == (1, False)
    play = field_play()
    state = stand(play, {ONE: "0106", BORER: "0806"})
    act(play, state, "unit", ONE)
    act(play, state, "stay")
    assert "attack" not in _next_what(play, state)


def _next_what(play: GenericPlay, state: State) -> str:
    step = play.next(state)
    return step.what if isinstance(step, Decision) else type(step).__name__


def the_first_column_is_the_least() -> None:
    """Spit at its far range has power 1; the guard's armor takes it no lower, and steadiness adds one."""
    spat = {SPITTER: "0706", GUARD: "0206"}
    assert wounds_after(spat, 9, weapon="spit", by=SPITTER, target=GUARD) == (2, True)
    assert wounds_after(spat, 10, weapon="spit", by=SPITTER, target=GUARD) == (1, False)


def soft_and_hard_cover() -> None:
    """Rubble costs a column, a trench two; neither helps against a strike."""
    assert wounds_after({ONE: "0303", BORER: "0503"}, 8, weapon="rivet-gun", by=ONE, target=BORER) == (
        2,
        True,
    )
    hard = {GUARD: "1005", BORER: "1305"}
    assert wounds_after(hard, 9, weapon="carbine", by=GUARD, target=BORER) == (2, True)
    assert wounds_after(hard, 10, weapon="carbine", by=GUARD, target=BORER) == (1, False)
    struck = {LOADER: "0502", BORER: "0503"}
    assert wounds_after(struck, 8, weapon="", by=LOADER, target=BORER) == (1, False)


def a_pinned_unit() -> None:
    """It does not move, attacks one column lower, and is not pinned afterwards."""
    assert wounds_after(
        {ONE: "0206", BORER: "0506"}, 8, weapon="rivet-gun", by=ONE, target=BORER, pinned=True
    ) == (2, True)
    play = field_play()
    state = stand(play, {ONE: "0206", BORER: "0506"})
    state.flags[ONE] |= PINNED
    act(play, state, "unit", ONE)
    assert ("pass",) in due(play, state, "attack")
    act(play, state, "pass")
    play.next(state)
    assert not state.flags[ONE] & PINNED


def units_next_to_enemies_stop_and_strike() -> None:
    """Nobody walks past an enemy, or fires next to one."""
    play = field_play()
    state = stand(play, {TWO: "0606", OTHER: "0806"})
    act(play, state, "unit", TWO)
    moves = due(play, state, "move")
    assert ("go", cell(play, "0706")) in moves
    assert ("go", cell(play, "1006")) not in moves, "four points, but both ways lead past the borer"
    state = stand(play, {NYMPH: "0606", ONE: "0806"}, mover=1)
    act(play, state, "unit", NYMPH)
    act(play, state, "go", cell(play, "0706"))
    assert {action[0] for action in due(play, state, "attack")} == {"pass", "strike"}
    strike(play, state, ONE, 8)
    assert state.flags[ONE] & PINNED, "melee skill 2: column 2, and 8 pins"
    act(play, state, "unit", ONE)
    assert {action[0] for action in due(play, state, "attack")} == {"pass", "strike"}


def a_wall_is_between() -> None:
    """Units on both sides of a wall neither see nor strike each other; a hedge is no wall."""
    play = field_play()
    state = stand(play, {LOADER: "0808", BORER: "0807", OTHER: "0909"})
    act(play, state, "unit", LOADER)
    act(play, state, "stay")
    assert {action[3] for action in due(play, state, "attack") if action[0] == "strike"} == {OTHER}


def cards_of_attack() -> None:
    """Two columns more: from column 4 to 6, where 6 is a wound. The card is used up."""
    play = field_play()
    state = stand(play, {ONE: "0206", BORER: "0506"})
    act(play, state, "unit", ONE)
    act(play, state, "stay")
    fire(play, state, "rivet-gun", BORER, 6, STEADY_HANDS)
    assert state.wounds[BORER] == 1
    assert STEADY_HANDS not in play.setting.hand(state, 0)


def cards_of_movement() -> None:
    """Three points more, once; and no second card in the activation."""
    play = field_play()
    state = stand(play, {GUARD: "0106", BORER: "1006"})
    act(play, state, "unit", GUARD)
    assert ("go", cell(play, "0606")) not in due(play, state, "move")
    act(play, state, "hurry", DOUBLE_TIME)
    moves = due(play, state, "move")
    assert ("go", cell(play, "0806")) in moves, "seven hexes"
    assert not any(action[0] == "hurry" for action in moves)
    act(play, state, "go", cell(play, "0706"))
    assert {action[4] for action in due(play, state, "attack") if action[0] == "fire"} == {NO_CARD}


def cards_of_activation() -> None:
    """A unit that has acted is activated again."""
    play = field_play()
    state = stand(play, {ONE: "0106", TWO: "0108", BORER: "1406"})
    go(play, state, ONE, "0206")
    act(play, state, "unit", BORER)
    act(play, state, "stay")
    assert due(play, state, "activate") == {("unit", TWO), ("again", ONE, OVERTIME)}
    act(play, state, "again", ONE, OVERTIME)
    assert ("stay",) in due(play, state, "move")


def hands_are_secret() -> None:
    """The other side sees how many cards are held, not which."""
    play = field_play()
    state = stand(play, {ONE: "0206", BORER: "0506"})
    seen = play.view(state, "brood").state
    assert seen.hands == state.hands
    own, theirs = len(play.setting.cards), play.setting.hands[0]
    assert seen.cards[own:] == state.cards[own:]
    assert tuple(seen.cards[:own]) != theirs
    assert len(set(seen.cards[:own])) == 1


def wounds_remove() -> None:
    """A borer that has lost a wound is removed by the next; what is carried falls, and is picked up."""
    play = field_play()
    state = stand(play, {ONE: "0406", TWO: "0206", BORER: "0506"}, mover=1)
    state.bearer[0] = ONE
    act(play, state, "unit", BORER)
    strike_from_here = due(play, state, "move")
    assert ("stay",) in strike_from_here
    act(play, state, "stay")
    strike(play, state, ONE, 11)
    assert state.cell[ONE] == DEAD
    assert (state.bearer[0], state.lying[0]) == (-1, cell(play, "0406"))
    go(play, state, TWO, "0406")
    assert (state.bearer[0], state.lying[0]) == (TWO, -1)
    strike(play, state, BORER, 11)
    assert state.wounds[BORER] == 1, "melee skill 2, less 1 for armor"
    assert play.tally(state)["fitters lost"] == 1


def loads_slow_down() -> None:
    """A fitter has four points, and three with the key."""
    play = field_play()
    for load, reaches in ((-1, True), (ONE, False)):
        state = stand(play, {ONE: "0106", BORER: "1406"})
        state.bearer[0] = load
        act(play, state, "unit", ONE)
        assert (("go", cell(play, "0506")) in due(play, state, "move")) is reaches


def units_leave() -> None:
    """By the gate, unless they are pinned."""
    play = field_play()
    state = stand(play, {ONE: "1406", TWO: "1506", BORER: "0206"})
    state.flags[TWO] |= PINNED
    go(play, state, ONE, "1505")
    assert _next_what(play, state) == "activate"
    act(play, state, "unit", BORER)
    act(play, state, "stay")
    act(play, state, "unit", TWO)
    assert not any(action[0] == "leave" for action in _actions(play, state))
    state = stand(play, {TWO: "1506", BORER: "0206"})
    act(play, state, "unit", TWO)
    act(play, state, "stay")
    act(play, state, "leave", 0)
    assert state.cell[TWO] == GONE
    play.next(state)
    assert play.achieved(state)[1] == 1


def _actions(play: GenericPlay, state: State) -> set[tuple[str | int, ...]]:
    step = play.next(state)
    return set(play.actions(state, step)) if isinstance(step, Decision) else set()


def the_higher_roll_goes_first() -> None:
    """Equal rolls are rolled again."""
    play = field_play()
    state = stand(play, {ONE: "0206", BORER: "1206"}, rolls=True)
    assert throw(play, state, 4, 4, 2, 5) == ["1d6"] * 4
    decision = play.next(state)
    assert isinstance(decision, Decision)
    assert decision.side == "brood"


def players_take_turns() -> None:
    """One unit at a time; who has none left waits, and then the turn ends."""
    play = field_play()
    state = stand(play, {ONE: "0206", BORER: "1206", OTHER: "1306"})
    order = []
    while isinstance(step := play.next(state), Decision) and state.turn == 1:
        if step.what == "activate":
            order.append(step.side)
        play.apply(state, step, play.actions(state, step)[0])
    assert order == ["shift", "brood", "brood"]
    assert state.turn == 2
    assert isinstance(step, Roll)


def doors_and_arrivals() -> None:
    """A pressure door costs a point more; a nymph comes out of the hole in each turn from the third on."""
    play = library_play("cage-nine")
    ground, deck = play.setting.ground, scenario_of("cage-nine").map
    numbers = {deck.describe(spot)[-4:]: number for number, spot in enumerate(ground.board.spots)}
    prices = {(one, there): price for one, steps in enumerate(ground.steps) for there, price in steps}
    assert prices[numbers["0504"], numbers["0604"]] == 1, "a spring door costs nothing"
    assert prices[numbers["1405"], numbers["1505"]] == 2, "a pressure door costs a point"
    state, came, dice = play.start(), {}, itertools.cycle((5, 3))
    while state.turn < 6 and not isinstance(step := play.next(state), Ending):
        came[state.turn] = sum(state.cell[unit] != WAITING for unit in _members(play, "more"))
        if isinstance(step, Roll):
            throw(play, state, next(dice))
        else:
            play.apply(state, step, play.actions(state, step)[0])
    assert [came[turn] for turn in (2, 3, 4, 5)] == [0, 1, 2, 3]


def _members(play: GenericPlay, force: str) -> list[int]:
    forces = play.setting.scenario.forces
    return [number for number, unit in enumerate(play.setting.units) if forces[unit.force].id == force]


SCRIPTS: tuple[Callable[[], None], ...] = (
    steady_fire, fire_after_a_move, far_fire, the_first_column_is_the_least, soft_and_hard_cover,
    a_pinned_unit, units_next_to_enemies_stop_and_strike, a_wall_is_between, cards_of_attack,
    cards_of_movement,
    cards_of_activation, hands_are_secret, wounds_remove, loads_slow_down, units_leave,
    the_higher_roll_goes_first, players_take_turns, doors_and_arrivals,
)  # fmt: skip
