"""Drawings as PNG images, and the size and resolution that a PNG states."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator

from builder.draw.surface.canvas import Drawing
from builder.press.pdf.typeset import typeset_png
from rulesdb import InputError

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# An A3 page at 600 dots per inch, which needs nearly a gibibyte while it is drawn.
MAX_PIXELS = 70_000_000
_MAX_CHUNKS = 100_000
_INCH = 0.0254
_HEADER_END = 33


def png_images(drawings: Iterable[Drawing], dpi: int, *, cut: float = 0.0) -> Iterator[bytes]:
    """Each drawing as a PNG that states its resolution, without ``cut`` mm on every side.

    They are drawn one by one, because an A4 page at 600 dots per inch takes 450 MB while it is drawn.

    Raises:
        InputError: one has too many pixels.
    """
    dots = round(dpi / _INCH)
    body = b"pHYs" + struct.pack(">IIB", dots, dots, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    for drawing in drawings:
        width, height = (
            round((size - 2 * cut) / 1000 / _INCH * dpi) for size in (drawing.width, drawing.height)
        )
        if width * height > MAX_PIXELS:
            raise InputError(
                f"{drawing.title}: a PNG at {dpi} dots per inch has {width} × {height} pixels; use a lower "
                f"resolution or a smaller size, for at most {MAX_PIXELS // 10**6} million pixels"
            )
        data = typeset_png(drawing, dpi, cut)
        yield data[:_HEADER_END] + chunk + data[_HEADER_END:]


def png_defect(data: bytes) -> str:
    """Why a file that starts as a PNG is none, in words; empty if each of its parts is complete."""
    at = len(SIGNATURE)
    kinds: set[bytes] = set()
    for _ in range(_MAX_CHUNKS):
        if at + 12 > len(data):
            return "the file is cut off"
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        end = at + 8 + length
        if end + 4 > len(data):
            return "the file is cut off"
        if zlib.crc32(memoryview(data)[at + 4 : end]) != int.from_bytes(data[end : end + 4]):
            return "a checksum is wrong"
        if not kinds and (kind != b"IHDR" or length != 13 or 0 in png_size(data)):
            return "it does not begin with a size"
        kinds.add(kind)
        at = end + 4
        if kind == b"IEND":
            return "" if b"IDAT" in kinds else "it has no pixels"
    return f"it has more than {_MAX_CHUNKS} chunks"


def png_size(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels."""
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def pixels_listed(data: bytes, dpi: int) -> dict[str, int]:
    """The resolution and size of a PNG, as a manifest lists them."""
    width, height = png_size(data)
    return {"dpi": dpi, "width_px": width, "height_px": height}


def png_resolution(data: bytes) -> float | None:
    """The dots per inch that a PNG states; None if it does not."""
    at = len(SIGNATURE)
    while at + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"pHYs" and length == 9:
            across, down, unit = struct.unpack(">IIB", data[at + 8 : at + 17])
            return float(min(across, down) * _INCH) if unit == 1 else None
        if kind == b"IDAT":
            return None
        at += 12 + length
    return None
