"""Maps inside a page: SVG whose layers a script can hide, and a plain picture without one."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from builder.draw.maps.dotmap import draw_dots
from builder.draw.maps.hexmap import draw_level
from builder.draw.maps.landmap import draw_land
from builder.draw.maps.map_look import MapLook, has_secrets
from builder.draw.maps.tablemap import draw_table, draw_tunnels
from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import Face, Subsets
from builder.scenario.model import Scenario

_TABLE_WIDTH = 240.0
_NAMESPACE = re.compile(r' xmlns:\w+="[^"]*"')


def public_maps(scenario: Scenario, context: DrawingContext, look: MapLook | None = None) -> list[Drawing]:
    """The maps that every player may see, or as ``look`` says."""
    if scenario.map.kind == "table":
        return [draw_table(scenario, _TABLE_WIDTH, context, look=look)]
    if scenario.map.kind == "land":
        return [draw_land(scenario, context, look=look)]
    if scenario.map.kind == "dots":
        return [draw_dots(scenario, context, look=look)]
    levels = range(len(scenario.hex_map.levels))
    return [draw_level(scenario, level, context, look=look) for level in levels]


def secret_maps(scenario: Scenario, context: DrawingContext) -> list[Drawing]:
    """The maps that are for some eyes only: with what the scenario keeps secret, and of the tunnels."""
    found: list[Drawing] = []
    if has_secrets(scenario):
        found += public_maps(scenario, context, MapLook(numbers=context.theme.hex_numbers, secrets=True))
    if scenario.map.kind == "table" and scenario.table_map.plan is not None:
        found.append(draw_tunnels(scenario, _TABLE_WIDTH, context))
    return found


def font_rules(drawings: Sequence[Drawing]) -> str:
    """The letters of some drawings as ``@font-face`` rules; they count for the whole page."""
    letters: dict[Face, set[str]] = {}
    for drawing in drawings:
        for face, used in drawing.letters.items():
            letters.setdefault(face, set()).update(used)
    return Subsets(letters).css


def map_figure(drawing: Drawing, css: str = "") -> str:
    """A drawing as a figure of a page, as wide as its column."""
    # A blank line, which a title may hold, would end what Markdown takes for HTML.
    svg = " ".join(_NAMESPACE.sub("", svg_text(drawing, css).partition("\n")[2]).splitlines())
    title = html.escape(" ".join(drawing.title.split()))
    named = f'<svg role="img" aria-label="Map: {title}"'
    return (
        '<figure class="bb-map">\n'
        f"<figcaption>{title}</figcaption>\n"
        f'<div class="bb-map-view">{svg.replace("<svg", named, 1)}</div>\n'
        "</figure>"
    )
