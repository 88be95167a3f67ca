"""The names of areas and the texts of markers on a deck, each where it is clear of everything else.

A name that does not fit in its area from left to right runs upwards. If it does not fit so either, it is
replaced by a letter, and the letters are listed below the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from builder.boards.deck_parts import Area
from builder.draw.maps.decks.floors import floor_name
from builder.draw.maps.decks.lettering import Label, Ring, Room, bounds_of, place_lines, place_upright
from builder.draw.maps.decks.number_spots import NumberSpots
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.decks.rooms import room_kind
from builder.draw.maps.labels import MIN_NAME_SIZE, ways_to_break
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Type

_SIZES = (3.5, 3.2, 2.8, MIN_NAME_SIZE)
# The space between letters, and that of large names where there is room.
_SPACING, _SPACED = 0.15, 0.4
_TAG = 2.8
_STATE = 2.6
# The size of the list below the deck, in sizes of the smallest names.
_LEGEND = 1.2
LEGEND_LINE = 1.4
"""The distance of lines of the list below the deck, in sizes of its type."""
_HALO = 0.6
# How far names are from numbers and signs above and below them in one of the best settings, and in any.
_APART, _CLOSE, _BEST = 1.6, 0.5, 2
# How much larger than the smallest names those of an overview are if there is room, on one line and on any.
_LARGEST, _LARGER = 1.32, 1.14
_HALF = 0.6


class DeckNames:
    """Places names on one level, in mm from the grid's corner.

    ``states`` are areas with the texts of their markers. ``overview_at`` is the scale of a small map, on
    which names have the same size as on a large one. Letters begin after the ``used`` ones of other levels.
    Names are at one side of ``seams`` where their areas have room for that.
    """

    def __init__(
        self,
        plan: DeckPlan,
        context: DrawingContext,
        overview_at: float | None,
        space: ClearSpace,
        states: Iterable[tuple[str, str]],
        spots: NumberSpots,
        used: int = 0,
        seams: Sequence[Box] = (),
    ) -> None:
        self.plan = plan
        self.used = used
        self.seams = seams
        self.context = context
        self.metrics = context.metrics
        self.space = space
        self.is_small = overview_at is not None
        self.smallest = MIN_NAME_SIZE / (overview_at or 1.0)
        self.labels: list[tuple[Label, str]] = []
        self.state_labels: list[Label] = []
        self.tagged: list[str] = []
        for area in plan.map.areas_on(plan.level):
            label = None
            if area.kind != "lift":
                label = self._place(area.name, area.id, spots)
            elif len(plan.hexes[area.id]) > 1:
                label = self._place_if_fitting(area)
            self.labels += [(label, floor_name(room_kind(area)))] if label else []
        type = Type(CONDENSED_BOLD, max(_STATE, self.smallest))
        for area_id, text in states:
            rings = self._rings(area_id)
            room = Room(rings) if rings else None
            label = None
            if room is not None:
                label = place_lines([text], type, room, space, self.metrics, self._apart)
                label = label or place_lines([text], type, room, space, self.metrics)
            self.state_labels += [label] if label else []
            if label:
                space.take(label.box)

    @property
    def _apart(self) -> float:
        """How far names are from what is above and below them, if they can."""
        return _APART * self.smallest / MIN_NAME_SIZE

    def draw(self, canvas: Canvas) -> None:
        """Each area's name inside the area, or the letter that replaces it."""
        for label, ground in self.labels:
            canvas.keep_whole(*label.box)
            if label.is_upright:
                place = label.x + label.type.cap / 2, label.baseline
                canvas.text(
                    label.lines[0],
                    *place,
                    label.type,
                    anchor="middle",
                    halo=ground,
                    halo_width=_HALO,
                    upright=True,
                )
                continue
            for number, line in enumerate(label.lines):
                place = (label.x, label.baseline + number * label.step)
                west, north, east, south = label.box
                box = (west, north, east - west, south - north)
                canvas.text(
                    line, *place, label.type, anchor="middle", within=box, halo=ground, halo_width=_HALO
                )

    def draw_states(self, canvas: Canvas) -> None:
        """The texts of the markers in each area when the game begins, on plates like markers."""
        for label in self.state_labels:
            west, north, east, south = label.box
            more = 0.3
            plate = (west - more, north - more, east - west + 2 * more, south - north + 2 * more)
            canvas.rect(*plate, fill="explosive", radius=0.4)
            box = (west, north, east - west, south - north)
            place = (label.x, label.baseline)
            canvas.text(label.lines[0], *place, label.type, anchor="middle", fill="#ffffff", within=box)

    def legend(self, width: float) -> list[str]:
        """The letters with the names that they replace, in lines of this width."""
        text = " · ".join(f"{_letter(self.used + at)} = {name}" for at, name in enumerate(self.tagged))
        return self.metrics.wrap(text, self.legend_type, width) if text else []

    @property
    def legend_type(self) -> Type:
        """The type of the list below the deck."""
        return Type(CONDENSED, max(3.0, self.smallest * _LEGEND))

    def draw_legend(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """The list of letters from ``top`` down."""
        size, tall = self.legend_type.size, self.legend_height(width)
        if tall:
            canvas.rect(left - 1, top, width + 2, tall + 1, fill="paper")
        canvas.lines(self.legend(width), left, top + size * LEGEND_LINE, self.legend_type, size * LEGEND_LINE)

    def legend_height(self, width: float) -> float:
        """The height in mm; 0 if there is room for every name."""
        lines = len(self.legend(width))
        return (lines * LEGEND_LINE + 0.4) * self.legend_type.size if lines else 0.0

    def _rings(self, area_id: str) -> list[Ring]:
        return list(self.plan.rings.get(area_id, []))

    def _place(self, name: str, area: str, spots: NumberSpots) -> Label | None:
        """A name in its area; the numbers there give way to it, or a letter takes its place."""
        rings = self._rings(area)
        label = self._fitted(name, rings)
        if label is None:
            spots.give_way(self.plan.hexes[area])
            label = self._fitted(name, rings)
        if label is None:
            if name not in self.tagged:
                self.tagged.append(name)
            tag = Type(CONDENSED_BOLD, max(_TAG, self.smallest))
            letter = [_letter(self.used + self.tagged.index(name))]
            label = place_lines(letter, tag, Room(rings), self.space, self.metrics)
        if label is not None:
            self.space.take(label.box)
        spots.reserve_usual(self.plan.hexes.get(area, ()))
        return label

    def _place_if_fitting(self, area: Area) -> Label | None:
        """The name of an area that has no letter without it."""
        label = self._fitted(area.name, self._rings(area.id))
        if label is not None:
            self.space.take(label.box)
        return label

    def _fitted(self, name: str, rings: Sequence[Ring]) -> Label | None:
        """A name in the best setting for which there is room, at one side of seams if that has any."""
        for seam in self.seams:
            self.space.take(seam)
        beside = self._in_room(name, rings) if self.seams else None
        for seam in self.seams:
            self.space.release(seam)
        return beside if beside is not None and not beside.is_upright else self._in_room(name, rings)

    def _in_room(self, name: str, rings: Sequence[Ring]) -> Label | None:
        """A name in the best setting in what is free now."""
        around = bounds_of(rings) if rings else (0.0, 0.0, 0.0, 0.0)
        key = "name", name, self.smallest, tuple(map(tuple, rings)), self.space.near(around)
        return self.plan.memo.get(key, lambda: self._find_place(name, rings))

    def _find_place(self, name: str, rings: Sequence[Ring]) -> Label | None:
        settings, room = list(self._settings(name.upper())), Room(rings)
        best = [setting for setting in settings if len(setting[0]) == 1][:_BEST]
        ways = [(setting, self._apart) for setting in best]
        if not self.is_small:
            # Rather on two lines than much smaller than the names of other rooms.
            halves = [setting for setting in settings if len(setting[0]) > 1][:_BEST]
            ways += [(setting, self._apart * _HALF) for setting in best]
            ways += [(setting, air) for air in (self._apart, self._apart * _HALF) for setting in halves]
            ways += [(setting, _CLOSE) for setting in best]
        ways += [(setting, air) for air in (self._apart * _HALF, _CLOSE) for setting in settings]
        labels = (
            place_lines(lines, type, room, self.space, self.metrics, air) for (lines, type), air in ways
        )
        label = next((label for label in labels if label is not None), None)
        if label is None:
            faces = (type for lines, type in settings if len(lines) == 1)
            turned = (place_upright(name.upper(), type, room, self.space, self.metrics) for type in faces)
            label = next((label for label in turned if label is not None), None)
        return label

    def _settings(self, text: str) -> Iterator[tuple[list[str], Type]]:
        """The ways to set a name, the best first: on one line, on two, and in a narrow face."""
        display = Type(self.context.display, 1.0, _SPACING)
        sizes = [size for size in _SIZES if size > self.smallest] + [self.smallest]
        if self.is_small:
            yield [text], display.at(self.smallest * _LARGEST)
            for size in (self.smallest * _LARGER, self.smallest):
                yield [text], display.at(size)
                halves = self._halves(text, display.at(size))
                if len(halves) > 1:
                    yield halves, display.at(size)
        elif len(sizes) > 1:
            yield [text], Type(self.context.display, sizes[0], _SPACED)
            for size in sizes:
                yield [text], display.at(size)
        broken = self._halves(text, display.at(self.smallest))
        if not self.is_small and len(sizes) > 1 and len(broken) > 1:
            for size in sizes[1:]:
                yield broken, display.at(size)
        narrow = Type(CONDENSED_BOLD, self.smallest)
        yield [text], narrow
        if len(broken) > 1:
            yield broken, narrow

    def _halves(self, text: str, type: Type) -> list[str]:
        """A text on two lines that are as equal as its words allow."""
        ways = list(ways_to_break(text))
        lengths = [max(self.metrics.width(line, type) for line in way) for way in ways]
        return min(zip(lengths, ways, strict=True))[1] if ways else [text]


def _letter(at: int) -> str:
    """A, B … Z, A2, B2 …: steps of the set-up have numbers."""
    again, letter = divmod(at, 26)
    return chr(ord("A") + letter) + (str(again + 1) if again else "")
