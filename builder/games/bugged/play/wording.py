"""Actions in words, for records and replays."""

from __future__ import annotations

from builder.games.bugged.play.ground import FACINGS
from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import NOBODY, State
from builder.playtest.play import Action, Decision

_PLAIN = {
    "end": "ends its activation",
    "hold": "does not react",
    "wait": "waits",
    "first": "goes first",
    "second": "goes second",
    "attack": "attacks with those who have joined",
}
_AT_UNIT = {
    "shoot": "fires at",
    "strike": "attacks",
    "board": "gets into",
    "ram": "rams",
    "carry": "gives the load to",
    "join": "is joined by",
}


def words_of(setting: Setting, state: State, decision: Decision, action: Action) -> str:
    """An action in words."""
    side = setting.scenario.side_title(decision.side)
    has_unit = bool(decision.subject) and decision.what != "carrier"
    who = setting.units[decision.subject[0]].name if has_unit else side
    name, numbers = str(action[0]), [int(number) for number in action[1:]]
    if decision.what in ("react", "track", "dying"):
        who = side
    if name in _PLAIN:
        return f"{who} {_PLAIN[name]}"
    if name in _AT_UNIT:
        return f"{who} {_AT_UNIT[name]} {setting.units[numbers[0]].name}"
    match name:
        case "unit":
            return f"{side} chooses {setting.units[numbers[0]].name}"
        case "at" | "go" | "to":
            verb = {"at": "is placed in", "go": "moves to", "to": "moves to"}[name]
            verb = "aims at" if decision.what == "aim" else verb
            return f"{who} {verb} {setting.ground.board.name(numbers[0])}"
        case "face":
            return f"{who} faces {FACINGS[numbers[0]].value}"
        case "hand":
            return f"{who} hands {setting.items[numbers[0]].title} to {setting.units[numbers[1]].name}"
        case "interrupt":
            shooter = setting.units[numbers[0]].name
            return f"{shooter} interrupts and fires at {setting.units[decision.subject[0]].name}"
        case _:
            return f"{who}: {_card(setting, name, numbers)}"


def _card(setting: Setting, name: str, numbers: list[int]) -> str:
    title = setting.scenario.ruleset.find("card", name).title
    if not numbers or numbers[0] == NOBODY:
        return f"card {title}"
    if name == "transform":
        return f"card {title}, into {setting.kinds[numbers[0]].title}"
    return f"card {title}, {setting.units[numbers[0]].name}"
