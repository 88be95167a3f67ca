"""5xx: printing."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping

from builder.draw.maps.labels import narrowest, widest_line
from builder.draw.pieces.counter_names import MIN_NAME_SIZE, NAME_ROOM, NAME_TYPE, counter_name
from builder.draw.surface.color_vision import smallest_difference
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import Metrics
from builder.geometry.dotlattice import DotLattice
from builder.geometry.hex_fit import KEY_FOOT, fitting_size, sheets
from builder.geometry.hexlayout import HexLayout
from builder.lint.check import Check, DeckCheck
from builder.lint.finding import Defect, Severity
from builder.lint.repeats import repeats
from builder.scenario.forces.counter_colors import COLORS, color_of, family_of
from builder.scenario.model import Force, Scenario
from builder.scenario.names import NameKind


@functools.cache
def _metrics() -> Metrics:
    """Font metrics, read once for all scenarios."""
    return Metrics()


@functools.cache
def _counter_colors() -> Mapping[str, str]:
    """The colors of counters in the default theme."""
    return load_theme().counters


def _icon_of(force: Force) -> str:
    return force.icon


def _difference(colors: Mapping[str, str], one: str, other: str) -> tuple[float, str]:
    """How different counters of two families look by field or band to those who see it least."""
    return smallest_difference(*((colors[one + part], colors[other + part]) for part in ("", "_band")))


class CounterNameCheck(Check):
    """A name that does not fit its counter."""

    code = "BB501"
    slug = "counter-name"
    severity = Severity.WARNING
    what = "The last word of a figure's name is too long for a counter, even in the smallest type size."
    why = "Only the beginning of the name fits on the counter."
    example = "name: Dr. Featherstonehaugh-Cholmondeley"
    fix = "Choose a shorter last word."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        metrics, smallest = _metrics(), NAME_TYPE.at(MIN_NAME_SIZE)
        for force in scenario.forces:
            for member in force.members:
                name = counter_name(member)
                width = metrics.width(name, smallest)
                if width > NAME_ROOM + 0.01:
                    yield Defect(
                        f"`{name}` takes {width:.2f} mm in the smallest type; a counter has {NAME_ROOM:.2f}",
                        (*member.path, "name"),
                    )


class AreaNameCheck(DeckCheck):
    """A name that does not fit its area."""

    code = "BB502"
    slug = "area-name"
    severity = Severity.WARNING
    what = "An area's name is too long for the area, even in the smallest type size."
    why = "It would overlap the walls."
    example = "a closet of one hex called Auxiliary Equipment Storage"
    fix = "Choose a shorter name, or make the area wider."
    needs = frozenset({NameKind.HEX, NameKind.LEVEL, NameKind.NEW_AREA})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        metrics = _metrics()
        hex_map = scenario.hex_map
        layout = HexLayout(hex_map.grid, hex_map.hex_size)
        for area in hex_map.areas.values():
            # A lift has one hex, and no name is written in it.
            if area.kind == "lift":
                continue
            width = narrowest(area.name.upper(), metrics)
            room = widest_line(hex_map, layout, area, area.places[0].level, enough=width)
            if width > room + 0.01:
                yield Defect(
                    f"`{area.name}` takes {width:.2f} mm in the smallest type; the area has {room:.2f}",
                    (*area.path, "name"),
                )


class CounterColorCheck(Check):
    """Two sides whose counters look the same."""

    code = "BB503"
    slug = "counter-color"
    severity = Severity.WARNING
    what = "Units of two sides have the same color and the same icon on their counters."
    why = "Players cannot tell whose they are on the map."
    example = "Veteran Marines on both sides"
    fix = "Give one of the forces a `color`, or use other units."
    needs = frozenset({NameKind.UNIT, NameKind.SIDE})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for other, force in repeats(scenario.forces, lambda force: (family_of(force), _icon_of(force))):
            if other.side != force.side:
                yield Defect(
                    f"counters of `{force.id}` look like those of `{other.id}` on the other side",
                    (*force.path, "unit"),
                    related=(("the other force", (*other.path, "id")),),
                )


class CounterSightCheck(Check):
    """Two sides whose counters look the same to color-blind players."""

    code = "BB505"
    slug = "counter-color-vision"
    severity = Severity.WARNING
    what = "Units of two sides have the same icon, and colors that look alike to color-blind players."
    why = "One man in twelve cannot tell some colors apart, and so could not tell whose counters they are."
    example = "troopers in green against troopers in brown"
    fix = "Give one of the forces another `color`, or use other units."
    needs = frozenset({NameKind.UNIT, NameKind.SIDE})
    min_difference = 15.0

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        colors = _counter_colors()
        for number, force in enumerate(scenario.forces):
            for other in scenario.forces[:number]:
                color, other_color = family_of(force), family_of(other)
                same_icon = _icon_of(force) == _icon_of(other)
                if force.side == other.side or not same_icon or color == other_color:
                    continue
                difference, vision = _difference(colors, color, other_color)
                if difference < self.min_difference:
                    choices = [
                        choice
                        for choice, family in COLORS.items()
                        if _difference(colors, family, other_color)[0] >= self.min_difference
                    ]
                    colored = f"{color_of(force)} and {color_of(other)} counters"
                    yield Defect(
                        f"{colored} with the same icon look alike with {vision}",
                        (*force.path, "color" if force.color else "unit"),
                        f"give this force another `color`: {' or '.join(choices)}",
                        related=(("the other force", (*other.path, "id")),),
                    )
                    break


class HexSizeCheck(Check):
    """A map that could have larger hexes, or take fewer sheets."""

    code = "BB506"
    slug = "hex-size"
    severity = Severity.INFO
    what = "With another hex size a map takes fewer sheets of paper, or has clearly larger hexes on as many."
    why = "The map leaves sheets partly empty, or continues on a narrow strip."
    example = "columns: 16 and rows: 12 at hex_size: 16"
    fix = "Write `hex_size: fit`, or the size in the message."
    maps = frozenset({"hex", "land"})
    needs = frozenset({NameKind.HEX})
    # A size that is larger by less than this share is not worth a change.
    min_gain = 0.12
    # A map on one sheet of A4 and of Letter.
    one_each = 2

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        hexes = scenario.land_map if scenario.map.kind == "land" else scenario.hex_map
        # Parts of several decks share sheets, so the sizes of the decks do not determine the number.
        if scenario.map.decks is not None and len(scenario.map.decks.levels) > 1:
            return
        size, fit = (
            hexes.hex_size,
            fitting_size(hexes.grid, 0.0 if scenario.map.decks is not None else KEY_FOOT),
        )
        now, then = sum(sheets(hexes.grid, size)), sum(sheets(hexes.grid, fit))
        if then < now:
            gain = "takes fewer sheets of paper"
        elif then == now > self.one_each and fit > size * (1 + self.min_gain):
            gain = "takes as many sheets of paper, and fills them"
        else:
            return
        yield Defect(
            f"a map with hexes of {fit:g} mm, instead of {size:g} mm, {gain}",
            ("map", "hex_size"),
            f"use `hex_size: fit`, or {fit:g}",
        )


class MapPagesCheck(Check):
    """A map that takes too many sheets of paper."""

    code = "BB504"
    slug = "map-pages"
    severity = Severity.WARNING
    what = "At its hex size or spacing the map takes more than thirty sheets of A4 or Letter for one level."
    why = "That many sheets are hard to glue together accurately."
    example = "columns: 200 at hex_size: 20"
    fix = "Use a smaller hex size or spacing, or fewer hexes or dots."
    maps = frozenset({"hex", "land", "dots"})
    needs = frozenset({NameKind.HEX})
    max_sheets = 30
    printable = (180.0, 255.0)  # mm

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        layout: HexLayout | DotLattice
        if scenario.map.kind == "dots":
            layout = scenario.dots_map.lattice
            size, key, one = layout.spacing, "spacing", "dot"
        else:
            hexes = scenario.land_map if scenario.map.kind == "land" else scenario.hex_map
            layout, size, key, one = HexLayout(hexes.grid, hexes.hex_size), hexes.hex_size, "hex_size", "hex"
        across, down = self.printable
        count = min(
            math.ceil(layout.width / wide) * math.ceil(layout.height / tall)
            for wide, tall in ((across, down), (down, across))
        )
        if count > self.max_sheets:
            yield Defect(
                f"the map takes about {count} sheets of paper at {size:g} mm a {one}",
                ("map", key),
                f"use a smaller {key.replace('_', ' ')}, or fewer {one}{'s' if one == 'dot' else 'es'}",
            )
