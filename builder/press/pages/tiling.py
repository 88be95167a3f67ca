"""Maps at their true size on as few sheets as possible, several to a sheet if they fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise, permutations

from builder.draw.maps.decks.ground import draw_beyond
from builder.draw.maps.open.frame import TITLE_BAND, TITLE_RULE, draw_title, has_low_lines, title_size
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.clear_space import Box, grown
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.filler import Filler
from builder.geometry.gathering import Size, Spot, gather
from builder.press.pages.beside import is_beside, room_beyond
from builder.press.pages.cutting import Fill, Section, cut_up, severed
from builder.press.pages.filling import share_or_shorten, thin_strips
from builder.press.pages.joining import (
    ASSEMBLY,
    HEAD_RULE,
    HOW_LINE,
    HOW_TYPE,
    JoiningBlock,
    how_lines,
    largest_block,
)
from builder.press.pages.page import Foot, Leaf, Page, blank_page, uncut_page
from builder.press.pages.paper import Paper

_GAP = 5.0
_FOOT = 4.0
# Between what fills free room and the line at the foot.
_ABOVE_FOOT = 3.0
_TICK = 3.0
# A tick above a map ends below the rule of its title.
_TOP_TICK = TITLE_BAND - TITLE_RULE - 0.3
# From the top of a sheet to what is beside a map, without the gap: the rule of its heading continues that of
# the title.
_ABOVE_HEAD = TITLE_RULE - HEAD_RULE - _GAP
_SEAM = 0.25
# Parts of a map whose widths differ by no more are alike, in mm.
_ALIKE = 8.0
# How much smaller one part of a map is than another before other cuts are looked for, in tenths.
_UNEVEN = 5
_TINY = 1e-6
# What names leave free on each side of a cut.
_SEAM_ROOM = 0.6
# A strip below a map that is lower than the first is no blank to the eye; one lower than the second, and so
# wide, holds little of what is drawn into free room.
_SLIVER, _STRIP, _BROAD = 40.0, 60.0, 200.0
# The share of the height of a sheet that is white if nothing is there.
_WHITE = 0.12
# The widths of pictures of how sheets are joined.
_PICTURES = (62.0, 44.0, 27.0)
# The width of a low picture with text beside it.
_LOW = 110.0


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """Maps cut up for one orientation of the paper, and the places of their sections on its sheets.

    The last of the ``boxes`` on the sheets, in mm, are how sheets are joined, if there is room for it, and
    then the ``extras``; if the plan ``is_explained``, how sheets are joined is one of these. ``severed`` is
    the number of doors, symbols and texts that are cut.
    """

    paper: Paper
    maps: list[list[Section]]
    joining: JoiningBlock | None
    boxes: tuple[Size, ...]
    sheets: list[list[Spot]]
    severed: int
    extras: tuple[Drawing, ...] = ()
    is_explained: bool = False

    @property
    def cuts(self) -> list[list[Box]]:
        """The part of each map that is on each of its sheets: x, y, width and height in mm of the map."""
        return [[section.cut for section in group] for group in self.maps]

    @property
    def is_uneven(self) -> bool:
        """Whether a part of the only map is less than half as large as another; several maps share sheets."""
        return len(self.maps) == 1 and _unevenness(self.maps[0]) > _UNEVEN

    @property
    def sections(self) -> list[Section]:
        return [section for group in self.maps for section in group]

    @property
    def beside(self) -> list[Drawing]:
        """What is on the sheets besides the sections."""
        return [*([self.joining.drawing] if self.joining else []), *self.extras]


def tile(
    part: str,
    drawings: Sequence[Drawing],
    paper: Paper,
    footer: str,
    context: DrawingContext,
    note: str | None = None,
    needed: Callable[[Size, float], Sequence[Drawing]] = lambda room, widest: (),
    spare: Sequence[Filler] = (),
    plan: SheetPlan | None = None,
) -> list[Page]:
    """Drawings on as many sheets as they need, in portrait or landscape, each under its title.

    Cuts avoid doors, symbols and texts if possible. Each seam is printed on both its sheets, with ticks in
    the margin where to cut. Where there is room, the sheets have a picture of how to join them, and the
    ``note`` about the map at the ends of their titles. ``needed`` draws for the room on a sheet, and for its
    width without its edges, what is printed in any case, on sheets of its own if need be. ``spare`` is
    printed only where there is room. A ``plan`` is that of :func:`plan_sheets`.
    """
    plan = _filled(plan or plan_sheets(drawings, paper, context, needed), spare, context)
    plan = replace(plan, sheets=_in_order(plan))
    return [_page(part, plan, spots, footer, context, note) for spots in plan.sheets]


def _in_order(plan: SheetPlan) -> list[list[Spot]]:
    """The sheets in the order of the sections on them, then those without any, by what is drawn on them."""
    first_extra = len(plan.sections) + (plan.joining is not None)

    def place(spots: Sequence[Spot]) -> tuple[bool, int]:
        indexes = [spot.index for spot in spots]
        if min(indexes) < len(plan.sections):
            return False, min(indexes)
        return True, min((index for index in indexes if index >= first_extra), default=0)

    return sorted(plan.sheets, key=place)


def seams_of(
    drawings: Sequence[Drawing],
    paper: Paper,
    context: DrawingContext,
    needed: Callable[[Size, float], Sequence[Drawing]] = lambda room, widest: (),
) -> list[Box]:
    """The strips along which a map is cut, if it is the only one: west, north, east, south in its mm.

    For ``needed`` see :func:`tile`.
    """
    if len(drawings) != 1:
        return []
    left, top, *_ = drawings[0].area or (0.0, 0.0)
    seams = []
    for section in plan_sheets(drawings, paper, context, needed).sections:
        x, y, wide, tall = section.cut
        edges = [(x, y, x, y + tall)] * (x > 0) + [(x, y, x + wide, y)] * (y > 0)
        seams += [
            grown((west + left, north + top, east + left, south + top), _SEAM_ROOM)
            for west, north, east, south in edges
        ]
    return seams


def plan_sheets(
    drawings: Sequence[Drawing],
    paper: Paper,
    context: DrawingContext,
    needed: Callable[[Size, float], Sequence[Drawing]],
) -> SheetPlan:
    """The best way to cut up the maps and to lay them out; of equal ones, that with the fewest sheets."""
    maps = [drawing.cropped(drawing.area) if drawing.area else drawing for drawing in drawings]
    plans = []
    for way in (paper, paper.turned):
        parts = needed(_room(way), way.width - 2 * way.edge)
        for cut in _cuts(maps, room_of(way)):
            plans += [reduce(_with, parts, plan) for plan in _plans(cut, way, context)]
    return best_of(plans)


def best_of(plans: Iterable[SheetPlan]) -> SheetPlan:
    """The plan with the fewest faults; of equal ones, the first."""
    return min(plans, key=_cost)


def _with(plan: SheetPlan, extra: Drawing) -> SheetPlan:
    """The plan with another drawing, on another sheet if need be; the plan itself if it fits on none."""
    room = _room(plan.paper)
    if extra.width > plan.paper.width - 2 * plan.paper.edge + _TINY or extra.height > room[1] + _TINY:
        return plan
    boxes = (*plan.boxes, (min(extra.width, room[0]), extra.height))
    return replace(plan, boxes=boxes, sheets=gather(boxes, room, _GAP), extras=(*plan.extras, extra))


def _filled(plan: SheetPlan, spare: Sequence[Filler], context: DrawingContext) -> SheetPlan:
    """The plan with how sheets are joined, and then what is ``spare``, as large as the free room allows."""
    bare = _without_joining(plan)
    fillers = [filler for filler in spare if filler.grows]
    first = len(fillers)
    if plan.joining is not None:
        fillers.append(_joining_filler(plan.joining.maps, context))
    fillers += [filler for filler in spare if not filler.grows]
    wide, tall = _room(plan.paper)
    spread = gather(bare.boxes, (wide, tall), _GAP, evenly=True)
    # No sheet is white next to one that is full.
    ways = [spread] if len(spread) <= len(plan.sheets) else []
    for sheets in (*ways, *([bare.sheets] if len(bare.sheets) == len(plan.sheets) else [])):
        taken = [[(spot.x, spot.y, *bare.boxes[spot.index]) for spot in spots] for spots in sheets]
        # The headings of what is beside a map stand on the line of its title.
        taken = [[*boxes, (0.0, 0.0, wide, _ABOVE_HEAD)] for boxes in taken]
        chosen, places = share_or_shorten(taken, (wide, tall - _ABOVE_FOOT), fillers, _GAP)
        if plan.joining is not None and places[first] is None:
            continue
        boxes, extras, full = list(bare.boxes), list(bare.extras), [list(spots) for spots in sheets]
        for filler, place in zip(chosen, places, strict=True):
            if place is not None:
                x, y, *room = place.box
                drawing = filler.draw((room[0], room[1]))
                full[place.sheet].append(Spot(len(boxes), x, y))
                boxes.append((drawing.width, drawing.height))
                extras.append(drawing)
        return replace(bare, boxes=tuple(boxes), extras=tuple(extras), sheets=full)
    return plan


def _without_joining(plan: SheetPlan) -> SheetPlan:
    """The plan with the room for how sheets are joined still free."""
    if plan.joining is None:
        return plan
    at = len(plan.sections)
    sheets = [
        [replace(spot, index=spot.index - (spot.index > at)) for spot in spots if spot.index != at]
        for spots in plan.sheets
    ]
    boxes = (*plan.boxes[:at], *plan.boxes[at + 1 :])
    return replace(plan, boxes=boxes, sheets=[spots for spots in sheets if spots], is_explained=True,
                   joining=None)  # fmt: skip


def _joining_filler(maps: Sequence[Sequence[Section]], context: DrawingContext) -> Filler:
    """How sheets are joined, as large as there is room."""

    def least(width: float) -> float | None:
        return min((block.height for block in _small_blocks(maps, context) if block.picture <= width),
                   default=None)  # fmt: skip

    def draw(room: Size) -> Drawing:
        block = largest_block(maps, context, room)
        small = (each for each in _small_blocks(maps, context) if each.picture <= room[0])
        return (block or min(small, key=lambda each: each.height)).drawing

    return Filler(least, draw, grows=True)


def _cost(plan: SheetPlan) -> tuple[int, ...]:
    """A plan's faults, the worst first.

    They are cuts, sheets, sections, sheets out of order, strips of no use, white below the maps, uneven
    sections, white beside the maps, and no picture of the joints.
    """
    room = _room(plan.paper)
    taken = [[(spot.x, spot.y, *plan.boxes[spot.index]) for spot in spots if spot.index < len(plan.sections)]
             for spots in plan.sheets]  # fmt: skip
    return (
        plan.severed,
        len(plan.sheets),
        len(plan.sections),
        _disorder(plan),
        thin_strips([boxes for boxes in taken if boxes], room, _SLIVER, _STRIP) if room[0] > _BROAD else 0,
        _white_feet(plan),
        sum(_unevenness(group) for group in plan.maps),
        _narrowness(plan),
        int(plan.joining is None),
    )


def _disorder(plan: SheetPlan) -> int:
    """How many sections come before one that they follow in the maps, if the sheets are read in order."""
    count = len(plan.sections)
    read = [sorted(spot.index for spot in spots if spot.index < count) for spots in plan.sheets]
    order = [index for indexes in sorted(each for each in read if each) for index in indexes]
    return sum(index > after for index, after in pairwise(order))


def _unevenness(sections: Sequence[Section]) -> int:
    """How much smaller the smallest section of a map is than the largest one, in tenths."""
    areas = [section.window[2] * section.window[3] for section in sections]
    return round(10 * (1 - min(areas) / max(areas)))


def _white_feet(plan: SheetPlan) -> int:
    """How many sheets with maps are white below them although the plan has more to print."""
    if not plan.extras:
        return 0
    room, count = _room(plan.paper)[1], len(plan.sections)
    used = [
        max(spot.y + plan.boxes[spot.index][1] for spot in spots)
        for spots in plan.sheets
        if any(spot.index < count for spot in spots)
    ]
    return sum(1 - each / room > _WHITE for each in used)


def _narrowness(plan: SheetPlan) -> int:
    """How much of the width of the sheets is left white on average, in tenths."""
    room = _room(plan.paper)[0]
    white = [1 - max(spot.x + plan.boxes[spot.index][0] for spot in spots) / room for spots in plan.sheets]
    return round(10 * sum(white) / len(white))


def room_of(paper: Paper) -> Size:
    """The room for one section, in mm: inside the margins, below its title and above the line at the foot."""
    return paper.width - 2 * paper.margin, paper.height - 2 * paper.edge - _FOOT - TITLE_BAND - _TICK


def _room(paper: Paper) -> Size:
    """The room for everything on a sheet, in mm."""
    wide, tall = room_of(paper)
    return wide, tall + TITLE_BAND + _TICK


def _cuts(drawings: Sequence[Drawing], room: Size) -> Iterator[list[list[Section]]]:
    """The ways to cut up the maps.

    In some, every second map is cut backwards, so that a small last section of one map is beside a small
    first one of the next.
    """
    for fill in Fill:
        maps = [cut_up(drawing, room, fill) for drawing in drawings]
        yield maps
        if fill is not Fill.LIKE_THE_REST and sum(len(group) > 1 for group in maps) > 1:
            yield [
                cut_up(group[0].drawing, room, fill, backwards=True) if number % 2 else group
                for number, group in enumerate(maps)
            ]


def _plans(maps: list[list[Section]], paper: Paper, context: DrawingContext) -> Iterator[SheetPlan]:
    """The ways to lay out the maps: with how to join them in several shapes, and without it."""
    room = _room(paper)
    parted = [group for group in maps if len(group) > 1]
    boxes = [
        (section.window[2], section.window[3] + TITLE_BAND + _TICK) for group in maps for section in group
    ]
    # Without a picture, how sheets are joined is said below the first one.
    notes = [
        how_lines(context, section.window[2]) if section.count > 1 and section.number == 1 else []
        for group in maps
        for section in group
    ]
    taller = [(wide, tall + len(lines) * HOW_LINE) for (wide, tall), lines in zip(boxes, notes, strict=True)]
    lost = sum(len(severed(group[0].drawing, [section.cut for section in group])) for group in maps)
    for joining in _joinings(parted, context):
        needed = [*boxes, (joining.picture, joining.height)] if joining else taller
        if all(width <= room[0] + _TINY and height <= room[1] + _TINY for width, height in needed):
            yield SheetPlan(paper, maps, joining, tuple(needed), gather(needed, room, _GAP), lost)


def _joinings(parted: list[list[Section]], context: DrawingContext) -> Iterator[JoiningBlock | None]:
    """The ways to show how sheets are joined, and none."""
    yield from _small_blocks(parted, context) if parted else []
    yield None


def _small_blocks(maps: Sequence[Sequence[Section]], context: DrawingContext) -> Iterator[JoiningBlock]:
    """Pictures of a usual size of how sheets are joined."""
    shapes = [*((width, False) for width in _PICTURES), (_LOW, True)]
    blocks = (JoiningBlock(maps, context, width, is_low) for width, is_low in shapes)
    return (block for block in blocks if block.has_room)


def _page(
    part: str, plan: SheetPlan, spots: Sequence[Spot], footer: str, context: DrawingContext, note: str | None
) -> Page:
    paper, words = plan.paper, context.words
    canvas = blank_page(paper, context)
    sections, room = plan.sections, _room(paper)[0]
    sizes = [title_size(context, *_title_of(each, context), each.window[2]) for each in sections]
    # Titles are alike on all sheets where they have room beside the name of the part.
    alike = min((size for size in sizes if size), default=0.0)
    visible = [sections[spot.index] for spot in spots if spot.index < len(sections)]
    # A map narrower than the sheet is in the middle of it; parts that are not alike begin at one margin.
    spare = room - max(spot.x + plan.boxes[spot.index][0] for spot in spots) if visible else 0.0
    groups = [group for group in plan.maps if any(section in visible for section in group)]
    spare = 0.0 if any(map(_differ, groups)) else spare
    # The lines about maps beside each other are alike.
    is_low = len(visible) > 1 and any(
        has_low_lines(context, *_title_of(each, context), each.window[2], alike) for each in visible
    )
    for spot in spots:
        x, y = paper.margin + spare / 2 + spot.x, paper.edge + spot.y
        if spot.index >= len(sections):
            drawing = plan.beside[spot.index - len(sections)]
            # What is wider than the room reaches into both margins.
            canvas.place(drawing, x - max(0.0, drawing.width - room) / 2, y)
            continue
        section = sections[spot.index]
        title, about = _title_of(section, context)
        with canvas.shifted(x, y):
            # With nothing at its right, the rule ends where the key and the line at the foot do. Above a map
            # alone on its sheet it ends where that does.
            own = section.window[2]
            beyond = room_beyond(section, spot, spots, plan.boxes, room)
            is_own = spare or is_beside(spot, spots) or (len(spots) == 1 and not beyond)
            draw_title(
                canvas, title, about, own if is_own else room - spot.x, note=note, size=alike, is_low=is_low
            )
        y += TITLE_BAND
        drawing = section.drawing.without_stubs(section.window, section.cut)
        canvas.place(drawing, x, y, window=section.window)
        if beyond and not spare:
            box, (left, top, *_) = (x + own, y, beyond, section.window[3]), section.window
            hexes = drawing.hexes and drawing.hexes.moved(x - left, y - top)
            draw_beyond(canvas, drawing.ground, box, drawing.name, own=own, hexes=hexes)
        _draw_seams(canvas, section, _seams(section, plan), (x, y))
        if not (plan.joining or plan.is_explained) and section.count > 1 and section.number == 1:
            below = y + section.window[3] + _TICK
            canvas.lines(how_lines(context, section.window[2]), x, below + HOW_LINE, HOW_TYPE, HOW_LINE)
    shown = [spot for spot in spots if spot.index < len(sections)]
    _draw_partings(
        canvas,
        [(paper.margin + spare / 2 + spot.x, paper.edge + spot.y, *plan.boxes[spot.index]) for spot in shown],
    )
    title = "; ".join(section.title(words) for section in visible)
    name = "-".join(dict.fromkeys(_name(section) for section in visible)) or ASSEMBLY
    page = uncut_page(part, canvas.drawing(name, title or words("sheet.joining")), context)
    return replace(page, leaf=Leaf.ALONE, foot=Foot(footer, paper))


def _differ(parts: Sequence[Section]) -> bool:
    """Whether parts of a map differ in width to the eye."""
    widths = [part.window[2] for part in parts]
    return max(widths) - min(widths) > _ALIKE


def _title_of(section: Section, context: DrawingContext) -> tuple[str, str]:
    """The title over a section, and the line beside it."""
    heading = section.drawing.heading
    if not heading:
        return section.title(context.words), ""
    return heading, section.under(heading, context.words)


def _name(section: Section) -> str:
    return section.drawing.name if section.count == 1 else f"{section.drawing.name}-{section.number}"


def _seams(section: Section, plan: SheetPlan) -> list[tuple[Point, Point]]:
    """The lines along which a section is joined to others of its drawing."""
    group = next(group for group in plan.maps if section in group)
    seams = []
    for other in group:
        if other is not section:
            x1, y1, wide1, tall1 = section.cut
            x2, y2, wide2, tall2 = other.cut
            left, right = max(x1, x2), min(x1 + wide1, x2 + wide2)
            top, bottom = max(y1, y2), min(y1 + tall1, y2 + tall2)
            if (right - left > 1) != (bottom - top > 1) and right - left > -1e-6 and bottom - top > -1e-6:
                seams.append(((left, top), (right, bottom)))
    return seams


def _draw_partings(canvas: Canvas, boxes: Sequence[Box]) -> None:
    """A dashed line between two maps beside or below each other, along which the sheet is cut first."""
    style = {"stroke": "ink", "stroke_width": 0.3, "stroke_dasharray": "2 1.4"}
    for (x1, y1, wide1, tall1), (x2, y2, wide2, tall2) in permutations(boxes, 2):
        if abs(x1 + wide1 + _GAP - x2) < _GAP / 2 and y1 < y2 + tall2 and y2 < y1 + tall1:
            across = (x1 + wide1 + x2) / 2
            canvas.line((across, min(y1, y2)), (across, max(y1 + tall1, y2 + tall2)), **style)
        elif abs(y1 + tall1 + _GAP - y2) < _GAP / 2 and x1 < x2 + wide2 and x2 < x1 + wide1:
            down = (y1 + tall1 + y2) / 2
            canvas.line((min(x1, x2), down), (max(x1 + wide1, x2 + wide2), down), **style)


def _draw_seams(
    canvas: Canvas, section: Section, seams: Sequence[tuple[Point, Point]], corner: Point
) -> None:
    """Ticks next to the section where it is cut; none is on the map, where it would stay."""
    left, top, width, height = section.window
    over, down = corner[0] - left, corner[1] - top
    ticks = []
    for x in {x for (x, _), (other, _) in seams if x == other}:
        ticks += [((x + over, end), (x + over, end + out)) for end, out in
                  ((corner[1], -_TOP_TICK), (corner[1] + height, _TICK))]  # fmt: skip
    for y in {y for (_, y), (_, other) in seams if y == other}:
        ticks += [((end, y + down), (end + out, y + down)) for end, out in
                  ((corner[0], -_TICK), (corner[0] + width, _TICK))]  # fmt: skip
    canvas.segments(sorted(ticks), stroke="accent", stroke_width=_SEAM)
