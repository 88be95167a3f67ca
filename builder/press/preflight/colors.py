"""Color and ink of a PDF: which color spaces it uses, and how much ink its darkest color takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from builder.press.preflight.finding import Notebook
from builder.press.services.sheet import FileKind, Sheet

_SPACES = {"cs": "fill", "CS": "stroke"}
_SETS = {"sc": "fill", "scn": "fill", "SC": "stroke", "SCN": "stroke"}
_DEVICE = {"g": "gray", "G": "gray", "rg": "RGB", "RG": "RGB", "k": "CMYK", "K": "CMYK"}
_CHANNELS = {1: "gray", 3: "RGB", 4: "CMYK"}
_ROUNDING = 0.05


def check_colors(page: Any, sheet: Sheet, where: str, notes: Notebook) -> None:
    """Note colors that are not ink, and inks beyond the limit."""
    if sheet.file is not FileKind.PDF_X and sheet.ink_limit is None:
        return
    others: set[str] = set()
    most = 0.0
    for space, values in _colors(page, page.obj.get("/Resources"), notes):
        if space == "CMYK":
            most = max(most, 100 * sum(values))
        elif space == "gray":
            most = max(most, 100 * (1 - values[0]) if values else 0.0)
        else:
            others.add(space)
    for picture in _pictures(page.obj.get("/Resources")):
        space = _space_name(picture.get("/ColorSpace"), None)
        if space == "CMYK":
            most = max(most, _most_ink(picture, notes))
        elif space != "gray":
            others.add(space)
    if others and sheet.file is FileKind.PDF_X:
        message = f"colors in {', '.join(sorted(others))}"
        notes.add("color-space", where, message, "file", "every color is CMYK")
    if sheet.ink_limit is not None and most > sheet.ink_limit + _ROUNDING:
        message = f"{most:.0f} % of ink"
        notes.add("ink", where, message, "ink_limit", f"at most {sheet.ink_limit:g} % in all")


def _colors(stream: Any, resources: Any, notes: Notebook) -> Iterator[tuple[str, Sequence[float]]]:
    """Every color that a page or form sets: its kind, and its channels."""
    import pikepdf

    current = {"fill": "gray", "stroke": "gray"}
    spaces = resources.get("/ColorSpace") if resources is not None else None
    for instruction in pikepdf.parse_content_stream(stream):
        operator = str(instruction.operator)
        if operator in _SPACES:
            current[_SPACES[operator]] = _space_name(instruction.operands[0], spaces)
        elif operator in _SETS:
            values = [float(each) for each in instruction.operands if not isinstance(each, pikepdf.Name)]
            yield current[_SETS[operator]], values
        elif operator in _DEVICE:
            yield _DEVICE[operator], [float(each) for each in instruction.operands]
        elif operator == "sh":
            notes.leave("the ink of gradients")
    things = resources.get("/XObject") if resources is not None else None
    for thing in things.values() if things is not None else ():
        if thing.get("/Subtype") == "/Form":
            yield from _colors(thing, thing.get("/Resources"), notes)


def _pictures(resources: Any) -> Iterator[Any]:
    things = resources.get("/XObject") if resources is not None else None
    for thing in things.values() if things is not None else ():
        if thing.get("/Subtype") == "/Image" and not thing.get("/ImageMask", False):
            yield thing
        elif thing.get("/Subtype") == "/Form":
            yield from _pictures(thing.get("/Resources"))


def _space_name(space: Any, named: Any) -> str:
    """What kind of colors a color space holds, in a printer's words."""
    if space is None:
        return "gray"
    if named is not None and str(space) in named:
        space = named[str(space)]
    text = str(space)
    kind = text if text.startswith("/") else str(space[0])
    device = {"/DeviceGray": "gray", "/DeviceRGB": "RGB", "/DeviceCMYK": "CMYK", "/Pattern": "patterns"}
    if kind in device:
        return device[kind]
    if kind == "/ICCBased":
        return f"{_CHANNELS.get(int(space[1].N), 'profile')} with a profile"
    if kind == "/Indexed":
        return _space_name(space[1], named)
    return {"/CalRGB": "RGB", "/CalGray": "gray with a profile", "/Lab": "Lab"}.get(kind, "spot colors")


def _most_ink(picture: Any, notes: Notebook) -> float:
    """The most ink of a picture in CMYK of eight bits a channel, in per cent."""
    import pikepdf

    if int(picture.get("/BitsPerComponent", 8)) != 8 or str(picture.get("/ColorSpace")) != "/DeviceCMYK":
        notes.leave("the ink of pictures that are not plain CMYK")
        return 0.0
    try:
        dots = picture.read_bytes()
    except pikepdf.PdfError:
        notes.leave("the ink of compressed pictures")
        return 0.0
    inks = (dots[channel::4] for channel in range(4))
    return max(map(sum, zip(*inks, strict=False)), default=0) * 100 / 255
