"""The parts of a play kit as pages: briefing, maps, charts, rosters, cards, counters and templates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from builder.draw.maps.map_artist import MapArtist
from builder.draw.maps.map_artists import map_artist
from builder.draw.pieces.counters import group_of
from builder.draw.pieces.marker_copies import rating_notes
from builder.draw.pieces.piece import Piece
from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.aid.player_aid import draw_player_aid
from builder.draw.sheets.aid.scope import needed_contents
from builder.draw.sheets.cutouts.template_sheets import template_sheets, template_strip
from builder.draw.sheets.cutouts.templates import templates_for
from builder.draw.sheets.side_briefing import sides_of
from builder.draw.sheets.side_sheets import side_sheets
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.flow_sheets import FlowSheets
from builder.press.kit.briefing_part import draw_briefing
from builder.press.kit.decks import Deck, scenario_decks
from builder.press.kit.fillers import (
    ANATOMY,
    KEY,
    OVERVIEW,
    STRIP_APART,
    TEMPLATES,
    TRACKS,
    WHOLE,
    Drawn,
    TemplatesBelow,
    add_below,
    anatomy_for,
    anatomy_shapes,
    fill_boxes,
    fill_sheet,
    filler_sheet,
    is_shared,
    key_shapes,
    marker_key,
    missing,
    sheet_anatomy,
    side_templates,
    track_sheets,
    tracks_of,
    wanted_templates,
)
from builder.press.kit.job import REFEREE, KitJob, Part, PrintJob
from builder.press.pages.grid import fit_grid
from builder.press.pages.imposition import Aside
from builder.press.pages.page import Leaf, Page
from builder.press.pages.paper import Paper
from builder.press.pages.tiling import room_of, seams_of, tile
from builder.scenario.model import Force
from builder.scenario.secrets import has_secrets as has_secrets_of
from builder.scenario.secrets import owners_of_secrets, with_secrets_of
from rulesdb import InputError

_POSTER_MARGIN = 10.0
EXAMPLE = "example"
"""The part that a kit has only if it is asked for, because a machine has to play a game for it."""
# How full units make the last sheet of cards at least, if they take another page.
_MIN_FILLED = 0.7


def _example(job: KitJob, drawn: Drawn) -> Part:
    """A recorded game; for the referee if it shows what a side may not know.

    Raises:
        InputError: there is no record.
    """
    from builder.draw.example.sheets import example_sheets

    scenario, story = job.scenario, job.example
    if story is None:
        raise InputError("an example of play needs the record of a game")
    is_secret = any(has_secrets_of(scenario, side) for side in sides_of(scenario))
    drawings = example_sheets(story, scenario, job.paper.content, job.context, is_secret=is_secret)
    return Part(job.pages("Example", drawings, reader=REFEREE if is_secret else ""))


def _maps(job: KitJob, drawn: Drawn) -> Part:
    """The overview and the maps at their true size, or a poster; copies for those who own secrets."""
    scenario, context, size = job.scenario, job.context, job.paper.content
    look = job.maps.look(scenario, context.theme)
    artist = map_artist(scenario, context, look)
    drawings = artist.maps(size[0], room_of(job.paper.turned))
    if artist.avoids_seams and not job.maps.poster:
        seams = seams_of(drawings, job.paper, context, artist.key)
        drawings = artist.maps(size[0], room_of(job.paper.turned), seams) if seams else drawings
    way = job.paper.turned if artist.is_wide(size) else job.paper
    overview, shared = list[Drawing](), set[str]()
    if not is_shared(OVERVIEW, drawn):
        first, *others = artist.overview(way.content)
        [first], shared = fill_boxes(job, [first], missing(WHOLE, drawn))
        sheets = FlowSheets(way.content, context)
        sheets.begin(first)
        below = fill_sheet(job, sheets, missing(WHOLE, drawn, shared))
        shared |= below
        overview = [*(sheets.drawings() if below else [first]), *others]
    pages = job.pages("Maps", overview, way)
    if job.maps.poster:
        pages = [*_poster_pages(job, artist), *pages[1:]]
    elif artist.is_tiled:
        fillers = {KEY: key_shapes, ANATOMY: anatomy_shapes}
        added = {name: fillers[name](job) for name in missing(fillers, drawn, shared)}
        tiled, placed = tile(
            "Maps",
            drawings,
            job.paper,
            job.footer,
            context,
            artist.key,
            artist.note,
            list(added.values()),
            artist.floors,
        )
        pages += tiled
        shared |= {name for name, shapes in added.items() if any(each in shapes for each in placed)}
    if job.maps.secrets == "hidden":
        return Part(pages, drawings, shared=frozenset(shared))
    pages += _secret_maps(job, artist, way)
    loose = [*drawings, *artist.plans(size[0])]
    return Part(pages, loose, shared=frozenset(shared))


def _secret_maps(job: KitJob, artist: MapArtist, paper: Paper) -> list[Page]:
    """A copy of the map for each side that has secrets on it, and the plan for the side that drew it.

    A referee gets what no side that plays owns.
    """
    scenario, sides = job.scenario, sides_of(job.scenario)
    sheets: dict[str, list[Drawing]] = {}
    for owner in owners_of_secrets(scenario) if job.maps.secrets == "apart" else ():
        look = job.maps.look(scenario, job.context.theme).with_secrets
        own = map_artist(with_secrets_of(scenario, owner), job.context, look)
        sheets.setdefault(owner if owner in sides else REFEREE, []).append(own.overview(paper.content)[0])
    plans, owner = artist.plan_sheets(paper.content), job.game.printing.get("plan_of", "")
    sheets.setdefault(owner if owner in sides else REFEREE, []).extend(plans)
    return [
        page
        for reader, drawings in sheets.items()
        for page in job.pages("Maps", drawings, paper, reader=reader)
    ]


def _poster_pages(job: KitJob, artist: MapArtist) -> list[Page]:
    """The map as one large page at its true size, for a print shop."""
    drawing, margin = replace(artist.poster(), name="poster"), _POSTER_MARGIN
    wide, tall = drawing.width + 2 * margin, drawing.height + 2 * margin
    paper = Paper("poster", "Poster", wide, tall, margin, margin / 2)
    return job.pages("Maps", [drawing], paper, leaf=Leaf.ALONE)


def _charts(job: KitJob, drawn: Drawn) -> Part:
    """The game's tables, with the tracks, if they are nowhere else, and the key to markers in their room."""
    before, census = job.drawn.get("charts"), job.scenario.census
    tables = needed_contents(job.game, census)
    # Fitting the tables to their pages takes a quarter of the time of a kit.
    drawings = (
        before.fixed
        if before is not None and before.tables == tables
        else draw_player_aid(job.game, job.paper.content, job.context, census)
    )
    chart_sheets, shared = list(drawings), set()
    if drawings and "roster" in job.wanted and not is_shared(TRACKS, drawn):
        sheets = FlowSheets(job.paper.content, job.context)
        sheets.begin(drawings[-1])
        if sheets.add_if_fits(tracks_of(job)):
            chart_sheets, shared = [*chart_sheets[:-1], *sheets.drawings()], {TRACKS}
    chart_sheets, added = fill_boxes(job, chart_sheets, missing(WHOLE, drawn))
    shared |= added
    return Part(job.pages("Charts", chart_sheets), shared=frozenset(shared), fixed=drawings, tables=tables)


