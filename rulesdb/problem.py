"""Where something stands in a file, and what is wrong there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of text in a file. Lines and columns count from 1; the end is exclusive."""

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

    ``code`` and ``slug`` name the kind of defect (``BB003 duplicate-key``); ``help`` says how to
    mend it; ``related`` points at other places that take part in it. ``accepted`` is what could stand at
    ``span`` instead: the keys or words there are, the types that are wanted, or the pattern of a text.
    """

    code: str
    slug: str
    message: str
    span: Span
    help: str = ""
    related: tuple[tuple[str, Span], ...] = ()
    accepted: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.span}: {self.code} {self.message}"
