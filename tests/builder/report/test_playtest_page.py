"""The page of a playtest: it works from a file, escapes what it shows, and says in words what it draws."""

from __future__ import annotations

import functools
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from handspan_field import FIELD

from builder.boards.spots import DotPlace, Place
from builder.cli.playtest import playtest
from builder.draw.surface.theme import load_theme
from builder.report.map_marks import MapSheet, Mark
from builder.report.playtest_page import playtest_page
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

HOSTILE = "</style><script>alert(1)</script>"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a playtest of the field with everything measured."""
    folder = tmp_path_factory.mktemp("played")
    scenario = folder / "field.yaml"
    scenario.write_text(FIELD.replace("title: Field", f'title: "{HOSTILE}"'), encoding="utf-8")
    options = ["--games", "24", "--jobs", "1", "--skill", "3", "--weigh", "1", "-o", str(folder / "out")]
    done = CliRunner().invoke(playtest, [str(scenario), *options])
    assert done.exit_code == 0, done.output
    return folder / "out"


class Page(HTMLParser):
    """Tags with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


def test_the_page_loads_nothing_and_runs_nothing(played: Path) -> None:
    text = (played / "report.html").read_text("utf-8")
    page = Page(text)
    assert not page.all("script")
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    for _, attributes in page.tags:
        for name in ("src", "href", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#")
    assert set(re.findall(r"url\((?!#)([a-z]+:[a-z]+)", text)) == {"data:font"}
    assert "<script>alert" not in text
    assert "alert(1)" in text


def test_every_picture_and_chart_has_a_text_and_numbers_stand_in_tables(played: Path) -> None:
    page = Page((played / "report.html").read_text("utf-8"))
    pictures = [each for each in page.all("svg") if each.get("role") == "img"]
    assert len(pictures) >= 10
    assert all(len(each["aria-label"] or "") > 20 for each in pictures)
    others = [each for each in page.all("svg") if each.get("role") != "img"]
    assert all(each.get("aria-hidden") == "true" for each in others)
    labels = " ".join(each["aria-label"] or "" for each in pictures)
    for title in ("Movement on the map", "Fire on the map", "Losses on the map", "Survivors on the map"):
        assert title in labels


def test_the_measures_of_a_report_agree_with_each_other(played: Path) -> None:
    report = json.loads((played / "report.json").read_text("utf-8"))
    measures: dict[str, Any] = report["measures"]
    assert measures["watched"] == report["games"] == 24
    assert sum(row["games"] for row in measures["lengths"]) == 24
    for table in measures["tables"]:
        assert table["cells_used"] == len(table["used"]) == table["cells"] - len(table["never_used"])
        assert table["uses"] == sum(each["uses"] for each in table["used"])
    died = sum(row["a_game"] for rows in measures["places"]["died"].values() for row in rows)
    lost = sum(row["lost"]["mean"] for row in measures["forces"])
    assert died == pytest.approx(lost, abs=0.1)
    for force in measures["forces"]:
        assert all(0 <= share <= 1 for share in force["left_by_turn"])
    curve = measures["lead"]["curve"]
    assert all(row["low"] <= row["middle"] <= row["high"] for row in curve)
    assert {row["side"] for row in report["skill"]} == {"human", "bug"}
    assert all(0 <= row["same_winner"] <= 1 and row["games"] == 3 for row in report["skill"])
    lines = (played / "places.csv").read_text("utf-8").splitlines()
    assert lines[0] == "event,side,place,a_game"
    assert len(lines) == 1 + sum(len(rows) for each in measures["places"].values() for rows in each.values())


@pytest.mark.parametrize("theme", ["default", "low-ink"])
def test_a_page_is_the_same_again_in_every_theme(played: Path, theme: str) -> None:
    report = json.loads((played / "report.json").read_text("utf-8"))
    scenario = _field()
    pages = {playtest_page(report, scenario, load_theme(theme)) for _ in range(2)}
    assert len(pages) == 1
    assert f'class="contents {load_theme(theme).name}"' in pages.pop()


def test_sides_differ_by_shape_and_not_only_by_color() -> None:
    sheet = MapSheet(_field(), load_theme())
    marks = [Mark((10.0, 10.0), "here", 1.0, 0), Mark((20.0, 10.0), "there", 1.0, 1)]
    picture = sheet.picture(marks, "Two marks on the map.", "a game")
    assert picture.count("<circle") == picture.count("<polygon") == 1


@functools.cache
def _field() -> Scenario:
    from builder.scenario.load import scenario_from

    return scenario_from(parse_yaml(FIELD))


@pytest.mark.parametrize(
    "name", ["bug_hunter/dead-air", "bugged/static", "handspan/last-lift", "advanced_infantry/customs-house"]
)
def test_a_mark_is_where_the_map_shows_the_place(name: str) -> None:
    path = shipped("scenarios") / f"{name}.yaml"
    if not path.exists():
        path = next((shipped("scenarios") / name).parent.glob("*.yaml"))
    scenario = load_scenario(path)
    sheet = MapSheet(scenario, load_theme())
    spots = [each.region.spot for each in scenario.objectives if each.region.spot is not None]
    assert spots
    for spot in spots:
        number, x, y = sheet.places.point(_coordinates(spot))
        drawing = sheet.drawings[number]
        left, top, wide, tall = drawing.area or (0, 0, drawing.width, drawing.height)
        assert left <= x <= left + wide
        assert top <= y <= top + tall
        if isinstance(spot, Place):
            label = scenario.map.describe(spot).split()[1]
            labels = [each for each in drawing.texts if each.text == label]
            if labels:
                assert abs(labels[0].x + labels[0].width / 2 - x) < 0.6 * sheet.places.cell
                assert abs(labels[0].y - y) < 0.6 * sheet.places.cell


def _coordinates(spot: Any) -> list[float]:
    if isinstance(spot, Place):
        return [spot.level, spot.hex.column, spot.hex.row]
    if isinstance(spot, DotPlace):
        return [spot.dot.column, spot.dot.row, spot.floor]
    return list(spot)
