"""Drawings of maps in layers, so that only those that an edit has changed are sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from svgwrite.container import Group

from builder.draw.surface.canvas import Drawing

_TOP = ""
# The style sheet's form of an attribute, which a strict content security policy does not allow.
_STYLES = (('style="paint-order:stroke"', 'paint-order="stroke"'),)


@dataclass(frozen=True, slots=True)
class Layers:
    """The layers of a drawing from the lowest to the highest, by name; sizes and ``origin`` are in mm."""

    width: float
    height: float
    origin: tuple[float, float]
    svg: Mapping[str, str]

    def since(self, shown: Mapping[str, int]) -> dict[str, str]:
        """The layers that are not yet shown as they are; ``shown`` are hashes by name."""
        return {name: svg for name, svg in self.svg.items() if shown.get(name) != hash(svg)}

    @property
    def hashes(self) -> dict[str, int]:
        """A hash of each layer, for :meth:`since`."""
        return {name: hash(svg) for name, svg in self.svg.items()}


def layers_of(drawing: Drawing) -> Layers:
    """The layers of a drawing: its groups with a class, and what is between them.

    A layer that occurs again gets a number. Each is the text of an SVG group, in the drawing's coordinates.
    """
    svg: dict[str, str] = {}
    for name, xml in _split(drawing.content, ""):
        count = sum(other.partition(".")[0] == name for other in svg)
        text = ElementTree.tostring(xml, encoding="unicode")
        for style, attribute in _STYLES:
            text = text.replace(style, attribute)
        svg[f"{name}.{count}" if count else name] = text
    return Layers(drawing.width, drawing.height, drawing.origin, svg)


def _split(group: Any, place: str) -> Iterator[tuple[str, ElementTree.Element]]:
    """Each named group in a group, moved to its ``place``; what is beside them is in nameless layers."""
    rest: list[Any] = []
    for element in group.elements:
        attributes = element.attribs if isinstance(element, Group) else {}
        name, moved = attributes.get("class", _TOP), attributes.get("transform", "")
        is_frame = isinstance(element, Group) and not name and any(map(_is_layer, element.elements))
        if (name or is_frame) and rest:
            yield "base", _placed(rest, place)
            rest = []
        if name:
            yield name, _placed([element], place)
        elif is_frame:
            yield from _split(element, f"{place} {moved}".strip())
        else:
            rest.append(element)
    if rest:
        yield "base", _placed(rest, place)


def _is_layer(element: Any) -> bool:
    return isinstance(element, Group) and "class" in element.attribs


def _placed(elements: list[Any], place: str) -> ElementTree.Element:
    frame = ElementTree.Element("g", {"transform": place} if place else {})
    frame.extend(element.get_xml() for element in elements)
    return frame
