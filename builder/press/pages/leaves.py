"""The pages of a PDF in order on leaves of two sides, with blank pages where a back must stay empty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace

from builder.draw.surface.context import DrawingContext
from builder.press.pages.page import Leaf, Page
from builder.press.services.sheet import Duplex

_STARTS = (Leaf.ALONE, Leaf.FRONT)


def on_leaves(pages: Iterable[Page], title: str) -> list[Page]:
    """The pages in the same order, with a blank one wherever the next page must not be on the back.

    A page of fronts is on the front of a leaf and its backs are behind it; a page that is alone on its leaf,
    or the last for its readers, has nothing on its back. ``title`` is that of blank pages, for people to whom
    the PDF is read.
    """
    bound: list[Page] = []
    for page in pages:
        if len(bound) % 2 == 1 and _starts_leaf(page, bound[-1]):
            bound.append(_blank(bound[-1], title))
        bound.append(page)
    return bound


def numbered(pages: Sequence[Page], context: DrawingContext) -> list[Page]:
    """The pages with their small print, which has their numbers."""
    return [page.numbered(number, context) for number, page in enumerate(pages, 1)]


def in_print_order(pages: Sequence[Page]) -> list[Page]:
    """The pages in an order that needs few blank ones, each kind in the order given.

    What everybody may read and keep comes first, then maps, which are alone on their leaves, then the sheets
    of each side, then fronts with their backs, and at last templates to cut out.
    """
    readers = list(dict.fromkeys(page.reader for page in pages))

    def rank(page: Page) -> tuple[int, int]:
        if page.leaf in (Leaf.FRONT, Leaf.BACK):
            return 3, 0
        if page.reader:
            return 2, readers.index(page.reader)
        if page.leaf is Leaf.SHARED:
            return 0, 0
        return (1, 0) if page.part == "Maps" else (4, 0)

    return sorted(pages, key=rank)


def duplex_of(duplexes: Iterable[Duplex]) -> Duplex:
    """How to print all pages of a PDF, from how each kind of cards and counters is printed.

    One-sided only if nothing has its back behind it and nothing is folded.
    """
    chosen = set(duplexes)
    if chosen == {Duplex.NONE}:
        return Duplex.NONE
    return Duplex.SHORT if Duplex.SHORT in chosen and Duplex.LONG not in chosen else Duplex.LONG


def _starts_leaf(page: Page, before: Page) -> bool:
    return page.leaf in _STARTS or before.leaf is Leaf.ALONE or page.reader != before.reader


def _blank(before: Page, title: str) -> Page:
    """An empty page of the size of the page that it is behind."""
    content = copy(before.drawing.content)
    content.elements = []
    drawing = replace(
        before.drawing, name="blank", title=title, content=content, texts=(), letters={}, kept=()
    )
    whole = (0.0, 0.0, drawing.width, drawing.height)
    return replace(before, drawing=drawing, trim=whole, bleed=whole, leaf=Leaf.BLANK, foot=None)
