"""What a scenario states, as every game's play answers it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from builder.playtest.logic.effects import ALWAYS, Effects, arrivals_due, begins, edges_of, is_over
from builder.playtest.logic.endings import first_met, not_played, require_playable, verdict
from builder.playtest.logic.facts import (
    Unanswered,
    add_work,
    moments_of,
    note_objectives,
    tally_of_objectives,
    work_done,
    works_of,
)
from builder.scenario.load import load_scenario
from builder.scenario.logic.conditions import (
    Compare,
    Moment,
    Points,
    Sign,
    Standing,
    Turn,
    Unit,
    Where,
    Who,
    Work,
)
from builder.scenario.logic.effects import Arrival, Opening, Span
from builder.scenario.model import Event, SpecialRule
from rulesdb import InputError
from rulesdb.shipped import shipped

STATIC = load_scenario(shipped("scenarios") / "bugged" / "static.yaml")


@dataclass
class Known(Unanswered):
    """Facts as a test states them."""

    now: int = 1
    standing_now: int = 5
    objectives: dict[str, int] = field(default_factory=dict)

    def turn(self) -> int:
        return self.now

    def done(self, objective: str) -> int:
        return self.objectives.get(objective, 0)

    def standing(self, who: Who) -> int:
        return self.standing_now

    def lost(self, who: Who) -> int:
        return 0

    def inside(self, who: Who, where: Where) -> int:
        return 1

    def adjoining(self, who: Who, where: Where) -> int:
        return 0

    def work(self, work: Work) -> int:
        return 0


def _event(turn: int, span: Span) -> Event:
    return Event(turn, "test", "", (), (), span)


def test_an_event_begins_in_its_turn_if_its_condition_is_met_and_no_other() -> None:
    few = Compare(Standing(Who()), Sign.AT_MOST, 3)
    assert begins(_event(2, Span()), Known(now=2))
    assert not begins(_event(2, Span()), Known(now=3))
    assert not begins(_event(2, Span(condition=few)), Known(now=2))
    assert begins(_event(2, Span(condition=few)), Known(now=2, standing_now=3))
    assert not begins(_event(2, Span(unless=few)), Known(now=2, standing_now=3))


def test_an_event_is_over_after_its_turns_or_when_its_condition_is_met() -> None:
    late = Compare(Turn(), Sign.AT_LEAST, 6)
    assert [is_over(_event(2, Span(turns=3)), 2, Known(now=now)) for now in (4, 5)] == [False, True]
    assert [is_over(_event(2, Span(until=late)), 2, Known(now=now)) for now in (5, 6)] == [False, True]
    assert not is_over(_event(2, Span()), 2, Known(now=99))


def test_units_arrive_when_their_event_begins_and_every_turn_if_it_says_so() -> None:
    once, always = Arrival("one", edge="north"), Arrival("two", every_turn=True)
    due = [list(arrivals_due([(0, once), (1, always)], [2, 2], turn)) for turn in (1, 2, 3)]
    assert due == [[(1, always)], [(0, once), (1, always)], [(1, always)]]
    assert not list(arrivals_due([(0, once)], [-2], 2))
    assert edges_of(once) == ("north",)
    assert len(edges_of(always)) == 4


def test_an_objective_that_is_closed_or_not_open_yet_cannot_be_carried_out() -> None:
    def effects(*openings: Opening) -> Effects:
        events = tuple(replace(_event(1, Span()), effects=(opening,)) for opening in openings)
        return Effects(replace(STATIC, events=events, special_rules=()))

    opens, closes = Opening(("door",)), Opening(("door",), closes=True)
    assert effects().is_open("door", lambda event: False)
    assert [effects(opens).is_open("door", lambda event, now=now: now) for now in (False, True)] == [
        False,
        True,
    ]
    assert [effects(closes).is_open("door", lambda event, now=now: now) for now in (False, True)] == [
        True,
        False,
    ]
    assert not effects(opens, closes).is_open("door", lambda event: True)


def test_effects_of_special_rules_always_apply() -> None:
    rule = SpecialRule("open", "Open", "", None, (), (Opening(("door",)),))
    effects = Effects(replace(STATIC, events=(), special_rules=(rule,)))
    assert effects.of(Opening) == ((ALWAYS, Opening(("door",))),)
    assert effects.is_open("door", lambda event: False)


def test_work_in_a_row_starts_again_and_work_by_the_same_unit_is_not_added_up() -> None:
    row = Work(Unit.TURNS, Who(), Where(), in_a_row=True)
    total = replace(row, in_a_row=False)
    assert add_work(row, [3, 1, 3], set()) == [0, 0, 0]
    assert add_work(total, [3, 1, 3], {1}) == [3, 2, 4]
    assert work_done(replace(row, same=True), [3, 1, 4]) == 3
    assert work_done(row, [3, 1, 4]) == 4


def test_an_objective_is_noted_once_at_its_moment_and_only_if_it_is_open() -> None:
    assert STATIC.objectives[0].done_by is not None
    done = [0] * len(STATIC.objectives)
    at = Compare(Turn(), Sign.AT_LEAST, 2)
    scenario = replace(
        STATIC, objectives=(replace(STATIC.objectives[0], done_by=at, done_at=Moment.END_OF_TURN),)
    )
    note_objectives(scenario, Known(now=3), moments_of(Moment.ONCE), done)
    assert done == [0]
    note_objectives(scenario, Known(now=3), moments_of(Moment.END_OF_TURN), done, lambda objective: False)
    assert done == [0]
    for now in (1, 3, 4):
        note_objectives(scenario, Known(now=now), moments_of(Moment.END_OF_TURN), done)
    assert tally_of_objectives(scenario, done) == {f"{scenario.objectives[0].id} done in turn": 3}
    assert works_of(scenario) == tuple(dict.fromkeys(works_of(scenario)))


def test_nobody_wins_before_the_last_turn_by_otherwise_and_the_first_condition_that_is_met_counts() -> None:
    def ending(turn: int, moment: Moment) -> str | None:
        result = verdict(scenario, Known(now=turn), moments_of(moment))
        return None if result is None else f"{result.side}{result.grade}"

    early = Compare(Turn(), Sign.AT_LEAST, 5)
    first, last = STATIC.victory[0], STATIC.victory[-1]
    rest = next(
        victory.condition for victory in _all_victories() if type(victory.condition).__name__ == "Otherwise"
    )
    scenario = replace(
        STATIC,
        victory=(
            replace(first, side="second", grade=" rest", condition=rest, at=Moment.LAST_TURN),
            replace(last, side="first", grade=" early", condition=early, at=Moment.ONCE),
        ),
    )
    assert ending(4, Moment.ONCE) is None
    assert ending(5, Moment.ONCE) == "first early"
    assert ending(4, Moment.LAST_TURN) == "second rest"
    assert first_met(scenario, Known(now=5), moments_of(Moment.LAST_TURN)) == scenario.victory[1]
    nobody = replace(scenario, victory=scenario.victory[1:])
    result = verdict(nobody, Known(now=4), moments_of(Moment.LAST_TURN), "decided")
    assert (result.side, result.how) == ("", "decided") if result else False


def _all_victories() -> list:  # type: ignore[type-arg]
    paths = sorted(shipped("scenarios").rglob("dead-air.yaml"))
    return [victory for path in paths for victory in load_scenario(path).victory]


def test_a_scenario_without_a_condition_that_machines_understand_is_refused() -> None:
    prose = tuple(replace(victory, condition=None, when="They win.") for victory in STATIC.victory)
    with pytest.raises(InputError, match="every victory condition is a sentence"):
        require_playable(replace(STATIC, victory=prose))


def test_a_force_that_never_comes_into_play_is_refused_unless_the_game_brings_it() -> None:
    scenario = replace(STATIC, placements=(), events=())
    with pytest.raises(InputError, match=f"force {scenario.forces[0].id} is neither placed"):
        require_playable(scenario)
    require_playable(scenario, also_placed=[force.id for force in scenario.forces])


def test_what_is_not_played_is_listed_once_for_each_thing_that_only_sentences_state() -> None:
    silent = SpecialRule("thirst", "Thirst", "They need water.", None, (), None)
    points = replace(STATIC.victory[0], condition=Compare(Points("first"), Sign.AT_LEAST, 9))
    scenario = replace(
        STATIC,
        events=(
            replace(_event(3, Span()), effects=None),
            replace(_event(4, Span()), effects=(Arrival("x"),)),
        ),
        special_rules=(silent,),
        victory=(points, replace(points, condition=None, grade="minor")),
        objectives=(),
    )
    assert list(not_played(scenario, unanswered=(Points,))) == [
        "victory of first, minor: only a sentence states it",
        "condition about Points: never met",
        "event of turn 3, test: only its text states it",
        "event of turn 4, test: some of its effects",
        "special rule thirst",
    ]
    assert "special rule thirst" not in list(not_played(scenario, rules=["thirst"]))
