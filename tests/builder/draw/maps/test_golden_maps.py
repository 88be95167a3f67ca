"""A map of each kind, compared with an approved drawing by structure, not by bytes.

Run this file to approve the current drawings, after looking at them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from builder.draw.maps.dotmap import draw_dots
from builder.draw.maps.hexmap import draw_level
from builder.draw.maps.landmap import draw_land
from builder.draw.maps.tablemap import draw_table
from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import Theme, load_theme
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped

SVG = "{http://www.w3.org/2000/svg}"
FOLDER = Path(__file__).parent / "golden"
KINDS = ("deck", "land", "dots", "table")


def named_colors() -> tuple[Theme, dict[str, str]]:
    """The default theme with a distinct color for each name, so that new shades change no outline."""
    theme = load_theme()
    names = [*theme.colors, *(f"map.{name}" for name in theme.map)]
    numbered = {name: f"#{number:06x}" for number, name in enumerate(names, 1)}
    colors = {name: numbered[name] for name in theme.colors}
    ground = {
        name: numbered[f"map.{name}"] if str(value).startswith("#") else value
        for name, value in theme.map.items()
    }
    painted = replace(theme, colors=colors, map=ground)
    return painted, {color: name for name, color in numbered.items()}


THEME, NAMES = named_colors()


def map_of(kind: str) -> Drawing:
    context, library = DrawingContext(THEME), shipped("scenarios")
    if kind == "deck":
        return draw_level(load_scenario(library / "bug_hunter" / "dead-air.yaml"), 0, context)
    if kind == "land":
        return draw_land(load_scenario(library / "bugged" / "kessel-wash.yaml"), context)
    if kind == "dots":
        return draw_dots(load_scenario(library / "advanced_infantry" / "cold-ford.yaml"), context)
    return draw_table(load_scenario(library / "mobile_infantry" / "fort-hadley.yaml"), 190.0, context)


def outline(drawing: Drawing) -> list[str]:
    """Layer by layer in the order of drawing: shapes by color, the positions of paths, and each text."""
    root = ElementTree.fromstring(svg_text(drawing).encode("utf-8"))
    lines = [f"{drawing.name}: {drawing.width:.1f} x {drawing.height:.1f} mm"]
    for group in root.iter(f"{SVG}g"):
        if group.get("class"):
            lines += [f"{group.get('class')}:", *(f"  {line}" for line in _shapes(group)), *_texts(group)]
    return lines


def _shapes(layer: ElementTree.Element) -> list[str]:
    looks: Counter[tuple[str, str, str]] = Counter()
    for part in layer.iter():
        tag = part.tag.removeprefix(SVG)
        if tag not in ("g", "text", "title"):
            fill, stroke = part.get("fill", "inherited"), part.get("stroke", "no stroke")
            looks[(tag, NAMES.get(fill, fill), NAMES.get(stroke, stroke))] += 1
    paths = [path.get("d", "") for path in layer.iter(f"{SVG}path")]
    shapes = [f"{count} {tag}, {fill}, {stroke}" for (tag, fill, stroke), count in sorted(looks.items())]
    return [*shapes, *(f"path from {_start(data)}, {data.count('M')} strokes" for data in paths[:6])]


def _start(data: str) -> str:
    x, y = re.findall(r"-?[\d.]+", data)[:2]
    return f"({float(x):.1f}, {float(y):.1f})"


def _texts(layer: ElementTree.Element) -> list[str]:
    texts = list(layer.iter(f"{SVG}text"))
    sample = texts if len(texts) <= 40 else [texts[0], texts[len(texts) // 2], texts[-1]]
    lines = [
        f"  {text.text!r} at ({float(text.get('x', 0)):.1f}, {float(text.get('y', 0)):.1f})"
        for text in sample
    ]
    return [f"  {len(texts)} texts", *lines] if texts else []


@pytest.mark.parametrize("kind", KINDS)
def test_a_map_matches_its_golden_drawing(kind: str) -> None:
    golden = (FOLDER / f"{kind}.txt").read_text(encoding="utf-8").splitlines()
    assert outline(map_of(kind)) == golden


def test_the_outline_changes_when_a_shape_moves() -> None:
    from builder.draw.surface.canvas import Canvas

    def outline_at(x: float) -> list[str]:
        canvas = Canvas(20, 20, DrawingContext(load_theme()))
        with canvas.layer("one"):
            canvas.path(f"M{x} 2L8 8", stroke="#000000")
        return outline(canvas.drawing("thing", "Thing"))

    assert outline_at(2.0) == outline_at(2.01)
    assert outline_at(2.0) != outline_at(3.0)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in KINDS:
        (FOLDER / f"{name}.txt").write_text("\n".join(outline(map_of(name))) + "\n", encoding="utf-8")
