"""The cover of a kit: its contents from the pages behind it, and the credits at its foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType

from builder.boards.table import TableMap
from builder.draw.pieces.counters import group_of
from builder.draw.sentences.needed_things import rulebooks, things_needed
from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.briefing import seats_text
from builder.draw.sheets.covers.colophon import ColophonData, draw_colophon
from builder.draw.sheets.covers.cover import ContentsLine, draw_cover
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.wording import Words
from builder.press.kit.cutouts import wanted_templates
from builder.press.kit.fillers import KEY_SHEET
from builder.press.kit.job import REFEREE, KitJob, Part
from builder.press.pages.joining import ASSEMBLY
from builder.press.pages.leaves import one_sided_from
from builder.press.pages.page import SMALL_PRINT, Leaf, Page, blank_page, uncut_page
from builder.press.services.sheet import Duplex
from builder.scenario.secrets import has_secrets

PART = "Cover"
# Between the cover's columns and the credits below them, and how far texts are from its edges.
_APART, _INSET = 4.0, 12.0
_ICONS = MappingProxyType(
    {
        "Briefing": "scroll-unfurled",
        "Example": "play-button",
        "Maps": "treasure-map",
        "Charts": "rolling-dices",
        "Rosters": "checklist",
        "Cards": "card-draw",
        "Counters": "token",
        "Templates": "ringed-planet",
    }
)

_TRACKS_ICON, _OVERVIEW_ICON, _SECRET_ICON = "hourglass", "binoculars", "secret-book"
# Each kind of sheets in the color of a family of counters, and all that is secret in one.
_FAMILIES = MappingProxyType(
    {
        "Briefing": "crew",
        "Example": "crew",
        "Maps": "air",
        "Charts": "wound",
        "Rosters": "movement",
        "Cards": "pred",
        "Counters": "bug",
        "Templates": "works",
    }
)
_SECRET_FAMILY = "morale"
_CUT_OUT = ("Cards", "Counters", "Templates")
_ON_CARD = ("Cards", "Counters")
_PLAIN = ("Briefing", "Example")


def cover_stub(job: KitJob) -> Page:
    """A page in the place of the cover while the pages behind it are put in order."""
    return uncut_page(
        PART, blank_page(job.paper, job.context).drawing("cover", job.scenario.title), job.context
    )


def cover_page(job: KitJob, pages: Sequence[Page], parts: Sequence[Part], credits_height: float) -> Page:
    """The cover of all ``pages``, which start with a stub of it, with room for the credits at its foot."""
    scenario, context, paper = job.scenario, job.context, job.paper
    slabs = next((part.slabs for part in parts if part.slabs), None)
    if slabs is None:
        slabs = job.artist.slabs(paper.content[0])
    hidden = {group_of(force) for force in scenario.forces if force.is_hidden}
    counters = sum(
        piece.copies
        for part in parts
        for piece in part.pieces
        if piece.group not in hidden and any(page.part == "Counters" for page in part.pages)
    )
    contents = [*_contents(job, pages, counters), *_deliveries(job.context.words, parts)]
    drawing = draw_cover(
        scenario,
        contents,
        list(_steps(job, pages)),
        slabs,
        (paper.width, paper.height),
        _inset(job),
        credits_height + _APART,
        context,
    )
    return uncut_page(PART, drawing, context)


def draw_credits(job: KitJob, data: ColophonData) -> Drawing:
    """The credits at the foot of the cover."""
    return draw_colophon(job.scenario, data, job.paper.width, _inset(job), job.context)


def with_credits(job: KitJob, cover: Page, credits: Drawing) -> Page:
    """The cover with the credits, which are small print: no hash of a page covers them."""
    canvas = Canvas.continuing(cover.drawing, job.context)
    with canvas.layer(SMALL_PRINT):
        canvas.place(credits, 0, job.paper.height - credits.height)
    return replace(cover, drawing=canvas.drawing(cover.drawing.name, cover.title))


def _inset(job: KitJob) -> float:
    """How far the texts of a cover are from the edges of the paper."""
    return max(job.paper.margin, _INSET)


def blank_numbers(pages: Sequence[Page]) -> list[int]:
    """The numbers of the blank pages."""
    return [number for number, page in enumerate(pages, 1) if page.is_blank]


def page_ranges(numbers: Sequence[int], blank: Sequence[int] = ()) -> str:
    """Page numbers as a text; a range may go over blank pages.

    >>> page_ranges([2, 3, 5, 9], blank=[4])
    '2–5, 9'
    """
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and all(between in blank for between in range(ranges[-1][1] + 1, number)):
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in ranges)


def _contents(job: KitJob, pages: Sequence[Page], pieces: int) -> Iterator[ContentsLine]:
    """A line for each kind of sheets and each of their readers; ``pieces`` is the number of counters."""
    words, blank = job.context.words, blank_numbers(pages)
    has_film = any(template.lies_over for template in wanted_templates(job))
    kept = [(number, page) for number, page in enumerate(pages, 1) if not page.is_blank and page.part != PART]
    for (part, reader, _, is_key), group in groupby(kept, key=lambda each: _kind(each[1])):
        numbered = list(group)
        title, icon, family = words.of("part", part), _ICONS[part], _FAMILIES[part]
        joined = sum(page.leaf is Leaf.ALONE and page.drawing.name != ASSEMBLY for _, page in numbered)
        is_overview = part == "Maps" and not joined and not reader
        if is_key:
            title = numbered[0][1].drawing.title
            if part != "Templates":
                icon, family = _ICONS["Counters"], _FAMILIES["Counters"]
        elif part == "Rosters" and not reader:
            title, icon = words("contents.tracks"), _TRACKS_ICON
        elif part == "Charts":
            title = words("contents.aid")
        elif is_overview:
            title, icon = words("sheet.overview"), _OVERVIEW_ICON
        elif reader:
            title = words("contents.sheets") if part == "Rosters" else title
            is_secret = _is_secret(job, reader, part)
            kind = "for-secret" if is_secret else "for"
            title = words(
                f"contents.{kind}", part=_and_more(title, numbered, words), side=_reader(job, reader)
            )
            if is_secret:
                family = _SECRET_FAMILY
                icon = icon if part == "Cards" else _SECRET_ICON
        elif part == "Counters" and pieces:
            title = _and_more(words("contents.counted", count=pieces), numbered, words)
        how = words(f"contents.{_duplex(numbered[0][1], job)}")
        if part == "Maps" and joined > 1:
            advice = words("contents.Maps-joined", count=joined)
        elif part in _PLAIN or (part == "Maps" and not joined) or (is_key and part == "Rosters"):
            # Which pages are printed on both sides, the first step says.
            advice = words("contents.plain")
        elif part == "Rosters" and any(page.also for _, page in numbered):
            advice = words("contents.with-templates")
        elif is_key and part == "Templates":
            advice = words("contents.key-and-templates-on" if has_film else "contents.key-and-strips-on")
        elif part in _ON_CARD:
            advice = words("contents.on-card", how=how)
        elif part == "Templates" and not has_film:
            advice = words("contents.strips-on")
        else:
            advice = words(f"contents.{part}")
        ranges = page_ranges([number for number, _ in numbered], blank)
        yield ContentsLine(title, advice, ranges, icon, reader, family)


def _and_more(title: str, numbered: Sequence[tuple[int, Page]], words: Words) -> str:
    """A title with what else is to be cut out of the pages."""
    also = next((page.also for _, page in numbered if page.also), "")
    return words("cover-page.and", first=title, last=words.of("piece", also)) if also else title


def _kind(page: Page) -> tuple[str, str, bool, bool]:
    """Pages of the same kind have one line."""
    return page.part, page.reader, page.leaf is not Leaf.ALONE, page.drawing.name.startswith(KEY_SHEET)


def _duplex(page: Page, job: KitJob) -> Duplex:
    """How a page of cards or counters is printed."""
    if page.part in _ON_CARD and page.leaf is Leaf.ALONE:
        return Duplex.FOLD
    return job.layout(page.part.lower()).duplex if page.part in _ON_CARD else job.duplex


def _reader(job: KitJob, reader: str) -> str:
    """Who gets the sheets of one side, or those of a referee."""
    words = job.context.words
    if reader == REFEREE:
        return words("contents.referee")
    return words("contents.the-side", side=side_name(job.scenario, reader, words))


def _is_secret(job: KitJob, reader: str, part: str) -> bool:
    """Whether nobody else may see a part for a reader; a map of their own always has a secret."""
    return reader == REFEREE or part == "Maps" or has_secrets(job.scenario, reader)


def _deliveries(words: Words, parts: Sequence[Part]) -> Iterator[ContentsLine]:
    """A line for each kind of pieces that a service prints."""
    for part in parts:
        for delivery in part.deliveries:
            advice = words("contents.service", folder=delivery.folder)
            part_title, icon = words.of("part", delivery.part), _ICONS[delivery.part]
            yield ContentsLine(part_title, advice, "", icon, family=_FAMILIES[delivery.part])


def _steps(job: KitJob, pages: Sequence[Page]) -> Iterator[str]:
    """What to do before playing, and last what players need that is not in the kit."""
    words, blank = job.context.words, blank_numbers(pages)
    how = ""
    if job.duplex in (Duplex.LONG, Duplex.SHORT):
        both = one_sided_from(pages)
        some = both < len(pages)
        how = words(f"cover-page.{job.duplex}", last=both) if some else words(f"sheet.{job.duplex}")
    numbers = [number for number, page in enumerate(pages, 1) if page.part in _ON_CARD and not page.is_blank]
    ranges = page_ranges(numbers, blank)
    paper = words("cover-page.on-card", pages=ranges, count=len(numbers)) if numbers else ""
    yield " ".join(filter(None, (words("cover-page.scale"), how, paper)))
    if blank:
        yield words("cover-page.blank", count=len(blank), pages=page_ranges(blank))
    own: dict[str, list[int]] = {}
    for number, page in enumerate(pages, 1):
        if page.reader and not page.is_blank:
            own.setdefault(page.reader, []).append(number)
    if own:
        sheets = [
            words(
                "cover-page.hand-out-pages",
                side=_reader(job, reader),
                pages=page_ranges(numbers, blank),
                count=len(numbers),
            )
            for reader, numbers in own.items()
        ]
        seats = seats_text(job.scenario, words)
        who = words("briefing.seats", seats=seats) if seats else ""
        is_secret = any(_is_secret(job, page.reader, page.part) for page in pages if page.reader)
        how = "cover-page.hand-out-secret" if is_secret else "cover-page.hand-out"
        yield f"{who} {words(how, sheets=', '.join(sheets))}".strip()
    if sum(page.part == "Maps" and page.leaf is Leaf.ALONE for page in pages) > 1:
        yield words("cover-page.tape")
    kinds = {kind for page in pages for kind in (page.part, page.also)}
    pieces = [part for part in _CUT_OUT if part in kinds]
    if pieces:
        *first, last = (words.of("piece", part) for part in pieces)
        listed = words("cover-page.and", first=", ".join(first), last=last) if first else last
        yield words("cover-page.cut", pieces=listed)
    overview = [number for number, page in enumerate(pages, 1) if page.part == "Maps" and not page.reader]
    if job.scenario.map.kind == TableMap.kind and overview:
        ranges = page_ranges(overview, blank)
        yield words("cover-page.lay-out", pages=ranges, count=len(overview))
    needs = things_needed(
        job.scenario,
        words,
        writes=any(page.part == "Rosters" for page in pages),
        faces={template.faces for template in wanted_templates(job)},
    )
    yield words("cover-page.needs", things=needs, books=rulebooks(job.scenario, words))
