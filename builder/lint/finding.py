"""Defects that checks report, and findings: defects at their places in a file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from rulesdb.problem import Problem, Span
from rulesdb.yaml_source import DataPath


class Severity(StrEnum):
    """How bad a finding is: an error stops a build, a warning does not, an info is only reported."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Applicability(StrEnum):
    """How certain a fix is.

    ``safe`` fixes certainly match the intent; ``unsafe`` fixes probably do, and change the content of the
    file; ``display`` fixes are alternatives for users to choose from.
    """

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class Edit:
    """``text`` that replaces the text at ``span``, which is empty for an insertion."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to fix a defect: what it does, how certain it is, and its edits."""

    title: str
    applicability: Applicability
    edits: tuple[Edit, ...]

    @classmethod
    def of_edit(cls, title: str, applicability: Applicability, edit: Edit | None) -> tuple[Fix, ...]:
        """A fix with one edit; empty if no edit can keep the layout of the file."""
        return (cls(title, applicability, (edit,)),) if edit is not None else ()


@dataclass(frozen=True, slots=True)
class Defect:
    """A defect that a check reports: a message, and its place in the scenario's data.

    The place is the value at ``path``, its ``key``, or a ``word`` in its text. ``help`` is the ``fix`` of
    the check by default; ``rule`` and ``severity`` are those of the check. A ruleset can cite a rule of its
    own for an ``aspect`` of a check. ``related`` lists other places with a note on each; they are values, or
    keys if ``related_keys`` is set.
    """

    message: str
    path: DataPath
    help: str = ""
    word: str = ""
    key: bool = False
    related: tuple[tuple[str, DataPath], ...] = ()
    related_keys: bool = False
    rule: str = ""
    aspect: str = ""
    severity: Severity | None = None
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect at a place in a file, with the rule that it violates and how to fix it.

    ``rule`` is an entry id and ``citation`` the place in the book; both are empty if no rule of the game is
    involved. ``subject`` names what the finding is about, for the fingerprint. ``fixes`` has the best
    fix first.
    """

    code: str
    slug: str
    severity: Severity
    message: str
    span: Span
    help: str = ""
    rule: str = ""
    citation: str = ""
    related: tuple[tuple[str, Span], ...] = ()
    subject: str = ""
    fixes: tuple[Fix, ...] = ()

    @property
    def docs(self) -> str:
        """The page of this code, relative to the site's root."""
        return f"reference/lint/{self.code}.html"

    @property
    def fingerprint(self) -> str:
        """A hash that stays the same for a defect when lines have moved."""
        identity = "\0".join((self.code, self.subject, self.message))
        return hashlib.sha256(identity.encode("utf-8")).hexdigest()[:16]


def finding_of(problem: Problem, fixes: tuple[Fix, ...] = ()) -> Finding:
    """A problem with a file as a finding."""
    return Finding(
        problem.code.value,
        problem.slug,
        Severity.ERROR,
        problem.message,
        problem.span,
        problem.help,
        related=problem.related,
        fixes=fixes,
    )
