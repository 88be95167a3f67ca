"""A trace of what happened where and when in a game, for reports; and a recorder that counts it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from builder.playtest.play import DOWN, LOST, Action, Decision, Ending, Play, Roll, Stand, Thrown
from builder.playtest.tables import Use

Counts = Mapping[int, int]
NEVER = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """The counts of one game. Cells, units and forces are numbers, as in its play.

    Attributes:
        moved: by side, how often its units entered each cell.
        fired: by side, how often it attacked each cell.
        died: by side, the strength that it lost in each cell.
        stood: by side, the strength that was left in each cell at the end.
        alive: the strength of each force that is not lost, after the set-up and after each turn.
        objectives: for each objective, the turn in which it was carried out; 0 if it was not.
        contact: the first turn in which units of both sides were next to each other; 0 if never.
        attack: the first turn in which a side chose to attack; 0 if never.
        active: the units that met an enemy, attacked, or were hurt.
        fallen: the units that were dead or out of action at the end.
        cells: the cells of tables that rolls used, by the id of the table.
        steps: how many decisions and rolls carried out each rule, phase or table.
        decisions: the decisions with a choice and their choices, by turn.
    """

    moved: Mapping[str, Counts]
    fired: Mapping[str, Counts]
    died: Mapping[str, Counts]
    stood: Mapping[str, Counts]
    alive: Sequence[Sequence[int]]
    objectives: Sequence[int]
    contact: int
    attack: int
    active: Sequence[int]
    fallen: Sequence[int]
    cells: Mapping[str, Counts]
    steps: Mapping[str, int]
    decisions: Sequence[tuple[int, int]]

    def as_json(self) -> dict[str, Any]:
        """The trace as plain data."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Trace:
        """The trace of plain data.

        Raises:
            KeyError, TypeError, ValueError, AttributeError: the data is no trace.
        """
        return cls(
            moved=_counts(data["moved"]),
            fired=_counts(data["fired"]),
            died=_counts(data["died"]),
            stood=_counts(data["stood"]),
            alive=[list(map(int, row)) for row in data["alive"]],
            objectives=list(map(int, data["objectives"])),
            contact=int(data["contact"]),
            attack=int(data["attack"]),
            active=list(map(int, data["active"])),
            fallen=list(map(int, data["fallen"])),
            cells=_counts(data["cells"]),
            steps={str(key): int(count) for key, count in data["steps"].items()},
            decisions=[(int(count), int(choices)) for count, choices in data["decisions"]],
        )


def _counts(data: Mapping[str, Mapping[str, int]]) -> dict[str, dict[int, int]]:
    return {str(name): {int(at): int(n) for at, n in counts.items()} for name, counts in data.items()}


