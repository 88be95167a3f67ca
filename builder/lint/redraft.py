"""Changes of a file's data, and the edits of its text that make them.

A change is named by a path of the data as they are in the file: set this value, add this key, remove that
item. The edits touch only the lines of what changes; comments, quotes, order and style of the rest stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.lint.finding import Applicability, Edit, Fix
from builder.lint.fixes import apply_edits
from builder.lint.layout import Layout
from builder.lint.new_entries import NewEntry, edits_in_block, edits_in_brackets
from rulesdb import BrainbugError, DataError
from rulesdb.yaml_source import DataPath, YamlSource, parse_yaml

_WORDS = re.compile(r"[^\s,]+")


class CannotKeep(BrainbugError):
    """A change that cannot be made without disturbing the text around it.

    ``path`` is the value in question, ``why`` says what is in the way.
    """

    def __init__(self, path: DataPath, why: str) -> None:
        self.path = path
        self.why = why
        super().__init__(f"{path_text(path) or 'the file'}: {why}")


def path_text(path: DataPath) -> str:
    """A path as messages name it.

    >>> path_text(("map", "levels", 0, "id"))
    'map.levels[0].id'
    """
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return "".join(parts).removeprefix(".")


@dataclass(slots=True)
class _Changes:
    """The changes of one collection. Removing its last entry removes up to ``prune`` parents with it."""

    removed: dict[str | int, None] = field(default_factory=dict)
    renamed: dict[str | int, str] = field(default_factory=dict)
    added: list[NewEntry] = field(default_factory=list)
    prune: int = 0


class _Words(str):
    """A list of words; how they are separated does not matter."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return _WORDS.findall(self) == _WORDS.findall(str(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


