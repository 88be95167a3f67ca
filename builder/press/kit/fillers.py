"""The fillers of sheets with room to spare: key and anatomy of counters, tracks, templates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from builder.draw.pieces.counter_anatomy import LARGE_ANATOMY, MIN_ANATOMY, anatomy_of, draw_anatomy
from builder.draw.pieces.counter_key import MarkerKey
from builder.draw.pieces.marker_copies import marker_needs
from builder.draw.sheets.cutouts.template_parts import Template
from builder.draw.sheets.cutouts.template_sheets import template_block
from builder.draw.sheets.cutouts.templates import HEX, card_templates, templates_for
from builder.draw.sheets.cutouts.vehicle_templates import vehicle_templates
from builder.draw.sheets.tracks import track_flow
from builder.draw.surface.canvas import Canvas, Drawing, Rectangle
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import BAND, Block, Flow, Writer
from builder.draw.surface.flow_sheets import FlowSheets, draw_flows, fitted_sheets
from builder.geometry.dotlattice import Lattice
from builder.press.kit.job import KitJob, Part

OVERVIEW, TRACKS, KEY, ANATOMY, TEMPLATES = "overview", "tracks", "marker-key", "anatomy", "templates"
# What tracks leave free at the foot of a sheet of their own, in mm.
_TRACK_FOOT = 8.0
# What tracks need for rows with some air, rather than to fill their place with other things, in mm.
_AIR = 30.0
# The name of a sheet of its own with the key.
KEY_SHEET = "counter-key"
# Between what is put into free room, and above a strip to cut off, in mm.
_APART, STRIP_APART = 5.0, 5.0
# The widths of what is on a counter beside maps, and its height at most.
_SHAPES, _MAX_SHAPE = (150.0, 120.0, 62.0), 62.0
# The widths of the key to the markers beside maps, with its height at most.
_KEYS = ((190.0, 36.0), (130.0, 60.0), (84.0, 130.0), (41.0, 130.0))
# The least room for a marker in the key, in mm².
_MIN_LINE = 33.0 * 8.0

Drawn = Mapping[str, Part]


def is_shared(sheet: str, drawn: Drawn) -> bool:
    """Whether a sheet is on a page of a part drawn before."""
    return any(sheet in part.shared for part in drawn.values())


def missing(names: Iterable[str], drawn: Drawn, shared: Collection[str] = ()) -> list[str]:
    """Those of some sheets that are neither shared nor on a page of a part drawn before."""
    return [name for name in names if name not in shared and not is_shared(name, drawn)]


def marker_key(job: KitJob, width: float) -> MarkerKey:
    """The key to the markers of the scenario, with the effect of each."""
    scenario, words = job.scenario, job.context.words
    needs = marker_needs(job.game, scenario.census)
    is_open = any(need.copies and need.is_for_cards for need in needs)
    lines = job.counter_artist().key_lines(job.game, scenario.census)
    return MarkerKey(lines, width, job.context, words("marker.of-cards") if is_open else "")


def _key(job: KitJob, width: float, height: float, side: str = "") -> Drawing | None:
    """The key to the markers, for a sheet that is not cut up; None if it does not fit."""
    count = sum(need.copies > 0 for need in marker_needs(job.game, job.scenario.census))
    if "counters" not in job.wanted or width * height < count * _MIN_LINE:
        return None
    return marker_key(job, width).draw(height)


def anatomy_for(side: str) -> str:
    """The name of what explains a counter of a side on a sheet of its own."""
    return f"{ANATOMY} {side}"


def sheet_anatomy(job: KitJob, width: float, height: float, side: str = "") -> Drawing | None:
    """The anatomy of a counter, of a side or of any, for a sheet that stays whole; None without room."""
    if "counters" not in job.wanted or height < MIN_ANATOMY:
        return None
    return draw_anatomy(anatomy_of(job.counter_artist(), job.scenario, side), width, height, job.context)


def wanted_templates(job: KitJob) -> Sequence[Template]:
    """The templates that the scenario needs, but for those of the cards that a side has."""
    scenario = job.scenario
    if "templates" not in job.wanted or "explosions" in job.game.printing:
        return ()
    hex_size, lattice = getattr(scenario.map, "hex_size", HEX), Lattice.TRIANGULAR
    if scenario.map.kind == "dots":
        dots = scenario.dots_map.lattice
        hex_size, lattice = dots.spacing, dots.kind
    own = templates_for(job.game, job.context.words, hex_size, scenario.census, lattice)
    return [*own, *vehicle_templates(scenario)]


@dataclass(slots=True)
class TemplatesBelow:
    """Draws templates below pieces, all of them where there is room for all, and only once."""

    templates: Sequence[Template]
    context: DrawingContext
    is_drawn: bool = False

    @property
    def is_wanted(self) -> bool:
        """Whether there are templates that have not been drawn."""
        return bool(self.templates) and not self.is_drawn

    def __call__(self, width: float, height: float) -> Drawing | None:
        block = None if self.is_drawn else template_block(self.templates, (width, height), self.context)
        self.is_drawn = self.is_drawn or block is not None
        return block


def anatomy_shapes(job: KitJob) -> list[Drawing]:
    """The anatomy of a counter in several widths, the widest first, for a sheet with room to spare."""
    sizes = [(width, height) for height in (_MAX_SHAPE, MIN_ANATOMY) for width in _SHAPES]
    shapes = (sheet_anatomy(job, width, height) for width, height in sizes)
    return [shape for shape in shapes if shape is not None]


def key_shapes(job: KitJob) -> list[Drawing]:
    """The key to the markers in several widths, the widest first, for a sheet with room to spare."""
    shapes = (_key(job, width, height) for width, height in _KEYS)
    return [shape for shape in shapes if shape is not None]


def side_templates(job: KitJob, side: str) -> Sequence[Template]:
    """The templates for the cards that a side has and nobody else may know of."""
    if "templates" not in job.wanted:
        return ()
    cards = {card for force in job.scenario.forces if force.side == side for card in force.cards}
    return card_templates(job.game, cards, getattr(job.scenario.map, "hex_size", HEX))


# What goes into free room of sheets that everybody may see and that are not cut up.
_FILLERS: Mapping[str, Callable[[KitJob, float, float, str], Drawing | None]] = {
    KEY: _key,
    ANATOMY: sheet_anatomy,
}


WHOLE = (KEY, ANATOMY)


def fill_sheet(job: KitJob, sheets: FlowSheets, names: Collection[str], *, kept: float = 0.0) -> set[str]:
    """Put things by their names below what is on the last sheet, as far as they fit; returns which do.

    At its foot, ``kept`` mm stay free.
    """
    return {
        name for name in names if add_below(sheets, _FILLERS[name](job, sheets.width, sheets.room - kept, ""))
    }


def add_below(sheets: FlowSheets, drawing: Drawing | None) -> bool:
    """Put a drawing below what is on the last sheet; returns whether there is one."""
    if drawing is not None:
        sheets.place(drawing)
    return drawing is not None


def filler_sheet(job: KitJob, names: Collection[str]) -> Drawing:
    """A sheet with nothing but things by their names."""

    def blocks(writer: Writer) -> Sequence[Block]:
        room, fillers = job.paper.content[1] - BAND - _TRACK_FOOT, list[Drawing]()
        for name in names:
            drawing = _FILLERS[name](job, writer.width, room, "")
            if drawing is not None:
                fillers.append(drawing)
                room -= drawing.height + 2 * _APART
        return [Block(each.height + 2 * _APART, partial(_placed, each)) for each in fillers]

    words = job.context.words
    about = words("counter.about", title=job.scenario.title)
    flow = Flow(KEY_SHEET, words("part.Counters"), about, blocks, columns=1)
    return draw_flows([flow], job.paper.content, job.context)[0]


def _placed(drawing: Drawing, canvas: Canvas, x: float, y: float) -> None:
    canvas.place(drawing, x, y)


def fill_boxes(
    job: KitJob, drawings: Sequence[Drawing], names: Iterable[str], side: str = ""
) -> tuple[list[Drawing], set[str]]:
    """Put things by their names into the free boxes of drawings, the largest first; returns which fit.

    What is on a counter is that of a ``side``, or of any.
    """
    filled, placed = list(drawings), set()
    boxes = [(number, box) for number, drawing in enumerate(filled) for box in drawing.free]
    for name in names:
        for at in sorted(boxes, key=lambda each: -each[1][2] * each[1][3]):
            number, (x, y, width, height) = at
            drawing, sheet = _FILLERS[name](job, width, height, side), filled[number]
            if drawing is None:
                continue
            canvas = Canvas.continuing(sheet, job.context)
            canvas.place(drawing, x, y)
            filled[number] = canvas.drawing(sheet.name, sheet.title)
            taken = (x, y, drawing.width, drawing.height + _APART)
            boxes = [(each, _below(other, taken) if each == number else other) for each, other in boxes]
            placed.add(name)
            break
    return filled, placed


def _below(box: Rectangle, taken: Rectangle) -> Rectangle:
    """The rest of a free box below a place that has been taken; the box itself if it is elsewhere.

    >>> _below((0, 50, 60, 40), (0, 50, 190, 25))
    (0, 75, 60, 15)
    >>> _below((0, 50, 60, 40), (60, 50, 60, 25))
    (0, 50, 60, 40)
    """
    x, y, width, height = box
    left, top, wide, tall = taken
    if x >= left + wide or left >= x + width or y >= top + tall or top >= y + height:
        return box
    low = max(y, top + tall)
    return x, low, width, max(0.0, y + height - low)


def tracks_of(job: KitJob, room: float = 0.0) -> Flow:
    """The tracks of the scenario; they fill this many mm if they are not higher anyway."""
    return track_flow(job.game, job.context, scenario=job.scenario, room=room)


def track_sheets(job: KitJob, drawn: Drawn) -> FlowSheets:
    """Sheets of their own for the tracks, with room below for what no sheet has, if they are not more."""
    width, height = job.paper.content
    room = height - BAND - _TRACK_FOOT
    sheets = fitted_sheets([tracks_of(job, room)], (width, height), job.context)
    spare = fitted_sheets([tracks_of(job)], (width, height), job.context).room - _AIR
    key = None if is_shared(KEY, drawn) else _key(job, width, spare)
    tall = [key.height + _APART] if key is not None else []
    sizes = [*tall, *((LARGE_ANATOMY, MIN_ANATOMY) if not is_shared(ANATOMY, drawn) else ())]
    for least in sizes:
        lower = fitted_sheets([tracks_of(job, room - least)], (width, height), job.context)
        if lower.count == sheets.count and least <= min(lower.room, spare):
            return lower
    return sheets
