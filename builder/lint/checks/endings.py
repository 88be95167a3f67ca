"""4xx: conditions that cannot decide a game, each with a case in words."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from builder.lint.check import REACH_NAMES, Check
from builder.lint.checks.setup import asks_for_too_many
from builder.lint.finding import Defect, Severity
from builder.scenario.logic.conditions import Condition, Moment, Otherwise, Turn
from builder.scenario.logic.worlds import Answers, Worlds
from builder.scenario.model import Scenario, VictoryCondition
from builder.scenario.names import NameKind

_NEEDS = REACH_NAMES | {
    NameKind.ENTRY,
    NameKind.ITEM,
    NameKind.PARTY,
    NameKind.PLACE,
    NameKind.WAY,
    NameKind.WEAPON,
}
_LIMIT = (
    "The check tries every combination of what the conditions ask about, and skips conditions with more than "
    "20,000 combinations."
)


class TwoWinnersCheck(Check):
    """Two sides that win at once."""

    code = "BB441"
    slug = "two-winners"
    severity = Severity.WARNING
    what = (
        "Conditions of two sides, checked at the same moment, can both be met. The case in the message may "
        f"be impossible for a reason that the file does not state. {_LIMIT}"
    )
    why = "The players would not know who has won."
    example = "one side wins if the beacon is lit, the other if at most three of the crew are left"
    fix = "Add what the other side needs to one of the conditions, with `not`, or use `otherwise`."
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        worlds, wins = Worlds(scenario), list(_decidable(scenario))
        for (one, first), (other, second) in itertools.combinations(wins, 2):
            if one.side == other.side or one.at is not other.at:
                continue
            case = _case(worlds, [first, second], one.at, wins)
            if case is not None:
                if one.at is Moment.LAST_TURN:
                    case = {Turn(): scenario.turns, **case}
                sides = f"`{one.side}` ({one.grade}) and `{other.side}` ({other.grade})"
                message = f"{sides} can win at once: {_text(scenario, case)}"
                related = (("the other condition", (*one.path, "when")),)
                yield Defect(message, (*other.path, "when"), related=related)


class NobodyWinsCheck(Check):
    """A last turn after which no side has won."""

    code = "BB442"
    slug = "nobody-wins"
    severity = Severity.WARNING
    what = f"When the last turn ends, it can be that no condition is met. {_LIMIT}"
    why = "The game would have no ending, not even a draw."
    example = "the humans win with six survivors, the Preds if all humans are dead"
    fix = "Add a condition with `when: otherwise` to the side that wins, or one of grade `draw`."
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        conditions = [each.condition for each in scenario.victory]
        if None in conditions or any(isinstance(each, Otherwise) for each in conditions):
            return
        worlds, wins = Worlds(scenario), [each for _, each in _decidable(scenario)]
        for world in worlds.of(wins, [scenario.turns]) or ():
            if not any(worlds.is_met(each, world) for each in wins):
                case = {Turn(): scenario.turns, **world}
                message = f"nobody wins: {_text(scenario, case)}"
                yield Defect(message, ("victory",), key=True)
                return


class NeverMetCheck(Check):
    """A condition that can never be met."""

    code = "BB443"
    slug = "never-met"
    what = f"A condition contradicts itself, or needs more units or turns than there are. {_LIMIT}"
    why = "Nobody can win by it, or carry out the objective."
    example = "{standing: crew, at_least: 13} with a crew of twelve"
    fix = "Correct the numbers, or write `any` in place of `all`."
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        worlds = Worlds(scenario)
        too_many = {each.path for each in scenario.victory if asks_for_too_many(scenario, each)}
        for condition, moment, path in _conditions(scenario):
            # BB437 says how many units there are.
            if path[:-1] in too_many:
                continue
            turns = _turns(scenario, moment)
            possible = worlds.of([condition], turns)
            if possible is not None and not any(worlds.is_met(condition, world) for world in possible):
                yield Defect("this condition can never be met", path)


class MetAtStartCheck(Check):
    """A condition that is met before anybody has done anything."""

    code = "BB444"
    slug = "met-at-start"
    severity = Severity.WARNING
    what = (
        "A condition that is checked during the game is met when it begins, wherever the units set up. "
        f"{_LIMIT}"
    )
    why = "The game would be over, or the objective carried out, before the first move."
    example = "{standing: crew, at_most: 12}, at: once, with a crew of twelve"
    fix = "Correct the numbers, or check the condition `at: last turn`."
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        worlds = Worlds(scenario)
        for condition, moment, path in _conditions(scenario):
            if moment is not Moment.LAST_TURN and worlds.at_start(condition):
                yield Defect("this condition is met when the game begins", path)


class ImpliedGradeCheck(Check):
    """A grade that nobody gets, because a better one is always met too."""

    code = "BB445"
    slug = "implied-grade"
    severity = Severity.WARNING
    what = (
        "Whenever a condition is met, a better one of the same side is met as well. Conditions are listed "
        f"with the best grade first. {_LIMIT}"
    )
    why = "The lesser victory never happens."
    example = "decisive with at least four survivors, marginal with at least six"
    fix = "List the better grade first, or require more for it."
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        worlds, order = Worlds(scenario), list(Moment)
        for (better, first), (lesser, second) in itertools.combinations(_decidable(scenario), 2):
            if better.side != lesser.side or order.index(better.at) > order.index(lesser.at):
                continue
            # Most pairs are decided by the first combinations.
            possible = worlds.of([first, second], _turns(scenario, lesser.at)) or ()
            met = (worlds.is_met(first, world) for world in possible if worlds.is_met(second, world))
            if next(met, False) and all(met):
                message = f"grade `{lesser.grade}` is never reached: `{better.grade}` is met whenever it is"
                related = (("the better grade", (*better.path, "when")),)
                yield Defect(message, (*lesser.path, "when"), related=related)


class ProseCheck(Check):
    """A text that no program acts on, in a scenario that programs understand in part."""

    code = "BB446"
    slug = "prose"
    severity = Severity.INFO
    what = (
        "A scenario with conditions has victory conditions, objectives, events or special rules that are "
        "only texts."
    )
    why = "Machine play leaves them out, and the checks of conditions do not know them."
    example = "an event with a `text` and without `effects`"
    fix = "Add `when` as data, `done_by` or `effects`; `effects: []` if a text changes nothing."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        prose = [
            *((f"grade `{each.grade}`", each.path) for each in scenario.victory if each.condition is None),
            *((f"objective `{each.id}`", each.path) for each in scenario.objectives if each.done_by is None),
            *((f"event `{each.title}`", each.path) for each in scenario.events if each.effects is None),
            *((f"rule `{each.id}`", each.path) for each in scenario.special_rules if each.effects is None),
        ]
        if prose and any(each.condition is not None for each in scenario.victory):
            listed = ", ".join(name for name, _ in prose)
            yield Defect(f"no program acts on the text of {listed}", prose[0][1])


def _decidable(scenario: Scenario) -> Iterator[tuple[VictoryCondition, Condition]]:
    """The victory conditions that are data and depend on no others."""
    for each in scenario.victory:
        if each.condition is not None and not isinstance(each.condition, Otherwise):
            yield each, each.condition


def _conditions(scenario: Scenario) -> Iterator[tuple[Condition, Moment, tuple[str | int, ...]]]:
    """The conditions of victory and objectives, with the moment and the path of each."""
    for victory, condition in _decidable(scenario):
        yield condition, victory.at, (*victory.path, "when")
    for objective in scenario.objectives:
        if objective.done_by is not None:
            yield objective.done_by, objective.done_at, (*objective.path, "done_by")


def _turns(scenario: Scenario, moment: Moment) -> range:
    first = scenario.turns if moment is Moment.LAST_TURN else 1
    return range(first, scenario.turns + 1)


def _case(
    worlds: Worlds, both: list[Condition], moment: Moment, wins: list[tuple[VictoryCondition, Condition]]
) -> Answers | None:
    """A case in which two conditions are met and the game has not ended before; ``None`` without one."""
    order = list(Moment)
    before = [each for win, each in wins if order.index(win.at) < order.index(moment)]
    turns = _turns(worlds.scenario, moment)
    possible = worlds.of([*both, *before], turns)
    if possible is None:
        before, possible = [], worlds.of(both, turns)
    for world in possible or ():
        if all(worlds.is_met(each, world) for each in both) and not any(
            worlds.is_met(each, world) for each in before
        ):
            return world
    return None


def _text(scenario: Scenario, case: Answers) -> str:
    """A case in words."""
    # Slow to import, and needed only for findings.
    from builder.draw.sentences.conditions import state_text
    from builder.draw.surface.wording import load_words

    return state_text(scenario, case, load_words().of_game(scenario.ruleset))
