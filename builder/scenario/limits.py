"""How large a scenario may be: far more than anybody can play, and little enough to be checked at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rulesdb.problem import Problem, Span
from rulesdb.yaml_source import DataPath, YamlSource

MOST_CHARACTERS = 1_000_000
MOST_VALUES = 50_000
MOST_COMMENTS = 1000
MOST_PLACES = 60_000
MOST_LISTED = 4 * MOST_PLACES
MOST_UNKNOWN = 1000

# How many items lists and blocks may have, all of one path taken together; `*` is any place in a list.
MOST_ITEMS: Mapping[str, int] = MappingProxyType(
    {
        "forces": 50,
        "forces/*/members": 2000,
        "map/levels": 100,
        "map/levels/*/areas": 5000,
        "map/levels/*/doors": 10_000,
        "map/levels/*/consoles": 2000,
        "map/hatches": 2000,
        "map/land/obstacles": 10_000,
        "map/obstacles": 10_000,
        "map/doors": 10_000,
        "map/pieces": 300,
        "map/pieces/*/polygon": 1000,
        "map/pieces/*/line": 1000,
        "setup/placements/*/members": 2000,
        "setup/zones/*/areas": 5000,
        "setup/zones/*/polygon": 1000,
    }
)
# Of any other list or block, taken by itself.
OTHERS = 500


class TooMuch(Exception):
    """What is read, up to the value at ``path``, is too much to go on; the message says what."""

    def __init__(self, message: str, path: DataPath) -> None:
        self.path = path
        super().__init__(message)


class Tally:
    """How many hexes or dots the lists of a file have held so far."""

    def __init__(self) -> None:
        self.listed = 0

    def add(self, number: int, path: DataPath) -> None:
        """Count what a list holds.

        Raises:
            TooMuch: it is too many, all lists taken together.
        """
        self.listed += number
        if self.listed > MOST_LISTED:
            raise TooMuch(f"up to here the file lists more than {MOST_LISTED:,} hexes or dots", path)


def beyond_reading(source: YamlSource) -> Iterator[Problem]:
    """What is too large to be looked at any further."""
    whole = Span(source.path, 1, 1, 1, 2)
    if len(source.text) > MOST_CHARACTERS:
        yield _problem(whole, f"a scenario has at most {MOST_CHARACTERS:,} characters")
    elif source.size > MOST_VALUES:
        yield _problem(whole, f"a scenario has at most {MOST_VALUES:,} values")
    elif source.text.count("brainbug:") > MOST_COMMENTS:
        yield _problem(whole, f"a scenario has at most {MOST_COMMENTS:,} comments to brainbug")


def beyond_playing(source: YamlSource) -> Iterator[Problem]:
    """Lists and blocks with too many items, and a map with too many places, in data that fit the schema."""
    totals: dict[str, int] = {}
    for path, name, number in _sizes(source.data):
        before = totals.get(name, 0) if name in MOST_ITEMS else 0
        totals[name] = before + number
        most = MOST_ITEMS.get(name, OTHERS)
        if before <= most < totals[name]:
            yield _problem(source.key_span(path), f"`{_last_name(path)}` has more than {most:,} items")
    data = source.data["map"]
    places = data.get("columns", 1) * data.get("rows", 1) * max(1, len(data.get("levels", ())))
    if places > MOST_PLACES:
        said = f"the map has {places:,} hexes or dots on all its levels, more than {MOST_PLACES:,}"
        yield _problem(source.value_span(("map", "columns")), said)


def beyond_going_on(source: YamlSource, error: TooMuch) -> Problem:
    """The problem at the place where it became too much."""
    return _problem(source.value_span(error.path), str(error))


def _sizes(data: Any) -> Iterator[tuple[DataPath, str, int]]:
    """Every list and block below the top: its path, what :data:`MOST_ITEMS` calls that, and how many items.

    Those of one name come in the file's order.
    """
    blocks: list[tuple[DataPath, str, Any]] = [((), "", data)]
    for path, name, block in blocks:
        is_list = type(block) is list
        items: Iterable[tuple[Any, Any]] = enumerate(block) if is_list else block.items()
        for key, value in items:
            if type(value) is dict or type(value) is list:
                part: str = "*" if is_list else key
                here, called = (*path, key), f"{name}/{part}" if name else part
                yield here, called, len(value)
                blocks.append((here, called, value))


def _last_name(path: DataPath) -> str:
    return next((part for part in reversed(path) if isinstance(part, str)), "")


def _problem(span: Span, message: str) -> Problem:
    return Problem("BB007", "bad-value", message, span, "make it smaller, or split it into several scenarios")
