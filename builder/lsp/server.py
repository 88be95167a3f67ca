"""The server: keeps the open files, and answers requests of an editor over stdin and stdout."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter
from pygls.uris import to_fs_path

from builder.lsp.completion import completions_at
from builder.lsp.document import Context, Document
from builder.lsp.hover import definition_at, hover_at
from builder.lsp.protocol import Translator
from builder.lsp.quick_fixes import QuickFix, fix_everything, quick_fixes_at
from builder.lsp.symbols import symbols_of
from rulesdb import BrainbugError, InputError, Library, __version__
from rulesdb.arguments import as_path

PAUSE = 0.25
"""Seconds without a change before a file is linted."""
_NOWHERE = Path("untitled.yaml")
_TRIGGERS = [" ", "[", "{", ",", '"', "/"]


class Protocol(LanguageServerProtocol):
    """The protocol; a request with invalid parameters is answered with an error."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """The message in a JSON object.

        Raises:
            JsonRpcException: its parameters are invalid, or the server is shutting down.
        """
        try:
            if self._shutdown and "id" in data and "method" in data:
                raise JsonRpcInvalidRequest("the server is shutting down")
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise


class ScenarioServer(LanguageServer):
    """A language server with the scenario files that are open."""

    def __init__(self, library: Library) -> None:
        super().__init__("brainbug", __version__, protocol_cls=Protocol, converter_factory=default_converter)
        self.context = Context(library)
        self._open: dict[str, Document] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._messages: dict[str, str] = {}

    def read(self, item: types.TextDocumentIdentifier, *, lint: bool = True) -> tuple[Document, Translator]:
        """An open file with its current text, and a translator to the protocol's ranges.

        A file that the editor has not opened is empty: only the editor knows whether it may be read.
        """
        opened = self.workspace.text_documents.get(unquote(item.uri))
        if opened is None:
            return Document(_NOWHERE, ""), Translator(item.uri, "", self.workspace.position_codec)
        text = opened.source
        document = self._open.get(item.uri) or Document(_path_of(item.uri), text)
        document = document.edited(text)
        if lint:
            document = self._checked(document, item.uri)
        self._open[item.uri] = document
        return document, Translator(item.uri, text, self.workspace.position_codec)

    def publish_later(self, uri: str) -> None:
        """Lint a file when the user pauses."""
        self._cancel(uri)
        self._timers[uri] = asyncio.get_running_loop().call_later(PAUSE, self.publish, uri)

    def publish(self, uri: str) -> None:
        """Lint a file and send its findings."""
        self._cancel(uri)
        document, translator = self.read(types.TextDocumentIdentifier(uri))
        if uri not in self._open:
            return
        report = document.report if document.is_scenario else None
        findings = report.findings if report is not None else ()
        version = self.workspace.get_text_document(uri).version
        diagnostics = [translator.diagnostic(finding) for finding in findings]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))
        self._report_settings(document)

    def close(self, uri: str) -> None:
        """Forget a file and clear its findings."""
        self._cancel(uri)
        self._open.pop(uri, None)
        self._messages.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def _cancel(self, uri: str) -> None:
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()

    def _checked(self, document: Document, uri: str) -> Document:
        """The document with the linter's report, or without it if the user's own checks or games fail."""
        try:
            checked = document.checked(self.context)
        except BrainbugError as error:
            self._report(uri, str(error))
            return document
        self._report(uri, "")
        return checked

    def _report_settings(self, document: Document) -> None:
        """Report the problems of the linter's settings."""
        _, problems = self.context.settings(document.path)
        self._report("", "\n".join(f"{problem}; {problem.help}" for problem in problems))

    def _report(self, about: str, message: str) -> None:
        """Show an error about an open file or, if ``about`` is empty, the settings, each time it changes."""
        if message and message != self._messages.get(about):
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))
        self._messages[about] = message


def _path_of(uri: str) -> Path:
    """The path of a file, or a name for a text that is not a file."""
    try:
        return as_path("uri", to_fs_path(uri) or _NOWHERE)
    except InputError:
        return _NOWHERE


def make_server(library: Library) -> ScenarioServer:
    """A server for the games of a library, ready to start."""
    server = ScenarioServer(library)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def publish(params: types.DidOpenTextDocumentParams | types.DidSaveTextDocumentParams) -> None:
        server.publish(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        server.publish_later(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        document, translator = server.read(params.text_document)
        help = hover_at(document, *translator.place(params.position), server.context)
        return translator.hover(help) if help is not None else None

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS))
    def complete(params: types.CompletionParams) -> types.CompletionList:
        document, translator = server.read(params.text_document, lint=False)
        place = translator.place(params.position)
        return translator.completions(completions_at(document, *place, server.context))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        document, translator = server.read(params.text_document)
        span = definition_at(document, *translator.place(params.position), server.context)
        return translator.location(span) if span is not None else None

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        document, translator = server.read(params.text_document)
        return translator.symbols(symbols_of(document))

    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        document, translator = server.read(params.text_document)
        first, _ = translator.place(params.range.start)
        last, _ = translator.place(params.range.end)
        requested = params.context.only or ["quickfix", "source"]
        fixes: list[QuickFix | None] = []
        if any(kind.startswith("quickfix") for kind in requested):
            fixes += quick_fixes_at(document, first, last)
        if any(kind.startswith("source") for kind in requested):
            fixes.append(fix_everything(document, server.context))
        return [translator.action(fix) for fix in fixes if fix is not None]

    return server
