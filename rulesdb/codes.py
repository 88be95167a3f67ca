"""The codes of defects that keep a file from being used."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """A code, which is also a text such as ``BB003``, with its slug.

    >>> Code.DUPLICATE_KEY, Code.DUPLICATE_KEY.slug
    (<Code.DUPLICATE_KEY: 'BB003'>, 'duplicate-key')
    """

    slug: str

    def __new__(cls, code: str, slug: str) -> Code:
        member = str.__new__(cls, code)
        member._value_ = code
        member.slug = slug
        return member

    UNREADABLE = "BB001", "unreadable"
    YAML_SYNTAX = "BB002", "yaml-syntax"
    DUPLICATE_KEY = "BB003", "duplicate-key"
    UNKNOWN_KEY = "BB004", "unknown-key"
    WRONG_TYPE = "BB005", "wrong-type"
    MISSING_KEY = "BB006", "missing-key"
    BAD_VALUE = "BB007", "bad-value"
    YAML_ALIAS = "BB008", "yaml-alias"
    TOO_DEEP = "BB009", "too-deep"
    TABLE_GAP = "BB010", "table-gap"
    TABLE_OVERLAP = "BB011", "table-overlap"
    TABLE_AXIS = "BB012", "table-axis"
    TABLE_ORDER = "BB013", "table-order"
    DUPLICATE_ID = "BB014", "duplicate-id"
    DANGLING_REFERENCE = "BB015", "dangling-reference"
    TABLE_CELL = "BB016", "table-cell"
    SUPPLEMENT = "BB017", "supplement"
    UNUSED_SUPPRESSION = "BB020", "unused-suppression"
    BAD_CONFIGURATION = "BB021", "bad-configuration"
    UNKNOWN_GAME = "BB101", "unknown-game"
