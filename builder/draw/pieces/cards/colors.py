"""The colors of a card, from one color of its kind."""

from __future__ import annotations

from dataclasses import dataclass

from builder.draw.surface.color_vision import blend, contrast
from builder.draw.surface.context import DrawingContext

_BLACK, _WHITE = "#000000", "#ffffff"
# WCAG 2, level AAA for small text.
_CLEAR = 7.0
_STEPS = 20


@dataclass(frozen=True, slots=True)
class CardColors:
    """The colors of bands, text and scene; cards that save ink are ``outlined`` on white."""

    band: str
    on_band: str
    ground: str
    tint: str
    line: str
    ink: str
    muted: str
    glow: str
    points: str
    outlined: bool

    @classmethod
    def of(cls, context: DrawingContext, color: str) -> CardColors:
        """The colors of cards whose kind has a color; ``color`` is a name of the theme, or ``#rrggbb``."""
        theme, paper = context.theme, context.theme["paper"]
        outlined = theme["band"] == paper
        key = theme["ink"] if outlined else deep(theme[color])
        return cls(
            band=paper if outlined else key,
            on_band=key if outlined else _WHITE,
            ground=paper if outlined else blend(key, paper, 0.05),
            tint=paper if outlined else blend(key, paper, 0.14),
            line=blend(key, paper, 0.5),
            ink=theme["ink"],
            muted=theme["muted"],
            glow=paper if outlined else context.glow or theme["points"],
            points=paper if outlined else theme["points"],
            outlined=outlined,
        )

    @property
    def key(self) -> str:
        """The color of the kind, dark enough for white words, and for words on white."""
        return self.on_band if self.outlined else self.band

    def shade(self, amount: float) -> str:
        """The color mixed with black, or with white if ``amount`` is negative; from -1 to 1."""
        return blend(_BLACK if amount > 0 else _WHITE, self.key, abs(amount))


def deep(color: str) -> str:
    """A color, darkened until white words on it are clear.

    >>> deep("#a9cf9c"), deep("#34444f")
    ('#4c5d46', '#34444f')
    """
    shades = (blend(_BLACK, color, step / _STEPS) for step in range(_STEPS))
    return next((shade for shade in shades if contrast(shade, _WHITE) >= _CLEAR), _BLACK)
