"""Cards of powers, actions, weapon effects and missions, poker size."""

from __future__ import annotations

from collections.abc import Mapping

from builder.draw.canvas import Canvas, Drawing
from builder.draw.piece import Piece
from builder.draw.silhouettes import draw_silhouette
from builder.draw.theme import Theme
from builder.draw.type import BOLD, CONDENSED, CONDENSED_BOLD, REGULAR, Metrics, Type
from rulesdb import Basis, Entry, Ruleset
from rulesdb.tables import show_value

WIDTH = 63.5
HEIGHT = 88.9
BLEED = 3.0
SAFE = 4.0
_LARGEST_TEXT = 4.2
_SMALLEST_TEXT = 2.2
_SMALLEST_CITATION = 1.8


def citation_line(entry: Entry) -> str:
    """``bug-hunter 321.1`` with the basis where it is not printed."""
    provenance = entry.provenance
    basis = "" if provenance.basis is Basis.PRINTED else f" · {provenance.basis}"
    return f"{provenance.source}{basis}"


def card_text(game: Ruleset, entry: Entry) -> str:
    """An action card's words with the figures that its tables hold for it, so that it can be played alone."""
    said = " ".join(game.plain_text(entry, pointers=False).split())
    for linked in game.links_from(entry):
        if linked.kind != "table":
            continue
        table = game.table(linked.slug)
        axis = next((axis for axis in table.axes if entry.slug in axis.labels), None)
        if axis is None:
            continue
        figures = [
            f"{', '.join(place for name, place in at.items() if name != axis.name)} {show_value(cell.value)}"
            for at, cell in table.cells()
            if at[axis.name] == entry.slug
        ]
        ours = " (house)" if linked.provenance.basis is Basis.HOUSE else ""
        said += f" {linked.title}: {', '.join(figures)}{ours}."
    return said


