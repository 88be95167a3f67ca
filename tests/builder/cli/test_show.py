"""``brainbug show``: a complete entry as text, Markdown and JSON."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from processes import brainbug

from builder.cli.main import main
from rulesdb import game_folders, open_game
from rulesdb.model import BASIS_MEANING

Output = tuple[int, str, str]
Show = Callable[..., Output]


@pytest.fixture
def show(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Show:
    """Show entries in this process on a terminal of 80 columns: exit code, output, errors."""
    monkeypatch.setenv("BRAINBUG_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "80")

    def run(*args: str) -> Output:
        with pytest.raises(SystemExit) as left:
            main(["show", *args])
        captured = capsys.readouterr()
        return int(left.value.code or 0), captured.out, captured.err

    return run


@pytest.mark.parametrize("game", game_folders())
def test_a_game_is_shown_whole(show: Show, game: str) -> None:
    code, out, _ = show(game, "--md")
    assert code == 0
    assert all(f"{entry.title}" in out for entry in open_game(game).all_entries.values())


def test_a_kind_is_listed(show: Show) -> None:
    code, out, _ = show("handspan:weapon")
    assert code == 0
    weapons = open_game("handspan").of_kind("weapon")
    assert out.splitlines() == [f"{weapon.id}  {weapon.title}" for weapon in weapons]
    assert show("weapon")[1].count("\n") == sum(
        len(open_game(game).of_kind("weapon")) for game in game_folders()
    )


@pytest.fixture
def entries(show: Show) -> Callable[..., list[dict[str, Any]]]:
    """The entries of ``show --json``."""

    def run(*args: str) -> list[dict[str, Any]]:
        code, out, errors = show(*args, "--json")
        assert code == 0, errors
        data = json.loads(out)
        assert data["schema_version"] == 1
        rows: list[dict[str, Any]] = data["entries"]
        return rows

    return run


def supplement(tmp_path: Path, name: str, change: str) -> str:
    path = tmp_path / f"{name}.yaml"
    head = f"kind: supplement\ngame: bug-hunter\ntitle: {name}\nchanges:\n"
    path.write_text(f"{head}  - {change}\n", encoding="utf-8")
    return str(path)


def test_title_id_citation_and_basis_come_first(show: Show) -> None:
    _, out, _ = show("bug-hunter:rule/304.2")
    entry = open_game("bug-hunter").entry("rule/304.2")
    basis = entry.provenance.basis
    title, cited = out.splitlines()[:2]
    assert title == f"{entry.title}  (bug-hunter:rule/304.2)"
    assert f"bug-hunter 304.2 · {basis}: {BASIS_MEANING[basis]}".startswith(cited)


def test_links_in_both_directions_are_grouped_by_kind(show: Show) -> None:
    lines = show("bug-hunter:rule/304.2")[1].splitlines()
    see, used = lines.index("see:"), lines.index("used by:")
    assert "  table  decompression-attack" in lines[see:used]
    assert "  rule       303.6, 304.0" in lines[used:]
    kinds = [line.split()[0] for line in lines[used + 1 :] if line]
    assert kinds == sorted(kinds)


@pytest.mark.parametrize(
    ("id", "expected"),
    [
        ("rule/304.2", ["bug-hunter:rule/304.2"]),
        ("304.2", ["bug-hunter:rule/304.2"]),
        ("airlock", ["bug-hunter:term/airlock", "bug-hunter:marker/airlock"]),
        ("bug-hunter:ACR", ["bug-hunter:weapon/advanced-combat-rifle"]),
        ("machine pistol", ["bug-hunter:weapon/machine-pistol"]),
        ("bug-hunter:table/random-panic#force=crew", ["bug-hunter:table/random-panic"]),
    ],
)
def test_an_unambiguous_id_can_be_shortened(
    entries: Callable[..., list[dict[str, Any]]], id: str, expected: list[str]
) -> None:
    assert [entry["id"] for entry in entries(id)] == expected


def test_several_ids_are_shown_one_after_the_other(show: Show) -> None:
    _, out, _ = show("bug-hunter:rule/304.1", "bugged:unit/warrior-bug")
    assert out.index("(bug-hunter:rule/304.1)") < out.index("(bugged:unit/warrior-bug)")


def test_an_id_that_several_games_have_lists_the_candidates(show: Show) -> None:
    code, _, errors = show("grenade")
    assert code == 2
    for game in game_folders():
        assert f"{game}:concept/grenade" in errors


@pytest.mark.parametrize(
    ("id", "near"),
    [
        ("bug-hunter:table/random-panik", "bug-hunter:table/random-panic"),
        ("random-panik", "bug-hunter:table/random-panic"),
        ("mobile-infantry:weapon/minigun", "mobile-infantry:weapon/mini-gun"),
        ("bughunter:rule/304.2", "bug-hunter"),
    ],
)
def test_an_unknown_id_suggests_a_similar_one(show: Show, id: str, near: str) -> None:
    code, _, errors = show(id)
    assert code == 2
    assert f"did you mean {near}" in errors
    assert len(errors.split("did you mean ")[1].split(", ")) <= 3


def test_an_id_without_similar_ones_suggests_a_search(show: Show) -> None:
    assert "search with: brainbug lookup qqqqq" in show("qqqqq")[2]


def test_a_procedure_shows_its_inputs_and_its_words_without_the_doctest(show: Show) -> None:
    lines = show("bug-hunter:procedure/recover")[1].splitlines()
    assert "  state  wounded, incapacitated" in lines
    assert "  medic  yes or no (left out: yes)" in lines
    assert "refuses: the state is not wounded or incapacitated" in lines
    example = lines.index("example: In Python")
    assert all(">>>" not in line for line in lines[:example])
    assert lines[example + 1].startswith("  >>> ")
    assert not any(line.startswith(("Raises:", "Source:")) for line in lines)


def test_a_worked_example_is_shown_as_an_example(show: Show) -> None:
    game = open_game("bug-hunter")
    entry = next(entry for entry in game.entries.values() if entry.examples)
    _, out, _ = show(entry.id)
    assert f"example: {entry.examples[0].title}" in out


def test_a_figure_with_its_own_basis_is_marked(show: Show) -> None:
    game = open_game("bug-hunter")
    entry = next(entry for entry in game.of_kind("marker") if entry.get("bases"))
    about = entry["bases"][0]
    for form in ((), ("--markdown",)):
        _, out, _ = show(entry.id, *form)
        assert f"{about['basis']}: {about['note'][:20]}" in " ".join(out.split())


def test_a_fact_names_the_supplement_that_it_comes_from(
    show: Show, entries: Callable[..., list[dict[str, Any]]], tmp_path: Path
) -> None:
    before = open_game("bug-hunter").entry("power/speed").get("copies")
    own_file = supplement(tmp_path, "Mine", "{target: power/speed, facts: {copies: 41}, reason: cards}")
    _, out, _ = show("bug-hunter:power/speed", "--supplement", own_file)
    assert f"copies: 41 [supplement Mine; before: {before}]" in out
    assert "layer: Mine: cards" in out
    (entry,) = entries("bug-hunter:power/speed", "--supplement", own_file)
    assert entry["basis"] == "supplement"
    assert entry["replaced"] == {"copies": {"before": before, "layer": "Mine"}}


def test_a_cell_names_the_supplement_that_it_comes_from(show: Show, tmp_path: Path) -> None:
    own_file = supplement(
        tmp_path, "Mine", '{target: "table/firepower#weapon=MP&range=2-5", value: 5, reason: the chart}'
    )
    _, out, _ = show("bug-hunter:firepower", "--supplement", own_file)
    text = " ".join(out.split())
    assert "5[a]" in text
    assert "[a] supplement: from a supplement added to the database" in text
    assert "layer: Mine: the chart" in text


def test_the_json_of_a_table_has_axes_modifiers_and_cells(
    entries: Callable[..., list[dict[str, Any]]],
) -> None:
    (entry,) = entries("mobile-infantry:table/reaction")
    assert entry["result"] == {"name": "reaction", "type": "label"}
    assert entry["inputs"][0]["dice"] == "1d6"
    assert entry["cells"][0]["permalink"] == "mobile-infantry:table/reaction#die=1"
    assert {"at", "value", "permalink", "source", "basis", "note", "alternatives"} == set(entry["cells"][0])
    casualty = next(modifier for modifier in entry["modifiers"] if modifier["id"] == "casualty")
    assert casualty["repeats"] is True
    assert casualty["source"]["section"]


def test_the_json_of_a_procedure_has_its_inputs(entries: Callable[..., list[dict[str, Any]]]) -> None:
    (entry,) = entries("bug-hunter:procedure/recover")
    state, seed, medic = entry["inputs"]
    assert state["words"] == ["wounded", "incapacitated"]
    assert (seed["required"], medic["required"], medic["default"]) == (False, False, "yes")


def test_json_and_markdown_exclude_each_other(show: Show) -> None:
    assert show("bug-hunter:rule/304.2", "--json", "--markdown")[0] == 2


def test_markdown_has_a_heading_a_table_and_footnotes(show: Show) -> None:
    _, out, _ = show("handspan:table/close-quarters-dice", "--markdown")
    assert out.startswith("# Dice in close quarters\n\n`handspan:table/close-quarters-dice`\n")
    assert "| source | dice |\n| --- | --- |\n" in out
    assert "| tank | 5 <sup>b</sup> |" in out
    assert "<sup>a</sup> handspan Actions · **derived**" in out
    assert "<sup>b</sup> handspan Close Quarter Battle · **house**" in out
    assert out.endswith("```\n")


def test_a_printed_entry_is_the_same_piped_and_without_colors() -> None:
    done = brainbug("show", "bug-hunter:combat-results")
    assert "\x1b[" not in done.stdout
    assert not [line for line in done.stdout.splitlines() if line != line.rstrip()]


def test_ascii_lines_are_used_if_the_encoding_requires_it() -> None:
    command = [sys.executable, "-X", "utf8=0", "-m", "builder", "show", "bug-hunter:random-panic"]
    environment = {"PYTHONIOENCODING": "ascii:replace", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"---------+---" in done.stdout


def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"set -o pipefail; {sys.executable} -m builder show bug-hunter:capabilities | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout == "Who may do what  (bug-hunter:table/capabilities)\n"
    assert (done.returncode, done.stderr) == (0, "")


def test_400_entries_take_a_second_of_processor_time_at_most(show: Show) -> None:
    ids = [entry.id for game in game_folders() for entry in open_game(game).all_entries.values()][:400]
    show(ids[0])
    started = time.process_time()
    code, out, _ = show(*ids)
    assert time.process_time() - started < 1
    assert code == 0
    assert out.count("\n\n\n") >= 399
