"""The content of a card: title, icon, text, figures; without its size and its colors in a theme."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardFigure:
    """A figure with an icon and a word; the icon can be empty."""

    icon: str
    value: str
    word: str


@dataclass(frozen=True, slots=True)
class RollStrip:
    """Dice rolls, and below each what it counts as."""

    rolled: tuple[str, ...]
    counts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PointsOf:
    """The victory points of a side: how many, and for what."""

    side: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CardContent:
    """The front of a card.

    Attributes:
        kind: What it is a card of; all of a kind have the same back, and text of the same size.
        slug: The name of the entry, which also seeds the scene.
        label: The word on its tab.
        scene: What is behind the icon; empty for a card of text alone.
        family: Its color, as a family of counters; empty for that of the game.
        paragraphs: The effect.
        aside: More of the rule, which is printed if there is room for it.
        cited: The rule, in small print.
        note: More small print.
        person: The figure of a person behind the icon, or of a creature in its place.
        badge: An icon and a word on the scene, such as when the card applies.
        value: A figure on a medal, such as ``×3``, and what it is.
        points: What it costs, with a word.
        cue: When it is played.
        figures_last: Whether figures are below the text.
        listed: Whether the paragraphs are a list.
    """

    kind: str
    slug: str
    label: str
    title: str
    icon: str
    scene: str
    family: str
    paragraphs: tuple[str, ...] = ()
    aside: str = ""
    cited: str = ""
    note: str = ""
    person: str = ""
    badge: tuple[str, str] | None = None
    value: tuple[str, str] | None = None
    points: tuple[str, str] | None = None
    cue: str = ""
    figures: tuple[CardFigure, ...] = ()
    figures_last: bool = False
    strip: RollStrip | None = None
    victory: tuple[PointsOf, ...] = ()
    listed: bool = False

    @property
    def short_title(self) -> str:
        """The title without the figure that is on the medal.

        >>> content = CardContent("power", "shell", "", "Carapace ×3", "", "", "", value=("×3", "defense"))
        >>> content.short_title
        'Carapace'
        """
        if self.value is None:
            return self.title
        return self.title.removesuffix(self.value[0]).strip(" :") or self.title
