"""Paper: its size, margins, and the part that can be printed."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of ``width`` × ``height`` mm.

    Text is at least ``margin`` mm from the edge; pieces to cut out at least ``edge`` mm, the minimum that
    home printers need.
    """

    name: str
    title: str
    width: float
    height: float
    margin: float
    edge: float

    @property
    def turned(self) -> Paper:
        """The same sheet on its side."""
        return replace(self, width=self.height, height=self.width)

    @property
    def content(self) -> tuple[float, float]:
        """The room inside the margins, in mm."""
        return self.width - 2 * self.margin, self.height - 2 * self.margin
