"""The completions that the shell offers, through click's completion protocol."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from processes import brainbug


def offers(shell: str, *words: str) -> list[str]:
    """The values offered for the last of the words after ``brainbug``."""
    line = ["brainbug", *words]
    environment = {"_BRAINBUG_COMPLETE": f"{shell}_complete", "COMP_WORDS": " ".join(line)}
    environment["COMP_CWORD"] = words[-1] if shell == "fish" else str(len(words))
    done = brainbug(env=environment)
    assert done.stderr == ""
    lines = done.stdout.strip().splitlines()
    if shell == "zsh":
        return lines[1::3]
    return [line.partition(",")[2].partition("\t")[0] for line in lines]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_completion_script(shell: str) -> None:
    done = brainbug(env={"_BRAINBUG_COMPLETE": f"{shell}_source"})
    assert f"_BRAINBUG_COMPLETE={shell}_complete" in done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_are_completed(shell: str) -> None:
    assert "resolve" in offers(shell, "res")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_zsh_and_fish_get_complete_words(shell: str) -> None:
    assert offers(shell, "resolve", "bug-hunter:table/random-p") == ["bug-hunter:table/random-panic"]
    assert offers(shell, "resolve", "bug-hunter:table/random-panic", "force=m") == ["force=marine"]


def test_bash_splits_at_colons_and_gets_the_rest() -> None:
    assert offers("bash", "resolve", "bug-hunter", ":", "table/random-p") == ["table/random-panic"]
    assert offers("bash", "show", "bug-hunter", ":", "weapon/machine-p") == ["weapon/machine-pistol"]


def test_bash_splits_at_equals_signs_and_gets_the_rest() -> None:
    assert offers("bash", "resolve", "random-panic", "force", "=", "m") == ["marine"]
    assert offers("bash", "resolve", "random-panic", "force", "=")[:2] == ["colonist", "crew"]
    assert offers("bash", "resolve", "combat-results", "column", "=", "15", ":") == ["1"]


def test_show_completes_all_ids_and_resolve_executable_ones() -> None:
    assert offers("zsh", "show", "bug-hunter:rule/304.2") == ["bug-hunter:rule/304.2"]
    assert offers("zsh", "resolve", "bug-hunter:rule/304.2") == []


def test_a_name_without_its_game_is_offered_if_unambiguous() -> None:
    assert offers("zsh", "resolve", "random-pan") == ["random-panic"]
    assert offers("zsh", "resolve", "ammunition") == []


def test_inputs_are_offered_with_their_values() -> None:
    completions = offers("zsh", "resolve", "random-panic", "")
    assert completions[:4] == ["force=colonist", "force=crew", "force=marine", "force=pred"]
    assert "die=6" in completions


def test_an_input_that_is_given_is_not_offered_again() -> None:
    completions = offers("zsh", "resolve", "random-panic", "force=crew", "d")
    assert completions == [f"die={face}" for face in range(1, 7)]


def test_a_label_with_spaces_is_offered_so_that_it_needs_no_quotes() -> None:
    assert offers("bash", "resolve", "preservation-limits", "about", "=", "ch") == ["chits-in-the-cup"]


def test_inputs_of_procedures_are_offered() -> None:
    assert offers("zsh", "resolve", "bug-hunter:recover", "st") == ["state=wounded", "state=incapacitated"]
    assert offers("zsh", "resolve", "bug-hunter:recover", "med") == ["medic=yes", "medic=no"]
    assert offers("zsh", "resolve", "bug-hunter:swarm-activation", "n") == ["number="]


def test_a_list_continues_after_a_comma() -> None:
    assert offers("zsh", "resolve", "roll-squad", "weapons=P,M") == ["weapons=P,MP", "weapons=P,MG"]


def test_modifiers_are_offered_both_ways() -> None:
    assert offers("zsh", "resolve", "mobile-infantry:reaction", "modifier=l") == [
        "modifier=last-man",
        "modifier=leader-near",
    ]
    assert offers("zsh", "resolve", "mobile-infantry:reaction", "--modifier", "c") == ["casualty"]


def test_an_unknown_id_has_no_completions_and_no_error() -> None:
    assert offers("bash", "resolve", "no-such-thing", "f") == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_bash_itself_completes_a_line(tmp_path: Path) -> None:
    program = tmp_path / "brainbug"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m builder "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = """
        eval "$(_BRAINBUG_COMPLETE=bash_source brainbug)"
        COMP_WORDS=(brainbug resolve bug-hunter : table/random-panic force = m)
        COMP_CWORD=7
        _brainbug_completion brainbug
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    environment = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == "marine\n", done.stderr
