"""Crewed weapons, arcs of rifles, posture, jet packs on and off, things to carry, and work."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.advanced_infantry.play.effects import is_open, ways_off
from builder.games.advanced_infantry.play.figures import RIFLE
from builder.games.advanced_infantry.play.rules.harm import let_go
from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import (
    COWERS,
    LEFT,
    NO_ARC,
    NOBODY,
    PRONE,
    WEARS_PACK,
    State,
)  # fmt: skip
from builder.playtest.play import Action
from builder.scenario.logic.conditions import Unit

HANDLING = frozenset(
    {"set-up", "break-down", "take-over", "arc", "prone", "doff", "don", "pack", "pick-up", "hand", "work"}
)


def helpers(setting: Setting, state: State, unit: int, cost: int) -> list[int]:
    """The troopers next to one who can help him with a crewed weapon, those who carry its parts first.

    Source: advanced-infantry Crew Served Weapons
    """
    near, gun = setting.ground.neighbors[state.cell[unit]], state.gun[unit]
    crew = [
        other
        for other in setting.on_map(state, setting.side_of[unit])
        if other != unit
        and state.cell[other] in near
        and state.left[other] >= cost
        and not state.flags[other] & COWERS
        and state.gun[other] < 0
        and state.part[other] in (NOBODY, gun)
    ]
    return sorted(crew, key=lambda other: (state.part[other] != gun, other))


def acts_of(setting: Setting, state: State, unit: int) -> Iterator[Action]:
    """The actions of a trooper besides moving, firing and bursting."""
    figures, left = setting.figures, state.left[unit]
    swims = setting.is_swimming(state, unit)
    gun = state.gun[unit]
    if gun >= 0 and not swims:
        yield from _gun_acts(setting, state, unit, gun)
    if left >= figures.takeover and not swims:
        for number, place in enumerate(state.place):
            if place == state.cell[unit] and state.gunner[number] == NOBODY:
                yield ("take-over", number)
    may_wait = gun < 0 and state.arc[unit] == NO_ARC and setting.assume["rifle-arcs"] != "none"
    if may_wait and left >= figures.fire_cost(RIFLE) and setting.has_rifle(state, unit):
        yield from (("arc", facing) for facing in range(len(setting.ground.arcs)))
    if not state.flags[unit] & PRONE and left >= figures.drop_prone and not swims:
        yield ("prone",)
    if setting.any_packs:
        yield from _pack_acts(setting, state, unit)
    yield from _thing_acts(setting, state, unit)
    for edge in ways_off(setting, state, unit):
        if (
            state.cell[unit] in setting.ground.edge(edge)
            and setting.may_move(state, unit) >= figures.open_step
        ):
            yield ("leave", ("north", "east", "south", "west").index(edge))


def _gun_acts(setting: Setting, state: State, unit: int, gun: int) -> Iterator[Action]:
    figures, needed = setting.figures, setting.crews[gun]
    is_set_up = state.aim[gun] != NO_ARC
    cost = figures.break_down if is_set_up else figures.set_up
    if state.left[unit] < cost or len(helpers(setting, state, unit, cost)) < needed:
        return
    if is_set_up:
        yield ("break-down",)
    else:
        yield from (("set-up", facing) for facing in range(len(setting.ground.arcs)))


def _pack_acts(setting: Setting, state: State, unit: int) -> Iterator[Action]:
    figures, left = setting.figures, state.left[unit]
    if state.flags[unit] & WEARS_PACK:
        if left >= figures.don:
            yield ("doff",)
        if left >= figures.hand_over:
            near = setting.ground.neighbors[state.cell[unit]]
            for other in setting.on_map(state, setting.side_of[unit]):
                if state.cell[other] in near and not state.flags[other] & WEARS_PACK:
                    yield ("pack", other)
    elif left >= figures.don and state.cell[unit] in state.packs:
        yield ("don",)


def _thing_acts(setting: Setting, state: State, unit: int) -> Iterator[Action]:
    """Things to pick up or hand over, and work to do.

    Only the side of the objective, if it has one, does work.
    """
    left, here = state.left[unit], state.cell[unit]
    for item, place in enumerate(state.lying):
        if place == here and left >= setting.items[item].pick_up:
            yield ("pick-up", item)
    if left >= setting.figures.handling:
        for item, bearer in enumerate(state.bearer):
            if bearer == unit:
                near = setting.ground.neighbors[here]
                for other in setting.on_map(state, setting.side_of[unit]):
                    if state.cell[other] in near:
                        yield ("hand", item, other)
    if left > 0:
        for number, (cells, points) in enumerate(setting.work_places):
            if here in cells and may_work(setting, state, unit, number) < points:
                yield ("work", number)


def may_work(setting: Setting, state: State, unit: int, number: int) -> int:
    """The action points spent on a kind of work; more than it takes if this trooper may not do it."""
    work = setting.works[number]
    never = 10**6
    if work.unit is not Unit.POINTS or unit not in setting.who(work.who):
        return never
    objective = setting.objective_of(work)
    if objective and (state.done[setting.objectives[objective]] or not is_open(setting, state, objective)):
        return never
    size = len(setting.troopers) + 1
    return state.work[number * size + (unit if work.same else size - 1)]


def handle(setting: Setting, state: State, action: Action, unit: int) -> None:
    """Carry out one of these acts.

    Source: advanced-infantry Crew Served Weapons, Jet Packs
    """
    figures, name = setting.figures, action[0]
    gun = state.gun[unit]
    match name:
        case "set-up" | "break-down":
            _crew(setting, state, unit, gun, int(action[1]) if name == "set-up" else NO_ARC)
        case "take-over":
            state.left[unit] -= figures.takeover
            let_go(setting, state, unit, state.cell[unit])
            number = int(action[1])
            state.gun[unit], state.gunner[number] = number, unit
            state.part[unit] = NOBODY
            if state.aim[number] == NO_ARC:
                state.place[number] = NOBODY
        case "arc":
            state.left[unit] -= figures.fire_cost(RIFLE)
            state.arc[unit] = int(action[1])
        case "prone":
            state.left[unit] -= figures.drop_prone
            state.flags[unit] |= PRONE
        case "doff":
            state.left[unit] -= figures.don
            state.flags[unit] &= ~WEARS_PACK
            state.packs = sorted([*state.packs, state.cell[unit]])
        case "don":
            state.left[unit] -= figures.don
            state.flags[unit] |= WEARS_PACK
            state.packs.remove(state.cell[unit])
        case "pack":
            state.left[unit] -= figures.hand_over
            state.flags[unit] &= ~WEARS_PACK
            state.flags[int(action[1])] |= WEARS_PACK
        case "pick-up":
            item = int(action[1])
            state.left[unit] -= setting.items[item].pick_up
            state.bearer[item], state.lying[item] = unit, NOBODY
        case "hand":
            state.left[unit] -= figures.handling
            state.bearer[int(action[1])] = int(action[2])
        case "work":
            _work(setting, state, unit, int(action[1]))


def _crew(setting: Setting, state: State, unit: int, gun: int, facing: int) -> None:
    """Set up a crewed weapon, or break it down: everybody who takes part pays."""
    is_set_up = facing != NO_ARC
    cost = setting.figures.set_up if is_set_up else setting.figures.break_down
    crew = helpers(setting, state, unit, cost)[: setting.crews[gun]]
    for each in (unit, *crew):
        state.left[each] -= cost
    for other, part in enumerate(state.part):
        if part == gun:
            state.part[other] = NOBODY
    state.aim[gun] = facing
    state.place[gun] = state.cell[unit] if is_set_up else NOBODY
    if not is_set_up:
        for each in crew:
            state.part[each] = gun


def _work(setting: Setting, state: State, unit: int, number: int) -> None:
    """Spend as many action points on work as it still takes."""
    size = len(setting.troopers) + 1
    _, needed = setting.work_places[number]
    points = min(state.left[unit], needed - may_work(setting, state, unit, number))
    state.left[unit] -= points
    for at in (unit, size - 1):
        state.work[number * size + at] += points


def leave(setting: Setting, state: State, unit: int) -> None:
    """A trooper leaves the map, with what he carries."""
    let_go(setting, state, unit, state.cell[unit])
    state.cell[unit], state.part[unit], state.arc[unit] = LEFT, NOBODY, NO_ARC
    state.left[unit] = 0
