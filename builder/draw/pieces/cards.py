"""Cards of powers, actions, weapon effects and missions, in poker or mini size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.charts import cell_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.entry_text import citation_line, running_text, victory_points
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, REGULAR, Face, Metrics, Type
from builder.draw.surface.wording import Words
from rulesdb import Entry, Ruleset

WIDTH = 63.5
HEIGHT = 88.9
BLEED = 3.0
# The facts of a power that are shown large, with the sign before them.
_BADGES = {"armor": "×", "hand_to_hand": "+", "movement": ""}
_MAX_TEXT = 4.2
_MIN_TEXT = 1.75


@dataclass(frozen=True, slots=True)
class CardSize:
    """A card of ``width`` × ``height`` mm after cutting, with ``bleed`` mm of art beyond the cut.

    Text is at least ``safe`` mm from the cut. ``cut_line`` draws the cut for scissors if no colored band
    shows it; a print service's die needs no line.
    """

    width: float = WIDTH
    height: float = HEIGHT
    bleed: float = BLEED
    safe: float = 4.0
    cut_line: bool = True

    @property
    def scale(self) -> float:
        """The size of type and figures, relative to a poker card."""
        return min(self.width / WIDTH, self.height / HEIGHT)


POKER = CardSize()


def card_text(game: Ruleset, entry: Entry, words: Words) -> str:
    """An action card's text with its figures from tables, so that players need not look them up."""
    text = running_text(game, entry)
    for linked in game.links_from(entry):
        if linked.kind != "table":
            continue
        table = game.table(linked.slug)
        axis = next((axis for axis in table.axes if entry.slug in axis.labels), None)
        if axis is None:
            continue
        figures = [
            f"{', '.join(place for name, place in at.items() if name != axis.name)} "
            + cell_text(table, cell, words)
            for at, cell in table.cells()
            if at[axis.name] == entry.slug
        ]
        text += f" {linked.title}: {', '.join(figures)}{words.mark(linked.provenance.basis)}."
    return text


