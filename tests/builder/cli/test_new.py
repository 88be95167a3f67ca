"""``brainbug new``: new scenarios have no lint errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from processes import brainbug

from builder.scenario.start.blank import KINDS
from rulesdb import game_folders
from rulesdb.yaml_source import load_yaml

VENT_CRAWL = """\
kind: ruleset
title: Vent Crawl
edition: my own notes
summary: Somebody crawls through a duct, and something crawls behind.
documents: [{id: vent-crawl, title: "Vent \\"Crawl\\""}]
sides:
  - {id: crew, title: 'Crew: the "living"', text: One torch.}
  - {id: dead, title: "No", text: No torch.}
units: {distance: span, time: turn, movement: span}
maps: [KIND]
"""
CREW = """\
kind: unit
entries:
  - id: crew
    title: Crew
    source: {document: vent-crawl, section: "1"}
    basis: printed
    side: crew
    counter: {family: marine, figure: person, icon: mining-helmet}
    text: Crawls.
"""
MISSION = """\
kind: mission
entries:
  - id: escape
    title: Escape
    source: {document: vent-crawl, section: "1"}
    basis: printed
    number: 1
    text: Get out.
    conditions: [Nobody knows the way.]
    victory: [{side: crew, event: out, text: For getting out, each: 1}]
"""
WRITER = """\
def mission_scenario(game, mission, id, title, seed, squads=1):
    return f"{id}: {mission.slug}, {seed}\\n"
"""


@pytest.mark.parametrize("game", game_folders())
def test_every_game_has_a_scenario_to_start_from(tmp_path: Path, game: str) -> None:
    done = brainbug("new", game, "my-own", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    about = load_yaml(tmp_path / "my-own.yaml").data["scenario"]
    assert (about["id"], about["title"], about["game"]) == ("my-own", "My Own", game)
    assert brainbug("lint", "my-own.yaml", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("game", game_folders())
def test_blank_scenarios_have_no_errors_or_warnings(tmp_path: Path, game: str) -> None:
    done = brainbug("new", game, "my-own", "--blank", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    report = brainbug("lint", "my-own.yaml", "--format", "concise", cwd=tmp_path).stdout
    assert not [line for line in report.splitlines() if ": BB" in line and ": BB902 info" not in line]


@pytest.mark.parametrize("kind", KINDS)
def test_a_users_game_can_have_any_kind_of_blank_map(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "games" / "vent_crawl"
    game.mkdir(parents=True)
    (game / "ruleset.yaml").write_text(VENT_CRAWL.replace("KIND", kind), "utf-8")
    (game / "units.yaml").write_text(CREW, "utf-8")
    monkeypatch.setenv("BRAINBUG_GAMES", str(tmp_path / "games"))
    done = brainbug("new", "vent-crawl", "my-own", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert brainbug("lint", "my-own.yaml", cwd=tmp_path).stdout == "clean in 1 file\n"


def test_a_game_without_units_has_no_blank_scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tmp_path / "games" / "vent_crawl"
    game.mkdir(parents=True)
    (game / "ruleset.yaml").write_text(VENT_CRAWL.replace("KIND", "table"), "utf-8")
    monkeypatch.setenv("BRAINBUG_GAMES", str(tmp_path / "games"))
    done = brainbug("new", "vent-crawl", "my-own", cwd=tmp_path)
    assert (done.returncode, "vent-crawl has no units" in done.stderr) == (2, True)


def test_a_users_game_can_lay_out_its_missions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tmp_path / "games" / "vent_crawl"
    game.mkdir(parents=True)
    (game / "ruleset.yaml").write_text(VENT_CRAWL.replace("KIND", "table"), "utf-8")
    (game / "missions.yaml").write_text(MISSION, "utf-8")
    monkeypatch.setenv("BRAINBUG_GAMES", str(tmp_path / "games"))
    without = brainbug("new", "vent-crawl", "my-own", "--mission", "escape", cwd=tmp_path)
    assert (without.returncode, "use --blank" in without.stderr) == (2, True)
    (game / "missions.py").write_text(WRITER, "utf-8")
    done = brainbug("new", "vent-crawl", "my-own", "--mission", "escape", "--seed", "7", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "my-own.yaml").read_text("utf-8").splitlines()[1:] == ["my-own: escape, 7"]


def test_a_blank_scenario_can_have_generated_people(tmp_path: Path) -> None:
    done = brainbug("new", "bug-hunter", "crowd", "--people", "3", "--seed", "7", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    forces = load_yaml(tmp_path / "crowd.yaml").data["forces"]
    assert forces[0]["generated"] == {"count": 3, "seed": 7, "weapons": {"electric-prod": 1}}
    assert forces[1]["powers"] == {"seed": 7}
    most = brainbug("new", "bug-hunter", "crowds", "--people", "16", cwd=tmp_path)
    assert most.returncode == 0, most.stderr
    assert brainbug("lint", "crowd.yaml", "crowds.yaml", cwd=tmp_path).stdout == "clean in 2 files\n"
    refused = brainbug("new", "handspan", "crowd", "--people", "3", "--force", cwd=tmp_path)
    assert (refused.returncode, "no tables to generate people" in refused.stderr) == (2, True)


def test_a_mission_is_laid_out_and_can_be_printed(tmp_path: Path) -> None:
    brainbug(
        "new", "mobile-infantry", "rats", "--mission", "tunnel-rats", "-o", "deep/rats.yaml", cwd=tmp_path
    )
    assert brainbug("lint", "deep", cwd=tmp_path).returncode == 0
    built = brainbug("build", "deep/rats.yaml", "-o", "kit", "--only", "map", cwd=tmp_path)
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "kit" / "play-kit.pdf").is_file()


def test_the_first_line_names_the_schema_for_editors(tmp_path: Path) -> None:
    brainbug("new", "bugged", "mine", cwd=tmp_path)
    first = (tmp_path / "mine.yaml").read_text(encoding="utf-8").partition("\n")[0]
    prefix = "# yaml-language-server: $schema="
    assert first.startswith(prefix)
    assert (tmp_path / first.removeprefix(prefix)).resolve().name == "scenario.schema.json"
    assert (tmp_path / first.removeprefix(prefix)).is_file()


def test_an_existing_file_is_not_replaced_without_force(tmp_path: Path) -> None:
    brainbug("new", "bugged", "mine", cwd=tmp_path)
    again = brainbug("new", "bugged", "mine", cwd=tmp_path)
    assert (again.returncode, "--force" in again.stderr) == (2, True)
    assert brainbug("new", "bugged", "mine", "--force", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("new", "bugged", "Not A Slug"), "lower-case words"),
        (("new", "bugd", "mine"), "bugged"),
        (("new", "mobile-infantry", "mine", "--mission", "tunnel-rat"), "tunnel-rats"),
        (("new", "mobile-infantry", "mine", "--mission", "tunnel-rats", "--squads", "9"), "use 1-4"),
        (("new", "bugged", "mine", "--mission", "any"), "has no missions"),
        (("new", "bugged", "mine", "--from", "statics"), "static"),
        (("new", "bugged", "mine", "--map", "table"), "table: Bugged! is played on land"),
        (("new", "bugged", "mine", "--map", "land", "--from", "static"), "use only one of"),
    ],
)
def test_impossible_requests_are_rejected_with_the_possible_ones(
    tmp_path: Path, args: tuple[str, ...], message: str
) -> None:
    done = brainbug(*args, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []
