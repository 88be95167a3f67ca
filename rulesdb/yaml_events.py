"""Events of a YAML parser to plain data, and the place of every key and value.

What is refused here is what a reader of a rules or scenario file should never have to puzzle out: aliases,
tags, keys that stand twice, and texts that cannot be printed; and what no such file needs: depth and number
without end.
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
# What escapes can bring into a text, and what cannot be printed.
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_NUMERIC = frozenset("+-0123456789")
_LARGEST = 1e18
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

    ``key`` is that of the value which comes next in a mapping, and ``path`` the value's path; there is no
    key where a key comes next.
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
        """Take every event of a file; the order of the tests is that of how often they hold."""
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
                if style == '"' and _UNFIT.search(value):
                    raise self._unfit(event)
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
                raise self._refuse(
                    event,
                    Code.YAML_ALIAS,
                    f"alias `*{event.anchor}` is not supported",
                    "write the value out where it is used",
                )
            elif kind is yaml.DocumentStartEvent:
                self._documents += 1
                if self._documents > 1:
                    raise self._refuse(
                        event,
                        Code.YAML_SYNTAX,
                        "a second YAML document starts here",
                        "keep one document a file: delete the `---` or move the rest to its own file",
                    )
            elif kind is yaml.StreamEndEvent:
                return

    def _open(self, event: Any, container: dict[str, Any] | list[Any]) -> None:
        if event.anchor is not None or event.tag is not None:
            self._check_plain(event)
        stack = self._stack
        if stack and stack[-1].key is None:
            raise self._refuse(
                event,
                Code.WRONG_TYPE,
                "a key must be a single word or text",
                "quote the key, or add the `key:` that this belongs to",
            )
        if len(stack) >= MAX_DEPTH:
            raise self._refuse(
                event,
                Code.TOO_DEEP,
                f"nested more than {MAX_DEPTH} levels deep",
                "no brainbug file needs that; look for a bracket that never closes",
            )
        mark = event.start_mark
        path = self._place(container, event)
        is_mapping = type(container) is dict
        stack.append(
            _Frame(container, path, (mark.line, mark.column), is_mapping, None if is_mapping else "")
        )

    def _key(self, frame: _Frame, event: Any, marks: Marks) -> None:
        key: str = event.value
        if key == "<<" and not event.style:
            raise self._refuse(
                event,
                Code.YAML_ALIAS,
                "merge keys `<<` are not supported",
                "write the values out where they are used",
            )
        path = (*frame.own_path, key)
        if key in frame.container:
            first = self.keys[path]
            raise DataError(
                [
                    Problem(
                        Code.DUPLICATE_KEY,
                        f"key `{key}` stands twice in the same block",
                        span_of(self.file, marks),
                        "keep one of them, or rename one",
                        (("first set here", span_of(self.file, first)),),
                    )
                ]
            )
        self.keys[path] = marks
        frame.key = key
        frame.path = path

    def _place(self, value: Any, event: Any) -> DataPath:
        """Put a value into the collection that is open; its path."""
        if len(self.values) >= MAX_VALUES:
            raise self._refuse(
                event,
                Code.UNREADABLE,
                f"the file holds more than {MAX_VALUES:,} values",
                "split it, or check that it is the file you meant",
            )
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
            raise self._refuse(
                event,
                Code.YAML_ALIAS,
                f"anchor `&{event.anchor}` is not supported",
                "delete it and write the value out where it is used",
            )
        if event.tag is not None and event.tag != "!":
            raise self._refuse(
                event,
                Code.YAML_ALIAS,
                f"tag `{event.tag}` is not supported",
                "delete it; types follow from the schema",
            )

    def _unfit(self, event: Any) -> DataError:
        letter = next(letter for letter in event.value if _UNFIT.match(letter))
        return self._refuse(
            event,
            Code.YAML_SYNTAX,
            f"the text holds character U+{ord(letter):04X}, which cannot be printed",
            "delete the escape that stands for it",
        )

    def _refuse(self, event: Any, code: Code, message: str, help: str) -> DataError:
        start, end = event.start_mark, event.end_mark
        marks = (start.line, start.column, end.line, max(end.column, start.column + 1))
        return failure(self.file, code, message, marks, help)


def _number(text: str) -> Any:
    """A number, or the text that only begins as one does; too large to reckon with counts as text."""
    if _INTEGER.match(text):
        return int(text) if len(text) <= 18 else text
    if _FLOAT.match(text) and len(text) <= 32 and abs(number := float(text)) < _LARGEST:
        return number
    return text


def span_of(path: str, marks: Marks) -> Span:
    """A place in a file from marks, which count from 0."""
    line, column, end_line, end_column = marks
    return Span(path, line + 1, column + 1, end_line + 1, end_column + 1)


def failure(path: str, code: Code, message: str, marks: Marks = (0, 0, 0, 0), help: str = "") -> DataError:
    """An error with one problem."""
    return DataError([Problem(code, message, span_of(path, marks), help)])
