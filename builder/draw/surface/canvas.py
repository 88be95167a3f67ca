"""A canvas with a size in millimeters, on which drawings are made."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from copy import copy
from typing import Any

from builder.draw.surface.context import ICON_BOX, DrawingContext
from builder.draw.surface.drawing import Drawing, svg_text
from builder.draw.surface.elements import (
    TITLE_LAYER,
    Element,
    Frame,
    Group,
    ManyTexts,
    PlacedText,
    Point,
    Rectangle,
    Sketch,
    halo_of,
    mm,
    moved,
)
from builder.draw.surface.icons import icon_path, slant_of
from builder.draw.surface.type import Face, Type

__all__ = ["TITLE_LAYER", "Canvas", "Drawing", "PlacedText", "Point", "Rectangle", "mm", "svg_text"]

# A place to write in a text, and how far its rule is below the baseline, in mm.
_BLANK, _BELOW = re.compile("_{4,}"), 0.5


class Canvas:
    """Draws shapes and text. All lengths are mm, y runs down.

    ``fill`` and ``stroke`` are names of the theme's colors, ``#rrggbb`` or ``none``; a ``stroke_width`` is a
    length or the name of one of the theme's line weights.
    """

    def __init__(self, width: float, height: float, context: DrawingContext) -> None:
        self.width = width
        self.height = height
        self.context = context
        self.theme = context.theme
        self.metrics = context.metrics
        self.words = context.words
        self._layers: list[Any] = [Group({})]
        self._texts: list[PlacedText] = []
        self._letters: defaultdict[Face, set[str]] = defaultdict(set)
        self._kept: list[tuple[float, float, float, float]] = []
        self._wholes: list[tuple[Rectangle, Any]] = []
        self._zero: Point = (0.0, 0.0)
        self.area: Rectangle | None = None
        self.heading = ""
        self.origin: Point = (0.0, 0.0)
        self.free: tuple[Rectangle, ...] = ()
        self.has_band = False

    @classmethod
    def continuing(cls, drawing: Drawing, context: DrawingContext) -> Canvas:
        """A canvas that starts with the content of a drawing, which does not change."""
        canvas = cls(drawing.width, drawing.height, context)
        content = copy(drawing.content)
        content.elements = list(drawing.content.elements)
        canvas._layers = [content]
        canvas._texts, canvas._kept = list(drawing.texts), list(drawing.kept)
        canvas.has_band = drawing.has_band
        canvas._letters.update({face: set(letters) for face, letters in drawing.letters.items()})
        return canvas

    def drawing(self, name: str, title: str) -> Drawing:
        """The finished drawing."""
        size, title, fonts = (self.width, self.height), self.metrics.printed(title), self.metrics.fonts
        own = name, title, *size, self._layers[0], tuple(self._texts), self._letters, tuple(self._kept), fonts
        return Drawing(
            *own, self.area, self.heading, self.origin, tuple(self._wholes), self.free, self.has_band
        )

    def keep_whole(self, west: float, north: float, east: float, south: float) -> None:
        """Mark a box, such as that of a door, that no cut between two sheets may go through."""
        right, below = self._zero
        self._kept.append((west + right, north + below, east + right, south + below))

    @contextmanager
    def whole(self, west: float, north: float, east: float, south: float) -> Iterator[None]:
        """A group in a box that no cut goes through, and of which a sheet shows all or nothing."""
        self.keep_whole(west, north, east, south)
        with self.layer():
            self._wholes.append(
                (moved((west, north, east - west, south - north), *self._zero), self._layers[-1])
            )
            yield

    @contextmanager
    def layer(self, name: str | None = None, **attributes: Any) -> Iterator[None]:
        """A group; what is drawn inside ``with`` goes into it. ``name`` becomes its class.

        A class and not an id, because a page may have the same drawing twice.
        """
        group = self._group({"class": name} if name else {}, attributes)
        self._layers[-1].add(group)
        self._layers.append(group)
        yield
        self._layers.pop()

    @contextmanager
    def shifted(self, x: float, y: float) -> Iterator[None]:
        """A group whose origin is at (x, y) of the group around it."""
        right, below = self._zero
        self._zero = (right + x, below + y)
        with self.layer(transform=f"translate({mm(x)} {mm(y)})"):
            yield
        self._zero = (right, below)

    def recalled(self, key: Hashable, draw: Callable[[], None]) -> None:
        """The drawing of ``draw``, kept from the first time; it depends on the key and the context alone."""
        sketch = self.context.memo.get(("drawn", self._zero, key), lambda: self._sketch(draw))
        self._layers[-1].elements.extend(sketch.elements)
        self._texts.extend(sketch.texts)
        self._kept.extend(sketch.kept)
        self._wholes.extend(sketch.wholes)
        for face, letters in sketch.letters.items():
            self._letters[face].update(letters)

    def _sketch(self, draw: Callable[[], None]) -> Sketch:
        """The drawing of ``draw`` on a canvas like this one."""
        before = vars(self).copy()
        self._layers, self._texts, self._letters = [Group({})], [], defaultdict(set)
        self._kept, self._wholes = [], []
        try:
            draw()
            return Sketch(self._layers[0].elements, self._texts, self._kept, self._wholes, self._letters)
        finally:
            vars(self).update(before)

    def rect(
        self, x: float, y: float, width: float, height: float, *, radius: float = 0, **style: Any
    ) -> None:
        """A rectangle by its top left corner."""
        if radius:
            style["rx"] = mm(radius)
        self._draw("rect", style, x=mm(x), y=mm(y), width=mm(width), height=mm(height))

    def circle(self, x: float, y: float, radius: float, **style: Any) -> None:
        """A circle by its center."""
        self._draw("circle", style, cx=mm(x), cy=mm(y), r=mm(radius))

    def line(self, start: Point, end: Point, **style: Any) -> None:
        """A straight line."""
        (x1, y1), (x2, y2) = start, end
        self._draw("line", style, x1=mm(x1), y1=mm(y1), x2=mm(x2), y2=mm(y2))

    def polygon(self, points: Iterable[Point], **style: Any) -> None:
        """A closed shape."""
        self._draw("polygon", style, points=" ".join(f"{mm(x)},{mm(y)}" for x, y in points))

    def segments(self, segments: Sequence[tuple[Point, Point]], **style: Any) -> None:
        """Many straight lines as one path, which keeps the files of large maps small."""
        if not segments:
            return
        data = "".join(f"M{mm(a[0])} {mm(a[1])}L{mm(b[0])} {mm(b[1])}" for a, b in segments)
        self.path(data, **style)

    def rule(self, x: float, y: float, width: float) -> None:
        """A thin horizontal line."""
        self.line((x, y), (x + width, y), stroke="rule", stroke_width="rule")

    def boxes(self, x: float, y: float, count: int, side: float, gap: float, *, marked: int = 0) -> None:
        """A row of boxes to tick, from its top left corner; the one with the number ``marked`` is filled."""
        for number in range(1, count + 1):
            left, fill = x + (number - 1) * (side + gap), "rule" if number == marked else "none"
            self.rect(left, y, side, side, fill=fill, stroke="ink", stroke_width="box")

    def cross(self, x: float, y: float, side: float) -> None:
        """Two lines across a box, from its top left corner."""
        for top, bottom in ((y, y + side), (y + side, y)):
            self.line((x, top), (x + side, bottom), stroke="ink", stroke_width="box")

    def path(self, data: str, **style: Any) -> None:
        """An SVG path; nothing for an empty one."""
        if data:
            self._draw("path", style, d=data)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        type: Type,
        *,
        anchor: str = "start",
        fill: str = "ink",
        within: Rectangle | None = None,
        halo: str = "",
        halo_width: float = 0.0,
        upright: bool = False,
        **style: Any,
    ) -> None:
        """One line of text; ``y`` is the baseline, ``anchor`` start, middle or end.

        An ``upright`` one runs from its foot upwards, turned around its anchor. Underscores in a text
        from its start are a place to write: a rule as long as they are, because letters leave gaps.

        ``within`` is the box (x, y, width, height) that the text must stay in; tests verify this. A ``halo``
        is the color of an edge of ``halo_width`` mm around the letters, which separates them from lines.
        """
        if not text:
            return
        text = self.metrics.printed(text)
        blank = _BLANK.search(text) if anchor == "start" and not upright else None
        written, after = (text[: blank.start()], text[blank.end() :]) if blank else (text, "")
        self._letters[type.face].update(written + after)
        turned = {"transform": f"rotate(-90 {mm(x)} {mm(y)})"} if upright else {}
        look = style | turned | self._look(type, anchor, fill) | halo_of(halo, halo_width)
        element = self._draw("text", look, written, x=mm(x), y=mm(y))
        if blank:
            left, right = (x + self.metrics.width(text[:end], type) for end in blank.span())
            self.line((left, y + _BELOW), (right, y + _BELOW), stroke=fill, stroke_width="rule")
            if after:
                self._draw("text", look, after, x=mm(right), y=mm(y))
        if "transform" not in style:
            self._note(text, x, y, type, anchor, within, fill, element, upright=upright)

    def lines(self, lines: Iterable[str], x: float, y: float, type: Type, step: float, **style: Any) -> None:
        """Lines of text, each ``step`` below the one before; ``y`` is the first baseline."""
        for index, line in enumerate(lines):
            self.text(line, x, y + index * step, type, **style)

    def centered_texts(
        self,
        texts: Sequence[tuple[str, float, float]],
        type: Type,
        fill: str,
        around: Rectangle,
        *,
        halo: str = "",
        halo_width: float = 0.0,
    ) -> None:
        """Many short texts with the same attributes, each with its middle and baseline, in one group.

        ``around`` is the box that each must stay in, relative to its place. No cut goes through a text.
        For ``halo`` see :meth:`text`.
        """
        printed = [(self.metrics.printed(text), x, y) for text, x, y in texts]
        self._letters[type.face].update("".join({letter for text, _, _ in printed for letter in text}))
        right, below = self._zero
        left, top, width, height = around
        cap, color = type.cap, self.theme[fill]
        runs = self.metrics.widths([text for text, _, _ in printed], type)
        # Large maps have thousands of numbers, so that this is one loop without calls.
        for each, run in zip(printed, runs, strict=True):
            text, x, y = each
            x += right
            y += below
            west, north = x - run / 2, y - cap
            box = (x + left, y + top, width, height)
            self._texts.append(PlacedText(text, west, north, run, cap, box, color, each))
            self._kept.append((west, north, west + run, y))
        look = self._look(type, "middle", fill) | halo_of(halo, halo_width)
        self._layers[-1].add(ManyTexts(self._group({}, self._style(look)), printed))

    def _note(
        self,
        text: str,
        x: float,
        y: float,
        type: Type,
        anchor: str,
        within: Rectangle | None,
        fill: str,
        element: Any,
        *,
        upright: bool = False,
    ) -> None:
        """Record where a text is on the drawing."""
        run = self.metrics.width(text, type)
        before = {"start": 0.0, "middle": run / 2, "end": run}[anchor]
        place = (x - type.cap, y + before - run, type.cap, run)
        box = moved(place if upright else (x - before, y - type.cap, run, type.cap), *self._zero)
        limits = within and moved(within, *self._zero)
        self._texts.append(PlacedText(text, *box, limits, self.theme[fill], element))

    def _look(self, type: Type, anchor: str, fill: str) -> dict[str, Any]:
        """The attributes of a text, without those that have SVG's default value."""
        face = type.face
        look = {"font_weight": face.weight, "font_style": face.style, "font_stretch": face.stretch}
        look = {name: value for name, value in look.items() if value not in (400, "normal")}
        if anchor != "start":
            look["text_anchor"] = anchor
        if type.spacing:
            look["letter_spacing"] = mm(type.spacing)
        family = self.metrics.fonts.family_of(face)
        return look | {"font_family": family, "font_size": mm(type.size), "fill": fill}

    def place(
        self,
        drawing: Drawing,
        x: float,
        y: float,
        *,
        scale: float = 1.0,
        window: Rectangle | None = None,
        half_turn: bool = False,
        keep_texts: bool = False,
    ) -> None:
        """Another drawing with its top left corner here, clipped to any ``window`` (x, y, width, height).

        If a ``window`` cuts no text, ``keep_texts`` adds those of the drawing to the canvas's.
        """
        left, top, width, height = window or (0.0, 0.0, drawing.width, drawing.height)
        for face, letters in drawing.letters.items():
            self._letters[face].update(letters)
        frame = Frame((x, y), (width * scale, height * scale), (left, top, width, height))
        frame.add(drawing.content)
        middle = f"{mm(x + width * scale / 2)} {mm(y + height * scale / 2)}"
        with self.layer(transform=f"rotate(180 {middle})") if half_turn else nullcontext():
            self._layers[-1].add(frame)
        if window is None or keep_texts:
            corner = (x + self._zero[0] - left * scale, y + self._zero[1] - top * scale)
            if half_turn:
                # The point that ends up where the drawing's origin would be without the rotation.
                corner = (corner[0] + (2 * left + width) * scale, corner[1] + (2 * top + height) * scale)
            for placed in drawing.texts:
                box = moved((placed.x, placed.y, placed.width, placed.height), *corner, scale, half_turn)
                within = placed.within and moved(placed.within, *corner, scale, half_turn)
                self._texts.append(PlacedText(placed.text, *box, within, placed.fill))
        if window is None and not half_turn:
            for west, north, east, south in drawing.kept:
                self.keep_whole(x + west * scale, y + north * scale, x + east * scale, y + south * scale)

    def figure(
        self, name: str, x: float, y: float, size: float, fill: str, *, rim: str = "", rim_width: float = 0.0
    ) -> None:
        """The head and shoulders of a person in the square of ``size`` mm with top left corner (x, y).

        A ``rim`` is the color of an edge of ``rim_width`` mm around the person.
        """
        data = self.context.figures[name]
        with self.layer(transform=f"translate({mm(x)} {mm(y)}) scale({size / 100:.5f})"):
            if rim:
                edge = 200 * rim_width / size
                self.path(data, fill=rim, stroke=rim, stroke_width=edge, stroke_linejoin="round")
            self.path(data, fill=fill, fill_rule="evenodd")

    def icon(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        fill: str = "ink",
        *,
        rim: str = "",
        rim_width: float = 0.0,
        turned: bool = False,
        level: bool = False,
    ) -> None:
        """An icon in the square of ``size`` mm with top left corner (x, y); ``turned`` mirrors it.

        One that is drawn slanting lies ``level`` if it has to be told apart when it is small.

        A ``rim`` is the color of an edge of ``rim_width`` mm around it, which separates it from the ground.
        """
        scale = size / ICON_BOX
        place = f"translate({mm(x + size)} {mm(y)}) scale({-scale:.5f} {scale:.5f})"
        if not turned:
            place = f"translate({mm(x)} {mm(y)}) scale({scale:.5f})"
        data, slant = icon_path(name), slant_of(name) if level else 0.0
        if slant:
            place += f" rotate({slant:g} {ICON_BOX / 2:g} {ICON_BOX / 2:g})"
        with self.layer(transform=place):
            looks: list[dict[str, Any]] = [{"fill": fill}]
            if rim:
                edge = 2 * rim_width / scale
                edged = {"fill": rim, "stroke": rim, "stroke_width": edge, "stroke_linejoin": "round"}
                looks.insert(0, edged)
            # svgwrite takes seconds to validate a path with hundreds of numbers.
            for look in looks:
                self._layers[-1].elements.append(Element.styled("path", self._style(look), d=data))

    def _style(self, style: dict[str, Any]) -> dict[str, Any]:
        """SVG attributes: names looked up in the theme, numbers rounded, no fill unless given."""
        styled = {"fill": "none", **style}
        for name, value in styled.items():
            if name in ("fill", "stroke"):
                styled[name] = self.theme[value]
            elif name == "stroke_width" and isinstance(value, str):
                styled[name] = mm(self.theme.weight(value))
            elif isinstance(value, float):
                styled[name] = mm(value)
        return styled

    def _group(self, attribs: Mapping[str, Any], style: Mapping[str, Any]) -> Group:
        """A group with attributes, and a style whose names have underscores for hyphens."""
        group = Group({**attribs, **{key.replace("_", "-"): value for key, value in style.items()}})
        if self.context.debug:
            group.check()
        return group

    def _draw(self, name: str, style: dict[str, Any], text: str = "", **attributes: Any) -> Element:
        element = Element.styled(name, self._style(style), text, **attributes)
        if self.context.debug:
            element.check()
        self._layers[-1].add(element)
        return element
