"""Validation of data files against the JSON Schemas of brainbug."""

from rulesdb.schemas.check import NOT_ENTRIES, Checked, SchemaSet
from rulesdb.schemas.predicate import Reference

__all__ = ["NOT_ENTRIES", "Checked", "Reference", "SchemaSet"]
