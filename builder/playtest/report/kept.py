"""Summaries of playtests next to a scenario, for lint and for the page of the scenario.

The file ``ship.playtest.json`` next to ``ship.yaml`` has a run for each pair of players. It counts only while
the scenario's text is the one that was played.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rulesdb.files.reading import MIB, read_file

KEPT_VERSION = 1
_MAX_KEPT = 4 * MIB
SUFFIX = ".playtest.json"
# The player of every side for which none is named; lint and kits read runs, and need no players.
USUAL = "officer"


@dataclass(frozen=True, slots=True)
class Run:
    """A summary of the games of one pair of players.

    Attributes:
        players: the player of each side.
        seed: the seed.
        games: how many games.
        stuck: the share of games that ended undecided or frozen.
        won: the share of wins of each side.
        high: the upper end of the 95% interval of that share.
        latest: the last turn in which a game ended.
        done: the objectives that were carried out in some game.
        active: the members that took part in some game, as force and member.
        endings: each ending with its share.
        is_weighed: whether every other choice for an assumption was played, too.
        others: ``won`` (the most), ``latest``, ``done`` and ``active`` over these choices.
    """

    players: Mapping[str, str]
    seed: int
    games: int
    stuck: float
    won: Mapping[str, float]
    high: Mapping[str, float]
    latest: int
    done: Sequence[str]
    active: Sequence[str]
    endings: Sequence[Mapping[str, Any]]
    is_weighed: bool
    others: Mapping[str, Any]


def kept_path(scenario: Path) -> Path:
    """The file next to a scenario."""
    return scenario.with_suffix(SUFFIX)


def run_of(report: Mapping[str, Any], choices: int) -> Run:
    """The summary of a report; ``choices`` is the number of other choices for assumptions."""
    from builder.playtest.report.intervals import interval

    games, measures, weights = report["games"], report["measures"], report["weights"]
    wins = {
        side: sum(row["games"] for row in report["endings"] if row["side"] == side)
        for side in report["players"]
    }
    stuck = report["undecided"] + report["ended"].get("frozen", 0)
    return Run(
        players=report["players"],
        seed=report["seed"],
        games=games,
        stuck=stuck / max(1, games),
        won={side: count / max(1, games) for side, count in wins.items()},
        high={side: interval(count, games)[1] for side, count in wins.items()},
        latest=int(report["turns"].get("most", 0)),
        done=[row["objective"] for row in measures.get("objectives", ()) if row["games"]],
        active=[
            f"{row['force']}/{row['member']}"
            for row in measures.get("units", ())
            if row["member"] and row["took_part"]
        ],
        endings=[{key: row[key] for key in ("side", "grade", "share")} for row in report["endings"]],
        is_weighed=len(weights) >= choices,
        others={
            "won": {side: max((row["won"][side] for row in weights), default=0.0) for side in wins},
            "latest": max((row["latest"] for row in weights), default=0),
            "done": sorted({id for row in weights for id in row["done"]}),
            "active": sorted({id for row in weights for id in row["active"]}),
        },
    )


def read_kept(path: Path, text: str) -> list[Run]:
    """The runs next to a scenario; none if there is no file, or it is damaged or about another text."""
    digest, runs = _read(path)
    return runs if digest == _digest(text) else []


def is_stale(path: Path, text: str) -> bool:
    """Whether there are runs next to a scenario, but about another text."""
    digest, runs = _read(path)
    return bool(runs) and digest != _digest(text)


def _read(path: Path) -> tuple[str, list[Run]]:
    """The digest of the text that was played, and the runs; empty if there is no file, or it is damaged."""
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
        data = json.loads(read_file(kept_path(path), _MAX_KEPT))
        if data["kept"] == KEPT_VERSION:
            return str(data["file_sha256"]), [Run(**run) for run in data["runs"]]
    return "", []


def best_run(runs: Sequence[Run]) -> Run | None:
    """The most relevant run: that of the default players, or else the one with the most games."""
    return max(runs, key=lambda run: (set(run.players.values()) == {USUAL}, run.games), default=None)


def kept_text(path: Path, text: str, run: Run, release: str) -> str:
    """The file with a run added, which replaces one with the same players."""
    others = [each for each in read_kept(path, text) if each.players != run.players]
    runs = sorted((*others, run), key=lambda each: sorted(each.players.items()))
    data = {
        "kept": KEPT_VERSION,
        "file_sha256": _digest(text),
        "release": release,
        "runs": [asdict(each) for each in runs],
    }
    return f"{json.dumps(data, indent=1, ensure_ascii=False)}\n"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