class Watch:
    """A recorder that counts for a :class:`Trace`, without keeping the game."""

    def __init__(self, play: Play[Any]) -> None:
        self._sides = [piece.side for piece in play.pieces]
        self.forces = forces_of(play)
        self._force_of = [self.forces.index(piece.force) for piece in play.pieces]
        self._moved: dict[str, Counter[int]] = {side: Counter() for side in play.sides}
        self._fired: dict[str, Counter[int]] = {side: Counter() for side in play.sides}
        self._died: dict[str, Counter[int]] = {side: Counter() for side in play.sides}
        self._alive: list[list[int]] = []
        self._cells: dict[str, Counter[int]] = {}
        self._steps: Counter[str] = Counter()
        self._decisions: list[list[int]] = [[0, 0]]
        self._stands: Sequence[Stand] = ()
        self._active: set[int] = set()
        self._contact = self._attack = NEVER
        self._turn = 0
        self._objectives: Sequence[int] = ()

    def decision(
        self, play: Play[Any], state: Any, decision: Decision, actions: Sequence[Action], index: int
    ) -> None:
        """Count a decision and its choices."""
        self._begin(play.turn(state))
        self._steps[decision.step] += 1
        if len(actions) > 1:
            self._decisions[-1][0] += 1
            self._decisions[-1][1] += len(actions)
        aim = play.aim_of(state, decision, actions[index])
        if aim >= 0:
            self._fired[decision.side][aim] += 1
            self._attack = self._attack or self._turn
            self._active.update(decision.subject[:1])

    def roll(self, turn: int, roll: Roll, thrown: Thrown, uses: Sequence[Use]) -> None:
        """Count the cells that a roll used."""
        self._begin(turn)
        self._steps[roll.step] += 1
        for use in uses:
            self._cells.setdefault(use.table.id, Counter())[use.cell] += 1

    def state(self, play: Play[Any], state: Any) -> None:
        """Count who has moved, met an enemy, or been hurt."""
        stands = play.stands(state)
        self._objectives = play.achieved(state)
        before, self._stands = self._stands, stands
        if not before or stands == before:
            return
        moved = []
        for number, (old, now) in enumerate(zip(before, stands, strict=True)):
            if old == now:
                continue
            side = self._sides[number]
            if now.cell >= 0 and now.cell != old.cell:
                self._moved[side][now.cell] += 1
                moved.append(number)
            if now.strength < old.strength and old.cell >= 0 and (now.cell >= 0 or now.status == LOST):
                self._died[side][old.cell] += old.strength - now.strength
                self._active.add(number)
        if self._turn:
            self._meet(play, stands, moved)

    def _meet(self, play: Play[Any], stands: Sequence[Stand], moved: Sequence[int]) -> None:
        """Record the units that are next to an enemy after some have moved."""
        touches, sides = play.touches, self._sides
        for number in moved:
            here = stands[number]
            if not here.strength:
                continue
            for other, there in enumerate(stands):
                if there.cell < 0 or sides[other] == sides[number] or not there.strength:
                    continue
                if touches(here.cell, there.cell):
                    self._active.update((number, other))
                    self._contact = self._contact or self._turn

    def ending(self, ending: Ending, turn: int) -> None:
        """Count the strength that is left at the end."""
        self._begin(turn + 1)

    @property
    def trace(self) -> Trace:
        """The counts."""
        return Trace(
            moved={side: dict(sorted(counts.items())) for side, counts in self._moved.items()},
            fired={side: dict(sorted(counts.items())) for side, counts in self._fired.items()},
            died={side: dict(sorted(counts.items())) for side, counts in self._died.items()},
            stood=self._stood(),
            alive=self._alive,
            objectives=list(self._objectives),
            contact=self._contact,
            attack=self._attack,
            active=sorted(self._active),
            fallen=[number for number, stand in enumerate(self._stands) if stand.status in (LOST, DOWN)],
            cells={table: dict(sorted(counts.items())) for table, counts in sorted(self._cells.items())},
            steps=dict(sorted(self._steps.items())),
            decisions=[(count, choices) for count, choices in self._decisions],
        )

    def _stood(self) -> dict[str, Counts]:
        """The strength that is left in each cell, by side."""
        stood: dict[str, Counter[int]] = {side: Counter() for side in self._died}
        for side, stand in zip(self._sides, self._stands, strict=True):
            if stand.cell >= 0 and stand.strength:
                stood[side][stand.cell] += stand.strength
        return {side: dict(sorted(counts.items())) for side, counts in stood.items()}

    def _begin(self, turn: int) -> None:
        """Record the strength at the end of the turns before this one."""
        while self._turn < turn:
            row = [0] * len(self.forces)
            for number, stand in enumerate(self._stands):
                row[self._force_of[number]] += stand.strength
            self._alive.append(row)
            self._turn += 1
            self._decisions.append([0, 0])


def forces_of(play: Play[Any]) -> list[str]:
    """The ids of all forces, in the order of their first units."""
    return list(dict.fromkeys(piece.force for piece in play.pieces))
