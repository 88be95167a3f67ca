"""Two versions of a scenario side by side, played with the same dice."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from builder.playtest.batch import Prepared
from builder.playtest.match import Result
from builder.playtest.report.intervals import Z95
from rulesdb import DataError, InputError
from rulesdb.yaml_source import load_yaml

_DIGITS = 4


def require_same_game(one: Path, other: Path) -> None:
    """Refuse files of different games before anything is compiled; other errors are not checked.

    Raises:
        InputError: they are of different games.
    """
    games = [_game_of(path) for path in (one, other)]
    if all(games) and games[0] != games[1]:
        raise InputError(
            f"{other} is of {games[1]}, and {one} of {games[0]}; compare two scenarios of one game"
        )


def _game_of(path: Path) -> str:
    """The id of the game that a file names; empty if there is none."""
    with suppress(DataError, LookupError, TypeError):
        return str(load_yaml(path).data["scenario"]["game"])
    return ""


def comparison_of(
    one: Prepared, results: Sequence[Result], other: Prepared, others: Sequence[Result]
) -> dict[str, Any]:
    """The differences between two versions, as plain data.

    The games are pairs with the same seed and number, so a difference is more certain than the shares: its
    interval is that of paired samples.
    """
    pairs = list(zip(results, others, strict=True))
    keys = dict.fromkeys((each.side, each.grade) for each in (*one.scenario.victory, *other.scenario.victory))
    keys |= dict.fromkeys((each.ending.side, each.ending.grade) for pair in pairs for each in pair)
    sides = one.play.sides
    names = list(dict.fromkeys(name for pair in pairs for each in pair for name in each.tally))
    return {
        "schema_version": 1,
        "versions": [_version(each) for each in (one, other)],
        "players": dict(one.batch.lineup),
        "seed": one.batch.seed,
        "games": len(pairs),
        "same_ending": _share([_ending(a) == _ending(b) for a, b in pairs]),
        "same_winner": _share([a.ending.side == b.ending.side for a, b in pairs]),
        "sides": [
            {"side": side, **_difference(pairs, lambda each, side=side: each.ending.side == side)}  # type: ignore[misc]
            for side in sides
        ],
        "endings": [
            {
                "side": key[0],
                "grade": key[1],
                **_difference(pairs, lambda each, key=key: _ending(each) == key),  # type: ignore[misc]
            }
            for key in keys
        ],
        "turns": _difference(pairs, lambda each: each.turns),
        "tally": {
            name: _difference(pairs, lambda each, name=name: each.tally.get(name, 0))  # type: ignore[misc]
            for name in names
        },
        "moved": [
            {"from": list(before), "to": list(after), "games": count}
            for (before, after), count in sorted(
                Counter((_ending(a), _ending(b)) for a, b in pairs).items(),
                key=lambda item: (-item[1], item[0]),
            )
            if before != after
        ],
    }


def _version(prepared: Prepared) -> dict[str, Any]:
    return {
        "file": prepared.batch.path.name,
        "title": prepared.scenario.title,
        "version": prepared.scenario.version,
        "file_sha256": prepared.head["file_sha256"],
    }


def _ending(result: Result) -> tuple[str, str]:
    return result.ending.side, result.ending.grade


def _share(hits: Sequence[bool]) -> float:
    return round(sum(hits) / max(1, len(hits)), _DIGITS)


def _difference(pairs: Sequence[tuple[Result, Result]], value: Callable[[Result], float]) -> dict[str, float]:
    """The means of both versions, and their difference with its interval of 95 in 100."""
    before, after = [float(value(a)) for a, _ in pairs], [float(value(b)) for _, b in pairs]
    count = max(1, len(pairs))
    changes = [b - a for a, b in zip(before, after, strict=True)]
    mean = sum(changes) / count
    spread = math.sqrt(sum((each - mean) ** 2 for each in changes) / max(1, count - 1) / count)
    return {
        "before": round(sum(before) / count, _DIGITS),
        "after": round(sum(after) / count, _DIGITS),
        "change": round(mean, _DIGITS),
        "low": round(mean - Z95 * spread, _DIGITS),
        "high": round(mean + Z95 * spread, _DIGITS),
    }
