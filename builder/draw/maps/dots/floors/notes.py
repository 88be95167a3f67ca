"""Notes about a building: its floors above each other, what its parts do, and where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from builder.boards.dots import Building
from builder.draw.maps.dots.floors.roofs import draw_mast, is_mast
from builder.draw.maps.dots.floors.section_places import Span, flights, place_beside, share_of
from builder.draw.maps.dots.floors.ways_out import floor_lines
from builder.draw.maps.dots.interiors import floor_color
from builder.draw.maps.dots.plan_lettering import AS_ON_MAP
from builder.draw.maps.dots.storeys import Storeys
from builder.draw.maps.map_frame import draw_north
from builder.draw.maps.map_key import HEAD, Key, KeyItem
from builder.draw.maps.symbols import draw_symbol
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_small_heading
from builder.draw.surface.outlines import area_path
from builder.draw.surface.type import BOLD, CONDENSED, MIN_SIZE, Type

# Between the parts of the notes, and under their headings.
_GAP, _BELOW_HEAD = 5.0, 1.2
# From this width on, two parts are beside each other; the least width of the section there.
_WIDE, _LEAST_SECTION = 100.0, 66.0
# The largest share of the width of a map beside the section, and its least width.
_MAP_SHARE, _LEAST_MAP = 0.62, 38.0
# A column of what parts do, a row of it, and the air beside it.
_PART, _ROW, _PART_AIR = 34.0, 7.6, 3.0
# A floor in the section: the most of its height, what is above and below its texts, and the thickness of its
# slab, in mm; the part of the width that the section takes of its texts.
_MOST_FLOOR, _FLOOR_AIR, _SLAB, _SECTION = 21.0, 2.2, 0.9, (0.36, 34.0)
_LEAST_FLOOR, _BESIDE = 7.4, 3.0
# The steps of stairs, and the depth of one.
_STEPS, _TREAD = 7, 1.3
# The disc of a star, the size of its symbol, the air beside it, and that between stairs and walls.
_STAR, _SYMBOL, _STAR_AIR, _STAIRS_AIR = 4.6, 8.6, 0.7, 2.0
# A mast on the roof: its height, and how far it is from its star.
_MAST, _MAST_AWAY = 9.0, 4.6
_TINY = 1e-6
_NAME, _SAID = Type(BOLD, 2.8), Type(CONDENSED, 2.7)
_LINE = 3.3
# The outline of the building: its line with a casing, and how far it is from the middle of the walls.
_OUTLINE, _CASING, _AROUND = 0.8, 1.5, 0.9
# How much larger than its whole width allows a map can be.
_LARGER = 1.9


def draw_whereabouts(
    storeys: Storeys,
    building: Building,
    whole: Drawing,
    width: float,
    *,
    most: float = 0.0,
    has_north: bool = True,
) -> Drawing:
    """The ``whole`` map drawn small, ``width`` mm wide, with an outline around a building.

    If it can be ``most`` mm high, it is larger, and only the part of the map around the building has room.
    It has an arrow to the north, unless its sheet has one.
    """
    from shapely.affinity import affine_transform

    site, top = storeys.plan.site, HEAD + _BELOW_HEAD
    scale = max(1.0, min(_LARGER, (most - top) * site.width / site.height / width)) * width / site.width
    canvas = Canvas(width, top + site.height * scale, storeys.context)
    draw_small_heading(canvas, canvas.words("dots.where-it-stands").upper(), width)
    west, _, east, _ = site.area(building.dots).bounds
    left = max(0.0, min((west + east) / 2 - width / scale / 2, site.width - width / scale))
    canvas.place(whole, 0.0, top, scale=scale, window=(left, 0.0, width / scale, site.height))
    canvas.rect(0, top, width, site.height * scale, stroke="ink", stroke_width=0.4)
    walls = site.area(building.dots).buffer(_AROUND / scale, join_style="mitre")
    outline = area_path(affine_transform(walls, [scale, 0.0, 0.0, scale, -left * scale, top]))
    for color, line in (("paper", _CASING), ("accent", _OUTLINE)):
        canvas.path(outline, stroke=color, stroke_width=line)
    if has_north:
        draw_north(canvas, width - 1.8, 2.6)
    return canvas.drawing(f"place-{building.id}", building.name)


def draw_parts(parts: Sequence[KeyItem], width: float, context: DrawingContext) -> Drawing:
    """The parts of a building with samples of them, in columns that fill a width in mm."""
    columns = _columns_in(width, len(parts))
    key = Key(parts, context, min(_PART, width / columns), _ROW, context.words("dots.its-parts"))
    key = key.widened(columns, width)
    canvas = Canvas(width, key.height_in(columns), context)
    key.draw(canvas, 0.0, 0.0, columns, by_rows=True, width=width)
    return canvas.drawing("parts", key.title)


def _columns_in(width: float, count: int) -> int:
    """The columns for so many parts in a width, so that rows have about as many each."""
    columns = max(1, int((width + _PART_AIR) // (_PART + _PART_AIR)))
    return -(-count // -(-count // columns))


@dataclass(frozen=True, slots=True)
class _Floor:
    """A floor in the section: its title, the lines below it, and the objectives there.

    Of these, it has the names, and how far east they are as shares of the way through the building.
    """

    title: str
    lines: Sequence[str]
    goals: Sequence[str]
    shares: Sequence[float]

    @property
    def least(self) -> float:
        """The height in mm that its texts need."""
        return max(_LEAST_FLOOR, _LINE * (len(self.lines) + 1) + _FLOOR_AIR)


@dataclass(frozen=True)
class FloorNotes:
    """Notes about a building, ``width`` mm wide and ``most`` mm high at most.

    ``whole`` is the map without its edges and texts, ``parts`` are those of the building with what they do;
    without any, there is only the section.
    A small map is added if there is room, unless it is elsewhere: ``has_map``. It ``has_north`` unless the
    sheet has an arrow to the north.
    """

    storeys: Storeys
    building: Building
    whole: Drawing
    parts: Sequence[KeyItem]
    width: float
    most: float
    has_map: bool = True
    has_north: bool = True

    @property
    def fits(self) -> bool:
        """Whether the floors and the parts have room."""
        return self.height <= self.most + _TINY

    @property
    def height(self) -> float:
        """The height in mm."""
        if self._map_width and not self._is_wide:
            return self._upper + self._parts_room + _GAP + self._map_height
        return self._upper + self._parts_room

    @cached_property
    def drawing(self) -> Drawing:
        """The notes as a drawing."""
        canvas = Canvas(self.width, self.height, self.storeys.context)
        self._draw_section(canvas)
        if self._map_width and self._is_wide:
            canvas.place(self._map, self.width - self._map_width, 0.0)
        if self.parts:
            with canvas.shifted(0.0, self._upper + _GAP):
                self._draw_parts(canvas)
        if self._map_width and not self._is_wide:
            canvas.place(self._map, 0.0, self.height - self._map_height)
        return canvas.drawing(f"about-{self.building.id}", self.building.name)

    @property
    def _is_wide(self) -> bool:
        return self.width >= _WIDE

    @cached_property
    def _samples(self) -> Drawing:
        return draw_parts(self.parts, self.width, self.storeys.context)

    @cached_property
    def _has_samples(self) -> bool:
        """Whether there is room for samples of the parts; if not, they are listed in words."""
        narrowest = _LEAST_SECTION if self._is_wide and self.has_map else self.width
        return _least_height(self._floors_in(narrowest)) + _GAP + self._samples.height <= self.most

    @cached_property
    def _part_lines(self) -> list[str]:
        """What the parts do in words."""
        text = " ".join(f"{part.title}: {part.text}." for part in self.parts)
        return self.storeys.context.metrics.wrap(text, _SAID, self.width)

    @cached_property
    def _key_height(self) -> float:
        if self._has_samples:
            return self._samples.height
        return HEAD + _BELOW_HEAD + len(self._part_lines) * _LINE

    @property
    def _parts_room(self) -> float:
        """The height of the parts with the gap above them."""
        return _GAP + self._key_height if self.parts else 0.0

    @property
    def _upper_room(self) -> float:
        return self.most - self._parts_room

    @cached_property
    def _map_width(self) -> float:
        """The width of the small map; 0.0 if there is no room for it."""
        if not self.has_map:
            return 0.0
        site = self.storeys.plan.site
        shape = site.width / site.height
        if not self._is_wide:
            tall = HEAD + _BELOW_HEAD + self.width / shape
            others = self._least_section + self._parts_room + _GAP
            return self.width if others + tall <= self.most else 0.0
        room = self._upper_room - HEAD - _BELOW_HEAD
        wide = min(room * shape, self.width * _MAP_SHARE, self.width - _GAP - _LEAST_SECTION)
        return wide if wide >= _LEAST_MAP else 0.0

    @cached_property
    def _map(self) -> Drawing:
        return draw_whereabouts(
            self.storeys, self.building, self.whole, self._map_width, has_north=self.has_north
        )

    @property
    def _map_height(self) -> float:
        return self._map.height

    @property
    def _section_width(self) -> float:
        if not self._is_wide or not self._map_width:
            return self.width
        return self.width - _GAP - self._map_width

    def _floors_in(self, width: float) -> list[_Floor]:
        """The floors from the roof down, with their texts in a section of a width."""
        context, room = self.storeys.context, width - _drawn_width(width) - _BESIDE
        floors = []
        for number, storey in enumerate(self.storeys.storeys(self.building, AS_ON_MAP)):
            said = list(floor_lines(self.storeys.plan.site, self.building, number, context.words))
            # A title that is too long for one line has its objectives below it.
            is_long = context.metrics.width(storey.title, _NAME.at(MIN_SIZE)) > room
            title, said = (storey.floor, [*storey.goals, *said]) if is_long else (storey.title, said)
            lines = [line for text in said for line in context.metrics.wrap(text, _SAID, room)]
            shares = [share_of(self.storeys.plan.site, self.building, dot) for dot in storey.spots]
            floors.append(_Floor(title, lines, storey.goals, shares))
        return floors[::-1]

    @cached_property
    def _texts(self) -> list[_Floor]:
        return self._floors_in(self._section_width)

    @property
    def _least_section(self) -> float:
        return _least_height(self._texts)

    @cached_property
    def _floors(self) -> list[float]:
        """The heights of the floors in the section, which share the room that nothing else takes."""
        taken = self._map_height + _GAP if self._map_width and not self._is_wide else 0.0
        room = self._upper_room - taken
        if self._is_wide and self._map_width:
            room = min(room, max(self._map_height, self._least_section))
        least = [floor.least for floor in self._texts]
        # The lowest are raised first, up to the same height.
        level = min(_MOST_FLOOR, (room - HEAD - _BELOW_HEAD - 1.0) / len(least))
        raised = [max(each, level) for each in least]
        extra = sum(raised) - sum(least)
        share = min(1.0, max(0.0, room - self._least_section) / extra) if extra else 0.0
        return [low + (high - low) * share for low, high in zip(least, raised, strict=True)]

    @cached_property
    def _upper(self) -> float:
        """The height of the section, and of the map beside it."""
        section = HEAD + _BELOW_HEAD + sum(self._floors) + 1.0
        return max(section, self._map_height) if self._is_wide and self._map_width else section

    def _draw_parts(self, canvas: Canvas) -> None:
        """The parts of the building with samples of them, or in words."""
        if self._has_samples:
            canvas.place(self._samples, 0.0, 0.0)
            return
        draw_small_heading(canvas, canvas.words("dots.its-parts").upper(), self.width)
        canvas.lines(self._part_lines, 0.0, HEAD + _BELOW_HEAD + _SAID.cap, _SAID, _LINE)

    @staticmethod
    def _draw_stairs(canvas: Canvas, foot: Point, floor: float) -> None:
        """Steps up by the height of a floor, which end at a point."""
        (x, y), rise = foot, floor / _STEPS
        edge = [(x - _STEPS * _TREAD, y)]
        for step in range(_STEPS):
            left, top = x - (_STEPS - step) * _TREAD, y - (step + 1) * rise
            edge += [(left, top), (left + _TREAD, top)]
        canvas.polygon([*edge, (x, y)], fill="accent", fill_opacity=0.18)
        canvas.segments(list(pairwise(edge)), stroke="accent", stroke_width=0.4)

    def _flights(self, wide: float) -> list[Span]:
        """The stairs in a section of a width."""
        site, building = self.storeys.plan.site, self.building
        shares = (share_of(site, building, dot) for dot in building.stairs)
        return flights(shares, wide, _STEPS * _TREAD, _STAIRS_AIR)

    @staticmethod
    def _draw_on_roof(canvas: Canvas, goal: str, share: float, box: tuple[float, float, float]) -> Point:
        """The mast of an objective, if it has one; returns the place of the star.

        The ``box`` has the width of the section, the level of the roof and the room above it.
        """
        wide, level, room = box
        half = _STAR / 2 + _STAR_AIR
        x = place_beside(share, wide, half, [])
        if is_mast(goal):
            draw_mast(canvas, (x, level), min(_MAST, room - _SLAB))
            x = place_beside(x / wide, wide, half, [(x - _MAST_AWAY + half, x + _MAST_AWAY - half)])
        return x, level - _SLAB / 2 - _STAR / 2

    def _draw_section(self, canvas: Canvas) -> None:
        """The floors above each other, from the roof down to the ground, with what is to be had on them."""
        words, context = canvas.words, self.storeys.context
        draw_small_heading(canvas, words("dots.floors-in-section").upper(), self._section_width)
        wide, top = _drawn_width(self._section_width), HEAD + _BELOW_HEAD
        roof, x = top + self._floors[0], wide + _BESIDE
        foot = top + sum(self._floors)
        tone = floor_color(is_light=self.building.id in self.storeys.plan.areas.light)
        # The whole line of a wall is on the drawing.
        west = _SLAB / 2
        canvas.rect(west, roof, wide - west, foot - roof, fill=tone, stroke="ink", stroke_width=_SLAB)
        steps, below = self._flights(wide), top
        for number, (storey, floor) in enumerate(zip(self._texts, self._floors, strict=True)):
            below += floor
            canvas.line((west, below), (wide, below), stroke="ink", stroke_width=_SLAB)
            for _, end in steps if number else ():
                self._draw_stairs(canvas, (end, below), floor)
            for goal, share in zip(storey.goals, storey.shares, strict=True):
                if number:
                    at = place_beside(share, wide, _STAR / 2 + _STAR_AIR, steps), below - floor / 2
                else:
                    # On the roof it stands on the slab, beside its mast.
                    at = self._draw_on_roof(canvas, goal, share, (wide, below, floor))
                draw_symbol(canvas, "objective", at, _SYMBOL)
            type = context.metrics.fit(storey.title, _NAME, self._section_width - x, MIN_SIZE)
            base = below - floor / 2 - len(storey.lines) * _LINE / 2 + type.cap / 2
            canvas.text(storey.title, x, base, type)
            canvas.lines(storey.lines, x, base + _LINE, _SAID, _LINE, fill="muted")
            if below < foot - _TINY:
                canvas.line((x, below), (self._section_width, below), stroke="rule", stroke_width="rule")
        # The parapet of the roof, and the ground.
        for edge in (west, wide):
            canvas.line((edge, roof), (edge, roof - 1.8), stroke="ink", stroke_width=_SLAB)
        canvas.line((0.0, foot), (self._section_width, foot), stroke="muted", stroke_width=0.35)


def _drawn_width(width: float) -> float:
    """The width of the floors in a section of a width, beside their texts."""
    share, most = _SECTION
    return min(most, share * width)


def _least_height(floors: Sequence[_Floor]) -> float:
    """The height of a section whose floors have room for their texts."""
    return HEAD + _BELOW_HEAD + sum(floor.least for floor in floors) + 1.0
