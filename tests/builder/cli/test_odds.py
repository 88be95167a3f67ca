"""The commands ``brainbug odds`` and ``brainbug roll``."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from processes import brainbug

from builder.cli.main import main


def chances(*args: str) -> dict[object, Fraction]:
    data = json.loads(brainbug("odds", *args, "--json").stdout)
    return {row["result"]: Fraction(row["chance"]) for row in data["odds"]}


def test_dice_have_odds_that_add_up_to_one() -> None:
    result = chances("4d6kh2")
    assert sum(result.values()) == 1
    assert result[12] == Fraction(19, 144)


def test_an_opposed_roll_separates_double_wins() -> None:
    assert list(chances("4d6", "vs", "3d6", "x2")) == ["double win", "win", "tie", "lose"]


def test_odds_of_a_table_have_mean_and_cumulative_chances() -> None:
    data = json.loads(brainbug("odds", "bug-hunter:random-panic", "force=marine", "--json").stdout)
    assert data["mean"] == "19/6"
    assert [row["at_least"] for row in data["odds"]] == ["1", "2/3", "1/3", "1/6"]
    assert data["basis"] == "printed"


def test_a_table_of_dice_has_the_odds_of_the_dice() -> None:
    totals = chances("handspan:command-points", "rank=officer", "state=wounded")
    assert {int(str(total)): chance for total, chance in totals.items()} == {
        total: Fraction(ways, 9) for total, ways in enumerate((1, 2, 3, 2, 1), 1)
    }


def test_varied_inputs_are_side_by_side() -> None:
    done = brainbug("odds", "bug-hunter:random-panic", "--vary", "force=marine,crew", "--json")
    data = json.loads(done.stdout)
    assert data["vary"] == "force"
    assert [column["value"] for column in data["columns"]] == ["marine", "crew"]


def test_a_procedure_that_gives_chances_has_odds() -> None:
    result = chances("mobile-infantry:procedure/kill-odds", "shooters=assault-rifle/burst", "bug=warrior")
    assert result == {"missed": Fraction(5, 6), "hit": Fraction(1, 6)}


def test_house_values_are_marked_in_text_json_and_chart(tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    done = brainbug("odds", "mobile-infantry:nuke-hits", "inches=5", "--svg", chart)
    assert "house" in done.stdout
    assert "house" in "".join(ElementTree.parse(chart).getroot().itertext())
    data = json.loads(brainbug("odds", "mobile-infantry:nuke-hits", "inches=5", "--json").stdout)
    assert data["basis"] == "house"
    assert brainbug("odds", "mobile-infantry:nuke-hits", "inches=5", "--printed-only").returncode == 2


def test_a_chart_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    charts = [tmp_path / name for name in ("one.svg", "two.svg")]
    for chart in charts:
        brainbug("odds", "3d6", "--svg", chart)
    assert charts[0].read_bytes() == charts[1].read_bytes()


@pytest.mark.parametrize("columns", [40, 60, 100])
def test_odds_fit_the_terminal(columns: int) -> None:
    done = brainbug("odds", "2d6", env={"COLUMNS": str(columns)})
    assert all(len(line) <= columns for line in done.stdout.splitlines())


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("4d",), "the number of sides is missing"),
        (("random-panic",), "random-panic"),
        (("bug-hunter:random-panic", "force=mariner"), "marine"),
        (("bug-hunter:rule/304.2",), "neither a table nor a procedure"),
        (("3d6", "--vary", "force=a,b"), "dice have no inputs"),
    ],
)
def test_entries_without_odds_are_rejected(args: tuple[str, ...], message: str) -> None:
    done = brainbug("odds", *args)
    assert done.returncode in (1, 2)
    assert message in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_roll_repeats_with_its_seed_and_marks_dropped_dice() -> None:
    first, second = (brainbug("roll", "4d6kh2", "--seed", "3").stdout for _ in "12")
    assert first == second
    assert first.splitlines() == ["10", "  4d6kh2: (2) 5 5 (2)"]


def test_many_rolls_are_listed_with_their_mean() -> None:
    done = brainbug("roll", "2d6", "--seed", "1", "--times", "5")
    assert len(done.stdout.splitlines()) == 6
    assert "mean of 5 rolls" in done.stdout


def test_a_roll_without_a_seed_prints_a_random_one() -> None:
    done = brainbug("roll", "1d6")
    seed = done.stderr.split()[1]
    assert brainbug("roll", "1d6", "--seed", seed).stdout == done.stdout


def test_a_table_is_not_rolled_by_mistake() -> None:
    done = brainbug("roll", "bug-hunter:random-panic")
    assert done.returncode == 2
    assert "brainbug resolve" in done.stderr


def test_odds_of_ten_thousand_totals_take_little_time(capsys: pytest.CaptureFixture[str]) -> None:
    began = time.process_time()
    with pytest.raises(SystemExit) as end:
        main(["odds", "100d100"])
    assert end.value.code in (None, 0)
    assert capsys.readouterr().out.endswith("mean 5050, standard deviation 288.66\n")
    # They take about one second; measuring the width of a column for each row took 37.
    assert time.process_time() - began < 10
