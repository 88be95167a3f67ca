"""Texts in XML files: characters that XML cannot hold, and safe reading of untrusted files."""

from __future__ import annotations

import re
from xml.etree import ElementTree

# What XML 1.0 does not allow in a file, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REPLACEMENT = "\ufffd"


def xml_text(text: object) -> str:
    """A text without the characters that XML cannot hold; each becomes the replacement character.

    >>> xml_text("a" + chr(1) + "b") == "a" + chr(0xFFFD) + "b"
    True
    """
    return _FORBIDDEN.sub(_REPLACEMENT, str(text))


def child(parent: ElementTree.Element, tag: str, text: str = "", **attributes: object) -> ElementTree.Element:
    """A new element below another one; its attributes are sorted, so that the order of writing is fixed."""
    element = ElementTree.SubElement(parent, tag)
    for name in sorted(attributes):
        element.set(name, attribute_text(attributes[name]))
    if text:
        element.text = xml_text(text)
    return element


def attribute_text(value: object) -> str:
    """The text of an attribute: booleans as ``true`` and ``false``, whole numbers without a point."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() else repr(round(value, 6))
    return xml_text(value)
