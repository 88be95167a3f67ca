"""Numbers of a scenario file that balancing may change, such as ``turns=10..16``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulesdb import InputError
from rulesdb.nearest import did_you_mean

Path = tuple[str | int, ...]
_SHORT: Mapping[str, Path] = {"turns": ("schedule", "turns"), "events": ("schedule", "events")}
_RANGE = re.compile(r"(-?\d{1,6})\.\.(-?\d{1,6})(?:/(\d{1,6}))?")
_NUMBER = re.compile(r"-?\d{1,6}")
_NAMES = ("id", "title", "name", "force", "arrives", "grade")
MAX_VALUES = 60


@dataclass(frozen=True, slots=True)
class Lever:
    """A number of a file and the values that it may have.

    Attributes:
        name: how the user names it.
        path: where it is in the data of the file.
        before: its value in the file.
        values: the values to try, without that of the file.
    """

    name: str
    path: Path
    before: int
    values: tuple[int, ...]


def read_lever(text: str, data: Any) -> Lever:
    """A lever from a text such as ``forces.warriors.count=6..12``, ``turns=8,10`` or ``turns=6..12/2``.

    Parts of a name are keys; an item of a list is named by its id, title, name or number from 1.

    >>> read_lever("turns=5..7", {"schedule": {"turns": 6}})
    Lever(name='turns', path=('schedule', 'turns'), before=6, values=(5, 7))

    Raises:
        InputError: there is no such number, or the values cannot be read.
    """
    name, equals, wanted = text.partition("=")
    if not equals or not name:
        raise InputError(f"lever {text}: write it as name=low..high, such as turns=8..12")
    path = _path(name, data)
    before = _at(data, path)
    if isinstance(before, bool) or not isinstance(before, int):
        raise InputError(f"lever {name}: it is not a whole number in the file, but {_described(before)}")
    values = tuple(value for value in _values(name, wanted) if value != before)
    if not values:
        raise InputError(f"lever {text}: it has no value but that of the file, {before}")
    return Lever(name, path, before, values)


def _described(value: Any) -> str:
    if isinstance(value, dict):
        return f"a block with {', '.join(map(str, value))}"
    return f"a list of {len(value)}" if isinstance(value, list) else repr(value)


def _values(name: str, wanted: str) -> Sequence[int]:
    values: list[int] = []
    for part in wanted.split(","):
        if match := _RANGE.fullmatch(part.strip()):
            low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
            if low > high or not step:
                raise InputError(
                    f"lever {name}: {part}: write the lower number first, and a step of at least 1"
                )
            if (high - low) // step >= MAX_VALUES:
                raise InputError(
                    f"lever {name}: {part}: at most {MAX_VALUES} values; use a step, as in 0..100/10"
                )
            values += range(low, high + 1, step)
        elif _NUMBER.fullmatch(part.strip()):
            values.append(int(part))
        else:
            raise InputError(f"lever {name}: {part!r} is neither a number nor a range such as 8..12")
    return list(dict.fromkeys(values))


def _path(name: str, data: Any) -> Path:
    first, *rest = name.split(".")
    path: Path = _SHORT.get(first, (first,)) if not (isinstance(data, dict) and first in data) else (first,)
    here = data
    done: list[str | int] = []
    for part in (*path, *rest):
        key = _step(here, str(part), name)
        done.append(key)
        here = here[key]
    return tuple(done)


def _step(here: Any, part: str, name: str) -> str | int:
    """The key or index of a part of a name."""
    if isinstance(here, dict):
        if part in here:
            return part
        names = [str(key) for key in here]
        accepted = [*names, *(short for short, path in _SHORT.items() if path[0] in here)]
        raise InputError(f"lever {name}: there is no `{part}`: {did_you_mean(part, accepted)}")
    if isinstance(here, list):
        if part.isdigit() and 1 <= int(part) <= len(here):
            return int(part) - 1
        items: dict[str, int] = {
            str(item[key]).lower(): number
            for number, item in reversed(list(enumerate(here)))
            if isinstance(item, dict)
            for key in _NAMES
            if isinstance(item.get(key), str)
        }
        if part.lower() in items:
            return items[part.lower()]
        raise InputError(
            f"lever {name}: the list has no item `{part}`: {did_you_mean(part, items)}, "
            f"or a number from 1 to {len(here)}"
        )
    raise InputError(f"lever {name}: there is nothing below a single value, so no `{part}`")


def _at(data: Any, path: Path) -> Any:
    for part in path:
        data = data[part]
    return data
