"""What stands over a map at a glance, and what the sheet is called."""

from __future__ import annotations

from builder.draw.maps.map_look import MapLook, has_secrets
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import draw_band
from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario

TOP = 19.0
LEAST_WIDTH = 190.0


def draw_overview_heading(canvas: Canvas, scenario: Scenario, look: MapLook) -> None:
    """The band with the map's title; a copy that shows secrets says so."""
    words = canvas.words
    about = words("sheet.overview-of", title=scenario.title)
    if look.secrets and has_secrets(scenario):
        about = words("sheet.keep-secret", title=about)
    draw_band(canvas, scenario.map.title or scenario.title, about, canvas.width)


def overview_title(scenario: Scenario, words: Words, look: MapLook) -> tuple[str, str]:
    """The name of the sheet's file, and its title."""
    kind = "" if scenario.map.kind == "hex" else f"{scenario.map.kind}-"
    title = words("sheet.overview")
    if look.secrets and has_secrets(scenario):
        return f"{kind}secret-overview", words("sheet.secret", title=title)
    return f"{kind}overview", title


def detail(scale: float) -> float | None:
    """How small a map is drawn that goes on its sheet at a scale; nothing where it is at its true size."""
    return scale if scale < 1.0 else None
