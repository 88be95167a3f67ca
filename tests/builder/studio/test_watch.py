"""A watched scenario: its kit in a browser, which is redrawn at each save."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import DEAD_AIR
from local_pages import hosted

from builder.press.kit.builds import BuildOptions
from builder.studio.live_kit import LivePage
from builder.studio.server.watching import Redrawn, Watch, watch_app
from rulesdb import Library

PARTS = ("map",)
DOOR = "1105/N: interior"


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "ship.yaml"
    path.write_bytes(DEAD_AIR.read_bytes())
    return path


def edit(scenario: Path, old: str, new: str) -> None:
    text = scenario.read_text(encoding="utf-8")
    assert old in text
    scenario.write_text(text.replace(old, new, 1), encoding="utf-8")


def watch_of(scenario: Path, events: list[Redrawn | Path], folder: Path | None = None) -> Watch:
    options = BuildOptions(scenario, folder or Path(), parts=PARTS)
    return Watch(scenario, options, Library(), folder, events.append)


def titles(pages: tuple[LivePage, ...] | None) -> list[str]:
    return [page.title for page in pages or ()]


def test_only_the_pages_that_look_different_are_new(scenario: Path) -> None:
    watch = watch_of(scenario, [])
    assert len(watch.redraw().pages or ()) == len(watch.live.pages) == 4
    before = {page.title: page.digest for page in watch.live.pages}
    edit(scenario, DOOR, DOOR.replace("interior", "airtight"))
    changed = watch.redraw().pages
    assert titles(changed) == [
        "Overview",
        "Upper Deck, part 2 of 2; Lower Deck, part 1 of 2",
        # It also shows how all parts join.
        "Lower Deck, part 2 of 2",
    ]
    assert "Upper Deck, part 1 of 2" in before
    edit(scenario, "# the watch holds it", "# a guard")
    assert watch.redraw().pages == ()


def test_errors_keep_the_last_kit(scenario: Path) -> None:
    watch = watch_of(scenario, [])
    watch.redraw()
    pages = watch.live.pages
    edit(scenario, DOOR, "1105/N: curtain")
    done = watch.redraw()
    assert done.pages is None
    assert done.report is not None
    assert done.report.has_errors
    assert watch.live.pages == pages
    scenario.unlink()
    assert watch.redraw().problem == f"file not found: {scenario}"


def test_a_kit_drawn_after_another_is_the_same_as_alone(scenario: Path) -> None:
    parts = ("charts", "roster")
    watch = Watch(scenario, BuildOptions(scenario, Path(), parts=parts), Library(), None, lambda event: None)
    watch.redraw()
    edit(scenario, "title: Dead Air", "title: Thin Air")
    watch.redraw()
    alone = Watch(scenario, BuildOptions(scenario, Path(), parts=parts), Library(), None, lambda event: None)
    alone.redraw()
    assert watch.live.pages == alone.live.pages
    assert [watch.live.svg(page.digest) for page in watch.live.pages] == [
        alone.live.svg(page.digest) for page in alone.live.pages
    ]


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def test_the_page_reloads_what_a_save_has_changed(scenario: Path, tmp_path: Path, page: Any) -> None:
    events: list[Redrawn | Path] = []
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text))
    folder = tmp_path / "kit"
    watch = watch_of(scenario, events, folder)
    with hosted(lambda access: watch_app(watch)) as access:
        page.goto(access.address)
        page.wait_for_selector("body[data-rev='1'] figure img")
        assert page.url == f"{access.origin}/"
        assert page.locator("#title").inner_text() == "Dead Air"
        assert page.locator("#state").inner_text() == "2 info"
        image = page.locator("figure img").first
        image.evaluate("(image) => image.decode()")
        assert image.evaluate("(image) => image.naturalWidth") > 0
        kept = page.locator("figure", has_text="Upper Deck, part 1").element_handle()
        edit(scenario, DOOR, DOOR.replace("interior", "airtight"))
        page.wait_for_selector("body[data-rev='2']")
        assert page.locator("nav a.changed span:last-child").all_inner_texts() == [
            "Overview",
            "Upper Deck, part 2 of 2; Lower Deck, part 1 of 2",
            "Lower Deck, part 2 of 2",
        ]
        assert kept.evaluate("(figure) => figure.isConnected")
        edit(scenario, DOOR.replace("interior", "airtight"), "1105/N: curtain")
        page.wait_for_selector("body.stale")
        assert page.locator("#notice").is_visible()
        assert "BB" in page.locator("#findings").inner_text()
    assert errors == []
    assert folder in events
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["pages"] == len(watch.live.kit.pages if watch.live.kit else ())
