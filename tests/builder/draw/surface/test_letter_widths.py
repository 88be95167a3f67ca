"""Widths that are kept are those that were read, and a damaged file of them is made anew."""

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
def test_what_is_kept_is_what_was_read(folder: Path, face: Face, monkeypatch: pytest.MonkeyPatch) -> None:
    read = letter_widths(face.path)
    assert read["W"] > read["i"] > 0
    monkeypatch.setitem(sys.modules, "fontTools.ttLib", None)
    assert letter_widths(face.path) == read


def test_a_damaged_file_is_made_anew(folder: Path) -> None:
    read = letter_widths(FACES[0].path)
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-40])
    assert letter_widths(FACES[0].path) == read
    assert kept.read_bytes() == whole


def test_without_a_folder_to_write_to_widths_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BRAINBUG_CACHE", str(tmp_path / "file" / "below"))
    assert letter_widths(FACES[0].path).per_em == 1000
