"""The worked examples of the books, run by one command, and the commands that entries suggest."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from soak import every, times

from builder.cli.main import brainbug
from rulesdb import open_game
from rulesdb.description import describe
from rulesdb.library import game_folders


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(brainbug, ["example", *args])
    return result.exit_code, result.output


def test_the_example_of_decompression_ends_as_the_book_says() -> None:
    code, output = run("bug-hunter:procedure/decompression")
    assert code == 0
    assert "  5 corridor 1210/3, room 1111/3, room 1212/3, room 1311/3\nevery result is as stated" in output


def test_a_result_that_differs_is_shown_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulesdb.games.handspan import procedures

    monkeypatch.setattr(procedures.wound, "__doc__", ">>> 1 + 1\n3")
    code, output = run("handspan:procedure/wound", "--json")
    assert code == 1
    [worked] = json.loads(output)["examples"]
    assert worked["steps"] == [{"code": "1 + 1", "stated": "3", "result": "2"}]


def test_without_an_id_all_examples_are_listed() -> None:
    code, output = run()
    assert code == 0
    assert "bug-hunter:procedure/decompression " in output
    assert "bug-hunter:rule/304.1" not in output


def test_an_entry_without_an_example_is_refused_with_the_way_to_list_all() -> None:
    code, output = run("bug-hunter:rule/304.2")
    assert (code, output) == (1, "") or "brainbug example" in output


@pytest.mark.soak
@pytest.mark.parametrize("game", game_folders())
def test_every_command_that_an_entry_suggests_has_a_result(game: str) -> None:
    ruleset = open_game(game)
    commands = filter(None, (describe(entry, ruleset).command for entry in ruleset.all_entries.values()))
    failed = []
    for command in every(times(5, 1), [*commands]):
        program, *args = shlex.split(command)
        assert Path(program).name == "brainbug"
        result = CliRunner().invoke(brainbug, args)
        if result.exit_code or not result.output.strip():
            failed.append((command, str(result.exception), result.output))
    assert failed == []
