"""Rules about the code."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesdb import game_folders, open_game

ROOT = Path(__file__).resolve().parent.parent
_HOMES = ("builder/games", "rulesdb/games")

# Symbols of drawings, words of a catalog, spellings of units and results of tables that happen to be equal to
# the slug of an entry.
_NOT_ENTRIES = {"hand-span", "high-wall", "no-effect", "victory-points"}


def _names_of_entries() -> set[str]:
    """Ids of games, and unmistakable names of their entries: keys, and slugs of several words."""
    games = [open_game(game) for game in game_folders()]
    entries = [entry for game in games for entry in game.all_entries.values()]
    hyphenated = {entry.slug for entry in entries if "-" in entry.slug}
    return {game.id for game in games} | {entry.key for entry in entries} | hyphenated


def _literals(source: str) -> Iterator[tuple[int, str]]:
    """The strings in Python code, without docstrings, and the names in ``table("…")`` and similar calls."""
    tree = ast.parse(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def _named(source: str) -> Iterator[tuple[int, str]]:
    """The names in ``game.table("…")``, ``game.procedure("…")`` and comparisons of a slug."""
    for node in ast.walk(ast.parse(source)):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            parts = node.args[:1] if node.func.attr in ("table", "procedure") else []
        elif isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute):
            parts = node.comparators if node.left.attr == "slug" else []
        for part in parts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.lineno, part.value


def test_only_the_folders_of_a_game_know_its_title() -> None:
    titles = [open_game(game).title for game in game_folders()]
    texts = [
        (path.relative_to(ROOT).as_posix(), text)
        for package in ("builder", "rulesdb")
        for path in sorted((ROOT / package).rglob("*.py"))
        if not path.relative_to(ROOT).as_posix().startswith(_HOMES)
        for _, text in _literals(path.read_text("utf-8"))
    ]
    assert [(place, text) for place, text in texts if any(title in text for title in titles)] == []


def test_only_the_folders_of_a_game_know_its_id_and_its_entries() -> None:
    names = _names_of_entries()
    violations = []
    for package in ("builder", "rulesdb"):
        for path in sorted((ROOT / package).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            if place.startswith(_HOMES):
                continue
            source = path.read_text("utf-8")
            literals = [item for item in _literals(source) if item[1].partition(":")[0] in names]
            # A writer of tables also has a method `table`, but its first argument is not a string.
            literals += [item for item in _named(source) if item[1] not in names]
            violations += [f"{place}:{line}: {text!r}" for line, text in literals if text not in _NOT_ENTRIES]
    assert violations == []


# Kinds of map.

_KINDS_OF_MAP = {"HexMap", "LandMap", "TableMap", "DotsMap"}


def _kinds_tested(source: str) -> Iterator[int]:
    """The lines that test the kind of a map."""
    for node in ast.walk(ast.parse(source)):
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if is_call and node.func.id == "isinstance":
            kinds = {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
            if kinds & _KINDS_OF_MAP:
                yield node.lineno


def test_only_boards_and_drawings_of_maps_know_a_kind_of_map() -> None:
    tested = [
        f"{path.relative_to(ROOT).as_posix()}:{line}"
        for path in sorted((ROOT / "builder").rglob("*.py"))
        if not path.relative_to(ROOT / "builder").as_posix().startswith(("boards/", "draw/maps/"))
        for line in _kinds_tested(path.read_text("utf-8"))
    ]
    assert tested == []


# Files of users.

# They read files that come with brainbug, that it has made itself, or that are code.
_READ_NO_FILES_OF_USERS = (
    "builder/browse/", "builder/publish/", "builder/scenario/start/copies.py",
    "builder/exchange/sqlite/file.py", "builder/report/",
    "builder/press/kit/folder.py", "builder/press/preflight/colors.py", "rulesdb/cache/", "rulesdb/files/",
    "rulesdb/load.py", "rulesdb/schemas/", "rulesdb/search/",
)  # fmt: skip


def _unbounded(source: str) -> Iterator[tuple[int, str]]:
    """Calls that read a file whatever it is, or that fail for a link to itself."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name, of = node.func.attr, ast.unparse(node.func.value)
            is_resolve = name == "resolve" and not node.args + node.keywords and of != "Path(__file__)"
            if name in ("read_text", "read_bytes", "rglob") or is_resolve:
                yield node.lineno, f"{of}.{name}()"


def test_files_of_users_are_read_and_found_in_one_way() -> None:
    calls = [
        f"{place}:{line}: {text}"
        for package in ("builder", "rulesdb")
        for path in sorted((ROOT / package).rglob("*.py"))
        if not (place := path.relative_to(ROOT).as_posix()).startswith(_READ_NO_FILES_OF_USERS)
        for line, text in _unbounded(path.read_text("utf-8"))
    ]
    assert calls == []


# They write into what `rulesdb.files.writing` or `builder.press.kit.folder` gives them, into a temporary
# folder, the folders of a Sphinx project, or the schemas of a checkout.
_WRITE = {
    "builder/cli/new.py", "builder/cli/supplement.py", "builder/draw/surface/fonts/font_tables.py",
    "builder/exchange/sharing.py",
    "builder/press/kit/output.py", "builder/publish/generated_files.py", "builder/publish/kits.py",
    "builder/publish/search/page.py",
    "rulesdb/files/writing.py", "rulesdb/schemas/layout.py",
}  # fmt: skip


def test_files_are_written_in_one_way() -> None:
    places = {
        path.relative_to(ROOT).as_posix()
        for package in ("builder", "rulesdb")
        for path in (ROOT / package).rglob("*.py")
        if any(f".{name}(" in path.read_text("utf-8") for name in ("write_text", "write_bytes"))
    }
    assert places == _WRITE


# Sizes and names of modules. A folder that is listed is over the limit and has to shrink; none may be added.

MAX_LINES = 500
MAX_MODULES = 22
_FULL: set[str] = set()
_NAMELESS = {"utils", "util", "helpers", "helper", "common", "misc", "shared"}
MODULES = [
    path for folder in ("builder", "rulesdb", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")
]


def test_no_module_is_too_long() -> None:
    lengths = {path: path.read_text("utf-8").count("\n") for path in MODULES}
    long = {path.relative_to(ROOT).as_posix() for path, lines in lengths.items() if lines > MAX_LINES}
    assert long == set()


def test_no_folder_has_too_many_modules_side_by_side() -> None:
    counts = Counter(
        path.parent.relative_to(ROOT).as_posix() for path in MODULES if path.name != "__init__.py"
    )
    packages = {folder: count for folder, count in counts.items() if not folder.startswith("tests")}
    assert {folder for folder, count in packages.items() if count > MAX_MODULES} == _FULL


def test_every_module_and_folder_is_named_for_what_it_holds() -> None:
    assert [path for path in MODULES if _NAMELESS & {path.stem, *path.relative_to(ROOT).parts}] == []


@pytest.fixture(scope="module")
def shared() -> None:
    """A fixture that a process creates once."""


def test_tests_that_share_a_fixture_run_in_one_process(shared: None, request: pytest.FixtureRequest) -> None:
    if not hasattr(request.config, "workerinput"):
        pytest.skip("needs several processes of pytest-xdist")
    assert request.node.nodeid.endswith("@tests/test_house.py")
