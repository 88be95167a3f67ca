"""Whatever is done to the files of the cache, the results are those of a computer without a cache."""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from soak import times
from toy_game import HEAD, TERM

from builder.draw.surface.fonts.font_files import font_subset, letter_widths
from builder.draw.surface.type import REGULAR
from rulesdb import BrainbugError, Library, Ruleset, game_folders
from rulesdb.cache import private
from rulesdb.cache.files import VARIABLE, clear_old, read_cached, write_cached
from rulesdb.cache.plain import NotPlain, game_from_json, plain_json
from rulesdb.cache.signature import SIGNATURE_SIZE, key_file
from rulesdb.search.cache import ask_games

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows reports neither owners nor modes")
TOY = {"ruleset.yaml": HEAD, "terms.yaml": TERM.replace("WORD", "Old.")}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder, with a key of its own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(VARIABLE, str(folder))
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "state"))
    return folder


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with one small game."""
    folder = tmp_path / "games"
    (folder / "toy").mkdir(parents=True)
    for name, text in TOY.items():
        (folder / "toy" / name).write_text(text, encoding="utf-8")
    return folder


def open_toy(games: Path) -> Ruleset:
    return Library(game_folders(games)).open("toy")


def look_up_zorn(games: Path) -> object:
    return ask_games(lambda index: index.find(["zorn"]), Library(game_folders(games)))


def widths(games: Path) -> object:
    return letter_widths(REGULAR.path)


def subset(games: Path) -> object:
    return font_subset(REGULAR.path, "Dea")


# What reads each kind of cached file, by the beginning of its name.
READERS: dict[str, Callable[[Path], object]] = {
    "game-": open_toy,
    "lookup-": look_up_zorn,
    "letters-": widths,
    "font-": subset,
}


def change_text(path: Path) -> None:
    """Change data as somebody would who knows everything about the file but the key."""
    data = path.read_bytes()[:-SIGNATURE_SIZE]
    half = len(data) // 2
    data = data[:half] + bytes([data[half] ^ 1]) + data[half + 1 :]
    path.write_bytes(data + hashlib.blake2b(data, digest_size=SIGNATURE_SIZE).digest())


def take_from_elsewhere(path: Path) -> None:
    """Have a file, with its whole folder, that brainbug wrote for somebody else."""
    key = key_file()
    assert key is not None
    key.write_bytes(bytes(reversed(key.read_bytes())))


def swap(path: Path) -> None:
    """Give a file the place of another."""
    other = path.with_name("other")
    write_cached(b"other", other, "other", 1)
    other.replace(path)


def link(path: Path) -> None:
    target = path.parent.parent / "elsewhere"
    path.rename(target)
    path.symlink_to(target)


def make_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def make_large(path: Path) -> None:
    with path.open("ab") as file:
        file.truncate(private.MAX_SIZE + 1)


ATTACKS = [
    pytest.param(lambda path: path.write_bytes(b""), id="empty"),
    pytest.param(lambda path: path.write_bytes(path.read_bytes()[:-1]), id="cut off"),
    pytest.param(change_text, id="changed"),
    pytest.param(take_from_elsewhere, id="from elsewhere"),
    pytest.param(swap, id="another file"),
    pytest.param(make_large, id="large"),
    pytest.param(link, id="link", marks=POSIX),
    pytest.param(make_pipe, id="pipe", marks=POSIX),
    pytest.param(lambda path: path.chmod(0o620), id="group writes", marks=POSIX),
    pytest.param(lambda path: path.chmod(0o602), id="others write", marks=POSIX),
]


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_cached_file_that_is_not_as_brainbug_wrote_it_is_rebuilt(
    games: Path, cache: Path, kind: str, attack: Callable[[Path], object]
) -> None:
    read = READERS[kind]
    result = read(games)
    (path,) = cache.glob(f"{kind}*")
    data = read_cached(path)
    attack(path)
    assert read_cached(path) is None
    assert read(games) == result
    assert read_cached(path) == data


@POSIX
@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("way", ["folder open to others", "folder of others", "file of others"])
def test_what_others_could_have_written_is_not_read(
    games: Path, cache: Path, kind: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = READERS[kind](games)
    (path,) = cache.glob(f"{kind}*")
    own = cache.stat() if way == "folder of others" else path.stat()
    theirs = os.stat_result((own.st_mode, 0, 0, 1, os.getuid() + 1, *own[5:]))
    if way == "folder open to others":
        cache.chmod(0o770)
    else:
        changed, name = (path, "lstat") if way == "file of others" else (cache, "stat")
        real = getattr(Path, name)
        monkeypatch.setattr(Path, name, lambda self, **how: theirs if self == changed else real(self, **how))
    assert read_cached(path) is None
    assert READERS[kind](games) == result


@POSIX
def test_a_folder_that_others_can_write_to_gets_no_files(games: Path, cache: Path) -> None:
    cache.mkdir()
    cache.chmod(0o770)
    for read in READERS.values():
        read(games)
    assert list(cache.iterdir()) == []


@POSIX
def test_only_the_user_can_access_cached_files_and_the_key(games: Path, cache: Path) -> None:
    before = os.umask(0)
    try:
        for read in READERS.values():
            read(games)
    finally:
        os.umask(before)
    key = key_file()
    assert key is not None
    paths = [cache, *cache.iterdir(), key.parent, key]
    assert {path.stat().st_mode & 0o077 for path in paths} == {0}
    assert len(paths) == len(READERS) + 3


@POSIX
def test_a_key_that_others_can_read_is_replaced(cache: Path) -> None:
    write_cached(b"old", cache / "a", "a", 1)
    key = key_file()
    assert key is not None
    old = key.read_bytes()
    key.chmod(0o604)
    assert read_cached(cache / "a") is None
    write_cached(b"new", cache / "a", "a", 1)
    assert read_cached(cache / "a") == b"new"
    assert key.read_bytes() != old


def test_without_a_place_for_the_key_nothing_is_cached(games: Path, cache: Path, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be", encoding="utf-8")
    assert [read(games) for read in READERS.values()] == [read(games) for read in READERS.values()]
    assert not cache.exists() or list(cache.iterdir()) == []


def test_files_of_the_user_in_the_cache_folder_stay(cache: Path) -> None:
    cache.mkdir()
    own = ["font-of-mine.ttf", "font-0123456789abcdef01234567", "font-notes-0123456789abcdef01234567.txt"]
    cached = [f"font-{number:024x}.ttf" for number in range(3)]
    for number, name in enumerate([*own, *cached]):
        (cache / name).write_text("", encoding="utf-8")
        os.utime(cache / name, ns=(number, number))
    clear_old(cache, "font-", 1)
    assert {path.name for path in cache.iterdir()} == {*own, cached[-1]}


# Data of games: who has the key can still not name code.


@pytest.fixture
def toy(games: Path) -> Ruleset:
    return open_toy(games)


def test_a_cached_game_names_no_module(toy: Ruleset, games: Path, cache: Path) -> None:
    (path,) = cache.glob("game-*")
    data = read_cached(path)
    assert data is not None
    planted = data.replace(b",null,[]]", b',"antigravity",[]]')
    assert planted != data
    write_cached(planted, path, "game-toy-", 4)
    assert game_from_json(planted).module == "antigravity"
    assert open_toy(games).module is None
    assert "antigravity" not in sys.modules


def test_a_game_under_the_name_of_another_is_compiled_again(toy: Ruleset, games: Path, cache: Path) -> None:
    (path,) = cache.glob("game-*")
    other = plain_json(toy).replace(b'["toy"', b'["yot"', 1)
    write_cached(other, path, "game-toy-", 4)
    assert open_toy(games) == toy


def places(data: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The paths of all parts of some JSON."""
    yield path
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        yield from places(value, (*path, key))


