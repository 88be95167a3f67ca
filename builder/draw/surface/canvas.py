"""A canvas with a size in millimeters; the only module that uses svgwrite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any
from xml.etree import ElementTree

import svgwrite
import svgwrite.base
import svgwrite.container
import svgwrite.path
import svgwrite.shapes
import svgwrite.text

from builder.draw.surface.context import DrawingContext
from builder.draw.surface.silhouettes import BOX
from builder.draw.surface.theme import Theme
from builder.draw.surface.type import SHIPPED, Face, Fonts, Metrics, Subsets, Type
from builder.draw.surface.wording import Words

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PlacedText:
    """Where a text stands: the box of its letters in mm, the box it was meant to stay in, and its color."""

    text: str
    x: float
    y: float
    width: float
    height: float
    within: tuple[float, float, float, float] | None
    fill: str


@dataclass
class Drawing:
    """A finished drawing: its size in mm, its content, and what is written where.

    ``kept`` are the boxes (west, north, east, south in mm) that no cut may go through.
    """

    name: str
    title: str
    width: float
    height: float
    content: svgwrite.container.Group
    texts: tuple[PlacedText, ...]
    letters: dict[Face, set[str]] = field(repr=False)
    kept: tuple[tuple[float, float, float, float], ...] = field(default=(), repr=False)
    fonts: Fonts = field(default=SHIPPED, repr=False)

    @property
    def without_writing(self) -> Drawing:
        """The same drawing with no text in it, for a picture too small to be read."""
        return replace(self, content=_without_writing(self.content), texts=(), letters={}, kept=())

    def _repr_svg_(self) -> str:
        """The drawing in a notebook, at its true size and with the letters that it needs."""
        return svg_text(self, Subsets(self.letters, self.fonts).css).partition("\n")[2]


def mm(number: float) -> float | int:
    """A length rounded to a thousandth of a millimeter, whole where it can be."""
    rounded = round(number, 3)
    return int(rounded) if rounded == int(rounded) else rounded


class Canvas:
    """Draws shapes and text. All lengths are mm, y runs down.

    ``fill`` and ``stroke`` are names of the theme's colors, ``#rrggbb`` or ``none``; a ``stroke_width`` is a
    length or the name of one of the theme's line weights.
    """

    def __init__(self, width: float, height: float, context: DrawingContext) -> None:
        self.width = width
        self.height = height
        self.context = context
        self._profile = "full"
        self._layers: list[Any] = [self._make(svgwrite.container.Group)]
        self._texts: list[PlacedText] = []
        self._letters: dict[Face, set[str]] = {}
        self._kept: list[tuple[float, float, float, float]] = []
        self._zero: Point = (0.0, 0.0)

    @property
    def theme(self) -> Theme:
        return self.context.theme

    @property
    def metrics(self) -> Metrics:
        return self.context.metrics

    @property
    def words(self) -> Words:
        return self.context.words

    def drawing(self, name: str, title: str) -> Drawing:
        """What has been drawn."""
        return Drawing(
            name,
            title,
            self.width,
            self.height,
            self._layers[0],
            tuple(self._texts),
            self._letters,
            tuple(self._kept),
            self.metrics.fonts,
        )

    def keep_whole(self, west: float, north: float, east: float, south: float) -> None:
        """Let no cut between two sheets go through a box, such as that of a door."""
        right, below = self._zero
        self._kept.append((west + right, north + below, east + right, south + below))

    def layer(self, name: str | None = None, **attributes: Any) -> _Layer:
        """A group; what is drawn inside ``with`` goes into it. ``name`` becomes its class.

        A class and not an id, because one drawing may stand on a page twice.
        """
        extra = {"class_": name} if name else {}
        return _Layer(self, self._make(svgwrite.container.Group, **extra, **attributes))

    def shifted(self, x: float, y: float) -> _Layer:
        """A group whose own zero is at (x, y) of the group around it."""
        group = self._make(svgwrite.container.Group, transform=f"translate({mm(x)} {mm(y)})")
        return _Layer(self, group, (x, y))

    def rect(
        self, x: float, y: float, width: float, height: float, *, radius: float = 0, **style: Any
    ) -> None:
        """A rectangle by its top left corner."""
        corner = {"rx": mm(radius)} if radius else {}
        self._add(
            svgwrite.shapes.Rect,
            insert=(mm(x), mm(y)),
            size=(mm(width), mm(height)),
            **corner,
            **self._style(style),
        )

    def circle(self, x: float, y: float, radius: float, **style: Any) -> None:
        """A circle by its center."""
        self._add(svgwrite.shapes.Circle, center=(mm(x), mm(y)), r=mm(radius), **self._style(style))

    def line(self, start: Point, end: Point, **style: Any) -> None:
        """A straight line."""
        self._add(
            svgwrite.shapes.Line,
            start=(mm(start[0]), mm(start[1])),
            end=(mm(end[0]), mm(end[1])),
            **self._style(style),
        )

    def polygon(self, points: Iterable[Point], **style: Any) -> None:
        """A closed shape."""
        self._add(svgwrite.shapes.Polygon, points=[(mm(x), mm(y)) for x, y in points], **self._style(style))

    def segments(self, segments: Sequence[tuple[Point, Point]], **style: Any) -> None:
        """Many straight lines as one path, which keeps large maps small."""
        if not segments:
            return
        data = "".join(f"M{mm(a[0])} {mm(a[1])}L{mm(b[0])} {mm(b[1])}" for a, b in segments)
        self.path(data, **style)

    def rule(self, x: float, y: float, width: float) -> None:
        """A thin level line."""
        self.line((x, y), (x + width, y), stroke="rule", stroke_width="rule")

    def boxes(self, x: float, y: float, count: int, side: float, gap: float, *, marked: int = 0) -> None:
        """A row of boxes to tick, from its top left corner; the one with the number ``marked`` is filled."""
        for number in range(1, count + 1):
            left, fill = x + (number - 1) * (side + gap), "rule" if number == marked else "none"
            self.rect(left, y, side, side, fill=fill, stroke="ink", stroke_width="box")

    def path(self, data: str, **style: Any) -> None:
        """An SVG path."""
        self._add(svgwrite.path.Path, d=data, **self._style(style))

    def text(
        self,
        text: str,
        x: float,
        y: float,
        type: Type,
        *,
        anchor: str = "start",
        fill: str = "ink",
        within: tuple[float, float, float, float] | None = None,
        **style: Any,
    ) -> None:
        """One line of text; ``y`` is the baseline, ``anchor`` start, middle or end.

        ``within`` is the box (x, y, width, height) that the text must not leave; tests hold it to that.
        """
        if not text:
            return
        fill = self.theme[fill]
        self._note(text, x, y, type, anchor, within, fill, is_placed="transform" not in style)
        look = _look(type, anchor, fill, self.metrics.fonts.family)
        self._add(svgwrite.text.Text, text=text, insert=(mm(x), mm(y)), **look, **style)

    def lines(self, lines: Iterable[str], x: float, y: float, type: Type, step: float, **style: Any) -> None:
        """Lines of text under each other, each ``step`` below the one before; ``y`` is the first baseline."""
        for index, line in enumerate(lines):
            self.text(line, x, y + index * step, type, **style)

    def texts(
        self,
        texts: Iterable[tuple[str, float, float]],
        type: Type,
        *,
        anchor: str = "start",
        fill: str = "ink",
        around: tuple[float, float, float, float] | None = None,
        whole: bool = False,
    ) -> None:
        """Many short texts of one look, each with its x and baseline; their group says the look once.

        ``around`` is the box that each must not leave, seen from its own place. ``whole`` ones are not cut
        where the drawing goes over several sheets.
        """
        fill = self.theme[fill]
        placed = [(text, x, y) for text, x, y in texts if text]
        for text, x, y in placed:
            within = (x + around[0], y + around[1], around[2], around[3]) if around is not None else None
            self._note(text, x, y, type, anchor, within, fill)
        if whole and placed:
            self._kept += [
                (noted.x, noted.y, noted.x + noted.width, noted.y + noted.height)
                for noted in self._texts[-len(placed) :]
            ]
        look = _look(type, anchor, fill, self.metrics.fonts.family)
        group: Any = self._make(svgwrite.container.Group, **look)
        if self.context.debug:
            for text, x, y in placed:
                group.add(self._make(svgwrite.text.Text, text=text, insert=(mm(x), mm(y))))
        elif placed:
            group = ManyTexts(group, placed)
        self._layers[-1].add(group)

    def _note(
        self,
        text: str,
        x: float,
        y: float,
        type: Type,
        anchor: str,
        within: tuple[float, float, float, float] | None,
        fill: str,
        *,
        is_placed: bool = True,
    ) -> None:
        """Keep the letters of a text, and where it stands on the drawing."""
        self._letters.setdefault(type.face, set()).update(text)
        if not is_placed:
            return
        right, below = self._zero
        run = self.metrics.width(text, type)
        left = x - {"start": 0.0, "middle": run / 2, "end": run}[anchor] + right
        cap = Metrics.CAP_HEIGHT * type.size
        if within is not None:
            within = (within[0] + right, within[1] + below, within[2], within[3])
        self._texts.append(PlacedText(text, left, y - cap + below, run, cap, within, fill))

    def place(
        self,
        drawing: Drawing,
        x: float,
        y: float,
        *,
        scale: float = 1.0,
        window: tuple[float, float, float, float] | None = None,
        half_turn: bool = False,
        keep_texts: bool = False,
    ) -> None:
        """Another drawing with its top left corner here, whole or cut to ``window`` (x, y, width, height).

        The texts of what is cut are kept account of only with ``keep_texts``, for windows that cut none.
        """
        left, top, width, height = window or (0.0, 0.0, drawing.width, drawing.height)
        for face, letters in drawing.letters.items():
            self._letters.setdefault(face, set()).update(letters)
        frame = self._make(
            svgwrite.container.SVG,
            insert=(mm(x), mm(y)),
            size=(mm(width * scale), mm(height * scale)),
            viewBox=f"{mm(left)} {mm(top)} {mm(width)} {mm(height)}",
        )
        frame.add(drawing.content)
        if half_turn:
            middle = (mm(x + width * scale / 2), mm(y + height * scale / 2))
            group = self._make(svgwrite.container.Group, transform=f"rotate(180 {middle[0]} {middle[1]})")
            group.add(frame)
            frame = group
        if window is None or keep_texts:
            ends = (2 * x + width * scale, 2 * y + height * scale) if half_turn else None
            for placed in drawing.texts:
                put = _moved(_scaled(placed, scale), x - left * scale, y - top * scale)
                if ends is not None:
                    put = _turned(put, *ends)
                self._texts.append(_moved(put, *self._zero))
        if window is None and not half_turn:
            for west, north, east, south in drawing.kept:
                self.keep_whole(x + west * scale, y + north * scale, x + east * scale, y + south * scale)
        self._layers[-1].add(frame)

    def silhouette(
        self, name: str, x: float, y: float, size: float, fill: str = "ink", *, lying: bool = False
    ) -> None:
        """A figure in the square with top left corner (x, y); ``lying`` turns it onto its side."""
        turn = f" rotate(90 {BOX / 2:g} {BOX / 2:g})" if lying else ""
        with self.layer(transform=f"translate({mm(x)} {mm(y)}) scale({size / BOX:.5f}){turn}"):
            self.path(self.context.silhouettes[name], fill=fill, fill_rule="evenodd")

    def _style(self, style: dict[str, Any]) -> dict[str, Any]:
        """SVG attributes: names resolved by the theme, lengths rounded, no fill unless given."""
        styled = {"fill": "none", **style}
        for name in ("fill", "stroke"):
            if name in styled:
                styled[name] = self.theme[styled[name]]
        if isinstance(styled.get("stroke_width"), str):
            styled["stroke_width"] = self.theme.weight(styled["stroke_width"])
        for name in ("stroke_width", "opacity", "fill_opacity", "stroke_opacity"):
            if name in styled:
                styled[name] = mm(styled[name])
        return styled

    def _make(self, kind: Any, **attributes: Any) -> Any:
        return kind(debug=self.context.debug, profile=self._profile, **attributes)

    def _add(self, kind: Any, **attributes: Any) -> None:
        self._layers[-1].add(self._make(kind, **attributes))


def _without_writing(group: Any) -> Any:
    """A copy of a group, and of those in it, that leaves out texts."""
    bare = copy(group)
    bare.elements = [
        _without_writing(element) if getattr(element, "elements", None) else element
        for element in group.elements
        if not isinstance(element, svgwrite.text.Text | ManyTexts)
    ]
    return bare


class ManyTexts:
    """A group of texts as svgwrite's elements are, without an element and its checks for each of them."""

    elementname = "g"

    def __init__(self, group: Any, texts: Sequence[tuple[str, float, float]]) -> None:
        self.group = group
        self.texts = texts

    def get_xml(self) -> ElementTree.Element:
        """The group with its texts."""
        xml: ElementTree.Element = self.group.get_xml()
        # Texts in rows and columns share their places.
        lengths = {length for _, x, y in self.texts for length in (x, y)}
        written = {length: str(mm(length)) for length in lengths}
        for text, x, y in self.texts:
            ElementTree.SubElement(xml, "text", {"x": written[x], "y": written[y]}).text = text
        return xml


