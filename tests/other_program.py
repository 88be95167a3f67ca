"""A file that another program changes while brainbug has it open."""

from __future__ import annotations

import os
import time
from pathlib import Path

SECOND = 1_000_000_000


def write_outside(path: Path, text: str) -> None:
    """Write a file whole and at once, a second ago: nobody can take it for half written."""
    new = path.with_name(f".{path.name}.new")
    new.write_text(text, encoding="utf-8", newline="\n")
    then = time.time_ns() - SECOND
    os.utime(new, ns=(then, then))
    new.replace(path)


def replace_outside(path: Path, old: str, new: str) -> None:
    """Replace the first place of ``old`` in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    write_outside(path, text.replace(old, new, 1))
