"""Files for print services, read by independent programs."""

from __future__ import annotations

import io
import shutil
import struct
import subprocess
from dataclasses import replace
from pathlib import Path

import pdfplumber
import pikepdf
import pytest

from builder.draw.pieces.cards.artist import CardArtist
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme, theme_names
from builder.press.kit.play_aids import game_cards
from builder.press.pages.layout import Layout
from builder.press.pdf.pdfx import PressError, ink_of, press_ready
from builder.press.pdf.typeset import About, typeset_pdf
from builder.press.services.delivery import Delivery, delivery_files
from builder.press.services.sheet_file import load_sheet
from builder.scenario.model import Scenario
from rulesdb import open_game

MM = 25.4 / 72
ABOUT = About("Cards of Bug Hunter", ("nobody",), "cards")


def card_order(sheet_name: str, theme: str = "default", count: int = 5) -> Delivery:
    sheet, look = load_sheet(sheet_name), load_theme(theme)
    layout = Layout(sheet, sheet.paper, sheet.duplex)
    artist = CardArtist(DrawingContext(look), open_game("bug-hunter"), size=layout.card_size)
    pieces = game_cards(artist, open_game("bug-hunter"))
    return Delivery("Cards", layout, (*pieces[:count], pieces[-1]), "footer", DrawingContext(look))


@pytest.fixture(scope="module")
def deck() -> bytes:
    [file] = delivery_files(card_order("drivethrucards-poker"), ABOUT)
    return file.data


@pytest.fixture(scope="module")
def pdf(deck: bytes) -> pdfplumber.PDF:
    return pdfplumber.open(io.BytesIO(deck))


def test_each_face_is_a_page_with_its_bleed_and_its_cut(pdf: pdfplumber.PDF) -> None:
    for leaf in pdf.pages:
        assert (float(leaf.width) * MM, float(leaf.height) * MM) == pytest.approx((69.85, 95.25), abs=0.01)
        assert [float(edge) * MM for edge in leaf.bleedbox] == pytest.approx([0, 0, 69.85, 95.25], abs=0.01)
        cut = [3.175, 3.175, 66.675, 92.075]
        assert [float(edge) * MM for edge in leaf.trimbox] == pytest.approx(cut, abs=0.01)


def test_the_back_of_each_card_comes_before_its_front(pdf: pdfplumber.PDF) -> None:
    order = card_order("drivethrucards-poker")
    assert len(pdf.pages) == 2 * sum(piece.copies for piece in order.pieces)
    names = [piece.front.title for piece in order.pieces for _ in range(piece.copies)]
    for name, back, front in zip(names, pdf.pages[::2], pdf.pages[1::2], strict=True):
        assert "BUG HUNTER" in back.extract_text()
        # A figure that is on the medal is not in the title.
        assert any(title in front.extract_text() for title in (name, name.rpartition(" ")[0]))


def test_every_color_is_cmyk_within_the_ink_limit(pdf: pdfplumber.PDF) -> None:
    limit = load_sheet("drivethrucards-poker").ink_limit
    assert limit == 240
    inks = {
        tuple(each[key])
        for leaf in pdf.pages
        for kind in ("char", "rect", "curve", "line")
        for each in leaf.objects.get(kind, [])
        for key, painted in (("stroking_color", "stroke"), ("non_stroking_color", "fill"))
        if each.get(painted, kind == "char" and key == "non_stroking_color")
    }
    assert inks
    assert all(len(ink) == 4 for ink in inks)
    assert all(100 * sum(ink) <= limit + 0.01 for ink in inks)


def test_small_text_is_black_ink_alone(pdf: pdfplumber.PDF) -> None:
    """Letters of several inks are blurred if one ink is a little off."""
    texts = {
        tuple(char["non_stroking_color"]) for leaf in pdf.pages for char in leaf.chars if char["size"] < 18
    }
    assert (0, 0, 0, 1) in texts
    assert all(ink[:3] == (0, 0, 0) for ink in texts)


