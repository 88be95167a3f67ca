"""Delays signals that end the process, while something must not be left half done."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

ENDING = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")
"""The names of the signals that end a process, and that a process can delay."""


@contextmanager
def signals_held(names: Iterable[str] = ENDING) -> Iterator[None]:
    """Delay signals until the end of the block; on Windows, this does nothing.

    Processes that are started meanwhile inherit that they are delayed.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {getattr(signal, name) for name in names})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
