"""The pages of a PDF in order on leaves of two sides, with blank pages where a back must stay empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import CONDENSED, Type
from builder.press.pages.page import SMALL_PRINT, Leaf, Page
from builder.press.services.sheet import Duplex

_STARTS = (Leaf.ALONE, Leaf.SINGLE, Leaf.FRONT)
_ONE_SIDED = (Leaf.ALONE, Leaf.SINGLE)
_AID, _TRACKS, _MAPS, _TEMPLATES = "Charts", "Rosters", "Maps", "Templates"
# From the line on a blank page to its lower edge, in mm.
_FOOT = 8.0


def on_leaves(pages: Iterable[Page], context: DrawingContext) -> list[Page]:
    """The pages in the same order, with a blank one wherever the next page must not be on the back.

    A page of fronts is on the front of a leaf and its backs are behind it. Leaves of the player aid have
    nothing else on them, because each player holds them. The pages from :func:`one_sided_from` on are printed
    on one side, and need no blank ones.
    """
    ordered = list(pages)
    last = one_sided_from(ordered)
    bound: list[Page] = []
    for page in ordered[:last]:
        if len(bound) % 2 == 1 and _starts_leaf(page, bound[-1]):
            bound.append(_blank(bound[-1], context))
        bound.append(page)
    return [*bound, *ordered[last:]]


def one_sided_from(pages: Sequence[Page]) -> int:
    """The number of pages before those at the end that have nothing on their backs."""
    count = len(pages)
    while count and pages[count - 1].leaf in _ONE_SIDED:
        count -= 1
    return count


def numbered(pages: Sequence[Page], context: DrawingContext) -> list[Page]:
    """The pages with their small print, which has their numbers."""
    return [page.numbered(number, context) for number, page in enumerate(pages, 1)]


def in_print_order(pages: Sequence[Page]) -> list[Page]:
    """The pages in an order that needs few blank ones, each kind in the order given.

    What is printed on both sides comes first: what everybody may read and keep, sheets of a side if they fill
    their leaves, and fronts with their backs. Then comes what is printed on one side: single pages for
    everybody, maps, the other sheets of sides, and at last templates to cut out.
    """
    readers = list(dict.fromkeys(page.reader for page in pages))
    pages = _with_singles(pages)

    def rank(page: Page) -> tuple[int, int]:
        if page.leaf in (Leaf.FRONT, Leaf.BACK):
            return 2, 0
        if page.leaf is Leaf.SHARED:
            return (1, readers.index(page.reader)) if page.reader else (0, 0)
        if page.reader:
            return 5, readers.index(page.reader)
        if page.leaf is Leaf.SINGLE:
            return 3, 2 if page.part == _AID else int(page.part == _TRACKS)
        return (4, 0) if page.part == _MAPS else (6, int(page.part == _TEMPLATES))

    ordered = sorted(pages, key=rank)
    count = sum(rank(page) == (0, 0) for page in ordered)
    return [*_around_aid(ordered[:count]), *ordered[count:]]


def _with_singles(pages: Sequence[Page]) -> list[Page]:
    """The pages, of which those are single that would leave the back of a leaf empty.

    These are a player aid of one page, the overview or the tracks of an odd number of pages for everybody,
    and an odd number of sheets of a side. A map and sheets to write on are also single, because both lie open
    in play.
    """
    shared = [page for page in pages if page.leaf is Leaf.SHARED]
    aid = [page for page in shared if not page.reader and page.part == _AID]
    others = [page for page in shared if not page.reader and page.part != _AID]
    counts = Counter(page.reader for page in shared if page.reader)
    with_map = {page.reader for page in shared if page.reader and page.part == _MAPS}
    single = {id(page) for page in shared if counts[page.reader] % 2 or page.reader in with_map}
    single |= {id(page) for page in aid if len(aid) == 1}
    maps, tracks = ([page for page in others if page.part == part] for part in (_MAPS, _TRACKS))
    if len(others) % 2:
        single |= {id(page) for page in [*maps, *tracks][:1]}
    elif len(maps) == len(tracks) == 1:
        single |= {id(page) for page in (*maps, *tracks)}
    return [replace(page, leaf=Leaf.SINGLE) if id(page) in single else page for page in pages]


def _around_aid(pages: Sequence[Page]) -> list[Page]:
    """Pages for everybody, with the player aid on leaves of its own and the tracks where no leaf is added.

    The tracks are on the back of the page before the aid if that page is the front of a leaf, and otherwise
    behind the aid.
    """
    aid = [page for page in pages if page.part == _AID]
    tracks = [page for page in pages if page.part == _TRACKS]
    others = [page for page in pages if page.part not in (_AID, _TRACKS)]
    if len(others) % 2 == 1:
        return [*others, *tracks, *aid]
    return [*others, *aid, *tracks]


def duplex_of(duplexes: Iterable[Duplex]) -> Duplex:
    """How to print all pages of a PDF, from how each kind of cards and counters is printed.

    One-sided only if nothing has its back behind it and nothing is folded.
    """
    chosen = set(duplexes)
    if chosen == {Duplex.NONE}:
        return Duplex.NONE
    return Duplex.SHORT if Duplex.SHORT in chosen and Duplex.LONG not in chosen else Duplex.LONG


def _starts_leaf(page: Page, before: Page) -> bool:
    if page.part != before.part and _AID in (page.part, before.part):
        return True
    return page.leaf in _STARTS or before.leaf in _ONE_SIDED or page.reader != before.reader


def _blank(before: Page, context: DrawingContext) -> Page:
    """A page of the size of the page that it is behind, with a line that it is blank on purpose."""
    width, height = before.drawing.width, before.drawing.height
    canvas = Canvas(width, height, context)
    with canvas.layer(SMALL_PRINT):
        text = context.words("sheet.left-blank")
        canvas.text(text, width / 2, height - _FOOT, Type(CONDENSED, 2.5), anchor="middle", fill="muted")
    drawing = canvas.drawing("blank", context.words("sheet.blank"))
    whole = (0.0, 0.0, drawing.width, drawing.height)
    return replace(before, drawing=drawing, trim=whole, bleed=whole, leaf=Leaf.BLANK, foot=None)