def test_the_file_is_marked_as_pdf_x_1a(deck: bytes) -> None:
    assert deck.startswith(b"%PDF-1.4")
    with pikepdf.open(io.BytesIO(deck)) as document:
        assert str(document.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert document.docinfo["/Trapped"] == pikepdf.Name("/False")
        assert {"/Title", "/CreationDate", "/ModDate"} <= set(document.docinfo.keys())
        [intent] = document.Root.OutputIntents
        assert intent.S == pikepdf.Name.GTS_PDFX
        assert str(intent.OutputConditionIdentifier) == "CGATS TR 001"
        assert document.trailer.ID is not None
        fonts = [each for each in document.objects if isinstance(each, pikepdf.Dictionary)]
        described = [each for each in fonts if each.get("/Type") == pikepdf.Name.FontDescriptor]
        assert described
        assert all("/FontFile2" in each or "/FontFile3" in each for each in described)
        states = [each for each in fonts if each.get("/Type") == pikepdf.Name.ExtGState]
        assert all(each.get("/ca", 1) == 1 and each.get("/CA", 1) == 1 for each in states)
    assert b"ICCBased" not in deck
    assert b"DeviceRGB" not in deck


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
def test_qpdf_finds_nothing_wrong(deck: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deck.pdf"
    path.write_bytes(deck)
    done = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("pdfinfo") is None, reason="poppler's pdfinfo is not installed")
def test_poppler_recognizes_pdf_x(deck: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deck.pdf"
    path.write_bytes(deck)
    done = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True)
    assert "PDF/X-1a:2003" in done.stdout


@pytest.mark.skipif(shutil.which("gs") is None, reason="ghostscript is not installed")
@pytest.mark.parametrize("theme", theme_names())
def test_no_printed_dot_exceeds_the_ink_limit(theme: str, tmp_path: Path) -> None:
    """Ghostscript rasterizes the pages; each dot has four bytes of ink."""
    [file] = delivery_files(card_order("drivethrucards-poker", theme, 2), ABOUT)
    path = tmp_path / "deck.pdf"
    path.write_bytes(file.data)
    raster = ["-q", "-r36", "-dLastPage=2", "-sDEVICE=pamcmyk32", f"-o{tmp_path}/%d.pam"]
    subprocess.run(["gs", *raster, path], check=True, timeout=60)
    for image in sorted(tmp_path.glob("*.pam")):
        _, _, dots = image.read_bytes().partition(b"ENDHDR\n")
        most = max(sum(dots[at : at + 4]) for at in range(0, len(dots), 4))
        assert 0 < most * 100 / 255 <= 240.5


def test_no_color_of_any_theme_exceeds_the_ink_limit() -> None:
    for name in theme_names():
        theme = load_theme(name)
        for color in (*theme.colors.values(), *theme.counters.values()):
            if isinstance(color, str) and color.startswith("#"):
                channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
                assert 100 * sum(ink_of(*channels, limit=240)) <= 240.001


@pytest.mark.parametrize("limit", [150.0, 240.0, 300.0])
def test_any_color_stays_within_the_ink_limit_and_black_stays_black(limit: float) -> None:
    steps = [step / 8 for step in range(9)]
    for red in steps:
        for green in steps:
            for blue in steps:
                assert 100 * sum(ink_of(red, green, blue, limit)) <= limit + 1e-9
    assert ink_of(0, 0, 0, limit) == (0, 0, 0, 1)


def test_content_that_cannot_be_converted_is_rejected() -> None:
    canvas = Canvas(50, 50, DrawingContext(load_theme()))
    canvas.rect(0, 0, 50, 50, fill="#ff0000", fill_opacity=0.5)
    pdf = typeset_pdf([canvas.drawing("pale", "Pale")], ABOUT, plain=True)
    with pytest.raises(PressError, match="page 1 is transparent"):
        press_ready(pdf, 240)


@pytest.mark.parametrize("name", ["thegamecrafter-poker", "thegamecrafter-mini"])
def test_pictures_of_cards_have_exactly_the_pixels_of_the_service(name: str) -> None:
    order = card_order(name, count=1)
    files = list(delivery_files(order, ABOUT))
    assert len(files) == order.steps == 4
    for each in files:
        assert struct.unpack(">II", each.data[16:24]) == order.layout.sheet.pixels
        assert each.data[37:41] == b"pHYs"
        assert struct.unpack(">II", each.data[41:49]) == (11811, 11811)
    assert [each.path[-9:] for each in files[:2]] == ["front.png", "-back.png"]


def test_counters_on_large_chits_are_enlarged_into_the_safe_zone(dead_air: Scenario) -> None:
    sheet, look = load_sheet("thegamecrafter-large-square-chit"), load_theme()
    layout = Layout(sheet, sheet.paper, sheet.duplex)
    artist = CounterArtist(DrawingContext(look), bleed=layout.counter_bleed)
    order = Delivery("Counters", layout, artist.pieces(dead_air)[:2], "", DrawingContext(look))
    from builder.press.pages.imposition import draw_face

    for piece in order.pieces:
        for side in sheet.order:
            drawing = draw_face(piece, side, layout, order.context)
            assert (drawing.width, drawing.height) == pytest.approx((31.75, 31.75))
            for text in drawing.texts:
                assert 6.35 - 0.01 <= text.x <= text.x + text.width <= 25.4 + 0.01
                assert 6.35 - 0.01 <= text.y <= text.y + text.height <= 25.4 + 0.01
    [front, *_] = delivery_files(order, ABOUT)
    assert struct.unpack(">II", front.data[16:24]) == (375, 375)


def test_cut_lines_are_drawn_for_scissors_but_not_for_die_cutting() -> None:
    """Only a theme that saves ink draws the cut; on a deck from a service, it would stay at the edge."""
    look = load_theme("low-ink")
    lines = {}
    for name in ("a4", "drivethrucards-poker"):
        sheet = load_sheet(name)
        size = Layout(sheet, sheet.paper, sheet.duplex).card_size
        artist = CardArtist(DrawingContext(look), open_game("bug-hunter"), size=size)
        front = game_cards(artist, open_game("bug-hunter"))[0].front
        with pdfplumber.open(io.BytesIO(typeset_pdf([front], ABOUT))) as document:
            rects = [each for each in document.pages[0].rects if each["stroke"]]
        lines[name] = [each for each in rects if abs(float(each["width"]) * MM - 63.5) < 0.05]
    assert len(lines["a4"]) == 1
    assert lines["drivethrucards-poker"] == []


def test_the_same_order_gives_the_same_bytes(deck: bytes) -> None:
    [again] = delivery_files(card_order("drivethrucards-poker"), ABOUT)
    assert again.data == deck


def test_copies_are_separate_pages_in_a_deck() -> None:
    order = card_order("drivethrucards-poker", count=1)
    thrice: tuple[Piece, ...] = (replace(order.pieces[0], copies=3),)
    [file] = delivery_files(replace(order, pieces=thrice), ABOUT)
    with pikepdf.open(io.BytesIO(file.data)) as document:
        assert len(document.pages) == 6
        labels = [str(each.P) for each in list(document.Root.PageLabels.Nums)[1::2]]
    assert labels == ["back 1", "front 1", "back 2", "front 2", "back 3", "front 3"]
