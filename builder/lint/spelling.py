"""Fixes of misspellings: a name similar to a known one, a hex number without its leading zero."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from builder.geometry.hexgrid import Hex, HexGrid
from builder.lint.finding import Applicability, Edit, Fix
from rulesdb.nearest import is_one_slip_apart, nearest

_NUMBER = re.compile(r"[0-9]+")


def spelling_fixes(
    wanted: str,
    accepted: Iterable[str],
    write: Callable[[str], Edit | None],
    *,
    slip: Applicability = Applicability.UNSAFE,
) -> tuple[Fix, ...]:
    """Fixes that replace ``wanted`` by the nearest of ``accepted``.

    If only one name is similar, it is most likely meant; if it differs by one typing error, the fix has the
    applicability ``slip``. If several are similar, users choose.
    """
    accepted = [name for name in accepted if name != wanted]
    close = nearest(wanted, accepted)
    slips = [name for name in accepted if is_one_slip_apart(wanted.casefold(), name.casefold())]
    if len(slips) == 1:
        return _written(slips, write, slip)
    return _written(close, write, Applicability.UNSAFE if len(close) == 1 else Applicability.DISPLAY)


def padded_hexes(text: str, grid: HexGrid) -> tuple[str, bool] | None:
    """Hexes, blocks or a hexside with leading zeros added, and whether this is the only reading.

    ``None`` if nothing is missing, or if adding zeros does not make them hexes of the map.

    >>> padded_hexes("0304-406 505/NE", HexGrid(24, 9))
    ('0304-0406 0505/NE', True)
    >>> padded_hexes("111", HexGrid(24, 12))
    ('0111', False)
    """
    numbers = _NUMBER.findall(text)
    readings = {
        number: [number] if len(number) == 2 * grid.digits else _readings(number, grid) for number in numbers
    }
    if all(readings[number] == [number] for number in numbers) or not all(readings.values()):
        return None
    if not all(grid.read(labels[0]) for labels in readings.values()):
        return None
    padded = _NUMBER.sub(lambda match: readings[match[0]][0], text)
    return padded, all(len(labels) == 1 for labels in readings.values())


def grid_of(data: Any) -> HexGrid | None:
    """The grid of a scenario's data, if its size is valid."""
    about = data.get("map") if isinstance(data, Mapping) else None
    if not isinstance(about, Mapping):
        return None
    columns, rows = about.get("columns"), about.get("rows")
    if not isinstance(columns, int) or not isinstance(rows, int):
        return None
    return HexGrid(columns, rows) if 1 <= columns <= 999 and 1 <= rows <= 999 else None


def hex_fixes(text: str, grid: HexGrid | None, write: Callable[[str], Edit | None]) -> tuple[Fix, ...]:
    """The fix for hexes without leading zeros."""
    padded = padded_hexes(text, grid) if grid is not None else None
    if padded is None:
        return ()
    return _written((padded[0],), write, Applicability.SAFE if padded[1] else Applicability.UNSAFE)


def _readings(number: str, grid: HexGrid) -> list[str]:
    """The hexes of the map that a number with too few digits may mean, the most likely first."""
    labels = [
        grid.label(hex)
        for cut in range(max(1, len(number) - grid.digits), min(grid.digits, len(number) - 1) + 1)
        if (hex := Hex(int(number[:cut]), int(number[cut:]))) in grid
    ]
    likeliest = number.zfill(2 * grid.digits)
    return sorted(labels, key=lambda label: (label != likeliest, label))


def _written(
    names: Iterable[str], write: Callable[[str], Edit | None], sure: Applicability
) -> tuple[Fix, ...]:
    return tuple(fix for name in names for fix in Fix.of_edit(f"write `{name}`", sure, write(name)))
