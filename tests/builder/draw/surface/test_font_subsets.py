"""Cached font subsets are used, and equal computed ones."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from builder.draw.surface.fonts.font_files import font_subset
from builder.draw.surface.type import BOLD, REGULAR


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BRAINBUG_CACHE", str(tmp_path))
    return tmp_path


def test_a_subset_has_exactly_the_requested_letters(folder: Path) -> None:
    with TTFont(io.BytesIO(font_subset(REGULAR.path, "Dea"))) as font:
        assert {chr(code) for code in font.getBestCmap()} == set("Dea")


def test_cached_subsets_equal_computed_subsets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = font_subset(REGULAR.path, "Dea")
    monkeypatch.setitem(sys.modules, "fontTools.subset", None)
    assert font_subset(REGULAR.path, "Dea") == cut


def test_other_letters_and_other_faces_are_other_files(folder: Path) -> None:
    cut = {font_subset(font.path, letters) for font in (REGULAR, BOLD) for letters in ("Dea", "Deb")}
    assert len(cut) == len(list(folder.iterdir())) == 4


def test_a_damaged_cache_file_is_rebuilt(folder: Path) -> None:
    cut = font_subset(REGULAR.path, "Dea")
    (cached,) = folder.iterdir()
    whole = cached.read_bytes()
    cached.write_bytes(whole[:-40])
    assert font_subset(REGULAR.path, "Dea") == cut
    assert cached.read_bytes() == whole


def test_without_a_cache_folder_subsets_are_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BRAINBUG_CACHE", str(tmp_path / "file" / "below"))
    assert font_subset(REGULAR.path, "Dea").startswith(b"\0\1\0\0")
