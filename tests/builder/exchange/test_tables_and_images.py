"""Scenarios as CSV tables and as images with places."""

from __future__ import annotations

import csv
import io
import json
import struct
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from soak import WHOLE

from builder.cli.main import brainbug
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.exchange import images, spreadsheet
from builder.exchange.formats import SHARE_FORMATS, ShareFormat
from builder.exchange.sharing import Shared, ShareOptions, write_shared
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from rulesdb.files.writing import OutputError
from rulesdb.yaml_source import parse_yaml

SCENARIOS = Path(__file__).parents[3] / "scenarios"


def options(scenario: Scenario) -> ShareOptions:
    return ShareOptions(DrawingContext.of(scenario.ruleset, load_theme()))


@pytest.fixture(scope="module")
def dead_air() -> Scenario:
    text = (SCENARIOS / "bug_hunter/dead-air.yaml").read_text(encoding="utf-8")
    return scenario_from(parse_yaml(text.replace("name: Bo Tandy", 'name: "=1+1"'), "dead-air.yaml"))


@pytest.fixture(scope="module")
def tables(dead_air: Scenario) -> Mapping[str, list[dict[str, str]]]:
    files = spreadsheet.share(dead_air, options(dead_air)).files
    return {name: list(csv.DictReader(io.StringIO(data.decode("utf-8")))) for name, data in files.items()}


def test_the_roster_has_a_row_for_each_figure_and_each_kind_of_creature(
    tables: Mapping[str, list[dict[str, str]]],
) -> None:
    rows = tables["roster.csv"]
    assert len(rows) == 13
    quill = rows[0]
    assert (quill["name"], quill["weapon"], quill["activation"], quill["side"]) == (
        "Sub-Lt. Mara Quill", "Machine pistol", "1", "Humans",
    )  # fmt: skip
    assert (rows[-1]["force"], rows[-1]["count"]) == ("Stranglers", "2")


def test_a_name_that_a_spreadsheet_would_run_is_text(tables: Mapping[str, list[dict[str, str]]]) -> None:
    assert "'=1+1" in {row["name"] for row in tables["roster.csv"]}


def test_counters_have_their_copies_and_the_words_of_both_sides(
    tables: Mapping[str, list[dict[str, str]]],
) -> None:
    [dummy] = [row for row in tables["counters.csv"] if row["kind"] == "dummy"]
    assert (dummy["copies"], dummy["hidden"], dummy["front"]) == ("7", "yes", "")
    assert "DUMMY" in dummy["back"]


@pytest.fixture(scope="module")
def static_images() -> Shared:
    scenario = load_scenario(SCENARIOS / "bugged/static.yaml")
    return images.share(scenario, options(scenario))


def test_each_image_is_listed_with_its_size(static_images: Shared) -> None:
    data = json.loads(static_images.files[images.PLACES])
    [board] = data["maps"]
    png = static_images.files[board["image"]]
    assert struct.unpack(">II", png[16:24]) == (board["width"], board["height"])
    named = {piece[side] for piece in data["pieces"] for side in ("front", "back")}
    assert named | {board["image"], images.PLACES} == set(static_images.files)


def test_places_are_a_hex_apart_and_inside_the_image(static_images: Shared) -> None:
    [board] = json.loads(static_images.files[images.PLACES])["maps"]
    places = board["places"]
    assert len(places) == 16 * 12
    (x, y), (_, below) = places["0101"], places["0102"]
    assert (x, y) == (round(x), round(y)), "the first place is on a whole pixel"
    assert below - y == 96
    assert all(0 < x < board["width"] and 0 < y < board["height"] for x, y in places.values())
    assert board["objectives"]["relay"] == [places["0906"]]
    assert len(board["zones"]["road"]) == 8


def test_a_folder_with_a_changed_or_foreign_file_is_not_replaced(tmp_path: Path) -> None:
    scenario = load_scenario(SCENARIOS / "bugged/static.yaml")
    result = spreadsheet.share(scenario, options(scenario))
    target = tmp_path / "tables"
    write_shared(result, target, "csv")
    write_shared(result, target, "csv")
    with pytest.raises(OutputError, match="other output of brainbug"):
        write_shared(result, target, "images")
    (target / "roster.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match=r"roster\.csv"):
        write_shared(result, target, "csv")


def test_a_scenario_with_errors_is_not_shared(tmp_path: Path) -> None:
    path = tmp_path / "ship.yaml"
    text = (SCENARIOS / "bug_hunter/dead-air.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("zone: watch", "zone: wtach"), encoding="utf-8")
    result = CliRunner().invoke(brainbug, ["share", str(path), "--to", "csv", "-o", str(tmp_path / "tables")])
    assert result.exit_code == 1
    assert "fix the errors first" in result.output
    assert not (tmp_path / "tables").exists()


@pytest.mark.soak
@pytest.mark.skipif(not WHOLE, reason="only in make soak")
@pytest.mark.parametrize("form", SHARE_FORMATS.values(), ids=list(SHARE_FORMATS))
@pytest.mark.parametrize("referee", [False, True])
def test_progress_is_complete_when_a_scenario_is_shared(
    dead_air: Scenario, form: ShareFormat, referee: bool
) -> None:
    steps: list[None] = []
    about = DrawingContext.of(dead_air.ruleset, load_theme())
    shared = ShareOptions(about, referee, "https://example.org/", lambda: steps.append(None))
    form.load()(dead_air, shared)
    expected = form.steps + (form.referee_steps if referee and form.has_secrets else 0)
    assert len(steps) == expected
