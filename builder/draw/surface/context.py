"""What all drawings of one job share: the theme with its words, font metrics, silhouettes, and checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.draw.surface.silhouettes import load_silhouettes
from builder.draw.surface.theme import Theme
from builder.draw.surface.type import Metrics
from builder.draw.surface.wording import Words


@dataclass(frozen=True)
class DrawingContext:
    """Made once for a kit, a print job or a page, and passed to everything that draws.

    ``debug`` turns on svgwrite's validation of each element; the tests draw everything with it.
    """

    theme: Theme
    debug: bool = False

    @cached_property
    def metrics(self) -> Metrics:
        """Letter widths of the theme's fonts."""
        return Metrics(self.theme.fonts)

    @cached_property
    def silhouettes(self) -> Mapping[str, str]:
        """The figures for counters and cards, by name."""
        return load_silhouettes()

    @property
    def words(self) -> Words:
        """The theme's words."""
        return self.theme.words
