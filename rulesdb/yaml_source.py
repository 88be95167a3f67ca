"""Parses YAML text to plain data, with the line and column of every key and value.

The dialect is the JSON-like core of YAML 1.2: ``true``/``false``, ``null``, decimal numbers, and
text for everything else. So ``3:1``, ``no`` and hex number ``0405`` stay the text they look like.
Anchors, aliases, merge keys and tags are rejected: a reader of a rules or scenario file should see
each value where it is used.

The file is parsed as a stream of events, without recursion, and depth, size and the number of values are
limited: parsing any bytes ends soon, with data or with one problem.
"""

from __future__ import annotations

import errno
import re
import sys
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from rulesdb.arguments import as_path, require
from rulesdb.codes import Code
from rulesdb.errors import DataError
from rulesdb.files.reading import MIB, read_file
from rulesdb.problem import Problem, Span
from rulesdb.yaml_events import MAX_VALUES as MAX_VALUES
from rulesdb.yaml_events import Builder, Marks, failure, span_of, too_deep
from rulesdb.yaml_events import DataPath as DataPath

MAX_BYTES = 16 * MIB

# What YAML does not allow in a file.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class YamlSource:
    """A parsed file: ``data``, and the place of each part of it.

    A *path* is the tuple of keys and indexes that leads to a value, as in
    ``("map", "levels", 0, "id")``.
    """

    path: str
    text: str
    data: Any
    _values: dict[DataPath, Marks] = field(repr=False)
    _keys: dict[DataPath, Marks] = field(repr=False)
    _lines: list[str] = field(default_factory=list, kw_only=True, repr=False, compare=False)
    _index: dict[Marks, DataPath] = field(default_factory=dict, kw_only=True, repr=False, compare=False)
    _texts: list[Marks] = field(default_factory=list, kw_only=True, repr=False, compare=False)

    @property
    def size(self) -> int:
        """The number of values, including lists and blocks."""
        return len(self._values)

    @property
    def lines(self) -> list[str]:
        """The text's lines without their ends, split at first use."""
        if not self._lines:
            self._lines.extend(self.text.splitlines())
        return self._lines

    def __contains__(self, path: DataPath) -> bool:
        """Whether the file has a value at ``path``."""
        return path in self._values

    def value_span(self, path: DataPath) -> Span:
        """The place of the value at ``path``, or of its nearest parent that exists."""
        while path and path not in self._values:
            path = path[:-1]
        return self._span(self._values.get(path, (0, 0, 0, 0)))

    def key_span(self, path: DataPath) -> Span:
        """The place of the key of the value at ``path``; that of the value if it has no key."""
        marks = self._keys.get(path)
        return self._span(marks) if marks is not None else self.value_span(path)

    def value_spans(self) -> Iterator[tuple[DataPath, Span]]:
        """Every value with its place, children before the collection that holds them."""
        return ((path, self._span(marks)) for path, marks in self._values.items())

    def key_spans(self) -> Iterator[tuple[DataPath, Span]]:
        """Every key with its place, in the order of the file."""
        return ((path, self._span(marks)) for path, marks in self._keys.items())

    def path_at(self, span: Span) -> DataPath | None:
        """The path of the key or value at exactly this place; of the key if both are."""
        if not self._index:
            for places in (self._values, self._keys):
                self._index.update((marks, path) for path, marks in reversed(places.items()))
        marks = (span.line - 1, span.column - 1, span.end_line - 1, span.end_column - 1)
        return self._index.get(marks)

    def without(self, paths: Collection[DataPath]) -> YamlSource:
        """The same file without some values; what is left keeps its places.

        >>> source = parse_yaml("hexes: [0101, 0102, 0103]")
        >>> fewer = source.without({("hexes", 1)})
        >>> fewer.data, fewer.value_span(("hexes", 1)).column
        ({'hexes': ['0101', '0103']}, 21)
        """
        moved: dict[DataPath, DataPath] = {(): ()}

        def copy(value: Any, path: DataPath) -> Any:
            if type(value) is dict:
                names = [(key, key) for key in value if (*path, key) not in paths]
                copied: Any = {}
            elif type(value) is list:
                kept = [index for index in range(len(value)) if (*path, index) not in paths]
                names = list(enumerate(kept))
                copied = [None] * len(kept)
            else:
                return value
            for name, old in names:
                moved[*path, old] = (*moved[path], name)
                copied[name] = copy(value[old], (*path, old))
            return copied

        data = copy(self.data, ())
        values = {moved[path]: marks for path, marks in self._values.items() if path in moved}
        keys = {moved[path]: marks for path, marks in self._keys.items() if path in moved}
        return YamlSource(self.path, self.text, data, values, keys)

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
        """The place of ``word`` inside the text at ``path``; that of the whole value if it is not there.

        A list of hexes is one text; this finds one of them.
        """
        whole = self.value_span(path)
        lines = self.lines
        pattern = re.compile(rf"(?<![\w/-]){re.escape(word)}(?![\w/-])")
        for number in range(whole.line, min(whole.end_line, len(lines)) + 1):
            start = whole.column - 1 if number == whole.line else 0
            stop = whole.end_column - 1 if number == whole.end_line else None
            match = pattern.search(lines[number - 1][:stop], start)
            if match:
                return Span(self.path, number, match.start() + 1, number, match.end() + 1)
        return whole

    def _span(self, marks: Marks) -> Span:
        return span_of(self.path, marks)


