"""The parts of a play kit as pages: briefing, maps, charts, rosters, cards, counters and templates."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from builder.draw.maps.map_artist import MapArtist
from builder.draw.maps.map_artists import map_artist
from builder.draw.pieces.anatomy_drawing import SCALES
from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.aid.player_aid import draw_player_aid
from builder.draw.sheets.aid.scope import needed_contents
from builder.draw.sheets.cutouts.template_sheets import template_sheets
from builder.draw.sheets.cutouts.templates import templates_for
from builder.draw.sheets.sides.side_briefing import sides_of
from builder.draw.sheets.sides.side_sheets import are_squads
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.flow_sheets import FlowSheets
from builder.press.kit.briefing_part import draw_briefing
from builder.press.kit.cutouts import has_samples, hidden_counters, own_templates, templates, visible_counters
from builder.press.kit.decks import Deck, scenario_decks
from builder.press.kit.fillers import (
    ANATOMY,
    APART,
    KEY,
    OVERVIEW,
    PATCHES,
    TRACKS,
    Drawn,
    add_below,
    anatomy_for,
    explanation_sheet,
    explanations,
    fill_boxes,
    fill_sheet,
    has_all_patches,
    is_shared,
    missing,
    track_sheets,
    tracks_of,
    unexplained,
)
from builder.press.kit.job import REFEREE, KitJob, Part, PrintJob
from builder.press.kit.side_notes import foot_of_side
from builder.press.kit.side_strips import SMALLER, sides_with_strips
from builder.press.pages.grid import fit_grid
from builder.press.pages.page import Leaf, Page
from builder.press.pages.paper import Paper
from builder.press.pages.tiling import SheetPlan, best_of, plan_sheets, room_of, seams_of, tile
from builder.scenario.secrets import has_secrets as has_secrets_of
from builder.scenario.secrets import open_special_rules, owners_of_secrets, with_secrets_of
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
    artist, context, size = job.artist, job.context, job.paper.content
    drawings = artist.maps(size[0], room_of(job.paper.turned))
    if artist.avoids_seams and not job.maps.poster:
        seams = seams_of(drawings, job.paper, context, artist.floors)
        drawings = artist.maps(size[0], room_of(job.paper.turned), seams) if seams else drawings
    way = job.paper.turned if artist.is_wide(size) else job.paper
    plan = None
    if artist.is_tiled and not job.maps.poster:
        drawings, plan = _cut_evenly(job, drawings)
    overview, shared = list[Drawing](), set[str]()
    if not is_shared(OVERVIEW, drawn):
        if plan is not None:
            artist.keep_off(plan.cuts)
        first, *others = artist.overview(way.content)
        if plan is not None:
            first = artist.with_seams(first, way.content, plan.cuts)
        [first], shared = fill_boxes(job, [first], unexplained(job, drawn))
        sheets = FlowSheets(way.content, context)
        sheets.begin(first)
        below = fill_sheet(job, sheets, unexplained(job, drawn, shared))
        shared |= below
        overview = [*(sheets.drawings() if below else [first]), *others]
    pages = job.pages("Maps", overview, way)
    if job.maps.poster:
        pages = [*_poster_pages(job, artist), *pages[1:]]
    elif artist.is_tiled:
        pages += tile(
            "Maps", drawings, job.paper, job.footer, context, artist.note, artist.floors, artist.fillers, plan
        )
    if job.maps.secrets == "hidden":
        return Part(pages, drawings, shared=frozenset(shared))
    pages += _secret_maps(job, way)
    loose = [*drawings, *artist.plans(size[0])]
    return Part(pages, loose, shared=frozenset(shared))


def _cut_evenly(job: KitJob, drawings: list[Drawing]) -> tuple[list[Drawing], SheetPlan]:
    """How maps are cut up, and the maps themselves, with names clear of where an upright sheet is cut if
    their parts are more even then.
    """
    artist, paper, width = job.artist, job.paper, job.paper.content[0]

    def planned(maps: list[Drawing]) -> SheetPlan:
        return plan_sheets(maps, paper, job.context, artist.floors)

    usual = planned(drawings)
    if not (artist.frees_seams and usual.is_uneven):
        return drawings, usual
    upright = artist.maps(width, room_of(paper))
    other = planned(upright)
    if best_of((usual, other)) is other:
        return upright, other
    return artist.maps(width, room_of(paper.turned)), usual


def _secret_maps(job: KitJob, paper: Paper) -> list[Page]:
    """A copy of the map for each side that has secrets on it, and the plan for the side that drew it.

    A referee gets what no side that plays owns.
    """
    scenario, sides = job.scenario, sides_of(job.scenario)
    sheets: dict[str, list[tuple[Drawing, Paper, KitJob]]] = {}
    for owner in owners_of_secrets(scenario) if job.maps.secrets == "apart" else ():
        look = job.maps.look(scenario, job.context.theme).with_secrets
        own_job = job.of_side(owner) if owner in sides else job
        own = map_artist(with_secrets_of(scenario, owner), own_job.context, look)
        # Another zone or sign would have all rooms furnished again.
        own.furnish_as(job.artist)
        way = job.paper.turned if own.is_wide(job.paper.content) else job.paper
        copy = own.overview(way.content)[0]
        sheets.setdefault(owner if owner in sides else REFEREE, []).append((copy, way, own_job))
    owner = job.game.printing.get("plan_of", "")
    own_job = job.of_side(owner) if owner in sides else job
    look = job.maps.look(scenario, job.context.theme)
    plans = map_artist(scenario, own_job.context, look).plan_sheets(paper.content) if owner else []
    sheets.setdefault(owner if owner in sides else REFEREE, []).extend(
        (plan, paper, own_job) for plan in plans
    )
    return [
        page
        for reader, drawings in sheets.items()
        for drawing, way, own_job in drawings
        for page in own_job.pages("Maps", [drawing], way, reader=reader)
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
    rules = open_special_rules(job.scenario)
    tables = needed_contents(job.game, census, rules)
    # Fitting the tables to their pages takes a quarter of the time of a kit.
    aid = (
        before.aid
        if before is not None and before.aid is not None and before.tables == tables
        else draw_player_aid(job.game, job.paper.content, job.context, census, rules)
    )
    sheets, shared = list(aid.sheets), frozenset[str]()
    for last in aid.roomy:
        filled, added = _filled_charts(job, drawn, [*aid.sheets[:-1], last])
        if len(added) > len(shared):
            sheets, shared = filled, frozenset(added)
    return Part(job.pages("Charts", sheets), shared=shared, aid=aid, tables=tables)


def _filled_charts(job: KitJob, drawn: Drawn, sheets: list[Drawing]) -> tuple[list[Drawing], set[str]]:
    """Sheets of tables with what their free room holds, and the names of that."""
    shared = set[str]()
    if "roster" in job.wanted and not is_shared(TRACKS, drawn):
        flows = FlowSheets(job.paper.content, job.context)
        flows.begin(sheets[-1])
        if flows.add_if_fits(tracks_of(job)):
            sheets, shared = [*sheets[:-1], *flows.drawings()], {TRACKS}
    filled, added = fill_boxes(job, sheets, unexplained(job, drawn))
    return filled, shared | added


def _rosters(job: KitJob, drawn: Drawn) -> Part:
    """The sheets of each side, and the tracks if they have found no room elsewhere.

    Sides that have one sheet each have it in type of one size.
    """
    scenario, pages, shared = job.scenario, list[Page](), set[str]()
    if not is_shared(TRACKS, drawn):
        tracks = track_sheets(job, drawn)
        shared |= fill_sheet(job, tracks, unexplained(job, drawn))
        pages += job.pages("Rosters", tracks.drawings())
    hidden = {force.side for force in scenario.forces if force.is_hidden}
    has_open = ANATOMY not in unexplained(job, drawn, shared)
    # What is on hidden counters is on the sheets of these, and so not here, too.
    secret = set[str]() if has_samples(job) else hidden
    explained = secret if has_open else set(sides_of(scenario))
    sheets = _sheets_of_sides(job, explained)
    if not has_open and not all(each.is_explained for each in sheets.values()):
        # In smaller type, all sides may have room; without it, a counter is explained on a sheet for all.
        sheets = _sheets_of_sides(job, explained, most=SMALLER[1])
        if not all(each.is_explained for each in sheets.values()):
            sheets = _sheets_of_sides(job, secret)
    has_patches = True
    for side, own in sheets.items():
        room = own.flows.room - (own.strip.height + APART if own.strip is not None else 0.0)
        for below in foot_of_side(job.of_side(side), side, own.anatomy, (own.flows.width, room)):
            add_below(own.flows, below)
        # What is cut off is at the foot.
        add_below(own.flows, own.strip)
        # Each player of several takes the sheet of a squad, so none is on the back of another.
        own_forces = [force for force in scenario.forces if force.side == side]
        leaf = Leaf.SINGLE if are_squads(own_forces) else Leaf.SHARED
        written = job.of_side(side).pages("Rosters", own.flows.drawings(), leaf=leaf, reader=side)
        if own.strip is not None:
            written[-1] = replace(written[-1], also="Templates")
        pages += [*written, *(replace(page, also="Templates") for page in own.templates)]
        shared |= {anatomy_for(side)} if own.is_explained else set()
        has_patches &= own.anatomy is None or has_all_patches(job.of_side(side), side, own.anatomy)
    # Who has it on a sheet of their own needs no other.
    shared |= {ANATOMY} if all(anatomy_for(side) in shared for side in sheets) else set()
    shared |= {PATCHES} if has_patches else set()
    return Part(pages, shared=frozenset(shared))


@dataclass(frozen=True, slots=True)
class _SideSheets:
    """The sheets of a side, what is on a counter and a strip to cut off below, and sheets of templates."""

    flows: FlowSheets
    anatomy: Drawing | None
    strip: Drawing | None
    templates: Sequence[Page]
    is_explained: bool


def _sheets_of_sides(
    job: KitJob, explained: Collection[str], most: float = math.inf
) -> dict[str, _SideSheets]:
    """The sheets of each side, those of one sheet in type of one scale, which is ``most`` at most.

    A counter is to be ``explained`` on those of some sides, if they have room for it.
    """
    fitted, strips = sides_with_strips(job, most)
    of_templates = {
        side: own_templates(job.of_side(side), side, "Rosters", with_anatomy=side in explained)
        for side in fitted
        if strips[side] is None
    }
    rooms = {}
    for side, own in fitted.items():
        if side in explained and not of_templates.get(side, ((), False))[1]:
            strip = strips[side]
            rooms[side] = own.width, own.room - (strip.height + APART if strip is not None else 0.0)
    counters, sheets = _anatomies(job, rooms), {}
    for side, own in fitted.items():
        pages, is_there = of_templates.get(side, ([], False))
        counter = counters.get(side)
        is_explained = counter is not None or is_there
        sheets[side] = _SideSheets(own, counter, strips[side], pages, is_explained)
    return sheets


def _anatomies(job: KitJob, rooms: Mapping[str, tuple[float, float]]) -> dict[str, Drawing]:
    """What is on a counter of each side in its room, if it fits, and all in one scale if they do then."""
    for scale in (*SCALES, 0.0):
        drawn = {
            side: counter
            for side, room in rooms.items()
            for counter in explanations(job.of_side(side), (ANATOMY,), *room, side, scale=scale)
        }
        if len(drawn) == len(rooms):
            return drawn
    return drawn


def _cards(job: KitJob, drawn: Drawn) -> Part:
    """The cards that everybody may see, and those of each side on sheets of their own.

    If a side with cards of its own has those of its units, the other has too.
    """
    decks = scenario_decks(job.card_artist(), job.scenario)
    if job.layout("cards").sheet.file is not None:
        return job.cut_out("Cards", [piece for deck in decks for piece in (*deck.cards, *deck.units)])
    worth = [_units_worth_printing(job, deck) for deck in decks]
    of_sides = any(fill for deck, fill in zip(decks, worth, strict=True) if deck.reader)
    cards = [
        [*deck.cards, *(deck.units if fill or (deck.reader and of_sides) else ())]
        for deck, fill in zip(decks, worth, strict=True)
    ]
    parts = [
        job.cut_out(
            "Cards", own, reader=deck.reader, side=side_name(job.scenario, deck.reader, job.context.words)
        )
        for deck, own in zip(decks, cards, strict=True)
    ]
    return Part(
        [page for part in parts for page in part.pages],
        pieces=[piece for part in parts for piece in part.pieces],
    )


def _units_worth_printing(job: KitJob, deck: Deck) -> bool:
    """Whether the cards of a deck's units fill up a sheet, or half of a sheet of their own.

    A kit without the sheets of the sides, which have the same figures, has all cards.
    """
    if not deck.units:
        return False
    if "roster" not in job.wanted:
        return True
    layout = job.layout("cards")
    grid = fit_grid(layout, layout.face_of(deck.units[0]))
    a_sheet, count = grid.columns * grid.rows, sum(piece.copies for piece in deck.cards)
    if not count:
        return len(deck.units) * 2 >= a_sheet
    together = count + len(deck.units)
    # Both sides of a sheet to fold are on one page.
    pages, more = (-(-number * 2 // a_sheet) for number in (count, together))
    is_full = (together % a_sheet or a_sheet) >= _MIN_FILLED * a_sheet
    return len(deck.units) <= -count % a_sheet and (more == pages or is_full)


def charts(job: PrintJob) -> Part:
    """The game's tables on a page or two."""
    return Part(job.pages("Charts", draw_player_aid(job.game, job.paper.content, job.context).sheets))


