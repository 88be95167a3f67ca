"""A finished drawing: what it contains and where, its parts, and the text of its SVG file."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

from builder.draw.surface.elements import (
    Frame,
    Group,
    PlacedText,
    Point,
    Rectangle,
    holds,
    is_title,
    is_writing,
    key_of,
    meet,
    moved,
    only,
    without,
    without_keys,
)
from builder.draw.surface.markup import file_markup, markup
from builder.draw.surface.type import SHIPPED, Face, Fonts, Subsets
from rulesdb.arguments import require


@dataclass(frozen=True, slots=True)
class Hexes:
    """The hexes of a grid: its corner in a drawing, and their ``size`` from flat side to flat side, in mm."""

    size: float
    corner: Point

    def moved(self, right: float, down: float) -> Hexes:
        """The same hexes in a drawing with another corner."""
        return replace(self, corner=(self.corner[0] + right, self.corner[1] + down))


@dataclass
class Drawing:
    """A finished drawing: its size in mm, its content, its texts with their places, and the letters it uses.

    ``kept`` are the boxes (west, north, east, south in mm) that must not be cut through, ``wholes`` those of
    groups of which no part makes sense alone. ``area`` is the box of the map itself if the drawing also has
    a title or a key; ``heading`` is the title over several maps. ``origin`` is where the grid of a map, or
    its north-west corner, is in the drawing. ``free`` are boxes (left, top, width, height in mm) of a sheet
    in which nothing is drawn, the largest first. If it ``has_band``, that goes on to the edges of a page. A
    ``remark`` is said at the foot of its page. Beyond the edges of a map there is more of its ``ground``, by
    the name of its color, if it has one, with the same ``hexes``.
    """

    name: str
    title: str
    width: float
    height: float
    content: Group
    texts: tuple[PlacedText, ...]
    letters: dict[Face, set[str]] = field(repr=False)
    kept: tuple[tuple[float, float, float, float], ...] = field(default=(), repr=False)
    fonts: Fonts = field(default=SHIPPED, repr=False)
    area: Rectangle | None = None
    heading: str = ""
    origin: Point = (0.0, 0.0)
    wholes: tuple[tuple[Rectangle, Any], ...] = field(default=(), repr=False)
    free: tuple[Rectangle, ...] = field(default=(), repr=False)
    has_band: bool = False
    remark: str = ""
    ground: str = ""
    hexes: Hexes | None = None

    def without_stubs(self, window: Rectangle, cut: Rectangle | None = None) -> Drawing:
        """Without the texts and whole groups of which a ``window`` shows only a part outside a ``cut``.

        On a sheet of a map they would be cut off at the edge, and hidden when the sheets are joined. Without
        a ``cut``, all go of which the window does not show the whole.
        """
        boxes = [((text.x, text.y, text.width, text.height), text.element) for text in self.texts]
        boxes += self.wholes
        stubs = {
            key_of(element)
            for box, element in boxes
            if element is not None and meet(box, window) and not holds(window, box)
            if cut is None or not meet(box, cut)
        }
        if not stubs:
            return self
        return replace(self, content=without_keys(self.content, stubs))

    def cropped(self, box: Rectangle) -> Drawing:
        """The part of the drawing in a box, with the texts that are inside it, and without the title."""
        left, top, width, height = box
        frame = Frame((0, 0), (width, height), box)
        # What is only hidden would still be found and copied in a PDF, and half a text cannot be read.
        frame.add(without(self.without_stubs(box).content, is_title))
        content = Group({})
        content.add(frame)
        texts = tuple(
            replace(
                text, x=text.x - left, y=text.y - top,
                within=text.within and moved(text.within, -left, -top),
            )
            for text in self.texts
            if left <= text.x and text.x + text.width <= left + width
            if top <= text.y and text.y + text.height <= top + height
        )  # fmt: skip
        kept = tuple(
            (max(0.0, west - left), max(0.0, north - top), min(width, east - left), min(height, south - top))
            for west, north, east, south in self.kept
            if west < left + width and east > left and north < top + height and south > top
        )
        wholes = tuple((moved(whole, -left, -top), element) for whole, element in self.wholes)
        cut = replace(self, width=width, height=height, content=content, texts=texts)
        hexes = self.hexes and self.hexes.moved(-left, -top)
        return replace(cut, kept=kept, area=None, wholes=wholes, hexes=hexes)

    def only(self, layers: Collection[str]) -> Drawing:
        """The named layers alone, without text, for a picture."""
        content = without(only(self.content, layers), is_writing)
        return replace(self, content=content, texts=(), letters={}, kept=())

    @property
    def without_writing(self) -> Drawing:
        """The same drawing without text, for an image that is too small to read."""
        return replace(self, content=without(self.content, is_writing), texts=(), letters={}, kept=())

    def _repr_svg_(self) -> str:
        """The drawing in a notebook, at its true size, with its fonts."""
        return svg_text(self, Subsets(self.letters, self.fonts).css).partition("\n")[2]


def svg_text(drawing: Drawing, css: str = "", *, halos_apart: bool = False) -> str:
    """A drawing as the text of an SVG file of exact size, with the embedded fonts of ``css``, if any.

    ``halos_apart`` draws the halo of a text before the text, for a program that draws letter by letter.
    """
    require("drawing", drawing, Drawing, "a drawing")
    content = markup(drawing.content, halos_apart=halos_apart)
    return file_markup(drawing.title, drawing.width, drawing.height, css, content)
