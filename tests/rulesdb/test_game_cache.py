"""A cached game equals the loaded game, and a defective cache file has no effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from rulesdb import Library, Ruleset, UnknownEntry, game_folders, load, open_game
from rulesdb.cache import games as game_cache
from rulesdb.cache.files import VARIABLE
from rulesdb.cache.games import GameCache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder


def compiled(game: str) -> Ruleset:
    """A game from its files."""
    return Library(cache=GameCache(is_used=False)).open(game)


def types_in(value: object) -> object:
    """The type of a value and of all that it contains."""
    parts: Iterable[object] = ()
    if is_dataclass(value):
        parts = (getattr(value, field.name) for field in fields(value))
    elif isinstance(value, Mapping):
        parts = value.values()
    elif isinstance(value, list | tuple):
        parts = value
    return type(value), [types_in(part) for part in parts]


@pytest.mark.parametrize("game", game_folders())
def test_a_cached_game_equals_the_loaded_game(game: str, cache: Path) -> None:
    loaded = compiled(game)
    open_game(game)
    assert len(list(cache.glob(f"game-{game}-*.json"))) == 1
    cached = open_game(game)
    assert cached is not loaded
    assert cached == loaded
    assert types_in(cached) == types_in(loaded)
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
