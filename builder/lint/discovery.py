"""Find all checks: classes in files of ``checks/``, of a game's checks, or of the user's folders.

``BRAINBUG_CHECKS`` lists such folders, separated as in ``PATH``. A check is one class in a file; it is not
registered anywhere.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
import os
import pkgutil
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from builder.extensions import modules_of_games
from builder.lint import checks
from builder.lint.check import Check
from rulesdb import BrainbugError

VARIABLE = "BRAINBUG_CHECKS"
# Codes that brainbug itself never uses.
OWN_CODE = re.compile(r"BB7\d\d")
_NEEDED = ("code", "slug", "what", "why", "example", "fix")


class _BadCheck(BrainbugError):
    """A user's file without a valid check."""


@functools.cache
def all_checks() -> tuple[type[Check], ...]:
    """Every check in the order of the codes, including those in the user's folders.

    Raises:
        BrainbugError: a user's file cannot be run, or a class in it is not a complete check.
    """
    shipped = [
        kind
        for part in pkgutil.iter_modules(checks.__path__)
        for kind in _checks_of(importlib.import_module(f"{checks.__name__}.{part.name}"))
    ]
    shipped += [kind for module in modules_of_games("checks") for kind in _checks_of(module)]
    own = list(_own_checks(os.environ.get(VARIABLE, "")))
    return tuple(sorted((*shipped, *own), key=lambda kind: kind.code))


def _own_checks(folders: str) -> Iterator[type[Check]]:
    """The checks of the files in ``folders``, each validated."""
    holders: dict[str, Path] = {}
    for path in _files(folders):
        module = _run(path)
        kinds = list(_checks_of(module))
        if not kinds:
            raise _BadCheck(f"{path}: no check in this file; derive a class from builder.lint.check.Check")
        for kind in kinds:
            _require_complete(kind, path)
            if kind.code in holders:
                raise _BadCheck(f"{path}: {kind.code} is used by {holders[kind.code]}; choose another BB7xx")
            holders[kind.code] = path
            yield kind


def _files(folders: str) -> Iterable[Path]:
    for name in filter(None, folders.split(os.pathsep)):
        folder = Path(name).expanduser()
        if not folder.is_dir():
            raise _BadCheck(f"{VARIABLE}: not a folder: {folder}; name folders with checks in .py files")
        yield from sorted(path for path in folder.glob("*.py") if not path.name.startswith("_"))


def _run(path: Path) -> ModuleType:
    """The module of a file; errors in it are reported with their position."""
    spec = importlib.util.spec_from_file_location(f"brainbug_own_checks.{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise _BadCheck(f"{path}:{error.lineno}:{error.offset}: {error.msg}") from error
    except Exception as error:
        line = next((frame.lineno for frame in reversed(_frames(error)) if frame.filename == str(path)), 1)
        raise _BadCheck(f"{path}:{line}: {type(error).__name__}: {error}") from error
    return module


def _frames(error: BaseException) -> list[inspect.FrameInfo]:
    return inspect.getinnerframes(error.__traceback__) if error.__traceback__ else []


def _checks_of(module: ModuleType) -> Iterator[type[Check]]:
    """The checks that a module defines, without imported classes and those that begin with ``_``."""
    for thing in vars(module).values():
        if not isinstance(thing, type) or not issubclass(thing, Check):
            continue
        if thing.__module__ == module.__name__ and not thing.__name__.startswith("_"):
            yield thing


def _require_complete(kind: type[Check], path: Path) -> None:
    missing = [name for name in _NEEDED if not getattr(kind, name, "")]
    if missing:
        raise _BadCheck(f"{path}: {kind.__name__} is missing {', '.join(missing)}")
    if not OWN_CODE.fullmatch(kind.code):
        raise _BadCheck(f"{path}: {kind.code} is reserved; codes of your own are BB700 to BB799")
