"""Halos of texts in a PDF: Typst draws each letter after its own edge, which covers part of the last one."""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterator

import pikepdf

# Higher levels take two or three times as long, for some percent less.
_LEVEL = 4
# The outline of a letter that is stroked, and the letter at the same place.
_LETTER = re.compile(
    rb"(q ([^\n/]+ cm)/\w+ CS [^Q]+\nS\nQ\n)(q \2/\w+ cs [^\n]*\nBT 0 Tr[^\n]*\nET\nQ\n)", re.ASCII
)


def lift_letters(document: pikepdf.Pdf, numbers: Collection[int]) -> None:
    """Put no halo of a letter over another letter, on some pages of a PDF, counted from 0."""
    for number in numbers:
        page = document.pages[number]
        content = zlib.compress(b"".join(_lifted(bytes(page.Contents.get_stream_buffer()))), _LEVEL)
        page.Contents = document.make_indirect(
            pikepdf.Stream(document, content, {"/Filter": pikepdf.Name.FlateDecode})
        )


def _lifted(content: bytes) -> Iterator[bytes]:
    """A content stream in which letters in a row are after all of their edges."""
    edges: list[bytes] = []
    letters: list[bytes] = []
    end = 0
    for match in _LETTER.finditer(content):
        if match.start() != end:
            yield from (*edges, *letters, content[end : match.start()])
            edges, letters = [], []
        edges.append(match[1])
        letters.append(match[3])
        end = match.end()
    yield from (*edges, *letters, content[end:])
