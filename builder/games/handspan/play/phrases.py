"""Actions in words, for records and replays."""

from __future__ import annotations

from builder.games.handspan.play.setting import Setting
from builder.games.handspan.play.shooting import WARHEADS
from builder.playtest.play import Action, Decision


def phrase(setting: Setting, decision: Decision, action: Action) -> str:
    """An action in words."""
    who = setting.units[decision.subject[0]].name if decision.subject else "air support"
    name, numbers = str(action[0]), [int(part) for part in action[1:]]
    board, units = setting.ground.board, setting.units
    match name:
        case "place" | "come" | "go":
            verb = {"place": "sets up", "come": "comes on", "go": "moves to"}[name]
            return f"{who} {verb} {board.name(numbers[0])}"
        case "stay" | "hold" | "wait" | "done":
            verb = {"stay": "stays", "hold": "holds fire", "wait": "waits", "done": "spends no more points"}[
                name
            ]
            return f"{who} {verb}"
        case "bonus":
            return f"{who} gives {units[numbers[0]].name} a bonus die"
        case "pot":
            return f"{who} puts a point into the pot {setting.pots[numbers[0]][0]}"
        case "board":
            return f"{units[numbers[0]].name} boards" if numbers else f"{who} buys a die for boarding"
        case "fire" | "save":
            support = f", with {numbers[1]} in support" if numbers[1] else ""
            saved = ", and saves the bonus die" if name == "save" else ""
            return f"{who} fires at {units[numbers[0]].name}{support}{saved}"
        case "keep" | "again" | "add":
            verb = {"keep": "keeps the bonus die", "again": "rolls again", "add": "adds the bonus die"}[name]
            return f"{who} {verb}"
        case "lob":
            return f"{who} throws a grenade at {board.name(numbers[0])}"
        case "split":
            one, other = (units[number].name for number in numbers[:2])
            return f"{who} fires at {one} with {numbers[2]} dice, and at {other}"
        case "throw":
            return f"{who} throws a grenade at {units[numbers[0]].name}"
        case "launch":
            return f"{who} launches a missile ({WARHEADS[numbers[1]]}) at {units[numbers[0]].name}"
        case "strike":
            return f"{who} strikes at {board.name(numbers[0])}"
        case "reload":
            return f"{who} loads a missile"
        case "help":
            return f"{who} helps {units[numbers[0]].name}"
        case "pass":
            return f"{who} passes the machine gun to {units[numbers[0]].name}"
        case _:
            return f"{who} attacks {units[numbers[0]].name}"
