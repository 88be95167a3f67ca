"""Counters: humans, creatures, dummies and markers, each with a front and a back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from builder.draw.canvas import Canvas, Drawing
from builder.draw.counter_names import NAME_ROOM, NAME_TYPE, SIZE, SMALLEST_NAME, counter_name
from builder.draw.piece import Piece
from builder.draw.silhouettes import draw_silhouette
from builder.draw.theme import Theme
from builder.draw.type import BOLD, CONDENSED_BOLD, Metrics, Type
from builder.scenario.model import Force, Member, Scenario
from rulesdb import Entry

BLEED = 1.0
SAFE = 0.5
MOST_OF_A_SIZE = 4


def weapon_label(weapon: Entry | None) -> str:
    """A weapon's abbreviation, or its name where the book gives none."""
    if weapon is None:
        return "unarmed"
    label: str = weapon.get("abbreviation", weapon.title)
    return label


def weapon_in_hand(member: Member, metrics: Metrics) -> str:
    """What a figure's counter says that it holds: long names with their first words cut to initials."""
    if member.weapon is None and member.usual:
        return member.usual
    words = weapon_label(member.weapon).split()
    for cut in range(len(words)):
        label = " ".join([*(f"{word[0]}." for word in words[:cut]), *words[cut:]])
        if metrics.width(label, Type(CONDENSED_BOLD, SMALLEST_NAME)) <= NAME_ROOM:
            return label
    return words[-1]


def _marks(member: Member) -> list[str]:
    """What sets a listed figure apart: its experience, and whether it leads or flies."""
    marks = [member.experience[:3].upper()] if member.experience not in ("", "regular") else []
    return [*marks, *["LDR"] * member.leads, *["JET"] * ("jet-pack" in member.gear)]


