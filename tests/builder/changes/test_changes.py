"""What changed between two versions of a scenario, and what a change of the rules does to odds."""

from __future__ import annotations

import functools
import json
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from soak import soak_only

from builder.changes.odds import sensitivity, table_shifts
from builder.changes.pages import stale_pages
from builder.changes.picture import draw_changes
from builder.changes.scenario_changes import FIGURES, changed_spots, scenario_changes
from builder.cli.main import brainbug
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.press.services.sheet_file import load_paper
from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from rulesdb import InputError, Library, open_game
from rulesdb.yaml_source import parse_yaml

SCENARIOS = Path(__file__).parents[3] / "scenarios"
TEXT = (SCENARIOS / "bug_hunter/dead-air.yaml").read_text(encoding="utf-8")
LIBRARY = Library()
SUPPLEMENT = """
kind: supplement
game: bug-hunter
title: Errata
changes:
  - target: "table/random-panic#force=marine&die=5"
    expect: 4
    value: 5
    reason: a test
"""


@functools.cache
def version(*changes: tuple[str, str], library: Library = LIBRARY) -> Scenario:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return scenario_from(parse_yaml(text, "dead-air.yaml"), library)


@pytest.fixture(scope="module")
def supplement(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("supplement") / "errata.yaml"
    path.write_text(SUPPLEMENT, encoding="utf-8")
    return path


def test_a_scenario_has_not_changed_from_itself() -> None:
    assert scenario_changes(version(), version()) == ()


CASES = [
    ('"0204-0406"', '"0204-0405 0307"', "Map",
     "levels › upper › areas › bridge › hexes: added 0307, took away 0206 0306 0406"),
    ("0605/N: interior", "0605/N: airtight", "Map", "levels › upper › doors › 0605/N: interior → airtight"),
    ("        0605/N: interior\n", "", "Map", "levels › upper › doors › 0605/N: took away interior"),
    ("count: 2", "count: 3", "Forces", "stranglers › count: 2 → 3"),
    ("name: Tobias Renn", "name: Tobias", "Forces", "crew › members › 02 › name: Tobias Renn → Tobias"),
    ("areas: [bridge]", "areas: [lab]", "Set-up", "zones › watch › areas: [bridge] → [lab]"),
    ("turns: 14", "turns: 12", "Schedule", "turns: 14 → 12"),
    ("crew, at_least: 6", "crew, at_least: 7", "Victory", "1 › when › all › 2 › at_least: 6 → 7"),
    ('upper\n    hex: "0503"', 'upper\n    hex: "0504"', "Objectives",
     "beacon › hex: added 0504, took away 0503"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "section", "sentence"), CASES, ids=range(len(CASES)))
def test_a_change_is_in_words_in_the_section_of_the_briefing(
    old: str, new: str, section: str, sentence: str
) -> None:
    [change] = scenario_changes(version(), version((old, new)))
    assert (change.section, change.sentence) == (section, sentence)


def test_comments_and_quotes_are_no_change_and_the_same_hexes_are_none() -> None:
    same = version(("  # the watch holds it", ""), ('"0204-0406"', '"0204-0306 0404-0406"'))
    assert scenario_changes(version(), same) == ()


def test_a_figure_that_changes_under_a_scenario_is_listed(supplement: Path) -> None:
    scenario = version(library=Library(supplements=(supplement,)))
    # Its crew is not rolled for; the table is used by those who draw people at random.
    changes = [change for change in scenario_changes(version(), scenario) if change.section == FIGURES]
    used = {entry.id for entry in scenario.entries}
    assert bool(changes) == ("bug-hunter:table/random-panic" in used)


def test_the_picture_marks_what_was_added_and_taken_away() -> None:
    new = version(('"0204-0406"', '"0204-0405 0307"'))
    changes = scenario_changes(version(), new)
    kinds = {scenario_label(new, spot): kind for spot, kind in changed_spots(new, changes)}
    assert kinds == {"0307": "added", "0206": "removed", "0306": "removed", "0406": "removed"}
    drawing = draw_changes(new, changes, DrawingContext.of(new.ruleset, load_theme()))
    assert drawing is not None
    signs = [text.text for text in drawing.texts if text.text in "+–"]
    assert sorted(signs) == ["+", "–", "–", "–"]


def scenario_label(scenario: Scenario, spot: object) -> str:
    return scenario.hex_map.grid.label(spot.hex)  # type: ignore[attr-defined]


def test_odds_before_and_after_a_supplement_are_exact(supplement: Path) -> None:
    before = open_game("bug-hunter").table("random-panic")
    after = Library(supplements=(supplement,)).open("bug-hunter").table("random-panic")
    [shift] = table_shifts(before, after)
    assert shift.inputs == {"force": "marine"}
    assert {text: (one, two) for text, one, two in shift.rows} == {
        "2": (Fraction(1, 3), Fraction(1, 3)),
        "3": (Fraction(1, 3), Fraction(1, 3)),
        "4": (Fraction(1, 6), Fraction(0)),
        "5": (Fraction(1, 6), Fraction(1, 3)),
    }
    assert shift.mean_change == Fraction(1, 6)
    assert shift.distance == Fraction(1, 6)


def test_one_more_on_a_modifier_is_the_modifier_given_twice() -> None:
    """The modifiers of presence add 1 each, so that two of them are one with one more."""
    table = open_game("mobile-infantry").table("presence")
    [first, *_] = sensitivity(table, {})
    assert first.use.before == table.odds()
    assert first.use.after == first.plus_one.before == table.odds(modifiers=[first.modifier.id])
    other = next(each.id for each in table.modifiers if each.id != first.modifier.id and each.add == 1)
    assert first.plus_one.after == table.odds(modifiers=[first.modifier.id, other])


def test_a_table_without_modifiers_has_no_sensitivity() -> None:
    with pytest.raises(InputError, match="has no modifiers"):
        sensitivity(open_game("bug-hunter").table("random-panic"), {"force": "marine"})


def test_a_revision_of_git_is_compared_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "ship.yaml"
    path.write_text(TEXT, encoding="utf-8")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(tmp_path)]
    for command in (["init", "-q"], ["add", "ship.yaml"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *command], check=True, capture_output=True)
    path.write_text(TEXT.replace("turns: 14", "turns: 12"), encoding="utf-8")
    result = CliRunner().invoke(brainbug, ["diff", str(path), "--since", "HEAD", "--format", "json"])
    assert result.exit_code == 1
    assert [change["where"] for change in json.loads(result.output)["changes"]] == ["turns"]
    missing = CliRunner().invoke(brainbug, ["diff", str(path), "--since", "nowhere"])
    assert isinstance(missing.exception, InputError)
    assert "git cannot show" in str(missing.exception)


