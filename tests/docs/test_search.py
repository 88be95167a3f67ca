"""The search of the site, from a disk and without a network, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from soak import every, times


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    """A small phone without a network; a request outside the site's folder fails the test."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, offline=True, color_scheme="dark")
    page = context.new_page()
    requests: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    yield page
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
    assert faults == []
    context.close()


def search(page: Any, site: Path, words: str) -> None:
    page.goto((site / "search.html").as_uri())
    page.get_by_role("searchbox", name="Words").fill(words)


def results(page: Any) -> list[tuple[str, list[str]]]:
    """The headings of the groups, each with the words of its links."""
    groups: list[tuple[str, list[str]]] = page.evaluate(
        """() => [...document.querySelectorAll(".bb-search-results section")].map((section) => [
            section.querySelector("h2").firstChild.textContent.trim(),
            [...section.querySelectorAll("li > a")].map((link) => link.textContent)])"""
    )
    return [(title, links) for title, links in groups]


CORRECTIONS = [
    ("304.2", "Bug Hunter", "304.2 Effects of decompression"),
    ("LAG", "Bug Hunter", "Light assault gun"),
    ("airlock", "Bug Hunter", "303.2 Airlocks"),
    ("airlok", "Bug Hunter", "303.2 Airlocks"),
    ("BB204", "Lint codes", "BB204 "),
    ("dead air", "Bug Hunter", "Dead Air"),
]


@pytest.mark.soak
def test_the_first_result_is_the_expected_entry(phone: Any, whole_site: Path) -> None:
    for words, group, first in every(times(3, 1), CORRECTIONS):
        search(phone, whole_site, words)
        title, links = results(phone)[0]
        assert title == group
        assert links[0].startswith(first)
        phone.locator(".bb-search-results a").first.click()
        assert phone.locator("h1").inner_text().startswith(first.strip())


def test_a_misspelling_is_corrected_and_reported(phone: Any, whole_site: Path) -> None:
    search(phone, whole_site, "airlok")
    assert "No match for “airlok”; showing “airlock”" in phone.get_by_role("status").inner_text()


def test_results_are_grouped_by_game_and_one_game_can_be_chosen(phone: Any, whole_site: Path) -> None:
    search(phone, whole_site, "grenade")
    groups = [title for title, _ in results(phone)]
    assert len(groups) == len(set(groups))
    assert {"Bug Hunter", "Mobile Infantry", "Bugged!"} <= set(groups)
    phone.get_by_role("combobox", name="Game").select_option("bugged")
    assert [title for title, _ in results(phone)] == ["Bugged!"]
    # The query stays when the user comes back to the page.
    phone.reload()
    assert [title for title, _ in results(phone)] == ["Bugged!"]


def test_the_keyboard_alone_goes_from_a_page_to_a_result(phone: Any, whole_site: Path) -> None:
    phone.set_viewport_size({"width": 1200, "height": 800})
    phone.goto((whole_site / "reference/bug-hunter/rule/304.2.html").as_uri())
    phone.keyboard.press("/")
    phone.keyboard.type("morale")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/search.html*")
    focused = "document.activeElement.textContent"
    assert phone.evaluate("document.activeElement.name") == "q"
    phone.keyboard.press("Enter")
    first = phone.evaluate(focused)
    phone.keyboard.press("ArrowDown")
    second = phone.evaluate(focused)
    assert [first, second] == results(phone)[0][1][:2]
    phone.keyboard.press("Escape")
    assert phone.evaluate("document.activeElement.name") == "q"
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/reference/**")
    assert phone.locator("h1").inner_text().startswith(first)


def test_further_results_are_shown_on_request(phone: Any, whole_site: Path) -> None:
    search(phone, whole_site, "marine")
    more = phone.get_by_role("button", name="more in Bug Hunter")
    titles = dict(results(phone))["Bug Hunter"]
    left = int(more.inner_text().split()[0])
    more.press("Enter")
    longer = dict(results(phone))["Bug Hunter"]
    assert len(longer) == len(titles) + left
    assert phone.evaluate("document.activeElement.textContent") == longer[len(titles)]


def test_the_head_of_every_page_has_a_search_field(phone: Any, whole_site: Path) -> None:
    for page in ("index.html", "reference/bug-hunter/rule/304.2.html"):
        phone.goto((whole_site / page).as_uri())
        field = phone.get_by_role("searchbox", name="Search rules, tables, weapons")
        assert not field.evaluate("(field) => field === document.activeElement")
        field.fill("airlock")
        field.press("Enter")
        phone.wait_for_url("**/search.html?q=airlock")
        assert results(phone)[0][1][0].startswith("303.2 Airlocks")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_without_scripts_the_page_has_instructions(browser: Any, whole_site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((whole_site / "search.html").as_uri())
    assert "brainbug lookup" in page.locator("article").inner_text()
    assert not page.get_by_role("searchbox", name="Words").is_visible()
    page.get_by_role("link", name="index of entries").click()
    assert page.locator("h1").inner_text() == "Index of entries"
    context.close()