def _rosters(job: KitJob, drawn: Drawn) -> Part:
    """The sheets of each side, and the tracks if they have found no room elsewhere.

    Sides that have one sheet each have it in type of one size.
    """
    size, scenario, context, pages = job.paper.content, job.scenario, job.context, list[Page]()
    sides, shared = sides_of(scenario), set[str]()
    sheets = {side: side_sheets(scenario, side, size, context) for side in sides}
    if not is_shared(TRACKS, drawn):
        tracks = track_sheets(job, drawn)
        shared |= fill_sheet(job, tracks, missing(WHOLE, drawn))
        pages += job.pages("Rosters", tracks.drawings())
    least = min(each.scale for each in sheets.values())
    for side, own in sheets.items():
        if own.scale > least and own.count == 1:
            sheets[side] = side_sheets(scenario, side, size, context, most=least)
    strips = {
        side: template_strip(side_templates(job, side), (size[0], own.room), context)
        for side, own in sheets.items()
    }
    is_explained = not missing((ANATOMY,), drawn, shared)
    hidden = {force.side for force in scenario.forces if force.is_hidden}
    if not is_explained:
        shared |= _explained(job, sheets, strips, hidden)
    for side, own in sheets.items():
        # What is cut off is at the foot.
        add_below(own, strips[side])
        pages += job.pages("Rosters", own.drawings(), reader=side)
        if strips[side] is None:
            # Hidden counters are explained on a sheet of their side, others on one for all.
            is_left = not is_explained and side in hidden and anatomy_for(side) not in shared
            others, added = _own_templates(job, side, "Rosters", with_anatomy=is_left)
            pages += others
            shared |= {anatomy_for(side)} if added else set()
    # Who has it on a sheet of their own needs no other.
    shared |= {ANATOMY} if all(anatomy_for(side) in shared for side in sheets) else set()
    return Part(pages, shared=frozenset(shared))


