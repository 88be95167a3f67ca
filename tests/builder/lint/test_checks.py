"""Each broken copy of one sound scenario gives just the findings that its first line expects."""

from __future__ import annotations

import functools
import re
from dataclasses import replace
from pathlib import Path

import pytest

from builder.games.bug_hunter.checks.rosters import ExcludedPowersCheck
from builder.lint.check import Check
from builder.lint.checks.provenance import HouseValueCheck
from builder.lint.discovery import all_checks
from builder.lint.engine import LintReport, lint_file, lint_scenario
from builder.lint.finding import Severity
from builder.lint.registry import code_docs
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb import Basis, Provenance, Ruleset, open_game
from rulesdb.schemas import SchemaSet

HERE = Path(__file__).parent
SOUND = HERE / "sound.yaml"
BROKEN = sorted((HERE / "broken").glob("*.yaml"))
SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"

# These need data that no shipped game has, or no file at all; they are tested one by one below.
WITHOUT_A_FILE = {"BB001", "BB021", "BB304", "BB902"}
# Defects of the database and of supplements, which tests/rulesdb holds.
OF_THE_DATABASE = {f"BB01{digit}" for digit in range(8)}


SCHEMAS, OPENER = SchemaSet(), functools.cache(open_game)


def linted(path: Path) -> LintReport:
    return lint_file(path, schemas=SCHEMAS, opener=OPENER)


def expected(path: Path) -> list[str]:
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    return re.findall(r"BB\d{3} \d+:\d+", first.partition("expect:")[2])


def edited(tmp_path: Path, old: str, new: str) -> Path:
    """The sound scenario with one change."""
    text = SOUND.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path = tmp_path / "edited.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_copy_gives_the_findings_it_expects_and_no_other(path: Path) -> None:
    found = [f"{finding.code} {finding.span.line}:{finding.span.column}" for finding in linted(path).findings]
    assert found == expected(path)
    assert path.stem[:5] in {item[:5] for item in found}


def test_every_code_has_a_broken_copy() -> None:
    assert {path.stem[:5] for path in BROKEN} | WITHOUT_A_FILE | OF_THE_DATABASE == set(code_docs())


@pytest.mark.parametrize("path", sorted(HERE.glob("sound*.yaml")), ids=lambda path: path.stem)
def test_a_sound_scenario_is_clean(path: Path) -> None:
    assert linted(path).findings == ()


@pytest.mark.parametrize("path", sorted(SCENARIOS.rglob("*.yaml")), ids=lambda path: path.stem)
def test_a_shipped_scenario_has_nothing_but_its_house_values_and_overrides_pointed_out(path: Path) -> None:
    assert {finding.code for finding in linted(path).findings} <= {"BB902", "BB903"}


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_every_finding_tells_how_to_mend_it(path: Path) -> None:
    assert all(finding.help for finding in linted(path).findings)


@pytest.mark.parametrize("check", all_checks(), ids=lambda check: check.code)
def test_every_check_cites_a_rule_that_exists(check: type[Check]) -> None:
    if check.rule:
        games = check.games or {"bug-hunter"}
        assert all(OPENER(game).entry(check.rule).kind == "rule" for game in games)


def test_codes_and_slugs_are_used_once() -> None:
    assert len({check.code for check in all_checks()}) == len(all_checks())
    assert len({doc.slug for doc in code_docs().values()}) == len(code_docs())


# What nearly has the defect, and has not.

