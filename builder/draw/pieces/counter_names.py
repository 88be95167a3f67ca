"""The room that a counter has for a figure's name, and the part of the name that it shows.

It is separate from the drawing of counters, so that lint need not import the drawing code.
"""

from __future__ import annotations

from builder.draw.surface.type import CONDENSED, Type
from builder.scenario.model import Member

SIZE = 15.875
MIN_NAME_SIZE = 2.12
NAME_TYPE = Type(CONDENSED, 2.2)
# Words end 1.2 mm from the cut, so that a cut half a millimeter off leaves them whole.
NAME_ROOM = SIZE - 2.4


def counter_name(member: Member) -> str:
    """The part of a figure's name on its counter: the last word, which is not the id."""
    words = member.name.split()
    return words[-2] if len(words) > 1 and words[-1] == member.id else words[-1]
