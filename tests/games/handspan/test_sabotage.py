"""Rules that are broken one at a time in the engine: each is noticed by a script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from handspan_field import field_play
from handspan_scripts import SCRIPTS

from builder.games.handspan.play.close import CloseQuarters
from builder.games.handspan.play.command import Command
from builder.games.handspan.play.figures import Figures
from builder.games.handspan.play.ground import Ground
from builder.games.handspan.play.handspan_play import HandspanPlay
from builder.games.handspan.play.moving import Moving
from builder.games.handspan.play.setting import Setting
from builder.games.handspan.play.shooting import Shooting
from builder.games.handspan.play.state import Flag

# The class and method that is broken, and what it does instead, given what it did.
Broken = Callable[[Callable[..., Any]], Callable[..., Any]]


def _gives(value: object) -> Broken:
    return lambda real: lambda *args, **options: value


def _plus(number: int) -> Broken:
    return lambda real: lambda *args, **options: real(*args, **options) + number


def _forgets(flag: int) -> Broken:
    """Do the same, then remove a flag of every unit."""

    def broken(real: Callable[..., Any]) -> Callable[..., Any]:
        def method(self: Any, state: Any, *args: Any) -> Any:
            result = real(self, state, *args)
            state.flags = [flags & ~flag for flags in state.flags]
            return result

        return method

    return broken


SABOTAGES: dict[str, tuple[type, str, Broken]] = {
    "a commander's wound is forgotten": (
        Command, "_cell", lambda real: lambda self, state, who: (self.setting.units[who].rank, "unhurt"),
    ),
    "points below zero are owed": (
        Command,
        "rolled",
        lambda real: lambda self, state, who, total: state.points.__setitem__(who, total) or [],
    ),
    "firers who moved lose no die": (Setting, "is_hampered", _gives(False)),
    "every hit kills": (Figures, "effect", _gives("kill")),
    "hits stop nobody": (Figures, "effect", _gives("slow")),
    "every shot is at long range": (Shooting, "band", _gives("long")),
    "supporters can fire, too": (Shooting, "_fire", _forgets(Flag.FIRED)),
    "a figure can be attacked from behind like from the front": (Ground, "is_ahead", _gives(True)),
    "a human has a die more in close quarters": (CloseQuarters, "human_dice", _plus(1)),
    "a second wound does not kill": (
        CloseQuarters,
        "wounded",
        lambda real: lambda self, state, who, total: state.flags.__setitem__(who, Flag.WOUNDED) or [],
    ),
    "bugs that arrive fight at once": (
        CloseQuarters,
        "begin",
        lambda real: lambda self, state: state.todo.extend(
            ("attack", bug) for bug in self.setting.bugs if self.victims(state, bug)
        ),
    ),
    "a delayed grenade changes nothing": (Shooting, "prepared", _forgets(Flag.DELAYED)),
    "slowed bugs are as fast as others": (
        Figures, "bug_move", lambda real: lambda self, size, slowed: real(self, size, False),
    ),
    "wounded humans walk like others": (
        Figures,
        "human_move",
        lambda real: lambda self, way: real(self, "on-flat-ground" if way == "wounded-alone" else way),
    ),
    "a point for boarding buys nothing": (
        Moving, "board_roll", lambda real: lambda self, points: real(self, 0),
    ),
    "markers stay on": (HandspanPlay, "_shock", lambda real: lambda self, state: self._pass(state)),
}  # fmt: skip


def _fails(script: Callable[[HandspanPlay], None], play: HandspanPlay) -> bool:
    try:
        script(play)
    except Exception:
        return True
    return False


@pytest.mark.parametrize("name", SABOTAGES)
def test_a_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken_class, method, broken = SABOTAGES[name]
    monkeypatch.setattr(broken_class, method, broken(getattr(broken_class, method)))
    play = field_play()
    assert any(_fails(script, play) for script in SCRIPTS)
