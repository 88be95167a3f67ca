"""The places of keys, items and comments in a file, and edits that change only one of them.

An edit is ``None`` if it cannot keep the layout of the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from builder.lint.finding import Edit
from rulesdb.problem import Span
from rulesdb.yaml_source import DataPath, YamlSource, parse_yaml

_PLAIN = re.compile(r"[A-Za-z][\w./-]*(?: [\w./-]+)*\Z")
_DASH = re.compile(r" *- +\Z")


class Layout:
    """The text of a parsed file, line by line."""

    def __init__(self, source: YamlSource) -> None:
        self.source = source
        self.lines = source.text.splitlines(keepends=True)

    def written(self, span: Span) -> str:
        """The text of a span; empty if it covers several lines."""
        if span.line != span.end_line or span.line > len(self.lines):
            return ""
        return self.lines[span.line - 1][span.column - 1 : span.end_column - 1]

    def rewrite(self, path: DataPath, new: str, *, word: str = "") -> Edit | None:
        """Replace the value at ``path``, or one ``word`` in it, with the same quotes."""
        span = self.source.value_span(path)
        if word:
            word_span = self.source.word_span(path, word)
            if self.written(word_span) == word and word_span != span:
                return Edit(word_span, new)
        return self._requoted(span, new, is_key=False)

    def respell(self, path: DataPath, old: str, new: str, *, word: bool = False) -> Edit | None:
        """Replace ``old``, which is the value at ``path``, one of its items, or its key.

        With ``word`` it may also be one word of the value.
        """
        try:
            value = self._value(path)
        except (KeyError, IndexError, TypeError):
            return None
        if isinstance(value, (dict, list)):
            items = value.items() if isinstance(value, dict) else enumerate(value)
            places = [name for name, item in items if str(item) == old]
            if len(places) == 1:
                return self.rewrite((*path, places[0]), new)
        elif str(value) == old:
            return self.rewrite(path, new)
        elif word and str(path[-1]) != old:
            return self.rewrite(path, new, word=old)
        return self.rename(path, new) if path[-1] == old else None

    def rename(self, path: DataPath, new: str) -> Edit | None:
        """Replace the key of the value at ``path``."""
        return self._requoted(self.source.key_span(path), new, is_key=True)

    def add(self, mapping: DataPath, after: str, key: str, value: str) -> Edit | None:
        """Insert ``key: value`` in a block or braces, after the entry ``after``."""
        entry = (*mapping, after)
        if self._is_flow(mapping):
            end = self.source.value_span(entry)
            if not self.written(end):
                return None
            return Edit(self._point(end.end_line, end.end_column), f", {key}: {value}")
        last = self.last_line(entry)
        line = " " * (self.source.key_span(entry).column - 1) + f"{key}: {value}"
        ending = self._ending(last)
        if ending:
            return Edit(self._point(last + 1, 1), line + ending)
        return Edit(self._point(last, len(self.lines[last - 1]) + 1), self._break + line)

    def remove(self, path: DataPath) -> Edit | None:
        """Delete the item or entry at ``path``, but keep its comments."""
        if self._is_flow(path[:-1]):
            return self._remove_in_brackets(path)
        first = self._first_line(path)
        if first is None or len(self._siblings(path)) < 2:
            return None
        last = self.last_line(path)
        opening = self.lines[first - 1]
        indent = opening[: len(opening) - len(opening.lstrip(" "))]
        kept = ""
        for number in range(first, last + 1):
            column = self.comment_column(number)
            if column is not None:
                kept += indent + self.lines[number - 1][column - 1 :]
        return Edit(self._whole_lines(first, last), kept)

    def reorder(self, path: DataPath, order: Sequence[int]) -> tuple[Edit | None, bool]:
        """Reorder the items of the list at ``path``, each with its lines and the comments right above it.

        Also returns whether comments move.
        """
        blocks = self._blocks(path, len(order))
        if blocks is None:
            return None, False
        moved = [place for place, item in enumerate(order) if place != item]
        if not moved:
            return None, False
        first, last = moved[0], moved[-1]
        texts = []
        for place in range(first, last + 1):
            start, end = blocks[order[place]]
            gap = self.lines[blocks[place][1] : blocks[place + 1][0] - 1] if place < last else []
            block = "".join(self.lines[start - 1 : end])
            texts += [block if self._ending(end) else block + self._break, *gap]
        text = "".join(texts)
        bottom = blocks[last][1]
        if not self._ending(bottom):
            text = text.removesuffix(self._break)
        has_comments = any(self._is_comment(number) for number in range(blocks[first][0], bottom + 1))
        return Edit(self._whole_lines(blocks[first][0], bottom), text), has_comments

    def remove_comment(self, span: Span) -> Edit:
        """Delete a comment, and its line if it has nothing else."""
        line = self.lines[span.line - 1]
        before = line[: span.column - 1].rstrip()
        if not before:
            return Edit(self._whole_lines(span.line, span.line), "")
        return Edit(Span(span.path, span.line, len(before) + 1, span.line, span.end_column), "")

    def comment_column(self, number: int) -> int | None:
        """The column where the comment of a line starts, if it has one."""
        line = self.lines[number - 1]
        for match in re.finditer(r"(?:(?<=\s)|^)#", line):
            if not self.is_in_text(number, match.start() + 1):
                return match.start() + 1
        return None

    def is_in_text(self, line: int, column: int) -> bool:
        """Whether a place is inside a key or a value, where ``#`` does not start a comment."""
        return self.source.is_in_text(line, column)

    def last_line(self, path: DataPath) -> int:
        """The last line of the value at ``path``, without blank lines and comments after it."""
        last = self._start(path).line
        for other, span in self.source.value_spans():
            if other[: len(path)] == path and (self._is_scalar(other) or self._opens(span)):
                end = span.end_line - (span.end_column == 1 and span.end_line > span.line)
                while end > span.line and not self.lines[end - 1].strip():
                    end -= 1
                last = max(last, end)
        return last

    def _requoted(self, span: Span, new: str, *, is_key: bool) -> Edit | None:
        old = self.written(span)
        if not old or old[0] in "|>[{":
            return None
        if old[0] == '"':
            return Edit(span, json.dumps(new, ensure_ascii=False))
        if old[0] == "'":
            return Edit(span, "'" + new.replace("'", "''") + "'")
        is_plain = _PLAIN.match(new) and isinstance(parse_yaml(new).data, str)
        if is_plain or (is_key and re.fullmatch(r"[\w./-]+", new)):
            return Edit(span, new)
        return Edit(span, json.dumps(new, ensure_ascii=False))

    def _remove_in_brackets(self, path: DataPath) -> Edit | None:
        siblings = self._siblings(path)
        index = siblings.index(path)
        start, end = self._start(path), self.source.value_span(path)
        if len(siblings) < 2:
            return None
        if index + 1 < len(siblings):
            following = self._start(siblings[index + 1])
            gap = Span(end.path, end.end_line, end.end_column, following.line, following.column)
            edit = Edit(Span(start.path, start.line, start.column, following.line, following.column), "")
        else:
            before = self.source.value_span(siblings[index - 1])
            gap = Span(end.path, before.end_line, before.end_column, start.line, start.column)
            edit = Edit(Span(start.path, gap.line, gap.column, end.end_line, end.end_column), "")
        is_simple = start.line == end.end_line and re.fullmatch(r"\s*,\s*", self.written(gap))
        return edit if is_simple else None

    def _blocks(self, path: DataPath, count: int) -> list[tuple[int, int]] | None:
        """First and last line of each item of a list, with the comments right above it."""
        if self._is_flow(path):
            return None
        blocks: list[tuple[int, int]] = []
        above = self.source.key_span(path).end_line
        for index in range(count):
            first = self._first_line((*path, index))
            if first is None:
                return None
            while first - 1 > above and self._is_comment(first - 1):
                first -= 1
            above = self.last_line((*path, index))
            blocks.append((first, above))
        return blocks

    def _first_line(self, path: DataPath) -> int | None:
        """The line where an item or entry starts, if nothing else starts there."""
        start = self._start(path)
        before = self.lines[start.line - 1][: start.column - 1]
        is_alone = _DASH.match(before) if isinstance(path[-1], int) else not before.strip()
        return start.line if is_alone else None

    def _start(self, path: DataPath) -> Span:
        is_item = bool(path) and isinstance(path[-1], int)
        return self.source.value_span(path) if is_item else self.source.key_span(path)

    def _siblings(self, path: DataPath) -> list[DataPath]:
        parent = self._value(path[:-1])
        names: Iterable[str | int] = range(len(parent)) if isinstance(parent, list) else parent
        return [(*path[:-1], name) for name in names]

    def _value(self, path: DataPath) -> Any:
        data = self.source.data
        for part in path:
            data = data[part]
        return data

    def _is_scalar(self, path: DataPath) -> bool:
        return not isinstance(self._value(path), (dict, list))

    def _is_flow(self, path: DataPath) -> bool:
        """Whether a collection is in brackets or braces, its own or those around it."""
        return any(self._opens(self.source.value_span(path[:length])) for length in range(len(path) + 1))

    def _opens(self, span: Span) -> bool:
        line = self.lines[span.line - 1] if span.line <= len(self.lines) else ""
        return line[span.column - 1 : span.column] in ("[", "{")

    def _is_comment(self, number: int) -> bool:
        return self.lines[number - 1].lstrip().startswith("#")

    def _ending(self, number: int) -> str:
        line = self.lines[number - 1]
        return line[len(line.splitlines()[0]) :]

    @property
    def _break(self) -> str:
        """The line ending of the file."""
        return self._ending(1) or "\n"

    def _whole_lines(self, first: int, last: int) -> Span:
        if self._ending(last):
            return Span(self.source.path, first, 1, last + 1, 1)
        return Span(self.source.path, first, 1, last, len(self.lines[last - 1]) + 1)

    def _point(self, line: int, column: int) -> Span:
        return Span(self.source.path, line, column, line, column)
