"""The later worth of moves of bugs: whom they hold fast, and whether they get there under fire.

By the usual assumptions, a human next to a bug neither goes on nor fires. So one bug among many humans holds
all of them, while a few bugs that run over open ground are shot one by one. The numbers here are a judgment,
for players who plan.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from builder.games.handspan.play.figures import RANGES
from builder.games.handspan.play.setting import Setting
from builder.games.handspan.play.state import Flag, State
from builder.games.handspan.play.victory import Victory
from builder.scenario.logic.conditions import Work, quantities
from rulesdb.cache.methods import cached_method

# What it is worth to hold a human fast who was free, and one who works at an objective or is about to leave.
_HELD, _NEEDED = 0.5, 1.0
# The number of turns before the end in which the life of a bug is worth less and less.
_LAST_TURNS = 2
# A shot never hits for certain.
_MAX_LOSS = 0.98


class Hunting:
    """The considerations of bugs when they move.

    Args:
        setting: what never changes in the games of a scenario.
        victory: its objectives.
        shares: what each result of a shot costs a bug, as a share of its life.
    """

    def __init__(self, setting: Setting, victory: Victory, shares: Mapping[str, float]) -> None:
        self.setting = setting
        self.victory = victory
        self._shares = shares
        self._covered = np.array(setting.ground.is_covered, dtype=bool)

    def gains(
        self, state: State, bug: int, life: float, cells: Sequence[int], fights: Sequence[float]
    ) -> list[float]:
        """The worth for a bug of going to each of some cells.

        ``life`` is what the bug is worth, and ``fights`` what it expects from a fight at each cell.
        """
        ground, humans = self.setting.ground, self.setting.standing(state, self.setting.humans)
        shots = self._shots_at(state, bug, humans)
        attackers, needed = self._attackers(state, bug, humans), self.needed(state)
        near = {cell for human in humans for cell in ground.beside(state.cell[human])}
        gains = self.dangers(state, bug, life, cells)
        life *= self._time_left(state)
        kills = sum((shot[1] for shot in shots.values()), np.zeros(len(ground.board)))
        for number, (cell, fight) in enumerate(zip(cells, fights, strict=True)):
            if cell not in near:
                continue
            touched = [human for human in humans if cell in ground.beside(state.cell[human])]
            # Whoever is held does not fire at the bug that holds him.
            shot_at = kills[cell] - sum(shots[human][1][cell] for human in touched if human in shots)
            comes_through = math.exp(shot_at / attackers)
            held = _HELD * sum(human in shots for human in touched)
            held += _NEEDED * len(needed.intersection(touched))
            gains[number] = comes_through * held - (1.0 - comes_through) * (life + fight)
        return gains

    def dangers(self, state: State, bug: int, life: float, cells: Sequence[int]) -> list[float]:
        """The worth of the fire at each of some cells for a bug that attacks nobody: 0 or less."""
        humans = self.setting.standing(state, self.setting.humans)
        shots = self._shots_at(state, bug, humans).values()
        losses = sum((shot[0] for shot in shots), np.zeros(len(self.setting.ground.board)))
        comes_through = np.exp(losses[list(cells)] / self._attackers(state, bug, humans))
        dangers: list[float] = (life * self._time_left(state) * (comes_through - 1.0)).tolist()
        return dangers

    def _time_left(self, state: State) -> float:
        return min(1.0, (self.setting.scenario.turns - state.turn) / _LAST_TURNS)

    def _shots_at(self, state: State, bug: int, humans: Sequence[int]) -> Mapping[int, Any]:
        """The effect on a bug of the shots of each human whom no other bug holds fast; see :meth:`_shots`."""
        setting, target = self.setting, self.setting.target(state, bug)
        return {
            human: self._shots(
                state.cell[human],
                setting.gun(state, human),
                setting.is_hampered(state, human),
                bool(state.flags[human] & Flag.BONUS),
                target,
            )
            for human in humans
            if not self._is_held(state, human, bug)
        }

    def needed(self, state: State) -> frozenset[int]:
        """The humans who work at an open objective, or are where they can board a ship."""
        works = (
            work
            for objective, done in zip(self.setting.scenario.objectives, state.done, strict=True)
            for work in (() if done else quantities(objective.done_by))
            if isinstance(work, Work)
        )
        workers = frozenset(human for work in works for human in self.victory.workers(state, work))
        ramps = {cell for _, places, _ in self.setting.ramps for cell in places}
        return workers.union(human for human in self.setting.humans if state.cell[human] in ramps)

    def _is_held(self, state: State, human: int, bug: int) -> bool:
        """Whether a bug other than this one holds a human fast."""
        near, cell, flags = self.setting.ground.beside(state.cell[human]), state.cell, state.flags
        return any(
            cell[other] in near and other != bug and not flags[other] & Flag.FRESH
            for other in self.setting.bugs
        )

    def _attackers(self, state: State, bug: int, humans: Sequence[int]) -> int:
        """Among how many bugs fire is divided: those in a fight, and those that can still get into one."""
        setting, attackers = self.setting, 1
        for other in setting.standing(state, setting.bugs):
            if other == bug or not humans:
                continue
            distances = setting.ground.board.distances(state.cell[other])
            slowed = bool(state.flags[other] & Flag.SLOWED)
            moves = other > bug and not state.flags[other] & Flag.STOPPED
            reach = setting.figures.bug_move(setting.size(other), slowed) if moves else 0.0
            away = min(distances[state.cell[human]] for human in humans)
            attackers += away <= reach + setting.ground.step * math.sqrt(2)
        return attackers

    @cached_method(1024)
    def _shots(self, eye: int, gun: str, is_hampered: bool, has_bonus: bool, target: str) -> Any:
        """For each cell, how a shot from a cell reduces the chance that a bug comes through: logarithms.

        The first row counts whatever the shot costs the bug, the second only that it is killed.
        """
        board, figures = self.setting.ground.board, self.setting.figures
        shots = np.zeros((2, len(board)))
        if not gun:
            return shots
        away, least = np.asarray(board.distances(eye)), 0.0
        seen = np.frombuffer(board.hidden_from(eye), dtype=np.uint8) == 0
        for band in RANGES:
            far = figures.reach(gun, band)
            in_band = seen & (away <= far) & (away >= least)
            for is_covered in (False, True):
                dice = figures.shot(gun, is_hampered, is_covered, has_bonus, 0)
                odds = figures.shot_odds(dice, target, band) if dice else ()
                loss = sum(chance * self._shares[effect] for effect, chance in odds)
                kill = sum(chance for effect, chance in odds if effect == "kill")
                logs = [math.log1p(-min(_MAX_LOSS, share)) for share in (loss, kill)]
                shots[:, in_band & (self._covered == is_covered)] = np.reshape(logs, (2, 1))
            least = np.nextafter(far, math.inf)
        return shots
