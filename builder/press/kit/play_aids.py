"""The play aids of a game without a scenario: record sheets, cards, charts, counters and templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from builder.draw.pieces.piece import Piece
from builder.draw.sheets.blank_rosters import draw_blank_rosters
from builder.draw.sheets.sides.creature_sheets import draw_blank_creature_sheets
from builder.draw.sheets.tracks.tracks import track_flow
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow_sheets import draw_flows
from builder.draw.surface.theme import Theme
from builder.press.kit.decks import game_cards
from builder.press.kit.job import Part, PrintJob, supplements_json, supplements_note
from builder.press.kit.output import SVG_AND_PDF, Formats, Work, write_output
from builder.press.kit.parts import charts, game_templates
from builder.press.pages.page import Page
from builder.press.pages.paper import Paper
from builder.press.pdf.typeset import About
from builder.press.services.delivery import Delivery
from builder.press.services.sheet import Duplex
from builder.press.services.sheet_choices import SheetChoices
from rulesdb import Basis, Entry, Ruleset, __version__
from rulesdb.arguments import as_path, require, require_each
from rulesdb.language import in_language

PDF_NAME = "play-aids.pdf"
FIGURES = 6
VEHICLES = 2


@dataclass(frozen=True, slots=True)
class PlayAids:
    """The pages of a game's play aids in the order of the PDF, and the cards and counters by part."""

    game: Ruleset
    paper: Paper
    theme: Theme
    pages: tuple[Page, ...]
    pieces: Mapping[str, tuple[Piece, ...]]
    house: tuple[Entry, ...]
    duplex: Duplex
    deliveries: tuple[Delivery, ...] = ()


def compose_aids(
    game: Ruleset,
    paper: Paper,
    theme: Theme,
    *,
    aids: Iterable[str],
    sheets: SheetChoices | None = None,
    debug: bool = False,
) -> PlayAids:
    """Draw and lay out the chosen aids, in the order of :data:`AIDS`.

    An aid has no pages if the game has nothing for it, for example if it has no cards.
    """
    require("game", game, Ruleset, "an open game")
    require("paper", paper, Paper, "a paper; load_paper reads one")
    require("theme", theme, Theme, "a theme; load_theme reads one")
    require("sheets", sheets, (SheetChoices, type(None)), "a SheetChoices, or None")
    wanted = set(require_each("aids", aids, str, f"aids: {', '.join(AIDS)}"))
    game = in_language(game, theme.words.language)
    footer = theme.words("foot.aids", game=game.title, release=__version__)
    footer += supplements_note(game, theme.words)
    context = DrawingContext.of(game, theme, debug=debug)
    job = PrintJob(game, context, paper, footer, sheets or SheetChoices())
    drawn = {name: make(job) for name, make in AIDS.items() if name in wanted}
    kinds = ("unit", "power", "effect", "card", "mission", "roster", "marker", "phase")
    entries = [entry for kind in kinds for entry in game.of_kind(kind)]
    entries += [game.table(slug).entry for slug in game.chart_tables]
    house = tuple(entry for entry in entries if entry.provenance.basis is Basis.HOUSE)
    pages = job.bound(page for part in drawn.values() for page in part.pages)
    pieces = {name: tuple(part.pieces) for name, part in drawn.items() if part.pieces}
    deliveries = tuple(delivery for part in drawn.values() for delivery in part.deliveries)
    return PlayAids(game, paper, theme, tuple(pages), pieces, house, job.duplex, deliveries)


def aids_work(aids: PlayAids) -> Work:
    """The files of the play aids."""
    words = aids.theme.words
    title, subject = words("pdf.aids-title", game=aids.game.title), words("pdf.aids", id=aids.game.id)
    about = About(title, (), subject, words.language)
    return Work(
        aids.pages,
        PDF_NAME,
        about,
        DrawingContext.of(aids.game, aids.theme),
        pieces=aids.pieces,
        deliveries=aids.deliveries,
        duplex=aids.duplex,
    )


def write_aids(
    aids: PlayAids,
    target: Path,
    formats: Formats = SVG_AND_PDF,
    tick: Callable[[], None] = lambda: None,
    *,
    force: bool = False,
) -> Path:
    """Write SVG files, ``play-aids.pdf`` and ``manifest.json``; returns the path of the manifest.

    ``tick`` is called after each file; ``force`` replaces files that were changed after they were built.

    Raises:
        OutputError: the folder cannot be written.
    """
    require("aids", aids, PlayAids, "play aids; compose_aids makes them")
    about = {
        "game": aids.game.id,
        "paper": aids.paper.name,
        "theme": aids.theme.name,
        "pages": len(aids.pages),
        "supplements": supplements_json(aids.game),
        "house_values": [entry.id for entry in aids.house],
    }
    return write_output(as_path("target", target), aids_work(aids), about, formats, tick, force=force)


def _rosters(job: PrintJob) -> Part:
    game, context, size = job.game, job.context, job.paper.content
    wide = job.paper.turned if game.of_kind("roster") else job.paper
    tracks = draw_flows([track_flow(game, context)], size, context)
    upright = [*draw_blank_creature_sheets(game, size, context), *tracks]
    return Part(
        [
            *job.pages("Record sheets", draw_blank_rosters(game, wide.content, context), wide),
            *job.pages("Record sheets", upright),
        ]
    )


def _cards(job: PrintJob) -> Part:
    return job.cut_out("Cards", game_cards(job.card_artist(), job.game))


def _counters(job: PrintJob) -> Part:
    artist, game = job.counter_artist(), job.game
    counts = {unit.key: max(FIGURES, int(unit.get("most", 1))) for unit in game.of_kind("unit")}
    counts |= {vehicle.key: VEHICLES for vehicle in game.of_kind("vehicle")}
    ids = artist.unit_ids(game, counts)
    pieces = [
        _in_group(artist.unit(game, entry, number, id), entry)
        for kind in ("unit", "vehicle")
        for entry in game.of_kind(kind)
        for number, id in enumerate(ids[entry.key], 1)
    ]
    hidden = [unit for unit in game.of_kind("unit") if "back" not in unit["counter"]]
    pieces += [_in_group(artist.unit_dummy(unit, FIGURES), unit) for unit in hidden]
    return job.cut_out("Counters", [*pieces, *artist.markers(game)])


def _in_group(piece: Piece, entry: Entry) -> Piece:
    """The counter of a unit or vehicle in the group of its kind."""
    return replace(piece, group=f"{entry.kind}:{entry.slug}", label=entry.title)


AIDS: Mapping[str, Callable[[PrintJob], Part]] = {
    "charts": charts,
    "rosters": _rosters,
    "cards": _cards,
    "counters": _counters,
    "templates": game_templates,
}
