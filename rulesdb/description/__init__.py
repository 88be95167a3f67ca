"""Descriptions of entries, for every writer: text, Markdown, HTML, charts."""

from rulesdb.description.describe import describe
from rulesdb.description.grids import table_grid
from rulesdb.description.model import Description, Fact, Figure, Grid, Link, Note, Piece, Place, Prose, plain

__all__ = [
    "Description",
    "Fact",
    "Figure",
    "Grid",
    "Link",
    "Note",
    "Piece",
    "Place",
    "Prose",
    "describe",
    "plain",
    "table_grid",
]
