"""The folder that a studio may read and write: its scenario files, by their paths in it, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulesdb import InputError
from rulesdb.files.folders import files_in, real_path
from rulesdb.files.reading import read_file, require_file

_HEAD = 1 << 14


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder, or one file in it; ``only`` is that file's name, empty for all files."""

    root: Path
    only: str = ""

    @classmethod
    def of(cls, path: Path) -> Folder:
        """The folder of a path that a user gives.

        Raises:
            InputError: there is no such file or folder.
        """
        if path.is_dir():
            return cls(path)
        require_file(path)
        return cls(path.parent, path.name)

    def files(self) -> tuple[str, ...]:
        """The scenario files in the folder, sorted; links that leave it are left out."""
        if self.only:
            return (self.only,)
        paths = files_in(self.root, ".yaml", lambda path, reason: None)
        return tuple(path.relative_to(self.root).as_posix() for path in paths if _is_scenario(path))

    def path(self, name: str) -> Path:
        """The path of a file in the folder.

        Raises:
            InputError: it is not one of :meth:`files`, for example because it is outside.
        """
        path = self.root / name
        if name not in self.files() or not real_path(path).is_relative_to(real_path(self.root)):
            raise InputError(f"no such scenario in {self.root}: {name}")
        return path


def _is_scenario(path: Path) -> bool:
    """Whether a file looks like a scenario; a broken one does, too."""
    try:
        head = read_file(path, 1 << 24)[:_HEAD]
    except OSError:
        return False
    return b"scenario:" in head