class _Layer:
    """Context of a group on a canvas."""

    def __init__(self, canvas: Canvas, group: Any, shift: Point = (0.0, 0.0)) -> None:
        self.canvas = canvas
        self.group = group
        self.shift = shift

    def __enter__(self) -> None:
        self.canvas._layers[-1].add(self.group)
        self.canvas._layers.append(self.group)
        x, y = self.canvas._zero
        self.canvas._zero = (x + self.shift[0], y + self.shift[1])

    def __exit__(self, *_: object) -> None:
        self.canvas._layers.pop()
        x, y = self.canvas._zero
        self.canvas._zero = (x - self.shift[0], y - self.shift[1])


def _moved(placed: PlacedText, x: float, y: float) -> PlacedText:
    within = placed.within
    if within is not None:
        within = (within[0] + x, within[1] + y, within[2], within[3])
    return replace(placed, x=placed.x + x, y=placed.y + y, within=within)


def _turned(placed: PlacedText, right: float, below: float) -> PlacedText:
    """The box of a text after a half turn; opposite corners add up to ``right`` and ``below``."""
    within = placed.within
    if within is not None:
        within = (right - within[0] - within[2], below - within[1] - within[3], within[2], within[3])
    x, y = right - placed.x - placed.width, below - placed.y - placed.height
    return replace(placed, x=x, y=y, within=within)