class CardArtist:
    """Draws cards in one theme."""

    def __init__(
        self, theme: Theme, metrics: Metrics, silhouettes: Mapping[str, str], *, debug: bool = False
    ) -> None:
        self.theme = theme
        self.metrics = metrics
        self.silhouettes = silhouettes
        self.debug = debug

    def power(self, entry: Entry, game_title: str, copies: int = 1) -> Piece:
        """A power as a card: name, figure, effect, citation; the back is the same for all powers."""
        front = self._front(entry, "PRED POWER", entry["card"], str(entry["when"]).replace("-", " "))
        back = self._back("PRED POWER", game_title)
        return Piece(f"power-{entry.slug}", WIDTH, HEIGHT, BLEED, front, back, copies)

    def action(self, entry: Entry, game_title: str, text: str, copies: int = 1) -> Piece:
        """An action card: name, when it is played, what it does, its points; the back is the same for all."""
        front = self._front(
            entry, "ACTION CARD", f"Play {entry['play']}. {text}", f"{entry['points']} points"
        )
        back = self._back("ACTION CARD", game_title)
        return Piece(f"action-{entry.slug}", WIDTH, HEIGHT, BLEED, front, back, copies)

    def effect(self, entry: Entry, game_title: str, text: str, copies: int = 1) -> Piece:
        """A card of what a weapon does, drawn at random; the back is the same for all."""
        front = self._front(entry, "WEAPON EFFECT", text, "")
        back = self._back("WEAPON EFFECT", game_title)
        return Piece(f"effect-{entry.slug}", WIDTH, HEIGHT, BLEED, front, back, copies)

    def mission(self, entry: Entry, sides: Mapping[str, str]) -> Piece:
        """A mission: its conditions on the front, what gives victory points on the back."""
        lines = [
            f"{sides[line['side']]} "
            + ("/".join(map(str, line["by_number"])) if "by_number" in line else str(line["each"]))
            + f": {line['text']}"
            for line in entry["victory"]
        ]
        number = f"mission {entry['number']}"
        front = self._front(entry, "MISSION", " ".join(entry["conditions"]), number)
        back = self._front(entry, "VICTORY POINTS", "\n".join(lines), number, "back")
        return Piece(f"mission-{entry.slug}", WIDTH, HEIGHT, BLEED, front, back)

    def _front(self, entry: Entry, kind: str, text: str, corner: str, side: str = "front") -> Drawing:
        canvas = self._blank()
        theme = self.theme
        canvas.rect(0, 0, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED, fill=theme["paper"])
        canvas.rect(0, 0, WIDTH + 2 * BLEED, BLEED + 17, fill=theme["band"])
        with canvas.shifted(BLEED, BLEED):
            inner = WIDTH - 2 * SAFE
            canvas.text(
                kind,
                SAFE,
                7.2,
                Type(CONDENSED_BOLD, 2.8),
                fill=theme["band_text"],
                within=(SAFE, 4, inner, 5),
            )
            type = self.metrics.fit(entry.title, Type(BOLD, 6.2), inner, 3.6)
            canvas.text(entry.title, SAFE, 14, type, fill=theme["band_text"], within=(SAFE, 8, inner, 8))
            if theme["band"] == theme["paper"]:
                canvas.line((SAFE, 17), (WIDTH - SAFE, 17), stroke=theme["ink"], stroke_width=0.5)
            top = self._figure(canvas, entry)
            self._body(canvas, text, top, inner)
            canvas.line(
                (SAFE, HEIGHT - 10), (WIDTH - SAFE, HEIGHT - 10), stroke=theme["rule"], stroke_width=0.2
            )
            house = entry.provenance.basis is Basis.HOUSE
            foot = Type(CONDENSED_BOLD, 2.5)
            run = self.metrics.width(corner, foot)
            room = (SAFE, HEIGHT - 9.5, inner, 5.0)
            canvas.text(
                corner, WIDTH - SAFE, HEIGHT - 6, foot, anchor="end", fill=theme["muted"], within=room
            )
            cited = citation_line(entry)
            canvas.text(
                cited,
                SAFE,
                HEIGHT - 6,
                self.metrics.fit(cited, Type(CONDENSED, 2.5), inner - run - 1.5, _SMALLEST_CITATION),
                fill=theme["house"] if house else theme["muted"],
                within=room,
            )
        self._outline(canvas)
        return canvas.drawing(f"card-{entry.slug}-{side}", entry.title)

    def _figure(self, canvas: Canvas, entry: Entry) -> float:
        """The power's number in a badge, where it has one; returns where the text begins."""
        badge = ""
        caption = ""
        if entry.get("armor"):
            badge, caption = f"×{entry['armor']}", "defense multiple"
        elif entry.get("hand_to_hand"):
            badge, caption = f"+{entry['hand_to_hand']}", "hand-to-hand"
        elif entry.get("movement"):
            badge, caption = str(entry["movement"]), "movement points"
        if not badge:
            return 24.0
        canvas.circle(
            WIDTH / 2, 33, 10.5, fill=self.theme["panel"], stroke=self.theme["ink"], stroke_width=0.6
        )
        canvas.text(badge, WIDTH / 2, 36.3, Type(BOLD, 9.5), anchor="middle", fill=self.theme["ink"])
        canvas.text(caption, WIDTH / 2, 47.6, Type(CONDENSED, 2.9), anchor="middle", fill=self.theme["muted"])
        return 52.0

    def _body(self, canvas: Canvas, text: str, top: float, width: float) -> None:
        """The effect in the largest type that fits above the foot."""
        room = HEIGHT - 11.5 - top
        size = _LARGEST_TEXT
        while True:
            type = Type(REGULAR, size)
            lines = self.metrics.wrap(text, type, width)
            step = size * Metrics.LINE
            if len(lines) * step <= room or size <= _SMALLEST_TEXT:
                break
            size = round(size - 0.1, 2)
        for index, line in enumerate(lines):
            canvas.text(
                line,
                SAFE,
                top + size + index * step,
                type,
                fill=self.theme["ink"],
                within=(SAFE, top, width + 0.05, room),
            )

    def _back(self, kind: str, game_title: str) -> Drawing:
        canvas = self._blank()
        theme = self.theme
        canvas.rect(0, 0, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED, fill=theme["band"])
        with canvas.shifted(BLEED, BLEED):
            canvas.rect(
                SAFE,
                SAFE,
                WIDTH - 2 * SAFE,
                HEIGHT - 2 * SAFE,
                radius=2.5,
                stroke=theme["band_text"],
                stroke_width=0.5,
            )
            draw_silhouette(canvas, self.silhouettes["stalker"], WIDTH / 2 - 16, 20, 32, theme["band_text"])
            canvas.text(
                kind,
                WIDTH / 2,
                64,
                Type(BOLD, 6),
                anchor="middle",
                fill=theme["band_text"],
                within=(SAFE, 58, WIDTH - 2 * SAFE, 10),
            )
            canvas.text(
                game_title,
                WIDTH / 2,
                71,
                Type(REGULAR, 3.4),
                anchor="middle",
                fill=theme["band_text"],
                within=(SAFE, 66, WIDTH - 2 * SAFE, 8),
            )
        self._outline(canvas)
        return canvas.drawing(f"card-{kind.split()[-1].lower()}-back", f"{kind.capitalize()}, back")

    def _outline(self, canvas: Canvas) -> None:
        """The cut as a line, where no colored band shows it."""
        if self.theme["band"] == self.theme["paper"]:
            canvas.rect(BLEED, BLEED, WIDTH, HEIGHT, stroke=self.theme["rule"], stroke_width=0.2)

    def _blank(self) -> Canvas:
        return Canvas(WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED, self.metrics, debug=self.debug)
