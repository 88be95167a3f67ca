"""The command ``brainbug resolve``: accepted input, output, and errors."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.cli.main import main

Output = tuple[int, str, str]
Run = Callable[..., Output]


@pytest.fixture
def brainbug(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process, without the user's own supplements: exit code, output, errors."""
    monkeypatch.setenv("BRAINBUG_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "100")

    def run(*args: str) -> Output:
        with pytest.raises(SystemExit) as left:
            main(args)
        captured = capsys.readouterr()
        return int(left.value.code or 0), captured.out, captured.err

    return run


@pytest.fixture
def answer(brainbug: Run) -> Callable[..., dict[str, Any]]:
    """The JSON of a command that must succeed."""

    def run(*args: str) -> dict[str, Any]:
        code, out, errors = brainbug("resolve", *args, "--json")
        assert code == 0, errors
        data: dict[str, Any] = json.loads(out)
        return data

    return run


def supplement(tmp_path: Path, game: str, *changes: str) -> str:
    path = tmp_path / "mine.yaml"
    lines = "".join(f"  - {change}\n" for change in changes)
    path.write_text(f"kind: supplement\ngame: {game}\ntitle: My charts\nchanges:\n{lines}", encoding="utf-8")
    return str(path)


def test_result_trace_citation_and_permalink_are_shown(brainbug: Run) -> None:
    _, out, _ = brainbug("resolve", "bug-hunter:table/random-panic", "force=marine", "--roll", "5")
    assert out.splitlines() == [
        "4",
        "  panic rating at force=marine, die=5: 4",
        "  bug-hunter 309.2 · printed",
        "  link: bug-hunter:table/random-panic#force=marine&die=5",
    ]


@pytest.mark.parametrize(
    ("given", "inputs"),
    [
        (["bug-hunter:combat-results", "column=11:1", "dice=7"], {"column": "11:1", "dice": 7}),
        (["bug-hunter:combat-results", "column=22:2", "dice=3,4"], {"column": "11:1", "dice": 7}),
        (["bug-hunter:combat-results", "column=11 to 1", "dice=3+4"], {"column": "11:1", "dice": 7}),
        (["bug-hunter:combat-results", "column=11/1", "--roll", "3,4"], {"column": "11:1", "dice": 7}),
        (["bug-hunter:combat-results", "column=11:1", "--roll", "7"], {"column": "11:1", "dice": 7}),
        (["bug-hunter:hand-to-hand-results", "column=2", "dice=6"], {"column": "+2", "dice": 6}),
        (["bug-hunter:random-panic", "force=MARINE", "die= 5 "], {"force": "marine", "die": 5}),
        (["bug-hunter:firepower", "weapon=mp", "range=3 hexes"], {"weapon": "MP", "range": 3}),
        (["bug-hunter:firepower", "weapon=MP", "range=2-5"], {"weapon": "MP", "range": 2}),
        (["bug-hunter:preservation-limits", "about=chits-in-the-cup", "force=crew"],
         {"force": "crew", "about": "chits in the cup"}),
        (["mobile-infantry:nuke-hits", 'inches=5"'], {"inches": 5}),
        (["mobile-infantry:nuke-hits", "inches=5in"], {"inches": 5}),
    ],
)  # fmt: skip
def test_an_input_can_be_written_in_several_ways(
    answer: Callable[..., dict[str, Any]], given: list[str], inputs: dict[str, Any]
) -> None:
    assert answer(*given)["inputs"] == inputs


def test_the_trace_shows_how_an_input_was_interpreted(answer: Callable[..., dict[str, Any]]) -> None:
    trace = answer("bug-hunter:combat-results", "column=22:2", "dice=3,4")["trace"]
    assert trace[:2] == ["column: 22:2 counts as 11:1", "dice: 3,4 counts as 7"]


def test_a_permalink_is_an_id_and_gives_the_same_answer(answer: Callable[..., dict[str, Any]]) -> None:
    first = answer("mobile-infantry:reaction", "die=5", "modifier=casualty*2,leader-near")
    assert first["permalink"].endswith("#die=5&modifier=casualty,casualty,leader-near")
    assert answer(first["permalink"]) == first


def test_a_permalink_of_a_procedure_has_its_seed(answer: Callable[..., dict[str, Any]]) -> None:
    first = answer("bug-hunter:roll-squad", "force=crew", "weapons=P*3,MP")
    assert answer(first["permalink"])["result"] == first["result"]


def test_part_of_a_permalink_can_be_completed(answer: Callable[..., dict[str, Any]]) -> None:
    assert answer("bug-hunter:table/random-panic#force=marine", "die=5")["result"] == 4


@pytest.mark.parametrize(
    "way", [["modifier=casualty*2"], ["--modifier", "casualty", "--modifier", "casualty"]]
)
def test_a_repeating_modifier_counts_as_often_as_it_is_given(
    answer: Callable[..., dict[str, Any]], way: list[str]
) -> None:
    result = answer("mobile-infantry:reaction", "die=5", *way)
    assert result["modifiers"] == ["casualty", "casualty"]
    assert result["result"] == "no-advance"


def test_modifiers_of_a_procedure_go_to_its_own_input(answer: Callable[..., dict[str, Any]]) -> None:
    result = answer("mobile-infantry:react", "--roll", "1", "modifier=last-man,leader-near")
    assert result["inputs"] == {"dice": [1], "modifiers": ["last-man", "leader-near"]}
    assert result["result"] == "no-advance"


def test_a_seed_fixes_the_dice_of_a_procedure(answer: Callable[..., dict[str, Any]]) -> None:
    once, again = (answer("bug-hunter:recover", "state=wounded", "--seed", "4") for _ in "12")
    assert once == again
    assert once["inputs"] == {"state": "wounded", "seed": 4}


def test_the_dice_of_a_procedure_can_be_rolled(answer: Callable[..., dict[str, Any]]) -> None:
    result = answer("handspan:wound", "--seed", "3")
    assert result["trace"][0] == f"die: rolled 1d6 = {result['inputs']['die']}"


def test_a_random_seed_is_printed_on_the_error_stream(brainbug: Run) -> None:
    code, out, errors = brainbug("resolve", "bug-hunter:random-panic", "force=crew")
    assert code == 0
    assert errors.startswith("seed ")
    assert brainbug("resolve", "bug-hunter:random-panic", "force=crew", "--seed", errors.split()[1])[1] == out


def test_the_trace_of_a_procedure_has_the_results_of_its_tables(
    answer: Callable[..., dict[str, Any]],
) -> None:
    trace = answer("mobile-infantry:check-presence", "squads=3", "--seed", "7")["trace"]
    assert trace[0] == "Check presence: seed=7, squads=3"
    assert any(step.startswith("presence: squad-beyond-first (") for step in trace)
    assert any(step.startswith("presence: die: rolled 1d6 = ") for step in trace)


def test_records_are_printed_one_field_per_line(brainbug: Run) -> None:
    _, out, _ = brainbug("resolve", "handspan:fire-odds", "dice=3d6", "target=warrior", "range=close")
    assert out.startswith("stop  5/108 (4.6%)\nkill  103/108 (95.4%)\n")


def test_a_squad_is_printed_as_a_table(brainbug: Run) -> None:
    _, out, _ = brainbug("resolve", "bug-hunter:roll-squad", "force=marine", "weapons=P,MP*2", "--seed", "3")
    lines = out.splitlines()
    assert lines[0] == "soldiers"
    assert lines[1].split()[:2] == ["id", "│"]
    assert lines[3].split()[:2] == ["1", "│"]
    assert lines[6].startswith("grenades  ")


def test_an_empty_result_is_printed_as_a_word(brainbug: Run) -> None:
    _, out, _ = brainbug("resolve", "advanced-infantry:morale-target", "experience=elite", "dead=0")
    assert out.startswith("nothing\n")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("bug-hunter:random-panic force=marin die=3",
         "force='marin': did you mean `marine`? It accepts colonist, crew, marine, pred"),
        ("bug-hunter:random-panic die=3", "needs force: colonist, crew, marine, pred"),
        ("bug-hunter:random-panic force=crew die=9", "use 1-6 (1d6); the nearest is 6"),
        ("bug-hunter:random-panic farce=crew", "did you mean `force`? It takes die, force"),
        ("bug-hunter:random-panic force=crew die=x", "use a whole number, 1-6 (1d6)"),
        ("bug-hunter:random-panic force=crew force=crew", "'force' is given twice"),
        ("'bug-hunter:random-panic#force=crew' force=crew", "given twice, in the permalink and after it"),
        ("bug-hunter:random-panic force=crew die=2,3", "2 dice given, 1d6 has 1"),
        ("bug-hunter:random-panic force=crew die=3 --roll 4", "has no dice left to roll"),
        ("bug-hunter:random-panic force=crew modifier=lucky", "has no modifier 'lucky': there are none"),
        ("bug-hunter:combat-results column=6:1 dice=7", "did you mean `5:1`? It accepts 1:2, 1:1"),
        ("bug-hunter:combat-results column=1:1 dice=3,9", "'9' is not a face of a die; use 1-6"),
        ("bug-hunter:combat-results column=1:1 --roll 1,2,3", "expected one roll for each of dice; got 3"),
        ("bug-hunter:combat-results column=1:1 dice=7 modifier=effect-plus", "did you mean `effect-plus-"),
        ("bug-hunter:combat-results column=1:1 dice=7 'modifier=effect-plus-1*2'", "counts once"),
        ("mobile-infantry:nuke-hits inches=5cm", "this is counted in inches; write 5 if that is the number"),
        ("bug-hunter:firepower weapon=MP range=2-7", "its ranges are 0-1, 2-5, 6-12, 13-25"),
        ("bug-hunter:procedure/recover", "needs state: wounded, incapacitated"),
        ("bug-hunter:procedure/swarm-losses number=many result=K", "number='many': use a whole number"),
        ("bug-hunter:procedure/swarm-losses number=99 result=K", "number=99: use 1-12"),
        ("bug-hunter:procedure/swarm-losses number=3 result=Z", "result='Z': use one of: I, K, P, P#, W"),
        ("bug-hunter:recover state=wounded medic=perhaps", "medic='perhaps': use yes or no"),
        ("bug-hunter:decompression links=a breached=a", "write it as hold=corridor:interior-door"),
        ("bug-hunter:decompression links=a=b:interior-door breached=c", "no link has it; use one of: a, b"),
        ("handspan:close-quarters bug=submachine-gun", "use one of: flyer, minitank, tank, warrior"),
        ("bugged:swarm-dice unit=warior-bug number=2", "did you mean warrior-bug"),
        ("bug-hunter:merge-swarms numbers=3,x", "numbers='x': use a whole number"),
        ("bug-hunter:merge-swarms 'numbers=3*500'", "at most 100 times"),
        ("advanced-infantry:morale-target experience=elite dead=1 leadership=much", "use a whole number"),
        ("bug-hunter:self-destruct-clock turn=1000000000000", "use a whole number"),
        ("bug-hunter:rule/304.2", "linked ones: bug-hunter:table/decompression-attack"),
        ("bug-hunter:table/random-panik", "did you mean bug-hunter:table/random-panic, "),
        ("xyzzy", "search with: brainbug lookup xyzzy"),
        ("ammunition", "use one of bug-hunter:table/ammunition, mobile-infantry:table/ammunition"),
    ],
)  # fmt: skip
def test_an_error_names_the_accepted_values(brainbug: Run, given: str, message: str) -> None:
    code, out, errors = brainbug("resolve", *shlex.split(given))
    assert code == 2
    assert message in errors
    assert out == ""