def game_templates(job: PrintJob) -> Part:
    """All of the game's templates."""
    drawings = template_sheets(
        templates_for(job.game, job.context.words), job.game, job.paper.content, job.context
    )
    return Part(job.pages("Templates", drawings, leaf=Leaf.ALONE))


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

# In the order of their pages.
PARTS: Mapping[str, Callable[[KitJob, Drawn], Part]] = {
    "briefing": draw_briefing,
    EXAMPLE: _example,
    "charts": _charts,
    "roster": _rosters,
    "map": _maps,
    "cards": _cards,
    "counters": visible_counters,
    "templates": templates,
}
# These come first because the best place for what explains the counters is above templates.
_DRAWN_FIRST = ("counters", "templates")
# Which parts may have short explanations, the best first.
_MAY_EXPLAIN = ("templates", "charts", "roster")


def draw_parts(job: KitJob) -> dict[str, Part]:
    """The wanted parts in the order of their pages. Sheets of one may be on pages of those drawn before."""
    drawn: dict[str, Part] = {}
    for name in (*_DRAWN_FIRST, *(each for each in PARTS if each not in _DRAWN_FIRST)):
        if name in job.wanted:
            drawn[name] = PARTS[name](job, drawn)
        if name == _DRAWN_FIRST[-1] and "counters" in drawn:
            drawn["counters"] = _with_anatomy(job, drawn)
    if "counters" in drawn:
        drawn |= _explained(job, drawn)
    return {name: drawn[name] for name in PARTS if name in drawn}


