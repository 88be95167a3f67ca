"""The user's own games: one folder for each, in a folder that ``BRAINBUG_GAMES`` names."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from processes import brainbug
from soak import every, times
from toy_game import HEAD

from rulesdb import BrainbugError, Library, open_game
from rulesdb.own_code import OWN_GAMES
from rulesdb.shipped import games_folder


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
    for folder in (tmp_path / name, tmp_path / "mine"):
        folder.mkdir()
        (folder / "ruleset.yaml").write_text(HEAD, encoding="utf-8")
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


EVERY_GAME = [("games",), ("lookup", "airlock"), ("coverage",), ("show", "random-panic"), ("show", "table")]


@pytest.mark.soak
@pytest.mark.parametrize("command", every(times(2, 1), EVERY_GAME), ids=" ".join)
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


def test_an_unknown_home_is_one_warning(tmp_path: Path) -> None:
    done = run(Path("~nobody-of-this-name/x"), "games")
    assert "handspan" in done.stdout
    (warning,) = done.stderr.splitlines()
    assert "BRAINBUG_GAMES: not a folder" in warning
    assert done.returncode == 0


PROCEDURE = """\
from rulesdb.procedures import procedure


@procedure("1")
def count(number: int = 1) -> int:
    BODY
"""


@pytest.fixture
def home_game(tmp_path: Path) -> Path:
    """The procedures of a game of the user's own."""
    folder = copy_of("handspan", tmp_path / "own" / "spans_at_home")
    (folder / "procedures.py").write_text(PROCEDURE.replace("BODY", "return number"), encoding="utf-8")
    return folder / "procedures.py"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return 1 // 0", "procedures.py:6: ZeroDivisionError: "),
        ("raise SystemExit(5)", "procedures.py:6: it ends Python (sys.exit)"),
        ("import sys; sys.exit()", "procedures.py:6: it ends Python (sys.exit)"),
        ("return {}['a']", "procedures.py:6: KeyError: 'a'"),
        ("return count(number)", "procedures.py:6: RecursionError: "),
        ("raise type('Odd', (Exception,), {'__str__': lambda self: 5})", "procedures.py:6: Odd"),
        ("raise ValueError('first\\nsecond')", "procedures.py:6: ValueError: first second"),
    ],
)
def test_a_procedure_that_fails_is_reported_with_its_file_and_line(
    toy: Path, body: str, message: str
) -> None:
    toy.write_text(PROCEDURE.replace("BODY", body), encoding="utf-8")
    done = run(toy.parents[1], "resolve", "toy:procedure/count")
    assert f"{toy.parent}/{message}" in done.stderr.replace("\\", "/")
    assert len(done.stderr.splitlines()) == 1
    assert done.returncode == 2


def definition(line: str, marked: str = "@procedure('1')") -> str:
    imports = "from rulesdb.procedures import of_axis, one_of, procedure"
    return f"{imports}\n\n{marked}\n{line}\n    return 1\n"


UNUSABLE = [
    ("def (", "procedures.py:1:5: "),
    ("import sys\nsys.exit(5)\n", "procedures.py:2: it ends Python (sys.exit)"),
    ("1 / 0\n", "procedures.py:1: ZeroDivisionError: "),
    ("import nothing_of_this_name\n", "procedures.py:1: ModuleNotFoundError: "),
    ("text = '\0'\n", "procedures.py:1:1: "),
    ("raise BaseException('odd')\n", "procedures.py:1: BaseException: odd"),
    ("__path__ = 5\n", "procedures.py:1: TypeError: "),
    (definition("def go():", "@procedure(1)"), "procedures.py:3: section=1: use the section"),
    (definition("class Go:\n  def go():"), "procedures.py:3: procedure=<class "),
    (definition("def go(a: 'Nowhere'):"), "procedures.py:3: NameError: "),
    (definition("def go(a):", "@procedure('1', takes={'b': one_of('c')})"), "procedures.py:3: TypeError: "),
    (definition("def go(a):", "@procedure('1', takes={'a': 5})"), "procedures.py:3: takes: 5: use "),
    (
        definition("def go(a):", "@procedure('1', takes={'a': of_axis('b', 'c')})"),
        "procedures.py:3: no table",
    ),
    (definition("def go(a):", "@procedure('1', takes={'a': lambda _: 1 / 0})"), "procedures.py:3: ZeroDiv"),
    (definition("def go(a):", "@procedure('1', takes={'a': lambda _: 5})"), "procedures.py:3: TypeError: "),
    (definition("def go(a):", "@procedure('1', sample=5)"), "procedures.py:3: sample=5: use a text for "),
]
ALL_GAMES = (*EVERY_GAME, ("example",), ("export", "--to", "sqlite", "all.db"))


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """The procedures of the smallest game."""
    folder = tmp_path / "own" / "toy"
    folder.mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(HEAD, encoding="utf-8")
    return folder / "procedures.py"


@pytest.mark.parametrize(("text", "message"), UNUSABLE, ids=[message for _, message in UNUSABLE])
def test_procedures_that_cannot_be_used_are_reported_with_their_file_and_line(
    toy: Path, text: str, message: str
) -> None:
    toy.write_text(text, encoding="utf-8")
    done = run(toy.parents[1], "show", "toy:procedure/go", "--json")
    (line,) = done.stderr.replace("\\", "/").splitlines()
    assert line.startswith(f"brainbug: {toy.parent}/{message}")
    assert done.returncode == 2


def test_procedures_that_are_too_large_are_reported(toy: Path) -> None:
    with toy.open("wb") as file:
        file.truncate(2**25)
    done = run(toy.parents[1], "games")
    (line,) = done.stderr.replace("\\", "/").splitlines()
    assert line.endswith(f"the game toy cannot be used: {toy.as_posix()}:1: it is larger than 16 MiB")
    assert done.returncode == 0


