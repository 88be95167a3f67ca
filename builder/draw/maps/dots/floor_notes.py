"""Notes beside the floors of a building: where it stands on the map, and its floors above each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from builder.boards.dots import Building
from builder.draw.maps.dots.storeys import Storeys
from builder.draw.maps.map_frame import draw_north
from builder.draw.maps.map_key import HEAD
from builder.draw.maps.nature.plot import is_bare, mixed, tint
from builder.draw.maps.symbols import draw_symbol
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.flow import draw_small_heading
from builder.draw.surface.outlines import area_path
from builder.draw.surface.type import BOLD, CONDENSED, MIN_SIZE, Type

# Between the two parts, and under their headings.
_GAP, _BELOW_HEAD = 5.0, 0.8
_MAX_MAP = 62.0
# A floor in the section: its height, its share of the width, and the thickness of its slab, in mm.
_FLOOR, _WIDE, _SLAB = 8.6, 0.42, 0.9
_STAR = 5.4
_NAME, _SAID = Type(BOLD, 2.7), Type(CONDENSED, 2.6)
_LINE = 3.3
# The colors on the little map of terrain by its symbols.
_TERRAIN = {"water": "water", "shallow": "water", "woods": "woods", "brush": "woods", "tree": "woods"}


@dataclass(frozen=True)
class FloorNotes:
    """Notes about a building ``width`` mm wide: in two columns, or below each other if ``is_narrow``."""

    storeys: Storeys
    building: Building
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
    def _map_height(self) -> float:
        return HEAD + _BELOW_HEAD + self.storeys.plan.site.height * self._scale

    @property
    def _section_height(self) -> float:
        return HEAD + _BELOW_HEAD + (self.building.levels + 1) * _FLOOR + 2.0

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
        """The map with its water, woods and buildings; this one stands out."""
        from shapely.affinity import affine_transform

        words, theme, site, scale = canvas.words, canvas.theme, self.storeys.plan.site, self._scale
        draw_small_heading(canvas, words("dots.where-it-stands").upper(), self._column)
        top = HEAD + _BELOW_HEAD
        move = [scale, 0.0, 0.0, scale, 0.0, top]
        wide, tall = site.width * scale, site.height * scale
        canvas.rect(0, top, wide, tall, fill=tint(theme, "ground", "paper", 0.35))
        for piece in site.dots.pieces:
            symbol = str(piece.terrain.get("symbol", ""))
            color = next((fill for part, fill in _TERRAIN.items() if part in symbol), None)
            if color is not None:
                area = affine_transform(site.area(piece.dots), move)
                line = {"stroke": f"{color}_line", "stroke_width": 0.2} if is_bare(theme) else {}
                canvas.path(
                    area_path(area), fill=tint(theme, color, "paper", 0.3), fill_rule="evenodd", **line
                )
        for building in site.dots.buildings:
            shape = affine_transform(site.area(building.dots), move)
            is_it = building is self.building
            fill, line = tint(theme, "paper", "light_wall", 0.6), {"stroke": "ink", "stroke_width": 0.25}
            if is_it and is_bare(theme):
                line = {"stroke": "accent", "stroke_width": 1.2}
            elif is_it:
                fill = "accent"
            canvas.path(area_path(shape), fill=fill, **line)
        canvas.rect(0, top, wide, tall, stroke="ink", stroke_width=0.4)
        draw_north(canvas, self._column - 1.8, 2.6)

    def _draw_section(self, canvas: Canvas) -> None:
        """The floors above each other, from the roof down to the ground, with what is to be had on them."""
        words, theme, context = canvas.words, canvas.theme, self.storeys.context
        draw_small_heading(canvas, words("dots.floors-in-section").upper(), self._column)
        wide, left = self._column * _WIDE, 0.0
        top = HEAD + _BELOW_HEAD + 1.0
        storeys = list(self.storeys.storeys(self.building, 1.0))[::-1]
        foot = top + len(storeys) * _FLOOR
        wall, tone = "ink", mixed(theme, "light_wall", "paper", 0.18)
        canvas.rect(left, top + _FLOOR, wide, foot - top - _FLOOR, fill=tone, stroke=wall, stroke_width=_SLAB)
        stairs = bool(self.building.stairs)
        for number, storey in enumerate(storeys):
            below = top + (number + 1) * _FLOOR
            canvas.line((left, below), (left + wide, below), stroke=wall, stroke_width=_SLAB)
            if stairs and number:
                steps = [(left + wide - 9.0 + step * 1.2, below - step * _FLOOR / 6) for step in range(7)]
                canvas.segments(list(pairwise(steps)), stroke="accent", stroke_width=0.5)
            if storey.goals:
                draw_symbol(canvas, "objective", (left + 4.2, below - _FLOOR / 2), _STAR)
            middle, x = below - _FLOOR / 2, left + wide + 3.0
            type = context.metrics.fit(storey.title, _NAME, self._column - wide - 3.0, MIN_SIZE)
            canvas.text(storey.title, x, middle + (type.cap / 2 if number < len(storeys) - 1 else 0.0), type)
            if number == len(storeys) - 1:
                canvas.text(words("dots.on-the-map"), x, middle + _LINE, _SAID, fill="muted")
        # The parapet of the roof, and the ground.
        for x in (left, left + wide):
            canvas.line((x, top + _FLOOR), (x, top + _FLOOR - 1.8), stroke=wall, stroke_width=_SLAB)
        canvas.line((left, foot), (self._column, foot), stroke="muted", stroke_width=0.35)