class Redraft:
    """Collects changes of a file.

    >>> draft = Redraft(parse_yaml("doors:\\n  0402/NE: airtight # thick\\n"))
    >>> draft.set(("doors", "0402/NE"), "interior")
    >>> draft.set(("doors", "0505/S"), "open")
    >>> print(draft.text(), end="")
    doors:
      0402/NE: interior # thick
      0505/S: open
    """

    def __init__(self, source: YamlSource) -> None:
        self.source = source
        self.layout = Layout(source)
        self._blocks: dict[DataPath, _Changes] = {}
        self._values: dict[DataPath, Any] = {}
        self._reworded: dict[DataPath, tuple[_Words, list[Edit]]] = {}

    def set(self, path: DataPath, value: Any, *, order: Sequence[str] = ()) -> None:
        """Replace the value at ``path``, or add it, with the mappings around it that are missing.

        A new key comes after those that are before it in ``order``, or at the end. If the value is a mapping,
        only keys that differ are changed.
        """
        base = path
        while base not in self.source:
            base = base[:-1]
        if base != path:
            self._add(base, path[len(base) :], value, order)
            return
        if self._is_removed(path):
            raise CannotKeep(path, "it is removed and set in one step")
        old = self.source_value(path)
        if isinstance(old, dict) and isinstance(value, Mapping) and old and value:
            for key in old:
                if key not in value:
                    self.remove((*path, key))
            for key, part in value.items():
                self.set((*path, key), part, order=tuple(value))
        elif isinstance(old, list) and isinstance(value, list) and old and value:
            self._set_list(path, old, value)
        elif type(old) is not type(value) or old != value:
            self._values[path] = value

    def insert(self, path: DataPath, index: int, value: Any) -> None:
        """Insert an item into the list at ``path`` before the item ``index``; create the list if needed."""
        if path not in self.source:
            self.set(path, [*self._pending(path), value])
            return
        items = self.source_value(path)
        changes = self._changes(path)
        if not isinstance(items, list):
            raise CannotKeep(path, "it is not a list")
        changes.added.append(NewEntry(index - 1 if index > 0 else None, None, value))

    def append(self, path: DataPath, value: Any) -> None:
        """Add an item at the end of the list at ``path``; create the list if needed."""
        self.insert(path, len(self.source_value(path)) if path in self.source else 0, value)

    def remove(self, path: DataPath, *, prune: int = 0) -> None:
        """Remove the key or item at ``path``, and up to ``prune`` parents that would be empty then."""
        if path not in self.source:
            raise CannotKeep(path, "it does not exist")
        changes = self._changes(path[:-1])
        changes.removed[path[-1]] = None
        changes.prune = max(changes.prune, prune)

    def rename(self, path: DataPath, key: str) -> None:
        """Replace the key of the value at ``path``."""
        parent = self.source_value(path[:-1])
        if key != path[-1]:
            if key in parent:
                raise CannotKeep(path, f"there is already a key `{key}`")
            self._changes(path[:-1]).renamed[path[-1]] = key

    def reword(self, path: DataPath, words: Mapping[int, Sequence[str]], more: Sequence[str] = ()) -> None:
        """Replace words of the text at ``path``, by their numbers from 0, and add ``more`` at the end.

        A word that is replaced by nothing disappears. The text has to keep a word.
        """
        old = str(self.source_value(path))
        if path in self._values or path in self._reworded:
            raise CannotKeep(path, "it is changed twice in one step")
        matches = list(_WORDS.finditer(old))
        kept = [part for n, match in enumerate(matches) for part in words.get(n, (match[0],))]
        if not [*kept, *more]:
            raise CannotKeep(path, "no words are left")
        new = " ".join([*kept, *more])
        if self.layout.written(self.source.value_span(path)):
            new = _reworded(old, words, more)
            if new != old:
                self._values[path] = new
            return
        edits = self.layout.reword(path, words, more)
        if edits is None:
            raise CannotKeep(path, "the list covers several lines in a way that cannot be kept")
        self._reworded[path] = (_Words(new), edits)

    def source_value(self, path: DataPath) -> Any:
        """The value at ``path`` before the changes."""
        value = self.source.data
        for part in path:
            value = value[part]
        return value

    def data(self) -> Any:
        """The data after the changes; parts that do not change are shared."""
        self._prune()
        return self._changed((), self.source.data)

    def emptied(self) -> list[DataPath]:
        """The collections that lose all of their entries and get no others."""
        return [
            path
            for path, changes in self._kept(self._blocks)
            if changes.removed and not changes.added and len(changes.removed) == len(self.source_value(path))
        ]

    def edits(self) -> tuple[Edit, ...]:
        """The edits of the text, in its order.

        Raises:
            CannotKeep: a change cannot be made without disturbing the text around it.
        """
        data = self.data()
        edits = [edit for _, edits in self._kept(self._reworded) for edit in edits[1]]
        for path, value in self._kept(self._values):
            edits.append(_or_raise(self.layout.replace(path, value), path))
        for path, changes in self._kept(self._blocks):
            edits += self._block_edits(path, changes)
        edits.sort(key=lambda edit: edit.span)
        self._verify(edits, data)
        return tuple(edits)

    def fixes(self, title: str, applicability: Applicability) -> tuple[Fix, ...]:
        """A fix that makes the changes; empty if they cannot be made without disturbing the text."""
        try:
            return (Fix(title, applicability, self.edits()),)
        except CannotKeep:
            return ()

    def text(self) -> str:
        """The text after the changes."""
        return apply_edits(self.source.text, self.edits())

    def _add(self, base: DataPath, keys: DataPath, value: Any, order: Sequence[str]) -> None:
        """Add a key to the mapping ``base``, and below it those that follow in ``keys``."""
        mapping = self.source_value(base)
        key, below = keys[0], keys[1:]
        if base in self._values and isinstance(self._values[base], dict):
            _put(self._values[base], keys, value)
            return
        if mapping is None and base:
            self._values[base] = _nested(keys, value)
            return
        if not isinstance(mapping, dict) or not isinstance(key, str):
            raise CannotKeep(base, f"there is no place for `{path_text(keys)}` in it")
        changes = self._changes(base)
        for entry in changes.added:
            if entry.key == key:
                if not below or not isinstance(entry.value, dict):
                    entry.value = _nested(below, value)
                else:
                    _put(entry.value, below, value)
                return
        after: str | int | None = next(reversed(mapping), None)
        if key in order and len(base) + 1 <= len(base) + len(keys):
            before = [name for name in order[: order.index(key)] if name in mapping]
            ordered = [name for name in mapping if name in order]
            after = before[-1] if before else (None if ordered else after)
            if before:
                # Keys in another order than usual: after the last of them in the file.
                after = max(before, key=list(mapping).index)
        changes.added.append(NewEntry(after, key, _nested(below, value)))

    def _pending(self, path: DataPath) -> list[Any]:
        """The items of a list that is being added."""
        for length in range(len(path)):
            for entry in self._blocks.get(path[:length], _Changes()).added:
                if entry.key == path[length]:
                    value = entry.value
                    for part in path[length + 1 :]:
                        value = value.get(part, ()) if isinstance(value, dict) else ()
                    return list(value)
        return []

    def _set_list(self, path: DataPath, old: list[Any], new: list[Any]) -> None:
        """Change the items between the first and the last that differ."""
        first = 0
        while first < min(len(old), len(new)) and _same(old[first], new[first]):
            first += 1
        last = 0
        while last < min(len(old), len(new)) - first and _same(old[-1 - last], new[-1 - last]):
            last += 1
        shared = min(len(old), len(new)) - first - last
        for index in range(first, first + shared):
            self.set((*path, index), new[index])
        for index in range(first + shared, len(old) - last):
            self.remove((*path, index))
        for index in range(first + shared, len(new) - last):
            self.insert(path, first + shared, new[index])

    def _changes(self, path: DataPath) -> _Changes:
        return self._blocks.setdefault(path, _Changes())

    def _is_removed(self, path: DataPath) -> bool:
        return any(
            path[length] in self._blocks[path[:length]].removed
            for length in range(len(path))
            if path[:length] in self._blocks
        )

    def _prune(self) -> None:
        """Remove the collections that would be empty."""
        for path in sorted(self._blocks, key=len, reverse=True):
            while path:
                changes = self._blocks[path]
                if changes.prune < 1 or changes.added or len(changes.removed) < len(self.source_value(path)):
                    break
                parent = self._changes(path[:-1])
                parent.removed[path[-1]] = None
                parent.prune = max(parent.prune, changes.prune - 1)
                path = path[:-1]

    def _kept(self, changes: Mapping[DataPath, Any]) -> list[tuple[DataPath, Any]]:
        """Changes of what is neither removed nor inside a value that is replaced."""
        return [
            (path, change)
            for path, change in changes.items()
            if not self._is_removed(path)
            and not any(path[:length] in self._values for length in range(len(path)))
            and (changes is self._values or path not in self._values)
        ]

    def _changed(self, path: DataPath, value: Any) -> Any:
        if path in self._values:
            return self._values[path]
        if path in self._reworded:
            return self._reworded[path][0]
        inside = [*self._values, *self._blocks, *self._reworded]
        if not any(other[: len(path)] == path for other in inside):
            return value
        changes = self._blocks.get(path, _Changes())
        if isinstance(value, dict):
            changed = {
                changes.renamed.get(key, key): self._changed((*path, key), part)
                for key, part in value.items()
                if key not in changes.removed
            }
            return changed | {str(entry.key): entry.value for entry in changes.added}
        items: list[Any] = [entry.value for entry in changes.added if entry.after is None]
        for index, part in enumerate(value):
            if index not in changes.removed:
                items.append(self._changed((*path, index), part))
            items += [entry.value for entry in changes.added if entry.after == index]
        return items

    def _block_edits(self, path: DataPath, changes: _Changes) -> list[Edit]:
        layout = self.layout
        edits = [
            _or_raise(layout.rename((*path, old), new), (*path, old))
            for old, new in changes.renamed.items()
            if old not in changes.removed
        ]
        old = self.source_value(path)
        if len(changes.removed) == len(old):
            if not changes.removed and not changes.added:
                return edits
            data = self._changed(path, old)
            return [_or_raise(layout.replace(path, data), path)]
        write: Callable[..., list[Edit] | None] = (
            edits_in_brackets if layout.is_flow(path) else edits_in_block
        )
        written = write(layout, path, changes.removed, changes.added)
        if written is None:
            raise CannotKeep(path, "comments or line breaks between its entries are in the way")
        return [*edits, *written]

    def _verify(self, edits: Iterable[Edit], expected: Any) -> None:
        """Read the new text: it has to have exactly the data that are expected."""
        try:
            after = parse_yaml(apply_edits(self.source.text, edits), self.source.path).data
        except DataError as error:
            problem = error.problems[0].message
            raise CannotKeep((), f"the text would not be valid anymore ({problem})") from error
        if not _same(after, expected):
            path = _first_difference(after, expected)
            raise CannotKeep(path, "the text around it would change its meaning")


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal; unlike in Python, true is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, float) and isinstance(other, (int, float)):
        return abs(one - other) < 1e-6
    return bool(one == other)


