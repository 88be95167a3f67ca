"""Imports the user's own modules from the present contents of their files.

Python's own cache of compiled modules compares sizes, and times in whole seconds. So it can miss a change.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

from rulesdb.files.folders import real_path
from rulesdb.files.reading import MIB, read_file
from rulesdb.own_code import OwnCodeError

if TYPE_CHECKING:
    # Slow to import.
    from importlib.abc import PathEntryFinder

_MAX_FILE = 16 * MIB


class FreshLoader(SourceFileLoader):
    """Loads a module from its source, without a cache."""

    def get_data(self, path: str) -> bytes:
        """The source.

        Raises:
            OwnCodeError: the file cannot be read, or is too large.
        """
        try:
            return read_file(Path(path), _MAX_FILE)
        except OSError as error:
            raise OwnCodeError(f"{path}:1: {error.strerror or type(error).__name__}") from error

    def get_code(self, fullname: str) -> CodeType:
        """The compiled source.

        Raises:
            SyntaxError: the file is not Python.
        """
        path = self.get_filename(fullname)
        try:
            code: CodeType = self.source_to_code(self.get_data(path), path)
        except (SyntaxError, ValueError) as error:
            if isinstance(error, SyntaxError) and error.filename:
                raise
            # A null byte.
            raise SyntaxError(str(error), (path, 1, 1, "")) from error
        return code


def import_fresh(folders: Sequence[Path]) -> None:
    """Have Python import all modules in some folders with a :class:`FreshLoader`."""
    find = FileFinder.path_hook((FreshLoader, [".py"]))

    def hook(path: str) -> PathEntryFinder:
        if not any(real_path(Path(path)).is_relative_to(folder) for folder in folders):
            raise ImportError(path)
        return find(path)

    sys.path_hooks.insert(0, hook)
