"""A file on the disk that other programs may change."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

from rulesdb.files.reading import read_file
from rulesdb.yaml_source import MAX_BYTES

PAUSE = 0.25
"""Seconds between two checks of the disk."""
SETTLING = 0.05
"""Seconds after a change in which another program may still be writing the file."""
_Mark = tuple[int, int, int] | None


@dataclass(slots=True)
class DiskFile:
    """A file, and its state on the disk at the last check."""

    path: Path
    _mark: _Mark = field(default=(-1, -1, -1), init=False)

    @property
    def has_changed(self) -> bool:
        """Whether the file was written, replaced or removed since :meth:`note`; true before the first one."""
        return self._state() != self._mark

    @property
    def is_settled(self) -> bool:
        """Whether the file can be read whole: many programs empty it first, and then write it in parts."""
        state = self._state()
        return state is None or not 0 <= time.time_ns() - state[0] < SETTLING * 1e9

    def note(self) -> None:
        """Remember the present state on the disk."""
        self._mark = self._state()

    def read(self) -> str | None:
        """The text, without a byte order mark; None if the file is missing or unreadable.

        Bytes that are not UTF-8 are replaced, as an editor shows them.
        """
        self.note()
        try:
            return read_file(self.path, MAX_BYTES).decode("utf-8-sig", errors="replace")
        except OSError:
            return None

    def _state(self) -> _Mark:
        try:
            state = self.path.stat()
        except OSError:
            return None
        return state.st_mtime_ns, state.st_size, state.st_ino
