"""What the guide to ``show`` and ``resolve`` shows is what happens, and its lists are whole."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from builder.cli.entry_json import entry_json
from rulesdb import open_game

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guide" / "resolving.md"


def transcripts() -> list[tuple[str, str]]:
    """Each command of the guide with the output shown for it."""
    blocks = re.findall(r"```console\n\$ (.*?)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    return [(command, output.strip()) for command, output in blocks]


@pytest.mark.parametrize(("command", "output"), transcripts())
def test_a_command_prints_what_the_guide_shows(command: str, output: str, tmp_path: Path) -> None:
    program, *args = shlex.split(command)
    assert program == "brainbug"
    environment = os.environ | {"COLUMNS": "80", "BRAINBUG_CONFIG": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "builder", *args], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == output


@pytest.mark.parametrize("id", ["table/reaction", "procedure/fire", "rule/mi-movement"])
def test_the_guide_names_every_key_of_the_json(id: str) -> None:
    game = open_game("mobile-infantry")
    shown = json.loads(json.dumps(entry_json(game, game.all_entries[id], {})))
    listed = set(re.findall(r"`(\w+)`", GUIDE.read_text(encoding="utf-8")))
    keys = set(shown)
    for name in ("inputs", "modifiers", "cells", "examples"):
        keys |= {key for part in shown.get(name, ()) for key in part}
    assert keys <= listed
