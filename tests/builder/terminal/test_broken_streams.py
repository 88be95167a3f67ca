"""Standard streams that are closed or cannot be written, and Ctrl-C at any moment: one line or none."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from processes import CAN_FORK, brainbug
from soak import WHOLE, every, times

from builder.cli.main import _COMMANDS

SOUND = Path(__file__).resolve().parents[1] / "lint" / "sound-table.yaml"
PLAYED = Path(__file__).resolve().parents[2] / "games" / "handspan"
UNWRITABLE = "brainbug: the output: closed, or opened only for reading\n"
POSIX = pytest.mark.skipif(not CAN_FORK, reason="streams and signals of POSIX")

# Every command; those of the second list print nothing to standard output.
PRINTING: dict[str, list[str | Path]] = {
    "games": ["games"],
    "lookup": ["lookup", "random", "panic"],
    "show": ["show", "bug-hunter:table/random-panic"],
    "resolve": ["resolve", "bug-hunter:table/random-panic", "force=marine", "--roll", "5"],
    "odds": ["odds", "3d6"],
    "roll": ["roll", "3d6", "--seed", "1"],
    "example": ["example", "airlock-passage"],
    "coverage": ["coverage"],
    "lint": ["lint", SOUND],
    "analyze": ["analyze", SOUND],
    "playtest": ["playtest", PLAYED / "field.yaml", "--games", "1"],
    "replay": ["replay", PLAYED / "short-game.jsonl"],
    "balance": [
        "balance",
        PLAYED / "field.yaml",
        "--lever",
        "turns=3",
        "--games",
        "20",
        "--confirm",
        "20",
        "--within",
        "50",
    ],
    "explain": ["explain", "BB201"],
    "new": ["new", "bug-hunter", "ship", "-o", "ship.yaml"],
    "build": ["build", SOUND, "-o", "kit", "--only", "briefing"],
    "print": ["print", "handspan", "charts", "-o", "kit"],
    "printer": ["printer", "calibration", "-o", "page.pdf"],
    "sheets": ["sheets"],
    "export": ["export", "all.db", "--to", "sqlite", "--game", "handspan"],
    "supplement": ["supplement", "new", "handspan"],
    "diff": ["diff", SOUND, SOUND],
    "sensitivity": ["sensitivity", "mobile-infantry:table/presence"],
    "edit": ["edit", "--list"],
}
SILENT: dict[str, list[str | Path]] = {
    "lsp": ["lsp"],
    "browse": ["browse"],
    "studio": ["studio", "missing.yaml"],
    "watch": ["watch", "missing.yaml"],
    "import": ["import", "missing.tmx"],
    "share": ["share", "missing.yaml", "--to", "csv"],
    "preflight": ["preflight", "missing.pdf", "--sheet", "a4"],
    "docs": ["docs", "build", "--source", "missing"],
    "impact": ["impact", "missing.yaml"],
    "convert": ["convert", "missing.yaml", "--game", "handspan"],
}


def test_every_command_is_tried() -> None:
    assert {*PRINTING, *SILENT} == {*_COMMANDS}


@POSIX
@pytest.mark.soak
@pytest.mark.parametrize("state", ["closed", "read-only"])
@pytest.mark.parametrize("command", every(times(5, 1), [*PRINTING]))
def test_unwritable_output_is_one_error(tmp_path: Path, command: str, state: str) -> None:
    done = brainbug(*PRINTING[command], cwd=tmp_path, broken={1: state})
    assert (done.returncode, done.stderr) == (2, UNWRITABLE)


@POSIX
@pytest.mark.soak
@pytest.mark.parametrize("state", ["closed", "read-only"])
@pytest.mark.parametrize("command", every(times(7, 1), [*PRINTING, *SILENT]))
def test_an_unwritable_error_stream_changes_nothing_else(tmp_path: Path, command: str, state: str) -> None:
    args = {**PRINTING, **SILENT}[command]
    expected = brainbug(*args, cwd=tmp_path)
    for path in tmp_path.iterdir():
        path.rename(path.with_name(f"{path.name}-before"))
    done = brainbug(*args, cwd=tmp_path, broken={2: state})
    assert (done.returncode, done.stdout, done.stderr) == (expected.returncode, expected.stdout, "")


@POSIX
@pytest.mark.soak
@pytest.mark.parametrize("command", every(times(7, 1), [*PRINTING, *SILENT]))
def test_a_closed_input_is_an_empty_one(tmp_path: Path, command: str) -> None:
    args = {**PRINTING, **SILENT}[command]
    expected = brainbug(*args, cwd=tmp_path)
    for path in tmp_path.iterdir():
        path.rename(path.with_name(f"{path.name}-before"))
    done = brainbug(*args, cwd=tmp_path, broken={0: "closed"})
    assert (done.returncode, done.stdout, done.stderr) == (
        expected.returncode,
        expected.stdout,
        expected.stderr,
    )


@POSIX
@pytest.mark.parametrize("state", ["closed", "read-only"])
def test_no_file_gets_the_number_of_a_closed_stream(tmp_path: Path, state: str) -> None:
    expected = brainbug(*PRINTING["new"], cwd=tmp_path)
    text = (tmp_path / "ship.yaml").read_bytes()
    (tmp_path / "ship.yaml").unlink()
    assert expected.returncode == 0
    done = brainbug(*PRINTING["new"], cwd=tmp_path, broken={0: state, 1: state, 2: state})
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")
    assert (tmp_path / "ship.yaml").read_bytes() == text


@POSIX
def test_an_error_without_an_error_stream_keeps_its_code(tmp_path: Path) -> None:
    done = brainbug("lint", "missing.yaml", cwd=tmp_path, broken={1: "read-only", 2: "closed"})
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@POSIX
def test_an_editor_that_cannot_be_answered_is_one_error(tmp_path: Path) -> None:
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}}'
    with Path("/dev/null").open("rb") as unwritable:
        done = subprocess.run(
            [sys.executable, "-m", "builder", "lsp"],
            cwd=tmp_path,
            input=b"Content-Length: %d\r\n\r\n" % len(body) + body,
            stdout=unwritable,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.decode() == "brainbug: the connection to the editor: Bad file descriptor\n"


# Runs a command and interrupts itself after a number of imports, opened files and compilations.
_INTERRUPTED = """
import sys, os, signal
left = int(sys.argv[1])
def count(event, arguments):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGINT)
from builder.__main__ import main
sys.addaudithook(count)
sys.argv = ["brainbug", *sys.argv[2:]]
main()
"""


def interrupted(after: int, *args: str | Path) -> subprocess.CompletedProcess[str]:
    """A command that is interrupted after a number of events of Python's audit hooks."""
    return subprocess.run(
        [sys.executable, "-c", _INTERRUPTED, str(after), *map(str, args)],
        capture_output=True,
        text=True,
        check=False,
    )


@POSIX
@pytest.mark.soak
@pytest.mark.parametrize("after", range(1, 3000, 23) if WHOLE else (1, 40, 200, 600, 1200))
def test_ctrl_c_ends_a_command_without_a_traceback_at_any_moment(after: int) -> None:
    done = interrupted(after, "lint", SOUND)
    assert done.returncode in (130, -signal.SIGINT, 0)
    assert done.stderr.strip() in ("", "stopped")


@POSIX
def test_a_command_that_ignores_ctrl_c_goes_on_ignoring_it() -> None:
    script = f"import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n{_INTERRUPTED}"
    done = subprocess.run(
        [sys.executable, "-c", script, "40", "roll", "1d1"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "1\n  1d1: 1\n")
