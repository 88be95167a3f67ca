"""The parts of a play kit as pages: briefing, maps, charts, rosters, cards, counters and templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from builder.draw.maps.map_artist import MapArtist
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import has_secrets
from builder.draw.pieces.counter_key import draw_counter_key
from builder.draw.pieces.counters import group_of
from builder.draw.pieces.marker_copies import marker_needs, rating_notes
from builder.draw.pieces.piece import Piece
from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.aid.player_aid import draw_player_aid
from builder.draw.sheets.aid.scope import needed_contents
from builder.draw.sheets.briefing import briefing_flow
from builder.draw.sheets.cutouts.template_parts import Template
from builder.draw.sheets.cutouts.templates import (
    HEX,
    card_templates,
    has_room,
    template_row,
    template_sheets,
    templates_for,
)
from builder.draw.sheets.cutouts.vehicle_templates import vehicle_templates
from builder.draw.sheets.set_up import set_up_map
from builder.draw.sheets.side_briefing import sides_of
from builder.draw.sheets.side_sheets import add_reminders, side_sheets
from builder.draw.sheets.tracks import track_flow
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.flow import BAND, Flow
from builder.draw.surface.flow_sheets import FlowSheets, fitted_sheets
from builder.geometry.dotlattice import Lattice
from builder.press.kit.decks import Deck, scenario_decks
from builder.press.kit.job import REFEREE, KitJob, Part, PrintJob
from builder.press.pages.grid import fit_grid
from builder.press.pages.imposition import Aside
from builder.press.pages.page import Leaf, Page
from builder.press.pages.paper import Paper
from builder.press.pages.tiling import room_of, seams_of, tile
from builder.scenario.model import Force
from builder.scenario.secrets import has_secrets as has_secrets_of
from rulesdb import InputError

_POSTER_MARGIN = 10.0
EXAMPLE = "example"
"""The part that a kit has only if it is asked for, because a machine has to play a game for it."""
_OVERVIEW, _TRACKS, _KEY, _ANATOMY = "overview", "tracks", "marker-key", "anatomy"
# The least share of the height of a page for an overview below the briefing.
_MIN_OVERVIEW = 0.5
# What tracks leave free at the foot of a sheet of their own, in mm.
_TRACK_FOOT = 8.0
# How full units make the last sheet of cards at least, if they take another page.
_MIN_FILLED = 0.7
# The least height of an enlarged counter with remarks.
_MIN_ANATOMY = 34.0
# The height of the key below templates at most.
_MAX_KEY = 75.0
# The least scale of a key on the aid.
_LARGE_KEY = 0.36
# The least room for a marker in the key, in mm².
_MIN_LINE = 34.0 * 5.2

Drawn = Mapping[str, Part]


def _briefing(job: KitJob, drawn: Drawn) -> Part:
    """The briefing for all; below it the overview of the map, or the tracks, if there is room for them."""
    briefing = briefing_flow(job.scenario, job.context, has_cover="cover" in job.wanted)
    sheets = FlowSheets(job.paper.content, job.context)
    sheets.add(briefing)
    fitted = fitted_sheets([briefing], job.paper.content, job.context)
    sheets = min(sheets, fitted, key=lambda each: each.count)
    shared: set[str] = set()
    overview = _small_overview(job, sheets.room) if "map" in job.wanted else None
    if overview is not None:
        sheets.place(overview)
        shared.add(_OVERVIEW)
    elif "roster" in job.wanted and sheets.add_if_fits(_tracks(job)):
        shared.add(_TRACKS)
    else:
        sheets = fitted
    drawings = sheets.drawings()
    return Part(job.pages("Briefing", drawings), shared=frozenset(shared), free=drawings[-1].free)


def with_set_up_map(job: KitJob, briefing: Part, maps: Part) -> Part:
    """The briefing with a small map of the set-up in the largest free box of its last page, if any."""
    boxes = sorted(briefing.free, key=lambda box: -box[2] * box[3])
    if not boxes:
        return briefing
    x, y, width, height = boxes[0]
    small, last = set_up_map(maps.slabs, (width, height), job.context), briefing.pages[-1]
    if small is None:
        return briefing
    canvas = Canvas.continuing(last.drawing, job.context)
    canvas.place(small, job.paper.margin + x, job.paper.margin + y)
    page = replace(last, drawing=canvas.drawing(last.drawing.name, last.title))
    return replace(briefing, pages=[*briefing.pages[:-1], page])


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


def _small_overview(job: KitJob, room: float) -> Drawing | None:
    """The overview of the map ``room`` mm high; None if it does not fit, or is not all that there is."""
    width, height = job.paper.content
    if job.maps.poster or room < _MIN_OVERVIEW * height:
        return None
    look = job.maps.look(job.scenario, job.context.theme)
    artist = map_artist(job.scenario, job.context, look)
    if not artist.is_tiled:
        return None
    overview, *tables = artist.overview((width, room))
    lowest = max((text.y + text.height for text in overview.texts), default=0.0)
    return None if tables or lowest > room else overview


def _maps(job: KitJob, drawn: Drawn) -> Part:
    """The overview and the maps at their true size, or a poster; a referee's copy if there are secrets."""
    scenario, context, size = job.scenario, job.context, job.paper.content
    look = job.maps.look(scenario, context.theme)
    artist = map_artist(scenario, context, look)
    drawings = artist.maps(size[0], room_of(job.paper.turned))
    if artist.avoids_seams and not job.maps.poster:
        seams = seams_of(drawings, job.paper, context, artist.key)
        drawings = artist.maps(size[0], room_of(job.paper.turned), seams) if seams else drawings
    way = job.paper.turned if artist.is_wide(size) else job.paper
    overview, has_key = list[Drawing](), _is_shared(_KEY, drawn)
    if not _is_shared(_OVERVIEW, drawn):
        overview, has_key = _with_key(job, artist.overview(way.content), way.content, has_key)
    pages = job.pages("Maps", overview, way)
    if job.maps.poster:
        pages = [*_poster_pages(job, artist), *pages[1:]]
    elif artist.is_tiled:
        key, note, extras = artist.key, artist.note, artist.extras()
        pages += tile("Maps", drawings, job.paper, job.footer, context, key, note, extras)
    if job.maps.secrets == "hidden":
        return Part(pages, drawings, slabs=artist.slabs(drawings), shared=_shared(has_key))
    secret = artist.plan_sheets(way.content)
    if job.maps.secrets == "apart" and has_secrets(scenario):
        secret = [*map_artist(scenario, context, look.with_secrets).overview(way.content)[:1], *secret]
    pages += job.pages("Maps", secret, way, reader=REFEREE)
    loose = [*drawings, *artist.plans(size[0])]
    return Part(pages, loose, slabs=artist.slabs(drawings), shared=_shared(has_key))


