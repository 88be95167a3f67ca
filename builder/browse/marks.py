"""Marks on the cells of a table that do not stand so in the book, and the legend that explains them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from builder.browse.typesetting import Words
from rulesdb import Basis, Provenance, Table
from rulesdb.model import BASIS_MEANING
from rulesdb.tables import Cell, Labelled, Node, show_value

MARKS: Mapping[Basis, str] = MappingProxyType(
    {Basis.HOUSE: "*", Basis.DERIVED: "°", Basis.READING: "?", Basis.SUPPLEMENT: "^"}
)
"""What stands after a value; printed values have no mark."""

# While a chart is laid out as plain text, a mark is a character that no value can hold.
_STAND_INS: Mapping[Basis, str] = MappingProxyType(
    {basis: chr(0xE000 + number) for number, basis in enumerate(MARKS)}
)
_BY_STAND_IN: Mapping[str, Basis] = MappingProxyType({sign: basis for basis, sign in _STAND_INS.items()})

MOST_LISTED = 6


def marked(table: Table) -> Table:
    """The table with every value as words, and a stand-in for its mark after it."""
    return replace(table, root=_marked(table.root))


def _marked(node: Node) -> Node:
    if isinstance(node, Cell):
        sign = _STAND_INS.get(node.provenance.basis, "")
        return replace(node, value=_signed(node.value, sign))
    if isinstance(node, Labelled):
        return Labelled({label: _marked(child) for label, child in node.branches.items()})
    return replace(node, bins=tuple((interval, _marked(child)) for interval, child in node.bins))


def _signed(value: Any, sign: str) -> Any:
    if isinstance(value, Mapping) and not value.keys() <= {"least", "most"}:
        return {name: show_value(part) + sign for name, part in value.items()}
    return show_value(value) + sign


def marked_words(text: str) -> list[Words]:
    """The words of a cell of a chart of a :func:`marked` table, with its mark and style.

    >>> from rulesdb import Basis
    >>> [(word.text, word.style) for word in marked_words("3" + _STAND_INS[Basis.HOUSE])]
    [('3*', 'house')]
    """
    words: list[Words] = []
    plain = ""
    for letter in text:
        basis = _BY_STAND_IN.get(letter)
        if basis is None:
            plain += letter
        else:
            words.append(Words(plain + MARKS[basis], str(basis)))
            plain = ""
    return [*words, Words(plain)] if plain or not words else words


def badge(provenance: Provenance) -> list[Words]:
    """The basis of a datum and what that means."""
    basis = provenance.basis
    mark = f" ({MARKS[basis]})" if basis in MARKS else ""
    return [Words(f"{basis}{mark}", str(basis)), Words(f": {BASIS_MEANING[basis]}", "muted")]


def legend(table: Table) -> list[list[Words]]:
    """A paragraph for each provenance that some cells have and that is not printed.

    Each says what its mark means and why; where a mark has several reasons, which cells each is for.
    """
    groups: dict[Provenance, list[str]] = {}
    for at, cell in table.cells():
        if cell.provenance.basis in MARKS:
            where = ", ".join(f"{name} {place}" for name, place in at.items())
            groups.setdefault(cell.provenance, []).append(where)
    reasons: dict[Basis, set[str]] = {}
    for provenance in groups:
        reasons.setdefault(provenance.basis, set()).add(provenance.note)
    paragraphs: list[list[Words]] = []
    for provenance, places in groups.items():
        if (provenance.basis, provenance.note) == (table.entry.provenance.basis, table.entry.provenance.note):
            continue  # said above the table, of all of it
        basis = provenance.basis
        words = [Words(f"{MARKS[basis]} {basis}", str(basis)), Words(f": {BASIS_MEANING[basis]}.", "muted")]
        if provenance.note:
            words.append(Words(f" {provenance.note}"))
        words += [Words(f" Or else: {reading}", "muted") for reading in provenance.alternatives]
        if len(reasons[basis]) > 1:
            more = len(places) - MOST_LISTED
            listed = "; ".join(places[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
            words.append(Words(f" ({listed})", "muted"))
        paragraphs.append(words)
    return paragraphs
