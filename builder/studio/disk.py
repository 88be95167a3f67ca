"""A file on the disk that other programs may change."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

from rulesdb.files.reading import read_file
from rulesdb.yaml_source import MAX_BYTES

PAUSE = 0.25
"""Seconds between two looks at the disk."""
SETTLING = 0.05
"""Seconds for which a file that was just written may still be being written."""
_Mark = tuple[int, int, int] | None


@dataclass(slots=True)
class DiskFile:
    """A file with what its state on the disk was when it was last noted."""

    path: Path
    _mark: _Mark = field(default=(-1, -1, -1), init=False)

    @property
    def has_changed(self) -> bool:
        """Whether the file was written, replaced or removed since it was noted; true before that."""
        return self._state() != self._mark

    @property
    def is_settled(self) -> bool:
        """Whether the file can be read whole: many programs empty it first, and then write it in parts."""
        state = self._state()
        return state is None or not 0 <= time.time_ns() - state[0] < SETTLING * 1e9

    def note(self) -> None:
        """Take the state on the disk as known."""
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
