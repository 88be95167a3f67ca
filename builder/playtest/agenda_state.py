"""The state of a game whose turns are an agenda of tasks, as flat lists and numbers."""

from __future__ import annotations

import marshal
from typing import ClassVar, Self

from builder.playtest.agenda import Task


class AgendaState:
    """A state that is quick to copy.

    A subclass lists the names of its fields in ``lists``, whose items are numbers or tuples, and in
    ``values``, which are numbers. Both are its ``__slots__``.
    """

    __slots__ = ()

    lists: ClassVar[tuple[str, ...]]
    values: ClassVar[tuple[str, ...]]
    turn: int
    cell: list[int]
    agenda: list[Task]

    def copy(self) -> Self:
        """A state that is equal, but changes separately."""
        kind = type(self)
        other = kind.__new__(kind)
        for name in self.lists:
            setattr(other, name, getattr(self, name)[:])
        for name in self.values:
            setattr(other, name, getattr(self, name))
        return other

    def key(self) -> bytes:
        """The whole state as bytes."""
        return marshal.dumps([getattr(self, name) for name in (*self.lists, *self.values)], 2)

    def push(self, *tasks: Task) -> None:
        """Put tasks on top of the agenda, so that they are done in this order."""
        self.agenda.extend(reversed(tasks))
