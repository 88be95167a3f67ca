"""The maps of a kit: at a glance, at their true size over sheets or as a poster, and what is secret."""

from __future__ import annotations

from dataclasses import replace

from builder.draw.maps.map_artist import MapArtist
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import has_secrets
from builder.press.kit.job import KitJob, Part
from builder.press.pages.page import Page
from builder.press.pages.paper import Paper
from builder.press.pages.tiling import tile

_POSTER_MARGIN = 10.0


def map_part(job: KitJob) -> Part:
    """The overview and the maps at their true size, or a poster; a referee's copy where there are secrets."""
    scenario, context, size = job.scenario, job.context, job.paper.content
    look = job.maps.look(scenario, context.theme)
    artist = map_artist(scenario, context, look)
    drawings = artist.maps(size[0])
    pages = job.pages("Maps", artist.overview(size))
    if job.maps.poster:
        pages = [*_poster_pages(job, artist), *pages[1:]]
    elif artist.is_tiled:
        pages += tile("Maps", drawings, job.paper, job.footer, context)
    if job.maps.secrets == "hidden":
        return Part(pages, drawings)
    if job.maps.secrets == "apart" and has_secrets(scenario):
        pages += job.pages("Maps", map_artist(scenario, context, look.with_secrets).overview(size)[:1])
    pages += job.pages("Maps", artist.plan_sheets(size))
    return Part(pages, [*drawings, *artist.plans(size[0])])


def _poster_pages(job: KitJob, artist: MapArtist) -> list[Page]:
    """The map as one large page at its true size, for a print shop."""
    drawing, margin = replace(artist.poster(), name="poster"), _POSTER_MARGIN
    wide, tall = drawing.width + 2 * margin, drawing.height + 2 * margin
    return job.pages("Maps", [drawing], Paper("poster", "Poster", wide, tall, margin, margin / 2))
