"""The scenario files that a command was given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from builder.terminal.skipped import report_skipped
from rulesdb import BrainbugError
from rulesdb.files.folders import files_in
from rulesdb.files.reading import require_file


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Each file, and all ``*.yaml`` files in each folder.

    Raises:
        BrainbugError: a file cannot be read, or a folder has no such file.
    """
    for path in paths:
        if path.is_dir():
            files = files_in(path, ".yaml", report_skipped)
            if not files:
                raise BrainbugError(f"no *.yaml file in {path}")
            yield from files
        else:
            require_file(path)
            yield path
