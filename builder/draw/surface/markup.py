"""The SVG text of drawings, and of what they are made of.

Serializing with ElementTree would build and read a second tree, of every element and each time; a sheet of a
kit is written for its file, for its PDF and for its hash.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any
from xml.sax.saxutils import escape

from builder.draw.surface.elements import EDGE_FIRST, Element, ManyTexts, mm, opening

_ROOT = MappingProxyType(
    {
        "baseProfile": "full",
        "version": "1.1",
        "xmlns": "http://www.w3.org/2000/svg",
        "xmlns:ev": "http://www.w3.org/2001/xml-events",
        "xmlns:xlink": "http://www.w3.org/1999/xlink",
    }
)


def file_markup(title: str, width: float, height: float, css: str, content: str) -> str:
    """The text of an SVG file of a size in mm, with a style sheet, if any."""
    size = {
        "width": f"{mm(width)}mm",
        "height": f"{mm(height)}mm",
        "viewBox": f"0 0 {mm(width)} {mm(height)}",
    }
    root = opening("svg", {**_ROOT, **size})
    style = f'<defs><style type="text/css"><![CDATA[{css}]]></style></defs>' if css else "<defs />"
    head = f"{root}><title>{escape(title)}</title>{style}"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{content}</svg>\n'


def markup(element: Any, *, halos_apart: bool = False) -> str:
    """An element of a drawing as SVG text; attributes are in the order of their names.

    With ``halos_apart``, a text that has an edge under its letters becomes two: the edges of all letters,
    then the text. A PDF draws letter by letter, so that the edge of one letter would cover a part of the
    letter before. The edges become outlines there, which are neither found nor copied.

    >>> text = Element("text", {"fill": "red", "stroke": "white", "style": EDGE_FIRST}, "A")
    >>> markup(text)
    '<text fill="red" stroke="white" style="paint-order:stroke">A</text>'
    >>> markup(text, halos_apart=True)
    '<text fill="none" stroke="white">A</text><text fill="red">A</text>'
    """
    pieces: list[str] = []
    _add(pieces, element, halos_apart)
    return "".join(pieces)


def _add(pieces: list[str], element: Any, halos_apart: bool) -> None:
    attribs = element.group.attribs if isinstance(element, ManyTexts) else element.attribs
    if halos_apart and attribs.get("style") == EDGE_FIRST:
        edges = {name: value for name, value in attribs.items() if name != "style"}
        letters = {name: value for name, value in edges.items() if not name.startswith("stroke")}
        for each in (edges | {"fill": "none"}, letters):
            _add_with(pieces, element, each, halos_apart)
    elif isinstance(element, Element):
        pieces.append(element.svg)
    else:
        _add_with(pieces, element, attribs, halos_apart)


def _add_with(pieces: list[str], element: Any, attribs: Mapping[str, Any], halos_apart: bool) -> None:
    """Add an element with other attributes."""
    if isinstance(element, Element):
        pieces.append(replace(element, attribs=attribs).svg)
    elif isinstance(element, ManyTexts):
        pieces += [opening("g", attribs), ">", *element.lines, "</g>"]
    else:
        pieces += [opening(element.elementname, attribs), ">" if element.elements else " />"]
        for each in element.elements:
            _add(pieces, each, halos_apart)
        if element.elements:
            pieces.append(f"</{element.elementname}>")
