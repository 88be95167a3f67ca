"""The text on a deck: names of areas and set-up zones, each on the first line that is free.

A name that does not fit in its area is replaced by a number, and the numbers are listed below the deck.
"""

from __future__ import annotations

from collections.abc import Iterable

from builder.boards.deck import HexMap
from builder.boards.deck_parts import Area
from builder.boards.deck_structure import pieces_of
from builder.draw.maps.labels import AREA_NAME, MIN_LABEL_SIZE, Label, place_clear
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.clear_space import ClearSpace
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, Type
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Zone

_MIN_SIZE_IN_OVERVIEW = 1.8
_TAG = 2.6
_LINE = 1.4


class DeckNames:
    """Places names on one level, in mm from the grid's corner; ``taken`` hexes hold a symbol.

    ``states`` are areas with the texts of their markers.
    """

    def __init__(
        self,
        hex_map: HexMap,
        level: int,
        layout: HexLayout,
        context: DrawingContext,
        overview_at: float | None,
        space: ClearSpace,
        taken: set[Hex],
        zones: Iterable[Zone],
        states: Iterable[tuple[str, str]],
        *,
        middle_free: bool,
    ) -> None:
        self.level = level
        self.layout = layout
        self.theme = context.theme
        self.metrics = context.metrics
        self.space = space
        self.taken = taken
        self.middle_free = middle_free
        self.smallest = MIN_LABEL_SIZE if overview_at is None else _MIN_SIZE_IN_OVERVIEW / overview_at
        self.labels: list[tuple[Label, str]] = []
        self.zone_labels: list[Label] = []
        self.state_labels: list[Label] = []
        self.tagged: list[str] = []
        type = AREA_NAME.at(max(AREA_NAME.size, self.smallest))
        for area in hex_map.areas_on(level):
            if area.kind != "lift":
                label = self._place(area.name, area.name.upper(), self._here([area]), type, self.smallest)
                self.labels += [(label, area.kind)] if label else []
        type = Type(CONDENSED_BOLD, max(2.6, self.smallest))
        for area_id, text in states:
            here = self._here([hex_map.areas[area_id]])
            label = self._place(text, text, here, type, max(2.1, self.smallest * 0.9))
            self.state_labels += [label] if label else []
        type = Type(BOLD, max(3.0, self.smallest))
        for zone in zones:
            parts = [self._here([hex_map.areas[id]]) for id in zone.region.areas]
            parts = parts or [set(zone.region.hexes(level))]
            for piece in pieces_of(set().union(*parts)):
                # Inside one area, so that no wall runs through the title.
                part = max((part & piece for part in parts), key=len)
                label = self._place(zone.title, zone.title, part, type, max(2.1, self.smallest * 0.9))
                self.zone_labels += [label] if label else []

    def draw(self, canvas: Canvas) -> None:
        """Each area's name inside the area, or the number that replaces it."""
        for label, ground in self.labels:
            self._plate(canvas, label, ground, "ink", opacity=0.85)

    def draw_states(self, canvas: Canvas) -> None:
        """The texts of the markers in each area when the game begins."""
        for label in self.state_labels:
            self._plate(canvas, label, "explosive", "#ffffff", opacity=1.0, room=0.08)

    def draw_zones(self, canvas: Canvas) -> None:
        """Each zone's title, once in every connected part of it."""
        for label in self.zone_labels:
            self._plate(canvas, label, "zone", "#ffffff", opacity=1.0, room=0.08)

    def legend(self, width: float) -> list[str]:
        """The numbers with the names that they replace, in lines of this width."""
        text = " · ".join(f"{number} {name}" for number, name in enumerate(self.tagged, 1))
        return self.metrics.wrap(text, self.legend_type, width) if text else []

    @property
    def legend_type(self) -> Type:
        """The type of the list below the deck."""
        return Type(CONDENSED, max(2.6, self.smallest))

    def draw_legend(self, canvas: Canvas, width: float, top: float) -> None:
        """The list of numbers from ``top`` down."""
        size = self.legend_type.size
        canvas.lines(self.legend(width), 0, top + size, self.legend_type, size * _LINE)

    def legend_height(self, width: float) -> float:
        """The height in mm; 0 if there is room for every name."""
        lines = len(self.legend(width))
        return (lines * _LINE + 0.4) * self.legend_type.size if lines else 0.0

    def _here(self, areas: Iterable[Area]) -> set[Hex]:
        return {place.hex for area in areas for place in area.places if place.level == self.level}

    def _place(self, name: str, text: str, hexes: set[Hex], type: Type, smallest: float) -> Label | None:
        label = self._clear(text, hexes, type, smallest)
        if label is None and hexes:
            if name not in self.tagged:
                self.tagged.append(name)
            tag = type.at(max(_TAG, self.smallest))
            label = self._clear(str(self.tagged.index(name) + 1), hexes, tag, tag.size)
        if label is not None:
            self.space.take(label.box)
        return label

    def _clear(self, text: str, hexes: set[Hex], type: Type, smallest: float) -> Label | None:
        if not hexes:
            return None
        return place_clear(
            text, self.layout, hexes, self.taken, self.space, self.metrics, type, smallest,
            middle_free=self.middle_free,
        )  # fmt: skip

    def _plate(
        self, canvas: Canvas, label: Label, ground: str, ink: str, opacity: float, room: float = 0.0
    ) -> None:
        """A name on a plate, with some room around it, as a share of its type size, for descenders."""
        west, north, east, south = label.box
        wide, tall, more = east - west, south - north, room * label.type.size
        plate = (west - more, north - more / 2, wide + 2 * more, tall + more * 1.5)
        canvas.rect(*plate, fill=ground, fill_opacity=opacity, radius=0.4)
        place, box = (label.x, label.baseline), (west, north, wide, tall)
        canvas.text(label.text, *place, label.type, anchor="middle", fill=ink, within=box)