def test_an_input_that_accepts_nothing_is_reported_with_its_game(toy: Path) -> None:
    toy.write_text(definition("def go(a):", "@procedure('1', takes={'a': lambda _: 5})"), encoding="utf-8")
    done = run(toy.parents[1], "games")
    (line,) = done.stderr.replace("\\", "/").splitlines()
    assert line.startswith(f"warning: the game toy cannot be used: {toy.parent}/procedures.py:3: TypeError: ")
    assert done.returncode == 0


@pytest.mark.soak
@pytest.mark.parametrize("command", every(times(3, 1), ALL_GAMES), ids=" ".join)
def test_procedures_that_cannot_be_imported_keep_no_other_game_from_being_used(
    home_game: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    home_game.write_text("1 / 0\n", encoding="utf-8")
    done = brainbug(*command, cwd=tmp_path, env={OWN_GAMES: str(home_game.parents[1])})
    assert done.returncode == 0, done.stderr
    (warning,) = done.stderr.splitlines()
    assert warning.startswith("warning: the game spans-at-home cannot be used: ")
    assert "procedures.py:1: ZeroDivisionError: " in warning
    assert done.stdout


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ("here = []\n    here.append(here)\n    return here", "ValueError: a result that is nested"),
        ("return b'text'", "TypeError: a result with b'text'; use numbers, texts"),
        ("return float('nan')", "ValueError: a result with the number nan"),
        ("return 10**5000", "ValueError: a result with the number "),
        ("return {1, 'a'}", "TypeError: "),
        ("yield 1", "TypeError: a result with <generator"),
    ],
)
def test_a_result_that_cannot_be_printed_is_reported_with_its_procedure(
    toy: Path, result: str, message: str
) -> None:
    toy.write_text(PROCEDURE.replace("BODY", result), encoding="utf-8")
    for option in ((), ("--json",)):
        done = run(toy.parents[1], "resolve", "toy:procedure/count", *option)
        (line,) = done.stderr.replace("\\", "/").splitlines()
        assert line.startswith(f"brainbug: {toy.parent}/procedures.py:4: {message}")
        assert done.returncode == 2


def test_procedures_through_the_api_raise_an_error_of_brainbug(
    home_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "import rulesdb\n"
        "count = rulesdb.open_game('spans-at-home').procedure('count')\n"
        "for call in (count, count.resolve):\n"
        "    try: call()\n"
        "    except rulesdb.BrainbugError as error: print(error)\n"
    )
    home_game.write_text(PROCEDURE.replace("BODY", "raise SystemExit(5)"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, OWN_GAMES: str(home_game.parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("procedures.py:6: it ends Python (sys.exit)") == 2


def test_a_link_to_a_missing_procedure_is_reported(home_game: Path) -> None:
    done = run(home_game.parents[1], "lookup", "blasts")
    assert re.search(r"spans_at_home/\S+\.yaml:\d+:\d+: BB015 \S+ links to `procedure/", done.stderr)
    assert len(done.stderr.splitlines()) == 1
    assert "handspan:table/blasts" in done.stdout
    assert done.returncode == 0


def change_unnoticed(path: Path, old: str, new: str) -> None:
    """Change a file, but neither its size nor its time."""
    state = path.stat()
    text = path.read_text("utf-8")
    assert old in text
    assert len(old) == len(new)
    path.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert path.stat().st_mtime_ns == state.st_mtime_ns


def test_changes_of_the_same_size_and_time_take_effect(home_game: Path, tmp_path: Path) -> None:
    own = home_game.parents[1]
    printed = (games_folder() / "handspan" / "procedures.py").read_text("utf-8")
    home_game.write_text(f"{printed}\n\n{PROCEDURE.replace('BODY', 'return number')}", encoding="utf-8")
    assert run(own, "resolve", "spans-at-home:procedure/count").stdout.splitlines()[0].endswith("1")
    change_unnoticed(home_game, "return number", "return 2     ")
    assert run(own, "resolve", "spans-at-home:procedure/count").stdout.splitlines()[0].endswith("2")
    assert not (home_game.parent / "__pycache__").exists()
    head = home_game.with_name("ruleset.yaml")
    assert "Spanhand" not in run(own, "games").stdout
    change_unnoticed(head, "title: Handspan", "title: Spanhand")
    assert "Spanhand" in run(own, "games").stdout


def test_entries_changed_at_the_same_size_and_time_are_indexed_again(tmp_path: Path) -> None:
    rules = copy_of("handspan", tmp_path / "spans_at_home") / "rules.yaml"
    title = next(line for line in rules.read_text("utf-8").splitlines() if "    title: " in line)
    word = "marzipan".ljust(len(title) - len("    title: "), "n")
    assert "spans-at-home:" not in run(tmp_path, "lookup", word).stdout
    change_unnoticed(rules, title, f"    title: {word}")
    assert "spans-at-home:" in run(tmp_path, "lookup", word).stdout


def test_a_supplement_changed_at_the_same_size_and_time_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "more.yaml"
    path.write_text(
        "kind: supplement\ngame: bug-hunter\ntitle: More\nchanges:\n"
        "  - {target: table/activation-chits, reason: Ours., cells: [2, 3, 4, 4, 3, 77]}\n",
        encoding="utf-8",
    )
    command = ("show", "bug-hunter:table/activation-chits", "--supplement", path)
    assert "77" in brainbug(*command).stdout
    change_unnoticed(path, "77", "88")
    assert "88" in brainbug(*command).stdout
