"""The play aids of a game without a scenario: record sheets, cards, charts, counters and templates."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.draw.pieces.piece import Piece
from builder.draw.pieces.silhouettes import load_silhouettes
from builder.draw.sheets.blank_rosters import draw_blank_rosters
from builder.draw.sheets.creature_sheets import draw_blank_creature_sheets
from builder.draw.sheets.player_aid import draw_player_aid
from builder.draw.sheets.templates import draw_templates
from builder.draw.sheets.tracks import draw_tracks
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.theme import Theme
from builder.draw.surface.type import Metrics
from builder.press.kit.artists import card_artist, counter_artist
from builder.press.kit.bench import Part
from builder.press.kit.cut_out import cut_out
from builder.press.kit.decks import game_cards
from builder.press.kit.folder import MANIFEST, replaced_folder
from builder.press.kit.output import SVG_AND_PDF, Formats, Work, write_work
from builder.press.pages.layout import Layout
from builder.press.pages.page import Page, page_of
from builder.press.pages.paper import Paper
from builder.press.pdf.typeset import About
from builder.press.services.delivery import Delivery
from builder.press.services.sheet_choices import SheetChoices
from rulesdb import Basis, Entry, Ruleset, __version__

PDF_NAME = "play-aids.pdf"
FIGURES = 6
VEHICLES = 2


@dataclass(frozen=True, slots=True)
class Shop:
    """What every aid needs to be drawn."""

    game: Ruleset
    paper: Paper
    theme: Theme
    metrics: Metrics
    silhouettes: Mapping[str, str]
    footer: str
    debug: bool
    choices: SheetChoices

    def sheets(self, title: str, drawings: Sequence[Drawing], paper: Paper | None = None) -> Part:
        """Drawings on pages of their own."""
        on = paper or self.paper
        pages = [
            page_of(title, drawing, on, self.footer, self.theme, self.metrics, self.debug)
            for drawing in drawings
        ]
        return Part(pages)

    def layout(self, kind: str) -> Layout:
        """How cards or counters go on paper."""
        return self.choices.layouts(self.paper)[kind]

    def cut(self, title: str, pieces: Sequence[Piece]) -> Part:
        """Pieces to cut out, with their backs behind them."""
        layout = self.layout(title.lower())
        return cut_out(title, pieces, layout, self.footer, self.theme, self.metrics, debug=self.debug)


@dataclass(frozen=True, slots=True)
class PlayAids:
    """The pages of a game's play aids in the order of the PDF, and the cards and counters by part."""

    game: Ruleset
    paper: Paper
    theme: Theme
    pages: tuple[Page, ...]
    pieces: Mapping[str, tuple[Piece, ...]]
    house: tuple[Entry, ...]
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

    A game that has nothing of a kind, as no cards, has no pages of it.
    """
    wanted = set(aids)
    footer = theme.words("foot.aids", game=game.title, release=__version__)
    shop = Shop(
        game, paper, theme, Metrics(theme.fonts), load_silhouettes(), footer, debug, sheets or SheetChoices()
    )
    made = {name: make(shop) for name, make in AIDS.items() if name in wanted}
    kinds = ("unit", "power", "effect", "card", "mission", "roster", "marker", "phase")
    shown = [entry for kind in kinds for entry in game.of_kind(kind)]
    shown += [game.table(slug).entry for slug in game.chart_tables]
    house = tuple(entry for entry in shown if entry.provenance.basis is Basis.HOUSE)
    pages = tuple(page for part in made.values() for page in part.pages)
    pieces = {name: tuple(part.pieces) for name, part in made.items() if part.pieces}
    deliveries = tuple(delivery for part in made.values() for delivery in part.deliveries)
    return PlayAids(game, paper, theme, pages, pieces, house, deliveries)


def aids_work(made: PlayAids) -> Work:
    """What of the play aids is written."""
    words = made.theme.words
    title, subject = words("pdf.aids-title", game=made.game.title), words("pdf.aids", id=made.game.id)
    about = About(title, (), subject, words.language)
    return Work(made.pages, PDF_NAME, about, pieces=made.pieces, deliveries=made.deliveries)


def write_aids(
    made: PlayAids, target: Path, formats: Formats = SVG_AND_PDF, tick: Callable[[], None] = lambda: None
) -> Path:
    """Write SVG files, ``play-aids.pdf`` and ``manifest.json``; returns the path of the manifest.

    ``tick`` is called after each file.

    Raises:
        OutputError: the folder cannot be written.
    """
    with replaced_folder(target) as folder:
        files = write_work(folder, aids_work(made), formats, tick)
        manifest = {
            "schema_version": 1,
            "generator": f"brainbug {__version__}",
            "game": made.game.id,
            "paper": made.paper.name,
            "theme": made.theme.name,
            "pages": len(made.pages),
            "house_values": [entry.id for entry in made.house],
            "files": files,
        }
        text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
        (folder / MANIFEST).write_text(text, encoding="utf-8", newline="\n")
    return target / MANIFEST


def _rosters(shop: Shop) -> Part:
    wide = shop.paper.turned if shop.game.of_kind("roster") else shop.paper
    drawings = draw_blank_rosters(shop.game, wide.content, shop.theme, shop.metrics, debug=shop.debug)
    upright = [
        *draw_blank_creature_sheets(
            shop.game, shop.paper.content, shop.theme, shop.metrics, debug=shop.debug
        ),
        *draw_tracks(shop.game, shop.paper.content, shop.theme, shop.metrics, debug=shop.debug),
    ]
    pages = [
        *shop.sheets("Record sheets", drawings, wide).pages,
        *shop.sheets("Record sheets", upright).pages,
    ]
    return Part(pages)


def _cards(shop: Shop) -> Part:
    artist = card_artist(
        shop.layout("cards"), shop.game, shop.theme, shop.metrics, shop.silhouettes, debug=shop.debug
    )
    return shop.cut("Cards", game_cards(artist, shop.game))


def _charts(shop: Shop) -> Part:
    drawings = draw_player_aid(shop.game, shop.paper.content, shop.theme, shop.metrics, debug=shop.debug)
    return shop.sheets("Charts", drawings)


def _counters(shop: Shop) -> Part:
    layout = shop.layout("counters")
    artist = counter_artist(layout, shop.theme, shop.metrics, shop.silhouettes, debug=shop.debug)
    pieces = [
        artist.unit(unit, number)
        for unit in shop.game.of_kind("unit")
        for number in range(1, max(FIGURES, int(unit.get("most", 1))) + 1)
    ]
    hidden = [unit for unit in shop.game.of_kind("unit") if "back" not in unit["counter"]]
    vehicles = shop.game.of_kind("vehicle")
    pieces += [artist.unit(vehicle, number) for vehicle in vehicles for number in range(1, VEHICLES + 1)]
    pieces += [artist.unit_dummy(unit, FIGURES) for unit in hidden]
    pieces += artist.markers(shop.game)
    return shop.cut("Counters", pieces)


def _templates(shop: Shop) -> Part:
    drawings = draw_templates(shop.game, shop.paper.content, shop.theme, shop.metrics, debug=shop.debug)
    return shop.sheets("Templates", drawings)


AIDS: Mapping[str, Callable[[Shop], Part]] = {
    "charts": _charts,
    "rosters": _rosters,
    "cards": _cards,
    "counters": _counters,
    "templates": _templates,
}
