"""4xx: whether people can escape from what they destroy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from builder.boards.deck_structure import OUTSIDE
from builder.boards.spots import Place
from builder.games.bug_hunter.checks import GAMES
from builder.geometry.paths import cheapest_costs
from builder.lint.check import REACH_NAMES, DeckCheck
from builder.lint.finding import Defect, Severity
from builder.scenario.model import Scenario, Vehicle
from builder.scenario.names import NameKind

if TYPE_CHECKING:
    from builder.boards.deck import HexMap


class EscapeCheck(DeckCheck):
    """A self-destruct sequence that nobody can escape."""

    code = "BB432"
    slug = "no-escape"
    severity = Severity.WARNING
    what = (
        "No way without a lift leads from the place where the self-destruct sequence is started to the "
        "lifeboat, or no land vehicle of the base can drive off the map."
    )
    why = "The central lift does not run during the sequence; people who cannot escape are lost."
    example = "a reactor on a deck that only a lift leads to"
    fix = "Add a hatch or a door, or move the lifeboat or the vehicle."
    rule = "rule/319.4"
    games = GAMES
    needs = DeckCheck.needs | {NameKind.ACT, NameKind.VEHICLE, NameKind.FORCE}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        starts = [each for each in scenario.objectives if each.act == "initiate-self-destruct"]
        if not starts:
            return
        decks = scenario.hex_map
        if decks.site == "base":
            vehicles = [each for each in scenario.vehicles if each.kind.get("act") == "drive-land-vehicle"]
            if vehicles and not any(_can_leave(decks, vehicle) for vehicle in vehicles):
                message = f"`{vehicles[0].id}` cannot drive off the map"
                yield Defect(
                    message, (*vehicles[0].path, "vehicle"), "add a door to the outside and open ground"
                )
            return
        boats = [
            each for each in scenario.vehicles if each.kind.get("act") == "launch-lifeboat" and each.region
        ]
        for start in starts:
            reached = _areas_without_lifts(decks, decks.area_at.get(start.region.spot, OUTSIDE))
            if boats and not any(decks.area_at.get(boat.region.spot, OUTSIDE) in reached for boat in boats):
                message = f"no way without a lift leads from objective `{start.id}` to `{boats[0].id}`"
                help = "add a hatch or a door, or move the lifeboat"
                yield Defect(message, (*start.path, decks.spot_key), help)


class LateLaunchCheck(DeckCheck):
    """Controls of the lifeboat that are reached too late."""

    code = "BB433"
    slug = "late-launch"
    what = "Nobody can be at the controls of the lifeboat before the last turn."
    why = "The lifeboat leaves in the turn after it is launched; the game would be over."
    example = "controls that take 12 rounds to reach, in a game of two turns of six rounds"
    fix = "Add a turn, or move the controls or the people."
    rule = "rule/315.5"
    games = GAMES
    needs = REACH_NAMES | {NameKind.ACT}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        reach, movement = scenario.reach, scenario.ruleset.movement
        if movement is None:
            return
        in_time = reach.moves_in_game - movement.moves
        for objective in scenario.objectives:
            if objective.act != "launch-lifeboat" or not scenario.map.has_ground(objective.region.spot):
                continue
            forces = scenario.forces_of(objective.side)
            if reach.may_reach(forces, objective.region, in_time):
                continue
            first = reach.first_move(forces, objective.region)
            if first is not None and in_time < first <= reach.moves_in_game:
                unit = f"{scenario.ruleset.units['time']}s"
                message = f"objective `{objective.id}` takes at least {first} {unit} to reach"
                message += f"; the last turn begins after {in_time}"
                yield Defect(message, (*objective.path, scenario.map.spot_key))


class LateOverrideCheck(DeckCheck):
    """A reactor override that is too far from the command post."""

    code = "BB436"
    slug = "late-override"
    what = (
        "Nobody can walk from the command post to the objective where the self-destruct sequence is started "
        "before the last turn, if the first interphase comes at the end of the first turn."
    )
    why = "The sequence is ordered in an interphase, and starting it takes a whole turn at the override."
    example = "an override that takes 12 rounds to reach from the command post, in a game of three turns"
    fix = "Add a turn, or move the override or the command post."
    rule = "rule/319.2"
    games = GAMES
    needs = REACH_NAMES | {NameKind.ACT}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        reach, movement = scenario.reach, scenario.ruleset.movement
        post = scenario.zone(scenario.command_post)
        if movement is None or post is None:
            return
        # The first turn ends in the interphase; the last is spent at the override.
        left = max(0, reach.moves_in_game - 2 * movement.moves)
        for objective in scenario.objectives:
            if objective.act != "initiate-self-destruct" or not scenario.map.has_ground(
                objective.region.spot
            ):
                continue
            forces = scenario.forces_of(objective.side)
            # BB405 reports an objective that is completely out of reach.
            if reach.may_reach(forces, objective.region, left, start=post.region) or not reach.may_reach(
                forces, objective.region, reach.moves_in_game
            ):
                continue
            first = reach.first_move(forces, objective.region, start=post.region)
            if first is not None and first > left:
                unit = f"{scenario.ruleset.units['time']}s"
                message = f"objective `{objective.id}` takes at least {first} {unit} from the command post"
                message += f"; {left} are left between the first turn and the last"
                yield Defect(message, (*objective.path, scenario.map.spot_key))


def _areas_without_lifts(decks: HexMap, start: str) -> set[str]:
    """The areas that can be reached without a lift, by doors that can be opened."""

    def beside(area: str) -> Iterator[tuple[str, int]]:
        for link in decks.links_by_area[area]:
            other = link.other_end(area)
            if decks.can_open(link) and (other == OUTSIDE or decks.areas[other].kind != "lift"):
                yield other, 1

    return set(cheapest_costs([start], beside))


def _can_leave(decks: HexMap, vehicle: Vehicle) -> bool:
    """Whether a vehicle can drive over hexes outside to the edge of the map, or is not on the map."""
    if not vehicle.region:
        return True
    spot = vehicle.region.spot
    starts: Iterable[Place] = (spot,)
    if spot in decks.area_at:
        links = decks.links_by_area[decks.area_at[spot]]
        starts = (place for link in links for place in link.places if place not in decks.area_at)

    def beside(place: Place) -> Iterator[tuple[Place, int]]:
        for hex in decks.grid.neighbors(place.hex):
            if (other := Place(place.level, hex)) not in decks.area_at:
                yield other, 1

    reached = cheapest_costs(list(starts), beside)
    return any(sum(1 for _ in decks.grid.neighbors(place.hex)) < 6 for place in reached)
