"""Cards and counters of a kit: on its own pages, or for a print service."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.pieces.piece import Piece
from builder.draw.surface.theme import Theme
from builder.draw.surface.type import Metrics
from builder.press.kit.bench import Part
from builder.press.pages.imposition import impose
from builder.press.pages.layout import Layout
from builder.press.services.delivery import Delivery


def cut_out(
    title: str,
    pieces: Sequence[Piece],
    layout: Layout,
    footer: str,
    theme: Theme,
    metrics: Metrics,
    *,
    debug: bool = False,
) -> Part:
    """Pieces as a part: pages of fronts and backs, or what a service is handed."""
    if layout.sheet.file is not None:
        delivery = Delivery(title, layout, tuple(pieces), footer, theme, metrics)
        return Part((), pieces=pieces, deliveries=(delivery,) if pieces else ())
    shown = theme.words.of("part", title)
    pages = impose(title, title.lower(), shown, pieces, layout, footer, theme, metrics, debug=debug)
    return Part(pages, pieces=pieces)
