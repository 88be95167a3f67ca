"""Actions in words, for records and replays."""

from __future__ import annotations

from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import State
from builder.playtest.play import Action, Decision

_PLAIN = {
    "end": "ends his activation",
    "wait": "waits",
    "prone": "drops prone",
    "break-down": "breaks his weapon down, with his crew",
    "doff": "takes his jet pack off",
    "don": "puts a jet pack on",
    "none": "drops no grenade",
}
_EDGES = ("north", "east", "south", "west")


def words_of(setting: Setting, state: State, decision: Decision, action: Action) -> str:
    """An action in words."""
    side = setting.scenario.side_title(decision.side)
    name, numbers = str(action[0]), [int(number) for number in action[1:]]
    if name in ("first", "second"):
        return f"{side} go {name}"
    if name == "hold":
        return f"{side} do not fire at {setting.troopers[decision.subject[0]].name}"
    if name == "carry":
        return f"{setting.troopers[numbers[0]].name} carries {setting.items[decision.subject[0]].title}"
    if name in ("unit", "react"):
        who = setting.troopers[numbers[0]].name
        if name == "unit":
            return f"{side} choose {who}"
        return f"{who} fires at {setting.troopers[decision.subject[0]].name}, who moves in his arc"
    unit = decision.subject[0]
    who = setting.troopers[unit].name
    return f"{who} {_PLAIN[name] if name in _PLAIN else _deed(setting, unit, name, numbers)}"


def _deed(setting: Setting, unit: int, name: str, numbers: list[int]) -> str:
    ground, troopers = setting.ground, setting.troopers
    match name:
        case "at":
            return f"is placed at {ground.name(numbers[0])}"
        case "go" | "fly":
            return f"{'goes' if name == 'go' else 'flies'} to {ground.name(numbers[0])}"
        case "fire":
            return f"fires at {troopers[numbers[0]].name}"
        case "burst":
            return f"aims {_title(setting, unit, numbers[0])} at {ground.name(numbers[1])}"
        case "breach":
            there = setting.ground.dots.lattice.label(ground.structures[numbers[1]].dots[0])
            title = ground.structures[numbers[1]].title
            return f"aims {_title(setting, unit, numbers[0])} at {title}, dot {there}"
        case "drop":
            return f"drops a hand grenade on {ground.name(numbers[0])}"
        case "arc":
            return f"sets up an arc to the {ground.arcs[numbers[0]]}"
        case "face":
            return f"points his weapon to the {ground.arcs[numbers[0]]}"
        case "set-up":
            return f"sets his weapon up, with an arc to the {ground.arcs[numbers[0]]}"
        case "take-over":
            weapon = setting.guns[numbers[0]].weapon
            return f"takes over the {setting.scenario.ruleset.find('weapon', weapon).title.lower()}"
        case "pack":
            return f"hands his jet pack to {troopers[numbers[0]].name}"
        case "pick-up":
            return f"picks up {setting.items[numbers[0]].title}"
        case "hand":
            return f"hands {setting.items[numbers[0]].title} to {troopers[numbers[1]].name}"
        case "leave":
            return f"leaves by the {_EDGES[numbers[0]]} edge"
        case _:
            place = setting.objective_of(setting.works[numbers[0]])
            return f"works at {place or 'the objective'}"


def _title(setting: Setting, unit: int, arm: int) -> str:
    """A weapon in words, as it is in the game, or a hand grenade."""
    weapon = setting.troopers[unit].arms[arm].weapon
    titles = {entry.slug: entry.title.lower() for entry in setting.scenario.ruleset.of_kind("weapon")}
    return f"a {titles.get(weapon, weapon.replace('-', ' '))}"
