"""The user's own code: games and lint checks in folders that the environment names, and errors in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, ModuleType

from rulesdb.errors import BrainbugError
from rulesdb.files.folders import real_path

OWN_GAMES = "BRAINBUG_GAMES"
OWN_CHECKS = "BRAINBUG_CHECKS"
_MAX_LETTERS = 300


class OwnCodeError(BrainbugError):
    """An error in the user's own code; the message has its file and line."""


def with_home(name: str) -> Path:
    """A path with the home folder in place of ``~`` or ``~user``; unchanged if there is no such home."""
    # The method of pathlib raises an error then.
    return Path(os.path.expanduser(name))  # noqa: PTH111


def own_folders(variable: str) -> tuple[Path, ...]:
    """The folders that an environment variable names, separated as in ``PATH``; they may not exist."""
    return tuple(with_home(name) for name in os.environ.get(variable, "").split(os.pathsep) if name)


@contextmanager
def own_code(otherwise: str = "", *, defines: bool = False) -> Iterator[None]:
    """Report an error in the user's own code in one line, with the last line of that code that ran.

    Code that wants to end Python is an error, too. Ctrl-C and errors of brainbug itself are left as they are.

    Args:
        otherwise: the place to report if no line of the user's code is at fault; without it, such errors
            are left as they are.
        defines: whether the code defines procedures or checks. While it runs, it may raise errors of brainbug
            about its inputs; while it defines something, these are reported with their place, too.

    Raises:
        OwnCodeError: with the file, the line, the type of the error and its message.
    """
    try:
        yield
    except (OwnCodeError, KeyboardInterrupt):
        raise
    except BaseException as error:
        if isinstance(error, BrainbugError) and not defines:
            raise
        place = _place(error) or otherwise
        if not place:
            raise
        raise OwnCodeError(f"{place}: {_reason(error)}") from error


def own_place(thing: object) -> str:
    """The file and line of a function or module of the user's own code; empty if it is from elsewhere."""
    if isinstance(thing, ModuleType):
        file, line = vars(thing).get("__file__"), 1
    else:
        code = getattr(thing, "__code__", None)
        file, line = (code.co_filename, code.co_firstlineno) if isinstance(code, CodeType) else (None, 0)
    return f"{file}:{line}" if _is_own(file, _folders()) else ""


def _folders() -> list[Path]:
    return [real_path(folder) for name in (OWN_GAMES, OWN_CHECKS) for folder in own_folders(name)]


def _is_own(file: str | None, folders: list[Path]) -> bool:
    return file is not None and any(real_path(Path(file)).is_relative_to(folder) for folder in folders)


def _place(error: BaseException) -> str:
    """The file and line in the user's own folders where an error arose; empty if it is from elsewhere."""
    folders = _folders()
    if isinstance(error, SyntaxError) and _is_own(error.filename, folders):
        return f"{error.filename}:{error.lineno}:{error.offset}"
    place, trace = "", error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        place = f"{file}:{trace.tb_lineno}" if _is_own(file, folders) else place
        trace = trace.tb_next
    return place


def _reason(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return "it ends Python (sys.exit); raise a rulesdb.BrainbugError to end a command"
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        text = ""
    text = " ".join(text.split())[:_MAX_LETTERS]
    name = "" if isinstance(error, (SyntaxError, BrainbugError)) else type(error).__name__
    return ": ".join(filter(None, (name, text)))
