"""The floors of buildings at the size of the map, to play on, in strips for the sheets of the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.boards.dots import Building
from builder.draw.maps.dots.floor_notes import FloorNotes
from builder.draw.maps.dots.plan_lettering import AS_ON_MAP
from builder.draw.maps.dots.storeys import NAME, Storey, Storeys
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.type import MIN_SIZE, REGULAR, Type

_HEAD, _BASE, _RULE = 8.0, 4.6, 6.4
_LETTERS, _SMALLEST = 4.6, 3.4
_LABEL = 4.0
_GAP, _BELOW = 4.0, 2.0
# Between floors and the notes about their building; the widths of these beside them, and how much higher.
_APART, _LEAST_NOTES, _MOST_NOTES, _HIGHER = 6.0, 40.0, 50.0, 5.0
_TINY = 1e-6
# Counters fit side by side on dots that are at least so far apart.
_COUNTER = 15.8


@dataclass(frozen=True)
class FloorSheets:
    """Lays out the floors above the ground for sheets.

    The ``room`` is that inside the margins, in mm; a floor can be ``widest`` mm wide. ``whole`` is the map
    without its edges and texts.
    """

    storeys: Storeys
    room: tuple[float, float]
    widest: float
    whole: Drawing

    def strips(self) -> list[Drawing]:
        """A strip for each building, from its first floor up to its roof.

        Floors for which there is no room in it are in the next one. Buildings with objectives above the
        ground come first, then those with set-up zones there, then other tall ones. A floor that is wider
        than the room reaches into the margins of the sheet. A building is drawn smaller only if that is not
        enough, or if its floors fit into one row then and counters have room side by side.
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
        row = sum(storey.plan.width for storey in storeys)
        fitting = (room[0] - _GAP * (len(storeys) - 1)) / row
        if _COUNTER / self.storeys.plan.site.lattice.spacing <= fitting < scale:
            scale = fitting
        placed: list[tuple[Storey, float, float]] = []
        x, y, deep, wide = 0.0, _HEAD, 0.0, 0.0
        for storey in storeys:
            tile = (self._tile_width(storey, scale), storey.plan.height * scale + _LABEL)
            if x > 0 and x + tile[0] > room[0] + _TINY:
                x, y, deep = 0.0, y + deep + _BELOW, 0.0
            if placed and y + tile[1] > room[1]:
                yield self._strip(building, placed, scale, (wide, y - _BELOW))
                placed, x, y, deep, wide = [], 0.0, _HEAD, 0.0, 0.0
            placed.append((storey, x, y))
            deep, wide = max(deep, tile[1]), max(wide, x + tile[0])
            x += tile[0] + _GAP
        beside = FloorNotes(
            self.storeys, building, self.whole, min(_MOST_NOTES, room[0] - wide - _APART), is_narrow=True
        )
        below = FloorNotes(self.storeys, building, self.whole, min(wide, room[0]), is_narrow=False)
        if beside.width >= _LEAST_NOTES and beside.height <= y + deep - _HEAD + _HIGHER:
            at, tall = (wide + _APART, _HEAD), max(y + deep, _HEAD + beside.height)
            size = (wide + _APART + beside.width, tall)
            yield self._strip(building, placed, scale, size, (beside.drawing, at))
        elif len(placed) < len(storeys) and y + deep + _APART + below.height <= room[1]:
            at, tall = (0.0, y + deep + _APART), y + deep + _APART + below.height
            yield self._strip(building, placed, scale, (wide, tall), (below.drawing, at))
        else:
            yield self._strip(building, placed, scale, (wide, y + deep))

    def _tile_width(self, storey: Storey, scale: float) -> float:
        """The width of a floor to play on, or of its title."""
        run = self.storeys.context.metrics.width(storey.title, NAME)
        return max(storey.plan.width * scale, run)

    def _strip(
        self,
        building: Building,
        placed: Sequence[tuple[Storey, float, float]],
        scale: float,
        size: tuple[float, float],
        notes: tuple[Drawing, tuple[float, float]] | None = None,
    ) -> Drawing:
        """Floors of a building under its name, each with its title, and ``notes`` at their place."""
        context = self.storeys.context
        canvas = Canvas(*size, context)
        heading, room = self.storeys.heading(building.name), size[0]
        type = context.metrics.fit(heading, Type(context.display, _LETTERS, 0.2), room, _SMALLEST)
        canvas.text(context.metrics.shorten(heading, type, room), 0, _BASE, type)
        if scale < 1.0:
            said = context.words("dots.drawn-smaller", percent=round(scale * 100))
            left = room - context.metrics.width(heading, type) - _GAP
            small = context.metrics.fit(said, Type(REGULAR, 2.9), left, MIN_SIZE)
            canvas.text(said, room, _BASE, small, anchor="end", fill="muted")
        canvas.line((0, _RULE), (room, _RULE), stroke="rule", stroke_width=0.3)
        for storey, x, y in placed:
            canvas.text(storey.title, x, y + 2.8, NAME)
            canvas.place(storey.plan, x, y + _LABEL, scale=scale)
        if notes is not None:
            canvas.place(notes[0], *notes[1])
        titles = [storey.title for storey, *_ in placed]
        return canvas.drawing(placed[0][0].plan.name, " · ".join([building.name, *titles]))