def _first_difference(one: Any, other: Any, path: DataPath = ()) -> DataPath:
    """The path of the first value that differs."""
    names: Iterable[str | int] = ()
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        names = one
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        names = range(len(one))
    for name in names:
        if not _same(one[name], other[name]):
            return _first_difference(one[name], other[name], (*path, name))
    return path


def _nested(keys: DataPath, value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _put(mapping: dict[Any, Any], keys: DataPath, value: Any) -> None:
    for key in keys[:-1]:
        mapping = mapping.setdefault(key, {})
    mapping[keys[-1]] = value


def _reworded(text: str, words: Mapping[int, Sequence[str]], more: Sequence[str]) -> str:
    """A text on one line with some words replaced and others added; the separators of the rest stay."""
    parts: list[str] = []
    end = 0
    for number, match in enumerate(_WORDS.finditer(text)):
        gap, end = text[end : match.start()], match.end()
        new = " ".join(words.get(number, (match[0],)))
        if new:
            parts.append((gap if parts else "") + new)
    text = "".join(parts) + (text[end:] if not more else "")
    return " ".join(filter(None, (text, *more)))


def _or_raise(edit: Edit | None, path: DataPath) -> Edit:
    if edit is None:
        raise CannotKeep(path, "its layout cannot be kept")
    return edit
