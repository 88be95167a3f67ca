"""4xx: the command post, where the humans gather in an interphase."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from builder.boards.spots import Place
from builder.games.bug_hunter.checks import GAMES
from builder.lint.check import ZONE_NAMES, DeckCheck
from builder.lint.finding import Defect, Severity
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind


class CommandPostCheck(DeckCheck):
    """Preds without room at a distance from the command post."""

    code = "BB424"
    slug = "command-post"
    severity = Severity.WARNING
    what = "The map has too few hexes at a distance from the command post for all Preds and their clones."
    why = "In an interphase Preds come back at that distance; one that finds no hex stays off the map."
    example = "a command post in the middle of a deck of nine columns"
    fix = "Move the command post, or make the map larger."
    rule = "rule/313.3"
    games = GAMES
    needs = ZONE_NAMES | {NameKind.SIDE, NameKind.WALLS}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        post = scenario.zone(scenario.command_post)
        if post is None:
            return
        ship, table = scenario.hex_map, scenario.ruleset.table("disengagement")
        least = int(table.lookup(distance="Preds-from-command-post").result)
        apart = int(table.lookup(distance="levels-that-separate").result)
        there = post.region.spots

        def is_near(place: Place) -> bool:
            return any(
                abs(place.level - other.level) < apart and ship.grid.distance(place.hex, other.hex) < least
                for other in there
            )

        # A hex holds one counter: an individual, a swarm, a dummy, or what a card of cloning adds.
        wanted = sum(
            force.counters + sum(power.slug == "clone" for power in force.powers)
            for force in scenario.forces_of("pred")
        )
        # Most maps have enough room; the search ends as soon as it is found.
        far = sum(1 for _ in islice((place for place in ship.area_at if not is_near(place)), wanted))
        if far < wanted:
            hexes = f"{far} {'hex is' if far == 1 else 'hexes are'} {least} or more from the command post"
            yield Defect(f"{hexes}; Preds need {wanted}", ("setup", "command_post"))
