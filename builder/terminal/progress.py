"""A progress bar for steps that take more than a second, on terminals only."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import click

from builder.terminal.console import beneath

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

PATIENCE = 1.0
_ERASE_LINE = "\r\x1b[K"


class Ticker:
    """Call it after each step; the bar appears after one second."""

    def __init__(self, label: str, steps: int, stack: ExitStack) -> None:
        self._label = label
        self._steps = steps
        self._stack = stack
        self._begun = time.monotonic()
        self._done = 0
        self._bar: ProgressBar[int] | None = None

    def __call__(self) -> None:
        """One more step is done."""
        self._done += 1
        if self._bar is not None:
            self._bar.update(1)
        elif sys.stderr.isatty() and time.monotonic() - self._begun > PATIENCE:
            bar = click.progressbar(length=self._steps, label=self._label, file=beneath(sys.stderr))
            self._bar = self._stack.enter_context(bar)
            self._bar.update(self._done)

    def make_room(self) -> None:
        """Erase the bar, so that a message can be printed; the next step draws it again."""
        if self._bar is not None:
            terminal = beneath(sys.stderr)
            terminal.write(_ERASE_LINE)
            terminal.flush()


@contextmanager
def progress(label: str, steps: int) -> Iterator[Ticker]:
    """A ticker to call after each step.

    The bar is drawn on the error stream, if that is a terminal, so that programs can read the output.
    """
    with ExitStack() as stack:
        yield Ticker(label, steps, stack)
