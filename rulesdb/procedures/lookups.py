"""What the inputs of a procedure may be, read from where its code looks them up.

``game.table("random-panic").roll(rng, force=force)`` says that ``force`` is a label of that table's axis
``force``; ``game.find("unit", unit)`` that ``unit`` is a unit; ``place not in ("ship", "base")`` that it
is one of the two. So nothing has to be stated twice. The first such place in a function counts; functions
that it hands an input on to are read too. An input that is never looked up takes anything of its type.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesdb.tables.axes import Axis

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset

_DEEPEST = 3
_ASKING = ("lookup", "roll", "odds")


@dataclass(frozen=True, slots=True)
class Lookup:
    """Where an input is looked up: ``words`` that may be given, an ``axis``, entries of ``kinds``."""

    words: tuple[str, ...] = ()
    axis: Axis | None = None
    kinds: tuple[str, ...] = ()

    @property
    def accepts(self) -> str:
        """What may be given, in words."""
        return ", ".join(self.words) if self.words or self.axis is None else self.axis.accepts


def read_lookups(function: Callable[..., Any], game: Ruleset, depth: int = 0) -> Mapping[str, Lookup]:
    """Where ``function`` looks each of its parameters up; nothing where its source cannot be had.

    >>> from rulesdb import open_game
    >>> open_game("bug-hunter").procedure("recover").lookups()["state"].words
    ('wounded', 'incapacitated')
    """
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return {}
    reader = _Reader(function, game, depth)
    for node in sorted(_nodes(tree), key=lambda node: (node.lineno, node.col_offset)):
        reader.read(node)
    return reader.completed()


def _nodes(tree: ast.AST) -> Iterator[Any]:
    wanted = (ast.Assign, ast.Call, ast.Compare, ast.For, ast.ListComp, ast.SetComp, ast.GeneratorExp)
    return (node for node in ast.walk(tree) if isinstance(node, wanted))


class _Reader:
    """Reads a function's statements in their order."""

    def __init__(self, function: Callable[..., Any], game: Ruleset, depth: int) -> None:
        self.game = game
        self.depth = depth
        self.globals: Mapping[str, Any] = getattr(function, "__globals__", {})
        self.parameters = {name: name for name in inspect.signature(function).parameters}
        self.tables: dict[str, str] = {}
        self.axes: dict[str, Axis] = {}
        self.constants: dict[str, tuple[str, ...]] = {}
        self.found: dict[str, Lookup] = {}
        self.also: dict[str, list[str]] = {}

    def completed(self) -> Mapping[str, Lookup]:
        """What was found, with the words that an input is compared with besides."""
        return {
            name: replace(lookup, words=tuple(dict.fromkeys((*lookup.words, *self.also.get(name, ())))))
            if lookup.words
            else lookup
            for name, lookup in self.found.items()
        }

    def read(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            self._assign(node)
        elif isinstance(node, ast.For):
            self._bind_items(node.target, node.iter)
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            for part in node.generators:
                self._bind_items(part.target, part.iter)
        elif isinstance(node, ast.Compare):
            self._compare(node)
        elif isinstance(node, ast.Call):
            self._call(node)

    def _assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if not isinstance(target, ast.Name):
            return
        table, axis, words = self._table(node.value), self._axis(node.value), self._words(node.value)
        if table:
            self.tables[target.id] = table
        if axis is not None:
            self.axes[target.id] = axis
        if words:
            self.constants[target.id] = words
        meant = self._parameter(node.value)
        if meant and target.id not in self.parameters:
            self.parameters[target.id] = meant

    def _bind_items(self, target: ast.expr, source: ast.expr) -> None:
        """``for cause in causes``, ``for target, number in zip(targets, dice)``."""
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "zip":
            if isinstance(target, ast.Tuple):
                for name, part in zip(target.elts, source.args, strict=False):
                    self._bind_items(name, part)
            return
        meant = self._parameter(source.value if isinstance(source, ast.Subscript) else source)
        if meant and isinstance(target, ast.Name):
            self.parameters[target.id] = meant

    def _compare(self, node: ast.Compare) -> None:
        meant = self._parameter(node.left)
        if meant is None or len(node.ops) != 1:
            return
        words = self._words(node.comparators[0])
        if isinstance(node.ops[0], ast.NotIn) and words:
            self.found.setdefault(meant, Lookup(words))
        elif isinstance(node.ops[0], ast.Eq) and isinstance(node.comparators[0], ast.Constant):
            self.also.setdefault(meant, []).append(str(node.comparators[0].value))

    def _call(self, node: ast.Call) -> None:
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr in _ASKING:
            self._asked(self._table(function.value), node.keywords)
        elif isinstance(function, ast.Attribute) and function.attr == "read" and node.args:
            self._note(node.args[0], self._axis(function.value))
        elif isinstance(function, ast.Attribute) and function.attr == "find" and len(node.args) == 2:
            self._found_entry(*node.args)
        elif isinstance(function, ast.Name):
            self._handed_on(self.globals.get(function.id), node)

    def _asked(self, slug: str | None, keywords: list[ast.keyword]) -> None:
        table = self.game.tables.get(slug or "")
        if table is None:
            return
        axes = {axis.name: axis for axis in table.axes}
        for keyword in keywords:
            meant = self._parameter(keyword.value)
            if keyword.arg == "modifiers" and meant and table.modifiers:
                self.found.setdefault(meant, Lookup(tuple(known.id for known in table.modifiers)))
            elif keyword.arg in axes:
                self._note(keyword.value, axes[keyword.arg])

    def _note(self, value: ast.expr, axis: Axis | None) -> None:
        meant = self._parameter(value)
        if meant and axis is not None:
            self.found.setdefault(meant, Lookup(axis.labels, axis))

    def _found_entry(self, kind: ast.expr, value: ast.expr) -> None:
        meant = self._parameter(value)
        kinds = (kind.value,) if isinstance(kind, ast.Constant) else self._words(kind)
        if meant and kinds:
            words = tuple(entry.slug for name in kinds for entry in self.game.of_kind(str(name)))
            self.found.setdefault(meant, Lookup(words, None, tuple(map(str, kinds))))

    def _handed_on(self, function: Any, node: ast.Call) -> None:
        if not isinstance(function, types.FunctionType) or self.depth >= _DEEPEST:
            return
        names = list(inspect.signature(function).parameters)
        given = [*zip(names, node.args, strict=False)]
        given += [(keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg in names]
        handed = {name: self._parameter(value) for name, value in given}
        if any(meant not in (None, "game") for meant in handed.values()):
            inner = read_lookups(function, self.game, self.depth + 1)
            for name, meant in handed.items():
                if meant and name in inner:
                    self.found.setdefault(meant, inner[name])

    def _parameter(self, value: ast.expr) -> str | None:
        """The parameter that an expression stands for, or one branch of it does."""
        if isinstance(value, ast.Name):
            return self.parameters.get(value.id)
        if isinstance(value, ast.IfExp):
            return self._parameter(value.body) or self._parameter(value.orelse)
        return None

    def _table(self, value: ast.expr) -> str | None:
        """The slug in ``game.table("slug")``, or of the table that a name was given."""
        if isinstance(value, ast.Name):
            return self.tables.get(value.id)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            named = value.args[0] if value.func.attr == "table" and value.args else None
            return str(named.value) if isinstance(named, ast.Constant) else None
        return None

    def _axis(self, value: ast.expr) -> Axis | None:
        """The axis in ``game.table("slug").axes[0]``, or that a name was given."""
        if isinstance(value, ast.Name):
            return self.axes.get(value.id)
        if not isinstance(value, ast.Subscript) or not isinstance(value.slice, ast.Constant):
            return None
        held, place = value.value, value.slice.value
        if not isinstance(held, ast.Attribute) or held.attr != "axes" or not isinstance(place, int):
            return None
        table = self.game.tables.get(self._table(held.value) or "")
        return table.axes[place] if table is not None else None

    def _words(self, value: ast.expr) -> tuple[str, ...]:
        """The words of a literal tuple, list or set, or the keys of a mapping."""
        if isinstance(value, ast.Name):
            return self.constants.get(value.id, ())
        if isinstance(value, ast.Dict):
            parts = [key for key in value.keys if key is not None]
        elif isinstance(value, (ast.Tuple, ast.List, ast.Set)):
            parts = value.elts
        else:
            return ()
        if not all(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in parts):
            return ()
        return tuple(str(part.value) for part in parts if isinstance(part, ast.Constant))
