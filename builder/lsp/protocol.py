"""Answers translated to the types of the Language Server Protocol."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsprotocol import types
from pygls.workspace import PositionCodec

from builder.lint.finding import Finding, Severity
from builder.lsp.completion import Completion
from builder.lsp.hover import Hover
from builder.lsp.quick_fixes import QuickFix
from builder.lsp.symbols import Symbol
from rulesdb.problem import Span

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
_UNNECESSARY = frozenset({"BB020", "BB105", "BB106"})


class Translator:
    """Translates places and answers for one text; editors count columns in different units."""

    def __init__(self, uri: str, text: str, codec: PositionCodec) -> None:
        self.uri = uri
        self._lines = text.splitlines(keepends=True)
        self._codec = codec

    def place(self, position: types.Position) -> tuple[int, int]:
        """A line and column, both from 1."""
        place = self._codec.position_from_client_units(self._lines, position)
        return place.line + 1, place.character + 1

    def range(self, span: Span) -> types.Range:
        """The editor's range of a span, cut at the end of the text."""
        return types.Range(
            self._position(span.line, span.column), self._position(span.end_line, span.end_column)
        )

    def diagnostic(self, finding: Finding) -> types.Diagnostic:
        """A finding, with its help and citation in the message."""
        lines = [finding.message]
        if finding.help:
            lines.append(f"help: {finding.help}")
        if finding.rule:
            lines.append(f"rule: {finding.citation} ({finding.rule})")
        return types.Diagnostic(
            range=self.range(finding.span),
            message="\n".join(lines),
            severity=_SEVERITIES[finding.severity],
            code=finding.code,
            source="brainbug",
            tags=[types.DiagnosticTag.Unnecessary] if finding.code in _UNNECESSARY else None,
            related_information=[
                types.DiagnosticRelatedInformation(types.Location(self.uri, self.range(span)), message)
                for message, span in finding.related
            ],
        )

    def hover(self, hover: Hover) -> types.Hover:
        """Markdown over a word."""
        return types.Hover(_markdown(hover.text), self.range(hover.span))

    def completions(self, completions: Sequence[Completion]) -> types.CompletionList:
        """Completions that the editor keeps in this order."""
        items = [
            types.CompletionItem(
                label=item.label,
                kind=item.kind,
                detail=item.detail or None,
                documentation=_markdown(item.help) if item.help else None,
                sort_text=f"{item.rank}{number:05d}",
                filter_text=f"{item.label} {item.detail}".strip(),
                text_edit=types.TextEdit(self.range(item.span), item.text),
            )
            for number, item in enumerate(completions)
        ]
        return types.CompletionList(is_incomplete=False, items=items)

    def location(self, span: Span) -> types.Location:
        """A place in this file."""
        return types.Location(self.uri, self.range(span))

    def symbols(self, symbols: Iterable[Symbol]) -> list[types.DocumentSymbol]:
        """The outline."""
        return [
            types.DocumentSymbol(
                name=symbol.name,
                detail=symbol.detail or None,
                kind=types.SymbolKind.Namespace if symbol.is_block else types.SymbolKind.Object,
                range=self.range(symbol.span),
                selection_range=self.range(symbol.name_span),
                children=self.symbols(symbol.children),
            )
            for symbol in symbols
        ]

    def action(self, fix: QuickFix) -> types.CodeAction:
        """A fix to choose."""
        edits = [types.TextEdit(self.range(edit.span), edit.text) for edit in fix.edits]
        kind = types.CodeActionKind.QuickFix if fix.finding else types.CodeActionKind.SourceFixAll
        return types.CodeAction(
            title=fix.title,
            kind=kind,
            diagnostics=[self.diagnostic(fix.finding)] if fix.finding else None,
            is_preferred=fix.is_preferred or None,
            edit=types.WorkspaceEdit(changes={self.uri: edits}),
        )

    def _position(self, line: int, column: int) -> types.Position:
        is_beyond = line > len(self._lines)
        if is_beyond and self._lines and not self._lines[-1].endswith(("\n", "\r")):
            line, column = len(self._lines), len(self._lines[-1]) + 1
        position = types.Position(max(0, line - 1), max(0, column - 1))
        return self._codec.position_to_client_units(self._lines, position)


def _markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)
