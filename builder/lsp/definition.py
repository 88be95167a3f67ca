"""From the use of a name to the place where the file defines it."""

from __future__ import annotations

from builder.lsp.context import Context
from builder.lsp.document import Document
from builder.lsp.names import definition_span
from builder.lsp.subject import subject_at
from rulesdb.problem import Span


def definition_at(document: Document, line: int, column: int, context: Context) -> Span | None:
    """Where the name at a place is defined; the place itself if that is the definition."""
    subject = subject_at(document, line, column, context)
    if subject is None or subject.name is None or document.good is None:
        return None
    return document.now(definition_span(document.good, subject.name))
