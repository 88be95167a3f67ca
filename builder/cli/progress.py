"""A progress bar for what takes more than a second, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import click

from builder.cli.console import beneath

PATIENCE = 1.0


@contextmanager
def progress(label: str, steps: int) -> Iterator[Callable[[], None]]:
    """A function to call after each of so many steps; the bar shows once a second has gone by.

    It goes to the error output, so that what a command says can be read by a program, and nowhere if
    that is no terminal.
    """
    begun = time.monotonic()
    done = 0
    with ExitStack() as stack:
        bar = None

        def tick() -> None:
            nonlocal bar, done
            done += 1
            if bar is not None:
                bar.update(1)
            elif sys.stderr.isatty() and time.monotonic() - begun > PATIENCE:
                file = beneath(sys.stderr)
                bar = stack.enter_context(click.progressbar(length=steps, label=label, file=file))
                bar.update(done)

        yield tick
