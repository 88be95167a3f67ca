"""Sheet files: those that come with brainbug, and users' own."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.press.services.sheet import Duplex, FileKind, Side
from builder.press.services.sheet_file import load_paper, load_sheet, parse_sheet, sheet_names
from rulesdb import DataError, InputError, UnknownEntry
from rulesdb.yaml_source import parse_yaml

A3 = "name: a3\ntitle: A3\nwidth: 297\nheight: 420\nmargin: 10\nedge: 5\n"
FACE = "face: {width: 63.5, height: 88.9, bleed: 3, safe: 3}\n"
CARDS = f"name: own\ntitle: Own\npieces: [cards]\n{FACE}file: pdf\n"
NUMBERS = {
    "width": "paper.width",
    "height": "paper.height",
    "margin": "paper.margin",
    "edge": "paper.edge",
    "face.bleed": "bleed",
    "face.safe": "safe",
    "grid.columns": "columns",
    "grid.rows": "rows",
    "grid.gutter": "gutter",
    "resolution": "resolution",
    "pixels": "pixels",
    "ink_limit": "ink_limit",
    "face.width": "face",
    "face.height": "face",
}


def test_a_users_paper_comes_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a3.yaml"
    path.write_text(A3, encoding="utf-8")
    paper = load_paper(str(path))
    assert (paper.title, paper.content) == ("A3", (277, 400))


@pytest.mark.parametrize("name", sheet_names())
def test_every_figure_of_a_shipped_sheet_has_a_source(name: str) -> None:
    sheet = load_sheet(name)
    given = set()
    for key, attribute in NUMBERS.items():
        value: object = sheet
        for part in attribute.split("."):
            value = getattr(value, part, None)
        if value is not None:
            given.add(key)
    assert given <= set(sheet.figures)
    for key in sheet.figures:
        provenance = sheet.provenance(key)
        assert provenance.basis == "house" or provenance.source or provenance.note


def test_figures_of_services_match_their_publications() -> None:
    crafter = load_sheet("thegamecrafter-poker")
    assert (crafter.resolution, crafter.pixels) == (300, (825, 1125))
    assert crafter.bleed == crafter.safe == pytest.approx(25.4 / 8)
    drive = load_sheet("drivethrucards-poker")
    assert (drive.file, drive.ink_limit) == (FileKind.PDF_X, 240)
    assert drive.order == (Side.BACK, Side.FRONT)
    assert load_sheet("printplaygames-cards").bleed == 2
    assert load_sheet("counter-sheet").face == pytest.approx((25.4 * 5 / 8, 25.4 * 5 / 8))
    assert load_sheet("counter-sheet-large").face == pytest.approx((25.4 * 3 / 4, 25.4 * 3 / 4))


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (A3.replace("edge: 5\n", ""), 3, 8, "a page without `edge`"),
        (A3.replace("297", "wide"), 3, 8, "`width` is `wide`, not a number"),
        (A3.replace("297", "130"), 3, 8, "110 mm are left inside the margins"),
        (A3 + "bleeds: 3\n", 7, 1, "unknown key `bleeds`"),
        (A3 + "duplex: longest\n", 7, 9, "`longest` is not one of the accepted words"),
        (CARDS.replace("height: 88.9, ", ""), 4, 15, "a face with a width and no height"),
        (CARDS.replace("pieces: [cards]\n", ""), 2, 8, "must name its pieces"),
        (CARDS + "pixels: [600, 825]\n", 6, 9, "the pixels are not those of the face"),
        (
            CARDS + "figures:\n  - {of: [file], basis: published}\n",
            7,
            25,
            "a published figure must name its source",
        ),
        (
            A3 + "pieces: [cards]\nface: {width: 90, height: 90, bleed: 3}\ngrid: {columns: 5}\n",
            9,
            17,
            "5 columns need 480 mm, and the page has 410",
        ),
    ],
)
def test_an_invalid_sheet_file_is_rejected_with_line_and_column(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(DataError) as refused:
        parse_sheet(parse_yaml(text, "own.yaml"))
    problem = refused.value.problems[0]
    assert message in problem.message
    assert (problem.span.line, problem.span.column) == (line, column)
    assert problem.help or problem.code in ("BB004", "BB007")


def test_a_sheet_of_pieces_cannot_be_the_paper_of_a_kit() -> None:
    with pytest.raises(InputError, match="give it with --sheet"):
        load_paper("drivethrucards-poker")


def test_an_unknown_sheet_names_the_nearest() -> None:
    with pytest.raises(UnknownEntry, match="thegamecrafter-poker"):
        load_sheet("thegamecraft-poker")


def test_missing_values_of_a_sheet_have_defaults() -> None:
    sheet = parse_sheet(parse_yaml(A3))
    assert sheet.is_paper
    assert (sheet.duplex, sheet.file, sheet.bleed) == (Duplex.LONG, None, None)
