"""The stripes that tell the teams of a force apart on their counters."""

from __future__ import annotations

from dataclasses import dataclass

from builder.draw.pieces.counter_look import CounterLook
from builder.draw.surface.canvas import Canvas
from builder.scenario.forces.counter_colors import family_of
from builder.scenario.model import Force, Member, Scenario

LEFT, WIDTH = 1.0, 1.6
"""The left edge of a stripe and its width in mm: whole on its counter even if the cut is a millimeter off."""
# The families whose colors the teams of a force have, and their dashes in themes that save ink. The first,
# which is often the command team, has a stripe of ink.
_FAMILIES = ("", "wound", "readiness", "movement", "sighting", "morale", "fire", "works")
_DASHES = ("none", "0.6 0.5", "1.6 0.5", "0.25 0.7", "2.4 0.5 0.5 0.5", "0.25 0.3", "1.1 1.1", "0.6 1.4")
# The upper end of a stripe, below the id, what is between its pieces, and their corners.
TOP, _GAP, _RADIUS = 5.0, 0.9, 0.4
BOTTOM = 11.7
"""The lower end of a stripe, above the band, in mm."""


@dataclass(frozen=True, slots=True)
class Stripe:
    """The stripe of a team: its ``number`` in the force, and the ``pieces``: one for the first squad, two for
    the second.
    """

    number: int
    pieces: int

    def draw(
        self,
        canvas: Canvas,
        look: CounterLook,
        bottom: float = BOTTOM,
        *,
        left: float = LEFT,
        top: float = TOP,
        width: float = WIDTH,
    ) -> None:
        """Draw it down to ``bottom`` mm; on a face, it is beside the left edge."""
        family = _FAMILIES[self.number % len(_FAMILIES)]
        color = CounterLook(look.theme, family).band if family else look.theme["ink"]
        long = (bottom - top - (self.pieces - 1) * _GAP) / self.pieces
        for piece in range(self.pieces):
            upper = top + piece * (long + _GAP)
            if look.saves_ink:
                dashes = _DASHES[self.number % len(_DASHES)]
                middle = left + width / 2
                ends = ((middle, upper), (middle, upper + long))
                canvas.line(*ends, stroke="ink", stroke_width=width, stroke_dasharray=dashes)
            else:
                canvas.rect(
                    left, upper, width, long, radius=_RADIUS, fill=color, stroke="paper", stroke_width=0.25
                )


def stripe_of(scenario: Scenario, force: Force, member: Member) -> Stripe | None:
    """The stripe of a figure; None if its force has no teams, or is one team without others beside it.

    The one team of a force that looks like squads with teams has a color that none of these has.
    """
    numbers = [number for number, team in enumerate(force.teams) if member in team.members]
    if not numbers:
        return None
    look = force.side, family_of(force)
    alike = [other for other in scenario.forces if other.teams and (other.side, family_of(other)) == look]
    squads = [other for other in alike if len(other.teams) > 1]
    if force in squads:
        return Stripe(numbers[0], squads.index(force) + 1)
    if not squads:
        return None
    lone = [other for other in alike if other not in squads]
    return Stripe(max(len(other.teams) for other in squads) + lone.index(force), 1)
