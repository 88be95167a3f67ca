"""Images of pages and pieces: the pixels match the resolution, as read by an independent library."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from processes import brainbug

from builder.draw.surface.theme import load_theme
from builder.press.kit.kit import Kit, compose_kit, write_kit
from builder.press.kit.output import Formats
from builder.press.pdf.png import png_images
from builder.press.services.sheet_file import load_paper
from builder.scenario.model import Scenario
from rulesdb import InputError

Listed = dict[str, Any]


@pytest.fixture(scope="module")
def kit(dead_air: Scenario) -> Kit:
    return compose_kit(dead_air, load_paper("a4"), load_theme(), parts=["cards", "counters"])


def written(kit: Kit, folder: Path, formats: Formats) -> list[Listed]:
    """The manifest's entries for the images."""
    manifest = json.loads(write_kit(kit, folder, formats).read_text(encoding="utf-8"))
    return [item for item in manifest["files"] if item["path"].endswith(".png")]


@pytest.mark.parametrize("dpi", [150, 300, 600])
def test_a_picture_has_the_pixels_of_its_size_and_states_its_resolution(kit: Kit, dpi: int) -> None:
    card = kit.pieces["cards"][0]
    [data] = png_images([card.front], dpi)
    image = Image.open(io.BytesIO(data))
    across, down = ((size + 2 * card.bleed) / 25.4 * dpi for size in (card.width, card.height))
    assert image.width == pytest.approx(across, abs=1)
    assert image.height == pytest.approx(down, abs=1)
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)
    image.verify()


def test_every_page_has_a_picture_of_the_resolution_asked_for(kit: Kit, tmp_path: Path) -> None:
    listed = written(kit, tmp_path / "kit", Formats(png=150))
    assert [item["title"] for item in listed] == [page.title for page in kit.pages]
    for item in listed:
        with Image.open(tmp_path / "kit" / item["path"]) as image:
            assert image.size == (item["width_px"], item["height_px"])
            assert sorted(image.size) == [1240, 1754]


def test_every_piece_has_its_own_front_and_back(kit: Kit, tmp_path: Path) -> None:
    listed = written(kit, tmp_path / "kit", Formats(faces=300))
    pieces = [piece for part in kit.pieces.values() for piece in part]
    assert [item["side"] for item in listed] == ["front", "back"] * len(pieces)
    assert [item["copies"] for item in listed[::2]] == [piece.copies for piece in pieces]
    names = [item["path"] for item in listed[::2]]
    assert names == sorted(names)
    assert {name.split("/")[1] for name in names} == {"cards", "counters"}
    for item in listed:
        with Image.open(tmp_path / "kit" / item["path"]) as image:
            assert image.size == (item["width_px"], item["height_px"])
            assert image.width == pytest.approx((item["width_mm"] + 2 * item["bleed_mm"]) / 25.4 * 300, abs=1)


def test_trimmed_faces_are_the_middle_of_those_with_bleed(kit: Kit) -> None:
    counter = kit.pieces["counters"][0]
    [whole], [cut] = (list(png_images([counter.front], 600, cut=by)) for by in (0.0, counter.bleed))
    large, small = (Image.open(io.BytesIO(data)).convert("L") for data in (whole, cut))
    assert small.width == pytest.approx(counter.width / 25.4 * 600, abs=1)
    edge = round(counter.bleed / 25.4 * 600)
    middle = large.crop((edge, edge, edge + small.width, edge + small.height))
    far = [abs(a - b) for a, b in zip(middle.tobytes(), small.tobytes(), strict=True)]
    assert sum(far) / len(far) < 6


def test_an_image_with_too_many_pixels_is_refused_before_it_is_drawn(kit: Kit) -> None:
    page = kit.pages[0].drawing
    with pytest.raises(InputError, match=r"9600 dots per inch has \d+ × \d+ pixels; use a lower resolution"):
        next(png_images([page], 9600))


def test_a_sheet_file_cannot_ask_for_an_image_of_any_size(tmp_path: Path) -> None:
    face = "face: {width: 1000, height: 1000}\nfile: png\nresolution: 2400\n"
    sheet = f"name: own\ntitle: Own\npieces: [cards]\n{face}"
    (tmp_path / "own.yaml").write_text(sheet, encoding="utf-8")
    done = brainbug("print", "handspan", "cards", "--sheet", tmp_path / "own.yaml", "-o", tmp_path / "out")
    assert done.returncode == 2
    assert "95055 × 95055 pixels; use a lower resolution or a smaller size" in done.stderr
    assert not (tmp_path / "out").exists()