class CardArtist:
    """Draws cards in one theme and size."""

    def __init__(self, context: DrawingContext, *, size: CardSize = POKER, emblem: str = "beast-eye") -> None:
        self.context = context
        self.theme = context.theme
        self.words = context.words
        self.metrics = context.metrics
        self.size = size
        self.emblem = emblem

    def power(self, entry: Entry, game_title: str, copies: int = 1) -> Piece:
        """A power as a card: name, figure, effect, citation; the back is the same for all powers."""
        front = self.front(entry, "power", entry["card"], self.words.of("when", entry["when"]))
        back = self.back("power", game_title)
        return self.piece(f"power-{entry.slug}", front, back, copies)

    def action(self, entry: Entry, game_title: str, text: str, copies: int = 1) -> Piece:
        """An action card: name, when it is played, its effect and points; the back is the same for all."""
        sentence = self.words("card.play", when=entry["play"], text=text)
        front = self.front(entry, "action", sentence, self.words("unit.points", count=entry["points"]))
        back = self.back("action", game_title)
        return self.piece(f"action-{entry.slug}", front, back, copies)

    def effect(self, entry: Entry, game_title: str, text: str, copies: int = 1) -> Piece:
        """A card with a random effect of a weapon; the back is the same for all."""
        front = self.front(entry, "effect", text, "")
        back = self.back("effect", game_title)
        return self.piece(f"effect-{entry.slug}", front, back, copies)

    def mission(self, entry: Entry, sides: Mapping[str, str]) -> Piece:
        """A mission: its conditions on the front, its victory points on the back."""
        lines = [
            self.words(
                "card.victory", side=sides[line["side"]], points=victory_points(line, "/"), text=line["text"]
            )
            for line in entry["victory"]
        ]
        number = self.words("card.number", number=entry["number"])
        front = self.front(entry, "mission", " ".join(entry["conditions"]), number)
        back = self.front(entry, "victory-points", "\n".join(lines), number, "back")
        return self.piece(f"mission-{entry.slug}", front, back)

    def piece(self, name: str, front: Drawing, back: Drawing, copies: int = 1) -> Piece:
        """The two faces as a piece to cut out."""
        size = self.size
        return Piece(name, size.width, size.height, size.bleed, front, back, copies, size.safe)

    def _type(self, face: Face, size: float) -> Type:
        """A type of a poker card, scaled to this card's size, but not too small to read."""
        return Type(face, max(_MIN_TEXT, size * self.size.scale))

    def front(
        self,
        entry: Entry,
        kind: str,
        text: str,
        corner: str,
        side: str = "front",
        figure: Callable[[Canvas], float] | None = None,
    ) -> Drawing:
        """A card's face: band with kind and title, figure, text in the largest type that fits, citation.

        ``figure`` draws under the band, from the card's cut corner, and returns where the text may begin.
        """
        size, scale = self.size, self.size.scale
        canvas = self._blank("paper")
        canvas.rect(0, 0, canvas.width, size.bleed + 17 * scale, fill="band")
        with canvas.shifted(size.bleed, size.bleed):
            inner = size.width - 2 * size.safe
            type, room = self._type(CONDENSED_BOLD, 2.8), (size.safe, 4 * scale, inner, 5 * scale)
            name = self.words(f"card.{kind}")
            canvas.text(name, size.safe, 7.2 * scale, type, fill="band_text", within=room)
            type = self.metrics.fit(entry.title, Type(BOLD, 6.2 * scale), inner, 3.6 * scale)
            room = (size.safe, 8 * scale, inner, 8 * scale)
            canvas.text(entry.title, size.safe, 14 * scale, type, fill="band_text", within=room)
            if self.theme["band"] == self.theme["paper"]:
                ends = (size.safe, 17 * scale), (size.width - size.safe, 17 * scale)
                canvas.line(*ends, stroke="ink", stroke_width=0.5)
            top = figure(canvas) if figure is not None else self._figure(canvas, entry)
            self._body(canvas, text, top, inner)
            self._foot(canvas, entry, corner, inner)
        self._outline(canvas)
        return canvas.drawing(f"card-{entry.slug}-{side}", entry.title)

    def _foot(self, canvas: Canvas, entry: Entry, corner: str, inner: float) -> None:
        """A rule, the citation, and when or where the card applies."""
        size, scale = self.size, self.size.scale
        line, right = size.height - 10 * scale, size.width - size.safe
        canvas.line((size.safe, line), (right, line), stroke="rule", stroke_width="rule")
        foot = self._type(CONDENSED_BOLD, 2.5)
        room = (size.safe, size.height - 9.5 * scale, inner, 9.5 * scale - size.safe)
        baseline = size.height - 6 * scale
        cited = citation_line(entry, self.words)
        beside = inner - self.metrics.width(corner, foot) - 1.5
        type = self.metrics.fit(cited, self._type(CONDENSED, 2.5), beside, _MIN_TEXT)
        lines = [cited]
        if self.metrics.width(cited, type) <= beside:
            canvas.text(corner, right, baseline, foot, anchor="end", fill="muted", within=room)
        else:
            # The word in the corner moves up to the card's kind.
            above = (size.safe, 4 * scale, inner, 5 * scale)
            canvas.text(corner, right, 7.2 * scale, foot, anchor="end", fill="band_text", within=above)
            lines = self.metrics.wrap(cited, type, inner)
            baseline = line + 0.3 + type.size
        color = "house" if entry.provenance.basis.is_marked else "muted"
        canvas.lines(lines, size.safe, baseline, type, type.size + 0.1, fill=color, within=room)

    def _figure(self, canvas: Canvas, entry: Entry) -> float:
        """The power's number in a badge, if it has one; returns where the text begins."""
        scale, middle = self.size.scale, self.size.width / 2
        name = next((name for name in _BADGES if entry.get(name)), "")
        if not name:
            return 24.0 * scale
        badge, caption = f"{_BADGES[name]}{entry[name]}", self.words(f"card.{name.replace('_', '-')}")
        canvas.circle(middle, 33 * scale, 10.5 * scale, fill="panel", stroke="ink", stroke_width=0.6)
        canvas.text(badge, middle, 36.3 * scale, Type(BOLD, 9.5 * scale), anchor="middle")
        type = self._type(CONDENSED, 2.9)
        canvas.text(caption, middle, 47.6 * scale, type, anchor="middle", fill="muted")
        return 52.0 * scale

    def _body(self, canvas: Canvas, text: str, top: float, width: float) -> None:
        """The effect in the largest type that fits above the foot, condensed if nothing else fits."""
        room = self.size.height - 11.5 * self.size.scale - top
        largest = _MAX_TEXT * self.size.scale
        sizes = [round(largest - step * 0.1, 2) for step in range(int((largest - _MIN_TEXT) / 0.1) + 1)]
        for type in (Type(face, size) for face in (REGULAR, CONDENSED) for size in (*sizes, _MIN_TEXT)):
            lines = self.metrics.wrap(text, type, width)
            step = type.size * Metrics.LINE
            if len(lines) * step <= room:
                break
        left = self.size.safe
        canvas.lines(lines, left, top + type.size, type, step, within=(left, top, width + 0.05, room))

    def back(self, kind: str, game_title: str) -> Drawing:
        """The same back for all cards of a kind, with the game's emblem."""
        title, color = self.words(f"card.{kind}"), "band_text"
        size, scale = self.size, self.size.scale
        middle, inner = size.width / 2, size.width - 2 * size.safe
        canvas = self._blank("band")
        with canvas.shifted(size.bleed, size.bleed):
            frame = (size.safe, size.safe, inner, size.height - 2 * size.safe)
            canvas.rect(*frame, radius=2.5 * scale, stroke=color, stroke_width=0.5)
            canvas.icon(self.emblem, middle - 16 * scale, 20 * scale, 32 * scale, color)
            for text, y, face, large in ((title, 64, BOLD, 6), (game_title, 71, REGULAR, 3.4)):
                room = (size.safe, (y - 6) * scale, inner, 9 * scale)
                type = self.metrics.fit(text, self._type(face, large), inner - 6 * scale, _MIN_TEXT)
                canvas.text(text, middle, y * scale, type, anchor="middle", fill=color, within=room)
        self._outline(canvas)
        return canvas.drawing(f"card-{kind}-back", self.words("card.back", kind=title.capitalize()))

    def _outline(self, canvas: Canvas) -> None:
        """The cut as a line, if no colored band shows it."""
        size = self.size
        if size.cut_line and self.theme["band"] == self.theme["paper"]:
            canvas.rect(size.bleed, size.bleed, size.width, size.height, stroke="rule", stroke_width="rule")

    def _blank(self, fill: str) -> Canvas:
        size = self.size
        canvas = Canvas(size.width + 2 * size.bleed, size.height + 2 * size.bleed, self.context)
        canvas.rect(0, 0, canvas.width, canvas.height, fill=fill)
        return canvas