def _scaled(placed: PlacedText, scale: float) -> PlacedText:
    within = placed.within
    if within is not None:
        within = (within[0] * scale, within[1] * scale, within[2] * scale, within[3] * scale)
    return replace(
        placed,
        x=placed.x * scale,
        y=placed.y * scale,
        width=placed.width * scale,
        height=placed.height * scale,
        within=within,
    )


def _look(type: Type, anchor: str, fill: str, family: str) -> dict[str, Any]:
    """The attributes of a text in a face, leaving out what goes without saying."""
    face = type.face
    look: dict[str, Any] = {"font_family": family, "font_size": mm(type.size), "fill": fill}
    if face.weight != 400:
        look["font_weight"] = face.weight
    if face.style != "normal":
        look["font_style"] = face.style
    if face.stretch != "normal":
        look["font_stretch"] = face.stretch
    if anchor != "start":
        look["text_anchor"] = anchor
    return look


def svg_text(drawing: Drawing, css: str = "") -> str:
    """A drawing as the text of an SVG file of exact size, with fonts inside where ``css`` brings them."""
    root = svgwrite.Drawing(
        size=(f"{mm(drawing.width)}mm", f"{mm(drawing.height)}mm"),
        viewBox=f"0 0 {mm(drawing.width)} {mm(drawing.height)}",
        debug=False,
        profile="full",
    )
    root.set_desc(title=drawing.title)
    if css:
        root.defs.add(root.style(css))
    root.add(drawing.content)
    text = ElementTree.tostring(root.get_xml(), encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'
