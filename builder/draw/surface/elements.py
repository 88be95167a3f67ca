"""What drawings are made of: groups of elements with or without some of them, many texts, and boxes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar
from xml.etree import ElementTree

from svgwrite.container import Group
from svgwrite.text import Text

Rectangle = tuple[float, float, float, float]
"""The left and top edges of a box, its width and its height, in mm."""
TITLE_LAYER = "title"
"""The layer of the title of a drawing, which a part of the drawing does not have."""


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


def mm(number: float) -> float | int:
    """A length rounded to a thousandth of a millimeter, as an integer if possible."""
    rounded = round(number, 3)
    return int(rounded) if rounded == int(rounded) else rounded


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
    """What tells an element, or one of many texts, from others; a copy of a group has the same."""
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
    return isinstance(element, Text | ManyTexts)


def is_title(element: Any) -> bool:
    """Whether an element is the layer of a title."""
    return isinstance(element, Group) and element.attribs.get("class") == TITLE_LAYER


@dataclass(frozen=True, slots=True)
class ManyTexts:
    """A group of texts, written without an svgwrite element and its checks for each of them."""

    group: Any
    texts: Sequence[tuple[str, float, float]]
    elementname: ClassVar[str] = "g"

    def get_xml(self) -> ElementTree.Element:
        """The group with its texts."""
        xml: ElementTree.Element = self.group.get_xml()
        for text, x, y in self.texts:
            ElementTree.SubElement(xml, "text", {"x": str(mm(x)), "y": str(mm(y))}).text = text
        return xml


def moved(
    box: Rectangle, right: float, below: float, scale: float = 1.0, half_turn: bool = False
) -> Rectangle:
    """A box scaled and then moved; a half turn is around the drawing's origin."""
    left, top, width, height = (length * scale for length in box)
    if half_turn:
        left, top = -left - width, -top - height
    return left + right, top + below, width, height
