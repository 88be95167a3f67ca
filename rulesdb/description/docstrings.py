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
    ...     InputError: too many for :func:`swarm_splits`.
    ...
    ... Source: bug-hunter 322.2''')
    >>> parsed.paragraphs, parsed.sessions
    (('Half a swarm.', 'It calls ``swarm-splits``.'), ('>>> half(3)\\n2',))
    >>> parsed.refuses, parsed.sources
    ('too many for ``swarm-splits``', 'bug-hunter 322.2')
    """
    paragraphs: list[str] = []
    sessions: list[str] = []
    refuses = sources = ""
    for chunk in re.split(r"\n\s*\n", text.strip()):
        words = " ".join(_ROLE.sub(lambda match: f"``{match[1].replace('_', '-')}``", chunk).split())
        if chunk.lstrip().startswith(">>>"):
            sessions.append(chunk.rstrip())
        elif words.startswith("Raises:"):
            reasons = re.split(r"\b[A-Z]\w+: ", words.removeprefix("Raises:"))
            refuses = "; ".join(reason.strip(" .") for reason in reasons if reason.strip())
        elif words.startswith("Source:"):
            sources = words.removeprefix("Source:").strip()
        elif words:
            paragraphs.append(words)
    return Docstring(tuple(paragraphs), tuple(sessions), refuses, sources)
