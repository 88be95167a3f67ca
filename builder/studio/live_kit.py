"""A kit that is redrawn when its scenario changes, with the pages that look different."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.surface.canvas import svg_text
from builder.draw.surface.type import SHIPPED, Face, Subsets
from builder.lint.engine import LintReport
from builder.press.kit.builds import BuildOptions, KitBuilder
from builder.press.kit.kit import Kit
from builder.press.pages.page import Page


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page of a kit: its number in the PDF, and a digest that changes with its looks. Sizes are in mm."""

    number: int
    part: str
    title: str
    width: float
    height: float
    digest: str


class LiveKit:
    """The last kit of a scenario that could be drawn; what depends on its game alone is drawn once."""

    def __init__(self, builder: KitBuilder, options: BuildOptions) -> None:
        self.builder = builder
        self.options = options
        self.kit: Kit | None = None
        self.pages: tuple[LivePage, ...] = ()
        # The pages of the last two kits with their fonts: a browser may still be loading one of the first.
        self._drawn: dict[str, tuple[Page, str]] = {}

    def draw(self, report: LintReport) -> tuple[LivePage, ...] | None:
        """Redraw the kit; returns the pages that are new, or None if the scenario has errors.

        In that case, the last kit stays.
        """
        kit = self.builder.compose(self.options, report, self.kit)
        if kit is None:
            return None
        before = {page.digest: self._drawn[page.digest] for page in self.pages}
        printed = [(number, page) for number, page in enumerate(kit.pages, 1) if not page.is_blank]
        pages = tuple(_live_page(number, page) for number, page in printed)
        self.kit, self.pages = kit, pages
        css = _css([page for _, page in printed])
        drawn = {live.digest: (page, css) for live, (_, page) in zip(pages, printed, strict=True)}
        self._drawn = before | drawn
        return tuple(page for page in pages if page.digest not in before)

    def svg(self, digest: str) -> str | None:
        """A page of the last two kits as an SVG file with its fonts; None if they have no such page."""
        if digest not in self._drawn:
            return None
        page, css = self._drawn[digest]
        return svg_text(page.drawing, css)


def _live_page(number: int, page: Page) -> LivePage:
    drawing = page.drawing
    digest = hashlib.sha256(svg_text(drawing).encode("utf-8")).hexdigest()[:16]
    return LivePage(number, page.bookmark or page.part, page.title, drawing.width, drawing.height, digest)


def _css(pages: Sequence[Page]) -> str:
    """The fonts with the letters of all pages."""
    letters: dict[Face, set[str]] = {}
    for page in pages:
        for face, used in page.drawing.letters.items():
            letters.setdefault(face, set()).update(used)
    return Subsets(letters, pages[0].drawing.fonts if pages else SHIPPED).css
