"""The whole site: every link arrives, no id stands twice on a page, and nothing is fetched from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
# What a browser fetches without being asked, by element.
FETCHED = {
    "script": "src",
    "img": "src",
    "link": "href",
    "iframe": "src",
    "object": "data",
    "source": "src",
    "embed": "src",
}


class Page(HTMLParser):
    """The ids of a page, where its links lead, and what it fetches."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value is not None}
        if "id" in given:
            self.ids[given["id"]] += 1
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if FETCHED.get(tag, "") in given:
            self.fetched.append(given[FETCHED[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-j", "auto", "-b", "html", "docs", folder]
    subprocess.run(command, cwd=ROOT, check=True)
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> Mapping[Path, Page]:
    return {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def broken(pages: Mapping[Path, Page], site: Path) -> Iterator[str]:
    there = {path for path in site.rglob("*") if path.is_file()}
    for page, read in pages.items():
        for link in {*read.links, *read.fetched}:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            anchor = unquote(parts.fragment)
            if target not in there or (anchor and target in pages and anchor not in pages[target].ids):
                yield f"{page.relative_to(site)}: {link}"


def test_every_link_arrives_at_a_page_and_a_place_on_it(pages: Mapping[Path, Page], site: Path) -> None:
    assert sum(len(page.links) for page in pages.values()) > 10_000
    assert list(broken(pages, site)) == []


def test_no_id_stands_twice_on_a_page(pages: Mapping[Path, Page], site: Path) -> None:
    twice = [
        f"{path.relative_to(site)}: {id}"
        for path, page in pages.items()
        for id, times in page.ids.items()
        if times > 1
    ]
    assert twice == []


def test_no_page_fetches_anything_from_elsewhere(pages: Mapping[Path, Page], site: Path) -> None:
    outside = {link for page in pages.values() for link in page.fetched if urlsplit(link).netloc}
    for style in site.rglob("*.css"):
        outside.update(
            re.findall(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^)\"'\s]+)", style.read_text("utf-8"))
        )
    assert outside == set()
