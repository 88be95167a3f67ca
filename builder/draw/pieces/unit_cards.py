"""Unit sheets as cards: the icon of a unit, and its figures from the tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from builder.draw.pieces.cards import CardArtist
from builder.draw.pieces.piece import Piece
from builder.draw.pieces.unit_figures import UnitFigure, unit_figures
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.entry_text import running_text
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Type
from rulesdb import Entry, Ruleset

_ART = 19.0
_MIN_SIZE = 1.75


def unit_card(artist: CardArtist, game: Ruleset, unit: Entry) -> Piece | None:
    """A card of a unit; ``None`` if neither the unit nor a table has a figure for it."""
    figures = unit_figures(game, unit, artist.words)
    if not figures:
        return None
    sides = {side.id: side.title for side in game.sides}
    corner = artist.words.term(str(unit.get("race", sides.get(unit["side"], unit["side"]))))
    draw_figures = partial(_figures, artist, unit, figures)
    front = artist.front(unit, "unit", running_text(game, unit), corner, figure=draw_figures)
    return artist.piece(f"unit-{unit.slug}", front, artist.back("unit", game.title))


def _figures(artist: CardArtist, unit: Entry, figures: Sequence[UnitFigure], canvas: Canvas) -> float:
    """Draw the icon and the figures next to it; returns where the text begins."""
    size, scale, theme = artist.size, artist.size.scale, artist.theme
    top, art = 19.5 * scale, _ART * scale
    color = theme.counters[unit["counter"]["family"]]
    outline = "rule" if theme["paper"] in (color, theme["band"]) else "none"
    canvas.rect(size.safe, top, art, art, radius=1.5 * scale, fill=color, stroke=outline, stroke_width="rule")
    inset = 2.0 * scale
    canvas.icon(unit["counter"]["icon"], size.safe + inset, top + inset, art - 2 * inset)
    left = size.safe + art + 2.5 * scale
    right = size.width - size.safe
    step = max(2.4, min(3.6, 33.0 / len(figures)) * scale)
    y = top
    for figure in figures:
        value = figure.value + figure.mark(unit, artist.words)
        y = _line(canvas, artist, (left, right, y), figure.name, value, step)
    return max(y, top + art) + 2.0 * scale


def _line(
    canvas: Canvas, artist: CardArtist, place: tuple[float, float, float], name: str, value: str, step: float
) -> float:
    """A name and its value on one line, or the value on separate lines; returns where the next one begins."""
    left, right, y = place
    metrics = artist.metrics
    plain = Type(CONDENSED, max(_MIN_SIZE, step * 0.78))
    bold = Type(CONDENSED_BOLD, max(_MIN_SIZE, step * 0.8))
    room = right - left
    if metrics.width(name, plain) + metrics.width(value, bold) + 1.5 <= room:
        within = (left, y, room, step)
        canvas.text(name, left, y + step * 0.76, plain, fill="muted", within=within)
        canvas.text(value, right, y + step * 0.76, bold, anchor="end", within=within)
        return y + step
    for words, type, color in ((name, plain, "muted"), (value, bold, "ink")):
        for line in metrics.wrap(words, type, room):
            within = (left, y, room + 0.05, step)
            canvas.text(line, left, y + step * 0.76, type, fill=color, within=within)
            y += step
    return y + 0.4
