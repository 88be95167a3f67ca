"""Data files against the JSON Schemas of brainbug."""

from rulesdb.schemas.check import NOT_ENTRIES, Checked, Reference, SchemaSet

__all__ = ["NOT_ENTRIES", "Checked", "Reference", "SchemaSet"]