def _explained(
    job: KitJob,
    sheets: Mapping[str, FlowSheets],
    strips: Mapping[str, Drawing | None],
    hidden: Collection[str],
) -> set[str]:
    """Explain a counter on the sheets of all sides that have room, or else of those with ``hidden`` counters.

    A sheet has room for its strip to cut off as well. Returns which sides need it nowhere else.
    """
    taken = {side: strip.height + STRIP_APART if strip is not None else 0.0 for side, strip in strips.items()}
    anatomies = {
        side: sheet_anatomy(job, own.width, own.room - taken[side], side) for side, own in sheets.items()
    }
    is_whole = all(anatomies.values())
    placed = [side for side in sheets if is_whole or side in hidden]
    return {anatomy_for(side) for side in placed if add_below(sheets[side], anatomies[side])}


def _cards(job: KitJob, drawn: Drawn) -> Part:
    """The cards that everybody may see, and those of each side on sheets of their own."""
    decks = scenario_decks(job.card_artist(), job.scenario)
    if job.layout("cards").sheet.file is not None:
        return job.cut_out("Cards", [piece for deck in decks for piece in (*deck.cards, *deck.units)])
    parts = [
        job.cut_out(
            "Cards",
            _worth_printing(job, deck),
            reader=deck.reader,
            side=side_name(job.scenario, deck.reader, job.context.words),
        )
        for deck in decks
    ]
    return Part(
        [page for part in parts for page in part.pages],
        pieces=[piece for part in parts for piece in part.pieces],
    )


