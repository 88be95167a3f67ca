"""The maps of a kit: at a glance, at their true size over sheets, and what is for some eyes only."""

from __future__ import annotations

from builder.draw.maps.dot_overview import draw_dots_overview
from builder.draw.maps.dotmap import draw_dots
from builder.draw.maps.hexmap import draw_level
from builder.draw.maps.landmap import draw_land
from builder.draw.maps.map_look import MapLook, has_secrets
from builder.draw.maps.overview import draw_overview
from builder.draw.maps.table_overview import draw_land_overview, draw_table_overview, draw_tunnel_sheet
from builder.draw.maps.tablemap import draw_table, draw_tunnels
from builder.draw.surface.canvas import Drawing
from builder.press.kit.job import KitJob, Part
from builder.press.kit.poster import poster_pages
from builder.press.pages.page import Page
from builder.press.pages.tiling import tile


def map_part(job: KitJob) -> Part:
    """The overview and the maps at their true size, or a poster; a referee's copy where there are secrets."""
    look = job.maps.look(job.scenario, job.context.theme)
    drawings = true_size(job, look)
    sheets = job.pages("Maps", _overview(job, look))
    pages = [*poster_pages(job, look), *sheets[1:]] if job.maps.poster else sheets
    if job.scenario.map.kind != "table" and not job.maps.poster:
        pages += tile("Maps", drawings, job.paper, job.footer, job.context)
    if job.maps.secrets == "hidden":
        return Part(pages, drawings)
    if job.maps.secrets == "apart" and has_secrets(job.scenario):
        pages += job.pages("Maps", _overview(job, look.with_secrets)[:1])
    if _has_tunnels(job):
        width = job.paper.content[0]
        drawings.append(draw_tunnels(job.scenario, width, job.context))
        pages += _tunnel_pages(job)
    return Part(pages, drawings)


def true_size(job: KitJob, look: MapLook) -> list[Drawing]:
    """Each map as large as it is played on; a table as wide as the paper."""
    scenario, context = job.scenario, job.context
    kind = scenario.map.kind
    if kind == "land":
        return [draw_land(scenario, context, look=look)]
    if kind == "dots":
        return [draw_dots(scenario, context, look=look)]
    if kind == "table":
        return [draw_table(scenario, job.paper.content[0], context, look=look)]
    levels = range(len(scenario.hex_map.levels))
    return [draw_level(scenario, level, context, look=look) for level in levels]


def _overview(job: KitJob, look: MapLook) -> list[Drawing]:
    """The map at a glance with its key, and the tables that stand beside a map."""
    draw = {
        "table": draw_table_overview,
        "land": draw_land_overview,
        "dots": draw_dots_overview,
        "hex": draw_overview,
    }[job.scenario.map.kind]
    return draw(job.scenario, job.paper.content, job.context, look=look)


def _tunnel_pages(job: KitJob) -> list[Page]:
    """The plan of a table's tunnels, which is secret."""
    size = job.paper.content
    sheets = draw_tunnel_sheet(job.scenario, size, job.context)
    return job.pages("Maps", sheets)


def _has_tunnels(job: KitJob) -> bool:
    return job.scenario.map.kind == "table" and job.scenario.table_map.plan is not None
