"""The faces of counters: people, creatures, markers, chits and hidden sides, each drawn from its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from builder.draw.maps.decks.craft import Craft, draw_craft
from builder.draw.pieces.chevrons import draw_chevrons
from builder.draw.pieces.counter_look import CounterLook
from builder.draw.pieces.counter_names import NAME_ROOM, SIZE
from builder.draw.pieces.counter_portraits import draw_portrait
from builder.draw.pieces.counter_words import fitted, halves, shortened
from builder.draw.pieces.figure_places import (
    BADGE,
    BAND,
    CORNER,
    HIGH_BAND,
    ID_BASE,
    LETTERS,
    LETTERS_BASE,
    NAME_BASE,
    NAME_TYPE,
    PATCH,
    PATCH_LETTERS,
    SAFE,
    SHADE_FOOT,
    STRIPE_ABOVE_NAME,
    Badge,
    Figure,
    icon_place,
    id_type,
    person_place,
    shade_place,
)
from builder.draw.pieces.team_stripes import BOTTOM as STRIPE_BOTTOM
from builder.draw.surface.canvas import Canvas, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.type import BOLD, CONDENSED_BOLD, Metrics, Type

# The type of a word in two lines, from line to line, and from the last to the cut.
_LINE, _LINE_STEP, _LAST_LINE = Type(CONDENSED_BOLD, 2.55, 0.03), 2.3, 0.95
_MIDDLE, _WORD_LEFT = SIZE / 2, (SIZE - NAME_ROOM) / 2
_WORD = Type(CONDENSED_BOLD, 2.75, 0.05)
# Ratings have one size on all counters, so that they can be compared; words give way to them.
_RATING, _RATING_EDGE, _RATING_GAP = 2.9, 0.85, 0.25
# What a word between ratings leaves free of its room, so that 0.9 mm are between it and each.
_AIR = 1.45
_HALO, _TINY = 0.32, 0.01
# How wide a craft is against its length, and its scale: it is drawn as fine as on a map.
_CRAFT_WIDTH, _CRAFT_SCALE = 0.6, 0.55
# The size of a marker's icon without its word, alone or with a number, and of that number.
_SIGN, _VALUED_SIGN, _SIGN_VALUE = 11.6, 8.8, 7.0
# The least size of a value beside an icon there, which gives way to it: 6 points on the smallest signs.
_LEAST_SIGN_VALUE = 4.4
# Between the icon of a marker and a value beside it.
_BESIDE_ICON = 0.4
# The words of markers are in 9 points if they fit, and in two lines rather than in less than the second size.
_MARKER_WORD = Type(CONDENSED_BOLD, 3.18, 0.04)
_MIN_ONE_LINE = 2.6
_FRAME = 0.9
# The size of the icon of a hidden side.
_HIDDEN = 11.5
_LOW_INK_FRAME = 0.45
# The rule above the band of each family in themes that save ink: its weight and dashes, and whether a thin
# line is above it.
_RULES = {
    "crew": (0.3, "none", True),
    "pred": (0.9, "0.3 0.5", False),
    "swarm": (0.6, "0.01 1.1", False),
    "bug": (0.7, "none", False),
    "android": (0.35, "2.2 0.7 0.5 0.7", False),
    "hunter": (0.35, "1.4 0.9", False),
}
_PLAIN_RULE = (0.3, "none", False)


def _rating_type(rating: str, least: float) -> Type:
    """The type of a rating, which is condensed if it has two digits."""
    return Type(BOLD if len(rating) < 2 else CONDENSED_BOLD, max(_RATING, least))


def hidden_place() -> tuple[float, float, float]:
    """The left and upper edges of the icon on the hidden side of a creature, and its size, in mm."""
    return _MIDDLE - _HIDDEN / 2, _MIDDLE - _HIDDEN / 2, _HIDDEN


def band_room(metrics: Metrics, left: str, right: str, least: float) -> tuple[float, float]:
    """The left edge and the width of the room that ratings leave for the word on a band, in mm."""
    ratings = ((each, _rating_type(each, least)) for each in (left, right))
    taken = [metrics.width(each, type) + _RATING_GAP if each else 0.0 for each, type in ratings]
    edge = _RATING_EDGE if any(taken) else _WORD_LEFT
    return edge + taken[0], SIZE - 2 * edge - sum(taken)


@dataclass(frozen=True, slots=True)
class CounterFace:
    """Draws one face with its origin at the cut; no text is smaller than ``least`` mm."""

    canvas: Canvas
    look: CounterLook
    bleed: float
    least: float

    def field(self, color: str) -> None:
        """The color of the whole face."""
        whole = SIZE + 2 * self.bleed
        self.canvas.rect(-self.bleed, -self.bleed, whole, whole, fill=color)

    def cut(self) -> None:
        """The hairline that shows the cut."""
        self.canvas.rect(0, 0, SIZE, SIZE, stroke=self.look.edge, stroke_width="crop")

    def figure(self, figure: Figure) -> None:
        """A person, creature or vehicle."""
        look, canvas = self.look, self.canvas
        self.field(look.field)
        if figure.shade:
            canvas.figure(figure.shade, *shade_place(), look.shade)
            # What would be on the name and beside it.
            canvas.rect(-self.bleed, SHADE_FOOT, SIZE + 2 * self.bleed, SIZE - SHADE_FOOT, fill=look.field)
        if figure.person:
            place = person_place(figure, canvas.metrics)
            color = look.figure if not figure.is_prone else look.icon if figure.icon else "ink"
            canvas.figure(figure.person, *place, color)
        if figure.stripe is not None:
            figure.stripe.draw(canvas, look, STRIPE_ABOVE_NAME if figure.name else STRIPE_BOTTOM)
        if figure.portrait:
            draw_portrait(canvas, figure, look)
        elif figure.craft:
            self._craft(figure)
        elif figure.icon:
            self._icon(figure)
        if figure.name:
            # Its halo ends at the band.
            self._name(figure.name)
        self._band(figure)
        end = self._id(figure)
        self._corner(figure, end)
        draw_chevrons(canvas, look, figure.chevrons)

    def _name(self, name: str) -> None:
        """The name above the band."""
        room = (_WORD_LEFT, 9.0, NAME_ROOM, 3.1)
        type = self._fitted(name, NAME_TYPE, NAME_ROOM)
        short = self._shortened(name, type, NAME_ROOM)
        at = _MIDDLE, NAME_BASE
        self.canvas.text(short, *at, type, anchor="middle", within=room, halo=self.look.field, halo_width=0.3)

    def _craft(self, figure: Figure) -> None:
        """A craft from above, its bow up, in the place of an icon."""
        left, top, size = icon_place(figure, self.canvas.metrics)
        place = f"translate({mm(left + size / 2)} {mm(top + size / 2)}) scale({_CRAFT_SCALE:g})"
        long = size / _CRAFT_SCALE
        with self.canvas.layer(transform=place):
            draw_craft(self.canvas, Craft((0.0, 0.0), (0.0, -1.0), long, _CRAFT_WIDTH * long), figure.craft)

    def _icon(self, figure: Figure) -> None:
        """The icon: over a person with a halo, else alone and larger."""
        place = icon_place(figure, self.canvas.metrics)
        rim: dict[str, Any] = (
            {"rim": self.look.field, "rim_width": _HALO} if figure.person or figure.shade else {}
        )
        self.canvas.icon(figure.icon, *place, "ink", level=figure.is_prone, turned=figure.turned, **rim)

    def _id(self, figure: Figure) -> float:
        """The id at the left, or the number of creatures at the right; returns where the id ends."""
        metrics, look = self.canvas.metrics, self.look
        for text, x, anchor in ((figure.id, SAFE, "start"), (figure.amount, SIZE - SAFE, "end")):
            taken = BADGE if figure.badge else PATCH if figure.patch or figure.letters else 0.0
            room = SIZE - 2 * SAFE - (taken + 0.5 if taken else 0.0)
            type = metrics.fit(text, id_type(text, is_slim=figure.has_slim_id), room, self.least)
            self.canvas.text(text, x, ID_BASE, type, anchor=anchor, halo=look.field, halo_width=0.35)
        return SAFE + metrics.width(figure.id, id_type(figure.id, is_slim=figure.has_slim_id))

    def _corner(self, figure: Figure, end: float) -> None:
        """The badge of a state, or the patch of a job with letters below it, or only letters."""
        canvas, look = self.canvas, self.look
        y = LETTERS_BASE
        if figure.badge is not None:
            self._badge(figure.badge)
            return
        if figure.corner:
            at = SIZE - SAFE, ID_BASE
            canvas.text(figure.corner, *at, CORNER, anchor="end", halo=look.field, halo_width=0.35)
        if figure.patch:
            left, top = SIZE - SAFE - PATCH + 0.1, 0.7
            if look.saves_ink:
                canvas.rect(
                    left, top, PATCH, PATCH, radius=0.7, fill=look.field, stroke="ink", stroke_width=0.2
                )
            else:
                canvas.rect(left, top, PATCH, PATCH, radius=0.7, fill=look.band)
            canvas.icon(figure.patch, left + 0.4, top + 0.4, 3.0, look.word)
            y, end = PATCH_LETTERS, _MIDDLE
        size = max(LETTERS.size, self.least)
        for line in figure.letters:
            room = SIZE - SAFE - max(end + 0.3, _MIDDLE)
            type = canvas.metrics.fit(
                line, LETTERS.at(size if figure.patch else size + 0.3), room, self.least
            )
            place = (SIZE - SAFE - room, y - 2.4, room + 0.05, 2.8)
            canvas.text(
                line, SIZE - SAFE, y, type, anchor="end", within=place, halo=look.field, halo_width=0.3
            )
            y += type.size + 0.05

    def _badge(self, badge: Badge) -> None:
        """The sign of a state in the upper right corner."""
        canvas, look = self.canvas, CounterLook(self.look.theme, badge.family)
        left, top = SIZE - SAFE - BADGE + 0.1, 0.7
        edge = {"stroke": "ink", "stroke_width": 0.3} if look.saves_ink else {}
        canvas.rect(left, top, BADGE, BADGE, radius=0.9, fill=look.band, **edge)
        color = "ink" if look.saves_ink else look.word
        canvas.icon(badge.icon, left + 0.4, top + 0.4, BADGE - 0.8, color)

    def _band(self, figure: Figure) -> None:
        """The band at the foot with a word and ratings, in the color of a state."""
        look = self.look if figure.badge is None else CounterLook(self.look.theme, figure.badge.family)
        if figure.badge is not None and look.saves_ink:
            # What a rule is for those without a state, the frame of a marker is for one.
            tall, inset = HIGH_BAND if "\n" in figure.word else BAND, SAFE - _LOW_INK_FRAME / 2
            top, edge = SIZE - tall, {"stroke": "ink", "stroke_width": _LOW_INK_FRAME}
            self.canvas.rect(inset, top, SIZE - 2 * inset, tall - inset, radius=0.8, **edge)
        else:
            self._plain_band(figure.word, look)
        self._word(figure.word, look, figure.left, figure.right)

    def _plain_band(self, word: str, look: CounterLook) -> None:
        """The band without its word; in themes that save ink, only a rule above that."""
        canvas = self.canvas
        tall = HIGH_BAND if "\n" in word else BAND
        top = SIZE - tall
        if look.saves_ink:
            weight, dashes, is_double = _RULES.get(look.family, _PLAIN_RULE)
            west, east = -self.bleed, SIZE + self.bleed
            cap = "round" if look.family == "swarm" else "butt"
            style = {"stroke": "ink", "stroke_width": weight, "stroke_dasharray": dashes}
            canvas.line((west, top), (east, top), **style, stroke_linecap=cap)
            if is_double:
                canvas.line((west, top - 0.5), (east, top - 0.5), stroke="ink", stroke_width=0.15)
        else:
            canvas.rect(-self.bleed, top, SIZE + 2 * self.bleed, tall + self.bleed, fill=look.band)

    def _word(self, word: str, look: CounterLook, left: str = "", right: str = "") -> None:
        """What stands on a band of a ``look``."""
        if "\n" in word:
            self._two_lines(word.split("\n"), look)
        else:
            self._on_band(word, look, left, right)

    def _two_lines(self, lines: Sequence[str], look: CounterLook) -> None:
        """A word in two lines on a high band."""
        canvas, place = self.canvas, (_WORD_LEFT, SIZE - HIGH_BAND, NAME_ROOM, HIGH_BAND)
        for number, line in enumerate(reversed(lines)):
            type = self._fitted(line, _LINE, NAME_ROOM)
            base = SIZE - _LAST_LINE - number * _LINE_STEP
            canvas.text(line, _MIDDLE, base, type, anchor="middle", fill=look.word, within=place)

    def _on_band(self, word: str, look: CounterLook, left: str, right: str) -> None:
        """A word between ratings, in narrow letters if it is long."""
        canvas, top = self.canvas, SIZE - BAND
        start, room = band_room(canvas.metrics, left, right, self.least)
        air = _AIR if left or right else 0.0
        type = fitted(word, _WORD, room - air, canvas.metrics, floor=self.least)
        text = self._shortened(word, type, room)
        place = (start, top, room, BAND)
        canvas.text(text, start + room / 2, SIZE - 1.0, type, anchor="middle", fill=look.word, within=place)
        for rating, x, anchor in ((left, SAFE + 0.1, "start"), (right, SIZE - SAFE - 0.1, "end")):
            type = _rating_type(rating, self.least)
            canvas.text(rating, x, SIZE - 1.0, type, anchor=anchor, fill=look.rating)

    def hidden(self, icon: str) -> None:
        """The side of a creature that does not show what it is: an eye in rings."""
        look, canvas = self.look, self.canvas
        self.field(look.field if look.saves_ink else look.band)
        color = "ink" if look.saves_ink else look.field
        if not look.saves_ink:
            ring = blend(look.field, look.band, 0.16)
            for radius in (3.1, 4.65, 6.2, 7.75):
                canvas.circle(_MIDDLE, _MIDDLE, radius, stroke=ring, stroke_width=0.3)
        canvas.icon(icon, *hidden_place(), color)

    def dummy(self, word: str) -> None:
        """The side of a dummy that shows that it is none."""
        look, canvas = self.look, self.canvas
        self.field(look.field)
        canvas.icon("two-shadows", _MIDDLE - 4.3, 2.1, 8.6, look.figure)
        canvas.line((3.0, 2.0), (SIZE - 3.0, 11.0), stroke="ink", stroke_width=0.55)
        self._plain_band(word, look)
        self._word(word, look)

    def marker(self, word: str, short: str, icon: str, value: str, longest: str) -> None:
        """A marker: the icon on a pale field in the color of the family, and the word below it.

        ``short`` takes the place of a word that does not fit. The value beside an icon is in the size in
        which the ``longest`` of its kind fits.
        """
        look, canvas = self.look, self.canvas
        inside = NAME_ROOM - (2 * _LOW_INK_FRAME if look.saves_ink else 0.0)
        lines, type = self._lines(word, short, inside)
        foot = 1.0 + len(lines) * (type.size * 0.78) + (len(lines) - 1) * 0.25 + 0.9
        foot = max(foot, 4.1)
        self.field(look.field if look.saves_ink else look.band)
        inner = SIZE - _FRAME - foot
        if look.saves_ink:
            canvas.rect(0.7, 0.7, SIZE - 1.4, SIZE - 1.4, radius=1.2, stroke="ink", stroke_width=0.45)
        else:
            canvas.rect(_FRAME, _FRAME, SIZE - 2 * _FRAME, inner, radius=1.1, fill=look.field)
        color = "ink" if look.saves_ink else look.icon
        number = "ink" if look.saves_ink else look.number
        middle = _FRAME + inner / 2
        size = min(9.0, inner - 1.0)
        if icon and value:
            size = min(7.4, size)
            type_of_value = self._fitted(longest, Type(canvas.context.display, 5.0), 5.0)
            run = canvas.metrics.width(value, type_of_value)
            left, base = _MIDDLE - (size + _BESIDE_ICON + run) / 2, middle + type_of_value.cap / 2
            canvas.icon(icon, left, middle - size / 2, size, color)
            canvas.text(value, left + size + _BESIDE_ICON, base, type_of_value, fill=number)
        elif icon:
            canvas.icon(icon, _MIDDLE - size / 2, middle - size / 2, size, color)
        else:
            type_of_value = Type(canvas.context.display, 8.6)
            canvas.text(
                value, _MIDDLE, middle + type_of_value.cap / 2, type_of_value, anchor="middle", fill=color
            )
        step = type.size * 0.78 + 0.25
        y = SIZE - (1.5 if look.saves_ink else 1.3) - (len(lines) - 1) * step
        room = (_WORD_LEFT, _FRAME + inner, NAME_ROOM, SIZE - _FRAME - inner)
        for line in lines:
            canvas.text(line, _MIDDLE, y, type, anchor="middle", fill=look.word, within=room)
            y += step

    def sign(self, icon: str, value: str) -> None:
        """A marker without its word, in a key that has the word beside it: the icon as large as it can be."""
        look, canvas, inner = self.look, self.canvas, SIZE - 2 * _FRAME
        self.field(look.field if look.saves_ink else look.band)
        if look.saves_ink:
            canvas.rect(0.7, 0.7, SIZE - 1.4, SIZE - 1.4, radius=1.2, stroke="ink", stroke_width=0.45)
        else:
            canvas.rect(_FRAME, _FRAME, inner, inner, radius=1.1, fill=look.field)
        color, number = ("ink", "ink") if look.saves_ink else (look.icon, look.number)
        size = _VALUED_SIGN if value else _SIGN
        type = Type(canvas.context.display, _SIGN_VALUE if icon else _SIGN)
        type = self._fitted(value, type, inner - 1.0 - (size if icon else 0.0))
        if icon and value and type.size < _LEAST_SIGN_VALUE:
            type = type.at(_LEAST_SIGN_VALUE)
            size = min(size, inner - 1.0 - canvas.metrics.width(value, type))
        left = _FRAME + 0.5 if value else _MIDDLE - size / 2
        if icon:
            canvas.icon(icon, left, _MIDDLE - size / 2, size, color)
        at = (SIZE - _FRAME - 0.7, SIZE - _FRAME - 1.2) if icon else (_MIDDLE, _MIDDLE + type.cap / 2)
        canvas.text(value, *at, type, anchor="end" if icon else "middle", fill=number)

    def chit(self, word: str, value: str) -> None:
        """A chit with a number on a disc."""
        look, canvas = self.look, self.canvas
        self.field(look.band)
        stroke = {"stroke": "ink", "stroke_width": 0.4} if look.saves_ink else {}
        canvas.circle(_MIDDLE, 6.6, 5.2, fill=look.field, **stroke)
        number = Type(canvas.context.display, 7.6)
        canvas.text(value, _MIDDLE, 6.6 + number.cap / 2, number, anchor="middle")
        type = self._fitted(word, Type(CONDENSED_BOLD, 2.3, 0.06), NAME_ROOM)
        color = look.word if look.saves_ink else look.field
        canvas.text(word, _MIDDLE, SIZE - 1.2, type, anchor="middle", fill=color)

    def _lines(self, word: str, short: str, room: float) -> tuple[list[str], Type]:
        """The lines of a marker's word and their type: one if it is large enough, else two."""
        metrics = self.canvas.metrics
        type = self._fitted(word, _MARKER_WORD, room, _MIN_ONE_LINE)
        if "\n" not in word and (metrics.width(word, type) <= room + 0.01 or " " not in word):
            type = self._fitted(word, _MARKER_WORD, room)
            if metrics.width(word, type) > room + 0.01 and short != word:
                return self._lines(short, short, room)
            return [self._shortened(word, type, room)], type
        lines = word.split("\n") if "\n" in word else halves(word)
        longest = max(lines, key=lambda line: metrics.width(line, _MARKER_WORD))
        type = self._fitted(longest, _MARKER_WORD.at(_MIN_ONE_LINE), room)
        return [self._shortened(line, type, room) for line in lines], type

    def _fitted(self, text: str, wanted: Type, room: float, least: float = 0.0) -> Type:
        """The wanted type, or the one in which a text that is too long for it fits."""
        return fitted(text, wanted, room, self.canvas.metrics, floor=self.least, least=least)

    def _shortened(self, text: str, type: Type, room: float) -> str:
        """The text, without its last letters if it is too long even in the smallest type."""
        return shortened(text, type, room, self.canvas.metrics)
