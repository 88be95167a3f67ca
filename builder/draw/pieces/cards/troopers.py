"""People on the cards of units: from the head to the belt, with what they carry in their hands."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.draw.pieces.cards.hero import points_of
from builder.draw.surface.canvas import Canvas, mm
from rulesdb.yaml_source import load_yaml

# The side of the box of a person; in it, the widths of an arm and of a line, and the radius of a hand.
_BOX = 100.0
_ARM, LINE, _HAND = 12.0, 0.9, 5.2
# The edge of what is in hand, as a share of its size.
_OBJECT_RIM = 0.03
# How most people hold what is in hand, and how those stand who hold nothing.
_ACROSS, _EMPTY = "across", "crossed"
NO_SHADOW = "none"
"""In place of the color of a shadow: there is no ground to stand on."""


@dataclass(frozen=True, slots=True)
class Tones:
    """The colors of a figure: cloth, the plates on it, what is dark, what is light, and the rim.

    Creatures also have what glows, and a shadow on the ground.
    """

    uniform: str
    plate: str
    dark: str
    light: str
    rim: str
    accent: str = ""
    shadow: str = NO_SHADOW


def is_trooper(person: str) -> bool:
    """Whether a person can be drawn to the belt."""
    return person in _people()["people"]


@functools.cache
def points_of_trooper(person: str) -> tuple[tuple[float, float], ...]:
    """Points on the outlines of a person, from the middle and the top of the box, in hundredths of that."""
    look = _people()["people"][person]
    parts = [*look.get("back", ()), *look["body"], *look["head"]]
    pads = [(x - _BOX / 2 + side * radius, y) for x, y, radius in look["pads"] for side in (-1, 1)]
    # Elbows are as far out as people get.
    arms = _people()["holds"][look.get("hold", _ACROSS)]["arms"]
    elbows = [(x - _BOX / 2, y) for arm in arms for x, y in arm]
    return (*((x - _BOX / 2, y) for _, path in parts for x, y in points_of(path)), *pads, *elbows)


def draw_trooper(
    canvas: Canvas,
    person: str,
    icon: str,
    corner: tuple[float, float],
    size: float,
    tones: Tones,
    rim: float,
    *,
    is_small: bool = False,
) -> None:
    """A person in the square of ``size`` mm from a corner, with a rim of ``rim`` mm.

    In hand is what the person is known for, or the icon; one who ``is_small`` has it larger, and higher.
    """
    data = _people()
    look = data["people"][person]
    icon = look.get("carries", icon)
    hold = data["holds"][look.get("hold", _hold_of(person, icon))]
    (x, y), scale = corner, size / _BOX
    parts = [*look.get("back", ()), *look["body"], *look["head"]]
    pads, arms = look["pads"], hold["arms"]
    wide = 2 * rim / scale
    edge = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    with canvas.layer(transform=f"translate({mm(x)} {mm(y)}) scale({scale:.5f})"):
        for _, path in parts:
            canvas.path(path, fill=tones.rim, stroke=tones.rim, stroke_width=wide, **edge)
        for across, down, radius in pads:
            canvas.circle(across, down, radius + wide / 2, fill=tones.rim)
        for arm in arms:
            canvas.path(_line(arm), stroke=tones.rim, stroke_width=_ARM + wide, **edge)
        for tone, path in parts:
            canvas.path(
                path,
                fill=getattr(tones, tone),
                stroke=tones.dark,
                stroke_width=LINE,
                fill_rule="evenodd",
                stroke_linejoin="round",
            )
        for arm in arms:
            _draw_arm(canvas, arm, tones, edge)
        for across, down, radius in pads:
            canvas.circle(across, down, radius, fill=tones.plate, stroke=tones.dark, stroke_width=LINE)
        if "at" in hold:
            _draw_object(canvas, icon, {**hold, **hold.get("small", {})} if is_small else hold, tones)
        for arm in arms:
            across, down = arm[-1]
            canvas.circle(across, down, _HAND, fill=tones.plate, stroke=tones.dark, stroke_width=LINE)


def _draw_arm(canvas: Canvas, arm: Any, tones: Tones, edge: Mapping[str, Any]) -> None:
    for width, color in ((_ARM + 2 * LINE, tones.dark), (_ARM, tones.uniform)):
        canvas.path(_line(arm), stroke=color, stroke_width=width, **edge)


def _draw_object(canvas: Canvas, icon: str, hold: Mapping[str, Any], tones: Tones) -> None:
    """What is in hand, dark with a light edge."""
    (x, y), size = hold["at"], hold["size"]
    place = x - size / 2, y - size / 2, size
    canvas.icon(icon, *place, tones.dark, rim=tones.light, rim_width=_OBJECT_RIM * size)
    lenses = hold.get("lenses", ())
    for across, down, radius in lenses:
        canvas.circle(across, down, radius, fill=tones.plate)
    if lenses:
        canvas.icon(icon, *place, tones.dark)


def _hold_of(person: str, icon: str) -> str:
    if not icon:
        return _EMPTY
    if icon in _people()["raised"]:
        return "raised"
    return "hip" if person == "heavy" else _ACROSS


def _line(points: Any) -> str:
    return "M" + "L".join(f"{mm(x)} {mm(y)}" for x, y in points)


@functools.cache
def _people() -> Mapping[str, Any]:
    data: Mapping[str, Any] = load_yaml(Path(__file__).with_name("troopers.yaml")).data
    return data
