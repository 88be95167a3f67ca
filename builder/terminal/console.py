"""Output that is safe for every console: without control characters and unsupported characters.

File names, settings and figures can come from other people's files. Characters that move the cursor, change
the direction of text, or are missing in the console's encoding become escapes of JSON, so that JSON stays
valid.

If standard output is closed or its device cannot be written, that is one error; output that the error stream
cannot write is dropped.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, TextIO, cast

from rulesdb.errors import BrainbugError

# Only sequences for colors and weights stay; other controls and marks of direction are escaped.
_CONTROLS = re.compile(
    "\x1b\\[[0-9;]*m|([\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff])"
)


def safe_text(text: str, encoding: str = "utf-8") -> str:
    r"""The text with escapes for characters that a console of this encoding should not or cannot show.

    >>> safe_text("a\x1b[2Jb \x1b[1mbold\x1b[0m") == r"a\u001b[2Jb" + " \x1b[1mbold\x1b[0m"
    True
    >>> safe_text("5 × 6 → 30", "cp1252")
    '5 × 6 \\u2192 30'
    """
    text = _CONTROLS.sub(lambda match: _escape(match[1]) if match[1] else match[0], text)
    if _can_encode(text, encoding):
        return text
    missing = {letter for letter in set(text) if not _can_encode(letter, encoding)}
    return "".join(_escape(letter) if letter in missing else letter for letter in text)


def one_line(text: str) -> str:
    r"""A name as part of a message, without line breaks that could fake another message.

    >>> print(one_line("ship.yaml\n::error::all is lost"))
    ship.yaml\u000a::error::all is lost
    """
    return re.sub(r"[\n\t]|\x1b(?=\[[0-9;]*m)", lambda match: _escape(match[0]), text)


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    except LookupError:
        pass
    return True


def _escape(letter: str) -> str:
    """The escape of JSON, with two surrogates for letters beyond the basic plane."""
    data = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at : at + 2].hex()}" for at in range(0, len(data), 2))


class OutputError(BrainbugError):
    """Standard output cannot be written, for example to a full disk."""


class Console:
    """A text stream that escapes characters that are not safe to show.

    It has no ``buffer``, so that nothing can bypass it. If the stream cannot be written, an ``optional`` one
    drops the text.
    """

    def __init__(self, stream: IO[str], *, optional: bool = False) -> None:
        self._stream = stream
        self._optional = optional
        self._error: OSError | None = None
        self.encoding: str = getattr(stream, "encoding", None) or "utf-8"

    def write(self, text: str | bytes) -> int:
        """Write the text as :func:`safe_text` returns it; the result is the number of characters.

        Click writes completions as bytes in UTF-8. With no bytes it tests whether this is a stream of bytes,
        which it is not.

        Raises:
            OutputError: the stream cannot be written.
            BrokenPipeError: its reader has closed it, as ``head`` does.
        """
        if isinstance(text, bytes):
            if not text:
                raise TypeError("a console takes text, not bytes")
            text = text.decode("utf-8", "replace")
        safe = safe_text(text, self.encoding)
        self._attempt(lambda: self._stream.write(safe))
        return len(text)

    def flush(self) -> None:
        """Write what is still buffered; raises the errors of :meth:`write`."""
        self._attempt(self._stream.flush)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self._stream, name)

    def _attempt(self, action: Callable[[], object]) -> None:
        # Click ignores errors of some writes, so that an error is raised again by those that follow.
        if self._error is None:
            try:
                action()
            except OSError as error:
                self._drop_buffer()
                self._error = error
        if self._error is None or self._optional:
            return
        if isinstance(self._error, BrokenPipeError):
            raise self._error
        is_closed = self._error.errno == errno.EBADF
        reason = "closed, or opened only for reading" if is_closed else self._error.strerror or self._error
        raise OutputError(f"the output: {reason}") from self._error

    def _drop_buffer(self) -> None:
        """Send what is still buffered to the null device, or Python would fail to write it again at exit."""
        with contextlib.suppress(OSError, ValueError), Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), self._stream.fileno())


def beneath(stream: TextIO) -> TextIO:
    """The stream under a console, for output that controls the terminal, such as a progress bar."""
    return cast("TextIO", getattr(stream, "_stream", stream))


@contextlib.contextmanager
def safe_console() -> Iterator[None]:
    """Replace standard output and the error stream by consoles until the command ends."""
    _open_missing_streams()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        stream if isinstance(stream, Console) else Console(stream, optional=stream is sys.stderr)
        for stream in before
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _open_missing_streams() -> None:
    """Open the null device in place of each standard stream that is closed.

    The input is then empty, and writing fails as it does to a closed stream. Without this, the next file that
    is opened would get the stream's number, and what is printed could end up in that file.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            nothing = os.open(os.devnull, os.O_RDONLY)
            if nothing != number:
                os.dup2(nothing, number)
                os.close(nothing)
            os.set_inheritable(number, True)
        if getattr(sys, name) is None:
            mode = "w" if number else "r"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
