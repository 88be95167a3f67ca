"""The signs of decks: machinery, lockers, consoles, hatches, lifts and stars, each clear of the walls."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from types import MappingProxyType

from builder.boards.deck_parts import Feature
from builder.draw.maps.decks.lockers import contents_in_short
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.surface.canvas import Point
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.type import CONDENSED_BOLD, Metrics, Type
from builder.draw.surface.wording import Words
from builder.geometry.hexgrid import Hex

STAR = 0.55
"""The size of an objective's star, in hexes."""
CAPTION = Type(CONDENSED_BOLD, 2.5)
_STEP = 2.6
_CAPTION_WIDTH = 1.45
_BELOW = 0.5
_AIR = 0.35
# How far names stay from the sides of a round sign.
_ASIDE = 1.2
# The height of the number of a hex with what is around it, and with little of that.
_NUMBER, _LOW_NUMBER = 3.6, 2.6
# The least share of its size below its number; with its number beside it, it is a little smaller.
_MIN_SHARE, _BESIDE_NUMBER = 0.55, 0.8
# The share of its size to which a round sign shrinks at most if another of its kind has less room. One that
# would be smaller is near its number.
_ALIKE = 0.74
# Half the width and half the height of each symbol, in hexes.
_EXTENTS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "machinery": (0.367, 0.32),
        "explosive": (0.367, 0.32),
        "damaged": (0.3, 0.26),
        "locker": (0.335, 0.285),
        "chest": (0.335, 0.1),
        "console": (0.28, 0.2),
        "hatch": (0.32, 0.32),
        "stairs_up": (0.2, 0.22),
        "stairs_down": (0.2, 0.22),
        "lift": (0.24, 0.24),
    }
)
_MACHINERY = frozenset({"machinery", "explosive", "damaged"})
_ROUND = _MACHINERY | {"hatch"}
# The middle of a console is above that of its box.
_DROP = MappingProxyType({"console": 0.03})
# The places of a star beside the middle of its hex, in hexes; it stays clear of the sides of the hex.
_STAR_PLACES = (
    (0.36, 0.0), (-0.36, 0.0), (0.32, -0.1), (-0.32, -0.1), (0.32, 0.1), (-0.32, 0.1), (0.22, -0.26),
    (-0.22, -0.26), (0.22, 0.26), (-0.22, 0.26), (0.0, -0.31), (0.0, 0.31), (0.1, -0.31), (-0.1, -0.31),
)  # fmt: skip
# The radius of its disc as a share of its size; in mm, how far it is from a sign beside it, from other things
# and from the sides of its hex, and how far both are from a wall, where there may be the line of a zone.
_DISC, _STAR_GAP, _STAR_AIR, _OFF_SIDE, _OFF_ZONE = 0.27, 0.4, 0.2, 0.1, 1.3
# A sign with a star beside it is no smaller than this share, or else the star is anywhere in the hex.
_LEAST_PAIRED = 0.85
_PAIRED = frozenset({"console", "locker", "chest"})


def symbol_of(feature: Feature, words: Words) -> str:
    """The name of the symbol of a feature."""
    if feature.kind == "locker":
        is_listed = contents_in_short(feature, words)
        return "chest" if is_listed and not feature.has_suits else "locker"
    if feature.kind == "console":
        return "console"
    return "explosive" if feature.name == "explosive" else feature.kind.removesuffix("-machinery")


