"""Runs every command on the pages of the documentation, and compares its output with the page.

A page is run from top to bottom, in one shell, in a folder with ``scenarios``, ``examples`` and
``docs/examples``:

- ``console`` blocks have commands after ``$``, and their output; ``...`` stands for text that varies: for any
  number of lines if it is on a line of its own, otherwise for any characters;
- commands of ``sh`` blocks must succeed, and so must those of comments ``% run:``, which readers do not see;
  if several of a page print or play, only ``make soak`` runs them all, and otherwise the first shows that it
  works, and the others that their options exist;
- a ``code-block`` with a ``:caption:`` becomes a file of that name; a ``diff`` changes that file;
  a ``literalinclude`` copies a file of the documentation to the file of its ``:caption:``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from processes import client
from soak import WHOLE

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    page
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
    if not {"reference", "_build"} & set(page.relative_to(ROOT).parts)
)
# Set-up that would change this machine, and programs of other projects.
LEFT_OUT = ("pip install", "pipx ", "uvx ", "make ", ".venv/bin/pre-commit", "datasette ", "code ")
# These are interactive, build the whole site or play hundreds of games, which other tests cover; here they
# only have to exist.
UNFIT = (
    *("brainbug browse", "brainbug lsp", "brainbug studio", "brainbug watch", "brainbug balance"),
    *("brainbug docs open", "brainbug docs build"),
)
# These take long.
SLOW = ("brainbug build ", "brainbug print ", "brainbug playtest ")
# Only displayed or written to files, not run; Python is in a file or a doctest.
DISPLAY_ONLY = {"yaml", "toml", "json", "lua", "elisp", "text", "md", "rst", "html", "ini"}
_BLOCK = re.compile(
    r"^(?P<fence>`{3,})(?P<kind>[^\n`]*)\n(?P<body>.*?)^(?P=fence)$|^% run: (?P<run>[^\n]+)$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Command:
    """One command; ``shown`` is its expected output, or None if it only has to succeed."""

    text: str
    output: str | None
    line: int


@dataclass(frozen=True)
class Written:
    """A file that the page tells readers to write, or a change to one."""

    name: str
    text: str
    is_change: bool
    line: int


def steps(page: str, folder: Path) -> Iterator[Command | Written]:
    """The steps of a page in a folder."""
    tried: set[str] = set()
    for block in _BLOCK.finditer(page):
        line = page.count("\n", 0, block.start()) + 1
        if block["run"]:
            yield Command(block["run"], None, line)
            continue
        kind, body = block["kind"].strip(), block["body"]
        if kind == "console":
            yield from _transcript(body, line)
        elif kind == "sh":
            for command in commands_of(body, tried):
                yield Command(fewer_games(command), None, line)
        elif kind.startswith("{literalinclude}"):
            name = kind.split()[1]
            caption = re.search(r"^:caption: (\S+)$", body, re.MULTILINE)
            text = (folder / name).read_text(encoding="utf-8")
            yield Written(caption[1] if caption else name, text, False, line)
        elif kind.startswith("{code-block}") and (caption := re.match(r":caption: (\S+)\n+", body)):
            yield Written(caption[1], body[caption.end() :], kind.endswith(" diff"), line)


def commands_of(block: str, tried: set[str]) -> Iterator[str]:
    """The commands of a block, with ``--help`` where their options only have to exist.

    ``tried`` has the slow ones that the page has run before.
    """
    for command in block.replace("\\\n", " ").splitlines():
        if command.strip() and not command.startswith(LEFT_OUT):
            slow = next((name for name in SLOW if command.startswith(name)), "")
            exists = command.startswith(UNFIT) or (slow in tried and not WHOLE)
            tried |= {slow} - {""}
            yield f"{command.partition('#')[0]} --help" if exists else command


def fewer_games(command: str) -> str:
    """The command with two games in place of hundreds; it shows that the options and files exist.

    Those that play again with every other choice or player do so only in ``make soak``.

    >>> fewer_games("brainbug playtest lift.yaml --games 200 -o tests")
    'brainbug playtest lift.yaml --games 2 -o tests'
    """
    if not command.startswith("brainbug playtest "):
        return command
    fewer = re.sub(r"(--(?:games|weigh|skill)) [0-9]+", r"\1 2", command)
    if not WHOLE:
        fewer = re.sub(r" --(?:weigh|skill) 2", "", fewer)
    return fewer if "--games" in fewer else f"{fewer} --games 2"


def _transcript(body: str, line: int) -> Iterator[Command]:
    parts = re.split(r"^\$ ", body, flags=re.MULTILINE)
    assert not parts[0].strip(), f"line {line}: a console block begins with a command after $"
    for part in parts[1:]:
        command, _, output = part.replace("\\\n", " ").partition("\n")
        yield Command(command, output, line)


def changed(text: str, change: str) -> str:
    """A text after a change whose lines begin with a space, ``-`` or ``+``."""
    lines = change.rstrip().splitlines()
    before = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    assert text.count(before) == 1, f"{text.count(before)} places for the change:\n{change}"
    return text.replace(before, after)


def matches(expected: str, printed: str) -> bool:
    """Whether the output of a command matches the page."""
    pattern = re.escape(expected.strip() + "\n")
    pattern = re.sub(r"(?m)^\\\.\\\.\\\.(?:\\)?\n", r"(?:.*\\n)*?", pattern).replace(r"\.\.\.", ".*")
    return re.fullmatch(pattern, printed.strip() + "\n") is not None


class Shell:
    """A shell that keeps its folder and variables from command to command."""

    def __init__(self, folder: Path, config: Path) -> None:
        environment = {
            **os.environ,
            "BRAINBUG_CONFIG": str(config),
            "COLUMNS": "80",
            "LC_ALL": "C.UTF-8",
            "NO_COLOR": "1",
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        }
        commands, self._commands = os.pipe()
        self._bash = subprocess.Popen(
            ["bash", f"/dev/fd/{commands}"], cwd=folder, env=environment, pass_fds=(commands,),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        os.close(commands)
        self.run(f'brainbug() {{ {client()} "$@"; }}')

    def run(self, command: str) -> tuple[str, int]:
        """The output of a command, including errors, and its exit status."""
        os.write(self._commands, f"{command}\nprintf '\\036%s\\036' $?\n".encode())
        output = bytearray()
        assert self._bash.stdout is not None
        while output.count(b"\x1e") < 2:
            letter = self._bash.stdout.read1(65536)  # type: ignore[attr-defined]
            assert letter, f"the shell ended in: {command}"
            output += letter
        printed, status, _ = output.decode().split("\x1e")
        return printed, int(status)

    def close(self) -> None:
        os.close(self._commands)
        self._bash.communicate()


def faults(page: str, folder: Path, home: Path = ROOT) -> Iterator[str]:
    """Run the steps of a page of the folder ``home`` in ``folder``; yields the differences from the page."""
    shell = Shell(folder, folder.parent / "config")
    for step in steps(page, home):
        if isinstance(step, Written):
            path = folder / step.name
            path.parent.mkdir(parents=True, exist_ok=True)
            text = changed(path.read_text("utf-8"), step.text) if step.is_change else step.text
            path.write_text(text, encoding="utf-8")
            continue
        printed, status = shell.run(step.text)
        went_well = status == 0 if step.output is None else matches(step.output, printed)
        if not went_well or "Traceback (most" in printed:
            yield f"line {step.line}: {step.text}\nended with {status}, and printed:\n{printed}"
    shell.close()


def has_steps(page: Path) -> bool:
    return any(True for _ in steps(page.read_text(encoding="utf-8"), page.parent))


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here to run the pages' commands")
@pytest.mark.parametrize(
    "page", list(filter(has_steps, PAGES)), ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_commands_on_a_page_print_what_it_shows(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    shutil.copytree(ROOT / "scenarios", folder / "scenarios")
    shutil.copytree(ROOT / "docs" / "examples", folder / "docs" / "examples")
    shutil.copytree(ROOT / "examples", folder / "examples")
    # Pages that build many kits use small scenarios, which a comment selects.
    assert "\n".join(faults(page.read_text(encoding="utf-8"), folder, page.parent)) == ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_all_code_of_a_page_is_run(page: Path) -> None:
    """Python code is in doctests or in files that are used; the rest is only an illustration."""
    text = page.read_text(encoding="utf-8")
    kinds = {block["kind"].strip() for block in _BLOCK.finditer(text) if block["kind"]}
    plain = {kind for kind in kinds if not kind.startswith("{")}
    if page.name == "README.md":
        plain.discard("python")  # run as a doctest by tests/docs/test_readme.py
    assert plain <= DISPLAY_ONLY | {"console", "sh"}
    for block in _BLOCK.finditer(text):
        if (block["kind"] or "").startswith("{code-block} python"):
            assert ":caption:" in block["body"]


# Tests of the runner itself.


def run(page: str, tmp_path: Path) -> list[str]:
    (tmp_path / "here").mkdir(exist_ok=True)
    return list(faults(page, tmp_path / "here"))


def test_a_correct_transcript_passes_and_a_wrong_one_is_reported_with_its_line(tmp_path: Path) -> None:
    assert run("```console\n$ echo one; echo two\none\ntwo\n```\n", tmp_path) == []
    (fault,) = run("text\n\n```console\n$ echo one; echo two\none\n```\n", tmp_path)
    assert fault.startswith("line 3: echo one; echo two\n")
    assert "two" in fault


@pytest.mark.parametrize(
    ("expected", "printed", "fits"),
    [
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a\n...\nd\n", "a\nd\n", True),
        ("a\n...\n", "a\nb\n", True),
        ("took ... s\n", "took 3.5 s\n", True),
        ("took ... s\n", "took 3\n5 s\n", False),
        ("a.c\n", "abc\n", False),
        ("a\n", "a\nb\n", False),
    ],
)
def test_three_dots_stand_for_lines_or_letters(expected: str, printed: str, fits: bool) -> None:
    assert matches(expected, printed) is fits


def test_files_and_variables_persist_to_the_end_of_the_page(tmp_path: Path) -> None:
    page = """
% run: mkdir deep
```{code-block} text
:caption: deep/note.txt
one
two
```
```{code-block} diff
:caption: deep/note.txt
 one
-two
+three
```
```sh
cd deep
export WORD=four
```
```console
$ cat note.txt; echo $WORD
one
three
four
```
"""
    assert run(page, tmp_path) == []


def test_a_command_without_shown_output_must_succeed(tmp_path: Path) -> None:
    (fault,) = run("```sh\ntrue   # well\nfalse\n```\n", tmp_path)
    assert "line 1: false\nended with 1" in fault
