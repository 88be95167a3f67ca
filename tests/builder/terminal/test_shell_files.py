"""The files for shells and ``man`` that are installed with the package."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click import Context

from builder.cli.main import brainbug
from builder.terminal import shell

FOLDER = Path(shell.__path__[0])
MANUAL = (FOLDER / "brainbug.1").read_text(encoding="utf-8")
ROOT = Path(__file__).resolve().parents[3]


def test_the_manual_page_lists_every_command() -> None:
    commands = MANUAL.partition(".SH COMMANDS")[2].partition(".SH")[0]
    listed = re.findall(r"^\.TP\n\.B (\w+)$", commands, re.MULTILINE)
    assert sorted(listed) == sorted(brainbug.list_commands(Context(brainbug)))


def test_the_manual_page_names_every_environment_variable_of_the_guide() -> None:
    guide = (ROOT / "docs" / "guide" / "settings.md").read_text(encoding="utf-8")
    variables = re.findall(r"^\| `([A-Z_]+)` \|", guide, re.MULTILINE)
    assert variables
    assert re.findall(r"^\.B ([A-Z_]+)$", MANUAL, re.MULTILINE) == sorted(
        variables, key=lambda name: (name == "NO_COLOR", name)
    )


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff here")
def test_groff_finds_nothing_wrong_with_the_manual_page() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-z", str(FOLDER / "brainbug.1")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_files_ask_for_the_form_of_their_shell(name: str) -> None:
    script = (FOLDER / f"brainbug.{name}").read_text(encoding="utf-8")
    assert re.findall(r"_BRAINBUG_COMPLETE=(\w+)", script) == [f"{name}_complete"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_commands_and_ids(tmp_path: Path) -> None:
    completed = """
COMPREPLY=(); COMP_WORDS=(brainbug {words}); COMP_CWORD={at}
_brainbug_completion "$BRAINBUG"
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    program = tmp_path / "brainbug"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m builder "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = (FOLDER / "brainbug.bash").read_text(encoding="utf-8")
    script += completed.format(words="loo", at=1) + completed.format(words="show bug-hunter:rule/303.1", at=2)
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=True,
        env={"BRAINBUG": str(program), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout.split() == [
        "lookup",
        *[f"bug-hunter:rule/303.1{case}" for case in ("", "a", "b", "c")],
    ]
