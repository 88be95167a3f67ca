"""Check a scenario that does not match the schema without the invalid parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from builder.scenario.limits import RejectedScenario
from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind
from rulesdb import Library
from rulesdb.problem import Problem
from rulesdb.yaml_source import YamlSource

# If a part is removed, its parent may lack a required key, and so on up to the top of the file.
_MAX_ROUNDS = 6
_FORCES = {
    NameKind.ABILITY,
    NameKind.FORMATION,
    NameKind.POSITION,
    NameKind.FORCE,
    NameKind.UNIT,
    NameKind.ROSTER,
    NameKind.SPECIES,
    NameKind.POWER,
    NameKind.MEMBER,
    NameKind.FIGURE,
    NameKind.WEAPON,
    NameKind.CARD,
    NameKind.EXPERIENCE,
    NameKind.ORGANIZATION,
}
_MAP = {
    NameKind.HEX,
    NameKind.DOT,
    NameKind.LEVEL,
    NameKind.AREA,
    NameKind.CONSOLE,
    NameKind.NEW_AREA,
    NameKind.NEW_HEXSIDE,
    NameKind.NEW_TUNNEL,
    NameKind.TERRAIN,
    NameKind.TOUGHNESS,
    NameKind.TUNNEL_END,
    NameKind.WALLS,
}
# The kinds of names that are in doubt if a part of a section was removed.
_DOUBTS: Mapping[str, frozenset[NameKind]] = MappingProxyType(
    {
        "scenario": frozenset({NameKind.MISSION}),
        "map": frozenset(_MAP),
        "forces": frozenset(_FORCES),
        "vehicles": frozenset({NameKind.VEHICLE}),
        "setup": frozenset({NameKind.ZONE}),
        "objectives": frozenset({NameKind.OBJECTIVE}),
        "victory": frozenset({NameKind.SIDE, NameKind.OBJECTIVE}),
        "special_rules": frozenset({NameKind.RULE}),
    }
)


@dataclass(frozen=True, slots=True)
class Salvaged:
    """A scenario without its invalid parts, and the kinds of names that are in doubt."""

    scenario: Scenario
    doubtful: frozenset[NameKind]


def salvage(source: YamlSource, error: RejectedScenario, library: Library | None) -> Salvaged | None:
    """The scenario without its invalid parts; ``None`` if too little is left."""
    doubtful: set[NameKind] = set()
    problems: Iterable[Problem] = error.problems
    for _ in range(_MAX_ROUNDS):
        paths = {path for problem in problems if (path := source.path_at(problem.span)) is not None}
        if not paths or () in paths:
            return None
        doubtful |= {kind for path in paths for kind in _DOUBTS.get(str(path[0]), ())}
        source = source.without(paths)
        try:
            scenario = scenario_from(source, library)
        except RejectedScenario as rest:
            problems = rest.problems
            continue
        unread = tuple(unread for unread in scenario.unread if unread.kind not in doubtful)
        return Salvaged(replace(scenario, unread=unread), frozenset(doubtful))
    return None
