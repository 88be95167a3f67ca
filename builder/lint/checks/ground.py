"""2xx: things off the map, and things that overlap."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from builder.boards.spots import Region
from builder.lint.check import DECK_NAMES, Check
from builder.lint.finding import Applicability, Defect, Severity
from builder.lint.layout import Layout
from builder.lint.spelling import grid_of, hex_fixes
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind
from rulesdb.yaml_source import DataPath

_NUMBERS = frozenset({NameKind.HEX, NameKind.DOT})


class OffMapCheck(Check):
    """Something that is not on the map."""

    code = "BB201"
    aliases = ("BB231", "BB240")
    slug = "off-map"
    what = (
        "A hex or dot number is outside the map's columns and rows, or is malformed; or something extends "
        "beyond the edge of the table."
    )
    why = "It cannot be set up, and is cut from the drawing."
    example = "columns: 22, and an area with hexes: 2401"
    fix = "Correct the number or the dimensions, or make the map larger."
    fixable = (Applicability.SAFE, Applicability.UNSAFE)

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        layout = Layout(scenario.source)
        for unread in scenario.unread:
            if unread.kind in _NUMBERS:
                text = unread.text
                write = functools.partial(layout.respell, unread.path, text, word=True)
                what = f"not all of `{text}` is" if "-" in text else f"{unread.kind} `{text}` is not"
                yield Defect(
                    f"{what} on the map",
                    unread.path,
                    scenario.map.extent,
                    word="" if unread.is_key else text,
                    key=unread.is_key,
                    fixes=hex_fixes(text, grid_of(scenario.source.data), write),
                )
        for what, region, path in _placed(scenario):
            over = scenario.map.overhang(region)
            if over:
                distance = f"{over:g}{scenario.map.distance_sign}"
                yield Defect(
                    f"{what} extends {distance} beyond the edge of the map", path, scenario.map.extent
                )


class OverlapCheck(Check):
    """Two things on the same ground."""

    code = "BB202"
    aliases = ("BB221", "BB232", "BB243")
    slug = "overlap"
    what = (
        "Two areas have the same hex; a hex or dot has two kinds of terrain, two levels, or terrain and a "
        "building; or two buildings, ruins, bunkers, towers or wrecks overlap on a table."
    )
    why = "Only one of them can be there: walls, costs and the drawing would be ambiguous."
    example = "bridge: {hexes: 0204-0406} and comms: {hexes: 0405-0607}"
    fix = "Remove the shared ground from one of the two, or move one of them."
    needs = DECK_NAMES | {NameKind.DOT, NameKind.TERRAIN}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for overlap in scenario.map.overlaps():
            yield Defect(
                overlap.message,
                overlap.path,
                related=((overlap.other_words, overlap.other),) if overlap.other else (),
                related_keys=overlap.other_is_key,
                severity=Severity.ERROR if overlap.is_impossible else Severity.WARNING,
            )


def _placed(scenario: Scenario) -> Iterator[tuple[str, Region, DataPath]]:
    """Everything with a place: parts of the map, then zones and objectives."""
    yield from scenario.map.placed_parts()
    for zone in scenario.zones:
        yield f"zone `{zone.id}`", zone.region, (*zone.path, "id")
    for objective in scenario.objectives:
        yield f"objective `{objective.id}`", objective.region, (*objective.path, scenario.map.spot_key)
