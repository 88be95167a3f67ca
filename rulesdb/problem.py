"""Places in files, and the problems there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from rulesdb.codes import Code

MAX_PROBLEMS = 100


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of text in a file. Lines and columns count from 1; the end is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One defect that keeps a file from being used.

    ``code`` is the kind of defect; ``help`` says how to fix it; ``related`` has other places that are part of
    it. ``accepted`` are the values that would be valid at ``span``: keys or words, names of types, or the
    pattern of a text.
    """

    code: Code
    message: str
    span: Span
    help: str = ""
    related: tuple[tuple[str, Span], ...] = ()
    accepted: tuple[str, ...] = ()

    @property
    def slug(self) -> str:
        """The name of the code."""
        return self.code.slug

    def __str__(self) -> str:
        return f"{self.span}: {self.code} {self.message}"


def first_problems(problems: Iterable[Problem]) -> list[Problem]:
    """At most the first 100 problems, because finding the nearest names for more takes too long."""
    return list(islice(problems, MAX_PROBLEMS))
