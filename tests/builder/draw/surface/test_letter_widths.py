"""Cached widths equal those in the font, and a damaged cache file is rebuilt."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from builder.draw.surface.fonts.font_files import letter_widths
from builder.draw.surface.type import FACES, Face
from rulesdb.cache.files import write_cached


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BRAINBUG_CACHE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.file)
def test_cached_widths_equal_computed_widths(
    folder: Path, face: Face, monkeypatch: pytest.MonkeyPatch
) -> None:
    widths = letter_widths(face.path)
    assert widths["W"] > widths["i"] > 0
    monkeypatch.setitem(sys.modules, "fontTools.ttLib", None)
    assert letter_widths(face.path) == widths


def test_a_damaged_cache_file_is_rebuilt(folder: Path) -> None:
    widths = letter_widths(FACES[0].path)
    (cached,) = folder.iterdir()
    whole = cached.read_bytes()
    cached.write_bytes(whole[:-40])
    assert letter_widths(FACES[0].path) == widths
    assert cached.read_bytes() == whole


def test_without_a_cache_folder_widths_are_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BRAINBUG_CACHE", str(tmp_path / "file" / "below"))
    assert letter_widths(FACES[0].path).per_em == 1000


@pytest.mark.parametrize(
    "text",
    [
        b"", b"[]", b"{}", b"5", b"[" * 100_000, b"\xff",
        b'{"widths": {"a": "x"}, "missing": 1, "per_em": 1000}',
        b'{"widths": [1], "missing": 1, "per_em": 1000}',
        b'{"widths": {}, "missing": NaN, "per_em": 1000}',
        b'{"widths": {}, "missing": -1, "per_em": 1000}',
        b'{"widths": {}, "missing": 1, "per_em": 0}',
        b'{"widths": {}, "missing": 1, "per_em": 1000, "more": 1}',
    ],
)  # fmt: skip
def test_cached_widths_of_another_form_are_rebuilt(folder: Path, text: bytes) -> None:
    widths = letter_widths(FACES[0].path)
    (cached,) = folder.iterdir()
    whole = cached.read_bytes()
    write_cached(text, cached, "letters-", 1)
    assert letter_widths(FACES[0].path) == widths
    assert cached.read_bytes() == whole
