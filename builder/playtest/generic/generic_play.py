"""The play of a scenario by the ``play`` block of its game's ruleset."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from builder.playtest import play
from builder.playtest.agenda_play import AgendaPlay
from builder.playtest.generic.attacks import Blow
from builder.playtest.generic.counsel import Advice, Chances, Plans
from builder.playtest.generic.setting import PLAYED_EFFECTS, Setting
from builder.playtest.generic.state import DEAD, GONE, UNKNOWN, WAITING, State
from builder.playtest.generic.turn import TURN, start
from builder.playtest.hands import deal
from builder.playtest.logic import endings
from builder.playtest.logic.facts import tally_of_objectives
from builder.playtest.play import Action, Decision, Goal, Piece, Stand, View
from builder.scenario.logic.conditions import Burning, Damage, Destroyed, Happened, Points
from builder.scenario.model import Scenario

_NOT_ANSWERED = (Destroyed, Burning, Happened, Points, Damage)
_PLAIN = {"pass": "does not attack", "stay": "stays", "wait": "waits"}


class GenericPlay(AgendaPlay[State]):
    """How a scenario of any game with a ``play`` block is played; see :class:`builder.playtest.play.Play`."""

    agenda = TURN
    moves = ("go", "at")
    setting: Setting

    def __init__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> None:
        self.assumptions: Mapping[str, str] = dict(assumptions)
        self.setting = Setting(scenario, self.assumptions)
        self.sides: Sequence[str] = self.setting.sides
        self.not_played: Sequence[str] = tuple(
            endings.not_played(scenario, effects=PLAYED_EFFECTS, unanswered=_NOT_ANSWERED)
        )
        forces = scenario.forces
        self.pieces: Sequence[Piece] = [
            Piece(unit.name, self.sides[unit.side], forces[unit.force].id, unit.member)
            for unit in self.setting.units
        ]
        self.spots: Sequence[Any] = self.setting.ground.board.spots
        self._chances = Chances(self.setting)
        self._plans = Plans(self.setting)
        # The advice for the last view, which is needed for each action.
        self._advice: Advice | None = None

    def start(self) -> State:
        """A game before its set-up."""
        return start(self.setting)

    def view(self, state: State, side: str) -> View[State]:
        """The view of a side: without the cards of others, only their number."""
        seen, count = state.copy(), len(self.setting.cards)
        for other, name in enumerate(self.sides):
            if name != side:
                hidden = UNKNOWN if state.hands[other] else 0
                seen.cards[other * count : (other + 1) * count] = [hidden] * count
        return View(side, seen)

    def guess(self, view: View[State], rng: random.Random) -> State:
        """A whole game that fits what a side sees: with some cards that others may still hold."""
        whole, count = view.state.copy(), len(self.setting.cards)
        for other, name in enumerate(self.sides):
            if name != view.side:
                hand = deal(self.setting.hands[other], whole.hands[other], rng)
                whole.cards[other * count : (other + 1) * count] = hand
        return whole

    def worths(self, view: View[State], decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The immediate worth of each action."""
        if self._advice is None or self._advice.state is not view.state:
            self._advice = Advice(self.setting, self._chances, view.state, self.sides.index(view.side))
        return self._advice.worths(decision, actions)

    def goals(self, view: View[State]) -> Sequence[Goal]:
        """The goals of the side."""
        return self._plans.goals(view.state, self.sides.index(view.side))

    def words(self, state: State, decision: Decision, action: Action) -> str:
        """An action in words."""
        setting = self.setting
        side = setting.scenario.side_title(decision.side)
        has_unit = bool(decision.subject) and decision.what != "carrier"
        who = setting.units[decision.subject[0]].name if has_unit else side
        name = str(action[0])
        if name in _PLAIN:
            return f"{who} {_PLAIN[name]}"
        match name:
            case "unit" | "carry":
                chooses = "activates" if name == "unit" else "gives the load to"
                return f"{side} {chooses} {setting.units[int(action[1])].name}"
            case "again":
                card = setting.cards[int(action[2])].title
                return f"{side} plays {card} and activates {setting.units[int(action[1])].name} once more"
            case "at" | "go":
                verb = "is placed in" if name == "at" else "moves to"
                return f"{who} {verb} {setting.ground.board.name(int(action[1]))}"
            case "hurry":
                return f"{who}: card {setting.cards[int(action[1])].title}"
            case "leave":
                return f"{who} leaves the map"
            case _:
                return f"{who} {self._blow_words(action)}"

    def _blow_words(self, action: Action) -> str:
        setting = self.setting
        blow, card = Blow(int(action[1]), str(action[2]), int(action[3])), int(action[4])
        rule = setting.scenario.ruleset.find("rule", setting.attack(blow.attack).rule)
        weapon = setting.scenario.ruleset.find("weapon", blow.weapon).title if blow.weapon else rule.title
        with_card = f" and the card {setting.cards[card].title}" if card >= 0 else ""
        return f"attacks {setting.units[blow.target].name} with {weapon}{with_card}"

    def tally(self, state: State) -> Mapping[str, int]:
        """The losses of each force, units that left the map, cards left, and objectives carried out."""
        tally: dict[str, int] = {}
        for unit, each in enumerate(self.setting.units):
            force = self.setting.scenario.forces[each.force].id
            for what, cell in (("lost", DEAD), ("left", GONE)):
                name = f"{force} {what}"
                tally[name] = tally.get(name, 0) + (state.cell[unit] == cell)
        for side, cards in zip(self.sides, state.hands, strict=True):
            tally[f"cards left to {side}"] = cards
        return {**tally, **tally_of_objectives(self.setting.scenario, state.done)}

    def stands(self, state: State) -> Sequence[Stand]:
        """The place and status of each unit."""
        return [self._stand(state, unit) for unit in range(len(self.setting.units))]

    def _stand(self, state: State, unit: int) -> Stand:
        cell = state.cell[unit]
        if cell < 0:
            strength = int(cell in (WAITING, GONE))
            return Stand(-1, strength, {WAITING: play.WAITING, DEAD: play.LOST, GONE: play.LEFT}[cell])
        is_hurt = state.wounds[unit] < self.setting.kinds[self.setting.units[unit].kind].wounds
        return Stand(cell, 1, play.HURT if is_hurt else play.READY)

    def achieved(self, state: State) -> Sequence[int]:
        """The turn in which each objective was carried out; 0 if it was not."""
        return state.done

    def aim_of(self, state: State, decision: Decision, action: Action) -> int:
        """The cell that an action attacks; -1 if it is no attack."""
        is_attack = decision.what == "attack" and action[0] not in ("pass", "leave")
        return state.cell[int(action[3])] if is_attack else -1

    def touches(self, cell: int, other: int) -> bool:
        """Whether units in two cells are next to each other, or in the same cell."""
        return cell == other or other in self.setting.ground.beside[cell]
