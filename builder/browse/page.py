"""Lines of text as a page of the browser: wrapped to its width, with numbered links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import rich
from rich.ansi import AnsiDecoder
from rich.style import Style
from rich.text import Text

from builder.reading.text import hyperlink


@dataclass(frozen=True, slots=True)
class Link:
    """The target of a link, and its first and last line."""

    target: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Page:
    """Lines that fit a width, and their links in reading order.

    The address of a hyperlink in a line is the number of its link.
    """

    lines: tuple[Text, ...] = ()
    links: tuple[Link, ...] = ()

    @property
    def text(self) -> str:
        """The page without styles."""
        return "\n".join(line.plain for line in self.lines)


class PageLinks:
    """Numbers the links of a page while it is written."""

    def __init__(self) -> None:
        self._targets: list[str] = []

    def address(self, target: str) -> str:
        """The address of a new link."""
        self._targets.append(target)
        return str(len(self._targets) - 1)

    def link(self, text: str, target: str) -> str:
        """Text as a new link."""
        return hyperlink(text, self.address(target))

    def page(self, lines: Iterable[str], width: int) -> Page:
        """The page of some lines with escape sequences; lines that are too long are wrapped.

        >>> links = PageLinks()
        >>> page = links.page(["See " + links.link("airlock", "bug-hunter:term/airlock")], 4)
        >>> [line.plain for line in page.lines], page.links[0].first, page.links[0].last
        (['See ', 'airl', 'ock'], 1, 2)
        """
        console = rich.get_console()
        decoded = AnsiDecoder().decode("\n".join(lines))
        wrapped = [part for line in decoded for part in line.wrap(console, width)]
        places: list[list[int]] = [[] for _ in self._targets]
        for number, line in enumerate(wrapped):
            for span in line.spans:
                if isinstance(span.style, Style) and span.style.link is not None:
                    places[int(span.style.link)].append(number)
        links = [Link(target, at[0], at[-1]) for target, at in zip(self._targets, places, strict=True)]
        return Page(tuple(wrapped), tuple(links))
