"""The command line: its output and its exit codes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from processes import brainbug

from rulesdb import game_folders

ROOT = Path(__file__).resolve().parent.parent.parent.parent
DEAD_AIR = ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml"


def test_resolve_answers_with_result_basis_source_and_trace() -> None:
    done = brainbug("resolve", "bug-hunter:table/random-panic", "force=marine", "--roll", "5", "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert answer["result"] == 4
    assert answer["basis"] == "printed"
    assert answer["source"] == {"document": "bug-hunter", "section": "309.2"}
    assert answer["inputs"] == {"force": "marine", "die": 5}
    assert answer["trace"]


def test_a_seed_gives_the_same_roll_again() -> None:
    first, second = (
        brainbug("resolve", "bug-hunter:random-panic", "force=pred", "--seed", "7").stdout for _ in "12"
    )
    assert first == second
    assert "rolled 1d6" in first


def test_odds_of_a_marines_panic_rating_are_exact() -> None:
    done = brainbug("odds", "bug-hunter:table/random-panic", "force=marine", "--json")
    chances = {row["result"]: row["chance"] for row in json.loads(done.stdout)["odds"]}
    assert chances == {2: "1/3", 3: "1/3", 4: "1/6", 5: "1/6"}


def test_decompression_runs_from_the_command_line() -> None:
    done = brainbug(
        "resolve",
        "bug-hunter:procedure/decompression",
        "--json",
        "links=hold=corridor:interior-door,corridor=bridge:airtight-door",
        "breached=hold",
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["result"] == [["hold"], ["corridor"]]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["show", "bug-hunter:table/random-panik"], "did you mean bug-hunter:table/random-panic"),
        (["show", "bughunter:table/random-panic"], "did you mean bug-hunter"),
        (["resolve", "bug-hunter:random-panic", "force=marin", "die=3"], "did you mean `marine`"),
        (["resolve", "bug-hunter:random-panic", "force=marine", "die=9"], "use 1-6"),
        (["resolve", "bug-hunter:random-panic", "marine"], "write name=value"),
        (
            ["resolve", "bug-hunter:random-panic", "force=crew", "--roll", "1,2"],
            "expected one roll for each of die; got 2",
        ),
        (["resolve", "bug-hunter:rule/304.1"], "neither a table nor a procedure"),
        (["odds", "bug-hunter:combat-results", "column=1:1", "--printed-only"], "is a house value"),
        (["resolve", "bug-hunter:blasts", "--printed-only"], "needs grenade"),
        (["build", "no-such-file.yaml", "-o", "out"], "no-such-file.yaml"),
        (["build", str(DEAD_AIR), "-o", "out", "--paper", "a5"], "a4"),
        (["build", str(DEAD_AIR), "-o", "out", "--theme", "defualt"], "default"),
        (["build", str(DEAD_AIR), "-o", "out", "--only", "maps"], "map"),
        (["build", str(DEAD_AIR), "-o", "out", "--dpi", "300"], "--png or --faces"),
        (["build", str(DEAD_AIR)], "-o"),
        (["build", str(DEAD_AIR), "--check-print", "ABC"], "8Q2K-MF0T4-X92HD"),
        (["build", str(DEAD_AIR), "--check-print", "old/play-kit.pdf"], "no kit found at old/play-kit.pdf"),
        (["build", str(DEAD_AIR.parent), "--check-print", "8Q2K-MF0T4-X92HD"], "one scenario"),
        (["build", str(DEAD_AIR), "-o", "out", "--png", "--dpi", "72"], "150"),
        (["print", "bugged", "cards", "-o", "out", "--trimmed"], "--faces"),
        (["frobnicate"], "No such command"),
    ],
)
def test_errors_exit_2_with_one_message_and_no_traceback(
    args: list[str], message: str, tmp_path: Path
) -> None:
    done = brainbug(*args, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_build_draws_only_the_selected_parts(tmp_path: Path) -> None:
    done = brainbug("build", DEAD_AIR, "-o", tmp_path / "kit", "--only", "map", "--paper", "letter")
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "kit" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["paper"] == "letter"
    assert {item["part"] for item in manifest["files"]} == {"Maps", ""}


def test_the_last_lines_of_a_build_are_true_for_its_files(tmp_path: Path) -> None:
    cold_ford = DEAD_AIR.parent.parent / "advanced_infantry" / "cold-ford.yaml"
    for only, more, line in (
        ("cards", (), "Cold Ford has none of these parts; there is no play-kit.pdf"),
        ("counters", ("--sheet", "drivethrucards-poker"), "1 page, 52 counters on A4: "),
    ):
        folder = tmp_path / only
        done = brainbug("build", cold_ford, "-o", folder, "--only", only, *more)
        first, *others = done.stdout.splitlines()
        assert line in first
        assert first.endswith(str(folder / "play-kit.pdf")) == (folder / "play-kit.pdf").exists()
        named = [Path(other.rpartition(": ")[2]) for other in others if str(folder) in other]
        assert named
        assert all(path.exists() for path in named)


def test_build_of_a_folder_reports_each_scenario_and_fails_if_one_fails(tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    pump_hut = DEAD_AIR.parent.parent / "handspan" / "pump-hut.yaml"
    shutil.copy(pump_hut, library / "a.yaml")
    (library / "b.yaml").write_text(pump_hut.read_text(encoding="utf-8").replace("trooper", "troper"))
    done = brainbug("build", library, "-o", tmp_path / "kits", "--only", "briefing", "--jobs", "1")
    assert done.returncode == 1
    assert f"1 page, 0 counters: {tmp_path / 'kits' / 'a' / 'play-kit.pdf'}" in done.stdout
    assert "BB102" in done.stdout
    assert done.stdout.endswith("1 of 2 scenarios built\n")
    assert done.stderr == f"{library / 'b.yaml'} is not built: fix the errors first\n"


def test_check_print_names_the_stale_parts_of_a_kit(tmp_path: Path) -> None:
    parts = ("--only", "briefing,roster", "--theme", "low-ink")
    assert brainbug("build", DEAD_AIR, "-o", tmp_path / "kit", *parts).returncode == 0
    hash = json.loads((tmp_path / "kit" / "manifest.json").read_text(encoding="utf-8"))["hash"]
    done = brainbug("build", DEAD_AIR, "--check-print", hash)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "the printed kit of Dead Air is up to date")
    longer = tmp_path / "longer.yaml"
    longer.write_text(DEAD_AIR.read_text(encoding="utf-8").replace("Once a crew has", "Once crews have"))
    done = brainbug("build", longer, "--check-print", tmp_path / "kit")
    assert done.returncode == 1
    assert "briefing: changed: Dead Air\nroster: unchanged\nrules: unchanged\n" in done.stdout
    assert "--only briefing -o DIR" in done.stdout


def test_build_of_a_scenario_with_errors_writes_nothing(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text(
        DEAD_AIR.read_text(encoding="utf-8").replace("weapon: flamer", "weapon: flammer"), encoding="utf-8"
    )
    done = brainbug("build", broken, "-o", tmp_path / "kit")
    assert done.returncode == 1
    assert "BB102" in done.stdout
    assert "flamer" in done.stdout
    assert not (tmp_path / "kit").exists()


def test_lookup_corrects_a_typing_mistake() -> None:
    done = brainbug("lookup", "airlok", "--game", "bug-hunter")
    assert done.returncode == 0
    assert done.stdout.startswith("bug-hunter:")
    assert "irlock" in done.stdout.partition("\n")[0]


@pytest.mark.parametrize("game", game_folders())
def test_every_section_of_every_book_has_an_entry(game: str) -> None:
    (row,) = json.loads(brainbug("coverage", game, "--json").stdout)
    assert row["game"] == game
    assert row["sections"] > 0
    assert row["sections_without_entry"] == []


def test_coverage_lists_the_entries_of_a_basis() -> None:
    listed = brainbug("coverage", "bug-hunter", "--list", "house").stdout.splitlines()
    assert any(line.startswith("bug-hunter:table/combat-results ") for line in listed)
    assert not any("random-panic" in line for line in listed)


def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m builder lookup door | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
