"""Lines to write on at the foot of a side's sheet, first for what it decides in secret."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_small_heading
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.draw.surface.wording import Words
from builder.scenario.logic.effects import Item
from builder.scenario.model import Scenario

# The least height of lines to write on, in mm.
_LEAST = 30.0
_HEAD, _LINE, _MOST = 7.0, 7.6, 12
_LABEL = Type(CONDENSED_BOLD, 3.0)


def secret_choices(scenario: Scenario, side: str, words: Words) -> list[str]:
    """What a side writes down before the game: which of several units carries a thing."""
    several = {
        force.id: force
        for force in scenario.forces
        if force.side == side and (len(force.members) or force.amount("count")) != 1
    }
    effects = (effect for rule in scenario.special_rules for effect in rule.effects or ())
    return [
        words(
            "side.carrier",
            title=effect.title[:1].upper() + effect.title[1:],
            force=several[effect.carried_by].title,
        )
        for effect in effects
        if isinstance(effect, Item) and effect.carried_by in several
    ]


def draw_note_lines(
    choices: Sequence[str], width: float, height: float, context: DrawingContext
) -> Drawing | None:
    """Lines in at most ``height`` mm below a heading; the first ones begin with the ``choices``.

    None if there are fewer lines than a sheet needs to have any, or than there are choices.
    """
    count = min(_MOST, int((height - _HEAD) / _LINE))
    if height < max(_LEAST, _HEAD + len(choices) * _LINE):
        return None
    canvas = Canvas(width, _HEAD + count * _LINE, context)
    title = context.words("side.lines")
    draw_small_heading(canvas, title, width)
    for number in range(count):
        base = _HEAD + (number + 1) * _LINE - 1.4
        canvas.rule(0, base + 1.2, width)
        if number < len(choices):
            canvas.text(choices[number], 0, base, _LABEL, within=(0, base - 4.0, width, 5.0))
    return canvas.drawing("notes", title)
