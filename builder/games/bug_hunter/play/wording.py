"""Actions in words, for records."""

from __future__ import annotations

from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import State
from builder.playtest.play import Action, Decision

_CELL = frozenset({"to", "at"})
_TARGET = frozenset(
    {"act", "fire", "screech", "prod", "net", "cage", "attack", "rush", "sight", "drive", "order", "track"}
)
_ARM = frozenset({"exchange", "prepare"})


def words_of(stage: Stage, state: State, decision: Decision, action: Action) -> str:
    """An action in words, as in ``Tobias Renn: move to hex 0905 on Upper Deck``."""
    verb = str(action[0])
    who = f"{stage.name(decision.subject[0])}: " if decision.subject else ""
    if verb in _CELL:
        return f"{who}{decision.what} {verb} {stage.ground.label(int(action[1]))}"
    if verb in _TARGET:
        return f"{who}{verb} {stage.name(int(action[1]))}"
    if verb in _ARM:
        return f"{who}{verb} {stage.cast.arms[int(action[1])].title.lower()}"
    rest = " ".join(str(part) for part in action[1:])
    return f"{who}{verb} {rest}".strip()
