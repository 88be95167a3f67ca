"""The parts of drawings: elements, groups with or without some of them, many texts, and boxes.

Elements of svgwrite look up each of their attributes, even if they do not check them, which takes much of the
time of a large map, and importing it takes as long as drawing a deck. Only its validator is used.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar
from xml.sax.saxutils import escape

Point = tuple[float, float]
Rectangle = tuple[float, float, float, float]
"""The left and top edges of a box, its width and its height, in mm."""
TITLE_LAYER = "title"
"""The layer of the title of a drawing, which a part of the drawing does not have."""


EDGE_FIRST = "paint-order:stroke"
"""The style of letters with an edge that is under them."""
# What XML readers would take for markup, or for a space, in the value of an attribute.
_ESCAPES = {'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}
_SPECIAL = frozenset("&<>") | _ESCAPES.keys()


@dataclass(frozen=True)
class Element:
    """An SVG element; ``attribs`` are its attributes by their names in SVG, whose values become texts."""

    elementname: str
    attribs: Mapping[str, Any]
    text: str = ""

    @classmethod
    def styled(cls, name: str, style: Mapping[str, Any], text: str = "", **attribs: Any) -> Element:
        """An element with a style whose names have underscores for hyphens."""
        look = {key.replace("_", "-"): value for key, value in style.items()}
        return cls(name, look | attribs, text)

    @cached_property
    def svg(self) -> str:
        """The element as text.

        >>> Element("text", {"y": 2, "x": 1.5}, "a < b").svg
        '<text x="1.5" y="2">a &lt; b</text>'
        """
        tag = opening(self.elementname, self.attribs)
        return f"{tag}>{escape(self.text)}</{self.elementname}>" if self.text else f"{tag} />"

    def check(self) -> None:
        """Verify that SVG 1.1 has these attributes and values.

        Raises:
            ValueError, TypeError: it has no such attribute, or the value is of another type.
        """
        _check(self.elementname, self.attribs)


class _Container:
    """An SVG element with others in it; ``attribs`` are its attributes by their names in SVG."""

    elementname = ""

    def __init__(self, attribs: Mapping[str, Any]) -> None:
        self.attribs = attribs
        self.elements: list[Any] = []

    def add(self, element: Any) -> None:
        """Add an element as the last one."""
        self.elements.append(element)

    def check(self) -> None:
        """Verify that SVG 1.1 has these attributes and values; raises as :meth:`Element.check`."""
        _check(self.elementname, self.attribs)


class Group(_Container):
    """A group of elements."""

    elementname = "g"


class Frame(_Container):
    """A window with its top left corner at a point, which shows a box of what is in it."""

    elementname = "svg"

    def __init__(self, corner: tuple[float, float], size: tuple[float, float], view: Rectangle) -> None:
        (x, y), (width, height) = corner, size
        lengths = {"x": mm(x), "y": mm(y), "width": mm(width), "height": mm(height)}
        super().__init__({**lengths, "viewBox": " ".join(str(mm(length)) for length in view)})
        self.add(Element("defs", {}))


def _check(name: str, attribs: Mapping[str, Any]) -> None:
    from svgwrite.validator2 import get_validator

    get_validator("full").check_all_svg_attribute_values(name, attribs)


def opening(name: str, attribs: Mapping[str, Any]) -> str:
    """The beginning of an element as text, without the end of its tag.

    >>> opening("g", {"class": "walls", "id": None})
    '<g class="walls"'
    """
    parts = [f"<{name}"]
    for key, value in sorted(attribs.items()):
        if value is not None and value != "":
            text = str(value)
            if not _SPECIAL.isdisjoint(text):
                text = escape(text, _ESCAPES)
            parts.append(f'{key}="{text}"')
    return " ".join(parts)


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text with the box of its letters in mm, the box that it must stay in, and its color."""

    text: str
    x: float
    y: float
    width: float
    height: float
    within: Rectangle | None
    fill: str
    element: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sketch:
    """A part of a canvas as it was drawn, with the records of the canvas about it."""

    elements: Sequence[Any]
    texts: Sequence[PlacedText]
    kept: Sequence[tuple[float, float, float, float]]
    wholes: Sequence[tuple[Rectangle, Any]]
    letters: Mapping[Any, Collection[str]]


