"""The user's own games: one folder for each, in a folder that ``BRAINBUG_GAMES`` names."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from processes import brainbug

from rulesdb import BrainbugError, Library, open_game
from rulesdb.shipped import OWN_GAMES, games_folder


def run(own: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return brainbug(*args, env={OWN_GAMES: str(own)})


def copy_of(game: str, folder: Path) -> Path:
    shutil.copytree(games_folder() / game, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_a_copied_folder_is_a_game_with_its_tables_procedures_and_search(tmp_path: Path) -> None:
    copy_of("handspan", tmp_path / "spans_at_home")
    assert "spans-at-home" in run(tmp_path, "games").stdout
    assert "spans-at-home:table/blasts" in run(tmp_path, "lookup", "blasts").stdout
    own = run(tmp_path, "resolve", "spans-at-home:procedure/roll-command", "rank=officer", "seed=1", "--json")
    printed = run(tmp_path, "resolve", "handspan:procedure/roll-command", "rank=officer", "seed=1", "--json")
    assert own.stdout.replace("spans-at-home", "handspan") == printed.stdout
    assert own.returncode == printed.returncode == 0


def test_changes_in_a_users_game_folder_take_effect_at_once(tmp_path: Path) -> None:
    folder = copy_of("handspan", tmp_path / "spans_at_home")
    assert "spans-at-home:" not in run(tmp_path, "lookup", "marzipan").stdout
    rules = folder / "rules.yaml"
    rules.write_text(rules.read_text("utf-8").replace("    title: ", "    title: Marzipan, ", 1), "utf-8")
    assert "spans-at-home:" in run(tmp_path, "lookup", "marzipan").stdout


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("handspan", "the id handspan is taken by the game in"),
        ("My Game", "name a game's folder in lower case with _, such as my_game"),
    ],
)
def test_a_folder_with_an_invalid_name_is_reported_and_skipped(
    tmp_path: Path, name: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_of("handspan", tmp_path / name)
    copy_of("bugged", tmp_path / "mine")
    monkeypatch.setenv(OWN_GAMES, str(tmp_path))
    library = Library()
    assert [message in str(broken) for broken in library.broken] == [True]
    assert {"handspan", "mine"} <= {game.id for game in library.open_all()}


def test_the_id_of_an_invalid_folder_is_explained_in_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_of("handspan", tmp_path / "My Game")
    monkeypatch.setenv(OWN_GAMES, str(tmp_path))
    with pytest.raises(BrainbugError, match="name a game's folder"):
        open_game("My Game")


def test_a_folder_that_does_not_exist_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_GAMES, str(tmp_path / "away"))
    (broken,) = Library().broken
    assert str(broken).startswith(f"BRAINBUG_GAMES: not a folder: {tmp_path / 'away'}")
    assert open_game("handspan").id == "handspan"


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A folder with one game, whose first rule names a document that the game does not have."""
    rules = copy_of("handspan", tmp_path / "own" / "spans_at_home") / "rules.yaml"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("document: handspan", "document: nothing", 1), "utf-8")
    return tmp_path / "own"


EVERY_GAME = [("games",), ("lookup", "airlock"), ("coverage",), ("show", "random-panic")]


@pytest.mark.parametrize("command", EVERY_GAME, ids=lambda command: command[0])
def test_a_broken_game_gives_one_warning_and_other_games_still_work(
    broken: Path, command: tuple[str, ...]
) -> None:
    for _ in range(2):
        done = run(broken, *command)
        assert done.returncode == 0, done.stderr
        (warning,) = done.stderr.splitlines()
        assert warning.startswith(
            "warning: the game spans-at-home cannot be opened: spans_at_home/rules.yaml:"
        )
        assert "BB015 no document `nothing`" in warning
        assert done.stdout


def test_an_export_of_all_games_skips_a_broken_one(broken: Path, tmp_path: Path) -> None:
    done = run(broken, "export", "--to", "sqlite", str(tmp_path / "rules.db"))
    assert done.returncode == 0, done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_broken_game_that_is_asked_for_lists_its_defects(broken: Path) -> None:
    done = run(broken, "show", "spans-at-home:table/blasts")
    assert done.returncode == 2
    assert "BB015 no document `nothing`" in done.stderr
    assert "warning" not in done.stderr


def test_a_scenario_of_a_broken_game_gets_one_finding_at_its_name(broken: Path, tmp_path: Path) -> None:
    shipped = next(Path("scenarios/handspan").glob("*.yaml"))
    own = tmp_path / "own.yaml"
    text = shipped.read_text("utf-8")
    own.write_text(text.replace("game: handspan", "game: spans-at-home"), "utf-8")
    done = run(broken, "lint", str(own), str(shipped), "--format", "concise")
    assert done.returncode == 1
    finding = done.stdout.splitlines()[0]
    assert finding.startswith(f"{own}:")
    assert "BB015 the game spans-at-home cannot be opened: spans_at_home/rules.yaml:" in finding
