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
    """Preds too close to the command post."""

    code = "BB424"
    slug = "command-post"
    severity = Severity.WARNING
    what = "Preds set up closer to the command post than in an interphase, or the map is too small for them."
    why = (
        "In an interphase Preds come back at a distance from the command post; there must be hexes for them."
    )
    example = "a command post in the middle of a deck of nine columns"
    fix = "Move the command post or the Preds' zone, or make the map larger."
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

        # A hex holds one counter: an individual, a swarm or a dummy.
        preds = {force.id: force for force in scenario.forces if force.side == "pred"}
        wanted = sum(force.counters for force in preds.values())
        # Most maps have enough room; the search ends as soon as it is found.
        far = sum(1 for _ in islice((place for place in ship.area_at if not is_near(place)), wanted))
        if far < wanted:
            hexes = f"{far} {'hex is' if far == 1 else 'hexes are'} {least} or more from the command post"
            help = "move the command post, or make the map larger"
            yield Defect(f"{hexes}; Preds need {wanted}", ("setup", "command_post"), help)
            return
        for placement in scenario.placements:
            zone = scenario.zone(placement.zone) if placement.force in preds else None
            near = next(filter(is_near, zone.region.spots), None) if zone is not None else None
            if near is not None:
                where = f"{ship.describe(near)} in zone `{placement.zone}`"
                message = f"{where} is less than {least} hexes from the command post"
                help = "remove the area from the zone, or move the command post"
                yield Defect(message, (*placement.path, "zone"), help)