def mm(number: float) -> float | int:
    """A length rounded to a thousandth of a millimeter, as an integer if possible."""
    rounded = round(number, 3)
    whole = int(rounded)
    return whole if whole == rounded else rounded


def without(group: Any, is_left_out: Callable[[Any], bool]) -> Any:
    """A copy of a group, and of the groups in it, without some elements."""
    bare = copy(group)
    bare.elements = [
        without(element, is_left_out) if getattr(element, "elements", None) else element
        for element in group.elements
        if not is_left_out(element)
    ]
    return bare


def key_of(element: Any) -> int:
    """The identity of an element, or of one of many texts; a copy of a group has the same."""
    return id(getattr(element, "attribs", element))


def without_keys(group: Any, keys: Collection[int]) -> Any:
    """A copy of a group, and of the groups in it, without the elements and texts with some keys."""
    bare = copy(group)
    bare.elements = []
    for element in group.elements:
        if key_of(element) in keys:
            continue
        if isinstance(element, ManyTexts):
            texts = [text for text in element.texts if key_of(text) not in keys]
            element = element if len(texts) == len(element.texts) else replace(element, texts=texts)
        elif getattr(element, "elements", None):
            element = without_keys(element, keys)
        bare.elements.append(element)
    return bare


def only(group: Any, layers: Collection[str]) -> Any:
    """A copy of a group with nothing but some layers, at whatever depth they are."""
    bare = copy(group)
    bare.elements = [
        element if element.attribs.get("class") in layers else only(element, layers)
        for element in group.elements
        if isinstance(element, Group)
    ]
    return bare


def meet(one: Rectangle, other: Rectangle) -> bool:
    """Whether two boxes have a part in common."""
    is_beside = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
    return not is_beside and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]


def holds(box: Rectangle, other: Rectangle) -> bool:
    """Whether a box has all of another one inside it."""
    x, y, width, height = other
    is_inside = box[0] <= x and x + width <= box[0] + box[2]
    return is_inside and box[1] <= y and y + height <= box[1] + box[3]


def is_writing(element: Any) -> bool:
    """Whether an element is text."""
    return isinstance(element, ManyTexts) or element.elementname == "text"


def is_title(element: Any) -> bool:
    """Whether an element is the layer of a title."""
    return isinstance(element, Group) and element.attribs.get("class") == TITLE_LAYER


@dataclass(frozen=True, slots=True)
class ManyTexts:
    """A group of texts, written without an element for each of them."""

    group: Any
    texts: Sequence[tuple[str, float, float]]
    elementname: ClassVar[str] = "g"

    @property
    def lines(self) -> Iterator[str]:
        """The texts as SVG."""
        # Hexes of a column or a row share a coordinate.
        rounded: dict[float, float | int] = {}
        for text, x, y in self.texts:
            if x not in rounded:
                rounded[x] = mm(x)
            if y not in rounded:
                rounded[y] = mm(y)
            yield f'<text x="{rounded[x]}" y="{rounded[y]}">{escape(text)}</text>'


def moved(
    box: Rectangle, right: float, below: float, scale: float = 1.0, half_turn: bool = False
) -> Rectangle:
    """A box scaled and then moved; a half turn is around the drawing's origin."""
    left, top, width, height = (length * scale for length in box)
    if half_turn:
        left, top = -left - width, -top - height
    return left + right, top + below, width, height


def halo_of(color: str, width: float) -> dict[str, Any]:
    """The style of letters with an edge, which is under them; none without a color."""
    if not color:
        return {}
    # SVG 1.1 has no attribute for the order; a second text under the letters would be copied with them.
    edge = {"stroke": color, "stroke_width": 2 * width, "stroke_linejoin": "round"}
    return edge | {"style": EDGE_FIRST}
