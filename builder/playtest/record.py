"""The record of a game as JSON Lines: decisions, and rolls with cells of tables and citations."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from builder.playtest.play import WAITING, Action, Decision, Ending, Play, Roll, Stand, Thrown
from builder.playtest.tables import Use
from rulesdb import InputError

RECORD_VERSION = 2
NOWHERE = Stand(-1, 0, WAITING)


class Recorder(Protocol):
    """Records a game while it is played."""

    def decision(
        self, play: Play[Any], state: Any, decision: Decision, actions: Sequence[Action], index: int
    ) -> None: ...
    def roll(self, turn: int, roll: Roll, thrown: Thrown, uses: Sequence[Use]) -> None: ...
    def state(self, play: Play[Any], state: Any) -> None: ...
    def ending(self, ending: Ending, turn: int) -> None: ...


class NoRecord:
    """Records nothing."""

    def decision(
        self, play: Play[Any], state: Any, decision: Decision, actions: Sequence[Action], index: int
    ) -> None:
        """Ignore a decision."""

    def roll(self, turn: int, roll: Roll, thrown: Thrown, uses: Sequence[Use]) -> None:
        """Ignore a roll."""

    def state(self, play: Play[Any], state: Any) -> None:
        """Ignore changes."""

    def ending(self, ending: Ending, turn: int) -> None:
        """Ignore the ending."""


NO_RECORD = NoRecord()


class Record:
    """The lines of a game's record.

    The first line has the ``head``, the batch as plain data; then follow a line for each decision and roll,
    and one for the ending. The ``changes`` of a line are the units whose place or status differs after it:
    their places are numbers, as in ``[level, column, row]`` or ``[x, y]``.
    """

    def __init__(self, head: Mapping[str, Any]) -> None:
        self._lines: list[dict[str, Any]] = [{"record": RECORD_VERSION, **head}]
        self._stands: list[Stand] = []

    @property
    def text(self) -> str:
        """The whole record."""
        return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in self._lines)

    def decision(
        self, play: Play[Any], state: Any, decision: Decision, actions: Sequence[Action], index: int
    ) -> None:
        """Add a decision, with the action that was chosen."""
        self._lines.append(
            {
                "turn": play.turn(state),
                "side": decision.side,
                "decision": decision.what,
                "step": decision.step,
                "subject": list(decision.subject),
                "of": len(actions),
                "choice": index,
                "action": list(actions[index]),
                "words": play.words(state, decision, actions[index]),
            }
        )

    def roll(self, turn: int, roll: Roll, thrown: Thrown, uses: Sequence[Use]) -> None:
        """Add a roll, with the cells that were used."""
        self._lines.append(
            {
                "turn": turn,
                "roll": roll.dice,
                "side": roll.owner,
                "purpose": roll.purpose,
                "step": roll.step,
                "total": thrown.total,
                "faces": list(thrown.faces),
                "cells": [_cell(use) for use in uses],
            }
        )

    def state(self, play: Play[Any], state: Any) -> None:
        """Add to the last line which units have moved or changed."""
        before, self._stands = self._stands, list(play.stands(state))
        if not before:
            self._lines[0]["pieces"] = [list(piece) for piece in play.pieces]
            before = [NOWHERE] * len(self._stands)
        changes = [
            {
                "unit": number,
                "at": coordinates(play, now.cell),
                "strength": now.strength,
                "status": now.status,
            }
            for number, (old, now) in enumerate(zip(before, self._stands, strict=True))
            if old != now
        ]
        if changes:
            self._lines[-1]["changes"] = changes

    def ending(self, ending: Ending, turn: int) -> None:
        """Add the ending."""
        self._lines.append({"ending": ending._asdict(), "turn": turn})


def coordinates(play: Play[Any], cell: int) -> list[float]:
    """The place of a cell as plain numbers; none if it is not on the board."""
    return [] if cell < 0 else list(_flat(play.spots[cell]))


def _flat(spot: Any) -> Iterator[float]:
    for part in spot:
        if isinstance(part, tuple):
            yield from _flat(part)
        else:
            yield part


def _cell(use: Use) -> dict[str, Any]:
    answer = use.table.answer(use.cell)
    return {
        "table": use.table.id,
        "at": dict(answer.inputs),
        "result": answer.result,
        "source": str(answer.provenance.source),
        "basis": str(answer.provenance.basis),
    }


def read_record(text: str, name: str) -> Iterator[dict[str, Any]]:
    """The lines of a record.

    Raises:
        InputError: it is not a record, or one of another version.
    """
    for number, line in enumerate(text.splitlines(), 1):
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{name}, line {number}: this is not JSON; give a record of a game") from error
        if not isinstance(data, dict) or (number == 1 and data.get("record") != RECORD_VERSION):
            raise InputError(
                f"{name}, line {number}: this is not a record of a game, version {RECORD_VERSION}"
            )
        yield data
    if not text.strip():
        raise InputError(f"{name} is empty; give a record of a game")
