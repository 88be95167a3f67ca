"""Lines of sight over an open table."""

from __future__ import annotations

from builder.geometry.shapes import Point, Shape
from builder.scenario.table_map import Piece, TableMap


def table_sees(table: TableMap, here: Point, there: Point) -> bool:
    """Whether the straight line between two points is free; the same both ways.

    Pieces whose terrain blocks sight stop it, but for one that either point is in: whoever stands in a wood
    or on a hill looks out of it, and is seen there. How far into a piece one sees is left to the players.

    Source: mobile-infantry Spotting Bugs; handspan Terrain (a reading of both)
    """
    return not any(_stops(piece, here, there) for piece in table.pieces)


def _stops(piece: Piece, here: Point, there: Point) -> bool:
    if not piece.terrain.get("blocks_sight"):
        return False
    if piece.shape.contains(here) or piece.shape.contains(there):
        return False
    return piece.shape.distance(Shape((here, there))) == 0.0
