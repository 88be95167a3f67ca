"""The names of a map of dots, and the tabs of its zones, each in the type of what it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import dist, inf
from typing import TYPE_CHECKING

from builder.boards.dots import Building, Piece
from builder.boards.spots import TUNNEL, DotPlace
from builder.draw.maps.dots.areas import WATERS, symbol_of
from builder.draw.maps.dots.lettering import PAD_BELOW, Lettering, Name, draw_name, foot_of
from builder.draw.maps.dots.plan import Plan
from builder.draw.maps.dots.signs import DISC_ROOM, peak_offset
from builder.draw.maps.looks import look_of
from builder.draw.maps.nature.plot import mixed
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box, grown
from builder.draw.surface.type import BOLD, CONDENSED_BOLD, NATURAL, Face, Type
from builder.geometry.dotlattice import Dot
from builder.scenario.logic.effects import Opening
from builder.scenario.model import Objective

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_BUILDING = (7.8, 6.6, 5.4, 4.6, 3.8)
_PLACE = (7.4, 6.0, 5.0, 4.2)
_PIECE = (5.0, 4.4, 3.8)
_NATURAL = (13.0, 10.0, 7.6, 6.2, 5.4, 4.6)
_SUNK = (5.4, 4.6)
# The name of an objective is rather a little smaller on the floor beside its star than across walls from it.
_OBJECTIVE = (5.0, 4.4, 3.8, 3.3, 2.8)
# In smaller type than this, it is outside the walls rather than squeezed in between what is on the floor.
_LEAST_INSIDE = 3.8
# From so far from its star on, in mm for a spacing of 16 mm, a name has a leader.
_FAR = 9.0
# How far below the level of its star a name beside the walls can be, in mm for the same spacing.
_LEVELS = 0.0, 2.5, -2.5, 5.0, -5.0, 7.5, -7.5, 10.0, -10.0
_EVERYWHERE = (-inf, -inf, inf, inf)
# The space between the letters of places on a small map.
_CLOSE = 0.5
_LEVEL = 5.0
# How far inside its contour the number of a level stays, in mm.
_INSIDE_LEVEL = 0.6
# How much of the ink's color a name has that has the color of what it names.
_DARKER = 0.7
_MAN_MADE, _NATURE = 0.6, 0.75
_INSIDE = frozenset({"water", "shallow", "marsh", "brush", "loose", "hill", "pad", "ground"})
_SHARE_OF_BUILDING = 0.66
_SHORE = 5.0
# The room of the coping around a built shore.
_COPING = 3.4
_APART = 1.2
# The same on a small map, in sizes of the smallest names.
_APART_SMALL = 0.75


def _inside(own: BaseGeometry, next_one: BaseGeometry | None) -> BaseGeometry:
    """The ground of a level without that of the next one, away from its edges."""
    from shapely import prepare

    inner = (own if next_one is None else own.difference(next_one)).buffer(-_INSIDE_LEVEL)
    prepare(inner)
    return inner


def _holds(box: Box, at: Point) -> bool:
    west, north, east, south = box
    return west < at[0] < east and north < at[1] < south


def _nearest(name: Name, at: Point) -> Point:
    """The point of a name's box that is nearest to another one."""
    boxes = (line.box for line in name.lines)
    spots = [
        (min(max(at[0], west), east), min(max(at[1], north), south)) for west, north, east, south in boxes
    ]
    return min(spots, key=lambda spot: dist(spot, at))


@dataclass(frozen=True, slots=True)
class Style:
    """How a kind of name looks: its face, sizes in mm from the largest, space between letters, color."""

    face: Face
    sizes: tuple[float, ...]
    spacing: float
    fill: str
    halo: float = _MAN_MADE
    dark: float = _DARKER
    is_upper: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """A name at its place with its style, and the color of the ground around it."""

    name: Name
    style: Style
    ground: str
    layer: str = ""


