"""What the page on linting shows is what happens."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "guide" / "linting.md"
BROKEN = ROOT / "tests" / "builder" / "lint" / "broken"


def test_the_commands_of_the_page_print_what_it_shows_from_top_to_bottom(tmp_path: Path) -> None:
    shutil.copytree(BROKEN, tmp_path / "broken")
    ran = 0
    for language, block in re.findall(
        r"```(console|toml)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    ):
        if language == "toml":
            name, _, text = block.removeprefix("# ").partition("\n")
            (tmp_path / name).write_text(text, encoding="utf-8")
            continue
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            program, *args = shlex.split(command)
            assert program == "brainbug"
            done = subprocess.run(
                [sys.executable, "-m", "builder", *args],
                cwd=tmp_path,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.stdout.strip() == output.strip(), command
            ran += 1
    assert ran == 6


def test_the_settings_of_the_page_are_those_there_are() -> None:
    from builder.lint.configuration import SETTINGS

    shown = re.findall(r"^\| `([a-z-]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert tuple(shown) == SETTINGS
