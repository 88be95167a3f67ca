"""A real build is killed at random points: its folder has the old kit or the new one.

One build is killed each time; ``make soak`` kills two hundred.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from soak import soak_only, times

SOUND = Path(__file__).resolve().parents[2] / "lint" / "sound-table.yaml"
THEMES = ("default", "low-ink")
KILLS = times(1, 200)

# A new process, because a fork of one that has used Typst would hang.
BUILD = """
import sys
from pathlib import Path
from builder.draw.surface.theme import load_theme
from builder.press.kit.kit import compose_kit, write_kit
from builder.press.services.sheet_file import load_paper
from builder.scenario.load import load_scenario
scenario, theme, target = sys.argv[1:]
kit = compose_kit(
    load_scenario(Path(scenario)), load_paper("a4"), load_theme(theme), parts=("briefing", "map")
)
print("composed", flush=True)
write_kit(kit, Path(target))
"""


def build(theme: str, target: Path, seconds: float | None = None) -> float:
    """Write a kit in another process, killed some time after it starts to write; returns the writing time."""
    command = [sys.executable, "-c", BUILD, str(SOUND), theme, str(target)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"composed\n"
        begun = time.monotonic()
        if seconds is not None:
            time.sleep(seconds)
            child.kill()
        child.wait()
    return time.monotonic() - begun


def everything_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@soak_only
def test_a_killed_build_leaves_the_old_kit_or_the_new_one(tmp_path: Path) -> None:
    wanted = []
    for theme in THEMES:
        taken = build(theme, tmp_path / "wanted" / theme)
        wanted.append(everything_in(tmp_path / "wanted" / theme))
    assert wanted[0] != wanted[1]
    assert all("manifest.json" in files for files in wanted)
    target = tmp_path / "out" / "kit"
    build(THEMES[0], target)
    chance = random.Random(KILLS)
    ends = []
    for turn in range(KILLS):
        build(THEMES[turn % 2], target, chance.uniform(0, taken * 1.2))
        contents = everything_in(target)
        assert contents in wanted
        ends.append(wanted.index(contents))
    # The next surviving build removes the remains of the killed ones.
    build(THEMES[0], target)
    assert everything_in(target) == wanted[0]
    assert [path.name for path in target.parent.iterdir()] == ["kit"]
    if KILLS > 50:
        assert {0, 1} == set(ends)
