"""What every part of a kit needs to be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.theme import Theme
from builder.draw.surface.type import Metrics
from builder.press.kit.map_choices import MapChoices
from builder.press.pages.layout import Layout
from builder.press.pages.page import Page, page_of
from builder.press.pages.paper import Paper
from builder.press.services.delivery import Delivery, delivery_pages
from builder.press.services.sheet_choices import SheetChoices
from builder.scenario.model import Scenario


@dataclass(frozen=True, slots=True)
class Bench:
    """A scenario, and how its kit is to look."""

    scenario: Scenario
    paper: Paper
    theme: Theme
    metrics: Metrics
    silhouettes: Mapping[str, str]
    footer: str
    debug: bool
    maps: MapChoices = field(default_factory=MapChoices)
    sheets: SheetChoices = field(default_factory=SheetChoices)

    def layout(self, kind: str) -> Layout:
        """How cards or counters go on paper."""
        return self.sheets.layouts(self.paper)[kind]

    def page(self, part: str, drawing: Drawing) -> Page:
        """A drawing on the kit's paper."""
        return page_of(part, drawing, self.paper, self.footer, self.theme, self.metrics, self.debug)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the kit, each drawing made once: its pages, and what is also useful without paper.

    ``loose`` are whole maps; ``pieces`` are the cards or counters that the pages show side by side, or
    that print services are handed as ``deliveries``.
    """

    pages: Sequence[Page]
    loose: Sequence[Drawing] = ()
    pieces: Sequence[Piece] = ()
    deliveries: Sequence[Delivery] = ()

    @property
    def shown(self) -> list[Page]:
        """Everything that is printed of it, at home or elsewhere."""
        return [*self.pages, *(page for made in self.deliveries for page in delivery_pages(made))]
