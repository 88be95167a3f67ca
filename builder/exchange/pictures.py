"""Drawings as images in pixels, many at once, and where the board of a map is in its image."""

from __future__ import annotations

import hashlib
import math
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
import pypdfium2

from builder.draw.maps.map_artist import MapView
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.press.pdf.png import MAX_PIXELS, SIGNATURE
from builder.press.pdf.typeset import About, typeset_pdf
from rulesdb import InputError

Pixels = Any
"""An array of rows × columns × 3 bytes: red, green, blue."""
_POINTS_IN_MM = 72 / 25.4
_COMPRESSION = 6
_SHEET_COLUMNS = 16
_HEADER_END = 33
# The sizes of drawings are rounded to this, in mm.
_ROUNDING = 0.001


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG with its size in pixels."""

    data: bytes
    width: int
    height: int

    @property
    def name(self) -> str:
        """A file name that depends only on the contents, and reveals nothing about them."""
        return f"{hashlib.sha256(self.data).hexdigest()[:16]}.png"


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """The image of a map, and where its board is.

    ``origin`` is the place in pixels of the board's own zero, and ``scale`` the pixels for each of its units:
    mm of a grid of hexes or dots, inches or centimeters of a table.
    """

    title: str
    picture: Picture
    origin: tuple[float, float]
    scale: float

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        """The pixel of a point of the board."""
        return self.origin[0] + point[0] * self.scale, self.origin[1] + point[1] * self.scale


def board_pictures(views: Sequence[MapView], scale: float, anchor: tuple[float, float]) -> list[BoardPicture]:
    """The images of maps, without their titles.

    Args:
        views: the maps.
        scale: pixels for each unit of the board.
        anchor: a point of the board that is on a whole pixel, such as the center of the first hex.

    Raises:
        InputError: an image would be too large.
    """
    plans = []
    for view in views:
        across = scale / view.scale
        left, top, width, height = view.box
        # The image begins where the anchor is a whole number of pixels from its corner.
        zero = tuple(math.floor((view.margin + at * view.scale) * across) - at * scale for at in anchor)
        size = tuple(math.ceil((length + 2 * view.margin) * across) for length in (width, height))
        if size[0] * size[1] > MAX_PIXELS:
            raise InputError(
                f"{view.drawing.title}: an image of {size[0]} × {size[1]} pixels is too large; "
                f"the maximum is {MAX_PIXELS // 10**6} million"
            )
        box = left - zero[0] / across, top - zero[1] / across, size[0] / across, size[1] / across
        plans.append((view.drawing.cropped(box), across, (zero[0], zero[1])))
    images = _render([(drawing, across) for drawing, across, _ in plans])
    return [
        BoardPicture(view.drawing.title, png_picture(image), origin, scale)
        for view, (_, _, origin), image in zip(views, plans, images, strict=True)
    ]


def pictures(drawings: Sequence[Drawing], scale: float) -> list[Picture]:
    """Each drawing as an image with ``scale`` pixels for each mm."""
    return [png_picture(image) for image in _render([(drawing, scale) for drawing in drawings])]


def face_pixels(pieces: Sequence[Piece], width: int, context: DrawingContext) -> list[tuple[Pixels, Pixels]]:
    """The front and back of each piece as pixels, cut along their edges, ``width`` pixels wide.

    All are drawn on one sheet for each size of piece, which is much faster than one by one.
    """
    faces: list[tuple[Pixels, Pixels]] = [(None, None)] * len(pieces)
    sizes = dict.fromkeys((piece.width, piece.height, piece.bleed) for piece in pieces)
    for size in sizes:
        members = [at for at, piece in enumerate(pieces) if (piece.width, piece.height, piece.bleed) == size]
        drawings = [drawing for at in members for drawing in (pieces[at].front, pieces[at].back)]
        cut = _sheet_faces(drawings, size, width, context)
        for number, at in enumerate(members):
            faces[at] = cut[2 * number], cut[2 * number + 1]
    return faces


def _sheet_faces(
    drawings: Sequence[Drawing], size: tuple[float, float, float], width: int, context: DrawingContext
) -> list[Pixels]:
    """Drawings of one size, drawn on a sheet and cut out of its pixels."""
    wide, tall, bleed = size
    scale = width / wide
    height = round(tall * scale)
    # Each face starts at a whole pixel, so that all are sampled alike.
    step_x, step_y = (math.ceil((length + 2 * bleed) * scale) for length in (wide, tall))
    columns = min(_SHEET_COLUMNS, len(drawings))
    rows = -(-len(drawings) // columns)
    sheet = Canvas(columns * step_x / scale, rows * step_y / scale, context)
    for number, drawing in enumerate(drawings):
        row, column = divmod(number, columns)
        sheet.place(drawing, column * step_x / scale, row * step_y / scale)
    [pixels] = _render([(sheet.drawing("faces", "faces"), scale)])
    edge = round(bleed * scale)
    return [
        pixels[y : y + height, x : x + width]
        for number in range(len(drawings))
        for x, y in [((number % columns) * step_x + edge, (number // columns) * step_y + edge)]
    ]


def _render(drawings: Iterable[tuple[Drawing, float]]) -> list[Pixels]:
    """Each drawing as pixels at its own scale, in pixels for each mm."""
    planned = list(drawings)
    if not planned:
        return []
    document = pypdfium2.PdfDocument(
        typeset_pdf([drawing for drawing, _ in planned], About("", (), ""), plain=True)
    )
    try:
        images = []
        for page, (drawing, scale) in zip(document, planned, strict=True):
            # A page that is a thousandth of a mm too wide must not get another column of pixels.
            shrunk = 1 - 2 * _ROUNDING / max(1.0, min(drawing.width, drawing.height))
            bitmap = page.render(scale=scale * shrunk / _POINTS_IN_MM, rev_byteorder=True)
            images.append(numpy.ascontiguousarray(bitmap.to_numpy()[:, :, :3]))
    finally:
        document.close()
    return images


def png_picture(pixels: Pixels) -> Picture:
    """Pixels as a PNG, in 8-bit RGB."""
    height, width, _ = pixels.shape
    rows = numpy.zeros((height, 1 + 3 * width), dtype=numpy.uint8)
    rows[:, 1:] = pixels.reshape(height, 3 * width)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(rows.tobytes(), _COMPRESSION)
    chunks = (_chunk(b"IHDR", header), _chunk(b"IDAT", body), _chunk(b"IEND", b""))
    return Picture(SIGNATURE + b"".join(chunks), width, height)


def decoded_pixels(picture: Picture) -> Pixels:
    """The pixels of an image that :func:`png_picture` has made."""
    length = int.from_bytes(picture.data[_HEADER_END : _HEADER_END + 4], "big")
    body = picture.data[_HEADER_END + 8 : _HEADER_END + 8 + length]
    rows = numpy.frombuffer(zlib.decompress(body), dtype=numpy.uint8)
    rows = rows.reshape(picture.height, 1 + 3 * picture.width)[:, 1:]
    return rows.reshape(picture.height, picture.width, 3)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
