"""`brainbug edit`: the file, output and exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from builder.cli.editing.edit import edit
from builder.cli.main import brainbug
from builder.studio.change import Change
from builder.studio.operations import operation_names, operations_for

ROOT = Path(__file__).resolve().parents[3]
SHIP = ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml"
HILL = ROOT / "scenarios" / "bugged" / "static.yaml"
DOOR = ("set-door", "level=upper", "sides=0605/N")


@pytest.fixture
def ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copy(SHIP, "ship.yaml")
    return Path("ship.yaml")


def run(*args: str, given: str | bytes = "") -> Result:
    return CliRunner().invoke(edit, args, input=given)


def refused(*args: str, given: str | bytes = "") -> str:
    """The error of a command that is not carried out."""
    done = CliRunner().invoke(brainbug, ["edit", *args], input=given)
    assert done.exit_code != 0
    return str(done.exception) if not isinstance(done.exception, SystemExit) else done.output


def test_an_edit_is_written_with_everything_else_as_it_was(ship: Path) -> None:
    done = run("ship.yaml", *DOOR, "door=open")
    assert (done.output, done.exit_code) == ("ship.yaml: changed line 46\n", 0)
    assert ship.read_bytes() == SHIP.read_bytes().replace(b"0605/N: interior", b"0605/N: open", 1)


def test_an_edit_that_changes_nothing_says_so(ship: Path) -> None:
    done = run("ship.yaml", *DOOR, "door=interior")
    assert (done.output, done.exit_code) == ("ship.yaml: nothing to change\n", 0)
    assert ship.read_bytes() == SHIP.read_bytes()


def test_new_findings_are_printed_and_set_the_exit_code(ship: Path) -> None:
    done = run("ship.yaml", "set-door", "level=upper", "sides=1607/S", "door=interior")
    assert "ship.yaml:56:9: BB206 air leaks through hexside 1607/S" in done.output
    assert done.exit_code == 1
    done = run("ship.yaml", "set-door", "level=upper", "sides=1607/S", "door=airtight")
    assert "no longer: BB206 air leaks through hexside 1607/S" in done.output
    assert done.exit_code == 0
    assert ship.read_bytes() == SHIP.read_bytes()


def test_a_dry_run_prints_the_difference_and_writes_nothing(ship: Path) -> None:
    done = run("ship.yaml", "--dry-run", *DOOR, "door=none")
    assert "-        0605/N: interior\n" in done.output
    assert ship.read_bytes() == SHIP.read_bytes()


STROKE: list[dict[str, Any]] = [
    {"op": "paint-area", "level": "upper", "area": "brig", "hexes": "0506"},
    {"op": "rename", "kind": "area", "id": "brig", "to": "cell"},
]


@pytest.mark.parametrize(
    "text", [json.dumps(STROKE), "\n".join(map(json.dumps, STROKE)), f"\ufeff{json.dumps(STROKE)}"]
)
def test_several_operations_are_one_edit(ship: Path, text: str) -> None:
    done = run("ship.yaml", "--from", "-", given=text.encode())
    assert done.output.startswith("ship.yaml: changed lines 33, 43\n")
    assert 'cell: {name: Brig, hexes: "0506"}' in ship.read_text("utf-8")


def test_of_several_operations_all_are_made_or_none(ship: Path) -> None:
    wrong = [*STROKE, {"op": "rename", "kind": "area", "id": "brig", "to": "jail"}]
    Path("stroke.json").write_text(json.dumps(wrong), encoding="utf-8")
    assert "there is no area `brig`" in refused("ship.yaml", "--from", "stroke.json")
    assert ship.read_bytes() == SHIP.read_bytes()


def test_json_has_the_edits_their_undo_and_the_findings(ship: Path) -> None:
    done = run("ship.yaml", "--json", "set-door", "level=upper", "sides=1607/S", "door=interior")
    data = json.loads(done.output)
    assert data["written"]
    assert data["operations"][0]["op"] == "set-door"
    assert [(item["line"], item["text"]) for item in data["edits"]] == [(56, "interior")]
    assert {item["code"] for item in data["new_findings"]} == {"BB204", "BB206"}
    after = ship.read_text("utf-8")
    assert Change.from_json(data["undo"]).apply(after) == SHIP.read_text("utf-8")


def test_a_value_of_data_is_written_as_in_the_file(ship: Path) -> None:
    run("ship.yaml", "set-value", "path=forces/crew/members/01/carries", "value=[net, screecher]")
    assert "weapon: machine-pistol, carries: [net, screecher]}" in ship.read_text("utf-8")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["ship.yaml"], "name an operation (--list prints them) or use --from"),
        ([], "name a scenario file, or use --list"),
        (["ship.yaml", "set-dor"], "there is no operation `set-dor`: did you mean `set-door`?"),
        (["ship.yaml", "set-door", "upper"], "upper: write fields as name=value"),
        (["ship.yaml", *DOOR], "set-door needs `door`"),
        (["ship.yaml", *DOOR, "door=wood"], "door='wood': use one of none, interior"),
        (["ship.yaml", *DOOR, "door=none", "door=open"], "`door` is given twice"),
        (["ship.yaml", "set-value", "path=map/title", "value={a: "], "use a value as in a scenario file"),
        (["ship.yaml", "set-value", "path=forces/nobody/text", "value=x"], "forces has no item `nobody`"),
        (["ship.yaml", "paint-terrain", "hexes=0101", "terrain=grass"], "is for maps of kind land"),
        (["ship.yaml", *DOOR, "door=none", "--from", "-"], "name an operation or use --from, not both"),
        (["none.yaml", "tidy"], "file not found: none.yaml"),
        (["ship.yaml", "--from", "none.json"], "cannot read none.json"),
        (["--describe", "set-dor"], "did you mean `set-door`?"),
    ],
)
def test_what_cannot_be_done_is_one_error(ship: Path, args: list[str], message: str) -> None:
    assert message in refused(*args)
    assert ship.read_bytes() == SHIP.read_bytes()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (b"{", "use JSON: a list of operations"),
        (b"\xff", "is not UTF-8"),
        (b"[3]", "an operation is an object with the key `op`"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_stroke_that_cannot_be_read_is_one_error(ship: Path, given: bytes, message: str) -> None:
    assert message in refused("ship.yaml", "--from", "-", given=given)


def test_a_file_that_is_not_yaml_is_not_edited(ship: Path) -> None:
    ship.write_text("map: [\n", encoding="utf-8")
    assert "YAML syntax" in refused("ship.yaml", *DOOR, "door=none")
    assert ship.read_text("utf-8") == "map: [\n"


def test_the_list_has_every_operation_or_those_for_a_map() -> None:
    names = [line.split()[0] for line in run("--list").output.splitlines()]
    assert names == list(operation_names())
    names = [line.split()[0] for line in run("--list", str(HILL)).output.splitlines()]
    assert names == [kind.NAME for kind in operations_for("land")]


def test_every_operation_is_described_in_text_and_json() -> None:
    forms = json.loads(run("--list", "--json").output)
    assert [form["op"] for form in forms] == list(operation_names())
    for form in forms:
        described = run("--describe", form["op"]).output
        assert all(field["text"] in described for field in form["fields"])


def test_the_guide_names_every_operation() -> None:
    guide = (ROOT / "docs" / "guide" / "editing.md").read_text("utf-8")
    table = guide.partition("| for | operations |")[2].partition("\n\n")[0]
    assert {name.strip(" `") for name in table.replace("|", ",").split(",") if "`" in name} == set(
        operation_names()
    )


@pytest.mark.parametrize(
    ("words", "incomplete", "expected"),
    [
        (["ship.yaml"], "set-d", ["set-door"]),
        (["ship.yaml", "set-door"], "lev", ["level=upper", "level=lower"]),
        (["ship.yaml", "set-door", "level=upper"], "starts=o", ["starts=open"]),
        (["ship.yaml", "paint-area"], "area=cry", ["area=cryo"]),
        (["ship.yaml", "set-label"], "none", []),
        (["missing.yaml"], "set", []),
    ],
)
def test_the_shell_completes_operations_fields_and_names(
    ship: Path, words: list[str], incomplete: str, expected: list[str]
) -> None:
    complete = ShellComplete(brainbug, {}, "brainbug", "_BRAINBUG_COMPLETE")
    completions = complete.get_completions(["edit", *words], incomplete)
    assert [item.value for item in completions] == expected
