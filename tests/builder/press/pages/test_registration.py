"""Fronts and backs on every kind of sheet, measured in the PDF by an independent reader."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pdfplumber
import pytest
from pdfplumber.page import Page as Leaf
from soak import every, times

from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import BOLD, Type
from builder.press.pages.imposition import impose
from builder.press.pages.layout import Layout
from builder.press.pages.page import Page
from builder.press.pdf.pdf import pdf_bytes
from builder.press.pdf.typeset import About
from builder.press.services.printer import Printer
from builder.press.services.sheet import Duplex
from builder.press.services.sheet_file import load_sheet

MM = 25.4 / 72
CLOSE = 0.1
Box = tuple[float, float, float, float]
HOME = ("a4", "letter", "counter-sheet", "poker-cards", "mini-cards")
PRINTED = (*HOME, "printplaygames-cards", "printplaygames-counters")
TURNED = [(name, duplex) for name in PRINTED for duplex in (Duplex.LONG, Duplex.SHORT)]


def face(name: str, width: float, height: float, bleed: float, context: DrawingContext) -> Drawing:
    """A face with its cut as a frame, and its name off the middle, so that wrong rotations are visible."""
    canvas = Canvas(width + 2 * bleed, height + 2 * bleed, context)
    canvas.rect(0, 0, width + 2 * bleed, height + 2 * bleed, fill="#dddddd")
    canvas.rect(bleed, bleed, width, height, stroke="#000000", stroke_width=0.1)
    canvas.text(name, bleed + 2, bleed + 6, Type(BOLD, 3.0))
    return canvas.drawing(name, name)


def pages_of(layout: Layout, count: int = 23) -> list[Page]:
    """Sheets with a number of numbered pieces; the last sheet is not full."""
    context = DrawingContext(load_theme(), debug=True)
    size = layout.card_size
    width, height = layout.sheet.face or (size.width, size.height)
    bleed = size.bleed
    pieces = [
        Piece(
            f"{number}",
            width,
            height,
            bleed,
            face(f"F{number:02d}", width, height, bleed, context),
            face(f"B{number:02d}", width, height, bleed, context),
            safe=layout.sheet.safe or 0.0,
        )
        for number in range(count)
    ]
    return impose("Cards", "Cards", pieces, layout, "footer", context)


def counters(layout: Layout) -> list[Page]:
    """Counters of two forces and a family of markers, which have gaps between them."""
    context = DrawingContext(load_theme(), debug=True)
    pieces = [
        Piece(
            f"{number}",
            SIZE,
            SIZE,
            1.0,
            face(f"F{number:02d}", SIZE, SIZE, 1.0, context),
            face(f"B{number:02d}", SIZE, SIZE, 1.0, context),
            edge_to_edge=True,
            group="marker:wound" if number > 15 else f"side:{number // 8}",
            label="force",
        )
        for number in range(40)
    ]
    return impose("Counters", "Counters", pieces, layout, "footer", context)


def opened(pages: Sequence[Page]) -> pdfplumber.PDF:
    return pdfplumber.open(io.BytesIO(pdf_bytes(pages, About("Test", (), "Test"))))


def layout(name: str, duplex: Duplex, printer: Printer | None = None) -> Layout:
    sheet = load_sheet(name)
    return Layout(sheet, sheet.paper, duplex, printer)


def frames(leaf: Leaf, letter: str) -> dict[str, tuple[Box, bool]]:
    """The cut of each piece of one side as (x, y, width, height) in mm, and whether its name is upright."""
    rects = [
        (
            float(each["x0"]) * MM,
            float(each["top"]) * MM,
            float(each["width"]) * MM,
            float(each["height"]) * MM,
        )
        for each in (*leaf.rects, *leaf.curves)
        if each["stroke"] and len(each["pts"]) in (4, 5)
    ]
    boxes: dict[str, tuple[Box, bool]] = {}
    chars = leaf.chars
    for start in range(len(chars) - 2):
        word = "".join(char["text"] for char in chars[start : start + 3])
        if word[0] == letter and word[1:].isdigit():
            x = (float(chars[start]["x0"]) + float(chars[start]["x1"])) / 2 * MM
            y = (float(chars[start]["top"]) + float(chars[start]["bottom"])) / 2 * MM
            around = [box for box in rects if box[0] < x < box[0] + box[2] and box[1] < y < box[1] + box[3]]
            assert len(around) == 1, (word, around)
            boxes[word[1:]] = (around[0], float(chars[start]["matrix"][0]) > 0)
    return boxes


def seen_from_behind(box: Box, leaf: Leaf, level: bool) -> Box:
    """The place of a box of the front on the back page, when the sheet is turned over."""
    x, y, width, height = box
    if level:
        return x, float(leaf.height) * MM - y - height, width, height
    return float(leaf.width) * MM - x - width, y, width, height


@pytest.mark.soak
@pytest.mark.parametrize(("name", "duplex"), every(times(3, 1), TURNED), ids=lambda value: str(value))
def test_each_back_is_behind_its_own_front(name: str, duplex: Duplex) -> None:
    pages = pages_of(layout(name, duplex))
    pdf = opened(pages)
    assert len(pdf.pages) % 2 == 0
    pieces = 0
    for fronts, backs in zip(pdf.pages[::2], pdf.pages[1::2], strict=True):
        is_upright = float(fronts.height) > float(fronts.width)
        level = is_upright != (duplex is Duplex.LONG)
        front, back = frames(fronts, "F"), frames(backs, "B")
        assert set(front) == set(back)
        for number, (box, _) in front.items():
            assert back[number][0] == pytest.approx(seen_from_behind(box, fronts, level), abs=CLOSE)
            assert back[number][1] is not level, "a piece turned left to right has its back upright"
        pieces += len(front)
    assert pieces == 23


@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.SHORT])
def test_groups_of_counters_have_gaps_and_their_backs_behind_them(duplex: Duplex) -> None:
    fronts, backs = opened(counters(layout("a4", duplex))).pages
    level = (float(fronts.height) > float(fronts.width)) != (duplex is Duplex.LONG)
    front, back = frames(fronts, "F"), frames(backs, "B")
    assert set(front) == set(back)
    assert len(front) == 40
    for number, (box, _) in front.items():
        assert back[number][0] == pytest.approx(seen_from_behind(box, fronts, level), abs=CLOSE)
    lows = sorted({round(box[1], 1) for box, _ in front.values()})
    steps = [low - high for high, low in pairwise(lows)]
    assert min(steps) == pytest.approx(SIZE, abs=CLOSE)
    # A force that ends a row has a heading of its own, and the markers have one.
    assert sum(step > SIZE + 3 for step in steps) == 2


@pytest.mark.parametrize("name", HOME)
def test_folding_a_sheet_puts_each_back_behind_its_front(name: str) -> None:
    pdf = opened(pages_of(layout(name, Duplex.FOLD)))
    pieces = 0
    for leaf in pdf.pages:
        middle = float(leaf.width) * MM / 2
        front, back = frames(leaf, "F"), frames(leaf, "B")
        assert set(front) == set(back)
        for number, (box, _) in front.items():
            assert box[0] + box[2] < middle
            assert back[number] == (pytest.approx(seen_from_behind(box, leaf, False), abs=CLOSE), True)
        pieces += len(front)
    assert pieces == 23


def test_sides_that_are_not_mirrored_have_the_same_layout() -> None:
    pdf = opened(pages_of(layout("a4", Duplex.NONE)))
    for fronts, backs in zip(pdf.pages[::2], pdf.pages[1::2], strict=True):
        assert frames(fronts, "F") == {
            number: (pytest.approx(box, abs=CLOSE), up) for number, (box, up) in frames(backs, "B").items()
        }


@pytest.mark.parametrize("name", PRINTED)
def test_faces_have_the_size_of_their_sheet_and_boxes_hold_whole_faces(name: str) -> None:
    sheet = load_sheet(name)
    pdf = opened(pages_of(layout(name, Duplex.LONG)))
    wanted = sheet.face or (63.5, 88.9)
    bleed = 3.0 if sheet.bleed is None else sheet.bleed
    assert sheet.paper is not None
    for leaf in pdf.pages:
        assert sorted((float(leaf.width) * MM, float(leaf.height) * MM)) == pytest.approx(
            sorted((sheet.paper.width, sheet.paper.height)), abs=0.05
        )
        boxes = [box for box, _ in (frames(leaf, "F") | frames(leaf, "B")).values()]
        for box in boxes:
            assert box[2:] == pytest.approx(wanted, abs=0.05)
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, low = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
        trim = [float(edge) * MM for edge in leaf.trimbox]
        assert trim == pytest.approx([left, top, right, low], abs=CLOSE)
        inked = [float(edge) * MM for edge in leaf.bleedbox]
        assert inked == pytest.approx([left - bleed, top - bleed, right + bleed, low + bleed], abs=CLOSE)


@pytest.mark.parametrize("name", HOME)
def test_crop_marks_reach_the_edge_of_the_paper_at_every_cut(name: str) -> None:
    pdf = opened(pages_of(layout(name, Duplex.LONG)))
    for leaf in pdf.pages:
        marked = sorted(
            {
                round(float(line["x0"]) * MM, 1)
                for line in leaf.lines
                if abs(float(line["x0"]) - float(line["x1"])) < 0.01 and float(line["top"]) < 0.1
            }
        )
        boxes = [box for box, _ in (frames(leaf, "F") | frames(leaf, "B")).values()]
        cuts = {round(x, 1) for box in boxes for x in (box[0], box[0] + box[2])}
        assert cuts <= {round(mark + step, 1) for mark in marked for step in (-0.1, 0, 0.1)}


@pytest.mark.parametrize(("name", "on_backs"), [("a4", True), ("counter-sheet", False)])
def test_registration_marks_are_on_both_sides_or_only_on_the_front(name: str, on_backs: bool) -> None:
    pdf = opened(pages_of(layout(name, Duplex.LONG)))
    fronts, backs = (
        [each for each in leaf.curves if abs(float(each["width"]) * MM - 3.0) < 0.01]
        for leaf in pdf.pages[:2]
    )
    assert len(fronts) == 4
    assert len(backs) == (4 if on_backs else 0)


@pytest.mark.parametrize(("name", "shift"), [("counter-sheet", (0.7, -0.4)), ("a4", (-1.2, 0.3))])
def test_a_printers_offset_moves_backs_and_their_boxes_and_nothing_else(
    name: str, shift: tuple[float, float]
) -> None:
    printer = Printer("laser", "long", shift, shift)
    plain, moved = (opened(pages_of(layout(name, Duplex.LONG, each))) for each in (None, printer))
    front = frames(plain.pages[0], "F")
    assert frames(moved.pages[0], "F") == front
    before, after = frames(plain.pages[1], "B"), frames(moved.pages[1], "B")
    for number, (box, _) in before.items():
        wanted = (box[0] + shift[0], box[1] + shift[1], *box[2:])
        assert after[number][0] == pytest.approx(wanted, abs=0.02)
    trims = [[float(edge) * MM for edge in pdf.pages[1].trimbox] for pdf in (plain, moved)]
    assert [b - a for a, b in zip(*trims, strict=True)] == pytest.approx([*shift, *shift], abs=0.02)


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
@pytest.mark.parametrize("duplex", list(Duplex))
def test_qpdf_finds_nothing_wrong(duplex: Duplex, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(pdf_bytes(pages_of(layout("a4", duplex)), About("Test", (), "Test")))
    done = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
