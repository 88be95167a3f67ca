"""The user's own folder: supplements that apply to all commands, and profiles of printers."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import click

from rulesdb.errors import DataError, InputError
from rulesdb.files.folders import real_path
from rulesdb.own_code import with_home
from rulesdb.problem import Problem

APP = "brainbug"
CONFIG = "BRAINBUG_CONFIG"


def config_folder() -> Path:
    """The user's configuration folder: ``BRAINBUG_CONFIG`` if it is set, else the default of the system.

    Raises:
        InputError: ``BRAINBUG_CONFIG`` names a home folder that does not exist.
    """
    named = os.environ.get(CONFIG)
    folder = with_home(named) if named else Path(click.get_app_dir(APP))
    if named and folder.parts[:1] and folder.parts[0].startswith("~"):
        raise InputError(f"{CONFIG}: there is no home folder {folder.parts[0]}; name a folder that exists")
    return folder


def own_folder() -> Path:
    """The folder of the user's own supplements."""
    return config_folder() / "supplements"


def printers_folder() -> Path:
    """The folder of the profiles of the user's printers."""
    return config_folder() / "printers"


def own_supplements() -> list[Path]:
    """The user's own supplements, sorted by name."""
    return sorted(own_folder().glob("*.yaml"))


def is_own(path: Path) -> bool:
    """Whether a supplement is in the user's own folder."""
    return real_path(path).parent == real_path(own_folder())


def with_hint(error: DataError) -> DataError:
    """The same error, with a hint for files of the user's own folder on how to ignore them."""
    return DataError([_with_hint(problem) for problem in error.problems], error.text)


def _with_hint(problem: Problem) -> Problem:
    if not is_own(Path(problem.span.path)):
        return problem
    hint = "or use --no-supplements to ignore the files in your own folder"
    return replace(problem, help=f"{problem.help.rstrip('.')}; {hint}" if problem.help else hint)
