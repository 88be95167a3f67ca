"""The language server for the text pane, in the same process: pygls's protocol over a socket of the page."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from pathlib import Path
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from builder.studio.folder import Folder
from rulesdb import InputError, Library
from rulesdb.files.folders import real_path


class _Sender:
    """The stream that pygls writes to: messages in the order in which they are sent to the page."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes] = asyncio.Queue()

    def write(self, data: bytes) -> None:
        """Add a message."""
        self.queue.put_nowait(data)

    def close(self) -> None:
        """Nothing to do: the page closes the socket."""


class LanguageService:
    """Answers the text panes of pages; only about files of the folder."""

    def __init__(self, folder: Folder, library: Library) -> None:
        self._folder = folder
        self._library = library

    async def answer(self, socket: WebSocket) -> None:
        """Answer one pane until it is closed."""
        # Slow to import, and only text panes need it.
        from builder.lsp.server import make_server

        await socket.accept()
        sender = _Sender()
        server = make_server(self._library)
        server.protocol.set_writer(sender, include_headers=False)
        sending = asyncio.create_task(_send_all(socket, sender))
        try:
            while True:
                text = await socket.receive_text()
                message = self._read(text)
                if message is None:
                    break
                try:
                    server.protocol.handle_message(server.protocol.structure_message(message))
                except Exception:
                    # pygls has answered what it could; the pane goes on.
                    logging.getLogger(__name__).exception("a message of the text pane failed")
        except WebSocketDisconnect:
            pass
        finally:
            sending.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sending
            with suppress(RuntimeError):
                await socket.close()

    def _read(self, text: str) -> Any:
        """A message; None if it is invalid or about a file that is not in the folder."""
        try:
            message = json.loads(text)
            document = (message.get("params") or {}).get("textDocument") or {}
            uri = document.get("uri")
        except (ValueError, AttributeError, RecursionError):
            return None
        if uri is not None and uri not in self._uris():
            return None
        return message

    def _uris(self) -> set[str]:
        return {uri_of(self._folder.root / name) for name in self._folder.files()}


async def _send_all(socket: WebSocket, sender: _Sender) -> None:
    while True:
        await socket.send_text((await sender.queue.get()).decode("utf-8"))


def uri_of(path: Path) -> str:
    """The address of a file, as editors name it.

    >>> uri_of(Path("/ships/dead air.yaml"))
    'file:///ships/dead%20air.yaml'
    """
    with suppress(ValueError, InputError):
        return real_path(path).as_uri()
    return "untitled:scenario.yaml"
