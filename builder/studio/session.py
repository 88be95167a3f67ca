"""A file that is edited, with its history for undo; the file on the disk is always authoritative.

Every edit is written at once. An edit by another program is a step like any other. If both change the file at
the same time, nothing is overwritten: the session keeps both texts until the user chooses one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from builder.lint.configuration import ConfigFinder
from builder.lint.finding import Edit
from builder.lint.rewriting import rewrite_file
from builder.studio.change import Change
from builder.studio.disk import DiskFile
from builder.studio.document import State, fold
from builder.studio.operations.operation import Operation
from rulesdb import BrainbugError, InputError, Library

MAX_STEPS = 5_000
"""The maximum number of steps that can be undone; the oldest are forgotten."""


class Refused(BrainbugError):
    """An edit that was not made; the message is for the person who made it."""


@dataclass(frozen=True, slots=True)
class Step:
    """A change and its title in menus; ``is_outside`` if another program has made it."""

    title: str
    change: Change
    is_outside: bool = False


@dataclass(frozen=True, slots=True)
class Conflict:
    """A step that was not written, because another program changed the file in the meantime.

    ``own_text`` is the file with the step, ``disk_text`` what the other program wrote.
    """

    step: Step
    own_text: str
    disk_text: str


class Session:
    """A scenario file with its steps. ``revision`` grows with each change of the text."""

    def __init__(self, path: Path, library: Library) -> None:
        self.path = path
        self._disk = DiskFile(path)
        text = self._disk.read()
        if text is None:
            raise InputError(f"cannot read {path}")
        self.state = State(text, path, library, ConfigFinder().of(path))
        self.opened = self.state
        self.revision = 1
        self.done: list[Step] = []
        self.undone: list[Step] = []
        self.conflict: Conflict | None = None
        self.is_missing = False
        self.last_good: State | None = None
        self._remember()

    @property
    def is_readable(self) -> bool:
        """Whether the text is YAML, so that operations can be made."""
        return self.state.is_readable

    def do(self, operations: Iterable[Operation], base: int, title: str) -> None:
        """Make the operations of a stroke, as one step.

        Raises:
            Refused: they do not fit the text, or it has changed since the revision ``base``.
        """
        self._require(base)
        if not self.is_readable:
            raise Refused("the text is not valid YAML: correct it first")
        try:
            change = fold(self.state, operations)
        except BrainbugError as error:
            raise Refused(str(error)) from error
        self._make(Step(title, change))

    def edit(self, edits: Iterable[Edit], base: int, title: str) -> None:
        """Replace parts of the text, for example by a fix of the linter."""
        self._require(base)
        try:
            change = Change.of_edits(self.state.text, edits)
        except BrainbugError as error:
            raise Refused(str(error)) from error
        self._make(Step(title, change))

    def type(self, text: str, base: int) -> None:
        """Replace the text by one that was typed; typing without a pause is one step."""
        self._require(base)
        change = Change.between(self.state.text, text)
        last = self.done[-1] if self.done else None
        if change and last is not None and last.title == _TYPING and not self.undone:
            self._write(Step(_TYPING, change))
            self.done[-1] = Step(_TYPING, last.change.then(change))
        else:
            self._make(Step(_TYPING, change))

    def undo(self, base: int) -> None:
        """Undo the last step."""
        self._require(base)
        if not self.done:
            raise Refused("nothing to undo")
        step = self.done[-1]
        self._write(Step(step.title, step.change.inverse()))
        self.undone.append(self.done.pop())

    def redo(self, base: int) -> None:
        """Redo the last step that was undone."""
        self._require(base)
        if not self.undone:
            raise Refused("nothing to redo")
        self._write(self.undone[-1])
        self.done.append(self.undone.pop())

    def look_at_disk(self) -> bool:
        """Take over a text that another program has finished writing; returns whether anything changed."""
        if not self._disk.has_changed or not self._disk.is_settled:
            return False
        text = self._disk.read()
        was_missing, self.is_missing = self.is_missing, text is None
        if text is None or text == self.state.text:
            return self.is_missing != was_missing
        if self.conflict is not None:
            self.conflict = Conflict(self.conflict.step, self.conflict.own_text, text)
        else:
            self._take_over(text)
        return True

    def resolve(self, keep_own: bool) -> None:
        """End a conflict: write the file with the step, or discard the step. Either can be undone."""
        if self.conflict is None:
            return
        conflict, self.conflict = self.conflict, None
        self._take_over(conflict.disk_text)
        if keep_own:
            self._make(Step(conflict.step.title, Change.between(self.state.text, conflict.own_text)))

    def _require(self, base: int) -> None:
        if self.conflict is not None:
            raise Refused("another program has changed the file: choose a version first")
        if self._disk.has_changed and not self._disk.is_settled:
            raise Refused("another program is writing the file at this moment; this edit was not made")
        if self.look_at_disk() or base != self.revision:
            raise Refused("the file has changed in the meantime; this edit was not made")
        if self.is_missing:
            raise Refused(f"{self.path.name} was moved or deleted; nothing is written")

    def _make(self, step: Step) -> None:
        """Write a new step, after which nothing can be redone."""
        if not step.change:
            return
        self._write(step)
        self._push(step)

    def _write(self, step: Step) -> None:
        """Write a step to the disk, then take it over.

        Raises:
            Refused: the file cannot be written; or another program has changed it, which is a conflict.
        """
        state = self.state.after(step.change)
        try:
            rewrite_file(self.path, self.state.text, state.text)
        except BrainbugError as error:
            disk_text = self._disk.read()
            if disk_text is None or disk_text == self.state.text:
                raise Refused(str(error)) from error
            self.conflict = Conflict(step, state.text, disk_text)
            self.revision += 1
            raise Refused("another program has changed the file: choose a version") from error
        self._disk.note()
        self._move_to(state)

    def _take_over(self, text: str) -> None:
        """Add a text that another program has written as a step that can be undone."""
        step = Step(_OUTSIDE, Change.between(self.state.text, text), is_outside=True)
        self._move_to(self.state.after(step.change))
        self._push(step)

    def _push(self, step: Step) -> None:
        self.done.append(step)
        del self.done[:-MAX_STEPS]
        self.undone.clear()

    def _move_to(self, state: State) -> None:
        self.state = state
        self.revision += 1
        self._remember()

    def _remember(self) -> None:
        if self.state.scenario is not None:
            self.last_good = self.state


_TYPING = "Typing"
_OUTSIDE = "Change on disk"
