"""Page, trim and bleed boxes, faces and their safe zones, in a PDF of any origin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from builder.press.pages.page import Box
from builder.press.preflight.finding import Notebook
from builder.press.services.sheet import Sheet

_MM = 25.4 / 72
_CLOSE = 0.1
_TOUCH = 0.05


@dataclass(frozen=True, slots=True)
class Boxes:
    """The boxes of a page in mm from its top left corner; ``trim`` and ``bleed`` are ``None`` if not set."""

    width: float
    height: float
    trim: Box | None
    bleed: Box | None


def boxes_of(page: Any) -> Boxes:
    """The boxes of a pikepdf page."""
    left, bottom, right, top = (float(edge) for edge in page.mediabox)

    def read(key: str) -> Box | None:
        if key not in page.obj:
            return None
        x0, y0, x1, y1 = (float(edge) for edge in page.obj[key])
        return (x0 - left) * _MM, (top - y1) * _MM, (x1 - x0) * _MM, (y1 - y0) * _MM

    return Boxes((right - left) * _MM, (top - bottom) * _MM, read("/TrimBox"), read("/BleedBox"))


def check_boxes(boxes: Boxes, sheet: Sheet, where: str, notes: Notebook) -> None:
    """Note a page, a trim or a bleed of another size than the sheet's."""
    _check_page(boxes, sheet, where, notes)
    if boxes.trim is None:
        notes.add("trim", where, "the page has no TrimBox", "face.width", "it says where the page is cut")
        return
    if sheet.face is not None:
        _check_trim(boxes.trim, sheet, sheet.face, where, notes)
    if sheet.bleed is not None:
        _check_bleed(boxes.trim, boxes.bleed or boxes.trim, sheet.bleed, where, notes)


def _check_page(boxes: Boxes, sheet: Sheet, where: str, notes: Notebook) -> None:
    measured = (boxes.width, boxes.height)
    if sheet.paper is not None:
        wanted, key = (sheet.paper.width, sheet.paper.height), "width"
        turned = [wanted, wanted[::-1]] if sheet.may_turn else [wanted]
    elif sheet.face is not None:
        bleed = sheet.bleed or 0.0
        wanted, key = (sheet.face[0] + 2 * bleed, sheet.face[1] + 2 * bleed), "face.width"
        turned = [wanted]
    else:
        return
    if not any(_alike(measured, each) for each in turned):
        what = "of the page" if sheet.paper is not None else "of a face with its bleed"
        notes.add(
            "page-size", where, f"the page is {_size(measured)}", key, f"{_size(wanted)} is the size {what}"
        )


def _check_trim(trim: Box, sheet: Sheet, face: tuple[float, float], where: str, notes: Notebook) -> None:
    if sheet.paper is None:
        if not _alike(trim[2:], face):
            message = f"the page is cut to {_size(trim[2:])}"
            notes.add("trim", where, message, "face.width", f"a face is {_size(face)}")
        return
    gutter = sheet.gutter if sheet.gutter is not None else 2 * (sheet.bleed or 0.0)
    for length, size, key in ((trim[2], face[0], "face.width"), (trim[3], face[1], "face.height")):
        count = (length + gutter) / (size + gutter)
        if round(count) < 1 or abs(count - round(count)) * (size + gutter) > _CLOSE:
            message = f"{length:.2f} mm from the first cut to the last is no whole number of faces"
            notes.add("trim", where, message, key, f"a face is {size:g} mm and the gutter {gutter:g}")


def _check_bleed(trim: Box, bleed: Box, wanted: float, where: str, notes: Notebook) -> None:
    around = (
        trim[0] - bleed[0],
        trim[1] - bleed[1],
        bleed[0] + bleed[2] - trim[0] - trim[2],
        bleed[1] + bleed[3] - trim[1] - trim[3],
    )
    if min(around) < wanted - _TOUCH:
        message = f"{max(0.0, min(around)):.2f} mm of bleed"
        notes.add("bleed", where, message, "face.bleed", f"at least {wanted:g} mm on every side")


