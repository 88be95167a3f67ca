"""A real build is killed at points that chance chooses: its folder is the old kit or the new one.

Five are killed each time; ``BRAINBUG_KILLS=200`` in the environment kills as many.
"""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from builder.draw.theme import load_theme
from builder.press.kit import Kit, compose_kit, write_kit
from builder.press.sheet_file import load_paper
from builder.scenario.load import load_scenario

SOUND = Path(__file__).resolve().parents[1] / "lint" / "sound-table.yaml"
KILLS = int(os.environ.get("BRAINBUG_KILLS", "5"))


def kit(theme: str) -> Kit:
    parts = ("briefing", "map")
    return compose_kit(load_scenario(SOUND), load_paper("a4"), load_theme(theme), parts=parts)


def build(made: Kit, target: Path, seconds: float | None = None) -> float:
    """Write a kit in a process of its own, which is killed after so many seconds; how long it lived."""
    begun = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            write_kit(made, target)
        finally:
            os._exit(0)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return time.monotonic() - begun


def everything_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of POSIX")
def test_a_killed_build_leaves_the_old_kit_or_the_new_one(tmp_path: Path) -> None:
    kits = [kit("default"), kit("low-ink")]
    wanted = []
    for number, made in enumerate(kits):
        taken = build(made, tmp_path / "wanted" / str(number))
        wanted.append(everything_in(tmp_path / "wanted" / str(number)))
    assert wanted[0] != wanted[1]
    assert all("manifest.json" in files for files in wanted)
    target = tmp_path / "out" / "kit"
    build(kits[0], target)
    chance = random.Random(KILLS)
    ends = []
    for turn in range(KILLS):
        build(kits[turn % 2], target, chance.uniform(0, taken * 1.2))
        found = everything_in(target)
        assert found in wanted
        ends.append(wanted.index(found))
    # What the killed ones left is swept up by the next that lives.
    build(kits[0], target)
    assert everything_in(target) == wanted[0]
    assert [path.name for path in target.parent.iterdir()] == ["kit"]
    if KILLS > 50:
        assert {0, 1} == set(ends)
