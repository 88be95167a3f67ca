"""What is drawn where a sheet has room to spare, in as much of it as there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from builder.draw.surface.canvas import Drawing

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Filler:
    """Something for the free room of a sheet.

    ``least`` is the height in mm that it needs in a width in mm, None if that is too narrow for it. ``draw``
    draws it in a room of at least this height; it takes all of the room if it ``grows``, or if it is ``airy``
    and nothing there grows. Where there is none for it, a ``shorter`` one may take its place.
    """

    least: Callable[[float], float | None]
    draw: Callable[[Size], Drawing]
    grows: bool = False
    airy: bool = False
    shorter: Filler | None = None
