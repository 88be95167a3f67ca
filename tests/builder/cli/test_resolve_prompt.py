"""The prompts of ``brainbug resolve`` on a terminal, and the interpretation of answers."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator

import click
import pytest

from builder.terminal.executing import Resolved, ResolveOptions, resolve_table, run_procedure
from builder.terminal.prompt import Asker
from rulesdb import Procedure, Table, open_game


def ask(game: str, name: str, answers: list[str], given: dict[str, str] | None = None) -> Resolved:
    """Resolve with a user who types these lines and then Ctrl-D."""
    ruleset = open_game(game)
    lines: Iterator[str] = iter([f"{answer}\n" for answer in answers])
    options = ResolveOptions(asker=Asker(lambda: next(lines, "")))
    thing: Table | Procedure = ruleset.tables[name] if name in ruleset.tables else ruleset.procedures[name]
    if isinstance(thing, Table):
        return resolve_table(ruleset, thing, given or {}, options)
    return run_procedure(ruleset, thing, given or {}, options)


def test_prompts_number_the_labels(capsys: pytest.CaptureFixture[str]) -> None:
    result = ask("bug-hunter", "random-panic", ["3", "5"])
    assert result.answer.inputs == {"force": "marine", "die": 5}
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(
        "  1  colonist\n  2  crew\n  3  marine\n  4  pred\nforce (1-4 or a name): "
    )
    assert "die (1-6 (1d6); Enter to roll it): " in captured.err


@pytest.mark.parametrize("name", ["marine", "Marine", " marine "])
def test_a_label_can_be_typed_by_name(name: str) -> None:
    assert ask("bug-hunter", "random-panic", [name, "5"]).answer.inputs["force"] == "marine"


def test_only_missing_inputs_are_prompted_for() -> None:
    assert ask("bug-hunter", "random-panic", ["5"], {"force": "crew"}).answer.inputs["force"] == "crew"


def test_enter_rolls_the_die(capsys: pytest.CaptureFixture[str]) -> None:
    result = ask("bug-hunter", "random-panic", ["crew", ""])
    assert result.answer.trace[0].startswith("die: rolled 1d6 = ")
    assert "\nseed " in capsys.readouterr().err.replace("roll it): ", "\n")


def test_both_dice_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    result = ask("bug-hunter", "combat-results", ["11:1", "3,4", ""])
    assert result.answer.inputs == {"column": "11:1", "dice": 7}


def test_a_wrong_answer_is_explained_and_prompted_for_again(capsys: pytest.CaptureFixture[str]) -> None:
    result = ask("bug-hunter", "random-panic", ["7", "marin", "", "marine", "9", "x", "5"])
    assert result.answer.inputs == {"force": "marine", "die": 5}
    prompts = capsys.readouterr().err
    for part in (
        "use one of",
        "did you mean `marine`",
        "force is needed",
        "the nearest is 6",
        "whole number",
    ):
        assert part in prompts


def test_modifiers_are_offered_after_the_inputs() -> None:
    result = ask("mobile-infantry", "reaction", ["5", "nonsense", "4*2,leader-near"])
    assert result.modifiers == ("casualty", "casualty", "leader-near")


def test_a_modifier_given_twice_is_prompted_for_again() -> None:
    assert ask("mobile-infantry", "reaction", ["5", "6*2", "6"]).modifiers == ("last-man",)


def test_a_procedure_prompts_for_required_inputs_and_lists_defaults(
    capsys: pytest.CaptureFixture[str],
) -> None:
    result = ask("bug-hunter", "recover", ["2"])
    assert result.answer.inputs["state"] == "incapacitated"
    assert "  defaults: seed=none, medic=yes\n" in capsys.readouterr().err


def test_several_values_can_be_chosen_for_a_list() -> None:
    result = ask("bug-hunter", "hand-to-hand-rating", ["hand-to-hand-1, speed"])
    assert result.answer.inputs["powers"] == ["hand-to-hand-1", "speed"]


def test_an_invalid_procedure_input_is_reported_at_its_prompt(capsys: pytest.CaptureFixture[str]) -> None:
    result = ask("bugged", "swarm-dice", ["warior-bug", "warrior-bug", "many", "2"])
    assert result.answer.inputs == {"unit": "warrior-bug", "number": 2}
    prompts = capsys.readouterr().err
    assert "did you mean `warrior-bug`" in prompts
    assert "use a whole number" in prompts


def test_nothing_is_prompted_for_if_nothing_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    ask("bug-hunter", "random-panic", [], {"force": "crew", "die": "3"})
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("typed", [[], ["crew"]])
def test_end_of_input_exits_with_2(typed: list[str]) -> None:
    with pytest.raises(click.exceptions.Exit) as left:
        ask("bug-hunter", "random-panic", typed)
    assert left.value.exit_code == 2


def test_an_interrupt_exits_with_2() -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    game = open_game("bug-hunter")
    with pytest.raises(click.exceptions.Exit) as left:
        resolve_table(game, game.table("random-panic"), {}, ResolveOptions(asker=Asker(interrupt)))
    assert left.value.exit_code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("typed", "code", "expected"),
    [
        (b"marine\r5\r", 0, "link: bug-hunter:table/random-panic#force=marine&die=5"),
        (b"\x04", 2, "stopped: nothing was resolved"),
        (b"\x03", 2, "stopped: nothing was resolved"),
    ],
)
def test_on_a_real_terminal(typed: bytes, code: int, expected: str) -> None:
    left, output = on_terminal(["resolve", "bug-hunter:random-panic"], b"force (1-4 or a name): ", typed)
    assert left == code
    assert expected in output
    assert "Traceback" not in output


def on_terminal(args: list[str], prompt: bytes, typed: bytes) -> tuple[int, str]:
    """Run a command on a pseudo-terminal and type at the prompt: exit code, and all output."""
    import pty

    child, terminal = pty.fork()
    if child == 0:
        # Tests that run in the background may ignore interrupts, and a program inherits that.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.execv(sys.executable, [sys.executable, "-m", "builder", *args])
    output = b""
    while True:
        ready, _, _ = select.select([terminal], [], [], 60)
        assert ready, "no output for a minute"
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        output += part
        if typed and prompt in output:
            os.write(terminal, typed)
            typed = b""
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), output.decode()
