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
from builder.press.kit.bench import Bench, Part
from builder.press.kit.poster import poster_pages
from builder.press.pages.page import Page
from builder.press.pages.tiling import tile


def map_part(bench: Bench) -> Part:
    """The overview and the maps at their true size, or a poster; a referee's copy where there are secrets."""
    look = bench.maps.look(bench.scenario, bench.theme)
    drawings = true_size(bench, look)
    sheets = [bench.page("Maps", drawing) for drawing in _overview(bench, look)]
    pages = [*poster_pages(bench, look), *sheets[1:]] if bench.maps.poster else sheets
    if bench.scenario.map.kind != "table" and not bench.maps.poster:
        pages += tile(
            "Maps", drawings, bench.paper, bench.footer, bench.theme, bench.metrics, debug=bench.debug
        )
    if bench.maps.secrets == "hidden":
        return Part(pages, drawings)
    if bench.maps.secrets == "apart" and has_secrets(bench.scenario):
        secret = _overview(bench, look.with_secrets)[:1]
        pages += [bench.page("Maps", drawing) for drawing in secret]
    if _has_tunnels(bench):
        width = bench.paper.content[0]
        drawings.append(draw_tunnels(bench.scenario, width, bench.theme, bench.metrics, debug=bench.debug))
        pages += _tunnel_pages(bench)
    return Part(pages, drawings)


def true_size(bench: Bench, look: MapLook) -> list[Drawing]:
    """Each map as large as it is played on; a table as wide as the paper."""
    scenario, theme, metrics, debug = bench.scenario, bench.theme, bench.metrics, bench.debug
    kind = scenario.map.kind
    if kind == "land":
        return [draw_land(scenario, theme, metrics, look=look, debug=debug)]
    if kind == "dots":
        return [draw_dots(scenario, theme, metrics, look=look, debug=debug)]
    if kind == "table":
        return [draw_table(scenario, bench.paper.content[0], theme, metrics, look=look, debug=debug)]
    levels = range(len(scenario.hex_map.levels))
    return [draw_level(scenario, level, theme, metrics, look=look, debug=debug) for level in levels]


def _overview(bench: Bench, look: MapLook) -> list[Drawing]:
    """The map at a glance with its key, and the tables that stand beside a map."""
    draw = {
        "table": draw_table_overview,
        "land": draw_land_overview,
        "dots": draw_dots_overview,
        "hex": draw_overview,
    }[bench.scenario.map.kind]
    return draw(bench.scenario, bench.paper.content, bench.theme, bench.metrics, look=look, debug=bench.debug)


def _tunnel_pages(bench: Bench) -> list[Page]:
    """The plan of a table's tunnels, which is secret."""
    size = bench.paper.content
    sheets = draw_tunnel_sheet(bench.scenario, size, bench.theme, bench.metrics, debug=bench.debug)
    return [bench.page("Maps", drawing) for drawing in sheets]


def _has_tunnels(bench: Bench) -> bool:
    return bench.scenario.map.kind == "table" and bench.scenario.table_map.plan is not None
