"""The sentence of the colophon about playtests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.draw.sentences.playtests import playtest_sentence
from builder.draw.surface.wording import load_words
from builder.playtest.report.kept import Run, best_run
from builder.scenario.model import Scenario

RUN = Run(
    {"human": "officer", "pred": "officer"}, 1, 200, 0.0, {"human": 0.424, "pred": 0.576}, {}, 12, [], [], [],
    False, {},
)  # fmt: skip


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "200 games, won by Humans 42\u00a0%, Preds 58\u00a0%"),
        ("de", "200 Spiele, gewonnen von Humans 42\u00a0%, Preds 58\u00a0%"),
    ],
)
def test_the_sentence_names_games_and_wins(dead_air: Scenario, language: str, sentence: str) -> None:
    assert playtest_sentence(RUN, dead_air, load_words(language)) == sentence


def test_officers_say_most_about_a_scenario_then_the_number_of_games() -> None:
    greedy = replace(RUN, players={"human": "greedy", "pred": "officer"}, games=500)
    few = replace(greedy, games=50)
    assert best_run([few, greedy, RUN]) is RUN
    assert best_run([few, greedy]) is greedy
    assert best_run([]) is None
