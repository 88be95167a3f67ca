"""Close combat, frenzy attacks, and what flyers do afterward.

Source: mobile-infantry Close Combat
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from builder.games.mobile_infantry.play.figures import ATTACKS
from builder.games.mobile_infantry.play.roster import BUG, FLYER, WARRIOR
from builder.games.mobile_infantry.play.rules.harm import hit_craft, kill_trooper, remove_bug  # fmt: skip
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import (
    FRENZIED,
    LANDED,
    NOBODY,
    ROUT,
    TOSSED,
    WAITING,
    State,
)  # fmt: skip
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

CLOSE = Agenda()
STEP = "rule/close-combat"
FRENZY = "rule/frenzy-attacks"
# The directions that a flyer is offered to withdraw in.
WAYS = 8


@CLOSE.run("close")
def _close(setting: Setting, state: State) -> None:
    """Each Warrior and Flying Warrior attacks; then bugs join those who have pinned somebody."""
    attacks = [("attack", bug) for bug in setting.fighters(state) if not setting.is_idle(state, bug)]
    state.push(*attacks, ("join",), ("losses", *state.casualties))


def victims_of(setting: Setting, state: State, bug: int) -> list[int]:
    """The troopers whom a bug can attack: all of the teams of which one is near, and Craft that are.

    Somebody whom another bug has pinned is left to that bug.
    """
    here, contact = state.cell[bug], setting.figures.contact
    near = setting.near(state, here, setting.troopers, contact)
    teams = {setting.units[unit].team for unit in near}
    men = [
        unit
        for team in sorted(teams)
        for unit in setting.alive(state, team)
        if state.pinned[unit] == NOBODY and setting.ground.distance(here, state.cell[unit]) < _reach(setting)
    ]
    return [*men, *setting.near(state, here, setting.craft, contact)]


def _reach(setting: Setting) -> float:
    """Members of a team who are farther away than a team stays together are not in the fight."""
    return setting.figures.contact + setting.figures.cohesion("tactical", "team-member")


@CLOSE.run("attack")
def _attack(setting: Setting, state: State, bug: int) -> Decision | None:
    """A bug kills whom it has pinned, or chooses a victim."""
    if state.cell[bug] < 0 or setting.is_idle(state, bug):
        return None
    victim = setting.victim_of(state, bug)
    if victim >= 0:
        state.engaged = 1
        if setting.assume["pinned"] == "killed":
            kill_trooper(setting, state, victim)
        else:
            state.push(("strike", bug, victim))
        return None
    return Decision(BUG, "attack", STEP, (bug,)) if victims_of(setting, state, bug) else None


@CLOSE.option("attack")
def attacks_of(setting: Setting, state: State, bug: int) -> Sequence[Action]:
    """The victims of a bug."""
    return [("attack", unit) for unit in victims_of(setting, state, bug)]


@CLOSE.answer("attack")
def _choose_victim(setting: Setting, state: State, action: Action, bug: int) -> Sequence[Use]:
    state.push(("strike", bug, int(action[1])))
    return ()


@CLOSE.run("strike")
def _roll_strike(setting: Setting, state: State, bug: int, victim: int) -> Roll | None:
    if state.cell[bug] < 0 or state.cell[victim] < 0:
        return None
    state.engaged = 1
    if victim in setting.craft:
        return Roll(setting.figures.craft_dice, BUG, "attack on a Craft", "table/craft-hits")
    table = ATTACKS[setting.moving_kind(state, bug)]
    return Roll(setting.tables.roll(table), BUG, "attack", f"table/{table}")


def attack_modifiers(setting: Setting, state: State, kind: str, victim: int) -> tuple[str, ...]:
    """The modifiers of an attack on a trooper; open fortifications are no cover against flyers."""
    team = setting.units[victim].team
    experience = setting.experience(state, team)
    modifiers = [experience] * (experience in ("greenhorn", "veteran"))
    if state.mood[team] == ROUT:
        modifiers.append("routing")
    here, ground = state.cell[victim], setting.ground
    if ground.is_roofed[here] if kind == FLYER else ground.is_hard[here]:
        modifiers.append("hard-cover")
    return tuple(modifiers)


@CLOSE.answer("strike")
def _strike(setting: Setting, state: State, thrown: Thrown, bug: int, victim: int) -> Sequence[Use]:
    """The result of an attack."""
    figures = setting.figures
    if victim in setting.craft:
        hit_craft(setting, state, victim, int(thrown.total >= figures.craft_die))
        return [setting.tables["craft-hits"].use("least die that damages it")]
    kind = setting.moving_kind(state, bug)
    modifiers = attack_modifiers(setting, state, kind, victim)
    table = setting.tables[ATTACKS[kind]]
    uses = [table.use(thrown.total, modifiers=modifiers)]
    result = str(table.result(thrown.total, modifiers=modifiers))
    state.pinned[victim] = NOBODY
    if result == "pinned":
        state.pinned[victim] = bug
    elif result == "tossed":
        state.flags[victim] |= TOSSED
        state.push(("toss", victim))
    elif result != "clear":
        kill_trooper(setting, state, victim)
    if kind == FLYER:
        uses.append(setting.tables["lands"].use(result))
        _after_swoop(setting, state, bug, result)
    elif result == "cut-in-half" and kind == WARRIOR:
        state.push(("again", bug))
    return uses


def _after_swoop(setting: Setting, state: State, bug: int, result: str) -> None:
    """A flyer lands, carries its victim off, or may finish its move."""
    if setting.tables["lands"].result(result):
        state.flags[bug] |= LANDED
        state.inches[bug] = 0
    elif result == "carried-off" and setting.assume["carried-off"] == "leaves":
        remove_bug(setting, state, bug, WAITING)
    elif state.inches[bug]:
        state.push(("withdraw", bug))


@CLOSE.run("again")
def _again(setting: Setting, state: State, bug: int) -> Decision | None:
    """A Warrior that has cut somebody in half may attack another."""
    return Decision(BUG, "attack", STEP, (bug,)) if _next_victims(setting, state, bug) else None


def _next_victims(setting: Setting, state: State, bug: int) -> list[int]:
    near = setting.near(state, state.cell[bug], setting.troopers, setting.figures.next_victim)
    return [unit for unit in near if state.pinned[unit] == NOBODY]


@CLOSE.option("again")
def _agains(setting: Setting, state: State, bug: int) -> Sequence[Action]:
    return [("stop",), *(("attack", unit) for unit in _next_victims(setting, state, bug))]


@CLOSE.answer("again")
def _choose_next(setting: Setting, state: State, action: Action, bug: int) -> Sequence[Use]:
    if action[0] == "attack":
        state.push(("strike", bug, int(action[1])))
    return ()


@CLOSE.run("withdraw")
def _ask_withdraw(setting: Setting, state: State, bug: int) -> Decision | None:
    if state.cell[bug] < 0 or not state.inches[bug]:
        return None
    return Decision(BUG, "withdraw", "rule/bug-movement", (bug,))


@CLOSE.option("withdraw")
def _withdrawals(setting: Setting, state: State, bug: int) -> Sequence[Action]:
    """A flyer can stay, or use the inches that it has left in one of eight directions."""
    ground, here = setting.ground, state.cell[bug]
    (x, y), inches = ground.spots[here], state.inches[bug]
    angles = [math.tau * way / WAYS for way in range(WAYS)]
    cells = [ground.cell_at(x + inches * math.sin(angle), y - inches * math.cos(angle)) for angle in angles]
    taken = set(state.cell)
    legal = [cell for cell in cells if ground.distance(here, cell) <= inches and cell not in taken]
    return [("stay",), *(("fly", cell) for cell in dict.fromkeys(legal))]


@CLOSE.answer("withdraw")
def _withdraw(setting: Setting, state: State, action: Action, bug: int) -> Sequence[Use]:
    if action[0] == "fly":
        state.cell[bug] = int(action[1])
    state.inches[bug] = 0
    return ()


# Tossed troopers, and frenzies.


@CLOSE.run("toss")
def _roll_toss(setting: Setting, state: State, victim: int) -> Roll | None:
    if state.cell[victim] < 0:
        return None
    return Roll(setting.tables.dice("toss", "distance"), BUG, "toss", "table/toss")


@CLOSE.answer("toss")
def _tossed(setting: Setting, state: State, thrown: Thrown, victim: int) -> Sequence[Use]:
    state.push(("land", victim, thrown.total))
    return [setting.tables["toss"].use("distance")]


@CLOSE.run("land")
def _roll_direction(setting: Setting, state: State, victim: int, inches: int) -> Roll:
    return Roll(setting.figures.direction_dice, BUG, "direction", "table/toss")


@CLOSE.answer("land")
def _land(setting: Setting, state: State, thrown: Thrown, victim: int, inches: int) -> Sequence[Use]:
    """A trooper lands this many inches away, in a clock direction; bugs near him may fall on him."""
    ground, here = setting.ground, state.cell[victim]
    x, y = ground.spots[here]
    angle = math.tau * thrown.total / setting.figures.directions
    aim_x, aim_y = x + inches * math.sin(angle), y - inches * math.cos(angle)
    mask = ground.free(ground.within(here, inches), [cell for cell in state.cell if cell != here])
    if here < ground.surface:
        row = ground.away(ground.cell_at(aim_x, aim_y))
    else:
        row = ((ground.points - (aim_x, aim_y)) ** 2).sum(axis=1)
    state.cell[victim] = ground.nearest_of(mask, row)
    state.push(("frenzy", victim))
    return ()


@CLOSE.run("join")
def _join(setting: Setting, state: State) -> None:
    """Where other bugs have joined one that has pinned a trooper, a frenzy may break out."""
    pinned = [unit for unit in setting.living(state, setting.troopers) if state.pinned[unit] >= 0]
    state.push(*(("frenzy", unit) for unit in pinned))


def joining(setting: Setting, state: State, victim: int) -> list[int]:
    """The bugs that can fall on a trooper."""
    near = setting.near(state, state.cell[victim], setting.fighters(state), setting.figures.frenzy)
    return [bug for bug in near if not setting.is_idle(state, bug)]


@CLOSE.run("frenzy")
def _roll_frenzy(setting: Setting, state: State, victim: int) -> Roll | None:
    if state.cell[victim] < 0 or len(joining(setting, state, victim)) < setting.figures.frenzied_bugs:
        return None
    return Roll(setting.tables.roll("frenzy"), BUG, "frenzy", "table/frenzy")


@CLOSE.answer("frenzy")
def _frenzy(setting: Setting, state: State, thrown: Thrown, victim: int) -> Sequence[Use]:
    """All bugs near him tear a trooper to pieces, for a whole round; his team takes a test."""
    bugs = joining(setting, state, victim)
    table = setting.tables["frenzy"]
    use = table.use(len(bugs), thrown.total)
    if table.results[use.cell]:
        team = setting.units[victim].team
        for bug in bugs:
            state.flags[bug] |= FRENZIED
        kill_trooper(setting, state, victim)
        if state.mood[team] != ROUT:
            state.push(("test", team))
    return [use]
