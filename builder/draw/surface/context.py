"""What all drawings of one job share: the theme with its words, font metrics, silhouettes, validation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from builder.draw.surface.theme import Theme
from builder.draw.surface.type import Metrics
from builder.draw.surface.wording import Words
from rulesdb.arguments import require
from rulesdb.yaml_source import load_yaml


@dataclass(frozen=True)
class DrawingContext:
    """Created once for a kit, a print job or a page, and passed to everything that draws.

    ``debug`` turns on svgwrite's validation of each element; the tests draw everything with it.
    """

    theme: Theme
    debug: bool = False

    def __post_init__(self) -> None:
        require("theme", self.theme, Theme, "a theme; load_theme reads one")

    @cached_property
    def metrics(self) -> Metrics:
        """Letter widths of the theme's fonts."""
        return Metrics(self.theme.fonts)

    @cached_property
    def silhouettes(self) -> Mapping[str, str]:
        """The figures for counters and cards by name: SVG paths in a box of 100 × 100."""
        return MappingProxyType(dict(load_yaml(Path(__file__).with_name("silhouettes.yaml")).data))

    @property
    def words(self) -> Words:
        """The theme's words."""
        return self.theme.words
