"""Read the parts of a scenario that have conditions and effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from builder.scenario.logic import conditions as logic
from builder.scenario.logic.conditions import Compare, Condition, Moment, Sign, Where, Who, conjuncts
from builder.scenario.logic.reading import OTHERWISE, ConditionReader, EffectReader
from builder.scenario.logic.subjects import Subjects
from builder.scenario.model import Event, Objective, SpecialRule, VictoryCondition
from builder.scenario.names import NameKind, Names
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True)
class LogicReader:
    """Reads events, victory conditions and special rules, and the conditions of objectives."""

    subjects: Subjects
    names: Names

    def event(self, data: Mapping[str, Any], path: DataPath) -> Event:
        """One event."""
        reader = EffectReader(self.subjects)
        effects, span = reader.read_all(data, path), reader.span(data, path)
        return Event(data["turn"], data["title"], data.get("text", "").strip(), path, effects, span)

    def objective(self, objective: Objective, data: Mapping[str, Any]) -> Objective:
        """An objective with the condition under which it is carried out, if the file has one."""
        if "done_by" not in data:
            return objective
        here = Where(NameKind.OBJECTIVE, objective.id, region=objective.region, title=objective.title)
        reader = ConditionReader(self.subjects, Who(side=objective.side), here)
        condition = reader.read(data["done_by"], (*objective.path, "done_by"))
        return replace(objective, done_by=condition, done_at=Moment(data.get("done_at", Moment.ONCE)))

    def victory(self, data: Mapping[str, Any], path: DataPath) -> VictoryCondition:
        """One victory condition."""
        named = tuple(data.get("objectives", ()))
        self.subjects.objective_ids(named, (*path, "objectives"))
        side, when = self.names.side(data, path), data["when"]
        condition: Condition | None = None
        text = data.get("text", "")
        if when == OTHERWISE:
            condition = logic.Otherwise()
        elif isinstance(when, str):
            text = when
        else:
            condition = ConditionReader(self.subjects, Who(side=side)).read(when, (*path, "when"))
        survivors = tuple(_survivors(condition))[:1]
        if "survivors" in data:
            survivors = ((data["survivors"]["force"], data["survivors"]["least"]),)
            self.subjects.force(survivors[0][0], (*path, "survivors", "force"))
        return VictoryCondition(
            side,
            data["grade"],
            text.strip(),
            tuple(dict.fromkeys((*named, *_objectives(condition)))),
            path,
            survivors[0] if survivors else None,
            data.get("structural_damage", _damage(condition)),
            condition,
            Moment(data.get("at", Moment.LAST_TURN)),
        )

    def special_rule(self, data: Mapping[str, Any], path: DataPath) -> SpecialRule:
        """One rule of the scenario."""
        overrides = None
        if "overrides" in data:
            kind = NameKind.TABLE if data["overrides"].startswith("table/") else NameKind.RULE
            overrides = self.names.entry(kind, data["overrides"], (*path, "overrides"))
        effects = EffectReader(self.subjects).read_all(data, path)
        return SpecialRule(data["id"], data["title"], data["text"].strip(), overrides, path, effects)


def _needed(condition: Condition | None) -> Iterator[tuple[logic.Quantity, int]]:
    """The quantities that must reach a number for a condition to be met."""
    for part in conjuncts(condition):
        match part:
            case Compare(quantity, Sign.AT_LEAST, int(least)) if least > 0:
                yield quantity, least
            case Compare(quantity, Sign.MORE_THAN, int(limit)):
                yield quantity, limit + 1


def _objectives(condition: Condition | None) -> Iterator[str]:
    """The objectives that a condition needs."""
    for quantity, _ in _needed(condition):
        match quantity:
            case logic.Done(objectives):
                yield from objectives
            case logic.Inside(_, Where(kind=NameKind.OBJECTIVE, id=id)):
                yield id
            case logic.LeftBy(_, NameKind.OBJECTIVE, id):
                yield id


def _survivors(condition: Condition | None) -> Iterator[tuple[str, int]]:
    """Forces of which a condition needs a number of survivors, with that number."""
    for quantity, least in _needed(condition):
        match quantity:
            case (
                logic.Standing(Who(force=force, members=()))
                | logic.Inside(Who(force=force, members=()))
                | logic.LeftBy(Who(force=force, members=()))
            ) if force:
                yield force, least


def _damage(condition: Condition | None) -> int:
    """The points of structural damage that a condition needs."""
    return next((least for quantity, least in _needed(condition) if quantity == logic.Damage()), 0)
