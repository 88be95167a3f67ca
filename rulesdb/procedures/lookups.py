"""What the inputs of procedures may be, as their decorator declares it.

``takes={"force": of_axis("random-panic", "force")}`` says that ``force`` is a label of that axis;
``of_kind("unit")`` that an input names a unit; ``one_of("ship", "base")`` that it is one of two words. An
input that is not declared takes anything of its type.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesdb.errors import InputError
from rulesdb.nearest import did_you_mean
from rulesdb.tables.axes import Axis

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset


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


@dataclass(frozen=True, slots=True)
class Takes:
    """What an input may be: a place of a table's axis, the name of an entry, a word."""

    table: str = ""
    axis: str = ""
    kinds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def of(self, game: Ruleset) -> Lookup:
        """The same with the axis and the entries of a game.

        Raises:
            UnknownEntry: the game has no such table.
            InputError: the table has no such axis.
        """
        if self.kinds:
            return Lookup(
                tuple(entry.slug for kind in self.kinds for entry in game.of_kind(kind)), None, self.kinds
            )
        if not self.table:
            return Lookup(self.words)
        axes = {axis.name: axis for axis in game.table(self.table).axes}
        if self.axis not in axes:
            raise InputError(f"table {self.table} has no axis {self.axis}: {did_you_mean(self.axis, axes)}")
        axis = axes[self.axis]
        return Lookup(tuple(dict.fromkeys((*axis.labels, *self.words))), axis)


def of_axis(table: str, axis: str, *besides: str) -> Takes:
    """A label or number of an axis of a table, or one of the words ``besides``."""
    return Takes(table=table, axis=axis, words=besides)


def of_kind(*kinds: str) -> Takes:
    """The name of an entry of some kind."""
    return Takes(kinds=kinds)


def one_of(*words: str) -> Takes:
    """One of some words."""
    return Takes(words=words)