def faces_on(boxes: Boxes, sheet: Sheet) -> Sequence[Box]:
    """The trimmed faces of a page; empty if the page does not give them."""
    if boxes.trim is None:
        return []
    if sheet.paper is None or sheet.face is None:
        return [boxes.trim] if sheet.paper is None else []
    gutter = sheet.gutter if sheet.gutter is not None else 2 * (sheet.bleed or 0.0)
    x, y, width, height = boxes.trim
    columns, rows = (
        max(1, round((length + gutter) / (size + gutter)))
        for length, size in ((width, sheet.face[0]), (height, sheet.face[1]))
    )
    return [
        (x + column * (sheet.face[0] + gutter), y + row * (sheet.face[1] + gutter), *sheet.face)
        for row in range(rows)
        for column in range(columns)
    ]


def check_safe_zone(
    texts: Sequence[tuple[str, Box]], faces: Sequence[Box], sheet: Sheet, where: str, notes: Notebook
) -> None:
    """Note every text that comes nearer to a cut than the safe zone allows."""
    if sheet.safe is None:
        return
    for text, box in texts:
        for face in faces:
            near = nearest_cut(box, face)
            if near is not None and near < sheet.safe - _TOUCH:
                how = f"{near:.2f} mm inside the cut" if near > 0 else "on the cut or over it"
                message = f"“{_short(text)}” is {how}"
                notes.add("safe-zone", where, message, "face.safe", f"text keeps {sheet.safe:g} mm inside")


def nearest_cut(box: Box, face: Box) -> float | None:
    """How far a text keeps inside a face's cuts, in mm, less than 0 over them; None if it is elsewhere.

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
    """Whether a box goes on with the line of another."""
    shared = min(before[1] + before[3], after[1] + after[3]) - max(before[1], after[1])
    gap = after[0] - before[0] - before[2]
    return shared > min(before[3], after[3]) / 2 and abs(gap) < max(before[3], after[3]) * 0.6


def _around(a: Box, b: Box) -> Box:
    x, y = min(a[0], b[0]), min(a[1], b[1])
    return x, y, max(a[0] + a[2], b[0] + b[2]) - x, max(a[1] + a[3], b[1] + b[3]) - y


def check_art(page: Any, boxes: Boxes, sheet: Sheet, where: str, notes: Notebook) -> None:
    """Note art that ends before the bleed does, on a page that is a face."""
    import pypdfium2.raw as raw

    if sheet.paper is not None or sheet.bleed is None or boxes.trim is None:
        return
    kinds = [raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING, raw.FPDF_PAGEOBJ_FORM]
    # What lies inside a form is measured from the form's own corner, so the form counts as a whole.
    bounds = [each.get_bounds() for each in page.get_objects(filter=kinds, max_depth=1)]
    if not bounds:
        notes.add("bleed", where, "there is no art at all", "face.bleed", _reach(sheet.bleed))
        return
    x, y, width, height = boxes.trim
    beyond = (
        x - min(each[0] for each in bounds) * _MM,
        y - (boxes.height - max(each[3] for each in bounds) * _MM),
        max(each[2] for each in bounds) * _MM - x - width,
        boxes.height - min(each[1] for each in bounds) * _MM - y - height,
    )
    if min(beyond) < sheet.bleed - _CLOSE:
        side = ("left", "top", "right", "bottom")[beyond.index(min(beyond))]
        message = f"the art ends {min(beyond):.2f} mm beyond the {side} cut"
        notes.add("bleed", where, message, "face.bleed", _reach(sheet.bleed))


def _reach(bleed: float) -> str:
    return f"art goes {bleed:g} mm beyond every cut"


def _alike(measured: Sequence[float], wanted: Sequence[float]) -> bool:
    return all(abs(a - b) <= _CLOSE for a, b in zip(measured, wanted, strict=True))


def _size(size: Sequence[float]) -> str:
    return f"{size[0]:.4g} × {size[1]:.4g} mm"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:39]}…"
