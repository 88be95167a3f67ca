"""Pages of the studio in a browser, with the file that they show.

Nothing here waits for a time: a page is settled when no message is under way and it shows the revision that
the server has; only then is its text or its number of revisions asked for.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local_pages import hosted
from other_program import write_outside
from starlette.applications import Starlette

from builder.studio.server.opening import studio_app
from rulesdb import Library

# The point of the screen over the middle of a hex or of one of its sides.
AT = """async ([hex, side]) => {
  const { gridOf } = await import("/page/grids.js");
  const map = document.querySelector("#map"), svg = map.querySelector("svg");
  const data = JSON.parse(map.dataset.grid), grid = gridOf(data.grid);
  const [x, y] = side ? grid.sidesOf(hex)[side - 1].middle : grid.center(hex);
  const point = new DOMPoint(x + data.origin[0], y + data.origin[1]).matrixTransform(svg.getScreenCTM());
  return [point.x, point.y];
}"""

# Whether no edit is under way, and both findings and map are those of a revision.
SHOWS = """(rev) => document.body.dataset.busy !== "yes"
  && ["findings", "map"].every((id) => Number(document.querySelector(`#${id}`).dataset.rev) === rev)"""
PATIENCE = 60.0


@dataclass(frozen=True)
class Hosted:
    """A studio that is served by a thread of the tests."""

    address: str
    app: Starlette

    def revision(self, path: Path) -> int:
        """The revision of a file that is as on the disk; 0 as long as there is none."""
        session = self.app.state.desk.sessions.get(path.name) if hasattr(self.app.state, "desk") else None
        is_same = session is not None and session.state.text == path.read_text(encoding="utf-8")
        return session.revision if session is not None and is_same else 0


@contextmanager
def hosted_studio(path: Path, library: Library | None = None) -> Iterator[Hosted]:
    """Serve a studio for a file or a folder, until the block ends."""
    app = studio_app(path, library or Library())
    # A studio collects garbage in pauses; to search all that other tests have left would take a second.
    gc.freeze()
    with hosted(lambda access: app) as access:
        yield Hosted(access.address, app)
    gc.freeze()


def until(page: Any, holds: Callable[[], Any]) -> Any:
    """Wait until something holds, while the page goes on; returns what it then is.

    Raises:
        AssertionError: it does not come to hold; with what the page shows.
    """
    end = time.monotonic() + PATIENCE
    while not (result := holds()):
        assert time.monotonic() < end, page.locator("body").inner_text()[:2000]
        page.wait_for_timeout(10)
    return result


@dataclass
class Studio:
    """A page of a studio with its file."""

    page: Any
    path: Path
    server: Hosted

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def settled(self) -> int:
        """Wait until the page shows what is on the disk, with nothing under way; returns the revision."""

        def revision() -> int:
            revision = self.server.revision(self.path)
            return revision if revision and self.page.evaluate(SHOWS, revision) else 0

        return int(until(self.page, revision))

    def shows(self, text: str) -> int:
        """Wait until the file is a text, and the page shows it; returns the revision."""
        until(self.page, lambda: self.text == text)
        return self.settled()

    def write(self, text: str) -> int:
        """Write the file as another program, and wait until the page shows it; returns the revision."""
        write_outside(self.path, text)
        return self.settled()

    def drawn(self, revision: int) -> None:
        """Wait until the map of a revision is shown, and nothing comes after it."""
        self.page.wait_for_function(
            "(rev) => Number(document.querySelector('#map').dataset.rev) >= rev", arg=revision
        )
        self.settled()

    def at(self, hex: str, side: int = 0) -> tuple[float, float]:
        x, y = self.page.evaluate(AT, [hex, side])
        return x, y

    def drag(self, *hexes: str) -> None:
        self.page.mouse.move(*self.at(hexes[0]))
        self.page.mouse.down()
        for hex in hexes[1:]:
            self.page.mouse.move(*self.at(hex))
        self.page.mouse.up()


def opened(browser: Any, server: Hosted, path: Path, **options: Any) -> Studio:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, **options)
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(server.address)
    page.wait_for_selector("#map[data-rev]")
    page.wait_for_selector("#tools [aria-keyshortcuts=D]")
    return Studio(page, path, server)
