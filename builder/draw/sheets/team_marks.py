"""The letter and the stripe of a team, as on its counters, before its name on sheets."""

from __future__ import annotations

from dataclasses import dataclass

from builder.draw.pieces.counter_look import CounterLook
from builder.draw.pieces.team_stripes import Stripe, stripe_of
from builder.draw.surface.canvas import Canvas, Rectangle
from builder.draw.surface.type import BOLD, MIN_SIZE, Type
from builder.scenario.forces.counter_colors import family_of
from builder.scenario.model import Force, Scenario, Team

_STRIPE, _AIR, _LETTER = 2.4, 1.0, 5.4
_EDGE = 1.0
_TITLE = Type(BOLD, 3.8)


@dataclass(frozen=True, slots=True)
class TeamMark:
    """The letter that begins the ids of a team, and its stripe if teams of its force have stripes."""

    letter: str
    stripe: Stripe | None
    family: str

    @property
    def room(self) -> float:
        """The room from the left edge of its row to the name, in mm."""
        return self._before_letter + _LETTER

    @property
    def _before_letter(self) -> float:
        return _EDGE + (_STRIPE + _AIR if self.stripe is not None else 0.0)

    def draw(self, canvas: Canvas, room: Rectangle, size: float) -> None:
        """Draw it at the left of a row, in letters of a size in mm."""
        x, y, _, height = room
        type = Type(BOLD, size)
        if self.stripe is not None:
            look, top = CounterLook(canvas.theme, self.family), y + 0.8
            self.stripe.draw(canvas, look, y + height - 0.8, left=x + _EDGE, top=top, width=_STRIPE)
        middle = x + self._before_letter + _LETTER / 2 - 0.6
        canvas.text(self.letter, middle, y + height / 2 + type.cap / 2, type, anchor="middle")


def team_mark(scenario: Scenario, force: Force, team: Team) -> TeamMark:
    """The mark of a team of a force."""
    stripe = stripe_of(scenario, force, team.members[0]) if team.members else None
    return TeamMark(team.id, stripe, family_of(force))


def draw_team_title(canvas: Canvas, mark: TeamMark, title: str, room: Rectangle) -> None:
    """The mark and the title of a team in the heading of its figures."""
    x, y, wide, height = room
    mark.draw(canvas, room, _TITLE.size)
    type = canvas.metrics.fit(title, _TITLE, wide - mark.room, MIN_SIZE)
    canvas.text(title, x + mark.room, y + height / 2 + type.cap / 2, type)
