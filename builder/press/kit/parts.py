"""The parts of a play kit as pages: briefing, maps, charts, rosters, cards, counters and templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from builder.draw.game_sheets import sheets_of
from builder.draw.pieces.piece import Piece
from builder.draw.sheets.briefing import draw_briefing
from builder.draw.sheets.creature_sheets import draw_creature_sheets
from builder.draw.sheets.player_aid import draw_player_aid
from builder.draw.sheets.rosters import draw_roster
from builder.draw.sheets.side_briefing import draw_side_briefing, sides_of
from builder.draw.sheets.team_sheets import draw_hit_sheets, draw_team_sheets
from builder.draw.sheets.templates import HEX, draw_templates
from builder.draw.sheets.tracks import draw_tracks
from builder.draw.sheets.unit_sheets import draw_unit_sheets
from builder.press.kit.artists import card_artist, counter_artist
from builder.press.kit.bench import Bench, Part
from builder.press.kit.cut_out import cut_out
from builder.press.kit.decks import scenario_cards
from builder.press.kit.map_sheets import map_part
from builder.press.pages.layout import Layout
from builder.press.pages.page import Page, page_of


def _briefing(bench: Bench) -> Part:
    drawings = draw_briefing(
        bench.scenario, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
    )
    for side in sides_of(bench.scenario):
        drawings += draw_side_briefing(
            bench.scenario, side, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
        )
    return Part([bench.page("Briefing", drawing) for drawing in drawings])


def _rosters(bench: Bench) -> Part:
    pages: list[Page] = []
    wide = bench.paper.turned
    hits = [force for force in bench.scenario.forces if bench.scenario.ruleset.teams and not force.members]
    for force in bench.scenario.forces:
        if force.unit.get("scores"):
            continue
        if force.teams:
            listed = not any(team.made_of for team in force.teams)
            own = sheets_of(bench.scenario.ruleset).listed_teams
            draw = own if listed and own is not None else draw_team_sheets
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
    layout = bench.layout("cards")
    artist = card_artist(
        layout, bench.scenario.ruleset, bench.theme, bench.metrics, bench.silhouettes, debug=bench.debug
    )
    return _cut_out(bench, "Cards", scenario_cards(artist, bench.scenario), layout)


def _counters(bench: Bench) -> Part:
    layout = bench.layout("counters")
    artist = counter_artist(layout, bench.theme, bench.metrics, bench.silhouettes, debug=bench.debug)
    return _cut_out(bench, "Counters", artist.pieces(bench.scenario), layout)


def _cut_out(bench: Bench, title: str, pieces: Sequence[Piece], layout: Layout) -> Part:
    """Pieces on sheets of fronts and backs."""
    return cut_out(title, pieces, layout, bench.footer, bench.theme, bench.metrics, debug=bench.debug)


def _charts(bench: Bench) -> Part:
    drawings = draw_player_aid(
        bench.scenario.ruleset, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
    )
    return Part([bench.page("Charts", drawing) for drawing in drawings])


def _templates(bench: Bench) -> Part:
    """The game's templates; blasts on hexes in the size of the scenario's map."""
    drawings = draw_templates(
        bench.scenario.ruleset,
        bench.paper.content,
        bench.theme,
        bench.metrics,
        hex_size=getattr(bench.scenario.map, "hex_size", HEX),
        debug=bench.debug,
    )
    return Part([bench.page("Templates", drawing) for drawing in drawings])


# Each part with the letter that it has in a kit's hash; no I, L, O or U, which are mistaken for others.
MARKS: Mapping[str, str] = {
    "briefing": "B",
    "map": "M",
    "charts": "H",
    "roster": "R",
    "cards": "C",
    "counters": "N",
    "templates": "T",
}

PARTS: Mapping[str, Callable[[Bench], Part]] = {
    "briefing": _briefing,
    "map": map_part,
    "charts": _charts,
    "roster": _rosters,
    "cards": _cards,
    "counters": _counters,
    "templates": _templates,
}