def _with_key(
    job: KitJob, overview: Sequence[Drawing], size: tuple[float, float], has_key: bool
) -> tuple[list[Drawing], bool]:
    """The overview with the key to the markers below it if there is room, and whether a sheet has the key."""
    sheets = FlowSheets(size, job.context)
    sheets.begin(overview[0])
    key = None if has_key else _marker_key(job, size[0], sheets.room)
    if key is None:
        return [*overview], has_key
    sheets.place(key)
    return [*sheets.drawings(), *overview[1:]], True


def _shared(has_key: bool) -> frozenset[str]:
    return frozenset([_KEY] if has_key else ())


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
    shown, shared = list(drawings), set()
    if drawings and "roster" in job.wanted and not _is_shared(_TRACKS, drawn):
        sheets = FlowSheets(job.paper.content, job.context)
        sheets.begin(drawings[-1])
        if sheets.add_if_fits(_tracks(job)):
            shown, shared = [*shown[:-1], *sheets.drawings()], {_TRACKS}
    boxes = [(box, number) for number, drawing in enumerate(shown) for box in drawing.free]
    for (x, y, width, height), number in sorted(boxes, key=lambda each: -each[0][2] * each[0][3]):
        key = _marker_key(job, width, height, _LARGE_KEY)
        if key is not None:
            canvas, sheet = Canvas.continuing(shown[number], job.context), shown[number]
            canvas.place(key, x, y)
            shown[number] = canvas.drawing(sheet.name, sheet.title)
            shared.add(_KEY)
            break
    return Part(job.pages("Charts", shown), shared=frozenset(shared), fixed=drawings, tables=tables)


def _marker_key(job: KitJob, width: float, height: float, least: float = 0.0) -> Drawing | None:
    """What each marker of the scenario does, on a sheet that is not cut up; None if it does not fit."""
    count = sum(need.copies > 0 for need in marker_needs(job.game, job.scenario.census))
    if "counters" not in job.wanted or not count or width * height < count * _MIN_LINE:
        return None
    lines = job.counter_artist().key_lines(job.game, job.scenario.census)
    return draw_counter_key(None, lines, width, height, job.context, is_full=True, least=least)


def _rosters(job: KitJob, drawn: Drawn) -> Part:
    """The sheets of each side, and the tracks if they have found room neither there nor elsewhere."""
    size, scenario, pages = job.paper.content, job.scenario, []
    has_tracks, has_key = _is_shared(_TRACKS, drawn), _is_shared(_KEY, drawn)
    shared: set[str] = set()
    for side in sides_of(scenario):
        sheets = side_sheets(scenario, side, size, job.context)
        # Everybody may look at the sheets of a side without secrets.
        if not has_tracks and not has_secrets_of(scenario, side):
            joined = side_sheets(scenario, side, size, job.context, [_tracks(job)])
            has_tracks = joined.count <= sheets.count
            sheets = joined if has_tracks else sheets
        add_reminders(sheets, scenario, side, job.context)
        blasts = template_row(_card_templates(job, side), size[0], job.context)
        has_blasts = blasts is not None and blasts.height <= sheets.room
        if blasts is not None and has_blasts:
            sheets.place(blasts)
        if not has_secrets_of(scenario, side):
            if not has_key and (key := _marker_key(job, size[0], sheets.room)) is not None:
                sheets.place(key)
                has_key = True
            if _ANATOMY not in shared and (anatomy := _anatomy(job, side, sheets.room)) is not None:
                sheets.place(anatomy)
                shared.add(_ANATOMY)
        pages += job.pages("Rosters", sheets.drawings(), reader=side)
        if not has_blasts:
            pages += _own_templates(job, side, "Rosters")
    if not has_tracks:
        pages = [*job.pages("Rosters", _track_sheets(job, shared).drawings()), *pages]
    return Part(pages, shared=_shared(has_key) | shared)


def _track_sheets(job: KitJob, shared: set[str]) -> FlowSheets:
    """Sheets of their own for the tracks; below them what is on a counter, if no other sheet has it."""
    size = job.paper.content
    room = size[1] - BAND - _TRACK_FOOT
    sheets = fitted_sheets([_tracks(job, room)], size, job.context)
    if _ANATOMY not in shared:
        lower = fitted_sheets([_tracks(job, room - _MIN_ANATOMY - 5.0)], size, job.context)
        anatomy = _anatomy(job, "", lower.room) if lower.count == sheets.count else None
        if anatomy is not None:
            lower.place(anatomy)
            shared.add(_ANATOMY)
            return lower
    return sheets


def _anatomy(job: KitJob, side: str, height: float) -> Drawing | None:
    """What is on a counter, enlarged, on a sheet of a side, which is not cut up; None if it does not fit."""
    if "counters" not in job.wanted or height < _MIN_ANATOMY:
        return None
    anatomy = job.counter_artist().anatomy(job.scenario, side)
    return draw_counter_key(anatomy, (), job.paper.content[0], height, job.context)


def _card_templates(job: KitJob, side: str) -> Sequence[Template]:
    """The templates for the cards that a side has and nobody else may know of."""
    if "templates" not in job.wanted:
        return ()
    cards = {card for force in job.scenario.forces if force.side == side for card in force.cards}
    return card_templates(job.game, cards, getattr(job.scenario.map, "hex_size", HEX))


def _tracks(job: KitJob, room: float = 0.0) -> Flow:
    return track_flow(job.game, job.context, scenario=job.scenario, room=room)


