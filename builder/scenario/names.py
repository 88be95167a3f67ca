"""Look up the names in a scenario file, and list the unknown ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

from builder.scenario.limits import MAX_LISTED, MAX_UNKNOWN, RejectedScenario, too_large
from rulesdb import AmbiguousEntry, Entry, Ruleset, UnknownEntry
from rulesdb.yaml_source import DataPath, YamlSource


class NameKind(StrEnum):
    """The kinds of things that names in a scenario file refer to.

    The ``NEW_…`` kinds are names that must not be in use yet; ``WALLS`` stands for the walls between areas.
    """

    ABILITY = "ability"
    ACT = "act"
    AREA = "area"
    CARD = "card"
    CONSOLE = "console"
    DOOR = "door"
    DOT = "dot"
    ENTRY = "entry"
    EXPERIENCE = "experience"
    FACING = "facing"
    FIGURE = "figure"
    FORCE = "force"
    FORMATION = "formation"
    HEX = "hex"
    ITEM = "item"
    LEVEL = "level"
    MARKER = "marker"
    MEMBER = "member"
    MISSION = "mission"
    MODIFIER = "modifier or row"
    NEW_AREA = "new area id"
    NEW_HEXSIDE = "new hexside"
    NEW_TUNNEL = "new tunnel id"
    OBJECTIVE = "objective"
    OPTIONAL_RULE = "optional rule"
    ORGANIZATION = "organization"
    PARTY = "force or side"
    PIECE = "piece"
    PLACE = "place"
    POSITION = "position"
    POT = "pot"
    POWER = "power"
    ROSTER = "roster"
    RULE = "rule"
    SIDE = "side"
    SPECIES = "species"
    TABLE = "table"
    TERRAIN = "terrain"
    TOUGHNESS = "toughness"
    TUNNEL_END = "tunnel end"
    UNIT = "unit"
    VEHICLE = "vehicle"
    WALLS = "walls"
    WAY = "way off the map"
    WEAPON = "weapon"
    ZONE = "zone"


@dataclass(frozen=True, slots=True)
class Unread:
    """A name in the file that could not be looked up: a hex off the map, an unknown weapon or zone.

    ``kind`` is the kind of thing that it should name; ``accepted`` lists the possible names, or those that an
    ambiguous name may mean. ``is_key`` is true if the name is a key of the file.
    """

    kind: NameKind
    text: str
    path: DataPath
    accepted: tuple[str, ...] = ()
    is_key: bool = False
    is_ambiguous: bool = False


class Names:
    """Looks up names in a game; unknown names are listed in ``unread``.

    Raises:
        RejectedScenario: by any method, if the file has too many unknown names, hexes or dots.
    """

    def __init__(self, ruleset: Ruleset, source: YamlSource) -> None:
        self.ruleset = ruleset
        self.unread: list[Unread] = []
        self._source = source
        self._listed = 0

    def entry(self, kind: NameKind, name: str, path: DataPath, *, is_key: bool = False) -> Entry | None:
        """An entry of the game."""
        try:
            return self.ruleset.find(kind, name)
        except AmbiguousEntry as error:
            self.note(kind, name, path, error.nearest, is_key=is_key, is_ambiguous=True)
            return None
        except UnknownEntry:
            accepted = tuple(entry.slug for entry in self.ruleset.of_kind(kind))
            self.note(kind, name, path, accepted, is_key=is_key)
            return None

    def optional_rule(self, name: str, path: DataPath) -> Entry | None:
        """An optional rule of the game."""
        rules = {rule.slug: rule for rule in self.ruleset.optional_rules}
        self.check(NameKind.OPTIONAL_RULE, name, tuple(rules), path)
        return rules.get(name)

    def check(self, kind: NameKind, name: str, accepted: Sequence[str], path: DataPath) -> None:
        """Report a name that is not accepted."""
        if name not in accepted:
            self.note(kind, name, path, tuple(accepted))

    def side(self, data: Mapping[str, Any], path: DataPath) -> str:
        """The side that ``data`` names."""
        side: str = data["side"]
        self.check(NameKind.SIDE, side, [side.id for side in self.ruleset.sides], (*path, "side"))
        return side

    def note(
        self,
        kind: NameKind,
        text: str,
        path: DataPath,
        accepted: tuple[str, ...] = (),
        *,
        is_key: bool = False,
        is_ambiguous: bool = False,
    ) -> None:
        """List an unknown name. Their number is limited, because similar names are searched for each."""
        if len(self.unread) >= MAX_UNKNOWN:
            self._refuse(f"more than {MAX_UNKNOWN:,} unknown names up to here", path)
        self.unread.append(Unread(kind, text, path, accepted, is_key, is_ambiguous))

    def count(self, number: int, path: DataPath) -> None:
        """Count the hexes or dots of a list; all lists of a file together have a limit."""
        self._listed += number
        if self._listed > MAX_LISTED:
            self._refuse(f"more than {MAX_LISTED:,} hexes or dots up to here", path)

    def _refuse(self, message: str, path: DataPath) -> NoReturn:
        problem = too_large(self._source.value_span(path), message)
        raise RejectedScenario([problem], fits_schema=True)
