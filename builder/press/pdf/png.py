"""Pages, cards and counters as pictures of a resolution in dots per inch."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator

from builder.draw.surface.canvas import Drawing
from builder.press.pdf.typeset import Leaf, typeset_png

RESOLUTIONS = (150, 300, 600)
_INCH = 0.0254
_HEADER = 33


def png_pictures(drawings: Iterable[Drawing], dpi: int, *, cut: float = 0.0) -> Iterator[bytes]:
    """Each drawing as a PNG that knows its resolution, without ``cut`` mm on every side.

    One is made after the other: a page at 600 dots takes 140 MB while it is drawn.
    """
    for drawing in drawings:
        [picture] = typeset_png([Leaf(drawing, cut)], dpi)
        yield _with_resolution(picture, dpi)


def png_size(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels."""
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _with_resolution(data: bytes, dpi: int) -> bytes:
    """The same picture with the chunk that says how many pixels make a meter, behind the header."""
    meter = round(dpi / _INCH)
    body = b"pHYs" + struct.pack(">IIB", meter, meter, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    return data[:_HEADER] + chunk + data[_HEADER:]
