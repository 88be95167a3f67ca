"""The user's own folder: supplements that are laid over their games, and profiles of printers."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import click

from rulesdb.errors import DataError
from rulesdb.problem import Problem

APP = "brainbug"
CONFIG = "BRAINBUG_CONFIG"


def config_folder() -> Path:
    """The user's configuration of brainbug: ``BRAINBUG_CONFIG`` if it is set, else the system's place."""
    named = os.environ.get(CONFIG)
    return Path(named).expanduser() if named else Path(click.get_app_dir(APP))


def own_folder() -> Path:
    """Where the user's own supplements are."""
    return config_folder() / "supplements"


def printers_folder() -> Path:
    """Where the profiles of the user's printers are."""
    return config_folder() / "printers"


def own_supplements() -> list[Path]:
    """The user's own files of changes, in the order of their names."""
    return sorted(own_folder().glob("*.yaml"))


def is_own(path: Path) -> bool:
    """Whether a supplement is in the user's own folder."""
    return path.resolve().parent == own_folder().resolve()


def with_way_out(error: DataError) -> DataError:
    """The same error; for a file of the user's own folder the help says how to leave it out."""
    return DataError([_with_way_out(problem) for problem in error.problems], error.text)


def _with_way_out(problem: Problem) -> Problem:
    if not is_own(Path(problem.span.path)):
        return problem
    way_out = "or leave the files of your own folder out with --no-supplements"
    return replace(problem, help=f"{problem.help.rstrip('.')}; {way_out}" if problem.help else way_out)
