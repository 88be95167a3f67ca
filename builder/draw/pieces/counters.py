"""Counters: humans, creatures, dummies and markers, each with a front and a back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from builder.draw.pieces.counter_names import MIN_NAME_SIZE, NAME_ROOM, NAME_TYPE, SIZE, counter_name
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, Metrics, Type
from builder.draw.surface.wording import Words
from builder.scenario.forces.counter_colors import family_of
from builder.scenario.model import Force, Member, Scenario, Vehicle
from rulesdb import Basis, Entry, Ruleset

Draw = Callable[[Canvas], None]
BLEED = 1.0
# The distance of descenders from the cut.
SAFE = 0.2
MAX_COPIES = 4
PRONE = "PRONE"


def weapon_label(weapon: Entry | None, words: Words) -> str:
    """A weapon's abbreviation, or its name if the book gives none."""
    if weapon is None:
        return words("roster.unarmed")
    label: str = weapon.get("abbreviation", weapon.title)
    return label


def weapon_in_hand(member: Member, metrics: Metrics, words: Words) -> str:
    """The weapon on a figure's counter; the first words of a long name are cut to initials."""
    if member.weapon is None and member.usual:
        return member.usual
    parts = weapon_label(member.weapon, words).split()
    for cut in range(len(parts)):
        label = " ".join([*(f"{part[0]}." for part in parts[:cut]), *parts[cut:]])
        if metrics.width(label, Type(CONDENSED_BOLD, MIN_NAME_SIZE)) <= NAME_ROOM:
            return label
    return parts[-1]


def _marks(member: Member, usual: str, words: Words) -> list[str]:
    """The special properties of a listed figure: unusual experience, leading, gear."""
    marks = [words.term(member.experience)[:3].upper()] if member.experience not in ("", usual) else []
    marks += [words("counter.leader")] * member.leads
    return [*marks, *(words.of("gear", item) for item in member.gear if f"gear.{item}" in words.texts)]


