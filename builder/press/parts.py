"""The parts of a play kit: briefing, maps, rosters, cards and counters as pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from builder.draw.briefing import draw_briefing
from builder.draw.canvas import Drawing
from builder.draw.cards import CardArtist, card_text
from builder.draw.counters import CounterArtist
from builder.draw.dot_overview import draw_dots_overview
from builder.draw.dotmap import draw_dots
from builder.draw.hexmap import draw_level
from builder.draw.landmap import draw_land
from builder.draw.overview import draw_overview
from builder.draw.rosters import draw_creature_sheet, draw_roster
from builder.draw.table_overview import draw_land_overview, draw_table_overview, draw_tunnel_sheet
from builder.draw.tablemap import draw_table, draw_tunnels
from builder.draw.team_sheets import draw_hit_sheets, draw_team_sheets
from builder.draw.theme import Theme
from builder.draw.trooper_sheets import draw_trooper_sheets
from builder.draw.type import Metrics
from builder.draw.unit_sheets import draw_unit_sheets
from builder.press.imposition import impose
from builder.press.page import Page, page_of
from builder.press.paper import Paper
from builder.press.tiling import tile
from builder.scenario.model import Scenario
from builder.scenario.trooper import has_troopers


@dataclass(frozen=True, slots=True)
class Bench:
    """What every part needs to be drawn."""

    scenario: Scenario
    paper: Paper
    theme: Theme
    metrics: Metrics
    silhouettes: Mapping[str, str]
    footer: str
    debug: bool

    def page(self, part: str, drawing: Drawing) -> Page:
        """A drawing on the kit's paper."""
        return page_of(part, drawing, self.paper, self.footer, self.theme, self.metrics, self.debug)


def _briefing(bench: Bench) -> list[Page]:
    drawings = draw_briefing(
        bench.scenario, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
    )
    return [bench.page("Briefing", drawing) for drawing in drawings]


def _maps(bench: Bench) -> list[Page]:
    if bench.scenario.map.kind == "table":
        return _table_sheets(bench)
    if bench.scenario.map.kind == "land":
        return _land_sheets(bench)
    if bench.scenario.map.kind == "dots":
        return _dots_sheets(bench)
    overview = draw_overview(
        bench.scenario, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
    )
    pages = [bench.page("Maps", overview)]
    for drawing in _levels(bench):
        pages += tile(
            "Maps", drawing, bench.paper, bench.footer, bench.theme, bench.metrics, debug=bench.debug
        )
    return pages


def _table_sheets(bench: Bench) -> list[Page]:
    """The table, and the plan of its tunnels where it has any."""
    sheets = [draw_table_overview]
    if bench.scenario.table_map.plan is not None:
        sheets.append(draw_tunnel_sheet)
    size = bench.paper.content
    return [
        bench.page("Maps", drawing)
        for draw in sheets
        for drawing in draw(bench.scenario, size, bench.theme, bench.metrics, debug=bench.debug)
    ]


def _land_sheets(bench: Bench) -> list[Page]:
    """Open country at a glance, then at its true size over pages."""
    size = bench.paper.content
    sheets = draw_land_overview(bench.scenario, size, bench.theme, bench.metrics, debug=bench.debug)
    pages = [bench.page("Maps", drawing) for drawing in sheets]
    whole = draw_land(bench.scenario, bench.theme, bench.metrics, debug=bench.debug)
    pages += tile("Maps", whole, bench.paper, bench.footer, bench.theme, bench.metrics, debug=bench.debug)
    return pages


def _dots_sheets(bench: Bench) -> list[Page]:
    """A lattice of dots at a glance, then at its true spacing over pages."""
    size = bench.paper.content
    sheets = draw_dots_overview(bench.scenario, size, bench.theme, bench.metrics, debug=bench.debug)
    pages = [bench.page("Maps", drawing) for drawing in sheets]
    whole = draw_dots(bench.scenario, bench.theme, bench.metrics, debug=bench.debug)
    pages += tile("Maps", whole, bench.paper, bench.footer, bench.theme, bench.metrics, debug=bench.debug)
    return pages


