"""What a page of the studio does when things go wrong: a killed server, two writers at once, lost changes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import DEAD_AIR
from soak import soak_only
from starlette.applications import Starlette
from studio_pages import Hosted, Studio, hosted_studio, opened, until

from builder.lint.engine import Stage, lint_text

TEXT = DEAD_AIR.read_text(encoding="utf-8")
NORTH = 1
DRAWN = "() => document.querySelector('#map .drawing > g').outerHTML"
# The next message of the kind `losesNext` that the server sends does not arrive.
LOSES_A_MESSAGE = """(() => {
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => {
        if (window.losesNext && event.data.startsWith(`{"type": "${window.losesNext}"`)) {
          window.losesNext = "";
          event.stopImmediatePropagation();
        }
      });
    }
  };
})()"""
NOTICE = "() => !document.querySelector('#notice').hidden"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    target = tmp_path / "ship.yaml"
    target.write_text(TEXT, encoding="utf-8", newline="\n")
    return target


@pytest.fixture
def studio(path: Path, browser: Any) -> Iterator[Studio]:
    with hosted_studio(path) as server:
        studio = opened(browser, server, path)
        yield studio
        studio.page.context.close()


def choose_airtight_doors(studio: Studio) -> None:
    studio.page.keyboard.press("d")
    studio.page.get_by_label("Door", exact=True).select_option("airtight")


def reload_losing_messages(page: Any) -> None:
    """Load a page again which can lose messages, and wait until it has its tools."""
    page.add_init_script(LOSES_A_MESSAGE)
    page.reload()
    page.wait_for_selector("#map[data-rev]")
    page.wait_for_selector("#tools [aria-keyshortcuts=D]")


def test_a_map_that_was_changed_by_edits_is_the_map_of_a_new_page(studio: Studio) -> None:
    page = studio.page
    choose_airtight_doors(studio)
    page.mouse.click(*studio.at("0605", NORTH))
    page.mouse.click(*studio.at("0504", NORTH), button="right")
    page.keyboard.press("a")
    page.get_by_role("radio", name="Galley").click()
    studio.drag("0808", "0807", "0806")
    studio.settled()
    changed = page.evaluate(DRAWN)
    page.reload()
    page.wait_for_selector("#map[data-rev]")
    studio.settled()
    assert page.evaluate(DRAWN) == changed


@soak_only
def test_a_page_that_has_missed_a_change_asks_for_the_whole_map(studio: Studio) -> None:
    page = studio.page
    reload_losing_messages(page)
    choose_airtight_doors(studio)
    before = studio.settled()
    page.evaluate("() => { window.losesNext = 'map'; }")
    page.mouse.click(*studio.at("0605", NORTH))
    page.wait_for_function("() => !window.losesNext")
    page.mouse.click(*studio.at("0605", NORTH), button="right")
    studio.drawn(before + 2)
    drawn = page.evaluate(DRAWN)
    page.reload()
    page.wait_for_selector("#map[data-rev]")
    studio.settled()
    assert page.evaluate(DRAWN) == drawn


@soak_only
def test_a_finding_of_an_older_revision_is_not_fixed(studio: Studio) -> None:
    page = studio.page
    reload_losing_messages(page)
    before = studio.settled()
    page.keyboard.press("d")
    page.get_by_label("Door", exact=True).select_option("interior")
    page.mouse.click(*studio.at("1607", 4))
    studio.drawn(before + 1)
    fix = page.locator("#findings li[data-severity=error]").first.get_by_role("button", name="Fix")
    page.evaluate("() => { window.losesNext = 'findings'; }")
    page.mouse.click(*studio.at("0605", NORTH), button="right")
    page.wait_for_function("() => !window.losesNext")
    text = studio.text
    assert "0605/N" not in text
    fix.click()
    page.wait_for_function("() => document.querySelector('#where').textContent.includes('changed')")
    assert studio.text == text


@soak_only
def test_another_program_that_writes_at_the_same_moment_is_asked_about(studio: Studio) -> None:
    page, path = studio.page, studio.path
    choose_airtight_doors(studio)
    x, y = studio.at("0605", NORTH)
    edited = TEXT.replace("0605/N: interior", "0605/N: airtight")
    theirs = TEXT.replace("title: Dead Air", "title: Thin Air", 1)
    for button, kept in (("theirs", theirs), ("mine", edited)):
        before = path.stat()
        path.write_text(theirs, encoding="utf-8", newline="\n")
        # As if it had been written between the look at the disk and the writing of the page.
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        page.mouse.click(x, y)
        page.wait_for_selector("#dialog[open] .versions")
        assert path.read_text(encoding="utf-8") == theirs
        assert "Thin Air" in page.locator("#dialog").inner_text()
        page.locator(f"#dialog [data-act={button}]").click()
        page.wait_for_selector("#dialog:not([open])", state="attached")
        page.wait_for_function("() => !document.querySelector('#map').classList.contains('off')")
        assert path.read_text(encoding="utf-8") == kept
        rev = studio.settled()
        page.keyboard.press("Control+z")
        studio.drawn(rev + 1)
        if button == "theirs":
            assert path.read_text(encoding="utf-8") == TEXT
    assert path.read_text(encoding="utf-8") == theirs


def started(path: Path, port: int) -> tuple[subprocess.Popen[str], str]:
    """A studio in a process of its own, and its address."""
    command = [str(Path(sys.executable).parent / "brainbug"), "studio", str(path), "--no-open"]
    server = subprocess.Popen(
        [*command, "--port", str(port)], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert server.stdout is not None
    return server, server.stdout.readline().strip()


@soak_only
def test_a_killed_server_leaves_a_whole_file_and_the_page_goes_on_with_the_next(
    path: Path, browser: Any
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server, address = started(path, port)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#map[data-rev]")
    studio = Studio(page, path, Hosted(address, Starlette()))
    choose_airtight_doors(studio)
    for hex in ("0605", "0606", "0707", "0806", "0905", "1006"):
        page.mouse.click(*studio.at(hex, NORTH))
    server.send_signal(signal.SIGKILL)
    server.wait()
    text = path.read_text(encoding="utf-8")
    assert lint_text(text, path).stage is Stage.MODEL
    assert sorted(each.name for each in path.parent.iterdir()) == [path.name]
    page.wait_for_function(NOTICE)
    assert f"--port {port}" in page.locator("#notice").inner_text()
    page.mouse.click(*studio.at("0605", NORTH), button="right")
    server, address = started(path, port)
    try:
        other = context.new_page()
        other.goto(address)
        other.wait_for_selector("#map[data-rev]")
        page.wait_for_function("() => document.querySelector('#notice').hidden")
        page.wait_for_selector("#map:not(.off)")
        assert path.read_text(encoding="utf-8") == text
        assert page.locator("#undo").is_disabled()
        page.mouse.click(*studio.at("0605", NORTH), button="right")
        until(page, lambda: "0605/N" not in studio.text)
    finally:
        server.terminate()
        server.wait()
        context.close()
