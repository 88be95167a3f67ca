"""The kit's PDF, measured with independent readers."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pdfplumber
import placement
import pypdfium2
import pytest

from builder.draw.pieces.cards.size import HEIGHT, WIDTH
from builder.draw.pieces.counters import BLEED, SIZE
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.press.kit.kit import Kit, compose_kit, write_kit
from builder.press.kit.output import Formats
from builder.press.pages.page import Leaf
from builder.press.pdf.typeset import About, spoken, typeset_pdf
from builder.press.services.sheet_file import load_paper
from builder.scenario.model import Scenario
from rulesdb import __version__

MM = 25.4 / 72


@pytest.fixture(scope="module")
def kit(dead_air: Scenario) -> Kit:
    return compose_kit(dead_air, load_paper("a4"), load_theme(), lint_status="clean")


@pytest.fixture(scope="module")
def folder(kit: Kit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("kit") / "dead-air"
    write_kit(kit, target)
    return target


@pytest.fixture(scope="module")
def pdf(folder: Path) -> pdfplumber.PDF:
    return pdfplumber.open(folder / "play-kit.pdf")


def test_every_page_is_exactly_as_large_as_its_paper(pdf: pdfplumber.PDF, kit: Kit) -> None:
    assert len(pdf.pages) == len(kit.pages)
    for leaf, page in zip(pdf.pages, kit.pages, strict=True):
        assert float(leaf.width) * MM == pytest.approx(page.drawing.width, abs=0.05)
        assert float(leaf.height) * MM == pytest.approx(page.drawing.height, abs=0.05)
        assert sorted((page.drawing.width, page.drawing.height)) == [210, 297]


def test_every_font_is_embedded_and_cut_to_what_is_used(folder: Path) -> None:
    import pikepdf

    with pikepdf.open(folder / "play-kit.pdf") as document:
        fonts = [item for item in document.objects if _is_font_descriptor(item)]
        assert fonts
        for font in fonts:
            assert re.match(r"/[A-Z]{6}\+(IBMPlexSans|ChakraPetch|BarlowCondensed)", str(font["/FontName"]))
            assert any(key in font for key in ("/FontFile", "/FontFile2", "/FontFile3"))


def _is_font_descriptor(item: object) -> bool:
    import pikepdf

    return isinstance(item, pikepdf.Dictionary) and item.get("/Type") == pikepdf.Name.FontDescriptor


def test_text_can_be_selected(pdf: pdfplumber.PDF) -> None:
    first = pdf.pages[0].extract_text()
    assert "DEAD AIR" in first
    assert "Halcyon Wren" in first


def test_a_hex_is_eighteen_millimeters_on_paper(pdf: pdfplumber.PDF, kit: Kit, dead_air: Scenario) -> None:
    index = next(i for i, page in enumerate(kit.pages) if page.title.startswith("Upper Deck"))
    apart = placement.rows_apart(pdf.pages[index].extract_words())
    assert apart == pytest.approx(18.0, abs=0.1)
    assert dead_air.hex_map.hex_size == 18


def test_trim_boxes_are_a_whole_number_of_pieces_wide(folder: Path, kit: Kit) -> None:
    import pikepdf

    sizes = {"Cards": (WIDTH, HEIGHT, 6.0), "Counters": (SIZE, SIZE, 0.0)}
    with pikepdf.open(folder / "play-kit.pdf") as document:
        for leaf, page in zip(document.pages, kit.pages, strict=True):
            # On a sheet to fold, fronts and backs are apart at the fold.
            if page.part not in sizes or page.leaf is Leaf.ALONE:
                continue
            width, height, gutter = sizes[page.part]
            left, bottom, right, top = (float(edge) * MM for edge in leaf.trimbox)  # type: ignore[union-attr]
            across = (right - left + gutter) / (width + gutter)
            down = (top - bottom + gutter) / (height + gutter)
            assert across == pytest.approx(round(across), abs=0.01)
            # Counters have gaps between their groups.
            assert page.part == "Counters" or down == pytest.approx(round(down), abs=0.01)
            bleed = [float(edge) * MM for edge in leaf.bleedbox]  # type: ignore[union-attr]
            assert left - bleed[0] == pytest.approx(
                BLEED if page.part == "Counters" else gutter / 2, abs=0.01
            )


def test_pdf_has_bookmarks_for_parts_and_pages(folder: Path, kit: Kit) -> None:
    import pikepdf

    with pikepdf.open(folder / "play-kit.pdf") as document, document.open_outline() as outline:
        parts = {item.title: [page.title for page in item.children] for item in outline.root}
    printed = [page for page in kit.pages if not page.is_blank]
    assert parts == {
        part: [page.title for page in printed if page.part == part]
        for part in dict.fromkeys(page.part for page in printed)
    }


def test_pages_are_numbered_as_at_their_foot(folder: Path, kit: Kit) -> None:
    """Read by pdfium, which does not write the numbers; a reader shows no others."""
    document = pypdfium2.PdfDocument(folder / "play-kit.pdf")
    for number, page in enumerate(kit.pages, 1):
        assert document.get_page_label(number - 1) in ("", str(number))
        text = document[number - 1].get_textpage().get_text_range()
        assert bool(re.search(rf"page {number}\b", text)) == (not page.is_blank and number > 1)
    document.close()


def test_both_metadata_blocks_of_a_pdf_agree(folder: Path, dead_air: Scenario) -> None:
    """PDF/A requires that the document information and the XMP metadata agree."""
    import pikepdf

    with pikepdf.open(folder / "play-kit.pdf") as document, document.open_metadata() as xmp:
        old = {key: str(value) for key, value in document.docinfo.items()}
        assert (old["/Title"], xmp["dc:title"]) == ("Dead Air", "Dead Air")
        assert (xmp["dc:creator"], old["/Author"]) == (list(dead_air.authors), ", ".join(dead_air.authors))
        assert old["/Subject"] == xmp["dc:description"] == "Play kit of dead-air 1.0.0"
        assert old["/Creator"] == xmp["xmp:CreatorTool"] == old["/Producer"] == xmp["pdf:Producer"]
        assert old["/Creator"] == f"brainbug {__version__}"
        assert old["/CreationDate"] == "D:19700101000000Z"
        assert xmp["xmp:CreateDate"] == "1970-01-01T00:00:00+00:00"


def test_pdf_is_tagged_and_meets_archive_requirements(folder: Path, kit: Kit) -> None:
    """PDF/A-2a and PDF/UA-1: the properties that a validator checks first."""
    import pikepdf

    path = folder / "play-kit.pdf"
    with pikepdf.open(path) as document:
        with document.open_metadata() as xmp:
            assert (xmp.pdfa_status, xmp["pdfuaid:part"]) == ("2A", "1")
        root = document.Root
        [intent] = root.OutputIntents  # type: ignore[attr-defined]
        assert (intent.S, intent.DestOutputProfile.N) == (pikepdf.Name.GTS_PDFA1, 3)
        assert root.MarkInfo.Marked
        assert str(root.Lang) == "en"
        assert root.ViewerPreferences.DisplayDocTitle
        assert "/Filter" not in root.Metadata
        assert not document.is_encrypted
        assert len(document.trailer.ID) == 2
        assert not any(key in root for key in ("/AcroForm", "/OpenAction", "/AA"))
        alternatives = [str(figure.Alt) for figure in root.StructTreeRoot.K[0].K]  # type: ignore[attr-defined]
        assert len(alternatives) == len(kit.pages)
        assert all(text.startswith(page.title) for text, page in zip(alternatives, kit.pages, strict=True))
        streams = [item for item in document.objects if isinstance(item, pikepdf.Stream)]
        assert not any("LZW" in str(item.get("/Filter")) or "/F" in item for item in streams)
    # Bytes after the header mark the file as binary.
    assert all(byte > 127 for byte in path.read_bytes().split(b"\n")[1][1:5])


def test_a_page_is_read_aloud_in_the_order_in_which_it_is_written(kit: Kit) -> None:
    cover = spoken(kit.pages[0].drawing)
    assert cover.startswith("Dead Air. BUG HUNTER")
    assert spoken(kit.pages[1].drawing).startswith("Dead Air. Bug Hunter scenario")
    assert "There is breath for fourteen turns, a beacon that nobody has lit" in cover
    deck = spoken(kit.loose[0])
    assert "BRIDGE" in deck
    assert "0101" not in deck


def test_split_gives_a_pdf_for_each_part(kit: Kit, tmp_path: Path) -> None:
    import pikepdf

    write_kit(kit, tmp_path / "kit", Formats(split=True))
    pages = Counter(page.part for page in kit.pages if not page.is_blank)
    for part, number in pages.items():
        with pikepdf.open(tmp_path / "kit" / f"play-kit-{part.lower()}.pdf") as document:
            blank = [leaf for leaf in document.pages if b"Blank page" in leaf.Contents.read_bytes()]
            assert len(document.pages) - len(blank) == number
            assert str(document.docinfo["/Title"]) == f"Dead Air: {part}"
    assert {path.name for path in (tmp_path / "kit").glob("*.pdf")} == {
        "play-kit.pdf",
        *(f"play-kit-{part.lower()}.pdf" for part in pages),
    }


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
def test_qpdf_finds_nothing_wrong(folder: Path) -> None:
    done = subprocess.run(
        ["qpdf", "--check", folder / "play-kit.pdf"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_building_twice_gives_the_same_bytes(kit: Kit, folder: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    write_kit(kit, again)
    first = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    second = {path.relative_to(again): path.read_bytes() for path in again.rglob("*") if path.is_file()}
    assert first == second


def test_manifest_lists_every_file_with_its_checksum(folder: Path) -> None:
    import hashlib

    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    listed = {item["path"]: item["sha256"] for item in manifest["files"]}
    there = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "manifest.json"
    }
    assert listed == there
    assert manifest["overrides"] == [
        {"rule": "bug-hunter:rule/303.3", "by": "The lift waits below"},
        {"rule": "bug-hunter:rule/313.0", "by": "No time to regroup"},
    ]


def test_edges_of_letters_are_under_all_letters_and_are_no_text() -> None:
    def rendered(**halo: Any) -> tuple[str, int]:
        """The text of a page, and how many of its pixels are red."""
        canvas = Canvas(60, 20, DrawingContext(load_theme()))
        canvas.text("Valve", 5, 12, Type(CONDENSED_BOLD, 8), fill="#ff0000", **halo)
        data = typeset_pdf([canvas.drawing("halo", "Halo")], About("Halo", (), ""))
        pixels = pypdfium2.PdfDocument(data)[0].render(scale=4).to_pil().convert("RGB")
        reds = sum(count for count, color in pixels.getcolors(10_000) if color == (255, 0, 0))
        # Other readers leave out a letter over the same one.
        with pdfplumber.open(io.BytesIO(data)) as document:
            return "".join(char["text"] for char in document.pages[0].chars), reds

    text, red = rendered(halo="#ffffff", halo_width=1.5)
    assert (text, red) == rendered()
    assert text == "Valve"
    assert red > 500
