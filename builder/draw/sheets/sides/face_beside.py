"""The counter of a force beside what its sheet says about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.shown_face import SHADOW, draw_shown_face
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.flow import Block, Writer, stacked
from builder.scenario.model import Force, Scenario

_APART = 4.0
# Of the counters of a swarm, one of a few creatures is shown.
_FEW = 3


def beside_face(
    scenario: Scenario, force: Force, writer: Writer, side: float, write: Callable[[Writer], Sequence[Block]]
) -> Block:
    """What is written in the room at the right of the force's counter, which is ``side`` mm wide and high.

    The lower of the two is in the middle of the other.
    """
    text = stacked(write(Writer(writer.width - side - _APART, writer.context, writer.scale)))
    low = side + SHADOW[1]
    height = max(low, text.height)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        draw_face(canvas, scenario, force, (x, y + (height - low) / 2), side)
        text.draw(canvas, x + side + _APART, y + (height - text.height) / 2)

    return Block(height, draw)


def draw_face(canvas: Canvas, scenario: Scenario, force: Force, corner: Point, side: float) -> None:
    """The face of a force's counter that shows what it is, ``side`` mm wide and high."""
    creatures = CounterArtist(canvas.context).creatures(scenario, force)
    pieces = [piece for piece, _ in zip(creatures, range(_FEW), strict=False)]
    # Those of a swarm differ in their number, those of others in their id.
    shown = pieces[-1] if int(force.unit.get("most", 1)) > 1 else pieces[0]
    face = shown.back if force.is_hidden else shown.front
    draw_shown_face(canvas, face, shown.bleed, corner, side / SIZE)
