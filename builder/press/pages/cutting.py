"""Cuts a drawing that is larger than the paper, avoiding doors and hex numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, pairwise
from math import ceil

from builder.draw.surface.canvas import Drawing
from builder.draw.surface.wording import Words
from builder.press.pages.page import Box

OVERLAP = 10.0
_STEP = 0.1
_CLEARANCES = (1.0, 0.5, 0.2, 0.0)
_EPSILON = 1e-6
_SOFT, _HARD = 1, 1_000
_MIN_SECTION = 40.0

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a drawing that one sheet shows, in mm of the drawing.

    ``window`` is the printed part (x, y, width, height), ``cut`` the part that remains when the sheets are
    joined; they differ by half of :data:`OVERLAP` on each side with a neighboring section. ``number`` counts
    from 1.
    """

    drawing: Drawing
    number: int
    count: int
    window: Box
    cut: Box

    def title(self, words: Words) -> str:
        """The drawing's title, with the number of this section if there are several."""
        title = self.drawing.title
        if self.count == 1:
            return title
        return words("sheet.part-of", title=title, number=self.number, total=self.count)

    def under(self, heading: str, words: Words) -> str:
        """Its title under that of the whole map, without the same words again."""
        if self.drawing.title.casefold() != heading.casefold():
            return self.title(words)
        return words("sheet.part", number=self.number, total=self.count) if self.count > 1 else ""


class Fill(Enum):
    """How large the sections before the last one are."""

    LIKE_THE_REST = "as large as the others"
    FULL = "as large as the sheet"
    THRIFTY = (
        "as large as doors and hex numbers allow, even if a name is cut, so that the rest can share a sheet"
    )


def cut_up(
    drawing: Drawing, room: tuple[float, float], fill: Fill = Fill.FULL, *, backwards: bool = False
) -> list[Section]:
    """The fewest sections that fit into ``room`` (mm), from left to right and from top to bottom.

    The drawing is cut into horizontal or vertical strips, and each strip across. The direction that cuts
    fewer doors and numbers is chosen, or else the one with fewer sections. If it is cut ``backwards``, the
    last sections are the large ones.
    """
    lying = _in_strips(drawing, room, fill, lying=True, backwards=backwards)
    standing = _in_strips(drawing, room, fill, lying=False, backwards=backwards)
    cuts = min((lying, standing), key=lambda boxes: (len(severed(drawing, boxes)), len(boxes)))
    cuts.sort(key=lambda box: (box[1], box[0]))
    return [
        Section(drawing, number, len(cuts), _grown(box, drawing), box) for number, box in enumerate(cuts, 1)
    ]


