"""The maps of the gallery in a real browser: zooming, moving and layers, by keyboard, mouse and touch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DEAD_AIR = "reference/bug-hunter/scenarios/dead-air.html"
UNDER_MARROW = "reference/mobile-infantry/scenarios/under-marrow.html"


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A small phone with a touch screen and without a network."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, offline=True)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    yield page
    assert faults == []
    context.close()


def seen(page: Any) -> list[float]:
    """The visible part of the first map: x, y, width, height."""
    view_box: str = page.locator(".bb-map svg").first.get_attribute("viewBox")
    return [float(number) for number in view_box.split()]


def middle(page: Any) -> tuple[float, float]:
    box = page.locator(".bb-map-view").first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_keys_zoom_move_and_reset(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / DEAD_AIR).as_uri())
    whole = seen(page)
    page.get_by_role("group", name="Map: Upper Deck").focus()
    page.keyboard.press("+")
    near = seen(page)
    assert near[2] == pytest.approx(whole[2] / 1.5)
    page.keyboard.press("ArrowRight")
    assert seen(page)[0] > near[0]
    page.keyboard.press("0")
    assert seen(page) == whole


def test_a_button_names_the_map_it_zooms(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / DEAD_AIR).as_uri())
    whole = seen(page)
    page.get_by_role("button", name="Zoom in: Upper Deck").click()
    assert seen(page)[2] < whole[2]
    page.get_by_role("button", name="Whole map: Upper Deck").click()
    assert seen(page) == whole


def test_the_map_never_leaves_its_window(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / DEAD_AIR).as_uri())
    whole = seen(page)
    page.get_by_role("group", name="Map: Upper Deck").focus()
    page.keyboard.press("+")
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    x, _, width, _ = seen(page)
    assert x + width <= whole[0] + whole[2] + 0.01


def test_the_mouse_drags_and_zooms_at_the_pointer(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / DEAD_AIR).as_uri())
    page.locator(".bb-map-view").first.scroll_into_view_if_needed()
    x, y = middle(page)
    page.mouse.dblclick(x, y)
    near = seen(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y)
    page.mouse.up()
    assert seen(page)[0] > near[0]
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    assert seen(page)[2] < near[2]


def test_two_fingers_zoom(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / DEAD_AIR).as_uri())
    page.locator(".bb-map-view").first.scroll_into_view_if_needed()
    x, y = middle(page)
    whole = seen(page)
    devtools = page.context.new_cdp_session(page)

    def touch(kind: str, *apart: int) -> None:
        points = (
            [{"x": x + side * apart[0], "y": y, "id": id} for id, side in enumerate((-1, 1))] if apart else []
        )
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 20)
    for apart in (40, 60, 80):
        touch("touchMove", apart)
    touch("touchEnd")
    assert seen(page)[2] < whole[2] / 2


def test_a_layer_can_be_hidden_and_shown(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / DEAD_AIR).as_uri())
    numbers = page.locator(".bb-map svg").first.locator("g.numbers").first
    assert numbers.is_visible()
    page.get_by_role("checkbox", name="Numbers").first.uncheck()
    assert not numbers.is_visible()
    page.get_by_role("checkbox", name="Numbers").first.check()
    assert numbers.is_visible()


def test_secrets_are_collapsed_until_opened(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / UNDER_MARROW).as_uri())
    secret = page.get_by_role("group", name="Map: Tunnels")
    assert not secret.is_visible()
    page.get_by_text("The secret map").press("Enter")
    assert secret.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_without_scripts_a_map_is_a_picture(browser: Any, whole_site: Path) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto((whole_site / DEAD_AIR).as_uri())
    assert page.get_by_role("img", name="Map: Upper Deck").bounding_box()["height"] > 100
    assert page.locator(".bb-map button").count() == 0
    context.close()
