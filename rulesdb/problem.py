"""Places in files, and the problems there."""

from __future__ import annotations

from dataclasses import dataclass

from rulesdb.codes import Code


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