def load_yaml(path: Path, shown_as: str | None = None) -> YamlSource:
    """Read and parse one file. ``shown_as`` is the name that messages use.

    Raises:
        DataError: the file cannot be read, is not UTF-8, is too large, or is not valid YAML.
    """
    path = as_path("path", path)
    name = shown_as or str(path)
    try:
        raw = read_file(path, MAX_BYTES)
    except OSError as error:
        message = f"cannot read the file: {error.strerror or type(error).__name__}"
        help = "check the path and that the file may be read"
        if error.errno == errno.EFBIG:
            help = "split it, or check that it is the file you meant"
        raise failure(name, Code.UNREADABLE, message, help) from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message, marks = (
            f"byte 0x{raw[error.start]:02x} is not UTF-8",
            _after(raw[: error.start].decode("utf-8-sig")),
        )
        problems = failure(name, Code.UNREADABLE, message, "save the file as UTF-8", marks).problems
        raise DataError(problems, raw.decode("utf-8-sig", "replace")) from error
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
    require("text", text, str, "text in YAML")
    # Most texts are printable as Python defines it, which is stricter and much faster to test.
    unprintable = None if text.replace("\n", "").isprintable() else _UNPRINTABLE.search(text)
    if unprintable:
        message = f"character U+{ord(unprintable[0]):04X} is not allowed in YAML"
        help = "delete it; it cannot be seen in most editors"
        raise failure(path, Code.YAML_SYNTAX, message, help, _after(text[: unprintable.start()]))
    builder = Builder(path)
    loader = _LOADER(text)
    try:
        builder.read(loader.get_event)
    except yaml.MarkedYAMLError as error:
        raise _syntax_failure(path, error) from error
    finally:
        loader.dispose()
    return YamlSource(path, text, builder.root, builder.values, builder.keys)


def _after(text: str) -> Marks:
    """The place of the character that follows ``text``."""
    lines = f"{text}.".splitlines()
    return _one_character(len(lines) - 1, len(lines[-1]) - 1)


def _one_character(line: int, column: int) -> Marks:
    return line, column, line, column + 1


def _syntax_failure(path: str, error: yaml.MarkedYAMLError) -> DataError:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark is not None else (0, 0)
    message = (error.problem or "not valid YAML").replace("\n", " ")
    if "nesting depth" in message:  # the limit of libyaml itself, which reads ahead of its events
        return too_deep(path, _one_character(line, column))
    related: tuple[tuple[str, Span], ...] = ()
    context = error.context_mark
    if error.context and context is not None and (context.line, context.column) != (line, column):
        related = (
            (error.context.replace("\n", " "), span_of(path, _one_character(context.line, context.column))),
        )
    help = "check the indentation, and quote text that contains `: `, `#`, `{` or `[`"
    if "\\t" in message:
        help = "YAML indents with spaces: replace the tab"
    span = span_of(path, _one_character(line, column))
    return DataError([Problem(Code.YAML_SYNTAX, f"YAML syntax: {message}", span, help, related)])
