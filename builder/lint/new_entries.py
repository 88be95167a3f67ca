"""Edits that remove entries of a list or mapping, and add others, in the style of those that are there."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from builder.lint.finding import Edit
from builder.lint.layout import Layout
from builder.scenario.yaml_text import block_lines, entry_lines, flow_text, item_lines, key_text
from rulesdb.problem import Span
from rulesdb.yaml_source import DataPath

# Lines with braces may be a little longer than other lines.
_MAX_FLOW = 132
_COMMA = re.compile(r"\s*,\s*\Z")


@dataclass(slots=True)
class NewEntry:
    """An entry to add after the entry ``after``, or before the first; items of a list have no key."""

    after: str | int | None
    key: str | None
    value: Any


def edits_in_brackets(
    layout: Layout, path: DataPath, removed: Collection[str | int], added: Sequence[NewEntry]
) -> list[Edit] | None:
    """The edits of a collection in brackets that keeps an entry; None if comments are in the way."""
    entries = [_Entry(name, *_ends(layout, (*path, name))) for name in _names(layout, path)]
    edits: list[Edit] = []
    before: _Entry | None = None
    group: list[_Entry] = []
    new = [flow_entry(entry) for entry in added if entry.after is None]
    for entry in (*entries, None):
        if entry is not None and entry.name in removed:
            group.append(entry)
            new += [flow_entry(item) for item in added if item.after == entry.name]
            continue
        if group or new:
            gaps = _gaps(layout, [item for item in (before, *group, entry) if item is not None])
            if group and not all(map(_COMMA.match, gaps)):
                return None
            if before is not None:
                break_before = gaps[0] if gaps and _COMMA.match(gaps[0]) else _usual_gap(layout, entries)
                if break_before == ", " and not layout.is_flow(path[:-1]):
                    text = _folded(layout, entries[0].start, before.end, new)
                else:
                    text = "".join(f"{break_before}{item}" for item in new)
                end = group[-1].end if group else before.end
                edits.append(Edit(_span(layout, before.end, end), text))
            else:
                assert entry is not None
                text = "".join(f"{item}, " for item in new)
                start = group[0].start if group else entry.start
                edits.append(Edit(_span(layout, start, entry.start), text))
        before, group = entry, []
        new = [flow_entry(item) for item in added if entry is not None and item.after == entry.name]
    return edits


def edits_in_block(
    layout: Layout, path: DataPath, removed: Collection[str | int], added: Sequence[NewEntry]
) -> list[Edit] | None:
    """The edits of a collection of lines that keeps an entry; None if comments are in the way."""
    names = _names(layout, path)
    edits: list[Edit] = []
    kept = [name for name in names if name not in removed]
    for name in names:
        if name in removed:
            edit = layout.remove_lines((*path, name))
            if edit is None:
                edit = _remove_from_dash(layout, path, names, kept[0]) if name == names[0] else None
                if edit is None:
                    return None
            if any(edit.span.line < other.span.end_line and other.text == "" for other in edits):
                continue
            edits.append(edit)
    first = layout.start((*path, names[0]))
    is_list = isinstance(names[0], int)
    line = layout.lines[first.line - 1]
    column = line[: first.column - 1].rindex("-") if is_list else first.column - 1
    # The lines of the first entry of a mapping in a list start after the dash.
    indent = " " * column
    is_spaced = len(names) > 1 and _is_spaced(layout, path, names)
    for anchor in dict.fromkeys(entry.after for entry in added):
        lines: list[str] = []
        for entry in added:
            if entry.after == anchor:
                written = list(_written(layout, path, names, entry, indent))
                lines += ["", *written] if is_spaced and anchor is not None else written
                lines += [""] if is_spaced and anchor is None else []
        edits.append(_insertion(layout, path, names, anchor, lines, indent))
    return edits


def flow_entry(entry: NewEntry) -> str:
    """An entry as it is in brackets or braces."""
    return flow_text(entry.value) if entry.key is None else f"{key_text(entry.key)}: {flow_text(entry.value)}"


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str | int
    start: tuple[int, int]
    end: tuple[int, int]


def _names(layout: Layout, path: DataPath) -> list[str | int]:
    value = layout.source.data
    for part in path:
        value = value[part]
    return list(value) if isinstance(value, Mapping) else list(range(len(value)))


def _ends(layout: Layout, path: DataPath) -> tuple[tuple[int, int], tuple[int, int]]:
    start, end = layout.start(path), layout.source.value_span(path)
    return (start.line, start.column), max(
        (start.end_line, start.end_column) if isinstance(path[-1], str) else (start.line, start.column),
        (end.end_line, end.end_column),
    )


def _gaps(layout: Layout, entries: Sequence[_Entry]) -> list[str]:
    return [layout.text_of(_span(layout, one.end, other.start)) for one, other in pairwise(entries)]


def _usual_gap(layout: Layout, entries: Sequence[_Entry]) -> str:
    """The separator between the last two entries, if each is on a line of its own."""
    gaps = [gap for gap in _gaps(layout, entries) if _COMMA.match(gap)]
    breaks = [gap for gap in gaps if "\n" in gap]
    return breaks[-1] if breaks and len(breaks) == len(gaps) else ", "


def _folded(layout: Layout, first: tuple[int, int], end: tuple[int, int], new: Sequence[str]) -> str:
    """New entries, each after a comma, on a new line if the line would be too long."""
    length = len(layout.lines[end[0] - 1].rstrip("\r\n"))
    text = ""
    for item in new:
        length += len(item) + 2
        if length > _MAX_FLOW:
            text += f",{layout.line_break}{' ' * (first[1] - 1)}{item}"
            length = first[1] + len(item)
        else:
            text += f", {item}"
    return text


def _span(layout: Layout, start: tuple[int, int], end: tuple[int, int]) -> Span:
    return Span(layout.source.path, *start, *end)


def _remove_from_dash(
    layout: Layout, path: DataPath, names: Sequence[str | int], kept: str | int
) -> Edit | None:
    """Remove the entries that begin on the line of a dash, up to the first that is kept."""
    start, following = layout.start((*path, names[0])), layout.start((*path, kept))
    if any(layout.comment_column(number) for number in range(start.line, following.line)):
        return None
    return Edit(_span(layout, (start.line, start.column), (following.line, following.column)), "")


def _is_spaced(layout: Layout, path: DataPath, names: Sequence[str | int]) -> bool:
    """Whether there are empty lines between the last two entries."""
    above = layout.last_line((*path, names[-2]))
    below = layout.start((*path, names[-1])).line
    return any(not line.strip() for line in layout.lines[above : below - 1])


def _written(
    layout: Layout, path: DataPath, names: Sequence[str | int], entry: NewEntry, indent: str
) -> Iterator[str]:
    """The lines of a new entry, in braces or not as its neighbor is."""
    value = entry.value
    others = sorted(names, key=lambda name: name != entry.after)
    alike = next((name for name in others if _is_alike(layout, (*path, name), value)), None)
    if alike is not None:
        in_braces = f"{indent}{'- ' if entry.key is None else ''}{flow_entry(entry)}"
        is_flow = layout.is_flow((*path, alike))
        if is_flow and len(in_braces) <= _MAX_FLOW:
            yield in_braces
            return
        if not is_flow and value and entry.key is None:
            first, *rest = block_lines(value, f"{indent}  ")
            yield f"{indent}- {first.strip()}"
            yield from rest
            return
        if not is_flow and value:
            yield f"{indent}{key_text(entry.key or '')}:"
            yield from block_lines(value, f"{indent}  ")
            return
    yield from item_lines(value, indent) if entry.key is None else entry_lines(entry.key, value, indent)


def _is_alike(layout: Layout, path: DataPath, value: Any) -> bool:
    """Whether the value at a path is a collection of the same type."""
    other = layout.value(path)
    return isinstance(value, (dict, list)) and type(other) is type(value) and bool(other)


def _insertion(
    layout: Layout,
    path: DataPath,
    names: Sequence[str | int],
    anchor: str | int | None,
    lines: Sequence[str],
    indent: str,
) -> Edit:
    if anchor is None:
        top = layout.start((*path, names[0]))
        number = layout.first_line((*path, names[0]))
        if number is None:
            text = layout.line_break.join(lines).lstrip() + layout.line_break + indent
            return Edit(_span(layout, (top.line, top.column), (top.line, top.column)), text)
        while number > 1 and layout.lines[number - 2].lstrip().startswith("#") and path:
            number -= 1
        text = "".join(line + layout.line_break for line in lines)
        return Edit(_span(layout, (number, 1), (number, 1)), text)
    return layout.insert_below(layout.last_line((*path, anchor)), lines)
