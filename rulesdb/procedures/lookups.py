"""The values that inputs of procedures accept, as the ``procedure`` decorator declares them.

``takes={"force": of_axis("random-panic", "force")}`` declares that ``force`` is a label of that axis;
``of_kind("unit")`` that an input names a unit; ``one_of("ship", "base")`` that it is one of two words;
``modifiers_of("to-hit")`` that it names modifiers of that table. An undeclared input accepts any value of its
type.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesdb.errors import InputError
from rulesdb.nearest import did_you_mean
from rulesdb.tables.axes import Axis, list_words

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Lookup:
    """The accepted ``words``, and the ``axis`` or the ``kinds`` of entries that they come from."""

    words: tuple[str, ...] = ()
    axis: Axis | None = None
    kinds: tuple[str, ...] = ()

    @property
    def accepts(self) -> str:
        """The accepted values, in words."""
        return list_words(self.words) if self.words or self.axis is None else self.axis.accepts

    @property
    def is_closed(self) -> bool:
        """Whether only these words are accepted, and they come from neither a table nor entries."""
        return bool(self.words) and self.axis is None and not self.kinds

    def require(self, name: str, value: Any) -> None:
        """Check that a value, or each of several, is one of the words.

        Raises:
            InputError: one is not; with the nearest words.
        """
        for item in value if isinstance(value, tuple) else (value,):
            if item not in self.words and item is not None:
                raise InputError(f"{name}={item!r}: {did_you_mean(str(item), self.words)}")


Takes = Callable[["Ruleset"], Lookup]
"""Returns the values that an input accepts in a game.

Raises:
    UnknownEntry: the game has no such table.
    InputError: the table has no such axis.
"""


def of_axis(table: str, axis: str, *others: str) -> Takes:
    """A label or number of an axis of a table, or one of the words ``others``."""

    def look_up(game: Ruleset) -> Lookup:
        axes = {each.name: each for each in game.table(table).axes}
        if axis not in axes:
            raise InputError(f"table {table} has no axis {axis}: {did_you_mean(axis, axes)}")
        return Lookup(tuple(dict.fromkeys((*axes[axis].labels, *others))), axes[axis])

    return look_up


def of_kind(*kinds: str) -> Takes:
    """The name of an entry of one of some kinds."""
    return lambda game: Lookup(
        tuple(entry.slug for kind in kinds for entry in game.of_kind(kind)), kinds=kinds
    )


def one_of(*words: str) -> Takes:
    """One of some words."""
    return lambda _: Lookup(words)


def modifiers_of(table: str) -> Takes:
    """The id of a modifier of a table."""
    return lambda game: Lookup(tuple(modifier.id for modifier in game.table(table).modifiers))
