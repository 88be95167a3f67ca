"""Any console and any file names: no traceback, and no control of the terminal."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from processes import brainbug
from soak import every, times

from builder.cli.main import main
from builder.terminal.console import Console, safe_console, safe_text
from builder.terminal.progress import progress

SOUND = Path(__file__).resolve().parents[1] / "lint" / "sound.yaml"
NO_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="file names and devices of this kind are POSIX")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-16"])
def test_unsupported_characters_are_escaped(encoding: str) -> None:
    done = brainbug("show", "bug-hunter:rule/304.1", encoding=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nbug-hunter 304.1 " in done.stdout
    assert ("\\u00b7" in done.stdout) == (encoding == "ascii")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_json_is_equivalent_on_every_console(encoding: str) -> None:
    args = ("show", "bug-hunter:rule/304.1", "--json")
    assert json.loads(brainbug(*args, encoding=encoding).stdout) == json.loads(brainbug(*args).stdout)


@pytest.mark.parametrize(
    "text", ["a\x1b]0;title\x07", "a\x9b31m", "\u202egnp.exe", "a\rb", "\x1b[2J", "\udcff"]
)
def test_control_characters_are_escaped(text: str) -> None:
    stream = io.StringIO()
    Console(stream).write(text)
    assert not set("\x1b\x9b\x07\r\u202e\udcff") & set(stream.getvalue())
    assert json.loads(f'"{stream.getvalue()}"') == text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_characters_beyond_the_basic_plane_are_escaped_like_json(encoding: str) -> None:
    text = "bug \U0001f41b"
    assert json.loads(f'"{safe_text(text, encoding)}"') == text


def test_brainbugs_own_colors_reach_the_terminal() -> None:
    assert safe_text("\x1b[31;1mBB201\x1b[0m") == "\x1b[31;1mBB201\x1b[0m"


def test_a_progress_bar_can_control_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("builder.terminal.progress.PATIENCE", -1.0)
    with safe_console(), progress("Printing", 2) as tick:
        tick()
        tick()
    assert "\r" in terminal.getvalue()
    assert "\\u000d" not in terminal.getvalue()


@NO_POSIX
@pytest.mark.parametrize("form", ["text", "concise", "json", "sarif", "github"])
@pytest.mark.parametrize(
    "name", [b"\xff\xfe.yaml", b"a\x1b[2J.yaml", b"a\n::error::lost.yaml", "\u202elmay.yaml".encode()]
)
def test_a_file_of_any_name_is_linted(tmp_path: Path, name: bytes, form: str) -> None:
    folder = os.fsencode(tmp_path)
    Path(os.fsdecode(folder + b"/" + name)).write_bytes(b"nothing: here\n")
    done = brainbug("lint", tmp_path, "--format", form)
    assert (done.returncode, done.stderr) == (1, "")
    assert not set("\x1b\u202e") & set(done.stdout)
    assert not any(line.lstrip().startswith("::error::") for line in done.stdout.splitlines())


@NO_POSIX
def test_a_name_in_an_error_cannot_start_a_new_line(tmp_path: Path) -> None:
    folder = tmp_path / "a\n::error::lost\x1b[2J"
    folder.mkdir()
    (folder / "brainbug.toml").write_text("[lint]\nselekt = []\n", encoding="utf-8")
    (folder / "ship.yaml").write_text("nothing: here\n", encoding="utf-8")
    done = brainbug("lint", tmp_path)
    assert done.returncode == 2
    assert "unknown setting `selekt`" in done.stderr
    assert "\n::error" not in done.stderr
    assert "\x1b" not in done.stderr


@NO_POSIX
def test_a_diff_quotes_a_name_with_a_line_break(tmp_path: Path) -> None:
    path = tmp_path / "a\n+++ b\n.yaml"
    path.write_text(SOUND.read_text(encoding="utf-8").replace("marine", "marinee", 1), encoding="utf-8")
    output = brainbug("lint", "--diff", "--unsafe", path).stdout
    assert [line for line in output.splitlines() if line.startswith("+++ b")] == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.soak
@pytest.mark.parametrize("args", every(times(3, 1), [["games"], ["odds", "3d6"], ["show", "random-panic"]]))
def test_output_to_a_full_disk_is_one_error(args: list[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "builder", *args], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr == b"brainbug: the output: No space left on device\n"


def test_streams_are_restored_after_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout, sys.stderr
    with pytest.raises(SystemExit) as left:
        main(["roll", "1d1"])
    assert left.value.code == 0
    assert (sys.stdout, sys.stderr) == before
    assert capsys.readouterr().out.startswith("1")


@NO_POSIX
@pytest.mark.parametrize("way", ["lint", "fix"])
def test_a_symlink_that_leaves_the_folder_is_not_followed(tmp_path: Path, way: str) -> None:
    outside, folder = tmp_path / "secret.yaml", tmp_path / "from-elsewhere"
    outside.write_text("password: swordfish\n", encoding="utf-8")
    folder.mkdir()
    (folder / "ship.yaml").write_bytes(SOUND.read_bytes())
    (folder / "link.yaml").symlink_to(outside)
    (folder / "inside.yaml").symlink_to(folder / "ship.yaml")
    done = brainbug("lint", folder, *(["--fix"] if way == "fix" else []))
    assert done.returncode == 0
    assert "swordfish" not in done.stdout + done.stderr
    assert "link.yaml: skipped, a link that leaves" in done.stderr
    assert "in 2 files" in done.stdout


def test_a_folder_named_like_a_file_is_searched_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "ships.yaml").mkdir()
    (tmp_path / "ships.yaml" / "ship.yaml").write_bytes(SOUND.read_bytes())
    assert brainbug("lint", tmp_path).returncode == 0
