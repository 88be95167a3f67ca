"""Previews of links, and badges that link to their explanation, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PAGE = "reference/bug-hunter/rule/304.2.html"


@pytest.fixture
def page(browser: Any, whole_site: Path) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, offline=True)
    page = context.new_page()
    page.goto((whole_site / PAGE).as_uri())
    yield page
    context.close()


def test_keyboard_focus_shows_the_preview_of_a_cited_entry(page: Any) -> None:
    link = page.locator("article a", has_text="Anaerobic").first
    hint = page.get_by_role("tooltip")
    assert not hint.is_visible()
    while not link.evaluate("link => link === document.activeElement"):
        page.keyboard.press("Tab")
    assert "decompression" in hint.inner_text()
    assert link.get_attribute("aria-describedby") == "bb-hint"
    box = hint.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    page.keyboard.press("Escape")
    assert not hint.is_visible()


def test_the_pointer_shows_the_preview_and_leaving_hides_it(page: Any) -> None:
    page.locator("article a", has_text="Anaerobic").first.hover()
    assert page.get_by_role("tooltip").is_visible()
    page.locator("h1").hover()
    assert not page.get_by_role("tooltip").is_visible()


def test_a_badge_links_to_its_explanation(page: Any) -> None:
    page.locator("article a.bb-basis").first.click()
    page.wait_for_url("**/reference/basis.html#reading")
    page.locator("#reading h2").wait_for(state="visible")


def test_without_scripts_tooltips_show_the_preview(browser: Any, whole_site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((whole_site / PAGE).as_uri())
    assert "decompression" in page.locator("article a", has_text="Anaerobic").first.get_attribute("title")
    context.close()
