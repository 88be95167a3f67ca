"""Drawings of maps in layers, as texts of their elements, so that only what an edit has changed is sent."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from builder.draw.surface.canvas import Drawing
from builder.draw.surface.elements import Element, Group, ManyTexts, opening
from builder.draw.surface.markup import markup

_TOP = ""
_BASE = "base"
# The style sheet's form of an attribute, which a strict content security policy does not allow.
_STYLES = (('style="paint-order:stroke"', 'paint-order="stroke"'),)


class Parts(NamedTuple):
    """A group of an SVG: its opening tag, and the texts of what is in it, or groups again."""

    head: str
    parts: tuple[Part, ...]

    @property
    def svg(self) -> str:
        """The whole group as text."""
        return f"{self.head}{''.join(map(svg_of, self.parts))}</g>"


Part: TypeAlias = str | Parts
Patch: TypeAlias = list[Any]
"""How to make the parts of a group from those before, in order.

``[first, count]`` are parts that stay, a text is what is new, and ``{"at": number, "patch": Patch}`` is a
group that stays and whose parts change.
"""


def svg_of(part: Part) -> str:
    """A part as text."""
    return part if isinstance(part, str) else part.svg


@dataclass(frozen=True, slots=True)
class Layers:
    """The layers of a drawing from the lowest to the highest, by name; sizes and ``origin`` are in mm."""

    width: float
    height: float
    origin: tuple[float, float]
    parts: Mapping[str, Parts]

    @property
    def svg(self) -> Mapping[str, str]:
        """The layers as texts."""
        return {name: layer.svg for name, layer in self.parts.items()}

    def since(self, old_parts: Mapping[str, Parts]) -> dict[str, str | Patch]:
        """The changes of each layer that differs from ``old_parts``; a text if the layer is new."""
        changed: dict[str, str | Patch] = {}
        for name, layer in self.parts.items():
            before = old_parts.get(name)
            if before is None or before.head != layer.head:
                changed[name] = layer.svg
            elif before.parts != layer.parts:
                changed[name] = patch_between(before.parts, layer.parts)
        return changed


def patch_between(old: Sequence[Part], new: Sequence[Part]) -> Patch:
    """How to make new parts from old ones.

    >>> patch_between(["<a/>", "<b/>", "<c/>"], ["<a/>", "<x/>", "<c/>"])
    [[0, 1], '<x/>', [2, 1]]
    >>> patch_between([Parts("<g>", ("<a/>", "<b/>"))], [Parts("<g>", ("<a/>",))])
    [{'at': 0, 'patch': [[0, 1]]}]
    """
    patch: Patch = []
    at = start = 0
    for index, number in [*_kept(old, new), (len(old), len(new))]:
        _replace(patch, range(at, index), old, new[start:number])
        if number < len(new):
            last = patch[-1] if patch else None
            if isinstance(last, list) and sum(last) == index:
                last[1] += 1
            else:
                patch.append([index, 1])
        at, start = index + 1, number + 1
    return patch


def _replace(patch: Patch, gone: range, old: Sequence[Part], new: Sequence[Part]) -> None:
    """Add new parts in place of old ones: groups with the same opening tag are changed, the rest is text."""
    left = list(gone)
    for part in new:
        index = None if isinstance(part, str) else _first(left, part.head, old)
        if index is not None and not isinstance(part, str):
            before = old[index]
            assert not isinstance(before, str)
            patch.append({"at": index, "patch": patch_between(before.parts, part.parts)})
            left = [other for other in left if other > index]
        elif patch and isinstance(patch[-1], str):
            patch[-1] += svg_of(part)
        else:
            patch.append(svg_of(part))


def _first(indexes: Sequence[int], head: str, old: Sequence[Part]) -> int | None:
    """The first of some old parts that is a group with an opening tag."""
    for index in indexes:
        part = old[index]
        if not isinstance(part, str) and part.head == head:
            return index
    return None


def _kept(old: Sequence[Part], new: Sequence[Part]) -> list[tuple[int, int]]:
    """The indexes of parts that stay, in the old and in the new order: as many as keep their order."""
    places: defaultdict[Part, list[int]] = defaultdict(list)
    for index in range(len(old) - 1, -1, -1):
        places[old[index]].append(index)
    # The longest run of increasing indexes: for each length, the run whose last index is least.
    lasts: list[int] = []
    runs: list[tuple[int, int, Any]] = []
    for number, part in enumerate(new):
        if places.get(part):
            index = places[part].pop()
            length = bisect_left(lasts, index)
            run = (index, number, runs[length - 1] if length else None)
            lasts[length : length + 1] = [index]
            runs[length : length + 1] = [run]
    kept = []
    run_before = runs[-1] if runs else None
    while run_before is not None:
        index, number, run_before = run_before
        kept.append((index, number))
    return kept[::-1]


def layers_of(drawing: Drawing) -> Layers:
    """The layers of a drawing: its groups with a class, and what is between them.

    A layer that occurs again gets a number. Each is an SVG group, in the drawing's coordinates.
    """
    parts: dict[str, Parts] = {}
    for name, layer in _split(drawing.content, ""):
        count = sum(other.partition(".")[0] == name for other in parts)
        parts[f"{name}.{count}" if count else name] = layer
    return Layers(drawing.width, drawing.height, drawing.origin, parts)


def _split(group: Any, place: str) -> Iterator[tuple[str, Parts]]:
    """Each named group in a group, moved to its ``place``; other elements are in nameless layers."""
    rest: list[Any] = []
    for element in group.elements:
        attributes = element.attribs if isinstance(element, Group) else {}
        name, moved = attributes.get("class", _TOP), attributes.get("transform", "")
        is_frame = isinstance(element, Group) and not name and any(map(_is_layer, element.elements))
        if (name or is_frame) and rest:
            yield _BASE, _placed(rest, place)
            rest = []
        if name:
            yield name, _placed([element], place)
        elif is_frame:
            yield from _split(element, f"{place} {moved}".strip())
        else:
            rest.append(element)
    if rest:
        yield _BASE, _placed(rest, place)


def _is_layer(element: Any) -> bool:
    return isinstance(element, Group) and "class" in element.attribs


def _placed(elements: list[Any], place: str) -> Parts:
    head = opening("g", {"transform": place})
    return Parts(f"{head}>", tuple(map(_part_of, elements)))


def _part_of(element: Any) -> Part:
    """An element of a drawing as text, or as texts if it is a group."""
    if isinstance(element, Element):
        return _plain(element.svg)
    if isinstance(element, ManyTexts):
        return Parts(_plain(f"{opening('g', element.group.attribs)}>"), tuple(element.lines))
    if isinstance(element, Group) and element.elements:
        head = opening("g", element.attribs)
        return Parts(_plain(f"{head}>"), tuple(map(_part_of, element.elements)))
    return _plain(markup(element))


def _plain(svg: str) -> str:
    """SVG without the attributes that the page may not have."""
    for style, attribute in _STYLES:
        svg = svg.replace(style, attribute)
    return svg