class CounterArtist:
    """Draws the counters of one scenario in one theme."""

    def __init__(
        self, context: DrawingContext, *, bleed: float = BLEED, cut_line: bool = True, scale: float = 1.0
    ) -> None:
        """Draw in one theme, for counters that are printed at ``scale`` times the usual 5/8 inch.

        On smaller ones, the smallest type is drawn larger, so that it can still be read; text that then does
        not fit is shortened.
        """
        self.context = context
        self.theme = context.theme
        self.words = context.words
        self.metrics = context.metrics
        self.bleed = bleed
        self.cut_line = cut_line
        self.least = max(MIN_NAME_SIZE, MIN_NAME_SIZE / scale)

    def pieces(self, scenario: Scenario) -> tuple[Piece, ...]:
        """Every counter that the scenario needs: forces in the file's order, then the game's markers."""
        pieces: list[Piece] = []
        movement = scenario.ruleset.movement
        usual = movement.allowance.experience if movement is not None else ""
        for force in scenario.forces:
            pieces += [self.member(force, member, usual) for member in force.members]
            if not force.members:
                pieces += self.creatures(force)
            if force.dummies:
                pieces.append(self.dummy(force))
        pieces += [self.vehicle(scenario, vehicle) for vehicle in scenario.vehicles]
        return (*pieces, *self.markers(scenario.ruleset))

    def member(self, force: Force, member: Member, usual: str = "") -> Piece:
        """A human: ready on the front, and in the state that the unit's counter names on the back.

        ``usual`` is the experience that the counter does not show.
        """
        unit = member.unit or force.unit
        state = unit["counter"].get("back", PRONE)
        marks = _marks(member, usual, self.words)

        def face(label: str, is_back: bool, canvas: Canvas) -> None:
            self._figure(canvas, unit, 4.0, 2.6, 7.9, is_back=is_back, lying=state == PRONE)
            canvas.text(member.id, 0.9, 3.4, Type(BOLD, 3.6))
            if member.position is not None:
                short = member.position["abbreviation"]
                canvas.text(short, SIZE - 0.9, 3.0, Type(CONDENSED_BOLD, 2.6), anchor="end")
            type, room = Type(CONDENSED_BOLD, max(2.1, self.least)), (11.0, 0.5, SIZE - 11.5, 10.0)
            for row, mark in enumerate(marks):
                canvas.text(mark, SIZE - 0.7, 2.8 + row * type.size, type, anchor="end", within=room)
            self._line(canvas, label, 13.0, Type(CONDENSED_BOLD, 2.5))
            self._line(canvas, counter_name(member), 15.2, NAME_TYPE)

        front = partial(face, weapon_in_hand(member, self.metrics, self.words), False)
        back = partial(face, self.words.of("state", state), True)
        return self._piece(f"{force.id}-{member.id}", self._color(unit, force), front, back)

    def creatures(self, force: Force) -> list[Piece]:
        """One counter for each creature; for a swarm, one for each size that it can split into.

        There are as many copies of a size as can be on the map at once, up to :data:`MAX_COPIES`.
        """
        most = int(force.unit.get("most", 1))
        if most == 1:
            return [self.creature(force, number) for number in range(1, force.count + 1)]
        return [
            replace(self.creature(force, size), copies=min(force.count // size, MAX_COPIES))
            for size in range(1, min(most, force.count) + 1)
        ]

    def creature(self, force: Force, number: int) -> Piece:
        """A creature of a force with its number, as in :meth:`unit`, with the force's color and name."""
        title = force.species_title or force.unit.title
        return self._numbered(
            f"{force.id}-{number}", force.unit, number, title, self._color(force.unit, force)
        )

    def unit(self, unit: Entry, number: int) -> Piece:
        """A numbered figure of a unit; the back shows the state that the unit's counter names.

        In a game with hidden creatures, these have a hidden front, and the back shows what they are.
        """
        return self._numbered(f"{unit.slug}-{number}", unit, number, unit.title, self._color(unit))

    def _numbered(self, piece: str, unit: Entry, number: int, title: str, color: str) -> Piece:
        state: str | None = unit["counter"].get("back")

        def face(label: str, is_back: bool, canvas: Canvas) -> None:
            self._figure(canvas, unit, 3.3, 2.7, 9.2, is_back=is_back, lying=state == PRONE)
            canvas.text(str(number), 0.9, 3.6, Type(BOLD, 3.8))
            self._line(canvas, label, 14.9, NAME_TYPE)
            self._basis_mark(canvas, unit.provenance.basis)

        front = partial(face, title, False)
        if state is None:
            return self._piece(piece, color, self._hidden, front)
        return self._piece(piece, color, front, partial(face, self.words.of("state", state), True))

    @staticmethod
    def _figure(
        canvas: Canvas, unit: Entry, x: float, y: float, size: float, *, is_back: bool, lying: bool = False
    ) -> None:
        """The unit's icon; on the back it is pale, and can be on its side."""
        color = "muted" if is_back else "ink"
        canvas.icon(unit["counter"]["icon"], x, y, size, color)

    def _line(self, canvas: Canvas, text: str, y: float, wanted: Type) -> None:
        """A line across the counter with its baseline at ``y``; small or shortened if it is too long."""
        wanted = wanted.at(max(wanted.size, self.least))
        type = self.metrics.fit(text, wanted, NAME_ROOM, self.least)
        label = text
        while len(label) > 2 and self.metrics.width(label, type) > NAME_ROOM + 0.01:
            label = f"{label.rstrip('.')[:-1]}."
        room = (0.5, y - 2.4, SIZE - 1.0, 3.0)
        canvas.text(label, SIZE / 2, y, type, anchor="middle", within=room)

    def _basis_mark(self, canvas: Canvas, basis: Basis) -> None:
        """The mark of a counter that is not in the book, which the foot of the sheet explains."""
        if basis.is_marked:
            mark, room = self.words(f"counter.{basis}"), (SIZE - 5.5, 0.4, 5.2, 2.4)
            canvas.text(mark, SIZE - 0.6, 2.2, Type(CONDENSED, self.least), anchor="end", within=room)

    def vehicle(self, scenario: Scenario, vehicle: Vehicle) -> Piece:
        """A vehicle with its title; on the back as a wreck."""
        force = scenario.force(vehicle.force)

        def face(label: str, is_back: bool, canvas: Canvas) -> None:
            self._figure(canvas, vehicle.kind, 3.2, 1.6, 9.4, is_back=is_back)
            self._line(canvas, vehicle.kind.title, 12.4, NAME_TYPE)
            self._line(canvas, label, 14.9, NAME_TYPE)

        front = partial(face, vehicle.title if vehicle.title != vehicle.kind.title else "", False)
        back = partial(face, self.words("counter.wreck"), True)
        color = self._color(force.unit, force) if force else self._color(vehicle.kind)
        return self._piece(f"vehicle-{vehicle.id}", color, front, back)

    def dummy(self, force: Force) -> Piece:
        """A dummy: the same hidden front as the force's creatures."""
        color = self._color(force.unit, force)
        return self._piece(f"{force.id}-dummy", color, self._hidden, self._dummy_face, force.dummies or 0)

    def unit_dummy(self, unit: Entry, copies: int) -> Piece:
        """Dummies in the color of a unit that has a hidden side."""
        return self._piece(f"{unit.slug}-dummy", self._color(unit), self._hidden, self._dummy_face, copies)

    def _dummy_face(self, canvas: Canvas) -> None:
        lines = [((2.5, 2.5), (SIZE - 2.5, SIZE - 2.5)), ((2.5, SIZE - 2.5), (SIZE - 2.5, 2.5))]
        canvas.segments(lines, stroke="rule", stroke_width=0.5)
        type = Type(CONDENSED_BOLD, 3.2)
        label = self.words("counter.dummy")
        canvas.text(label, SIZE / 2, SIZE / 2 + 1.1, type, anchor="middle")

    def markers(self, game: Ruleset) -> list[Piece]:
        """Every marker of a game; a table can give the numbers of a marker, and how often each occurs."""
        pieces: list[Piece] = []
        for marker in game.of_kind("marker"):
            if "numbered_by" not in marker.facts:
                pieces.append(self.marker(marker))
                continue
            table = game.table(marker["numbered_by"])
            pieces += [
                self.marker(marker, number, int(cell.value) * marker["copies"])
                for at, cell in table.cells()
                for number in at.values()
            ]
        return pieces

    def marker(self, marker: Entry, number: str = "", copies: int = 0) -> Piece:
        """A marker with the book's text on each side; the number of a chit is on its front."""
        front = {**marker["front"], "value": number} if number else marker["front"]
        bases = dict.fromkeys(("front", "back"), marker.provenance.basis)
        bases |= {item["of"]: Basis.HOUSE for item in marker.get("bases", ()) if item["basis"] == Basis.HOUSE}
        color = marker.get("family", "works")
        back_name = "back" if "back" in marker.facts else "front"
        return self._piece(
            f"marker-{marker.slug}" + (f"-{number}" if number else ""),
            color,
            partial(self._marker_face, front, bases["front"]),
            partial(self._marker_face, marker.get("back", front), bases[back_name]),
            copies or marker["copies"],
            back_color="works" if back_name == "back" else color,
        )

    def _marker_face(self, side: Mapping[str, str], basis: Basis, canvas: Canvas) -> None:
        value = side.get("value", "")
        lines = side["text"].split("\n")
        top = SIZE / 2 - (len(lines) - 1) * 1.5 + (1.0 if not value else 3.0)
        for index, line in enumerate(lines):
            type = self.metrics.fit(line, Type(CONDENSED_BOLD, 3.1), NAME_ROOM, self.least)
            room = (0.5, 0.5, SIZE - 1, SIZE - 1)
            canvas.text(line, SIZE / 2, top + index * 3.0, type, anchor="middle", within=room)
        if value:
            canvas.text(value, SIZE / 2, 7.2, Type(BOLD, 6.0), anchor="middle")
        self._basis_mark(canvas, basis)

    def _hidden(self, canvas: Canvas) -> None:
        canvas.icon("beast-eye", 2.4, 2.4, SIZE - 4.8)

    def _color(self, unit: Entry, force: Force | None = None) -> str:
        """The color of the unit's counter, unless the force has its own."""
        return family_of(force) if force else str(unit["counter"]["family"])

    def _piece(
        self, name: str, color: str, front: Draw, back: Draw, copies: int = 1, *, back_color: str = ""
    ) -> Piece:
        fronts = self._face(f"counter-{name}-front", name, color, front)
        backs = self._face(f"counter-{name}-back", name, back_color or color, back)
        return Piece(name, SIZE, SIZE, self.bleed, fronts, backs, copies, SAFE)

    def _face(self, name: str, title: str, color: str, draw: Draw) -> Drawing:
        bleed = self.bleed
        whole = SIZE + 2 * bleed
        canvas = Canvas(whole, whole, self.context)
        canvas.rect(0, 0, whole, whole, fill=self.theme.counters[color])
        if self.cut_line and self.theme["paper"] in (self.theme.counters[color], self.theme["band"]):
            # On white paper and in themes that save ink, only a line separates pale counters.
            canvas.rect(bleed, bleed, SIZE, SIZE, stroke="rule", stroke_width="rule")
        with canvas.shifted(bleed, bleed):
            draw(canvas)
        return canvas.drawing(name, title)
