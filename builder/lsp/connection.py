"""The streams to and from an editor: input has limits, and a failure to write ends the server."""

from __future__ import annotations

import logging
import os
import re
import sys
import traceback
from typing import IO, Any, BinaryIO

MAX_MESSAGE = 1 << 26
"""The maximum size of a message in bytes; a larger one is skipped and reported."""
_MAX_HEADER = 1 << 10
_MAX_LOGGED = 300
_PIECE = 1 << 16
_LENGTH = re.compile(rb"Content-Length: (\d+)\r\n")


def answers_only(stream: IO[Any]) -> BinaryIO:
    """A stream to the editor for answers alone: what the user's own code prints goes to the error stream."""
    editor = os.fdopen(os.dup(stream.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), stream.fileno())
    return editor


class EditorOutput:
    """The answers to an editor; after a failed write, which ``error`` has, nothing more is written."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.error: OSError | None = None

    def write(self, data: bytes) -> None:
        """Write and send an answer."""
        if self.error is None:
            try:
                self._stream.write(data)
                self._stream.flush()
            except OSError as error:
                self.error = error

    def flush(self) -> None:
        """Do nothing: :meth:`write` has sent everything."""

    def close(self) -> None:
        """Leave the stream open: it is the process's standard output."""


class EditorInput:
    """The messages of an editor, with a limit on their size; they end when answers cannot be written."""

    def __init__(self, stream: BinaryIO, answers: EditorOutput) -> None:
        self._stream = stream
        self._answers = answers
        self._left_out = 0

    def readline(self) -> bytes:
        """A header; the length of a message over the limit is replaced by that of a note."""
        line = self._stream.readline(_MAX_HEADER) if self._answers.error is None else b""
        length = _LENGTH.fullmatch(line)
        if length is not None and int(length[1]) > MAX_MESSAGE:
            self._left_out = int(length[1])
            return b"Content-Length: 1\r\n"
        return line

    def read(self, size: int) -> bytes:
        """A message; in place of one over the limit, a note about it."""
        if not self._left_out:
            return self._stream.read(size)
        while self._left_out:
            piece = self._stream.read(min(self._left_out, _PIECE))
            if not piece:
                return b""
            self._left_out -= len(piece)
        return f"a message of more than {MAX_MESSAGE} bytes".encode()


class OneLine(logging.Formatter):
    """Log entries in one line: an error with its type, message, and place in the code."""

    def format(self, record: logging.LogRecord) -> str:
        text = f"brainbug: {_first_line(record.getMessage())}"
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return text
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{text}: {type(error).__name__}: {_first_line(str(error))} ({place.filename}:{place.lineno})"


def _first_line(text: str) -> str:
    return text.partition("\n")[0][:_MAX_LOGGED]
