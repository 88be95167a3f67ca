"""The cached index, and what happens if it cannot be cached."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from toy_game import HEAD, TERM

from rulesdb import Library, game_folders
from rulesdb.cache.files import VARIABLE, cache_folder, fingerprint
from rulesdb.search import Index
from rulesdb.search.cache import ask_games


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with one small game."""
    folder = tmp_path / "games" / "toy"
    folder.mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(HEAD, encoding="utf-8")
    (folder / "terms.yaml").write_text(TERM.replace("WORD", "Old."), encoding="utf-8")
    return folder.parent


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder


def library(games: Path) -> Library:
    """The games of a folder in their current state."""
    return Library(game_folders(games))


def text_of_zorn(index: Index) -> str:
    return index.find(["zorn"]).matches[0].snippet.plain


def index_files(cache: Path) -> list[Path]:
    return sorted(cache.glob("lookup-*"))


def fills_index(library: Library) -> bool:
    """Whether a question fills an index, and does not read the cached one."""
    filled: list[Index] = []
    with pytest.MonkeyPatch.context() as patch:
        make = Index.of
        patch.setattr(Index, "of", lambda games: filled.append(make(games)) or filled[-1])
        ask_games(lambda index: index.find(["x"]), library)
    return bool(filled)


def test_the_first_query_caches_the_index_and_the_second_reads_it(games: Path, cache: Path) -> None:
    assert fills_index(library(games))
    (first,) = index_files(cache)
    assert not fills_index(library(games))
    assert index_files(cache) == [first]
    assert ask_games(text_of_zorn, library(games)) == "Old."


def test_changed_data_is_indexed_again(games: Path, cache: Path) -> None:
    assert ask_games(text_of_zorn, library(games)) == "Old."
    (games / "toy" / "terms.yaml").write_text(TERM.replace("WORD", "Newer."), encoding="utf-8")
    assert ask_games(text_of_zorn, library(games)) == "Newer."
    (games / "toy" / "more.yaml").write_text(TERM.replace("zorn", "b").replace("Zorn", "B"), encoding="utf-8")
    assert ask_games(lambda index: index.find(["b"], kind="term").total, library(games)) == 1
    assert len(index_files(cache)) == 3


def test_a_fingerprint_changes_with_size_time_and_name(games: Path) -> None:
    path = games / "toy" / "terms.yaml"
    seen = {fingerprint([games])}
    os.utime(path, ns=(1, 1))
    seen.add(fingerprint([games]))
    path.write_text(TERM.replace("WORD", "Longer."), encoding="utf-8")
    os.utime(path, ns=(1, 1))
    seen.add(fingerprint([games]))
    path.rename(path.with_name("term.yaml"))
    seen.add(fingerprint([games]))
    assert len(seen) == 4
    assert fingerprint([games]) in seen


def test_old_indexes_are_deleted(games: Path, cache: Path) -> None:
    for number in range(8):
        (games / "toy" / "terms.yaml").write_text(TERM.replace("WORD", "A" * number + "."), encoding="utf-8")
        assert ask_games(text_of_zorn, library(games)) == "A" * number + "."
    assert len(index_files(cache)) == 4


def overwrite_middle(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 64] = bytes(64)
    path.write_bytes(data)


def replace_by_database(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE entry (number)")
    other.close()


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"no database"),
        lambda path: path.write_bytes(path.read_bytes()[:-1]),
        lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
        overwrite_middle,
        replace_by_database,
    ],
    ids=["empty", "text", "last byte gone", "half", "middle overwritten", "other database"],
)
def test_a_damaged_index_is_rebuilt(damage: Callable[[Path], object], games: Path, cache: Path) -> None:
    ask_games(text_of_zorn, library(games))
    (path,) = index_files(cache)
    damage(path)
    assert ask_games(text_of_zorn, library(games)) == "Old."
    assert not fills_index(library(games))
    assert index_files(cache) == [path]


def test_a_locked_index_can_still_be_read(games: Path, cache: Path) -> None:
    ask_games(text_of_zorn, library(games))
    (path,) = index_files(cache)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        assert ask_games(text_of_zorn, library(games)) == "Old."
    finally:
        other.close()


def test_a_folder_in_place_of_the_index_file_means_an_index_in_memory(games: Path, cache: Path) -> None:
    ask_games(text_of_zorn, library(games))
    (path,) = index_files(cache)
    path.unlink()
    path.mkdir()
    assert ask_games(text_of_zorn, library(games)) == "Old."
    assert fills_index(library(games))
    assert index_files(cache) == [path]


def test_a_read_only_cache_means_an_index_in_memory(games: Path, cache: Path) -> None:
    cache.write_text("a file where the folder should be", encoding="utf-8")
    assert ask_games(text_of_zorn, library(games)) == "Old."
    assert fills_index(library(games))


def test_concurrent_processes_leave_one_complete_index(cache: Path) -> None:
    command = [sys.executable, "-m", "builder", "lookup", "airlock", "--json"]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)
    ]
    answers = [process.communicate() for process in running]
    assert {errors for _, errors in answers} == {""}
    assert len({answer for answer, _ in answers}) == 1
    assert [path.suffix for path in index_files(cache)] == [".sqlite3"]
    assert not fills_index(Library())


def test_a_cached_index_is_read_without_the_loader(cache: Path) -> None:
    fills_index(Library())
    code = (
        "import sys; from builder.cli.main import main\n"
        "try: main(['lookup', 'airlock'])\n"
        "finally: print([name for name in ('yaml', 'jsonschema', 'rulesdb.load', 'rulesdb.games')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, "HOME/.cache/brainbug"),
        ("linux", {"XDG_CACHE_HOME": "/var/c"}, "/var/c/brainbug"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "HOME/.cache/brainbug"),
        ("linux", {"BRAINBUG_CACHE": "/c", "XDG_CACHE_HOME": "/var/c"}, "/c"),
        ("linux", {"BRAINBUG_CACHE": ""}, "HOME/.cache/brainbug"),
        ("darwin", {}, "HOME/Library/Caches/brainbug"),
        ("win32", {"LOCALAPPDATA": "/Users/ann/AppData/Local"}, "/Users/ann/AppData/Local/brainbug/Cache"),
    ],
)
def test_each_platform_has_its_folder(platform: str, environment: dict[str, str], folder: str) -> None:
    wanted = Path(folder.replace("HOME", str(Path.home())))
    assert cache_folder(environment, platform) == wanted
