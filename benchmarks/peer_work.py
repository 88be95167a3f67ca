"""The work of peers that times itself: it runs in their environment, without brainbug."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path

Work = Callable[[int], Callable[[], int]]
_RADIUS = 10.0


def map_svg(size: int) -> Callable[[], int]:
    """A polygon and a text for every hex by svgwrite, with its validator on as in its manual."""
    import svgwrite

    def work() -> int:
        drawing = svgwrite.Drawing(debug=True, size=("2000mm", "2000mm"), viewBox="0 0 2000 2000")
        height = math.sqrt(3) * _RADIUS
        font = {"font_size": 2.2, "text_anchor": "middle", "fill": "#5d6872"}
        for column in range(1, size + 1):
            for row in range(1, size + 1):
                x = 1.5 * _RADIUS * column
                y = height * (row + (0.5 if column % 2 == 0 else 0.0))
                corners = [
                    (x + _RADIUS * math.cos(math.pi * turn / 3), y + _RADIUS * math.sin(math.pi * turn / 3))
                    for turn in range(6)
                ]
                drawing.add(drawing.polygon(corners, fill="none", stroke="#b9c2c9", stroke_width=0.2))
                drawing.add(drawing.text(f"{column:03d}{row:03d}", insert=(x, y - 6), **font))
        return len(drawing.tostring().encode())

    return work


def map_pdf(columns: int) -> Callable[[], int]:
    """A grid of hexes with coordinates by protograf."""
    import protograf

    coordinates = {"coord_elevation": "top", "coord_type_x": "number", "coord_type_y": "number"}

    def work() -> int:
        protograf.Create(filename="peer-map.pdf", paper="A0", margin=0.5)
        size = {"rows": columns * 2 // 3, "cols": columns, "height": 1.0}
        protograf.Hexagons(**size, x=0.5, y=0.5, **coordinates, coord_font_size=4)
        protograf.Save()
        return Path("peer-map.pdf").stat().st_size

    return work


def dice(number: int) -> Callable[[], int]:
    """The exact distribution of the best three of a number of dice by icepool."""
    import icepool

    return lambda: len(icepool.d6.highest(number, 3))


WORKS: dict[str, Work] = {work.__name__: work for work in (map_svg, map_pdf, dice)}


def main() -> None:
    """Do one piece of work, and print its seconds and size."""
    name, size_of_work = sys.argv[1], int(sys.argv[2])
    # protograf reads the command line, too.
    del sys.argv[1:]
    work = WORKS[name](size_of_work)
    start = time.perf_counter()
    size = work()
    print(json.dumps({"seconds": time.perf_counter() - start, "size": size}))


if __name__ == "__main__":
    main()
