"""Pages of the studio in a browser, with the file that they show."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.studio.server.access import Access

# The point of the screen over the middle of a hex or of one of its sides.
AT = """async ([hex, side]) => {
  const { gridOf } = await import("/page/grids.js");
  const map = document.querySelector("#map"), svg = map.querySelector("svg");
  const data = JSON.parse(map.dataset.grid), grid = gridOf(data.grid);
  const [x, y] = side ? grid.sidesOf(hex)[side - 1].middle : grid.center(hex);
  const point = new DOMPoint(x + data.origin[0], y + data.origin[1]).matrixTransform(svg.getScreenCTM());
  return [point.x, point.y];
}"""


@dataclass
class Studio:
    """A page of a studio with its file."""

    page: Any
    path: Path

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def revision(self) -> int:
        return int(self.page.locator("#findings").get_attribute("data-rev"))

    def drawn(self, revision: int) -> None:
        """Wait until the map of a revision is shown."""
        self.page.wait_for_function(
            "(rev) => Number(document.querySelector('#map').dataset.rev) >= rev", arg=revision
        )

    def at(self, hex: str, side: int = 0) -> tuple[float, float]:
        x, y = self.page.evaluate(AT, [hex, side])
        return x, y

    def drag(self, *hexes: str) -> None:
        self.page.mouse.move(*self.at(hexes[0]))
        self.page.mouse.down()
        for hex in hexes[1:]:
            self.page.mouse.move(*self.at(hex))
        self.page.mouse.up()


def opened(browser: Any, access: Access, path: Path, **options: Any) -> Studio:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, **options)
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.goto(access.address)
    page.wait_for_selector("#map[data-rev]")
    page.wait_for_selector("#tools [aria-keyshortcuts=D]")
    return Studio(page, path)
