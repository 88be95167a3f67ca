"""The contrast of every theme, measured on images: text against what is actually below it."""

from __future__ import annotations

import io
from functools import cache
from itertools import accumulate, product
from xml.etree import ElementTree

import pytest
import typst
from kits import MAPS, scenario_of
from PIL import Image
from soak import every, times

from builder.draw.surface.canvas import Drawing, PlacedText, svg_text
from builder.draw.surface.color_vision import contrast as contrast_of
from builder.draw.surface.fonts.font_files import FONT_FOLDER
from builder.draw.surface.theme import load_theme, theme_names
from builder.press.kit.kit import compose_kit
from builder.press.services.sheet_file import load_paper

SVG = "{http://www.w3.org/2000/svg}"
DPI = 72
FONTS = [FONT_FOLDER]
contrast = cache(contrast_of)


def without_letters(drawing: Drawing) -> Image.Image:
    """The drawing as an image, without text but with the halos of names."""
    root = ElementTree.fromstring(svg_text(drawing))
    for parent in list(root.iter()):
        for child in parent.findall(f"{SVG}text"):
            if (halo := child.get("stroke")) is None:
                parent.remove(child)
            else:
                child.set("fill", halo)
    size = f"width: {drawing.width}mm, height: {drawing.height}mm"
    svg = ElementTree.tostring(root, encoding="unicode").replace("\\", "\\\\").replace('"', '\\"')
    source = f'#page({size}, margin: 0mm, image(bytes("{svg}"), format: "svg", {size}))'
    return Image.open(
        io.BytesIO(
            typst.compile(source.encode(), format="png", ppi=DPI, ignore_system_fonts=True, font_paths=FONTS)
        )
    ).convert("RGB")


def on_its_ground(text: PlacedText, picture: Image.Image) -> float:
    """The median contrast of a text with the pixels that its letters cover."""
    dot = 25.4 / DPI
    left, top = int(text.x / dot), int(text.y / dot)
    right, bottom = int((text.x + text.width) / dot) + 1, int((text.y + text.height) / dot) + 1
    colors = picture.crop((left, top, right, bottom)).quantize(16).convert("RGB").getcolors() or []
    ratios = sorted(
        (contrast(text.fill, "#{:02x}{:02x}{:02x}".format(*color)), count) for count, color in colors
    )
    half = sum(count for _, count in ratios) / 2
    counts = accumulate(count for _, count in ratios)
    return next(ratio for (ratio, _), count in zip(ratios, counts, strict=True) if count >= half)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "theme"), every(times(11, 1), list(product(MAPS, theme_names()))))
def test_every_text_contrasts_with_its_background(name: str, theme: str) -> None:
    """Everything that is printed for the first scenario, and the maps of the others.

    WCAG 2 requires 4.5 to 1 for small text at level AA, and 7 to 1 at level AAA.
    """
    parts = ("briefing", "map", "roster", "cards", "counters", "cover") if name == MAPS[0] else ("map",)
    kit = compose_kit(scenario_of(name), load_paper("a4"), load_theme(theme), parts=parts)
    whole = [page.drawing for page in kit.pages if page.part != "Maps" or "overview" in page.drawing.name]
    least = 7.0 if theme == "high-contrast" else 4.5
    faint = {}
    for drawing in (*kit.loose, *whole):
        picture = without_letters(drawing)
        for text in drawing.texts:
            ratio = on_its_ground(text, picture)
            if ratio < least:
                faint[drawing.name, text.text] = (text.fill, round(ratio, 2))
    assert faint == {}
