"""What a writer of a briefing can write, on paper or on the site."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from builder.draw.surface.type import Type
from builder.draw.surface.wording import Words

Part = TypeVar("Part")


class Writing(Protocol[Part]):
    """Writes the parts of a briefing: blocks of a sheet, or paragraphs of a page."""

    @property
    def words(self) -> Words:
        """The words of the reader's language."""

    def heading(self, text: str, icon: str = ...) -> Part:
        """A heading, on paper with an icon."""

    def paragraph(self, text: str, type: Type = ..., *, color: str = ...) -> Part:
        """A paragraph."""

    def item(self, lead: str, text: str) -> Part:
        """A paragraph that starts with a bold phrase."""

    def step(self, numbers: str, lead: str, text: str, color: str) -> Part:
        """A paragraph with the numbers of its steps, if any, on paper in a color, that starts with a lead."""

    def boxed(self, title: str, icon: str, write: Callable[[Writing[Part]], Sequence[Part]]) -> list[Part]:
        """Parts in a box under a title; ``write`` writes them in the width of the box."""

    def together(self, parts: Sequence[Part]) -> list[Part]:
        """Parts that belong together: a sheet does not break a column between them."""

    def table(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float] = ...
    ) -> Part:
        """A table."""
