"""Sentences from conditions and effects: each word in each language, and what is kept from the public."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from logic_cases import EFFECT_CASES, MET, WORK, scenario_with

from builder.draw.sentences.conditions import clause_of, done_text, state_text, victory_text
from builder.draw.sentences.effects import EffectWriter, event_text
from builder.draw.sentences.subjects import SubjectWriter
from builder.draw.sheets.briefing import is_secret
from builder.draw.surface.wording import Words, language_names, load_words
from builder.scenario.logic.conditions import Damage, Points, Standing, Turn, Where, Who
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


STATES = ["adjacent-enemy", "fired", "fought", "moved", "panicked", "prone", "stunned", "suited", "wounded"]
# What the cases of each word leave out, so that every text of the catalog is used.
MORE: list[Any] = [
    {"standing": "all", "at_least": 2},
    {"standing": "all", "at_most": 0},
    {"standing": "crew", "at_least": 1, "only": STATES},
    {"in": {"hexes": "0202-0304", "level": "top", "not_on": ["bridge"]}},
    *({"adjoins": place} for place in ("outside", "hold", "below", {"hexes": "0202-0304"})),
    {"adjoins": {"title": "the front", "hexes": "0202-0304"}},
    *({"left_by": edge} for edge in ("east", "south", "west")),
    {"points": "human", "at_least": "pred"},
]
MORE_WORK: list[Any] = [
    {"end_turns": 2, "in_a_row": False},
    {"spend_rounds": 2, "in_a_row": False},
    {"end_turns": 1, "who": "bugs"},
    {"any": [{"adjoins": "here"}, {"left_by": "here"}]},
]
MORE_EFFECTS: list[Any] = [
    {"movement": "human", "times": "3/2", "plus": 1},
    {"cost": "door-costs/airtight-door", "plus": -1},
    {"modifier": "combat-results/firing-bonus", "over": "bridge", "toward": "NE"},
    {"dice": "rule/311.3", "plus": 1},
    {"doors": ["0401/S"], "stay": "open"},
    {"doors": ["0401/S"], "stay": "barred", "plus": 2},
    {"bans": "weapon/screecher", "in": "hold"},
    {"arrives": "bugs", "optional": True},
    {"arrives": "bugs", "count": 1},
    {"item": "key", "title": "the key", "carried_by": "crew", "plus": 1},
]
SENTENCES: list[tuple[Any, str]] = [
    (
        {"all": [{"done": ["goods", "desk"]}, {"standing": "crew", "at_least": 2}]},
        "When the last turn ends, if the objectives Goods and Desk are achieved, and at least 2 of the Crew "
        "are still in action.",
    ),
    ({"standing": "crew", "at_most": 0}, "When the last turn ends, if none of the Crew is still in action."),
    (
        {"not": {"any": [{"done": "goods"}, {"in": "hold", "who": "pred"}]}},
        "When the last turn ends, if the objective Goods is not achieved, and none of the Preds is in the "
        "Hold.",
    ),
    ({"turn": 4}, "When the last turn ends, if it is turn 4."),
    ("otherwise", "When the last turn ends, if nobody has won."),
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


class UsedTexts(dict[str, tuple[str, ...]]):
    """The texts of a catalog, which notes those that are used."""

    used: set[str]

    def __getitem__(self, key: str) -> tuple[str, ...]:
        self.used.add(key)
        return super().__getitem__(key)


def test_every_text_about_conditions_and_effects_is_used() -> None:
    texts = UsedTexts(ENGLISH.texts)
    texts.used = set()
    words = replace(ENGLISH, texts=texts)
    for when in (*(case[0] for case in MET), *MORE):
        for each in (when, {"not": when}):
            for at in ("once", "end of turn", "last turn"):
                victory = [{"side": "human", "grade": "great", "when": each, "at": at}]
                scenario = scenario_with(victory=victory, goods={"secret": when == {"done": "goods"}})
                victory_text(scenario, scenario.victory[0], words)
                clause_of(scenario, scenario.victory[0].condition, words, is_public=True)  # type: ignore
    victory_of("otherwise", words)
    for done_by in (*(case[0] for case in WORK), *MORE_WORK):
        scenario = scenario_with(goods={"done_by": done_by, "act": "initiate-self-destruct"})
        done_text(scenario, replace(scenario.objectives[0], text=""), words)
    for effect in (*EFFECT_CASES, *MORE_EFFECTS):
        for time in ({}, {"turns": 2}, {"if": {"turn": 3}}, {"unless": {"turn": 3}}, {"until": {"turn": 3}}):
            event = {"turn": 2, "title": "Now", "effects": [effect], **time}
            scenario = scenario_with(events=[event])
            event_text(scenario, scenario.events[0], words)
    crew = Who(force="crew")
    answers = {Standing(crew): 2, Points("human"): 3, Damage(): 4, Turn(): 5}
    assert state_text(scenario, answers, words) == (
        "2 of the Crew are still in action; the Humans have 3 victory points; there are 4 points of "
        "structural damage; it is turn 5"
    )
    subjects = SubjectWriter(scenario, words)
    for kind in ("piece", "building", "tunnel"):
        assert subjects.in_place(Where(kind, "mill")) != subjects.next_to(Where(kind, "mill"))
    assert subjects.way("vehicle", "boat")
    assert [key for key in texts if key.startswith("logic.") and key not in texts.used] == []
