"""Output that is safe for every console: without control characters and unsupported characters.

File names, settings and figures come from files of other people. Characters that move the cursor, change the
direction of text, or are missing in the console's encoding become escapes of JSON, so that JSON stays valid.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterable, Iterator
from typing import IO, Any, TextIO, cast

# Only sequences for colors and weights stay; other controls and marks of direction are escaped.
_CONTROLS = re.compile(
    "\x1b\\[[0-9;]*m|([\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff])"
)


def safe_text(text: str, encoding: str = "utf-8") -> str:
    r"""The text with escapes for what a console of this encoding should not or cannot show.

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


class Console:
    """A stream of text that escapes what is not safe to show.

    It has no ``buffer``, so that nothing can bypass it.
    """

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self.encoding: str = getattr(stream, "encoding", None) or "utf-8"

    def write(self, text: str | bytes) -> int:
        """Write the text as :func:`safe_text` returns it; the result is the number of characters.

        Click writes completions as bytes in UTF-8. With no bytes it tests whether this is a stream of bytes,
        which it is not.
        """
        if isinstance(text, bytes):
            if not text:
                raise TypeError("a console takes text, not bytes")
            text = text.decode("utf-8", "replace")
        self._stream.write(safe_text(text, self.encoding))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write one after another."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self._stream, name)


def beneath(stream: TextIO) -> TextIO:
    """The stream under a console, for output that controls the terminal, as a progress bar."""
    return cast("TextIO", getattr(stream, "_stream", stream))


@contextlib.contextmanager
def safe_console() -> Iterator[None]:
    """Make standard output and the error stream consoles, until the command is done."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        stream if stream is None or isinstance(stream, Console) else Console(stream) for stream in before
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
