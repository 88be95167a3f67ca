"""The fillers of sheets with room to spare: key and anatomy of counters, tracks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from builder.draw.pieces.anatomy_drawing import LARGEST, OWN_SHEET, draw_anatomy
from builder.draw.pieces.counter_anatomy import anatomies_of
from builder.draw.pieces.counter_key import WITH_WORDS, MarkerKey
from builder.draw.pieces.marker_copies import marker_needs
from builder.draw.pieces.patch_row import PatchRow, patches_of
from builder.draw.sheets.tracks.tracks import track_flow
from builder.draw.surface.canvas import Canvas, Drawing, Rectangle
from builder.draw.surface.flow import BAND, SMALL_HEADING, Flow, draw_band, draw_small_heading
from builder.draw.surface.flow_sheets import FlowSheets, fitted_sheets
from builder.press.kit.job import KitJob, Part

OVERVIEW, TRACKS, KEY, ANATOMY, TEMPLATES = "overview", "tracks", "marker-key", "anatomy", "templates"
# What tracks leave free at the foot of a sheet of their own, in mm.
_TRACK_FOOT = 8.0
# The most of the height below tracks that explanations take, and the least that they need, in steps, in mm.
_MOST_BELOW, _LEAST_BELOW, _STEP = 0.45, 20, 3
PATCHES = "patches"
"""What the patches on counters mean, where those that explain a counter have had no room for it."""
KEY_SHEET = "counter-key"
"""The name of a sheet with the key and with nothing but things to cut off, if with anything."""
APART = 5.0
"""Between what is put into free room, in mm."""
# The largest scale of markers beside things to cut out, so that nobody cuts them out, too; and what is
# between dashes and the first heading below them, in mm.
KEPT, _BELOW_DASHES = 0.8, 3.0
# The least scale of markers whose icons can be told apart at arm's length.
_READABLE = 0.52
# How much smaller the next size of a counter is at least, in mm.
_LESS = 0.1
# The least scale of markers in the key, and the least width of its columns in mm: first with the words on
# the markers, then beside counters as large as possible; and at last what is only good enough if there is no
# other room.
_GOOD_SAMPLES = ((WITH_WORDS, 0.0), (0.75, 0.0), (_READABLE, 0.0))
_LEAST_SAMPLES = (*_GOOD_SAMPLES, (0.0, 52.0), (0.0, 41.0), (0.0, 0.0))
# How far what is put into a free box is moved down, so that room is left on both of its sides, in mm.
_MOST_DOWN = 10.0
# The share of a sheet that the key takes if it is worth one more; the most between two explanations, in mm.
_MUCH, _MOST_APART = 0.5, 14.0
# Between the band of a title and the first heading of explanations, if there is room.
_BELOW_BAND = 3.0
# The heading of a legend of patches, in mm.
_LEGEND_HEAD = 6.4
# The least room for a marker in the key, in mm².
_MIN_LINE = 33.0 * 8.0

Drawn = Mapping[str, Part]


def is_shared(sheet: str, drawn: Drawn) -> bool:
    """Whether a sheet is on a page of a part drawn before."""
    return any(sheet in part.shared for part in drawn.values())


def missing(names: Iterable[str], drawn: Drawn, shared: Collection[str] = ()) -> list[str]:
    """Those of some sheets that are neither shared nor on a page of a part drawn before."""
    return [name for name in names if name not in shared and not is_shared(name, drawn)]


def unexplained(job: KitJob, drawn: Drawn, shared: Collection[str] = ()) -> list[str]:
    """Which of the key and the anatomy of a counter the kit needs and no sheet has."""
    if "counters" not in job.wanted:
        return []
    needs = marker_needs(job.game, job.scenario.census)
    names = [KEY] if any(need.copies for need in needs) else []
    is_seen = any(not force.is_hidden for force in job.scenario.forces)
    return missing([*names, ANATOMY] if is_seen else names, drawn, shared)


def marker_key(job: KitJob, width: float) -> MarkerKey:
    """The key to the markers of the scenario, with the effect of each."""
    scenario, words = job.scenario, job.context.words
    needs = marker_needs(job.game, scenario.census)
    is_open = any(need.copies and need.is_for_cards for need in needs)
    lines = job.counter_artist().key_lines(job.game, scenario.census)
    return MarkerKey(lines, width, job.context, words("marker.of-cards") if is_open else "")


def anatomy_for(side: str) -> str:
    """The name of what explains a counter of a side on a sheet of its own."""
    return f"{ANATOMY} {side}"


def fill_sheet(job: KitJob, sheets: FlowSheets, names: Collection[str]) -> set[str]:
    """Put explanations below what is on the last sheet, as far as they fit; returns which do."""
    placed = set[str]()
    for group in _groups(names):
        fillers = explanations(job, group, sheets.width, sheets.room) if placed.isdisjoint(group) else []
        for filler in fillers:
            sheets.place(filler)
            placed |= set(group)
    return placed


def add_below(sheets: FlowSheets, drawing: Drawing | None) -> bool:
    """Put a drawing below what is on the last sheet; returns whether there is one."""
    if drawing is not None:
        sheets.place(drawing)
    return drawing is not None


def explanations(
    job: KitJob,
    names: Collection[str],
    width: float,
    height: float,
    side: str = "",
    *,
    min_scale: float = 0.0,
    max_scale: float = WITH_WORDS,
    scale: float = 0.0,
    largest: float = LARGEST,
    heading: float = SMALL_HEADING,
) -> list[Drawing]:
    """The key, what is on a counter, or both below each other, in ``width`` by ``height`` mm.

    There are none if they do not all fit. The counter is one of a ``side``, or of each that all may see, and
    without a key in a ``scale`` if one is given. It is large rather than the key, unless the markers in that
    are then small. In a ``terse`` job, markers may be tiny, and one counter has to do. No marker is smaller
    than ``min_scale``, or larger than ``max_scale``, and no counter larger than ``largest``. The heading
    of the counter is of a size in mm.
    """
    count = sum(need.copies > 0 for need in marker_needs(job.game, job.scenario.census))
    key = marker_key(job, width) if KEY in names and width * height >= count * _MIN_LINE else None
    if KEY in names and key is None:
        return []
    if ANATOMY not in names:
        least = max(min_scale, 0.0 if job.terse else _READABLE)
        drawing = None if key is None else key.draw(height, least=least, most=max_scale)
        return [] if drawing is None else [drawing]
    artist = job.counter_artist()
    anatomies = anatomies_of(artist, job.scenario, side)
    patches = patches_of(artist, job.scenario, side)
    samples = [
        each for each in (_LEAST_SAMPLES if job.terse else _GOOD_SAMPLES) if min_scale <= each[0] <= max_scale
    ]
    for is_short in (False, True) if job.terse or side else (False,):
        for least, column in samples if key is not None else samples[:1]:
            room = height
            fixed = scale if key is None else 0.0
            while True:
                counter = draw_anatomy(
                    anatomies,
                    patches,
                    width,
                    room,
                    job.context,
                    may_be_short=is_short,
                    least=fixed,
                    most=fixed or largest,
                    heading=heading,
                )
                if counter is None:
                    break
                if key is None:
                    return [counter]
                drawing = key.draw(
                    height - counter.height - APART, least=least, most=max_scale, column=column
                )
                if drawing is not None:
                    return [drawing, counter]
                room = counter.height - _LESS
    return []


def patch_legend(job: KitJob, width: float, height: float) -> Drawing | None:
    """What the patches on the counters that all may see mean, below a heading; None if they do not fit."""
    patches = patches_of(job.counter_artist(), job.scenario, has_backs=True)
    row = PatchRow(patches, width, job.context)
    tall = _LEGEND_HEAD + row.height
    if not row.patches or tall > height:
        return None
    canvas, title = Canvas(width, tall, job.context), job.context.words("counter.patches")
    draw_small_heading(canvas, title, width)
    row.draw(canvas, (0.0, _LEGEND_HEAD))
    return canvas.drawing(PATCHES, title)


def has_all_patches(job: KitJob, side: str, anatomy: Drawing | None) -> bool:
    """Whether what explains a counter of a side has the meaning of every patch of that side."""
    meanings = {patch.meaning for patch in patches_of(job.counter_artist(), job.scenario, side)}
    return anatomy is not None and meanings <= {text.text for text in anatomy.texts}


def explanation_sheet(job: KitJob, names: Collection[str]) -> Drawing:
    """A sheet of its own for explanations."""
    width, height = job.paper.content
    return _sheet_of(
        job, explanations(replace(job, terse=True), names, width, height - BAND, largest=OWN_SHEET)
    )


def full_explanation_sheet(job: KitJob, names: Collection[str]) -> Drawing | None:
    """A sheet of its own for the key with its words on the markers and for other explanations.

    There is none if the key takes little of it.
    """
    width, height = job.paper.content
    found = explanations(job, names, width, height - BAND, min_scale=WITH_WORDS, largest=OWN_SHEET)
    has_many = bool(found) and found[0].height >= _MUCH * (height - BAND)
    return _sheet_of(job, found) if has_many else None


def _sheet_of(job: KitJob, found: Sequence[Drawing]) -> Drawing:
    """Explanations below each other on a sheet, apart if there is room."""
    (width, height), words = job.paper.content, job.context.words
    canvas = Canvas(width, height, job.context)
    # With "Counters" as its title, it would be taken for counters to cut out.
    title, about = words("contents.key"), words("counter.about", title=job.scenario.title)
    draw_band(canvas, title, about, width)
    spare = height - BAND - sum(each.height for each in found)
    down = below_band(spare - APART * len(found))
    apart = max(APART, min(_MOST_APART, (spare - down) / max(1, len(found))))
    place_below(canvas, found, BAND + down, apart)
    return canvas.drawing(KEY_SHEET, title)


def below_band(spare: float) -> float:
    """How far the first heading is below the band of a title, in mm, if so much is to spare on the sheet."""
    return max(0.0, min(_BELOW_BAND, spare / 3))


def place_below(canvas: Canvas, drawings: Iterable[Drawing], top: float, apart: float = APART) -> float:
    """Place drawings below each other; returns where the next would be, ``apart`` mm below the last."""
    for drawing in drawings:
        canvas.place(drawing, 0.0, top)
        top += drawing.height + apart
    return top


def fill_boxes(
    job: KitJob,
    drawings: Sequence[Drawing],
    names: Collection[str],
    side: str = "",
    *,
    min_scale: float = 0.0,
    is_kept: bool = False,
    heading: float = SMALL_HEADING,
) -> tuple[list[Drawing], set[str]]:
    """Put explanations into the free boxes of drawings, the largest first; returns which fit.

    Both are together if there is a box for them. What is on a counter is that of a ``side``, or of any. No
    marker is smaller than ``min_scale``. Of what ``is_kept`` while the rest is cut out, dashes above it and
    at its left show where it begins, and no marker is as large as one to cut out. The ``heading`` of what is
    on a counter is of a size in mm.
    """
    filled, placed = list(drawings), set[str]()
    boxes = [(number, box) for number, drawing in enumerate(filled) for box in drawing.free]
    for group in _groups(names):
        if not placed.isdisjoint(group):
            continue
        for number, (x, y, width, height) in sorted(boxes, key=lambda each: -each[1][2] * each[1][3]):
            sheet = filled[number]
            most = KEPT if is_kept else WITH_WORDS
            fillers = explanations(
                job, group, width, height, side, min_scale=min_scale, max_scale=most, heading=heading
            )
            if not fillers:
                continue
            canvas = Canvas.continuing(sheet, job.context)
            spare = height - sum(each.height + APART for each in fillers) + APART
            down = min(_MOST_DOWN, spare / 2)
            if is_kept:
                level, left = y + down - _BELOW_DASHES, max(0.0, x - APART)
                ends = [(x + width, level), *([(left, y + height)] if left else [])]
                for end in ends:
                    canvas.line((left, level), end, stroke="ink", stroke_width=0.3, stroke_dasharray="2 1.4")
            with canvas.shifted(x, y + down):
                tall = down + place_below(canvas, fillers, 0.0)
            filled[number] = replace(canvas.drawing(sheet.name, sheet.title), free=sheet.free)
            taken = (x, y, max(each.width for each in fillers), tall)
            boxes = [(each, _below(other, taken) if each == number else other) for each, other in boxes]
            placed |= set(group)
            break
    return filled, placed


def _groups(names: Collection[str]) -> list[list[str]]:
    """All of some things together, then each of them."""
    return [[*names]] * (len(names) > 1) + [[name] for name in names]


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


def tracks_of(
    job: KitJob, room: float = 0.0, *, for_all_markers: bool = False, tells_events: bool = True
) -> Flow:
    """The tracks of the scenario; they fill this many mm if they are not higher anyway.

    They may have fewer lines then, but ``for_all_markers`` one for each; and one that ``tells_events`` has
    what happens in the turns.
    """
    return track_flow(
        job.game,
        job.context,
        scenario=job.scenario,
        room=room,
        for_all_markers=for_all_markers,
        tells_events=tells_events,
    )


def track_sheets(job: KitJob, drawn: Drawn) -> FlowSheets:
    """Sheets of their own for the tracks, with room below for what no sheet has, if they are not more."""
    width, height = job.paper.content
    room = height - BAND - _TRACK_FOOT
    sheets = fitted_sheets([tracks_of(job, room)], (width, height), job.context)

    def lower(least: float) -> FlowSheets | None:
        """Tracks with room for what is at ``least`` so high below them."""
        flow = tracks_of(job, room - least, for_all_markers=True)
        fitted = fitted_sheets([flow], (width, height), job.context)
        return fitted if fitted.count == sheets.count and least <= fitted.room else None

    left = unexplained(job, drawn)
    heights = range(_LEAST_BELOW, int(room * _MOST_BELOW) if left else 0, _STEP)
    most = bisect_left(heights, True, key=lambda each: lower(each) is None) - 1
    for names in _groups(left) if most >= 0 else ():
        fillers = explanations(job, names, width, heights[most] - len(names) * APART)
        fitted = lower(sum(each.height + APART for each in fillers)) if fillers else None
        if fitted is not None:
            return fitted
    airy = FlowSheets((width, height), job.context)
    airy.add(tracks_of(job))
    # The second of two sheets of tracks with some air has room for them.
    is_airy = left and airy.count > sheets.count and explanations(job, left, width, airy.room)
    return airy if is_airy else sheets
