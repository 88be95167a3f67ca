"""Read conditions and effects from a scenario file that matches the schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from builder.scenario.logic import conditions as model
from builder.scenario.logic.conditions import Compare, Condition, Quantity, Sign, Where, Who
from builder.scenario.logic.effects import (
    Arrival,
    Ban,
    BarredDoors,
    Check,
    Cost,
    DiceChange,
    Doors,
    Effect,
    Item,
    Leave,
    LocalBan,
    Modifier,
    Movement,
    Opening,
    PickUp,
    Span,
)
from builder.scenario.logic.subjects import Subjects
from builder.scenario.logic.words import BOUNDS, CONDITIONS, EFFECTS, word_of
from builder.scenario.names import NameKind
from rulesdb import Entry
from rulesdb.yaml_source import DataPath

OTHERWISE = "otherwise"


@dataclass(frozen=True)
class ConditionReader:
    """Reads conditions that belong to a side; ``here`` is the place of the objective that they are about."""

    subjects: Subjects
    owner: Who = field(default_factory=Who)
    here: Where | None = None

    def read(self, block: Mapping[str, Any], path: DataPath) -> Condition:
        """A condition; unknown names in it are reported."""
        word = word_of(block, CONDITIONS)
        if word == "all":
            return model.All(tuple(self._parts(block[word], (*path, word))))
        if word == "any":
            return model.Any(tuple(self._parts(block[word], (*path, word))))
        if word == "not":
            return model.Not(self.read(block[word], (*path, word)))
        if word == "turn":
            return _compare(model.Turn(), {Sign.AT_LEAST: block[word], Sign.AT_MOST: block[word]})
        if word == "from_turn":
            return Compare(model.Turn(), Sign.AT_LEAST, block[word])
        if word == "until_turn":
            return Compare(model.Turn(), Sign.AT_MOST, block[word])
        quantity = self._quantity(word, block, path)
        bounds = {Sign(key): self._limit(block[key], (*path, key)) for key in BOUNDS if key in block}
        return _compare(quantity, bounds or {Sign.AT_LEAST: _usual(word, block[word])})

    def _parts(self, blocks: list[Mapping[str, Any]], path: DataPath) -> Iterator[Condition]:
        for index, block in enumerate(blocks):
            yield self.read(block, (*path, index))

    def _limit(self, value: int | str, path: DataPath) -> int | model.Points:
        return value if isinstance(value, int) else model.Points(self.subjects.side(value, path))

    def _quantity(self, word: str, block: Mapping[str, Any], path: DataPath) -> Quantity:
        subjects, data, at = self.subjects, block[word], (*path, word)
        match word:
            case "done":
                return model.Done(subjects.objective_ids(data, at), block.get("by_turn", 0))
            case "standing":
                return model.Standing(subjects.units(block, path, self.owner, word))
            case "lost":
                return model.Lost(subjects.units(block, path, self.owner, word))
            case "destroyed":
                return model.Destroyed(subjects.item(data, at))
            case "happened":
                entry = subjects.entry(data, at)
                return model.Happened(entry.key if entry is not None else data)
            case "points":
                return model.Points(subjects.side(data, at))
            case "damage":
                return model.Damage()
            case "burns":
                return model.Burning(subjects.place(data, at, self.here))
        who = subjects.units(block, path, self.owner)
        match word:
            case "in":
                return model.Inside(who, subjects.place(data, at, self.here))
            case "adjoins":
                return model.Adjoining(who, subjects.place(data, at, self.here))
            case "left_by":
                return model.LeftBy(who, *subjects.way(data, at, self.here))
            case "carries":
                return model.Carrying(who, *subjects.thing(data, at))
        is_same, in_a_row = block.get("by", "any") == "same", block.get("in_a_row", True)
        here = self.here if self.here is not None else Where()
        return model.Work(model.Unit(word), who, here, block.get("within", 0), is_same, in_a_row)


def _usual(word: str, data: Any) -> int:
    """The number that has to be reached if a condition gives none."""
    if word in ("end_turns", "spend_rounds", "spend_points", "acts"):
        return int(data)
    return len(data) if word == "done" and isinstance(data, list) else 1


def _compare(quantity: Quantity, bounds: Mapping[Sign, int | model.Points]) -> Condition:
    parts = tuple(Compare(quantity, sign, limit) for sign, limit in bounds.items())
    return parts[0] if len(parts) == 1 else model.All(parts)


@dataclass(frozen=True)
class EffectReader:
    """Reads effects, and when they apply."""

    subjects: Subjects

    def span(self, block: Mapping[str, Any], path: DataPath) -> Span:
        """When the effects of an event apply."""
        reader = ConditionReader(self.subjects)
        condition, unless, until = (
            reader.read(block[key], (*path, key)) if key in block else None
            for key in ("if", "unless", "until")
        )
        return Span(condition, unless, until, block.get("turns", 0))

    def read_all(self, block: Mapping[str, Any], path: DataPath) -> tuple[Effect, ...] | None:
        """The effects of an event or special rule; ``None`` if it has only a text."""
        if "effects" not in block:
            return None
        at = (*path, "effects")
        effects = (self.read(effect, (*at, index)) for index, effect in enumerate(block["effects"]))
        return tuple(effect for effect in effects if effect is not None)

    def read(self, block: Mapping[str, Any], path: DataPath) -> Effect | None:
        """One effect; ``None`` if it names something unknown, which is reported."""
        word = word_of(block, EFFECTS)
        subjects, data, at = self.subjects, block[word], (*path, word)
        match word:
            case "movement":
                who, times = subjects.units(block, path, Who(), word), Fraction(block.get("times", 1))
                plus, most = block.get("plus", 0), block.get("at_most")
                return Movement(who, times, plus, most, self._where(block, path))
            case "arrives":
                force, where = subjects.force(data, at), self._where(block, path)
                count, edge = block.get("count", 0), block.get("edge", "")
                every_turn, optional = block.get("every_turn", False), block.get("optional", False)
                return Arrival(force, count, edge, where, every_turn, optional)
            case "doors":
                level = block.get("level", "")
                accepted = subjects.board.door_names(level)
                for index, name in enumerate(data):
                    subjects.names.check(NameKind.DOOR, name, accepted, (*at, index))
                if block["stay"] == "barred":
                    return BarredDoors(tuple(data), block.get("plus", 0))
                return Doors(level, tuple(data), block["stay"])
            case "opens" | "closes":
                return Opening(subjects.objective_ids(data, at), word == "closes")
            case "item":
                return self._item(block, path)
            case "picks_up":
                where = subjects.place(block["in"], (*path, "in"))
                return PickUp(subjects.units(block, path, Who(), word), where)
            case "leave":
                who = subjects.units(block, path, Who())
                if data in model.EDGES:
                    return Leave(who, edge=data)
                return Leave(who, where=subjects.place(data, at))
        return self._of_entry(word, block, path)

    def _where(self, block: Mapping[str, Any], path: DataPath) -> Where | None:
        return self.subjects.place(block["in"], (*path, "in")) if "in" in block else None

    def _item(self, block: Mapping[str, Any], path: DataPath) -> Item:
        carried_by = block.get("carried_by", "")
        if carried_by:
            self.subjects.force(carried_by, (*path, "carried_by"))
        where, plus, pick_up = self._where(block, path), block.get("plus", 0), block.get("pick_up", 0)
        look = block.get("word", ""), block.get("icon", "")
        return Item(block["item"], block["title"], carried_by, where, plus, pick_up, *look)

    def _of_entry(self, word: str, block: Mapping[str, Any], path: DataPath) -> Effect | None:
        """An effect on what entries of the game describe."""
        subjects, data, at = self.subjects, block[word], (*path, word)
        who = subjects.units(block, path, Who())
        if word == "bans":
            keys = [(data, at)] if isinstance(data, str) else [(k, (*at, n)) for n, k in enumerate(data)]
            entries = (subjects.entry(key, place) for key, place in keys)
            banned, where = tuple(entry for entry in entries if entry is not None), self._where(block, path)
            return Ban(banned, who) if where is None else LocalBan(banned, who, where)
        if word in ("cost", "modifier"):
            cell = subjects.cell(data, at)
            if cell is None:
                return None
            if word == "cost":
                return Cost(*cell, who, block["plus"])
            return self._modifier(*cell, who, block, path)
        entry = subjects.entry(data, at)
        if entry is None:
            return None
        if word == "check":
            return Check(entry, who)
        return DiceChange(entry, who, block["plus"], self._where(block, path), block.get("beyond", 0))

    def _modifier(
        self, table: Entry, id: str, who: Who, block: Mapping[str, Any], path: DataPath
    ) -> Modifier:
        over, toward = None, block.get("toward", "")
        if "over" in block:
            over = self.subjects.names.entry(NameKind.TERRAIN, block["over"], (*path, "over"))
        if toward:
            facings = self.subjects.board.facings
            self.subjects.names.check(NameKind.FACING, toward, facings, (*path, "toward"))
        where, beyond = self._where(block, path), block.get("beyond", 0)
        return Modifier(table, id, who, block.get("times", 1), where, over, toward, beyond)
