"""The folders of data that are installed with the packages."""

from __future__ import annotations

import os
from pathlib import Path

from rulesdb.files.folders import real_path

OWN_GAMES = "BRAINBUG_GAMES"
_HERE = Path(__file__).resolve().parent


def shipped(name: str) -> Path:
    """The folder ``schemas`` or ``scenarios`` of the installed package or of the checkout."""
    installed = _HERE / "_shipped" / name
    return installed if installed.is_dir() else _HERE.parent / name


def games_folder() -> Path:
    """The folder with one folder for each game that comes with brainbug."""
    return _HERE / "games"


def own_games_folders() -> tuple[Path, ...]:
    """The folders with the user's own games that ``BRAINBUG_GAMES`` names, separated as in ``PATH``."""
    named = os.environ.get(OWN_GAMES, "").split(os.pathsep)
    return tuple(real_path(Path(name).expanduser()) for name in named if name)


def data_folders() -> tuple[Path, ...]:
    """Every folder whose files determine a game: code, data, schemas, the user's own games."""
    return (_HERE, shipped("schemas"), *(folder for folder in own_games_folders() if folder.is_dir()))
