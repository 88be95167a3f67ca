"""Sentences from conditions: how a side wins, and how an objective is carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder.draw.sentences.entry_text import spelled
from builder.draw.sentences.subjects import SubjectWriter
from builder.draw.surface.wording import Words
from builder.scenario.logic.conditions import (
    Adjoining,
    All,
    Any,
    Burning,
    Carrying,
    Compare,
    Condition,
    Damage,
    Destroyed,
    Done,
    Happened,
    Inside,
    LeftBy,
    Lost,
    Moment,
    Otherwise,
    Points,
    Quantity,
    Sign,
    Standing,
    Turn,
    Unit,
    Work,
)
from builder.scenario.logic.normal import without_not
from builder.scenario.model import Objective, Scenario, VictoryCondition


def victory_text(scenario: Scenario, condition: VictoryCondition, words: Words) -> str:
    """A victory condition: the designer's sentence, or the one that follows from the data.

    >>> from builder.draw.surface.wording import load_words
    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> scenario = load_scenario(shipped("scenarios") / "bug_hunter" / "cold-berth.yaml")
    >>> victory_text(scenario, scenario.victory[3], load_words())
    'When the last turn ends, if nobody has won.'
    """
    if condition.when or condition.condition is None:
        return condition.when
    if isinstance(condition.condition, Otherwise):
        return words("logic.otherwise")
    clause = clause_of(scenario, condition.condition, words)
    return words(f"logic.moment-{_key(condition.at)}", clause=clause)


def done_text(scenario: Scenario, objective: Objective, words: Words) -> str:
    """How an objective is carried out: the designer's text, or the one that follows from the data."""
    if objective.text or objective.done_by is None:
        return objective.text
    writer = ConditionWriter(SubjectWriter(scenario, words, objective.id), objective.side)
    clause = writer.clause(without_not(objective.done_by))
    if objective.done_at is Moment.ONCE:
        return _sentence(clause)
    return words(f"logic.moment-{_key(objective.done_at)}", clause=clause)


def clause_of(scenario: Scenario, condition: Condition, words: Words, *, is_public: bool = False) -> str:
    """A condition as a clause, without a capital letter and a full stop; a public one names no secrets."""
    subjects = SubjectWriter(scenario, words, is_public=is_public)
    return ConditionWriter(subjects).clause(without_not(condition))


def state_text(scenario: Scenario, answers: Mapping[Quantity, int], words: Words) -> str:
    """A state of the game in words: the number of each quantity."""
    writer = ConditionWriter(SubjectWriter(scenario, words))
    return "; ".join(writer.exactly(quantity, answer) for quantity, answer in answers.items())


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."


def _key(moment: Moment) -> str:
    return moment.replace(" ", "-")


