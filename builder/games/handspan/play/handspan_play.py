"""The sequence of play."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from builder.games.handspan.play.close import CloseQuarters
from builder.games.handspan.play.command import Command
from builder.games.handspan.play.moving import CLIMB_ABOARD, GO, WAIT, Moving
from builder.games.handspan.play.phrases import phrase
from builder.games.handspan.play.roster import BUG, HUMAN
from builder.games.handspan.play.setting import Setting
from builder.games.handspan.play.shooting import Shooting
from builder.games.handspan.play.state import DEAD, GONE, Flag, Stage, State, Task
from builder.games.handspan.play.survey import aim_of, pieces_of, stands_of
from builder.games.handspan.play.victory import Victory, is_over
from builder.games.handspan.play.worth import Worth
from builder.playtest.play import Action, Decision, Ending, Goal, Piece, Prospect, Roll, Stand, Thrown, View
from builder.playtest.tables import Use
from builder.scenario.logic.conditions import Moment
from builder.scenario.model import Scenario

Step = Decision | Roll | Ending | None
PLACE = "place"
# What to do with a bonus die: add it, keep it, or roll again for it.
ADD, KEEP, AGAIN = "add", "keep", "again"
# The parts of the task of a shot that nobody may roll again.
_SHOT_WITHOUT_ROLLER = 4


class HandspanPlay:
    """Handspan. Everything is in the open, so both sides see the whole state."""

    def __init__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> None:
        self.setting = Setting(scenario, assumptions)
        self.sides: Sequence[str] = (HUMAN, BUG)
        self.assumptions = assumptions
        self.command = Command(self.setting)
        self.moving = Moving(self.setting)
        self.shooting = Shooting(self.setting)
        self.close = CloseQuarters(self.setting)
        self.victory = Victory(self.setting)
        self.worth = Worth(self.setting, self.shooting, self.close, self.victory)
        self.not_played: Sequence[str] = self.victory.not_played
        self.pieces: Sequence[Piece] = pieces_of(self.setting)
        self.spots: Sequence[Any] = self.setting.ground.board.spots
        self._stages: Mapping[int, Callable[[State], Step]] = {
            Stage.SETUP: self._set_up,
            Stage.COMMAND: self._command,
            Stage.SPEND: self._spend,
            Stage.MOVE_HUMANS: self._move_humans,
            Stage.BOARD: self._board,
            Stage.MOVE_BUGS: self._move_bugs,
            Stage.SHOCK: self._shock,
            Stage.ARRIVE: self._pass,
            Stage.FIRE: self._fire,
            Stage.STRIKE: self._strike,
            Stage.CLOSE: self._close,
            Stage.END: self._end,
        }

    # The interface of a play.

    def start(self) -> State:
        """See :meth:`Play.start`."""
        state = self.setting.start()
        self.victory.start(state)
        return state

    def copy(self, state: State) -> State:
        """See :meth:`Play.copy`."""
        return state.copy()

    def key(self, state: State) -> bytes:
        """See :meth:`Play.key`."""
        return state.key

    def turn(self, state: State) -> int:
        """See :meth:`Play.turn`."""
        return state.turn

    def view(self, state: State, side: str) -> View[State]:
        """See :meth:`Play.view`; nothing is hidden."""
        return View(side, state)

    def guess(self, view: View[State], rng: random.Random) -> State:
        """See :meth:`Guesser.guess`; nothing has to be guessed."""
        return view.state.copy()

    def next(self, state: State) -> Decision | Roll | Ending:
        """See :meth:`Play.next`."""
        while True:
            step = self._due(state) if state.todo else self._stages[state.stage](state)
            if step is not None:
                return step

    # What is due at once.

    def _due(self, state: State) -> Step:
        """The decision or roll of the first task; ``None`` if it was carried out or came to nothing."""
        task = state.todo[0]
        name, number = str(task[0]), _number(task, 1)
        if name == "attack":
            return self._attack(state, number)
        if name == "again":
            return Decision(HUMAN, "again", "rule/actions", (number,))
        if name == "brace":
            return Decision(HUMAN, "brace", "rule/actions", (number, _number(task, 2)))
        if name == "lead":
            return Decision(HUMAN, "lead", "rule/movement", (number, _number(task, 2)))
        if name == "come":
            if self.moving.come_actions(state, number):
                return Decision(BUG, "come", "phase/shock", (self.moving.comer(state, number), number))
        elif name == "boarders":
            waiting = self.moving.waiting(state)
            if number and waiting:
                return Decision(HUMAN, "board", "rule/boarding", tuple(human for human, _ in waiting))
        elif (name == "shot" and state.cell[number] < 0) or (name == "wound" and state.cell[number] < 0):
            pass
        else:
            return self._roll(state, task)
        state.todo.pop(0)
        return None

    def _attack(self, state: State, bug: int) -> Step:
        victims = self.close.victims(state, bug)
        if len(victims) > 1:
            return Decision(BUG, "attack", "rule/close-quarters", (bug,))
        state.todo.pop(0)
        if victims:
            self.close.fight(state, victims[0], bug)
        return None

    def _roll(self, state: State, task: Task) -> Roll:
        name, number = str(task[0]), _number(task, 1)
        match name:
            case "points":
                return self.command.roll(state, number)
            case "limit":
                return self.command.limit_roll()
            case "boarding":
                return self.moving.board_roll(number)
            case "shot":
                return self.shooting.shot_roll(str(task[2]))
            case "prepare":
                return self.shooting.prepare_roll(state, number, _number(task, 2))
            case "distance":
                return self.shooting.distance_roll(state, number)
            case "stray":
                return self.shooting.stray_roll("left or right")
            case "overshoot":
                return self.shooting.stray_roll("over or under")
            case "defend":
                return self.close.human_roll(_number(task, 3))
            case "assault":
                return self.close.bug_roll(_number(task, 2))
            case "counter":
                return self.close.counter_roll()
            case _:
                return self.close.wound_roll()

    def thrown(self, state: State, roll: Roll, thrown: Thrown) -> Sequence[Use]:
        """See :meth:`Play.thrown`."""
        task, total = state.todo.pop(0), thrown.total
        roller = _roller(task)
        if roller >= 0 and state.flags[roller] & Flag.BONUS:
            state.todo.insert(0, ("again", roller, total, *task))
            return self._uses(state, task, total)
        return self._carry_out(state, task, total)

    def _uses(self, state: State, task: Task, total: int) -> Sequence[Use]:
        """The cells of tables for a roll that may be made again."""
        ways = {"stray": "left or right", "overshoot": "over or under"}
        if task[0] in ways:
            return [self.setting.figures.tables["missile-deviation"].use(ways[str(task[0])])]
        return self.shooting.uses(state, _number(task, 1), str(task[3]), total) if task[0] == "shot" else []

    def _carry_out(self, state: State, task: Task, total: int) -> Sequence[Use]:
        """Carry out the roll of a task."""
        name, number = str(task[0]), _number(task, 1)
        match name:
            case "points":
                return self.command.rolled(state, number, total)
            case "limit":
                return self.command.limited(state, number, total)
            case "boarding":
                state.todo.insert(0, ("boarders", total))
                return self.moving.board_uses()
            case "shot":
                return self.shooting.hit(state, number, str(task[3]), total)
            case "prepare":
                return self.shooting.prepared(state, number, [int(part) for part in task[2:]], total)
            case "distance":
                return self.shooting.landed(state, number, [int(part) for part in task[2:]], total)
            case "stray":
                state.todo.insert(0, ("overshoot", *task[1:], total))
                return self._uses(state, task, total)
            case "overshoot":
                self.shooting.strayed(
                    state, number, _number(task, 2), _number(task, 3), _number(task, 4), total
                )
                return self._uses(state, task, total)
            case "defend":
                state.todo.insert(0, ("assault", number, _number(task, 2), total))
                return []
            case "assault":
                return self.close.decided(state, number, _number(task, 2), _number(task, 3), total)
            case "counter":
                return self.shooting.hit(state, number, "close", total)
            case _:
                return self.close.wounded(state, number, total)

    # The stages of a turn.

    def _on(self, state: State, stage: Stage) -> Step:
        """Go on to a stage; the game may end at once."""
        state.stage, state.cursor = stage, 0
        ending = self.victory.check(state, Moment.ONCE) if state.turn else None
        if ending is None and state.turn and is_over(self.setting, state):
            return self._decided(state)
        return ending

    def _decided(self, state: State) -> Ending:
        """The ending of the last turn, which nothing can change any more."""
        turn, state.turn = state.turn, self.setting.scenario.turns
        ending = self.victory.last(state, "decided")
        state.turn = turn
        return ending

    def _each(self, state: State, numbers: Sequence[int]) -> int:
        """The next of some units that is on the table, from the cursor on; -1 if there is none."""
        while state.cursor < len(numbers):
            number = numbers[state.cursor]
            if state.cell[number] >= 0:
                return number
            state.cursor += 1
        return -1

    def _set_up(self, state: State) -> Step:
        while state.cursor < len(self.setting.units):
            number = state.cursor
            if self.setting.starts[number] and state.cell[number] < 0:
                return Decision(self.setting.units[number].side, "set-up", "rule/turn-sequence", (number,))
            state.cursor += 1
        state.turn = 1
        return self._on(state, Stage.COMMAND)

    def _command(self, state: State) -> Step:
        commander = self._each(state, self.setting.commanders)
        if commander < 0:
            return self._on(state, Stage.SPEND)
        state.cursor += 1
        state.todo.append(("points", commander))
        if self.setting.is_limited:
            state.todo.append(("limit", commander))
        return None

    def _spend(self, state: State) -> Step:
        commander = self._each(state, self.setting.commanders)
        if commander < 0:
            return self._on(state, Stage.MOVE_HUMANS)
        if not state.points[commander]:
            state.cursor += 1
            return None
        return Decision(HUMAN, "spend", "rule/actions", (commander,))

    def _move_humans(self, state: State) -> Step:
        human = self._each(state, self.setting.order)
        if human < 0:
            return self._on(state, Stage.BOARD)
        if state.flags[human] & Flag.HELPED:
            state.cursor += 1
            return None
        return Decision(HUMAN, "move", "rule/movement", (human,))

    def _board(self, state: State) -> Step:
        if state.cursor == 0 and self.moving.waiting(state):
            state.cursor = 1
            state.todo.append(("boarding", state.boarding))
            return None
        return self._on(state, Stage.MOVE_BUGS)

    def _move_bugs(self, state: State) -> Step:
        bug = self._each(state, self.setting.bugs)
        if bug < 0:
            return self._on(state, Stage.SHOCK)
        return Decision(BUG, "move", "rule/bug-movement", (bug,))

    def _shock(self, state: State) -> Step:
        for bug in self.setting.bugs:
            state.flags[bug] &= ~(Flag.SLOWED | Flag.STOPPED)
        state.todo += (("come", number) for number in self.moving.comers(state))
        return self._on(state, Stage.ARRIVE)

    def _pass(self, state: State) -> Step:
        return self._on(state, Stage.FIRE)

    def _fire(self, state: State) -> Step:
        human = self._each(state, self.setting.order)
        if human < 0:
            return self._on(state, Stage.STRIKE)
        return Decision(HUMAN, "fire", "phase/fight", (human,))

    def _strike(self, state: State) -> Step:
        if state.cursor == 0:
            state.cursor = 1
            if len(self.shooting.strikes(state)) > 1:
                return Decision(HUMAN, "strike", "rule/actions")
        self.close.begin(state)
        return self._on(state, Stage.CLOSE)

    def _close(self, state: State) -> Step:
        return self._on(state, Stage.END)

    def _end(self, state: State) -> Step:
        self.victory.end_turn(state)
        if state.turn >= self.setting.scenario.turns:
            return self.victory.last(state, "condition")
        ending = self.victory.check(state, Moment.END_OF_TURN)
        if ending is not None:
            return ending
        self.setting.end_turn(state)
        state.turn += 1
        return self._on(state, Stage.COMMAND)

    # Decisions.

    def actions(self, state: State, decision: Decision) -> Sequence[Action]:
        """See :meth:`Play.actions`."""
        subject = decision.subject
        match decision.what:
            case "set-up":
                taken = self.setting.taken(state)
                cells = [cell for cell in self.setting.starts[subject[0]] if cell not in taken]
                return [(PLACE, cell) for cell in cells or self._any_start(state, subject[0])]
            case "spend":
                return self.command.actions(state, subject[0])
            case "move" if decision.side == HUMAN:
                return self.moving.human_actions(state, subject[0])
            case "lead":
                return self.moving.lead_actions(state, subject[0])
            case "board":
                waiting = self.moving.waiting(state)
                boards: list[Action] = [(CLIMB_ABOARD, human, objective) for human, objective in waiting]
                return [*boards, (WAIT,)]
            case "move":
                return self.moving.bug_actions(state, subject[0])
            case "come":
                return self.moving.come_actions(state, subject[1])
            case "fire":
                return self.shooting.actions(state, subject[0])
            case "strike":
                return self.shooting.strikes(state)
            case "again":
                return [(KEEP,), (AGAIN,)]
            case "brace":
                return [(ADD,), (KEEP,)]
            case _:
                return self.close.actions(state, subject[0])

    def _any_start(self, state: State, number: int) -> Sequence[int]:
        """The free cells nearest to where a unit is set up, if there is no room for it there."""
        taken, first = self.setting.taken(state), self.setting.starts[number][0]
        distances = self.setting.ground.board.distances(first)
        free = (cell for cell in range(len(distances)) if cell not in taken)
        return [min(free, key=lambda cell: (distances[cell], cell))]

    def apply(self, state: State, decision: Decision, action: Action) -> None:
        """See :meth:`Play.apply`."""
        subject = decision.subject
        match decision.what:
            case "set-up":
                state.cell[subject[0]] = _number(action, 1)
                state.cursor += 1
            case "spend":
                state.cursor += self.command.apply(state, subject[0], action)
            case "move" if decision.side == HUMAN:
                self.moving.apply_human(state, subject[0], action)
                state.cursor += 1
            case "lead":
                state.todo.pop(0)
                self.moving.apply_lead(state, subject[0], subject[1], action)
            case "board":
                self._apply_board(state, action)
            case "move":
                self.moving.apply_bug(state, subject[0], action)
                state.cursor += 1
            case "come":
                state.todo.pop(0)
                self.moving.apply_come(state, subject[1], action)
            case "fire":
                self.shooting.apply(state, subject[0], action)
                state.cursor += 1
            case "strike":
                self.shooting.apply_strike(state, action)
            case "again":
                self._apply_again(state, subject[0], action)
            case "brace":
                state.todo.pop(0)
                self.close.brace(state, subject[0], subject[1], saves=action[0] == KEEP)
            case _:
                state.todo.pop(0)
                self.close.fight(state, _number(action, 1), subject[0])

    def _apply_again(self, state: State, human: int, action: Action) -> None:
        """A bonus die buys a second roll, or the first one counts."""
        _, _, total, *task = state.todo.pop(0)
        if action[0] == AGAIN:
            state.flags[human] &= ~Flag.BONUS
            state.todo.insert(0, tuple(task))
        else:
            self._carry_out(state, tuple(task), int(total))

    def _apply_board(self, state: State, action: Action) -> None:
        left = _number(state.todo.pop(0), 1)
        if action[0] == CLIMB_ABOARD:
            self.setting.leave(state, _number(action, 1), _number(action, 2))
            state.todo.insert(0, ("boarders", left - 1))

    # For players and reports.

    def prospects(self, view: View[State], decision: Decision, action: Action) -> Sequence[Prospect]:
        """See :meth:`Play.prospects`."""
        return self.worth.prospects(view.state, decision, action)

    def gains(self, view: View[State], decision: Decision, actions: Sequence[Action]) -> list[float]:
        """See :meth:`Planner.gains`."""
        return self.worth.gains(view.state, decision, actions)

    def goals(self, view: View[State]) -> Sequence[Goal]:
        """See :meth:`Play.goals`."""
        return self.worth.goals(view.state, view.side)

    def steps_of(
        self, view: View[State], decision: Decision, actions: Sequence[Action]
    ) -> Sequence[tuple[int, int] | None]:
        """See :meth:`Play.steps_of`."""
        here = view.state.cell[decision.subject[0]] if decision.subject else -1
        start = {PLACE: -1, "come": -1, GO: here}
        return [(start[action[0]], _number(action, 1)) if action[0] in start else None for action in actions]

    def words(self, state: State, decision: Decision, action: Action) -> str:
        """See :meth:`Play.words`."""
        return phrase(self.setting, decision, action)

    def tally(self, state: State) -> Mapping[str, int]:
        """See :meth:`Play.tally`."""
        tally: dict[str, int] = {}
        for number, unit in enumerate(self.setting.units):
            for name, cell in (("lost", DEAD), ("left", GONE)):
                key = f"{unit.force} {name}"
                tally[key] = tally.get(key, 0) + (state.cell[number] == cell)
        objectives = self.setting.scenario.objectives
        for objective, turn in zip(objectives, state.done, strict=True):
            tally[f"objective {objective.id} done in turn"] = turn
        return tally

    def stands(self, state: State) -> Sequence[Stand]:
        """See :meth:`Play.stands`."""
        return stands_of(state)

    def achieved(self, state: State) -> Sequence[int]:
        """See :meth:`Play.achieved`."""
        return state.done

    def aim_of(self, state: State, decision: Decision, action: Action) -> int:
        """See :meth:`Play.aim_of`."""
        return aim_of(state, decision, action)

    def touches(self, cell: int, other: int) -> bool:
        """See :meth:`Play.touches`."""
        return cell == other or other in self.setting.ground.beside(cell)


def _roller(task: Task) -> int:
    """The human who may make the roll of a task again if he has a bonus die; -1 if nobody may."""
    name = task[0]
    if name == "shot":
        return _number(task, 4) if len(task) > _SHOT_WITHOUT_ROLLER else -1
    return _number(task, 1) if name in ("stray", "overshoot", "defend") else -1


def _number(parts: Sequence[str | int], at: int) -> int:
    return int(parts[at])
