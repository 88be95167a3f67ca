"""Maps in a page: SVG whose layers a script can hide, or a plain image without JavaScript."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook, has_secrets
from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import Face, Subsets
from builder.scenario.model import Scenario

_TABLE_WIDTH = 240.0
_NAMESPACE = re.compile(r' xmlns:\w+="[^"]*"')


def public_maps(scenario: Scenario, context: DrawingContext, look: MapLook | None = None) -> list[Drawing]:
    """The maps that every player may see, or those with the layers of ``look``."""
    return map_artist(scenario, context, look).maps(_TABLE_WIDTH)


def secret_maps(scenario: Scenario, context: DrawingContext) -> list[Drawing]:
    """The secret maps: those with secret zones and objectives, and those of the tunnels."""
    secret = MapLook(numbers=context.theme.hex_numbers, secrets=True)
    maps = public_maps(scenario, context, secret) if has_secrets(scenario) else []
    return [*maps, *map_artist(scenario, context).plans(_TABLE_WIDTH)]


def font_rules(drawings: Sequence[Drawing]) -> str:
    """The fonts for some drawings as ``@font-face`` rules, which apply to the whole page."""
    letters: dict[Face, set[str]] = {}
    for drawing in drawings:
        for face, used in drawing.letters.items():
            letters.setdefault(face, set()).update(used)
    return Subsets(letters).css


def map_figure(drawing: Drawing, css: str = "") -> str:
    """A drawing as a figure of a page, as wide as its column."""
    # A blank line, which can be in a title, would end an HTML block in Markdown.
    svg = " ".join(_NAMESPACE.sub("", svg_text(drawing, css).partition("\n")[2]).splitlines())
    title = html.escape(" ".join(drawing.title.split()))
    named = f'<svg role="img" aria-label="Map: {title}"'
    return (
        '<figure class="bb-map">\n'
        f"<figcaption>{title}</figcaption>\n"
        f'<div class="bb-map-view">{svg.replace("<svg", named, 1)}</div>\n'
        "</figure>"
    )
