"""Signposts where units come on the map later, or leave it: at its edges and in places, from the events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from math import ceil, inf
from types import MappingProxyType

from builder.boards.dots import DotsMap
from builder.boards.spots import Region
from builder.draw.maps.map_key import KeyItem
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.zone_tabs import side_number, tab_type, zone_color, zone_icon
from builder.draw.sentences.arrival_turns import last_arrival
from builder.draw.sentences.side_names import side_name
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box, grown, overlaps
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.wording import Words
from builder.scenario.logic.conditions import Where
from builder.scenario.logic.effects import Arrival, Leave
from builder.scenario.model import Scenario

EDGES = ("north", "east", "south", "west")
# Where those who may use any edge have their name: at the first of these edges that nobody else has alone.
_NAMED = ("north", "south", "west", "east")
_OPPOSITE = MappingProxyType({edge: EDGES[number - 2] for number, edge in enumerate(EDGES)})
_DIRECTIONS = MappingProxyType({"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)})
_TINY = 1e-6
_TALL, _HEAD, _HALF_HEAD = 3.9, 2.2, 2.6
_ICON, _PAD, _GAP = 2.8, 1.3, 0.7
# Where along an edge of the map a signpost can be, as a share of its length from the middle outward.
_ACROSS = tuple(side * 0.04 * step for step in range(11) for side in ((1, -1) if step else (1,)))
_DOWN = tuple(side * 0.0125 * step for step in range(33) for side in ((1, -1) if step else (1,)))
# What the length of an edge counts, and what it counts if another map has the signpost at a known place.
_ALONG, _FROM_HOME = 12.0, 400.0
# How far from a level edge, in mm, and what each mm counts.
_AWAY, _FAR = (0.0, 1.5, 3.0, 4.5, 6.0), 0.8
# A signpost of a place begins so far inside it, in mm.
_INSIDE = 0.8
_SHIFTS = (0.0, -0.2, 0.2, -0.4, 0.4)
# What shorter texts cost, and another direction than to the middle of the map.
_SHORTER, _TURNED = (0.0, 6.0, 90.0), 3.0
# What a mm counts by which the tip of one is beside its place.
_ASTRAY = 4.0
# What a mm counts by which one is wider than this share of its place.
_FULL, _MAX_FULL = 1.5, 0.8
# An arrow along an edge: how deep and wide it is, how far inside the edge, and from one to the next, in mm.
_ARROW, _ARROW_INSIDE, _ARROWS_APART = (2.0, 3.2), 0.5, 15.0
# The room of the casing of an arrow, from which names keep off.
_ARROW_AIR = 0.7
# How far the rows of arrows are from the corners of the map, in mm.
_OFF_CORNER = 5.0
# From one arrow to the next where the map says where they stand, in widths of an arrow.
_CLOSE = 1.75
# Where the arrows of several passages by one edge are between two of the same passage.
_ARROW_SHIFTS = (0.5, 0.0, 0.25, 0.75)
# The number of places that are examined together.
_AT_ONCE = 16

CostOf = Callable[[Sequence[Box]], Sequence[float]]


@dataclass(frozen=True, slots=True)
class Passage:
    """Units of a side that come on the map, or leave it, by an ``edge`` or in a ``region``.

    ``texts`` say who and when, the longest first. Those who may use any edge have a passage at each, some of
    which are ``unnamed``: they have arrows alone.
    """

    texts: tuple[str, ...]
    side: int
    edge: str = ""
    region: Region = field(default_factory=Region)
    leaves: bool = False
    unnamed: bool = False


@dataclass(frozen=True, slots=True)
class Signpost:
    """A text in a box that ends in an arrowhead, which ``points`` to the north, east, south or west.

    ``arrows`` are the middles of small arrows the same way, along the edge of the map that units may cross.
    One with ``only_arrows`` has no text, and an empty box on its edge.
    """

    text: str
    side: int
    box: Box
    points: str
    arrows: tuple[Point, ...] = ()
    only_arrows: bool = False

    @property
    def tip(self) -> Point:
        """The tip of its arrowhead."""
        west, north, east, south = self.box
        right, down = _DIRECTIONS[self.points]
        return (west + east + right * (east - west)) / 2, (north + south + down * (south - north)) / 2


def passages_of(scenario: Scenario, look: MapLook, words: Words) -> tuple[Passage, ...]:
    """All passages of the events, in their order; none if the map shows no zones.

    Units that may come on by any edge have a passage at each, of which that at one edge says so.
    """
    passages: dict[Passage, None] = {}
    single = {
        effect.edge
        for event in scenario.events
        for effect in event.effects or ()
        if isinstance(effect, (Arrival, Leave)) and effect.edge
    }
    named = next((edge for edge in _NAMED if edge not in single), _NAMED[0])
    for event in sorted(scenario.events if look.zones else (), key=lambda event: event.turn):
        for effect in event.effects or ():
            if isinstance(effect, Arrival):
                force = scenario.force(effect.force)
                if force is None:
                    continue
                title, side, leaves = force.title, force.side, False
                key, edges = "from-turn" if effect.every_turn else "turn", (effect.edge,)
                last = last_arrival(scenario, effect) if effect.every_turn else None
                key = "turns" if last is not None and last > event.turn else key
            elif isinstance(effect, Leave):
                force = scenario.force(effect.who.force)
                side = force.side if force is not None else effect.who.side
                title = force.title if force is not None else side_name(scenario, side, words)
                key, edges, leaves, last = "from-turn", (effect.edge,), True, None
            else:
                continue
            texts = tuple(
                words(f"map.way-{length}{key}", title=title, turn=event.turn, last=last).upper()
                for length in ("", "short-", "bare-")
            )
            is_any = effect.where is None and not edges[0]
            if is_any:
                texts = tuple(words("map.way-any", way=text).upper() for text in texts)
            number = side_number(scenario, side)
            if effect.where is not None:
                if (
                    effect.where.region
                    and not _is_indoors(scenario, effect.where.region)
                    and _is_open(scenario, effect.where, look)
                ):
                    passages[Passage(texts, number, region=effect.where.region, leaves=leaves)] = None
            else:
                for edge in EDGES if is_any else edges:
                    unnamed = is_any and edge != named
                    passages[Passage(texts, number, edge, leaves=leaves, unnamed=unnamed)] = None
    return tuple(passages)


def _is_indoors(scenario: Scenario, region: Region) -> bool:
    """Whether a region is inside buildings of a map of dots, whose doors are the ways in and out."""
    board = scenario.map
    return isinstance(board, DotsMap) and board.building_at.keys() >= set(region.dots)


def _is_open(scenario: Scenario, where: Where, look: MapLook) -> bool:
    """Whether everybody who sees the map may know a place."""
    secret = {zone.id for zone in scenario.zones if zone.secret}
    secret |= {objective.id for objective in scenario.objectives if objective.secret}
    return look.secrets or where.id not in secret


def signpost_size(text: str, context: DrawingContext, grow: float, points: str) -> Point:
    """Width and height of a signpost in mm, with its head."""
    run = context.metrics.width(text, tab_type(context, grow))
    wide, tall = run + (2 * _PAD + _ICON + _GAP) * grow, _TALL * grow
    head = _HEAD * grow
    return (wide, tall + head) if points in ("north", "south") else (wide + head, tall)


def place_signposts(
    passages: Iterable[Passage],
    frame: Box,
    bounds_of: Callable[[Region], Box | None],
    cost_of: CostOf,
    take: Callable[[Box], None],
    context: DrawingContext,
    *,
    grow: float = 1.0,
    stops: Mapping[str, Sequence[float]] = MappingProxyType({}),
    homes: Sequence[Signpost] = (),
    distance_of: Callable[[Region, Point], float] = lambda region, tip: 0.0,
) -> list[Signpost]:
    """The signposts of all passages on a map that fills a ``frame``, each where it costs least.

    ``bounds_of`` gives the box of a region in mm, or None if it is not on this map; ``take`` reserves a box.
    ``stops`` are the places along an edge, in mm from its west or north end, where arrows stand. ``homes``
    are the signposts of the same passages on another drawing of the map, near which they are here.
    ``distance_of`` gives how far the tip of a signpost is from what fills a part of its box, in mm.
    """
    passages = list(passages)
    signposts = list[tuple[Passage, Signpost]]()
    for passage in passages:
        if passage.unnamed:
            signposts.append((passage, _unnamed(passage, frame)))
            continue
        if passage.edge:
            home = homes[len(signposts)] if homes else None
            options = _at_edge(passage, frame, context, grow, home)
        else:
            bounds = bounds_of(passage.region)
            options = _in_place(passage, bounds, frame, context, grow) if bounds else iter(())
            options = (
                (cost + _ASTRAY * distance_of(passage.region, post.tip), post) for cost, post in options
            )
        candidates = list(options)
        if not candidates:
            continue
        best = _cheapest(candidates, cost_of)
        take(best.box)
        signposts.append((passage, best))
    # Only then the arrows, so that no signpost has to leave its edge for one of them.
    # Those of a side that go the same way by one edge have its arrows in common.
    ways = list(dict.fromkeys(_way(passage) for passage, _ in signposts if passage.edge))
    without_arrows, placed = set(ways), []
    for passage, post in signposts:
        arrows: tuple[Point, ...] = ()
        way = _way(passage)
        if way in without_arrows:
            without_arrows.remove(way)
            same = [each for each in ways if each[0] == passage.edge]
            number, count = same.index(way), len(same)
            places = stops.get(passage.edge) or _spread(passage.edge, number, frame, grow)
            if passage.edge in stops:
                places = _thinned(places, _CLOSE * _ARROW[1] * grow)[number::count]
            spots = _arrows(passage.edge, places, frame, grow)
            boxes = [_arrow_box(spot, passage.edge, grow) for spot in spots]
            if passage.edge in stops:
                # One that is left out would say that nobody may pass there.
                posts = [each.box for _, each in signposts]
                costs = [float(sum(overlaps(box, post) for post in posts)) for box in boxes]
            else:
                costs = list(cost_of(boxes))
            arrows = tuple(spot for spot, cost in zip(spots, costs, strict=True) if cost <= 0)
            for arrow in arrows:
                take(grown(_arrow_box(arrow, passage.edge, grow), _ARROW_AIR * grow))
        placed.append(replace(post, arrows=arrows))
    return placed


def _way(passage: Passage) -> tuple[str, int, bool]:
    """The edge of a passage, whose it is, and whether it leads out."""
    return passage.edge, passage.side, passage.leaves


def _unnamed(passage: Passage, frame: Box) -> Signpost:
    """A signpost of arrows alone."""
    west, north, east, south = frame
    x = {"west": west, "east": east}.get(passage.edge, (west + east) / 2)
    y = {"north": north, "south": south}.get(passage.edge, (north + south) / 2)
    points = passage.edge if passage.leaves else _OPPOSITE[passage.edge]
    return Signpost("", passage.side, (x, y, x, y), points, only_arrows=True)


def _spread(edge: str, number: int, frame: Box, grow: float) -> list[float]:
    """Places along an edge at equal distances; those of later passages are between them."""
    west, north, east, south = frame
    long = (east - west if edge in ("north", "south") else south - north) - 2 * _OFF_CORNER
    count = max(1, round(long / (_ARROWS_APART * grow)))
    shares = [(step + _ARROW_SHIFTS[number % len(_ARROW_SHIFTS)]) / count for step in range(count)]
    return [_OFF_CORNER + share * long for share in shares]


def _thinned(places: Sequence[float], apart: float) -> Sequence[float]:
    """Every one of some places at equal distances, or every second one and so on, to be so far apart."""
    pitch = places[1] - places[0] if len(places) > 1 else apart
    return places[:: max(1, ceil(apart / pitch - _TINY))]


def _arrows(edge: str, places: Sequence[float], frame: Box, grow: float) -> list[Point]:
    """The middles of the arrows at some places along an edge."""
    west, north, east, south = frame
    inside = _ARROW[0] * grow / 2 + _ARROW_INSIDE
    at = {"north": north + inside, "south": south - inside, "west": west + inside, "east": east - inside}
    is_level = edge in ("north", "south")
    return [(west + place, at[edge]) if is_level else (at[edge], north + place) for place in places]


def _arrow_box(at: Point, edge: str, grow: float) -> Box:
    """The box of an arrow along an edge."""
    deep, wide = (size * grow / 2 for size in _ARROW)
    across, down = (wide, deep) if edge in ("north", "south") else (deep, wide)
    return at[0] - across, at[1] - down, at[0] + across, at[1] + down


def _cheapest(candidates: Sequence[tuple[float, Signpost]], cost_of: CostOf) -> Signpost:
    """The signpost that costs least with what it covers, the first one of several."""
    order = sorted(range(len(candidates)), key=lambda number: candidates[number][0])
    best = (inf, 0)
    for first in range(0, len(order), _AT_ONCE):
        numbers = order[first : first + _AT_ONCE]
        # What is covered only adds to the cost, so those that cost too much already need no look.
        if round(candidates[numbers[0]][0], 3) > best[0]:
            break
        covered = cost_of([candidates[number][1].box for number in numbers])
        costs = zip(numbers, covered, strict=True)
        best = min(best, *((round(candidates[number][0] + more, 3), number) for number, more in costs))
    return candidates[best[1]][1]


def _at_edge(
    passage: Passage, frame: Box, context: DrawingContext, grow: float, home: Signpost | None
) -> Iterator[tuple[float, Signpost]]:
    """Places along an edge: a signpost comes from the edge, or leads to it.

    They begin in the middle of the edge, or at the ``home`` of the signpost.
    """
    west, north, east, south = frame
    points = passage.edge if passage.leaves else _OPPOSITE[passage.edge]
    is_level = passage.edge in ("north", "south")
    start, along = 0.5, _ALONG
    if home is not None:
        x1, y1, x2, y2 = home.box
        middle = (x1 + x2) / 2 - west if is_level else (y1 + y2) / 2 - north
        start, along = middle / (east - west if is_level else south - north), _FROM_HOME
    offsets, steps = (_ACROSS, _AWAY) if is_level else (_DOWN, _AWAY[:1])
    for (rank, text), offset, step in product(enumerate(passage.texts), offsets, steps):
        away, share = step * grow, start + offset
        wide, tall = signpost_size(text, context, grow, points)
        if is_level:
            x = west + (east - west) * share - wide / 2
            x = min(max(x, west), max(west, east - wide))
            y = north + away if passage.edge == "north" else south - tall - away
        else:
            x = west if passage.edge == "west" else east - wide
            y = north + (south - north) * share - tall / 2
            y = min(max(y, north), max(north, south - tall))
        cost = _SHORTER[rank] + along * abs(offset) + _FAR * step
        yield cost, Signpost(text, passage.side, (x, y, x + wide, y + tall), points)


def _in_place(
    passage: Passage, bounds: Box, frame: Box, context: DrawingContext, grow: float
) -> Iterator[tuple[float, Signpost]]:
    """Places at the sides of a place, or in its middle: a signpost points to it, whoever comes or goes."""
    west, north, east, south = bounds
    x0, y0 = (west + east) / 2, (north + south) / 2
    across, down = (frame[0] + frame[2]) / 2 - x0, (frame[1] + frame[3]) / 2 - y0
    toward = {"north": -down, "east": across, "south": down, "west": -across}
    order = sorted(EDGES, key=lambda edge: (-round(toward[edge], 3), EDGES.index(edge)))
    for (rank, text), (turned, out) in product(enumerate(passage.texts), enumerate(order)):
        points = _OPPOSITE[out]
        wide, tall = signpost_size(text, context, grow, points)
        # One that fills its place hides it.
        full = _FULL * max(0.0, wide - _MAX_FULL * (east - west))
        for shift in _SHIFTS:
            aside_x, aside_y = x0 + shift * (east - west), y0 + shift * (south - north)
            corner = {
                "north": (aside_x - wide / 2, north + _INSIDE - tall),
                "east": (east - _INSIDE, aside_y - tall / 2),
                "south": (aside_x - wide / 2, south - _INSIDE),
                "west": (west + _INSIDE - wide, aside_y - tall / 2),
            }
            cost = _SHORTER[rank] + _TURNED * turned + 4.0 * abs(shift) + full
            x, y = corner[out]
            yield cost, Signpost(text, passage.side, (x, y, x + wide, y + tall), points)
            for other in _SHIFTS:
                x, y = aside_x - wide / 2, y0 + other * (south - north) - tall / 2
                box = (x, y, x + wide, y + tall)
                yield cost + 4.0 * abs(other) + 2.0, Signpost(text, passage.side, box, points)


def draw_signposts(canvas: Canvas, signposts: Iterable[Signpost], *, grow: float = 1.0) -> None:
    """Signposts in the color of their sides; only their outlines in a theme that saves ink."""
    for signpost in signposts:
        _draw_arrows(canvas, signpost, grow)
        if not signpost.only_arrows:
            with canvas.whole(*signpost.box):
                _draw(canvas, signpost, grow)


def _draw_arrows(canvas: Canvas, signpost: Signpost, grow: float) -> None:
    """The small arrows of a signpost, over the color of the ground."""
    deep, wide = (size * grow / 2 for size in _ARROW)
    color = zone_color(signpost.side)
    fill = "paper" if canvas.theme.saves_ink else color
    right, down = _DIRECTIONS[signpost.points]
    for x, y in signpost.arrows:
        corners = [
            (x + deep * right, y + deep * down),
            (x - deep * right + wide * down, y - deep * down + wide * right),
            (x - deep * right - wide * down, y - deep * down - wide * right),
        ]
        canvas.polygon(corners, stroke="paper", stroke_width=1.0 * grow, stroke_linejoin="round")
        canvas.polygon(corners, fill=fill, stroke=color, stroke_width=0.25 * grow, stroke_linejoin="round")


def _draw(canvas: Canvas, signpost: Signpost, grow: float) -> None:
    west, north, east, south = signpost.box
    head, half, color = _HEAD * grow, _HALF_HEAD * grow, zone_color(signpost.side)
    x0, y0 = (west + east) / 2, (north + south) / 2
    match signpost.points:
        case "north":
            north += head
            outline = [
                (west, south), (west, north), (x0 - half, north), (x0, north - head), (x0 + half, north),
                (east, north), (east, south),
            ]  # fmt: skip
        case "south":
            south -= head
            outline = [
                (west, north), (east, north), (east, south), (x0 + half, south), (x0, south + head),
                (x0 - half, south), (west, south),
            ]  # fmt: skip
        case "east":
            east -= head
            outline = [(west, north), (east, north), (east + head, y0), (east, south), (west, south)]
        case _:
            west += head
            outline = [(west, north), (east, north), (east, south), (west, south), (west - head, y0)]
    fill, ink = ("paper", color) if canvas.theme.saves_ink else (color, "#ffffff")
    canvas.polygon(outline, fill=fill, stroke="paper", stroke_width=0.9 * grow, stroke_linejoin="round")
    canvas.polygon(outline, fill=fill, stroke=color, stroke_width=0.25 * grow, stroke_linejoin="round")
    within, middle = (west, north, east - west, south - north), (north + south) / 2
    type, size = tab_type(canvas.context, grow), _ICON * grow
    left = west + _PAD * grow
    canvas.icon(zone_icon(signpost.side), left, middle - size / 2, size, ink)
    left += size + _GAP * grow
    canvas.text(signpost.text, left, middle + type.cap / 2, type, fill=ink, within=within)


def signpost_items(scenario: Scenario, look: MapLook, words: Words) -> Iterator[KeyItem]:
    """The item of the key about signposts, if the map has some."""
    passages = passages_of(scenario, look, words)
    if passages:
        # As on the map: at its edge, or below the region to which all point.
        draw = partial(_draw_sample, passages[0].side, any(passage.edge for passage in passages))
        yield KeyItem(words("map.way"), words("map.way-said"), draw)


def _draw_sample(side: int, has_edge: bool, canvas: Canvas, at: Point) -> None:
    """A signpost without a text, for the key: at an edge of the map, or below what it points to."""
    x, y = at
    wide = 2 * _PAD + _ICON + 0.8
    if not has_edge:
        box = (x - wide / 2 - 1.0, y - _TALL / 2 - _HEAD / 2, x + wide / 2 + 1.0, y + _TALL / 2 + _HEAD / 2)
        draw_signposts(canvas, [Signpost("", side, box, "north")])
        return
    canvas.line((x - wide / 2 - 0.6, y - 3.4), (x - wide / 2 - 0.6, y + 3.4), stroke="ink", stroke_width=0.5)
    box = (x - wide / 2 - 0.4, y - _TALL / 2, x + wide / 2 + _HEAD, y + _TALL / 2)
    draw_signposts(canvas, [Signpost("", side, box, "east")])
