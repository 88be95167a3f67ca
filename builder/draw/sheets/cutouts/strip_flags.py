"""Flags on a measuring stick: the distances that the rules ask for most, each with what it is for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.type import BOLD, CONDENSED_BOLD, MIN_SIZE, Type
from builder.scenario.things import Census
from rulesdb import Ruleset
from rulesdb.constraints import Selector

# The head around a figure of the scale, and the tab below it with the words.
_HEAD, _HEAD_TOP, _TAB_TOP, _TAB, _RADIUS = 7.6, 5.4, 11.3, 5.2, 0.9
_AIR, _WORDS = 1.6, Type(CONDENSED_BOLD, 2.8)
_POLE = 0.7


@dataclass(frozen=True, slots=True)
class Flag:
    """A distance in units of the scale, and texts of the catalog that say what it is for."""

    distance: int
    texts: Sequence[str]


def flags_of(specs: Sequence[Mapping[str, Any]], game: Ruleset, census: Census | None) -> list[Flag]:
    """The flags of a game, each with all that a scenario can use of it, the nearest first."""
    found: dict[int, list[str]] = {}
    for spec in specs:
        needs = [Selector.parse(each) for each in spec.get("needs", ())]
        if census is None or not needs or any(census.selected(each) for each in needs):
            distance = int(game.table(spec["table"]).lookup(**spec["at"]).result)
            found.setdefault(distance, []).append(spec["text"])
    return [Flag(distance, texts) for distance, texts in sorted(found.items())]


def draw_flag(
    canvas: Canvas, flag: Flag, mark: float, length: float, figure: float, *, is_last: bool
) -> tuple[float, float]:
    """A flag at the ``mark`` of a distance on a stick of a ``length``, both in mm, over its ``figure``.

    Its tab is on the side of the mark that has room for it. Returns where it begins and where it ends.
    """
    is_plain = canvas.theme.saves_ink
    fill, ink = ("paper", "ink") if is_plain else ("accent", "paper")
    edge = {"stroke": "ink", "stroke_width": 0.35} if is_plain else {}
    text = " · ".join(canvas.words(each) for each in flag.texts)
    goes_left = mark > length / 3
    # The figure of a stick that ends soon after it is before its mark.
    head = mark - _HEAD + 0.8 if is_last else mark - _HEAD / 2
    room = mark - 2.0 if goes_left else length - head - 2.0
    type = canvas.metrics.fit(text, _WORDS, room - 2 * _AIR, MIN_SIZE)
    wide = max(_HEAD, canvas.metrics.width(text, type) + 2 * _AIR)
    left = head + _HEAD - wide if goes_left else head
    canvas.line((mark, 0.0), (mark, _HEAD_TOP), stroke="ink" if is_plain else "accent", stroke_width=_POLE)
    foot = _TAB_TOP + _TAB
    canvas.rect(head, _HEAD_TOP, _HEAD, foot - _HEAD_TOP, radius=_RADIUS, fill=fill, **edge)
    canvas.rect(left, _TAB_TOP, wide, _TAB, radius=_RADIUS, fill=fill, **edge)
    number = Type(BOLD, figure)
    canvas.text(str(flag.distance), head + _HEAD / 2, _HEAD_TOP + 4.8, number, anchor="middle", fill=ink)
    base = _TAB_TOP + _TAB / 2 + type.cap / 2
    canvas.text(text, left + wide / 2, base, type, anchor="middle", fill=ink)
    return left, left + wide