def best_cuts(
    length: float, room: float, hard: Iterable[Span], soft: Iterable[Span], fill: Fill = Fill.FULL
) -> list[float]:
    """Where to cut a length into the fewest parts of ``room``, which overlap by :data:`OVERLAP` at each cut.

    There is one more part than needed if that saves a ``hard`` span. A cut goes through as few ``hard`` spans
    as possible, then through as few ``soft`` ones, then stays as far away from them as possible; among equal
    places, it takes the one that fills the sheet, or makes parts alike. A thrifty cut fills the sheet first,
    unless it would go through something hard.

    >>> best_cuts(180.0, 100.0, hard=[(94.0, 97.0)], soft=[])
    [92.9]
    """
    fewest = fewest_parts(length, room)
    costs = _costs(length, hard, soft)
    plans = [_cuts_of(count, length, room, costs, fill) for count in (fewest, fewest + 1)]
    return min(plans, key=lambda cuts: (sum(costs[round(at / _STEP)] // _HARD for at in cuts), len(cuts)))


def fewest_parts(length: float, room: float) -> int:
    """How many parts of ``room`` a length takes at least, which overlap at each cut."""
    return max(1, ceil((length - OVERLAP) / (room - OVERLAP) - _EPSILON))


def _cuts_of(count: int, length: float, room: float, costs: Sequence[int], fill: Fill) -> list[float]:
    """The cuts between a number of parts."""
    cuts: list[float] = []
    at = OVERLAP / 2
    for left in range(count - 1, 0, -1):
        first = max(at + OVERLAP, length - left * (room - OVERLAP) - OVERLAP / 2)
        last = max(first, min(at + room - OVERLAP, length - _MIN_SECTION * left))
        wanted = at + (length - at) / (left + 1) if fill is Fill.LIKE_THE_REST else last
        at = _best_place(costs, first, last, min(max(wanted, first), last), thrifty=fill is Fill.THRIFTY)
        cuts.append(at)
    return cuts


def _in_strips(
    drawing: Drawing, room: tuple[float, float], fill: Fill, *, lying: bool, backwards: bool
) -> list[Box]:
    """The boxes between the cuts, strip by strip."""
    along, across = (0, 1) if lying else (1, 0)
    size = (drawing.width, drawing.height)
    boxes = []
    cut = _cut_backwards if backwards else best_cuts
    cuts = cut(size[across], room[across], *_spans(drawing, across), fill)
    for start, end in pairwise((0.0, *cuts, size[across])):
        spans = _spans(drawing, along, (across, start - OVERLAP / 2, end + OVERLAP / 2))
        cuts = cut(size[along], room[along], *spans, fill)
        for left, right in pairwise((0.0, *cuts, size[along])):
            box = (left, start, right - left, end - start)
            boxes.append(box if lying else (box[1], box[0], box[3], box[2]))
    return boxes


def _cut_backwards(
    length: float, room: float, hard: Iterable[Span], soft: Iterable[Span], fill: Fill
) -> list[float]:
    """Where to cut a length from its end to its start."""
    turned_hard, turned_soft = (
        [(length - end, length - start) for start, end in spans] for spans in (hard, soft)
    )
    return [length - at for at in reversed(best_cuts(length, room, turned_hard, turned_soft, fill))]


def _spans(
    drawing: Drawing, axis: int, strip: tuple[int, float, float] | None = None
) -> tuple[list[Span], list[Span]]:
    """The spans on one axis that a cut should avoid: hard (doors and numbers) and soft ones (other text)."""
    written = [(text.x, text.y, text.x + text.width, text.y + text.height) for text in drawing.texts]
    spans = []
    for boxes in (drawing.kept, written):
        if strip is not None:
            other, start, end = strip
            boxes = [box for box in boxes if box[other] < end and box[other + 2] > start]
        spans.append([(box[axis], box[axis + 2]) for box in boxes])
    return spans[0], spans[1]


def _costs(length: float, hard: Iterable[Span], soft: Iterable[Span]) -> list[int]:
    """The cost of a cut at each tenth of a millimeter: what it would go through."""
    steps = [0] * (int(length / _STEP) + 3)
    for spans, cost in ((hard, _HARD), (soft, _SOFT)):
        for start, end in spans:
            first = min(max(0, int(start / _STEP)), len(steps) - 1)
            steps[first] += cost
            steps[min(max(first + 1, ceil(end / _STEP) + 1), len(steps) - 1)] -= cost
    return list(accumulate(steps))


def _best_place(costs: Sequence[int], first: float, last: float, wanted: float, *, thrifty: bool) -> float:
    """The place from ``first`` to ``last`` that goes through least, as near as possible to ``wanted``."""
    low, high = ceil(first / _STEP), min(int(last / _STEP + _EPSILON), len(costs) - 1)
    if low > high:
        # The range is smaller than one step.
        return first
    if thrifty:
        reach = round(_CLEARANCES[-2] / _STEP)
        for place in range(high, low - 1, -1):
            if max(costs[max(0, place - reach) : place + reach + 1]) < _HARD:
                return place * _STEP
    best: tuple[float, float, int] | None = None
    places: Sequence[int] = range(high, low - 1, -1)
    if wanted < last:
        places = sorted(places, key=lambda place: abs(place * _STEP - wanted))
    for clearance in _CLEARANCES:
        reach = round(clearance / _STEP)
        for place in places:
            around = max(costs[max(0, place - reach) : place + reach + 1])
            worth = (costs[place], around, place)
            if best is None or worth[:2] < best[:2]:
                best = worth
            if around == 0:
                return place * _STEP
    assert best is not None
    return best[2] * _STEP


def _grown(box: Box, drawing: Drawing) -> Box:
    """A box extended by half the overlap on each side where the drawing continues."""
    x, y, width, height = box
    left, top = max(0.0, x - OVERLAP / 2), max(0.0, y - OVERLAP / 2)
    right = min(drawing.width, x + width + OVERLAP / 2)
    bottom = min(drawing.height, y + height + OVERLAP / 2)
    return left, top, right - left, bottom - top


def severed(drawing: Drawing, boxes: Sequence[Box]) -> list[Box]:
    """The doors and numbers that the edges of some boxes cross."""
    return [
        kept
        for kept in drawing.kept
        if not any(
            x - _EPSILON <= kept[0]
            and kept[2] <= x + width + _EPSILON
            and y - _EPSILON <= kept[1]
            and kept[3] <= y + height + _EPSILON
            for x, y, width, height in boxes
        )
    ]
