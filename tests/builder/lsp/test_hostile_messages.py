"""Addresses, messages and folders that harm: an empty answer or an error, and the server goes on."""

from __future__ import annotations

import io
import json
import os
import shlex
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from processes import client

from builder.lsp.connection import MAX_MESSAGE, EditorInput, EditorOutput
from rulesdb.own_code import OWN_CHECKS

SOUND = (Path(__file__).parents[1] / "lint" / "sound.yaml").read_text(encoding="utf-8")
EMPTY = (None, [], {"isIncomplete": False, "items": []})
START = {"line": 3, "character": 5}
REQUESTS: dict[str, dict[str, Any]] = {
    "hover": {"position": START},
    "completion": {"position": START},
    "definition": {"position": START},
    "documentSymbol": {},
    "codeAction": {"range": {"start": START, "end": START}, "context": {"diagnostics": []}},
}
ADDRESSES = [
    "file:///a%00b.yaml", "file:///\0.yaml", "file:///\ud800.yaml", "", "x", "untitled:Untitled-1",
    "git:/x?y#z", "http://example.com/y.yaml", "file://host/x.yaml", "file://[::1", "//", "file:////",
    "file:", "file:///%", "file:///%ff%fe.yaml", "file:///" + "x" * 5000, "file:///dev/zero", "file:///proc/self/mem",
]  # fmt: skip

Conversation = Any
# Started by a process that has imported the server already.
LSP = [*shlex.split(client()), "lsp"]


@pytest.fixture
def talk(tmp_path: Path, converse: Callable[[list[str], Path], Conversation]) -> Conversation:
    conversation = converse(LSP, tmp_path)
    opened(conversation, (tmp_path / "sound.yaml").as_uri())
    return conversation


def opened(talk: Conversation, uri: str) -> None:
    about = {"uri": uri, "languageId": "yaml", "version": 1, "text": SOUND}
    talk.tell("textDocument/didOpen", {"textDocument": about})


def still_answers(talk: Conversation, tmp_path: Path) -> bool:
    place = {
        "textDocument": {"uri": (tmp_path / "sound.yaml").as_uri()},
        "position": {"line": 1, "character": 3},
    }
    return talk.ask("textDocument/hover", place) is not None


def test_files_that_were_not_opened_are_not_read(talk: Conversation, tmp_path: Path) -> None:
    (tmp_path / "ship.yaml").write_text(SOUND, encoding="utf-8")
    (tmp_path / "loop.yaml").symlink_to(tmp_path / "loop.yaml")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.yaml")
    here = [(tmp_path / f"{name}.yaml").as_uri() for name in ("ship", "loop", "pipe", "missing")]
    for uri in [*ADDRESSES, *here, tmp_path.as_uri()]:
        for request, more in REQUESTS.items():
            answer = talk.ask(f"textDocument/{request}", {"textDocument": {"uri": uri}, **more})
            assert answer in EMPTY
        change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": SOUND}]}
        talk.tell("textDocument/didChange", change)
        for notification in ("didSave", "didClose"):
            talk.tell(f"textDocument/{notification}", {"textDocument": {"uri": uri}})
    assert still_answers(talk, tmp_path)


def test_an_open_text_can_have_any_address(talk: Conversation, tmp_path: Path) -> None:
    for uri in ADDRESSES:
        opened(talk, uri)
        for request, more in REQUESTS.items():
            talk.ask(f"textDocument/{request}", {"textDocument": {"uri": uri}, **more})
        talk.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert still_answers(talk, tmp_path)


@pytest.mark.parametrize("name", ["brainbug.toml", "pyproject.toml"])
def test_hostile_settings_are_a_message(talk: Conversation, tmp_path: Path, name: str) -> None:
    texts: list[str | None] = [
        "[lint\n", "a = " + "[" * 5000, "a = " + "9" * 5000, "\0", "lint = 3\n", "tool = 3\n",
        "tool.brainbug = 3\n",
        "[lint.severity]\n" + "".join(f'BB{number} = "info"\n' for number in range(20_000)),
        "[lint]\nignore = [" + '"BB105",' * 20_000 + "]\n", None,
    ]  # fmt: skip
    for text in texts:
        path = tmp_path / name
        if text is not None:
            path.write_text(text, encoding="utf-8")
        elif hasattr(os, "mkfifo"):
            os.mkfifo(path)
        talk.tell("textDocument/didSave", {"textDocument": {"uri": (tmp_path / "sound.yaml").as_uri()}})
        assert still_answers(talk, tmp_path)
        path.unlink(missing_ok=True)


def test_an_invalid_place_is_answered(talk: Conversation, tmp_path: Path) -> None:
    places = [(-1, -1), (2**31, 0), (10**30, 0), ("a", "b"), (None, None), (2**31 - 1, 2**31 - 1)]
    for line, character in places:
        position = {"line": line, "character": character}
        document = {"uri": (tmp_path / "sound.yaml").as_uri()}
        answer = talk.answer("textDocument/hover", {"textDocument": document, "position": position})
        assert answer.get("error", {}).get("message") == "Invalid Params" or answer["result"] is None
    assert still_answers(talk, tmp_path)


