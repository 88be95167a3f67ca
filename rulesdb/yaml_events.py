"""Builds plain data from the events of a YAML parser, with the place of every key and value.

It rejects whatever makes a rules or scenario file hard to read: aliases, tags, duplicate keys, and texts that
cannot be printed. Depth and number of values are limited.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import yaml

from rulesdb.codes import Code
from rulesdb.errors import DataError
from rulesdb.problem import Problem, Span

MAX_DEPTH = 64
MAX_VALUES = 200_000

DataPath = tuple[str | int, ...]
Marks = tuple[int, int, int, int]

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\.[0-9]+(?:[eE][-+]?[0-9]+)?\Z")
# Escapes can bring these into a text, and they cannot be printed.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_NUMERIC = frozenset("+-0123456789")
_MAX_FLOAT = 1e18
_WORDS: dict[str, bool | None] = {
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
    "null": None,
    "Null": None,
    "NULL": None,
    "~": None,
    "": None,
}


@dataclass(slots=True)
class _Frame:
    """A collection that is being filled.

    In a mapping, ``key`` is the key of the next value and ``path`` the path of that value; ``key`` is None if
    a key comes next.
    """

    container: Any
    own_path: DataPath
    start: tuple[int, int]
    is_mapping: bool
    key: str | None
    path: DataPath = ()


class Builder:
    """Builds data from events, keeping positions."""

    def __init__(self, path: str) -> None:
        self.file = path
        self.root: Any = None
        self.values: dict[DataPath, Marks] = {}
        self.keys: dict[DataPath, Marks] = {}
        self._stack: list[_Frame] = []
        self._documents = 0

    def read(self, next_event: Callable[[], Any]) -> None:
        """Process every event of a file; the most frequent kinds are tested first."""
        stack, values = self._stack, self.values
        while True:
            event = next_event()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                if event.anchor is not None or event.tag is not None:
                    self._check_plain(event)
                value, style = event.value, event.style
                start, end = event.start_mark, event.end_mark
                marks = (start.line, start.column, end.line, end.column)
                if style == '"' and (letter := _UNPRINTABLE.search(value)):
                    message = f"the text contains character U+{ord(letter[0]):04X}, which cannot be printed"
                    help = "delete the escape that stands for it"
                    raise self._refuse(event, Code.YAML_SYNTAX, message, help)
                if stack and stack[-1].key is None:
                    self._key(stack[-1], event, marks)
                    continue
                if not style and event.implicit[0]:
                    value = _number(value) if value[:1] in _NUMERIC else _WORDS.get(value, value)
                values[self._place(value, event)] = marks
            elif kind is yaml.MappingStartEvent:
                self._open(event, {})
            elif kind is yaml.SequenceStartEvent:
                self._open(event, [])
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                frame = stack.pop()
                mark = event.end_mark
                values[frame.own_path] = (*frame.start, mark.line, mark.column)
            elif kind is yaml.AliasEvent:
                message = f"alias `*{event.anchor}` is not supported"
                raise self._refuse(event, Code.YAML_ALIAS, message, "write the value out where it is used")
            elif kind is yaml.DocumentStartEvent:
                self._documents += 1
                if self._documents > 1:
                    message = "a second YAML document starts here"
                    help = "keep one document a file: delete the `---` or move the rest to its own file"
                    raise self._refuse(event, Code.YAML_SYNTAX, message, help)
            elif kind is yaml.StreamEndEvent:
                return

    def _open(self, event: Any, container: dict[str, Any] | list[Any]) -> None:
        if event.anchor is not None or event.tag is not None:
            self._check_plain(event)
        stack = self._stack
        if stack and stack[-1].key is None:
            help = "quote the key, or add the `key:` that this belongs to"
            raise self._refuse(event, Code.WRONG_TYPE, "a key must be a single word or text", help)
        if len(stack) >= MAX_DEPTH:
            raise too_deep(self.file, _place_of(event))
        mark = event.start_mark
        path = self._place(container, event)
        is_mapping = type(container) is dict
        stack.append(
            _Frame(container, path, (mark.line, mark.column), is_mapping, None if is_mapping else "")
        )

    def _key(self, frame: _Frame, event: Any, marks: Marks) -> None:
        key: str = event.value
        if key == "<<" and not event.style:
            help = "write the values out where they are used"
            raise self._refuse(event, Code.YAML_ALIAS, "merge keys `<<` are not supported", help)
        path = (*frame.own_path, key)
        if key in frame.container:
            related = (("first set here", span_of(self.file, self.keys[path])),)
            message, span = f"duplicate key `{key}` in the same block", span_of(self.file, marks)
            help = "keep one of them, or rename one"
            raise DataError([Problem(Code.DUPLICATE_KEY, message, span, help, related)])
        self.keys[path] = marks
        frame.key = key
        frame.path = path

    def _place(self, value: Any, event: Any) -> DataPath:
        """Put a value into the open collection, and return its path."""
        if len(self.values) >= MAX_VALUES:
            message = f"the file has more than {MAX_VALUES:,} values"
            help = "split it, or check that it is the file you meant"
            raise self._refuse(event, Code.UNREADABLE, message, help)
        if not self._stack:
            self.root = value
            return ()
        frame = self._stack[-1]
        if frame.is_mapping:
            frame.container[frame.key] = value
            frame.key = None
            return frame.path
        frame.container.append(value)
        return (*frame.own_path, len(frame.container) - 1)

    def _check_plain(self, event: Any) -> None:
        if event.anchor is not None:
            message = f"anchor `&{event.anchor}` is not supported"
            help = "delete it and write the value out where it is used"
            raise self._refuse(event, Code.YAML_ALIAS, message, help)
        if event.tag is not None and event.tag != "!":
            message = f"tag `{event.tag}` is not supported"
            raise self._refuse(event, Code.YAML_ALIAS, message, "delete it; types follow from the schema")

    def _refuse(self, event: Any, code: Code, message: str, help: str) -> DataError:
        return failure(self.file, code, message, help, _place_of(event))


def _place_of(event: Any) -> Marks:
    start, end = event.start_mark, event.end_mark
    return start.line, start.column, end.line, max(end.column, start.column + 1)


def _number(text: str) -> Any:
    """A number, or the text if it only begins like one; numbers that are too large are texts."""
    if _INTEGER.match(text):
        return int(text) if len(text) <= 18 else text
    if _FLOAT.match(text) and len(text) <= 32 and abs(number := float(text)) < _MAX_FLOAT:
        return number
    return text


def span_of(path: str, marks: Marks) -> Span:
    """A place in a file from marks, which count from 0."""
    line, column, end_line, end_column = marks
    return Span(path, line + 1, column + 1, end_line + 1, end_column + 1)


def failure(path: str, code: Code, message: str, help: str, marks: Marks = (0, 0, 0, 0)) -> DataError:
    """An error with one problem."""
    return DataError([Problem(code, message, span_of(path, marks), help)])


def too_deep(path: str, marks: Marks) -> DataError:
    """The error for a collection that is inside too many others."""
    message = f"nested more than {MAX_DEPTH} levels deep"
    help = "no brainbug file needs that; look for a bracket that never closes"
    return failure(path, Code.TOO_DEEP, message, help, marks)