@dataclass(frozen=True, slots=True)
class Sign:
    """A symbol at a place, ``size`` in mm, with the lines of its caption and the first of their baselines.

    The middle of the lines is at ``text_x``, that of the star of an objective beside the symbol at ``star``.
    """

    name: str
    hex: Hex
    at: Point
    size: float
    caption: tuple[str, ...] = ()
    baseline: float = 0.0
    type: Type = CAPTION
    text_x: float = 0.0
    star: Point | None = None

    def boxes(self, metrics: Metrics) -> Iterator[Box]:
        """The boxes that it takes: the symbol, and each line of its caption."""
        x, y = self.at
        wide, tall = (half * self.size for half in _EXTENTS[self.name])
        y += _DROP.get(self.name, 0.0) * self.size
        if self.is_round:
            yield x - wide - _AIR, y - tall / 2, x + wide + _AIR, y + tall / 2
            yield x - wide * 0.6, y - tall - _AIR, x + wide * 0.6, y + tall + _AIR
        else:
            yield x - wide, y - tall - _AIR, x + wide, y + tall
        for number, line in enumerate(self.caption):
            baseline = self.baseline + number * _STEP
            half = metrics.width(line, self.type) / 2 + _AIR
            cap = self.type.cap
            yield self.text_x - half, baseline - cap - _AIR, self.text_x + half, baseline + 2 * _AIR

    def beside(self) -> Box | None:
        """The box that names leave free at the sides of a round symbol; None for any other."""
        (x, y), (wide, tall) = self.at, (half * self.size for half in _EXTENTS[self.name])
        return (x - wide - _ASIDE, y - tall, x + wide + _ASIDE, y + tall) if self.is_round else None

    @property
    def is_round(self) -> bool:
        """Whether two boxes describe the symbol better than one."""
        return self.name in _ROUND

    @property
    def baselines(self) -> Iterator[tuple[str, float]]:
        """The lines of the caption, each with its baseline."""
        return ((line, self.baseline + number * _STEP) for number, line in enumerate(self.caption))


def _alike(signs: Sequence[Sign], size: float) -> list[Sign]:
    """Signs with round ones of a kind smaller, so that those with little room stand out less."""

    def kind_of(sign: Sign) -> str:
        return "machinery" if sign.name in _MACHINERY else sign.name

    least: dict[str, float] = {}
    for sign in signs:
        least[kind_of(sign)] = min(least.get(kind_of(sign), size), sign.size)
    return [
        replace(sign, size=min(sign.size, max(least[kind_of(sign)], _ALIKE * size)))
        if sign.is_round
        else sign
        for sign in signs
    ]


