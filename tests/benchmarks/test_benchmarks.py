"""The generated scenarios have no errors and the intended size."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import options
from benchmarks.brainbug_work import WORKS, map_svg
from benchmarks.budgets import BUDGETS, CEILINGS, GROWTHS
from benchmarks.generated import long_scenario, many_scenarios, square_ship
from benchmarks.measure import Comparison, Sample, interleaved
from builder.lint.engine import lint_text

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("text", [long_scenario(), square_ship(40)], ids=["long", "ship"])
def test_a_generated_scenario_has_no_error(text: str) -> None:
    findings = lint_text(text, Path("made.yaml")).findings
    assert [str(finding) for finding in findings if finding.code != "BB903"] == []


def test_the_long_scenario_has_two_thousand_lines() -> None:
    assert 2000 <= long_scenario().count("\n") < 2500


def test_generated_scenarios_have_different_ids(tmp_path: Path) -> None:
    many_scenarios(tmp_path, 45)
    assert len(list(tmp_path.iterdir())) == 45


def test_the_measured_map_has_every_hex_numbered() -> None:
    assert map_svg(12)() > 12 * 12 * 20


@pytest.mark.parametrize("name", sorted(WORKS.keys() - {"vassal_module"}))
def test_each_work_can_be_done_in_a_small_size(name: str) -> None:
    assert WORKS[name](12)() > 0


def test_pairs_are_run_alternately_and_compared_by_median() -> None:
    order: list[str] = []

    def run(name: str, seconds: list[float]) -> Sample:
        order.append(name)
        return Sample(seconds.pop(0))

    brainbug, peer = [1.0, 2.0, 9.0], [2.0, 2.0, 3.0]
    comparison = interleaved(lambda: run("brainbug", brainbug), lambda: run("peer", peer), 3)
    assert order == ["brainbug", "peer", "peer", "brainbug", "brainbug", "peer"]
    assert comparison.ratio == 1.0
    assert comparison.seconds == (2.0, 2.0)
    assert Comparison(comparison.pairs[:1]).ratio == 0.5


def test_every_growth_names_existing_work() -> None:
    assert {item.work for item in (*GROWTHS, *CEILINGS)} <= set(WORKS)
    assert len({budget.name for budget in BUDGETS}) == len(BUDGETS)


def test_lint_does_not_import_drawing_or_printing_code() -> None:
    """Their imports take longer than all checks of a typical file."""
    code = (
        "import sys; from builder.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    path = ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml"
    done = subprocess.run(
        [sys.executable, "-c", code, "lint", str(path)], capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    assert "builder" in loaded
    assert loaded & {"svgwrite", "typst", "pikepdf", "sphinx", "pygls", "textual", "jsonschema"} <= {
        "jsonschema"
    }


def test_the_environment_of_the_peers_can_be_a_relative_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """``make bench`` passes a relative path, and some peers run in other folders."""
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--peers", "build/peers"])
    assert options().peers == Path.cwd() / "build" / "peers"
