"""Direct fire: who can be shot at, the column, the result, ammunition, and what the shot damages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.bug_hunter.play.cast import HUMAN, PRED, Arm
from builder.games.bug_hunter.play.rules.harm import BY_FIRE, harm
from builder.games.bug_hunter.play.situation import defense, is_hull, is_human, reveal, spots, standing
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import CAGED, EMPTY, EXPOSED, FACE_UP, INCAPACITATED, OFF, State
from builder.games.bug_hunter.play.terrain.ground import NO_EDGE
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

FIRE = Agenda()
DIRECT = frozenset({"slug-thrower", "energy"})
RANDOM_EFFECTS = "random-weapon-effects"
_FIRES = {1: "firing-bonus", -1: "firing-penalty"}


def firepower(stage: Stage, state: State, shooter: int, arm: Arm, target: int) -> int:
    """The firepower of a shot, after its range and vacuum; 0 if it does not get so far.

    Source: bug-hunter 306.0, 316.3
    """
    here, there = state.at[shooter], state.at[target]
    power = int(stage.tables["firepower"].result(arm.row, stage.ground.far[here][there]))
    if is_hull(stage, here) or is_hull(stage, there):
        if arm.outside == "does not work":
            return 0
        if arm.outside == "firepower halved":
            power //= 2
    return power


def can_fire(stage: Stage, state: State, unit: int) -> bool:
    """Whether a counter has a loaded weapon for direct fire in hand."""
    arm = state.arm[unit]
    return (
        arm >= 0
        and stage.cast.arms[arm].kind in DIRECT
        and not state.flags[unit] & EMPTY
        and state.rounds[unit] != 0
    )


def targets(stage: Stage, state: State, shooter: int) -> Iterator[int]:
    """The counters that somebody can shoot at."""
    if not can_fire(stage, state, shooter):
        return
    arm = stage.cast.arms[state.arm[shooter]]
    for target in enemies_in_sight(stage, state, shooter):
        if firepower(stage, state, shooter, arm, target):
            yield target


def enemies_in_sight(stage: Stage, state: State, unit: int) -> Iterator[int]:
    """The enemies that a counter sees and knows to be enemies; of Preds, no helpless captives."""
    if not is_human(stage, unit):
        yield from (human for human in standing(stage, state) if spots(stage, state, unit, human))
        return
    at, flags, health = state.at, state.flags, state.health
    for pred in stage.preds:
        if (
            at[pred] != OFF
            and flags[pred] & (FACE_UP | CAGED) == FACE_UP
            and health[pred] < INCAPACITATED
            and spots(stage, state, unit, pred)
        ):
            yield pred


def shot_modifiers(stage: Stage, state: State, shooter: int, target: int) -> tuple[str, ...]:
    """The modifiers of the dice of a shot.

    Source: bug-hunter 309.3, 321.1, 321.3
    """
    names = []
    if is_human(stage, shooter):
        fires = stage.cast.people[shooter].fires
        if fires:
            names.append(_FIRES[fires])
        card = effect_of(stage, state, state.arm[shooter], target)
        shift = stage.effects[card].get("shift") if card >= 0 else None
        if shift:
            names.append(f"effect-{'plus' if shift > 0 else 'minus'}-{abs(shift)}")
    else:
        names.append("intelligent-pred")
    return tuple(names)


def effect_of(stage: Stage, state: State, arm: int, target: int) -> int:
    """The number of the effect card of a weapon against a Pred; -1 if it has none."""
    if is_human(stage, target) or RANDOM_EFFECTS not in state.species[state.stage[target]]:
        return -1
    return state.effects[arm]


def shot_column(stage: Stage, state: State, shooter: int, target: int) -> str:
    """The column of a shot."""
    arm = stage.cast.arms[state.arm[shooter]]
    power = firepower(stage, state, shooter, arm, target)
    return stage.column(power, defense(stage, state, target, ignores_armor=arm.pierces))


def shoot(stage: Stage, state: State, shooter: int, target: int) -> None:
    """Fire the weapon in hand at a target."""
    tasks: list[tuple[object, ...]] = []
    if needs_card(stage, state, state.arm[shooter], target):
        tasks.append(("effect-card", state.arm[shooter]))
    arm = stage.cast.arms[state.arm[shooter]]
    tasks.append(("shot", shooter, target))
    if state.at[target] in stage.ground.machinery:
        power = firepower(stage, state, shooter, arm, target)
        tasks.append(("machine-hit", state.at[target], power, HUMAN if is_human(stage, shooter) else PRED))
    if _dry_numbers(stage, arm):
        tasks.append(("ammunition", shooter))
    if arm.damages:
        tasks.append(("structure", state.at[target], arm.damages))
    if arm.slug == "plasma-gun":
        tasks.append(("punch", state.at[shooter], state.at[target]))
    state.push(*tasks)
    if state.rounds[shooter] > 0:
        state.rounds[shooter] -= 1
    expose(stage, state, shooter, target)


def expose(stage: Stage, state: State, shooter: int, target: int) -> None:
    """Whoever fires through the doorway of a closed door is exposed across it.

    Source: bug-hunter 303.1A
    """
    here, there = state.at[shooter], state.at[target]
    if there in stage.ground.sight.clear[here] or state.door[shooter] >= 0:
        return
    for way in stage.ground.sight.doors[here].get(there, ()):
        for edge in way:
            if edge not in state.open and edge not in state.held and here in stage.ground.edges[edge].ends:
                state.door[shooter] = edge
                state.mark(shooter, EXPOSED)
                return


def cover_up(state: State, unit: int) -> None:
    """Remove the Exposed marker of a counter."""
    if state.flags[unit] & EXPOSED:
        state.clear(unit, EXPOSED)
        state.door[unit] = NO_EDGE


def needs_card(stage: Stage, state: State, arm: int, target: int) -> bool:
    """Whether the first use of a weapon draws its effect card.

    Source: bug-hunter 321.1
    """
    if is_human(stage, target) or RANDOM_EFFECTS not in state.species[state.stage[target]]:
        return False
    return stage.cast.arms[arm].drawn_for and state.effects[arm] < 0


@FIRE.run("shot")
def _ask_shot(stage: Stage, state: State, shooter: int, target: int) -> Roll | None:
    if state.at[target] == OFF or state.at[shooter] == OFF:
        return None
    owner = HUMAN if is_human(stage, shooter) else PRED
    return Roll("2d6", owner, "fire", "table/combat-results")


@FIRE.answer("shot")
def _shot(stage: Stage, state: State, thrown: Thrown, shooter: int, target: int) -> Sequence[Use]:
    column = shot_column(stage, state, shooter, target)
    modifiers = shot_modifiers(stage, state, shooter, target)
    table = stage.tables["combat-results"]
    result = str(table.result(column, thrown.total, modifiers=modifiers))
    arm = stage.cast.arms[state.arm[shooter]]
    if not is_human(stage, target) and not arm.pierces:
        reveal(state, target, "carapace")
    uses = (
        stage.tables["firepower"].use(arm.row, stage.ground.far[state.at[shooter]][state.at[target]]),
        table.use(column, thrown.total, modifiers=modifiers),
    )
    land(stage, state, state.arm[shooter], target, result, shooter)
    return uses


def land(stage: Stage, state: State, arm: int, target: int, result: str, by: int) -> None:
    """Carry out the result of a weapon, after its effect card."""
    card = effect_of(stage, state, arm, target)
    if card >= 0:
        slug = stage.effects[card].slug
        changed = stage.after_card(slug, result)
        if slug == "enrage" and result != "none":
            state.push(("enraged", target))
        result = changed
    harm(stage, state, target, result, BY_FIRE, by)


@FIRE.run("effect-card")
def _ask_card(stage: Stage, state: State, arm: int) -> Roll | None:
    return Roll(f"1d{len(_deck(stage, state))}", HUMAN, "effect card", "rule/321.3")


@FIRE.answer("effect-card")
def _draw_card(stage: Stage, state: State, thrown: Thrown, arm: int) -> Sequence[Use]:
    state.effects[arm] = _deck(stage, state)[thrown.total - 1]
    state.shown_powers |= {RANDOM_EFFECTS}
    state.push(("cancel-card", arm))
    return ()


@FIRE.run("cancel-card")
def _ask_cancel(stage: Stage, state: State, arm: int) -> Decision | None:
    """The Pred player can turn in a second card of the power at once, and another effect is drawn.

    Source: bug-hunter 321.1
    """
    if max(powers.count(RANDOM_EFFECTS) for powers in state.species) < 2:
        return None
    return Decision(PRED, "effect", "rule/321.1")


@FIRE.option("cancel-card")
def _cancel_options(stage: Stage, state: State, arm: int) -> Sequence[Action]:
    return [("keep", arm), ("cancel", arm)]


@FIRE.answer("cancel-card")
def _cancel(stage: Stage, state: State, action: Action, arm: int) -> Sequence[Use]:
    if action[0] == "cancel":
        state.species = tuple(_without_second(powers) for powers in state.species)
        state.effects[arm] = -1
        state.push(("effect-card", arm))
    return ()


def _without_second(powers: tuple[str, ...]) -> tuple[str, ...]:
    left = list(powers)
    if left.count(RANDOM_EFFECTS) > 1:
        left.remove(RANDOM_EFFECTS)
    return tuple(left)


def _deck(stage: Stage, state: State) -> list[int]:
    """The effect cards that are not on the display."""
    deck = [number for number, card in enumerate(stage.effects) for _ in range(int(card["copies"]))]
    for drawn in state.effects:
        if drawn >= 0:
            deck.remove(drawn)
    return deck


def _dry_numbers(stage: Stage, arm: Arm) -> int:
    """The highest roll at which a weapon runs out of ammunition; 0 if it never does."""
    if not arm.dry:
        return 0
    label = str(stage.tables["ammunition"].result(arm.dry))
    if label == "as in the standard rules":
        label = "1" if stage.assumes("ammunition", "runs-dry") else "never"
    last = label.rpartition("-")[2]
    return int(last) if last.isdigit() else 0


@FIRE.run("ammunition")
def _ask_ammunition(stage: Stage, state: State, shooter: int) -> Roll | None:
    if state.at[shooter] == OFF:
        return None
    return Roll("1d6", HUMAN if is_human(stage, shooter) else PRED, "ammunition", "table/ammunition")


@FIRE.answer("ammunition")
def _use_ammunition(stage: Stage, state: State, thrown: Thrown, shooter: int) -> Sequence[Use]:
    arm = stage.cast.arms[state.arm[shooter]]
    if thrown.total <= _dry_numbers(stage, arm):
        state.mark(shooter, EMPTY)
    return (stage.tables["ammunition"].use(arm.dry),)


def can_screech(stage: Stage, state: State, unit: int) -> str:
    """The weapon for the table of non-lethal results that somebody can fire; empty if he has none."""
    arm = state.arm[unit]
    slug = stage.cast.arms[arm].slug if arm >= 0 else ""
    return slug if slug in ("screecher", "nerve-tranquilizer") else ""


def sonic_column(stage: Stage, slug: str, distance: int) -> str:
    """The column of a screecher or tranquilizer at a distance; empty if it is out of range.

    Source: bug-hunter 305.3, 305.6
    """
    band = str(stage.tables["non-lethal-ranges"].result(slug, distance))
    if band == "none":
        return ""
    return f"screecher-{band}" if slug == "screecher" else "tranquilizer"


def sonic_targets(stage: Stage, state: State, unit: int) -> Iterator[int]:
    """The Preds that somebody can attack with a screecher or tranquilizer."""
    slug = can_screech(stage, state, unit)
    if slug:
        here = state.at[unit]
        for target in enemies_in_sight(stage, state, unit):
            if sonic_column(stage, slug, stage.ground.far[here][state.at[target]]):
                yield target