def test_an_option_cannot_pass_for_a_revision(tmp_path: Path) -> None:
    path = tmp_path / "ship.yaml"
    path.write_text(TEXT, encoding="utf-8")
    result = CliRunner().invoke(brainbug, ["diff", str(path), "--since", "--output=/tmp/x"])
    assert isinstance(result.exception, InputError)


def test_impact_names_entries_odds_and_scenarios(supplement: Path) -> None:
    arguments = ["impact", str(supplement), "--scenarios", str(SCENARIOS / "bug_hunter/dead-air.yaml")]
    result = CliRunner().invoke(brainbug, [*arguments, "--format", "markdown"])
    assert result.exit_code == 0
    assert "bug-hunter:table/random-panic" in result.output
    assert "| 5 | 1/6 (16.7%) | 1/3 (33.3%) | +1/6 (+0.167) |" in result.output


@soak_only
def test_only_pages_that_show_a_change_are_printed_again() -> None:
    new = version(("count: 2", "count: 3"))
    stale = stale_pages(version(), new, load_paper("a4"), load_theme())
    assert {part.part for part in stale} >= {"counters"}
    assert "map" not in {part.part for part in stale}


def test_two_printed_kits_are_compared_page_by_page(tmp_path: Path) -> None:
    for name, second in (("old", "b"), ("new", "c")):
        pages = [{"title": "Deck 1", "sha256": "a"}, {"title": "Deck 2", "sha256": second}]
        data = {
            "generator": "brainbug 0.1.0", "files": [], "hash": "8Q2K-MF0T4-X92HD",
            "scenario": {"id": "ship"},
            "shows": {"map": pages}, "rests_on": {},
        }  # fmt: skip
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text(json.dumps(data), encoding="utf-8")
    old, new = str(tmp_path / "old"), str(tmp_path / "new")
    result = CliRunner().invoke(brainbug, ["diff", old, new, "--format", "json"])
    assert (result.exit_code, json.loads(result.output)["pages"]) == (1, {"map": ["Deck 2"]})
    assert CliRunner().invoke(brainbug, ["diff", old, old]).exit_code == 0