def loose_maps(bench: Bench) -> list[Drawing]:
    """The maps as drawings of their own, without paper."""
    if bench.scenario.map.kind == "land":
        return [draw_land(bench.scenario, bench.theme, bench.metrics, debug=bench.debug)]
    if bench.scenario.map.kind == "dots":
        return [draw_dots(bench.scenario, bench.theme, bench.metrics, debug=bench.debug)]
    if bench.scenario.map.kind != "table":
        return _levels(bench)
    width = bench.paper.content[0]
    drawings = [draw_table(bench.scenario, width, bench.theme, bench.metrics, debug=bench.debug)]
    if bench.scenario.table_map.plan is not None:
        drawings.append(draw_tunnels(bench.scenario, width, bench.theme, bench.metrics, debug=bench.debug))
    return drawings


def _levels(bench: Bench) -> list[Drawing]:
    levels = range(len(bench.scenario.hex_map.levels))
    return [
        draw_level(bench.scenario, level, bench.theme, bench.metrics, debug=bench.debug) for level in levels
    ]


def _rosters(bench: Bench) -> list[Page]:
    pages: list[Page] = []
    wide = bench.paper.turned
    hits = [force for force in bench.scenario.forces if bench.scenario.ruleset.teams and not force.members]
    for force in bench.scenario.forces:
        if force.unit.get("scores"):
            continue
        if force.teams:
            listed = not any(team.made_of for team in force.teams) and has_troopers(bench.scenario.ruleset)
            draw = draw_trooper_sheets if listed else draw_team_sheets
            sheets = draw(
                bench.scenario, force, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
            )
            pages += [bench.page("Rosters", sheet) for sheet in sheets]
        elif force in hits:
            continue
        elif force.members:
            drawings = draw_roster(
                bench.scenario, force, wide.content, bench.theme, bench.metrics, debug=bench.debug
            )
            pages += [
                page_of("Rosters", drawing, wide, bench.footer, bench.theme, bench.metrics, bench.debug)
                for drawing in drawings
            ]
        else:
            sheet = draw_creature_sheet(
                bench.scenario, force, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
            )
            pages.append(bench.page("Rosters", sheet))
    scored = [force for force in bench.scenario.forces if force.unit.get("scores")]
    if scored:
        sheets = draw_unit_sheets(
            bench.scenario, scored, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
        )
        pages += [bench.page("Rosters", sheet) for sheet in sheets]
    if hits:
        sheets = draw_hit_sheets(
            bench.scenario, hits, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
        )
        pages += [bench.page("Rosters", sheet) for sheet in sheets]
    return pages


def _cards(bench: Bench) -> list[Page]:
    artist = CardArtist(bench.theme, bench.metrics, bench.silhouettes, debug=bench.debug)
    title = bench.scenario.ruleset.title
    forces = bench.scenario.forces
    pieces = [artist.power(power, title) for force in forces for power in force.powers]
    pieces += [
        artist.action(card, title, card_text(bench.scenario.ruleset, card), number)
        for force in forces
        for card, number in force.cards.values()
    ]
    return impose(
        "Cards",
        "cards",
        "Cards",
        pieces,
        bench.paper,
        bench.footer,
        bench.theme,
        bench.metrics,
        debug=bench.debug,
    )


def _counters(bench: Bench) -> list[Page]:
    artist = CounterArtist(bench.theme, bench.metrics, bench.silhouettes, debug=bench.debug)
    pieces = artist.pieces(bench.scenario)
    return impose(
        "Counters",
        "counters",
        "Counters",
        pieces,
        bench.paper,
        bench.footer,
        bench.theme,
        bench.metrics,
        debug=bench.debug,
    )


PARTS: Mapping[str, Callable[[Bench], list[Page]]] = {
    "briefing": _briefing,
    "map": _maps,
    "roster": _rosters,
    "cards": _cards,
    "counters": _counters,
}
