"""The whole site: links have targets, nothing is fetched from elsewhere, and all pages are accessible."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from chromium import answers_of, needs_browser
from lxml import etree  # type: ignore[import-untyped]
from lxml.html import fromstring  # type: ignore[import-untyped]
from soak import every, times

ROOT = Path(__file__).resolve().parents[2]

# The attributes that make a browser fetch something, by element.
FETCHED = {
    "script": "src",
    "img": "src",
    "link": "href",
    "iframe": "src",
    "object": "data",
    "source": "src",
    "embed": "src",
}

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

AXE = os.environ.get("AXE_CORE", "")
# axe-core is inserted into each page, and reports problems for keyboards and screen readers.
READERS = """<!doctype html><meta charset="utf-8"><pre id="answers"></pre>
<iframe id="frame" style="width: {width}px; height: 900px; border: 0"></iframe><script>
const pages = {pages}, found = {{}}, frame = document.getElementById("frame");
let at = 0;
frame.addEventListener("load", async () => {{
  const script = frame.contentDocument.createElement("script");
  const ready = new Promise((resolve) => {{ script.onload = resolve; }});
  script.src = {axe};
  frame.contentDocument.head.append(script);
  await ready;
  const report = await frame.contentWindow.axe.run(
    frame.contentDocument, {{ iframes: false, resultTypes: ["violations"] }}
  );
  found[pages[at]] = report.violations.map((one) => [one.impact, one.id, one.nodes[0].html]);
  at += 1;
  if (at < pages.length) {{ frame.src = pages[at]; return; }}
  document.getElementById("answers").textContent = JSON.stringify(found);
}});
frame.src = pages[0];
</script>"""


class Page:
    """The ids of a page, the targets of its links, and what it fetches."""

    def __init__(self, text: str) -> None:
        elements = list(fromstring(text).iter(etree.Element))
        self.ids = Counter(element.get("id") for element in elements if element.get("id") is not None)
        self.links = [link for element in elements if element.tag == "a" and (link := element.get("href"))]
        self.fetched = [
            address
            for element in elements
            if element.tag in FETCHED and (address := element.get(FETCHED[element.tag])) is not None
        ]


@pytest.fixture(scope="module")
def site(whole_site: Path) -> Path:
    return whole_site


@pytest.fixture(scope="module")
def pages(site: Path) -> Mapping[Path, Page]:
    return {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def broken(pages: Mapping[Path, Page], site: Path) -> Iterator[str]:
    there = {str(path) for path in site.rglob("*") if path.is_file()}
    ids = {str(page): parsed.ids for page, parsed in pages.items()}
    for page, parsed in pages.items():
        for link in {*parsed.links, *parsed.fetched}:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = os.path.normpath(page.parent / unquote(parts.path)) if parts.path else str(page)
            anchor = unquote(parts.fragment)
            if target not in there or (anchor and target in ids and anchor not in ids[target]):
                yield f"{page.relative_to(site)}: {link}"


def test_every_link_has_a_target_page_and_anchor(pages: Mapping[Path, Page], site: Path) -> None:
    assert sum(len(page.links) for page in pages.values()) > 10_000
    assert list(broken(pages, site)) == []


def test_the_site_contains_no_names_of_the_build_machine(site: Path) -> None:
    """Signatures of the API once contained paths of fonts, and an environment as a default."""
    private = {str(ROOT), str(Path.home()), sys.prefix, "environ({", os.environ["PATH"]} - {"/"}
    written = [path for path in site.rglob("*") if path.suffix in (".html", ".js", ".json", ".css", ".svg")]
    leaks: list[str] = []
    for path in written:
        # A signature is split into many elements.
        text = html.unescape(re.sub(r"<[^>]+>", "", path.read_text(encoding="utf-8")))
        leaks += (f"{path.relative_to(site)}: {word}" for word in private if word in text)
    assert len(written) > 1000
    assert leaks == []


def test_ids_on_a_page_are_unique(pages: Mapping[Path, Page], site: Path) -> None:
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


def in_browser(folder: Path, page: str) -> Any:
    """The text that a page writes into its element ``answers`` in a browser."""
    copy = folder / "shown.html"
    copy.write_text(page, encoding="utf-8")
    return answers_of(copy)


def addresses(pages: Iterable[Path]) -> str:
    return json.dumps([page.as_uri() for page in pages])


@pytest.mark.soak
@needs_browser
def test_no_page_is_wider_than_a_phone(site: Path, pages: Mapping[Path, Page], tmp_path: Path) -> None:
    too_wide = tmp_path / "too-wide.html"
    too_wide.write_text('<!doctype html><div style="width: 400px">.</div>', encoding="utf-8")
    tables = [page for page in pages if "table" in page.parts]
    pages_to_check = [too_wide, *every(times(30, 1), tables), *every(times(150, 1), [*pages])]
    widths = in_browser(tmp_path, PHONE.format(pages=addresses(pages_to_check)))
    assert len(widths) == len(set(pages_to_check))
    wider = [page for page, (width, window) in widths.items() if width > window]
    assert wider == [too_wide.as_uri()]


@pytest.mark.soak
@needs_browser
@pytest.mark.skipif(not AXE, reason="no axe-core: npm install axe-core, and name its axe.min.js in AXE_CORE")
@pytest.mark.parametrize("width", [360, 1200])
def test_pages_are_accessible_to_keyboards_and_screen_readers(
    site: Path, pages: Mapping[Path, Page], tmp_path: Path, width: int
) -> None:
    nameless = tmp_path / "nameless.html"
    nameless.write_text("<!doctype html><button></button>", encoding="utf-8")
    of_each_kind = {page.relative_to(site).parent.name: page for page in pages}
    # Pages differ mostly by kind; testing all of them takes minutes.
    kinds = every(times(8, 1), [*of_each_kind.values()])
    pages_to_check = [
        nameless,
        *kinds,
        site / "index.html",
        site / "search.html",
        site / "reference/bug-hunter/table/combat-results.html",
        *every(times(400, 1), [*pages]),
    ]
    pages_to_check = list(dict.fromkeys(pages_to_check))
    page = READERS.format(
        width=width, pages=addresses(pages_to_check), axe=json.dumps(Path(AXE).resolve().as_uri())
    )
    problems = in_browser(tmp_path, page)
    assert len(problems) == len(pages_to_check)
    grave = {page: faults for page, faults in problems.items() if {fault[0] for fault in faults} - {"minor"}}
    assert grave.keys() == {nameless.as_uri()}, grave


VNU = os.environ.get("VNU_JAR", "")


@pytest.mark.skipif(
    not VNU or shutil.which("java") is None,
    reason="no HTML checker: npm install vnu-jar, name its vnu.jar in VNU_JAR, and have java",
)
def test_a_page_of_every_kind_is_valid_html(site: Path, pages: Mapping[Path, Page], tmp_path: Path) -> None:
    invalid = tmp_path / "invalid.html"
    invalid.write_text("<!doctype html><title>.</title><p id=a><p id=a>", encoding="utf-8")
    by_hand = [page for page in pages if page.relative_to(site).parts[0] in ("guide", "tutorials", "api")]
    of_each_kind = {page.relative_to(site).parent: page for page in pages}
    pages_to_check = dict.fromkeys([*of_each_kind.values(), *site.glob("*.html"), *by_hand])
    command = ["java", "-Xss8m", "-jar", VNU, "--errors-only", "--format", "json", invalid, *pages_to_check]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    messages = json.loads(done.stderr or done.stdout)["messages"]
    errors = [f"{one['url'].rpartition('/')[2]}:{one['lastLine']}: {one['message']}" for one in messages]
    assert [error for error in errors if not error.startswith("invalid.html:")] == []
    assert errors
