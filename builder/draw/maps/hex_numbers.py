"""The numbers of hexes on a map: their place in the hex, which hexes have one, and digits or letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from builder.draw.surface.type import CONDENSED, Metrics, Type
from builder.geometry.hexgrid import Hex, HexGrid
from builder.geometry.hexlayout import HexLayout
from rulesdb import InputError
from rulesdb.nearest import nearest

if TYPE_CHECKING:
    # Lint reads the colors of themes, and must not wait for the import of the drawing code.
    from builder.draw.surface.canvas import Canvas

STEP = 5
SIZE = 0.125
_MIN_SIZE = 2.12
_BASELINE = {"top": -0.29, "center": 0.045}
_PLACES = ("top", "center", "none")
_EXTENTS = ("every", "fifth")
_STYLES = ("ccrr", "letters")
WORDS = (*_PLACES, *_EXTENTS, *_STYLES)


@dataclass(frozen=True, slots=True)
class HexNumbers:
    """``place`` in the hex; ``extent`` is every hex or those of each fifth column and row; ``style``."""

    place: str = "top"
    extent: str = "every"
    style: str = "ccrr"

    def label(self, grid: HexGrid, hex: Hex) -> str:
        """A hex's number in this style.

        >>> HexNumbers(style="letters").label(HexGrid(30, 9), Hex(28, 5))
        'AB5'
        """
        return grid.label(hex) if self.style == "ccrr" else f"{_letters(hex.column)}{hex.row}"

    def labels(self, grid: HexGrid) -> Callable[[Hex], str]:
        """A function that does the same for many hexes of a grid."""
        digits = grid.digits
        if self.style == "ccrr":
            return lambda hex: f"{hex[0]:0{digits}d}{hex[1]:0{digits}d}"
        return lambda hex: self.label(grid, hex)

    def has(self, hex: Hex) -> bool:
        """Whether this hex has its number."""
        if self.place == "none":
            return False
        return self.extent == "every" or (_is_fifth(hex.column) and _is_fifth(hex.row))

    def baseline(self, place: str) -> float:
        """The distance of the number below a hex's middle, in hex sizes."""
        return _BASELINE[place]


def read_hex_numbers(words: Iterable[str], usual: HexNumbers | None = None) -> HexNumbers:
    """A numbering from some of its words, as in ``center letters``; ``usual`` has the rest.

    >>> read_hex_numbers(["center", "letters"])
    HexNumbers(place='center', extent='every', style='letters')

    Raises:
        InputError: a word is unknown, or two of them contradict each other.
    """
    numbers = usual or HexNumbers()
    chosen: dict[str, str] = {}
    for word in words:
        for name, choices in (("place", _PLACES), ("extent", _EXTENTS), ("style", _STYLES)):
            if word in choices:
                if chosen.setdefault(name, word) != word:
                    raise InputError(f"hexes cannot be numbered {chosen[name]!r} and {word!r} at once")
                break
        else:
            meant = ", ".join(nearest(word, WORDS) or WORDS)
            raise InputError(f"{word!r} is not a way to number hexes; choose from {meant}")
    return replace(numbers, **chosen)


def number_type(layout: HexLayout) -> Type:
    """The type of hex numbers: an eighth of the hex, but never under six points."""
    return Type(CONDENSED, max(_MIN_SIZE, layout.size * SIZE))


def draw_numbers(
    canvas: Canvas,
    layout: HexLayout,
    numbers: HexNumbers,
    groups: Sequence[tuple[Iterable[Hex], str]],
    occupied: Iterable[Hex] = (),
) -> None:
    """The numbers of groups of hexes, each group in its own color.

    If the middle of a hex is ``occupied`` by a symbol, its number is at the top instead.
    """
    type = number_type(layout)
    taken = set(occupied)
    if numbers.place == "none":
        return
    for place in dict.fromkeys(("top", numbers.place)):
        down = numbers.baseline(place) * layout.size
        cap = Metrics.CAP_HEIGHT * type.size
        around = (-layout.radius / 2, -cap - 0.3, layout.radius, cap + 0.6)
        for hexes, fill in groups:
            texts = []
            for hex in hexes:
                in_middle = numbers.place == "center" and hex not in taken
                if numbers.has(hex) and in_middle == (place == "center"):
                    x, y = layout.center(hex)
                    texts.append((numbers.label(layout.grid, hex), x, y + down))
            if texts:
                canvas.centered_texts(texts, type, fill, around)


def _is_fifth(number: int) -> bool:
    return number == 1 or number % STEP == 0


def _letters(column: int) -> str:
    """1 is A, 26 Z, 27 AA, as a spreadsheet counts."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
