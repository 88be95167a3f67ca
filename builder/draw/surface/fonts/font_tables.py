"""Reads fonts with fontTools and cuts them to subsets, even if they are damaged."""

from __future__ import annotations

import io
import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rulesdb import BrainbugError

# Copyright, family, style, and the license with its address.
_NAMES = frozenset({0, 1, 2, 13, 14})
_TYPOGRAPHIC_FAMILY, _FAMILY_NAME = 16, 1
# The family name is copied from the font into drawings.
_FAMILY = re.compile(r"[\w][\w .+-]{0,60}\Z")
_NARROW = ("condensed", "cond", "compressed", "narrow")
_SIGNATURES = (b"\0\1\0\0", b"OTTO", b"true")
_OTHER_SIGNATURES = {
    b"wOFF": "it is a WOFF web font; convert it to TTF or OTF",
    b"wOF2": "it is a WOFF2 web font; convert it to TTF or OTF",
    b"ttcf": "it is a collection of fonts; use the face as a file of its own",
}
# The limits of the format.
_UNITS = range(16, 16_385)


class UnusableFont(BrainbugError):
    """A font is damaged, or of a kind that drawings cannot use."""


def is_usual(code: int) -> bool:
    """Whether most drawings may need a letter: European letters, punctuation and symbols."""
    return code < 0x180 or 0x2000 <= code < 0x2300


def read_widths(data: bytes) -> bytes:
    """The advance widths of all letters of a font, as JSON.

    Raises:
        UnusableFont: the font is damaged.
    """
    with _reading(), _opened(data) as font:
        advances = font["hmtx"].metrics
        widths = {chr(code): advances[name][0] for code, name in font.getBestCmap().items()}
        units = font["head"].unitsPerEm
        if units not in _UNITS:
            raise UnusableFont(f"it has {units} units per em; use {_UNITS[0]} to {_UNITS[-1]}")
        read = {"widths": widths, "missing": advances[".notdef"][0], "per_em": units}
    return json.dumps(read).encode("ascii")


def read_family(data: bytes) -> bytes:
    """The family name of a font, after checking that its usual letters can be drawn and typeset.

    Raises:
        UnusableFont: the font is damaged, variable, or not of a kind that drawings can use.
    """
    if data[:4] not in _SIGNATURES:
        raise UnusableFont(_OTHER_SIGNATURES.get(data[:4], "it is not a TrueType or OpenType font"))
    with _reading(), _opened(data) as font:
        if "fvar" in font:
            raise UnusableFont("it is a variable font; use the face as a file of its own")
        names = font["name"]
        name = names.getDebugName(_TYPOGRAPHIC_FAMILY) or names.getDebugName(_FAMILY_NAME)
        letters = "".join(chr(code) for code in font.getBestCmap() or () if is_usual(code))
    if not name:
        raise UnusableFont("it names no family")
    family = _wide(str(name))
    if not _FAMILY.match(family):
        raise UnusableFont(f"its family has a name that drawings cannot use: {family!r}")
    read_widths(data)
    cut_font(data, letters)
    _typeset(data, family, letters)
    return family.encode()


def _wide(family: str) -> str:
    """The family without the word for a condensed face; to Typst, such faces belong to the wide family."""
    words = family.split(" ")
    while len(words) > 1 and words[-1].lower() in _NARROW:
        words.pop()
    return " ".join(words)


def _typeset(data: bytes, family: str, letters: str) -> None:
    """Raise unless Typst typesets some letters; it would silently use another font instead."""
    import pikepdf
    import typst

    words = "".join(filter(str.isalnum, letters))[:9]
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"><text y="9" font-family="{family}">{words}</text></svg>'
    with tempfile.TemporaryDirectory(prefix="brainbug-") as folder:
        (Path(folder) / "font.ttf").write_bytes(data)
        fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[folder])
        source = b'#image(bytes(sys.inputs.svg), format: "svg")'
        pdf = typst.compile(source, sys_inputs={"svg": svg}, font_paths=fonts, format="pdf")
    with pikepdf.open(io.BytesIO(pdf)) as document:
        is_typeset = any(
            isinstance(each, pikepdf.Dictionary) and "/BaseFont" in each for each in document.objects
        )
    if family not in fonts.families() or not is_typeset:
        raise UnusableFont("Typst, which typesets PDFs, cannot use it")


def cut_font(data: bytes, letters: str) -> bytes:
    """A font with only some of the letters.

    Raises:
        UnusableFont: the font is damaged.
    """
    from fontTools import subset

    options = subset.Options(
        layout_features=["kern"],
        hinting=False,
        notdef_outline=True,
        recalc_timestamp=False,
        drop_tables=["FFTM", "DSIG", "GDEF", "BASE", "GSUB"],
    )
    with _reading():
        whole = subset.load_font(io.BytesIO(data), options)
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


def _opened(data: bytes) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(io.BytesIO(data), lazy=True)


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except (MemoryError, UnusableFont):
        raise
    except Exception as error:
        # fontTools raises errors of many types for invalid tables.
        raise UnusableFont("it is damaged") from error