def _with_anatomy(job: KitJob, drawn: Drawn) -> Part:
    """The counters with what is on one of them below, if there is room and nothing else is to go there.

    There is room for those of all sides and for all patches; sheets of a side have their own at best.
    """
    before = drawn["counters"]
    if unexplained(job, drawn) != [ANATOMY]:
        return before
    part = visible_counters(job, drawn, [ANATOMY])
    is_better = (
        ANATOMY in part.shared and before.shared <= part.shared and len(part.pages) == len(before.pages)
    )
    return part if is_better else before


def _explained(job: KitJob, drawn: Drawn) -> dict[str, Part]:
    """The parts that change with explanations of the counters that no sheet has yet.

    These are below the counters, else, shorter, on a sheet of another part. They are on a sheet of their own
    if they have no room at all, and the kit has sheets to keep.
    """
    names = unexplained(job, drawn)
    # Counters explained on the sheets of sides may have no room there for what the patches of others mean.
    legend = [PATCHES] if not names and is_shared(ANATOMY, drawn) and "roster" in drawn else []
    legend = missing(legend, drawn)
    gathered = _gathered(job, drawn) if legend else None
    if gathered is not None:
        part, left, changed = drawn["counters"], [KEY, ANATOMY], {"roster": gathered}
    else:
        part = visible_counters(job, drawn, [*names, *legend]) if names or legend else drawn["counters"]
        left = [name for name in names if name not in part.shared]
        changed = _terse(job, {**drawn, "counters": part}, left) if left else {}
        left = [] if changed else left
    sheets = job.pages("Rosters", [explanation_sheet(job, left)]) if left and "roster" in job.wanted else []
    hidden = hidden_counters(job, part.pieces, {**drawn, **changed, "counters": part})
    return {**changed, "counters": replace(part, pages=[*part.pages, *sheets, *hidden])}


def _gathered(job: KitJob, drawn: Drawn) -> Part | None:
    """The sheets of sides without any part of the key, which is in one place then; None if they have none.

    Nobody finds it in four: with the tracks, on the sheet of each side, and beside the counters.
    """
    if KEY not in drawn["roster"].shared:
        return None
    counters = drawn["counters"]
    keyed = replace(counters, shared=counters.shared | {KEY, ANATOMY, PATCHES})
    others = {name: part for name, part in drawn.items() if name != "roster"}
    return PARTS["roster"](job, {**others, "counters": keyed})


def _terse(job: KitJob, drawn: Drawn, names: Collection[str]) -> dict[str, Part]:
    """A part that has room for short explanations on the pages that it has anyway; none if no part has."""
    short = replace(job, terse=True, drawn=drawn)
    for name in (each for each in _MAY_EXPLAIN if each in drawn):
        others = {other: part for other, part in drawn.items() if other != name}
        part = PARTS[name](short, others)
        kept = (drawn[name].shared - {PATCHES}) | set(names)
        if part.shared.issuperset(kept) and len(part.pages) <= len(drawn[name].pages):
            return {name: part}
    return {}
