"""Scenarios generated from the missions of Mobile Infantry."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.games.mobile_infantry.mission_plan import tunnels_of
from builder.games.mobile_infantry.missions import mission_scenario
from builder.games.mobile_infantry.missions.layout import missions_with_layout
from builder.lint.engine import lint_scenario
from builder.lint.finding import Severity
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from rulesdb import DataError, InputError, Library, open_game
from rulesdb.yaml_source import parse_yaml

GAME = open_game("mobile-infantry")
MISSIONS = [mission.slug for mission in GAME.of_kind("mission")]
SOUND = Path(__file__).parent.parent / "lint" / "sound-table.yaml"
LIBRARY = Library()


def laid_out(slug: str, seed: int = 1, squads: int = 1) -> Scenario:
    text = mission_scenario(GAME, GAME.find("mission", slug), "made", "Made", seed, squads)
    return scenario_from(parse_yaml(text, "made.yaml"), LIBRARY)


def edited(tmp_path: Path, old: str, new: str) -> Path:
    text = SOUND.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "edited.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_every_mission_of_the_book_can_be_laid_out() -> None:
    assert list(missions_with_layout()) == MISSIONS


@given(st.sampled_from(MISSIONS), st.integers(0, 10**6), st.integers(1, 4))
def test_any_seed_gives_a_scenario_without_errors_or_warnings(slug: str, seed: int, squads: int) -> None:
    findings = [
        finding
        for finding in lint_scenario(laid_out(slug, seed, squads))
        if finding.severity is not Severity.INFO
    ]
    assert findings == []


@pytest.mark.parametrize("slug", MISSIONS)
def test_the_same_seed_gives_the_same_text_and_another_gives_other_terrain(slug: str) -> None:
    texts = [mission_scenario(GAME, GAME.find("mission", slug), "made", "Made", seed) for seed in (5, 5, 6)]
    assert texts[0] == texts[1] != texts[2]


def test_a_squad_is_its_command_team_and_four_fire_teams() -> None:
    (squad, *_) = laid_out("bravo-two-zero").forces
    assert [team.made_of for team in squad.teams] == ["squad"] + ["fire-team"] * 4
    assert len(squad.members) == 20
    command = [member.name for member in squad.teams[0].members]
    assert command == ["Lieutenant", "Sergeant", "Sergeant", "Radio MI"]
    assert [member.id for member in squad.teams[1].members] == ["B1", "B2", "B3", "B4"]


def test_one_trooper_of_a_squad_has_the_mini_gun_and_the_others_rifles() -> None:
    (squad, *_) = laid_out("bravo-two-zero").forces
    weapons = [member.weapon.slug for member in squad.members if member.weapon]
    assert (weapons.count("mini-gun"), weapons.count("assault-rifle")) == (1, 19)


def test_craft_come_overhead_on_the_rounds_of_the_timetable() -> None:
    assert [event.turn for event in laid_out("sir-is-this-another-bug-hunt").events] == [6, 9, 12]


@pytest.mark.parametrize("slug", ["tunnel-rats", "the-head-hunters"])
def test_the_tunnel_plan_has_the_lengths_of_the_mission(slug: str) -> None:
    plan = laid_out(slug).table_map.plan
    assert plan is not None
    wanted = tunnels_of(GAME, GAME.find("mission", slug))
    assert all(
        wanted["length"]["least"] <= tunnel.length <= wanted["length"]["most"] for tunnel in plan.tunnels
    )
    assert len(plan.of_kind("chamber")) == 3


def test_the_brain_bug_is_in_one_chamber_and_only_the_plan_shows_it() -> None:
    scenario = laid_out("the-head-hunters")
    assert scenario.table_map.plan is not None
    assert [node.text for node in scenario.table_map.plan.of_kind("chamber") if node.text] == [
        "The Brain Bug is here."
    ]
    assert "brain-bug" in {force.unit.slug for force in scenario.forces}


def test_five_squads_are_more_than_a_company() -> None:
    with pytest.raises(InputError, match="squads=5: use 1-4"):
        laid_out("bravo-two-zero", squads=5)


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("rectangle: [30, 42, 12, 6]", "areas: [hall]", "BB006", "zone `landing` needs exactly one"),
        (", at: [12, 10]", "", "BB006", "objective `objective-1` needs the key `at`"),
        ("rectangle: [44, 20, 6, 4]", "circle: [44, 20]", "BB007", "circle"),
        ("unit: inch", "unit: foot", "BB007", "foot"),
        ("kind: table", "kind: tabel", "BB007", "tabel"),
    ],
)
def test_an_invalid_table_is_rejected(tmp_path: Path, old: str, new: str, code: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        load_scenario(edited(tmp_path, old, new))
    assert any(
        problem.code == code and message in f"{problem.message} {problem.help}"
        for problem in caught.value.problems
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("terrain: hill", "terrain: hil", "Mobile Infantry has no terrain `hil`"),
        ("made_of: squad", "made_of: sqad", "Mobile Infantry has no organization `sqad`"),
        ("experience: rolled", "experience: hero", "Mobile Infantry has no experience `hero`"),
        ("weapons: {4: mini-gun}", "weapons: {5: mini-gun}", "the team has no figure `5`"),
        ("mission: bravo-two-zero", "mission: bravo", "Mobile Infantry has no mission `bravo`"),
        ("members: [A, B]", "members: [A, C]", "the force has no member `C`"),
    ],
)
def test_an_unknown_name_is_reported(tmp_path: Path, old: str, new: str, message: str) -> None:
    findings = lint_scenario(load_scenario(edited(tmp_path, old, new)))
    assert message in {finding.message for finding in findings}
