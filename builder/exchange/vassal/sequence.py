"""How VASSAL writes a list of texts as one text: delimiters are escaped, quotes keep what is unclear."""

from __future__ import annotations

from collections.abc import Iterable


def sequence(parts: Iterable[object], delimiter: str) -> str:
    r"""Texts joined by a delimiter, as VASSAL's reader splits them again.

    A backslash goes before each delimiter inside a part. A part that ends in a backslash, or is in quotes, is
    put in quotes. ``None`` is an empty part; booleans and numbers are written as VASSAL does.

    >>> sequence(["a", "b;c", "d\\", True], ";")
    "a;b\\;c;'d\\';true"
    """
    return delimiter.join(_part(part, delimiter) for part in parts)


def _part(part: object, delimiter: str) -> str:
    text = _text(part)
    is_quoted = text.startswith("'") and text.endswith("'")
    escaped = text.replace(delimiter, f"\\{delimiter}")
    return f"'{escaped}'" if is_quoted or text.endswith("\\") else escaped


def _text(part: object) -> str:
    if part is None:
        return ""
    if isinstance(part, bool):
        return "true" if part else "false"
    return str(part)