@pytest.mark.parametrize("seed", range(times(40, 4000)))
def test_data_that_are_not_a_game_raise_only_the_errors_that_the_cache_expects(seed: int) -> None:
    rng = random.Random(seed)
    data = json.loads(plain_json(Library().open("bugged")))
    (*path, last) = rng.choice([place for place in places(data) if place])
    part = data
    for key in path:
        part = part[key]
    part[last] = rng.choice([None, True, -1, 10**9, 1.5, "", "1d", "Cell", [], [[]], {}, {"a": []}])
    try:
        game = game_from_json(json.dumps(data).encode())
    except (BrainbugError, LookupError, TypeError, ValueError):
        return
    assert isinstance(game, Ruleset)


@pytest.mark.parametrize(
    "text", [b"", b"[" * 100_000, b"9" * 10_000, b"\xff", b'[{"Provenance": 1}, 2]', b"[1,[]]"]
)
def test_what_is_no_json_of_a_game_raises_only_the_errors_that_the_cache_expects(text: bytes) -> None:
    with pytest.raises((BrainbugError, LookupError, RecursionError, TypeError, ValueError)):
        game_from_json(text)


def test_a_game_that_json_cannot_represent_is_not_cached(toy: Ruleset) -> None:
    entry = toy.entries["term/zorn"]
    object.__setattr__(entry, "facts", {"when": {1: "a"}})
    with pytest.raises(NotPlain):
        plain_json(toy)
