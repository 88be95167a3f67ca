"""Games of the user's own: one folder each, in a folder that ``BRAINBUG_GAMES`` names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulesdb import BrainbugError, game_folders, open_game
from rulesdb.shipped import OWN_GAMES, games_folder


def brainbug(own: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "builder", *args]
    environment = {**os.environ, OWN_GAMES: str(own)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def copy_of(game: str, folder: Path) -> Path:
    shutil.copytree(games_folder() / game, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_a_copied_folder_is_a_game_with_its_tables_procedures_and_search(tmp_path: Path) -> None:
    copy_of("handspan", tmp_path / "spans_at_home")
    assert "spans-at-home" in brainbug(tmp_path, "games").stdout
    assert "spans-at-home:table/blasts" in brainbug(tmp_path, "lookup", "blasts").stdout
    own = brainbug(
        tmp_path, "resolve", "spans-at-home:procedure/roll-command", "rank=officer", "seed=1", "--json"
    )
    printed = brainbug(
        tmp_path, "resolve", "handspan:procedure/roll-command", "rank=officer", "seed=1", "--json"
    )
    assert own.stdout.replace("spans-at-home", "handspan") == printed.stdout
    assert own.returncode == printed.returncode == 0


def test_what_has_changed_in_a_folder_of_ones_own_is_seen_at_once(tmp_path: Path) -> None:
    folder = copy_of("handspan", tmp_path / "spans_at_home")
    assert "spans-at-home:" not in brainbug(tmp_path, "lookup", "marzipan").stdout
    rules = folder / "rules.yaml"
    rules.write_text(rules.read_text("utf-8").replace("    title: ", "    title: Marzipan, ", 1), "utf-8")
    assert "spans-at-home:" in brainbug(tmp_path, "lookup", "marzipan").stdout


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("handspan", "the game handspan is there already"),
        ("My Game", "name a game's folder in lower case with _, as in my_game"),
    ],
)
def test_a_folder_whose_name_will_not_do_is_told(
    tmp_path: Path, name: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_of("handspan", tmp_path / name)
    monkeypatch.setenv(OWN_GAMES, str(tmp_path))
    with pytest.raises(BrainbugError, match=told):
        game_folders()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_GAMES, str(tmp_path / "away"))
    with pytest.raises(BrainbugError, match=r"BRAINBUG_GAMES: .*away is no folder"):
        open_game("handspan")
