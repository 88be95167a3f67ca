"""Sentences from conditions and effects: each word in each language, and what is kept from the public."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from logic_cases import EFFECT_CASES, MET, WORK, scenario_with

from builder.draw.sentences.conditions import done_text, victory_text
from builder.draw.sentences.effects import EffectWriter, event_text
from builder.draw.sentences.subjects import SubjectWriter
from builder.draw.sheets.briefing import is_secret
from builder.draw.surface.wording import Words, language_names, load_words
from builder.scenario.logic.words import EFFECTS

WORDS = {name: load_words(name) for name in language_names()}
ENGLISH = WORDS["en"]


def victory_of(when: Any, words: Words = ENGLISH) -> str:
    scenario = scenario_with(victory=[{"side": "human", "grade": "great", "when": when}])
    return victory_text(scenario, scenario.victory[0], words)


@pytest.mark.parametrize("when", [case[0] for case in MET], ids=lambda when: str(when)[:50])
def test_every_condition_and_its_opposite_have_sentences_of_their_own(when: Any) -> None:
    for words in WORDS.values():
        texts = {victory_of(when, words), victory_of({"not": when}, words)}
        assert len(texts) == 2
        assert all(text.endswith(".") and "{" not in text for text in texts)


@pytest.mark.parametrize("done_by", [case[0] for case in WORK], ids=lambda done_by: str(done_by)[:50])
def test_every_kind_of_work_has_a_sentence(done_by: Any) -> None:
    scenario = scenario_with(goods={"done_by": done_by, "act": "initiate-self-destruct"})
    objective = replace(scenario.objectives[0], text="")
    texts = {done_text(scenario, objective, words) for words in WORDS.values()}
    assert len(texts) == len(WORDS)
    assert all(text.endswith(".") for text in texts)


@pytest.mark.parametrize("effect", EFFECT_CASES, ids=lambda effect: str(effect)[:50])
def test_every_effect_has_a_sentence(effect: Any) -> None:
    scenario = scenario_with(events=[{"turn": 2, "title": "Now", "effects": [effect]}])
    assert scenario.unread == ()
    effects = scenario.events[0].effects
    assert effects is not None
    texts = {EffectWriter(SubjectWriter(scenario, words)).sentence(effects[0]) for words in WORDS.values()}
    assert len(texts) == len(WORDS)
    assert all(text.endswith(".") and "{" not in text for text in texts)


def test_every_word_of_an_effect_has_a_case() -> None:
    assert set(EFFECTS) <= {key for effect in EFFECT_CASES for key in effect}


SENTENCES: list[tuple[Any, str]] = [
    (
        {"all": [{"done": ["goods", "desk"]}, {"standing": "crew", "at_least": 2}]},
        "When the last turn ends: the objectives Goods and Desk are achieved, and at least 2 of the Crew are "
        "still in action.",
    ),
    ({"standing": "crew", "at_most": 0}, "When the last turn ends: none of the Crew is still in action."),
    (
        {"not": {"any": [{"done": "goods"}, {"in": "hold", "who": "pred"}]}},
        "When the last turn ends: the objective Goods is not achieved, and no unit of the Preds is in the "
        "Hold.",
    ),
    ({"turn": 4}, "When the last turn ends: it is turn 4."),
    ("otherwise", "When the last turn ends, no other victory condition is met."),
]


@pytest.mark.parametrize(("when", "sentence"), SENTENCES, ids=lambda value: str(value)[:40])
def test_a_sentence_reads_as_a_person_would_write_it(when: Any, sentence: str) -> None:
    assert victory_of(when) == sentence


def test_a_designers_text_replaces_the_sentence() -> None:
    victory = {"side": "human", "grade": "great", "when": {"done": "goods"}, "text": "They made it."}
    scenario = scenario_with(victory=[victory])
    assert victory_text(scenario, scenario.victory[0], ENGLISH) == "They made it."


def test_an_event_says_when_its_effects_apply() -> None:
    effects = [{"movement": "human", "times": "1/2"}]
    until = {"turn": 2, "title": "Now", "effects": effects, "until": {"done": "goods"}}
    check = {"turn": 2, "title": "Now", "effects": [{"check": "term/panic", "who": "crew"}]}
    scenario = scenario_with(events=[until, {**check, "unless": {"done": "desk"}}])
    assert [event_text(scenario, event, ENGLISH) for event in scenario.events] == [
        "Until the objective Goods is achieved: The Humans move at half their allowance.",
        "Unless the objective Desk is achieved: The Crew each make a check: “Panic”.",
    ]


def test_secret_objectives_stay_out_of_public_sentences() -> None:
    event = {"turn": 2, "title": "Now", "effects": [{"opens": "goods"}]}
    victory = [{"side": "human", "grade": "great", "when": {"not": {"done": "goods"}}}]
    scenario = scenario_with(goods={"secret": True}, events=[event], victory=victory)
    assert "Goods" not in event_text(scenario, scenario.events[0], ENGLISH)
    assert is_secret(scenario, scenario.victory[0])
