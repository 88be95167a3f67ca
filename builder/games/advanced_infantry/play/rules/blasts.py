"""Explosives, incendiaries and smoke: aiming at a dot, scatter, damage by distance, fire and breaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.advanced_infantry.play.effects import is_banned
from builder.games.advanced_infantry.play.figures import RIFLE, SMOKE
from builder.games.advanced_infantry.play.ground import DEEP, SHALLOW
from builder.games.advanced_infantry.play.roster import SIDES
from builder.games.advanced_infantry.play.rules.fire import between, can_hit, cells_used
from builder.games.advanced_infantry.play.rules.harm import harm
from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import FIRED, FLYING, NOBODY, State
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Roll, Thrown
from builder.playtest.tables import Use

BLASTS = Agenda()
BURST, SCATTER, BREACH = "table/blasts", "table/scatter", "rule/breaching"
AIM = {True: "rule/incendiary-weapons", False: "rule/explosive-launchers"}


def target_number(
    setting: Setting, state: State, unit: int, cell: int, weapon: str, *, large: bool = False
) -> int:
    """The number to roll to burst an explosive on a dot, or on a large target there.

    Source: advanced-infantry Explosive Launchers, Large Targets
    """
    figures = setting.figures
    number = figures.targets(weapon, setting.farthest)[setting.distance(state.cell[unit], cell)]
    number += between(setting, state, unit, cell)
    return number + figures.large if large else number


def bursts_of(setting: Setting, state: State, unit: int) -> Iterator[Action]:
    """The bursts that a trooper can make now: on dots in sight, and on structures.

    Dots with enemies, things and objectives are offered, and for smoke those on the way to enemies.

    Source: advanced-infantry Explosive Launchers
    """
    here, holes, left = state.cell[unit], setting.holes(state), state.left[unit]
    cells_for: dict[bool, Sequence[int]] = {}
    for number, arm in setting.arms_of(state, unit):
        weapon = arm.weapon
        if weapon == RIFLE or left < setting.figures.fire_cost(weapon):
            continue
        if is_banned(setting, state, weapon, setting.side_of[unit]):
            continue
        seen = setting.sight.row(here, holes)
        reach, is_smoke = setting.reach_of(weapon), weapon == SMOKE
        if is_smoke not in cells_for:
            cells_for[is_smoke] = (_screens if is_smoke else _marks)(setting, state, unit)
        for cell in cells_for[is_smoke]:
            if not seen[cell] or not 1 <= setting.distance(here, cell) <= reach:
                continue
            if can_hit(setting.figures, target_number(setting, state, unit, cell, weapon)):
                yield ("burst", number, cell)
        if weapon != SMOKE and setting.uses_breaches:
            yield from (("breach", number, each) for each in _breaches(setting, state, unit, weapon))


def _marks(setting: Setting, state: State, unit: int) -> list[int]:
    """The cells worth a burst: those of enemies, of things to destroy and of places that must burn."""
    cells = [state.cell[enemy] for enemy in setting.on_map(state, 1 - setting.side_of[unit])]
    cells += [cell for cell in state.lying if cell >= 0]
    cells += setting.to_burn
    return sorted(set(cells))


def _screens(setting: Setting, state: State, unit: int) -> list[int]:
    """The cells on the ways from a trooper to the enemies: near him, halfway, and at them."""
    ground, here = setting.ground, state.cell[unit]
    reach = setting.reach_of(SMOKE)
    cells = set()
    for enemy in setting.on_map(state, 1 - setting.side_of[unit]):
        there = state.cell[enemy]
        dots = setting.distance(here, there)
        if dots < 1:
            continue
        for share in {min(dots, each) for each in (reach // 2, reach)}:
            cell = setting.between(here, there, share / dots)
            if cell != NOBODY and ground.floor[cell] == ground.floor[here]:
                cells.add(cell)
    return sorted(cells)


def _breaches(setting: Setting, state: State, unit: int, weapon: str) -> Iterator[int]:
    """The structures that a trooper can breach from where he is: those between him and where he wants to be.

    Source: advanced-infantry Large Targets
    """
    here, reach = state.cell[unit], setting.reach_of(weapon)
    if not setting.figures.blast(weapon):
        return
    for number, cell in setting.breaches.in_sight(here, setting.holes(state)):
        if not 1 <= setting.distance(here, cell) <= reach:
            continue
        if can_hit(setting.figures, target_number(setting, state, unit, cell, weapon, large=True)):
            yield number


# Aiming.


def launch(setting: Setting, state: State, action: Action, unit: int) -> None:
    """Pay for a burst, use up a round, and aim."""
    arm = int(action[1])
    weapon = setting.troopers[unit].arms[arm].weapon
    state.left[unit] -= setting.figures.fire_cost(weapon)
    setting.use_round(state, unit, arm)
    structure = int(action[2]) if action[0] == "breach" else NOBODY
    cell = setting.breaches.face_of(structure, state.cell[unit]) if structure >= 0 else int(action[2])
    number = target_number(setting, state, unit, cell, weapon, large=structure >= 0)
    state.flags[unit] |= FIRED
    state.push(("aim", unit, cell, weapon, number, structure))


@BLASTS.run("aim")
def _roll_aim(
    setting: Setting, state: State, unit: int, cell: int, weapon: str, number: int, structure: int
) -> Roll:
    step = "rule/smoke-grenades" if weapon == SMOKE else AIM[setting.figures.sets_fire(weapon)]
    return Roll(setting.figures.hit_dice, SIDES[setting.side_of[unit]], "fire", step)


@BLASTS.answer("aim")
def _aim(
    setting: Setting,
    state: State,
    thrown: Thrown,
    unit: int,
    cell: int,
    weapon: str,
    number: int,
    structure: int,
) -> Sequence[Use]:
    side = setting.side_of[unit]
    if thrown.total >= number:
        state.push(("bang", cell, weapon, side, structure))
    else:
        state.push(("scatter", cell, weapon, side))
    dots = setting.distance(state.cell[unit], cell) if state.cell[unit] >= 0 else 0
    return cells_used(setting, weapon, dots)


@BLASTS.run("scatter")
def _roll_scatter(setting: Setting, state: State, cell: int, weapon: str, side: int) -> Roll:
    directions = len(setting.ground.dots.lattice.directions)
    return Roll(f"1d{directions}", SIDES[side], "scatter", SCATTER)


@BLASTS.answer("scatter")
def _scatter(
    setting: Setting, state: State, thrown: Thrown, cell: int, weapon: str, side: int
) -> Sequence[Use]:
    dots = setting.figures.scatter(weapon)
    landing = setting.bursts.drifts(cell, dots)[thrown.total - 1]
    state.push(("bang", landing, weapon, side, NOBODY))
    return [setting.tables["scatter"].use("advanced explosive")]


# Bursts.


@BLASTS.run("bang")
def _bang(setting: Setting, state: State, cell: int, weapon: str, side: int, structure: int) -> None:
    """Burst: damage to everybody near, to structures, fire or smoke.

    Source: advanced-infantry Explosive Launchers, Incendiary Weapons, Smoke Grenades
    """
    if weapon == SMOKE:
        state.clouds.append((cell, 0, side, state.turn))
        return
    figures = setting.figures
    damages, lights = figures.blast(weapon), figures.sets_fire(weapon)
    reached = setting.bursts.burst(cell, len(damages) - 1, setting.holes(state), lights)
    dots_to = dict(reached)
    for unit, there in enumerate(state.cell):
        if there in dots_to and not state.flags[unit] & FLYING:
            x = damages[dots_to[there]] + figures.water_damage(is_water(setting, there))
            harm(setting, state, unit, x, BURST)
    if setting.uses_breaches:
        _crack(setting, state, reached, damages, structure)
    if lights:
        for there, _ in reached:
            ignite(setting, state, there)


def is_water(setting: Setting, cell: int) -> bool:
    """Whether a cell is water."""
    return setting.ground.terrain[cell] in (DEEP, SHALLOW)


def _crack(
    setting: Setting, state: State, reached: Sequence[tuple[int, int]], damages: Sequence[int], aimed_at: int
) -> None:
    """Add the damage of a burst to the structures around it, and breach those that have had enough.

    Source: advanced-infantry Large Targets
    """
    ground, points = setting.ground, max(1, setting.figures.points_of_x)
    done: dict[int, int] = {aimed_at: damages[0]} if aimed_at >= 0 else {}
    for there, dots in reached:
        for number in ground.structures_at(ground.spots[there].dot):
            done[number] = max(done.get(number, 0), damages[dots])
    for tree in ground.tree_cells:
        near = [dots for there, dots in reached if ground.far[there, tree] <= 1 and dots + 1 < len(damages)]
        if near:
            number, *_ = ground.structures_at(ground.spots[tree].dot)
            done[number] = max(done.get(number, 0), damages[min(near) + 1])
    for number, x in sorted(done.items()):
        if number in state.holes:
            continue
        state.cracks[number] += x * points
        if state.cracks[number] > ground.structures[number].toughness:
            state.holes = sorted([*state.holes, number])


def ignite(setting: Setting, state: State, cell: int) -> None:
    """Set a dot on fire; what lies there burns.

    Source: advanced-infantry Incendiary Weapons
    """
    if is_water(setting, cell):
        return
    burns = setting.ground.burns_long[cell] or setting.assume["what-burns"] == "everywhere"
    last = state.turn + (setting.figures.fire_turns if burns else 0)
    fires = dict(state.fires)
    fires[cell] = max(last, fires.get(cell, 0))
    state.fires = sorted(fires.items())
    for item, place in enumerate(state.lying):
        if place == cell:
            state.lying[item] = NOBODY


# The end of a turn.


def fires_out(setting: Setting, state: State) -> None:
    """At the end of a turn, let fires spread or go out."""
    if setting.assume["fire-spreads"] == "vegetation":
        burning = setting.burning(state)
        lit = {
            near
            for cell in burning
            for near in setting.ground.neighbors[cell]
            if near not in burning and setting.ground.is_cover[near] and setting.ground.burns_long[near]
        }
        for cell in sorted(lit):
            ignite(setting, state, cell)
    state.fires = [(cell, last) for cell, last in state.fires if last > state.turn]


def age_clouds(setting: Setting, state: State, side: int) -> None:
    """At the end of a side's part of a turn, its clouds are a turn older: they grow, and go at last.

    Source: advanced-infantry Smoke Grenades
    """
    older = [
        (cell, turns + (thrower == side and born < state.turn), thrower, born)
        for cell, turns, thrower, born in state.clouds
    ]
    state.clouds = [cloud for cloud in older if setting.figures.cloud(cloud[1]) >= 0]
