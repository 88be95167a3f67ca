"""Page, trim and bleed boxes, faces and their safe zones, in a PDF from any program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as raw

from builder.press.pages.page import Box
from builder.press.preflight.finding import Notebook

_MM = 25.4 / 72
_CLOSE = 0.1
_TOUCH = 0.05
# The largest page of the format is 14,400 units on a side.
_MAX_EDGE = 14_400
_ART = [raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING, raw.FPDF_PAGEOBJ_FORM]


@dataclass(frozen=True, slots=True)
class Boxes:
    """The boxes of a page in mm from its top left corner; ``trim`` and ``bleed`` are None if not set."""

    width: float
    height: float
    trim: Box | None
    bleed: Box | None


def boxes_of(page: Any) -> Boxes:
    """The boxes of a pikepdf page.

    Raises:
        ValueError: one is not four numbers within the limits of the format.
    """

    def edges(box: Any) -> tuple[float, float, float, float]:
        one, two, three, four = (float(edge) for edge in box)
        if not all(abs(edge) <= _MAX_EDGE for edge in (one, two, three, four)):
            raise ValueError("a box is out of bounds")
        return one, two, three, four

    left, bottom, right, top = edges(page.mediabox)

    def read(key: str) -> Box | None:
        if key not in page.obj:
            return None
        x0, y0, x1, y1 = edges(page.obj[key])
        return (x0 - left) * _MM, (top - y1) * _MM, (x1 - x0) * _MM, (y1 - y0) * _MM

    return Boxes((right - left) * _MM, (top - bottom) * _MM, read("/TrimBox"), read("/BleedBox"))


def check_geometry(page: Any, rendered: Any, where: str, notes: Notebook) -> None:
    """Report boxes of the wrong size, texts too near to a cut, and art without bleed.

    ``page`` is a pikepdf page and ``rendered`` the same page of pypdfium2.
    """
    boxes = boxes_of(page)
    _check_page(boxes, where, notes)
    if boxes.trim is None:
        notes.add("trim", where, "the page has no TrimBox", "face.width", "it defines where the page is cut")
        return
    _check_trim(boxes.trim, where, notes)
    _check_bleed(boxes.trim, boxes.bleed or boxes.trim, where, notes)
    _check_safe_zone(texts_of(rendered, boxes.height), _faces_on(boxes.trim, notes), where, notes)
    _check_art(rendered, boxes, boxes.trim, where, notes)


def _check_page(boxes: Boxes, where: str, notes: Notebook) -> None:
    sheet, measured = notes.sheet, (boxes.width, boxes.height)
    if sheet.paper is not None:
        size, key, what = (sheet.paper.width, sheet.paper.height), "width", "of the page"
    elif sheet.face is not None:
        bleed = sheet.bleed or 0.0
        size = sheet.face[0] + 2 * bleed, sheet.face[1] + 2 * bleed
        key, what = "face.width", "of a face with its bleed"
    else:
        return
    may_turn = sheet.paper is not None and sheet.may_turn
    if not _alike(measured, size) and not (may_turn and _alike(measured, size[::-1])):
        message = f"the page is {_size(measured)}"
        notes.add("page-size", where, message, key, f"{_size(size)} is the size {what}")


def _check_trim(trim: Box, where: str, notes: Notebook) -> None:
    sheet = notes.sheet
    if sheet.face is None:
        return
    if sheet.paper is None:
        if not _alike(trim[2:], sheet.face):
            message = f"the page is cut to {_size(trim[2:])}"
            notes.add("trim", where, message, "face.width", f"a face is {_size(sheet.face)}")
        return
    gutter = _gutter(notes)
    for length, size, key in zip(trim[2:], sheet.face, ("face.width", "face.height"), strict=True):
        count = (length + gutter) / (size + gutter)
        if round(count) < 1 or abs(count - round(count)) * (size + gutter) > _CLOSE:
            message = f"{length:.2f} mm from the first cut to the last is not a whole number of faces"
            notes.add("trim", where, message, key, f"a face is {size:g} mm and the gutter {gutter:g}")


def _check_bleed(trim: Box, bleed: Box, where: str, notes: Notebook) -> None:
    required = notes.sheet.bleed
    around = (
        trim[0] - bleed[0],
        trim[1] - bleed[1],
        bleed[0] + bleed[2] - trim[0] - trim[2],
        bleed[1] + bleed[3] - trim[1] - trim[3],
    )
    if required is not None and min(around) < required - _TOUCH:
        message = f"{max(0.0, min(around)):.2f} mm of bleed"
        notes.add("bleed", where, message, "face.bleed", f"at least {required:g} mm on every side")


def _gutter(notes: Notebook) -> float:
    sheet = notes.sheet
    return sheet.gutter if sheet.gutter is not None else 2 * (sheet.bleed or 0.0)


def _faces_on(trim: Box, notes: Notebook) -> Sequence[Box]:
    """The trimmed faces of a page; empty if the sheet does not give their size."""
    sheet = notes.sheet
    if sheet.paper is None:
        return [trim]
    if sheet.face is None:
        return []
    gutter = _gutter(notes)
    x, y, width, height = trim
    columns, rows = (
        max(1, round((length + gutter) / (size + gutter)))
        for length, size in zip((width, height), sheet.face, strict=True)
    )
    return [
        (x + column * (sheet.face[0] + gutter), y + row * (sheet.face[1] + gutter), *sheet.face)
        for row in range(rows)
        for column in range(columns)
    ]


def _check_safe_zone(
    texts: Iterable[tuple[str, Box]], faces: Sequence[Box], where: str, notes: Notebook
) -> None:
    """Report every text that is nearer to a cut than the safe zone allows."""
    safe = notes.sheet.safe
    if safe is None:
        return
    for text, box in texts:
        for face in faces:
            near = nearest_cut(box, face)
            if near is not None and near < safe - _TOUCH:
                how = f"{near:.2f} mm inside the cut" if near > 0 else "on the cut or over it"
                message = f"“{_short(text)}” is {how}"
                required = f"text must be at least {safe:g} mm inside"
                notes.add("safe-zone", where, message, "face.safe", required)


def nearest_cut(box: Box, face: Box) -> float | None:
    """The distance of a text inside a face's cuts, in mm; negative if it crosses them, None elsewhere.

    >>> nearest_cut((5, 5, 10, 2), (0, 0, 50, 50))
    5
    >>> nearest_cut((60, 5, 10, 2), (0, 0, 50, 50)) is None
    True
    """
    x, y, width, height = box
    left, top, across, down = face
    middle = (x + width / 2, y + height / 2)
    if not (left <= middle[0] <= left + across and top <= middle[1] <= top + down):
        return None
    return min(x - left, y - top, left + across - x - width, top + down - y - height)


def texts_of(page: Any, height: float) -> Iterator[tuple[str, Box]]:
    """The runs of text of a pypdfium2 page, each with the box of its ink in mm from the top left corner."""
    textpage = page.get_textpage()
    words, box = "", (0.0, 0.0, 0.0, 0.0)
    for index in range(textpage.count_rects()):
        left, bottom, right, top = textpage.get_rect(index)
        text = textpage.get_text_bounded(left, bottom, right, top).strip()
        new = (left * _MM, height - top * _MM, (right - left) * _MM, (top - bottom) * _MM)
        if text and words and _follows(box, new):
            words, box = words + text, _around(box, new)
        elif text:
            if words:
                yield words, box
            words, box = text, new
    if words:
        yield words, box


def _follows(before: Box, after: Box) -> bool:
    """Whether a box continues the line of another."""
    shared = min(before[1] + before[3], after[1] + after[3]) - max(before[1], after[1])
    gap = after[0] - before[0] - before[2]
    return shared > min(before[3], after[3]) / 2 and abs(gap) < max(before[3], after[3]) * 0.6


def _around(a: Box, b: Box) -> Box:
    x, y = min(a[0], b[0]), min(a[1], b[1])
    return x, y, max(a[0] + a[2], b[0] + b[2]) - x, max(a[1] + a[3], b[1] + b[3]) - y


def _check_art(rendered: Any, boxes: Boxes, trim: Box, where: str, notes: Notebook) -> None:
    """Report art that ends before the bleed does, on a page that is a face."""
    bleed = notes.sheet.bleed
    if notes.sheet.paper is not None or bleed is None:
        return
    required = f"art must extend {bleed:g} mm beyond every cut"
    # Objects inside a form are measured from the form's own corner, so the form counts as a whole.
    bounds = [each.get_bounds() for each in rendered.get_objects(filter=_ART, max_depth=1)]
    if not bounds:
        notes.add("bleed", where, "there is no art", "face.bleed", required)
        return
    x, y, width, height = trim
    overhangs = {
        "left": x - min(each[0] for each in bounds) * _MM,
        "top": y - (boxes.height - max(each[3] for each in bounds) * _MM),
        "right": max(each[2] for each in bounds) * _MM - x - width,
        "bottom": boxes.height - min(each[1] for each in bounds) * _MM - y - height,
    }
    side = min(overhangs, key=overhangs.__getitem__)
    if overhangs[side] < bleed - _CLOSE:
        message = f"the art ends {overhangs[side]:.2f} mm beyond the {side} cut"
        notes.add("bleed", where, message, "face.bleed", required)


def _alike(measured: Sequence[float], wanted: Sequence[float]) -> bool:
    return all(abs(a - b) <= _CLOSE for a, b in zip(measured, wanted, strict=True))


def _size(size: Sequence[float]) -> str:
    return f"{size[0]:.4g} × {size[1]:.4g} mm"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:39]}…"
