"""A PDF of vectors as PDF/X-1a:2003, which is what print services mean by a press-ready file.

All color is DeviceCMYK, text in grays is black alone, nothing is transparent, fonts are embedded, and the
file says for which printing condition it was made.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from builder.press.pdf.ink import CMYK, ink_of, text_ink
from builder.press.pdf.pdf import name_pages
from rulesdb import BrainbugError

if TYPE_CHECKING:
    import pikepdf

VERSION = "PDF/X-1a:2003"
# The registered name of what programs call U.S. Web Coated (SWOP) v2, which DriveThruCards wants.
_CONDITION = "CGATS TR 001"
_CONDITION_TITLE = "SWOP (Publication) printing in USA (Printing process definition: ANSI CGATS.6)"
_REGISTRY = "http://www.color.org"
_ZERO_DATE = "D:19700101000000Z"

_FILL, _STROKE = ("cs", "sc", "scn", "g", "rg", "k"), ("CS", "SC", "SCN", "G", "RG", "K")
_SHOWS_TEXT = frozenset({"Tj", "TJ", "'", '"'})
_PAINTS = frozenset({"f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "sh", "Do", "EI"})


class PressError(BrainbugError):
    """A drawing holds something that cannot be printed as it is asked for."""


def press_ready(pdf: bytes, ink_limit: float, names: Sequence[str] = ()) -> bytes:
    """A PDF of vectors in RGB or gray, with its page boxes set, as PDF/X-1a:2003.

    ``ink_limit`` is in per cent; ``names`` are what a reader shows in place of page numbers.

    Raises:
        PressError: the PDF holds pictures, transparency, or colors of another kind.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as document:
        for number, page in enumerate(document.pages, 1):
            _convert(document, page.obj, page.obj.get("/Resources"), ink_limit, f"page {number}")
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


def _declare(document: pikepdf.Pdf) -> None:
    """What the file says of itself; what belongs to screens and archives goes."""
    import pikepdf

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


def _convert(document: pikepdf.Pdf, holder: Any, resources: Any, limit: float, where: str) -> None:
    """Rewrite the colors of a page or form, and look through what it uses."""
    import pikepdf

    resources = resources if resources is not None else pikepdf.Dictionary()
    for state in resources.get("/ExtGState", pikepdf.Dictionary()).values():
        if float(state.get("/ca", 1)) < 1 or float(state.get("/CA", 1)) < 1 or "/SMask" in state:
            raise PressError(f"{where} is transparent in places, which {VERSION} does not allow")
    for thing in resources.get("/XObject", pikepdf.Dictionary()).values():
        if thing.get("/Subtype") != "/Form":
            raise PressError(f"{where} holds a picture; only drawings in lines are turned into {VERSION}")
        _convert(document, thing, thing.get("/Resources"), limit, where)
        _drop(thing, "/Group")
    if "/Pattern" in resources or "/Shading" in resources:
        raise PressError(f"{where} holds a pattern or a gradient, which is not turned into {VERSION}")
    spaces = resources.get("/ColorSpace", pikepdf.Dictionary())
    page = holder if holder.get("/Type") != "/Page" else pikepdf.Page(holder)
    written = pikepdf.unparse_content_stream(list(_inked(page, spaces, limit, where)))
    if holder.get("/Type") == "/Page":
        holder.Contents = document.make_stream(written)
        _drop(holder, "/Group", "/StructParents", "/Tabs")
    else:
        holder.write(written)
    _drop(resources, "/ColorSpace", "/ProcSet")


def _drop(holder: Any, *keys: str) -> None:
    for key in keys:
        if key in holder:
            del holder[key]


def _inked(page: Any, spaces: Any, limit: float, where: str) -> Iterator[Any]:
    """The instructions of a stream with every color as CMYK, and without the marks of a tagged file."""
    import pikepdf

    instructions = list(pikepdf.parse_content_stream(page))
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
        wanted = channels.get(operator, current["cs" if is_fill else "CS"])
        values = [float(value) for value in instruction.operands]
        if operator in ("k", "K") or len(values) != wanted:
            raise PressError(f"{where} has a color of a kind that is not turned into {VERSION}")
        color = (values * 3)[:3] if wanted == 1 else values
        ink = _ink(color, is_fill and _is_for_text(instructions, at), limit)
        yield pikepdf.ContentStreamInstruction(list(ink), pikepdf.Operator("k" if is_fill else "K"))


def _ink(color: Sequence[float], is_text: bool, limit: float) -> CMYK:
    red, green, blue = color
    return text_ink(red, green, blue, limit) if is_text else ink_of(red, green, blue, limit)


def _is_for_text(instructions: Sequence[Any], at: int) -> bool:
    """Whether the first thing painted after an instruction is text."""
    for later in instructions[at + 1 :]:
        operator = str(later.operator)
        if operator in _SHOWS_TEXT:
            return True
        if operator in _PAINTS:
            return False
    return False


def _channels_of(name: Any, spaces: Any, where: str) -> int:
    """How many channels a color space has: one of gray, or three of red, green and blue."""
    space = spaces.get(str(name), name)
    kind = str(space) if str(space).startswith("/") else str(space[0])
    if kind == "/ICCBased":
        count = int(space[1].N)
    else:
        count = {"/DeviceGray": 1, "/CalGray": 1, "/DeviceRGB": 3, "/CalRGB": 3}.get(kind, 0)
    if count not in (1, 3):
        raise PressError(f"{where} uses the color space {kind}, which is not turned into {VERSION}")
    return count
