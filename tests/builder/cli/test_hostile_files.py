"""Every command that reads a file rejects pipes, devices, loops and endless files at once, in one line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from processes import brainbug

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes, devices and links of POSIX")

SOUND = Path(__file__).resolve().parents[1] / "lint" / "sound-table.yaml"
READERS: dict[str, list[str]] = {
    "lint": ["lint", "FILE.yaml"],
    "fix": ["lint", "--fix", "FILE.yaml"],
    "analyze": ["analyze", "FILE.yaml"],
    "build": ["build", "FILE.yaml", "-o", "kit"],
    "theme": ["build", "ship.yaml", "-o", "kit", "--theme", "FILE.yaml"],
    "language": ["build", "ship.yaml", "-o", "kit", "--language", "FILE.yaml"],
    "paper": ["build", "ship.yaml", "-o", "kit", "--paper", "FILE.yaml"],
    "sheet": ["sheets", "FILE.yaml"],
    "supplement": ["show", "bug-hunter:term/airlock", "--supplement", "FILE.yaml"],
    "supplement check": ["supplement", "check", "FILE.yaml"],
    "preflight": ["preflight", "FILE.pdf", "--sheet", "a4"],
    "check-print": ["build", "ship.yaml", "--check-print", "FILE.pdf"],
    "check-print of a manifest": ["build", "ship.yaml", "--check-print", "FILE.json"],
    "brainbug.toml": ["lint", "configured/ship.yaml"],
}
CREATE = {
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "loop": lambda path: path.symlink_to(path),
    "endless": lambda path: (path.touch(), os.truncate(path, 1 << 36)),
}


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_would_never_end_is_refused_at_once(tmp_path: Path, reader: str) -> None:
    (tmp_path / "configured").mkdir()
    for name in ("ship.yaml", "configured/ship.yaml"):
        (tmp_path / name).write_bytes(SOUND.read_bytes())
    config = tmp_path / "configured" / "brainbug.toml"
    for kind, create in CREATE.items():
        for end in ("yaml", "pdf", "json"):
            create(tmp_path / f"{kind}.{end}")  # type: ignore[operator]
        config.unlink(missing_ok=True)
        config.symlink_to(tmp_path / f"{kind}.yaml")
        done = brainbug(*(word.replace("FILE", kind) for word in READERS[reader]), cwd=tmp_path)
        # A file that lint could open but not read has a finding, like one with a syntax error.
        is_found = reader in ("lint", "fix", "build") and kind == "endless"
        output = (done.stdout if is_found else done.stderr).splitlines()
        assert done.returncode == (1 if is_found else 2), (kind, done)
        assert "Traceback" not in done.stderr
        assert "cannot read" in output[0] or "is not the manifest" in output[0], (kind, done)
    assert not (tmp_path / "kit").exists()


def test_one_bad_file_does_not_keep_a_folder_from_being_linted_or_built(tmp_path: Path) -> None:
    folder = tmp_path / "from-elsewhere"
    folder.mkdir()
    (folder / "ship.yaml").write_bytes(SOUND.read_bytes())
    for kind in ("pipe", "device", "loop"):
        CREATE[kind](folder / f"{kind}.yaml")  # type: ignore[operator]
    (tmp_path / "secret").write_text("password: swordfish\n", encoding="utf-8")
    (folder / "secret.yaml").symlink_to(tmp_path / "secret")
    reports = set()
    for args in (["lint", folder], ["build", folder, "-o", tmp_path / "kits", "--only", "briefing"]):
        done = brainbug(*args)
        assert done.returncode == 0
        assert "swordfish" not in done.stdout + done.stderr
        assert done.stderr.count(": skipped, ") == 4
        reports.add("\n".join(sorted(done.stderr.splitlines())))
    assert len(reports) == 1
    assert (tmp_path / "kits" / "ship" / "manifest.json").is_file()


@pytest.mark.parametrize("kind", ["pipe", "device", "loop"])
def test_bad_files_among_the_users_own_are_reported(tmp_path: Path, kind: str) -> None:
    (tmp_path / "supplements").mkdir()
    CREATE[kind](tmp_path / "supplements" / "own.yaml")  # type: ignore[operator]
    done = brainbug("show", "bug-hunter:term/airlock", env={"BRAINBUG_CONFIG": str(tmp_path)})
    assert done.returncode == 2
    assert "own.yaml:1:1: BB001 cannot read the file" in done.stderr
