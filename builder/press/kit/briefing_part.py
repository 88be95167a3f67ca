"""The briefing of a kit with a diagram of the set-up, and below it the overview of the map or the tracks."""

from __future__ import annotations

from functools import partial

from builder.draw.maps.zone_tabs import zones_of_steps
from builder.draw.sheets.briefing import briefing_flow
from builder.draw.sheets.set_up_map import SetUpMap
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.flow import Flow
from builder.draw.surface.flow_sheets import SECTION, FlowSheets, fitted_sheets
from builder.press.kit.fillers import OVERVIEW, TRACKS, Drawn, tracks_of
from builder.press.kit.job import KitJob, Part

# The least share of the height of a page for an overview below the briefing.
_MIN_OVERVIEW = 0.5
# The shares of a column's width that a diagram of the set-up can have, and the sizes of type above tracks.
_DIAGRAMS, _SCALES = (1.0, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5), (1.0, 0.94, 0.88)
# What tracks leave free at the foot of the sheet, if they are then high enough, in mm.
_FOOT = 6.0


def draw_briefing(job: KitJob, drawn: Drawn) -> Part:
    """The briefing for all; below it the overview of the map, or the tracks, if there is room for them.

    It has a diagram of the set-up, as large as it can be without another page, unless the overview is on it.
    The tracks have a page of their own only if there is no room for a diagram above them.
    """
    flow = partial(briefing_flow, job.scenario, job.context, has_cover="cover" in job.wanted)
    sheets, shared = _with_more(job, flow())
    slabs = job.artist.slabs(job.paper.content[0]) if "map" in job.wanted else []
    zones = zones_of_steps(job.scenario, job.artist.look.zones_of(job.scenario))
    apart = []
    for share in _DIAGRAMS if slabs and OVERVIEW not in shared else ():
        other, more = _with_more(job, flow(diagram=SetUpMap(slabs, zones, share)), is_close=TRACKS in shared)
        if other.count <= sheets.count:
            apart.append((other, more))
            if more == shared:
                break
    if apart:
        # The last one has room for what is below the briefing; if none has, the first one is the largest.
        sheets, shared = apart[-1] if apart[-1][1] == shared else apart[0]
    return Part(job.pages("Briefing", sheets.drawings()), slabs=slabs, shared=shared)


def _with_more(job: KitJob, briefing: Flow, *, is_close: bool = False) -> tuple[FlowSheets, frozenset[str]]:
    """The sheets of a briefing, and what is below it, in as large a type as needs no more sheets.

    Tracks that stand ``is_close`` may be lower than on a page of their own.
    """
    size, context = job.paper.content, job.context
    fitted = fitted_sheets([briefing], size, context)
    for scale in _SCALES:
        sheets = FlowSheets(size, context, scale)
        sheets.add(briefing)
        if sheets.count > fitted.count:
            continue
        overview = _small_overview(job, sheets.room) if "map" in job.wanted else None
        if overview is not None:
            sheets.place(overview)
            return sheets, frozenset({OVERVIEW})
        if "roster" in job.wanted and (is_close or sheets.has_room_for(tracks_of(job))):
            room = sheets.room - SECTION
            # The briefing above them tells what happens in the turns.
            ways = (tracks_of(job, each, tells_events=False) for each in (room - _FOOT, room))
            if any(sheets.add_if_fits(way) for way in ways):
                return sheets, frozenset({TRACKS})
    return fitted, frozenset()


def _small_overview(job: KitJob, room: float) -> Drawing | None:
    """The overview of the map ``room`` mm high; None if it does not fit, or is not all that there is."""
    width, height = job.paper.content
    if job.maps.poster or room < _MIN_OVERVIEW * height or not job.artist.is_tiled:
        return None
    overview, *tables = job.artist.overview((width, room))
    lowest = max((text.y + text.height for text in overview.texts), default=0.0)
    return None if tables or lowest > room else overview
