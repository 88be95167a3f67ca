"""Links to files in the folder are followed; all others are reported and skipped."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from rulesdb.cache.files import fingerprint
from rulesdb.files.folders import files_in, real_path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes and links of POSIX")


def listed(folder: Path, *, below: bool = True) -> tuple[list[str], dict[str, str]]:
    skipped: dict[str, str] = {}
    files = files_in(folder, ".yaml", lambda path, reason: skipped.update({path.name: reason}), below=below)
    return [path.relative_to(folder).as_posix() for path in files], skipped


def test_links_inside_the_folder_are_followed_and_others_are_reported(tmp_path: Path) -> None:
    outside, folder = tmp_path / "secret.yaml", tmp_path / "folder"
    outside.touch()
    (folder / "below").mkdir(parents=True)
    (folder / "below" / "ship.yaml").touch()
    (folder / "other.txt").touch()
    for name, target in {
        "inside.yaml": folder / "below" / "ship.yaml",
        "outside.yaml": outside,
        "loop.yaml": folder / "loop.yaml",
        "broken.yaml": folder / "none",
        "endless.yaml": Path("/dev/zero"),
        "again": folder,
        "again.yaml": folder / "below",
    }.items():
        (folder / name).symlink_to(target)
    os.mkfifo(folder / "pipe.yaml")
    files, skipped = listed(folder)
    assert files == ["below/ship.yaml", "inside.yaml"]
    assert skipped == {
        "outside.yaml": "a link that leaves the folder",
        "loop.yaml": "a broken link (Too many levels of symbolic links)",
        "broken.yaml": "a broken link (No such file or directory)",
        "endless.yaml": "a link to a device",
        "again.yaml": "a link to a folder",
        "pipe.yaml": "a named pipe",
    }
    assert listed(folder, below=False)[0] == ["inside.yaml"]


def test_a_folder_can_itself_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "ship.yaml").touch()
    (tmp_path / "real" / "inside.yaml").symlink_to("ship.yaml")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert listed(tmp_path / "link") == (["inside.yaml", "ship.yaml"], {})


def test_a_socket_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The address of a socket has to be short.
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.yaml")
        assert listed(tmp_path) == ([], {"s.yaml": "a socket"})


def test_the_real_path_of_a_loop_is_a_path(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert real_path(tmp_path / "loop").name == "loop"
    assert real_path(tmp_path / "loop" / "file").is_absolute()


def test_loops_among_games_of_ones_own_end(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    for name in ("one", "two", "game/three"):
        (tmp_path / name).symlink_to(tmp_path)
    for name in ("self", "self.yaml"):
        (tmp_path / name).symlink_to(name)
    before = fingerprint([tmp_path, tmp_path / "self.yaml"])
    (tmp_path / "game" / "ruleset.yaml").touch()
    assert fingerprint([tmp_path, tmp_path / "self.yaml"]) != before
