"""The whole site: its links arrive, it fetches nothing from elsewhere, and its pages fit a phone."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# Pages are loaded one after the other into a frame as wide as a small phone.
PHONE = """<!doctype html><meta charset="utf-8"><pre id="answers"></pre>
<iframe id="phone" style="width: 360px; height: 700px; border: 0"></iframe><script>
const pages = {pages}, widths = {{}}, phone = document.getElementById("phone");
let at = -1;
phone.addEventListener("load", next);
next();
function next() {{
  if (at >= 0) {{
    const shown = phone.contentDocument.documentElement;
    widths[pages[at]] = [shown.scrollWidth, shown.clientWidth];
  }}
  at += 1;
  if (at < pages.length) {{ phone.src = pages[at]; return; }}
  document.getElementById("answers").textContent = JSON.stringify(widths);
}}
</script>"""


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


def widths_on_a_phone(folder: Path, pages: Sequence[Path]) -> Mapping[str, tuple[int, int]]:
    """How wide each page is, and how wide the window that shows it, in pixels."""
    assert CHROMIUM is not None
    frame = folder / "phone.html"
    addresses = json.dumps([page.as_uri() for page in pages])
    frame.write_text(PHONE.format(pages=addresses), encoding="utf-8")
    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--allow-file-access-from-files",
            f"--user-data-dir={folder / 'profile'}",
            "--virtual-time-budget=600000",
            "--dump-dom",
            frame.as_uri(),
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
    )
    found = re.search(r'<pre id="answers">(.+?)</pre>', done.stdout, re.DOTALL)
    assert found is not None, done.stderr[-2000:]
    answer: dict[str, tuple[int, int]] = json.loads(html.unescape(found[1]))
    return answer


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")
def test_no_page_is_wider_than_a_phone(site: Path, pages: Mapping[Path, Page], tmp_path: Path) -> None:
    too_wide = tmp_path / "too-wide.html"
    too_wide.write_text('<!doctype html><div style="width: 400px">.</div>', encoding="utf-8")
    shown = [too_wide, *(page for page in pages if "table" in page.parts), *list(pages)[::6]]
    widths = widths_on_a_phone(tmp_path, shown)
    wider = [page for page, (width, window) in widths.items() if width > window]
    assert wider == [too_wide.as_uri()]