class DeckSigns:
    """The signs of one level, without captions on an overview. Objectives are in the ``starred`` hexes."""

    def __init__(
        self, plan: DeckPlan, metrics: Metrics, words: Words, *, captions: bool, starred: Collection[Hex] = ()
    ) -> None:
        self.plan = plan
        self.starred = starred
        self.metrics = metrics
        self.words = words
        self.captions = captions
        self.signs = _alike([*self._features(), *self._ways()], plan.size)

    def star_at(self, hex: Hex, space: ClearSpace) -> Point:
        """A free place for a star in a hex, or the one that covers least; all of it is in the hex."""
        beside = next((sign.star for sign in self.signs if sign.hex == hex and sign.star is not None), None)
        if beside is not None:
            return beside
        plan, half = self.plan, self._half_star
        x, y = plan.stand(hex, 0.0, 0.0, 0.0)[0]
        best = (inf, (x, y))
        places = ((x + right * plan.size, y + down * plan.size) for right, down in _STAR_PLACES)
        for place in (place for place in places if self._is_in(hex, place)):
            box = (place[0] - half, place[1] - half, place[0] + half, place[1] + half)
            covered = space.overlap(box)
            if not covered:
                return place
            best = min(best, (covered, place))
        return best[1]

    @property
    def _half_star(self) -> float:
        """Half the width of a star with the air around it, in mm."""
        return _DISC * STAR * self.plan.size + _STAR_AIR

    def _is_in(self, hex: Hex, at: Point) -> bool:
        """Whether all of a star at a place is in a hex."""
        (x, y), size = self.plan.layout.center(hex), self.plan.size
        right, down = abs(at[0] - x), abs(at[1] - y)
        most = size / 2 - _DISC * STAR * size - _OFF_SIDE * self.plan.scale
        return down <= most and right * sqrt(3) / 2 + down / 2 <= most

    def _features(self) -> Iterator[Sign]:
        for feature in self.plan.map.features:
            if feature.place.level == self.plan.level:
                yield self._sign(symbol_of(feature, self.words), feature.place.hex, self._caption_of(feature))

    def _ways(self) -> Iterator[Sign]:
        """Hatches, stairs and lifts."""
        level = self.plan.level
        for hatch in self.plan.map.hatches:
            if level in hatch.levels:
                way = "down" if level == min(hatch.levels) else "up"
                yield self._sign(f"stairs_{way}" if hatch.kind == "stairs" else hatch.kind, hatch.hex)
        for lift in self.plan.map.lifts:
            if level in lift.levels:
                yield self._sign("lift", lift.hex)

    def _caption_of(self, feature: Feature) -> str:
        if feature.kind == "locker":
            return contents_in_short(feature, self.words)
        return feature.name if feature.kind == "console" else ""

    def _sign(self, name: str, hex: Hex, caption: str = "") -> Sign:
        """A sign as near the middle of its hex as its walls allow, smaller if they leave too little room."""
        plan, size = self.plan, self.plan.size
        lines: list[str] = []
        type = CAPTION
        if caption and self.captions:
            wide = _CAPTION_WIDTH * plan.layout.radius
            lines = self.metrics.wrap(caption, type, wide)[:2]
        below = _BELOW + len(lines) * _STEP if lines else 0.0
        half_wide, half_tall = (half * size for half in _EXTENTS[name])
        if hex in self.starred and name in _PAIRED:
            # Below its number if there is room, or else beside it.
            for number in (_NUMBER, _LOW_NUMBER, 0.0) if lines else (0.0,):
                paired = self._with_star(name, hex, lines, below, number * plan.scale)
                if paired is not None:
                    return paired
        number = 0.0
        if self.captions and (lines or plan.walls.room(hex) < size * 0.45):
            # Where a wall cuts the hex, or there is a caption, its number needs some of the room.
            number = _NUMBER * plan.scale
        (x, y), share = plan.stand(hex, half_wide, half_tall, below + number)
        if share < _ALIKE and number and name in _ROUND and not lines:
            # A round sign is narrow at its top, and can be near its number.
            number = _LOW_NUMBER * plan.scale
            (x, y), share = plan.stand(hex, half_wide, half_tall, number)
            if share > _ALIKE:
                # Nearer to a wall below it, and further from its number.
                is_above_wall = y < plan.layout.center(hex)[1]
                y, share = y + (share - _ALIKE) * half_tall * is_above_wall, _ALIKE
        if share < _MIN_SHARE and number:
            # The number goes beside it.
            number = 0.0
            (x, y), share = plan.stand(hex, half_wide, half_tall, below)
            share *= _BESIDE_NUMBER if self.captions and not lines else 1.0
        middle = y - below / 2 + number / 2
        foot = middle + half_tall * share
        at = (x, middle - _DROP.get(name, 0.0) * size * share)
        baseline = foot + _BELOW + type.cap + _AIR
        return Sign(name, hex, at, size * share, tuple(lines), baseline, type, x)

    def _with_star(
        self, name: str, hex: Hex, lines: Sequence[str], below: float, number: float
    ) -> Sign | None:
        """A sign with an objective's star beside it, both over the caption; None if both have no room."""
        plan, size = self.plan, self.plan.size
        half_wide, half_tall = (half * size for half in _EXTENTS[name])
        half_star = self._half_star
        half = half_wide + half_star + _STAR_GAP * plan.scale / 2
        off_walls = half + _OFF_ZONE * plan.scale
        (x, y), share = plan.stand(hex, off_walls, max(half_tall, half_star), below + number)
        if share < _LEAST_PAIRED:
            return None
        for side in (1.0, -1.0):
            middle = y + (number - below) / 2
            star = x + side * (half - half_star) * share, middle
            if self._is_in(hex, star):
                at = x - side * (half - half_wide) * share, middle - _DROP.get(name, 0.0) * size * share
                baseline = middle + half_tall * share + _BELOW + CAPTION.cap + _AIR
                return Sign(name, hex, at, size * share, tuple(lines), baseline, CAPTION, x, star)
        return None