def _worth_printing(job: KitJob, deck: Deck) -> list[Piece]:
    """The cards of a deck; those of units only if they fill up a sheet, or half of a sheet of their own.

    A kit without the sheets of the sides, which have the same figures, has all cards.
    """
    if "roster" not in job.wanted or not deck.units:
        return [*deck.cards, *deck.units]
    layout = job.layout("cards")
    grid = fit_grid(layout, layout.face_of(deck.units[0]))
    a_sheet, count = grid.columns * grid.rows, sum(piece.copies for piece in deck.cards)
    if not count:
        return [*deck.units] if len(deck.units) * 2 >= a_sheet else []
    together = count + len(deck.units)
    # Both sides of a sheet to fold are on one page.
    pages, more = (-(-number * 2 // a_sheet) for number in (count, together))
    is_full = (together % a_sheet or a_sheet) >= _MIN_FILLED * a_sheet
    has_room = len(deck.units) <= -count % a_sheet
    return [*deck.cards, *deck.units] if has_room and (more == pages or is_full) else list(deck.cards)


def _counters(job: KitJob, drawn: Drawn) -> Part:
    """The counters, and those of each side that are hidden; with templates below them if there is room.

    A key that no sheet before has is on a sheet of its own, as that of the counters is cut up; it is there
    only in a kit that has nothing but pieces. Print services deliver all counters together.
    """
    words, artist, scenario = job.context.words, job.counter_artist(), job.scenario
    ratings = " ".join(rating_notes(job.game, words))

    has_key = is_shared(KEY, drawn)
    has_sheet = not has_key and "roster" in job.wanted

    def beside(width: float, height: float, *, is_back: bool = False) -> Drawing | None:
        """What no other sheet has."""
        key = None if has_key or has_sheet else marker_key(job, width).draw(height)
        if key is not None and not is_back:
            return key
        has_anatomy = is_back == (key is not None) and not has_sheet and not is_shared(ANATOMY, drawn)
        return sheet_anatomy(job, width, height) if has_anatomy else None

    pieces = artist.pieces(scenario)
    if job.layout("counters").sheet.file is not None:
        return job.cut_out("Counters", pieces)
    hidden = {group_of(force): force for force in scenario.forces if force.is_hidden}
    visible = [piece for piece in pieces if piece.group not in hidden]
    below = TemplatesBelow(wanted_templates(job), job.context)
    # A key that has no sheet comes first.
    draws = (below, beside) if has_key or has_sheet else (beside, below)
    aside = Aside(ratings, draws, (partial(beside, is_back=True),))
    parts = [_counter_sheets(job, visible, below, aside)]
    if below.is_wanted:
        # On both sides of a sheet, counters take the page that templates of their own would take.
        unfolded = _counter_sheets(job, visible, below, aside, folds=False)
        parts = parts if below.is_wanted else [unfolded]
    if has_sheet:
        names = [KEY, *missing((ANATOMY,), drawn)]
        parts.append(Part(job.pages("Rosters", [filler_sheet(job, names)])))
    for side in dict.fromkeys(force.side for force in hidden.values()):
        own = {group: force for group, force in hidden.items() if force.side == side}
        parts.append(
            _hidden_counters(job, drawn, [piece for piece in pieces if piece.group in own], [*own.values()])
        )
    shared = frozenset({TEMPLATES} if below.is_drawn else ())
    return Part([page for part in parts for page in part.pages], pieces=pieces, shared=shared)


def _counter_sheets(
    job: KitJob, pieces: Sequence[Piece], templates: TemplatesBelow, aside: Aside, *, folds: bool = True
) -> Part:
    """Sheets of counters that all may see, the last of which may have the templates."""
    wanted = templates.is_wanted
    part = job.cut_out("Counters", pieces, aside=aside, folds=folds)
    if not wanted or templates.is_wanted:
        return part
    last = max(number for number, page in enumerate(part.pages) if page.leaf is not Leaf.BACK)
    return replace(
        part,
        pages=[
            replace(page, also="Templates") if number == last else page
            for number, page in enumerate(part.pages)
        ],
    )


def _hidden_counters(job: KitJob, drawn: Drawn, pieces: Sequence[Piece], forces: Sequence[Force]) -> Part:
    """The counters of a side that nobody else may see, because they tell how many there are of what.

    One is explained beside them if it is not on another sheet of the side.
    """
    side = forces[0].side
    title = side_name(job.scenario, side, job.context.words)
    is_explained = is_shared(anatomy_for(side), drawn)
    aside = Aside() if is_explained else Aside(below=(partial(sheet_anatomy, job, side=side),))
    return job.cut_out("Counters", pieces, reader=side, side=title, aside=aside)


def charts(job: PrintJob) -> Part:
    """The game's tables on a page or two."""
    return Part(job.pages("Charts", draw_player_aid(job.game, job.paper.content, job.context)))


def templates(job: PrintJob) -> Part:
    """All of the game's templates."""
    game_templates = templates_for(job.game, job.context.words)
    drawings = template_sheets(game_templates, job.game, job.paper.content, job.context)
    return Part(job.pages("Templates", drawings, leaf=Leaf.ALONE))


def _templates(job: KitJob, drawn: Drawn) -> Part:
    """The templates that the scenario needs; those for the cards of a side are for it alone."""
    if "explosions" in job.game.printing:
        # The cover lists no templates that would tell who has such a card: they are with the sheets.
        sides = () if "roster" in job.wanted else sides_of(job.scenario)
        own = [_own_templates(job, side, "Templates") for side in sides]
        return Part([page for pages, _ in own for page in pages])
    wanted = () if is_shared(TEMPLATES, drawn) else wanted_templates(job)
    sheets = template_sheets(wanted, job.game, job.paper.content, job.context) if wanted else []
    sheets, shared = fill_boxes(job, sheets, missing((ANATOMY,), drawn) if "roster" in job.wanted else ())
    return Part(job.pages("Templates", sheets, leaf=Leaf.ALONE), shared=frozenset(shared))


def _own_templates(
    job: KitJob, side: str, part: str, *, with_anatomy: bool = False
) -> tuple[list[Page], bool]:
    """Pages of their own for the templates of a side, and whether they have what is on one of its counters.

    There are none if it has no templates.
    """
    templates = side_templates(job, side)
    sheets = template_sheets(templates, job.game, job.paper.content, job.context) if templates else []
    added = set[str]()
    if with_anatomy:
        sheets, added = fill_boxes(job, sheets, (ANATOMY,), side)
    return job.pages(part, sheets, leaf=Leaf.SINGLE, reader=side), bool(added)


# The letter of each part in a kit's hash; no I, L, O or U, which look like others.
MARKS: Mapping[str, str] = {
    "cover": "V",
    "briefing": "B",
    EXAMPLE: "E",
    "map": "M",
    "charts": "H",
    "roster": "R",
    "cards": "C",
    "counters": "N",
    "templates": "T",
}

# In this order: the sheets of later parts may be on pages of those before.
PARTS: Mapping[str, Callable[[KitJob, Drawn], Part]] = {
    "briefing": draw_briefing,
    EXAMPLE: _example,
    "charts": _charts,
    "roster": _rosters,
    "map": _maps,
    "cards": _cards,
    "counters": _counters,
    "templates": _templates,
}
