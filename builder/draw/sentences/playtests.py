"""How a scenario was played by machine, for its colophon."""

from __future__ import annotations

from builder.draw.sentences.side_names import side_name
from builder.draw.surface.wording import Words
from builder.playtest.report.kept import Run
from builder.scenario.model import Scenario

_PERCENT = 100


def playtest_sentence(run: Run, scenario: Scenario, words: Words) -> str:
    """The number of games, and the share that each side won."""
    wins = ", ".join(
        words("colophon.wins", side=side_name(scenario, side, words), share=round(_PERCENT * share))
        for side, share in run.won.items()
    )
    return words("colophon.playtested", count=run.games, wins=wins)