class MapNames:
    """The names of a map, each at its place.

    ``leaders`` run from stars inside walls to their names outside. ``whole`` has the names of the map at its
    true size. A small drawing of it has its names at the same places, as far as larger letters allow.
    """

    def __init__(self, plan: Plan, whole: MapNames | None = None) -> None:
        self.plan = plan
        self._homes = whole.homes() if whole is not None else {}
        self.site = plan.site
        self.areas = plan.areas
        self.look = plan.look
        self.context = plan.context
        self.smallest = plan.smallest
        self.lettering = Lettering(
            plan.site, plan.space, plan.context.metrics, plan.signs, over_dots=plan.smallest > 0
        )
        self.leaders: list[tuple[Point, Point]] = []
        self.levels = list(self._levels())
        self.names = [*self._buildings(), *self._objectives(), *self._tunnels()]
        self.names += [*self._pieces(), *self._labels()]
        self.leaders = [leader for leader in self.leaders if self._is_clear(*leader)]
        plan.signs += self.lettering.boxes

    def _is_clear(self, star: Point, name: Point) -> bool:
        """Whether a line from a star to its name crosses no other name, badge or tab, and no door."""
        from shapely import LineString, box

        own = DISC_ROOM * self.plan.flag_unit
        ends = box(*grown((*star, *star), own)).union(box(*grown((*name, *name), own)))
        line = LineString([star, name]).difference(ends)
        signs = [
            *(badge.box for badge in self.plan.badges),
            *(sign.tab.box for sign in self.plan.zones.signs),
            # Along an open leaf, a line would be taken for a part of it.
            *(way.box for way in self.plan.ways if way.kind == "door" and not self.smallest),
        ]
        return not any(line.intersects(box(*each)) for each in (*self.lettering.boxes, *signs))

    def homes(self) -> dict[str, list[tuple[Point, float]]]:
        """The middle of each place that each name has, with its size, in the order of their placing."""
        homes: dict[str, list[tuple[Point, float]]] = {}
        for name in self.lettering.names:
            (x1, y1), (x2, y2) = name.lines[0].at, name.lines[-1].at
            spot = ((x1 + x2) / 2, (y1 + y2 - name.type.cap) / 2)
            homes.setdefault(name.text, []).append((spot, name.type.size))
        return homes

    def draw(self, canvas: Canvas, layer: str = "") -> None:
        """The names of one layer."""
        for named in self.names:
            if named.layer == layer:
                style = named.style
                fill = mixed(canvas.theme, "ink", style.fill, style.dark)
                draw_name(canvas, named.name, fill, named.ground, style.halo)

    def _objectives(self) -> list[Named]:
        """The names of objectives without letters, in the size for which all have room at true size."""
        if self.plan.letters:
            return []
        style = Style(BOLD, _OBJECTIVE, 0.0, "flag", dark=0.45)
        names = list(self._placed_objectives(style))
        sizes = {named.name.type.size for named in names}
        while len(sizes) > 1 and not self.smallest:
            for named in reversed(names):
                self.lettering.take_back(named.name)
            self.leaders.clear()
            style = replace(style, sizes=(min(sizes) / self.site.unit,))
            names = list(self._placed_objectives(style))
            sizes = {named.name.type.size for named in names}
        return names

    def _placed_objectives(self, style: Style) -> Iterator[Named]:
        unit = self.site.unit
        for objective in self.look.objectives_of(self.plan.scenario):
            flag = self.plan.flags[objective.id]
            reach = DISC_ROOM * self.plan.flag_unit
            x, y = flag.disc
            box = (x - reach, y - reach, x + reach, y + reach)
            spot = objective.region.spot
            building = self.site.dots.building_at.get(spot.dot)
            # On a small map the plan of its floor, which is below, says where it is.
            is_upstairs = building is not None and spot.floor > 0
            text = objective.title
            if not (self.smallest and is_upstairs):
                text = self._objective_text(objective.title, spot, self._opening_turn(objective))
            inside = None
            west, north, east, south = self._room(building) if building is not None else (0.0,) * 4
            if building is not None and _holds((west, north, east, south), (x, y)):
                least = 0.0 if self.smallest else _LEAST_INSIDE * unit
                types = [type for type in self._types(style, text) if type.size >= least]
                room = (west, north, east, south)
                # Two lines would be a row of dots apart, so that they are the last resort.
                for is_whole, apart in product((True, False), (_APART * unit, 0.0)):
                    narrow = (room[0] + apart, room[1], room[2] - apart, room[3])
                    inside = inside or self.lettering.inside(
                        text, types, narrow, (x, y), apart, is_whole=is_whole
                    )
            elif self.smallest:
                # Beside its star, a name on a small map is not taken for that of what is below or above.
                beside = next(self.lettering.level_with(text, self._types(style, text)[-1], box), None)
                inside = self.lettering.take(beside) if beside is not None else None
            if inside is None:
                if building is not None and _holds(self._room(building), (x, y)):
                    # The walls leave no room beside the star.
                    west, north, east, south = self.site.area(building.dots).bounds
                    level = min(west, box[0]), box[1], max(east, box[2]), box[3]
                    around = level[0], min(north, box[1]), level[2], max(south, box[3])
                    name = self._led(text, style, (x, y), around, level)
                else:
                    name = self._beside(text, style, box)
                if building is not None and _holds(self._room(building), (x, y)):
                    self.leaders.append(((x, y), _nearest(name.name, (x, y))))
            else:
                name = Named(inside, style, self.areas.color_at(inside.middle))
                near = _nearest(inside, (x, y))
                if not self.smallest and dist(near, (x, y)) > _FAR * unit:
                    self.leaders.append(((x, y), near))
            yield replace(name, layer="objective-names")

    def _led(self, text: str, style: Style, star: Point, around: Box, level: Box) -> Named:
        """A name outside walls ``around`` a star; about ``level`` with it if no way there is clear.

        It is on the sheet of its star if there is room for it there.
        """
        sheet = self.plan.sheet_of(star)
        named = self._beside(text, style, around)
        if self._is_clear(star, _nearest(named.name, star)) and _holds(sheet, named.name.middle):
            return named
        self.lettering.take_back(named.name)
        west, north, east, south = level
        types = self._types(style, text)
        for on_sheet, type, down in product((sheet, _EVERYWHERE), types, _LEVELS):
            moved = down * self.site.unit
            beside = (west, north + moved, east, south + moved)
            for name in self.lettering.level_with(text, type, beside):
                if self._is_clear(star, _nearest(name, star)) and _holds(on_sheet, name.middle):
                    return Named(self.lettering.take(name), style, self.areas.color_at(name.middle))
        return self._beside(text, style, around)

    def _opening_turn(self, objective: Objective) -> int:
        """The turn from which an objective can be achieved; 0 if that is from the first."""
        events = self.plan.scenario.events
        turns = (
            event.turn
            for event in events
            for effect in event.effects or ()
            if isinstance(effect, Opening) and objective.id in effect.objectives
        )
        return next(turns, 0)

    def _objective_text(self, title: str, spot: DotPlace, turn: int) -> str:
        words = self.context.words
        if spot.floor == TUNNEL:
            return words("dots.below", title=title)
        building = self.site.dots.building_at.get(spot.dot)
        on_roof = building is not None and spot.floor >= building.levels
        if on_roof:
            return words("dots.on-roof", title=title)
        if turn:
            return words("dots.from-turn", title=title, turn=turn)
        return words("dots.floor", title=title, floor=spot.floor) if spot.floor else title

    def _buildings(self) -> Iterator[Named]:
        style = Style(self.context.display, _BUILDING, 0.5, "ink", is_upper=True)
        # A building has its name on land, even if there is room for it on a river beside it; on a small map,
        # where names may lie over dots, also not on a wood or anything else that has a shape of its own.
        others = [
            dot
            for piece in self.site.dots.pieces
            if symbol_of(piece) in WATERS or self.smallest
            for dot in piece.dots
        ]
        for dot in others:
            self.plan.space.take(self.site.plot(dot))
        for building in self.site.dots.buildings:
            if building.dots:
                box, pitch = self._room(building), self.site.pitch[1]
                around = grown(box, pitch)
                west, north, east, south = box
                middle = ((west + east) / 2, north + (south - north) * 0.42)
                most = (east - west) * _SHARE_OF_BUILDING
                types = [
                    type
                    for type in self._types(style, building.name.upper())
                    if self._width(building.name.upper(), type) <= most
                ]
                yield self._inside(building.name, style, box, middle, types, home=around)
        for dot in others:
            self.plan.space.release(self.site.plot(dot))

    def _room(self, building: Building) -> Box:
        """The box inside the walls of a building."""
        west, north, east, south = self.site.area(building.dots).bounds
        inset = 2.0 * self.site.unit
        return west + inset, north + inset, east - inset, south - inset

    def _tunnels(self) -> Iterator[Named]:
        style = Style(NATURAL, _SUNK, 0.2, "hill_line", _NATURE)
        for tunnel in self.site.dots.tunnels:
            if tunnel.dots:
                yield self._beside(tunnel.name, style, self._around(self._middle_dot(tunnel.dots), 3.4))

    def _pieces(self) -> Iterator[Named]:
        for piece in self.site.dots.pieces:
            if piece.name and piece.dots:
                yield self._piece(piece)

    def _piece(self, piece: Piece) -> Named:
        symbol = symbol_of(piece)
        style = self._style_of(piece, symbol)
        parts = self.site.lattice.parts(piece.dots)
        largest = max(parts, key=len)
        box = self.areas.of(piece, largest).intersection(self.site.frame).bounds
        if symbol in _INSIDE:
            # Names of water stay clear of the lines along its shore, if they can.
            shore = _SHORE * self.site.unit if symbol in WATERS else 0.0
            room = grown(box, -shore)
            west, _, east, _ = room
            types = [
                type
                for type in self._types(style, piece.name)
                if self._width(piece.name, type) <= (east - west) * 0.8
            ]
            middle = self.site.lattice.at(self._middle_dot(largest))
            around = grown(box, _COPING * self.site.unit) if symbol in WATERS else box
            return self._inside(piece.name, style, room, middle, types, is_whole=True, around=around)
        if len(parts) > 1:
            # Both parts of a piece have its name.
            for part in parts:
                if part is not largest:
                    other = self.areas.of(piece, part).intersection(self.site.frame).bounds
                    self.names.append(self._beside(piece.name, style, other))
        return self._beside(piece.name, style, box)

    def _style_of(self, piece: Piece, symbol: str) -> Style:
        fills = {"water": "water_line", "shallow": "water_line", "marsh": "water_line"}
        is_made = symbol in ("wire", "trench") or (
            symbol == "rocks" and look_of((piece.name, piece.id), ("crates",)) == "crates"
        )
        if is_made:
            return Style(CONDENSED_BOLD, _PIECE, 0.6, "muted", is_upper=True)
        fill = fills.get(symbol, "hill_line" if symbol in ("rocks", "loose", "hill") else "woods_line")
        return Style(NATURAL, _NATURAL if symbol in _INSIDE else _NATURAL[2:], 0.3, fill, _NATURE)

    def _labels(self) -> Iterator[Named]:
        spacing = _CLOSE if self.smallest else 1.6
        place = Style(CONDENSED_BOLD, _PLACE, spacing, "muted", is_upper=True)
        thing = Style(CONDENSED_BOLD, _PIECE, 0.6, "muted", is_upper=True)
        for name, dot in self.site.dots.labels.items():
            style = thing if look_of((name,), ("drum",)) else place
            yield self._beside(name, style, self._around(dot, 0.5))

    def _levels(self) -> Iterator[tuple[int, Point, float, str]]:
        """The number of each level on its own ground, beside one of the northernmost dots of each part."""
        size = max(_LEVEL * self.site.unit, self.smallest)
        elevation = self.site.dots.elevation
        contours = dict(self.areas.contours)
        for level, dots in self.areas.levels():
            own, next_one = contours[level], contours.get(level + (1 if level > 0 else -1))
            key = "inside-level", own.wkb, next_one.wkb if next_one is not None else b""
            inner = self.site.memo.get(key, partial(_inside, own, next_one))
            for part in self.site.parts(dots):
                outside = sorted(
                    [dot for dot in part if dot not in self.site.dots.building_at] or part,
                    key=lambda dot: (self.site.lattice.at(dot)[1], dot),
                )
                on_level = [self._around(dot, 2.0) for dot in outside if elevation.get(dot) == level]
                text, type = f"▲{abs(level)}", Type(CONDENSED_BOLD, size)
                name = self.lettering.between(text, type, on_level, inner)
                name = name or self.lettering.beside(text, [type], self._around(outside[0], 2.0))
                x, y = name.lines[0].at
                yield (
                    level,
                    (x + peak_offset(level, size, self.context), y),
                    size,
                    self.areas.color_at((x, y)),
                )

    def _inside(
        self,
        text: str,
        style: Style,
        box: Box,
        middle: Point,
        types: Sequence[Type] = (),
        *,
        is_whole: bool = False,
        home: Box | None = None,
        around: Box | None = None,
    ) -> Named:
        """A name inside a box, or else beside it; one that ``is_whole`` is rather beside it than broken.

        It is beside the box ``around``, if there is one. A small map has it where the whole one has it, if
        that is in the box ``home``.
        """
        text = text.upper() if style.is_upper else text
        types = types or self._types(style, text)[-1:]
        name = self._at_home(text, style, home) or self.lettering.inside(
            text, types, box, middle, _APART * self.site.unit, is_whole=is_whole
        )
        if name is None:
            name = self.lettering.beside(text, self._types(style, text)[-1:], around or box)
        return Named(name, style, self.areas.color_at(name.middle))

    def _beside(self, text: str, style: Style, box: Box) -> Named:
        text = text.upper() if style.is_upper else text
        name = self._at_home(text, style) or self.lettering.beside(text, self._types(style, text), box)
        return Named(name, style, self.areas.color_at(name.middle))

    def _at_home(self, text: str, style: Style, room: Box | None = None) -> Name | None:
        """A name where the map at its true size has it, or close to it in a room; None if it is not free."""
        homes = self._homes.get(text)
        if not homes:
            return None
        home, size = homes.pop(0)
        types = self._types(style, text)
        # What is small on the map at its true size is small here.
        types = [type for type in types if type.size <= size] or types[-1:]
        return self.lettering.near(text, types, home, _APART_SMALL * self.smallest, room)

    def _types(self, style: Style, text: str) -> list[Type]:
        """The types of a text in a style, the largest that fits between two rows of dots first."""
        room = self.site.pitch[1] - 2 * (self.site.clear + PAD_BELOW) - 0.05
        most = room / style.face.cap / (1 + foot_of(text))
        sizes = [min(size * self.site.unit, most) for size in style.sizes]
        least = max(self.smallest, 2.47)
        return [
            Type(style.face, size, style.spacing * size / style.sizes[0])
            for size in dict.fromkeys(max(least, size) for size in sizes)
        ]

    def _width(self, text: str, type: Type) -> float:
        return self.context.metrics.width(text, type)

    def _around(self, dot: Dot, half: float) -> Box:
        x, y = self.site.lattice.at(dot)
        return x - half, y - half, x + half, y + half

    def _middle_dot(self, dots: Sequence[Dot]) -> Dot:
        """The dot nearest to the middle of some dots, so that a bent piece has its name on its own ground."""
        xs, ys = zip(*map(self.site.lattice.at, dots), strict=True)
        x0, y0 = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

        def away(dot: Dot) -> float:
            x, y = self.site.lattice.at(dot)
            return dist((x, y), (x0, y0))

        return min(dots, key=away)
