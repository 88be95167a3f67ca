"""Data from font files: widths of letters, and font subsets.

Both are cached, because importing fontTools and creating subsets are slow: lint, which only needs widths,
would wait longer for the package than for everything else that it does with a file.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from builder.draw.surface.fonts.font_tables import UnusableFont, cut_font, is_usual, read_family, read_widths
from rulesdb import BrainbugError
from rulesdb.cache.files import cache_folder, read_cached, write_cached
from rulesdb.files.reading import MIB, read_file

FONT_FOLDER = Path(__file__).resolve().parent
MAX_FONT = 64 * MIB

# Some kilobytes each: enough for all maps of a site, and for as many kits.
_MAX_SUBSETS = 250
# One for each shipped face, and as many again of an older version. Files named widths-… have another form.
_MAX_WIDTHS = 12
# That of a letter, in a font file.
_MAX_WIDTH = 65_535

T = TypeVar("T")


class LetterWidths(dict[str, int]):
    """Advance widths by letter, in parts of an em; letters that the font does not have get ``missing``."""

    def __init__(self, widths: Mapping[str, int], missing: int, per_em: int) -> None:
        super().__init__(widths)
        self.missing = missing
        self.per_em = per_em

    def __missing__(self, letter: str) -> int:
        return self.missing


def letter_widths(font: Path) -> LetterWidths:
    """The widths of one font file.

    Raises:
        BrainbugError: the file does not exist, or is not a font.
    """
    return _cached(font, "", "letters-{}.json", _MAX_WIDTHS, _as_widths, read_widths)


def font_subset(font: Path, letters: str) -> bytes:
    """A font file with only the given letters.

    Raises:
        BrainbugError: the font cannot be read.
    """
    key = f"\0{_fonttools_version()}\0{letters}"
    # Of a user's font, only the usual letters have been cut before; others may be made to take forever.
    is_safe = _is_shipped(font) or all(is_usual(ord(letter)) for letter in letters)
    return _cached(font, key, "font-{}.ttf", _MAX_SUBSETS, bytes, cut_font, letters, is_bounded=not is_safe)


def font_family(font: Path) -> str:
    """The family name of a user's font, once all of it that drawings need has been read.

    Raises:
        BrainbugError: the font cannot be used.
    """
    key = f"\0{_fonttools_version()}\0family"
    is_safe = _is_shipped(font)
    return _cached(font, key, "family-{}.txt", _MAX_WIDTHS, bytes.decode, read_family, is_bounded=not is_safe)


def _as_widths(data: bytes) -> LetterWidths:
    """The widths in a cached file.

    Raises:
        ValueError: they have another form, which another version of brainbug may have written.
    """
    plain = json.loads(data)
    if not isinstance(plain, dict) or plain.keys() != {"widths", "missing", "per_em"}:
        raise ValueError("no letter widths")
    widths, missing, per_em = plain["widths"], plain["missing"], plain["per_em"]
    numbers = [*widths.values(), missing, per_em] if isinstance(widths, dict) else [None]
    if not per_em or not all(type(number) is int and 0 <= number <= _MAX_WIDTH for number in numbers):
        raise ValueError("no letter widths")
    return LetterWidths(widths, missing, per_em)


def _cached(
    font: Path,
    key: str,
    name: str,
    most: int,
    as_value: Callable[[bytes], T],
    read: Callable[..., bytes],
    *args: str,
    is_bounded: bool = False,
) -> T:
    """The result of ``read`` for a font, cached in the user's folder by the font's digest and a key.

    ``as_value`` turns it into a value; a cached file for which it raises ``ValueError`` is replaced.
    ``is_bounded`` reads the font in a process with limits.
    """
    try:
        data = read_file(font, MAX_FONT)
    except OSError as error:
        raise _unusable(font, error.strerror or type(error).__name__) from error
    folder = cache_folder()
    digest = hashlib.blake2b(data + key.encode(), digest_size=12).hexdigest()
    path = None if folder is None else folder / name.format(digest)
    cached = None if path is None else read_cached(path)
    if cached is not None:
        with suppress(ValueError, RecursionError):
            return as_value(cached)
    # Processes are slow to import, and most fonts are in the cache.
    from builder.processes import Exhausted, run_bounded

    try:
        result = run_bounded(read, data, *args) if is_bounded else read(data, *args)
    except (UnusableFont, Exhausted) as error:
        raise _unusable(font, str(error)) from error
    if path is not None:
        with suppress(OSError):
            write_cached(result, path, name.partition("{")[0], most)
    return as_value(result)


def _is_shipped(font: Path) -> bool:
    return font.parent == FONT_FOLDER


def _unusable(font: Path, reason: str) -> BrainbugError:
    help = "; it comes with brainbug: reinstall it" if _is_shipped(font) else ""
    return BrainbugError(f"the font {font} cannot be used: {reason}{help}")


@functools.cache
def _fonttools_version() -> str:
    """The version of fontTools, because other versions may create different subsets."""
    from importlib.metadata import version

    return version("fonttools")
