"""Maps and rosters of a scenario in a notebook."""

from __future__ import annotations

from xml.etree import ElementTree

from builder.draw.maps.hexmap import draw_level
from builder.draw.sheets.rosters import draw_roster
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import REGULAR, Type
from builder.scenario.model import Scenario

SVG = "{http://www.w3.org/2000/svg}"


def rendered(drawing: Drawing) -> ElementTree.Element:
    text = drawing._repr_svg_()
    assert text.startswith("<svg ")
    return ElementTree.fromstring(text)


def test_a_map_is_an_svg_of_its_true_size_with_its_letters_inside(dead_air: Scenario) -> None:
    drawing = draw_level(dead_air, 0, DrawingContext(load_theme()))
    root = rendered(drawing)
    assert root.tag == f"{SVG}svg"
    assert root.get("width") == f"{round(drawing.width, 3):g}mm"
    assert "0101" in [element.text for element in root.iter(f"{SVG}text")]
    (style,) = root.iter(f"{SVG}style")
    assert "@font-face" in (style.text or "")


def test_a_roster_names_its_members(dead_air: Scenario) -> None:
    force = next(force for force in dead_air.forces if force.members)
    sheets = draw_roster(dead_air, force, (180, 120), DrawingContext(load_theme()))
    words = [element.text for sheet in sheets for element in rendered(sheet).iter(f"{SVG}text")]
    assert all(member.name in words for member in force.members)


def test_text_is_escaped() -> None:
    canvas = Canvas(50, 20, DrawingContext(load_theme()))
    canvas.text("<b>Tom & Jerry</b>", 1, 10, Type(REGULAR, 3))
    (text,) = rendered(canvas.drawing("x", "<title>")).iter(f"{SVG}text")
    assert text.text == "<b>Tom & Jerry</b>"
    assert list(text) == []
