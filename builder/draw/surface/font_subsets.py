"""Fonts cut down to a few letters; kept, as it takes long and the next drawing has mostly the same ones."""

from __future__ import annotations

import functools
import hashlib
from contextlib import suppress
from pathlib import Path

from rulesdb.cache.files import cache_folder, keep, read_kept

# Some kilobytes each: those of all maps of a site, and of as many kits.
_KEPT = 250


def font_subset(font: Path, letters: str) -> bytes:
    """A font file with some letters only, kept in the user's cache folder for the next time.

    Raises:
        OSError: the font cannot be read.
    """
    folder = cache_folder()
    if folder is None:
        return _cut(font, letters)
    digest = hashlib.blake2b(font.read_bytes(), digest_size=12)
    digest.update(f"\0{_version()}\0{letters}".encode())
    path = folder / f"font-{digest.hexdigest()}.ttf"
    data = read_kept(path)
    if data is None:
        data = _cut(font, letters)
        with suppress(OSError):
            keep(data, path, "font-", _KEPT)
    return data


@functools.cache
def _version() -> str:
    """That of the package that cuts fonts, and may cut them otherwise some day."""
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
        name_IDs=[0, 1, 2, 13, 14],
        drop_tables=["FFTM", "DSIG", "GDEF", "BASE"],
    )
    whole = subset.load_font(str(font), options)
    cutter = subset.Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(whole)
    out = io.BytesIO()
    whole.save(out)
    return out.getvalue()
