"""The folders of data that travel with the packages."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def shipped(name: str) -> Path:
    """The folder ``schemas`` or ``scenarios``: inside an installed package, else the checkout's."""
    installed = _HERE / "_shipped" / name
    return installed if installed.is_dir() else _HERE.parent / name


def games_folder() -> Path:
    """The folder with one folder for each game."""
    return _HERE / "games"
