"""Cached widths equal those in the font, and a damaged cache file is rebuilt."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from builder.draw.surface.font_files import letter_widths
from builder.draw.surface.type import FACES, Face


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
