"""Action cards, and explosions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.bugged.play.effects import is_banned
from builder.games.bugged.play.roster import SIDES
from builder.games.bugged.play.rules.attacks import (
    MELEE,
    attack,
    destroy,
    interrupters,
    melee_dice,
    strikes_of,
)
from builder.games.bugged.play.rules.attacks import interrupt as use_opportunity
from builder.games.bugged.play.rules.moving import enter
from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import ACTED, CONTROLLED, LONGER, NOBODY, SHOT, STRUCK, State
from builder.geometry.hexgrid import Hex
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

CARDS = Agenda()
NUKE, TUNNEL, TELEPATHY, SWARM, TRANSFORM, DESTRUCT, REVENGE, TRACKER = (
    "nuke-em", "tunnel-trap", "telepathy", "swarm", "transform", "destruct", "revenge", "tracker",
)  # fmt: skip


def cards_to_play(setting: Setting, state: State, unit: int) -> Iterator[Action]:
    """The cards that the player of an active unit can play now, each with its target or -1.

    Source: bugged Action Cards
    """
    side = state.owner[unit]
    if not state.hands[side]:
        return
    held = [card for card in setting.cards if setting.count(state, side, card)]
    is_fresh = not state.hexes and not state.flags[unit] & (SHOT | STRUCK)
    for card in held:
        if is_banned(setting, state, f"card/{card}", SIDES[side]):
            continue
        if card in (NUKE, TUNNEL) or (card == DESTRUCT and state.aboard[unit] < 0):
            yield card, NOBODY
        elif card == TELEPATHY and is_fresh:
            yield from ((card, target) for target in telepathy_targets(setting, state, unit))
        elif card == SWARM:
            targets = strikes_of(setting, state, unit)
            yield from ((card, target) for target in targets if partners(setting, state, unit, target))
        elif card == TRANSFORM and is_fresh:
            yield from ((card, kind) for kind in forms(setting, state, unit))


@CARDS.run("play")
def _play(setting: Setting, state: State, card: str, target: int, unit: int) -> None:
    side = state.owner[unit]
    setting.discard(state, side, card)
    match card:
        case "nuke-em":
            state.push(("aim", side))
        case "tunnel-trap":
            state.push(("tunnel", side))
        case "destruct":
            state.push(("blast", DESTRUCT, *setting.ground.board.spots[state.cell[unit]].hex, side))
            destroy(setting, state, unit)
        case "telepathy":
            state.flags[unit] |= ACTED
            state.push(("telepathy", unit, target))
        case "swarm":
            state.push(("gather", target, (unit,)))
        case _:
            _transform(setting, state, unit, target)


# Transform.


def forms(setting: Setting, state: State, unit: int) -> Iterator[int]:
    """The kinds that a unit can become.

    Source: bugged Transform
    """
    own, riders = setting.kind(state, unit), len(setting.riders(state, unit))
    most = own.points * setting.tables.figure("transform-price", "new unit")
    for number, kind in enumerate(setting.kinds):
        if number == state.kind[unit] or kind.race != own.race:
            continue
        fits = kind.carries >= riders and not (kind.is_vehicle and state.aboard[unit] >= 0)
        if fits and kind.points <= most:
            yield number


def _transform(setting: Setting, state: State, unit: int, kind: int) -> None:
    """The unit becomes another one and does nothing else; its wounds stay, or heal."""
    lost = setting.kind(state, unit).wounds - state.wounds[unit]
    state.kind[unit] = kind
    kept = lost if setting.assume["transformed-wounds"] == "kept" else 0
    state.wounds[unit] = max(1, setting.kinds[kind].wounds - kept)
    state.flags[unit] |= ACTED


# Tunnel Trap.


@CARDS.run("tunnel")
def _ask_who_tunnels(setting: Setting, state: State, side: int) -> Decision | None:
    return Decision(SIDES[side], "tunnel", "rule/tunnel-trap")


@CARDS.option("tunnel")
def _tunnelers(setting: Setting, state: State, side: int) -> Sequence[Action]:
    return [("unit", unit) for unit in setting.on_map(state) if state.owner[unit] == side]


@CARDS.answer("tunnel")
def _tunnel(setting: Setting, state: State, action: Action, side: int) -> Sequence[Use]:
    state.push(("emerge", int(action[1])))
    return ()


@CARDS.run("emerge")
def _ask_where(setting: Setting, state: State, unit: int) -> Decision:
    return Decision(SIDES[state.owner[unit]], "emerge", "rule/tunnel-trap", (unit,))


@CARDS.option("emerge")
def _exits(setting: Setting, state: State, unit: int) -> Sequence[Action]:
    taken = {state.cell[other] for other in setting.on_map(state)}
    return [("to", cell) for cell in range(len(setting.ground)) if cell not in taken]


@CARDS.answer("emerge")
def _emerge(setting: Setting, state: State, action: Action, unit: int) -> Sequence[Use]:
    enter(setting, state, unit, int(action[1]))
    if setting.assume["tunnel-trap"] == "instead-of-moving" and unit == state.active:
        state.left = 0
    state.push(("react", unit, True, ()))
    return ()


# Telepathy.


def telepathy_targets(setting: Setting, state: State, unit: int) -> Iterator[int]:
    """The enemies that can be controlled."""
    for target in setting.enemies(state, state.owner[unit]):
        far = setting.assume["telepathy-range"] == "anywhere"
        if far or setting.ground.board.sees(state.cell[unit], state.cell[target]):
            yield target


@CARDS.run("telepathy")
def _roll_telepathy(setting: Setting, state: State, unit: int, target: int) -> Roll:
    dice = setting.tables.dice("telepathy", "telepath")
    return Roll(dice, SIDES[state.owner[unit]], "telepathy", "rule/telepathy")


@CARDS.answer("telepathy")
def _has_rolled(setting: Setting, state: State, thrown: Thrown, unit: int, target: int) -> Sequence[Use]:
    state.push(("resist", unit, target, thrown.total))
    return [setting.tables["telepathy"].use("telepath")]


@CARDS.run("resist")
def _roll_resistance(setting: Setting, state: State, unit: int, target: int, total: int) -> Roll:
    armor = setting.kind(state, target).armor
    return Roll(f"{armor}d6", SIDES[state.owner[target]], "resist", "rule/telepathy")


@CARDS.answer("resist")
def _has_resisted(
    setting: Setting, state: State, thrown: Thrown, unit: int, target: int, total: int
) -> Sequence[Use]:
    """Source: bugged Telepathy."""
    if total > thrown.total:
        state.owner[target] = state.owner[unit]
        is_late = state.flags[target] & ACTED and setting.assume["telepathy-time"] == "until-used"
        state.flags[target] |= CONTROLLED | (LONGER if is_late else 0)
    return ()


# Swarm.


def partners(setting: Setting, state: State, unit: int, target: int) -> list[int]:
    """The other units of a side that have not acted and can attack a target in melee from where they are."""
    there, side = state.cell[target], state.owner[unit]
    return [
        other
        for other in setting.waiting(state, side)
        if other != unit
        and state.aboard[other] < 0
        and setting.ground.touches(state.cell[other], there)
        and melee_dice(setting, state, other, target)
    ]


@CARDS.run("gather")
def _ask_partner(setting: Setting, state: State, target: int, units: tuple[int, ...]) -> Decision | None:
    """Others join, one by one; then all attack as one unit."""
    if _candidates(setting, state, target, units):
        return Decision(SIDES[state.owner[units[0]]], "swarm", "rule/swarm", (units[0], target))
    _attack_as_one(setting, state, target, units)
    return None


def _candidates(setting: Setting, state: State, target: int, units: tuple[int, ...]) -> list[int]:
    last = units[-1] if len(units) > 1 else NOBODY
    return [other for other in partners(setting, state, units[0], target) if other > last]


@CARDS.option("gather")
def _joiners(setting: Setting, state: State, target: int, units: tuple[int, ...]) -> Sequence[Action]:
    joins: list[Action] = [("join", other) for other in _candidates(setting, state, target, units)]
    # The card is for several units, so at least one joins.
    return joins if len(units) == 1 else [*joins, ("attack",)]


@CARDS.answer("gather")
def _gather(
    setting: Setting, state: State, action: Action, target: int, units: tuple[int, ...]
) -> Sequence[Use]:
    if action[0] == "join":
        state.push(("gather", target, (*units, int(action[1]))))
    else:
        _attack_as_one(setting, state, target, units)
    return ()


def _attack_as_one(setting: Setting, state: State, target: int, units: tuple[int, ...]) -> None:
    """Source: bugged Swarm."""
    dice = sum(melee_dice(setting, state, unit, target) for unit in units)
    damage = sum(setting.kind(state, unit).melee_damage for unit in units)
    for unit in units:
        state.flags[unit] |= STRUCK | ACTED
    attack(state, units, target, dice, damage, MELEE)


# Tracker.


@CARDS.run("track")
def _ask_second_shot(setting: Setting, state: State, unit: int, target: int, tunnel: bool) -> Decision | None:
    """After opportunity fire, a card lets another unit fire at the same target.

    Source: bugged Tracker
    """
    side = state.owner[unit]
    if state.cell[target] < 0 or not state.hands[side] or not setting.count(state, side, TRACKER):
        return None
    if not interrupters(setting, state, target, tunnel=tunnel):
        return None
    return Decision(SIDES[side], "track", "rule/tracker", (target,))


@CARDS.option("track")
def _second_shots(setting: Setting, state: State, unit: int, target: int, tunnel: bool) -> Sequence[Action]:
    units = interrupters(setting, state, target, tunnel=tunnel)
    return [("hold",), *(("interrupt", other) for other in units)]


@CARDS.answer("track")
def _fire_again(
    setting: Setting, state: State, action: Action, unit: int, target: int, tunnel: bool
) -> Sequence[Use]:
    if action[0] == "interrupt":
        setting.discard(state, state.owner[unit], TRACKER)
        use_opportunity(setting, state, int(action[1]), target, tunnel=tunnel)
    return ()


# Explosions.


@CARDS.run("dying")
def _ask_last_card(setting: Setting, state: State, unit: int, cell: int) -> Decision | None:
    """A card can be played when a unit is destroyed."""
    side = setting.units[unit].side
    if not _last_cards(setting, state, side):
        return None
    return Decision(SIDES[side], "dying", "rule/explosions", (unit,))


def _last_cards(setting: Setting, state: State, side: int) -> list[Action]:
    return [(card,) for card in (DESTRUCT, REVENGE) if setting.count(state, side, card)]


@CARDS.option("dying")
def _last_options(setting: Setting, state: State, unit: int, cell: int) -> Sequence[Action]:
    return [("hold",), *_last_cards(setting, state, setting.units[unit].side)]


@CARDS.answer("dying")
def _play_last(setting: Setting, state: State, action: Action, unit: int, cell: int) -> Sequence[Use]:
    if action[0] != "hold":
        side, card = setting.units[unit].side, str(action[0])
        setting.discard(state, side, card)
        state.push(("blast", card, *setting.ground.board.spots[cell].hex, side))
    return ()


@CARDS.run("aim")
def _ask_target_hex(setting: Setting, state: State, side: int) -> Decision:
    return Decision(SIDES[side], "aim", "rule/explosions")


@CARDS.option("aim")
def _target_hexes(setting: Setting, state: State, side: int) -> Sequence[Action]:
    return [("at", cell) for cell in range(len(setting.ground))]


@CARDS.answer("aim")
def _aim(setting: Setting, state: State, action: Action, side: int) -> Sequence[Use]:
    state.push(("drift", side, int(action[1]), NOBODY))
    return ()


@CARDS.run("drift")
def _roll_drift(setting: Setting, state: State, side: int, cell: int, direction: int) -> Roll:
    what = "direction" if direction == NOBODY else "hexes"
    return Roll(setting.tables.dice("nuke-scatter", what), SIDES[side], "scatter", "rule/explosions")


@CARDS.answer("drift")
def _drift(
    setting: Setting, state: State, thrown: Thrown, side: int, cell: int, direction: int
) -> Sequence[Use]:
    """Source: bugged Special Rules For Action Cards."""
    table = setting.tables["nuke-scatter"]
    if direction == NOBODY:
        state.push(("drift", side, cell, thrown.total - 1))
        return [table.use("direction")]
    state.push(("blast", NUKE, *setting.ground.drifted(cell, direction, thrown.total), side))
    return [table.use("hexes")]


@CARDS.run("blast")
def _explode(setting: Setting, state: State, card: str, column: int, row: int, side: int) -> None:
    """Every unit under the template is hit, friends too; riders are under the armor of their vehicle.

    Source: bugged Special Rules For Action Cards
    """
    radius, dice = setting.figures.blast(card)
    cells = setting.ground.around(Hex(column, row), radius)
    hit = [unit for unit in setting.on_map(state) if state.cell[unit] in cells]
    state.push(*(("harm", -1 - side, unit, dice) for unit in hit))
