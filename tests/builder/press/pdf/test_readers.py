"""Kits in independent programs: qpdf, poppler, and Chromium's pdfium."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pypdfium2
import pytest
from kits import MAPS, kit_of
from PIL import Image, ImageChops, ImageFilter, ImageStat
from soak import every, times

from builder.press.kit.kit import write_kit
from builder.press.kit.output import Formats

LOOKED_AT = every(times(len(MAPS), 1), MAPS)
DPI = 96
# Each program smooths letters slightly differently; missing or shifted content differs more.
BLUR = 4
MAX_ANYWHERE, MAX_ON_AVERAGE = 80, 4.0

needs_qpdf = pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
needs_poppler = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="poppler-utils is not installed")


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tested kits; the first one also has a PDF for each part."""
    folder = tmp_path_factory.mktemp("kits")
    for name in LOOKED_AT:
        write_kit(kit_of(name), folder / name, Formats(split=name == LOOKED_AT[0]))
    return folder


@pytest.mark.soak
@needs_qpdf
@pytest.mark.parametrize("name", LOOKED_AT)
def test_qpdf_finds_nothing_wrong(kits: Path, name: str) -> None:
    for path in sorted((kits / name).glob("*.pdf")):
        command = ["qpdf", "--check", path]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def by_pdfium(path: Path) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(path)
    images = [page.render(scale=DPI / 72).to_pil().convert("L") for page in document]
    document.close()
    return images


def by_poppler(path: Path, folder: Path) -> list[Image.Image]:
    command = ["pdftoppm", "-r", str(DPI), "-gray", path, folder / "page"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return [Image.open(image).convert("L") for image in sorted(folder.glob("page-*"))]


def apart(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The maximum and the mean difference of two blurred images, out of 255."""
    blurred = (image.filter(ImageFilter.BoxBlur(BLUR)) for image in (one, other))
    difference = ImageChops.difference(*blurred)
    return float(difference.getextrema()[1]), ImageStat.Stat(difference).mean[0]


@pytest.mark.soak
@needs_poppler
@pytest.mark.parametrize("name", LOOKED_AT)
def test_poppler_and_pdfium_show_the_same_picture(kits: Path, tmp_path: Path, name: str) -> None:
    path = kits / name / "play-kit.pdf"
    ones, others = by_pdfium(path), by_poppler(path, tmp_path)
    assert len(ones) == len(others) > 5
    for number, (one, other) in enumerate(zip(ones, others, strict=True), 1):
        assert one.size == other.size
        most, mean = apart(one, other)
        assert most < MAX_ANYWHERE, f"page {number}"
        assert mean < MAX_ON_AVERAGE, f"page {number}"


def test_the_measure_sees_a_word_that_is_missing(kits: Path) -> None:
    [page, *_] = by_pdfium(kits / "dead-air" / "play-kit.pdf")
    torn = page.copy()
    torn.paste(255, (40, 80, 70, 90))
    assert apart(page, page) == (0, 0)
    assert apart(page, torn)[0] > MAX_ANYWHERE


@needs_poppler
def test_poppler_finds_every_font_embedded_and_subset(kits: Path) -> None:
    path = kits / "dead-air" / "play-kit.pdf"
    lines = subprocess.run(
        ["pdffonts", path], capture_output=True, text=True, check=True
    ).stdout.splitlines()[2:]
    assert len(lines) >= 4
    for line in lines:
        name, *_, embedded, subset, unicode, _, _ = line.split()
        assert name[6:10] in ("+IBM", "+Cha", "+Bar")
        assert (embedded, subset, unicode) == ("yes", "yes", "yes")
