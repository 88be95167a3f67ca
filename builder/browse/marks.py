"""The marks of values that are not printed in the book."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from builder.browse.typesetting import Words
from rulesdb import Basis, Provenance
from rulesdb.model import BASIS_MEANING

MARKS: Mapping[Basis, str] = MappingProxyType(
    {Basis.HOUSE: "*", Basis.DERIVED: "°", Basis.READING: "?", Basis.SUPPLEMENT: "^"}
)
"""What stands after a value; printed values have no mark."""


def badge(provenance: Provenance) -> list[Words]:
    """The basis of a datum and what that means."""
    basis = provenance.basis
    mark = f" ({MARKS[basis]})" if basis in MARKS else ""
    return [Words(f"{basis}{mark}", str(basis)), Words(f": {BASIS_MEANING[basis]}", "muted")]
