"""Maps at their true size on as few sheets as possible, several to a sheet if they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.clear_space import ClearSpace
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, Type
from builder.press.pages.cutting import OVERLAP, Section, cut_up, severed
from builder.press.pages.gathering import Spot, gather
from builder.press.pages.page import Foot, Leaf, Page, blank_page, uncut_page
from builder.press.pages.paper import Paper

_GAP = 5.0
_LABEL = 4.5
_FOOT = 4.0
_LABEL_TYPE = Type(BOLD, 2.6)
_TICK = 3.0
_CROSS = 2.2
_NEAR_END = 6.0
_APART = 70.0
_KEY_WIDTH = 62.0
_MAX_PICTURE_HEIGHT = 60.0
_HEAD_TYPE = Type(BOLD, 3.4)
_NAME_TYPE = Type(BOLD, 2.6)
_HOW_TYPE = Type(CONDENSED, 2.5)
_NUMBER_TYPE = Type(BOLD, 3.4)
_LINE = 3.2
_NUDGES = tuple(sign * step * 0.5 for step in range(60) for sign in (1, -1))


@dataclass(frozen=True, slots=True)
class _Plan:
    """Maps cut up for one orientation of the paper, and the places of their sections on its sheets."""

    paper: Paper
    maps: list[list[Section]]
    key: Drawing | None
    sheets: list[list[Spot]]

    @property
    def sections(self) -> list[Section]:
        return [section for group in self.maps for section in group]

    @property
    def severed(self) -> int:
        """The number of doors and hex numbers that are cut."""
        return sum(len(severed(group[0].drawing, [section.cut for section in group])) for group in self.maps)


def tile(
    part: str, drawings: Sequence[Drawing], paper: Paper, footer: str, context: DrawingContext
) -> list[Page]:
    """Drawings on as many sheets as they need, in portrait or landscape, with a key for joining them.

    Cuts avoid doors and hex numbers if possible. Each seam is printed on both its sheets, with crosses to
    align them and ticks in the margin where to cut.
    """
    plans = [
        _plan(drawings, way, thrifty, context) for thrifty in (False, True) for way in (paper, paper.turned)
    ]
    plan = min(plans, key=lambda plan: (plan.severed, len(plan.sheets), len(plan.sections)))
    return [_page(part, plan, spots, footer, context) for spots in plan.sheets]


def room_of(paper: Paper) -> tuple[float, float]:
    """The room for one section, in mm: inside the margins, above its label and the line at the foot."""
    return paper.width - 2 * paper.margin, paper.height - 2 * paper.edge - _FOOT - _LABEL


def _plan(drawings: Sequence[Drawing], paper: Paper, thrifty: bool, context: DrawingContext) -> _Plan:
    wide, tall = room_of(paper)
    maps = [cut_up(drawing, (wide, tall), thrifty=thrifty) for drawing in drawings]
    parted = [group for group in maps if len(group) > 1]
    key = _assembly_key(parted, context) if parted else None
    boxes = [(section.window[2], section.window[3] + _LABEL) for group in maps for section in group]
    boxes += [(key.width, key.height)] if key is not None else []
    return _Plan(paper, maps, key, gather(boxes, (wide, tall + _LABEL), _GAP))


def _page(part: str, plan: _Plan, spots: Sequence[Spot], footer: str, context: DrawingContext) -> Page:
    paper = plan.paper
    canvas = blank_page(paper, context)
    sections = plan.sections
    visible = [sections[spot.index] for spot in spots if spot.index < len(sections)]
    for spot in spots:
        x, y = paper.margin + spot.x, paper.edge + spot.y
        if spot.index == len(sections):
            assert plan.key is not None
            canvas.place(plan.key, x, y)
            continue
        section = sections[spot.index]
        canvas.place(section.drawing, x, y, window=section.window)
        _draw_seams(canvas, section, _seams(section, plan), (x, y))
        # Next to the tick at its left, if there is one.
        aside = section.cut[0] - section.window[0]
        label = context.metrics.shorten(
            section.title(context.words), _LABEL_TYPE, max(section.window[2] - 2 * aside, 50.0)
        )
        canvas.text(label, x + aside * 1.3, y + section.window[3] + 3.6, _LABEL_TYPE)
    title = "; ".join(section.title(context.words) for section in visible) or context.words("sheet.joining")
    name = "-".join(dict.fromkeys(_name(section) for section in visible)) or "assembly-key"
    page = uncut_page(part, canvas.drawing(name, title), context)
    return replace(page, leaf=Leaf.ALONE, foot=Foot(footer, paper))


def _assembly_key(maps: Sequence[Sequence[Section]], context: DrawingContext) -> Drawing:
    """The key to the sheets: each map at a small scale, with its cuts and the numbers of its sections."""
    words = context.words
    how = words("sheet.joining-how", overlap=words.number(OVERLAP))
    instructions = context.metrics.wrap(how, _HOW_TYPE, _KEY_WIDTH - 4)
    wholes = [group[0].drawing for group in maps]
    scales = [min((_KEY_WIDTH - 4) / whole.width, _MAX_PICTURE_HEIGHT / whole.height) for whole in wholes]
    pictures = sum(6.5 + whole.height * scale for whole, scale in zip(wholes, scales, strict=True))
    height = 6.5 + pictures + len(instructions) * _LINE + 1.5
    canvas = Canvas(_KEY_WIDTH, height, context)
    canvas.rect(0.1, 0.1, _KEY_WIDTH - 0.2, height - 0.2, radius=1.2, fill="paper", stroke="rule",
                stroke_width=0.2)  # fmt: skip
    canvas.text(words("sheet.joining"), 2, 5.0, _HEAD_TYPE)
    y = 6.5
    for group, scale in zip(maps, scales, strict=True):
        title = context.metrics.shorten(group[0].drawing.title, _NAME_TYPE, _KEY_WIDTH - 4)
        canvas.text(title, 2, y + 2.6, _NAME_TYPE, fill="muted")
        _draw_picture(canvas, group, y + 4.0, scale)
        y += 4.0 + group[0].drawing.height * scale + 2.5
    canvas.lines(instructions, 2, y + 1.4, _HOW_TYPE, _LINE)
    return canvas.drawing("assembly-key", words("sheet.joining"))


def _draw_picture(canvas: Canvas, group: Sequence[Section], top: float, scale: float) -> None:
    """A small map with its sections outlined and numbered."""
    drawing = group[0].drawing.without_writing
    left = (_KEY_WIDTH - drawing.width * scale) / 2
    canvas.place(drawing, left, top, scale=scale)
    for section in group:
        x, y, width, height = (edge * scale for edge in section.cut)
        canvas.rect(left + x, top + y, width, height, stroke="accent", stroke_width=0.4)
        at_x, at_y = left + x + width / 2, top + y + height / 2
        canvas.circle(at_x, at_y, 2.7, fill="paper", stroke="accent", stroke_width=0.4)
        canvas.text(str(section.number), at_x, at_y + 1.2, _NUMBER_TYPE, anchor="middle")


def _name(section: Section) -> str:
    return section.drawing.name if section.count == 1 else f"{section.drawing.name}-{section.number}"


def _seams(section: Section, plan: _Plan) -> list[tuple[Point, Point]]:
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
    """Crosses on each seam, the same on both its sheets, and ticks next to the section where it is cut."""
    left, top, width, height = section.window
    over, down = corner[0] - left, corner[1] - top
    color = "accent"
    for mark in _crosses(section.drawing, seams):
        x, y = mark[0] + over, mark[1] + down
        canvas.circle(x, y, 1.3, stroke=color, stroke_width=0.2)
        arms = [((x - _CROSS, y), (x + _CROSS, y)), ((x, y - _CROSS), (x, y + _CROSS))]
        canvas.segments(arms, stroke=color, stroke_width=0.2)
    ticks = []
    for x in {x for (x, _), (other, _) in seams if x == other}:
        ticks += [((x + over, end), (x + over, end + out)) for end, out in
                  ((corner[1], -_TICK), (corner[1] + height, _TICK))]  # fmt: skip
    for y in {y for (_, y), (_, other) in seams if y == other}:
        ticks += [((end, y + down), (end + out, y + down)) for end, out in
                  ((corner[0], -_TICK), (corner[0] + width, _TICK))]  # fmt: skip
    canvas.segments(sorted(ticks), stroke="ink", stroke_width=0.2)


def _crosses(drawing: Drawing, seams: Sequence[tuple[Point, Point]]) -> list[Point]:
    """Places near the ends of each seam and at intervals between, clear of doors and text."""
    space = ClearSpace()
    for text in drawing.texts:
        space.take((text.x, text.y, text.x + text.width, text.y + text.height))
    for box in drawing.kept:
        space.take(box)
    return [_nudged(space, start, end, share) for start, end in seams for share in _shares(start, end)]


def _shares(start: Point, end: Point) -> list[float]:
    """The places of the crosses of a seam, as shares of its length."""
    long = abs(end[0] - start[0]) + abs(end[1] - start[1])
    inset = min(_NEAR_END, long / 4)
    between = max(1, round((long - 2 * inset) / _APART))
    return [(inset + (long - 2 * inset) * step / between) / long for step in range(between + 1)]


def _nudged(space: ClearSpace, start: Point, end: Point, share: float) -> Point:
    """The free place on a seam that is nearest to a share of its length."""
    (x1, y1), (x2, y2) = start, end
    long = (x2 - x1) + (y2 - y1)
    for nudge in _NUDGES:
        at = share + nudge / long
        x, y = x1 + (x2 - x1) * at, y1 + (y2 - y1) * at
        if 0 < at < 1 and space.is_free((x - _CROSS, y - _CROSS, x + _CROSS, y + _CROSS)):
            return x, y
    return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
