"""What the command line writes, as any console can take it: nothing steers it, and no letter is too much.

File names, settings and figures come from files that others may have made. Of what would move the cursor or
turn the writing around, and of letters that the console's encoding lacks, the escape of JSON is shown: so
text can be read, and JSON stays the same JSON.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterable, Iterator
from typing import IO, Any, TextIO, cast

# Colors and weights are our own; any other control goes, and so do marks that turn the writing around.
_STEERING = re.compile(
    "\x1b\\[[0-9;]*m|([\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff])"
)


def shown(text: str, encoding: str = "utf-8") -> str:
    r"""The text with escapes for what a console of this encoding should not or cannot take.

    >>> shown("a\x1b[2Jb \x1b[1mbold\x1b[0m") == r"a\u001b[2Jb" + " \x1b[1mbold\x1b[0m"
    True
    >>> shown("5 × 6 → 30", "cp1252")
    '5 × 6 \\u2192 30'
    """
    text = _STEERING.sub(lambda found: _escape(found[1]) if found[1] else found[0], text)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        lacking = {letter for letter in set(text) if not _has(encoding, letter)}
        text = "".join(_escape(letter) if letter in lacking else letter for letter in text)
    except LookupError:
        pass
    return text


def one_line(text: str) -> str:
    r"""A name as part of a message: no line ends in it, behind which something else could be passed off.

    >>> print(one_line("ship.yaml\n::error::all is lost"))
    ship.yaml\u000a::error::all is lost
    """
    return re.sub(r"[\n\t]|\x1b(?=\[[0-9;]*m)", lambda found: _escape(found[0]), text)


def _has(encoding: str, letter: str) -> bool:
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _escape(letter: str) -> str:
    """As JSON writes it: letters beyond the first plane as two surrogates."""
    data = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at : at + 2].hex()}" for at in range(0, len(data), 2))


class Console:
    """A stream of text that shows only what is safe to show.

    It has no ``buffer``, so that nobody writes past it.
    """

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self.encoding: str = getattr(stream, "encoding", None) or "utf-8"

    def write(self, text: str | bytes) -> int:
        """Write the text as :func:`shown`; returns how many characters were asked for.

        Bytes are UTF-8: so click hands over what completes a shell's line. None at all is its way to ask
        whether this is a stream of bytes, which it is not.
        """
        if isinstance(text, bytes):
            if not text:
                raise TypeError("a console takes text, not bytes")
            text = text.decode("utf-8", "replace")
        self._stream.write(shown(text, self.encoding))
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
    """The stream under a console, for what steers the terminal on purpose, as a progress bar does."""
    return cast("TextIO", getattr(stream, "_stream", stream))


@contextlib.contextmanager
def safe_console() -> Iterator[None]:
    """Standard output and the stream of messages as consoles, until the command is done."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        stream if stream is None or isinstance(stream, Console) else Console(stream) for stream in before
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