class CounterArtist:
    """Draws the counters of one scenario in one theme."""

    def __init__(
        self,
        theme: Theme,
        metrics: Metrics,
        silhouettes: Mapping[str, str],
        *,
        bleed: float = BLEED,
        debug: bool = False,
    ) -> None:
        self.theme = theme
        self.metrics = metrics
        self.silhouettes = silhouettes
        self.bleed = bleed
        self.debug = debug

    def pieces(self, scenario: Scenario) -> tuple[Piece, ...]:
        """Every counter that the scenario needs: forces in the file's order, then the game's markers."""
        pieces: list[Piece] = []
        for force in scenario.forces:
            pieces += [self.member(force, member) for member in force.members]
            if not force.members:
                pieces += self.creatures(force)
            if force.dummies:
                pieces.append(self.dummy(force))
        for marker in scenario.ruleset.of_kind("marker"):
            pieces.append(self.marker(marker))
        return tuple(pieces)

    def member(self, force: Force, member: Member) -> Piece:
        """A human: standing on the front, prone on the back."""
        unit = member.unit or force.unit

        def face(prone: bool) -> Callable[[Canvas], None]:
            def draw(canvas: Canvas) -> None:
                ink = self.theme["ink"]
                art = self.silhouettes[unit["counter"]["silhouette"]]
                draw_silhouette(
                    canvas, art, 4.0, 2.6, 7.9, self.theme["muted"] if prone else ink, lying=prone
                )
                canvas.text(member.id, 0.9, 3.4, Type(BOLD, 3.6), fill=ink)
                if member.position is not None:
                    canvas.text(
                        member.position["abbreviation"],
                        SIZE - 0.9,
                        3.0,
                        Type(CONDENSED_BOLD, 2.6),
                        anchor="end",
                        fill=ink,
                    )
                for row, mark in enumerate(_marks(member)):
                    canvas.text(
                        mark,
                        SIZE - 0.7,
                        2.8 + row * 2.1,
                        Type(CONDENSED_BOLD, 2.1),
                        anchor="end",
                        fill=ink,
                        within=(11.0, 0.5, SIZE - 11.5, 10.0),
                    )
                label = "PRONE" if prone else weapon_in_hand(member, self.metrics)
                room = (0.5, 10.6, SIZE - 1.0, 2.6)
                type = self.metrics.fit(label, Type(CONDENSED_BOLD, 2.5), NAME_ROOM, SMALLEST_NAME)
                canvas.text(label, SIZE / 2, 13.0, type, anchor="middle", fill=ink, within=room)
                name = counter_name(member)
                type = self.metrics.fit(name, NAME_TYPE, NAME_ROOM, SMALLEST_NAME)
                canvas.text(
                    name, SIZE / 2, 15.2, type, anchor="middle", fill=ink, within=(0.5, 13.2, SIZE - 1.0, 2.6)
                )

            return draw

        color = self._color(unit, force)
        return self._piece(f"{force.id}-{member.id}", color, face(False), face(True))

    def creatures(self, force: Force) -> list[Piece]:
        """One counter for each creature; of a swarm one for each size that it can split into.

        A size is printed as often as so many counters of it can be on the map at once, up to
        :data:`MOST_OF_A_SIZE`.
        """
        most = int(force.unit.get("most", 1))
        if most == 1:
            return [self.creature(force, number) for number in range(1, force.count + 1)]
        return [
            replace(self.creature(force, size), copies=min(force.count // size, MOST_OF_A_SIZE))
            for size in range(1, min(most, force.count) + 1)
        ]

    def creature(self, force: Force, number: int) -> Piece:
        """A creature with its number: hidden on the front in a game of hidden creatures.

        In others it is seen on both sides, the back for when it is hurt.
        """

        is_hidden = any(fact in force.unit.facts for fact in ("powers", "most"))
        hurt_label = "WOUNDED" if "scores" in force.unit.facts else "HALF HITS"

        def shown(hurt: bool) -> Callable[[Canvas], None]:
            def draw(canvas: Canvas) -> None:
                ink = self.theme["ink"]
                art = self.silhouettes[force.unit["counter"]["silhouette"]]
                draw_silhouette(canvas, art, 3.2, 2.6, 9.4, self.theme["muted"] if hurt else ink)
                canvas.text(str(number), 0.9, 3.6, Type(BOLD, 3.8), fill=ink)
                name = hurt_label if hurt else force.species_title or force.unit.title
                type = self.metrics.fit(name, NAME_TYPE, NAME_ROOM, SMALLEST_NAME)
                canvas.text(
                    name, SIZE / 2, 14.9, type, anchor="middle", fill=ink, within=(0.5, 12.9, SIZE - 1.0, 2.6)
                )

            return draw

        front, back = (self._hidden, shown(False)) if is_hidden else (shown(False), shown(True))
        return self._piece(f"{force.id}-{number}", self._color(force.unit, force), front, back)

    def unit(self, unit: Entry, number: int) -> Piece:
        """A numbered figure of a unit, with no name or weapon yet: on the back prone, or hurt.

        In a game of hidden creatures these have a hidden front, as :meth:`creature` gives them.
        """
        hidden = any(fact in unit.facts for fact in ("powers", "most"))
        back = "PRONE" if "panic" in unit.facts else "WOUNDED" if "scores" in unit.facts else "HIT"

        def face(hurt: bool) -> Callable[[Canvas], None]:
            def draw(canvas: Canvas) -> None:
                ink = self.theme["ink"]
                art = self.silhouettes[unit["counter"]["silhouette"]]
                lying = hurt and back == "PRONE"
                draw_silhouette(canvas, art, 3.4, 2.8, 9.0, self.theme["muted"] if hurt else ink, lying=lying)
                canvas.text(str(number), 0.9, 3.6, Type(BOLD, 3.8), fill=ink)
                name = back if hurt else unit.title
                type = self.metrics.fit(name, NAME_TYPE, NAME_ROOM, SMALLEST_NAME)
                canvas.text(
                    name, SIZE / 2, 14.9, type, anchor="middle", fill=ink, within=(0.5, 12.9, SIZE - 1.0, 2.6)
                )

            return draw

        front, behind = (self._hidden, face(False)) if hidden else (face(False), face(True))
        color = self.theme.counters[unit["counter"]["color"]]
        return self._piece(f"{unit.slug}-{number}", color, front, behind)

    def dummy(self, force: Force) -> Piece:
        """A dummy: the same hidden front as the force's creatures."""

        def revealed(canvas: Canvas) -> None:
            canvas.line((2.5, 2.5), (SIZE - 2.5, SIZE - 2.5), stroke=self.theme["rule"], stroke_width=0.5)
            canvas.line((2.5, SIZE - 2.5), (SIZE - 2.5, 2.5), stroke=self.theme["rule"], stroke_width=0.5)
            canvas.text(
                "DUMMY",
                SIZE / 2,
                SIZE / 2 + 1.1,
                Type(CONDENSED_BOLD, 3.2),
                anchor="middle",
                fill=self.theme["ink"],
            )

        return self._piece(
            f"{force.id}-dummy", self._color(force.unit, force), self._hidden, revealed, force.dummies or 0
        )

    def marker(self, marker: Entry) -> Piece:
        """A marker with what the book prints on each side."""

        def face(side: Mapping[str, str]) -> Callable[[Canvas], None]:
            return lambda canvas: self._marker_face(canvas, side)

        back = marker.get("back", marker["front"])
        color = self.theme.counters["marker"]
        return self._piece(
            f"marker-{marker.slug}", color, face(marker["front"]), face(back), marker["copies"]
        )

    def _marker_face(self, canvas: Canvas, side: Mapping[str, str]) -> None:
        ink = self.theme["ink"]
        value = side.get("value", "")
        lines = side["text"].split("\n")
        top = SIZE / 2 - (len(lines) - 1) * 1.5 + (1.0 if not value else 3.0)
        for index, line in enumerate(lines):
            type = self.metrics.fit(line, Type(CONDENSED_BOLD, 3.1), NAME_ROOM, SMALLEST_NAME)
            canvas.text(
                line,
                SIZE / 2,
                top + index * 3.0,
                type,
                anchor="middle",
                fill=ink,
                within=(0.5, 0.5, SIZE - 1, SIZE - 1),
            )
        if value:
            canvas.text(value, SIZE / 2, 6.8, Type(BOLD, 6.0), anchor="middle", fill=ink)

    def _hidden(self, canvas: Canvas) -> None:
        draw_silhouette(canvas, self.silhouettes["eye"], 2.4, 2.4, SIZE - 4.8, self.theme["ink"])

    def _color(self, unit: Entry, force: Force | None = None) -> str:
        """The color of a unit, or of the force, where it has one of its own."""
        return self.theme.counters[(force.color if force else "") or unit["counter"]["color"]]

    def _piece(
        self,
        name: str,
        color: str,
        front: Callable[[Canvas], None],
        back: Callable[[Canvas], None],
        copies: int = 1,
    ) -> Piece:
        return Piece(
            name,
            SIZE,
            SIZE,
            self.bleed,
            self._face(f"counter-{name}-front", name, color, front),
            self._face(f"counter-{name}-back", name, color, back),
            copies,
            SAFE,
        )

    def _face(self, name: str, title: str, color: str, draw: Callable[[Canvas], None]) -> Drawing:
        bleed = self.bleed
        whole = SIZE + 2 * bleed
        canvas = Canvas(whole, whole, self.metrics, debug=self.debug)
        canvas.rect(0, 0, whole, whole, fill=color)
        if self.theme["paper"] in (color, self.theme["band"]):
            # On white, and where ink is saved, nothing but a line would tell one pale counter from the next.
            canvas.rect(bleed, bleed, SIZE, SIZE, stroke=self.theme["rule"], stroke_width=0.2)
        with canvas.shifted(bleed, bleed):
            draw(canvas)
        return canvas.drawing(name, title)
