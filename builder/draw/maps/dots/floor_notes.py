"""Notes beside the floors of a building: where it stands on the map, and its floors above each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from builder.boards.dots import Building
from builder.draw.maps.dots.interiors import floor_color
from builder.draw.maps.dots.storeys import Storeys
from builder.draw.maps.map_frame import draw_north
from builder.draw.maps.map_key import HEAD
from builder.draw.maps.symbols import draw_symbol
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.flow import draw_small_heading
from builder.draw.surface.outlines import area_path
from builder.draw.surface.type import BOLD, CONDENSED, MIN_SIZE, Type

# Between the two parts, and under their headings.
_GAP, _BELOW_HEAD = 5.0, 0.8
_MAX_MAP = 62.0
# A floor in the section: its height, its share of the width, and the thickness of its slab, in mm.
_FLOOR, _HIGH_FLOOR, _WIDE, _SLAB = 8.6, 12.0, 0.42, 0.9
# The steps of stairs, and the depth of one.
_STEPS, _TREAD = 7, 1.3
_STAR = 5.4
_NAME, _SAID = Type(BOLD, 2.7), Type(CONDENSED, 2.6)
_LINE = 3.3
# The outline of the building: its line with a casing, and how far it is from the middle of the walls.
_OUTLINE, _CASING, _AROUND = 0.8, 1.5, 0.9


@dataclass(frozen=True)
class FloorNotes:
    """Notes about a building ``width`` mm wide: in two columns, or below each other if ``is_narrow``.

    ``whole`` is the map without its edges and texts.
    """

    storeys: Storeys
    building: Building
    whole: Drawing
    width: float
    is_narrow: bool

    @property
    def _column(self) -> float:
        return self.width if self.is_narrow else (self.width - _GAP) / 2

    @cached_property
    def _scale(self) -> float:
        site = self.storeys.plan.site
        return min(self._column / site.width, _MAX_MAP / site.height)

    @property
    def _floor(self) -> float:
        """The height of a floor in the section."""
        return _FLOOR if self.is_narrow else _HIGH_FLOOR

    @property
    def _map_height(self) -> float:
        return HEAD + _BELOW_HEAD + self.storeys.plan.site.height * self._scale

    @property
    def _section_height(self) -> float:
        return HEAD + _BELOW_HEAD + (self.building.levels + 1) * self._floor + 2.0

    @property
    def height(self) -> float:
        """The height of both parts in mm."""
        if self.is_narrow:
            return self._map_height + _GAP + self._section_height
        return max(self._map_height, self._section_height)

    @cached_property
    def drawing(self) -> Drawing:
        """The notes as a drawing."""
        canvas = Canvas(self.width, self.height, self.storeys.context)
        self._draw_map(canvas)
        right, down = (0.0, self._map_height + _GAP) if self.is_narrow else (self._column + _GAP, 0.0)
        with canvas.shifted(right, down):
            self._draw_section(canvas)
        return canvas.drawing(f"about-{self.building.id}", self.building.name)

    def _draw_map(self, canvas: Canvas) -> None:
        """The map drawn small, with an outline around the building."""
        from shapely.affinity import affine_transform

        words, site, scale = canvas.words, self.storeys.plan.site, self._scale
        draw_small_heading(canvas, words("dots.where-it-stands").upper(), self._column)
        top = HEAD + _BELOW_HEAD
        canvas.place(self.whole, 0.0, top, scale=scale)
        canvas.rect(0, top, site.width * scale, site.height * scale, stroke="ink", stroke_width=0.4)
        walls = site.area(self.building.dots).buffer(_AROUND / scale, join_style="mitre")
        outline = area_path(affine_transform(walls, [scale, 0.0, 0.0, scale, 0.0, top]))
        for color, width in (("paper", _CASING), ("accent", _OUTLINE)):
            canvas.path(outline, stroke=color, stroke_width=width)
        draw_north(canvas, self._column - 1.8, 2.6)

    def _draw_stairs(self, canvas: Canvas, foot: Point) -> None:
        """Steps up to the floor above, which end at a point."""
        (x, y), rise = foot, self._floor / _STEPS
        edge = [(x - _STEPS * _TREAD, y)]
        for step in range(_STEPS):
            left, top = x - (_STEPS - step) * _TREAD, y - (step + 1) * rise
            edge += [(left, top), (left + _TREAD, top)]
        canvas.polygon([*edge, (x, y)], fill="accent", fill_opacity=0.18)
        canvas.segments(list(pairwise(edge)), stroke="accent", stroke_width=0.4)

    def _draw_section(self, canvas: Canvas) -> None:
        """The floors above each other, from the roof down to the ground, with what is to be had on them."""
        words, context = canvas.words, self.storeys.context
        draw_small_heading(canvas, words("dots.floors-in-section").upper(), self._column)
        wide, left = self._column * _WIDE, 0.0
        top = HEAD + _BELOW_HEAD + 1.0
        storeys = list(self.storeys.storeys(self.building, 1.0))[::-1]
        foot = top + len(storeys) * self._floor
        wall = "ink"
        is_light = self.building.id in self.storeys.plan.areas.light
        tone = floor_color(is_light=is_light)
        canvas.rect(
            left,
            top + self._floor,
            wide,
            foot - top - self._floor,
            fill=tone,
            stroke=wall,
            stroke_width=_SLAB,
        )
        stairs = bool(self.building.stairs)
        for number, storey in enumerate(storeys):
            below = top + (number + 1) * self._floor
            canvas.line((left, below), (left + wide, below), stroke=wall, stroke_width=_SLAB)
            if stairs and number:
                self._draw_stairs(canvas, (left + wide - 2.0, below))
            if storey.goals:
                draw_symbol(canvas, "objective", (left + 4.2, below - self._floor / 2), _STAR)
            middle, x = below - self._floor / 2, left + wide + 3.0
            type = context.metrics.fit(storey.title, _NAME, self._column - wide - 3.0, MIN_SIZE)
            canvas.text(storey.title, x, middle + (type.cap / 2 if number < len(storeys) - 1 else 0.0), type)
            if number == len(storeys) - 1:
                canvas.text(words("dots.on-the-map"), x, middle + _LINE, _SAID, fill="muted")
        # The parapet of the roof, and the ground.
        for x in (left, left + wide):
            canvas.line((x, top + self._floor), (x, top + self._floor - 1.8), stroke=wall, stroke_width=_SLAB)
        canvas.line((left, foot), (self._column, foot), stroke="muted", stroke_width=0.35)
