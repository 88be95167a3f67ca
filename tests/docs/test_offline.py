"""The whole site over HTTP: offline after the first visit, and small."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from site_server import Served, served
from soak import soak_only

from builder.publish.offline import LIST
from builder.publish.offline.site_files import loaded_by

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "site.md"
# Without pictures, in kB as gzip sends them. Pages and fonts are most of the first, rules of the second.
HOME = 120
HOME_AND_SEARCH = 300
GUIDES = 130
TABLE = "reference/bug-hunter/table/random-panic.html"
# In milliseconds. The site has more than a thousand pages.
LOADED = 120_000


@pytest.fixture(scope="module")
def host(whole_site: Path) -> Iterator[Served]:
    with served(whole_site) as host:
        yield host


@pytest.fixture(scope="module")
def phone(browser: Any, host: Served) -> Iterator[Any]:
    """A page on a phone that has visited the home page once, and has no network anymore."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    faults: list[str] = []
    requests: list[str] = []
    context.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(host.address)
    page.wait_for_function("document.documentElement.dataset.offline === 'ready'", timeout=LOADED)
    context.set_offline(True)
    yield page
    assert faults == []
    assert [url for url in requests if not url.startswith((host.address, "data:", "blob:"))] == []
    context.close()


@soak_only
def test_every_page_is_loaded_in_the_background(phone: Any, host: Served, whole_site: Path) -> None:
    pages = {path.relative_to(whole_site).as_posix() for path in whole_site.rglob("*.html")}
    assert pages - {*map(unquote, host.loaded())} == set()


@soak_only
def test_pages_open_offline_with_their_styles(phone: Any, host: Served) -> None:
    host.loaded()
    phone.goto(f"{host.address}reference/bug-hunter/rule/304.2.html")
    assert phone.locator("h1").inner_text().startswith("304.2 Effects of decompression")
    styles = "[...document.styleSheets].every((sheet) => sheet.cssRules.length > 0)"
    assert phone.evaluate(styles)
    phone.goto(f"{host.address}guide/site.html")
    phone.locator(".bb-offline", has_text="on this device and works offline").wait_for()
    assert host.loaded() == []


@soak_only
def test_the_search_answers_offline(phone: Any, host: Served) -> None:
    phone.goto(f"{host.address}search.html?q=airlok")
    phone.locator(".bb-search-results a").first.click()
    assert phone.locator("h1").inner_text().startswith("303.2 Airlocks")


@soak_only
def test_a_table_is_rolled_on_offline(phone: Any, host: Served) -> None:
    phone.goto(f"{host.address}{TABLE}")
    phone.get_by_role("button", name="Roll", exact=True).click()
    assert phone.get_by_role("status").locator("strong").inner_text() in "12345"


def compressed(site: Path, pages: list[str]) -> float:
    """The size of pages with all that they load except pictures, as gzip sends them, in kB."""
    contents = [(site / name).read_bytes() for name in loaded_by(site, pages)]
    return sum(len(gzip.compress(data, 6)) for data in contents) / 1000


def test_the_first_visit_is_small(whole_site: Path) -> None:
    core = json.loads((whole_site / LIST).read_text(encoding="utf-8"))["core"]
    assert compressed(whole_site, ["index.html"]) < HOME
    assert compressed(whole_site, ["index.html", "search.html"]) < HOME_AND_SEARCH
    assert compressed(whole_site, [*core, "sw.js", LIST]) < HOME_AND_SEARCH
    assert compressed(whole_site, ["_static/search_guides.js"]) < GUIDES


def test_the_guide_states_the_sizes() -> None:
    text = " ".join(GUIDE.read_text(encoding="utf-8").split())
    assert f"first visit loads at most {HOME} kB" in text
    assert f"with the first search at most {HOME_AND_SEARCH} kB" in text
    assert f"guides, at most {GUIDES} kB" in text