def _is_shared(sheet: str, drawn: Drawn) -> bool:
    """Whether a sheet is on a page of a part drawn before."""
    return any(sheet in part.shared for part in drawn.values())


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
    """The counters, with a key to them if the last sheet has room for it; those of each side that are hidden.

    Print services deliver all of them together.
    """
    words, artist, scenario = job.context.words, job.counter_artist(), job.scenario
    ratings = " ".join(rating_notes(job.game, words))

    lines = [] if _is_shared(_KEY, drawn) else artist.key_lines(job.game, scenario.census)

    def key(width: float, height: float) -> Drawing | None:
        anatomy = None if _is_shared(_ANATOMY, drawn) else artist.anatomy(scenario)
        for part, is_full in ((lines, True), (lines[: len(lines) // 2], True), (lines, False)):
            drawing = draw_counter_key(anatomy, part, width, height, job.context, is_full=is_full)
            if drawing is not None:
                return drawing
        return None

    def behind(width: float, height: float) -> Drawing | None:
        if draw_counter_key(None, lines, width, height, job.context, is_full=True) is not None:
            return None
        rest = lines[len(lines) // 2 :]
        return draw_counter_key(None, rest, width, height, job.context, is_full=True)

    pieces = artist.pieces(scenario)
    if job.layout("counters").sheet.file is not None:
        return job.cut_out("Counters", pieces)
    hidden = {group_of(force): force for force in scenario.forces if force.is_hidden}
    known = [piece for piece in pieces if piece.group not in hidden]
    parts = [job.cut_out("Counters", known, aside=Aside(ratings, key, behind))]
    for side in dict.fromkeys(force.side for force in hidden.values()):
        own = {group: force for group, force in hidden.items() if force.side == side}
        parts.append(
            _hidden_counters(job, [piece for piece in pieces if piece.group in own], [*own.values()])
        )
    return Part([page for part in parts for page in part.pages], pieces=pieces)


def _hidden_counters(job: KitJob, pieces: Sequence[Piece], forces: Sequence[Force]) -> Part:
    """The counters of a side that nobody else may see, because they tell how many there are of what."""
    artist, side = job.counter_artist(), forces[0].side

    def key(width: float, height: float) -> Drawing | None:
        return draw_counter_key(
            artist.hidden_anatomy(job.scenario, forces[0]), (), width, height, job.context
        )

    title = side_name(job.scenario, side, job.context.words)
    return job.cut_out("Counters", pieces, reader=side, side=title, aside=Aside(key=key))


def charts(job: PrintJob) -> Part:
    """The game's tables on a page or two."""
    return Part(job.pages("Charts", draw_player_aid(job.game, job.paper.content, job.context)))


def templates(job: PrintJob) -> Part:
    """All of the game's templates."""
    drawings = template_sheets(templates_for(job.game), job.game, job.paper.content, job.context)
    return Part(job.pages("Templates", drawings, leaf=Leaf.ALONE))


def _templates(job: KitJob, drawn: Drawn) -> Part:
    """The templates that the scenario needs; those for the cards of a side are for it alone."""
    if "explosions" in job.game.printing:
        # The cover lists no templates that would tell who has such a card: they are with the sheets.
        sides = () if "roster" in job.wanted else sides_of(job.scenario)
        return Part([page for side in sides for page in _own_templates(job, side, "Templates")])
    scenario, size = job.scenario, job.paper.content
    hex_size, lattice = getattr(scenario.map, "hex_size", HEX), Lattice.TRIANGULAR
    if scenario.map.kind == "dots":
        dots = scenario.dots_map.lattice
        hex_size, lattice = dots.spacing, dots.kind
    own = templates_for(job.game, hex_size, scenario.census, lattice)
    wanted = [*own, *vehicle_templates(scenario)]
    key = None if _is_shared(_KEY, drawn) else _marker_key(job, size[0], _MAX_KEY)
    has_key = key is not None and has_room(wanted, size, key.height)
    sheets = template_sheets(wanted, job.game, size, job.context, key if has_key else None)
    return Part(job.pages("Templates", sheets, leaf=Leaf.ALONE), shared=_shared(has_key))


def _own_templates(job: KitJob, side: str, part: str) -> list[Page]:
    """Pages of their own for the templates of a side; none if it has none."""
    templates = _card_templates(job, side)
    sheets = template_sheets(templates, job.game, job.paper.content, job.context) if templates else []
    return job.pages(part, sheets, leaf=Leaf.SINGLE, reader=side)


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
    "briefing": _briefing,
    EXAMPLE: _example,
    "charts": _charts,
    "map": _maps,
    "roster": _rosters,
    "cards": _cards,
    "templates": _templates,
    "counters": _counters,
}
