"""The elements of a module's build file: a class of VASSAL with its attributes, and what is in it."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree

from builder.exchange.xml_text import attribute_text, child, xml_text

_PARTS = {
    "map": "VASSAL.build.module.map",
    "board": "VASSAL.build.module.map.boardPicker.board",
    "module": "VASSAL.build.module",
    "widget": "VASSAL.build.widget",
    "turn": "VASSAL.build.module.turn",
}


class Component:
    """An element of the build file."""

    def __init__(self, element: ElementTree.Element) -> None:
        self.element = element

    @classmethod
    def root(cls, kind: str, **attributes: object) -> Component:
        """The outermost element."""
        component = cls(ElementTree.Element(kind))
        component.set(attributes)
        return component

    def set(self, attributes: Mapping[str, object]) -> None:
        """Set attributes."""
        for name in sorted(attributes):
            self.element.set(name, attribute_text(attributes[name]))

    def add(self, kind: str, text: str = "", **attributes: object) -> Component:
        """A new element in this one; ``map:Zoomer`` is short for the class of that name in a package."""
        package, colon, name = kind.partition(":")
        tag = f"{_PARTS[package]}.{name}" if colon else kind
        return Component(child(self.element, tag, text, **attributes))

    @property
    def as_file(self) -> bytes:
        """The element as an XML file."""
        ElementTree.indent(self.element)
        text = ElementTree.tostring(self.element, encoding="unicode")
        return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n{xml_text(text)}\n'.encode()
