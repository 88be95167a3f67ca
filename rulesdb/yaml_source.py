"""YAML text to plain data, with the line and column of every key and value.

The dialect is the JSON-like core of YAML 1.2: ``true``/``false``, ``null``, decimal numbers, and
text for everything else. So ``3:1``, ``no`` and hex number ``0405`` stay the text they look like.
Anchors, aliases, merge keys and tags are refused: a reader of a rules or scenario file should see
each value where it is used.

The file is read as a stream of events, without recursion, and depth, size and the number of values are
bounded: whatever the bytes, reading ends soon with data or with one problem.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from rulesdb.errors import DataError
from rulesdb.problem import Problem, Span

MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 64
MAX_VALUES = 200_000

DataPath = tuple[str | int, ...]
_Marks = tuple[int, int, int, int]

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\.[0-9]+(?:[eE][-+]?[0-9]+)?\Z")
# What YAML allows in a file, and what may stand in a text: escapes can bring in what a file may not hold.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
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
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class YamlSource:
    """A parsed file: ``data``, and where each part of it stands.

    A *path* is the tuple of keys and indexes that leads to a value, as in
    ``("map", "levels", 0, "id")``.
    """

    path: str
    text: str
    data: Any
    _values: dict[DataPath, _Marks] = field(repr=False)
    _keys: dict[DataPath, _Marks] = field(repr=False)
    _lines: list[str] = field(default_factory=list, kw_only=True, repr=False, compare=False)
    _index: dict[_Marks, DataPath] = field(default_factory=dict, kw_only=True, repr=False, compare=False)
    _texts: list[_Marks] = field(default_factory=list, kw_only=True, repr=False, compare=False)

    @property
    def size(self) -> int:
        """The number of values, lists and blocks counted too."""
        return len(self._values)

    @property
    def lines(self) -> list[str]:
        """The text's lines without their ends, split at first use."""
        if not self._lines:
            self._lines.extend(self.text.splitlines())
        return self._lines

    def value_span(self, path: DataPath) -> Span:
        """Where the value at ``path`` stands, or its nearest parent that exists."""
        while path and path not in self._values:
            path = path[:-1]
        return self._span(self._values.get(path, (0, 0, 0, 0)))

    def key_span(self, path: DataPath) -> Span:
        """Where the key of the value at ``path`` stands; its value where it has none."""
        marks = self._keys.get(path)
        return self._span(marks) if marks is not None else self.value_span(path)

    def value_spans(self) -> Iterator[tuple[DataPath, Span]]:
        """Every value with its place, children before the collection that holds them."""
        return ((path, self._span(marks)) for path, marks in self._values.items())

    def key_spans(self) -> Iterator[tuple[DataPath, Span]]:
        """Every key with its place, in the order of the file."""
        return ((path, self._span(marks)) for path, marks in self._keys.items())

    def path_at(self, span: Span) -> DataPath | None:
        """The path of the key or value that stands just there, the key first."""
        if not self._index:
            for places in (self._values, self._keys):
                self._index.update((marks, path) for path, marks in reversed(places.items()))
        marks = (span.line - 1, span.column - 1, span.end_line - 1, span.end_column - 1)
        return self._index.get(marks)

    def is_in_text(self, line: int, column: int) -> bool:
        """Whether a place lies inside a key or a value, where a ``#`` starts no comment."""
        if not self._texts:
            collections = {path[:-1] for path in self._values if path}
            texts = (marks for path, marks in self._values.items() if path not in collections)
            self._texts.extend(sorted((*texts, *self._keys.values())))
        place = (line - 1, column - 1)
        nearest = bisect_right(self._texts, (*place, sys.maxsize, sys.maxsize)) - 1
        return nearest >= 0 and place < self._texts[nearest][2:]

    def word_span(self, path: DataPath, word: str) -> Span:
        """Where ``word`` stands inside the text at ``path``; the whole value if it is not there.

        Lists of hexes are one text; this finds the one that is meant.
        """
        whole = self.value_span(path)
        lines = self.lines
        pattern = re.compile(rf"(?<![\w/-]){re.escape(word)}(?![\w/-])")
        for number in range(whole.line, min(whole.end_line, len(lines)) + 1):
            start = whole.column - 1 if number == whole.line else 0
            stop = whole.end_column - 1 if number == whole.end_line else None
            found = pattern.search(lines[number - 1][:stop], start)
            if found:
                return Span(self.path, number, found.start() + 1, number, found.end() + 1)
        return whole

    def _span(self, marks: _Marks) -> Span:
        line, column, end_line, end_column = marks
        return Span(self.path, line + 1, column + 1, end_line + 1, end_column + 1)


