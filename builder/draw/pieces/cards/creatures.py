"""Creatures and machines on the cards of units: whole, on the ground, in the manner of the people."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from builder.draw.pieces.cards.hero import points_of
from builder.draw.pieces.cards.troopers import LINE, NO_SHADOW, Tones
from builder.draw.surface.canvas import Canvas, mm
from rulesdb.yaml_source import load_yaml

# The height of the box of a creature, its middle, around which parts are mirrored, and the level of its feet.
_BOX, _MIDDLE, _GROUND = 100.0, 80.0, 97.0
_EDGE = {"stroke_linejoin": "round", "stroke_linecap": "round"}


def is_creature(name: str) -> bool:
    """Whether there is a creature or a machine of this name."""
    return name in _creatures()


def one_of(name: str) -> str:
    """One creature of a herd, or what is drawn alone anyway."""
    look = _creatures().get(name, {})
    return str(look["herd"]["kind"]) if "herd" in look else name


def accent_of(name: str) -> str:
    """The color, as ``#rrggbb``, of what glows on a creature, or of what it spits."""
    return str(_creatures()[name]["accent"])


def broadest_of(name: str) -> float:
    """How much broader than in its box a creature may stand where it would be small."""
    return float(_creatures()[name].get("broad", 1.0))


@functools.cache
def points_of_creature(name: str) -> tuple[tuple[float, float], ...]:
    """Points on the outlines of a creature, from the middle and the top of its box, in hundredths of that."""
    look = _creatures()[name]
    if "herd" in look:
        one, places = points_of_creature(look["herd"]["kind"]), look["herd"]["places"]
        return tuple(
            (middle - _MIDDLE + size * x, foot + size * (y - _GROUND))
            for middle, foot, size in places
            for x, y in one
        )
    return tuple(
        (_MIDDLE - x if is_mirrored else x - _MIDDLE, y)
        for is_mirrored, (_, path, *_) in _parts(look)
        for x, y in points_of(path)
    )


def outlines_of(name: str) -> Iterator[tuple[str, list[list[tuple[float, float]]], float]]:
    """The parts of one creature from the back to the front, from its middle and the ground, y running down.

    Each is its tone, the points of its outlines or of its line, and the width of the line, or 0.
    """
    for is_mirrored, (tone, path, *line) in _parts(_creatures()[one_of(name)]):
        side = -1.0 if is_mirrored else 1.0
        paths = [points_of(f"M{each}") for each in path.split("M")[1:]]
        yield (
            tone,
            [[(side * (x - _MIDDLE), y - _GROUND) for x, y in points] for points in paths],
            line[0] if line else 0.0,
        )


def draw_creature(
    canvas: Canvas,
    name: str,
    middle: float,
    top: float,
    height: float,
    tones: Tones,
    rim: float,
    broad: float = 1.0,
) -> None:
    """A creature around a ``middle``, in a box of ``height`` mm from ``top``, with a rim of ``rim`` mm.

    It is ``broad`` times as broad as usual. A herd is several of a kind.
    """
    look, scale = _creatures()[name], height / _BOX
    if "herd" in look:
        herd = look["herd"]
        for x, foot, size in herd["places"]:
            place = middle + (x - _MIDDLE) * scale, top + (foot - _GROUND * size) * scale
            draw_creature(canvas, herd["kind"], *place, height * size, tones, rim)
        return
    wide = 2 * rim / scale
    across = scale * broad
    size = f"{scale:.5f}" if broad == 1.0 else f"{across:.5f} {scale:.5f}"
    with canvas.layer(transform=f"translate({mm(middle - _MIDDLE * across)} {mm(top)}) scale({size})"):
        if tones.shadow != NO_SHADOW:
            canvas.path(_oval(look["shadow"]), fill=tones.shadow, stroke=tones.dark, stroke_width=LINE / 2)
        for is_mirrored, (_, path, *line) in _parts(look):
            with _side(canvas, is_mirrored=is_mirrored):
                edge, fill = (line[0] + wide, "none") if line else (wide, tones.rim)
                canvas.path(path, fill=fill, stroke=tones.rim, stroke_width=edge, **_EDGE)
        for is_mirrored, (tone, path, *line) in _parts(look):
            with _side(canvas, is_mirrored=is_mirrored):
                color = getattr(tones, tone)
                if line:
                    _draw_line(canvas, path, line[0], color, tones.dark)
                else:
                    canvas.path(path, fill=color, stroke=tones.dark, stroke_width=LINE, **_EDGE)


def _draw_line(canvas: Canvas, path: str, width: float, color: str, dark: str) -> None:
    """A part that is a line, with a dark edge."""
    for each, tone in ((width + LINE, dark), (width, color)):
        canvas.path(path, stroke=tone, stroke_width=each, **_EDGE)


def _parts(look: Mapping[str, Any]) -> Iterator[tuple[bool, Sequence[Any]]]:
    """All parts from the back to the front, and whether each is the mirror image of the one in the data."""
    for layer in look["layers"]:
        if "mirrored" in layer:
            for is_mirrored in (True, False):
                yield from ((is_mirrored, part) for part in layer["mirrored"])
        else:
            yield from ((False, part) for part in layer["parts"])


def _side(canvas: Canvas, *, is_mirrored: bool) -> Any:
    if not is_mirrored:
        return nullcontext()
    return canvas.layer(transform=f"translate({mm(2 * _MIDDLE)} 0) scale(-1 1)")


def _oval(oval: Sequence[float]) -> str:
    x, y, across, down = oval
    half = f"a{mm(across)} {mm(down)} 0 1 0"
    return f"M{mm(x - across)} {mm(y)}{half} {mm(2 * across)} 0{half} {mm(-2 * across)} 0Z"


@functools.cache
def _creatures() -> Mapping[str, Any]:
    data: Mapping[str, Any] = load_yaml(Path(__file__).with_name("creatures.yaml")).data["creatures"]
    return data