def test_a_deep_text_is_answered_at_once(talk: Conversation, tmp_path: Path) -> None:
    document = {"uri": (tmp_path / "sound.yaml").as_uri()}
    for text in ("[" * 20_000, "{a: " * 20_000):
        change = {"textDocument": {**document, "version": 2}, "contentChanges": [{"text": text}]}
        talk.tell("textDocument/didChange", change)
        start = time.monotonic()
        for request, more in REQUESTS.items():
            talk.ask(f"textDocument/{request}", {"textDocument": document, **more})
        assert time.monotonic() - start < 10


OWN_CHECK = """\
from builder.lint.check import Check

class Mine(Check):
    code, slug, what, why, example, fix = "BB700", "mine", "what", "why", "example", "fix"

    def check(self, scenario):
        BODY
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (OWN_CHECK.replace("BODY", "1 / 0"), "mine.py:7: ZeroDivisionError: "),
        (OWN_CHECK.replace("BODY", "raise SystemExit"), "mine.py:7: it ends Python"),
        ("def (", "mine.py:1:5: "),
    ],
)
def test_a_check_that_fails_is_one_message(
    tmp_path: Path,
    converse: Callable[[list[str], Path], Conversation],
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    message: str,
) -> None:
    monkeypatch.setenv(OWN_CHECKS, str(tmp_path))
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    talk = converse(LSP, tmp_path)
    opened(talk, (tmp_path / "sound.yaml").as_uri())
    popup = talk.notification("window/showMessage")["message"].replace("\\", "/")
    assert popup.startswith(f"{tmp_path.as_posix()}/{message}")
    opened(talk, (tmp_path / "sound.yaml").as_uri())
    assert still_answers(talk, tmp_path)
    assert not [each for each in talk.received if each.get("method") == "window/showMessage"]


def test_what_a_check_prints_is_no_message_to_the_editor(
    tmp_path: Path, converse: Callable[[list[str], Path], Conversation], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(OWN_CHECKS, str(tmp_path))
    body = "print('looking', end='\\n\\n', flush=True); return []"
    (tmp_path / "mine.py").write_text(OWN_CHECK.replace("BODY", body), encoding="utf-8")
    talk = converse(LSP, tmp_path)
    opened(talk, (tmp_path / "sound.yaml").as_uri())
    assert still_answers(talk, tmp_path)


def test_requests_after_a_shutdown_are_errors(talk: Conversation, tmp_path: Path) -> None:
    talk.ask("shutdown", None)
    document = {"uri": (tmp_path / "sound.yaml").as_uri()}
    answer = talk.answer("textDocument/documentSymbol", {"textDocument": document})
    assert answer["error"]["code"] == -32600


def test_frames_that_are_no_messages_are_skipped(talk: Conversation, tmp_path: Path) -> None:
    bodies = [b"hello", b"[]", b"null", b"5", b'"x"', b"\xff", b"[" * 20_000, b'{"a":' * 6000]
    bodies += [
        json.dumps(message).encode()
        for message in (
            {},
            {"jsonrpc": "2.0"},
            {"jsonrpc": "1.0", "method": 5},
            {"jsonrpc": "2.0", "id": [1], "method": "textDocument/hover", "params": {}},
            {"jsonrpc": "2.0", "id": 1, "result": {}},
            {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": 5}},
            {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "x"}},
            {"jsonrpc": "2.0", "method": "initialize", "id": 5, "params": None},
        )
    ]
    for body in bodies:
        talk.send_raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        assert still_answers(talk, tmp_path)
    for header in (b"x" * 100_000 + b"\r\n", b"Content-Length: -5\r\n\r\n", b"\r\n"):
        talk.send_raw(header)
        assert still_answers(talk, tmp_path)


def test_the_log_has_one_line_for_each_error(talk: Conversation, tmp_path: Path) -> None:
    talk.send_raw(b"Content-Length: 5\r\n\r\nhello")
    talk.answer("textDocument/hover", {"textDocument": 5})
    assert still_answers(talk, tmp_path)
    talk.process.stdin.close()
    assert talk.process.wait(60) == 0
    lines = talk.process.stderr.read().decode().splitlines()
    assert lines
    assert all(line.startswith("brainbug: ") and len(line) < 1000 for line in lines)


def test_a_message_over_the_limit_is_skipped() -> None:
    class Frames(io.BytesIO):
        """A message of zeros, of which ``left`` are to come, and another."""

        left = MAX_MESSAGE + 1

        def read(self, size: int | None = -1, /) -> bytes:
            if self.left == 0:
                return super().read(size)
            zeros = bytes(min(size or 0, self.left))
            self.left -= len(zeros)
            return zeros

    stream = Frames(b"Content-Length: %d\r\n\r\nContent-Length: 2\r\n\r\n{}" % (MAX_MESSAGE + 1))
    messages = EditorInput(stream, EditorOutput(io.BytesIO()))
    assert (messages.readline(), messages.readline()) == (b"Content-Length: 1\r\n", b"\r\n")
    assert messages.read(1).startswith(b"a message of more than")
    assert (messages.readline(), messages.readline()) == (b"Content-Length: 2\r\n", b"\r\n")
    assert messages.read(2) == b"{}"


def test_a_length_of_many_digits_ends_with_the_input() -> None:
    stream = io.BytesIO(b"Content-Length: " + b"9" * 900 + b"\r\n\r\n{}")
    messages = EditorInput(stream, EditorOutput(io.BytesIO()))
    assert messages.readline() == b"Content-Length: 1\r\n"
    messages.readline()
    assert messages.read(1) == b""
