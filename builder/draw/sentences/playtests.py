"""How a scenario was playtested, in a sentence for its colophon."""

from __future__ import annotations

from pathlib import Path

from builder.draw.sentences.side_names import side_name
from builder.draw.surface.wording import Words
from builder.playtest.report.kept import Run
from builder.scenario.model import Scenario

_PERCENT = 100


def playtest_sentence(run: Run, scenario: Scenario, words: Words) -> str:
    """The number of games, who played them, and the share that each side won."""
    wins = ", ".join(
        words("colophon.wins", side=side_name(scenario, side, words), share=round(_PERCENT * share))
        for side, share in run.won.items()
    )
    players = dict.fromkeys(_player(name, words) for name in run.players.values())
    return words("colophon.playtested", count=run.games, players=", ".join(players), wins=wins)


def _player(name: str, words: Words) -> str:
    """A player's name; one of somebody's own has the name of its file."""
    return words.of("machine-player", Path(name.partition(":")[0]).stem)
