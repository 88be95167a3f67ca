"""The context of all drawings of one job: the theme with its words, font metrics, icons, validation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from builder.draw.surface.icons import icon_path
from builder.draw.surface.memo import Memo
from builder.draw.surface.theme import Theme
from builder.draw.surface.type import BOLD, DISPLAY_FACES, Face, Metrics
from builder.draw.surface.typography import Typography
from builder.draw.surface.wording import Words
from builder.scenario.forces.counter_colors import families_of_sides, other_family
from rulesdb import Ruleset
from rulesdb.arguments import require
from rulesdb.yaml_source import load_yaml

if TYPE_CHECKING:
    from builder.scenario.model import Scenario

ICON_BOX = 512
"""The width and height of the box of an icon's path."""
_ZONES, _OTHER_ZONE = ("zone", "second_zone"), "other_zone"


@dataclass(frozen=True)
class DrawingContext:
    """Created once for a kit, a print job or a page, and passed to everything that draws.

    ``display`` is the face of titles, ``badge`` the game's icon and ``glow`` its color on a dark ground.
    ``debug`` turns on svgwrite's validation of each element; the tests draw everything with it.
    """

    theme: Theme
    debug: bool = False
    display: Face = BOLD
    badge: str = ""
    glow: str = ""

    @classmethod
    def of(cls, game: Ruleset, theme: Theme, *, debug: bool = False) -> DrawingContext:
        """The context for drawings of a game: its colors, unless the theme has its own, and its display face.

        >>> from builder.draw.surface.theme import load_theme
        >>> from rulesdb import open_game
        >>> context = DrawingContext.of(open_game("handspan"), load_theme())
        >>> context.theme["band"], context.display.family
        ('#4a3a5e', 'Barlow')

        Raises:
            UnknownEntry: the icon of the game's face does not exist.
        """
        require("theme", theme, Theme, "a theme; load_theme reads one")
        face = {"heading": game.face["band"], **game.face} if "band" in game.face else game.face
        display = DISPLAY_FACES.get(game.face.get("display", ""), BOLD)
        badge = game.face.get("icon", "")
        if badge:
            icon_path(badge)
        dressed = replace(theme.dressed(face), words=theme.words.of_game(game))
        return cls(dressed, debug, display, badge, game.face.get("glow", ""))

    @classmethod
    def of_scenario(cls, scenario: Scenario, theme: Theme, *, debug: bool = False) -> DrawingContext:
        """The context for drawings of a scenario: each side has the color of its counters on every sheet.

        Themes whose counters have white bands, and sides with equal counters, keep the colors of the game.
        """
        context = cls.of(scenario.ruleset, theme, debug=debug)
        other = context.theme.counters.get(f"{other_family(scenario)}_band", "")
        if other not in ("", theme["paper"]):
            context = replace(context, theme=context.theme.with_map({_OTHER_ZONE: other}))
        bands = [context.theme.counters.get(f"{family}_band", "") for family in families_of_sides(scenario)]
        if len(bands) != len(_ZONES) or len({*bands, "", theme["paper"]}) < len(_ZONES) + 2:
            return context
        return replace(context, theme=context.theme.with_map(dict(zip(_ZONES, bands, strict=True))))

    def __post_init__(self) -> None:
        require("theme", self.theme, Theme, "a theme; load_theme reads one")

    @cached_property
    def metrics(self) -> Metrics:
        """Letter widths of the theme's fonts, for texts as they are printed in its language."""
        return Metrics(self.theme.fonts, Typography(self.words))

    @cached_property
    def memo(self) -> Memo:
        """The memo of results kept from one drawing to the next."""
        return Memo()

    @cached_property
    def figures(self) -> Mapping[str, str]:
        """The people of counters by name: SVG paths in a box of 100 × 100."""
        return MappingProxyType(dict(load_yaml(Path(__file__).with_name("figures.yaml")).data))

    @property
    def words(self) -> Words:
        """The theme's words."""
        return self.theme.words