def test_an_optional_input_can_be_none(answer: Callable[..., dict[str, Any]]) -> None:
    given = ["advanced-infantry:morale-target", "experience=elite", "dead=6"]
    assert answer(*given)["result"] == answer(*given, "leadership=none")["result"]
    assert answer(*given, "leadership=0")["result"] != answer(*given)["result"]


def test_printed_only_rejects_a_house_cell_of_a_printed_table(brainbug: Run) -> None:
    assert brainbug("resolve", "handspan:close-quarters-dice", "source=warrior", "--printed-only")[0] == 0
    code, _, errors = brainbug("resolve", "handspan:close-quarters-dice", "source=tank", "--printed-only")
    assert code == 2
    assert "house value" in errors


def test_a_procedure_that_uses_a_house_cell_is_house(answer: Callable[..., dict[str, Any]]) -> None:
    house, not_ours = (answer("handspan:close-quarters-odds", f"bug={bug}") for bug in ("tank", "warrior"))
    assert house["basis"] == "house"
    assert "Depends on house values: table/close-quarters-dice" in house["note"]
    assert not_ours["basis"] == "reading"


def test_printed_only_rejects_a_procedure_that_uses_a_house_unit(brainbug: Run) -> None:
    given = ["resolve", "bugged:telepathy-odds", "target=warrior-bug"]
    assert brainbug(*given)[0] == 0
    assert brainbug(*given, "--printed-only")[0] == 2


def test_a_procedure_names_the_supplement_that_it_uses(
    answer: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    own_file = supplement(
        tmp_path,
        "bug-hunter",
        '{target: "table/door-costs#passage=airlock-door&state=closed", value: 4, reason: errata}',
    )
    result = answer("bug-hunter:airlock-passage", "hexes_to_airlock=1", "--supplement", own_file)
    assert result["basis"] == "supplement"
    assert "table/door-costs (My charts: errata)" in result["note"]


def test_a_supplement_applies_to_an_id_without_a_game(
    answer: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    own_file = supplement(
        tmp_path, "bug-hunter", '{target: "table/firepower#weapon=MP&range=2-5", value: 5, reason: errata}'
    )
    assert answer("bug-hunter:firepower", "weapon=MP", "range=3", "--supplement", own_file)["result"] == 5


def test_a_closed_pipe_is_not_an_error() -> None:
    resolve = f"{sys.executable} -m builder resolve bug-hunter:roll-squad force=crew weapons='P*90'"
    command = f"set -o pipefail; {resolve} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout == "soldiers\n"
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
