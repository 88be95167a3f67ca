"""The hierarchy of errors that brainbug raises.

Library code raises these; only the command line prints them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesdb.problem import Problem

_MAX_LETTERS = 60


def brief_repr(value: object) -> str:
    """A value for a message: as Python writes it, cut if it is long; its type if Python cannot write it.

    >>> brief_repr("marine"), brief_repr("x" * 100_000)[-4:], brief_repr(10**5000)
    ("'marine'", 'xxx…', 'a value of type int')
    """
    try:
        return brief(repr(value))
    except Exception:
        return f"a value of type {type(value).__name__}"


def brief(text: str) -> str:
    """A text for a message, cut if it is long."""
    return text if len(text) <= _MAX_LETTERS else f"{text[:_MAX_LETTERS]}…"


class BrainbugError(Exception):
    """Base of every error that brainbug raises deliberately."""


class DataError(BrainbugError):
    """One or more files could not be used; ``problems`` says what, where and how to fix it.

    ``text`` is the content of the file, if a single file is at fault, so that a report can show the line.
    """

    def __init__(self, problems: Sequence[Problem], text: str = "") -> None:
        self.problems = tuple(problems)
        self.text = text
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UnknownEntry(BrainbugError, LookupError):
    """An unknown id; ``nearest`` has the most similar ids."""

    def __init__(self, wanted: str, nearest: Sequence[str] = (), what: str = "entry") -> None:
        self.wanted = wanted
        self.nearest = tuple(nearest)
        hint = f"; did you mean {', '.join(self.nearest)}?" if self.nearest else ""
        super().__init__(f"no {what} {brief_repr(wanted)}{hint}")

    def __str__(self) -> str:
        return str(self.args[0])


class AmbiguousEntry(UnknownEntry):
    """A name that several entries have; ``nearest`` has their slugs."""

    def __init__(self, wanted: str, meant: Sequence[str], what: str = "entry") -> None:
        super().__init__(wanted, meant, what)
        self.args = (f"{what} {brief_repr(wanted)} may be {' or '.join(self.nearest)}; use one of these",)


class InputError(BrainbugError, ValueError):
    """An input that a table, a procedure or a dice expression does not accept."""
