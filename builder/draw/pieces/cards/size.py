"""The size of a card, and the measures of its parts."""

from __future__ import annotations

from dataclasses import dataclass

WIDTH = 63.5
HEIGHT = 88.9
BLEED = 3.0


@dataclass(frozen=True, slots=True)
class CardSize:
    """A card of ``width`` × ``height`` mm after cutting, with ``bleed`` mm of art beyond the cut.

    Text is at least ``safe`` mm from the cut. ``cut_line`` draws the cut for scissors if no color shows it;
    a print service's die needs no line. All places are in mm from the cut's top left corner.
    """

    width: float = WIDTH
    height: float = HEIGHT
    bleed: float = BLEED
    safe: float = 4.0
    cut_line: bool = True

    @property
    def scale(self) -> float:
        """The size of type and figures, relative to a poker card."""
        return min(self.width / WIDTH, self.height / HEIGHT)

    @property
    def inner(self) -> float:
        """The width between the safe zones."""
        return self.width - 2 * self.safe

    @property
    def right(self) -> float:
        """The right end of text."""
        return self.width - self.safe

    @property
    def bar(self) -> float:
        """The height of the bar with the title."""
        return 11.2 * self.scale

    def bar_top(self, scene: float) -> float:
        """The top of the bar below a scene of a height; without a scene, the title is in the safe zone."""
        return scene or 0.65 * self.safe

    @property
    def badge(self) -> float:
        """The radius of the badge on the scene."""
        return 4.6 * self.scale

    @property
    def under_badge(self) -> float:
        """The lower end of the badge and of the word below it."""
        return self.safe + 2 * self.badge + 4.0

    @property
    def scenes(self) -> tuple[float, ...]:
        """The heights that a scene can have, the preferred one first; the last has room for a medal."""
        most, least = 0.467 * self.height, self.under_badge + 6.8 * self.scale
        return tuple(most - (most - least) * step / 8 for step in range(9))

    @property
    def low_scenes(self) -> tuple[float, ...]:
        """Lower scenes, for cards without a medal; the last has room for the badge without its word."""
        most, least = self.scenes[-1], self.safe + 2 * self.badge + 0.8
        return tuple(most - (most - least) * step / 4 for step in range(1, 5))

    @property
    def foot(self) -> float:
        """The height of the line above the citation."""
        return self.height - self.safe - 2.35 - 0.9 * self.scale


POKER = CardSize()
