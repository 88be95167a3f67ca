"""Take the pictures of brainbug's pages in a browser: `make pictures` calls it.

It needs Chromium and Playwright. Scenarios are copied into build/pictures first, as the pages edit them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "pictures"
SCENARIOS = ROOT / "scenarios"
SHIP = SCENARIOS / "bug_hunter" / "dead-air.yaml"
LIFT = SCENARIOS / "handspan" / "last-lift.yaml"
_SIZE = {"width": 1280, "height": 800}


def _browser() -> str | None:
    """The browser of the machine; None for the one that comes with Playwright."""
    return shutil.which("chromium") or shutil.which("chromium-headless-shell")


@contextmanager
def page_of(*call: str | Path) -> Iterator[Any]:
    """A page of a command that serves one, in Chromium."""
    from playwright.sync_api import sync_playwright

    command = [Path(sys.executable).parent / "brainbug", *call, "--no-open"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        assert server.stdout is not None
        match = re.match(r"http://\S+", server.stdout.readline())
        assert match is not None
        try:
            with sync_playwright() as driver:
                chromium = driver.chromium.launch(executable_path=_browser(), args=["--no-sandbox"])
                page = chromium.new_page(viewport=_SIZE)
                page.goto(match[0])
                yield page
                chromium.close()
        finally:
            server.terminate()
            server.stdout.read()


def copied(scenario: Path) -> Path:
    """A copy of a scenario that may be edited."""
    BUILD.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(scenario, BUILD))


def watch() -> bytes:
    """A kit that is watched, after an edit of a door."""
    ship = copied(SHIP)
    with page_of("watch", ship) as page:
        page.wait_for_selector("body[data-rev='1'] figure img")
        text = ship.read_text(encoding="utf-8")
        ship.write_text(text.replace("0605/N: interior", "0605/N: airtight"), encoding="utf-8")
        page.wait_for_selector("body[data-rev='2']")
        page.get_by_role("link", name="Upper Deck, part 1").click()
        page.wait_for_timeout(2500)
        return bytes(page.screenshot())


def studio() -> bytes:
    """The studio with the tool for doors, and a finding that an edit has brought."""
    ship = copied(SHIP)
    with page_of("studio", ship) as page:
        page.wait_for_selector("#map[data-rev]")
        page.wait_for_selector("#tools [aria-keyshortcuts=D]")
        page.keyboard.press("d")
        text = ship.read_text(encoding="utf-8")
        ship.write_text(text.replace("1607/S: airtight", "1607/S: interior"), encoding="utf-8")
        page.locator("#findings li[data-severity=error]").first.get_by_role("button", name="Show").click()
        page.wait_for_timeout(1500)
        return bytes(page.screenshot())


def studio_part() -> bytes:
    """A part of a deck that was copied, is mirrored, and about to be put down."""
    ship = copied(SHIP)
    with page_of("studio", ship) as page:
        page.wait_for_selector("#map[data-rev]")
        page.wait_for_selector("#tools [aria-keyshortcuts=S]")
        page.keyboard.press("s")
        middle = page.evaluate(_MIDDLE, ["1206", "1508", "1803", "1808"])
        drag(page, *middle[:2])
        page.keyboard.press("Control+c")
        page.wait_for_function("() => localStorage.getItem('brainbug-part')")
        page.keyboard.press("Control+v")
        page.wait_for_selector("#map .ghost")
        page.keyboard.press("y")
        page.mouse.move(*middle[2])
        page.mouse.move(*middle[3])
        page.wait_for_timeout(500)
        return bytes(page.screenshot())


def studio_versions() -> bytes:
    """What has changed since a snapshot."""
    ship = copied(SHIP)
    with page_of("studio", ship) as page:
        page.wait_for_selector("#map[data-rev]")
        page.wait_for_selector("#tools [aria-keyshortcuts=K]")
        page.keyboard.press("k")
        page.get_by_label("Name", exact=True).fill("before the second lock")
        page.get_by_role("button", name="Take a snapshot").click()
        page.get_by_role("button", name="Compare with before").click()
        text = ship.read_text(encoding="utf-8")
        for old, new in (('"1606-1607"', '"1606-1608"'), ("1607/S: airtight", "1608/S: airtight")):
            text = text.replace(old, new)
        ship.write_text(text.replace("0605/N: interior", "0605/N: airtight"), encoding="utf-8")
        page.wait_for_selector("#map .change")
        page.wait_for_timeout(1500)
        page.get_by_role("button", name="Delete before").evaluate("(element) => element.blur()")
        picture = bytes(page.screenshot())
        page.get_by_role("button", name="Delete before").click()
        page.wait_for_timeout(300)
        return picture


_MIDDLE = """async (hexes) => {
  const { gridOf } = await import("/page/grids.js");
  const map = document.querySelector("#map"), svg = map.querySelector("svg");
  const data = JSON.parse(map.dataset.grid), grid = gridOf(data.grid);
  return hexes.map((hex) => {
    const [x, y] = grid.center(hex);
    const point = new DOMPoint(x + data.origin[0], y + data.origin[1]).matrixTransform(svg.getScreenCTM());
    return [point.x, point.y];
  });
}"""


def drag(page: Any, start: Any, end: Any) -> None:
    """Drag the mouse from one point of the page to another."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end)
    page.mouse.up()


