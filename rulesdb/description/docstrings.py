"""Parsing the docstring of a procedure: its prose, examples, and the inputs that it rejects."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ROLE = re.compile(r":(?:py:)?\w+:`~?([^`<]+?)(?:\s*<[^`]*>)?`")


@dataclass(frozen=True, slots=True)
class Docstring:
    """``paragraphs`` have ``code`` marks; ``sessions`` are Python sessions; the others may be empty."""

    paragraphs: tuple[str, ...]
    sessions: tuple[str, ...]
    refuses: str
    sources: str


def parse_docstring(text: str) -> Docstring:
    """Parse a Google-style docstring.

    >>> parsed = parse_docstring('''Half a swarm.
    ...
    ... It calls :func:`swarm_splits`.
    ...
    ... >>> half(3)
    ... 2
    ...
    ... Raises:
    ...     InputError: it holds too many.
    ...
    ... Source: bug-hunter 322.2''')
    >>> parsed.paragraphs, parsed.sessions
    (('Half a swarm.', 'It calls ``swarm-splits``.'), ('>>> half(3)\\n2',))
    >>> parsed.refuses, parsed.sources
    ('it holds too many', 'bug-hunter 322.2')
    """
    paragraphs: list[str] = []
    sessions: list[str] = []
    refuses = sources = ""
    for chunk in re.split(r"\n\s*\n", text.strip()):
        if chunk.lstrip().startswith(">>>"):
            sessions.append(chunk.rstrip())
        elif chunk.startswith("Raises:"):
            reasons = re.split(r"\b[A-Z]\w+: ", " ".join(chunk.removeprefix("Raises:").split()))
            refuses = "; ".join(reason.strip(" .") for reason in reasons if reason.strip())
        elif chunk.startswith("Source:"):
            sources = " ".join(chunk.removeprefix("Source:").split())
        elif chunk.strip():
            words = _ROLE.sub(lambda match: f"``{match[1].replace('_', '-')}``", " ".join(chunk.split()))
            paragraphs.append(words)
    return Docstring(tuple(paragraphs), tuple(sessions), refuses, sources)
