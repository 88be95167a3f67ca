"""Every tool of the studio on every kind of map, by mouse and by keys, and its panels, in a real browser.

One page shows them one after the other. What a tool writes is compared with the operation itself.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from soak import WHOLE
from studio_pages import Hosted, Studio, hosted_studio, opened

from builder.studio.document import State, fold, open_state
from builder.studio.operations import operation_from_json
from rulesdb import Library

pytestmark = [pytest.mark.soak, pytest.mark.skipif(not WHOLE, reason="takes a minute: make soak")]
ROOT = Path(__file__).resolve().parents[3]
FILES = {
    "deck": "bug_hunter/dead-air",
    "hill": "bugged/static",
    "quay": "advanced_infantry/customs-house",
    "hut": "handspan/pump-hut",
}
LIBRARY = Library()
STATES: Mapping[str, State] = {
    name: open_state(ROOT / "scenarios" / f"{file}.yaml", LIBRARY) for name, file in FILES.items()
}
AXE = os.environ.get("AXE_CORE", "")
UPPER = {"level": "upper"}
# The key of a tool, what is set first, the place and its side from 1, and the operation.
TOOLS: list[tuple[str, str, dict[str, str], str, int, dict[str, Any]]] = [
    (
        "deck",
        "a",
        {"Area to paint": "Galley"},
        "0805",
        0,
        {"op": "paint-area", **UPPER, "area": "galley", "hexes": "0805"},
    ),
    ("deck", "e", {}, "0808", 0, {"op": "erase", **UPPER, "hexes": "0808"}),
    (
        "deck",
        "d",
        {"Door": "airtight"},
        "0605",
        1,
        {"op": "set-door", **UPPER, "sides": "0605/N", "door": "airtight"},
    ),
    (
        "deck",
        "h",
        {"Kind": "stairs"},
        "1004",
        0,
        {"op": "set-hatch", "hex": "1004", "levels": "upper lower", "kind": "stairs"},
    ),
    (
        "deck",
        "m",
        {"Kind": "explosive"},
        "0604",
        0,
        {"op": "set-machinery", **UPPER, "hexes": "0604", "kind": "explosive"},
    ),
    ("deck", "l", {}, "0604", 0, {"op": "set-locker", **UPPER, "hexes": "0604"}),
    (
        "deck",
        "c",
        {"Name": "Galley door"},
        "0604",
        0,
        {"op": "set-console", **UPPER, "name": "Galley door", "hex": "0604"},
    ),
    ("deck", "b", {}, "0603", 1, {"op": "set-berth", **UPPER, "sides": "0603/N"}),
    (
        "hill",
        "t",
        {"Terrain": "rocks"},
        "0301",
        0,
        {"op": "paint-terrain", "hexes": "0301", "terrain": "rocks"},
    ),
    ("hill", "h", {"Height": "2"}, "0301", 0, {"op": "paint-height", "spots": "0301", "height": 2}),
    ("hill", "e", {}, "0806", 0, {"op": "erase-ground", "spots": "0806"}),
    (
        "hill",
        "w",
        {"Obstacle": "hedge"},
        "0304",
        2,
        {"op": "set-obstacle", "sides": "0304/NE", "obstacle": "hedge"},
    ),
    ("hill", "n", {"Name": "Low Ridge"}, "0206", 0, {"op": "set-label", "name": "Low Ridge", "spot": "0206"}),
    ("hill", "z", {"Zone": "road"}, "0308", 0, {"op": "paint-zone", "zone": "road", "spots": "0308"}),
    ("quay", "t", {"Piece": "crates"}, "0808", 0, {"op": "paint-piece", "piece": "crates", "dots": "0808"}),
    ("quay", "h", {"Height": "1"}, "0808", 0, {"op": "paint-height", "spots": "0808", "height": 1}),
    ("quay", "e", {}, "0809", 0, {"op": "erase-ground", "spots": "0809"}),
    ("quay", "w", {"Wall": "wall"}, "0808", 2, {"op": "set-wall", "edges": "0808/0908", "wall": "wall"}),
    (
        "quay",
        "d",
        {"Opening": "window"},
        "1009",
        1,
        {"op": "set-opening", "edges": "1008/1009", "opening": "window"},
    ),
    ("quay", "n", {"Name": "Steps"}, "0808", 0, {"op": "set-label", "name": "Steps", "spot": "0808"}),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hosted, Path]]:
    folder = tmp_path_factory.mktemp("studio")
    for name, file in FILES.items():
        shutil.copy(ROOT / "scenarios" / f"{file}.yaml", folder / f"{name}.yaml")
    with hosted_studio(folder, LIBRARY) as server:
        yield server, folder


@pytest.fixture(scope="module")
def page(folder: tuple[Hosted, Path], browser: Any) -> Iterator[Studio]:
    studio = opened(browser, folder[0], folder[1] / "deck.yaml")
    studio.page.set_default_timeout(60_000)
    errors: list[str] = []
    studio.page.on("pageerror", lambda error: errors.append(str(error)))
    yield studio
    studio.page.context.close()
    assert errors == []


def open_file(page: Studio, folder: Path, name: str) -> Studio:
    """The page with a file as it comes with brainbug, and the tool that selects."""
    studio = Studio(page.page, folder / f"{name}.yaml", page.server)
    kind = {"quay": "dots", "hut": "plane"}.get(name, "hexes")
    if studio.page.locator("#file").input_value() != f"{name}.yaml":
        studio.page.locator("#file").select_option(f"{name}.yaml")
        studio.page.wait_for_function(
            "([title, kind]) => document.querySelector('#title').textContent === title"
            " && JSON.parse(document.querySelector('#map').dataset.grid).grid.kind === kind"
            " && document.querySelector('#map').dataset.rev",
            arg=[STATES[name].data["scenario"]["title"], kind],
        )
    if studio.text != STATES[name].text:
        studio.write(STATES[name].text)
    studio.page.keyboard.press("v")
    return studio


def set_up(page: Any, settings: Mapping[str, str]) -> None:
    for label, value in settings.items():
        if label == "Area to paint":
            page.get_by_role("radiogroup", name=label).get_by_role("radio", name=value).click()
            continue
        control = page.locator("#inspector").get_by_label(label, exact=True)
        if control.evaluate("(element) => element.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)


@pytest.mark.parametrize(("name", "key", "settings", "place", "side", "operation"), TOOLS)
def test_a_tool_writes_its_operation_by_mouse_and_by_keys(
    page: Studio,
    folder: tuple[Hosted, Path],
    name: str,
    key: str,
    settings: dict[str, str],
    place: str,
    side: int,
    operation: dict[str, Any],
) -> None:
    studio = open_file(page, folder[1], name)
    expected = fold(STATES[name], [operation_from_json(operation)]).apply(STATES[name].text)
    before, keyboard = studio.settled(), studio.page.keyboard
    keyboard.press(key)
    set_up(studio.page, settings)
    studio.page.mouse.click(*studio.at(place, side))
    studio.drawn(before + 1)
    assert studio.text == expected
    studio.page.locator("#map").focus()
    keyboard.press("Control+z")
    studio.drawn(before + 2)
    assert studio.text == STATES[name].text
    # The click leaves the cursor of the keyboard where it was with the tool that selects.
    keyboard.press("v")
    studio.page.mouse.click(*studio.at(place))
    keyboard.press(key)
    set_up(studio.page, settings)
    studio.page.locator("#map").focus()
    label = operation.get("sides") or operation.get("edges") or ""
    for _ in range(6):
        if label and studio.page.locator("#where").inner_text() != f"side {label}":
            keyboard.press(".")
    keyboard.press("Enter")
    studio.drawn(before + 3)
    assert studio.text == expected
    if side == 0 and key not in "eczn":
        keyboard.press("Control+z")
        studio.drawn(before + 4)
        assert studio.text == STATES[name].text


def test_a_form_writes_its_operation(page: Studio, folder: tuple[Hosted, Path]) -> None:
    studio = open_file(page, folder[1], "hut")
    before = studio.settled()
    if not studio.page.locator("#tools details").evaluate("(element) => element.open"):
        studio.page.locator("#tools summary").click()
    studio.page.get_by_role("radio", name="Place piece").click()
    set_up(studio.page, {"Id": "mast", "Terrain": "rocks", "Circle": "80,10,3"})
    studio.page.get_by_role("button", name="Apply").click()
    studio.drawn(before + 1)
    assert "    - {id: mast, name: Mast, terrain: rocks, circle: [80, 10, 3]}\n" in studio.text
    inspector = studio.page.locator("#inspector")
    assert inspector.get_by_label("Id", exact=True).input_value() == ""
    assert inspector.get_by_label("Terrain", exact=True).input_value() == "rocks"


def test_new_scenarios_start_from_the_gallery(page: Studio, folder: tuple[Hosted, Path]) -> None:
    studio = open_file(page, folder[1], "deck")
    for game, kind, slug in (("Bug Hunter", "deck", "bare-deck"), ("Bugged!", "land", "bare-land")):
        studio.page.get_by_role("button", name="New").click()
        studio.page.get_by_label("Id, which is also").fill(slug)
        section = studio.page.locator("section.starts").filter(has_text=game).first
        section.get_by_role("button", name=f"Blank {kind}").click()
        studio.page.wait_for_function(
            "(name) => document.querySelector('#file').value === name"
            " && document.querySelector('#state').textContent === 'clean'",
            arg=f"{slug}.yaml",
        )
        assert (folder[1] / f"{slug}.yaml").is_file()


def test_the_kit_is_shown_and_drawn_again_after_an_edit(page: Studio, folder: tuple[Hosted, Path]) -> None:
    studio = open_file(page, folder[1], "hut")
    studio.page.get_by_role("tab", name="Kit").click()
    studio.page.wait_for_selector("#kit[data-rev] #pages figure")
    first = int(studio.page.locator("#kit").get_attribute("data-rev"))
    assert studio.page.locator("#contents a").count() == studio.page.locator("#pages figure").count()
    text = STATES["hut"].text.replace("name: Slag", "name: Cinders")
    studio.write(text)
    studio.page.wait_for_function(
        "(rev) => Number(document.querySelector('#kit').dataset.rev) > rev", arg=first
    )
    changed = studio.page.locator("#pages figure.changed").count()
    assert 0 < changed < studio.page.locator("#pages figure").count()
    studio.page.get_by_label("Theme").select_option("low-ink")
    with studio.page.expect_download() as download:
        studio.page.get_by_role("link", name="Save the PDF").click()
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF-")
    studio.page.get_by_role("tab", name="Draw").click()


def test_games_are_played_and_stepped_through(page: Studio, folder: tuple[Hosted, Path]) -> None:
    studio = open_file(page, folder[1], "hut")
    studio.page.get_by_role("tab", name="Playtest").click()
    studio.page.get_by_label("Games", exact=True).fill("2")
    studio.page.get_by_role("button", name="Play", exact=True).click()
    studio.page.wait_for_selector("#play[data-games='2'] .ending")
    studio.page.get_by_label("On the map").select_option(index=1)
    studio.page.wait_for_selector("#play-map .heat", state="attached")
    studio.page.get_by_role("button", name="Step through").click()
    studio.page.wait_for_selector("#game-log li.now")
    assert studio.page.locator("#play-map .unit").count() > 0
    studio.page.get_by_role("tab", name="Draw").click()


@pytest.mark.skipif(not AXE, reason="no axe-core: npm install axe-core, and name its axe.min.js in AXE_CORE")
def test_no_panel_has_serious_faults_for_readers(page: Studio, folder: tuple[Hosted, Path]) -> None:
    studio = open_file(page, folder[1], "deck")
    source = Path(AXE).read_text(encoding="utf-8")
    studio.page.evaluate(f"() => {{ {source} }}")

    def faults(where: str) -> list[str]:
        violations = studio.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")[
            "violations"
        ]
        return [
            f"{where}: {each['id']} {each['nodes'][0]['html']}"
            for each in violations
            if each["impact"] != "minor"
        ]

    problems = faults("start")
    for key in "asikdv":
        studio.page.keyboard.press(key)
        problems += faults(key)
    studio.page.mouse.click(*studio.at("0605"))
    studio.page.wait_for_selector("#inspector details")
    problems += faults("place")
    studio.page.get_by_role("tab", name="Text").click()
    studio.page.wait_for_selector("#text[data-rev]")
    problems += faults("text")
    studio.page.get_by_role("tab", name="Findings").click()
    for name in ("Kit", "Playtest", "Draw"):
        studio.page.get_by_role("tab", name=name).click()
        problems += faults(name)
    studio.page.get_by_role("button", name="All keys").click()
    problems += faults("keys")
    studio.page.keyboard.press("Escape")
    assert problems == []
