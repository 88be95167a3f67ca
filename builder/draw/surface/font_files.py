"""Data from font files: widths of letters, and font subsets.

Both are cached, because importing fontTools and creating subsets are slow: lint, which only needs widths,
would wait longer for the package than for everything else that it does with a file.
"""

from __future__ import annotations

import functools
import hashlib
import json
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from rulesdb import BrainbugError
from rulesdb.cache.files import cache_folder, read_cached, write_cached
from rulesdb.files.reading import MIB, read_file

MAX_FONT = 64 * MIB

# Some kilobytes each: enough for all maps of a site, and for as many kits.
_MAX_SUBSETS = 250
# One for each shipped face, and as many again of an older version. Files named widths-… have another form.
_MAX_WIDTHS = 12
# Copyright, family, style, and the license with its address.
_NAMES = frozenset({0, 1, 2, 13, 14})


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
    try:
        data = _cached(font, "", "letters-{}.json", _MAX_WIDTHS, lambda: _read_widths(font))
    except OSError as error:
        raise _unusable(font, error.strerror or type(error).__name__) from error
    return LetterWidths(**json.loads(data))


def font_subset(font: Path, letters: str) -> bytes:
    """A font file with only the given letters.

    Raises:
        OSError: the font cannot be read.
    """
    name = f"\0{_fonttools_version()}\0{letters}"
    return _cached(font, name, "font-{}.ttf", _MAX_SUBSETS, lambda: _cut(font, letters))


def _cached(font: Path, key: str, name: str, most: int, make: Callable[[], bytes]) -> bytes:
    """The result of ``make``, cached in the user's cache folder by the digest of the font and a key."""
    folder = cache_folder()
    if folder is None:
        return make()
    digest = hashlib.blake2b(read_file(font, MAX_FONT) + key.encode(), digest_size=12)
    path = folder / name.format(digest.hexdigest())
    data = read_cached(path)
    if data is None:
        data = make()
        with suppress(OSError):
            write_cached(data, path, name.partition("{")[0], most)
    return data


def _read_widths(font: Path) -> bytes:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with TTFont(font, lazy=True) as tables:
            advances = tables["hmtx"].metrics
            widths = {chr(code): advances[name][0] for code, name in tables.getBestCmap().items()}
            read = {"widths": widths, "missing": advances[".notdef"][0], "per_em": tables["head"].unitsPerEm}
    except (TTLibError, KeyError, AttributeError, struct.error, AssertionError) as error:
        raise _unusable(font, "it is damaged") from error
    return json.dumps(read).encode("ascii")


def _unusable(font: Path, reason: str) -> BrainbugError:
    return BrainbugError(f"the font {font} cannot be used: {reason}; it comes with brainbug: reinstall it")


@functools.cache
def _fonttools_version() -> str:
    """The version of fontTools, because other versions may create different subsets."""
    from importlib.metadata import version

    return version("fonttools")


def _cut(font: Path, letters: str) -> bytes:
    import io

    from fontTools import subset

    options = subset.Options(
        layout_features=["kern"],
        hinting=False,
        notdef_outline=True,
        recalc_timestamp=False,
        drop_tables=["FFTM", "DSIG", "GDEF", "BASE", "GSUB"],
    )
    whole = subset.load_font(str(font), options)
    # If they are not dropped, fontTools reads the whole font to see which tables refer to them.
    names = whole["name"]
    names.names = [name for name in names.names if name.isUnicode() and name.nameID in _NAMES]
    del whole["name"]
    cutter = subset.Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(whole)
    whole["name"] = names
    out = io.BytesIO()
    whole.save(out)
    return out.getvalue()
