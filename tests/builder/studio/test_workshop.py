"""Analysis on the map, the kit and playtests of a file that is edited."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import DEAD_AIR, ROOT

from builder.lint.engine import lint_file
from builder.lsp.schema_view import SchemaView
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from builder.studio.document import State, fold
from builder.studio.entries import brief, entry_card
from builder.studio.folder import Folder
from builder.studio.gallery import gallery, start
from builder.studio.inspection import things_about, things_at, things_of
from builder.studio.kit_preview import DrawnKit, Look, _draw
from builder.studio.map_analysis import analyses_of, analyze
from builder.studio.operations import operation_from_json
from builder.studio.palette import palette_of
from builder.studio.playtests import Task, _play, _record
from builder.studio.server.worker import KILLED, Worker
from builder.studio.server.workshop import _look
from builder.studio.session import Refused
from rulesdb import BrainbugError, InputError, Library

SCENARIOS = ROOT / "scenarios"
PUMP_HUT = SCENARIOS / "handspan" / "pump-hut.yaml"


def names(scenario: Scenario) -> list[str]:
    return [kind["id"] for kind in analyses_of(scenario)]


def test_what_is_seen_stops_at_closed_doors(dead_air: Scenario) -> None:
    analysis = analyze(dead_air, "sight", "0605", "upper")
    looks = {spot: shade.look for shade in analysis.shades for spot in shade.spots}
    assert {shade.view for shade in analysis.shades} == {"upper"}
    assert looks["0805"] == "seen"
    assert looks["0607"] == "hidden"
    assert analysis.about.startswith("from hex 0605 on Upper Deck: ")


def test_reach_is_that_of_the_command(dead_air: Scenario) -> None:
    force = dead_air.forces[0]
    analysis = analyze(dead_air, "reach", force.id, "upper")
    moves = {(shade.view, spot): int(shade.text) for shade in analysis.shades for spot in shade.spots}
    expected = {
        (dead_air.hex_map.levels[place.level].id, dead_air.hex_map.grid.label(place.hex)): move
        for place, move in dead_air.reach.first_moves(force).items()
        if move <= dead_air.reach.moves_in_game
    }
    assert moves == expected


def test_air_names_what_holds_it(dead_air: Scenario) -> None:
    analysis = analyze(dead_air, "air", "", "upper")
    spots = [(shade.view, spot) for shade in analysis.shades for spot in shade.spots]
    assert len(spots) == len(set(spots)) == len(dead_air.hex_map.area_at)
    assert any("held by" in line for line in analysis.lines)


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("bug_hunter/dead-air", ["sight", "reach", "dead", "air", "contact"]),
        ("bugged/static", ["sight", "reach", "dead", "contact"]),
        ("advanced_infantry/customs-house", ["sight", "reach", "dead", "contact"]),
        ("mobile_infantry/candle", []),
    ],
)
def test_each_kind_of_map_offers_what_it_can(file: str, expected: list[str]) -> None:
    assert names(load_scenario(SCENARIOS / f"{file}.yaml")) == expected


@pytest.mark.parametrize(
    ("name", "argument", "view"),
    [
        ("rain", "", ""),
        ("sight", "9999", "upper"),
        ("sight", "0605", "attic"),
        ("reach", "us", ""),
        ("dead", "", ""),
    ],
)
def test_what_is_not_there_is_refused(dead_air: Scenario, name: str, argument: str, view: str) -> None:
    with pytest.raises(InputError, match="no such"):
        analyze(dead_air, name, argument, view)


def test_a_kit_is_drawn_from_a_text_that_is_not_on_the_disk(tmp_path: Path) -> None:
    text = DEAD_AIR.read_text(encoding="utf-8")
    path = tmp_path / "unwritten.yaml"
    drawn = _draw(Library(), text, path, Look("low-ink", "letter"))
    assert isinstance(drawn, DrawnKit)
    assert {page.digest for page in drawn.pages} == set(drawn.svg)
    assert {round(page.width, 1) for page in drawn.pages} == {215.9, 279.4}
    assert all(svg.startswith("<?xml") for svg in drawn.svg.values())
    broken = _draw(Library(), text.replace("1607/S: airtight", "1607/S: interior"), path, Look())
    assert broken == "the scenario has errors: fix them first"
    assert not path.exists()


@pytest.mark.parametrize(
    "given", [{"theme": "/etc/passwd"}, {"paper": "../a4"}, {"theme": "own.yaml"}, {"paper": "page.yaml"}]
)
def test_themes_and_papers_are_only_those_of_brainbug(given: dict[str, str]) -> None:
    with pytest.raises(Refused):
        _look(given)


def test_games_are_played_and_recorded() -> None:
    task = Task.of(PUMP_HUT, PUMP_HUT.read_text(encoding="utf-8"), Library())
    report = _play(task, 2)
    assert isinstance(report, dict)
    assert report["games"] == len(report["list"]) == 2
    again = _play(task, 3)
    assert isinstance(again, dict)
    assert again["list"][:2] == report["list"]
    lines = _record(task, 1)
    assert isinstance(lines, list)
    assert lines[-1]["ending"]["side"] == report["list"][1]["side"]
    assert "text" not in lines[0]


def test_a_scenario_that_cannot_be_played_is_reported_as_text(tmp_path: Path) -> None:
    path = tmp_path / "hut.yaml"
    path.write_text(PUMP_HUT.read_text(encoding="utf-8").partition("\nvictory:")[0], encoding="utf-8")
    report = _play(Task.of(path, "", Library()), 1)
    assert report == f"{path}:2:1: BB006 key `victory` is missing from the file"


def test_a_process_ends_with_its_worker_whatever_it_does() -> None:
    async def work() -> None:
        worker = Worker()
        assert await worker.run(os.getpid) != os.getpid()
        task = asyncio.create_task(worker.run(time.sleep, 600))
        await asyncio.sleep(0.05)
        worker.close()
        assert await task == KILLED
        assert await worker.run(os.getpid) != os.getpid()
        worker.close()

    # Playwright has a loop of its own in the main thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result(60)


def test_what_the_file_has_at_a_hex_is_a_form() -> None:
    library = Library()
    state = State(DEAD_AIR.read_text(encoding="utf-8"), DEAD_AIR, library)
    schemas = SchemaView(library.schemas)
    things = {thing["path"]: thing for thing in things_at(state, "0605", "upper", schemas)}
    area = things["map/levels/0/areas/fore-corridor"]
    values = {value["key"]: value for value in area["values"]}
    assert values["name"]["value"] == area["title"] == "Fore Corridor"
    assert values["kind"]["options"] == ["room", "corridor", "airlock", "bay"]
    assert values["hexes"]["help"]
    assert not any(path.startswith("map/levels/1") for path in things)
    operation = operation_from_json({"op": "set-value", "path": f"{area['path']}/name", "value": "Way"})
    assert "name: Way" in fold(state, [operation]).apply(state.text)
    assert things_at(state, "9999", "upper", schemas) == []


def test_fields_of_operations_can_name_what_scenario_and_game_have() -> None:
    choices = palette_of(State(DEAD_AIR.read_text(encoding="utf-8"), DEAD_AIR))["choices"]
    assert {"id": "bridge", "title": "Bridge", "level": "upper"} in choices["area"]
    assert {choice["id"] for choice in choices["side"]} == {"human", "pred"}
    assert {"watch", "beacon"} <= {choice["id"] for choice in choices["thing"]}
    assert choices["weapon"]


def test_a_new_scenario_is_written_into_the_folder_and_never_over_another(tmp_path: Path) -> None:
    library, folder = Library(), Folder(tmp_path)
    assert start(folder, library, "bug-hunter", "dead-air", "", "cold-air") == "cold-air.yaml"
    assert start(folder, library, "handspan", "", "table", "bare-table") == "bare-table.yaml"
    assert folder.files() == ("bare-table.yaml", "cold-air.yaml")
    for name in folder.files():
        assert not lint_file(tmp_path / name, library=library).has_errors
    text = (tmp_path / "cold-air.yaml").read_text(encoding="utf-8")
    with pytest.raises(BrainbugError, match="already exists"):
        start(folder, library, "bugged", "", "land", "cold-air")
    for slug in ("../up", "a/b", "A", ""):
        with pytest.raises(InputError, match="not a scenario id"):
            start(folder, library, "bug-hunter", "dead-air", "", slug)
    with pytest.raises(InputError, match="only one file"):
        start(Folder(tmp_path, "cold-air.yaml"), library, "bug-hunter", "dead-air", "", "more")
    assert (tmp_path / "cold-air.yaml").read_text(encoding="utf-8") == text


def test_the_gallery_has_each_scenario_that_comes_with_brainbug() -> None:
    games = gallery(Library())
    ids = {id for game in games for id in game["scenarios"]}
    assert ids == {path.stem for path in SCENARIOS.glob("*/*.yaml")}
    assert all(game["blank"] for game in games)


def test_members_are_forms_with_figures_of_their_weapons() -> None:
    library = Library()
    state = State(DEAD_AIR.read_text(encoding="utf-8"), DEAD_AIR, library)
    force, *members = things_of(state, "crew", SchemaView(library.schemas))
    assert force["path"] == "forces/0"
    values = {value["key"]: value for value in members[2]["values"]}
    assert values["carries"]["type"] == "words"
    (screecher,) = values["carries"]["entries"]
    assert screecher["source"] == "bug-hunter 305.3"
    assert {"id": "net", "title": "Net"} in values["weapon"]["choices"]
    assert values["weapon"]["entries"] == [brief(state, "weapon", "machine-pistol")]
    assert values["weapon"]["entries"][0]["rows"]
    assert brief(state, "weapon", "bow") is None
    assert things_of(state, "nobody", SchemaView(library.schemas)) == []


def test_the_map_and_the_scenario_are_forms_with_what_they_do_not_have_yet() -> None:
    library = Library()
    state = State(DEAD_AIR.read_text(encoding="utf-8"), DEAD_AIR, library)
    schemas = SchemaView(library.schemas)
    things = {thing["path"]: thing for thing in things_about(state, "upper", schemas)}
    assert list(things) == ["map", "map/levels/0", "map/atmosphere", "scenario", "schedule"]
    assert things["map/levels/0"]["where"] == "map › levels › upper"
    (bridge,) = [each for each in things_at(state, "0305", "upper", schemas) if each["title"] == "Bridge"]
    more = {value["key"]: value for value in bridge["more"]}
    assert more["gas"]["type"] == "boolean"
    assert more["kind"]["options"] == ["room", "corridor", "airlock", "bay"]


def test_a_place_belongs_to_the_zones_of_its_area_and_an_id_is_renamed() -> None:
    library = Library()
    state = State(DEAD_AIR.read_text(encoding="utf-8"), DEAD_AIR, library)
    things = things_at(state, "0305", "upper", SchemaView(library.schemas))
    (zone,) = [thing for thing in things if thing["path"] == "setup/zones/0"]
    values = {value["key"]: value for value in zone["values"]}
    assert values["id"]["rename"] == {"kind": "zone", "id": "watch"}
    assert (values["areas"]["type"], values["areas"]["value"]) == ("words", ["bridge"])
    force, *_ = things_of(state, "crew", SchemaView(library.schemas))
    assert force["values"][0]["rename"] == {"kind": "force", "id": "crew"}


def test_a_rule_is_shown_with_text_figures_and_links() -> None:
    card = entry_card(Library(), "bug-hunter:weapon/screecher")
    assert (card["title"], card["source"], card["kind"]) == ("Screecher", "bug-hunter 305.3", "weapon")
    assert "1-3: near" in dict(card["rows"])["Ranges of non-lethal weapons (band, by range)"]
    assert {"id": "bug-hunter:rule/305.3", "kind": "rule"}.items() <= card["links"][0].items()
    assert [row[0] for row in card["grids"][0]["rows"]] == ["screecher near", "screecher far"]
    with pytest.raises(BrainbugError):
        entry_card(Library(), "bug-hunter:weapon/bow")
