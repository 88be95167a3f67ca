"""The parts of a play kit: briefing, maps, rosters, cards and counters as pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from builder.draw.briefing import draw_briefing
from builder.draw.canvas import Drawing
from builder.draw.cards import CardArtist, card_text
from builder.draw.counters import CounterArtist
from builder.draw.creature_sheets import draw_creature_sheets
from builder.draw.dot_overview import draw_dots_overview
from builder.draw.dotmap import draw_dots
from builder.draw.hexmap import draw_level
from builder.draw.landmap import draw_land
from builder.draw.overview import draw_overview
from builder.draw.piece import Piece
from builder.draw.rosters import draw_roster
from builder.draw.side_briefing import draw_side_briefing, sides_of
from builder.draw.table_overview import draw_land_overview, draw_table_overview, draw_tunnel_sheet
from builder.draw.tablemap import draw_table, draw_tunnels
from builder.draw.team_sheets import draw_hit_sheets, draw_team_sheets
from builder.draw.theme import Theme
from builder.draw.tracks import draw_tracks
from builder.draw.trooper_sheets import draw_trooper_sheets
from builder.draw.type import Metrics
from builder.draw.unit_sheets import draw_unit_sheets
from builder.press.imposition import impose
from builder.press.layout import home_layouts
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


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the kit, each drawing made once: its pages, and what is also useful without paper.

    ``loose`` are whole maps; ``pieces`` are the cards or counters that the pages show side by side.
    """

    pages: Sequence[Page]
    loose: Sequence[Drawing] = ()
    pieces: Sequence[Piece] = ()


def _briefing(bench: Bench) -> Part:
    drawings = draw_briefing(
        bench.scenario, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
    )
    for side in sides_of(bench.scenario):
        drawings += draw_side_briefing(
            bench.scenario, side, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
        )
    return Part([bench.page("Briefing", drawing) for drawing in drawings])


def _maps(bench: Bench) -> Part:
    if bench.scenario.map.kind == "table":
        return _table_sheets(bench)
    if bench.scenario.map.kind == "land":
        return _land_sheets(bench)
    if bench.scenario.map.kind == "dots":
        return _dots_sheets(bench)
    overview = draw_overview(
        bench.scenario, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
    )
    levels = range(len(bench.scenario.hex_map.levels))
    drawings = [
        draw_level(bench.scenario, level, bench.theme, bench.metrics, debug=bench.debug) for level in levels
    ]
    return Part([bench.page("Maps", overview), *_tiled(bench, drawings)], drawings)


def _tiled(bench: Bench, drawings: Sequence[Drawing]) -> list[Page]:
    """Maps at their true size over as many sheets as they take."""
    return [
        page
        for drawing in drawings
        for page in tile(
            "Maps", drawing, bench.paper, bench.footer, bench.theme, bench.metrics, debug=bench.debug
        )
    ]


def _table_sheets(bench: Bench) -> Part:
    """The table, and the plan of its tunnels where it has any."""
    size, width = bench.paper.content, bench.paper.content[0]
    sheets = [draw_table_overview]
    loose = [draw_table(bench.scenario, width, bench.theme, bench.metrics, debug=bench.debug)]
    if bench.scenario.table_map.plan is not None:
        sheets.append(draw_tunnel_sheet)
        loose.append(draw_tunnels(bench.scenario, width, bench.theme, bench.metrics, debug=bench.debug))
    pages = [
        bench.page("Maps", drawing)
        for draw in sheets
        for drawing in draw(bench.scenario, size, bench.theme, bench.metrics, debug=bench.debug)
    ]
    return Part(pages, loose)


def _land_sheets(bench: Bench) -> Part:
    """Open country at a glance, then at its true size over pages."""
    size = bench.paper.content
    sheets = draw_land_overview(bench.scenario, size, bench.theme, bench.metrics, debug=bench.debug)
    pages = [bench.page("Maps", drawing) for drawing in sheets]
    whole = draw_land(bench.scenario, bench.theme, bench.metrics, debug=bench.debug)
    return Part([*pages, *_tiled(bench, [whole])], [whole])


def _dots_sheets(bench: Bench) -> Part:
    """A lattice of dots at a glance, then at its true spacing over pages."""
    size = bench.paper.content
    sheets = draw_dots_overview(bench.scenario, size, bench.theme, bench.metrics, debug=bench.debug)
    pages = [bench.page("Maps", drawing) for drawing in sheets]
    whole = draw_dots(bench.scenario, bench.theme, bench.metrics, debug=bench.debug)
    return Part([*pages, *_tiled(bench, [whole])], [whole])


def _rosters(bench: Bench) -> Part:
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
            sheets = draw_creature_sheets(
                bench.scenario, force, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
            )
            pages += [bench.page("Rosters", sheet) for sheet in sheets]
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
    tracks = draw_tracks(
        bench.scenario.ruleset,
        bench.paper.content,
        bench.theme,
        bench.metrics,
        scenario=bench.scenario,
        debug=bench.debug,
    )
    return Part([*pages, *(bench.page("Rosters", sheet) for sheet in tracks)])


def _cards(bench: Bench) -> Part:
    artist = CardArtist(bench.theme, bench.metrics, bench.silhouettes, debug=bench.debug)
    title = bench.scenario.ruleset.title
    forces = bench.scenario.forces
    pieces = [artist.power(power, title) for force in forces for power in force.powers]
    pieces += [
        artist.action(card, title, card_text(bench.scenario.ruleset, card), number)
        for force in forces
        for card, number in force.cards.values()
    ]
    return _cut_out(bench, "Cards", pieces)


def _counters(bench: Bench) -> Part:
    artist = CounterArtist(bench.theme, bench.metrics, bench.silhouettes, debug=bench.debug)
    return _cut_out(bench, "Counters", artist.pieces(bench.scenario))


def _cut_out(bench: Bench, title: str, pieces: Sequence[Piece]) -> Part:
    """Pieces on sheets of fronts and backs."""
    pages = impose(
        title,
        title.lower(),
        title,
        pieces,
        home_layouts(bench.paper)[title.lower()],
        bench.footer,
        bench.theme,
        bench.metrics,
        debug=bench.debug,
    )
    return Part(pages, pieces=pieces)


PARTS: Mapping[str, Callable[[Bench], Part]] = {
    "briefing": _briefing,
    "map": _maps,
    "roster": _rosters,
    "cards": _cards,
    "counters": _counters,
}
