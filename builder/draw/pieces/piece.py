"""A piece to cut out: a front, a back, and the number of copies."""

from __future__ import annotations

from dataclasses import dataclass

from builder.draw.surface.canvas import Drawing


@dataclass(frozen=True, slots=True)
class Piece:
    """``width`` × ``height`` mm after cutting; both drawings extend ``bleed`` mm beyond that on every side.

    Text is at least ``safe`` mm inside the cut. Pieces that are ``edge_to_edge`` share a cut with their
    neighbors, unless the sheet says otherwise. Pieces of a ``group`` are together on the sheet, under their
    number and the ``label`` of each; groups whose names start with the same word before a colon are of one
    kind. A ``team`` of a group starts a row if that takes no more rows.
    """

    name: str
    width: float
    height: float
    bleed: float
    front: Drawing
    back: Drawing
    copies: int = 1
    safe: float = 0.0
    edge_to_edge: bool = False
    group: str = ""
    label: str = ""
    team: str = ""
