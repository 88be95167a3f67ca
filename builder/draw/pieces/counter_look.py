"""The colors of a family of counters in a theme."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from builder.draw.surface.color_vision import blend, contrast
from builder.draw.surface.theme import Theme

# Contrasts that words on bands and icons on fields need.
_READABLE = 4.5
_VISIBLE = 3.0
_FIGURE = 0.42
# How much of the tint of a figure has its shade.
_SHADE = 0.65
# How much of the field is left on the face of one in a state.
_PALER = 0.45
_FIGURE_WITHOUT_INK = 0.3
_EDGE = 0.4


@dataclass(frozen=True)
class CounterLook:
    """How counters of a family look: light ``field``, dark ``band``, and the colors on them.

    The field of one ``in_state`` is so pale that it differs from its other side at arm's length.
    """

    theme: Theme
    family: str
    in_state: bool = False

    @cached_property
    def field(self) -> str:
        field = self.theme.counters[self.family]
        return blend(field, self.theme["paper"], _PALER) if self.in_state else field

    @cached_property
    def band(self) -> str:
        return self.theme.counters[f"{self.family}_band"]

    @cached_property
    def saves_ink(self) -> bool:
        """Whether lines take the place of the field and the band."""
        return self.field == self.band == self.theme["paper"]

    @cached_property
    def word(self) -> str:
        """The color of words on the band."""
        paper, ink = self.theme["paper"], self.theme["ink"]
        return paper if contrast(paper, self.band) >= _READABLE else ink

    @cached_property
    def rating(self) -> str:
        """The color of ratings on the band."""
        rating = self.theme.counters["rating"]
        return rating if contrast(rating, self.band) >= _READABLE else self.word

    @cached_property
    def icon(self) -> str:
        """The color of a marker's icon on the field."""
        return self.band if contrast(self.band, self.field) >= _VISIBLE else self.theme["ink"]

    @cached_property
    def number(self) -> str:
        """The color of a marker's number on the field."""
        return self.band if contrast(self.band, self.field) >= _READABLE else self.theme["ink"]

    @cached_property
    def figure(self) -> str:
        """The tint of the person or creature behind an icon."""
        if self.saves_ink:
            return blend(self.theme["ink"], self.field, _FIGURE_WITHOUT_INK)
        return blend(self.band, self.field, _FIGURE)

    @cached_property
    def shade(self) -> str:
        """The tint of a person behind one in a state: paler than on the other side."""
        return blend(self.figure, self.field, _SHADE)

    @cached_property
    def edge(self) -> str:
        """The hairline that shows the cut between counters of one color."""
        darker = blend("#000000", self.band, _EDGE)
        if self.saves_ink:
            return self.theme["ink"]
        return darker if contrast(darker, self.band) > 1.2 else blend("#ffffff", self.band, _EDGE)
