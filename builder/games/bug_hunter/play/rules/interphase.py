"""The preservation interphase."""

from __future__ import annotations

from builder.games.bug_hunter.play.agenda import Agenda
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import State

INTERPHASE = Agenda()


@INTERPHASE.run("interphase?")
def _ask(stage: Stage, state: State) -> None:
    return None
