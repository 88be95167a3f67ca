"""Procedures: the functions of a game that implement its rules, their inputs and their registry."""

from rulesdb.procedures.inputs import require_range
from rulesdb.procedures.lookups import modifiers_of, of_axis, of_kind, one_of
from rulesdb.procedures.registry import Procedure, accepted, as_typed, collect_procedures, procedure

__all__ = [
    "Procedure",
    "accepted",
    "as_typed",
    "collect_procedures",
    "modifiers_of",
    "of_axis",
    "of_kind",
    "one_of",
    "procedure",
    "require_range",
]
