"""The places of keys, items and comments in a file, and edits that change only one of them.

An edit is ``None`` if it cannot keep the layout of the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from builder.lint.finding import Edit
from builder.scenario.yaml_text import WIDTH, entry_lines, flow_text, is_plain, item_lines, key_text, wrapped
from rulesdb.problem import Span
from rulesdb.yaml_source import DataPath, YamlSource, parse_yaml

_PLAIN = re.compile(r"[^\W\d_][\w./-]*(?: [\w./-]+)*\Z")
_DASH = re.compile(r" *- +\Z")
_RAW_WORD = re.compile(r"[^\s,'\"]+")
# A line with a short value may be a little longer than lines of text.
_MAX_LINE = 132


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
            value = self.value(path)
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
        if entry not in self.source:
            return None
        if self.is_flow(mapping):
            end = self.source.value_span(entry)
            if not self.written(end):
                return None
            return Edit(self._point(end.end_line, end.end_column), f", {key}: {value}")
        last = self.last_line(entry)
        line = " " * (self.source.key_span(entry).column - 1) + f"{key}: {value}"
        ending = self._ending(last)
        if ending:
            return Edit(self._point(last + 1, 1), line + ending)
        return Edit(self._point(last, len(self.lines[last - 1]) + 1), self.line_break + line)

    def remove(self, path: DataPath) -> Edit | None:
        """Delete the item or entry at ``path``, but keep its comments."""
        if self.is_flow(path[:-1]):
            return self._remove_in_brackets(path)
        return self.remove_lines(path) if len(self._siblings(path)) > 1 else None

    def remove_lines(self, path: DataPath) -> Edit | None:
        """Delete the lines of an item or entry, but keep its comments; None if something else is on them."""
        first = self.first_line(path)
        if first is None:
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
            texts += [block if self._ending(end) else block + self.line_break, *gap]
        text = "".join(texts)
        bottom = blocks[last][1]
        if not self._ending(bottom):
            text = text.removesuffix(self.line_break)
        has_comments = any(self._is_comment(number) for number in range(blocks[first][0], bottom + 1))
        return Edit(self._whole_lines(blocks[first][0], bottom), text), has_comments

    def replace(self, path: DataPath, value: Any) -> Edit | None:
        """Replace the value at ``path`` by any data, in its style where the new value can have it."""
        span, old = self.source.value_span(path), self.value(path)
        in_brackets = self.is_flow(path[:-1])
        if isinstance(old, (dict, list)) and not self._opens(span):
            return self._replace_block(path, value)
        if isinstance(value, str) and (edit := self._requoted(span, value, is_key=False)):
            is_short = span.column + len(edit.text) <= _MAX_LINE or in_brackets
            if is_short or " " not in value or not value.isprintable():
                return edit
        text = self._scalar(value, span) if not isinstance(value, (dict, list)) else flow_text(value)
        if old is None and not self.text_of(span):
            return self._fill(path, value)
        fits = span.column + len(text) <= _MAX_LINE and "\n" not in text
        if in_brackets or (fits and not self._is_block_text(span)) or not path:
            return Edit(span, text)
        return self._replace_lines(path, value, self._lines_of(path, value))

    def reword(
        self, path: DataPath, words: Mapping[int, Sequence[str]], more: Sequence[str]
    ) -> list[Edit] | None:
        """Replace words of a text on several lines, by their numbers from 0, and add ``more`` at its end."""
        span = self.source.value_span(path)
        is_block = self._is_block_text(span)
        places = list(self._raw_words(span, is_block))
        if len(places) != len(re.findall(r"[^\s,]+", str(self.value(path)))):
            return None
        edits = []
        for number in dict.fromkeys(line for line, _, _ in places):
            of_line = [place for place in enumerate(places) if place[1][0] == number]
            if all(words.get(index, ("",)) == () for index, _ in of_line):
                if not is_block and number in (span.line, span.end_line):
                    return None
                edits.append(Edit(self._whole_lines(number, number), ""))
                continue
            is_first = True
            for index, (line, start, end) in of_line:
                new = " ".join(words.get(index, (self.lines[line - 1][start - 1 : end - 1],)))
                if new:
                    is_first = False
                    if index in words:
                        edits.append(Edit(Span(span.path, line, start, line, end), new))
                    continue
                if is_first:
                    end = next(place[1] for other, place in of_line if other == index + 1)
                else:
                    start = places[index - 1][2]
                edits.append(Edit(Span(span.path, line, start, line, end), ""))
        if more:
            line, _, end = places[-1]
            edits.append(Edit(self._point(line, end), " " + " ".join(more)))
        return edits

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
        value, span = self.value(path), self.source.value_span(path)
        if isinstance(value, (dict, list)) and not self._opens(span):
            names: Iterable[str | int] = reversed(value) if isinstance(value, dict) else (len(value) - 1,)
            return self.last_line((*path, next(iter(names)))) if value else self.start(path).line
        end = span.end_line - (span.end_column == 1 and span.end_line > span.line)
        while end > span.line and not self.lines[end - 1].strip() and not self._keeps_blank_lines(span):
            end -= 1
        return max(end, self.start(path).line)

    def first_line(self, path: DataPath) -> int | None:
        """The line where an item or entry starts, if nothing else starts there."""
        start = self.start(path)
        before = self.lines[start.line - 1][: start.column - 1]
        is_alone = _DASH.match(before) if isinstance(path[-1], int) else not before.strip()
        return start.line if is_alone else None

    def start(self, path: DataPath) -> Span:
        """The place of an item, or of the key of an entry."""
        is_item = bool(path) and isinstance(path[-1], int)
        return self.source.value_span(path) if is_item else self.source.key_span(path)

    def value(self, path: DataPath) -> Any:
        """The value at ``path``."""
        data = self.source.data
        for part in path:
            data = data[part]
        return data

    def is_flow(self, path: DataPath) -> bool:
        """Whether a collection is in brackets or braces, its own or those around it."""
        return any(self._opens(self.source.value_span(path[:length])) for length in range(len(path) + 1))

    def text_of(self, span: Span) -> str:
        """The text of a span, which may cover several lines."""
        if span.line == span.end_line:
            return self.lines[span.line - 1][span.column - 1 : span.end_column - 1]
        first = self.lines[span.line - 1][span.column - 1 :]
        last = [line[: span.end_column - 1] for line in self.lines[span.end_line - 1 : span.end_line]]
        return "".join((first, *self.lines[span.line : span.end_line - 1], *last))

    def insert_below(self, number: int, lines: Iterable[str]) -> Edit:
        """Insert lines below the line ``number``."""
        if self._ending(number):
            text = "".join(line + self.line_break for line in lines)
            return Edit(self._point(number + 1, 1), text)
        text = "".join(self.line_break + line for line in lines)
        return Edit(self._point(number, len(self.lines[number - 1]) + 1), text)

    def _keeps_blank_lines(self, span: Span) -> bool:
        """Whether blank lines at the end of a text are part of it."""
        return bool(re.match(r"[|>]\d?\+", self.lines[span.line - 1][span.column - 1 :]))

    def _requoted(self, span: Span, new: str, *, is_key: bool) -> Edit | None:
        old = self.written(span)
        if not old or old[0] in "|>[{":
            return None
        if old[0] == '"':
            return Edit(span, json.dumps(new, ensure_ascii=False))
        if old[0] == "'" and new.isprintable():
            return Edit(span, "'" + new.replace("'", "''") + "'")
        was_plain = _PLAIN.match(new) and isinstance(parse_yaml(new).data, str)
        if was_plain or is_plain(new) or (is_key and re.fullmatch(r"[\w./-]+", new)):
            return Edit(span, new)
        return Edit(span, json.dumps(new, ensure_ascii=False))

    def _scalar(self, value: Any, span: Span) -> str:
        """A scalar with the quotes of the one that it replaces."""
        first = self.text_of(span)[:1]
        if isinstance(value, str) and first in ('"', "'"):
            return json.dumps(value, ensure_ascii=False)
        return flow_text(value)

    def _raw_words(self, span: Span, is_block: bool) -> Iterator[tuple[int, int, int]]:
        """The line, first column and end of each word of a text, without the header of a block of text."""
        for number in range(span.line + is_block, min(span.end_line, len(self.lines)) + 1):
            line = self.lines[number - 1]
            start = span.column - 1 if number == span.line else 0
            stop = span.end_column - 1 if number == span.end_line else len(line)
            for match in _RAW_WORD.finditer(line, start, stop):
                yield number, match.start() + 1, match.end() + 1

    def _is_block_text(self, span: Span) -> bool:
        """Whether a text is written in lines of its own, below its key."""
        return self.lines[span.line - 1][span.column - 1 : span.column] in ("|", ">") if self.lines else False

    def _lines_of(self, path: DataPath, value: Any) -> list[str]:
        """The lines of an entry with a new value, as many as it needs."""
        start = self.start(path)
        if isinstance(path[-1], int):
            dash = self.lines[start.line - 1][: start.column - 1].rindex("-")
            return list(item_lines(value, " " * dash))
        indent = " " * (start.column - 1)
        if isinstance(value, str) and " " in value and value == " ".join(value.split(" ")):
            line = f"{indent}{key_text(path[-1])}: {flow_text(value)}"
            was_block = self._is_block_text(self.source.value_span(path))
            if was_block or len(line) > _MAX_LINE:
                return [
                    f"{indent}{key_text(path[-1])}: >-",
                    *(f"{indent}  {part}" for part in wrapped(value, WIDTH)),
                ]
        return list(entry_lines(str(path[-1]), value, indent))

    def _replace_lines(self, path: DataPath, value: Any, lines: list[str]) -> Edit:
        """Replace the value at ``path`` by what follows its key or dash in ``lines``."""
        start, span = self.start(path), self.source.value_span(path)
        if isinstance(path[-1], int):
            rest, at = lines[0].lstrip().removeprefix("- "), (span.line, span.column)
        else:
            rest, at = lines[0].lstrip().removeprefix(f"{key_text(path[-1])}:"), self._behind_colon(start)
        if self._is_block_text(span):
            end_line = self.last_line(path)
            end = (end_line, len(self.lines[end_line - 1].rstrip("\r\n")) + 1)
        else:
            end = (span.end_line, span.end_column)
        text = self.line_break.join((rest, *lines[1:]))
        return Edit(Span(span.path, *at, *end), text)

    def _replace_block(self, path: DataPath, value: Any) -> Edit | None:
        """Replace a list or mapping that is written in lines; its comments stay."""
        span, start, last = self.source.value_span(path), self.start(path), self.last_line(path)
        if not path or (isinstance(path[-1], str) and self.source.key_span(path) == span):
            return None
        lines = self._lines_of(path, value)
        if isinstance(path[-1], int) or not lines:
            return None
        head = lines[0].lstrip().removeprefix(f"{key_text(path[-1])}:")
        column = self.comment_column(start.line)
        if column is not None:
            head += "  " + self.lines[start.line - 1][column - 1 :].rstrip("\r\n")
        indent = " " * (start.column + 1)
        comments = [
            indent + self.lines[number - 1][column - 1 :].rstrip("\r\n")
            for number in range(start.line + 1, last + 1)
            if (column := self.comment_column(number)) is not None
        ]
        end = len(self.lines[last - 1].rstrip("\r\n")) + 1
        text = self.line_break.join((head, *comments, *lines[1:]))
        return Edit(Span(span.path, *self._behind_colon(start), last, end), text)

    def _fill(self, path: DataPath, value: Any) -> Edit | None:
        """Write a value after a key that has none."""
        if not path or isinstance(path[-1], int):
            return None
        return Edit(self._point(*self._behind_colon(self.start(path))), " " + flow_text(value))

    def _behind_colon(self, key: Span) -> tuple[int, int]:
        """The line and column after the colon of a key."""
        return key.end_line, self.lines[key.end_line - 1].index(":", key.end_column - 1) + 2

    def _remove_in_brackets(self, path: DataPath) -> Edit | None:
        siblings = self._siblings(path)
        index = siblings.index(path)
        start, end = self.start(path), self.source.value_span(path)
        if len(siblings) < 2:
            return None
        if index + 1 < len(siblings):
            following = self.start(siblings[index + 1])
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
        if self.is_flow(path):
            return None
        blocks: list[tuple[int, int]] = []
        above = self.source.key_span(path).end_line
        for index in range(count):
            first = self.first_line((*path, index))
            if first is None:
                return None
            while first - 1 > above and self._is_comment(first - 1):
                first -= 1
            above = self.last_line((*path, index))
            blocks.append((first, above))
        return blocks

    def _siblings(self, path: DataPath) -> list[DataPath]:
        parent = self.value(path[:-1])
        names: Iterable[str | int] = range(len(parent)) if isinstance(parent, list) else parent
        return [(*path[:-1], name) for name in names]

    def _opens(self, span: Span) -> bool:
        line = self.lines[span.line - 1] if span.line <= len(self.lines) else ""
        return line[span.column - 1 : span.column] in ("[", "{")

    def _is_comment(self, number: int) -> bool:
        return self.lines[number - 1].lstrip().startswith("#")

    def _ending(self, number: int) -> str:
        line = self.lines[number - 1]
        return line[len(line.splitlines()[0]) :]

    @property
    def line_break(self) -> str:
        """The line ending of the file."""
        return self._ending(1) or "\n"

    def _whole_lines(self, first: int, last: int) -> Span:
        if self._ending(last):
            return Span(self.source.path, first, 1, last + 1, 1)
        return Span(self.source.path, first, 1, last, len(self.lines[last - 1]) + 1)

    def _point(self, line: int, column: int) -> Span:
        return Span(self.source.path, line, column, line, column)