@dataclass(frozen=True)
class ConditionWriter:
    """Writes conditions as clauses; work is an order to the side ``owner``."""

    subjects: SubjectWriter
    owner: str = ""

    def clause(self, condition: Condition) -> str:
        """A condition without ``Not`` as a clause."""
        match condition:
            case All(parts):
                return self._joined(parts, "and")
            case Any(parts):
                return self._joined(parts, "or")
            case Compare(quantity, sign, limit):
                key = "at-least" if sign in (Sign.AT_LEAST, Sign.MORE_THAN) else "at-most"
                if isinstance(limit, Points):
                    return self._compared(quantity, sign, limit)
                return self._counted(quantity, key, limit)
        return self.words("logic.otherwise")

    def exactly(self, quantity: Quantity, count: int) -> str:
        """A quantity with its number as a clause."""
        match quantity:
            case Done() | Destroyed() | Burning() | Happened():
                return self._counted(quantity, "at-least" if count else "at-most", min(count, 1))
            case Turn():
                return self.words("logic.turn-exact", turn=count)
            case Inside(who) if who.item or who.captives:
                return self._counted(quantity, "at-least" if count else "at-most", min(count, 1))
        return self._counted(quantity, "exactly" if count else "at-most", count)

    @property
    def words(self) -> Words:
        """The words of the language."""
        return self.subjects.words

    def _joined(self, parts: Sequence[Condition], key: str) -> str:
        """Clauses in one list; if some are lists themselves, they are set off with semicolons."""
        clauses = []
        for index, part in enumerate(parts):
            turn = _single_turn(parts[index : index + 2])
            if turn and key == "and":
                clauses.append(self.words("logic.turn-exact", turn=turn))
            elif not (index and key == "and" and _single_turn(parts[index - 1 : index + 1])):
                clauses.append(self.clause(part))
        if len(clauses) == 1:
            return clauses[0]
        if any(isinstance(part, All | Any) for part in parts):
            return self.words(f"logic.{key}-list", first="; ".join(clauses[:-1]), last=clauses[-1])
        return self.words(f"logic.{key}-clauses", first=", ".join(clauses[:-1]), last=clauses[-1])

    def _compared(self, quantity: object, sign: Sign, limit: Points) -> str:
        side = self.subjects.side(quantity.side) if isinstance(quantity, Points) else ""
        key = sign.replace("_", "-")
        return self.words(f"logic.points-{key}-side", side=side, other=self.subjects.side(limit.side))

    def _counted(self, quantity: object, key: str, count: int) -> str:
        """A quantity that is compared with a number."""
        subjects, words = self.subjects, self.words
        yes = "no" if key == "at-most" else "yes"
        number = max(count, 1)
        match quantity:
            case Done(objectives, by_turn):
                return self._done(objectives, by_turn, key, count)
            case Standing(who):
                subject = subjects.counted(who, key, count)
                return words("logic.standing", count=number, subject=subject)
            case Lost(who):
                return words("logic.lost", count=number, subject=subjects.counted(who, key, count))
            case Inside(who, where):
                place = subjects.in_place(where)
                if who.item or who.captives:
                    return words(f"logic.thing-{yes}", thing=subjects.thing(who), place=place)
                subject = subjects.counted(who, key, count)
                return words("logic.place", count=number, subject=subject, place=place)
            case Adjoining(who, where):
                subject, place = subjects.counted(who, key, count), subjects.next_to(where)
                return words("logic.place", count=number, subject=subject, place=place)
            case LeftBy(who, kind, way):
                subject, by = subjects.counted(who, key, count), subjects.way(kind, way)
                return words("logic.left", count=number, subject=subject, way=by)
            case Carrying(who, kind, thing):
                subject = subjects.counted(who, key, count)
                what = subjects.item(thing) if kind == "item" else self._weapon(thing)
                return words("logic.carries", count=number, subject=subject, thing=what)
            case Destroyed(item):
                return words(f"logic.destroyed-{yes}", thing=subjects.item(item))
            case Burning(where):
                return words(f"logic.burns-{yes}", place=subjects.in_place(where))
            case Happened(entry):
                entries = subjects.scenario.ruleset.all_entries
                title = entries[entry].title if entry in entries else entry
                return words(f"logic.happened-{yes}", entry=title)
            case Turn():
                return words(f"logic.turn-{key}", turn=count)
            case Points(side):
                return words(f"logic.points-{key}", count=count, side=subjects.side(side))
            case Damage():
                return words(f"logic.damage-{key}", count=count)
            case Work():
                return self._work(quantity, count)
        raise TypeError(f"no clause for {quantity!r}")

    def _weapon(self, slug: str) -> str:
        return self.subjects.scenario.ruleset.find("weapon", slug).title

    def _done(self, objectives: Sequence[str], by_turn: int, key: str, count: int) -> str:
        words, subjects = self.words, self.subjects
        titles = subjects.listed([subjects.objective(id) for id in objectives])
        all_of = len(objectives)
        if (key, count) == ("at-least", all_of):
            text = words("logic.done-all", count=all_of, titles=titles)
        elif (key, count) == ("at-most", 0):
            text = words("logic.done-none", count=all_of, titles=titles)
        else:
            text = words(f"logic.done-{key}", count=count, titles=titles)
        return words("logic.by-turn", clause=text, turn=by_turn) if by_turn else text

    def _act(self, work: Work) -> str:
        """A sentence for the act at an objective."""
        objectives = self.subjects.scenario.objectives
        act = next((each.act for each in objectives if each.id == work.where.id), "")
        return spelled(act, self.words)

    def _work(self, work: Work, count: int) -> str:
        words, subjects = self.words, self.subjects
        key = work.unit.replace("_", "-")
        if count > 1 and not work.in_a_row and work.unit in (Unit.TURNS, Unit.ROUNDS):
            key += "-apart"
        place = words("logic.in-here")
        if work.within:
            place = words("logic.within", count=work.within)
        text = words(f"logic.work-{key}", count=count, place=place, act=self._act(work))
        if work.same and count > 1:
            text = words("logic.work-same", work=text)
        who = work.who
        if who.force or who.side != self.owner:
            text = words("logic.work-who", who=subjects.units(who), work=text)
        elif who.only or who.unless:
            conditions = [
                words(f"logic.{name}", states=subjects.states(states))
                for name, states in (("only", who.only), ("unless", who.unless))
                if states
            ]
            text = f"{text}, {', '.join(conditions)}"
        return text


def _single_turn(parts: Sequence[Condition]) -> int:
    """The turn that two comparisons together select; 0 if they select no single one."""
    match tuple(parts):
        case (Compare(Turn(), Sign.AT_LEAST, int(first)), Compare(Turn(), Sign.AT_MOST, int(last))):
            return first if first == last else 0
    return 0
