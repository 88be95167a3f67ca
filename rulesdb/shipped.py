"""The folders of data that are installed with the packages."""

from __future__ import annotations

from pathlib import Path

from rulesdb.files.folders import real_path
from rulesdb.own_code import OWN_GAMES, own_folders

_HERE = Path(__file__).resolve().parent
SCENARIOS = "scenarios"
"""The folder of scenarios in a game's own folder, which has no entries of the game."""


def shipped(name: str) -> Path:
    """The folder ``schemas`` or ``scenarios`` of the installed package or of the checkout."""
    installed = _HERE / "_shipped" / name
    return installed if installed.is_dir() else _HERE.parent / name


def games_folder() -> Path:
    """The folder with one folder for each game that comes with brainbug."""
    return _HERE / "games"


def own_games_folders() -> tuple[Path, ...]:
    """The folders with the user's own games that ``BRAINBUG_GAMES`` names, separated as in ``PATH``."""
    return tuple(map(real_path, own_folders(OWN_GAMES)))


def scenarios_folder(game: str) -> Path:
    """The folder of a game's scenarios: those of brainbug, or those in the folder of the user's own game."""
    name = game.replace("-", "_")
    own = (folder / name / SCENARIOS for folder in own_games_folders())
    return next((folder for folder in own if folder.is_dir()), shipped(SCENARIOS) / name)


def data_folders() -> tuple[Path, ...]:
    """Every installed folder whose files determine a game: code, data, schemas."""
    return _HERE, shipped("schemas")


def procedures_module(folder: Path) -> str | None:
    """The module with the procedures of a game, if it has any and its folder is one that Python finds."""
    is_importable = real_path(folder).parent in (games_folder(), *own_games_folders())
    has_module = any((folder / name).is_file() for name in ("procedures.py", "procedures/__init__.py"))
    return f"rulesdb.games.{folder.name}.procedures" if is_importable and has_module else None
