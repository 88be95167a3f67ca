"""The briefing states the scenario's choices: rules in use, pots, rides, weapons that are set up."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

import pytest

from builder.draw.sheets.briefing import briefing_parts
from builder.draw.surface.wording import Words, load_words
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped


class Plain:
    """Writes the parts of a briefing as lines of text."""

    words: Words = load_words()

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

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float]) -> str:
        return "\n".join(" ".join(row) for row in (heads, *rows))


@functools.cache
def briefing(name: str) -> str:
    return "\n".join(briefing_parts(load_scenario(shipped("scenarios") / f"{name}.yaml"), Plain()))


@pytest.mark.parametrize(
    ("scenario", "line"),
    [
        ("advanced_infantry/kite-season", "In use: Crewed weapons, Explosive launchers, Incendiary weapons"),
        ("handspan/last-lift", "Optional rules\nNo optional rule is in use."),
        ("handspan/pump-hut", "Air support. Full at 10 points. One pass"),
        ("bugged/brood-debt", "Veteran Marines. Humans: 2 counters. Aboard at the start: Hover Tank.\n"),
        ("bugged/brood-debt", "What the units can do is on the briefing of their side.\nSet-up"),
        ("bugged/brood-debt", "Hover Tank. Humans: 1 counter. Wounds left: 2 of 3."),
        ("bugged/brood-debt", "7 Ambush: Leaper. Facing NW."),
        ("advanced_infantry/customs-house", "At most 4 on each floor. First; the doors are closed."),
        ("advanced_infantry/kite-season", "2 in each building."),
        ("bugged/static", "Androids. Troopers (2 counters), Siege Android (1 counter).\nHunters. Stalkers"),
        ("bugged/static", "\nDraw. Nobody or both are on the relay"),
        ("bug_hunter/long-walk", "Formation: AB1 (squad, assault boat)."),
        ("bug_hunter/long-walk", "at least 5 of the Boarding Party are still in action."),
        ("bug_hunter/ninth-hour", "To initiate self-destruct: as for Helm."),
        (
            "mobile_infantry/the-old-one",
            " Landing: First Squad; Second Squad.\nLength: 22 rounds\nThere are no events.\n",
        ),
        (
            "mobile_infantry/the-old-one",
            "Guard. Bugs: 2D6 counters, in reserve, to arrive around the Brain Bug.",
        ),
        ("advanced_infantry/customs-house", "On the map. Fire: 0806."),
        ("advanced_infantry/cold-ford", "Semi-portable laser Pvt. Tam Okoye, Pvt. Ruza Beck dot 2910 W"),
    ],
)
def test_the_briefing_states_what_the_scenario_decides(scenario: str, line: str) -> None:
    assert line in briefing(scenario)
