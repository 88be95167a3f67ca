"""A player who tries actions out: Monte Carlo tree search over guesses of what is hidden.

Each playout starts from a guess at the whole game that fits what the side has seen. It follows the tree of
what was tried before, adds one action to it, and is then played by officers for some decisions. If it is
cut off, its value is an estimate from the strength of both sides and their distances from their goals.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from builder.playtest.dice import throw
from builder.playtest.play import Action, Decision, Ending, Guesser, Play, Roll, View
from builder.playtest.players.officer import OfficerPlayer
from rulesdb import InputError

PLAYOUTS = 12
"""The usual number of playouts for a decision, in games without ``playouts`` of their own."""
_CANDIDATES = 4
# The number of playouts that count as much as an officer's estimate.
_TRUST = 12.0
# Decisions of a playout after which it is cut off.
_DECISIONS = 40
# The weight of exploration in the formula of UCT.
_CURIOSITY = 0.5
# The advantage, in figures, that counts as half a victory.
_HALF = 4.0
_MAX_STEPS = 40.0


@dataclass(slots=True)
class _Node:
    """A position in the tree: the candidates of its decision, and their results.

    Attributes:
        candidates: the actions that are tried, the most promising first, each with an officer's estimate
            of its worth, compared with the best; none before the first visit.
        visits: the number of playouts through it.
        total: the sum of their values for the searching side.
        children: the positions after an action or a result of dice.
    """

    candidates: Mapping[Action, float] = field(default_factory=dict)
    visits: int = 0
    total: float = 0.0
    children: dict[Hashable, _Node] = field(default_factory=dict)


class _Aim(NamedTuple):
    """A unit and a goal: the distances of cells from it, its own at first, and the worth of a step."""

    subject: int
    distances: Sequence[float]
    before: float
    worth: float


class SearchPlayer(OfficerPlayer):
    """Chooses the action with the best playouts among those that an officer finds promising."""

    def __init__(self, playouts: int | None = None) -> None:
        """``playouts`` is the number for each decision; by default that of the game."""
        self._wanted = playouts

    def begin(self, side: str, play: Play[Any], rng: random.Random) -> None:
        """See :meth:`Player.begin`.

        Raises:
            InputError: the game's play cannot guess what is hidden.
        """
        super().begin(side, play, rng)
        if not isinstance(play, Guesser):
            raise InputError("search cannot guess what is hidden in this game; choose officer or greedy")
        self._side, self._guesser = side, play
        usual: int = getattr(play, "playouts", PLAYOUTS)
        self._playouts = self._wanted or usual
        self._officers = {each: OfficerPlayer() for each in play.sides}
        for each, officer in self._officers.items():
            officer.begin(each, play, rng)

    def choose(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> int:
        """See :meth:`Player.choose`."""
        root = _Node(self._promising(self, view, decision, actions))
        if len(root.candidates) > 1:
            first = self._guesser.guess(view, self._rng)
            self._aims = self._aims_of(first)
            self._balance = self._strength(first)
            for _ in range(self._playouts):
                self._try(root, view, decision)
        best = max(root.candidates, key=lambda action: self._estimate(root, action, 1))
        return actions.index(best)

    def _try(self, root: _Node, view: View[Any], decision: Decision) -> None:
        """One playout, whose value is added to all positions of the tree on its path."""
        play, state = self._play, self._guesser.guess(view, self._rng)
        path = [root]
        self._follow(path, state, decision, list(root.candidates))
        value = None
        for _ in range(_DECISIONS):
            step = self._roll_on(path, state)
            if isinstance(step, Ending):
                value = 0.0 if not step.side else float(self._sign(step.side))
                break
            self._decide(path, state, step, play.actions(state, step))
        if value is None:
            value = self._value(state)
        for each in path:
            each.visits += 1
            each.total += value

    def _roll_on(self, path: list[_Node], state: Any) -> Decision | Ending:
        """Throw dice up to the next decision."""
        play = self._play
        while isinstance(step := play.next(state), Roll):
            thrown = throw(step.dice, self._rng)
            play.thrown(state, step, thrown)
            if path[-1].visits:
                path.append(path[-1].children.setdefault(thrown.total, _Node()))
        return step

    def _decide(self, path: list[_Node], state: Any, decision: Decision, actions: Sequence[Action]) -> None:
        """Decide as the tree suggests, or as an officer does where the tree ends.

        It ends at the first position without a playout, so that each playout adds one.
        """
        play, node, officer = self._play, path[-1], self._officers[decision.side]
        if len(actions) == 1:
            play.apply(state, decision, actions[0])
            return
        view = play.view(state, decision.side)
        if not node.visits:
            play.apply(state, decision, actions[officer.choose(view, decision, actions)])
            return
        if not node.candidates:
            node.candidates = self._promising(officer, view, decision, actions)
        # Another guess at what is hidden can make other actions legal.
        legal = [action for action in node.candidates if action in actions] or actions[:1]
        self._follow(path, state, decision, legal)

    def _follow(
        self, path: list[_Node], state: Any, decision: Decision, candidates: Sequence[Action]
    ) -> None:
        """Carry out the action that is to be tried next, by the formula of UCT."""
        node, sign = path[-1], self._sign(decision.side)
        width = _CURIOSITY * math.sqrt(math.log(node.visits + 1))

        def bound(action: Action) -> float:
            child = node.children.get(action)
            return self._estimate(node, action, sign) + width / math.sqrt(1 + (child.visits if child else 0))

        chosen = max(candidates, key=bound)
        path.append(node.children.setdefault(chosen, _Node()))
        self._play.apply(state, decision, chosen)

    def _estimate(self, node: _Node, action: Action, sign: int) -> float:
        """The worth of an action to a side: an officer's estimate, and increasingly the mean of playouts."""
        mean = sign * node.total / node.visits if node.visits else 0.0
        trusted = _TRUST * (mean + node.candidates.get(action, 0.0))
        child = node.children.get(action)
        return trusted / _TRUST if child is None else (trusted + sign * child.total) / (_TRUST + child.visits)

    def _promising(
        self, officer: OfficerPlayer, view: View[Any], decision: Decision, actions: Sequence[Action]
    ) -> Mapping[Action, float]:
        """The actions that an officer rates highest, with their worths; equal ones in random order."""
        worths = officer.worths(view, decision, actions)
        order = sorted(range(len(actions)), key=lambda index: (-worths[index], self._rng.random()))
        best = worths[order[0]]
        return {actions[index]: _squash(worths[index] - best) for index in order[:_CANDIDATES]}

    # The value of a position: 1 is a victory, -1 a defeat.

    def _aims_of(self, state: Any) -> Sequence[_Aim]:
        """How far the units of all sides are from their goals."""
        play, stands = self._play, self._play.stands(state)
        turn = play.turn(state)
        return [
            _Aim(subject, goal.field, goal.field[stands[subject].cell], self._sign(side) * weight)
            for side in play.sides
            for goal in play.goals(play.view(state, side))
            for weight in [self._weight(goal, turn)]
            for subject in sorted(goal.subjects)
            if stands[subject].cell >= 0 and weight
        ]

    def _value(self, state: Any) -> float:
        """The value of a position that is not the end of a game: the strength of both sides, and progress.

        Progress is that of units that are left, since the decision that is searched for.
        """
        stands, total = self._play.stands(state), self._strength(state) - self._balance
        for subject, distances, before, worth in self._aims:
            here = stands[subject]
            if here.cell >= 0 and here.strength and before > (now := distances[here.cell]):
                total += worth * min(before - now, _MAX_STEPS)
        return _squash(total)

    def _strength(self, state: Any) -> float:
        """The strength of this side that is left, less that of others."""
        total = 0.0
        for piece, stand in zip(self._play.pieces, self._play.stands(state), strict=True):
            total += self._sign(piece.side) * stand.strength
        return total

    def _sign(self, side: str) -> int:
        return 1 if side == self._side else -1


def _squash(advantage: float) -> float:
    """An advantage in figures as a value between -1 and 1."""
    return math.tanh(advantage / _HALF * math.atanh(0.5))
