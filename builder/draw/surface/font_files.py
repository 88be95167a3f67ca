"""What is read from font files: how wide letters are, and fonts cut down to a few letters.

Both are cached, because fontTools is slow to import and to cut: lint, which needs widths alone, would wait
longer for the package than for all else that it does with a file.
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

# Some kilobytes each: those of all maps of a site, and of as many kits.
_MAX_SUBSETS = 250
# One for each shipped face, and as many again of an older version. Files named widths-… have another form.
_MAX_WIDTHS = 12
# Copyright, family, style, and the license with its address.
_NAMES = frozenset({0, 1, 2, 13, 14})


class LetterWidths(dict[str, int]):
    """Advance widths by letter, in parts of an em; a letter that the font lacks is as wide as ``missing``."""

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
    """A font file with some letters only.

    Raises:
        OSError: the font cannot be read.
    """
    name = f"\0{_fonttools_version()}\0{letters}"
    return _cached(font, name, "font-{}.ttf", _MAX_SUBSETS, lambda: _cut(font, letters))


def _cached(font: Path, key: str, name: str, most: int, make: Callable[[], bytes]) -> bytes:
    """What is made from a font, kept in the user's cache folder under the digest of the font and a key."""
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
    """The version of fontTools, since another one may cut fonts differently."""
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
    # Left in, they make fontTools read all of the font to see which tables refer to them.
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
