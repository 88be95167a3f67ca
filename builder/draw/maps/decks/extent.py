"""The printed part of a level: its rooms, the hexes around them, and no empty space beyond."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.map_frame import MARGIN
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.signposts import passages_of
from builder.draw.surface.clear_space import Box, grown
from builder.draw.surface.wording import Words
from builder.geometry.hexgrid import Hex
from builder.scenario.model import Scenario

# What is printed around a hull that nobody can leave, and around the hexes where units can be, in hexes.
_AROUND_HULL, _AROUND_HEXES = 0.6, 0.1
# What an overview, on which nobody plays, has beside a hull, and above and below it, where tabs are.
_ASIDE_SMALL, _ABOVE_SMALL = 0.4, 0.6


def window_of(plan: DeckPlan) -> Box:
    """The whole grid of a level with its margin: west, north, east and south in mm from the grid's corner."""
    return grown((0.0, 0.0, plan.layout.width, plan.layout.height), MARGIN)


def printed_box(scenario: Scenario, plan: DeckPlan, words: Words, *, is_small: bool = False) -> Box:
    """The part of :func:`window_of` that a map shows; less of it if it ``is_small``, for an overview.

    A map of a level with doors to the outside has each hex next to the hull and next to what is outside. The
    outside of a base has none if nobody can get there. Where units come on by the edges of the map, it is
    printed up to its edges. Secret places count as well, because all copies of a map show the same part.
    """
    window, level, layout = window_of(plan), plan.level, plan.layout
    passages = passages_of(scenario, MapLook(secrets=True), words)
    if not plan.inner or any(passage.edge for passage in passages):
        return window
    regions = [zone.region for zone in scenario.zones]
    regions += [objective.region for objective in scenario.objectives]
    regions += [vehicle.region for vehicle in scenario.vehicles]
    regions += [passage.region for passage in passages]
    used = {hex for region in regions for hex in region.hexes(level)} - plan.inner
    outside = [_hex_box(plan, hex) for hex in sorted(used)]
    if is_small:
        (west, north, east, south) = plan.skin.bounds
        aside, above = plan.size * _ASIDE_SMALL, plan.size * _ABOVE_SMALL
        hull = west - aside, north - above, east + aside, south + above
        return within(_around([hull, *outside]), window)
    is_open = any(door.is_exterior for door in plan.doorways) or bool(used)
    if not is_open and plan.ground == "soil":
        return within(grown(plan.skin.bounds, plan.size * _AROUND_HULL), window)
    beside = {other for hex in (*plan.inner, *used) for other in layout.grid.neighbors(hex)}
    boxes = [*outside, *(_hex_box(plan, hex) for hex in sorted(beside)), plan.skin.bounds]
    return within(grown(_around(boxes), plan.size * _AROUND_HEXES), window)


def overview_boxes(scenario: Scenario, plans: Sequence[DeckPlan], words: Words) -> list[Box]:
    """The part of each level on an overview: all are as wide as the widest, with no gap beside one."""
    boxes = [printed_box(scenario, plan, words, is_small=True) for plan in plans]
    west, east = min(box[0] for box in boxes), max(box[2] for box in boxes)
    return [(west, north, east, south) for _, north, _, south in boxes]


def widened(boxes: Sequence[Box], width: float, plan: DeckPlan) -> list[Box]:
    """Boxes of one width with as much more on both sides, up to a width in mm or to the edge of the grid."""
    (west, _, east, _), (left, _, right, _) = boxes[0], window_of(plan)
    more = max(0.0, min((width - (east - west)) / 2, west - left, right - east))
    return [(west - more, north, east + more, south) for _, north, _, south in boxes]


def _hex_box(plan: DeckPlan, hex: Hex) -> Box:
    (x, y), radius, half = plan.layout.center(hex), plan.layout.radius, plan.size / 2
    return x - radius, y - half, x + radius, y + half


def _around(boxes: Iterable[Box]) -> Box:
    """The box around some boxes."""
    wests, norths, easts, souths = zip(*boxes, strict=True)
    return min(wests), min(norths), max(easts), max(souths)


def within(box: Box, window: Box) -> Box:
    """The part of a box that is in a window."""
    west, north, east, south = window
    return max(box[0], west), max(box[1], north), min(box[2], east), min(box[3], south)
