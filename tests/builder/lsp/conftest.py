"""A file with a position in it, the context that all files share, and the editor's side of the protocol."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from builder.lsp.document import Context, Document

SOUND = (Path(__file__).parents[1] / "lint" / "sound.yaml").read_text(encoding="utf-8")
CARET = "‸"

Place = tuple[Document, int, int]


@pytest.fixture(scope="session")
def context() -> Context:
    return Context()


@pytest.fixture(scope="session")
def sound(context: Context) -> Document:
    return Document(Path("some.yaml"), SOUND).checked(context)


@pytest.fixture
def put(sound: Document) -> Callable[[str, str], Place]:
    """The valid scenario, with one change that contains a caret, and the caret's position."""

    def place(old: str, new: str) -> Place:
        assert old in SOUND
        before, caret, after = SOUND.replace(old, new, 1).partition(CARET)
        assert caret
        return sound.edited(before + after), before.count("\n") + 1, len(before) - before.rfind("\n")

    return place


WAIT = 60.0


class Conversation:
    """A started server, and its messages so far."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._kept: list[dict[str, Any]] = []
        self._number = 0
        self.capabilities: dict[str, Any] = {}
        self.server: dict[str, Any] = {}
        threading.Thread(target=self._read_messages, daemon=True).start()

    def __enter__(self) -> Conversation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def start(self, folder: Path) -> None:
        """Initialize the server."""
        about = {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}}
        result = self.ask("initialize", about)
        self.capabilities = result["capabilities"]
        self.server = result.get("serverInfo", {})
        self.tell("initialized", {})

    def ask(self, method: str, params: Any) -> Any:
        """The result of a request."""
        answer = self.answer(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def answer(self, method: str, params: Any) -> dict[str, Any]:
        """The answer to a request, which may be an error."""
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self._next(lambda message: message.get("id") == self._number and "method" not in message)

    def send_raw(self, raw: bytes) -> None:
        """Bytes that need not be a message."""
        assert self.process.stdin is not None
        self.process.stdin.write(raw)
        self.process.stdin.flush()

    def tell(self, method: str, params: Any) -> None:
        """A notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    @property
    def received(self) -> list[dict[str, Any]]:
        """The messages that were read while waiting for others."""
        return self._kept

    def notification(self, method: str) -> Any:
        """The parameters of the next notification of a kind."""
        return self._next(lambda message: message.get("method") == method)["params"]

    def _send(self, message: dict[str, Any]) -> None:
        raw = json.dumps(message).encode()
        self.send_raw(b"Content-Length: %d\r\n\r\n" % len(raw) + raw)

    def _next(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        for message in self._kept:
            if wanted(message):
                self._kept.remove(message)
                return message
        while True:
            message = self._messages.get(timeout=WAIT)
            assert message is not None, "the server ended"
            if wanted(message):
                return message
            self._kept.append(message)

    def _read_messages(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while (line := stream.readline().strip()) or not length:
                if not line:
                    self._messages.put(None)
                    return
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            self._messages.put(json.loads(stream.read(length)))


@pytest.fixture
def converse() -> Iterator[Callable[[list[str], Path], Conversation]]:
    """Start and initialize a server in a folder; it ends with the test."""
    with ExitStack() as stack:

        def started(command: list[str], folder: Path) -> Conversation:
            conversation = stack.enter_context(Conversation(command, folder))
            conversation.start(folder)
            return conversation

        yield started
