"""The word at a place of a file while it is being edited.

The text before the place is parsed with a mark appended, as the key or value that is about to be written;
the text after it, which is often invalid at that moment, is ignored. If the text before it is invalid too,
only the lines that open the blocks around the place are parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import yaml

from rulesdb import DataError
from rulesdb.problem import Span
from rulesdb.yaml_events import MAX_DEPTH
from rulesdb.yaml_source import DataPath, YamlSource, parse_yaml

_MARK = "brainbugcursor"
_WORD = re.compile(r"(?:[^\s,\[\]{}:\"'#]|:(?=[^\s,\[\]{}\"'#]))*")
_OPENS = re.compile(r"(?P<indent> *(?:- +)*)(?P<entry>[^\s#][^#]*?:)(?:\s+(?P<rest>.*))?$")
_BRACKETS = {yaml.FlowSequenceStartToken: "]", yaml.FlowMappingStartToken: "}"}
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Role(Enum):
    """Whether a word is, or is about to be, a key or a value."""

    KEY = "key"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Cursor:
    """A word of a file, the path of its value, and its place.

    ``before`` is the part of the same value before it; ``data`` is what was parsed, down to this place;
    ``following`` are the keys of the block further down.
    """

    role: Role
    path: DataPath
    word: str
    span: Span
    before: str
    data: Any
    is_quoted: bool = False
    following: frozenset[str] = frozenset()

    @property
    def container(self) -> DataPath:
        """The path of the block or list that the word is in."""
        return self.path[:-1]

    def sibling(self, key: str) -> Any:
        """The value of another key of the same block."""
        block = value_at(self.data, self.container)
        return block.get(key) if isinstance(block, dict) else None


def value_at(data: Any, path: DataPath) -> Any:
    """The value at a path; None if there is none."""
    for part in path:
        if isinstance(data, dict):
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
        else:
            return None
    return data


def line_of(text: str, line: int) -> str:
    """A line of a text, counted from 1; empty beyond its ends."""
    lines = text.splitlines()
    return lines[line - 1] if 0 < line <= len(lines) else ""


def word_at(text: str, line: int, column: int) -> Span:
    """The span of the word at a place or directly before it; empty between words."""
    for match in _WORD.finditer(line_of(text, line)):
        if match.start() < column <= match.end() + 1:
            return Span("", line, match.start() + 1, line, match.end() + 1)
    return Span("", line, column, line, column)


def cursors_at(text: str, line: int, column: int) -> tuple[Cursor, ...]:
    """The word at a place as a key, as a value, or as both if it may still become either."""
    span = word_at(text, line, column)
    lines = text.splitlines()
    row = line_of(text, line)
    above = "".join(f"{before}\n" for before in lines[: line - 1])
    head = row[: span.column - 1]
    word = row[span.column - 1 : span.end_column - 1]
    following = _following(lines[line:], head, row[span.end_column - 1 :])
    for start in (above, _enclosing(lines[: line - 1], head)):
        cursors = tuple(_parsed(start, head, word, span))
        if cursors:
            return tuple(replace(cursor, following=following) for cursor in cursors)
    return ()


def cursor_in(source: YamlSource, line: int, column: int) -> Cursor | None:
    """The key or value at a place of a file that is valid YAML."""
    place = (line, column)
    for path, span in source.key_spans():
        if _holds(span, place):
            return Cursor(Role.KEY, path, str(path[-1]), span, "", source.data)
    for path, span in source.value_spans():
        value = value_at(source.data, path)
        if not isinstance(value, (dict, list)) and _holds(span, place):
            is_one_line = span.line == span.end_line
            return Cursor(Role.VALUE, path, str(value), span, "", source.data) if is_one_line else None
    return None


def _holds(span: Span, place: tuple[int, int]) -> bool:
    return (span.line, span.column) <= place <= (span.end_line, span.end_column)


def _parsed(above: str, head: str, word: str, span: Span) -> Iterator[Cursor]:
    if head.endswith(":"):
        head += " "
    quote, closing = _open_ends(above + head)
    for tail, role in (("", Role.VALUE), (": 0", Role.KEY)):
        try:
            source = parse_yaml(f"{above}{head}{_MARK}{quote}{tail}{closing}")
        except DataError:
            continue
        marked = _marked(source, role)
        if marked is not None:
            path, before = marked
            yield Cursor(role, path, word, span, before, source.data, bool(quote))


def _marked(source: YamlSource, role: Role) -> tuple[DataPath, str] | None:
    """The path of the marked key or value, and the text before the mark."""
    if role is Role.KEY:
        paths = [path for path, _ in source.key_spans() if path[-1] == _MARK]
        return (paths[0], "") if paths else None
    for path, _ in source.value_spans():
        value = value_at(source.data, path)
        if isinstance(value, str) and _MARK in value:
            return path, value.partition(_MARK)[0]
    return None


def _open_ends(before: str) -> tuple[str, str]:
    """The open quote at the end of a text, and the brackets that close the open collections."""
    closing, mark = _scanned(before + _MARK)
    lines = before.splitlines()
    if mark is None or mark[0] >= len(lines):
        return "", closing
    quote = lines[mark[0]][mark[1]]
    return quote, _scanned(before + _MARK + quote)[0]


def _scanned(text: str) -> tuple[str, tuple[int, int] | None]:
    """The brackets that close the open collections, and the line and column of an unclosed quote."""
    stack: list[str] = []
    try:
        for token in yaml.scan(text, Loader=_LOADER):
            if type(token) in _BRACKETS:
                stack.append(_BRACKETS[type(token)])
                if len(stack) > MAX_DEPTH:
                    # No file may be that deep, and scanning takes time that grows with the square of it.
                    break
            elif isinstance(token, (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken)) and stack:
                stack.pop()
    except yaml.MarkedYAMLError as error:
        mark = error.context_mark
        if mark is not None and "quoted" in (error.context or ""):
            return "".join(reversed(stack)), (mark.line, mark.column)
    except (yaml.YAMLError, UnicodeEncodeError):
        # Half of a character that is being typed cannot be encoded.
        pass
    return "".join(reversed(stack)), None


def _following(below: list[str], head: str, rest: str) -> frozenset[str]:
    """The keys of the same block after the word: to its closing brace, or on lines of the same indent."""
    if "{" in head:
        return frozenset(re.findall(r",\s*([^\s,:{}\[\]]+):", rest.partition("}")[0]))
    indent = len(head) - len(head.lstrip(" -"))
    keys = []
    for line in below:
        match = _OPENS.match(line)
        depth = len(line) - len(line.lstrip(" "))
        if line.strip() and depth < indent:
            break
        if match is not None and depth == indent:
            keys.append(match["entry"].rstrip(":"))
    return frozenset(keys)


def _enclosing(lines: list[str], head: str) -> str:
    """The lines that open the blocks around a line, and its siblings that fit on one line."""
    kept: list[str] = []
    limit = sibling = len(head) - len(head.lstrip(" "))
    for line in reversed(lines):
        match = _OPENS.match(line)
        if match is None:
            continue
        indent = len(match["indent"])
        dash = line.index("-") if "-" in match["indent"] else None
        rest = match["rest"] or ""
        is_opening = not rest or rest.startswith("#")
        if indent == sibling and not is_opening and not rest.startswith(("[", "{", "|", ">", '"', "'")):
            kept.append(line)
        elif indent < limit and is_opening:
            kept.append(line)
            limit = sibling = indent
        if dash is not None and indent <= sibling and dash < limit:
            if line not in kept:
                kept.append(f"{match['indent']}{match['entry']}" if not is_opening else line)
            limit, sibling = dash, -1
    return "".join(f"{line}\n" for line in reversed(kept))
