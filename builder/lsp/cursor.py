"""What stands at a place of a file that may be half typed.

The text before the place is parsed with a mark put there, as the key or the value that is about to be
written; so what comes later, and is often broken just then, does not matter. Where the text before is broken
too, the lines that enclose the place have to do.
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
from rulesdb.yaml_source import DataPath, YamlSource, parse_yaml

_MARK = "brainbugcursor"
_WORD = re.compile(r"(?:[^\s,\[\]{}:\"'#]|:(?=[^\s,\[\]{}\"'#]))*")
_OPENS = re.compile(r"(?P<indent> *(?:- +)*)(?P<entry>[^\s#][^#]*?:)(?:\s+(?P<rest>.*))?$")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Role(Enum):
    """Whether a word is, or is about to be, a key or a value."""

    KEY = "key"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Cursor:
    """A word of a file: the path of its value, the word itself, and where it stands.

    ``before`` is what stands before it in the same text; ``data`` is what was parsed, down to this place;
    ``following`` are the keys that the block has further down.
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
        """The path of the block or list that the word stands in."""
        return self.path[:-1]

    def beside(self, key: str) -> Any:
        """The value of another key of the same block."""
        block = value_at(self.data, self.container)
        return block.get(key) if isinstance(block, dict) else None


def value_at(data: Any, path: DataPath) -> Any:
    """The value at a path; ``None`` where there is none."""
    for part in path:
        is_there = part in data if isinstance(data, dict) else isinstance(data, list)
        if not is_there or (isinstance(data, list) and not (isinstance(part, int) and part < len(data))):
            return None
        data = data[part]
    return data


def word_at(text: str, line: int, column: int) -> Span:
    """Where the word stands that a place lies in or right behind; empty between words."""
    lines = text.splitlines()
    row = lines[line - 1] if 0 < line <= len(lines) else ""
    for match in _WORD.finditer(row):
        if match.start() + 1 <= column <= match.end() + 1:
            end = match.end()
            return Span("", line, match.start() + 1, line, end + 1)
    return Span("", line, column, line, column)


def cursors_at(text: str, line: int, column: int) -> tuple[Cursor, ...]:
    """What the word at a place may be: a key, a value, or either while only its block is known."""
    span = word_at(text, line, column)
    lines = text.splitlines()
    row = lines[line - 1] if 0 < line <= len(lines) else ""
    above = "".join(f"{before}\n" for before in lines[: line - 1])
    head = row[: span.column - 1]
    word = row[span.column - 1 : span.end_column - 1]
    following = _following(lines[line:], head, row[span.end_column - 1 :])
    for start in (above, _enclosing(lines[: line - 1], head)):
        found = tuple(_parsed(start, head, word, span))
        if found:
            return tuple(replace(cursor, following=following) for cursor in found)
    return ()


def placed_at(source: YamlSource, line: int, column: int) -> Cursor | None:
    """The key or the word of a value at a place of a file that is whole."""
    place = (line, column)
    for path, span in source.key_spans():
        if _holds(span, place):
            return Cursor(Role.KEY, path, str(path[-1]), span, "", source.data)
    for path, span in source.value_spans():
        value = value_at(source.data, path)
        if isinstance(value, (dict, list)) or not _holds(span, place):
            continue
        if span.line != span.end_line:
            return None
        return Cursor(Role.VALUE, path, str(value), span, "", source.data)
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
        found = _marked(source, role)
        if found is not None:
            path, before = found
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
    """The quote that is open at the end of a text, and the brackets that close what is open there."""
    closing, mark = _scanned(before + _MARK)
    lines = before.splitlines()
    if mark is None or mark[0] >= len(lines):
        return "", closing
    quote = lines[mark[0]][mark[1]]
    return quote, _scanned(before + _MARK + quote)[0]


def _scanned(text: str) -> tuple[str, tuple[int, int] | None]:
    """The brackets that close what is open at the end, and the place of a quote that is never closed."""
    stack: list[str] = []
    try:
        for token in yaml.scan(text, Loader=_LOADER):
            kind = type(token)
            if kind is yaml.FlowSequenceStartToken:
                stack.append("]")
            elif kind is yaml.FlowMappingStartToken:
                stack.append("}")
            elif kind in (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken) and stack:
                stack.pop()
    except yaml.MarkedYAMLError as error:
        mark = error.context_mark
        if mark is not None and "quoted" in (error.context or ""):
            return "".join(reversed(stack)), (mark.line, mark.column)
    except yaml.YAMLError:
        pass
    return "".join(reversed(stack)), None


def _following(below: list[str], head: str, rest: str) -> frozenset[str]:
    """The keys of the same block behind the word: to the end of its braces, or on lines as far in."""
    if "{" in head:
        return frozenset(re.findall(r",\s*([^\s,:{}\[\]]+):", rest.partition("}")[0]))
    indent = len(head) - len(head.lstrip(" -"))
    keys = []
    for line in below:
        match = _OPENS.match(line)
        room = len(line) - len(line.lstrip(" "))
        if line.strip() and room < indent:
            break
        if match is not None and room == indent:
            keys.append(match["entry"].rstrip(":"))
    return frozenset(keys)


def _enclosing(lines: list[str], head: str) -> str:
    """The lines that open the blocks around a line, and the single-line entries beside it."""
    kept: list[str] = []
    room = len(head) - len(head.lstrip(" "))
    if not head.strip():
        room = len(head)
    beside = room
    for line in reversed(lines):
        match = _OPENS.match(line)
        if match is None:
            continue
        indent = len(match["indent"])
        dash = line.index("-") if "-" in match["indent"] else None
        rest = match["rest"] or ""
        is_opening = not rest or rest.startswith("#")
        if indent == beside and not is_opening and not rest.startswith(("[", "{", "|", ">", '"', "'")):
            kept.append(line)
        elif indent < room and is_opening:
            kept.append(line)
            room = beside = indent
        if dash is not None and indent <= beside and dash < room:
            if line not in kept:
                kept.append(f"{match['indent']}{match['entry']}" if not is_opening else line)
            room, beside = dash, -1
    return "".join(f"{line}\n" for line in reversed(kept))
