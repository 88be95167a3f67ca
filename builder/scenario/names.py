"""Look up the names in a scenario file, and list those that mean nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

from builder.scenario.limits import MAX_LISTED, MAX_UNKNOWN, RejectedScenario, too_large
from rulesdb import AmbiguousEntry, Entry, Ruleset, UnknownEntry
from rulesdb.yaml_source import DataPath, YamlSource


class NameKind(StrEnum):
    """What a name in a scenario file is a name of.

    The ``NEW_…`` kinds must not be taken yet; ``WALLS`` stands for walls that follow from names of areas.
    """

    ACT = "act"
    AREA = "area"
    CARD = "card"
    DOT = "dot"
    EXPERIENCE = "experience"
    FIGURE = "figure"
    FORCE = "force"
    HEX = "hex"
    LEVEL = "level"
    MEMBER = "member"
    MISSION = "mission"
    NEW_AREA = "new area id"
    NEW_HEXSIDE = "new hexside"
    NEW_TUNNEL = "new tunnel id"
    OBJECTIVE = "objective"
    ORGANIZATION = "organization"
    ROSTER = "roster"
    RULE = "rule"
    SIDE = "side"
    SPECIES = "species"
    TERRAIN = "terrain"
    TOUGHNESS = "toughness"
    TUNNEL_END = "tunnel end"
    UNIT = "unit"
    VEHICLE = "vehicle"
    WALLS = "walls"
    WEAPON = "weapon"
    ZONE = "zone"


@dataclass(frozen=True, slots=True)
class Unread:
    """A name in the file that means nothing: a hex off the map, an unknown weapon or zone.

    ``kind`` is what it should have named; ``accepted`` lists the possible names, or, if it is ambiguous,
    those that it may mean.
    """

    kind: NameKind
    text: str
    path: DataPath
    accepted: tuple[str, ...] = ()
    is_key: bool = False
    is_ambiguous: bool = False


class Names:
    """Looks up names in a game; names that are not found are listed in ``unread``.

    Raises:
        RejectedScenario: by any method, if the file lists or misspells more than anybody can play.
    """

    def __init__(self, ruleset: Ruleset, source: YamlSource) -> None:
        self.ruleset = ruleset
        self.unread: list[Unread] = []
        self._source = source
        self._listed = 0

    def entry(self, kind: NameKind, name: str, path: DataPath) -> Entry | None:
        """An entry of the game."""
        try:
            return self.ruleset.find(kind, name)
        except AmbiguousEntry as error:
            self.note(Unread(kind, name, path, error.nearest, is_ambiguous=True))
            return None
        except UnknownEntry:
            self.note(Unread(kind, name, path, tuple(entry.slug for entry in self.ruleset.of_kind(kind))))
            return None

    def check(self, kind: NameKind, name: str, accepted: Sequence[str], path: DataPath) -> None:
        """Note a name that is not among the accepted ones."""
        if name not in accepted:
            self.note(Unread(kind, name, path, tuple(accepted)))

    def side(self, data: Mapping[str, Any], path: DataPath) -> str:
        """The side that ``data`` names."""
        side: str = data["side"]
        self.check(NameKind.SIDE, side, [side.id for side in self.ruleset.sides], (*path, "side"))
        return side

    def note(self, unread: Unread) -> None:
        """List a name that means nothing; each is searched for what was meant, so their number is limited."""
        if len(self.unread) >= MAX_UNKNOWN:
            self._refuse(f"up to here {MAX_UNKNOWN:,} names mean nothing", unread.path)
        self.unread.append(unread)

    def count(self, number: int, path: DataPath) -> None:
        """Count the hexes or dots of a list; all lists of a file together have a limit."""
        self._listed += number
        if self._listed > MAX_LISTED:
            self._refuse(f"up to here the file lists more than {MAX_LISTED:,} hexes or dots", path)

    def _refuse(self, message: str, path: DataPath) -> NoReturn:
        problem = too_large(self._source.value_span(path), message)
        raise RejectedScenario([problem], fits_schema=True)
