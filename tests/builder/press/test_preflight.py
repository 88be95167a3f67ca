"""Preflight: brainbug's files for services pass, and everything that a service would reject is reported."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

from builder.cli.main import main
from builder.draw.pieces.cards.artist import CardArtist
from builder.draw.pieces.counters import CounterArtist
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.press.kit.play_aids import game_cards
from builder.press.pages.imposition import face_pages
from builder.press.pages.layout import Layout
from builder.press.pdf.pdf import boxed_pdf
from builder.press.pdf.typeset import About
from builder.press.preflight.document import preflight_faces, preflight_pdf
from builder.press.preflight.finding import Finding, PreflightError, Report
from builder.press.preflight.image import preflight_png
from builder.press.preflight.run import preflight
from builder.press.services.delivery import Delivery, delivery_files
from builder.press.services.sheet import Sheet
from builder.press.services.sheet_file import load_sheet
from builder.scenario.model import Scenario
from rulesdb import open_game

DRIVE = load_sheet("drivethrucards-poker")
CRAFTER = load_sheet("thegamecrafter-poker")
ABOUT = About("Cards", (), "cards")
FACE = (198.0, 270.0)
CUT = (9.0, 9.0, 189.0, 261.0)


def order(sheet: Sheet, scenario: Scenario | None = None) -> Delivery:
    layout, theme = Layout(sheet, sheet.paper, sheet.duplex), load_theme()
    if scenario is None:
        artist = CardArtist(DrawingContext(theme), open_game("bug-hunter"), size=layout.card_size)
        pieces = game_cards(artist, open_game("bug-hunter"))
        return Delivery("Cards", layout, (*pieces[:3], pieces[-1]), "footer", DrawingContext(theme))
    counters = CounterArtist(DrawingContext(theme), bleed=layout.counter_bleed).pieces(scenario)
    return Delivery("Counters", layout, counters, "footer", DrawingContext(theme))


def pdf_of(
    content: bytes = b"0 0 0 1 k 20 20 50 50 re f",
    pages: int = 2,
    size: tuple[float, float] = FACE,
    trim: Sequence[float] | None = CUT,
    bleed: Sequence[float] | None = None,
) -> bytes:
    """A minimal PDF, in which only the tested property can be wrong."""
    document = pikepdf.new()
    for _ in range(pages):
        page = document.add_blank_page(page_size=size)
        page.obj.Contents = document.make_stream(content)
        if trim is not None:
            page.trimbox = pikepdf.Array(list(trim))
        page.bleedbox = pikepdf.Array([0, 0, *size] if bleed is None else list(bleed))
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def checks(report: Report) -> set[str]:
    return {finding.check for finding in report.findings}


def finding_of(report: Report, check: str) -> Finding:
    return next(finding for finding in report.findings if finding.check == check)


@pytest.mark.parametrize("name", ["drivethrucards-poker", "printplaygames-cards"])
def test_generated_decks_pass_preflight(name: str) -> None:
    sheet = load_sheet(name)
    [file] = delivery_files(order(sheet), ABOUT)
    report = preflight_pdf(file.data, sheet)
    assert (report.findings, report.unmeasured) == ((), ())


def test_generated_counters_pass_preflight(dead_air: Scenario) -> None:
    sheet = load_sheet("printplaygames-counters")
    [file] = delivery_files(order(sheet, dead_air), ABOUT)
    report = preflight_pdf(file.data, sheet)
    assert (report.findings, report.unmeasured) == ((), ())


def test_generated_pictures_pass_preflight(tmp_path: Path) -> None:
    for file in delivery_files(order(CRAFTER), ABOUT):
        (tmp_path / file.path).write_bytes(file.data)
    report = preflight(tmp_path, CRAFTER)
    assert report.findings == ()
    assert report.looked_at == "8 images"


@pytest.mark.parametrize(
    "name", ["thegamecrafter-poker", "thegamecrafter-mini", "thegamecrafter-large-square-chit"]
)
def test_no_letter_of_a_picture_leaves_the_safe_zone(name: str, dead_air: Scenario) -> None:
    """Text in images cannot be measured, so the same faces are measured as pages."""
    sheet = load_sheet(name)
    delivery = order(sheet, dead_air if "counters" in sheet.pieces else None)
    pages = face_pages(delivery.part, delivery.pieces, delivery.layout, delivery.context)
    assert preflight_faces(boxed_pdf(pages, ABOUT), sheet).findings == ()
    strict = replace(sheet, safe=(sheet.safe or 0.0) + 2.5)
    assert checks(preflight_faces(boxed_pdf(pages, ABOUT), strict)) == {"safe-zone"}


def test_a_wrong_page_size_is_reported_with_the_figure_and_its_source() -> None:
    finding = finding_of(preflight_pdf(pdf_of(size=(300, 270)), DRIVE), "page-size")
    assert finding.where == "page 1"
    assert "105.8 × 95.25 mm" in finding.message
    assert "69.85 × 95.25 mm" in finding.wanted
    assert "published" in finding.figure
    assert "https://" in finding.figure


def test_a_wrong_or_missing_trim_box_is_reported() -> None:
    assert "60 × 88.9" in finding_of(preflight_pdf(pdf_of(trim=(9, 9, 179.08, 261)), DRIVE), "trim").message
    assert "no TrimBox" in finding_of(preflight_pdf(pdf_of(trim=None), DRIVE), "trim").message


def test_too_little_bleed_is_reported() -> None:
    report = preflight_pdf(pdf_of(bleed=(0.5, 0.5, 197.5, 269.5)), DRIVE)
    assert "3.00 mm of bleed" in finding_of(report, "bleed").message
    assert "at least 3.175 mm" in finding_of(report, "bleed").wanted


def test_art_that_ends_at_the_cut_is_reported_whatever_the_boxes() -> None:
    whole = preflight_pdf(pdf_of(b"0 0 0 1 k 0 0 198 270 re f"), DRIVE)
    assert "bleed" not in checks(whole)
    short = preflight_pdf(pdf_of(b"0 0 0 1 k 9 0 189 270 re f"), DRIVE)
    assert finding_of(short, "bleed").message == "the art ends 0.00 mm beyond the left cut"


def test_too_much_ink_and_rgb_colors_are_reported() -> None:
    report = preflight_pdf(pdf_of(b"0.6 0.6 0.6 1 k 0 0 9 9 re f"), DRIVE)
    assert "280 % of ink" in finding_of(report, "ink").message
    assert "color-space" not in checks(report)
    report = preflight_pdf(pdf_of(b"1 0 0 rg 0 0 9 9 re f"), DRIVE)
    assert "RGB" in finding_of(report, "color-space").message
    rich_black = preflight_pdf(pdf_of(b"0.6 0.4 0.4 1 k 0 0 9 9 re f"), DRIVE)
    assert "ink" not in checks(rich_black), "the service itself recommends this mix, of exactly 240 percent"


def test_a_file_that_is_not_pdf_x_is_reported() -> None:
    messages = " ".join(
        finding.message for finding in preflight_pdf(pdf_of(), DRIVE).findings if finding.check == "pdf-x"
    )
    for what in ("GTS_PDFXVersion", "Trapped", "OutputIntent", "ModDate"):
        assert what in messages


def test_a_font_that_is_not_embedded_is_reported() -> None:
    data = pdf_of(b"BT /F1 12 Tf 60 100 Td (Hello) Tj ET")
    with pikepdf.open(io.BytesIO(data)) as document:
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1)
        font.BaseFont = pikepdf.Name.Helvetica
        for page in document.pages:
            page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=document.make_indirect(font)))
        out = io.BytesIO()
        document.save(out)
    assert "Helvetica" in finding_of(preflight_pdf(out.getvalue(), DRIVE), "fonts").message


def test_text_near_the_cut_is_reported_but_not_text_outside_the_piece() -> None:
    [file] = delivery_files(order(DRIVE), ABOUT)
    strict = replace(DRIVE, safe=6.0)
    finding = finding_of(preflight_pdf(file.data, strict), "safe-zone")
    assert "PRED POWER" in finding.message or "inside the cut" in finding.message
    sheet = load_sheet("printplaygames-cards")
    [sheets] = delivery_files(order(sheet), ABOUT)
    assert b"turned over" not in sheets.data
    assert preflight_pdf(sheets.data, sheet).findings == (), "the caption at the foot is no part of a card"


@pytest.mark.parametrize(("pixels", "is_found"), [(100, True), (400, False)])
def test_a_picture_with_low_resolution_is_reported(pixels: int, is_found: bool) -> None:
    """An image with this many pixels per inch."""
    data = pdf_of(b"q 72 0 0 72 60 60 cm /Im Do Q")
    with pikepdf.open(io.BytesIO(data)) as document:
        picture = document.make_stream(bytes(4 * pixels * pixels))
        picture.Type, picture.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        picture.Width = picture.Height = pixels
        picture.ColorSpace, picture.BitsPerComponent = pikepdf.Name.DeviceCMYK, 8
        for page in document.pages:
            page.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im=picture))
        out = io.BytesIO()
        document.save(out)
    report = preflight_pdf(out.getvalue(), DRIVE)
    assert ("resolution" in checks(report)) is is_found
    if is_found:
        assert "100 dots per inch" in finding_of(report, "resolution").message


def test_sides_in_the_wrong_order_are_reported() -> None:
    turned = replace(DRIVE, order=(DRIVE.order[1], DRIVE.order[0]))
    [file] = delivery_files(order(turned), ABOUT)
    finding = finding_of(preflight_pdf(file.data, DRIVE), "page-order")
    assert (finding.where, finding.message) == ("page 1", "this is a front")
    assert finding.wanted.startswith("back, front, back, front")
    assert "3 pages" in finding_of(preflight_pdf(pdf_of(pages=3), DRIVE), "page-order").message


def test_wrong_pixel_sizes_and_missing_backs_are_reported(tmp_path: Path) -> None:
    mini = list(delivery_files(order(load_sheet("thegamecrafter-mini")), ABOUT))
    finding = finding_of(preflight_png(mini[0].data, CRAFTER, "one"), "pixels")
    assert (finding.message, finding.wanted) == ("600 × 825 pixels", "825 × 1125 with the bleed")
    (tmp_path / mini[0].path).write_bytes(mini[0].data)
    assert (
        "the back is missing"
        in finding_of(preflight(tmp_path, load_sheet("thegamecrafter-mini")), "pair").message
    )


def test_a_file_of_the_wrong_kind_is_reported_or_rejected(tmp_path: Path) -> None:
    assert "file" in checks(preflight_pdf(pdf_of(), CRAFTER))
    (tmp_path / "deck.pdf").write_text("no PDF at all")
    with pytest.raises(PreflightError, match="neither a PDF nor a PNG"):
        preflight(tmp_path / "deck.pdf", DRIVE)
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4\nbut then nothing")
    with pytest.raises(PreflightError, match="cannot be read"):
        preflight(tmp_path / "broken.pdf", DRIVE)
    with pytest.raises(PreflightError, match="cannot read"):
        preflight(tmp_path / "nowhere.pdf", DRIVE)


def test_the_command_exits_with_one_on_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.pdf", tmp_path / "bad.pdf"
    [file] = delivery_files(order(DRIVE), ABOUT)
    good.write_bytes(file.data)
    bad.write_bytes(pdf_of(pages=7))
    for path, code in ((good, 0), (bad, 1)):
        with pytest.raises(SystemExit) as done:
            main(["preflight", str(path), "--sheet", "drivethrucards-poker", "--json"])
        assert done.value.code == code
        data = json.loads(capsys.readouterr().out)
        assert bool(data["findings"]) is bool(code)
    with pytest.raises(SystemExit):
        main(["preflight", str(bad), "--sheet", "drivethrucards-poker"])
    assert "bad.pdf: file: pdf-x:" in capsys.readouterr().out
