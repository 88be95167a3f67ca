"""The briefing states the scenario's choices: rules in use, pots, rides, weapons that are set up."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from builder.draw.sheets.briefing import briefing_parts
from builder.draw.surface.wording import Words, load_words
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped


@dataclass(frozen=True)
class Plain:
    """Writes the parts of a briefing as lines of text."""

    words: Words

    def heading(self, text: str, icon: str = "") -> str:
        return text

    def paragraph(self, text: str, *_: object, **__: object) -> str:
        return text

    def item(self, lead: str, text: str) -> str:
        return f"{lead} {text}"

    def step(self, numbers: str, lead: str, text: str, color: str) -> str:
        return f"{numbers} {lead} {text}".strip()

    def boxed(self, title: str, icon: str, write: Callable[[Plain], Sequence[str]]) -> list[str]:
        return [title, *write(self)]

    def together(self, parts: Sequence[str]) -> list[str]:
        return list(parts)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float] = ()) -> str:
        return "\n".join(" ".join(row) for row in (heads, *rows))


@functools.cache
def briefing(name: str) -> str:
    return briefing_of(scenario_named(name))


def scenario_named(name: str) -> Scenario:
    return load_scenario(shipped("scenarios") / f"{name}.yaml")


def briefing_of(scenario: Scenario) -> str:
    return "\n".join(briefing_parts(scenario, Plain(load_words().of_game(scenario.ruleset))))


@pytest.mark.parametrize(
    ("scenario", "line"),
    [
        ("advanced_infantry/kite-season", "In use: Crewed weapons, Explosive launchers, Incendiary weapons"),
        ("handspan/last-lift", "Optional rules. Not in use.\n"),
        ("handspan/pump-hut", "Air support. Full at 10 points. One pass"),
        ("bugged/brood-debt", "Veteran Marines. Humans: 2 counters. Aboard at the start: Hover Tank.\n"),
        ("bugged/brood-debt", "What the units can do is on the briefing of their side.\nSet-up"),
        ("bugged/brood-debt", "Hover Tank. Humans: 1 counter. Wounds left: 2 of 3."),
        ("bugged/brood-debt", "3 Ambush: Set up the Leaper. Facing NW."),
        ("bug_hunter/relief", "The Swarm (Stranglers; their number is secret)"),
        (
            "advanced_infantry/customs-house",
            "At most 4 on each floor. They set up first; the doors are closed.",
        ),
        ("advanced_infantry/kite-season", "2 in each building."),
        ("bugged/static", "Android Troopers (2 counters), Siege Android (1 counter).\nHunters. Stalkers"),
        ("bugged/static", "\nDraw. Nobody or both are on the relay"),
        ("bug_hunter/long-walk", "Formation AB1 in the rulebook: squad, assault boat."),
        ("bug_hunter/long-walk", "at least 5 of the Boarding Party are still in action."),
        ("bug_hunter/ninth-hour", "To initiate self-destruct: as for Helm."),
        (
            "mobile_infantry/the-old-one",
            "1 Landing: Set up the First Squad and the Second Squad.\nLength\n22 rounds.\n",
        ),
        ("mobile_infantry/long-way-round", "14 rounds.\nRounds 6, 9 and 12, Craft overhead. Retrieval"),
        ("advanced_infantry/customs-house", "Harbor guard. Defenders: 8 figures.\n"),
        ("mobile_infantry/the-old-one", "When the last round ends, if the Brain Bug is above ground, and"),
        ("bugged/brood-debt", "Set up the Scout and the Heavy Gunner.\n2 Brood: "),
        (
            "bug_hunter/long-walk",
            "3 Within (Magazine, Plot, Wardroom, Berths): Set up some of the counters of the Stranglers.",
        ),
        ("bug_hunter/cold-berth", "Set up the rest of the Colonists. Prone in the dormitory"),
        ("handspan/pump-hut", "minutes: 1 leads the Humans, 1 leads the Bugs as the umpire\n"),
        ("mobile_infantry/candle", "2 lead the Mobile Infantry, 1 leads the Bugs as the Brain Bug\n"),
        ("bug_hunter/ninth-hour", "Bridge. Nobody can enter the lifeboat from the bridge."),
        (
            "bug_hunter/ninth-hour",
            "Pump Room: 2 points, for all of Hold Two, Pump Room, Aft Walk, Reactor Control",
        ),
        (
            "mobile_infantry/the-old-one",
            "Escort. Bugs: 2D6 counters, in reserve, to arrive around the Brain Bug.",
        ),
        ("advanced_infantry/customs-house", "On the map. Fire: 0806."),
        ("advanced_infantry/cold-ford", "Semi-portable laser Pvt. Tam Okoye, Pvt. Ruza Beck dot 2910 W"),
    ],
)
def test_the_briefing_states_what_the_scenario_decides(scenario: str, line: str) -> None:
    assert line in briefing(scenario)


@pytest.mark.parametrize(
    ("scenario", "line"),
    [
        # The file has the table, the drop zone and the rendezvous.
        ("mobile_infantry/candle", "pieces of terrain"),
        ("mobile_infantry/candle", "drop zone anywhere"),
        ("mobile_infantry/fort-hadley", "such as a hill"),
        ("mobile_infantry/the-old-one", "marks"),
        # The map says which storage building it is, and has no lifeboat.
        ("bug_hunter/cold-berth", "chooses one of the storage buildings"),
        ("bug_hunter/dead-air", "lifeboat"),
        ("mobile_infantry/candle", "turn ends"),
        ("bug_hunter/cold-berth", "Captives to bring here"),
    ],
)
def test_the_briefing_leaves_out_what_the_scenario_has_settled_or_lacks(scenario: str, line: str) -> None:
    assert line not in briefing(scenario)


def test_nobody_is_told_who_leads_a_side_if_each_side_can_have_several_players() -> None:
    four = replace(scenario_named("bugged/static"), players=4)
    assert "4 players, one hour\n" in briefing_of(four)


def test_the_players_of_a_side_that_can_have_several_are_those_whom_no_other_side_needs() -> None:
    five = replace(scenario_named("mobile_infantry/candle"), players=5)
    assert "4 lead the Mobile Infantry, 1 leads the Bugs as the Brain Bug\n" in briefing_of(five)
