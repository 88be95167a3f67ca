"""Fonts of a stranger are used, or refused with the reason, in limited time and memory."""

from __future__ import annotations

import functools
import io
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fontTools.subset import Options, Subsetter, load_font
from fontTools.ttLib import TTFont
from soak import WHOLE

from builder.draw.surface.fonts.font_files import FONT_FOLDER, font_family, font_subset
from builder.draw.surface.fonts.font_tables import UnusableFont, cut_font, read_family, read_widths
from builder.draw.surface.theme import load_theme
from rulesdb import BrainbugError, DataError
from rulesdb.cache.files import VARIABLE

LETTERS = "ABC abc é—½"


@functools.cache
def small_font() -> bytes:
    options = Options(layout_features=["kern"], notdef_outline=True, drop_tables=["GSUB", "GDEF"])
    font = load_font(str(FONT_FOLDER / "IBMPlexSans-Regular.ttf"), options)
    cutter = Subsetter(options)
    cutter.populate(text=LETTERS)
    cutter.subset(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def changed(change: Callable[[TTFont], object]) -> bytes:
    # The processes of a test run must collect the same names of tests, so the time of saving stays out.
    with TTFont(io.BytesIO(small_font()), recalcTimestamp=False) as font:
        change(font)
        out = io.BytesIO()
        font.save(out)
    return out.getvalue()


def place_of(table: bytes) -> int:
    """Where a table of the small font begins."""
    entry = small_font().index(table, 12)
    return int(struct.unpack(">I", small_font()[entry + 8 : entry + 12])[0])


def patched(table: bytes, at: int, data: bytes) -> bytes:
    place = place_of(table) + at
    return small_font()[:place] + data + small_font()[place + len(data) :]


def without_names(font: TTFont) -> None:
    font["name"].names = []


def test_a_font_without_damage_is_used() -> None:
    assert read_family(small_font()) == b"IBM Plex Sans"
    assert cut_font(small_font(), "ABC")
    assert b'"A": ' in read_widths(small_font())


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is not a TrueType or OpenType font"),
        (b"wOFF" + bytes(40), "it is a WOFF web font; convert it"),
        (b"wOF2" + bytes(40), "it is a WOFF2 web font; convert it"),
        (b"ttcf" + bytes(40), "it is a collection of fonts"),
        (small_font()[:3000], "it is damaged"),
        (changed(without_names), "it names no family"),
        (changed(lambda font: font.__delitem__("name")), "it is damaged"),
        (changed(lambda font: font.__delitem__("cmap")), "it is damaged"),
        (patched(b"head", 18, bytes(2)), "it has 0 units per em; use 16 to 16384"),
        (patched(b"hhea", 34, bytes(2)), "it is damaged"),
        (patched(b"glyf", 0, b"\xff" * 90), "it is damaged"),
        (patched(b"maxp", 4, b"\xff\xff"), "it is damaged"),
        (patched(b"maxp", 0, bytes(4)), "Typst, which typesets PDFs, cannot use it"),
    ],
)
def test_a_font_that_drawings_cannot_use_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnusableFont) as caught:
        read_family(data)
    assert str(caught.value).startswith(reason)


def test_a_damaged_font_of_a_theme_has_its_place(tmp_path: Path) -> None:
    (tmp_path / "own.ttf").write_bytes(b"wOF2" + bytes(40))
    (tmp_path / "own.yaml").write_text("name: own\nfonts:\n  regular: own.ttf\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_theme(str(tmp_path / "own.yaml"))
    [problem] = caught.value.problems
    assert (problem.span.line, problem.span.column) == (3, 12)
    assert "own.ttf cannot be used: it is a WOFF2 web font; convert it to TTF or OTF" in problem.message


def endless_letters() -> bytes:
    """A font that says in a few bytes that it has two billion letters."""
    tables = struct.pack(">HHHHI", 0, 1, 3, 10, 12)
    tables += struct.pack(">HHIIIIII", 12, 0, 28, 0, 1, 32, 0x7FFFFFFF, 1)
    return patched(b"cmap", 0, tables)


@pytest.mark.soak
@pytest.mark.skipif(not WHOLE or sys.platform != "linux", reason="takes ten seconds, and limits of Linux")
def test_a_font_that_means_endless_work_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    path = tmp_path / "endless.ttf"
    path.write_bytes(endless_letters())
    with pytest.raises(BrainbugError, match=r"endless\.ttf cannot be used: (that takes|it is damaged)"):
        font_family(path)


def test_unusual_letters_of_a_users_font_are_cut_in_a_process_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    path = tmp_path / "own.ttf"
    path.write_bytes(small_font())
    usual, unusual = font_subset(path, "AB"), font_subset(path, "AB\u4e00")
    assert len(usual) == len(unusual)
    path.write_bytes(patched(b"glyf", 0, b"\xff" * 90))
    for letters in ("C", "C\u4e00"):
        with pytest.raises(BrainbugError, match=r"own\.ttf cannot be used: it is damaged"):
            font_subset(path, letters)
