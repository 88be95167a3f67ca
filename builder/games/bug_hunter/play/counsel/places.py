"""How good cells are for a counter: what threatens it there, whom it can attack, and who is near."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.counsel.attacks import shot_worth, strike_worth, subdual
from builder.games.bug_hunter.play.rules.close import PROD
from builder.games.bug_hunter.play.rules.fire import can_fire, can_screech, sonic_column
from builder.games.bug_hunter.play.situation import defense, sees, standing
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import (
    ASLEEP,
    CAGED,
    FACE_UP,
    HELD,
    INCAPACITATED,
    OFF,
    PANICKED,
    STUNNED,
    SUITED,
    UNKNOWN,
    State,
)
from builder.games.bug_hunter.play.terrain.travel import travel_now

_MAX_KEPT = 256
# Assumptions about a Pred whose powers are not known yet.
_USUAL_RATING = 2
_DOUBT = 0.4
_HARMLESS = HELD | ASLEEP | STUNNED
# The part of a strike that threatens: next to a Pred, within a rush, and within a move.
_NEXT, _RUSH, _MOVE = 1.0, 0.8, 0.25
_SHOTS = 0.5
_COMPANY, _NEAR_HEXES, _MAX_FRIENDS = 0.03, 2, 3
_BAD_AIR = 2.0
_SEEN = 0.05


class Outlook:
    """The dangers and chances of the counters of a side, in each cell of the board."""

    def __init__(self, stage: Stage, state: State, side: str) -> None:
        self._stage = stage
        self._state = state
        self._side = side
        self._companies: dict[int, Sequence[float]] = {}
        self._hopes: dict[int, dict[int, float]] = {}
        self.known_preds = [pred for pred in stage.preds if self._is_known(pred)] if side == HUMAN else []

    def _is_known(self, pred: int) -> bool:
        state = self._state
        visible = state.at[pred] != OFF and state.flags[pred] & FACE_UP and not state.flags[pred] & HELD
        return bool(visible) and state.health[pred] < INCAPACITATED

    def worth_of(self, unit: int, cells: Iterable[int], caution: float = 1.0) -> list[float]:
        """The worth of each of some cells for a counter, apart from its goals.

        Danger counts by its ``caution``.
        """
        if self._side == PRED:
            if self._state.flags[unit] & CAGED:
                return [0.0 for _ in cells]
            return [-self._exposure(cell) for cell in cells]
        threat, company = self.threat, self._company(unit)
        if not self.known_preds and self._breathes(unit):
            return [company[cell] - caution * threat[cell] for cell in cells]
        return [
            company[cell] - caution * threat[cell] + self.hope(unit, cell) - self._air(unit, cell)
            for cell in cells
        ]

    def _breathes(self, unit: int) -> bool:
        """Whether the air is good for somebody everywhere."""
        return bool(self._state.flags[unit] & SUITED) or not any(self._state.air)

    @functools.cached_property
    def threat(self) -> Sequence[float]:
        """For each cell, the harm to expect from Preds in the next round."""
        stage, state = self._stage, self._state
        sources = tuple(
            (state.at[pred], self._menace(pred), self._reach(pred))
            for pred in stage.preds
            if state.at[pred] != OFF
            and not state.flags[pred] & _HARMLESS
            and state.health[pred] < INCAPACITATED
        )
        travel = travel_now(stage, state)
        key: Hashable = (travel.key, tuple(sorted(sources)))
        kept: Sequence[float] | None = stage.fields.get(key)
        if kept is None:
            threat = np.zeros(len(stage.ground.places))
            share = min(1.0, stage.mean_chit / max(1, len(sources)))
            for cell, menace, reach in sources:
                far = travel.array_to(PRED, cell)
                part = np.where(far <= 1, _NEXT, np.where(far <= reach + 1, _RUSH, 0.0))
                threat += (
                    share * menace * np.where(part > 0, part, np.where(far <= 2 * reach + 1, _MOVE, 0.0))
                )
            if len(stage.fields) >= _MAX_KEPT:
                stage.fields.clear()
            stage.fields[key] = kept = threat.tolist()
        return kept

    def _menace(self, pred: int) -> float:
        """The expected harm of a strike by a Pred, as far as is known."""
        stage, state = self._stage, self._state
        powers = state.species[state.stage[pred]]
        rating = stage.rating(powers)
        brood = stage.brood(pred)
        if not rating and not brood.is_swarm:
            rating = _USUAL_RATING
        doubt = _DOUBT if state.size[pred] == UNKNOWN else 1.0
        return doubt * strike_worth(stage, stage.close_column(rating))

    def _reach(self, pred: int) -> int:
        """The points of a rush."""
        powers = self._state.species[self._state.stage[pred]]
        allowance = self._stage.brood(pred).allowance
        if "speed" in powers:
            allowance = int(self._stage.game.find("power", "speed")["movement"])
        return allowance if "reflexes" in powers else allowance // 2

    def _company(self, unit: int) -> Sequence[float]:
        """For each cell, what friends near it are worth."""
        if unit not in self._companies:
            self._companies[unit] = self._worth_of_friends(unit)
        return self._companies[unit]

    def _worth_of_friends(self, unit: int) -> Sequence[float]:
        counts, here = self._crowd, self._state.at[unit]
        if unit in self._people:
            counts = counts - self._stage.near(_NEAR_HEXES)[here]
        worths: list[float] = (_COMPANY * np.minimum(counts, _MAX_FRIENDS)).tolist()
        return worths

    @functools.cached_property
    def _people(self) -> Sequence[int]:
        return standing(self._stage, self._state)

    @functools.cached_property
    def _crowd(self) -> Any:
        """For each cell, the number of people near it."""
        cells = [self._state.at[human] for human in self._people]
        return self._stage.near(_NEAR_HEXES)[cells].sum(axis=0)

    def _air(self, unit: int, cell: int) -> float:
        bad = self._state.air[self._stage.ground.area_of[cell]] and not self._state.flags[unit] & SUITED
        return _BAD_AIR if bad else 0.0

    def hope(self, unit: int, cell: int) -> float:
        """The worth of the best attack of a human from a cell, if he can make one."""
        if not self.known_preds:
            return 0.0
        if cell == self._state.at[unit]:
            return self._best_attack(unit, cell)
        hopes = self._hopes.get(unit)
        if hopes is None:
            self._hopes[unit] = hopes = self._hopes_of(unit)
        hope = hopes.get(cell)
        if hope is None:
            hopes[cell] = hope = self._best_attack(unit, cell)
        return hope

    def _hopes_of(self, unit: int) -> dict[int, float]:
        """The cached worths of the attacks of a human, from all cells but the one where he is.

        That is shared by all states in which he has the same weapon, and Preds stand and are seen alike.
        """
        stage, state = self._stage, self._state
        key = (
            state.arm[unit],
            self._can_attack(unit),
            self._marks,
            state.open,
            state.held,
            state.smoke,
            tuple(state.air),
            state.active,
        )
        if key not in stage.hopes:
            if len(stage.hopes) >= _MAX_KEPT:
                stage.hopes.clear()
            stage.hopes[key] = {}
        return stage.hopes[key]

    @functools.cached_property
    def _marks(self) -> tuple[tuple[int, int, int], ...]:
        """Where the known Preds are, and their defense multiples with and without armor."""
        stage, state = self._stage, self._state
        return tuple(
            (state.at[pred], defense(stage, state, pred), defense(stage, state, pred, ignores_armor=True))
            for pred in self.known_preds
        )

    def _can_attack(self, unit: int) -> bool:
        """Whether a human has a weapon in hand that he can use."""
        stage, state = self._stage, self._state
        arm = state.arm[unit]
        if arm < 0 or state.flags[unit] & PANICKED:
            return False
        is_prod = stage.cast.arms[arm].slug == PROD
        return is_prod or can_fire(stage, state, unit) or bool(can_screech(stage, state, unit))

    def _best_attack(self, unit: int, cell: int) -> float:
        best = 0.0
        stage, state = self._stage, self._state
        if not self._can_attack(unit):
            return best
        ground, weapon = stage.ground, stage.cast.arms[state.arm[unit]]
        sonic, prods, here = can_screech(stage, state, unit), weapon.slug == PROD, state.at[unit]
        for there, multiple, bare in self._marks:
            far = ground.far[cell][there]
            if ground.level[there] != ground.level[cell] or (prods and far > 1):
                continue
            if sonic:
                column = sonic_column(stage, sonic, far)
                worth = subdual(stage, "non-lethal-results", column) if column else 0.0
            elif prods:
                worth = subdual(stage, "hand-to-hand-results", "prod")
            else:
                power = int(stage.tables["firepower"].result(weapon.row, far))
                column = stage.column(power, bare if weapon.pierces else multiple) if power else ""
                worth = shot_worth(stage, column) if column else 0.0
            if worth * _SHOTS > best and (cell == here or sees(stage, state, cell, there)):
                best = worth * _SHOTS
        return best

    @functools.cached_property
    def _guns(self) -> tuple[Sequence[int], dict[int, float]]:
        """The cells of the humans who can fire, and the cached dangers of cells in their sight.

        That is shared by all states in which they stand there and see alike.
        """
        stage, state = self._stage, self._state
        guns = [state.at[human] for human in self._people if can_fire(stage, state, human)]
        key = (tuple(guns), state.open, state.held, state.smoke, tuple(state.air), state.active)
        if key not in stage.exposures:
            if len(stage.exposures) >= _MAX_KEPT:
                stage.exposures.clear()
            stage.exposures[key] = {}
        return guns, stage.exposures[key]

    def _exposure(self, cell: int) -> float:
        """The danger of the weapons of humans in sight for a Pred."""
        guns, exposures = self._guns
        danger = exposures.get(cell)
        if danger is None:
            stage, state = self._stage, self._state
            far, level = stage.ground.far[cell], stage.ground.level
            danger = 0.0
            for there in guns:
                if far[there] > 1 and level[there] == level[cell] and sees(stage, state, there, cell):
                    danger += _SEEN
            exposures[cell] = danger
        return danger
