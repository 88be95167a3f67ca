"""What the names in a scenario file mean, and a list of those that mean nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.scenario.limits import MOST_UNKNOWN, Tally, TooMuch
from rulesdb import AmbiguousEntry, Entry, Ruleset, UnknownEntry
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True)
class Unread:
    """A name in the file that means nothing: a hex off the map, an unknown weapon or zone.

    ``kind`` says what it should have named; ``known`` lists what it could have named, or, where it is
    ambiguous, what it may mean.
    """

    kind: str
    text: str
    path: DataPath
    known: tuple[str, ...] = ()
    in_database: bool = False
    is_key: bool = False
    is_ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class Names:
    """Looks names up in a game; what is not found is gathered in ``unread``."""

    ruleset: Ruleset
    unread: list[Unread] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def entry(self, kind: str, name: str, path: DataPath) -> Entry | None:
        """An entry of the game."""
        try:
            return self.ruleset.find(kind, name)
        except AmbiguousEntry as error:
            self._note(Unread(kind, name, path, error.nearest, in_database=True, is_ambiguous=True))
            return None
        except UnknownEntry:
            known = tuple(entry.slug for entry in self.ruleset.of_kind(kind))
            self._note(Unread(kind, name, path, known, in_database=True))
            return None

    def known(self, kind: str, name: str, known: Sequence[str], path: DataPath) -> None:
        """Note a name that is not among those that there are."""
        if name not in known:
            self._note(Unread(kind, name, path, tuple(known)))

    def side(self, data: Mapping[str, Any], path: DataPath) -> str:
        """The side that ``data`` names."""
        side: str = data["side"]
        known = tuple(known.id for known in self.ruleset.sides)
        if side not in known:
            self._note(Unread("side", side, (*path, "side"), known, in_database=True))
        return side

    def _note(self, unread: Unread) -> None:
        """Keep a name that means nothing; each takes a search for what was meant, so there is a limit."""
        if len(self.unread) >= MOST_UNKNOWN:
            raise TooMuch(f"up to here {MOST_UNKNOWN:,} names mean nothing", unread.path)
        self.unread.append(unread)
