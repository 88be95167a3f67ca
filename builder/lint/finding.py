"""One thing that a check has found."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from enum import StrEnum

from rulesdb.problem import Problem, Span


class Severity(StrEnum):
    """How bad it is: an error stops a build, a warning does not, an info is only said."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Applicability(StrEnum):
    """How sure a fix is.

    ``safe`` says what was surely meant; ``unsafe`` is most likely meant and changes what the file says;
    ``display`` is one way among others, for people to choose.
    """

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class Edit:
    """``text`` in place of what stands at ``span``, which is empty where something is added."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to mend a defect: what it does, how sure it is, and the edits that do it."""

    title: str
    applicability: Applicability
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect at a place, with the rule that it breaks and how to mend it.

    ``rule`` is an entry id and ``citation`` the place in the book; both are empty where no rule of the
    game is at stake. ``subject`` names what the finding is about, for the fingerprint. ``fixes`` are ways to
    mend it, the best first.
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
        """The page of this code, from the site's root."""
        return f"reference/lint/{self.code}.html"

    @property
    def fingerprint(self) -> str:
        """The same for the same defect when lines have moved."""
        said = "\0".join((self.code, self.subject, self.message))
        return hashlib.sha256(said.encode("utf-8")).hexdigest()[:16]

    def at(self, severity: Severity) -> Finding:
        """The same finding with another severity."""
        return replace(self, severity=severity)


def finding_of(problem: Problem, fixes: tuple[Fix, ...] = ()) -> Finding:
    """A defect of the file itself, as a finding."""
    return Finding(
        problem.code,
        problem.slug,
        Severity.ERROR,
        problem.message,
        problem.span,
        problem.help,
        related=problem.related,
        fixes=fixes,
    )
