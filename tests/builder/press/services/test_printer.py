"""Printers are measured with calibration pages, and the readings are saved and used."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pdfplumber
import pytest

from builder.cli.main import main
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.press.pages.layout import Layout
from builder.press.pdf.pdf import pdf_bytes
from builder.press.pdf.typeset import About
from builder.press.services.calibration import RULER, calibration_layout, calibration_pages
from builder.press.services.printer import Printer, PrinterError, load_printer, write_printer
from builder.press.services.sheet import Duplex
from builder.press.services.sheet_file import load_paper
from rulesdb import DataError

MM = 25.4 / 72
MEASURED = Printer("laser", "long", (0.7, -0.4), (0.4, 0.7))


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as done:
        main(args)
    return int(done.value.code or 0)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BRAINBUG_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config" / "printers"


def layout(printer: Printer | None = None, duplex: Duplex = Duplex.LONG) -> Layout:
    plain = calibration_layout(load_paper("a4"), duplex)
    return Layout(plain.sheet, plain.paper, plain.duplex, printer)


def opened(printer: Printer | None = None) -> pdfplumber.PDF:
    pages = calibration_pages(layout(printer), DrawingContext(load_theme(), debug=True))
    return pdfplumber.open(io.BytesIO(pdf_bytes(pages, About("Calibration", (), ""))))


def middle_of_scales(leaf: pdfplumber.page.Page) -> tuple[float, float]:
    """The zero points of the two scales of a back, in mm: the middles of their long lines."""
    level = next(line for line in leaf.lines if abs(line["width"] * MM - 10) < 0.05 and line["height"] < 0.05)
    upright = next(
        line for line in leaf.lines if abs(line["height"] * MM - 10) < 0.05 and line["width"] < 0.05
    )
    return (level["x0"] + level["x1"]) / 2 * MM, (upright["top"] + upright["bottom"]) / 2 * MM


def test_the_scales_of_the_back_are_behind_the_cross_of_the_front() -> None:
    pdf = opened()
    assert len(pdf.pages) == 4
    for front, back in zip(pdf.pages[::2], pdf.pages[1::2], strict=True):
        middle = (float(front.width) / 2 * MM, float(front.height) / 2 * MM)
        cross = [line for line in front.lines if abs(max(line["width"], line["height"]) * MM - 70) < 0.05]
        assert len(cross) == 2
        for line in cross:
            assert (line["x0"] + line["x1"]) / 2 * MM == pytest.approx(middle[0], abs=0.05)
            assert (line["top"] + line["bottom"]) / 2 * MM == pytest.approx(middle[1], abs=0.05)
        assert middle_of_scales(back) == pytest.approx(middle, abs=0.05)


def test_the_ruler_has_its_stated_length() -> None:
    assert any(abs(line["width"] * MM - RULER) < 0.05 for line in opened().pages[0].lines)


def test_a_measured_printer_reads_zero_on_its_calibration_pages() -> None:
    """If a printer prints backs 0.7 mm too far left and 0.4 mm too low, they are moved by that much."""
    plain, moved = opened(), opened(MEASURED)
    for number, shift in ((1, (0.7, -0.4)), (3, (0.4, 0.7))):
        before, after = (middle_of_scales(pdf.pages[number]) for pdf in (plain, moved))
        assert after == pytest.approx((before[0] + shift[0], before[1] + shift[1]), abs=0.02)


def test_no_text_of_the_calibration_pages_overlaps_or_leaves_the_page() -> None:
    from itertools import combinations

    for page in calibration_pages(layout(), DrawingContext(load_theme())):
        texts = page.drawing.texts
        for text in texts:
            assert text.x > 3
            assert text.x + text.width < page.drawing.width - 3
        for a, b in combinations(texts, 2):
            across = a.x + a.width <= b.x or b.x + b.width <= a.x
            assert across or a.y + a.height <= b.y or b.y + b.height <= a.y, (a.text, b.text)


def test_readings_are_saved_by_name_and_completed_later(own_folder: Path) -> None:
    assert run("printer", "set", "laser", "--upright", "0.7,-0.4") == 0
    assert run("printer", "set", "laser", "--on-its-side", "-0.25,1", "--duplex", "short") == 0
    assert load_printer(own_folder, "laser") == Printer("laser", "short", (0.7, -0.4), (-0.25, 1))


def test_printers_can_be_listed_and_removed(own_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_printer(own_folder, MEASURED)
    assert run("printer", "list", "--json") == 0
    [listed] = json.loads(capsys.readouterr().out)
    assert (listed["name"], listed["upright"]) == ("laser", [0.7, -0.4])
    assert run("printer", "remove", "laser") == 0
    assert not list(own_folder.glob("*"))


@pytest.mark.parametrize("given", ["x", "1", "1,2,3", "nan,0", "25,0"])
def test_an_impossible_offset_is_rejected(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("printer", "set", "laser", "--upright", given) == 2
    assert "--upright" in capsys.readouterr().err


def test_an_unmeasured_orientation_is_an_error_with_help() -> None:
    half = Printer("laser", "long", (0.7, -0.4))
    with pytest.raises(PrinterError, match="--on-its-side"):
        half.shift(load_paper("a4").turned)
    assert len(calibration_pages(layout(half), DrawingContext(load_theme()))) == 2


def test_an_unknown_printer_is_an_error_with_help(own_folder: Path) -> None:
    write_printer(own_folder, MEASURED)
    with pytest.raises(PrinterError, match="saved printers: laser"):
        load_printer(own_folder, "lazer")


def test_a_broken_profile_is_refused_at_its_line(own_folder: Path) -> None:
    own_folder.mkdir(parents=True)
    (own_folder / "laser.yaml").write_text("name: laser\nduplex: long\nupright: [1]\n", encoding="utf-8")
    with pytest.raises(DataError) as refused:
        load_printer(own_folder, "laser")
    assert refused.value.problems[0].span.line == 3
