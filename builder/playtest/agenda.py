"""The agenda of a game: a stack of tasks in its state, and the code of each kind of task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from builder.playtest.play import Action, Decision, Ending, Roll, Thrown
from builder.playtest.tables import Use

Task: TypeAlias = tuple[Any, ...]
"""A word and plain data, such as the numbers of units."""

Run: TypeAlias = Callable[..., "Decision | Roll | Ending | None"]
Answer: TypeAlias = Callable[..., "Sequence[Use]"]


class HasAgenda(Protocol):
    """A state of a game with a stack of tasks, of which the last is carried out first."""

    agenda: list[Task]


class Agenda:
    """The code of the tasks: one object for each module of a game's play, put together into one.

    ``runs`` carries out a task, which is removed from the stack first. If it returns a decision or a roll,
    the task goes back onto the stack until ``answers`` gets the action or the dice. ``options`` lists the
    actions of a decision.
    """

    def __init__(self, *parts: Agenda) -> None:
        self.runs: dict[str, Run] = {}
        self.answers: dict[str, Answer] = {}
        self.options: dict[str, Callable[..., Sequence[Action]]] = {}
        for part in parts:
            self.runs |= part.runs
            self.answers |= part.answers
            self.options |= part.options

    def run(self, name: str) -> Callable[[Run], Run]:
        """Register the function that carries out a task: of the stage, the state and the task's data."""

        def register(function: Run) -> Run:
            self.runs[name] = function
            return function

        return register

    def answer(self, name: str) -> Callable[[Answer], Answer]:
        """Register the function that gets the action or dice: the stage, the state, these, the data."""

        def register(function: Answer) -> Answer:
            self.answers[name] = function
            return function

        return register

    def option(
        self, name: str
    ) -> Callable[[Callable[..., Sequence[Action]]], Callable[..., Sequence[Action]]]:
        """Register the function that lists the actions of a decision: of the stage, the state, the data."""

        def register(function: Callable[..., Sequence[Action]]) -> Callable[..., Sequence[Action]]:
            self.options[name] = function
            return function

        return register

    def next(self, stage: Any, state: HasAgenda) -> Decision | Roll | Ending | None:
        """Carry out tasks up to the next decision, roll or ending; ``None`` when nothing is left to do."""
        agenda, runs = state.agenda, self.runs
        while agenda:
            task = agenda.pop()
            request = runs[task[0]](stage, state, *task[1:])
            if request is not None:
                agenda.append(task)
                return request
        return None

    def actions(self, stage: Any, state: HasAgenda) -> Sequence[Action]:
        """The legal actions of the decision on top."""
        task = state.agenda[-1]
        return self.options[task[0]](stage, state, *task[1:])

    def give(self, stage: Any, state: HasAgenda, answer: Action | Thrown) -> Sequence[Use]:
        """Give the task on top of the stack the action or the dice that it waits for."""
        task = state.agenda.pop()
        return self.answers[task[0]](stage, state, answer, *task[1:])
