"""2xx: airtight doors that hold no air."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from builder.boards.deck_structure import OUTSIDE
from builder.games.bug_hunter.checks import GAMES
from builder.lint.check import DeckCheck
from builder.lint.finding import Defect, Severity
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from builder.boards.deck import HexMap


class BypassedDoorCheck(DeckCheck):
    """An airtight door that air can bypass."""

    code = "BB212"
    slug = "bypassed-door"
    severity = Severity.WARNING
    what = "An airtight door joins two areas between which air can also pass another way."
    why = "It keeps no air in, even if it is closed; usually another door should be airtight, too."
    example = "an airtight door and an open hexside between the same two corridors"
    fix = "Make the other doors on the way airtight, or this one an interior door."
    rule = "rule/303.1a"
    games = GAMES

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        ship = scenario.hex_map
        for wall in ship.boundaries:
            door = wall.door
            if door is None or not door.is_sealed or wall.is_exterior:
                continue
            way = _way_round(ship, wall.here, wall.there)
            if way:
                passes = way_in_words([ship.areas[id].name for id in way])
                yield Defect(f"hexside {door.text} keeps no air in: the air passes {passes}", door.path)


def way_in_words(names: list[str]) -> str:
    """The path of air in words: from the first area to the last, through those between."""
    ends = f"from {names[0]} to {names[-1]}"
    return f"{ends} through {', '.join(names[1:-1])}" if len(names) > 2 else f"{ends} next to it"


def _way_round(ship: HexMap, here: str, there: str) -> list[str]:
    """The shortest path of air from one area to another with all doors shut; empty if there is none."""
    links = ship.links_by_area
    came = {here: ""}
    waiting = [here]
    for area in waiting:
        for link in links[area]:
            other = link.other_end(area)
            if not link.holds_air and other not in came and other != OUTSIDE:
                came[other] = area
                waiting.append(other)
    if there not in came:
        return []
    way = [there]
    while came[way[-1]]:
        way.append(came[way[-1]])
    return way[::-1]
