"""The server: keeps the open files, and answers an editor over stdin and stdout."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from builder.lsp.completion import completions_at
from builder.lsp.context import Context
from builder.lsp.definition import definition_at
from builder.lsp.document import Document
from builder.lsp.hover import hover_at
from builder.lsp.protocol import Phrases
from builder.lsp.quick_fixes import QuickFix, fix_everything, quick_fixes_at
from builder.lsp.symbols import symbols_of
from rulesdb import Library, __version__

PAUSE = 0.25
_TRIGGERS = [" ", "[", "{", ",", '"', "/"]


class ScenarioServer(LanguageServer):
    """A language server with the scenario files that are open."""

    def __init__(self, library: Library) -> None:
        super().__init__("brainbug", __version__)
        self.context = Context(library)
        self._open: dict[str, Document] = {}
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._told: str = ""

    def document(self, uri: str) -> Document:
        """An open file with its present text, not yet checked."""
        text = self.workspace.get_text_document(uri).source
        known = self._open.get(uri)
        document = known.edited(text) if known else Document(Path(to_fs_path(uri) or "untitled.yaml"), text)
        self._open[uri] = document
        return document

    def checked(self, uri: str) -> Document:
        """An open file, linted as it is now."""
        document = self.document(uri).checked(self.context)
        self._open[uri] = document
        return document

    def phrases(self, uri: str, document: Document) -> Phrases:
        """The protocol's words for places of a file."""
        return Phrases(uri, document.text, self.workspace.position_codec)

    def later(self, uri: str) -> None:
        """Check a file when its author pauses."""
        self._forget(uri)
        loop = asyncio.get_running_loop()
        self._waiting[uri] = loop.call_later(PAUSE, self.publish, uri)

    def publish(self, uri: str) -> None:
        """Lint a file and send what was found."""
        self._forget(uri)
        document = self.checked(uri)
        phrases = self.phrases(uri, document)
        found = document.report.findings if document.report is not None and document.is_scenario else ()
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                uri=uri,
                diagnostics=[phrases.diagnostic(finding) for finding in found],
                version=self.workspace.get_text_document(uri).version,
            )
        )
        self._tell_of_settings(document)

    def close(self, uri: str) -> None:
        """Forget a file, and clear what was said of it."""
        self._forget(uri)
        self._open.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))

    def _forget(self, uri: str) -> None:
        waiting = self._waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()

    def _tell_of_settings(self, document: Document) -> None:
        """Say once what is wrong with the settings of the linter."""
        _, problems = self.context.settings(document.path)
        said = "\n".join(f"{problem}; {problem.help}" for problem in problems)
        if said and said != self._told:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, said))
        self._told = said


def make_server(library: Library) -> ScenarioServer:
    """A server that answers everything about the games of a library, ready to start."""
    server = ScenarioServer(library)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.publish(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.later(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.publish(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        document = server.checked(uri)
        phrases = server.phrases(uri, document)
        found = hover_at(document, *phrases.place(params.position), server.context)
        return phrases.hover(found) if found is not None else None

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS))
    def complete(params: types.CompletionParams) -> types.CompletionList:
        uri = params.text_document.uri
        document = server.document(uri)
        phrases = server.phrases(uri, document)
        return phrases.completions(completions_at(document, *phrases.place(params.position), server.context))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        uri = params.text_document.uri
        document = server.checked(uri)
        phrases = server.phrases(uri, document)
        found = definition_at(document, *phrases.place(params.position), server.context)
        return phrases.location(found) if found is not None else None

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        uri = params.text_document.uri
        document = server.checked(uri)
        return server.phrases(uri, document).symbols(symbols_of(document))

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(
            code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
        ),
    )
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        document = server.checked(uri)
        phrases = server.phrases(uri, document)
        first, _ = phrases.place(params.range.start)
        last, _ = phrases.place(params.range.end)
        wanted = params.context.only
        found: list[QuickFix] = []
        if not wanted or any(kind.startswith("quickfix") for kind in wanted):
            found += quick_fixes_at(document, first, last)
        if not wanted or any(kind.startswith("source") for kind in wanted):
            whole = fix_everything(document, server.context)
            found += [whole] if whole is not None else []
        return [phrases.action(fix) for fix in found]

    return server