def studio_playtest() -> bytes:
    """Where losses happen in some games."""
    with page_of("studio", copied(SCENARIOS / "handspan" / "pump-hut.yaml")) as page:
        page.wait_for_selector("#map[data-rev]")
        page.get_by_role("tab", name="Playtest").click()
        page.fill("#games", "20")
        page.click("#start")
        page.wait_for_selector("#play[data-games='20']", timeout=300_000)
        page.wait_for_timeout(500)
        return bytes(page.screenshot())


@contextmanager
def file_page(path: Path, height: int = 800) -> Iterator[Any]:
    """A page from a file, in Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=_browser(), args=["--no-sandbox"])
        page = chromium.new_page(viewport={"width": 1280, "height": height})
        page.goto(path.as_uri())
        yield page
        chromium.close()


def played() -> Path:
    """The folder of a playtest."""
    out = BUILD / "played"
    command = [Path(sys.executable).parent / "brainbug", "playtest", LIFT, "--games", "200", "-o", out]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return out


def report() -> bytes:
    """The top of the page of a playtest."""
    with file_page(played() / "report.html", 1080) as page:
        return bytes(page.screenshot())


def movement() -> bytes:
    """Where units went and what they attacked, over the map."""
    with file_page(played() / "report.html") as page:
        boxes = [
            page.locator("section", has=page.get_by_role("heading", name=name)).bounding_box()
            for name in ("Movement", "Fire")
        ]
        one, other = boxes
        clip = {
            "x": one["x"],
            "y": one["y"],
            "width": other["x"] + other["width"] - one["x"],
            "height": one["height"],
        }
        return bytes(page.screenshot(full_page=True, clip=clip))


def replay() -> bytes:
    """A game over the map, in its fourth turn."""
    out = played() / "replay.html"
    record = next(iter(sorted(out.parent.glob("game-*.jsonl"))))
    command = [Path(sys.executable).parent / "brainbug", "replay", record, "--html", out, "--force"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    with file_page(out, 1000) as page:
        page.select_option("#turn", "4")
        for _ in range(30):
            page.click("#next")
        return bytes(page.screenshot())


SCREENSHOTS = {
    "studio-playtest": (studio_playtest, 1280),
    "studio-part": (studio_part, 1280),
    "studio-versions": (studio_versions, 1280),
    "studio": (studio, 1280),
    "watch": (watch, 1280),
    "playtest-report": (report, 1000),
    "playtest-map": (movement, 1200),
    "playtest-replay": (replay, 1000),
}
