"""The parts of a play kit as pages: briefing, maps, charts, rosters, cards, counters and templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from builder.draw.game_sheets import sheets_of
from builder.draw.maps.map_artist import MapArtist
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import has_secrets
from builder.draw.sheets.aid.player_aid import draw_player_aid
from builder.draw.sheets.briefing import draw_briefing
from builder.draw.sheets.creature_sheets import draw_creature_sheets
from builder.draw.sheets.rosters import draw_roster
from builder.draw.sheets.side_briefing import draw_side_briefing, sides_of
from builder.draw.sheets.team_sheets import draw_hit_sheets, draw_team_sheets
from builder.draw.sheets.templates import HEX, Template, draw_templates
from builder.draw.sheets.tracks import draw_tracks
from builder.draw.sheets.unit_sheets import draw_unit_sheets
from builder.draw.sheets.vehicle_templates import vehicle_templates
from builder.press.kit.decks import scenario_cards
from builder.press.kit.job import KitJob, Part, PrintJob
from builder.press.pages.page import Page
from builder.press.pages.paper import Paper
from builder.press.pages.tiling import tile

_POSTER_MARGIN = 10.0


def _briefing(job: KitJob) -> Part:
    size = job.paper.content
    drawings = draw_briefing(job.scenario, size, job.context)
    for side in sides_of(job.scenario):
        drawings += draw_side_briefing(job.scenario, side, size, job.context)
    return Part(job.pages("Briefing", drawings))


def _maps(job: KitJob) -> Part:
    """The overview and the maps at their true size, or a poster; a referee's copy if there are secrets."""
    scenario, context, size = job.scenario, job.context, job.paper.content
    look = job.maps.look(scenario, context.theme)
    artist = map_artist(scenario, context, look)
    drawings = artist.maps(size[0])
    pages = job.pages("Maps", artist.overview(size))
    if job.maps.poster:
        pages = [*_poster_pages(job, artist), *pages[1:]]
    elif artist.is_tiled:
        pages += tile("Maps", drawings, job.paper, job.footer, context)
    if job.maps.secrets == "hidden":
        return Part(pages, drawings)
    if job.maps.secrets == "apart" and has_secrets(scenario):
        pages += job.pages("Maps", map_artist(scenario, context, look.with_secrets).overview(size)[:1])
    pages += job.pages("Maps", artist.plan_sheets(size))
    return Part(pages, [*drawings, *artist.plans(size[0])])


def _poster_pages(job: KitJob, artist: MapArtist) -> list[Page]:
    """The map as one large page at its true size, for a print shop."""
    drawing, margin = replace(artist.poster(), name="poster"), _POSTER_MARGIN
    wide, tall = drawing.width + 2 * margin, drawing.height + 2 * margin
    return job.pages("Maps", [drawing], Paper("poster", "Poster", wide, tall, margin, margin / 2))


def _rosters(job: KitJob) -> Part:
    scenario, size, context = job.scenario, job.paper.content, job.context
    pages: list[Page] = []
    scored = [force for force in scenario.forces if force.unit.get("scores")]
    hits = [force for force in scenario.forces if scenario.ruleset.teams and not force.members]
    for force in scenario.forces:
        if force in scored:
            continue
        if force.teams:
            listed = all(team.is_listed for team in force.teams)
            own = sheets_of(scenario.ruleset).listed_teams
            draw = own if listed and own is not None else draw_team_sheets
            pages += job.pages("Rosters", draw(scenario, force, size, context))
        elif force.members:
            wide = job.paper.turned
            pages += job.pages("Rosters", draw_roster(scenario, force, wide.content, context), wide)
        elif force not in hits:
            pages += job.pages("Rosters", draw_creature_sheets(scenario, force, size, context))
    if scored:
        pages += job.pages("Rosters", draw_unit_sheets(scenario, scored, size, context))
    if hits:
        pages += job.pages("Rosters", draw_hit_sheets(scenario, hits, size, context))
    return Part([*pages, *job.pages("Rosters", draw_tracks(job.game, size, context, scenario=scenario))])


def _cards(job: KitJob) -> Part:
    return job.cut_out("Cards", scenario_cards(job.card_artist(), job.scenario))


def _counters(job: KitJob) -> Part:
    return job.cut_out("Counters", job.counter_artist().pieces(job.scenario))


def charts(job: PrintJob) -> Part:
    """The game's tables on a page or two."""
    return Part(job.pages("Charts", draw_player_aid(job.game, job.paper.content, job.context)))


def templates(job: PrintJob, hex_size: float = HEX, more: Iterable[Template] = ()) -> Part:
    """The game's templates and ``more``; ``hex_size`` in mm is for blasts on hexes."""
    drawings = draw_templates(job.game, job.paper.content, job.context, hex_size=hex_size, more=more)
    return Part(job.pages("Templates", drawings))


def _templates(job: KitJob) -> Part:
    vehicles = vehicle_templates(job.scenario)
    return templates(job, getattr(job.scenario.map, "hex_size", HEX), vehicles)


# The letter of each part in a kit's hash; no I, L, O or U, which look like others.
MARKS: Mapping[str, str] = {
    "briefing": "B",
    "map": "M",
    "charts": "H",
    "roster": "R",
    "cards": "C",
    "counters": "N",
    "templates": "T",
}

PARTS: Mapping[str, Callable[[KitJob], Part]] = {
    "briefing": _briefing,
    "map": _maps,
    "charts": charts,
    "roster": _rosters,
    "cards": _cards,
    "counters": _counters,
    "templates": _templates,
}