POD = """\
vehicles:
  - {id: pod, title: Pod, vehicle: workpod, force: crew, crew: ["01"], level: top, hex: "0601"}
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("0403/NE: airtight", "0503/SW: airtight", id="a hexside named from its other hex"),
        pytest.param("weapon: screecher", "weapon: weapon/screecher", id="a weapon by its key"),
        pytest.param("turns: 6", "turns: 4", id="an event on the last turn"),
        pytest.param("count: 2", "count: 8", id="as many counters as the zone has hexes"),
        pytest.param("{row: 5,", "{row: 12,", id="the last row of the roster"),
        pytest.param('id: "02", name: Cy Dean', 'id: "09", name: Cy Dean', id="a gap in the ids"),
        pytest.param('lockers: "0304 0405"', 'lockers: "0202 0404"', id="the corners of the floor"),
        pytest.param("columns: 8", "columns: 5", id="a map that just holds the ship"),
        pytest.param("dummies: 1", "dummies: 0", id="no dummies, stated"),
        pytest.param("0404/S: interior", "0404/S: open", id="an open hexside between equal atmospheres"),
        pytest.param("setup:\n", f"{POD}setup:\n", id="a workpod that one of a ship's crew runs"),
        pytest.param(
            "text: Be there.", "act: initiate-self-destruct, text: Do it.", id="an act of the captain's"
        ),
        pytest.param('{row: 1, id: "01"', '{row: 2, id: "01"', id="a captain without a first officer"),
    ],
)
def test_what_nearly_has_a_defect_is_clean(tmp_path: Path, old: str, new: str) -> None:
    assert [str(finding) for finding in linted(edited(tmp_path, old, new)).findings] == []


def test_a_missing_file_is_one_finding(tmp_path: Path) -> None:
    report = linted(tmp_path / "nowhere.yaml")
    assert [finding.code for finding in report.findings] == ["BB001"]


def test_a_file_of_random_bytes_is_one_finding(tmp_path: Path) -> None:
    path = tmp_path / "bytes.yaml"
    path.write_bytes(bytes(range(256)))
    assert [finding.code for finding in linted(path).findings] == ["BB001"]


def test_powers_that_exclude_each_other_are_found(bug_hunter: Ruleset) -> None:
    scenario = load_scenario(SOUND)
    powers = tuple(bug_hunter.find("power", name) for name in ("speed", "reflexes", "clone", "growth"))
    forces = (scenario.forces[0], replace(scenario.forces[1], powers=powers))
    found = list(ExcludedPowersCheck().check(replace(scenario, forces=forces)))
    assert [finding.message for finding in found] == ["Reflexes and Speed may not be held together"]


def test_a_house_value_is_mentioned_and_is_no_failure() -> None:
    scenario = load_scenario(SOUND)
    crew, bugs = scenario.forces
    house = Provenance(crew.unit.provenance.source, Basis.HOUSE, "ours")
    changed = replace(scenario, forces=(replace(crew, unit=replace(crew.unit, provenance=house)), bugs))
    found = list(HouseValueCheck().check(changed))
    assert [(finding.severity, finding.message) for finding in found] == [
        (Severity.INFO, "relies on 1 house value: Spaceship crew")
    ]


def test_one_unknown_hex_does_not_cascade_into_the_map_checks(tmp_path: Path) -> None:
    report = linted(edited(tmp_path, 'hexes: "0202-0304"', 'hexes: "0202-0399"'))
    assert [finding.code for finding in report.findings] == ["BB201"]


def test_a_suppressed_finding_is_counted_and_not_shown(tmp_path: Path) -> None:
    line = "    - {turn: 7, title: Calm, text: The lights come back.}  # brainbug: ignore[BB406] extra turns"
    report = linted(edited(tmp_path, "    - {turn: 4, title: Calm, text: The lights come back.}", line))
    assert report.findings == ()
    assert [finding.code for finding in report.suppressed] == ["BB406"]


def test_a_suppression_on_the_line_above_counts_too(tmp_path: Path) -> None:
    line = "    # brainbug: ignore[BB406] extra turns\n    - {turn: 7, title: Calm, text: Back.}"
    report = linted(edited(tmp_path, "    - {turn: 4, title: Calm, text: The lights come back.}", line))
    assert report.findings == ()


def test_a_suppression_without_a_reason_suppresses_nothing(tmp_path: Path) -> None:
    line = "    - {turn: 7, title: Calm, text: Back.}  # brainbug: ignore[BB406]"
    report = linted(edited(tmp_path, "    - {turn: 4, title: Calm, text: The lights come back.}", line))
    assert [finding.code for finding in report.findings] == ["BB406", "BB020"]


def test_fingerprints_survive_moved_lines_and_differ_between_defects(tmp_path: Path) -> None:
    path = edited(tmp_path, "weapon: screecher", "weapon: screacher")
    before = linted(path).findings[0]
    path.write_text("\n\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    after = linted(path).findings[0]
    assert after.span.line == before.span.line + 2
    assert after.fingerprint == before.fingerprint
    marks = {finding.fingerprint for path in BROKEN for finding in linted(path).findings}
    count = sum(len(linted(path).findings) for path in BROKEN)
    assert len(marks) == count


def test_linting_is_the_same_every_time(dead_air: Scenario) -> None:
    assert lint_scenario(dead_air) == lint_scenario(dead_air)


# A command post: rule 313.3 wants six hexes, or more than one level, between it and returning Preds.


@pytest.mark.parametrize(
    ("zone", "found"),
    [
        pytest.param("awake", [], id="six hexes and more away"),
        pytest.param("working", ["BB424"], id="beside the Preds"),
    ],
)
def test_preds_set_up_as_far_from_the_command_post_as_an_interphase_puts_them(
    tmp_path: Path, zone: str, found: list[str]
) -> None:
    text = (SCENARIOS / "bug_hunter" / "ninth-hour.yaml").read_text(encoding="utf-8")
    path = tmp_path / "ninth-hour.yaml"
    path.write_text(text.replace("command_post: awake", f"command_post: {zone}"), encoding="utf-8")
    assert [finding.code for finding in linted(path).findings] == found


def test_colors_that_the_color_blind_tell_apart_are_clean(tmp_path: Path) -> None:
    text = (HERE / "broken" / "BB505-counter-color-vision.yaml").read_text(encoding="utf-8")
    path = tmp_path / "yellow.yaml"
    path.write_text(text.replace("color: brown", "color: yellow"), encoding="utf-8")
    assert [finding.code for finding in linted(path).findings] == []


@pytest.mark.parametrize(
    ("site", "found"),
    [
        pytest.param("ship", ["BB425"], id="aboard a ship by position"),
        pytest.param("base", [], id="in a base anybody of them"),
        pytest.param("", [], id="nowhere said, so either"),
    ],
)
def test_who_may_start_the_sequence_depends_on_the_site(tmp_path: Path, site: str, found: list[str]) -> None:
    """Source: bug-hunter 319.2: on the base any marine or colonist."""
    text = (SCENARIOS / "bug_hunter" / "long-walk.yaml").read_text(encoding="utf-8")
    text = text.replace("  site: ship\n", f"  site: {site}\n" if site else "")
    text = text.replace(
        "    text: End a turn here", "    act: initiate-self-destruct\n    text: End a turn here"
    )
    path = tmp_path / "long-walk.yaml"
    path.write_text(text, encoding="utf-8")
    assert [finding.code for finding in linted(path).findings] == found


def test_a_name_that_two_entries_have_is_told_with_both(bug_hunter: Ruleset) -> None:
    """As after a supplement that gives another weapon the same abbreviation."""
    pistol = bug_hunter.find("weapon", "pistol")
    changed = dict(bug_hunter.entries)
    changed[pistol.key] = replace(pistol, also=("MP",))
    report = lint_file(SOUND, schemas=SCHEMAS, opener=lambda _: replace(bug_hunter, entries=changed))
    said = {finding.message for finding in report.findings}
    assert said == {"weapon `MP` may be `machine-pistol` or `pistol`"}
    assert {finding.help for finding in report.findings} == {"use one of these slugs"}
