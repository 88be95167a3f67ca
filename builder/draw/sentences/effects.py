"""Sentences from effects: what an event or a special rule changes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from builder.draw.sentences.conditions import clause_of
from builder.draw.sentences.entry_text import spelled
from builder.draw.sentences.subjects import SubjectWriter
from builder.draw.surface.wording import Words
from builder.scenario.logic.conditions import Where
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
from builder.scenario.model import Event, Scenario
from rulesdb import Entry

# What happens once, at the turn of the event.
_ONCE = (Check, PickUp)


def event_text(scenario: Scenario, event: Event, words: Words) -> str:
    """The text of an event: the designer's, or the one that follows from the data."""
    if event.text or not event.effects:
        return event.text
    writer = EffectWriter(SubjectWriter(scenario, words, is_public=True))
    lasting = not all(isinstance(effect, _ONCE) or _comes_once(effect) for effect in event.effects)
    text = " ".join(writer.sentence(effect) for effect in event.effects)
    return f"{_time(scenario, event.span, words, lasting=lasting)}{text}"


def _comes_once(effect: Effect) -> bool:
    return isinstance(effect, Arrival) and not effect.every_turn


def _time(scenario: Scenario, span: Span, words: Words, *, lasting: bool) -> str:
    """When effects apply, followed by a colon and a space; empty if they apply once, whatever the case."""
    parts = [
        words(f"logic.{key}", clause=clause_of(scenario, condition, words, is_public=True))
        for key, condition in (("if", span.condition), ("if-not", span.unless), ("until", span.until))
        if condition is not None
    ]
    if span.turns:
        parts.append(words("logic.for-turns", count=span.turns))
    elif span.until is None and lasting:
        parts.append(words("logic.from-now-on"))
    return f"{', '.join([parts[0], *(part[:1].lower() + part[1:] for part in parts[1:])])}: " if parts else ""


@dataclass(frozen=True)
class EffectWriter:
    """Writes effects as sentences."""

    subjects: SubjectWriter

    @property
    def words(self) -> Words:
        """The words of the language."""
        return self.subjects.words

    def sentence(self, effect: Effect) -> str:
        """An effect as a sentence."""
        text = self._clause(effect)
        return f"{text[:1].upper()}{text[1:]}."

    def _clause(self, effect: Effect) -> str:
        subjects, words = self.subjects, self.words
        match effect:
            case Movement():
                return self._movement(effect)
            case Cost(_, label, who, plus):
                key, whom = _more(plus), subjects.whom(who)
                return words(f"logic.cost-{key}", count=abs(plus), label=self._label(label), who=whom)
            case Modifier():
                return self._modifier(effect)
            case DiceChange(entry, who, plus, where, beyond):
                text = words(
                    f"logic.dice-{_more(plus)}",
                    count=abs(plus),
                    who=subjects.units(who),
                    entry=_quoted(entry, words),
                )
                return text + self._limits(where, beyond)
            case Check(entry, who):
                return words("logic.check", who=subjects.whom(who), entry=_quoted(entry, words))
            case Arrival():
                return self._arrival(effect)
            case Ban(entries, who) | LocalBan(entries, who):
                listed = subjects.listed([_quoted(entry, words) for entry in entries], "or")
                where = effect.where if isinstance(effect, LocalBan) else None
                return words("logic.ban", who=subjects.units(who), entries=listed) + self._limits(where, 0)
            case Leave(who, edge, where):
                if where is None:
                    edge = words(f"logic.edge-{edge}")
                    return words("logic.leave-edge", who=subjects.units(who), edge=edge)
                return words("logic.leave-place", who=subjects.units(who), place=subjects.title_of(where))
            case Doors(_, doors, stay):
                return words(f"logic.doors-{stay}", count=len(doors), doors=", ".join(doors))
            case BarredDoors(doors, plus):
                text = words("logic.doors-barred", count=len(doors), doors=", ".join(doors))
                return f"{text}, {words('logic.doors-forced', count=plus)}" if plus else text
            case Opening(objectives, closes):
                titles = subjects.listed([subjects.objective(id) for id in objectives])
                key = "closes" if closes else "opens"
                return words(f"logic.{key}", count=len(objectives), titles=titles)
            case Item():
                return self._item(effect)
            case PickUp(who, where):
                place = subjects.in_place(where)
                return words("logic.pick-up", who=subjects.units(who), place=place)

    def _movement(self, effect: Movement) -> str:
        who, parts = self.subjects.units(effect.who), []
        if effect.times != 1:
            half = effect.times == Fraction(1, 2)
            times = self.words("logic.half") if half else self.words("logic.times", times=str(effect.times))
            parts.append(self.words("logic.movement-times", who=who, times=times))
        if effect.plus:
            key = f"logic.movement-{_more(effect.plus)}"
            parts.append(self.words(key, who=who, count=abs(effect.plus)))
        if effect.at_most is not None:
            parts.append(self.words("logic.movement-at-most", who=who, count=effect.at_most))
        return self.subjects.listed(parts) + self._limits(effect.where, 0)

    def _modifier(self, effect: Modifier) -> str:
        modifiers = self.subjects.scenario.ruleset.tables[effect.table.slug].modifiers
        whens = (item.when for item in modifiers if item.id == effect.id)
        label = next(whens, self._label(effect.id))
        text = self.words(
            "logic.modifier",
            count=effect.times,
            label=label,
            table=_quoted(effect.table, self.words),
            who=self.subjects.whom(effect.who),
        )
        text += self._limits(effect.where, effect.beyond)
        if effect.over is not None:
            text += f", {self.words('logic.over', terrain=effect.over.title)}"
        if effect.toward:
            text += f", {self.words('logic.toward', direction=effect.toward)}"
        return text

    def _limits(self, where: Where | None, beyond: int) -> str:
        """The places in which an effect applies, after a comma, and the range above which it does."""
        text = f", {self.subjects.in_place(where)}" if where is not None else ""
        return text + (f", {self.words('logic.beyond', count=beyond)}" if beyond else "")

    def _arrival(self, effect: Arrival) -> str:
        force = self.subjects.scenario.force(effect.force)
        key = "logic.arrives-some" if effect.count else "logic.arrives-all"
        if effect.optional:
            key += "-optional"
        count = effect.count or (force.count if force is not None else 1)
        text = self.words(key, count=count, force=self.subjects.force(effect.force))
        if effect.edge:
            edge = self.words(f"logic.edge-{effect.edge}")
            text += f" {self.words('logic.way-edge', edge=edge)}"
        text += f" {self.subjects.in_place(effect.where)}" if effect.where is not None else ""
        return text + (f", {self.words('logic.every-turn')}" if effect.every_turn else "")

    def _item(self, effect: Item) -> str:
        if effect.carried_by:
            force = self.subjects.force(effect.carried_by)
            text = self.words("logic.item-carried", title=effect.title, force=force)
        else:
            place = self.subjects.in_place(effect.where) if effect.where is not None else ""
            text = self.words("logic.item-placed", title=effect.title, place=place)
        if effect.pick_up:
            text += f"; {self.words('logic.item-pick-up', count=effect.pick_up)}"
        if effect.plus:
            key = f"logic.item-{_more(effect.plus)}"
            text += f"; {self.words(key, count=abs(effect.plus))}"
        return text

    def _label(self, label: str) -> str:
        return spelled(label, self.words)


def _more(plus: int) -> str:
    return "more" if plus > 0 else "less"


def _quoted(entry: Entry, words: Words) -> str:
    return f"{words.quotes[0]}{entry.title}{words.quotes[1]}"
