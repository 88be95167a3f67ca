"""Limits on the size of scenarios: more than anybody can play, but few enough to be checked quickly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rulesdb import DataError
from rulesdb.codes import Code
from rulesdb.problem import Problem, Span
from rulesdb.yaml_source import DataPath, YamlSource

MAX_CHARACTERS = 1_000_000
MAX_VALUES = 50_000
MAX_COMMENTS = 1000
MAX_PLACES = 60_000
MAX_LISTED = 4 * MAX_PLACES
MAX_UNKNOWN = 1000
MAX_GENERATED = 2000

# The maximum number of items in all lists and blocks of one path together; `*` is any position in a list.
MAX_ITEMS: Mapping[str, int] = MappingProxyType(
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
# The maximum number of items in every other list or block.
MAX_OTHER_ITEMS = 500


class RejectedScenario(DataError):
    """A scenario file that cannot be read. ``fits_schema`` is true if its data match the schema."""

    def __init__(self, problems: Sequence[Problem], *, fits_schema: bool) -> None:
        self.fits_schema = fits_schema
        super().__init__(list(problems))


def text_limits(source: YamlSource) -> Iterator[Problem]:
    """A problem if the text is too large to be checked."""
    whole = Span(source.path, 1, 1, 1, 2)
    if len(source.text) > MAX_CHARACTERS:
        yield too_large(whole, f"a scenario has at most {MAX_CHARACTERS:,} characters")
    elif source.size > MAX_VALUES:
        yield too_large(whole, f"a scenario has at most {MAX_VALUES:,} values")
    elif source.text.count("brainbug:") > MAX_COMMENTS:
        yield too_large(whole, f"a scenario has at most {MAX_COMMENTS:,} comments to brainbug")


def value_limits(source: YamlSource) -> Iterator[Problem]:
    """Problems of lists and blocks with too many items, and of maps with too many hexes or dots."""
    if any(total > MAX_ITEMS.get(name, MAX_OTHER_ITEMS) for name, total in _totals(source.data).items()):
        yield from _items_limits(source)
    yield from _generated_limits(source)
    data = source.data["map"]
    places = data.get("columns", 1) * data.get("rows", 1) * max(1, len(data.get("levels", ())))
    if places > MAX_PLACES:
        message = f"the map has {places:,} hexes or dots on all its levels, more than {MAX_PLACES:,}"
        yield too_large(source.value_span(("map", "columns")), message)


def _totals(data: Any) -> Mapping[str, int]:
    """The items of all lists and blocks of a name in :data:`MAX_ITEMS`; of others, those of the largest."""
    totals: dict[str, int] = {}
    blocks: list[tuple[str, Any]] = [("", data)]
    for name, block in blocks:
        is_list = type(block) is list
        for key in range(len(block)) if is_list else block:
            value = block[key]
            if type(value) is dict or type(value) is list:
                part = "*" if is_list else str(key)
                item_name = f"{name}/{part}" if name else part
                size, before = len(value), totals.get(item_name, 0)
                totals[item_name] = before + size if item_name in MAX_ITEMS else max(before, size)
                blocks.append((item_name, value))
    return totals


def _items_limits(source: YamlSource) -> Iterator[Problem]:
    """The lists and blocks that have too many items, or with which those of a name have too many."""
    totals: dict[str, int] = {}
    for path, name, number in _sizes(source.data):
        before = totals.get(name, 0) if name in MAX_ITEMS else 0
        totals[name] = before + number
        most = MAX_ITEMS.get(name, MAX_OTHER_ITEMS)
        if before <= most < totals[name]:
            yield too_large(source.key_span(path), f"`{_last_name(path)}` has more than {most:,} items")


def _generated_limits(source: YamlSource) -> Iterator[Problem]:
    """A problem if all forces and squads together have too many generated people."""
    people = 0
    for number, force in enumerate(source.data["forces"]):
        at: DataPath = ("forces", number)
        squads = (((*at, "squads", index), squad) for index, squad in enumerate(force.get("squads", ())))
        for path, block in ((at, force), *squads):
            before, people = people, people + block.get("generated", {}).get("count", 0)
            if before <= MAX_GENERATED < people:
                message = f"more than {MAX_GENERATED:,} people are generated up to here"
                yield too_large(source.value_span((*path, "generated", "count")), message)


def _sizes(data: Any) -> Iterator[tuple[DataPath, str, int]]:
    """Every list and block below the top: its path, its name in :data:`MAX_ITEMS`, and its size."""
    blocks: list[tuple[DataPath, str, Any]] = [((), "", data)]
    for path, name, block in blocks:
        is_list = type(block) is list
        items: Iterable[tuple[Any, Any]] = enumerate(block) if is_list else block.items()
        for key, value in items:
            if type(value) is dict or type(value) is list:
                part: str = "*" if is_list else key
                item_path, item_name = (*path, key), f"{name}/{part}" if name else part
                yield item_path, item_name, len(value)
                blocks.append((item_path, item_name, value))


def _last_name(path: DataPath) -> str:
    return next((part for part in reversed(path) if isinstance(part, str)), "")


def too_large(span: Span, message: str) -> Problem:
    """The problem of something that exceeds a limit."""
    return Problem(Code.BAD_VALUE, message, span, "make it smaller, or split it into several scenarios")
