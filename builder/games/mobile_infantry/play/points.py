"""Victory points, by what the mission scores.

Source: mobile-infantry Mission Control
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.games.mobile_infantry.play.roster import BUGS, SIDES
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import DEAD, GONE, State


def events_of(setting: Setting, state: State) -> Mapping[str, int]:
    """How often each event that missions score has happened."""
    cell, ground = state.cell, setting.ground
    dead = [unit for unit in setting.troopers if cell[unit] == DEAD]
    officers = sum(unit in setting.officers for unit in dead)
    lost = officers if "officer-killed" in setting.scores else 0
    saved = [unit for unit in setting.troopers if cell[unit] == GONE]
    brain = state.kills[BUGS.index("brain-bug")]
    return {
        "mi-killed": len(dead) - lost,
        "officer-killed": officers,
        "craft-lost": sum(cell[unit] == DEAD for unit in setting.craft),
        "bug-killed": sum(state.kills) - (brain if "brain-bug-killed" in setting.scores else 0),
        "warrior-killed": state.kills[BUGS.index("warrior")],
        "flying-warrior-killed": state.kills[BUGS.index("flying-warrior")],
        "tank-bug-killed": state.kills[BUGS.index("tank-bug")],
        "brain-bug-killed": brain,
        "brain-bug-captured": int(
            any(
                setting.units[bug].kind == "brain-bug" and 0 <= cell[bug] < ground.surface
                for bug in setting.bugs
            )
        ),
        "objective-reached": sum(turn > 0 for turn in state.done[: len(setting.objectives)]),
        "chamber-reached": sum(turn > 0 for turn in state.done[len(setting.objectives) :]),
        "survivor-rescued": sum(unit in setting.survivors for unit in saved),
        "mi-saved": len(saved),
        "bug-left": state.burnt,
    }


def scores_of(setting: Setting, state: State) -> Sequence[int]:
    """The points of each side."""
    events = events_of(setting, state)
    points = dict.fromkeys(SIDES, 0)
    for name, line in setting.scores.items():
        count, numbers = events[name], line.get("by_number")
        if isinstance(numbers, Sequence):
            points[str(line["side"])] += int(numbers[min(count, len(numbers)) - 1]) if count else 0
        else:
            points[str(line["side"])] += count * int(str(line["each"]))
    return [points[side] for side in SIDES]
