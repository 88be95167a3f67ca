"""Maps at their true size on as few sheets as possible, several to a sheet if they fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from builder.draw.maps.open.frame import TITLE_BAND, TITLE_RULE, draw_title
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.clear_space import Box, grown
from builder.draw.surface.context import DrawingContext
from builder.geometry.gathering import Size, Spot, gather
from builder.press.pages.cutting import Fill, Section, cut_up, severed
from builder.press.pages.joining import ASSEMBLY, HOW_LINE, HOW_TYPE, JoiningBlock, how_lines
from builder.press.pages.page import Foot, Leaf, Page, blank_page, uncut_page
from builder.press.pages.paper import Paper

_GAP = 5.0
_FOOT = 4.0
_TICK = 3.0
# A tick above a map ends below the rule of its title.
_TOP_TICK = TITLE_BAND - TITLE_RULE - 0.3
_SEAM = 0.25
_TINY = 1e-6
# The shares of the width of a sheet that something for its free room can have.
_SPARE_WIDTHS = (1.0, 0.66, 0.45)
# What names leave free on each side of a cut.
_SEAM_ROOM = 0.6
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
    then the ``extras``. ``severed`` is the number of doors, symbols and texts that are cut.
    """

    paper: Paper
    maps: list[list[Section]]
    joining: JoiningBlock | None
    boxes: tuple[Size, ...]
    sheets: list[list[Spot]]
    severed: int
    extras: tuple[Drawing, ...] = ()

    @property
    def cuts(self) -> list[list[Box]]:
        """The part of each map that is on each of its sheets: x, y, width and height in mm of the map."""
        return [[section.cut for section in group] for group in self.maps]

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
    spare: Callable[[float], Drawing] | None = None,
    plan: SheetPlan | None = None,
) -> list[Page]:
    """Drawings on as many sheets as they need, in portrait or landscape, each under its title.

    Cuts avoid doors, symbols and texts if possible. Each seam is printed on both its sheets, with ticks in
    the margin where to cut. Where there is room, the sheets have a picture of how to join them, and the
    ``note`` about the map at the ends of their titles. ``needed`` draws for the room on a sheet, and for its
    width without its edges, what is printed in any case, on sheets of its own if need be. ``spare`` draws in
    a width what is printed only where there is room. A ``plan`` is that of :func:`plan_sheets`.
    """
    plan = plan or plan_sheets(drawings, paper, context, needed)
    if spare is not None:
        plan = _with_spare(plan, spare)
    spread = gather(plan.boxes, _room(plan.paper), _GAP, evenly=True)
    if len(spread) <= len(plan.sheets):
        # No sheet is white next to one that is full.
        plan = replace(plan, sheets=spread)
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
        for plan in (plan for fill in Fill for plan in _plans(maps, way, fill, context)):
            plans.append(reduce(_with, parts, plan))
    return min(plans, key=_cost)


def _with(plan: SheetPlan, extra: Drawing) -> SheetPlan:
    """The plan with another drawing, on another sheet if need be; the plan itself if it fits on none."""
    room = _room(plan.paper)
    if extra.width > plan.paper.width - 2 * plan.paper.edge + _TINY or extra.height > room[1] + _TINY:
        return plan
    boxes = (*plan.boxes, (min(extra.width, room[0]), extra.height))
    return replace(plan, boxes=boxes, sheets=gather(boxes, room, _GAP), extras=(*plan.extras, extra))


def _with_spare(plan: SheetPlan, spare: Callable[[float], Drawing]) -> SheetPlan:
    """The plan with a drawing in the free room of a sheet, as wide as there is room for, or without it."""
    for share in _SPARE_WIDTHS:
        filled = _with(plan, spare(share * _room(plan.paper)[0]))
        if filled.extras != plan.extras and len(filled.sheets) == len(plan.sheets):
            return filled
    return plan


def _cost(plan: SheetPlan) -> tuple[int, ...]:
    """A plan's faults, the worst first.

    They are cuts, sheets, sections, white below the maps, uneven sections, white beside the maps, and no
    picture of the joints.
    """
    return (
        plan.severed,
        len(plan.sheets),
        len(plan.sections),
        _white_feet(plan),
        sum(_unevenness(group) for group in plan.maps),
        _narrowness(plan),
        int(plan.joining is None),
    )


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


def _plans(
    drawings: Sequence[Drawing], paper: Paper, fill: Fill, context: DrawingContext
) -> Iterator[SheetPlan]:
    """The ways to lay out the maps: with how to join them in several shapes, and without it."""
    wide, tall = room_of(paper)
    room = _room(paper)
    maps = [cut_up(drawing, (wide, tall), fill) for drawing in drawings]
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
    shapes = [*((width, False) for width in _PICTURES), (_LOW, True)] if parted else []
    pictures = (JoiningBlock(parted, context, width, is_low) for width, is_low in shapes)
    yield from (picture for picture in pictures if picture.has_room)
    yield None


def _page(
    part: str, plan: SheetPlan, spots: Sequence[Spot], footer: str, context: DrawingContext, note: str | None
) -> Page:
    paper, words = plan.paper, context.words
    canvas = blank_page(paper, context)
    sections = plan.sections
    visible = [sections[spot.index] for spot in spots if spot.index < len(sections)]
    # A map that does not fill the width of the sheet is in the middle of it.
    spare = _room(paper)[0] - max(spot.x + plan.boxes[spot.index][0] for spot in spots) if visible else 0.0
    for spot in spots:
        x, y = paper.margin + spare / 2 + spot.x, paper.edge + spot.y
        if spot.index >= len(sections):
            drawing = plan.beside[spot.index - len(sections)]
            # What is wider than the room reaches into both margins.
            canvas.place(drawing, x - max(0.0, drawing.width - _room(paper)[0]) / 2, y)
            continue
        section = sections[spot.index]
        heading = section.drawing.heading
        title = section.title(words)
        with canvas.shifted(x, y):
            about = section.under(heading, words) if heading else ""
            draw_title(canvas, heading or title, about, section.window[2], note=note)
        y += TITLE_BAND
        drawing = section.drawing.without_stubs(section.window, section.cut)
        canvas.place(drawing, x, y, window=section.window)
        _draw_seams(canvas, section, _seams(section, plan), (x, y))
        if plan.joining is None and section.count > 1 and section.number == 1:
            below = y + section.window[3] + _TICK
            canvas.lines(how_lines(context, section.window[2]), x, below + HOW_LINE, HOW_TYPE, HOW_LINE)
    title = "; ".join(section.title(words) for section in visible)
    name = "-".join(dict.fromkeys(_name(section) for section in visible)) or ASSEMBLY
    page = uncut_page(part, canvas.drawing(name, title or words("sheet.joining")), context)
    return replace(page, leaf=Leaf.ALONE, foot=Foot(footer, paper))


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
