"""Questions about a game in play: who sees, reaches and protects whom."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.bug_hunter.play.effects import barred_edges, moved
from builder.games.bug_hunter.play.stage import AIRS, Stage
from builder.games.bug_hunter.play.state import (
    ABOARD,
    ASLEEP,
    CAGED,
    DEAD,
    DOFFING,
    EVADING,
    EXPOSED,
    FACE_UP,
    HELPLESS,
    INCAPACITATED,
    KNOWN,
    OFF,
    PANICKED,
    SUITED,
    WOUNDED,
    State,
)
from builder.games.bug_hunter.play.terrain.ground import AIRTIGHT, NO_EDGE, WALL


def is_human(stage: Stage, unit: int) -> bool:
    """Whether a counter is a human."""
    return unit < len(stage.people)


def stands(state: State, unit: int) -> bool:
    """Whether a human is in play and neither dead nor incapacitated."""
    return state.at[unit] != OFF and state.health[unit] < INCAPACITATED


def standing(stage: Stage, state: State) -> list[int]:
    """The humans who are neither dead nor incapacitated."""
    at, health = state.at, state.health
    return [unit for unit in stage.people if at[unit] != OFF and health[unit] < INCAPACITATED]


def creatures(stage: Stage, state: State) -> list[int]:
    """The counters of real Preds on the map that are alive."""
    at, size = state.at, state.size
    return [unit for unit in stage.preds if at[unit] != OFF and size[unit] > 0 and state.health[unit] < DEAD]


def can_act(state: State, unit: int) -> bool:
    """Whether nothing keeps a counter from acting."""
    return state.at[unit] != OFF and state.health[unit] < INCAPACITATED and not state.flags[unit] & HELPLESS


def is_sealed(stage: Stage, state: State, edge: int) -> bool:
    """Whether a door cannot be opened, because the air on its sides differs.

    Source: bug-hunter 303.1B
    """
    if stage.has_effects and edge in barred_edges(stage, state):
        return True
    here, there = stage.ground.edges[edge].areas
    return stage.ground.edges[edge].kind == AIRTIGHT and state.air[here] != state.air[there]


def lets_pass(stage: Stage, state: State, edge: int) -> bool:
    """Whether a step can be made across an edge: through an opening, or a door that can be opened."""
    if edge == NO_EDGE or edge in state.open:
        return True
    return stage.ground.edges[edge].kind != WALL and not is_sealed(stage, state, edge)


def sees(stage: Stage, state: State, eye: int, target: int, across: int = NO_EDGE) -> bool:
    """Whether there is a line of sight between two cells.

    Closed doors block it, except those next to the eye, and the one ``across`` which the target is exposed.

    Source: bug-hunter 303.1A
    """
    sight = stage.ground.sight
    if target in sight.clear[eye]:
        return not state.smoke or _through_smoke(stage, state, eye, target)
    ways = sight.doors[eye].get(target)
    if ways is None:
        return False
    edges = stage.ground.edges
    for way in ways:
        for edge in way:
            if edge in state.open or edge in state.held or edge == across:
                continue
            if eye not in edges[edge].ends or is_sealed(stage, state, edge):
                break
        else:
            return not state.smoke or _through_smoke(stage, state, eye, target)
    return False


def _through_smoke(stage: Stage, state: State, eye: int, target: int) -> bool:
    """Whether no smoke is in the way: it hides whoever is in it from all who are not adjacent."""
    if stage.ground.far[eye][target] <= 1:
        return True
    return eye not in state.smoke and target not in state.smoke


def spots(stage: Stage, state: State, eye: int, target: int) -> bool:
    """Whether a counter sees another one that is on the map."""
    here, there = state.at[eye], state.at[target]
    if here == OFF or there == OFF or state.flags[target] & ABOARD:
        return False
    across = state.door[target] if state.flags[target] & EXPOSED else NO_EDGE
    return sees(stage, state, here, there, across)


def is_shut_down(stage: Stage, state: State, cell: int) -> bool:
    """Whether structural damage has shut down the area of a cell.

    Source: bug-hunter 318.2
    """
    group = stage.ground.group_of[stage.ground.area_of[cell]]
    return group < len(state.damage) and state.damage[group] >= stage.movement.shut_down_at > 0


def touches(stage: Stage, state: State, here: int, there: int) -> bool:
    """Whether two cells are close enough for hand-to-hand combat.

    They are the same, or neighbors with nothing but an opening between them, or joined by a hatch if the
    assumption about hatches says so.
    """
    if here == there:
        return True
    if stage.ground.far[here][there] == 1:
        for step in stage.ground.steps[here]:
            if step.there == there:
                edge = step.edge
                if edge == NO_EDGE or edge in state.open or edge in state.held:
                    return True
                return stage.assumes("closed-doors", "reach") and lets_pass(stage, state, edge)
    if stage.assumes("hatches", "reach"):
        return any(other == there for other, _ in stage.ground.hatches.get(here, ()))
    return False


def in_reach(stage: Stage, state: State, here: int) -> Iterator[int]:
    """The cells that are close enough for hand-to-hand combat, the own one first."""
    yield here
    for step in stage.ground.steps[here]:
        if touches(stage, state, here, step.there):
            yield step.there
    for there, _ in stage.ground.hatches.get(here, ()):
        if touches(stage, state, here, there):
            yield there


def is_protected(stage: Stage, state: State, unit: int) -> bool:
    """Whether the air where a counter is does not harm it.

    Source: bug-hunter 303.6, 304.2, 317.2, 325.3
    """
    if is_human(stage, unit):
        if state.flags[unit] & ABOARD:
            return True
        return bool(state.flags[unit] & SUITED) and not state.flags[unit] & DOFFING
    brood = stage.brood(unit)
    if state.size[unit] == 0 or "anaerobic" in state.species[state.stage[unit]]:
        return True
    return brood.native and state.air[stage.ground.area_of[state.at[unit]]] == outside_air(stage)


def outside_air(stage: Stage) -> int:
    """The air outside."""
    return AIRS.index(stage.ground.decks.outside)


def is_harmful(stage: Stage, state: State, unit: int, cell: int) -> bool:
    """Whether the air of a cell harms a counter."""
    return state.air[stage.ground.area_of[cell]] > 0 and not is_protected(stage, state, unit)


def defense(stage: Stage, state: State, unit: int, *, ignores_armor: bool = False, cover: bool = True) -> int:
    """The defense multiple of a counter: what it is, what it wears, and where it is.

    Source: bug-hunter 318.2, 320.2, 321.1
    """
    factors = [1]
    cell = state.at[unit]
    if is_human(stage, unit):
        if stage.cast.people[unit].armored and stage.assumes("armor", "doubles") and not ignores_armor:
            factors.append(_armor(stage))
    else:
        brood = stage.brood(unit)
        if brood.is_swarm:
            factors.append(max(1, state.size[unit]))
        if not ignores_armor:
            factors.append(stage.multiple(state.species[state.stage[unit]], brood.unit))
    if cover and cell in stage.ground.machinery:
        factors.append(stage.figure("terrain-effects", "machinery", "defense multiple"))
    if is_shut_down(stage, state, cell):
        factors.append(stage.figure("shutdown", "automatic defense multiple"))
    if stage.assumes("multiples", "highest"):
        return max(factors)
    product = 1
    for factor in factors:
        product *= factor
    return product


def is_hull(stage: Stage, cell: int) -> bool:
    """Whether a cell is outside of a ship."""
    return stage.ground.is_outside(cell) and stage.ground.decks.site == "ship"


def _armor(stage: Stage) -> int:
    return int(stage.game.find("power", "carapace-2")["armor"])


def allowance(stage: Stage, state: State, unit: int) -> int:
    """The movement points of a move, after everything that halves them.

    Source: bug-hunter 325.3
    """
    if is_human(stage, unit):
        points = stage.cast.people[unit].allowance
    else:
        points = stage.brood(unit).allowance
        if "speed" in state.species[state.stage[unit]] and not is_hull(stage, state.at[unit]):
            points = int(stage.game.find("power", "speed")["movement"])
    if state.health[unit] == WOUNDED and stage.assumes("wounds", "halve"):
        points //= 2
    return moved(stage, state, unit, points) if stage.has_effects else points


def is_sealed_in(stage: Stage, state: State, unit: int) -> bool:
    """Whether a Pred is in a place from which it cannot escape.

    Source: bug-hunter 303.7A, 303.7B
    """
    cell = state.at[unit]
    area = stage.ground.area_of[cell]
    return area != stage.ground.outside and stage.ground.areas[area].holds("pred")


def is_hidden(state: State, unit: int) -> bool:
    """Whether humans do not know what a counter of the Preds is."""
    return not state.flags[unit] & (FACE_UP | KNOWN | CAGED)


def is_awake(state: State, unit: int) -> bool:
    """Whether a human can look around."""
    return stands(state, unit) and not state.flags[unit] & ASLEEP


def may_track(state: State, unit: int) -> bool:
    """Whether a human is fit to use a motion tracker."""
    return stands(state, unit) and not state.flags[unit] & (ASLEEP | PANICKED)


def reveal(state: State, pred: int, *powers: str) -> None:
    """Show the powers that a Pred uses now; those with numbers are given without them.

    Source: bug-hunter 321.2
    """
    for power in state.species[state.stage[pred]]:
        if power in powers or power.rpartition("-")[0] in powers:
            state.shown_powers |= {power}


def is_evading(state: State, unit: int) -> bool:
    """Whether a counter is marked as evading."""
    return bool(state.flags[unit] & EVADING)


def may_do(stage: Stage, human: int, act: str) -> bool:
    """Whether the position of a human, or his force, lets him do something.

    Source: bug-hunter 308.2
    """
    person = stage.cast.people[human]
    return stage.may(person.position, act, person.unit)
