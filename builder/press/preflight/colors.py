"""Color and ink of a PDF: which color spaces it uses, and how much ink its darkest color takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf

from builder.press.pdf.pdfx import painted_objects
from builder.press.preflight.finding import Notebook
from builder.press.services.sheet import FileKind

_SPACES = {"cs": "fill", "CS": "stroke"}
_SETS = {"sc": "fill", "scn": "fill", "SC": "stroke", "SCN": "stroke"}
_DEVICE = {"g": "gray", "G": "gray", "rg": "RGB", "RG": "RGB", "k": "CMYK", "K": "CMYK"}
_CHANNELS = {1: "gray", 3: "RGB", 4: "CMYK"}
_SPACE_NAMES = {
    "/DeviceGray": "gray",
    "/DeviceRGB": "RGB",
    "/DeviceCMYK": "CMYK",
    "/Pattern": "patterns",
    "/CalRGB": "RGB",
    "/CalGray": "gray with a profile",
    "/Lab": "Lab",
}
_ROUNDING = 0.05
# They take two seconds.
_MAX_PIXELS = 20_000_000
_OPERATORS = " ".join((*_SPACES, *_SETS, *_DEVICE, "sh"))

Ink = tuple[str, float]


class ColorCheck:
    """Reports colors that are not CMYK or gray, and colors with more ink than the limit.

    It reads each form or image only once, even if many pages paint it.
    """

    def __init__(self, notes: Notebook) -> None:
        self._notes = notes
        self._inks: dict[tuple[int, int], list[Ink]] = {}

    def check(self, page: pikepdf.Page, where: str) -> None:
        """Report the defects of a page."""
        notes, sheet = self._notes, self._notes.sheet
        if sheet.file is not FileKind.PDF_X and sheet.ink_limit is None:
            return
        others: set[str] = set()
        most = 0.0
        with notes.reading(where, "a color"):
            for space, ink in self._inks_of_page(page):
                if space in ("CMYK", "gray"):
                    most = max(most, ink)
                else:
                    others.add(space)
        if others and sheet.file is FileKind.PDF_X:
            message = f"colors in {', '.join(sorted(others))}"
            notes.add("color-space", where, message, "file", "every color is CMYK")
        if sheet.ink_limit is not None and most > sheet.ink_limit + _ROUNDING:
            notes.add(
                "ink", where, f"{most:.0f} % of ink", "ink_limit", f"at most {sheet.ink_limit:g} % in all"
            )

    def _inks_of_page(self, page: pikepdf.Page) -> Iterator[Ink]:
        """The color space of every color and image, and its ink in percent if that is measured."""
        yield from _inks_of_stream(page, page.obj.get("/Resources"), self._notes)
        for painted in painted_objects(page.obj):
            if painted.objgen not in self._inks:
                self._inks[painted.objgen] = list(_inks_of_object(painted, self._notes))
            yield from self._inks[painted.objgen]


def _inks_of_object(painted: Any, notes: Notebook) -> Iterator[Ink]:
    if painted.get("/Subtype") == "/Form":
        # Many instructions have the same few colors.
        yield from dict.fromkeys(_inks_of_stream(painted, painted.get("/Resources"), notes))
    elif painted.get("/Subtype") == "/Image" and not painted.get("/ImageMask", False):
        space = _space_name(painted.get("/ColorSpace"), None)
        yield space, _most_ink(painted, notes) if space == "CMYK" else 0.0


def _inks_of_stream(stream: Any, resources: Any, notes: Notebook) -> Iterator[Ink]:
    current = {"fill": "gray", "stroke": "gray"}
    spaces = resources.get("/ColorSpace") if resources is not None else None
    for instruction in pikepdf.parse_content_stream(stream, _OPERATORS):
        operator = str(instruction.operator)
        if operator in _SPACES:
            current[_SPACES[operator]] = _space_name(instruction.operands[0], spaces)
        elif operator in _SETS or operator in _DEVICE:
            space = current[_SETS[operator]] if operator in _SETS else _DEVICE[operator]
            values = [float(each) for each in instruction.operands if not isinstance(each, pikepdf.Name)]
            yield space, 100 * (1 - values[0]) if space == "gray" and values else 100 * sum(values)
        elif operator == "sh":
            notes.leave("the ink of gradients")


def _space_name(space: Any, named: Any) -> str:
    """The name of a color space, as printers call it."""
    if space is None:
        return "gray"
    if named is not None and str(space) in named:
        space = named[str(space)]
    text = str(space)
    kind = text if text.startswith("/") else str(space[0])
    if kind == "/ICCBased":
        return f"{_CHANNELS.get(int(space[1].N), 'profile')} with a profile"
    if kind == "/Indexed":
        return _space_name(space[1], named)
    return _SPACE_NAMES.get(kind, "spot colors")


def _most_ink(image: Any, notes: Notebook) -> float:
    """The most ink of an image in CMYK of eight bits a channel, in percent."""
    if int(image.Width) * int(image.Height) > _MAX_PIXELS:
        notes.leave(f"the ink of images with more than {_MAX_PIXELS // 10**6} million pixels")
        return 0.0
    if int(image.get("/BitsPerComponent", 8)) != 8 or str(image.get("/ColorSpace")) != "/DeviceCMYK":
        notes.leave("the ink of images that are not 8-bit CMYK")
        return 0.0
    try:
        dots = image.read_bytes()
    except pikepdf.PdfError:
        notes.leave("the ink of compressed images")
        return 0.0
    inks = (dots[channel::4] for channel in range(4))
    return max(map(sum, zip(*inks, strict=False)), default=0) * 100 / 255
