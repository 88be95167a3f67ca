"""Grenades and charges, machinery that blows up, structural damage and gas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.rules.air import breach, breach_around
from builder.games.bug_hunter.play.situation import is_hull, is_human
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import ASLEEP, OFF, SUITED, State
from builder.games.bug_hunter.play.terrain.ground import NO_EDGE
from builder.playtest.agenda import Agenda
from builder.playtest.play import Roll, Thrown
from builder.playtest.tables import Use

BLASTS = Agenda()
FRAGMENTS = ("defensive-grenade", "offensive-grenade", "incendiary-grenade", "satchel-charge")
GAS, SMOKE, BOMB, CHARGE = "anesthetic-gas-grenade", "smoke-grenade", "thermal-bomb", "satchel-charge"
_HITS_MACHINES = ("defensive-grenade", "incendiary-grenade")
_THROWS = {1: "throwing-bonus", -1: "throwing-penalty"}


def scatter_cell(stage: Stage, state: State, thrower: int, goal: int) -> tuple[int, tuple[str, ...]]:
    """The range and the modifiers of the scatter of a grenade.

    Source: bug-hunter 309.3, 316.3, 321.1
    """
    far = stage.ground.far[state.at[thrower]][goal]
    if is_hull(stage, goal) or is_hull(stage, state.at[thrower]):
        far *= stage.figure("scattered-figures", "factor of scatter ranges outside")
    if not is_human(stage, thrower):
        return far, ("intelligent-pred",)
    throws = stage.cast.people[thrower].throws
    return far, (_THROWS[throws],) if throws else ()


@BLASTS.run("scatter")
def _ask_scatter(stage: Stage, state: State, thrower: int, arm: int, goal: int) -> Roll | None:
    if state.at[thrower] == OFF:
        return None
    return Roll("1d6", _owner(stage, thrower), "scatter", "table/scatter")


@BLASTS.answer("scatter")
def _scatter(stage: Stage, state: State, thrown: Thrown, thrower: int, arm: int, goal: int) -> Sequence[Use]:
    far, modifiers = scatter_cell(stage, state, thrower, goal)
    table = stage.tables["scatter"]
    hexes = int(table.result(far, thrown.total, modifiers=modifiers))
    owner = _owner(stage, thrower)
    state.push(("drift", arm, goal, hexes, owner) if hexes else ("burst", arm, goal, owner))
    return (table.use(far, thrown.total, modifiers=modifiers),)


@BLASTS.run("drift")
def _ask_drift(stage: Stage, state: State, arm: int, goal: int, hexes: int, owner: str) -> Roll:
    return Roll("1d6", owner, "scatter", "table/scatter")


@BLASTS.answer("drift")
def _drift(
    stage: Stage, state: State, thrown: Thrown, arm: int, goal: int, hexes: int, owner: str
) -> Sequence[Use]:
    """A grenade drifts until something stops it."""
    cell = goal
    for _ in range(hexes):
        steps = [step for step in stage.ground.steps[cell] if step.direction == thrown.total - 1]
        if not steps or not _is_open(stage, state, steps[0].edge):
            break
        cell = steps[0].there
    state.push(("burst", arm, cell, owner))
    return ()


def _is_open(stage: Stage, state: State, edge: int) -> bool:
    return edge == NO_EDGE or edge in state.open or edge in state.held


def hit_cells(stage: Stage, state: State, cell: int) -> list[int]:
    """The hexes around a grenade that it hits; walls and closed doors stop it by the assumption."""
    through = stage.assumes("blast-walls", "pass")
    return [step.there for step in stage.ground.steps[cell] if through or _is_open(stage, state, step.edge)]


@BLASTS.run("burst")
def _burst(stage: Stage, state: State, arm: int, cell: int, owner: str) -> None:
    """A grenade or charge explodes.

    Source: bug-hunter 305.1, 307.1, 316.3, 318.1
    """
    weapon = stage.cast.arms[arm]
    if weapon.slug == SMOKE:
        state.smoke |= {cell, *hit_cells(stage, state, cell)}
        return
    if weapon.slug == GAS:
        fill_with_gas(stage, state, stage.ground.area_of[cell])
        return
    if is_hull(stage, cell) and weapon.outside == "does not work":
        return
    if weapon.slug == BOMB:
        state.burning += ((cell, 0),)
        return
    table = stage.tables["blasts"]
    own, near = int(table.result(weapon.slug, "own-hex")), int(table.result(weapon.slug, "adjacent"))
    tasks = [("blast", unit, own, owner) for unit in units_in(stage, state, (cell,))]
    around = hit_cells(stage, state, cell)
    tasks += [("blast", unit, near, owner) for unit in units_in(stage, state, around)]
    cause = weapon.slug if weapon.slug == CHARGE else "grenade"
    rest: list[tuple[object, ...]] = [("structure", cell, cause)]
    if cell in stage.ground.machinery and weapon.slug in _HITS_MACHINES:
        rest.append(("machine-hit", cell, own, owner))
    state.push(*tasks, *rest)
    if weapon.slug == CHARGE:
        breach_around(stage, state, cell)


def units_in(stage: Stage, state: State, cells: Iterable[int]) -> list[int]:
    """The counters in some cells that a blast hits; those in a cage too."""
    wanted = set(cells)
    return [unit for unit in range(stage.cast.units) if state.at[unit] in wanted]


def fill_with_gas(stage: Stage, state: State, area: int) -> None:
    """Gas fills an area, and puts to sleep whoever breathes.

    Source: bug-hunter 305.1
    """
    if area == stage.ground.outside:
        return
    state.gas |= {area}
    for unit in units_in(stage, state, stage.ground.cells_of[area]):
        if state.size[unit] != 0 and not state.flags[unit] & SUITED:
            state.push(("gassed", unit, False))


@BLASTS.run("gassed")
def _ask_gassed(stage: Stage, state: State, unit: int, again: bool) -> Roll | None:
    if state.at[unit] == OFF:
        return None
    return Roll("2d6", HUMAN, "non-lethal", "table/non-lethal-results")


@BLASTS.answer("gassed")
def _gassed(stage: Stage, state: State, thrown: Thrown, unit: int, again: bool) -> Sequence[Use]:
    table = stage.tables["non-lethal-results"]
    modifiers = ("stay-asleep",) if again else ()
    if table.result("gas", thrown.total, modifiers=modifiers) == "unconscious":
        state.mark(unit, ASLEEP)
    else:
        state.clear(unit, ASLEEP)
    return (table.use("gas", thrown.total, modifiers=modifiers),)


@BLASTS.run("machine-hit")
def _ask_machine(stage: Stage, state: State, cell: int, power: int, owner: str) -> Roll | None:
    if cell in state.blasted or not power:
        return None
    return Roll("2d6", owner, "machinery", "rule/303.5a")


@BLASTS.answer("machine-hit")
def _hit_machine(
    stage: Stage, state: State, thrown: Thrown, cell: int, power: int, owner: str
) -> Sequence[Use]:
    column = stage.column(power, 1)
    table = stage.tables["combat-results"]
    result = str(table.result(column, thrown.total))
    if stage.tables["machinery-hit"].result(result):
        _wreck(stage, state, cell)
    return (table.use(column, thrown.total), stage.tables["machinery-hit"].use(result))


def machine_damage(stage: Stage, cell: int) -> dict[str, object]:
    """The effects of damage to the machinery in a cell."""
    kind = stage.ground.machinery[cell]
    label = kind if kind in ("obstructing", "explosive") else "obstructing"
    return dict(stage.tables["machinery-damage"].result(label))


def _wreck(stage: Stage, state: State, cell: int) -> None:
    """Source: bug-hunter 303.5A, 303.5B."""
    damage = machine_damage(stage, cell)
    state.blasted |= {cell}
    cells = (cell, *stage.ground.beside[cell])
    strength = int(str(damage["blast"]))
    state.push(*(("blast", unit, strength, "") for unit in units_in(stage, state, cells)))
    add_damage(stage, state, cell, int(str(damage["structural points"])))


def is_explosive(stage: Stage, state: State, cell: int) -> bool:
    """Whether damaged machinery in a cell goes on exploding."""
    return cell in state.blasted and stage.ground.machinery.get(cell) == "explosive"


def add_damage(stage: Stage, state: State, cell: int, points: int) -> None:
    """Add structural damage to the compartment of a cell.

    Source: bug-hunter 318.1
    """
    group = stage.ground.group_of[stage.ground.area_of[cell]]
    if group < len(state.damage):
        state.damage[group] += points


@BLASTS.run("structure")
def _ask_structure(stage: Stage, state: State, cell: int, cause: str) -> Roll | None:
    if stage.ground.is_outside(cell):
        return None
    dice = stage.tables.dice("structural-damage-dice", cause)
    return Roll(dice, HUMAN, "structure", "table/structural-damage-dice")


@BLASTS.answer("structure")
def _structure(stage: Stage, state: State, thrown: Thrown, cell: int, cause: str) -> Sequence[Use]:
    table = stage.tables["structural-points"]
    add_damage(stage, state, cell, sum(int(table.result(face)) for face in thrown.faces))
    return tuple(table.use(face) for face in thrown.faces)


@BLASTS.run("punch")
def _punch(stage: Stage, state: State, here: int, there: int) -> None:
    """A bolt of a plasma gun goes on past its target, and breaches the wall behind it.

    Source: bug-hunter 306.3
    """
    best, behind = -1, NO_EDGE
    for step in stage.ground.steps[there]:
        away = stage.ground.far[here][step.there]
        if away > best:
            best, behind = away, step.edge
    if behind != NO_EDGE:
        breach(stage, state, behind)


def tend_fires(stage: Stage, state: State) -> None:
    """Thermal bombs that were thrown in this round begin to burn.

    Source: bug-hunter 307.1
    """
    lit = tuple(cell for cell, burns in state.burning if not burns)
    state.burning = tuple((cell, 1) for cell, _ in state.burning)
    for cell in lit:
        state.push(*(("blast", unit, _heat(stage), "") for unit in _near_fire(stage, state, cell)))


def _heat(stage: Stage) -> int:
    return stage.figure("thermal-bomb", "attack strength")


def _near_fire(stage: Stage, state: State, cell: int) -> list[int]:
    return units_in(stage, state, (cell, *stage.ground.beside[cell]))


def burn_out(stage: Stage, state: State) -> None:
    """Thermal bombs burn out, and breach everything around their hexes.

    Source: bug-hunter 307.1
    """
    for cell, _ in state.burning:
        breach_around(stage, state, cell)
        if not stage.ground.is_outside(cell):
            state.push(("structure", cell, BOMB))
    state.burning = ()


def dangers_at(stage: Stage, state: State, unit: int, cell: int) -> Iterator[tuple[object, ...]]:
    """The attacks on a counter that enters a cell: burning bombs, and machinery that explodes."""
    if is_explosive(stage, state, cell):
        yield ("blast", unit, int(str(machine_damage(stage, cell)["blast"])), "")
    for fire, burns in state.burning:
        if burns and (fire == cell or cell in stage.ground.beside[fire]):
            yield ("blast", unit, _heat(stage), "")


def _owner(stage: Stage, unit: int) -> str:
    return HUMAN if is_human(stage, unit) else PRED
