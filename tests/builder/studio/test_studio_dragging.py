"""Dragging on the map in a real browser, by mouse and by keys, with the file compared as text."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from soak import soak_only
from studio_pages import Hosted, Studio, hosted_studio, opened

ROOT = Path(__file__).resolve().parents[3]
SHIP, HUT = "bug_hunter/dead-air", "handspan/pump-hut"
TEXTS = {name: (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8") for name in (SHIP, HUT)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hosted, Path]]:
    folder = tmp_path_factory.mktemp("studio")
    for name in TEXTS:
        shutil.copy(ROOT / "scenarios" / f"{name}.yaml", folder)
    with hosted_studio(folder) as server:
        yield server, folder


@pytest.fixture(scope="module")
def page(folder: tuple[Hosted, Path], browser: Any) -> Iterator[Studio]:
    studio = opened(browser, folder[0], folder[1] / "dead-air.yaml")
    errors: list[str] = []
    studio.page.on("pageerror", lambda error: errors.append(str(error)))
    yield studio
    studio.page.context.close()
    assert errors == []


def open_file(page: Studio, folder: Path, name: str) -> Studio:
    """The page with a file as it comes with brainbug."""
    file = f"{Path(name).name}.yaml"
    studio = Studio(page.page, folder / file, page.server)
    if studio.page.locator("#file").input_value() != file:
        studio.page.locator("#file").select_option(file)
        studio.page.wait_for_selector("#map[data-rev]")
    if studio.text != TEXTS[name]:
        studio.write(TEXTS[name])
    studio.page.keyboard.press("v")
    return studio


@pytest.fixture
def ship(page: Studio, folder: tuple[Hosted, Path]) -> Studio:
    return open_file(page, folder[1], SHIP)


@pytest.fixture
def hut(page: Studio, folder: tuple[Hosted, Path]) -> Studio:
    return open_file(page, folder[1], HUT)


def test_a_console_is_dragged_to_another_hex(ship: Studio) -> None:
    before = ship.settled()
    ship.drag("0305", "0304")
    ship.drawn(before + 1)
    assert ship.text == TEXTS[SHIP].replace('Helm: "0305"', 'Helm: "0304"')
    assert ship.page.locator("#undo").get_attribute("title") == "Undo: Move console Helm (Ctrl+Z)"


def test_a_locker_is_taken_and_put_down_by_keys(ship: Studio) -> None:
    page, before = ship.page, ship.settled()
    page.mouse.click(*ship.at("1702"))
    page.keyboard.press("g")
    page.keyboard.press("ArrowDown")
    assert "locker" in page.locator("#where").inner_text()
    page.keyboard.press("Enter")
    ship.drawn(before + 1)
    assert ship.text == TEXTS[SHIP].replace('lockers: "1602 1702"', 'lockers: "1602 1703"')


def test_what_was_taken_is_put_back_with_escape(ship: Studio) -> None:
    page = ship.page
    page.mouse.click(*ship.at("1702"))
    page.keyboard.press("g")
    page.keyboard.press("ArrowDown")
    assert page.locator("#map .ghost").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#map .ghost").count() == 0
    assert ship.text == TEXTS[SHIP]


def test_a_placement_is_dragged_to_another_zone(ship: Studio) -> None:
    page, before = ship.page, ship.settled()
    page.locator("[data-unit='placement/0']").hover()
    page.mouse.down()
    page.mouse.move(*ship.at("1303"))
    page.mouse.up()
    ship.drawn(before + 1)
    assert ship.text == TEXTS[SHIP].replace("zone: watch, members", "zone: sleepers, members")


def test_a_placement_is_moved_by_keys(ship: Studio) -> None:
    page, before = ship.page, ship.settled()
    page.mouse.click(*ship.at("1303"))
    page.locator("[data-unit='placement/0']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    ship.drawn(before + 1)
    assert "zone: sleepers, members" in ship.text


def test_a_piece_on_a_table_is_dragged(hut: Studio) -> None:
    before = hut.settled()
    hut.drag("68,30", "66,33")
    hut.drawn(before + 1)
    assert hut.text == TEXTS[HUT].replace("circle: [68, 30, 7]", "circle: [66, 33, 7]")


def test_a_corner_is_dragged_a_new_one_added_and_one_removed(hut: Studio) -> None:
    page, before = hut.page, hut.settled()
    page.mouse.click(*hut.at("12,10"))
    assert page.locator("#map .corner").count() == 8
    hut.drag("22,6", "24,8")
    hut.drawn(before + 1)
    bluff = "polygon: [[4, 4], [22, 6], [18, 16], [6, 20]]"
    assert hut.text == TEXTS[HUT].replace(bluff, "polygon: [[4, 4], [24, 8], [18, 16], [6, 20]]")
    hut.drag("5,12", "3,12")
    hut.drawn(before + 2)
    assert hut.text == TEXTS[HUT].replace(bluff, "polygon: [[4, 4], [24, 8], [18, 16], [6, 20], [3, 12]]")
    page.mouse.click(*hut.at("24,8"), button="right")
    hut.drawn(before + 3)
    assert hut.text == TEXTS[HUT].replace(bluff, "polygon: [[4, 4], [18, 16], [6, 20], [3, 12]]")


def test_a_part_is_selected_moved_and_copied_with_the_mouse(ship: Studio) -> None:
    page, before = ship.page, ship.settled()
    page.keyboard.press("s")
    ship.drag("1602", "1703")
    assert page.locator("#map .selected").count() == 4
    ship.drag("1602", "2001")
    ship.drawn(before + 1)
    assert 'suit-room: {name: Suit Room, hexes: "2001-2102"}' in ship.text
    assert page.locator("#undo").get_attribute("title") == "Undo: Move a part (Ctrl+Z)"
    page.keyboard.press("Control+z")
    ship.drawn(before + 2)
    ship.drag("1602", "1703")
    page.mouse.move(*ship.at("1602"))
    page.mouse.down()
    page.mouse.move(*ship.at("2001"))
    page.keyboard.down("Control")
    page.mouse.up()
    page.keyboard.up("Control")
    ship.drawn(before + 3)
    assert 'suit-room-2: {name: Suit Room 2, hexes: "2001-2102"}' in ship.text


@soak_only
def test_a_part_is_copied_mirrored_and_pasted_by_keys_on_another_level(ship: Studio) -> None:
    page, before = ship.page, ship.settled()
    page.mouse.click(*ship.at("1602"))
    page.keyboard.press("s")
    page.keyboard.down("Shift")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.up("Shift")
    assert page.locator("#map .selected").count() == 4
    page.keyboard.press("Control+c")
    page.wait_for_function("() => localStorage.getItem('brainbug-part')")
    page.keyboard.press("PageDown")
    page.wait_for_selector("#map[data-view=lower]")
    page.keyboard.press("Control+v")
    page.wait_for_selector("#map .ghost")
    page.keyboard.press("x")
    page.mouse.move(*ship.at("0202"))
    page.mouse.click(*ship.at("0202"))
    ship.drawn(before + 1)
    assert "suit-room-2: {name: Suit Room 2" in ship.text.partition("id: lower")[2]
    page.keyboard.press("PageUp")
    page.wait_for_selector("#map[data-view=upper]")


@soak_only
def test_a_part_of_a_table_is_cut_and_pasted_with_buttons(hut: Studio) -> None:
    page, before = hut.page, hut.settled()
    page.keyboard.press("s")
    hut.drag("58,20", "78,40")
    page.get_by_role("button", name="Cut").click()
    hut.drawn(before + 1)
    assert "Slag" not in hut.text
    page.get_by_role("button", name="Paste").click()
    page.mouse.click(*hut.at("30,80"))
    hut.drawn(before + 2)
    assert "{id: heap, name: Slag, terrain: rocks, circle: [30, 80, 7]}" in hut.text


@soak_only
def test_an_image_is_traced_and_aligned_by_two_clicks(hut: Studio, tmp_path: Path) -> None:
    page = hut.page
    image = tmp_path / "sketch.png"
    image.write_bytes(page.locator("#map").screenshot())
    page.keyboard.press("i")
    page.get_by_label("Image", exact=True).set_input_files(image)
    page.wait_for_selector("#map .traced image", state="attached")
    before = scale_of(page)
    page.get_by_role("button", name="Align by two clicks").click()
    for point in ("10,10", "80,80"):
        page.mouse.click(*hut.at(point))
    # The first and the last place of the map are 90 apart each way, and what was clicked 70.
    page.wait_for_function("() => document.querySelector('#where').textContent.includes('aligned')")
    assert scale_of(page) / before == pytest.approx(90 / 70, rel=0.02)
    page.get_by_role("button", name="Remove the image").click()
    page.wait_for_selector("#map .traced image", state="detached")
    assert not list(hut.path.parent.glob("*.trace.*"))
    assert hut.text == TEXTS[HUT]


def scale_of(page: Any) -> float:
    """How large the image under the map is, in mm for each pixel."""
    transform = page.locator("#map .traced image").get_attribute("transform")
    return float(transform.rpartition("scale(")[2].rstrip(")"))


@soak_only
def test_a_version_is_kept_compared_and_restored(ship: Studio) -> None:
    page = ship.page
    page.keyboard.press("k")
    page.get_by_label("Name", exact=True).fill("first")
    page.get_by_role("button", name="Take a snapshot").click()
    page.get_by_role("button", name="Compare with first").wait_for()
    page.keyboard.press("Escape")
    before = ship.write(TEXTS[SHIP].replace("0605/N: interior", "0605/N: airtight"))
    page.get_by_role("button", name="Compare with first").click()
    page.wait_for_selector("#map .change")
    assert "0605/N" in page.locator("#inspector li").inner_text()
    page.get_by_role("button", name="Restore first").click()
    ship.drawn(before + 1)
    assert ship.text == TEXTS[SHIP]
    page.wait_for_selector("#map .change", state="detached")
    page.get_by_role("button", name="Delete first").click()
    page.get_by_role("button", name="Delete first").wait_for(state="detached")
    assert not list(ship.path.parent.glob("*.snapshots.json"))
