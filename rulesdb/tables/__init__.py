"""Tables: their axes and cells, and the one engine that looks up, rolls and computes odds."""

from rulesdb.tables.axes import Axis, Interval
from rulesdb.tables.table import (
    NO_EFFECT,
    Answer,
    Binned,
    Cell,
    Labelled,
    Modifier,
    Node,
    Table,
    show_value,
    unknown_name,
)

__all__ = [
    "NO_EFFECT",
    "Answer",
    "Axis",
    "Binned",
    "Cell",
    "Interval",
    "Labelled",
    "Modifier",
    "Node",
    "Table",
    "show_value",
    "unknown_name",
]
