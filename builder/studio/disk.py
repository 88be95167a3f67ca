"""A file on the disk that other programs may change."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rulesdb.files.reading import read_file
from rulesdb.yaml_source import MAX_BYTES

PAUSE = 0.25
"""Seconds between two looks at the disk."""
_Mark = tuple[int, int, int] | None


@dataclass(slots=True)
class DiskFile:
    """A file with what its state on the disk was at the last look."""

    path: Path
    _mark: _Mark = field(default=(-1, -1, -1), init=False)

    def has_changed(self) -> bool:
        """Whether the file was written, replaced or removed since the last look; true at the first look."""
        before, self._mark = self._mark, self._state()
        return self._mark != before

    def read(self) -> str | None:
        """The text, without a byte order mark; None if the file is missing or unreadable.

        Bytes that are not UTF-8 are replaced, as an editor shows them.
        """
        self._mark = self._state()
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
