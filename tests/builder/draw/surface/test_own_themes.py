"""The user's own themes: fonts and line weights in drawings and PDF, and the positions of defects."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest
from fontTools.ttLib import TTFont

from builder.draw.sheets.rosters import draw_roster
from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.fonts.font_files import FONT_FOLDER
from builder.draw.surface.fonts.theme_fonts import FACES_BY_NAME
from builder.draw.surface.theme import Theme, load_theme, theme_names
from builder.draw.surface.type import BOLD, CONDENSED, REGULAR, SHIPPED, Metrics, Type
from builder.press.pages.page import Page
from builder.press.pdf.pdf import pdf_bytes
from builder.press.pdf.typeset import About
from builder.scenario.model import Scenario
from rulesdb import DataError

BUILDER = Path(__file__).parents[4] / "builder"
FAMILY = "Otherwise Sans"


def own_font(folder: Path, name: str, file: str, family: str = FAMILY) -> str:
    """A shipped font with another family name."""
    with TTFont(FONT_FOLDER / file) as font:
        for record in font["name"].names:
            if record.nameID in (1, 16):
                record.string = family
            elif record.nameID in (4, 6):
                record.string = f"{family}-{name}".replace(" ", "")
        font.save(folder / f"{name}.ttf")
    return f"{name}.ttf"


def theme_of(folder: Path, text: str) -> Theme:
    (folder / "own.yaml").write_text(f"name: own\n{text}", encoding="utf-8")
    return load_theme(str(folder / "own.yaml"))


def roster(scenario: Scenario, theme: Theme) -> Drawing:
    force = next(force for force in scenario.forces if force.members)
    return draw_roster(scenario, force, (277.0, 190.0), DrawingContext(theme))[0]


def test_every_weight_and_every_face_of_the_default_theme_is_used() -> None:
    code = " ".join(path.read_text(encoding="utf-8") for path in BUILDER.rglob("*.py"))
    theme = load_theme()
    used = {name for name in theme.lines if re.search(rf'(stroke_width=|lines\[|weight\()"{name}"', code)}
    assert used == theme.lines.keys()
    assert set(FACES_BY_NAME.values()) == set(SHIPPED.files)
    assert theme.fonts == SHIPPED


def test_line_weights_reach_the_drawing(tmp_path: Path, dead_air: Scenario) -> None:
    theme = theme_of(tmp_path, "lines: {box: 0.77, rule: 0.11}\n")
    weights = set(re.findall(r'stroke-width="([\d.]+)"', svg_text(roster(dead_air, theme))))
    assert {"0.77", "0.11"} <= weights
    assert theme.lines["heading"] == load_theme().lines["heading"]


def test_own_fonts_are_measured_named_and_embedded(tmp_path: Path, dead_air: Scenario) -> None:
    files = {"regular": "IBMPlexSans-Bold.ttf", "bold": "IBMPlexSans-Bold.ttf"}
    lines = "".join(f"  {name}: {own_font(tmp_path, name, file)}\n" for name, file in files.items())
    theme = theme_of(tmp_path, f"fonts:\n{lines}")
    metrics = Metrics(theme.fonts)
    # The file of the regular face is the bold one, which replaces the faces that the theme leaves out.
    bold = Metrics().width("Halcyon Wren", Type(BOLD, 4.0))
    assert [metrics.width("Halcyon Wren", Type(face, 4.0)) for face in (REGULAR, CONDENSED)] == [bold, bold]
    drawing = roster(dead_air, theme)
    assert set(re.findall(r'font-family="([^"]*)"', svg_text(drawing))) == {FAMILY}
    whole = (0.0, 0.0, drawing.width, drawing.height)
    data = pdf_bytes([Page("Rosters", drawing, whole, whole)], About("Own", (), ""))
    (tmp_path / "own.pdf").write_bytes(data)
    assert "OtherwiseSans" in fonts_in(tmp_path / "own.pdf")
    assert "IBMPlex" not in fonts_in(tmp_path / "own.pdf")


def fonts_in(path: Path) -> str:
    """The names of all fonts in a PDF."""
    with pikepdf.open(path) as document:
        return " ".join(
            str(each.get("/BaseFont", ""))
            for each in document.objects
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == pikepdf.Name.Font
        )


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("fonts:\n  regular: nowhere.ttf\n", 3, 12, "font not found"),
        ("fonts:\n  regular: own.yaml\n", 3, 12, "is not a font file"),
        ("fonts:\n  regular: broken.ttf\n", 3, 12, "it is not a TrueType or OpenType font"),
        ("fonts: IBMPlexSans-Regular.ttf\n", 2, 8, "fonts are a block"),
        ("fonts:\n  bold: IBMPlexSans-Bold.ttf\n", 3, 3, "fonts are a block with `regular`"),
        ("fonts:\n  regular: IBMPlexSans-Regular.ttf\n  thin: x.ttf\n", 4, 9, "unknown face `thin`"),
        (
            "fonts:\n  regular: IBMPlexSans-Regular.ttf\n  bold: other.ttf\n",
            4,
            9,
            "belongs to the family Otherwise Sans",
        ),
        ("fonts:\n  regular: quoted.ttf\n", 3, 12, "a name that drawings cannot use"),
        ("lines:\n  box: thick\n", 3, 8, "'thick' is not a line weight"),
        ("lines:\n  box: 0\n", 3, 8, "0 is not a line weight"),
        ("lines:\n  bocks: 0.3\n", 3, 3, "a theme has no `bocks`"),
    ],
)
def test_a_defect_of_fonts_or_lines_is_reported_with_its_position(
    tmp_path: Path, text: str, line: int, column: int, message: str
) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"no font at all")
    own_font(tmp_path, "other", "IBMPlexSans-Bold.ttf")
    own_font(tmp_path, "quoted", "IBMPlexSans-Bold.ttf", "No'thing\"")
    with pytest.raises(DataError) as raised:
        theme_of(tmp_path, text)
    (problem,) = raised.value.problems
    assert (problem.span.line, problem.span.column) == (line, column)
    assert message in problem.message
    assert problem.help


@pytest.mark.parametrize("name", theme_names())
def test_a_copy_of_a_shipped_theme_is_that_theme(name: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.yaml"
    copy.write_bytes((BUILDER / f"draw/surface/themes/{name}.yaml").read_bytes())
    copied, shipped = load_theme(str(copy)), load_theme(name)
    assert (copied.colors, copied.map, copied.counters) == (shipped.colors, shipped.map, shipped.counters)
    assert (copied.lines, copied.fonts) == (shipped.lines, shipped.fonts)
