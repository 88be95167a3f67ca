"""Actions in words, for records and replays."""

from __future__ import annotations

from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import State
from builder.playtest.play import Action, Decision

_DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
_PLAIN = {
    "hold": "holds fire",
    "stay": "stays",
    "stop": "attacks nobody else",
    "wait": "waits",
    "call": "calls for Retrieval Craft",
    "lift": "takes off",
    "split": "lets everybody fire for himself",
    "rout": "routs",
    "fall-back": "falls back",
    "no-advance": "does not advance",
    "orders": "follows orders",
    "gung-ho": "goes gung ho",
}
_TO_CELL = {
    "at": "sets up",
    "go": "moves to",
    "drag": "drags the Brain Bug to",
    "fly": "flies on to",
    "land": "lands",
}
_OF_TEAM = frozenset({"set up", "move", "react", "volley"})


def words_of(setting: Setting, state: State, decision: Decision, action: Action) -> str:
    """An action in words."""
    who, name = _who(setting, decision), str(action[0])
    if name in _PLAIN:
        return f"{who} {_PLAIN[name]}"
    number = int(action[1])
    if name in _TO_CELL:
        return f"{who} {_TO_CELL[name]} {setting.ground.name(number)}"
    if name == "fire":
        fire = ", with sustained fire" if int(action[2]) else ""
        return f"{who} fires at {setting.units[number].name}{fire}"
    if name == "launch":
        return f"{who} fires a nuke at {setting.units[number].name}"
    if name == "team":
        return f"{who} rolls for bugs near {setting.teams[number].title}"
    if name == "direction":
        return f"{who} sends bugs from the {_DIRECTIONS[number]}"
    return f"{who} attacks {setting.units[number].name}"


def _who(setting: Setting, decision: Decision) -> str:
    if not decision.subject:
        return setting.scenario.side_title(decision.side)
    unit = setting.units[decision.subject[0]]
    return setting.teams[unit.team].title if decision.what in _OF_TEAM else unit.name