def load_yaml(path: Path, shown_as: str | None = None) -> YamlSource:
    """Read and parse one file. ``shown_as`` is the name that messages use.

    Raises:
        DataError: the file cannot be read, is not UTF-8, is too large, or is not good YAML.
    """
    name = shown_as or str(path)
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise _failure(
            name,
            "BB001",
            "unreadable",
            f"cannot read the file: {reason}",
            help="check the path and that the file may be read",
        ) from error
    if len(raw) > MAX_BYTES:
        raise _failure(
            name,
            "BB001",
            "unreadable",
            f"the file is larger than {MAX_BYTES >> 20} MiB",
            help="split it, or check that it is the file you meant",
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _end_of(raw[: error.start].decode("utf-8-sig"))
        failure = _failure(
            name,
            "BB001",
            "unreadable",
            f"byte 0x{raw[error.start]:02x} is not UTF-8",
            (line, column, line, column + 1),
            help="save the file as UTF-8",
        )
        raise DataError(failure.problems, raw.decode("utf-8-sig", "replace")) from error
    try:
        return parse_yaml(text, name)
    except DataError as error:
        raise DataError(error.problems, text) from error


def parse_yaml(text: str, path: str = "<text>") -> YamlSource:
    """Parse YAML text.

    >>> source = parse_yaml("hexes: 0405\\nratio: 3:1\\nopen: no\\ncount: 3\\n")
    >>> source.data
    {'hexes': '0405', 'ratio': '3:1', 'open': 'no', 'count': 3}
    >>> source.value_span(("ratio",)).line, source.value_span(("ratio",)).column
    (2, 8)

    Raises:
        DataError: with one problem, at the line and column where reading had to stop.
    """
    unprintable = _UNPRINTABLE.search(text)
    if unprintable:
        line, column = _end_of(text[: unprintable.start()])
        raise _failure(
            path,
            "BB002",
            "yaml-syntax",
            f"character U+{ord(unprintable[0]):04X} is not allowed in YAML",
            (line, column, line, column + 1),
            help="delete it; it cannot be seen in most editors",
        )
    builder = _Builder(path)
    loader = _LOADER(text)
    try:
        builder.read(loader.get_event)
    except yaml.MarkedYAMLError as error:
        raise _syntax_failure(path, error) from error
    finally:
        loader.dispose()
    return YamlSource(path, text, builder.root, builder.values, builder.keys)


def _end_of(before: str) -> tuple[int, int]:
    """The line and column, both from 0, of what follows ``before``."""
    lines = f"{before}.".splitlines()
    return len(lines) - 1, len(lines[-1]) - 1


@dataclass(slots=True)
class _Frame:
    """A collection that is being filled; ``path`` is of the value that comes next, once its key is known."""

    container: Any
    own_path: DataPath
    start: tuple[int, int]
    is_mapping: bool
    key: str | None = None
    path: DataPath = ()


class _Builder:
    """Builds data from events, keeping positions."""

    def __init__(self, path: str) -> None:
        self.file = path
        self.root: Any = None
        self.values: dict[DataPath, _Marks] = {}
        self.keys: dict[DataPath, _Marks] = {}
        self._stack: list[_Frame] = []
        self._documents = 0

    def read(self, next_event: Callable[[], Any]) -> None:
        """Take every event of a file; the order of the tests is that of how often they hold."""
        stack, values = self._stack, self.values
        while True:
            event = next_event()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
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
                    "BB008",
                    "yaml-alias",
                    f"alias `*{event.anchor}` is not supported",
                    "write the value out where it is used",
                )
            elif kind is yaml.DocumentStartEvent:
                self._documents += 1
                if self._documents > 1:
                    raise self._refuse(
                        event,
                        "BB002",
                        "yaml-syntax",
                        "a second YAML document starts here",
                        "keep one document a file: delete the `---` or move the rest to its own file",
                    )
            elif kind is yaml.StreamEndEvent:
                return

    def _open(self, event: Any, container: dict[str, Any] | list[Any]) -> None:
        if event.anchor is not None or event.tag is not None:
            self._check_plain(event)
        stack = self._stack
        if stack and stack[-1].is_mapping and stack[-1].key is None:
            raise self._refuse(
                event,
                "BB005",
                "wrong-type",
                "a key must be a single word or text",
                "quote the key, or add the `key:` that this belongs to",
            )
        if len(stack) >= MAX_DEPTH:
            raise self._refuse(
                event,
                "BB009",
                "too-deep",
                f"nested more than {MAX_DEPTH} levels deep",
                "no brainbug file needs that; look for a bracket that never closes",
            )
        mark = event.start_mark
        path = self._place(container, event)
        stack.append(_Frame(container, path, (mark.line, mark.column), type(container) is dict))

    def _scalar(self, event: Any) -> None:
        if event.anchor is not None or event.tag is not None:
            self._check_plain(event)
        start, end = event.start_mark, event.end_mark
        marks = (start.line, start.column, end.line, end.column)
        value: Any = event.value
        if event.style == '"' and _UNFIT.search(value):
            raise self._unfit(event)
        if self._stack and self._stack[-1].is_mapping and self._stack[-1].key is None:
            self._key(self._stack[-1], event, marks)
            return
        if not event.style and event.implicit[0]:
            value = _number(value) if value[:1] in _NUMERIC else _WORDS.get(value, value)
        self.values[self._place(value, event)] = marks

    def _key(self, frame: _Frame, event: Any, marks: _Marks) -> None:
        key: str = event.value
        if key == "<<" and not event.style:
            raise self._refuse(
                event,
                "BB008",
                "yaml-alias",
                "merge keys `<<` are not supported",
                "write the values out where they are used",
            )
        path = (*frame.own_path, key)
        if key in frame.container:
            first = self.keys[path]
            raise DataError(
                [
                    Problem(
                        "BB003",
                        "duplicate-key",
                        f"key `{key}` stands twice in the same block",
                        _span(self.file, marks),
                        "keep one of them, or rename one",
                        (("first set here", _span(self.file, first)),),
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
                "BB001",
                "unreadable",
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
                "BB008",
                "yaml-alias",
                f"anchor `&{event.anchor}` is not supported",
                "delete it and write the value out where it is used",
            )
        if event.tag is not None and event.tag != "!":
            raise self._refuse(
                event,
                "BB008",
                "yaml-alias",
                f"tag `{event.tag}` is not supported",
                "delete it; types follow from the schema",
            )

    def _unfit(self, event: Any) -> DataError:
        letter = next(letter for letter in event.value if _UNFIT.match(letter))
        return self._refuse(
            event,
            "BB002",
            "yaml-syntax",
            f"the text holds character U+{ord(letter):04X}, which cannot be printed",
            "delete the escape that stands for it",
        )

    def _refuse(self, event: Any, code: str, slug: str, message: str, help: str) -> DataError:
        start, end = event.start_mark, event.end_mark
        marks = (start.line, start.column, end.line, max(end.column, start.column + 1))
        return _failure(self.file, code, slug, message, marks, help)


def _number(text: str) -> Any:
    """A number, or the text that only begins as one does; too large to reckon with counts as text."""
    if _INTEGER.match(text):
        return int(text) if len(text) <= 18 else text
    if _FLOAT.match(text) and len(text) <= 32 and abs(number := float(text)) < _LARGEST:
        return number
    return text


def _span(path: str, marks: _Marks) -> Span:
    line, column, end_line, end_column = marks
    return Span(path, line + 1, column + 1, end_line + 1, end_column + 1)


def _failure(
    path: str, code: str, slug: str, message: str, marks: _Marks = (0, 0, 0, 0), help: str = ""
) -> DataError:
    return DataError([Problem(code, slug, message, _span(path, marks), help)])


def _syntax_failure(path: str, error: yaml.MarkedYAMLError) -> DataError:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark is not None else (0, 0)
    what = (error.problem or "not valid YAML").replace("\n", " ")
    related: tuple[tuple[str, Span], ...] = ()
    context = error.context_mark
    if error.context and context is not None and (context.line, context.column) != (line, column):
        where = (context.line, context.column, context.line, context.column + 1)
        related = ((error.context.replace("\n", " "), _span(path, where)),)
    help_text = "check the indentation, and quote text that holds `: `, `#`, `{` or `[`"
    if "\\t" in what or "'\\t'" in what:
        help_text = "YAML indents with spaces: replace the tab"
    problem = Problem(
        "BB002",
        "yaml-syntax",
        f"YAML syntax: {what}",
        _span(path, (line, column, line, column + 1)),
        help_text,
        related,
    )
    return DataError([problem])
