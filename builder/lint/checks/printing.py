"""5xx: what will not print well."""

from __future__ import annotations

from collections.abc import Iterator

from builder.draw.counters import NAME_ROOM, NAME_TYPE, SMALLEST_NAME, counter_name
from builder.draw.labels import place_label
from builder.draw.type import Metrics
from builder.geometry.hexlayout import HexLayout
from builder.lint.check import Check
from builder.lint.finding import Finding, Severity
from builder.scenario.model import Scenario


class CounterNameCheck(Check):
    """A name that does not fit its counter."""

    code = "BB501"
    slug = "counter-name"
    severity = Severity.WARNING
    what = "The last word of a figure's name is too long for a counter, even in the smallest type."
    why = "It would run over the counter's edge."
    example = "name: Dr. Featherstonehaugh-Cholmondeley"
    fix = "Choose a shorter last word."

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        metrics = Metrics()
        for force in scenario.forces:
            for member in force.members:
                name = counter_name(member)
                type = metrics.fit(name, NAME_TYPE, NAME_ROOM, SMALLEST_NAME)
                width = metrics.width(name, type)
                if width > NAME_ROOM + 0.01:
                    yield self.finding(
                        scenario,
                        f"`{name}` takes {width:.1f} mm in the smallest type; a counter has {NAME_ROOM:.1f}",
                        (*member.path, "name"),
                        "choose a shorter last word",
                    )


class AreaNameCheck(Check):
    """A name that does not fit its area."""

    code = "BB502"
    slug = "area-name"
    severity = Severity.WARNING
    what = "An area's name is too long for the area, even in the smallest type."
    why = "It would run over the walls."
    example = "a closet of one hex called Auxiliary Equipment Storage"
    fix = "Choose a shorter name, or make the area wider."
    maps = frozenset({"hex"})
    needs = frozenset({"hex", "level", "new area id"})

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        metrics = Metrics()
        hex_map = scenario.hex_map
        layout = HexLayout(hex_map.grid, hex_map.hex_size)
        for area in hex_map.areas.values():
            if area.kind == "lift" or not area.places:
                continue
            label = place_label(hex_map, layout, area, area.places[0].level, metrics)
            if label is not None and not label.fits:
                width = metrics.width(label.text, label.type)
                yield self.finding(
                    scenario,
                    f"`{area.name}` takes {width:.1f} mm in the smallest type; its area has {label.room:.1f}",
                    (*area.path, "name"),
                    "choose a shorter name, or make the area wider",
                )
