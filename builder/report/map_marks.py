"""Marks over the printed map: where on its drawings a place is, and marks whose area shows a number."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.places import MapPlaces
from builder.draw.surface.canvas import Drawing, mm, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import Theme
from builder.draw.surface.type import Face, Subsets
from builder.report.markup import escaped, table
from builder.scenario.model import Scenario

_TABLE_WIDTH = 240.0
_SVG = re.compile(r"^.*?<svg[^>]*>(.*)</svg>\s*$", re.DOTALL)
_DESCRIPTION = re.compile(r"<title>.*?</title>", re.DOTALL)
_ROWS = 12
_MAX_MARKS = 400
# The smallest visible mark, and the largest, as shares of a cell.
_MIN_SIZE, _MAX_SIZE = 0.1, 0.56


@dataclass(frozen=True, slots=True)
class Mark:
    """A number at a place of the map, for one side: 0 or 1."""

    at: tuple[float, ...]
    place: str
    value: float
    side: int


class MapSheet:
    """The maps of a scenario, drawn once, to which pictures of a page refer.

    Raises:
        DataError, InputError: as when the maps are drawn.
    """

    def __init__(self, scenario: Scenario, theme: Theme, name: str = "map") -> None:
        """``name`` is the start of the ids of the maps in a page."""
        self.name = name
        self.scenario = scenario
        self.context = DrawingContext.of_scenario(scenario, theme)
        self.places = MapPlaces(scenario, _TABLE_WIDTH)

    @cached_property
    def drawings(self) -> list[Drawing]:
        """The maps that all players see, with the secrets of each side: reports are for the designer."""
        look = MapLook(numbers=self.context.theme.hex_numbers, secrets=True)
        return map_artist(self.scenario, self.context, look).maps(_TABLE_WIDTH)

    @property
    def defs(self) -> str:
        """The maps as symbols of a page."""
        parts = []
        for number, drawing in enumerate(self.drawings):
            match = _SVG.match(svg_text(drawing).partition("\n")[2])
            assert match is not None
            parts.append(f'<g id="{self.name}-{number}">{_DESCRIPTION.sub("", match[1], count=1)}</g>')
        return "".join(parts)

    @property
    def fonts(self) -> str:
        """The fonts of the maps."""
        letters: dict[Face, set[str]] = {}
        for drawing in self.drawings:
            for face, used in drawing.letters.items():
                letters.setdefault(face, set()).update(used)
        return Subsets(letters, self.context.theme.fonts).css

    def picture(self, marks: Sequence[Mark], about: str, unit: str) -> str:
        """Marks over the maps, with a text that describes them.

        The area of a mark shows its number. The first side's are circles, the second's diamonds.
        """
        most = max((mark.value for mark in marks), default=1.0) or 1.0
        shapes: dict[int, list[str]] = {number: [] for number in range(len(self.drawings))}
        for mark in sorted(marks, key=lambda each: -each.value)[:_MAX_MARKS]:
            number, x, y = self.places.point(mark.at)
            size = self.places.cell * max(_MIN_SIZE, _MAX_SIZE * math.sqrt(mark.value / most))
            shapes[number].append(_shape(x, y, size, mark, unit))
        figures = []
        for number, drawing in enumerate(self.drawings):
            left, top, wide, tall = drawing.area or (0.0, 0.0, drawing.width, drawing.height)
            label = f"{about} {drawing.title}." if len(self.drawings) > 1 else about
            figures.append(
                f'<svg class="map" viewBox="{mm(left)} {mm(top)} {mm(wide)} {mm(tall)}" role="img" '
                f'aria-label="{escaped(label)}"><use class="base" href="#{self.name}-{number}"/>'
                f"{''.join(shapes[number])}</svg>"
            )
        return f'<div class="maps">{"".join(figures)}</div>'


def mark_table(marks: Iterable[Mark], sides: Sequence[str], unit: str) -> str:
    """The largest numbers as a table."""
    rows = sorted(marks, key=lambda mark: (-mark.value, mark.place, mark.side))[:_ROWS]
    return table(
        ["place", "side", unit],
        [(mark.place, sides[mark.side], f"{mark.value:.2f}") for mark in rows],
        numeric=2,
    )


def marks_of(places: Mapping[str, Sequence[Mapping[str, object]]], sides: Sequence[str]) -> list[Mark]:
    """The marks of a part of a report."""
    return [
        Mark(tuple(map(float, row["at"])), str(row["place"]), float(str(row["a_game"])), number)  # type: ignore[call-overload]
        for number, side in enumerate(sides)
        for row in places.get(side, ())
    ]


def _shape(x: float, y: float, size: float, mark: Mark, unit: str) -> str:
    title = f"<title>{escaped(mark.place)}: {mark.value:.2f} {escaped(unit)}</title>"
    if mark.side == 0:
        return f'<circle class="heat heat0" cx="{mm(x)}" cy="{mm(y)}" r="{mm(size)}">{title}</circle>'
    reach = size * 1.2
    points = (
        f"{mm(x)},{mm(y - reach)} {mm(x + reach)},{mm(y)} {mm(x)},{mm(y + reach)} {mm(x - reach)},{mm(y)}"
    )
    return f'<polygon class="heat heat1" points="{points}">{title}</polygon>'
