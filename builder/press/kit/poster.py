"""A map as one large sheet, at its true size, for a print shop."""

from __future__ import annotations

from dataclasses import replace

from builder.draw.maps import dot_overview, overview, table_overview
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.canvas import Canvas, Drawing
from builder.press.kit.job import KitJob
from builder.press.pages.page import Page
from builder.press.pages.paper import Paper

MARGIN = 10.0
# A table is a meter wide and more: lines and letters grow with it, to be seen from where one stands.
ENLARGED = 3.0


def poster_pages(job: KitJob, look: MapLook) -> list[Page]:
    """One page as large as the map, its key and its tables need."""
    drawing = replace(_poster(job, look), name="poster")
    paper = Paper(
        "poster", "Poster", drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN, MARGIN, MARGIN / 2
    )
    return job.pages("Maps", [drawing], paper)


def _poster(job: KitJob, look: MapLook) -> Drawing:
    scenario, context = job.scenario, job.context
    kind = scenario.map.kind
    if kind == "hex":
        size = overview.poster_size(scenario, context, look)
        return overview.draw_overview(scenario, size, context, look=look)[0]
    if kind == "dots":
        size = dot_overview.poster_size(scenario, context, look)
        return dot_overview.draw_dots_overview(scenario, size, context, look=look)[0]
    if kind == "land":
        size = table_overview.poster_size(scenario, context, look)
        return table_overview.draw_land_overview(scenario, size, context, look=look)[0]
    size = table_overview.poster_size(scenario, context, look, ENLARGED)
    small = table_overview.draw_table_overview(scenario, size, context, look=look, printed=ENLARGED)[0]
    canvas = Canvas(small.width * ENLARGED, small.height * ENLARGED, context)
    canvas.place(small, 0, 0, scale=ENLARGED)
    return canvas.drawing(small.name, small.title)
