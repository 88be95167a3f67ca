"""A cached game equals the loaded game, and a defective cache file has no effect."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesdb import Library, Ruleset, UnknownEntry, game_folders, load, open_game
from rulesdb.cache import games as game_cache
from rulesdb.cache.files import VARIABLE, digest_of
from rulesdb.cache.games import GameCache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder


def compiled(game: str) -> Ruleset:
    """A game from its files."""
    return Library(cache=GameCache(is_used=False)).open(game)


@pytest.mark.parametrize("game", game_folders())
def test_a_cached_game_equals_the_loaded_game(game: str, cache: Path) -> None:
    loaded = compiled(game)
    open_game(game)
    assert len(list(cache.glob(f"game-{game}-*.pickle"))) == 1
    cached = open_game(game)
    assert cached is not loaded
    assert cached.entries == loaded.entries
    assert cached.references == loaded.references
    for slug, table in loaded.tables.items():
        other = cached.table(slug)
        assert [(at, cell.value) for at, cell in other.cells()] == [
            (at, cell.value) for at, cell in table.cells()
        ]
    assert [entry.id for entry in cached.of_kind("procedure")] == [
        entry.id for entry in loaded.of_kind("procedure")
    ]


def test_a_cached_game_is_read_without_the_loader(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = open_game("handspan")

    def fail(folder: Path, *_: object) -> None:
        raise AssertionError(f"{folder} was loaded again")

    monkeypatch.setattr(load, "load_ruleset", fail)
    assert open_game("handspan").title == first.title


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda path: path.write_bytes(path.read_bytes()[:-20]), id="cut off"),
        pytest.param(lambda path: path.write_bytes(b""), id="empty"),
        pytest.param(lambda path: path.write_bytes(b"\x80" + path.read_bytes()[1:-1] + b"x"), id="changed"),
        pytest.param(lambda path: path.chmod(0o666), id="open to others"),
        pytest.param(lambda path: path.parent.chmod(0o777), id="in a folder open to others"),
    ],
)
def test_a_damaged_cached_game_is_loaded_again(
    cache: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], object]
) -> None:
    title = open_game("handspan").title
    (path,) = cache.iterdir()
    damage(path)
    assert open_game("handspan").title == title
    assert open_game("handspan").title == title


def test_a_read_only_cache_is_ignored(cache: Path) -> None:
    cache.write_text("a file where the folder should be", encoding="utf-8")
    assert open_game("handspan").title == compiled("handspan").title


def test_without_a_cache_folder_a_game_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_cache, "cache_folder", lambda: None)
    assert open_game("handspan").title == compiled("handspan").title


def test_an_unknown_game_is_rejected_and_not_cached(cache: Path) -> None:
    with pytest.raises(UnknownEntry):
        open_game("hand-span")
    assert not cache.exists()


class Trap:
    """Unpickling it would create a file."""

    def __init__(self, call: Callable[..., object], *args: object) -> None:
        self.call, self.args = call, args

    def __reduce__(self) -> tuple[object, ...]:
        return self.call, self.args


@pytest.mark.parametrize(
    "call", [Path.touch, os.mkdir, exec, game_cache.write_cached], ids=lambda call: call.__name__
)
def test_a_planted_pickle_does_nothing(cache: Path, tmp_path: Path, call: Callable[..., object]) -> None:
    title = open_game("handspan").title
    (path,) = cache.iterdir()
    trapped = tmp_path / "trapped"
    args: tuple[object, ...] = {
        exec: (f"open({str(trapped)!r}, 'w')",),
        game_cache.write_cached: (b"", trapped, "x", 1),
    }.get(call, (trapped,))
    data = pickle.dumps(Trap(call, *args))
    path.write_bytes(data + digest_of(data))
    assert open_game("handspan").title == title
    assert not trapped.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="this system does not show who may write to a file")
@pytest.mark.parametrize("way", ["link", "folder of others", "file of others"])
def test_files_that_others_could_write_are_not_read(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    open_game("handspan")
    (path,) = cache.iterdir()
    if way == "link":
        path.rename(tmp_path / "elsewhere")
        path.symlink_to(tmp_path / "elsewhere")
    else:
        folder = path if way == "file of others" else cache
        own = folder.stat()
        theirs = os.stat_result((own.st_mode, 0, 0, 1, os.getuid() + 1, *own[5:]))
        if way == "file of others":
            monkeypatch.setattr(os, "fstat", lambda file: theirs)
        else:
            monkeypatch.setattr(Path, "stat", lambda path, **_: theirs)
    assert game_cache._read_own(path) is None


def test_only_the_owner_can_access_the_cache_folder(cache: Path) -> None:
    before = os.umask(0)
    try:
        open_game("handspan")
    finally:
        os.umask(before)
    assert not cache.stat().st_mode & 0o077 or sys.platform == "win32"
