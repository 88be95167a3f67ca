"""The output folder is the old one or the new one, never half of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.press.folder import MANIFEST, OutputError, replaced_folder


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_new_folder_appears_whole(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    with replaced_folder(target) as folder:
        (folder / MANIFEST).write_text("{}")
        assert not target.exists()
    assert names(target) == {MANIFEST}


def test_an_interrupted_build_leaves_the_old_output_whole(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    with replaced_folder(target) as folder:
        (folder / MANIFEST).write_text("old")

    def interrupted_build() -> None:
        with replaced_folder(target) as folder:
            (folder / MANIFEST).write_text("new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted_build()
    assert (target / MANIFEST).read_text() == "old"
    assert names(tmp_path) == {"kit"}


def test_a_second_build_replaces_the_first_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    for content in ("first", "second"):
        with replaced_folder(target) as folder:
            (folder / MANIFEST).write_text(content)
    assert (target / MANIFEST).read_text() == "second"
    assert names(tmp_path) == {"kit"}


def test_a_folder_that_no_build_made_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(OutputError, match="no brainbug build"), replaced_folder(tmp_path):
        pass
    assert names(tmp_path) == {"diary.txt"}


def test_a_file_is_not_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    target.write_text("mine")
    with pytest.raises(OutputError, match="is a file"), replaced_folder(target):
        pass
    assert target.read_text() == "mine"


def test_a_link_to_a_build_keeps_being_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    with replaced_folder(real) as folder:
        (folder / MANIFEST).write_text("old")
    link.symlink_to(real)
    with replaced_folder(link) as folder:
        (folder / MANIFEST).write_text("new")
    assert link.is_symlink()
    assert (real / MANIFEST).read_text() == "new"
