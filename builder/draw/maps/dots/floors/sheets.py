"""The floors of buildings at the size of the map, to play on, in strips for the sheets of the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from builder.boards.dots import Building
from builder.draw.maps.dots.floors.notes import FloorNotes, draw_parts, draw_whereabouts
from builder.draw.maps.dots.floors.ways_out import floor_lines
from builder.draw.maps.dots.plan_lettering import AS_ON_MAP
from builder.draw.maps.dots.storeys import NAME, Storey, Storeys
from builder.draw.maps.map_key import KeyItem
from builder.draw.maps.open.frame import TITLE_RULE, draw_title
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.type import MIN_SIZE, REGULAR, Type

_HEAD, _BASE, _RULE = 8.0, 4.6, 6.4
_LETTERS, _SMALLEST = 4.6, 3.4
_GAP = 4.0
# Between floors and the notes about their building; the least width of these, and how much higher they are,
# also if there is no room for them otherwise.
_APART, _LEAST_NOTES, _HIGHER, _MUCH_HIGHER = 6.0, 38.0, 9.0, 24.0
# The least width of a section without other notes, how much higher it can be than the floors, and how much
# closer to each other these are then.
_LEAST_SECTION, _SECTION_HIGHER, _CLOSER = 30.0, 11.0, 1.5
# The least width of notes after the last of several rows of floors, and how much higher than it they are.
_LEAST_AFTER, _HIGHER_AFTER = 80.0, 11.0
# So many floors in a row without notes are spread over the width of the sheet.
_SPREAD = 3
# A building whose floors take this share of a sheet has the title of a sheet of the map.
_WHOLE_SHEET = 0.5
# From the edge of a plan to its outer wall.
_TO_WALL = 0.4
_TINY = 1e-6

_Place = tuple[Storey, float, float]


@dataclass(frozen=True, slots=True)
class _Rows:
    """Where floors are under the title of their building, in mm.

    The first row is ``head`` below the top, and ``below`` is what is free between two rows. The name of a
    floor is ``base`` below the top of its row, its plan ``label``. The title ``has_north`` if an arrow to the
    north is at its end; it is ``raised`` by so much, for which its ``size`` is less than usual.
    """

    head: float
    label: float
    base: float
    below: float
    has_north: bool
    raised: float = 0.0
    size: float = 0.0


_UNDER_NAME = _Rows(_HEAD, 4.0, 2.8, 2.0, has_north=False)
_UNDER_TITLE = _Rows(TITLE_RULE + 1.7, 3.0, 2.3, 1.4, has_north=True)
# Floors that reach into the margins of the sheet leave too little of its height for a title of full size.
_UNDER_LOW_TITLE = _Rows(TITLE_RULE + 0.2, 3.5, 2.3, 1.6, has_north=True, raised=1.6, size=6.0)


@dataclass(frozen=True)
class FloorSheets:
    """Lays out the floors above the ground for sheets.

    The ``room`` is that inside the margins, in mm; a floor can be ``widest`` mm wide. ``whole`` is the map
    without its edges and texts, and ``parts`` returns the parts of a building with what they do. The ``note``
    is for titles like those of the sheets of the map.
    """

    storeys: Storeys
    room: tuple[float, float]
    widest: float
    whole: Drawing
    parts: Callable[[Building], Sequence[KeyItem]]
    note: str = ""

    def strips(self) -> list[Drawing]:
        """A strip for each building, from its first floor up to its roof.

        Floors for which there is no room in it are in the next one. Buildings with objectives above the
        ground come first, then those with set-up zones there, then other tall ones. A floor that is wider
        than the room reaches into the margins of the sheet. A building is drawn smaller only if that is not
        enough.
        """
        site, look = self.storeys.plan.site, self.storeys.look
        tall = self.storeys.tall
        used = {
            site.dots.building_at.get(place.dot)
            for zone in look.zones_of(self.storeys.plan.scenario)
            for place in zone.region.spots
            if place.floor > 0
        }
        ranked = []
        for number, building in enumerate(site.dots.buildings):
            if building.dots and building.levels > 1:
                storeys = list(self.storeys.storeys(building, AS_ON_MAP))[1:]
                is_goal = any(storey.goals for storey in storeys)
                rank = 0 if is_goal else 1 if building in used else 2 if building in tall else 3
                ranked.append((rank, number, building, storeys))
        return [
            drawing
            for _, _, building, storeys in sorted(ranked, key=lambda each: each[:2])
            for drawing in self._strips(building, storeys)
        ]

    def _strips(self, building: Building, storeys: Sequence[Storey]) -> Iterator[Drawing]:
        """The floors of a building from left to right in rows, on as many drawings as they need.

        The last one has notes about the building if there is room for them.
        """
        room = self.room
        scale = min(1.0, self.widest / max(storey.plan.width for storey in storeys))
        placed: list[_Place] = []
        rows = self._rows(storeys, scale)
        x, y, deep, wide = 0.0, rows.head, 0.0, 0.0
        for storey in storeys:
            tile = (self._tile_width(storey, scale), storey.plan.height * scale + rows.label)
            if x > 0 and x + tile[0] > room[0] + _TINY:
                x, y, deep = 0.0, y + deep + rows.below, 0.0
            if placed and y + tile[1] > room[1]:
                yield self._strip(building, placed, scale, (wide, y - rows.below), rows=rows)
                placed, x, y, deep, wide = [], 0.0, rows.head, 0.0, 0.0
            placed.append((storey, x, y))
            deep, wide = max(deep, tile[1]), max(wide, x + tile[0])
            x += tile[0] + _GAP
        foot, left = y + deep, room[0] - wide - _APART
        if y > rows.head and room[0] - x >= _LEAST_AFTER:
            # After the last row.
            is_apart = left >= _LEAST_NOTES
            after = self._notes(building, (room[0] - x, deep + _HIGHER_AFTER), rows, has_map=not is_apart)
            if after.fits:
                notes = [(after.drawing, (x, y))]
                if is_apart:
                    small = draw_whereabouts(
                        self.storeys,
                        building,
                        self.whole,
                        left,
                        most=y - rows.below - rows.head,
                        has_north=not rows.has_north,
                    )
                    notes.append((small, (wide + _APART, rows.head)))
                size = (room[0], max(foot, y + after.height))
                yield self._strip(building, placed, scale, size, notes, rows=rows)
                return
        for higher in (_HIGHER, _MUCH_HIGHER) if left >= _LEAST_NOTES else ():
            beside = self._notes(building, (left, foot - rows.head + higher), rows)
            if beside.fits:
                size = (room[0], max(foot, rows.head + beside.height))
                notes = [(beside.drawing, (wide + _APART, rows.head))]
                yield self._strip(building, placed, scale, size, notes, rows=rows)
                return
        if len(placed) < len(storeys):
            below = self._notes(building, (min(wide, room[0]), room[1] - foot - _APART), rows)
            if below.fits:
                size = (wide, foot + _APART + below.height)
                inside = (wide - below.width) / 2
                notes = [(below.drawing, (inside, foot + _APART))]
                yield self._strip(building, placed, scale, size, notes, rows=rows)
                return
        yield self._without_notes(building, placed, scale, (wide, foot), rows)

    def _rows(self, storeys: Sequence[Storey], scale: float) -> _Rows:
        """Where floors are: under a title like that of a sheet of the map, if they take most of a sheet."""
        x, tall, deep = 0.0, 0.0, 0.0
        for storey in storeys:
            wide = self._tile_width(storey, scale)
            if x > 0 and x + wide > self.room[0] + _TINY:
                x, tall, deep = 0.0, tall + deep, 0.0
            x, deep = x + wide + _GAP, max(deep, storey.plan.height * scale)
        if tall + deep <= _WHOLE_SHEET * self.room[1]:
            return _UNDER_NAME
        is_wide = max(storey.plan.width for storey in storeys) * scale > self.room[0]
        return _UNDER_LOW_TITLE if is_wide else _UNDER_TITLE

    def _without_notes(
        self,
        building: Building,
        placed: Sequence[_Place],
        scale: float,
        size: tuple[float, float],
        rows: _Rows,
    ) -> Drawing:
        """Floors that leave no room for all notes beside them, with the building's parts below a wide row.

        If there is room for it, the section through the building is beside them.
        """
        site, context, wide = self.storeys.plan.site, self.storeys.context, self.room[0]
        parts = draw_parts(self.parts(building), wide, context)
        # A section is worth that floors stand closer to each other.
        tight = [(storey, x - number * _CLOSER, y) for number, (storey, x, y) in enumerate(placed)]
        taken, foot = size[0] - _CLOSER * (len(placed) - 1), size[1]
        left = wide - taken - _APART
        most = foot - rows.head + _SECTION_HIGHER
        section = FloorNotes(self.storeys, building, self.whole, (), left, most, has_map=False)
        is_row = len(placed) >= _SPREAD and all(y == rows.head for *_, y in placed)
        if is_row and left >= _LEAST_SECTION and section.fits:
            below = max(foot, rows.head + section.height) + _GAP
            notes = [(section.drawing, (taken + _APART, rows.head)), (parts, (0.0, below))]
            return self._strip(building, tight, scale, (wide, below + parts.height), notes, rows=rows)
        spread = self._spread(placed, scale, rows)
        if spread is placed:
            return self._strip(building, placed, scale, size, rows=rows)
        on_ground, on_roof = (
            floor_lines(site, building, floor, context.words) for floor in (0, building.levels)
        )
        below = foot + _GAP
        return self._strip(
            building, spread, scale, (wide, below + parts.height), [(parts, (0.0, below))],
            rows=rows, remark=" · ".join([*on_ground, *on_roof]),
        )  # fmt: skip

    def _notes(
        self, building: Building, room: tuple[float, float], rows: _Rows, *, has_map: bool = True
    ) -> FloorNotes:
        """Notes about a building in a room; only one arrow to the north is on a sheet."""
        parts, has_north = self.parts(building), not rows.has_north
        return FloorNotes(self.storeys, building, self.whole, parts, *room, has_map, has_north)

    def _spread(self, placed: Sequence[_Place], scale: float, rows: _Rows) -> Sequence[_Place]:
        """Floors in one row with the free width of the sheet shared out between them."""
        last, x, y = placed[-1]
        free = self.room[0] - x - self._tile_width(last, scale)
        if free <= 0.0 or y > rows.head or len(placed) < _SPREAD:
            return placed
        step = free / (len(placed) - 1)
        return [(storey, x + number * step, y) for number, (storey, x, y) in enumerate(placed)]

    def _tile_width(self, storey: Storey, scale: float) -> float:
        """The width of a floor to play on, or of its title."""
        run = self.storeys.context.metrics.width(storey.title, NAME)
        return max(storey.plan.width * scale, run)

    def _strip(
        self,
        building: Building,
        placed: Sequence[_Place],
        scale: float,
        size: tuple[float, float],
        notes: Sequence[tuple[Drawing, tuple[float, float]]] = (),
        *,
        rows: _Rows,
        remark: str = "",
    ) -> Drawing:
        """Floors of a building under its name, each with its title, and ``notes`` at their places.

        A ``remark`` is at the end of the line of the name; floors drawn smaller have one of their own.
        """
        canvas, left = Canvas(*size, self.storeys.context), 0.0
        if scale < 1.0:
            remark = canvas.words("dots.drawn-smaller", percent=round(scale * 100))
        if rows is _UNDER_NAME:
            self._draw_name(canvas, building, remark)
        else:
            # A title is as wide as the floors.
            left = _TO_WALL if size[0] > self.room[0] else 0.0
            about, wide = canvas.words("dots.by-floor"), max(size[0], self.room[0]) - 2 * left
            note = remark or self.note
            with canvas.shifted(0, -rows.raised):
                draw_title(canvas, building.name, about, wide, left=left, note=note, size=rows.size)
        for storey, x, y in placed:
            canvas.text(storey.title, max(x, left), y + rows.base, NAME)
            canvas.place(storey.plan, x, y + rows.label, scale=scale)
        for drawing, place in notes:
            canvas.place(drawing, *place)
        titles = [storey.title for storey, *_ in placed]
        return canvas.drawing(placed[0][0].plan.name, " · ".join([building.name, *titles]))

    def _draw_name(self, canvas: Canvas, building: Building, remark: str) -> None:
        """The name of a building over a rule, with a ``remark`` at the end of its line."""
        metrics, room = canvas.metrics, canvas.width
        heading = self.storeys.heading(building.name)
        type = metrics.fit(heading, Type(canvas.context.display, _LETTERS, 0.2), room, _SMALLEST)
        canvas.text(metrics.shorten(heading, type, room), 0, _BASE, type)
        if remark:
            left = room - metrics.width(heading, type) - _GAP
            small = metrics.fit(remark, Type(REGULAR, 2.9), left, MIN_SIZE)
            canvas.text(metrics.shorten(remark, small, left), room, _BASE, small, anchor="end", fill="muted")
        canvas.line((0, _RULE), (room, _RULE), stroke="rule", stroke_width=0.3)
