"""Which of the runs that are kept beside a scenario says most about it."""

from __future__ import annotations

from dataclasses import replace

from builder.playtest.report.kept import Run, best_run

RUN = Run(
    {"human": "officer", "pred": "officer"}, 1, 200, 0.0, {"human": 0.424, "pred": 0.576}, {}, 12, [], [], [],
    False, {},
)  # fmt: skip


def test_officers_say_most_about_a_scenario_then_the_number_of_games() -> None:
    greedy = replace(RUN, players={"human": "greedy", "pred": "officer"}, games=500)
    few = replace(greedy, games=50)
    assert best_run([few, greedy, RUN]) is RUN
    assert best_run([few, greedy]) is greedy
    assert best_run([]) is None
