"""The studio in a real browser: every tool by mouse and by keyboard, with the file compared as text."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import DEAD_AIR
from other_program import write_outside
from soak import soak_only
from studio_pages import Hosted, Studio, hosted_studio, opened

from builder.studio.server.page_files import PAGE_FOLDER

TEXT = DEAD_AIR.read_text(encoding="utf-8")
NORTH, SOUTH_WEST = 1, 5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hosted, Path]]:
    folder = tmp_path_factory.mktemp("studio")
    path = folder / "ship.yaml"
    path.write_text(TEXT, encoding="utf-8", newline="\n")
    with hosted_studio(path) as server:
        yield server, path


@pytest.fixture(scope="module")
def first_page(server: tuple[Hosted, Path], browser: Any) -> Iterator[tuple[Studio, list[str]]]:
    studio = opened(browser, *server)
    errors: list[str] = []
    studio.page.on("pageerror", lambda error: errors.append(str(error)))
    studio.page.on("console", lambda message: errors.append(message.text))
    yield studio, errors
    studio.page.context.close()


@pytest.fixture
def studio(first_page: tuple[Studio, list[str]]) -> Iterator[Studio]:
    """The page with the file as it comes with brainbug."""
    studio, errors = first_page
    if studio.text != TEXT:
        studio.write(TEXT)
    yield studio
    assert errors == []


def test_a_room_is_painted_by_dragging_and_undone_by_keys(studio: Studio) -> None:
    page, before = studio.page, studio.settled()
    page.keyboard.press("a")
    page.get_by_role("radio", name="Galley").click()
    studio.drag("0808", "0807", "0806")
    studio.drawn(before + 1)
    lines = {line for line in studio.text.splitlines() if line not in TEXT.splitlines()}
    assert len(lines) == 2
    assert all("hexes:" in line for line in lines)
    assert page.locator("#undo").get_attribute("title") == "Undo: Area (Ctrl+Z)"
    page.keyboard.press("Control+z")
    studio.drawn(before + 2)
    assert studio.text == TEXT


def test_a_new_room_is_named_and_painted_as_a_block(studio: Studio) -> None:
    page, before = studio.page, studio.settled()
    page.keyboard.press("a")
    page.get_by_role("radio", name="New area").click()
    page.get_by_label("Name", exact=True).fill("Crew Quarters")
    page.keyboard.down("Control")
    studio.drag("1902", "2103")
    page.keyboard.up("Control")
    studio.drawn(before + 1)
    assert '        crew-quarters: {name: Crew Quarters, hexes: "1902-2103"}\n' in studio.text
    page.get_by_role("radio", name="Crew Quarters", checked=True).wait_for()


def test_doors_are_set_by_mouse(studio: Studio) -> None:
    page, before = studio.page, studio.settled()
    page.keyboard.press("d")
    page.get_by_label("Door", exact=True).select_option("airtight")
    page.mouse.click(*studio.at("0605", NORTH))
    studio.drawn(before + 1)
    assert studio.text == TEXT.replace("0605/N: interior", "0605/N: airtight")
    page.mouse.click(*studio.at("0605", NORTH), button="right")
    studio.drawn(before + 2)
    assert studio.text == TEXT.replace("        0605/N: interior\n", "")


def test_a_finger_takes_away_while_the_button_for_it_is_pressed(studio: Studio, browser: Any) -> None:
    tablet = opened(browser, studio.server, studio.path, has_touch=True)
    page = tablet.page
    page.get_by_role("radio", name="Door", exact=True).tap()
    page.get_by_label("Door", exact=True).select_option("airtight")
    page.get_by_role("button", name="Take away").tap()
    page.touchscreen.tap(*tablet.at("0605", NORTH))
    tablet.shows(TEXT.replace("        0605/N: interior\n", ""))
    page.get_by_role("radio", name="Select and pan").tap()
    page.get_by_role("button", name="Take away", pressed=False).wait_for()
    page.locator("#undo").tap()
    tablet.shows(TEXT)
    page.context.close()


def test_doors_are_set_by_keyboard(studio: Studio) -> None:
    page, before = studio.page, studio.settled()
    page.keyboard.press("d")
    page.get_by_label("Door", exact=True).select_option("airtight")
    page.locator("#map").focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    assert page.locator("#where").inner_text() == "side 0605/N"
    page.keyboard.press("Enter")
    studio.drawn(before + 1)
    assert studio.text == TEXT.replace("0605/N: interior", "0605/N: airtight")
    page.keyboard.press("Delete")
    studio.drawn(before + 2)
    assert studio.text == TEXT.replace("        0605/N: interior\n", "")


def test_findings_follow_an_edit_and_show_their_place(studio: Studio) -> None:
    page, before = studio.page, studio.settled()
    assert page.locator("#state").inner_text() == "2 info"
    page.keyboard.press("d")
    page.get_by_label("Door", exact=True).select_option("interior")
    page.mouse.click(*studio.at("1607", 4))
    studio.drawn(before + 1)
    finding = page.locator("#findings li[data-severity=error]").first
    assert finding.locator(".code").inner_text().startswith("BB2")
    finding.get_by_role("button", name="Show").click()
    assert page.locator("#map .finding").count() >= 1
    finding.get_by_role("button", name="Fix").click()
    studio.drawn(before + 2)
    assert page.locator("#state").inner_text() == "2 info"
    assert page.locator("#undo").get_attribute("title").startswith("Undo: Fix BB2")


def test_another_program_and_another_page_change_the_same_file(
    studio: Studio, server: tuple[Hosted, Path], browser: Any
) -> None:
    other = opened(browser, *server)
    before = studio.write(TEXT.replace("title: Dead Air", "title: Thin Air", 1))
    other.drawn(before)
    for each in (studio, other):
        assert each.page.locator("#title").inner_text() == "Thin Air"
    studio.page.keyboard.press("d")
    studio.page.get_by_label("Door", exact=True).select_option("airtight")
    studio.page.mouse.click(*studio.at("0605", NORTH))
    other.drawn(before + 1)
    other.page.keyboard.press("Control+z")
    studio.drawn(before + 2)
    other.page.reload()
    other.page.wait_for_selector("#map[data-rev]")
    other.page.locator("#undo:enabled").click()
    studio.drawn(before + 3)
    assert studio.text == TEXT
    other.page.context.close()


def test_a_text_that_is_not_yaml_turns_the_tools_off(studio: Studio) -> None:
    studio.write(TEXT.replace("map:", "map: [", 1))
    studio.page.wait_for_selector("#map.off")
    assert "tools are off" in studio.page.locator("#notice").inner_text()
    studio.page.keyboard.press("d")
    studio.page.mouse.click(*studio.at("0605", NORTH))
    studio.write(TEXT)
    studio.page.wait_for_selector("#map:not(.off)")
    assert studio.text == TEXT


def test_markup_in_a_scenario_is_shown_as_text(browser: Any, tmp_path: Path) -> None:
    evil = "<img src=x onerror=alert()>"
    path = tmp_path / "evil.yaml"
    text = TEXT.replace("name: Galley", f'name: "{evil}"').replace("title: Dead Air", f'title: "{evil}"', 1)
    path.write_text(text.replace("0605/N: interior", f'"0605/N": "{evil}"'), encoding="utf-8")
    with hosted_studio(path) as server:
        page = browser.new_page()
        page.goto(server.address)
        page.wait_for_selector("#findings li[data-severity=error]")
        assert "img src=x" in page.locator("#findings").inner_text()
        write_outside(path, text)
        page.wait_for_selector("#map[data-rev]")
        assert page.locator("#title").inner_text() == evil
        assert page.locator("script:not([src])").count() == page.locator("main img").count() == 0
        assert page.title() == f"{evil} – brainbug studio"
        page.close()


def test_what_is_seen_from_a_hex_is_shaded_and_follows_an_edit(studio: Studio) -> None:
    page, before = studio.page, studio.settled()
    page.keyboard.press("v")
    page.get_by_label("Analysis", exact=True).select_option("sight")
    page.mouse.click(*studio.at("0606"))
    page.wait_for_selector("#map [data-look=seen]", state="attached")
    seen = page.locator("#map [data-look=seen]").count()
    page.keyboard.press("d")
    page.get_by_label("Door", exact=True).select_option("open")
    page.mouse.click(*studio.at("0605", 4))
    studio.drawn(before + 1)
    page.wait_for_function(
        "(before) => document.querySelectorAll('#map [data-look=seen]').length > before", arg=seen
    )
    page.get_by_label("Analysis", exact=True).select_option("")
    assert page.locator("#map [data-look]").count() == 0
    page.keyboard.press("v")


def test_what_is_typed_is_merged_with_what_is_drawn(studio: Studio) -> None:
    page = studio.page
    page.locator("#tab-text").click()
    page.wait_for_selector("#text[data-rev]")
    page.locator("#text .cm-content").click()
    page.keyboard.press("Control+Home")
    # As one input: keys of which one comes late would be typed in two steps.
    page.keyboard.insert_text("# a note\n")
    studio.shows(f"# a note\n{TEXT}")
    assert page.locator("#undo").get_attribute("title") == "Undo: Typing (Ctrl+Z)"
    revision = studio.write(studio.text.replace("title: Dead Air", "title: Thin Air", 1))
    page.wait_for_selector(f"#text[data-rev='{revision}']")
    page.keyboard.insert_text("# more\n")
    studio.shows("# a note\n# more\n" + TEXT.replace("title: Dead Air", "title: Thin Air", 1))
    page.locator("#tab-below").click()


@soak_only
def test_a_finding_is_fixed_in_the_text_and_its_rule_shown(studio: Studio) -> None:
    page, before = studio.page, studio.write(TEXT.replace("1607/S: airtight", "1607/S: interior"))
    page.locator("#tab-text").click()
    page.wait_for_selector("#text[data-rev]")
    page.locator("#text .cm-content").click()
    page.keyboard.press("Control+Home")
    page.locator("#tab-below").click()
    finding = page.locator("#findings li[data-severity=error]").first
    finding.get_by_role("button", name="bug-hunter 303").click()
    page.get_by_role("dialog").get_by_role("heading", level=2).wait_for()
    page.get_by_role("button", name="Close").click()
    page.locator("#tab-text").click()
    page.wait_for_function("() => !document.querySelector('#text').hidden")
    line = TEXT[: TEXT.index("1607/S: airtight")].count("\n")
    page.locator("#text .cm-content").click()
    page.keyboard.press("Control+Home")
    for _ in range(line):
        page.keyboard.press("ArrowDown")
    page.locator("#fixes").get_by_role("button").first.wait_for()
    page.keyboard.press("Control+.")
    studio.drawn(before + 1)
    assert studio.text == TEXT
    page.locator("#tab-below").click()


@soak_only
def test_a_weapon_is_chosen_with_its_figures(studio: Studio) -> None:
    page, before = studio.page, studio.settled()
    page.locator("[data-unit='placement/0']").click()
    member = page.locator("#inspector details").filter(has_text="Ines Okafor")
    member.locator("summary").click()
    member.get_by_role("button", name="Machine pistol: bug-hunter").wait_for()
    member.get_by_label("weapon", exact=True).select_option(label="Net")
    studio.drawn(before + 1)
    # It stays open, with its new figures.
    member.get_by_role("button", name="Net: bug-hunter").wait_for()
    assert studio.text == TEXT.replace(
        "name: Capt. Ines Okafor, weapon: machine-pistol", "name: Capt. Ines Okafor, weapon: net"
    )
    page.keyboard.press("Control+z")
    studio.drawn(before + 2)


def test_a_value_at_a_hex_is_changed_in_its_form(studio: Studio) -> None:
    page, before = studio.page, studio.settled()
    page.keyboard.press("v")
    page.mouse.click(*studio.at("0605"))
    page.get_by_role("heading", name="At 0605").wait_for()
    field = page.locator("#inspector").get_by_label("name", exact=True)
    field.fill("Long Way")
    field.press("Tab")
    studio.drawn(before + 1)
    assert studio.text == TEXT.replace("name: Fore Corridor", "name: Long Way")
    page.locator("#inspector summary").first.filter(has_text="Long Way").wait_for()


def test_what_is_half_typed_in_a_field_outlasts_a_change_of_the_file(studio: Studio) -> None:
    page = studio.page
    page.keyboard.press("v")
    page.mouse.click(*studio.at("0605"))
    field = page.locator("#inspector").get_by_label("name", exact=True)
    field.select_text()
    shorter = TEXT.replace('corridor, hexes: "0505-1105"', 'corridor, hexes: "0505-1005"', 1)
    studio.write(shorter)
    # The field is drawn again, and what is selected in it stays selected.
    page.keyboard.type("Long")
    assert field.input_value() == "Long"
    theirs = shorter.replace("title: Dead Air", "title: Thin Air", 1)
    studio.write(theirs)
    page.keyboard.type(" Way")
    assert field.input_value() == "Long Way"
    field.press("Tab")
    studio.shows(theirs.replace("name: Fore Corridor", "name: Long Way"))


def test_the_modules_of_the_page_have_no_type_errors() -> None:
    tsc = os.environ.get("TSC") or shutil.which("tsc")
    if tsc is None:
        pytest.skip("no tsc here: npm install --global typescript, or name it in TSC")
    options = "--noEmit --allowJs --checkJs --strict --module nodenext --target es2022"
    options += " --lib es2023,dom,dom.iterable"
    modules = sorted(PAGE_FOLDER.glob("*.js"))
    done = subprocess.run([tsc, *options.split(), *modules], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)
    assert all(module.read_text(encoding="utf-8").startswith("// @ts-check\n") for module in modules)
