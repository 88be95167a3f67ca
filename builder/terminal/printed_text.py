"""The last lines of a command: what was printed, and how to print it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from builder.press.kit.cover import blank_numbers, page_ranges
from builder.press.kit.kit import PDF_NAME, Kit
from builder.press.pages.leaves import one_sided_from
from builder.press.pages.page import Page
from builder.press.services.sheet import Duplex

_HOW = {
    Duplex.LONG: "print two-sided, flipped over the long edge",
    Duplex.SHORT: "print two-sided, flipped over the short edge",
    Duplex.FOLD: "print two-sided, flipped over the long edge",
    Duplex.NONE: "print one-sided",
}


def printed_lines(kit: Kit, folder: Path) -> list[str]:
    """The PDF of a kit with its pages and counters, how to print it, and the folder of its SVG files."""
    counters = f", {counted(kit.counters, 'counter')}" if kit.counters else ""
    if kit.pages:
        pages = f"{counted(len(kit.pages), 'page')}{counters} on {kit.paper.title}"
        lines = [f"{pages}: {folder / PDF_NAME}", *how_to_print(kit.pages, kit.duplex)]
        return [*lines, f"SVG files: {folder / 'svg'}"]
    if kit.deliveries:
        return [f"everything is for a print service{counters}; there is no {PDF_NAME}"]
    return [f"{kit.scenario.title} has none of these parts; there is no {PDF_NAME}"]


def how_to_print(pages: Sequence[Page], duplex: Duplex) -> list[str]:
    """A line about the pages to print on both sides, and the blank ones; none for a single page."""
    if len(pages) == 1:
        return []
    how, last, blank = _HOW[duplex], one_sided_from(pages), blank_numbers(pages)
    if duplex is not Duplex.NONE and last < len(pages):
        some = "page 1" if last == 1 else f"pages 1–{last}"
        others = f"page {len(pages)}" if len(pages) - last == 1 else f"pages {last + 1}–{len(pages)}"
        how = (
            f"{how.replace('print', f'print {some}')}, and {others} one-sided" if last else "print one-sided"
        )
    if not blank:
        return [how]
    verb = "page {} is" if len(blank) == 1 else "pages {} are"
    return [f"{how}; {verb.format(page_ranges(blank))} blank"]


def counted(number: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "page"), counted(2, "page")
    ('1 page', '2 pages')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
