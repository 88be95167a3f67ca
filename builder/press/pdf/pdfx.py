"""A vector PDF as PDF/X-1a:2003, the press-ready format that print services require, in CMYK.

All color is DeviceCMYK, gray text uses only black ink, nothing is transparent, fonts are embedded, and the
file names its printing condition.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from math import floor
from typing import Any

import pikepdf

from builder.press.pdf.pdf import name_pages
from rulesdb import BrainbugError

CMYK = tuple[float, float, float, float]

VERSION = "PDF/X-1a:2003"
# The registered name of what programs call U.S. Web Coated (SWOP) v2, which DriveThruCards requires.
_CONDITION = "CGATS TR 001"
_CONDITION_TITLE = "SWOP (Publication) printing in USA (Printing process definition: ANSI CGATS.6)"
_REGISTRY = "http://www.color.org"
_ZERO_DATE = "D:19700101000000Z"

_FILL, _STROKE = ("cs", "sc", "scn", "g", "rg", "k"), ("CS", "SC", "SCN", "G", "RG", "K")
_SHOWS_TEXT = frozenset({"Tj", "TJ", "'", '"'})
_PAINTS = frozenset({"f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "sh", "Do", "EI"})

# The largest difference between the channels of a color that looks gray, such as the cool gray of small
# print.
_MAX_GRAY_SPREAD = 0.13
# Gray text that is no lighter than this is printed black.
_MAX_BLACK_LIGHT = 0.25


class PressError(BrainbugError):
    """A drawing has something that cannot be printed as required."""


def press_ready(pdf: bytes, ink_limit: float, names: Sequence[str] = ()) -> bytes:
    """A vector PDF in RGB or gray, with its page boxes set, as PDF/X-1a:2003.

    ``ink_limit`` is in percent; a reader shows ``names`` instead of page numbers.

    Raises:
        PressError: the PDF has images, transparency, or colors of another kind.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for number, page in enumerate(document.pages, 1):
            for holder in (*painted_objects(page.obj), page.obj):
                _convert(document, holder, ink_limit, f"page {number}")
        _declare(document)
        if names:
            name_pages(document, names)
        document.remove_unreferenced_resources()
        out = io.BytesIO()
        document.save(
            out,
            deterministic_id=True,
            force_version="1.4",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    return out.getvalue()


def painted_objects(holder: Any) -> Iterator[Any]:
    """Every form and image that a page or form paints, directly or through other forms, once each.

    In a damaged file, a form may contain itself.
    """
    waiting, seen = [holder], set()
    while waiting:
        for painted in resources_of(waiting.pop(), "/XObject"):
            if painted.objgen not in seen:
                seen.add(painted.objgen)
                yield painted
                waiting += [painted] if painted.get("/Subtype") == "/Form" else []


def resources_of(holder: Any, category: str) -> list[Any]:
    """The resources of a page or form in one category, as ``/ExtGState``."""
    return list(holder.get("/Resources", pikepdf.Dictionary()).get(category, pikepdf.Dictionary()).values())


def is_transparent(state: Any) -> bool:
    """Whether a graphics state makes paint transparent."""
    opacity = min(float(state.get("/ca", 1)), float(state.get("/CA", 1)))
    return opacity < 1 or str(state.get("/SMask", "/None")) != "/None"


def _declare(document: pikepdf.Pdf) -> None:
    """State the standard and the printing condition; remove metadata for screens and archives."""
    _drop(document.Root, "/Metadata", "/OutputIntents", "/StructTreeRoot", "/MarkInfo", "/ViewerPreferences")
    intent = pikepdf.Dictionary(
        Type=pikepdf.Name.OutputIntent,
        S=pikepdf.Name.GTS_PDFX,
        OutputConditionIdentifier=pikepdf.String(_CONDITION),
        OutputCondition=pikepdf.String(_CONDITION_TITLE),
        RegistryName=pikepdf.String(_REGISTRY),
        Info=pikepdf.String(_CONDITION_TITLE),
    )
    document.Root.OutputIntents = pikepdf.Array([document.make_indirect(intent)])
    info = document.docinfo
    info["/GTS_PDFXVersion"] = VERSION
    info["/Trapped"] = pikepdf.Name("/False")
    info["/CreationDate"] = info["/ModDate"] = _ZERO_DATE


def _convert(document: pikepdf.Pdf, holder: Any, limit: float, where: str) -> None:
    """Rewrite the colors of a page or form."""
    is_page = holder.get("/Type") == "/Page"
    if not is_page and holder.get("/Subtype") != "/Form":
        raise PressError(f"{where} has an image; only vector drawings can be converted to {VERSION}")
    if any(map(is_transparent, resources_of(holder, "/ExtGState"))):
        raise PressError(f"{where} is transparent in places, which {VERSION} does not allow")
    resources = holder.get("/Resources", pikepdf.Dictionary())
    if "/Pattern" in resources or "/Shading" in resources:
        raise PressError(f"{where} has a pattern or a gradient, which cannot be converted to {VERSION}")
    spaces = resources.get("/ColorSpace", pikepdf.Dictionary())
    instructions = pikepdf.parse_content_stream(pikepdf.Page(holder) if is_page else holder)
    written = pikepdf.unparse_content_stream(list(_inked(instructions, spaces, limit, where)))
    if is_page:
        holder.Contents = document.make_stream(written)
    else:
        holder.write(written)
    _drop(holder, "/Group", "/StructParents", "/Tabs")
    _drop(resources, "/ColorSpace", "/ProcSet")


def _drop(holder: Any, *keys: str) -> None:
    for key in keys:
        if key in holder:
            del holder[key]


def _inked(instructions: Sequence[Any], spaces: Any, limit: float, where: str) -> Iterator[Any]:
    """The instructions of a stream with all colors in CMYK, and without the marks of a tagged file."""
    channels = {"g": 1, "G": 1, "rg": 3, "RG": 3}
    current = {"cs": 1, "CS": 1}
    for at, instruction in enumerate(instructions):
        operator = str(instruction.operator)
        if operator in ("BDC", "BMC", "EMC", "DP", "MP"):
            continue
        if operator in current:
            current[operator] = _channels_of(instruction.operands[0], spaces, where)
            continue
        if operator not in _FILL and operator not in _STROKE:
            yield instruction
            continue
        is_fill = operator in _FILL
        count = channels.get(operator, current["cs" if is_fill else "CS"])
        values = [float(value) for value in instruction.operands]
        if operator in ("k", "K") or len(values) != count:
            raise PressError(f"{where} has a kind of color that cannot be converted to {VERSION}")
        red, green, blue = (values * 3)[:3] if count == 1 else values
        to_ink = text_ink if is_fill and _is_for_text(instructions, at) else ink_of
        ink = to_ink(red, green, blue, limit)
        yield pikepdf.ContentStreamInstruction(list(ink), pikepdf.Operator("k" if is_fill else "K"))


def _is_for_text(instructions: Sequence[Any], at: int) -> bool:
    """Whether the first thing painted after an instruction is text."""
    operators = (str(later.operator) for later in instructions[at + 1 :])
    return next((each in _SHOWS_TEXT for each in operators if each in _SHOWS_TEXT | _PAINTS), False)


def _channels_of(name: Any, spaces: Any, where: str) -> int:
    """The number of channels of a color space: one for gray, three for red, green and blue."""
    space = spaces.get(str(name), name)
    kind = str(space) if str(space).startswith("/") else str(space[0])
    if kind == "/ICCBased":
        count = int(space[1].N)
    else:
        count = {"/DeviceGray": 1, "/CalGray": 1, "/DeviceRGB": 3, "/CalRGB": 3}.get(kind, 0)
    if count not in (1, 3):
        raise PressError(f"{where} uses the color space {kind}, which cannot be converted to {VERSION}")
    return count


def ink_of(red: float, green: float, blue: float, limit: float = 400.0) -> CMYK:
    """The ink of a color, each channel from 0 to 1, with no more than ``limit`` percent in all.

    Black ink prints the darkness that all three channels share (full black generation), at most two other
    inks the hue. If that exceeds the limit, the colored inks are reduced and black is not.

    >>> ink_of(1, 1, 1)
    (0.0, 0.0, 0.0, 0.0)
    >>> ink_of(0, 0, 0)
    (0.0, 0.0, 0.0, 1.0)
    >>> ink_of(0.3, 0.45, 0.6)
    (0.5, 0.25, 0.0, 0.4)
    >>> ink_of(0, 0, 0.3), ink_of(0, 0, 0.3, limit=240)
    ((1.0, 1.0, 0.0, 0.7), (0.85, 0.85, 0.0, 0.7))
    """
    light = float(max(red, green, blue))
    if light <= 0:
        return 0.0, 0.0, 0.0, 1.0
    black = round(1 - light, 4)
    colored = [(light - channel) / light for channel in (red, green, blue)]
    room = limit / 100 - black
    thinned = min(1.0, max(0.0, room) / sum(colored)) if any(colored) else 1.0
    cyan, magenta, yellow = (floor(ink * thinned * 10_000 + 1e-6) / 10_000 for ink in colored)
    return cyan, magenta, yellow, black


def text_ink(red: float, green: float, blue: float, limit: float = 400.0) -> CMYK:
    """The ink of text: grays use only black, so that misregistered plates do not cause colored edges.

    >>> text_ink(0.11, 0.13, 0.15)
    (0.0, 0.0, 0.0, 1.0)
    >>> text_ink(0.35, 0.4, 0.44)
    (0.0, 0.0, 0.0, 0.61)
    """
    channels = (red, green, blue)
    if max(channels) - min(channels) > _MAX_GRAY_SPREAD:
        return ink_of(red, green, blue, limit)
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    return 0.0, 0.0, 0.0, 1.0 if light <= _MAX_BLACK_LIGHT else round(1 - light, 2)
