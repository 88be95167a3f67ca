"""Processes that are started for a part of the work, and import nothing from the current folder."""

from __future__ import annotations

import multiprocessing
import os
from multiprocessing.context import SpawnContext


def spawn_context() -> SpawnContext:
    """How to start processes with ``multiprocessing`` as new interpreters."""
    # A new interpreter looks for modules in the current folder first, and a stranger's folder may hold a
    # file with the name of any module.
    os.environ["PYTHONSAFEPATH"] = "1"
    return multiprocessing.get_context("spawn")
