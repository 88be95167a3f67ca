"""A print job, which draws and lays out the parts of a kit or of a game's play aids, and these parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from builder.draw.maps.map_artist import MapArtist
from builder.draw.maps.slabs.perspective import Slab
from builder.draw.pieces.cards.artist import CardArtist
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.piece import Piece
from builder.draw.sheets.aid.player_aid import PlayerAid
from builder.draw.sheets.sides.side_colors import context_of_side
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.wording import Words
from builder.press.kit.map_choices import MapChoices
from builder.press.pages.imposition import NO_ASIDE, Aside, impose
from builder.press.pages.layout import Layout
from builder.press.pages.leaves import duplex_of, in_print_order, numbered, on_leaves
from builder.press.pages.page import Leaf, Page, page_of
from builder.press.pages.paper import Paper
from builder.press.services.delivery import Delivery, delivery_pages
from builder.press.services.sheet import Duplex
from builder.press.services.sheet_choices import SheetChoices
from builder.scenario.model import Scenario
from rulesdb import Ruleset

if TYPE_CHECKING:
    from builder.draw.example.story import Story

# The reader of sheets that no side may see.
REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a kit: its pages, and drawings that are also useful without paper.

    ``loose`` has complete maps, ``slabs`` those that everybody may see, for a picture. ``pieces`` has the
    cards or counters on the pages, or in the ``deliveries`` to print services. ``shared`` names the sheets of
    other parts that its pages have room for. The ``aid`` depends on the game and on the ``tables`` that the
    scenario needs.
    """

    pages: Sequence[Page]
    loose: Sequence[Drawing] = ()
    pieces: Sequence[Piece] = ()
    deliveries: Sequence[Delivery] = ()
    shared: frozenset[str] = frozenset()
    slabs: Sequence[Slab] = ()
    aid: PlayerAid | None = None
    tables: Sequence[str] = ()

    @property
    def printed_pages(self) -> list[Page]:
        """All of its pages, printed at home or by a service."""
        return [*self.pages, *(page for delivery in self.deliveries for page in delivery_pages(delivery))]


@dataclass(frozen=True, slots=True)
class PrintJob:
    """The options for a game's play aids: how they are drawn, and the paper and sheets to print them on."""

    game: Ruleset
    context: DrawingContext
    paper: Paper
    footer: str
    sheets: SheetChoices

    def pages(
        self,
        part: str,
        drawings: Iterable[Drawing],
        paper: Paper | None = None,
        *,
        leaf: Leaf = Leaf.SHARED,
        reader: str = "",
    ) -> list[Page]:
        """Each drawing on a separate page, on the job's paper unless another one is given."""
        return [
            replace(
                page_of(part, drawing, paper or self.paper, self.footer, self.context),
                leaf=leaf,
                reader=reader,
            )
            for drawing in drawings
        ]

    @property
    def duplex(self) -> Duplex:
        """How the PDF is meant to be printed; the files for print services do not count."""
        layouts = self.sheets.layouts(self.paper).values()
        return duplex_of(layout.duplex for layout in layouts if layout.sheet.file is None)

    def bound(self, pages: Iterable[Page]) -> list[Page]:
        """The pages of the PDF in the order of printing, with blank ones between them and with numbers."""
        ordered = in_print_order(list(pages))
        if self.duplex is not Duplex.NONE:
            ordered = on_leaves(ordered, self.context)
        return numbered(ordered, self.context)

    def layout(self, kind: str) -> Layout:
        """The layout of cards or counters on paper."""
        return self.sheets.layouts(self.paper)[kind]

    def cut_out(
        self,
        part: str,
        pieces: Sequence[Piece],
        *,
        reader: str = "",
        side: str = "",
        aside: Aside = NO_ASIDE,
        folds: bool = True,
    ) -> Part:
        """Cards or counters: pages of fronts and backs, or files for a print service.

        ``reader`` is the side that they are for, and ``side`` its title; empty if they are for everybody.
        What is ``aside`` is printed beside the pieces if there is room. A sheet is to fold only if this
        saves a page, and never without ``folds``.
        """
        layout = self.layout(part.lower())
        if layout.sheet.file is not None:
            delivery = Delivery(part, layout, tuple(pieces), self.footer, self.context)
            return Part((), pieces=pieces, deliveries=(delivery,) if pieces else ())
        title = self.context.words.of("part", part)
        title = f"{title}: {side}" if side else title
        # Whoever chooses how to print two-sided, or has measured a printer, gets just that.
        may_fold = folds and not self.sheets.duplex and self.sheets.printer is None
        pages = impose(part, title, pieces, layout, self.footer, self.context, aside, may_fold=may_fold)
        return Part([replace(page, reader=reader) for page in pages], pieces=pieces)

    def card_artist(self) -> CardArtist:
        """Draws the game's cards in the layout's size."""
        return CardArtist(self.context, self.game, size=self.layout("cards").card_size)

    def counter_artist(self) -> CounterArtist:
        """Draws counters with the layout's bleed and outline, for the size in which they are printed."""
        layout = self.layout("counters")
        return CounterArtist(
            self.context, bleed=layout.counter_bleed, cut_line=layout.cut_line, scale=layout.counter_scale
        )


@dataclass(frozen=True, slots=True)
class KitJob(PrintJob):
    """The play kit of a scenario, with the ``wanted`` parts.

    ``artist`` draws its map, and keeps what several parts need of it. ``drawn`` are parts of an earlier kit
    whose ``aid`` is that of this one; ``example`` is the game of its example of play. The parts
    of a ``terse`` job explain counters in less room.
    """

    scenario: Scenario
    maps: MapChoices
    artist: MapArtist
    wanted: frozenset[str]
    drawn: Mapping[str, Part] = field(default_factory=dict)
    example: Story | None = None
    terse: bool = False

    def of_side(self, side: str) -> KitJob:
        """The job for the sheets of a side, which are in its color."""
        return replace(self, context=context_of_side(self.scenario, side, self.context))


def supplements_note(game: Ruleset, words: Words) -> str:
    """The supplements at the end of the small print of each page; empty without supplements."""
    titles = ", ".join(layer.title for layer in game.layers)
    return words("foot.supplements", titles=titles) if titles else ""


def supplements_json(game: Ruleset) -> list[dict[str, str]]:
    """The supplements for a manifest, without their folders on this machine."""
    return [
        {"title": layer.title, "file": Path(layer.path).name, "sha256": layer.sha256} for layer in game.layers
    ]
